//! A card as a PNG file at a given resolution.

use resvg::tiny_skia::{Pixmap, Transform};
use usvg::Tree;

use crate::fence;

/// A side with more pixels than this is refused: the picture would not fit in memory.
const MOST_PIXELS: f32 = 100_000_000.0;

/// Which part of the card a picture shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Extent {
    /// The card as it is cut.
    Trim,
    /// The card with its bleed, as printers want it.
    #[default]
    Bleed,
}

/// Draws the tree (one unit is one millimetre) and encodes it. `inset` millimetres are left out
/// on each side.
///
/// The file is opaque RGB and states its resolution. Compression is fast rather than strong,
/// because encoding takes more time than drawing.
pub(crate) fn encode(tree: &Tree, inset: f32, dpi: f32) -> Result<Vec<u8>, String> {
    write(&draw(tree, inset, dpi)?, dpi)
}

/// Draws the tree like [`encode`], but returns bare pixels: width, height, three bytes each.
pub(crate) fn pixels(tree: &Tree, inset: f32, dpi: f32) -> Result<(u32, u32, Vec<u8>), String> {
    let pixmap = draw(tree, inset, dpi)?;
    Ok((pixmap.width(), pixmap.height(), opaque(&pixmap)))
}

/// Draws the tree like [`encode`], to be placed on another picture.
pub(crate) fn pixmap(tree: &Tree, inset: f32, dpi: f32) -> Result<Pixmap, String> {
    draw(tree, inset, dpi)
}

fn draw(tree: &Tree, inset: f32, dpi: f32) -> Result<Pixmap, String> {
    let scale = dpi / 25.4;
    let width = ((tree.size().width() - 2.0 * inset) * scale).round();
    let height = ((tree.size().height() - 2.0 * inset) * scale).round();
    if !(width >= 1.0 && height >= 1.0 && width * height <= MOST_PIXELS) {
        return Err(format!("{width} × {height} pixels is not a picture that can be made"));
    }
    let mut pixmap = Pixmap::new(width as u32, height as u32).ok_or("the picture is empty")?;
    pixmap.fill(resvg::tiny_skia::Color::WHITE);
    let place = Transform::from_scale(scale, scale).pre_translate(-inset, -inset);
    fence::guarded(|| resvg::render(tree, place, &mut pixmap.as_mut()))?;
    Ok(pixmap)
}

/// Draws the tree into a picture of exactly that many pixels: centred, at the given resolution,
/// and larger only if it would leave a white edge.
pub(crate) fn encode_exact(
    tree: &Tree,
    [width, height]: [u32; 2],
    dpi: f32,
) -> Result<Vec<u8>, String> {
    let (across, down) = (width as f32, height as f32);
    if width == 0 || height == 0 || across * down > MOST_PIXELS {
        return Err(format!("{width} × {height} pixels is not a picture that can be made"));
    }
    let size = tree.size();
    let scale = (dpi / 25.4).max(across / size.width()).max(down / size.height());
    let mut pixmap = Pixmap::new(width, height).ok_or("the picture is empty")?;
    pixmap.fill(resvg::tiny_skia::Color::WHITE);
    let place = Transform::from_row(
        scale,
        0.0,
        0.0,
        scale,
        (across - size.width() * scale) / 2.0,
        (down - size.height() * scale) / 2.0,
    );
    fence::guarded(|| resvg::render(tree, place, &mut pixmap.as_mut()))?;
    write(&pixmap, dpi)
}

/// Three bytes per pixel; the pixmap is opaque.
fn opaque(pixmap: &Pixmap) -> Vec<u8> {
    pixmap.pixels().iter().flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]).collect()
}

/// Encodes an opaque picture.
pub(crate) fn write(pixmap: &Pixmap, dpi: f32) -> Result<Vec<u8>, String> {
    let pixels = opaque(pixmap);
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, pixmap.width(), pixmap.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
    let per_metre = (dpi / 0.0254).round() as u32;
    encoder.set_pixel_dims(Some(png::PixelDimensions {
        xppu: per_metre,
        yppu: per_metre,
        unit: png::Unit::Meter,
    }));
    let mut writer = encoder.write_header().map_err(|error| error.to_string())?;
    writer.write_image_data(&pixels).map_err(|error| error.to_string())?;
    writer.finish().map_err(|error| error.to_string())?;
    Ok(bytes)
}
