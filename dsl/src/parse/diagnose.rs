//! Explains text that no grammar rule accepts: finds out what the author meant, and says so.
//!
//! A broken entry is parsed again, alone and with the one rule that its first word calls for.
//! The message says how far that parse came and what could have followed there.

use pest::error::{ErrorVariant, InputLocation};

use super::expected::{Expected, expected, noun_after, pattern};
use super::habit;
use super::item::{first_words, is_meaningless};
use super::lower::Lower;
use super::{Pair, Rule, Unread, read};
use crate::ast::{Bad, Entry, Item, Span};
use crate::error::SyntaxError;

/// Stands in for the block of a broken entry when its head is parsed alone. It contains a field,
/// so that no expression mistakes it for a set of values.
const BLOCK: &str = " { x: 1 }";

impl<'i> Lower<'i> {
    /// Reports an entry that no rule accepts and reads its block, if it has one.
    pub(super) fn bad_entry(&mut self, pair: Pair<'i>) -> Bad {
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
        let block_start = block.as_ref().map(|block| self.span(block).start);
        let error = match junk {
            Some(junk) if block_start.is_none_or(|block| block > junk.start) => {
                self.why(junk, block_start.is_some())
            }
            _ => SyntaxError::new("E0015", span, "an entry cannot begin with `{`").help(
                "costs in braces are not part of the language; write a clause such as `spend { … }`",
            ),
        };
        self.report(error);
        if let Some(block) = block {
            self.read_for_errors(block);
        }
        self.bad(span)
    }

