//! W: things that are allowed but probably not meant.

use super::{Diagnostic, Location, Severity, one_of};

/// W0101: an effect that cannot be played yet.
pub(crate) fn todo(at: Location, note: &str) -> Diagnostic {
    Diagnostic::warning("W0101", at, format!("not playable yet: {note}"))
        .at("printed, but left out of play")
        .help("write the effect, so that the card can be played and tested")
}

/// W0102: a `let` that nothing reads.
pub(crate) fn unused_let(at: Location, name: &str) -> Diagnostic {
    Diagnostic::warning("W0102", at, format!("`{name}` is never used"))
        .at("bound here")
        .help("take the `let` out")
}

/// W0103: a card listed twice.
pub(crate) fn listed_twice(at: Location, card: &str, first: Option<Location>) -> Diagnostic {
    Diagnostic::warning("W0103", at, format!("`{card}` is listed twice; the numbers are added"))
        .at("again here")
        .label_if(first, "first here")
        .help("write one line with the sum")
}

/// W0104: the same keyword twice on a card.
pub(crate) fn keyword_twice(at: Location, keyword: &str, first: Option<Location>) -> Diagnostic {
    Diagnostic::warning("W0104", at, format!("the card has `{keyword}` twice"))
        .at("again here")
        .label_if(first, "first here")
        .help("take one out; a second one adds nothing")
}

/// W0105: a keyword that does nothing.
pub(crate) fn keyword_without_effect(at: Location, keyword: &str) -> Diagnostic {
    Diagnostic::warning("W0105", at, format!("the keyword `{keyword}` does nothing"))
        .at("no effect")
        .help("write its effect, or `key` if it only serves other cards as a key")
}

/// W0106: a key that does something.
pub(crate) fn key_with_effect(at: Location, keyword: &str) -> Diagnostic {
    Diagnostic::warning("W0106", at, format!("`{keyword}` is a key and has effects too"))
        .at("both")
        .help("take `key` out, or the effects")
}

/// W0107: a test that proves nothing.
pub(crate) fn test_expects_nothing(at: Location, name: &str) -> Diagnostic {
    Diagnostic::warning("W0107", at, format!("the test \"{name}\" expects nothing"))
        .at("no `expect`")
        .help("say what must be true: `expect wounds(ghoul) == 1`")
}

/// W0108: a word whose wording is missing.
pub(crate) fn missing_wording(at: Location, category: &str, name: &str) -> Diagnostic {
    Diagnostic::warning(
        "W0108",
        at,
        format!("nothing says how the {category} `{name}` is worded on cards"),
    )
    .at("its text needs it")
    .help(format!("add `{category} {name}: \"…\"` to the `wordings` of the rules"))
}

/// W0109: a package without content.
pub(crate) fn empty_package(at: Location, name: &str) -> Diagnostic {
    Diagnostic::warning("W0109", at, format!("the package `{name}` declares nothing"))
        .at("no `.card` files below this folder")
        .help("add a file such as `cards.card`")
}

/// W0110: a card whose own text has other numbers than its effects.
pub(crate) fn text_numbers(
    at: Location,
    only_in_text: &[i64],
    only_in_effects: &[i64],
) -> Diagnostic {
    let listed =
        |numbers: &[i64]| numbers.iter().map(i64::to_string).collect::<Vec<String>>().join(", ");
    let message = match (only_in_text, only_in_effects) {
        (text, []) => format!("the text says {}, which nothing on the card does", listed(text)),
        ([], effects) => format!("the card does {}, which its text does not say", listed(effects)),
        (text, effects) => {
            format!("the text says {} where the card does {}", listed(text), listed(effects))
        }
    };
    Diagnostic::warning("W0110", at, message)
        .at("other numbers")
        .help("change the text or the effect, or leave out `text` and let it be generated")
}

/// W0111: a parameter that changes nothing.
pub(crate) fn unused_param(at: Location, name: &str) -> Diagnostic {
    Diagnostic::warning("W0111", at, format!("the parameter `{name}` is never used"))
        .at("neither in the wording nor in an effect")
        .help("use it, or take it out")
}

