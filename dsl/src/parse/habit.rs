//! Habits from other languages and other games: mistakes whose intention is obvious.

use super::diagnose::{Place, first_token, first_word, last_token, starts_value, starts_word};
use super::item::is_meaningless;
use super::lower::Lower;
use super::skip_text;
use crate::ast::Span;
use crate::error::SyntaxError;

impl Lower<'_> {
    /// Mistakes that show in the first words of an entry.
    pub(super) fn known_mistake(&self, junk: Span, text: &str, word: &str) -> Option<SyntaxError> {
        let first = Span { start: junk.start, end: junk.start + word.len() as u32 };
        if means_when(word)
            && let Some(error) = self.condition_behind(first)
        {
            return Some(error);
        }
        match word {
            "else" => return Some(lonely_else(first)),
            "when" | "whenever" => return Some(when_for_on(first, word)),
            "if" => return if_then(junk, text),
            _ => {}
        }
        wrong_count(first, text, word)
            .or_else(|| if word == "on" { None } else { self.second_value(junk, text) })
            .or_else(|| self.wrong_mark(junk, text))
    }

    /// A character that is no part of the language, wherever it stands in the text.
    pub(super) fn stray_character(&self, junk: Span) -> Option<SyntaxError> {
        let text = self.text_at(junk);
        let mut at = 0;
        while let Some(character) = text[at..].chars().next() {
            let length = match character {
                '"' => skip_text(text.as_bytes(), at).max(at + 1) - at,
                _ => character.len_utf8(),
            };
            let is_known = character.is_whitespace() || "'‘’“”≠≤≥".contains(character);
            if !is_known && is_meaningless(character) {
                let here = Span::new(at, at + length).shifted(junk.start);
                return Some(meaningless(here, character));
            }
            at += length;
        }
        None
    }

    /// Something written after an entry on the same line.
    fn second_value(&self, junk: Span, text: &str) -> Option<SyntaxError> {
        let start = (junk.start - self.offset) as usize;
        let before = self.significant_before(start);
        let behind = !self.source[before..start].contains('\n')
            && !self.source[..before].ends_with(['{', '}', ';'])
            && before > 0;
        if !behind || !starts_value(text) {
            return None;
        }
        let found = first_token(text);
        if let Some(error) = wrong_range(found, junk.start) {
            return Some(error);
        }
        let line = self.source[..before].rfind('\n').map_or(0, |newline| newline + 1);
        let values = &self.source[line..before];
        if let Some(and) = values.rfind(" and ")
            && values[..and].contains(':')
            && !values.contains(['(', '<', '>', '='])
        {
            let word = self.at(line + and + 1, line + and + 4);
            return Some(
                SyntaxError::new("E0003", word, "values are joined by commas, not by `and`")
                    .help("write `,` instead of `and`")
                    .fix(self.at(line + and, line + and + 4), ","),
            );
        }
        let at = self.at(before, before);
        // `expect ATT(x) == 2B 1R`
        let last = last_token(&self.source[..before]);
        if is_dice(last) && is_dice(found) && values.contains("==") {
            return Some(
                SyntaxError::new("E0003", at, "dice of several sorts are added in a condition")
                    .help(format!("write `{last} + {found}`"))
                    .fix(at, " +"),
            );
        }
        let message = format!("expected `,` or a new line before `{found}`");
        Some(
            SyntaxError::new("E0003", at, message)
                .help("values are separated by commas, entries by new lines or `;`")
                .fix(at, ","),
        )
    }

    /// `modify power by +1 if round > 2`: a condition follows `when`.
    pub(super) fn condition_behind(&self, first: Span) -> Option<SyntaxError> {
        let word = self.text_at(first);
        let start = (first.start - self.offset) as usize;
        let begin = self.source[..start].rfind(['\n', '{', '}', ';']).map_or(0, |end| end + 1);
        let statement = first_word(self.source[begin..start].trim_start());
        if !matches!(statement, "modify" | "mark" | "grant" | "revoke" | "forbid") {
            return None;
        }
        let message = format!("the condition of a `{statement}` follows `when`, not `{word}`");
        let error = SyntaxError::new("E0024", first, message);
        Some(match word {
            "unless" => error.help("write `when not (…)`"),
            _ => error.help("write `when`").fix(first, "when"),
        })
    }

    /// `heal(all adventurers)`: a comma seems to be missing after a word such as `all`.
    pub(super) fn all_of_them(&self, at: Span) -> Option<SyntaxError> {
        let end = (at.start - self.offset) as usize;
        let all = last_token(&self.source[..end]);
        let open = end - all.len();
        if !matches!(all, "all" | "each" | "every" | "any" | "some") {
            return None;
        }
        let verb = last_token(self.source[..open].strip_suffix('(')?);
        let before = self.source[..open - 1 - verb.len()].trim_end_matches([' ', '\t']);
        let rest = &self.source[end..];
        let selection = first_token(rest.trim_start());
        let word = self.at(open, end);
        let error =
            SyntaxError::new("E0034", word, format!("`{all}` is not how several are chosen"));
        let is_statement = before.is_empty() || before.ends_with(['\n', '{', '}', ';']);
        if !is_statement {
            let gap = rest.len() - rest.trim_start().len();
            return Some(
                error
                    .help(format!("write `{verb}({selection} …)` without it"))
                    .fix(self.at(open, end + gap), ""),
            );
        }
        let how = if matches!(all, "any" | "some") { "choose 1 from" } else { "for each" };
        let error = error.help(format!("write `{how} {selection} {{ {verb}(it) }}`"));
        let behind = rest.trim_start().strip_prefix(selection);
        if behind.is_none_or(|behind| !behind.starts_with(')')) || matches!(all, "any" | "some") {
            return Some(error);
        }
        let head = self.at(open - 1 - verb.len(), end + rest.len() - rest.trim_start().len());
        let tail = head.end + selection.len() as u32;
        let close = Span { start: tail, end: tail + 1 };
        Some(error.fix(head, "for each ").fix(close, format!(" {{ {verb}(it) }}")))
    }

    /// A punctuation mark that cannot begin an entry.
    fn wrong_mark(&self, junk: Span, text: &str) -> Option<SyntaxError> {
        let character = text.chars().next()?;
        let end = junk.start + character.len_utf8() as u32;
        let here = Span { start: junk.start, end };
        if character == ',' {
            return Some(comma_before(here));
        }
        if text.starts_with("/*") || text.starts_with("--") {
            let mark = Span { start: junk.start, end: junk.start + 2 };
            let message = format!("`{}` begins no comment", &text[..2]);
            return Some(
                SyntaxError::new("E0026", mark, message).help("a comment begins with `//`"),
            );
        }
        if character.is_ascii_alphanumeric() || matches!(character, '"' | '(' | ')' | ':') {
            return None;
        }
        Some(meaningless(here, character))
    }
}

