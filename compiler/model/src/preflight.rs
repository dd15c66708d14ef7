//! Preflight: the checks that a drawn card must pass before it may be printed, how strict they
//! are, and the exceptions that a package allows.
//!
//! [`CHECKS`] is the only list: the manifest reader takes its words from it, the renderer its
//! limits, the reports their order.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::rules::Severity;

/// One check.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Check {
    /// Its key in `[preflight]`.
    pub key: &'static str,
    /// The code of what it finds.
    pub code: &'static str,
    /// What it looks for, as a heading.
    pub title: &'static str,
    /// How bad it is unless a package says otherwise.
    pub level: Level,
    /// The limits it compares with.
    pub limits: &'static [Limit],
}

/// A number that a check compares with.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Limit {
    /// Its key in the check's table.
    pub key: &'static str,
    /// The number unless a package says otherwise.
    pub value: f32,
    /// What it counts.
    pub unit: Unit,
    /// What it means.
    pub about: &'static str,
}

/// What a limit counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Typographic points; other lengths are converted.
    Point,
    /// Millimetres; other lengths are converted.
    Millimetre,
    /// Dots per inch.
    Dpi,
    /// A ratio to one.
    Ratio,
    /// Per cent.
    Percent,
    /// A plain number.
    Number,
}

/// What a finding leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// The check does not run.
    Off,
    /// Reported; the sheets are printed anyway.
    Warning,
    /// Reported; the sheets are not written.
    Error,
}

impl Level {
    /// The level of that name.
    pub fn named(name: &str) -> Option<Level> {
        Some(match name {
            "off" => Level::Off,
            "warning" => Level::Warning,
            "error" => Level::Error,
            _ => return None,
        })
    }

    /// The severity of a finding; `None` if there should be none.
    pub fn severity(self) -> Option<Severity> {
        match self {
            Level::Off => None,
            Level::Warning => Some(Severity::Warning),
            Level::Error => Some(Severity::Error),
        }
    }
}

/// The words of [`Level`].
pub const LEVELS: &[&str] = &["error", "warning", "off"];

const fn limit(key: &'static str, value: f32, unit: Unit, about: &'static str) -> Limit {
    Limit { key, value, unit, about }
}

/// All checks, in the order of reports.
pub const CHECKS: &[Check] = &[
    Check {
        key: "overflow",
        code: "E0501",
        title: "text fits its box",
        level: Level::Error,
        limits: &[],
    },
    Check {
        key: "glyph",
        code: "E0502",
        title: "fonts have every character",
        level: Level::Error,
        limits: &[],
    },
    Check {
        key: "resolution",
        code: "E0504",
        title: "pictures have enough pixels",
        level: Level::Error,
        limits: &[
            limit("wanted", 300.0, Unit::Dpi, "below this, the check's level"),
            limit(
                "minimum",
                150.0,
                Unit::Dpi,
                "below this, an error even where the level is a warning",
            ),
        ],
    },
    Check {
        key: "safe-area",
        code: "E0520",
        title: "text and icons keep away from the cut",
        level: Level::Error,
        limits: &[limit(
            "tolerance",
            0.1,
            Unit::Millimetre,
            "how far over the line is still inside",
        )],
    },
    Check {
        key: "bleed",
        code: "E0521",
        title: "the drawing covers the bleed",
        level: Level::Error,
        limits: &[limit("bare", 1.0, Unit::Number, "how many square millimetres may have no ink")],
    },
    Check {
        key: "type-size",
        code: "E0522",
        title: "type is large enough to read",
        level: Level::Error,
        limits: &[
            limit("minimum", 7.0, Unit::Point, "the smallest type of paragraphs"),
            limit("label", 5.5, Unit::Point, "the smallest type that stands on one line"),
            limit("reversed", 6.0, Unit::Point, "the smallest light type on a dark ground"),
        ],
    },
    Check {
        key: "contrast",
        code: "E0523",
        title: "type stands out from its ground",
        level: Level::Error,
        limits: &[
            limit("minimum", 4.5, Unit::Ratio, "the least contrast of text"),
            limit("large", 3.0, Unit::Ratio, "the least contrast of large type"),
            limit("large-size", 14.0, Unit::Point, "bold type from this size on is large"),
        ],
    },
    Check {
        key: "stroke",
        code: "E0524",
        title: "lines are thick enough to print",
        level: Level::Warning,
        limits: &[limit("minimum", 0.25, Unit::Point, "the thinnest line")],
    },
    Check {
        key: "colour-blindness",
        code: "E0525",
        title: "colours that mean something differ for everyone",
        level: Level::Error,
        limits: &[limit("difference", 8.0, Unit::Number, "the least difference (CIEDE2000)")],
    },
    Check {
        key: "ink",
        code: "E0526",
        title: "no place takes more ink than the paper holds",
        level: Level::Error,
        limits: &[limit("maximum", 300.0, Unit::Percent, "the most ink in one place")],
    },
    Check {
        key: "backs",
        code: "E0527",
        title: "every front has a back of its size",
        level: Level::Error,
        limits: &[],
    },
    Check {
        key: "allowances",
        code: "E0529",
        title: "what is allowed is needed",
        level: Level::Warning,
        limits: &[],
    },
];