    /// Reports text at the top level that is not a declaration.
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
            let head =
                block.as_ref().map_or(span.end, |block| self.span(block).start).max(span.start);
            let head = self.trimmed(Span { start: span.start, end: head });
            let text = self.text_at(if head.start < head.end { head } else { span });
            SyntaxError::new(
                "E0028",
                span,
                format!("expected a declaration, found `{}`", first_words(text)),
            )
            .help("a declaration reads `kind id \"Name\" { … }`")
        };
        self.report(error);
        if let Some(block) = block {
            self.read_for_errors(block);
        }
        Item::Bad(self.bad(span))
    }

    /// Reads the block of a broken entry to report the mistakes inside. If nothing in it makes
    /// sense it was not a block at all, and the message about the entry is enough.
    fn read_for_errors(&mut self, block: Pair<'i>) {
        let before = self.error_count();
        let block = self.block(block);
        if !block.entries.is_empty()
            && block.entries.iter().all(|entry| matches!(entry, Entry::Bad(_)))
        {
            self.forget_errors(before);
        }
    }

    fn why(&mut self, junk: Span, has_block: bool) -> SyntaxError {
        let text = self.text_at(junk);
        let word = first_word(text);
        if let Some(error) = self.known_mistake(junk, text, word) {
            return error;
        }
        if let Some(error) = self
            .stray_character(junk)
            .or_else(|| self.decimal(junk))
            .or_else(|| self.parted_operator(junk))
        {
            return error;
        }
        let probed = if has_block { format!("{text}{BLOCK}") } else { text.to_owned() };
        match statement_rules(word, text) {
            Some(rule) => self.why_statement(junk, rule, word, &probed),
            None => self.why_clause(junk, &probed),
        }
    }

    fn why_statement(&mut self, junk: Span, rule: Rule, word: &str, probed: &str) -> SyntaxError {
        let (position, rules) = match read(rule, probed) {
            Err(Unread::TooLong) => (0, Vec::new()),
            Err(Unread::At(error)) => match failure(*error, probed) {
                // Nothing follows the first word.
                (0, _) => (word.len(), vec![Rule::ident]),
                failure => failure,
            },
            Ok(mut pairs) => (pairs.next().map_or(0, |pair| pair.as_span().end()), Vec::new()),
        };
        let place = self.place(junk, probed, position);
        if let Some(error) = habit::in_statement(word, probed, &place, junk) {
            return error;
        }
        let error = match expected(&rules) {
            Some(Expected::Mark(mark)) => SyntaxError::new(
                "E0024",
                place.after,
                format!("expected {mark} after `{}`", place.before),
            ),
            Some(Expected::Thing(thing)) => {
                let thing = noun_after(place.before, word).unwrap_or(thing);
                place.thing("E0024", thing)
            }
            // The statement ends with a word that needs something after it.
            None if place.found_span.end == junk.end && follows(place.found, word).is_some() => {
                let end = Span { start: junk.end, end: junk.end };
                let thing = follows(place.found, word).unwrap_or("more");
                SyntaxError::new("E0024", end, format!("expected {thing} after `{}`", place.found))
            }
            None if place.found.is_empty() => {
                SyntaxError::new("E0024", junk, format!("this `{word}` is not complete"))
            }
            None => SyntaxError::new(
                "E0024",
                place.found_span,
                format!("`{}` does not belong in this `{word}`", place.found),
            ),
        };
        error.help(format!("write `{}`", pattern(word)))
    }

    fn why_clause(&mut self, junk: Span, probed: &str) -> SyntaxError {
        let (position, rules) = match read(Rule::probe, probed) {
            Err(Unread::At(error)) => failure(*error, probed),
            Ok(_) | Err(Unread::TooLong) => (0, Vec::new()),
        };
        let place = self.place(junk, probed, position);
        let word = first_word(probed);
        let read = &probed[..position.min(probed.len())];
        if let Some(character) = place.found.chars().next().filter(|first| is_meaningless(*first)) {
            return habit::meaningless(place.found_span, character);
        }
        if position == 0 && !starts_word(probed) {
            let found = first_token(self.text_at(junk));
            let here = Span { start: junk.start, end: junk.start + found.len() as u32 };
            return SyntaxError::new(
                "E0001",
                here,
                format!("an entry begins with a word, not with `{found}`"),
            )
            .help(
                "write `name: value`, `clause { … }`, `verb(…)` or, in a list of cards, `4 goblin`",
            );
        }
        let known = habit::in_clause(word, read, &place)
            .or_else(|| habit::after_effect(read, &place))
            .or_else(|| habit::idle_number(junk, self.text_at(junk), word));
        if let Some(error) = known {
            return error;
        }
        if !word.is_empty() && !read.contains([':', '(']) && !place.found.is_empty() {
            let reads = |text: &str| super::read(Rule::probe, text).is_ok();
            if matches!(place.found, "or" | "and")
                && reads(&probed.replace(&format!(" {}", place.found), ","))
            {
                let message = format!("these are separated by commas, not by `{}`", place.found);
                let joined = Span { start: place.after.start, ..place.found_span };
                return SyntaxError::new("E0003", place.found_span, message)
                    .help("write `,`")
                    .fix(joined, ",");
            }
            if !reads(&format!("{word}:{}", &probed[word.len()..])) {
                let message = format!("`{}` does not belong after `{}`", place.found, place.before);
                return SyntaxError::new("E0001", place.found_span, message)
                    .help("an entry reads `name: value`, `clause { … }` or `verb(…)`");
            }
            let after =
                Span { start: junk.start + word.len() as u32, end: junk.start + word.len() as u32 };
            return SyntaxError::new("E0023", after, format!("expected `:` after `{word}`"))
                .help(format!("write `{word}: …`"))
                .fix(after, ":");
        }
        if place.before == ","
            && !place.found.is_empty()
            && read.trim_end().trim_end_matches(',').ends_with('(')
        {
            let comma = Span { start: place.after.start - 1, end: place.after.start };
            return SyntaxError::new("E0013", comma, "no value stands before this comma")
                .help("remove the comma")
                .fix(comma, "");
        }
        let wants_comma =
            rules.iter().any(|rule| matches!(rule, Rule::wrong_last_comma | Rule::missing_comma));
        if wants_comma
            && read.contains(':')
            && let Some(error) = habit::joining_word(&place, &probed[position..])
        {
            return error;
        }
        if wants_comma && place.found == "when" && read.contains(':') {
            return SyntaxError::new(
                "E0001",
                place.found_span,
                "the condition of a line stands before its colon",
            )
            .help(format!("write `{word} … when CONDITION: …`"));
        }
        if wants_comma && starts_value(place.found) {
            return SyntaxError::new(
                "E0003",
                place.after,
                format!("expected `,` before `{}`", place.found),
            )
            .help("values are separated by commas")
            .fix(place.after, ",");
        }
        match expected(&rules) {
            _ if place.found == "(" && read.ends_with(' ') => {
                let gap = Span { start: place.after.start, end: place.found_span.start };
                SyntaxError::new(
                    "E0031",
                    gap,
                    format!("no space stands between `{}` and its `(`", place.before),
                )
                .help(format!("write `{}(…)`", place.before))
                .fix(gap, "")
            }
            Some(Expected::Mark(mark)) if place.found.is_empty() => SyntaxError::new(
                "E0001",
                place.after,
                format!("expected {mark} after `{}`", place.before),
            )
            .help(format!("add {mark}")),
            Some(Expected::Thing(_)) if place.before == "then" => place
                .thing("E0001", "an effect")
                .help("write `KEYWORD then VERB(…)`, or leave `then` out"),
            Some(Expected::Thing(thing)) if place.before.ends_with(':') => place
                .thing("E0012", thing)
                .help(format!("write `{word}: …` with a value, or remove the line")),
            Some(Expected::Thing(thing)) => {
                place.thing("E0001", thing).help("a value belongs on both sides of an operator")
            }
            _ if place.found.is_empty() => SyntaxError::new(
                "E0001",
                junk,
                format!("`{}` is not complete", first_words(self.text_at(junk))),
            )
            .help("an entry reads `name: value`, `clause { … }` or `verb(…)`"),
            _ => SyntaxError::new(
                "E0001",
                place.found_span,
                format!("`{}` does not belong here", place.found),
            )
            .help("an entry reads `name: value`, `clause { … }` or `verb(…)`"),
        }
    }

    /// The words around a place in a probed text.
    fn place(&self, junk: Span, probed: &'_ str, position: usize) -> Place<'i> {
        let start = (junk.start - self.offset) as usize;
        let length = junk.range().len();
        // Anything past the end of the junk is the stand-in for its block.
        let in_block = position > length;
        let position = position.min(length).min(probed.len());
        let skipped = probed[position..].len() - probed[position..].trim_start().len();
        let found_start = start + (position + skipped).min(length);
        let found = if position + skipped < length {
            first_token(&self.source[found_start..start + length])
        } else if in_block || probed.len() > length {
            "{"
        } else {
            ""
        };
        let end = self.significant_before(found_start).max(start);
        let found_start = if found == "{" {
            self.source[found_start..].find('{').map_or(found_start, |brace| found_start + brace)
        } else {
            found_start
        };
        Place {
            before: last_token(&self.source[..end]),
            after: self.at(end, end),
            found,
            found_span: self.at(found_start, found_start + found.len()),
        }
    }
}

