//! The canonical layout: two spaces per level, one entry per line, at most one blank line in a
//! row, and lines of at most [`WIDTH`] columns wherever commas and operators allow a break.
//!
//! Items with syntax errors are written out byte for byte.

mod layout;
mod marks;
mod table;
mod token;

use crate::ast::Item;
use crate::parse::{parse_item, split};
use layout::Layout;
pub use token::{Token, TokenKind, tokens};

/// The longest line, in characters.
pub const WIDTH: usize = 100;

/// Formats a file. Keeps its meaning, its comments and their order; formatting twice changes
/// nothing more.
pub fn format(source: &str) -> String {
    let mut out = String::with_capacity(source.len() + source.len() / 8);
    for slice in split(source) {
        let text = &source[slice.span.range()];
        let parsed = parse_item(text, slice.span.start);
        let good = parsed.errors.is_empty() && parsed.items.len() < 2;
        match parsed.items.first() {
            Some(Item::Declaration(declaration)) if good => {
                let marks = marks::Marks::of(declaration, source);
                Layout::new(&mut out, text, slice.span.start, &marks).item(declaration.span);
            }
            Some(Item::Table(table)) if good && table.source.is_some() => {
                let marks = marks::Marks::of_source(table);
                Layout::new(&mut out, text, slice.span.start, &marks).item(table.span);
            }
            Some(Item::Table(table)) if good => {
                let marks = marks::Marks::of_table(table);
                Layout::new(&mut out, text, slice.span.start, &marks).table(table);
            }
            Some(Item::Use { span, .. }) if good => {
                Layout::new(&mut out, text, slice.span.start, &marks::Marks::default()).item(*span);
            }
            None if good => {
                Layout::new(&mut out, text, slice.span.start, &marks::Marks::default()).comments();
            }
            // Everything around the item is kept too, so that formatting again splits the file the
            // same way.
            _ => out.push_str(text),
        }
    }
    if !out.is_empty() && !out.ends_with('\n') {
        out.push('\n');
    }
    out
}
