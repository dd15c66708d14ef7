//! Converts the colours of the screen to inks.
//!
//! A colour becomes ink in one of four ways, the first that applies:
//! 1. the theme says so: `[inks]` maps colours to percentages of cyan, magenta, yellow, black;
//! 2. greys are black ink alone, which cannot be printed out of register;
//! 3. so are words and thin lines in a colour that is nearly black ([`Inks::of_fine`]);
//! 4. the ICC profile of the press converts it. Without one, which no setting leads to, the simple
//!    rule does: black takes what cyan, magenta and yellow have in common.
//!
//! If a colour exceeds the limit of total ink, its cyan, magenta and yellow are reduced in
//! proportion; black stays.

use std::collections::BTreeMap;

use super::profile::Profile;
use crate::colour::Colour;

/// Amounts of cyan, magenta, yellow and black, 0 to 255.
pub(crate) type Ink = [u8; 4];

/// How colours become inks, and the press they are meant for.
#[derive(Debug, Clone, PartialEq)]
pub struct Inks {
    named: BTreeMap<[u8; 3], Ink>,
    profile: Option<Profile>,
    /// The most ink on one spot, in percent: 300 is three full layers. Without it 300, and
    /// pictures that consist of inks stay as they are.
    pub limit: Option<f32>,
    /// The printing condition the inks are meant for.
    pub condition: Condition,
}

/// A printing condition of the characterisation registry at color.org.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    /// Its name in the registry, such as `FOGRA39`.
    pub identifier: String,
    /// What it is, for people.
    pub info: String,
}

/// Conditions with a description, and the shipped profile for them; any other name of the registry
/// may be used together with a profile.
const CONDITIONS: &[(&str, &str, Option<&str>)] = &[
    ("FOGRA39", "Offset on coated paper, ISO 12647-2:2004", Some("fogra39-300")),
    ("FOGRA51", "Offset on premium coated paper, ISO 12647-2:2013", None),
    ("FOGRA52", "Offset on uncoated paper, ISO 12647-2:2013", None),
    ("CGATS TR 001", "Web offset on coated paper, SWOP", None),
    ("CGATS TR 003", "Web offset on coated paper of grade 3, SWOP", Some("swop-tr003-240")),
    ("CGATS TR 006", "Sheet-fed offset on coated paper, GRACoL", None),
    ("CGATS21-2-CRPC6", "Commercial offset on coated paper, GRACoL 2013", None),
];

/// The condition of a profile that belongs to none of the registry, as PDF/X calls it.
const CUSTOM: &str = "Custom";

impl Condition {
    /// The condition of that name.
    pub fn named(identifier: &str) -> Condition {
        let known = CONDITIONS.iter().find(|(name, ..)| *name == identifier);
        let info = known.map_or("", |(_, info, _)| info);
        Condition { identifier: identifier.to_owned(), info: info.to_owned() }
    }

    /// What a profile describes, in its own words.
    pub(crate) fn of(profile: &Profile) -> Condition {
        Condition { identifier: CUSTOM.to_owned(), info: profile.description().to_owned() }
    }

    /// True if it is in the registry.
    pub(crate) fn is_registered(&self) -> bool {
        self.identifier != CUSTOM
    }

    /// The name of the shipped profile for it, if there is one.
    pub(crate) fn shipped_profile(&self) -> Option<&'static str> {
        CONDITIONS.iter().find(|(name, ..)| *name == self.identifier)?.2
    }

    /// The conditions that a profile is shipped for.
    pub(crate) fn shipped() -> impl Iterator<Item = &'static str> {
        CONDITIONS.iter().filter(|(.., profile)| profile.is_some()).map(|(name, ..)| *name)
    }
}

impl Default for Inks {
    fn default() -> Inks {
        Inks {
            named: BTreeMap::new(),
            profile: None,
            limit: None,
            condition: Condition::named("FOGRA39"),
        }
    }
}

impl Inks {
    /// Inks with a profile for the colours that have no inks of their own.
    pub fn with_profile(mut self, profile: Profile) -> Inks {
        self.profile = Some(profile);
        self
    }

    /// The profile of the press, if one was given.
    pub fn profile(&self) -> Option<&Profile> {
        self.profile.as_ref()
    }

