//! Pictures of a package: confined to its folder, checked before they are decoded.

use std::collections::BTreeMap;
use std::io::Cursor;
use std::sync::Arc;

use cardwright_model::files::SourceFolder;
use usvg::ImageKind;
use zune_jpeg::zune_core::options::DecoderOptions;

use crate::fence;
use crate::number::digest;
use crate::vector::Vector;

/// Pictures by their path inside the package.
#[derive(Debug, Clone, Default)]
pub(crate) struct Pictures {
    pictures: BTreeMap<String, Picture>,
    drawings: BTreeMap<String, Vector>,
}

/// A file of pixels.
#[derive(Debug, Clone)]
pub(crate) struct Picture {
    format: Format,
    bytes: Arc<Vec<u8>>,
    digest: u128,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    Png,
    Jpeg,
    /// Becomes PNG once it is verified.
    Webp,
}

/// Decoding takes four bytes per pixel, so even a small file could exhaust the memory. This is a
/// sheet of A3 at 350 dpi.
const MOST_PIXELS: u64 = 25_000_000;
/// Drawing libraries lose count in longer rows.
const LONGEST_SIDE: usize = 30_000;
const LARGEST_FILE: u64 = 32 << 20;
/// A JPEG file may hold a picture in many layers, each of which takes as long as the whole.
const MOST_SCANS: usize = 64;

impl Pictures {
    /// The picture at that path.
    pub(crate) fn get(&self, path: &str) -> Option<&Picture> {
        self.pictures.get(path)
    }

    /// The drawing at that path.
    pub(crate) fn drawing(&self, path: &str) -> Option<&Vector> {
        self.drawings.get(path)
    }

    /// Adds a drawing that was read already.
    pub(crate) fn insert_drawing(&mut self, path: &str, drawing: Vector) {
        self.drawings.insert(path.to_owned(), drawing);
    }

    /// The path of a picture in a drawing.
    pub(crate) fn name_of(&self, kind: &ImageKind) -> Option<&str> {
        let bytes = match kind {
            ImageKind::PNG(bytes) | ImageKind::JPEG(bytes) => bytes,
            _ => return None,
        };
        let mut known = self.pictures.iter();
        known.find(|(_, known)| Arc::ptr_eq(&known.bytes, bytes)).map(|(path, _)| path.as_str())
    }

    /// Adds a picture that was read already.
    pub(crate) fn insert(&mut self, path: &str, picture: Picture) {
        self.pictures.insert(path.to_owned(), picture);
    }
}

impl Picture {
    /// Reads the bytes of a picture of a package.
    pub(crate) fn read(package: &SourceFolder<'_>, path: &str) -> Result<Vec<u8>, String> {
        package.read(path, LARGEST_FILE).map_err(|error| format!("cannot be used: {error}"))
    }

    /// Takes the bytes of a PNG, JPEG or WebP file.
    pub(crate) fn from_bytes(bytes: Vec<u8>) -> Result<Picture, String> {
        let format = match imagesize::image_type(&bytes) {
            Ok(imagesize::ImageType::Png) => Format::Png,
            Ok(imagesize::ImageType::Jpeg) => Format::Jpeg,
            Ok(imagesize::ImageType::Webp) => Format::Webp,
            _ => return Err("is neither PNG, JPEG, WebP nor SVG".to_owned()),
        };
        let size = imagesize::blob_size(&bytes).map_err(|_| DAMAGED.to_owned())?;
        if size.width == 0 || size.height == 0 {
            return Err("has no pixels".to_owned());
        }
        let pixels = size.width.saturating_mul(size.height) as u64;
        if pixels > MOST_PIXELS || size.width.max(size.height) > LONGEST_SIDE {
            return Err(format!(
                "has {} × {} pixels; a picture may have {} million, and {LONGEST_SIDE} on a side",
                size.width,
                size.height,
                MOST_PIXELS / 1_000_000
            ));
        }
        let (width, height) = (size.width as u32, size.height as u32);
        let digest = digest(&bytes);
        Ok(Picture { format, bytes: Arc::new(bytes), digest, width, height })
    }

