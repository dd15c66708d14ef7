//! The little template language of wordings: text with holes, choices, icons and terms.
//!
//! - `{count}` puts the argument there, `{card:a}` in a certain form (`a`, `one`, `each`,
//!   `all`, `group`, `its`);
//! - `{count|1 card|{count} cards}` chooses by number: the first text for one (or an argument
//!   that was left out), the second for anything else;
//! - `{damage? of {damage}}` and `{count?{count} Poison|all Poison}` choose by whether the
//!   argument was given; `{amount=2?double|{amount} times}` by its value;
//! - `[power]` is an icon, `[2B 1R]` are dice, `*Primary Target*` a term;
//! - `|` outside braces separates the forms of a wording.

use cardwright_model::braces::{closing_brace, split_outside};

/// A parsed text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Template {
    pub(super) parts: Vec<Part>,
}

/// A part of a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Part {
    Text(String),
    Icon(String),
    /// `[2B 1R]`
    Dice(String),
    Term(String),
    /// `{name}` or `{name:form}`
    Hole {
        name: String,
        form: Option<String>,
    },
    /// `{name|one|many}`
    Number {
        name: String,
        form: Option<String>,
        one: Template,
        many: Template,
    },
    /// `{name?then|else}` or `{name=value?then|else}`
    Given {
        name: String,
        value: Option<String>,
        then: Template,
        otherwise: Template,
    },
}

/// The forms of a wording: its text split at every `|` outside braces.
pub(super) fn forms(text: &str) -> Vec<&str> {
    split_outside(text, '|', usize::MAX)
}

/// Parses one form. Unbalanced braces and brackets are plain text.
pub(super) fn parse(text: &str) -> Template {
    let mut parts = Vec::new();
    let mut plain = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (part, length) = match first {
            '{' => match closing_brace(rest) {
                Some(close) => (Some(hole(&rest[1..close])), close + 1),
                None => (None, 1),
            },
            '[' => match rest.find(']') {
                Some(close) if is_dice(&rest[1..close]) => {
                    (Some(Part::Dice(rest[1..close].to_owned())), close + 1)
                }
                Some(close) if is_name(&rest[1..close]) => {
                    (Some(Part::Icon(rest[1..close].to_owned())), close + 1)
                }
                _ => (None, 1),
            },
            // Bold words are for whoever draws the card.
            '*' if rest.starts_with("**") => match rest[2..].find("**") {
                Some(length) if length > 0 => (None, length + 4),
                _ => (None, 2),
            },
            '*' => match rest[1..].find('*') {
                Some(length) if length > 0 => {
                    (Some(Part::Term(rest[1..=length].to_owned())), length + 2)
                }
                _ => (None, 1),
            },
            other => (None, other.len_utf8()),
        };
        match part {
            Some(part) => {
                flush(&mut plain, &mut parts);
                parts.push(part);
            }
            None => plain.push_str(&rest[..length]),
        }
        rest = &rest[length..];
    }
    flush(&mut plain, &mut parts);
    Template { parts }
}

fn flush(plain: &mut String, parts: &mut Vec<Part>) {
    if !plain.is_empty() {
        parts.push(Part::Text(std::mem::take(plain)));
    }
}

/// What stands between two braces.
fn hole(inside: &str) -> Part {
    let head_end = inside.find(['|', '?']).unwrap_or(inside.len());
    let (head, tail) = inside.split_at(head_end);
    let branches = |tail: &str| {
        let mut texts = split_outside(tail, '|', 2).into_iter();
        let mut next = || parse(texts.next().unwrap_or(""));
        (next(), next())
    };
    if let Some(tail) = tail.strip_prefix('?') {
        let (then, otherwise) = branches(tail);
        let (name, value) = match head.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (head, None),
        };
        return Part::Given { name: name.to_owned(), value, then, otherwise };
    }
    let (name, form) = match head.split_once(':') {
        Some((name, form)) => (name.to_owned(), Some(form.to_owned())),
        None => (head.to_owned(), None),
    };
    match tail.strip_prefix('|') {
        Some(tail) => {
            let (one, many) = branches(tail);
            Part::Number { name, form, one, many }
        }
        None => Part::Hole { name, form },
    }
}

/// `2B 1R`: numbers with the code of a die.
fn is_dice(text: &str) -> bool {
    let is_count = |part: &str| {
        let code = part.trim_start_matches(|c: char| c.is_ascii_digit());
        code.len() < part.len()
            && code.starts_with(|c: char| c.is_alphabetic())
            && code.chars().all(char::is_alphanumeric)
    };
    text.split(' ').all(is_count)
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '-')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Part {
        Part::Text(text.into())
    }

    fn hole(name: &str) -> Part {
        Part::Hole { name: name.into(), form: None }
    }

    #[test]
    fn a_number_chooses_between_two_texts_with_holes() {
        let template = parse("burn {count|1 card|{count} cards} now");
        assert_eq!(
            template.parts,
            [
                text("burn "),
                Part::Number {
                    name: "count".into(),
                    form: None,
                    one: Template { parts: vec![text("1 card")] },
                    many: Template { parts: vec![hole("count"), text(" cards")] },
                },
                text(" now"),
            ]
        );
    }

    #[test]
    fn what_is_given_and_what_it_equals_choose_too() {
        let template = parse("{damage? of {damage}}{amount=2?double|triple}{card:a}");
        assert_eq!(
            template.parts,
            [
                Part::Given {
                    name: "damage".into(),
                    value: None,
                    then: Template { parts: vec![text(" of "), hole("damage")] },
                    otherwise: Template::default(),
                },
                Part::Given {
                    name: "amount".into(),
                    value: Some("2".into()),
                    then: Template { parts: vec![text("double")] },
                    otherwise: Template { parts: vec![text("triple")] },
                },
                Part::Hole { name: "card".into(), form: Some("a".into()) },
            ]
        );
    }

    #[test]
    fn icons_and_terms_are_parts_of_their_own() {
        assert_eq!(
            parse("+1 [power] of the *Primary Target*").parts,
            [
                text("+1 "),
                Part::Icon("power".into()),
                text(" of the "),
                Part::Term("Primary Target".into()),
            ]
        );
        assert_eq!(parse("**Now**: draw").parts, [text("**Now**: draw")]);
    }

    #[test]
    fn dice_are_written_with_their_codes() {
        let dice = |text: &str| Part::Dice(text.into());
        assert_eq!(parse("roll [2B 1R]").parts, [text("roll "), dice("2B 1R")]);
        assert_eq!(parse("[1d6][x2]").parts, [dice("1d6"), Part::Icon("x2".into())]);
    }

    #[test]
    fn stray_brackets_are_plain_text() {
        assert_eq!(parse("a { b [c d] * e").parts, [text("a { b [c d] * e")]);
        assert_eq!(parse("").parts, []);
    }

    #[test]
    fn forms_split_outside_braces_only() {
        assert_eq!(forms("can act|cannot act"), ["can act", "cannot act"]);
        assert_eq!(forms("{n|one|many}|x"), ["{n|one|many}", "x"]);
    }
}
