//! Converts the colours of the screen to inks.
//!
//! A colour becomes ink in one of three ways, the first that applies:
//! 1. the theme says so: `[inks]` maps colours to percentages of cyan, magenta, yellow, black;
//! 2. greys, and so black text, are black ink alone, which cannot be printed out of register;
//! 3. the ICC profile of the press converts it, or without one the simple rule: black takes
//!    what cyan, magenta and yellow have in common.
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
    /// The most ink on one spot, in percent: 300 is three full layers.
    pub limit: f32,
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

/// Conditions with a description; any other name of the registry may be used too.
const CONDITIONS: &[(&str, &str)] = &[
    ("FOGRA39", "Offset on coated paper, ISO 12647-2:2004"),
    ("FOGRA51", "Offset on premium coated paper, ISO 12647-2:2013"),
    ("FOGRA52", "Offset on uncoated paper, ISO 12647-2:2013"),
    ("CGATS TR 001", "Web offset on coated paper, SWOP"),
    ("CGATS TR 006", "Sheet-fed offset on coated paper, GRACoL"),
    ("CGATS21-2-CRPC6", "Commercial offset on coated paper, GRACoL 2013"),
];

impl Condition {
    /// The condition of that name.
    pub fn named(identifier: &str) -> Condition {
        let known = CONDITIONS.iter().find(|(name, _)| *name == identifier);
        let info = known.map_or("", |(_, info)| info);
        Condition { identifier: identifier.to_owned(), info: info.to_owned() }
    }
}

impl Default for Inks {
    fn default() -> Inks {
        Inks {
            named: BTreeMap::new(),
            profile: None,
            limit: 300.0,
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
            return *ink;
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

    /// The inks of many pixels of three bytes each. Grey pixels of a picture are converted by the
    /// profile too; black ink alone would leave holes in the shadows of a photograph.
    pub(crate) fn of_pixels(&self, pixels: &[u8]) -> Vec<u8> {
        let mut inks = match &self.profile {
            Some(profile) => profile.convert_pixels(pixels),
            None => pixels
                .chunks_exact(3)
                .flat_map(|pixel| simple([pixel[0], pixel[1], pixel[2]]))
                .collect(),
        };
        for ink in inks.chunks_exact_mut(4) {
            let limited = self.limited([ink[0], ink[1], ink[2], ink[3]]);
            ink.copy_from_slice(&limited);
        }
        inks
    }

    /// Reduces cyan, magenta and yellow until the limit is kept.
    fn limited(&self, [cyan, magenta, yellow, black]: Ink) -> Ink {
        let most = self.limit.clamp(100.0, 400.0) * 2.55;
        let colours = f32::from(cyan) + f32::from(magenta) + f32::from(yellow);
        let room = (most - f32::from(black)).max(0.0);
        if colours <= room {
            return [cyan, magenta, yellow, black];
        }
        let less = |ink: u8| (f32::from(ink) * room / colours).floor() as u8;
        [less(cyan), less(magenta), less(yellow), black]
    }
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
        let inks = Inks { limit: 200.0, ..Inks::default() };
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