/// W0112: a free word that is used once and resembles one used often.
pub(crate) fn odd_one_out(at: Location, word: &str, usual: &str) -> Diagnostic {
    Diagnostic::warning("W0112", at, format!("only one has `{word}`; others have `{usual}`"))
        .at("misspelt?")
        .help(format!("did you mean `{usual}`?"))
        .edit(at, usual, false)
}

/// W0120: an amendment that changes nothing.
pub(crate) fn empty_amendment(at: Location, card: &str) -> Diagnostic {
    Diagnostic::warning("W0120", at, format!("this changes nothing of `{card}`"))
        .at("no field, no clause, no effect")
        .help("write what is different, or take the `amend` out")
}

/// W0130: a rule of the rulebook that no test proves. For information: a rulebook may be written
/// before its tests.
pub(crate) fn unproved_rule(at: Location, rule: &str) -> Diagnostic {
    Diagnostic::new("W0130", Severity::Info, at, format!("no test proves the rule `{rule}`"))
        .at("not proved")
        .help(format!(
            "add `proves: {rule}` to a test that shows it; if nothing in play can, write `explains`"
        ))
}

/// W0131: a test that proves a rule that only tells something.
pub(crate) fn proves_explanation(at: Location, rule: &str, declared: Location) -> Diagnostic {
    Diagnostic::warning("W0131", at, format!("`{rule}` only explains; no test can prove it"))
        .at("nothing to prove")
        .label(declared, "says `explains`")
        .help("take it out here; or, if play can show the rule, take `explains` out there")
}

/// W0131, for a rule that is named twice.
pub(crate) fn proved_twice(at: Location, rule: &str, first: Location) -> Diagnostic {
    Diagnostic::warning("W0131", at, format!("the test names `{rule}` twice"))
        .at("again here")
        .label(first, "first here")
        .help("take one out")
}

/// W0126: a deck without a format, where several formats would fit, or none.
pub(crate) fn deck_without_format(
    at: Location,
    deck: &str,
    fitting: &[&str],
    formats: &[&str],
) -> Diagnostic {
    let message = format!("`{deck}` is for no format, so that its size and copies are not checked");
    let help = match fitting {
        [] => format!("it fits none as it is; formats are {}", one_of(formats.iter().copied())),
        fitting => format!("it fits {}", one_of(fitting.iter().copied())),
    };
    Diagnostic::warning("W0126", at, message)
        .at("for which format?")
        .help(format!("write `for FORMAT` before its `{{`: {help}"))
}

/// W0122: `is` on a list, where `has` was probably meant.
pub(crate) fn is_of_several(at: Location, [list, value]: [&str; 2], negated: bool) -> Diagnostic {
    let (asked, exact) = match negated {
        true => (format!("not ({list} has {value})"), format!("{list} != {value}")),
        false => (format!("{list} has {value}"), format!("{list} == {value}")),
    };
    Diagnostic::warning(
        "W0122",
        at,
        format!("`{list}` may be several, and this asks whether it is `{value}` and nothing else"),
    )
    .at("all of them are compared")
    .help(format!("write `{asked}`; if nothing else is meant, `{exact}`"))
    .edit(at, asked, false)
}

/// W0142: a card of an expansion that says no set, and so counts among those of the game.
pub(crate) fn without_set(at: Location, card: &str, counted: &str, set: &str) -> Diagnostic {
    Diagnostic::warning("W0142", at, format!("`{card}` says no set, and so belongs to `{counted}`"))
        .at("`set` is missing")
        .help(format!("add `set: {set}`; if it is meant, `set: {counted}`"))
}

/// W0143: a set of the package that none of its formats plays with. `line` is what `sets` should
/// say; `written` is where it says something else.
pub(crate) fn set_never_played(
    at: Location,
    set: &str,
    line: &str,
    written: Option<Location>,
) -> Diagnostic {
    let message = format!("no format plays with `{set}`: its cards never come into play");
    let found = Diagnostic::warning("W0143", at, message)
        .at("without the set of this package")
        .help(format!("write `sets: {line}`"));
    match written {
        Some(written) => found.edit(written, format!("sets: {line}"), false),
        None => found,
    }
}
