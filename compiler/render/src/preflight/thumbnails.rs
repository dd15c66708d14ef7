//! Small copies of pictures, made once per package.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use resvg::tiny_skia::Pixmap;
use usvg::{ImageKind, Node, Transform};

/// The longest side of a copy, in pixels.
const THUMBNAIL: f32 = 256.0;

/// Small copies of pictures, by the bytes they were made from.
#[derive(Default)]
pub(super) struct Thumbnails {
    known: Mutex<BTreeMap<usize, Arc<Pixmap>>>,
}

impl Thumbnails {
    /// The small copy of a picture; `None` if it is neither PNG nor JPEG.
    pub(super) fn get(&self, node: &Node, image: &usvg::Image) -> Option<Arc<Pixmap>> {
        let key = match image.kind() {
            ImageKind::PNG(bytes) | ImageKind::JPEG(bytes) => Arc::as_ptr(bytes) as usize,
            _ => return None,
        };
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        if known.is_some() {
            return known;
        }
        let (width, height) = (image.size().width(), image.size().height());
        let shrink = (THUMBNAIL / width.max(height)).min(1.0);
        let mut pixmap = Pixmap::new(
            (width * shrink).ceil().max(1.0) as u32,
            (height * shrink).ceil().max(1.0) as u32,
        )?;
        let corner = node.abs_layer_bounding_box()?;
        let place =
            Transform::from_scale(pixmap.width() as f32 / width, pixmap.height() as f32 / height);
        let place = place.pre_translate(corner.x(), corner.y());
        resvg::render_node(node, place, &mut pixmap.as_mut());
        let pixmap = Arc::new(pixmap);
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        Some(Arc::clone(known.entry(key).or_insert(pixmap)))
    }
}
