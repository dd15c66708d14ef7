//! The ICC profile of a press, given by the user.
//!
//! Profiles are not shipped: their licences differ, and printers hand out the one they want.

use std::fmt;
use std::sync::Arc;

use cardwright_model::files::SourceFolder;
use moxcms::{
    ColorProfile, DataColorSpace, Layout, RenderingIntent, Transform8BitExecutor, TransformOptions,
};

use super::inks::Ink;
use crate::number::digest;

/// Profiles of presses have at most about 2 MB; this leaves room.
const LARGEST_FILE: u64 = 16 << 20;

/// A CMYK profile, and the conversion from sRGB to it.
#[derive(Clone)]
pub struct Profile {
    bytes: Arc<Vec<u8>>,
    convert: Arc<Transform8BitExecutor>,
}

impl Profile {
    /// Reads a profile of a package.
    pub fn read(package: &SourceFolder<'_>, path: &str) -> Result<Profile, String> {
        let bytes = package
            .read(path, LARGEST_FILE)
            .map_err(|error| format!("`{path}` cannot be used: {error}"))?;
        Profile::from_bytes(bytes).map_err(|reason| format!("`{path}` {reason}"))
    }

    /// Takes the bytes of an ICC file.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Profile, String> {
        let press = ColorProfile::new_from_slice(&bytes)
            .map_err(|error| format!("is not a usable ICC profile: {error}"))?;
        if press.color_space != DataColorSpace::Cmyk {
            return Err("is not a profile for CMYK".to_owned());
        }
        // The first intent keeps colours unchanged that the press can print, but not every profile
        // has a table for it.
        let intents = [RenderingIntent::RelativeColorimetric, RenderingIntent::Perceptual];
        let convert = intents.iter().find_map(|intent| {
            let options =
                TransformOptions { rendering_intent: *intent, ..TransformOptions::default() };
            ColorProfile::new_srgb()
                .create_transform_8bit(Layout::Rgb, &press, Layout::Rgba, options)
                .ok()
        });
        let convert = convert.ok_or("has no table from colours to inks")?;
        Ok(Profile { bytes: Arc::new(bytes), convert })
    }

    /// The file itself, which documents embed.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub(super) fn convert(&self, colour: [u8; 3]) -> Ink {
        let ink = self.convert_pixels(&colour);
        [ink[0], ink[1], ink[2], ink[3]]
    }

    pub(super) fn convert_pixels(&self, pixels: &[u8]) -> Vec<u8> {
        let mut inks = vec![0; pixels.len() / 3 * 4];
        self.convert
            .transform(&pixels[..pixels.len() / 3 * 3], &mut inks)
            .expect("both slices hold the same number of pixels");
        inks
    }
}

impl PartialEq for Profile {
    fn eq(&self, other: &Profile) -> bool {
        self.bytes == other.bytes
    }
}

impl fmt::Debug for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Profile({} bytes, {:032x})", self.bytes.len(), digest(&self.bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_profiles_of_presses_are_taken() {
        assert!(Profile::from_bytes(b"hello".to_vec()).is_err());
        let screen = ColorProfile::new_srgb().encode().expect("sRGB can be written");
        let reason = Profile::from_bytes(screen).expect_err("sRGB is not a press");
        assert!(reason.contains("CMYK"), "{reason}");
    }
}
