//! Lengths, papers and card sizes: the words of print that settings, kinds and sheets share.
//!
//! Printers use the same name for different sizes, so each entry states its millimetres.

mod choices;

use std::fmt;

pub use choices::{Backs, Between, MarkSides, Marks};
use serde::{Serialize, Serializer};

/// A length in whole micrometres, so that an eighth of an inch is exact and lengths compare.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Length(pub i32);

impl Length {
    /// Reads `3mm`, `0.125in`, `1.5cm` or `9pt`; `0` needs no unit.
    pub fn parse(text: &str) -> Option<Length> {
        let text = text.trim();
        let number = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
        let unit = &text[number.len()..];
        let number: f64 = number.trim().parse().ok()?;
        let micrometres = match unit {
            "mm" => 1000.0,
            "cm" => 10_000.0,
            "in" => 25_400.0,
            "pt" => 25_400.0 / 72.0,
            "" if number == 0.0 => 0.0,
            _ => return None,
        };
        let length = (number * micrometres).round();
        (length.abs() < 1e8).then_some(Length(length as i32))
    }

    /// A length of that many millimetres.
    pub fn of_mm(millimetres: f32) -> Length {
        Length((f64::from(millimetres) * 1000.0).round() as i32)
    }

    /// The length in millimetres.
    pub fn mm(self) -> f32 {
        self.0 as f32 / 1000.0
    }
}

impl fmt::Display for Length {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{:.3}", f64::from(self.0) / 1000.0);
        write!(formatter, "{}mm", text.trim_end_matches('0').trim_end_matches('.'))
    }
}

impl Serialize for Length {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Reads a width and a height: `63x88mm`, `3in x 3in`, `2.5in × 88.9mm`.
pub fn extent(text: &str) -> Option<(Length, Length)> {
    let (first, second) = text.split_once(['x', '×'])?;
    let height = Length::parse(second)?;
    let unit = second.trim().trim_start_matches(|letter: char| !letter.is_ascii_alphabetic());
    let width = Length::parse(first).or_else(|| Length::parse(&format!("{}{unit}", first.trim())));
    let width = width?;
    (width.0 > 0 && height.0 > 0).then_some((width, height))
}

/// Papers by name, upright, in micrometres.
pub const PAPERS: &[(&str, Length, Length)] = &[
    ("a4", Length(210_000), Length(297_000)),
    ("letter", Length(215_900), Length(279_400)),
    ("a3", Length(297_000), Length(420_000)),
    ("tabloid", Length(279_400), Length(431_800)),
    ("a5", Length(148_000), Length(210_000)),
    ("half-letter", Length(139_700), Length(215_900)),
    ("legal", Length(215_900), Length(355_600)),
    ("sra3", Length(320_000), Length(450_000)),
    ("12x18", Length(304_800), Length(457_200)),
];

/// The width and height of a paper by its name, or of any other as `210x297mm`.
pub fn paper(name: &str) -> Option<(Length, Length)> {
    let lower = name.trim().to_ascii_lowercase();
    let known = PAPERS.iter().find(|(known, ..)| *known == lower);
    known.map(|(_, width, height)| (*width, *height)).or_else(|| extent(&lower))
}

/// A size by name: trim in micrometres, and the shape that goes with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NamedSize {
    /// Name, such as `poker`.
    pub name: &'static str,
    /// Width of the trimmed piece.
    pub width: Length,
    /// Height of the trimmed piece.
    pub height: Length,
    /// Its usual shape.
    pub shape: Shape,
}

const fn size(name: &'static str, width: i32, height: i32, shape: Shape) -> NamedSize {
    NamedSize { name, width: Length(width), height: Length(height), shape }
}

