//! Pictures, and effects that PDF cannot express.

use std::sync::Arc;

use krilla::geom::Size;
use krilla::image::Image;
use krilla::surface::Surface;
use resvg::tiny_skia::Pixmap;
use usvg::{Group, ImageKind, Node};

use super::store::{Colouring, Store};
use super::{ink_image, paint, walker};

pub(super) fn draw(surface: &mut Surface<'_>, picture: &usvg::Image, store: &mut Store) {
    if !picture.is_visible() {
        return;
    }
    if let ImageKind::SVG(tree) = picture.kind() {
        walker::children(surface, tree.root(), store);
        return;
    }
    let size = Size::from_wh(picture.size().width(), picture.size().height());
    if let (Some(image), Some(size)) = (image(picture.kind(), store), size) {
        surface.draw_image(image, size);
    }
}

/// The picture as the PDF stores it. Cached, because decoding and encoding it again for every card
/// would be most of the work.
fn image(kind: &ImageKind, store: &mut Store) -> Option<Image> {
    let bytes = match kind {
        ImageKind::PNG(bytes)
        | ImageKind::JPEG(bytes)
        | ImageKind::GIF(bytes)
        | ImageKind::WEBP(bytes) => bytes,
        ImageKind::SVG(_) => return None,
    };
    // The bytes live as long as the document, so their address identifies them.
    let key = (Arc::as_ptr(bytes) as usize, store.colouring == Colouring::Mask);
    if let Some(known) = store.images.get(&key) {
        return known.clone();
    }
    let data = Arc::clone(bytes).into();
    let image = match store.production.inks() {
        Some(_) if key.1 => ink_image::in_greys(kind),
        Some(inks) => ink_image::convert(kind, inks),
        None => match kind {
            ImageKind::PNG(_) => Image::from_png(data, true),
            ImageKind::JPEG(_) => Image::from_jpeg(data, true),
            ImageKind::GIF(_) => Image::from_gif(data, true),
            _ => Image::from_webp(data, true),
        }
        .ok(),
    };
    store.images.insert(key, image.clone());
    image
}

/// An effect with more pixels than this is left out.
const MOST_PIXELS: f32 = 40_000_000.0;

/// Draws a group with filters as a bitmap.
pub(super) fn rasterised(surface: &mut Surface<'_>, node: &Node, group: &Group, store: &mut Store) {
    let Some(area) = node.abs_layer_bounding_box() else { return };
    let scale = store.raster_dpi / 25.4;
    let (width, height) = ((area.width() * scale).ceil(), (area.height() * scale).ceil());
    if !(width >= 1.0 && height >= 1.0 && width * height <= MOST_PIXELS) {
        return;
    }
    let Some(mut pixmap) = Pixmap::new(width as u32, height as u32) else { return };
    // The node draws itself in its parent's coordinates and is then shifted by its box, so
    // the parent's transform goes between the two.
    let Some(own) = group.transform().invert() else { return };
    let parent = group.abs_transform().pre_concat(own);
    let Some(back) = parent.invert() else { return };
    let shift = usvg::Transform::from_translate(area.x(), area.y());
    let place = usvg::Transform::from_scale(scale, scale)
        .pre_translate(-area.x(), -area.y())
        .pre_concat(parent)
        .pre_concat(shift);
    if resvg::render_node(node, place, &mut pixmap.as_mut()).is_none() {
        return;
    }
    let pixels: Vec<u8> = pixmap
        .pixels()
        .iter()
        .flat_map(|pixel| {
            let pixel = pixel.demultiply();
            [pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()]
        })
        .collect();
    let (width_px, height_px) = (width as u32, height as u32);
    let image = match store.production.inks() {
        Some(inks) => ink_image::from_rgba(&pixels, (width_px, height_px), inks),
        None => Some(Image::from_rgba8(pixels, width_px, height_px)),
    };
    let Some(image) = image else { return };
    if let Some(size) = Size::from_wh(width / scale, height / scale) {
        surface.push_transform(&paint::transform(back.pre_concat(shift)));
        surface.draw_image(image, size);
        surface.pop();
    }
}
