//! What a word takes, while its arguments are written: `burn(deck: …, count: …)`.

use cardwright_dsl::{Token, TokenKind, tokens};
use cardwright_model::{Library, words::type_words};
use cardwright_vocabulary::Games;
use serde_json::{Value, json};

use crate::protocol::Lines;
use crate::vocabulary::{named, signature, sort_name};

/// A word whose arguments are being written.
#[derive(Debug, PartialEq, Eq)]
struct Call<'t> {
    name: &'t str,
    /// Which argument the cursor is in, from zero.
    argument: usize,
    /// The label of that argument, if it has one.
    label: Option<&'t str>,
    /// `drain 2`: a keyword whose arguments stand behind it.
    is_open: bool,
}

/// One thing that a word can mean.
struct Sense {
    label: String,
    params: Vec<(String, String)>,
    says: String,
}

/// What the word takes whose arguments the cursor is in.
pub(super) fn help(
    (library, games): (&Library, Games),
    text: &str,
    offset: u32,
    _: &Lines<'_>,
) -> Value {
    let Some(call) = call_at(text, offset) else { return Value::Null };
    let senses = senses(library, games, &call);
    if senses.is_empty() {
        return Value::Null;
    }
    let signatures: Vec<Value> = senses
        .iter()
        .map(|sense| {
            let labelled = |(name, _): &(String, String)| Some(name.as_str()) == call.label;
            let last = sense.params.len().saturating_sub(1);
            let active = sense.params.iter().position(labelled).unwrap_or(call.argument).min(last);
            let params: Vec<Value> =
                sense.params.iter().map(|(_, label)| json!({ "label": label })).collect();
            json!({
                "label": sense.label,
                "documentation": sense.says,
                "parameters": params,
                "activeParameter": active,
            })
        })
        .collect();
    // A sense that takes as many arguments is the likelier one.
    let fits = |sense: &Sense| sense.params.len() > call.argument;
    let active = senses.iter().position(fits).unwrap_or(0);
    let parameter = signatures[active]["activeParameter"].clone();
    json!({ "signatures": signatures, "activeSignature": active, "activeParameter": parameter })
}

/// All that a word with parameters can mean.
fn senses(library: &Library, games: Games, call: &Call<'_>) -> Vec<Sense> {
    let mut found = Vec::new();
    if let Some(keyword) = library.keyword(call.name)
        && !keyword.params.is_empty()
    {
        let params: Vec<(String, String)> = keyword
            .params
            .iter()
            .map(|param| {
                let label = format!("{}: {}", param.name, type_words(&param.field_type));
                (param.name.clone(), label)
            })
            .collect();
        let all: Vec<&str> = params.iter().map(|(_, label)| label.as_str()).collect();
        let label = match call.is_open {
            true => format!("{} {}", keyword.id, all.join(" ")),
            false => format!("{}({})", keyword.id, all.join(", ")),
        };
        found.push(Sense { label, params, says: keyword.reminder.clone() });
    }
    if call.is_open {
        return found;
    }
    for own in library.words().filter(|word| word.id == call.name && !word.params.is_empty()) {
        let params = own
            .params
            .iter()
            .map(|param| (param.name.clone(), format!("{}: {}", param.name, param.type_words)));
        let says = own.note.clone().unwrap_or_default();
        found.push(Sense { label: own.signature(), params: params.collect(), says });
    }
    let game = library.game().and_then(|game| games.vocabulary(&game.engine));
    let of_game = game.into_iter().flat_map(|game| named(game, call.name));
    for word in of_game.filter(|word| !word.params.is_empty()) {
        let params = word.params.iter().map(|param| {
            (param.name.to_owned(), format!("{}: {}", param.name, sort_name(param.ty, param.kinds)))
        });
        let sense =
            Sense { label: signature(word), params: params.collect(), says: word.doc.to_owned() };
        if found.iter().all(|known| known.label != sense.label) {
            found.push(sense);
        }
    }
    found
}

