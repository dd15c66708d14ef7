//! Colours of a generated picture.

use super::Request;
use crate::colour::Colour;
use crate::number::Random;

/// The colours a scene is painted with, from far and light to near and dark.
#[derive(Debug, Clone)]
pub(crate) struct Palette {
    pub(crate) sky: Colour,
    pub(crate) glow: Colour,
    pub(crate) far: Colour,
    pub(crate) middle: Colour,
    pub(crate) near: Colour,
    pub(crate) ink: Colour,
    pub(crate) accent: Colour,
}

impl Palette {
    pub(crate) fn of(request: &Request, random: &mut Random) -> Palette {
        // Types and damage say more than the kind, and the kind says more than the family.
        let mut words = request.hints.iter().chain([&request.kind, &request.family]);
        let found = words.find_map(|word| request.hues.get(word).copied());
        let (hue, saturation) = found.unwrap_or_else(|| (random.between(0.0, 360.0), 0.35));
        let hue = hue + random.between(-12.0, 12.0);
        let warm = light_hue(hue, random);
        let palette = Palette {
            sky: Colour::from_hsl(hue + 14.0, saturation * 0.8, 0.62),
            glow: Colour::from_hsl(warm, (saturation + 0.35).min(0.9), 0.84),
            far: Colour::from_hsl(hue + 8.0, saturation * 0.75, 0.46),
            middle: Colour::from_hsl(hue, saturation * 0.85, 0.30),
            near: Colour::from_hsl(hue - 8.0, saturation * 0.9, 0.17),
            ink: Colour::from_hsl(hue - 14.0, saturation * 0.8, 0.085),
            accent: Colour::from_hsl(light_hue(warm, random), (saturation + 0.4).min(0.95), 0.64),
        };
        match request.colour {
            Some(colour) => palette.tinted(colour),
            None => palette,
        }
    }

    /// Shifts the colours towards the one the template asks for.
    fn tinted(self, colour: Colour) -> Palette {
        let lean = |own: Colour, share: f32| {
            let target = if own.luminance() > colour.luminance() {
                colour.lighten((own.luminance() - colour.luminance()) * 1.1)
            } else {
                colour.darken(1.0 - own.luminance() / colour.luminance().max(0.01))
            };
            own.mix(target, share)
        };
        Palette {
            sky: lean(self.sky, 0.7),
            glow: lean(self.glow, 0.4),
            far: lean(self.far, 0.7),
            middle: lean(self.middle, 0.7),
            near: lean(self.near, 0.7),
            ink: lean(self.ink, 0.5),
            accent: self.accent,
        }
    }
}

/// The hue of the light in a scene of that hue. Reds and browns are lit in gold, because a
/// neighbour on the colour wheel would look green; other hues are lit by a neighbour.
fn light_hue(hue: f32, random: &mut Random) -> f32 {
    const GOLD: f32 = 44.0;
    let from_red = (hue + 180.0).rem_euclid(360.0) - 180.0;
    let share = random.between(0.5, 0.8);
    if (-40.0..=70.0).contains(&from_red) {
        from_red + (GOLD - from_red) * share
    } else {
        hue + 40.0 * share
    }
}
