//! PDF: draws parsed SVG onto pages. Fonts, pictures and repeated parts are stored once per
//! document; the text is tagged for screen readers; colours are those of a screen or the inks of a
//! press.
//!
//! This walks the `usvg` tree itself instead of using a ready-made converter: one parser serves
//! PNG and PDF, runs of glyphs stay runs (so text can be searched and copied), and a picture
//! that many cards share is encoded once.
//!
//! A drawing may mark its groups by their identifiers: `words:NAME` is a text box, `says:TEXT` a
//! drawing that stands for words (an icon inside a sentence), `picture` the card's picture,
//! `spot:NAME` a group that is printed in a spot colour, such as `spot:CutContour`. Everything
//! else that is not text counts as decoration.

mod book;
mod flatten;
mod image;
mod ink_image;
mod inks;
mod objects;
mod outline;
mod overprint;
mod paint;
mod press;
mod production;
mod profile;
mod sharing;
mod sketch;
mod store;
mod tags;
mod text;
mod walker;

pub(crate) use book::{Book, Caption, PageBoxes, Placement};
pub(crate) use ink_image::excess;
pub(crate) use inks::coverage;
pub use inks::{Condition, Inks};
pub use production::{Production, Standard};
pub use profile::Profile;
pub(crate) use sketch::{PICTURE, SAYS, WORDS};

/// Points in a millimetre: PDF counts in points.
pub(crate) const PT_PER_MM: f32 = 72.0 / 25.4;

/// The metadata of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct About {
    /// Title of the document.
    pub title: String,
    /// Who made the content.
    pub authors: Vec<String>,
    /// What the document is.
    pub description: String,
    /// Language of the content, as a tag such as `en` or `pt-BR`.
    pub language: String,
    /// When it was made, in seconds since 1970. Documents carry no date unless one is given,
    /// so that equal input gives equal bytes.
    pub date: Option<i64>,
}

impl Default for About {
    fn default() -> About {
        About {
            title: String::new(),
            authors: Vec::new(),
            description: String::new(),
            language: "en".to_owned(),
            date: None,
        }
    }
}
