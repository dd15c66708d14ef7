//! The Cardwright language: grammar, syntax tree with exact spans, formatter. Knows no game.
//!
//! [`parse`] turns a file into a tree and a list of [`SyntaxError`]s; it never fails and never
//! panics. [`split`] and [`parse_item`] do the same one declaration at a time, for callers that
//! keep the results of unchanged declarations.

pub mod ast;
mod error;
mod parse;

pub use error::{CODES, SyntaxError};
pub use parse::{ItemSlice, MAX_DEPTH, Parsed, ParsedItem, parse, parse_item, split};
