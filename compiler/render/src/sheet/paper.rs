//! Paper sizes.

use cardwright_model::print::{self, PAPERS};

/// A sheet of paper, upright, in millimetres.
#[derive(Debug, Clone, PartialEq)]
pub struct Paper {
    /// Name, such as `a4` or `200x300mm`; files are called after it.
    pub name: String,
    /// The shorter side.
    pub width: f32,
    /// The longer side.
    pub height: f32,
}

impl Paper {
    /// The paper of that name, or one written as `200x300mm`; sides may come in either order.
    pub fn named(name: &str) -> Option<Paper> {
        let (one, other) = print::paper(name)?;
        let (width, height) = (one.min(other), one.max(other));
        let name = name.to_ascii_lowercase().replace('×', "x");
        Some(Paper {
            name: name.split_whitespace().collect(),
            width: width.mm(),
            height: height.mm(),
        })
    }

    /// ISO A4.
    pub fn a4() -> Paper {
        Paper { name: "a4".to_owned(), width: 210.0, height: 297.0 }
    }

    /// All names, for messages.
    pub fn names() -> impl Iterator<Item = &'static str> {
        PAPERS.iter().map(|(name, ..)| *name)
    }
}
