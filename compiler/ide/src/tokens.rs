//! Colours by meaning: what each word of a document is, as far as the check knows, and what the
//! language itself makes of the rest.

use cardwright_check::{Meaning, Mention, WordClass};
use cardwright_dsl::{Token, TokenKind, tokens};
use serde_json::{Value, json};

use crate::protocol::Lines;

/// The protocol's names of what a token can be, in the order of their numbers.
pub(crate) const TYPES: [&str; 15] = [
    "comment",
    "string",
    "number",
    "keyword",
    "class",
    "struct",
    "enum",
    "enumMember",
    "macro",
    "property",
    "function",
    "event",
    "variable",
    "modifier",
    "type",
];

/// The protocol's names of what else a token can be.
pub(crate) const MODIFIERS: [&str; 3] = ["declaration", "defaultLibrary", "documentation"];

const DECLARATION: u32 = 1;
const OF_GAME: u32 = 2;
const DOCUMENTATION: u32 = 4;

/// Words that begin an entry and are no names there.
const STATEMENTS: [&str; 23] = [
    "on", "opponent", "repeat", "modify", "mark", "choose", "do", "for", "forbid", "grant",
    "revoke", "offer", "option", "let", "match", "roll", "set", "todo", "if", "require", "expect",
    "field", "clause",
];

/// Words that are never names inside an expression.
const CONNECTING: [&str; 24] = [
    "and", "as", "at", "by", "each", "else", "for", "from", "has", "in", "implies", "is", "not",
    "of", "on", "or", "then", "to", "until", "when", "where", "with", "within", "chooses",
];

/// A stretch of one line, and what it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Coloured {
    start: u32,
    end: u32,
    kind: usize,
    modifiers: u32,
}

/// All tokens of a text in the protocol's encoding: five numbers each, relative to the one before.
pub(super) fn encode(text: &str, mentions: &[Mention], lines: &Lines<'_>) -> Value {
    let mut data: Vec<u32> = Vec::new();
    let (mut line, mut column) = (0, 0);
    for token in coloured(text, mentions) {
        for part in on_lines(text, token) {
            let (start, end) = (lines.position(part.start), lines.position(part.end));
            let moved = if start.line == line { start.character - column } else { start.character };
            let length = end.character.saturating_sub(start.character);
            data.extend([start.line - line, moved, length, part.kind as u32, part.modifiers]);
            (line, column) = (start.line, start.character);
        }
    }
    json!({ "data": data })
}

/// A text over several lines is a token on each of them.
fn on_lines(text: &str, token: Coloured) -> impl Iterator<Item = Coloured> {
    let Coloured { start, end, .. } = token;
    let whole = text.get(start as usize..end as usize).unwrap_or_default();
    let mut at = start;
    whole.split_inclusive('\n').filter_map(move |line| {
        let words = line.trim();
        let indent = line.len() - line.trim_start().len();
        let begins = at + indent as u32;
        at += line.len() as u32;
        (!words.is_empty()).then_some(Coloured {
            start: begins,
            end: begins + words.len() as u32,
            ..token
        })
    })
}

fn coloured(text: &str, mentions: &[Mention]) -> Vec<Coloured> {
    let all = tokens(text, 0);
    let mut found = Vec::new();
    // Mentions come in the order of their places; those that may still cover a token are open.
    let mut ahead = mentions.iter().peekable();
    let mut open: Vec<&Mention> = Vec::new();
    let mut depth = 0usize;
    for (place, token) in all.iter().enumerate() {
        while let Some(mention) = ahead.next_if(|next| next.location.span.start < token.end()) {
            open.push(mention);
        }
        open.retain(|mention| mention.location.span.end > token.start);
        let before = place.checked_sub(1).map(|before| &all[before]);
        // What is declared stands at the beginning of its line, outside of all braces.
        let starts_line = token.start == 0 || text.as_bytes()[token.start as usize - 1] == b'\n';
        let is_flush = depth == 0 && starts_line;
        let around = Around { before, after: all.get(place + 1), is_flush };
        match token.kind {
            TokenKind::Comment => {
                let is_note = token.text.starts_with("///") && !token.text.starts_with("////");
                let modifiers = if is_note { DOCUMENTATION } else { 0 };
                found.push(whole(token, kind("comment"), modifiers));
            }
            TokenKind::Text => text_with_names(token, &open, &mut found),
            TokenKind::Word => found.extend(word(token, &open, around)),
            TokenKind::Mark => match token.text {
                "{" => depth += 1,
                "}" => depth = depth.saturating_sub(1),
                _ => {}
            },
        }
    }
    found
}

/// The tokens beside a token.
#[derive(Clone, Copy)]
struct Around<'t> {
    before: Option<&'t Token<'t>>,
    after: Option<&'t Token<'t>>,
    /// True for the first word of a declaration.
    is_flush: bool,
}

impl Around<'_> {
    /// True for the first word of an entry.
    fn begins(self, token: &Token<'_>) -> bool {
        let after_mark = |before: &Token<'_>| [";", "{", "}"].iter().any(|mark| before.is(mark));
        token.newlines > 0 || self.before.is_none_or(after_mark)
    }
}

