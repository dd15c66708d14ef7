//! Pictures of a package: confined to its folder, checked before they are decoded.

use std::collections::BTreeMap;
use std::sync::Arc;

use cardwright_model::files::SourceFolder;
use usvg::ImageKind;

use crate::number::digest;

/// Pictures by their path inside the package.
#[derive(Debug, Clone, Default)]
pub(crate) struct Pictures {
    pictures: BTreeMap<String, Picture>,
}

/// A PNG or JPEG file.
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
}

/// Decoding takes four bytes per pixel, so even a small file could exhaust the memory.
const MOST_PIXELS: u64 = 64_000_000;
const LARGEST_FILE: u64 = 32 << 20;

impl Pictures {
    /// The picture at that path.
    pub(crate) fn get(&self, path: &str) -> Option<&Picture> {
        self.pictures.get(path)
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
    /// Reads a picture of a package.
    pub(crate) fn read(package: &SourceFolder<'_>, path: &str) -> Result<Picture, String> {
        let bytes = package
            .read(path, LARGEST_FILE)
            .map_err(|error| format!("`{path}` cannot be used: {error}"))?;
        Picture::from_bytes(bytes).map_err(|reason| format!("`{path}` {reason}"))
    }

    /// Takes the bytes of a PNG or JPEG file.
    pub(crate) fn from_bytes(bytes: Vec<u8>) -> Result<Picture, String> {
        let format = match imagesize::image_type(&bytes) {
            Ok(imagesize::ImageType::Png) => Format::Png,
            Ok(imagesize::ImageType::Jpeg) => Format::Jpeg,
            _ => return Err("is neither PNG nor JPEG".to_owned()),
        };
        let size = imagesize::blob_size(&bytes).map_err(|_| "is damaged".to_owned())?;
        if size.width == 0 || size.height == 0 || (size.width * size.height) as u64 > MOST_PIXELS {
            return Err(format!("has {} × {} pixels", size.width, size.height));
        }
        let (width, height) = (size.width as u32, size.height as u32);
        let digest = digest(&bytes);
        Ok(Picture { format, bytes: Arc::new(bytes), digest, width, height })
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
        }
    }

    pub(crate) fn kind(&self) -> ImageKind {
        match self.format {
            Format::Png => ImageKind::PNG(Arc::clone(&self.bytes)),
            Format::Jpeg => ImageKind::JPEG(Arc::clone(&self.bytes)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn only_png_and_jpeg_are_taken() {
        assert!(Picture::from_bytes(b"GIF89a\x01\x00\x01\x00".to_vec()).is_err());
        assert!(Picture::from_bytes(b"hello".to_vec()).is_err());
    }
}
