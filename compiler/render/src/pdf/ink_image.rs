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
    samples: Vec<u8>,
    alpha: Option<Vec<u8>>,
    size: (u32, u32),
    space: ImageColorspace,
    /// A digest of the pixels, so that a document stores equal pictures once.
    key: u128,
}

impl Hash for InkImage {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.key.hash(state);
    }
}

impl CustomImage for InkImage {
    fn color_channel(&self) -> &[u8] {
        &self.0.samples
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
        self.0.space
    }
}

/// A picture file as inks. A JPEG that consists of inks already stays as it is, unless the printer
/// has a limit that it may exceed.
pub(super) fn convert(kind: &ImageKind, inks: &Inks) -> Option<Image> {
    if let ImageKind::JPEG(bytes) = kind
        && inks.limit.is_none()
        && is_inks(bytes)
    {
        return Image::from_jpeg(Arc::clone(bytes).into(), true).ok();
    }
    let (pixels, size) = decode(kind)?;
    from_rgba(&pixels, size, inks)
}

/// A picture file as greys, for masks. SVG weighs the colours in this way.
pub(super) fn in_greys(kind: &ImageKind) -> Option<Image> {
    let (pixels, size) = decode(kind)?;
    let grey = |pixel: &[u8]| {
        let [red, green, blue] = [pixel[0], pixel[1], pixel[2]].map(f32::from);
        (0.2125 * red + 0.7154 * green + 0.0721 * blue).round() as u8
    };
    let greys = pixels.chunks_exact(4).map(grey).collect();
    image(greys, alpha(&pixels), size, ImageColorspace::Luma)
}

/// The pixels of a file as red, green, blue and alpha. Packages can only contain PNG and JPEG.
fn decode(kind: &ImageKind) -> Option<(Vec<u8>, (u32, u32))> {
    match kind {
        ImageKind::PNG(bytes) => {
            let pixmap = resvg::tiny_skia::Pixmap::decode_png(bytes).ok()?;
            let pixels = pixmap.pixels().iter().map(|pixel| pixel.demultiply());
            let pixels =
                pixels.flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()]);
            Some((pixels.collect(), (pixmap.width(), pixmap.height())))
        }
        ImageKind::JPEG(bytes) => {
            let options = DecoderOptions::default().jpeg_set_out_colorspace(ColorSpace::RGBA);
            let source = ZCursor::new(bytes.as_slice());
            let mut decoder = JpegDecoder::new_with_options(source, options);
            let pixels = decoder.decode().ok()?;
            let (width, height) = decoder.dimensions()?;
            Some((pixels, (width as u32, height as u32)))
        }
        _ => None,
    }
}

fn is_inks(jpeg: &[u8]) -> bool {
    let mut decoder = JpegDecoder::new(ZCursor::new(jpeg));
    decoder.decode_headers().is_ok()
        && matches!(decoder.input_colorspace(), Some(ColorSpace::CMYK | ColorSpace::YCCK))
}

fn alpha(pixels: &[u8]) -> Option<Vec<u8>> {
    let alpha: Vec<u8> = pixels.chunks_exact(4).map(|pixel| pixel[3]).collect();
    alpha.iter().any(|alpha| *alpha != 255).then_some(alpha)
}

/// How much of a picture takes more ink than the limit, from 0 to 1, and the most that any spot
/// takes, in percent.
pub(crate) fn excess(kind: &ImageKind, inks: &Inks) -> Option<(f32, f32)> {
    let (pixels, _) = decode(kind)?;
    let opaque = pixels.chunks_exact(4).filter(|pixel| pixel[3] > 0);
    let colours: Vec<u8> = opaque.flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    Some(inks.excess(&colours))
}

/// Pixels of red, green, blue and alpha as inks.
pub(super) fn from_rgba(pixels: &[u8], size: (u32, u32), inks: &Inks) -> Option<Image> {
    let colours: Vec<u8> =
        pixels.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    image(inks.of_pixels(&colours), alpha(pixels), size, ImageColorspace::Cmyk)
}

fn image(
    samples: Vec<u8>,
    alpha: Option<Vec<u8>>,
    size: (u32, u32),
    space: ImageColorspace,
) -> Option<Image> {
    let mut hasher = SipHasher13::new();
    (&samples, &alpha, size, space).hash(&mut hasher);
    let key = hasher.finish128().as_u128();
    let pixels = Pixels { samples, alpha, size, space, key };
    Image::from_custom(InkImage(Arc::new(pixels)), true).ok()
}
