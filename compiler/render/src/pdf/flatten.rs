//! Drawings for printers that accept no transparency.
//!
//! Everything but the words becomes one opaque picture at the resolution of the press; the words
//! stay words on top of it, so that they are printed sharp and in black ink alone. Words that are
//! transparent themselves become part of the picture.

use krilla::geom::Size;
use krilla::image::Image;
use krilla::surface::Surface;
use resvg::tiny_skia::{Color, Pixmap};
use usvg::{Group, ImageKind, Node, Paint, Rect, Tree};

use super::ink_image;
use super::inks::Inks;
use crate::card::Side;
use crate::fonts::Fonts;
use crate::galley;
use crate::svg;

/// A side with more pixels than this is refused.
const MOST_PIXELS: f32 = 60_000_000.0;

/// A side without its words, as a picture.
#[derive(Debug, Clone)]
pub(super) struct Flat {
    image: Image,
    size: Size,
}

impl Flat {
    /// The picture of a side.
    pub(super) fn of(side: &Side, tree: &Tree, dpi: f32, inks: &Inks) -> Result<Flat, String> {
        let scale = dpi / 25.4;
        let width = (tree.size().width() * scale).ceil();
        let height = (tree.size().height() * scale).ceil();
        if width * height > MOST_PIXELS {
            return Err(format!("a side of {width} × {height} pixels is too large to flatten"));
        }
        let draw = |tree: &Tree| -> Result<Pixmap, String> {
            let pixmap = Pixmap::new(width as u32, height as u32);
            let mut pixmap = pixmap.ok_or("a side without a size cannot be flattened")?;
            pixmap.fill(Color::WHITE);
            let place = usvg::Transform::from_scale(scale, scale);
            resvg::render(tree, place, &mut pixmap.as_mut());
            Ok(pixmap)
        };
        // Drawing without any fonts leaves the words out.
        let written = side.galley.written(&side.svg);
        let wordless = svg::parse(&written, &Fonts::new(Vec::new()).0, &side.pictures)?;
        let mut pixels = draw(&wordless)?;
        let mut kept = Vec::new();
        transparent_words(tree.root(), false, &mut kept);
        if !kept.is_empty() {
            let whole = draw(&*side.whole()?)?;
            kept.iter().for_each(|area| copy(&whole, &mut pixels, area, scale));
        }
        let (width_px, height_px) = (pixels.width(), pixels.height());
        let image = ink_image::from_rgba(pixels.data(), (width_px, height_px), inks);
        let size = Size::from_wh(width / scale, height / scale);
        match (image, size) {
            (Some(image), Some(size)) => Ok(Flat { image, size }),
            _ => Err("a side without a size cannot be flattened".to_owned()),
        }
    }

    pub(super) fn draw(&self, surface: &mut Surface<'_>) {
        surface.draw_image(self.image.clone(), self.size);
    }
}

/// True if a node cannot be drawn without transparency.
pub(super) fn is_transparent(node: &Node) -> bool {
    match node {
        Node::Group(group) => is_see_through(group) || group.children().iter().any(is_transparent),
        Node::Path(path) => path_is_transparent(path),
        Node::Image(picture) => match picture.kind() {
            ImageKind::PNG(bytes) => has_alpha(bytes),
            ImageKind::JPEG(_) => false,
            ImageKind::SVG(tree) => tree.root().children().iter().any(is_transparent),
            _ => true,
        },
        Node::Text(words) => words.layouted().iter().any(|span| {
            span.fill.as_ref().is_some_and(|fill| {
                fill.opacity().get() != 1.0 || paint_is_transparent(fill.paint())
            }) || span.stroke.as_ref().is_some_and(|stroke| {
                stroke.opacity().get() != 1.0 || paint_is_transparent(stroke.paint())
            })
        }),
    }
}

fn is_see_through(group: &Group) -> bool {
    super::walker::is_layer(group) || group.blend_mode() != usvg::BlendMode::Normal
}

fn path_is_transparent(path: &usvg::Path) -> bool {
    let fill = path
        .fill()
        .is_some_and(|fill| fill.opacity().get() != 1.0 || paint_is_transparent(fill.paint()));
    let stroke = path.stroke().is_some_and(|stroke| {
        stroke.opacity().get() != 1.0 || paint_is_transparent(stroke.paint())
    });
    fill || stroke
}

fn paint_is_transparent(paint: &Paint) -> bool {
    let stops = |stops: &[usvg::Stop]| stops.iter().any(|stop| stop.opacity().get() != 1.0);
    match paint {
        Paint::Color(_) => false,
        Paint::LinearGradient(gradient) => stops(gradient.stops()),
        Paint::RadialGradient(gradient) => stops(gradient.stops()),
        Paint::Pattern(pattern) => pattern.root().children().iter().any(is_transparent),
    }
}

/// Whether a PNG has transparency: its header says so for alpha, a chunk for a palette.
fn has_alpha(png: &[u8]) -> bool {
    let colour_type = png.get(25).copied().unwrap_or(6);
    matches!(colour_type, 4 | 6) || png.windows(4).take(4_096).any(|chunk| chunk == b"tRNS")
}

/// The areas of words that are transparent, or inside something that is.
fn transparent_words(group: &Group, inside: bool, areas: &mut Vec<Rect>) {
    for child in group.children() {
        match child {
            Node::Group(inner) => {
                transparent_words(inner, inside || is_see_through(inner), areas);
            }
            Node::Text(_) if inside || is_transparent(child) => {
                areas.push(child.abs_bounding_box());
            }
            Node::Path(path) if galley::is_mark(path) && is_transparent(child) => {
                areas.push(child.abs_bounding_box());
            }
            _ => {}
        }
    }
}

fn copy(from: &Pixmap, to: &mut Pixmap, area: &Rect, scale: f32) {
    let (width, height) = (from.width() as usize, from.height() as usize);
    let edge = |length: f32, most: usize| ((length * scale).max(0.0) as usize).min(most);
    let (left, right) = (edge(area.left() - 1.0, width), edge(area.right() + 1.0, width));
    let (top, bottom) = (edge(area.top() - 1.0, height), edge(area.bottom() + 1.0, height));
    for row in top..bottom {
        let range = (row * width + left) * 4..(row * width + right) * 4;
        to.data_mut()[range.clone()].copy_from_slice(&from.data()[range]);
    }
}
