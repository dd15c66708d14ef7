//! Problems found while a card is drawn, as values that the caller turns into diagnostics.

use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use cardwright_model::{Entity, Provenance, Severity};

/// A template has a mistake: its syntax, an undefined name, a function used wrongly.
pub(crate) const TEMPLATE_ERROR: &str = "E0401";
/// A template or a rules text names an icon that the theme does not have.
pub const UNKNOWN_ICON: &str = "E0402";
/// A kind names a template that does not exist.
pub const MISSING_TEMPLATE: &str = "E0403";
/// A kind names a card size that is not known.
pub const UNKNOWN_SIZE: &str = "E0404";
/// A theme cannot be read, or an entry is of the wrong type.
pub(crate) const BAD_THEME: &str = "E0405";
/// A theme names something that the game's theme does not have.
pub(crate) const UNKNOWN_THEME_KEY: &str = "E0406";
/// A colour of a theme cannot be read.
pub(crate) const BAD_COLOUR: &str = "E0407";
/// An icon, a font or a template of a package cannot be used.
pub(crate) const UNUSABLE_FILE: &str = "E0408";
/// A card contains something that the theme cannot draw.
pub(crate) const UNDRAWABLE: &str = "E0409";
/// A kind names a shape that is not known.
pub(crate) const UNKNOWN_SHAPE: &str = "E0420";
/// A text does not fit its box even at the smallest size.
pub const TEXT_OVERFLOW: &str = "E0501";
/// No font of the theme has a glyph for a character.
pub const MISSING_GLYPH: &str = "E0502";
/// A picture is missing, unreadable, too large or outside the package.
pub const PICTURE_PROBLEM: &str = "E0503";
/// A picture has too few pixels for the place it is printed in.
pub const PICTURE_TOO_SMALL: &str = "E0504";
/// The drawn card is not SVG that can be printed safely.
pub(crate) const REFUSED_SVG: &str = "E0505";
/// Text or an icon reaches out of the safe area.
pub(crate) const OUTSIDE_SAFE_AREA: &str = "E0520";
/// Part of the bleed is transparent or white.
pub(crate) const BLEED_NOT_COVERED: &str = "E0521";
/// Type is smaller than the minimum.
pub(crate) const TYPE_TOO_SMALL: &str = "E0522";
/// A text does not stand out from its background.
pub(crate) const LOW_CONTRAST: &str = "E0523";
/// A stroke is thinner than the minimum.
pub(crate) const LINE_TOO_THIN: &str = "E0524";
/// Colours that carry meaning look the same to some people.
pub(crate) const COLOURS_COLLAPSE: &str = "E0525";
/// The inks that the theme states for a colour are more than the paper can hold.
pub(crate) const TOO_MUCH_INK: &str = "E0526";
/// A card has no back, or one of another size.
pub(crate) const BACK_DOES_NOT_FIT: &str = "E0527";
/// A keyword of the package that cards have no room to explain.
pub(crate) const UNEXPLAINED: &str = "E0530";
/// Flavour text or reminders that cards have no room for.
pub(crate) const WITHOUT_ROOM: &str = "E0531";
/// The manifest allows something that was not found.
pub(crate) const UNUSED_ALLOWANCE: &str = "E0529";

/// Not even a part of a piece fits on the paper.
pub(crate) const NO_ROOM: &str = "E0540";
/// A printer does not make the size of a card.
pub(crate) const PRINTER_SIZE: &str = "E0541";
/// A printer preset has a mistake.
pub(crate) const BAD_PRESET: &str = "E0542";
/// A booklet's file has a mistake.
pub(crate) const BAD_BOOKLET: &str = "E0543";
/// An entry of a booklet is larger than its page.
pub(crate) const TALL_ENTRY: &str = "E0544";

/// Colours, standard and profile contradict each other.
pub(crate) const BAD_PRODUCTION: &str = "E0545";
/// A picture or a colour takes more ink than the press allows, and is printed with less.
pub(crate) const REDUCED_INK: &str = "E0546";

/// One thing that is wrong with one drawn card.
#[derive(Debug, Clone, PartialEq)]
pub struct Problem {
    /// Stable code, such as [`TEXT_OVERFLOW`].
    pub code: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// Identifier of the card, or of the back's template.
    pub card: String,
    /// Where the card was declared; empty for backs.
    pub provenance: Provenance,
    /// The part it is about: a text box's name, an icon, a template with its line, a picture.
    pub what: String,
    /// What is wrong, in the designer's words.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
    /// A fact that helps to understand it, such as which other cards have the same.
    pub note: Option<String>,
    /// For text that does not fit: by how many millimetres.
    pub overflow_mm: Option<f32>,
    /// The place in a template or theme that it is about, instead of the card's declaration.
    pub excerpt: Option<Excerpt>,
    /// Where on the card it is.
    pub place: Option<CardPlace>,
    /// The field of the card that it is about.
    pub field: Option<&'static str>,
    /// True if it is an error whatever the package's preflight says.
    pub is_grave: bool,
    /// The index of the allowance in the package's preflight that covers it, if any.
    pub allowed: Option<usize>,
}

