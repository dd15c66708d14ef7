//! The state of lowering: pest's pairs become the syntax tree, mistakes become errors.

use super::{Pair, ParsedItem, Rule};
use crate::ast::{Bad, Ident, Item, Span};
use crate::error::SyntaxError;

/// Turns the pairs of one item into a tree.
pub(super) struct Lower<'i> {
    /// The slice being read.
    pub(super) source: &'i str,
    /// Where the slice begins in its file.
    pub(super) offset: u32,
    /// How many nested expressions are being lowered.
    pub(super) depth: usize,
    /// True if a `"""` text was never closed and swallowed the closing braces after it.
    pub(super) text_is_open: bool,
    /// How many mistakes leave open what the expression around them says.
    pub(super) doubts: usize,
    errors: Vec<SyntaxError>,
}

impl<'i> Lower<'i> {
    pub(super) fn new(source: &'i str, offset: u32) -> Lower<'i> {
        Lower { source, offset, depth: 0, text_is_open: false, doubts: 0, errors: Vec::new() }
    }

    /// The span of these bytes of the slice.
    pub(super) fn at(&self, start: usize, end: usize) -> Span {
        Span::new(start, end).shifted(self.offset)
    }

    pub(super) fn span(&self, pair: &Pair<'_>) -> Span {
        let span = pair.as_span();
        self.at(span.start(), span.end())
    }

    /// The text at a span of the file.
    pub(super) fn text_at(&self, span: Span) -> &'i str {
        let start = (span.start - self.offset) as usize;
        let end = (span.end - self.offset) as usize;
        &self.source[start..end]
    }

    /// The end of the last word before a place: where something missing should have stood.
    pub(super) fn end_before(&self, span: Span) -> Span {
        let start = (span.start - self.offset) as usize;
        let end = self.significant_before(start);
        self.at(end, end)
    }

    /// The byte after the last one before `position` that is neither space nor comment.
    pub(super) fn significant_before(&self, position: usize) -> usize {
        let mut end = self.source[..position].trim_end().len();
        // Every error scans for comments again, so an item with hundreds of them would be slow;
        // beyond this many the place of an error may be imprecise. The number is a guess.
        while self.errors.len() < 200 {
            let line = self.source[..end].rfind('\n').map_or(0, |newline| newline + 1);
            let Some(comment) = comment_start(&self.source[line..end]) else { return end };
            end = self.source[..line + comment].trim_end().len();
        }
        end
    }

    /// The first block whose `}` is indented less than the line of its `{`, and that `}`: it was
    /// meant for a block further out.
    pub(super) fn misaligned(&self) -> Option<(usize, usize)> {
        let bytes = self.source.as_bytes();
        let mut open: Vec<(usize, usize)> = Vec::new();
        let mut position = 0;
        let mut indentation = 0;
        let mut line_begins = true;
        while let Some(&byte) = bytes.get(position) {
            match byte {
                b'\n' => (indentation, line_begins) = (0, true),
                b' ' | b'\t' if line_begins => indentation += 1,
                b' ' | b'\t' | b'\r' => {}
                b'"' => {
                    position = super::split::skip_text(bytes, position).max(position + 1);
                    line_begins = false;
                    continue;
                }
                b'/' if bytes.get(position + 1) == Some(&b'/') => {
                    let rest = &bytes[position..];
                    position += rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
                    continue;
                }
                b'{' => {
                    open.push((position, indentation));
                    line_begins = false;
                }
                b'}' => {
                    let (start, indented) = open.pop()?;
                    if line_begins && indentation < indented {
                        return Some((start, position));
                    }
                    line_begins = false;
                }
                _ => line_begins = false,
            }
            position += 1;
        }
        None
    }

    pub(super) fn report(&mut self, error: SyntaxError) {
        self.errors.push(error);
    }

    /// Reports a mistake that leaves open what the expression around it says.
    pub(super) fn doubt(&mut self, error: SyntaxError) {
        self.doubts += 1;
        self.report(error);
    }

    pub(super) fn error_count(&self) -> usize {
        self.errors.len()
    }

    /// Drops the errors reported since there were `count` of them.
    pub(super) fn forget_errors(&mut self, count: usize) {
        self.errors.truncate(count);
    }

    pub(super) fn ident(&mut self, pair: &Pair<'_>) -> Ident {
        debug_assert!(matches!(
            pair.as_rule(),
            Rule::ident | Rule::call_word | Rule::name | Rule::bare_name | Rule::rule_number
        ));
        let span = self.span(pair);
        Ident { text: self.check_word(pair.as_str(), span), span }
    }

    /// Returns the word as it should be written, and reports one that is not kebab-case. The
    /// corrected word goes into the tree, so that uses of the correct name still find it.
    pub(super) fn check_word(&mut self, text: &str, span: Span) -> String {
        let bytes = text.as_bytes();
        let mut joins = true;
        let mut before = 0;
        for &byte in bytes {
            joins &= byte != b'_' && (byte != b'-' || before != b'-');
            before = byte;
        }
        if joins && before != b'-' {
            return text.to_owned();
        }
        let message = if bytes.contains(&b'_') {
            format!("`{text}` has an underscore; words are joined with `-`")
        } else {
            format!("in `{text}` a `-` joins nothing")
        };
        let parts = text.split(['-', '_']).filter(|part| !part.is_empty());
        let right = parts.collect::<Vec<_>>().join("-");
        self.report(
            SyntaxError::new("E0022", span, message)
                .help(format!("write `{right}`"))
                .fix(span, right.clone()),
        );
        right
    }

    /// Text that could not be understood.
    pub(super) fn bad(&self, span: Span) -> Bad {
        // Enough for the longest line that anyone writes; a hostile one costs no memory.
        const MOST: usize = 64;
        let text = self.text_at(span);
        let bytes = text.as_bytes();
        let (mut words, mut position) = (Vec::new(), 0);
        while position < bytes.len() && bytes[position] != b'{' && words.len() < MOST {
            let word = super::diagnose::first_word(&text[position..]);
            let start = position;
            position += match bytes[position] {
                b'"' => super::split::skip_text(bytes, position).max(position + 1) - position,
                b'/' if bytes.get(position + 1) == Some(&b'/') => {
                    text[position..].find('\n').unwrap_or(text.len() - position)
                }
                _ if !word.is_empty() => {
                    let span = Span::new(start, start + word.len()).shifted(span.start);
                    words.push(Ident { text: word.to_owned(), span });
                    word.len()
                }
                _ => text[position..].chars().next().map_or(1, char::len_utf8),
            };
        }
        Bad { words, span }
    }

    /// The result when nothing of the slice could be used.
    pub(super) fn all_bad(self) -> ParsedItem {
        let span = self.at(0, self.source.len());
        ParsedItem { items: vec![Item::Bad(self.bad(span))], errors: self.errors }
    }

    pub(super) fn finish(mut self, items: Vec<Item>) -> ParsedItem {
        self.errors.sort_by_key(|error| (error.span.start, error.span.end));
        self.errors.dedup();
        ParsedItem { items, errors: self.errors }
    }
}

/// Where a comment begins in a line, if one does.
pub(super) fn comment_start(line: &str) -> Option<usize> {
    let bytes = line.as_bytes();
    let mut position = 0;
    while position < bytes.len() {
        match bytes[position] {
            b'"' => position = super::split::skip_text(bytes, position).max(position + 1),
            b'/' if bytes.get(position + 1) == Some(&b'/') => return Some(position),
            _ => position += 1,
        }
    }
    None
}