/// Where reading stopped.
pub(super) struct Place<'i> {
    /// The word or mark before.
    pub(super) before: &'i str,
    /// The empty span directly after it.
    pub(super) after: Span,
    /// What follows; empty at the end.
    pub(super) found: &'i str,
    pub(super) found_span: Span,
}

impl Place<'_> {
    fn thing(&self, code: &'static str, thing: &str) -> SyntaxError {
        let Place { before, after, found, found_span } = self;
        if found.is_empty() {
            return SyntaxError::new(code, *after, format!("expected {thing} after `{before}`"));
        }
        SyntaxError::new(
            code,
            *found_span,
            format!("expected {thing} after `{before}`, found `{found}`"),
        )
    }
}

/// How far a text was read, and what could have followed there.
fn failure(error: pest::error::Error<Rule>, probed: &str) -> (usize, Vec<Rule>) {
    let position = match error.location {
        InputLocation::Pos(position) | InputLocation::Span((position, _)) => position,
    };
    let positives = match error.variant {
        ErrorVariant::ParsingError { positives, .. } => positives,
        ErrorVariant::CustomError { .. } => Vec::new(),
    };
    match value_before_colon(probed, position) {
        Some(before) if positives.contains(&Rule::infix) => (before, vec![Rule::bare_name]),
        _ => (position, positives),
    }
}