/// The word whose arguments a byte of a text is in.
fn call_at(text: &str, offset: u32) -> Option<Call<'_>> {
    let all = tokens(text.get(..offset as usize)?, 0);
    // In a comment or an open text, nothing is called.
    let last = all.last()?;
    let is_in_text = last.kind == TokenKind::Text
        && last.end() == offset
        && (last.text.len() < 2 || !last.text.ends_with('"'));
    if is_in_text
        || last.kind == TokenKind::Comment
            && !text[last.end() as usize..offset as usize].contains('\n')
    {
        return None;
    }
    let (mut depth, mut argument) = (0usize, 0);
    let mut label = None;
    for (place, token) in all.iter().enumerate().rev() {
        match token.text {
            ")" => depth += 1,
            "(" if depth > 0 => depth -= 1,
            "(" => {
                let name = place.checked_sub(1).map(|before| &all[before])?;
                let is_called = name.kind == TokenKind::Word && name.end() == token.start;
                return is_called.then_some(Call {
                    name: name.text,
                    argument,
                    label,
                    is_open: false,
                });
            }
            "," if depth == 0 => argument += 1,
            ":" if depth == 0 && argument == 0 && label.is_none() => {
                label = place.checked_sub(1).map(|before| all[before].text);
            }
            // A block may stand in no argument.
            "{" | "}" | ";" if token.kind == TokenKind::Mark => break,
            _ => {}
        }
    }
    open_call(&all, text, offset)
}

/// `attribute: drain |`: the first word behind the colon or comma, on this line.
fn open_call<'t>(all: &[Token<'t>], text: &str, offset: u32) -> Option<Call<'t>> {
    let is_start = |token: &Token<'_>| token.is(":") || token.is(",");
    let start = all.iter().rposition(is_start)? + 1;
    let (name, rest) = all.get(start..)?.split_first()?;
    let is_plain = |token: &Token<'_>| token.kind == TokenKind::Word && token.newlines == 0;
    let line_goes_on = !text[name.end() as usize..offset as usize].contains('\n');
    if name.kind != TokenKind::Word || !line_goes_on || !rest.iter().all(is_plain) {
        return None;
    }
    let last = rest.last().unwrap_or(name);
    // A word that is being written is the argument; behind a space the next one begins.
    let argument = if last.end() == offset { rest.len().checked_sub(1)? } else { rest.len() };
    Some(Call { name: name.text, argument, label: None, is_open: true })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(text: &str) -> Option<(&str, usize, Option<&str>)> {
        call_at(text, text.len() as u32).map(|call| (call.name, call.argument, call.label))
    }

    #[test]
    fn the_innermost_open_call_is_meant() {
        assert_eq!(call("x { burn("), Some(("burn", 0, None)));
        assert_eq!(call("x { burn(deck, "), Some(("burn", 1, None)));
        assert_eq!(call("x { burn(top(a, b), "), Some(("burn", 1, None)));
        assert_eq!(call("x { burn(top(a, b"), Some(("top", 1, None)));
        assert_eq!(call("x { burn(deck, count: 2"), Some(("burn", 1, Some("count"))));
        assert_eq!(call("x { burn(deck: d, 2"), Some(("burn", 1, None)));
    }

    #[test]
    fn arguments_without_parentheses_are_those_of_keywords() {
        assert_eq!(call("x { attribute: drain "), Some(("drain", 0, None)));
        assert_eq!(call("x { attribute: drain 2, immune fi"), Some(("immune", 0, None)));
        assert_eq!(call("x { attribute: area 2 "), Some(("area", 1, None)));
        assert_eq!(call("x { attribute: dra"), None);
    }

    #[test]
    fn nothing_is_called_elsewhere() {
        for text in
            ["", "x", "x {", "x { burn(a) ", "x { \"burn(", "// burn(", "x { (", "x { a: b\n"]
        {
            assert_eq!(call(text), None, "{text}");
        }
    }
}