    /// Reads `[inks]` of a theme: colours, or names of `[colours]`, with four percentages.
    /// Entries with mistakes are returned with what is wrong.
    pub(crate) fn from_theme(theme: &toml::Table) -> (Inks, Vec<(String, String)>) {
        let mut inks = Inks::default();
        let mut refused = Vec::new();
        let entries = theme.get("inks").and_then(|inks| inks.as_table());
        for (name, value) in entries.into_iter().flatten() {
            let colour = Colour::parse(name).or_else(|| {
                let colours = theme.get("colours")?.as_table()?;
                Colour::parse(colours.get(name)?.as_str()?)
            });
            match (colour, percentages(value)) {
                (Some(colour), Some(ink)) => {
                    inks.named.insert([colour.red, colour.green, colour.blue], ink);
                }
                (None, _) => refused.push((
                    name.clone(),
                    "is neither a colour as `#rrggbb` nor a name of `[colours]`".to_owned(),
                )),
                (_, None) => refused.push((
                    name.clone(),
                    "needs four percentages, as `[0, 0, 0, 100]`: cyan, magenta, yellow, black"
                        .to_owned(),
                )),
            }
        }
        (inks, refused)
    }

    /// The colours that have inks of their own, in order.
    pub(crate) fn named(&self) -> impl Iterator<Item = ([u8; 3], Ink)> {
        self.named.iter().map(|(colour, ink)| (*colour, *ink))
    }

    /// The inks of a colour.
    pub fn of(&self, [red, green, blue]: [u8; 3]) -> Ink {
        if let Some(ink) = self.named.get(&[red, green, blue]) {
            return self.limited(*ink);
        }
        if red == green && green == blue {
            return [0, 0, 0, 255 - red];
        }
        let ink = match &self.profile {
            Some(profile) => profile.convert([red, green, blue]),
            None => simple([red, green, blue]),
        };
        self.limited(ink)
    }

    /// The inks of words and thin lines in that colour. One that is nearly black is black ink
    /// alone: four inks do not meet exactly enough for letters of two millimetres.
    pub(crate) fn of_fine(&self, colour: [u8; 3]) -> Ink {
        let [red, green, blue] = colour;
        let (light, dark) = (red.max(green).max(blue), red.min(green).min(blue));
        if self.named.contains_key(&colour) || light > DARK || light - dark > NEUTRAL {
            return self.of(colour);
        }
        let luma = (54 * u32::from(red) + 183 * u32::from(green) + 19 * u32::from(blue)) / 256;
        [0, 0, 0, if luma <= BLACK { 255 } else { 255 - luma as u8 }]
    }

    /// The inks of many pixels of three bytes each. Grey pixels of a picture are converted by the
    /// profile too; black ink alone would leave holes in the shadows of a photograph.
    pub(crate) fn of_pixels(&self, pixels: &[u8]) -> Vec<u8> {
        let mut inks = self.unlimited(pixels);
        for ink in inks.chunks_exact_mut(4) {
            let limited = self.limited([ink[0], ink[1], ink[2], ink[3]]);
            ink.copy_from_slice(&limited);
        }
        inks
    }

    /// How much of a picture takes more ink than the limit, from 0 to 1, and the most that any
    /// spot takes, in percent.
    pub(crate) fn excess(&self, pixels: &[u8]) -> (f32, f32) {
        let (mut over, mut most) = (0usize, 0.0f32);
        for ink in self.unlimited(pixels).chunks_exact(4) {
            let total = coverage([ink[0], ink[1], ink[2], ink[3]]);
            most = most.max(total);
            // A profile that keeps the limit may be off by the rounding of four inks.
            over += usize::from(total > self.most() + 1.0);
        }
        (over as f32 / (pixels.len() / 3).max(1) as f32, most)
    }

    fn unlimited(&self, pixels: &[u8]) -> Vec<u8> {
        match &self.profile {
            Some(profile) => profile.convert_pixels(pixels),
            None => pixels
                .chunks_exact(3)
                .flat_map(|pixel| simple([pixel[0], pixel[1], pixel[2]]))
                .collect(),
        }
    }

    /// The most ink on one spot, in percent.
    pub(crate) fn most(&self) -> f32 {
        self.limit.unwrap_or(300.0).clamp(100.0, 400.0)
    }

    /// Reduces cyan, magenta and yellow until the limit is kept.
    fn limited(&self, [cyan, magenta, yellow, black]: Ink) -> Ink {
        let most = self.most() * 2.55;
        let colours = f32::from(cyan) + f32::from(magenta) + f32::from(yellow);
        let room = (most - f32::from(black)).max(0.0);
        if colours <= room {
            return [cyan, magenta, yellow, black];
        }
        let less = |ink: u8| (f32::from(ink) * room / colours).floor() as u8;
        [less(cyan), less(magenta), less(yellow), black]
    }
}

