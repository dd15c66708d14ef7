//! Text that no rule accepts: finds out what the author meant, and says so.

use pest::Parser;
use pest::error::{ErrorVariant, InputLocation};

use super::item::first_words;
use super::lower::Lower;
use super::{Grammar, Pair, Rule};
use crate::ast::{Item, Span};
use crate::error::SyntaxError;

impl<'i> Lower<'i> {
    /// Reports an entry that no rule accepts and reads its block, if it has one.
    pub(super) fn bad_entry(&mut self, pair: Pair<'i>) -> Span {
        let span = self.trimmed(self.span(&pair));
        let mut junk = None;
        let mut block = None;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::bad_junk => junk = Some(self.trimmed(self.span(&part))),
                Rule::block => block = Some(part),
                _ => {}
            }
        }
        let block_span = block.as_ref().map(|block| self.span(block));
        let error = match (junk, block_span) {
            (Some(junk), block) if block.is_none_or(|block| block.start > junk.start) => {
                self.why(junk, block.is_some())
            }
            _ => self.braces(span),
        };
        self.report(error);
        if let Some(block) = block {
            self.read_for_errors(block);
        }
        span
    }

    /// Reports text at the top level that is no declaration.
    pub(super) fn bad_item(&mut self, pair: Pair<'i>) -> Item {
        let span = self.trimmed(self.span(&pair));
        let mut block = None;
        let mut closing = false;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::brace_close => closing = true,
                Rule::block => block = Some(part),
                _ => {}
            }
        }
        let error = if closing {
            SyntaxError::new("E0009", span, "`}` without a `{` that it closes")
                .help("remove it, or look for a `}` too many in the declaration above")
                .fix(span, "")
        } else {
            let found = first_words(self.text_at(span));
            SyntaxError::new("E0028", span, format!("expected a declaration, found `{found}`"))
                .help("a declaration reads `kind id \"Name\" { … }`")
        };
        self.report(error);
        if let Some(block) = block {
            self.read_for_errors(block);
        }
        Item::Bad(span)
    }

    /// Reads the block of something broken for the mistakes inside. A block in which nothing
    /// makes sense was not a block, and one message is enough.
    fn read_for_errors(&mut self, block: Pair<'i>) {
        let before = self.error_count();
        let block = self.block(block);
        if !block.entries.is_empty()
            && block.entries.iter().all(|entry| matches!(entry, crate::ast::Entry::Bad(_)))
        {
            self.forget_errors(before);
        }
    }

    /// `{T}: draw a card`
    fn braces(&mut self, span: Span) -> SyntaxError {
        SyntaxError::new("E0015", span, "an entry cannot begin with `{`")
            .help("costs and symbols in braces are not part of the language; write a clause such as `spend { … }`")
    }

    /// Why a line is not an entry: parses it alone and looks how far that came.
    fn why(&mut self, junk: Span, has_block: bool) -> SyntaxError {
        let start = (junk.start - self.offset) as usize;
        let mut text = self.text_at(junk).to_owned();
        if has_block {
            text.push_str(" {}");
        }
        let Err(error) = Grammar::parse(Rule::probe_entry, &text) else {
            return SyntaxError::new(
                "E0001",
                junk,
                format!("`{}` does not belong here", first_words(&text)),
            );
        };
        let position = match error.location {
            InputLocation::Pos(position) | InputLocation::Span((position, _)) => position,
        };
        let expected = match error.variant {
            ErrorVariant::ParsingError { positives, .. } => positives,
            ErrorVariant::CustomError { .. } => Vec::new(),
        };
        let position = position.min(junk.range().len());
        let end = self.significant_before(start + position);
        let after = self.at(end.max(start), end.max(start));
        let found = found_token(&text[position..]);
        let expected = describe(&expected);
        if found.is_empty() {
            return SyntaxError::new(
                "E0024",
                after,
                format!("expected {expected} after `{}`", self.last_word(end)),
            );
        }
        let place = self.at(start + position, start + position + found.len());
        SyntaxError::new("E0001", place, format!("expected {expected}, found `{found}`"))
    }

    fn last_word(&self, end: usize) -> &'i str {
        let text = &self.source[..end];
        let start =
            text.rfind(|character: char| character.is_whitespace()).map_or(0, |space| space + 1);
        &text[start..]
    }
}

/// The word or mark at the beginning of a text.
fn found_token(text: &str) -> &str {
    let text = text.trim_end();
    let end = text
        .char_indices()
        .take_while(|(_, character)| character.is_alphanumeric() || matches!(character, '-' | '_'))
        .last()
        .map(|(index, character)| index + character.len_utf8());
    match end {
        Some(end) => &text[..end],
        None => text.chars().next().map_or("", |character| &text[..character.len_utf8()]),
    }
}

fn describe(rules: &[Rule]) -> String {
    let _ = rules;
    "something else".to_owned()
}