    /// Decodes the whole picture once, so that one that is damaged or cut off is found here and not
    /// printed as an empty space. A picture with 16 bits a colour becomes one with 8, which is what
    /// is printed: libraries would take a hundred times the memory for it.
    pub(crate) fn verified(self) -> Result<Picture, String> {
        fence::attempted(|| match self.format {
            Format::Png => self.verified_png(),
            Format::Webp => self.decoded_webp(),
            Format::Jpeg => {
                verify_jpeg(&self.bytes, self.width, self.height)?;
                Ok(self)
            }
        })
    }

    fn verified_png(self) -> Result<Picture, String> {
        let mut decoder = png::Decoder::new(Cursor::new(&self.bytes[..]));
        decoder.set_transformations(png::Transformations::normalize_to_color8());
        let mut reader = decoder.read_info().map_err(|error| of_png(&error))?;
        if reader.info().bit_depth != png::BitDepth::Sixteen {
            // Row by row, to hold no more of it than that.
            while reader.next_row().map_err(|error| of_png(&error))?.is_some() {}
            return Ok(self);
        }
        let length = reader.output_buffer_size().ok_or("is too large")?;
        let mut pixels = vec![0; length];
        let frame = reader.next_frame(&mut pixels).map_err(|error| of_png(&error))?;
        self.into_png(frame.color_type, &pixels[..frame.buffer_size()])
    }

    /// A WebP file as PNG, which all programs that read our files understand.
    fn decoded_webp(self) -> Result<Picture, String> {
        let damaged = |_| "is damaged: save it again".to_owned();
        let decoder = image_webp::WebPDecoder::new(Cursor::new(&self.bytes[..]));
        let mut decoder = decoder.map_err(damaged)?;
        decoder.set_memory_limit(MOST_PIXELS as usize * 8);
        if decoder.is_animated() {
            return Err("moves: save one picture of it".to_owned());
        }
        if decoder.dimensions() != (self.width, self.height) {
            return Err("is damaged: save it again".to_owned());
        }
        let length = decoder.output_buffer_size().ok_or("is too large")?;
        let mut pixels = vec![0; length];
        decoder.read_image(&mut pixels).map_err(damaged)?;
        let has_alpha = decoder.has_alpha();
        drop(decoder);
        let colours = if has_alpha { png::ColorType::Rgba } else { png::ColorType::Rgb };
        self.into_png(colours, &pixels)
    }

    /// The same picture from pixels of eight bits a colour.
    fn into_png(self, colours: png::ColorType, pixels: &[u8]) -> Result<Picture, String> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.width, self.height);
        encoder.set_color(colours);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::Fast);
        let written = encoder.write_header().and_then(|mut writer| {
            writer.write_image_data(pixels)?;
            writer.finish()
        });
        written.map_err(|_| DAMAGED.to_owned())?;
        let digest = digest(&bytes);
        Ok(Picture { format: Format::Png, bytes: Arc::new(bytes), digest, ..self })
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Identifies the contents of the file.
    pub(crate) fn digest(&self) -> u128 {
        self.digest
    }

    pub(crate) fn media_type(&self) -> &'static str {
        match self.format {
            Format::Png => "image/png",
            Format::Jpeg => "image/jpeg",
            Format::Webp => "image/webp",
        }
    }

    pub(crate) fn kind(&self) -> ImageKind {
        match self.format {
            Format::Png => ImageKind::PNG(Arc::clone(&self.bytes)),
            Format::Jpeg => ImageKind::JPEG(Arc::clone(&self.bytes)),
            Format::Webp => ImageKind::WEBP(Arc::clone(&self.bytes)),
        }
    }
}

const DAMAGED: &str = "is damaged: save it again as PNG or JPEG";
const CUT_OFF: &str = "is cut off: the file ends before the picture does; copy or save it again";

