//! The pixels of a card as it is cut.

use jpeg_encoder::{ColorType, Encoder, SamplingFactor};

use super::{DPI, Face, LONGEST, Piece};

/// JPEG quality. Type stays crisp from about this value on; picked by eye.
const QUALITY: u8 = 85;

/// Opaque pixels, three bytes each, row by row.
#[derive(Clone)]
pub(super) struct Picture {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) pixels: Vec<u8>,
}

impl Picture {
    /// Draws a side without its bleed; large tiles get fewer pixels per inch.
    pub(super) fn draw(face: &dyn Face, of: &Piece<'_>) -> Result<Picture, String> {
        let longest = of.width.max(of.height) / 25.4;
        let (width, height, pixels) = face.pixels(DPI.min(LONGEST / longest))?;
        Ok(Picture { width, height, pixels })
    }

    /// A white picture.
    pub(super) fn white(width: u32, height: u32) -> Picture {
        Picture { width, height, pixels: vec![255; (width * height * 3) as usize] }
    }

    /// Puts another picture into this one; what does not fit is cut off.
    pub(super) fn put(&mut self, other: &Picture, left: u32, top: u32) {
        let columns = other.width.min(self.width.saturating_sub(left));
        for row in 0..other.height.min(self.height.saturating_sub(top)) {
            let from = (row * other.width * 3) as usize;
            let to = (((top + row) * self.width + left) * 3) as usize;
            let bytes = (columns * 3) as usize;
            self.pixels[to..to + bytes].copy_from_slice(&other.pixels[from..from + bytes]);
        }
    }

    /// The picture as a JPEG file.
    pub(super) fn jpeg(&self) -> Result<Vec<u8>, String> {
        let side = |pixels: u32| u16::try_from(pixels).map_err(|_| "the picture is too large");
        let mut bytes = Vec::new();
        let mut encoder = Encoder::new(&mut bytes, QUALITY);
        // Coloured type on a coloured background blurs if colour is stored with fewer pixels.
        encoder.set_sampling_factor(SamplingFactor::R_4_4_4);
        encoder
            .encode(&self.pixels, side(self.width)?, side(self.height)?, ColorType::Rgb)
            .map_err(|error| error.to_string())?;
        Ok(bytes)
    }
}
