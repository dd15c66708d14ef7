//! Habits from other languages and other games: mistakes whose intention is obvious.

use super::diagnose::{Place, first_token, first_word, last_token, starts_value, starts_word};
use super::item::is_meaningless;
use super::lower::Lower;
use super::skip_text;
use crate::ast::Span;
use crate::error::SyntaxError;

/// Double quotes that word processors write.
pub(super) const QUOTES: [char; 5] = ['“', '”', '„', '«', '»'];

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
            "when" | "whenever" => return Some(self.when_for_on(first, word)),
            "set" => {
                if let Some(error) = set_with_equals(junk, text) {
                    return Some(error);
                }
            }
            "if" => return if_then(junk, text),
            "for" => {
                if let Some(error) = self.amount_for_each(junk, text) {
                    return Some(error);
                }
            }
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
            let is_known = character.is_whitespace()
                || QUOTES.contains(&character)
                || "'‘’≠≤≥".contains(character);
            if !is_known && is_meaningless(character) {
                let here = Span::new(at, at + length).shifted(junk.start);
                return Some(meaningless(here, character));
            }
            if QUOTES.contains(&character) {
                return Some(self.curly_quotes(junk.start + at as u32));
            }
            at += length;
        }
        None
    }

    /// A text in the quotes of a word processor that could not be read as one: it holds brackets,
    /// or its quotes do not match.
    pub(super) fn curly_quotes(&self, start: u32) -> SyntaxError {
        let rest = &self.source[(start - self.offset) as usize..];
        let line = rest.lines().next().unwrap_or(rest);
        let marks = || line.char_indices().filter(|(_, mark)| QUOTES.contains(mark));
        let span = |(at, mark): (usize, char)| Span::new(at, at + mark.len_utf8()).shifted(start);
        let first = marks().next().unwrap_or((0, '“'));
        let message = format!("texts stand in `\"…\"`, not in `{}`", first.1);
        let error = SyntaxError::new("E0006", span(first), message)
            .help("write `\"` at both ends of the text")
            .fix(span(first), "\"");
        match marks().next_back().filter(|last| last.0 > first.0) {
            Some(last) => error.fix(span(last), "\""),
            None => error,
        }
    }

    /// `wrath > = 3`: an operator in two parts.
    pub(super) fn parted_operator(&self, junk: Span) -> Option<SyntaxError> {
        let text = self.text_at(junk);
        let bytes = text.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            match bytes[at] {
                b'"' => at = skip_text(bytes, at).max(at + 1),
                b'>' | b'<' | b'!' | b'=' if bytes[at + 1..].starts_with(b" =") => {
                    let right = format!("{}=", bytes[at] as char);
                    let span = Span::new(at, at + 3).shifted(junk.start);
                    let message = format!("`{}` is written `{right}`", &text[at..at + 3]);
                    return Some(
                        SyntaxError::new("E0004", span, message)
                            .help(format!("write `{right}`"))
                            .fix(span, right),
                    );
                }
                _ => at += 1,
            }
        }
        None
    }

    /// `times 0.5`: a decimal, wherever it stands in the text.
    pub(super) fn decimal(&self, junk: Span) -> Option<SyntaxError> {
        let text = self.text_at(junk);
        let bytes = text.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            let digit = |place: usize| bytes.get(place).is_some_and(u8::is_ascii_digit);
            match bytes[at] {
                b'"' => at = skip_text(bytes, at).max(at + 1),
                b'.' if digit(at + 1) && at > 0 && (digit(at - 1) || bytes[at - 1] == b' ') => {
                    let before = bytes[..at].iter().rev().take_while(|byte| byte.is_ascii_digit());
                    let start = at - before.count();
                    let after = bytes[at + 1..].iter().take_while(|byte| byte.is_ascii_digit());
                    let end = at + 1 + after.count();
                    return Some(no_decimals(
                        Span::new(start, end).shifted(junk.start),
                        &text[start..end],
                    ));
                }
                _ => at += 1,
            }
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
        // `modify power of self by +1 for 2 rounds`
        let statement = first_word(values.rsplit(['{', ';']).next().unwrap_or(values).trim_start());
        let lasts = matches!(statement, "modify" | "mark" | "grant" | "revoke" | "forbid");
        if lasts && matches!(found, "for" | "during" | "this" | "permanently") {
            let word = Span { start: junk.start, end: junk.start + found.len() as u32 };
            return Some(
                SyntaxError::new("E0024", word, "how long it lasts follows `until`").help(
                    "write `until MOMENT` (`cardwright vocabulary` lists the moments), or nothing: \
                     then it lasts as long as its card, and inside an effect as long as the manual says",
                ),
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

    /// `modify power by +1 for each character`: what grows with a number is a formula.
    fn amount_for_each(&self, junk: Span, text: &str) -> Option<SyntaxError> {
        let rest = text.strip_prefix("for")?.trim_start().strip_prefix("each")?;
        let start = (junk.start - self.offset) as usize;
        let line = self.source[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let before = self.source[line..start].trim();
        let before = before.rsplit(['{', ';']).next()?.trim();
        let (head, amount) = before.rsplit_once(" by ")?;
        if first_word(head) != "modify" || rest.contains('{') {
            return None;
        }
        let number = amount.trim().trim_start_matches('+');
        let formula = match number {
            "1" => "count(SELECTION)".to_owned(),
            number => format!("{number} * count(SELECTION)"),
        };
        let each = Span { start: junk.start, end: junk.start + (text.len() - rest.len()) as u32 };
        Some(
            SyntaxError::new("E0024", each, "an amount for each of several is a formula")
                .help(format!("write `{head} by {formula}`, with what is counted for SELECTION")),
        )
    }

    /// `when wounds > 2 { … }`: an effect that reacts, or one that lasts while something holds.
    fn when_for_on(&self, word: Span, found: &str) -> SyntaxError {
        let rest = &self.source[(word.end - self.offset) as usize..];
        let block = rest.find('{').map(|open| (rest[..open].trim(), &rest[open + 1..]));
        if let Some((condition, inside)) = block
            && !condition.contains(['\n', '}', ';'])
            && let Some((inside, _)) = inside.split_once('}')
            && matches!(
                first_word(inside.trim_start()),
                "modify" | "mark" | "grant" | "revoke" | "forbid"
            )
        {
            let lasting = inside.trim();
            let error = SyntaxError::new(
                "E0024",
                word,
                format!("the condition of a lasting effect follows it: `… {found} CONDITION`"),
            );
            return match lasting.contains(['\n', ';', '{']) || lasting.contains(" when ") {
                true => {
                    error.help(format!("write `when {condition}` behind each line of the block"))
                }
                false => error.help(format!("write `{lasting} when {condition}`")),
            };
        }
        SyntaxError::new(
            "E0024",
            word,
            format!("an effect that reacts begins with `on`, not `{found}`"),
        )
        .help("write `on EVENT { … }`; `when` follows the effect that it limits")
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
        // The other arguments follow, up to the end of the call.
        let behind = rest.trim_start().strip_prefix(selection).unwrap_or_default();
        let more = behind.find(')').map(|length| &behind[..length]);
        let more = more.filter(|more| !more.contains(['(', '\n']));
        let call = format!("{verb}(it{})", more.unwrap_or_default());
        let error = error.help(format!("write `{how} {selection} {{ {call} }}`"));
        let Some(more) = more.filter(|more| more.is_empty() || more.starts_with(',')) else {
            return Some(error);
        };
        let head = self.at(open - 1 - verb.len(), end + rest.len() - rest.trim_start().len());
        let tail = head.end + selection.len() as u32;
        let close = Span { start: tail, end: tail + more.len() as u32 + 1 };
        Some(error.fix(head, format!("{how} ")).fix(close, format!(" {{ {call} }}")))
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
                SyntaxError::new("E0026", mark, message)
                    .help("a comment begins with `//`")
                    .fix(mark, "//"),
            );
        }
        if character.is_ascii_alphanumeric() || matches!(character, '"' | '(' | ')' | ':') {
            return None;
        }
        Some(meaningless(here, character))
    }
}

/// Mistakes that show at the place where parsing of a statement stopped.
pub(super) fn in_statement(
    word: &str,
    probed: &str,
    place: &Place<'_>,
    junk: Span,
) -> Option<SyntaxError> {
    let Place { before, found, found_span, .. } = place;
    if word == "on" && *found == ":" {
        let inside = probed.split_once(':').map_or("", |(_, rest)| rest.trim());
        let error =
            SyntaxError::new("E0024", *found_span, "what an event causes stands in `{ … }`");
        // A block that follows is the end of the probed text.
        return Some(match inside.is_empty() || inside.contains('{') {
            true => error.help("write `on EVENT { … }`"),
            false => error
                .help(format!("write `{{ {inside} }}`"))
                .fix(Span { start: found_span.start, end: junk.end }, format!(" {{ {inside} }}")),
        });
    }
    // `if roll 1B >= 1 { … }`
    if matches!(word, "if" | "match") && *before == "roll" {
        let span = Span { start: after_word(found_span, before), end: found_span.end };
        return Some(
            SyntaxError::new("E0024", span, "dice are rolled before they are asked about").help(
                format!("write `roll DICE {{ {word} … {{ … }} }}`; inside, `result` and the symbols are what the dice show"),
            ),
        );
    }
    let behind = (found_span.end - junk.start) as usize;
    // `on enter burn(1)` lacks its braces.
    let is_called = probed.get(behind..).is_some_and(|rest| rest.starts_with('('));
    let is_event = word == "on" && starts_word(found) && *found != "where" && !is_called;
    if is_event && (*found == "when" || means_when(found)) {
        let message = format!("the condition of an `on` follows `where`, not `{found}`");
        let error = SyntaxError::new("E0024", *found_span, message);
        return Some(match *found {
            "unless" => error.help("write `where not (…)`"),
            _ => error.help("write `where`").fix(*found_span, "where"),
        });
    }
    if is_event && matches!(*found, "by" | "from" | "with" | "to") {
        let message = format!("who or what `{before}` is about follows `where`, not `{found}`");
        return Some(SyntaxError::new("E0024", *found_span, message).help(format!(
            "write `on {before} where CONDITION {{ … }}`; `cardwright vocabulary` says which names the event has"
        )));
    }
    if is_event {
        let first = Span { start: junk.start + 3, end: found_span.end };
        return Some(
            SyntaxError::new("E0024", first, "an event is one word, such as `end-of-round`")
                .help("write `on EVENT { … }`; `cardwright vocabulary` lists the events"),
        );
    }
    let read = probed.get(..(found_span.start - junk.start) as usize)?;
    let (_, moment) = read.rsplit_once("until ")?;
    if starts_word(found) && !matches!(*found, "when" | "until" | "limit" | "once") {
        let rest: &str = probed[moment.as_ptr() as usize - probed.as_ptr() as usize..]
            .lines()
            .next()
            .unwrap_or_default();
        let words: Vec<&str> = rest.split_whitespace().filter(|word| starts_word(word)).collect();
        let start = found_span.start - moment.len() as u32;
        let span = Span { start, end: found_span.end };
        return Some(
            SyntaxError::new("E0024", span, "a moment is one word, such as `end-of-round`")
                .help(format!("`until {}` would be written so, if this game has it; `cardwright vocabulary` lists the moments", words.join("-"))),
        );
    }
    None
}

/// Where the word before a place begins, with a space between.
fn after_word(found: &Span, before: &str) -> u32 {
    found.start.saturating_sub(before.len() as u32 + 1)
}

/// Mistakes that show at the place where parsing of a field or clause stopped.
pub(super) fn in_clause(word: &str, read: &str, place: &Place<'_>) -> Option<SyntaxError> {
    let Place { before, after, found, found_span } = place;
    if *found == "." && *before == word && read.trim_end() == word {
        return Some(
            SyntaxError::new("E0001", *found_span, "a card's number is not set with `.`")
                .help(format!("write `modify NUMBER of {word} to AMOUNT`, or `by` to add to it")),
        );
    }
    let joined = after.end == found_span.start;
    if *before == "\"" && joined && starts_value(found) && !found.starts_with('"') {
        let quote = Span { start: after.start - 1, end: after.start };
        return Some(
            SyntaxError::new("E0006", quote, "a quote inside a text is written `\\\"`")
                .help("write `\\\"` for every quote that does not end the text"),
        );
    }
    if *found == "," && *before == "\"" && !read.contains([':', '(']) && !word.is_empty() {
        return Some(
            SyntaxError::new("E0001", *found_span, "a colon follows the name, not a comma")
                .help("write `:` instead of `,`")
                .fix(*found_span, ":"),
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

/// `draw(1) then draw(2)`: an effect is followed by another on its line.
pub(super) fn after_effect(read: &str, place: &Place<'_>) -> Option<SyntaxError> {
    let Place { after, found, found_span, .. } = place;
    let joins = matches!(*found, "then" | "and" | "," | "&&" | "&" | "+");
    if !joins || !read.trim_end().ends_with(')') {
        return None;
    }
    let message = format!("an effect ends with its line or with `;`, not with `{found}`");
    let gap = Span { start: after.start, end: found_span.end };
    Some(
        SyntaxError::new("E0001", *found_span, message)
            .help(format!("write `;` instead of `{found}`"))
            .fix(gap, ";"),
    )
}

/// `immune to slow`, `mace by tincan`: a word that joins two others in English.
pub(super) fn joining_word(place: &Place<'_>, rest: &str) -> Option<SyntaxError> {
    let Place { before, after, found, found_span } = place;
    let rest = rest.trim_start().strip_prefix(found)?;
    let next = first_token(rest.trim_start());
    if !starts_word(before) || !starts_word(next) {
        return None;
    }
    let message = format!("`{found}` does not belong after `{before}`");
    let error = SyntaxError::new("E0001", *found_span, message);
    match *found {
        "to" | "of" | "from" | "for" | "as" | "on" => {
            let word = Span { start: after.start, end: found_span.end };
            Some(error.help(format!("write `{before} {next}`")).fix(word, ""))
        }
        "by" | "at" | "with" => {
            let gap = rest.len() - rest.trim_start().len();
            let end = found_span.end + (gap + next.len()) as u32;
            let right = format!("({found}: {next})");
            Some(
                error
                    .help(format!("write `{before}{right}`"))
                    .fix(Span { start: after.start, end }, right),
            )
        }
        _ => None,
    }
}

/// `amount - 2` or `power += 1`: a number that nothing is done with.
pub(super) fn idle_number(junk: Span, text: &str, word: &str) -> Option<SyntaxError> {
    let rest = text.get(word.len()..)?.trim_start();
    let operator = first_token(rest);
    let operates = matches!(operator, "+" | "-" | "*" | "/" | "<" | ">" | "<=" | ">=" | "!=");
    let is_apart = rest[operator.len()..].starts_with([' ', '=']);
    if !starts_word(word) || !operates || !is_apart {
        return None;
    }
    let line = text.lines().next().unwrap_or(text).trim_end();
    let message = format!("`{line}` is a number or a question; it does nothing by itself");
    let help = "an effect that changes a number reads `modify NUMBER of CARDS by AMOUNT`; \
        a question follows `if`";
    Some(SyntaxError::new("E0001", junk, message).help(help))
}

/// Words that introduce a condition in English, but not here.
pub(super) fn means_when(word: &str) -> bool {
    matches!(word, "if" | "while" | "unless" | "whenever" | "provided")
}

/// `if CONDITION then verb(…)`
fn if_then(junk: Span, text: &str) -> Option<SyntaxError> {
    let start = junk.start + text.find(" then ")? as u32 + 1;
    let word = Span { start, end: start + 4 };
    let error =
        SyntaxError::new("E0024", word, "a block follows the condition of an `if`, not `then`");
    let line = text.lines().next().unwrap_or(text).trim_end();
    let end = junk.start + line.len() as u32;
    if line.len() < text.trim_end().len() || line.contains(" else ") || end < word.end {
        return Some(error.help("write `if CONDITION { … }`, and `else { … }` if there is one"));
    }
    let effect = line[(word.end - junk.start) as usize..].trim();
    Some(
        error
            .help(format!("write `{{ {effect} }}` instead of `then {effect}`"))
            .fix(word, "{")
            .fix(Span { start: end, end }, " }"),
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
pub(super) fn wrong_range(found: &str, start: u32) -> Option<SyntaxError> {
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

/// `set done = yes` for `set done`.
fn set_with_equals(junk: Span, text: &str) -> Option<SyntaxError> {
    let line = text.split(['\n', ';', '}']).next()?.trim_end();
    let (name, value) = line.strip_prefix("set")?.split_once('=')?;
    let (name, value) = (name.trim().trim_end_matches(['+', '-']).trim_end(), value.trim());
    let value = value.trim_start_matches('=').trim_start();
    if name.is_empty() || name.contains([' ', ':', '(']) || value.is_empty() {
        return None;
    }
    let right = match (value, line.as_bytes()[line.find('=')? - 1]) {
        (_, sign @ (b'+' | b'-')) => format!("set {name} to {name} {} {value}", sign as char),
        ("yes" | "true", _) => format!("set {name}"),
        ("false", _) => format!("set {name} to no"),
        _ => format!("set {name} to {value}"),
    };
    let whole = Span { start: junk.start, end: junk.start + line.len() as u32 };
    Some(
        SyntaxError::new("E0002", whole, "what is set follows `to`, not `=`")
            .help(format!("write `{right}`"))
            .fix(whole, right),
    )
}

fn comma_before(here: Span) -> SyntaxError {
    SyntaxError::new("E0013", here, "no value stands before this comma")
        .help("remove the comma: entries need nothing between them but a new line")
        .fix(here, "")
}

fn no_decimals(at: Span, written: &str) -> SyntaxError {
    let whole = written.split('.').next().unwrap_or_default();
    let whole = whole.parse::<u32>().unwrap_or(0);
    let message = format!("`{written}` is a decimal; numbers are whole");
    SyntaxError::new("E0001", at, message)
        .help(format!("write `{whole}` or `{}`", whole.saturating_add(1)))
}

/// A character that is not part of the language.
pub(super) fn meaningless(here: Span, character: char) -> SyntaxError {
    let error = SyntaxError::new("E0026", here, format!("`{character}` means nothing here"));
    match character {
        '#' => error.help("a comment begins with `//`").fix(here, "//"),
        '×' => error.help("times is written `*`").fix(here, "*"),
        '÷' => error.help("divided by is written `/`").fix(here, "/"),
        '→' => error.help("an arrow is written `->`").fix(here, "->"),
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