/// What is wrong with a PNG file.
fn of_png(error: &png::DecodingError) -> String {
    match error {
        png::DecodingError::IoError(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => {
            CUT_OFF.to_owned()
        }
        _ => DAMAGED.to_owned(),
    }
}

fn verify_jpeg(bytes: &[u8], width: u32, height: u32) -> Result<(), String> {
    let scans = bytes.windows(2).filter(|pair| pair == &[0xff, 0xda]).count();
    if scans == 0 || !bytes.windows(2).any(|pair| pair == [0xff, 0xd9]) {
        return Err(CUT_OFF.to_owned());
    }
    if scans > MOST_SCANS {
        return Err(format!("has more than {MOST_SCANS} layers: save it again as a plain JPEG"));
    }
    let options = DecoderOptions::default().set_strict_mode(true);
    let mut decoder = zune_jpeg::JpegDecoder::new_with_options(Cursor::new(bytes), options);
    decoder.decode().map_err(|_| DAMAGED.to_owned())?;
    let same = decoder
        .info()
        .is_some_and(|info| (u32::from(info.width), u32::from(info.height)) == (width, height));
    if same { Ok(()) } else { Err(DAMAGED.to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn png(width: u32, height: u32, depth: png::BitDepth) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, width, height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(depth);
        let row = width as usize * if depth == png::BitDepth::Sixteen { 6 } else { 3 };
        let pixels: Vec<u8> = (0..row * height as usize).map(|index| index as u8).collect();
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(&pixels).unwrap();
        writer.finish().unwrap();
        bytes
    }

    fn verified(bytes: Vec<u8>) -> Result<Picture, String> {
        Picture::from_bytes(bytes)?.verified()
    }

    #[test]
    fn a_picture_that_is_cut_off_is_refused() {
        let whole = png(60, 40, png::BitDepth::Eight);
        assert!(verified(whole.clone()).is_ok());
        let cut = verified(whole[..whole.len() / 2].to_vec()).unwrap_err();
        assert_eq!(cut, CUT_OFF);
        let mut damaged = whole;
        let middle = damaged.len() / 2;
        damaged[middle] ^= 0xff;
        assert_eq!(verified(damaged).unwrap_err(), DAMAGED);
    }

    #[test]
    fn sixteen_bits_become_eight() {
        let picture = verified(png(20, 10, png::BitDepth::Sixteen)).unwrap();
        let decoder = png::Decoder::new(Cursor::new(picture.bytes()));
        assert_eq!(decoder.read_info().unwrap().info().bit_depth, png::BitDepth::Eight);
        assert_eq!((picture.width, picture.height), (20, 10));
    }

    #[test]
    fn a_row_without_end_is_refused() {
        let mut head = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
        for side in [20_000_000u32, 1] {
            head.extend(side.to_be_bytes());
        }
        head.extend([8, 6, 0, 0, 0, 0, 0, 0, 0]);
        let refused = Picture::from_bytes(head).unwrap_err();
        assert!(refused.contains("20000000 × 1 pixels"), "{refused}");
    }

    #[test]
    fn a_small_file_with_too_many_pixels_is_refused() {
        // The head of a PNG file of 12,000 × 12,000 pixels, which would be 576 MB in memory.
        let mut head = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
        for side in [12_000u32, 12_000] {
            head.extend(side.to_be_bytes());
        }
        head.extend([8, 6, 0, 0, 0, 0, 0, 0, 0]);
        let refused = Picture::from_bytes(head).unwrap_err();
        assert!(refused.contains("12000 × 12000"), "{refused}");
    }

    #[test]
    fn webp_becomes_png() {
        let mut bytes = Vec::new();
        let pixels = [200, 30, 40, 255, 10, 220, 60, 0];
        let encoder = image_webp::WebPEncoder::new(&mut bytes);
        encoder.encode(&pixels, 2, 1, image_webp::ColorType::Rgba8).unwrap();
        let picture = verified(bytes.clone()).unwrap();
        assert_eq!((picture.width, picture.height, picture.media_type()), (2, 1, "image/png"));
        let mut reader = png::Decoder::new(Cursor::new(picture.bytes())).read_info().unwrap();
        let mut read = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut read).unwrap();
        assert_eq!(read[..4], pixels[..4]);
        assert_eq!(read[7], 0);
        bytes.truncate(bytes.len() - 4);
        assert!(verified(bytes).is_err());
    }

    #[test]
    fn other_files_are_not_taken() {
        assert!(Picture::from_bytes(b"GIF89a\x01\x00\x01\x00".to_vec()).is_err());
        assert!(Picture::from_bytes(b"hello".to_vec()).is_err());
    }
}
