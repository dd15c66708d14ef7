//! The Cardwright language: grammar, syntax tree with exact spans, formatter. Knows no game.
//!
//! [`parse`] turns a file into a tree and a list of [`SyntaxError`]s; it never fails and never
//! panics. [`split`] and [`parse_item`] do the same one declaration at a time, for callers that
//! keep the results of unchanged declarations. [`edit`] changes a file without touching the rest of
//! it.

pub mod ast;
mod difference;
pub mod edit;
mod error;
mod format;
mod line_index;
mod moved;
mod parse;

pub use difference::differences;
pub use error::{CODES, SyntaxError};
pub use format::{Token, TokenKind, WIDTH, format, tokens};
pub use line_index::{Columns, LineColumn, LineIndex};
pub use parse::{ItemSlice, MAX_DEPTH, Parsed, ParsedItem, parse, parse_item, split};