/// All sizes that have a name.
pub const SIZES: &[NamedSize] = &[
    size("poker", 63_000, 88_000, Shape::Card),
    size("standard", 63_000, 88_000, Shape::Card),
    size("poker-us", 63_500, 88_900, Shape::Card),
    size("bridge", 57_000, 89_000, Shape::Card),
    size("bridge-us", 57_150, 88_900, Shape::Card),
    size("tarot", 70_000, 120_000, Shape::Card),
    size("tarot-us", 69_850, 120_650, Shape::Card),
    size("mini", 44_000, 68_000, Shape::Card),
    size("mini-euro", 44_000, 68_000, Shape::Card),
    size("mini-us", 44_450, 63_500, Shape::Card),
    size("micro", 32_000, 45_000, Shape::Card),
    size("micro-us", 31_750, 44_450, Shape::Card),
    size("jumbo", 88_900, 139_700, Shape::Card),
    size("business", 50_800, 88_900, Shape::Card),
    size("domino", 44_450, 88_900, Shape::Card),
    size("euro", 59_000, 92_000, Shape::Card),
    size("usa", 56_000, 87_000, Shape::Card),
    size("square", 70_000, 70_000, Shape::Card),
    size("circle", 88_900, 88_900, Shape::Circle),
    size("hex", 95_250, 82_550, Shape::Hex),
    size("token", 25_400, 25_400, Shape::Circle),
    size("token-small", 19_050, 19_050, Shape::Circle),
    size("token-mini", 12_700, 12_700, Shape::Circle),
    size("chit", 25_400, 25_400, Shape::Rectangle),
    size("chit-small", 19_050, 19_050, Shape::Rectangle),
    size("chit-mini", 12_700, 12_700, Shape::Rectangle),
    size("tile", 63_500, 63_500, Shape::Rectangle),
    size("tile-mini", 31_750, 31_750, Shape::Rectangle),
    size("tile-large", 88_900, 88_900, Shape::Rectangle),
    size("standee", 25_400, 50_800, Shape::Standee),
];

/// The outline a piece is cut along.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Shape {
    /// A rectangle whose corners a printer or cutting machine rounds.
    #[default]
    Card,
    /// A rectangle with sharp corners: tiles and chits.
    Rectangle,
    /// A circle, or an ellipse if the sides differ.
    Circle,
    /// A hexagon with a corner at the left and at the right.
    Hex,
    /// A figure to fold in the middle, with tabs for a base.
    Standee,
}

impl Shape {
    /// The words for shapes in `print { shape: … }`.
    pub const WORDS: &'static [(&'static str, Shape)] = &[
        ("card", Shape::Card),
        ("rectangle", Shape::Rectangle),
        ("circle", Shape::Circle),
        ("hex", Shape::Hex),
        ("standee", Shape::Standee),
    ];

    /// The shape of that name.
    pub fn named(name: &str) -> Option<Shape> {
        Shape::WORDS.iter().find(|(word, _)| *word == name).map(|(_, shape)| *shape)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_exact_to_the_micrometre() {
        for (text, micrometres) in
            [("3mm", 3000), ("0.125in", 3175), ("-1.5 mm", -1500), ("9pt", 3175), ("0", 0)]
        {
            assert_eq!(Length::parse(text), Some(Length(micrometres)), "{text}");
        }
        for text in ["", "3", "mm", "3 miles", "1e12mm", "nanmm"] {
            assert_eq!(Length::parse(text), None, "{text}");
        }
        assert_eq!(Length(3175).to_string(), "3.175mm");
        assert_eq!(Length(-500).to_string(), "-0.5mm");
    }

    #[test]
    fn extents_share_their_unit() {
        assert_eq!(extent("63x88mm"), Some((Length(63_000), Length(88_000))));
        assert_eq!(extent("3in x 2in"), Some((Length(76_200), Length(50_800))));
        for text in ["63", "0x5mm", "x", "-3x4mm", "3x4"] {
            assert_eq!(extent(text), None, "{text}");
        }
    }

    #[test]
    fn papers_are_found_by_name_or_size() {
        assert_eq!(paper("A4"), Some((Length(210_000), Length(297_000))));
        assert_eq!(paper("12x18"), Some((Length(304_800), Length(457_200))));
        assert_eq!(paper("100x200mm"), Some((Length(100_000), Length(200_000))));
        assert_eq!(paper("foolscap"), None);
    }
}