/// The check of that key.
pub fn check(key: &str) -> Option<&'static Check> {
    CHECKS.iter().find(|check| check.key == key)
}

/// The check that finds problems of that code.
pub fn check_of_code(code: &str) -> Option<&'static Check> {
    CHECKS.iter().find(|check| check.code == code)
}

/// How strict preflight is for a package. [`Settings::default`] is what [`CHECKS`] says.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Settings {
    /// Levels by key of the check, where they are not the default.
    pub levels: BTreeMap<String, Level>,
    /// Limits by key of the check and of the limit, where they are not the default.
    pub limits: BTreeMap<String, BTreeMap<String, f32>>,
    /// The exceptions a package allows, in the order of the manifest.
    pub allow: Vec<Allowance>,
}

// Limits are read from text and never NaN.
impl Eq for Settings {}

/// An exception: a deviation that is deliberate.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Allowance {
    /// Key of the check.
    pub check: String,
    /// Identifiers of cards, kinds or back templates; empty for all.
    pub cards: Vec<String>,
    /// Names of text boxes, icons or pictures; empty for all.
    pub parts: Vec<String>,
    /// Why the designer wants it so.
    pub why: String,
    /// Line of the manifest.
    pub line: u32,
}

impl Settings {
    /// What a finding of the check leads to. A check that does not exist is off.
    pub fn level(&self, key: &str) -> Level {
        let given = self.levels.get(key).copied();
        given.or_else(|| check(key).map(|check| check.level)).unwrap_or(Level::Off)
    }

    /// A limit of the check; 0 if it has none with that key.
    pub fn limit(&self, key: &str, limit: &str) -> f32 {
        let given = self.limits.get(key).and_then(|limits| limits.get(limit)).copied();
        given
            .or_else(|| {
                let limits = check(key)?.limits;
                limits.iter().find(|known| known.key == limit).map(|known| known.value)
            })
            .unwrap_or(0.0)
    }

    /// The place in `allow` of the first allowance that covers a finding on `part` of a card.
    pub fn allowed(&self, key: &str, card: &str, kind: &str, part: &str) -> Option<usize> {
        let covers = |names: &[String], wanted: &[&str]| {
            names.is_empty() || names.iter().any(|name| wanted.contains(&name.as_str()))
        };
        self.allow.iter().position(|allowance| {
            allowance.check == key
                && covers(&allowance.cards, &[card, kind])
                && covers(&allowance.parts, &[part])
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_said_is_the_default() {
        let mut settings = Settings::default();
        assert_eq!(settings.level("contrast"), Level::Error);
        assert_eq!(settings.limit("contrast", "minimum"), 4.5);
        settings.levels.insert("contrast".into(), Level::Off);
        settings.limits.entry("contrast".into()).or_default().insert("minimum".into(), 7.0);
        assert_eq!(settings.level("contrast").severity(), None);
        assert_eq!(settings.limit("contrast", "minimum"), 7.0);
        assert_eq!(settings.limit("contrast", "large"), 3.0);
        assert_eq!(settings.level("nonsense"), Level::Off);
    }

    #[test]
    fn an_allowance_covers_what_it_names() {
        let allow = Allowance {
            check: "type-size".into(),
            cards: vec!["trap".into()],
            parts: vec!["credit".into()],
            ..Allowance::default()
        };
        let settings = Settings { allow: vec![allow], ..Settings::default() };
        assert_eq!(settings.allowed("type-size", "pit", "trap", "credit"), Some(0));
        assert_eq!(settings.allowed("type-size", "pit", "trap", "rules"), None);
        assert_eq!(settings.allowed("type-size", "pit", "quest", "credit"), None);
        assert_eq!(settings.allowed("contrast", "pit", "trap", "credit"), None);
    }

    #[test]
    fn keys_and_codes_are_unique() {
        for (index, check) in CHECKS.iter().enumerate() {
            for other in &CHECKS[index + 1..] {
                assert!(check.key != other.key && check.code != other.code, "{}", check.key);
            }
        }
    }
}
