//! Pictures for a press: their pixels as inks.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use krilla::image::{BitsPerComponent, CustomImage, Image, ImageColorspace};
use siphasher::sip128::{Hasher128, SipHasher13};
use usvg::ImageKind;
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use super::inks::Inks;

/// A picture in inks, as krilla takes it.
#[derive(Clone)]
struct InkImage(Arc<Pixels>);

struct Pixels {
    inks: Vec<u8>,
    alpha: Option<Vec<u8>>,
    size: (u32, u32),
    /// Names the pixels, so that a document stores equal pictures once.
    key: u128,
}

impl Hash for InkImage {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.key.hash(state);
    }
}

impl CustomImage for InkImage {
    fn color_channel(&self) -> &[u8] {
        &self.0.inks
    }

    fn alpha_channel(&self) -> Option<&[u8]> {
        self.0.alpha.as_deref()
    }

    fn bits_per_component(&self) -> BitsPerComponent {
        BitsPerComponent::Eight
    }

    fn size(&self) -> (u32, u32) {
        self.0.size
    }

    fn icc_profile(&self) -> Option<&[u8]> {
        None
    }

    fn color_space(&self) -> ImageColorspace {
        ImageColorspace::Cmyk
    }
}

/// A picture file as inks. A JPEG that is made of inks already stays as it is.
pub(super) fn convert(kind: &ImageKind, inks: &Inks) -> Option<Image> {
    match kind {
        ImageKind::PNG(bytes) => png(bytes, inks),
        ImageKind::JPEG(bytes) => jpeg(bytes, inks),
        // Packages bring PNG and JPEG only.
        _ => None,
    }
}

fn png(bytes: &[u8], inks: &Inks) -> Option<Image> {
    let pixmap = resvg::tiny_skia::Pixmap::decode_png(bytes).ok()?;
    let pixels: Vec<u8> = pixmap
        .pixels()
        .iter()
        .map(|pixel| pixel.demultiply())
        .flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()])
        .collect();
    from_rgba(&pixels, (pixmap.width(), pixmap.height()), inks)
}

fn jpeg(bytes: &Arc<Vec<u8>>, inks: &Inks) -> Option<Image> {
    let options = DecoderOptions::default().jpeg_set_out_colorspace(ColorSpace::RGB);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes.as_slice()), options);
    decoder.decode_headers().ok()?;
    if matches!(decoder.input_colorspace(), Some(ColorSpace::CMYK | ColorSpace::YCCK)) {
        return Image::from_jpeg(Arc::clone(bytes).into(), true).ok();
    }
    let (width, height) = decoder.dimensions()?;
    let pixels = decoder.decode().ok()?;
    image(inks.of_pixels(&pixels), None, (width as u32, height as u32))
}

/// Pixels of red, green, blue and alpha as inks.
pub(super) fn from_rgba(pixels: &[u8], size: (u32, u32), inks: &Inks) -> Option<Image> {
    let colours: Vec<u8> =
        pixels.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    let alpha: Vec<u8> = pixels.chunks_exact(4).map(|pixel| pixel[3]).collect();
    let alpha = alpha.iter().any(|alpha| *alpha != 255).then_some(alpha);
    image(inks.of_pixels(&colours), alpha, size)
}

fn image(inks: Vec<u8>, alpha: Option<Vec<u8>>, size: (u32, u32)) -> Option<Image> {
    let mut hasher = SipHasher13::new();
    (&inks, &alpha, size).hash(&mut hasher);
    let key = hasher.finish128().as_u128();
    Image::from_custom(InkImage(Arc::new(Pixels { inks, alpha, size, key })), true).ok()
}
