//! From text to syntax tree. Only this module knows that pest exists.

mod brace;
mod diagnose;
mod entry;
mod expected;
mod expression;
mod foreign;
mod habit;
mod item;
mod lower;
mod operand;
mod split;
mod statement;
mod table;
mod text;

use std::num::NonZeroUsize;
use std::sync::Once;

use pest::Parser;
use pest::error::ErrorVariant;
use pest_derive::Parser;

use crate::ast::{File, Item, Span};
use crate::error::SyntaxError;

pub(crate) use split::skip_text;
pub use split::{ItemSlice, split};
pub(crate) use text::escape;

/// How deep braces and parentheses may nest. No card comes near it; the limit keeps a hostile
/// file from exhausting the stack.
pub const MAX_DEPTH: usize = 64;

#[derive(Parser)]
#[grammar = "grammar.pest"]
struct Grammar;

type Pair<'i> = pest::iterators::Pair<'i, Rule>;
type Pairs<'i> = pest::iterators::Pairs<'i, Rule>;

/// A file's tree and what is wrong with its syntax.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Parsed {
    /// The tree; `Bad` nodes stand where text could not be understood.
    pub file: File,
    /// The errors in order of their places.
    pub errors: Vec<SyntaxError>,
}

/// What one [`ItemSlice`] holds: usually one item; more if something follows it on its last line.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ParsedItem {
    /// The items in order.
    pub items: Vec<Item>,
    /// The errors in order of their places.
    pub errors: Vec<SyntaxError>,
}

/// Parses a file. Never fails: mistakes are in `errors`, and the tree holds everything else.
pub fn parse(source: &str) -> Parsed {
    let mut parsed = Parsed::default();
    if u32::try_from(source.len()).is_err() {
        let message = "the file is larger than 4 GB";
        let error = SyntaxError::new("E0011", Span::default(), message).help("split it");
        parsed.errors.push(error);
        return parsed;
    }
    for slice in split(source) {
        let mut part = parse_item(&source[slice.span.range()], slice.span.start);
        parsed.file.items.append(&mut part.items);
        parsed.errors.append(&mut part.errors);
    }
    parsed
}

/// Parses one slice of [`split`]; `offset` is the place of the slice in its file and is added
/// to every span.
pub fn parse_item(source: &str, offset: u32) -> ParsedItem {
    let parsed = parse_as_written(source, offset);
    if parsed.errors.is_empty() {
        return parsed;
    }
    match foreign::mend(source, offset, parsed.errors.len()) {
        Some(mended) => mended,
        None => brace::mend(source, offset, parsed),
    }
}

/// The same for a text in which the comments of other languages have been blanked out.
fn parse_item_without_comments(source: &str, offset: u32) -> ParsedItem {
    let parsed = parse_as_written(source, offset);
    if parsed.errors.is_empty() { parsed } else { brace::mend(source, offset, parsed) }
}

fn parse_as_written(source: &str, offset: u32) -> ParsedItem {
    let mut lower = lower::Lower::new(source, offset);
    if let Some(position) = split::too_deep(source, MAX_DEPTH) {
        let at = lower.at(position, position + 1);
        lower.report(
            SyntaxError::new("E0011", at, format!("blocks and parentheses are nested more than {MAX_DEPTH} deep"))
                .help("give the inner parts names of their own, or check for a brace that is never closed"),
        );
        return lower.all_bad();
    }
    match read(Rule::item, source) {
        Ok(pairs) => lower.items(pairs),
        Err(Unread::TooLong) => {
            let at = lower.at(0, source.len());
            lower.report(
                SyntaxError::new("E0011", at, "this declaration takes too many steps to read")
                    .help("split it into several, or check for brackets that are never closed"),
            );
            lower.all_bad()
        }
        Err(Unread::At(_)) => {
            let trimmed = source.len() - source.trim_start().len();
            let at = lower.at(trimmed, source.trim_end().len().max(trimmed));
            lower.report(
                SyntaxError::new("E0001", at, "this text does not follow the grammar")
                    .help("a declaration reads `kind id \"Name\" { … }`"),
            );
            lower.all_bad()
        }
    }
}

/// How many steps reading one item may take. Most take a few thousand; the grammar needs steps in
/// proportion to the text, and this bounds what nobody has thought of. Picked so that the largest
/// item takes about a second.
const MAX_STEPS: usize = 100_000_000;

/// Why a rule could not read a text.
enum Unread {
    /// It took more than [`MAX_STEPS`].
    TooLong,
    /// The text does not follow the grammar, as pest explains.
    At(Box<pest::error::Error<Rule>>),
}

fn read(rule: Rule, source: &str) -> Result<Pairs<'_>, Unread> {
    // pest keeps one limit for the whole process.
    static LIMIT: Once = Once::new();
    LIMIT.call_once(|| pest::set_call_limit(NonZeroUsize::new(MAX_STEPS)));
    Grammar::parse(rule, source).map_err(|error| match &error.variant {
        ErrorVariant::CustomError { .. } => Unread::TooLong,
        ErrorVariant::ParsingError { .. } => Unread::At(Box::new(error)),
    })
}
