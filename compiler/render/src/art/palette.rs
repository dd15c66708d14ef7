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

/// Leading hue and saturation by word: types and damage say more than the kind does.
const HUES: &[(&str, f32, f32)] = &[
    ("undead", 100.0, 0.22),
    ("spirit", 190.0, 0.35),
    ("fire", 16.0, 0.70),
    ("flaming", 16.0, 0.70),
    ("cold", 200.0, 0.50),
    ("ice", 200.0, 0.50),
    ("water", 196.0, 0.55),
    ("electric", 228.0, 0.55),
    ("toxin", 88.0, 0.50),
    ("poison", 88.0, 0.50),
    ("spider", 88.0, 0.35),
    ("goblin", 74.0, 0.42),
    ("animal", 34.0, 0.42),
    ("golem", 26.0, 0.18),
    ("dragon", 8.0, 0.62),
    ("monster", 350.0, 0.40),
    ("magic", 262.0, 0.48),
    ("skill", 150.0, 0.38),
    ("tactic", 12.0, 0.45),
    ("equipment", 208.0, 0.26),
    ("adventurer", 36.0, 0.55),
    ("quest", 46.0, 0.55),
    ("creature", 20.0, 0.35),
    ("character", 355.0, 0.32),
    ("event", 280.0, 0.32),
    ("terrain", 160.0, 0.30),
    ("trap", 18.0, 0.50),
    ("dungeon", 215.0, 0.18),
    ("crawler", 220.0, 0.35),
    ("adventure", 40.0, 0.45),
];

impl Palette {
    pub(crate) fn of(request: &Request, random: &mut Random) -> Palette {
        let words = request.hints.iter().chain([&request.kind, &request.family]);
        let found = words
            .filter_map(|word| HUES.iter().find(|(name, ..)| name == word))
            .map(|(_, hue, saturation)| (*hue, *saturation))
            .next();
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

    /// Leans the colours towards the one the template asks for.
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

/// The hue of light in a scene of that hue: reds and browns are lit in gold, which does not
/// tip over into green; other hues by a neighbour on the wheel.
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
