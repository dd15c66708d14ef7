//! The ICC profile of a press: one that is shipped, or one that the package brings.
//!
//! Colours are converted relative to the paper, so that those the press can print stay as they are,
//! and with the black of the screen on the black of the press, so that shadows keep their detail.

use std::fmt;
use std::sync::Arc;

use cardwright_model::files::SourceFolder;
use moxcms::{
    ColorProfile, DataColorSpace, Layout, ProfileText, RenderingIntent, Transform8BitExecutor,
    TransformOptions,
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
    /// What each amount of a channel of the screen becomes before it is converted.
    lifted: Arc<[u8; 256]>,
    description: String,
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
        let options = |intent: &RenderingIntent| TransformOptions {
            rendering_intent: *intent,
            ..TransformOptions::default()
        };
        let screen = ColorProfile::new_srgb();
        let convert = intents.iter().find_map(|intent| {
            screen.create_transform_8bit(Layout::Rgb, &press, Layout::Rgba, options(intent)).ok()
        });
        let convert = convert.ok_or("has no table from colours to inks")?;
        let back = intents.iter().find_map(|intent| {
            press.create_transform_8bit(Layout::Rgba, &screen, Layout::Rgb, options(intent)).ok()
        });
        let lifted = back.map_or(0.0, |back| darkest(&*convert, &*back));
        Ok(Profile {
            description: description(&press).unwrap_or("a profile without a name").to_owned(),
            bytes: Arc::new(bytes),
            convert,
            lifted: Arc::new(lifted_by(lifted)),
        })
    }

    /// What it calls itself.
    pub(crate) fn description(&self) -> &str {
        &self.description
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
        let whole = &pixels[..pixels.len() / 3 * 3];
        let lifted: Vec<u8> =
            whole.iter().map(|channel| self.lifted[usize::from(*channel)]).collect();
        self.convert
            .transform(&lifted, &mut inks)
            .expect("both slices hold the same number of pixels");
        inks
    }
}

fn description(profile: &ColorProfile) -> Option<&str> {
    let text = match profile.description.as_ref()? {
        ProfileText::PlainString(text) => text,
        ProfileText::Localizable(texts) => &texts.first()?.value,
        ProfileText::Description(text) => &text.ascii_string,
    };
    Some(text.trim_end_matches('\0').trim()).filter(|text| !text.is_empty())
}

/// How light the darkest colour of the press is, from 0 to 1.
fn darkest(convert: &Transform8BitExecutor, back: &Transform8BitExecutor) -> f32 {
    let (mut ink, mut seen) = ([0; 4], [0; 3]);
    if convert.transform(&[0; 3], &mut ink).is_err() || back.transform(&ink, &mut seen).is_err() {
        return 0.0;
    }
    let [red, green, blue] = seen.map(light);
    // No press is as pale as that; such a profile is odd, and is taken as it is.
    Some(0.2126 * red + 0.7152 * green + 0.0722 * blue).filter(|dark| *dark < 0.1).unwrap_or(0.0)
}

/// The amounts of a channel when black is lifted to so much light, and white stays.
fn lifted_by(dark: f32) -> [u8; 256] {
    let mut lifted = [0; 256];
    for (channel, lifted) in (0u8..=255).zip(&mut lifted) {
        let light = dark + (1.0 - dark) * light(channel);
        let encoded = if light <= 0.003_130_8 {
            light * 12.92
        } else {
            1.055 * light.powf(1.0 / 2.4) - 0.055
        };
        *lifted = (encoded * 255.0).round().clamp(0.0, 255.0) as u8;
    }
    lifted
}

/// The light of a channel of sRGB, from 0 to 1.
fn light(channel: u8) -> f32 {
    let encoded = f32::from(channel) / 255.0;
    if encoded <= 0.040_45 { encoded / 12.92 } else { ((encoded + 0.055) / 1.055).powf(2.4) }
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
