//! Wordings of keywords as a glossary prints them: a letter where a card has a number, and
//! otherwise the parameter's name.

use cardwright_model::braces::{closing_brace, split_outside};
use cardwright_model::{FieldType, Keyword};

/// Fills the holes of a keyword's text: `Drain {n}` becomes `Drain X`.
pub(super) fn filled(text: &str, keyword: &Keyword) -> String {
    let mut filled = String::new();
    let mut rest = text;
    while let Some(open) = rest.find('{') {
        filled.push_str(&rest[..open]);
        let Some(close) = closing_brace(&rest[open..]) else {
            break;
        };
        let inside = &rest[open + 1..open + close];
        rest = &rest[open + close + 1..];
        match split_outside(inside, '|', usize::MAX).as_slice() {
            [name] => filled.push_str(&stand_in(name, keyword)),
            // The wording has a singular and a plural; a glossary uses the plural.
            [_, .., several] => filled.push_str(&self::filled(several, keyword)),
            [] => {}
        }
    }
    filled.push_str(rest);
    filled
}

/// X, Y, Z for numbers in their order; the name itself for anything else.
fn stand_in(name: &str, keyword: &Keyword) -> String {
    let is_number =
        |field: &FieldType| matches!(field, FieldType::Int { .. } | FieldType::Formula { .. });
    let numbers = keyword.params.iter().filter(|param| is_number(&param.field_type));
    match numbers.map(|param| param.name.as_str()).position(|param| param == name) {
        Some(place) => ["X", "Y", "Z"].get(place).unwrap_or(&"N").to_string(),
        None => name.replace('-', " "),
    }
}
