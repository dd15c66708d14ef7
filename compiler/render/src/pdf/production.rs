//! How a document is meant to be printed: its colours and the standard it is built to.

use std::sync::Arc;

use super::inks::Inks;

/// Colours and standard of a document.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Production {
    /// How colours are stored.
    pub colour: Colour,
    /// The standard the document is built to.
    pub standard: Standard,
}

/// How the colours of a document are stored.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum Colour {
    /// As the templates write them: for screens and for printers at home.
    #[default]
    Rgb,
    /// As inks, for a press.
    Cmyk(Arc<Inks>),
}

/// The standard that a document is built to. There is no open checker for PDF/X, so nobody has
/// certified that our files conform.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Standard {
    /// A tagged PDF without further promises.
    #[default]
    Plain,
    /// PDF/UA-1: readable by everyone. Everything that a program can check is checked.
    Ua1,
    /// PDF/X-1a:2003: inks only, no transparency.
    X1a,
    /// PDF/X-4: inks, transparency allowed.
    X4,
}

impl Standard {
    /// Names of all standards, as settings write them.
    pub const NAMES: &'static [&'static str] = &["plain", "ua-1", "x-1a", "x-4"];

    /// Reads a setting: `plain`, `ua-1`, `x-1a`, `x-4`.
    pub fn named(name: &str) -> Option<Standard> {
        Some(match name {
            "plain" => Standard::Plain,
            "ua-1" => Standard::Ua1,
            "x-1a" => Standard::X1a,
            "x-4" => Standard::X4,
            _ => return None,
        })
    }

    /// True for the standards of printers.
    pub(crate) fn is_for_press(self) -> bool {
        matches!(self, Standard::X1a | Standard::X4)
    }
}

impl Production {
    /// Inks by the simple conversion, without a standard; for tests and proofs.
    pub fn cmyk(inks: Inks) -> Production {
        Production { colour: Colour::Cmyk(Arc::new(inks)), standard: Standard::Plain }
    }

    /// The same, built to a standard.
    pub fn to_standard(self, standard: Standard) -> Production {
        Production { standard, ..self }
    }

    /// The inks, if colours are stored as such.
    pub fn inks(&self) -> Option<&Inks> {
        match &self.colour {
            Colour::Rgb => None,
            Colour::Cmyk(inks) => Some(inks),
        }
    }

    /// Why the settings contradict each other, if they do, and what to change.
    pub fn conflict(&self) -> Option<&'static str> {
        match (self.standard, self.inks()) {
            (Standard::X1a | Standard::X4, None) => {
                Some("PDF/X is made of inks: it needs `colour = \"cmyk\"`")
            }
            (Standard::X4, Some(inks)) if inks.profile().is_none() => Some(
                "PDF/X-4 carries the profile of the press: give `profile = \"press.icc\"`, or use \
                 `pdf = \"x-1a\"`",
            ),
            _ => None,
        }
    }
}