/// Where the word begins that ends at a place, if a colon follows it. The grammar reads that word
/// as a value and stops at the colon, but a word before a colon is a name.
fn value_before_colon(probed: &str, position: usize) -> Option<usize> {
    let read = probed[..position].trim_end();
    let joined = |byte: char| byte.is_ascii_alphanumeric() || byte == '-';
    let word = read[read.trim_end_matches(joined).len()..].trim_start_matches('-');
    let before = read.len() - word.len();
    let is_name = word.contains(char::is_alphabetic)
        && (word.starts_with(char::is_alphabetic) || word.contains('-'));
    (before > 0 && is_name && probed[position..].starts_with(':')).then_some(before)
}

/// The rule of the statement that begins with a word.
fn statement_rules(word: &str, text: &str) -> Option<Rule> {
    let rest = text[word.len()..].trim_start();
    if rest.starts_with([':', '=']) {
        return None;
    }
    Some(match word {
        "on" => Rule::on,
        "modify" => Rule::modify,
        "mark" => Rule::mark,
        "grant" | "revoke" => Rule::grant,
        "forbid" => Rule::forbid,
        "for" => Rule::for_each,
        "choose" if rest.is_empty() => Rule::choose_option,
        "choose" => Rule::choose,
        "opponent" if rest.starts_with("chooses") => Rule::choose,
        "repeat" => Rule::repeat,
        "option" => Rule::option,
        "offer" => Rule::offer,
        "if" => Rule::if_else,
        "let" => Rule::let_line,
        "roll" => Rule::roll,
        "require" => Rule::require,
        "todo" => Rule::todo,
        "do" => Rule::do_line,
        "expect" if rest.starts_with("illegal ") => Rule::expect_illegal,
        "expect" => Rule::expect,
        "field" => Rule::field_decl,
        "clause" => Rule::clause_decl,
        _ => return None,
    })
}

/// What has to follow a word in a statement.
fn follows(word: &str, statement: &str) -> Option<&'static str> {
    let connects =
        matches!(word, "with" | "at" | "to" | "from" | "by" | "as" | "on" | "for" | "choose");
    match statement {
        "do" | "expect" if connects => Some("a card"),
        _ => noun_after(word, statement),
    }
}

/// The word at the beginning, if there is one.
pub(super) fn first_word(text: &str) -> &str {
    if !text.starts_with(|character: char| character.is_ascii_alphanumeric()) {
        return "";
    }
    let end = text.find(|character: char| {
        !character.is_ascii_alphanumeric() && !matches!(character, '-' | '_')
    });
    &text[..end.unwrap_or(text.len())]
}

/// The word, text or mark at the beginning.
pub(super) fn first_token(text: &str) -> &str {
    let word = first_word(text);
    if !word.is_empty() {
        return word;
    }
    if text.starts_with('"') {
        return &text[..super::split::skip_text(text.as_bytes(), 0).min(text.len())];
    }
    let mark = ["==", "!=", "<=", ">=", "->", "=>", "&&", "||", ".."]
        .iter()
        .find(|mark| text.starts_with(**mark));
    match mark {
        Some(mark) => &text[..mark.len()],
        None => text.chars().next().map_or("", |character| &text[..character.len_utf8()]),
    }
}

/// The word or mark at the end.
pub(super) fn last_token(text: &str) -> &str {
    let word = text.rfind(|character: char| {
        !character.is_ascii_alphanumeric() && !matches!(character, '-' | '_')
    });
    let start =
        word.map_or(0, |index| index + text[index..].chars().next().map_or(1, char::len_utf8));
    if start < text.len() {
        return &text[start..];
    }
    text.char_indices().next_back().map_or("", |(index, _)| &text[index..])
}

pub(super) fn starts_word(text: &str) -> bool {
    text.starts_with(|character: char| character.is_ascii_alphabetic())
}

pub(super) fn starts_value(text: &str) -> bool {
    text.starts_with(|character: char| character.is_ascii_alphanumeric() || character == '"')
}