fn word(token: &Token<'_>, open: &[&Mention], around: Around<'_>) -> Option<Coloured> {
    let covers = |mention: &&&Mention| {
        let span = mention.location.span;
        span.start <= token.start && token.end() <= span.end
    };
    let narrowest = open.iter().filter(covers).min_by_key(|mention| {
        let span = mention.location.span;
        span.end - span.start
    });
    if let Some(mention) = narrowest
        && let Some((kind, modifiers)) = meant(mention)
    {
        return Some(whole(token, kind, modifiers));
    }
    let is_label = around.after.is_some_and(|after| after.is(":"));
    if token.text.starts_with(|first: char| first.is_ascii_digit()) {
        let is_number = !token.text.contains('-');
        return is_number.then(|| whole(token, kind("number"), 0));
    }
    if is_label {
        return Some(whole(token, kind("property"), 0));
    }
    let is_called = around.after.is_some_and(|after| after.is("(") && after.start == token.end());
    let begins = around.begins(token);
    let is_keyword = around.is_flush
        || !is_called && CONNECTING.contains(&token.text)
        || !is_called && begins && STATEMENTS.contains(&token.text);
    is_keyword.then(|| whole(token, kind("keyword"), 0))
}

/// A text in quotes; what is named in its holes is coloured as elsewhere.
fn text_with_names(token: &Token<'_>, open: &[&Mention], found: &mut Vec<Coloured>) {
    let mut at = token.start;
    let mut inside: Vec<&&Mention> = open
        .iter()
        .filter(|mention| {
            let span = mention.location.span;
            span.start > token.start && span.end < token.end()
        })
        .collect();
    inside.sort_by_key(|mention| mention.location.span);
    for mention in inside {
        let span = mention.location.span;
        let Some((kind_of, modifiers)) = meant(mention).filter(|_| span.start >= at) else {
            continue;
        };
        found.push(Coloured { start: at, end: span.start, kind: kind("string"), modifiers: 0 });
        found.push(Coloured { start: span.start, end: span.end, kind: kind_of, modifiers });
        at = span.end;
    }
    found.push(Coloured { start: at, end: token.end(), kind: kind("string"), modifiers: 0 });
}

fn whole(token: &Token<'_>, kind: usize, modifiers: u32) -> Coloured {
    Coloured { start: token.start, end: token.end(), kind, modifiers }
}

/// What a mention is; none for what is shown as it is written.
fn meant(mention: &Mention) -> Option<(usize, u32)> {
    let name = match &mention.meaning {
        Meaning::Kind(_) | Meaning::Family(_) => "class",
        Meaning::Entity { .. } => "struct",
        Meaning::Keyword(_) => "macro",
        Meaning::Enum(_) => "enum",
        Meaning::Value { .. } => "enumMember",
        Meaning::Die(_) => "type",
        Meaning::Dice { .. } => "number",
        Meaning::Member(_) => "property",
        Meaning::Rule(_) | Meaning::BookRule { .. } => "function",
        Meaning::Word { class, .. } => match class {
            WordClass::Verb | WordClass::Query | WordClass::RuleQuery | WordClass::Command => {
                "function"
            }
            WordClass::Event | WordClass::Window => "event",
            WordClass::Mark | WordClass::Act => "modifier",
            WordClass::Setup | WordClass::Property => "property",
            WordClass::Stat | WordClass::Zone | WordClass::Selection | WordClass::RuleSelection => {
                "variable"
            }
        },
        Meaning::Test(_) | Meaning::File(_) => return None,
    };
    let of_game = matches!(mention.meaning, Meaning::Word { .. });
    let modifiers =
        if mention.declares { DECLARATION } else { 0 } | if of_game { OF_GAME } else { 0 };
    Some((kind(name), modifiers))
}

/// The number of a type.
fn kind(name: &str) -> usize {
    TYPES.iter().position(|known| *known == name).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words of a text about which nothing is known, with what they are.
    fn shown(text: &str) -> Vec<(&str, &'static str)> {
        let parts = coloured(text, &[]).into_iter().flat_map(|token| on_lines(text, token));
        parts
            .map(|part| (&text[part.start as usize..part.end as usize], TYPES[part.kind]))
            .collect()
    }

    #[test]
    fn what_the_language_says_is_coloured_without_a_check() {
        assert_eq!(
            shown(
                "/// A note.\ncard imp \"Imp\" {\n  cost: 2\n  set: MOO\n  on enter { set x to 1 }\n}"
            ),
            [
                ("/// A note.", "comment"),
                ("card", "keyword"),
                ("\"Imp\"", "string"),
                ("cost", "property"),
                ("2", "number"),
                ("set", "property"),
                ("on", "keyword"),
                ("set", "keyword"),
                ("to", "keyword"),
                ("1", "number"),
            ]
        );
    }

    #[test]
    fn a_text_over_several_lines_is_a_token_on_each() {
        assert_eq!(
            shown("a b \"\"\"\n  one\n\n  two\n  \"\"\" { has(x) }"),
            [
                ("a", "keyword"),
                ("\"\"\"", "string"),
                ("one", "string"),
                ("two", "string"),
                ("\"\"\"", "string"),
            ]
        );
    }
}