/// The lightest channel of a colour that counts as nearly black, and how much its channels may
/// differ. Picked by eye on the text colours of our themes.
const DARK: u8 = 96;
const NEUTRAL: u8 = 48;
/// Nearly black text that is no lighter than this is full black.
const BLACK: u32 = 64;

/// True if an ink may be printed over others, so that no white edge shows where plates do not meet:
/// black alone, and enough of it to hide what is below.
pub(super) fn overprints([cyan, magenta, yellow, black]: Ink) -> bool {
    (cyan, magenta, yellow) == (0, 0, 0) && black >= 178
}

/// Total ink in percent.
pub(crate) fn coverage(ink: Ink) -> f32 {
    ink.iter().map(|part| f32::from(*part)).sum::<f32>() / 2.55
}

/// The simple conversion: black takes what the three colours have in common.
fn simple([red, green, blue]: [u8; 3]) -> Ink {
    let black = 255 - red.max(green).max(blue);
    if black == 255 {
        return [0, 0, 0, 255];
    }
    let part = |channel: u8| {
        let rest = u32::from(255 - black);
        ((u32::from(255 - channel - black) * 255 + rest / 2) / rest) as u8
    };
    [part(red), part(green), part(blue), black]
}

fn percentages(value: &toml::Value) -> Option<Ink> {
    let numbers: Vec<f64> = value
        .as_array()?
        .iter()
        .map(|item| item.as_float().or_else(|| item.as_integer().map(|number| number as f64)))
        .collect::<Option<_>>()?;
    let numbers: [f64; 4] = numbers.try_into().ok()?;
    if numbers.iter().any(|number| !(0.0..=100.0).contains(number)) {
        return None;
    }
    Some(numbers.map(|number| (number * 255.0 / 100.0).round() as u8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn black_and_greys_are_black_ink_alone() {
        let inks = Inks::default();
        assert_eq!(inks.of([0, 0, 0]), [0, 0, 0, 255]);
        assert_eq!(inks.of([51, 51, 51]), [0, 0, 0, 204]);
        assert_eq!(inks.of([255, 255, 255]), [0, 0, 0, 0]);
    }

    #[test]
    fn the_simple_rule_takes_black_out() {
        let inks = Inks::default();
        assert_eq!(inks.of([255, 0, 0]), [0, 255, 255, 0]);
        assert_eq!(inks.of([0, 128, 0]), [255, 0, 255, 127]);
    }

    #[test]
    fn words_that_are_nearly_black_are_black_ink_alone() {
        let inks = Inks::default();
        assert_eq!(inks.of_fine([0x1d, 0x17, 0x10]), [0, 0, 0, 255]);
        assert_eq!(inks.of_fine([90, 80, 70]), [0, 0, 0, 174]);
        assert!(inks.of([0x1d, 0x17, 0x10])[1] > 0, "an area keeps its hue");
        for colour in [[0x70, 0x10, 0x10], [255, 255, 255], [10, 40, 90]] {
            assert_eq!(inks.of_fine(colour), inks.of(colour));
        }
        assert!(overprints([0, 0, 0, 255]) && !overprints([0, 0, 0, 0]));
        assert!(!overprints([10, 0, 0, 255]));
    }

    #[test]
    fn the_theme_names_inks() {
        let theme: toml::Table = toml::from_str(
            "[colours]\nblood = \"#b01010\"\n[inks]\nblood = [10, 100, 100, 5]\n\
             \"#123456\" = [0, 0, 0, 50.0]\nnobody = [0, 0, 0, 0]\n\"#000000\" = [0, 0, 101, 0]",
        )
        .unwrap();
        let (inks, refused) = Inks::from_theme(&theme);
        assert_eq!(inks.of([0xb0, 0x10, 0x10]), [26, 255, 255, 13]);
        assert_eq!(inks.of([0x12, 0x34, 0x56]), [0, 0, 0, 128]);
        let names: Vec<&str> = refused.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["#000000", "nobody"]);
    }

    #[test]
    fn the_limit_of_total_ink_is_kept() {
        let inks = Inks { limit: Some(200.0), ..Inks::default() };
        for red in (0..=255).step_by(15) {
            for green in (0..=255).step_by(15) {
                for blue in (0..=255).step_by(15) {
                    let ink = inks.of([red, green, blue]);
                    assert!(coverage(ink) <= 200.0, "{red} {green} {blue}: {ink:?}");
                }
            }
        }
    }
}
