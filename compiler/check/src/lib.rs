//! From packages of text to the checked model, with diagnostics.

pub mod explain;
pub mod rules;
pub mod wording;