/// Mistakes that show at the place where parsing of a field or clause stopped.
pub(super) fn in_clause(word: &str, read: &str, place: &Place<'_>) -> Option<SyntaxError> {
    let Place { before, after, found, found_span } = place;
    let joined = after.end == found_span.start;
    let number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if *before == "." && number(found) {
        let at = Span { start: after.start - 1, end: found_span.end };
        return Some(
            SyntaxError::new("E0001", at, "numbers are whole; there are no decimals")
                .help("count in a smaller unit, or round"),
        );
    }
    if *before == "\"" && joined && starts_value(found) && !found.starts_with('"') {
        let quote = Span { start: after.start - 1, end: after.start };
        return Some(
            SyntaxError::new("E0006", quote, "a quote inside a text is written `\\\"`")
                .help("write `\\\"` for every quote that does not end the text"),
        );
    }
    if *found == "," && !read.contains([':', '(']) && !word.is_empty() {
        let message = format!("expected a new line or `;` after `{before}`, found `,`");
        return Some(
            SyntaxError::new("E0001", *found_span, message)
                .help("entries are separated by new lines or `;`, values by commas"),
        );
    }
    if before.ends_with(':') && read.matches(':').count() == 1 && starts_word(found) {
        let message = format!("`{found}` is followed by a second `:`");
        return Some(SyntaxError::new("E0012", *found_span, message).help(format!(
            "write `{word}: {found} …` with spaces, or start a new line before `{found}`"
        )));
    }
    None
}

