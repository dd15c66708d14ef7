//! Text on cards: rich text that is laid out, shrunk until it fits, and written as plain SVG.
//!
//! Layout is done once, here. The SVG gets one mark per run, with its own position; the galley
//! keeps the glyphs and writes `<text>` where a file needs words. So every program that draws the
//! card agrees about line breaks.

mod emit;
mod fit;
mod flat;
mod hyphens;
mod place;
mod rag;
mod rich;
mod script;
#[cfg(test)]
mod script_tests;
mod setter;
mod style;
pub(crate) mod style_keys;
#[cfg(test)]
mod tests;

pub(crate) use emit::emit;
pub(crate) use fit::{Fitted, Part, Request, fit_block, fit_line, fit_stack};
pub(crate) use rich::{Nature, Piece, Rich};
pub(crate) use script::Script;
pub(crate) use setter::{Placed, Typesetter};
pub(crate) use style::{Align, Hyphenate, SameSize, Style, VerticalAlign};