/// A place on a cut card, in millimetres from its top left corner.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CardPlace {
    /// On the back.
    pub is_back: bool,
    /// Its left end.
    pub x: f32,
    /// Its top.
    pub y: f32,
    /// Its width.
    pub width: f32,
    /// Its height.
    pub height: f32,
}

/// A place in a template or a theme.
#[derive(Debug, Clone, PartialEq)]
pub struct Excerpt {
    /// The file.
    pub file: PathBuf,
    /// What is in it.
    pub text: Arc<str>,
    /// The bytes that are meant.
    pub span: Range<usize>,
}

impl Excerpt {
    /// A whole line of a file, counted from 1, without the space around its text.
    pub fn line(file: PathBuf, text: Arc<str>, line: usize) -> Excerpt {
        let start: usize = text.split_inclusive('\n').take(line.max(1) - 1).map(str::len).sum();
        let whole = text[start..].split('\n').next().unwrap_or_default();
        let indent = whole.len() - whole.trim_start().len();
        let span = start + indent..start + indent + whole.trim().len();
        Excerpt { file, text, span }
    }
}

/// The card that problems are reported for.
#[derive(Debug, Clone, Default)]
pub struct Subject {
    /// Identifier of the card, or of the back's template.
    pub card: String,
    /// Where the card was declared.
    pub provenance: Provenance,
}

impl Subject {
    /// Problems with that card.
    pub fn of(entity: &Entity) -> Subject {
        Subject { card: entity.id.clone(), provenance: entity.provenance.clone() }
    }

    /// Problems with a package as a whole, reported at its manifest.
    pub(crate) fn package() -> Subject {
        let provenance =
            Provenance { file: "cardwright.toml".to_owned(), line: 1, ..Provenance::default() };
        Subject { card: String::new(), provenance }
    }

    /// An error about a part of this card.
    pub fn error(&self, code: &'static str, what: impl Into<String>, message: String) -> Problem {
        Problem {
            code,
            severity: Severity::Error,
            card: self.card.clone(),
            provenance: self.provenance.clone(),
            what: what.into(),
            message,
            help: None,
            note: None,
            overflow_mm: None,
            excerpt: None,
            place: None,
            field: None,
            is_grave: false,
            allowed: None,
        }
    }

    /// A warning about a part of this card.
    pub fn warning(&self, code: &'static str, what: impl Into<String>, message: String) -> Problem {
        Problem { severity: Severity::Warning, ..self.error(code, what, message) }
    }
}

impl Problem {
    /// The same problem with advice.
    pub fn help(mut self, help: impl Into<String>) -> Problem {
        self.help = Some(help.into());
        self
    }
}

/// The message and the help for characters that no font has.
pub(crate) fn missing_glyph(characters: &str) -> (String, String) {
    let codes: Vec<String> =
        characters.chars().map(|character| format!("U+{:04X}", u32::from(character))).collect();
    let message = format!("no font has the character `{characters}` ({})", codes.join(" "));
    (message, "write it differently, or add a font that has it".to_owned())
}

/// Problems in one place of a template or theme, which every card has, told once.
pub fn merged(problems: Vec<Problem>) -> Vec<Problem> {
    let mut merged: Vec<(Problem, usize)> = Vec::new();
    for problem in problems {
        let same = merged.iter_mut().find(|(known, _)| {
            let about = |problem: &Problem| (problem.code, problem.excerpt.clone());
            problem.excerpt.is_some()
                && about(known) == about(&problem)
                && known.message == problem.message
        });
        match same {
            Some((_, others)) => *others += 1,
            None => merged.push((problem, 0)),
        }
    }
    let with_count = |(mut problem, others): (Problem, usize)| {
        if others > 0 {
            let plural = if others == 1 { "" } else { "s" };
            problem.what = format!("{}, and {others} card{plural} more", problem.card);
        }
        problem
    };
    merged.into_iter().map(with_count).collect()
}

impl Problem {
    /// The part of the card that it is about, and where that is.
    pub fn on_card(&self) -> String {
        match &self.place {
            None => self.what.clone(),
            Some(place) => {
                let side = if place.is_back { ", on the back" } else { "" };
                format!(
                    "`{}`, {:.1} mm from the left and {:.1} mm from the top{side}",
                    self.what, place.x, place.y
                )
            }
        }
    }
}