/// Words that introduce a condition in English, but not here.
pub(super) fn means_when(word: &str) -> bool {
    matches!(word, "if" | "while" | "unless" | "whenever" | "provided")
}

/// `if CONDITION then verb(…)`
fn if_then(junk: Span, text: &str) -> Option<SyntaxError> {
    let start = junk.start + text.find(" then ")? as u32 + 1;
    let word = Span { start, end: start + 4 };
    Some(
        SyntaxError::new("E0024", word, "a block follows the condition of an `if`, not `then`")
            .help("write `if CONDITION { … }`, and `else { … }` if there is one"),
    )
}

/// `2B`: a number and letters.
fn is_dice(token: &str) -> bool {
    let letters = token.trim_start_matches(|letter: char| letter.is_ascii_digit());
    letters.len() < token.len()
        && !letters.is_empty()
        && letters.bytes().all(|byte| byte.is_ascii_alphabetic())
}

/// `0-9` for `0..9`
fn wrong_range(found: &str, start: u32) -> Option<SyntaxError> {
    let (low, high) = found.split_once('-')?;
    let number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !number(low) || !number(high) {
        return None;
    }
    let at = Span { start, end: start + found.len() as u32 };
    let right = format!("{low}..{high}");
    Some(
        SyntaxError::new("E0004", at, format!("the range `{found}` is written `{right}`"))
            .help(format!("write `{right}`"))
            .fix(at, right),
    )
}

/// `4x goblin` for `4 goblin`
fn wrong_count(first: Span, text: &str, word: &str) -> Option<SyntaxError> {
    let count = word.strip_suffix('x')?;
    let rest = text[word.len()..].trim_start();
    if count.is_empty() || !count.bytes().all(|byte| byte.is_ascii_digit()) || !starts_word(rest) {
        return None;
    }
    Some(
        SyntaxError::new("E0032", first, format!("a count is a plain number, not `{word}`"))
            .help(format!("write `{count} {}`", first_word(rest)))
            .fix(first, count),
    )
}

fn lonely_else(word: Span) -> SyntaxError {
    let after = Span { start: word.end, end: word.end };
    SyntaxError::new("E0010", after, "expected `{` after `else`")
        .help("write `if … { … } else { … }`; `else` follows the `}` of its `if`")
}

fn when_for_on(word: Span, found: &str) -> SyntaxError {
    SyntaxError::new(
        "E0024",
        word,
        format!("an effect that reacts begins with `on`, not `{found}`"),
    )
    .help("write `on EVENT { … }`; `when` follows the effect that it limits")
}

fn comma_before(here: Span) -> SyntaxError {
    SyntaxError::new("E0013", here, "no value stands before this comma")
        .help("remove the comma: entries need nothing between them but a new line")
        .fix(here, "")
}

/// A character that is not part of the language.
pub(super) fn meaningless(here: Span, character: char) -> SyntaxError {
    let error = SyntaxError::new("E0026", here, format!("`{character}` means nothing here"));
    match character {
        '#' => error.help("a comment begins with `//`"),
        '[' | ']' => {
            error.help("lists need no brackets: `type: undead, spirit`; sets stand in `{ }`")
        }
        '–' | '—' | '−' => error.help("a minus is written `-`").fix(here, "-"),
        '-' | '*' | '•' => error.help("entries need no mark in front of them"),
        _ if character.is_alphabetic() => {
            error.help("words are made of the letters a to z, digits and `-`")
        }
        _ => error.help("remove it"),
    }
}
