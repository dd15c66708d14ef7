//! E01: names that mean nothing, or more than one thing, where they stand.

use super::{Diagnostic, Location, one_of};
use crate::ty::Ty;

/// E0101: a declaration of an unknown kind.
pub(crate) fn unknown_kind<'a>(
    at: Location,
    name: &str,
    legal: impl IntoIterator<Item = &'a str>,
    built_in: &[&str],
) -> Diagnostic {
    let legal: Vec<&str> = legal.into_iter().collect();
    let kinds: Vec<&str> = legal.iter().copied().filter(|name| !built_in.contains(name)).collect();
    let otherwise = match &kinds[..] {
        [] => "check the `[dependencies]` of the package".to_owned(),
        kinds => format!("kinds are {}", every(kinds)),
    };
    Diagnostic::error("E0101", at, format!("there is no kind `{name}`")).at("not declared").suggest(
        name,
        legal.iter().copied(),
        format!(
            "{otherwise}; a new one is declared in a rules file with `kind {name} \"…\" {{ … }}`"
        ),
    )
}

/// E0102: an unknown keyword.
pub(crate) fn unknown_keyword<'a>(
    at: Location,
    name: &str,
    legal: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    Diagnostic::error("E0102", at, format!("there is no keyword `{name}`"))
        .at("not declared")
        .suggest(
            name,
            legal,
            format!("declare it with `keyword {name} {{ wording: \"…\"; reminder: \"…\" … }}`"),
        )
}

/// E0103: a field or clause that the declaration may not have.
pub(crate) fn unknown_field<'a>(
    at: Location,
    name: &str,
    owner: &str,
    legal: impl IntoIterator<Item = &'a str>,
    keyword_clause: Option<&str>,
) -> Diagnostic {
    let legal: Vec<_> = legal.into_iter().collect();
    let diagnostic =
        Diagnostic::error("E0103", at, format!("{owner} has no field `{name}`")).at("unknown here");
    match keyword_clause {
        Some(clause) => diagnostic.help(format!("`{name}` is a keyword: write `{clause}: {name}`")),
        None if legal.is_empty() => diagnostic.help("take it out"),
        None => {
            let otherwise = format!("{owner} may have {}", one_of(legal.iter().copied()));
            diagnostic.suggest(name, legal, otherwise)
        }
    }
}

/// E0103, for a field that cards of other kinds have.
pub(crate) fn field_of_others(
    at: Location,
    name: &str,
    owner: &str,
    kinds: &[String],
    legal: Vec<&str>,
) -> Diagnostic {
    let found =
        Diagnostic::error("E0103", at, format!("{owner} has no field `{name}`")).at("unknown here");
    match super::kin::kin(name, &legal)[..] {
        [] => found.help(format!(
            "`{name}` is for {}: take it out, or write another kind at the head of this card",
            one_of(kinds.iter().map(String::as_str))
        )),
        _ => found.suggest(name, legal, ""),
    }
}

/// E0103, for a setting of a game that the engine does not read.
pub(crate) fn unknown_setting<'a>(
    at: Location,
    name: &str,
    legal: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    let legal: Vec<_> = legal.into_iter().collect();
    let diagnostic =
        Diagnostic::error("E0103", at, format!("nothing in this game reads the setting `{name}`"))
            .at("changes nothing");
    let otherwise = match legal.as_slice() {
        [] => "take it out, or ask for it in an effect with `setting(\"…\")`".to_owned(),
        legal => format!("the settings are {}", one_of(legal.iter().copied())),
    };
    diagnostic.suggest(name, legal, otherwise)
}

/// E0103, for a field that belongs inside a block of the card.
pub(crate) fn field_of_clause(
    at: Location,
    name: &str,
    owner: &str,
    clauses: &[&str],
) -> Diagnostic {
    let blocks: Vec<_> = clauses.iter().map(|clause| format!("{clause} {{ … }}")).collect();
    Diagnostic::error("E0103", at, format!("{owner} has no field `{name}` of its own"))
        .at("belongs in a block")
        .help(format!("put it into {}", one_of(blocks.iter().map(String::as_str))))
}

/// E0103, for a deck's format written as a field; it belongs in the deck's head.
pub(crate) fn format_as_field(at: Location, owner: &str, kind: &str) -> Diagnostic {
    Diagnostic::error("E0103", at, format!("{owner} has no field `format`"))
        .at("belongs in the first line")
        .help(format!(
            "name the format before the brace: `{kind} my-deck \"My Deck\" for FORMAT {{`"
        ))
}

/// E0104: a value that the enum does not have.
pub(crate) fn unknown_value<'a, 'b>(
    at: Location,
    name: &str,
    enums: impl IntoIterator<Item = &'b str>,
    legal: impl IntoIterator<Item = &'a str>,
    declared: Option<Location>,
    elsewhere: &[&str],
) -> Diagnostic {
    let legal: Vec<_> = legal.into_iter().collect();
    let enums: Vec<_> = enums.into_iter().collect();
    let otherwise = match elsewhere {
        [] => format!("write {}", one_of(legal.iter().copied())),
        [first, ..] => format!(
            "`{name}` is a value of `{first}`, so it belongs there; here write {}",
            one_of(legal.iter().copied())
        ),
    };
    Diagnostic::error(
        "E0104",
        at,
        format!("`{name}` is no value of {}", one_of(enums.iter().copied())),
    )
    .at("unknown value")
    .label_if(declared, "its values are listed here")
    .suggest(name, legal, otherwise)
}

/// E0105: a card, deck or format that is not declared.
pub(crate) fn unknown_entity<'a>(
    at: Location,
    name: &str,
    what: &str,
    legal: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    let legal: Vec<&str> = legal.into_iter().collect();
    let otherwise = match legal.len() {
        1..=MOST => format!("there is {}; or declare the {what}", every(&legal)),
        _ => format!("check the spelling, or declare the {what}"),
    };
    Diagnostic::error("E0105", at, format!("there is no {what} `{name}`"))
        .at("not declared")
        .suggest(name, legal.iter().copied(), otherwise)
}

/// How many names a message lists.
const MOST: usize = 24;

/// `a`, `b` and `c`; only the first ones if there are very many.
fn every(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().take(MOST).map(|name| format!("`{name}`")).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() && names.len() <= MOST => {
            format!("{} and {last}", rest.join(", "))
        }
        _ if names.len() > MOST => format!("{} and others", quoted.join(", ")),
        _ => quoted.join(""),
    }
}

/// E0105, for a card that is referred to by its printed name instead of its identifier.
pub(crate) fn name_for_id(at: Location, name: &str, id: &str) -> Diagnostic {
    Diagnostic::error("E0105", at, format!("a card is called by its id, which is `{id}`"))
        .at(format!("`{name}` is its name"))
        .help(format!("write `{id}`"))
        .replace(id)
}

/// E0106: an unknown type.
pub(crate) fn unknown_type<'a>(
    at: Location,
    name: &str,
    legal: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    Diagnostic::error("E0106", at, format!("there is no type `{name}`")).at("unknown type").suggest(
        name,
        legal,
        "a type is `int`, `formula`, `condition`, `flag`, `text`, `file`, `keyword`, `selection`, an enum, a kind or a family",
    )
}

/// E0109: a name that means nothing in an expression.
pub(crate) fn unknown_name<'a>(
    at: Location,
    name: &str,
    wanted: &Ty,
    legal: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    let diagnostic = match wanted {
        Ty::Any | Ty::Error => {
            Diagnostic::error("E0109", at, format!("`{name}` means nothing here"))
                .at("unknown name")
        }
        wanted => Diagnostic::error(
            "E0109",
            at,
            format!("`{name}` means nothing here; {}", super::wanted(wanted)),
        )
        .at(super::wanted(wanted)),
    };
    if let (Ty::Int | Ty::Numbers | Ty::Range | Ty::Pool, Some(number)) =
        (wanted, super::number_word(name))
    {
        return diagnostic
            .help(format!("numbers are written with digits: `{number}`"))
            .replace(number.to_string());
    }
    let otherwise = match wanted {
        Ty::Int => {
            "write a number, such as `3`, or count something, such as `count(…)`; `cardwright vocabulary` lists what can be counted"
        }
        Ty::Bool => {
            "write a condition, such as `any(…)` or `… >= 1`; `cardwright vocabulary` lists what can be asked"
        }
        Ty::Text => "write a text in quotes",
        Ty::Pool => "write dice: a number and the letter of the die, such as `2B`",
        Ty::Die => "write the name or the letter of a die",
        Ty::Square | Ty::Squares => "name a figure or a square; `cardwright vocabulary` lists how",
        Ty::Tile => "name a tile of this map",
        _ => "check the spelling; `cardwright vocabulary` lists every word that may stand here",
    };
    diagnostic.suggest(name, legal, otherwise)
}

/// E0117: a label that is not a parameter.
pub(crate) fn unknown_label<'a>(
    at: Location,
    name: &str,
    of: &str,
    legal: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    let legal: Vec<_> = legal.into_iter().collect();
    let otherwise = match legal.is_empty() {
        true => format!("`{of}` takes nothing"),
        false => format!("`{of}` takes {}", one_of(legal.iter().copied())),
    };
    Diagnostic::error("E0117", at, format!("`{of}` takes no `{name}`"))
        .at("unknown here")
        .suggest(name, legal, otherwise)
}

/// E0117, for a command of a test.
pub(crate) fn unknown_connector(at: Location, name: &str, of: &str, shape: &str) -> Diagnostic {
    Diagnostic::error("E0117", at, format!("`{of}` takes no `{name}`"))
        .at("unknown here")
        .help(format!("write `{shape}`; what is not needed is left out"))
}

/// E0121: a rule that applies to something unknown.
pub(crate) fn unknown_target<'a>(
    at: Location,
    name: &str,
    legal: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    Diagnostic::error("E0121", at, format!("a rule cannot be about `{name}`"))
        .at("no kind, family or role")
        .suggest(
            name,
            legal,
            "a rule is `for` a kind, a family, `card`, `deck`, `format`, `record` or `set`",
        )
}

/// E0122: neither a kind nor a family.
pub(crate) fn unknown_kind_or_family<'a>(
    at: Location,
    name: &str,
    legal: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    let legal: Vec<_> = legal.into_iter().collect();
    let otherwise = format!("write {}", one_of(legal.iter().copied()));
    Diagnostic::error("E0122", at, format!("`{name}` is no kind and no family of cards"))
        .at("unknown")
        .suggest(name, legal, otherwise)
}

/// E0123: an unknown parent.
pub(crate) fn unknown_parent<'a>(
    at: Location,
    name: &str,
    kind: &str,
    legal: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    Diagnostic::error("E0123", at, format!("there is no {kind} `{name}` to inherit from"))
        .at("not declared")
        .suggest(name, legal, format!("declare it with `abstract {kind} {name} {{ … }}`"))
}

/// E0124: an unknown test after `after`.
pub(crate) fn unknown_test<'a>(
    at: Location,
    name: &str,
    legal: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    Diagnostic::error("E0124", at, format!("there is no test `{name}`")).at("not declared").suggest(
        name,
        legal,
        format!("give the test that this one continues the identifier `{name}`"),
    )
}

/// E0150: a rule in a chapter that is not there.
pub(crate) fn unknown_rule(at: Location, written: &str, legal: &[String]) -> Diagnostic {
    let otherwise = match legal {
        [] => "this game has no rulebook: take the line out, or write a chapter with `rule 1 \"…\" { text: \"…\" }`".to_owned(),
        [first, ..] => format!("name a chapter of the rulebook and the number of a rule in it, such as `{first}`"),
    };
    Diagnostic::error("E0150", at, format!("there is no rule `{written}` in the rulebook"))
        .at("no such chapter")
        .suggest(written, legal.iter().map(String::as_str), otherwise)
}

/// E0150, for a chapter without the number of a rule.
pub(crate) fn rule_without_number(at: Location, chapter: &str, numbers: &[i64]) -> Diagnostic {
    let example = numbers.first().copied().unwrap_or(1);
    Diagnostic::error("E0150", at, format!("`{chapter}` is a chapter; which of its rules?"))
        .at("no number")
        .help(format!("write `{chapter}.{example}`; {}", rules_of(numbers)))
}

/// E0150, for a number that no rule of the chapter has.
pub(crate) fn unknown_number_of_rule(
    at: Location,
    chapter: &str,
    written: &str,
    numbers: &[i64],
    declared: Option<Location>,
) -> Diagnostic {
    Diagnostic::error(
        "E0150",
        at,
        format!("there is no rule `{chapter}.{written}` in the rulebook"),
    )
    .at("no such number")
    .label_if(declared, "the chapter is here")
    .help(rules_of(numbers))
}

/// "it has the rules 1 to 7", or each number where some are left out.
fn rules_of(numbers: &[i64]) -> String {
    match numbers {
        [] => "it has no rules".to_owned(),
        [only] => format!("it has one rule, {only}"),
        [first, .., last] if last - first + 1 == numbers.len() as i64 => {
            format!("it has the rules {first} to {last}")
        }
        [rest @ .., last] => {
            let rest: Vec<String> = rest.iter().map(i64::to_string).collect();
            format!("it has the rules {} and {last}", rest.join(", "))
        }
    }
}

/// E0126: `use` of a package that this one does not build on.
pub(crate) fn unknown_use(at: Location, name: &str, legal: Vec<&str>) -> Diagnostic {
    let otherwise = format!(
        "write `use {}`, or add `{name}` to the `[dependencies]` of cardwright.toml",
        legal.first().unwrap_or(&"")
    );
    Diagnostic::error("E0126", at, format!("this package does not build on `{name}`"))
        .at("not a dependency")
        .suggest(name, legal, otherwise)
}

/// E0127: declared twice.
pub(crate) fn duplicate(at: Location, what: &str, name: &str, first: Location) -> Diagnostic {
    Diagnostic::error("E0127", at, format!("the {what} `{name}` is declared twice"))
        .at("declared again here")
        .label(first, "declared first here")
        .help("give one of them another identifier, or take one out")
}

/// E0127, for a card of a package below, which may be changed.
pub(crate) fn may_be_amended(found: Diagnostic, name: &str) -> Diagnostic {
    found.instead(format!(
        "give it an identifier of its own; to change the card that there is, write `amend {name} {{ … }}`"
    ))
}

/// E0145: an identifier that a file cannot have as its name.
pub(crate) fn reserved_name(at: Location, what: &str, name: &str) -> Diagnostic {
    let message = format!("no file can be called `{name}` on Windows, so no {what} can");
    Diagnostic::error("E0145", at, message)
        .at("reserved")
        .help(format!("give it another identifier, such as `the-{name}`; its name may stay"))
}

/// E0145, for an identifier that is too long for the name of a file.
pub(crate) fn long_name(at: Location, what: &str, most: usize) -> Diagnostic {
    let message = format!("the identifier of this {what} has more than {most} letters");
    Diagnostic::error("E0145", at, message)
        .at("too long")
        .help("files are named after it: shorten it; the name in quotes may be long")
}

/// E0146: two identifiers that are the same but for capitals.
pub(crate) fn only_capitals_differ(
    at: Location,
    name: &str,
    other: &str,
    first: Location,
) -> Diagnostic {
    let message = format!("`{name}` and `{other}` differ only in capital letters");
    Diagnostic::error("E0146", at, message)
        .at("declared here")
        .label(first, "declared first here")
        .help("on Windows and macOS their files would replace each other: rename one of them")
}

/// E0128: an enum value declared twice.
pub(crate) fn duplicate_value(at: Location, value: &str, of: &str, first: Location) -> Diagnostic {
    Diagnostic::error("E0128", at, format!("`{of}` has the value `{value}` twice"))
        .at("again here")
        .label(first, "first here")
        .help("take one out")
}

/// E0129: a `let` that hides another name.
pub(crate) fn name_taken(at: Location, name: &str) -> Diagnostic {
    Diagnostic::error("E0129", at, format!("`{name}` already means something here"))
        .at("taken")
        .help("give the `let` another name")
}

/// E0130: an unknown field after a dot.
pub(crate) fn unknown_member<'a>(
    at: Location,
    owner: &str,
    name: &str,
    legal: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    let legal: Vec<_> = legal.into_iter().collect();
    let otherwise = format!("it has {}", one_of(legal.iter().copied()));
    Diagnostic::error("E0130", at, format!("`{owner}` has no field `{name}`"))
        .at("unknown field")
        .suggest(name, legal, otherwise)
}

/// E0131: `it`, `outer` or `self` where there is no card that they could mean.
pub(crate) fn no_card_at_hand(at: Location, name: &str) -> Diagnostic {
    let help = match name {
        "it" => {
            "`it` is the card at hand inside `where`, `for each` and `choose`; elsewhere write `self` or select cards"
        }
        "outer" => {
            "`outer` is the `it` around a `where`, `for each` or `choose` inside another; here write `it` or `self`"
        }
        _ => "`self` is the card that the effect stands on; in a test, name the card",
    };
    Diagnostic::error("E0131", at, format!("there is no `{name}` here"))
        .at("no card at hand")
        .help(help)
}

/// E0147: a hole in a text that is no number of the game.
pub(crate) fn unknown_number(at: Location, name: &str, numbers: &[&str]) -> Diagnostic {
    let help = match (super::suggest(name, numbers.iter().copied()), numbers.is_empty()) {
        (Some(near), _) => format!("did you mean `{{{near}}}`?"),
        (None, true) => "the game declares no numbers; take the braces out".to_owned(),
        (None, false) => {
            let all = one_of(numbers.iter().copied());
            format!("take the braces out, or name one of its numbers: {all}")
        }
    };
    Diagnostic::error("E0147", at, format!("`{{{name}}}` is no number of the game"))
        .at("in this text")
        .help(help)
}

/// E0138: a hole in a wording that is not a parameter.
pub(crate) fn unknown_hole<'a>(
    at: Location,
    name: &str,
    legal: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    let legal: Vec<_> = legal.into_iter().collect();
    let help = match (super::suggest(name, legal.iter().copied()), legal.is_empty()) {
        (Some(near), _) => format!("did you mean `{{{near}}}`?"),
        (None, true) => "the keyword has no parameters; take the braces out".to_owned(),
        (None, false) => format!("its parameters are {}", one_of(legal.iter().copied())),
    };
    Diagnostic::error("E0138", at, format!("`{{{name}}}` is no parameter of the keyword"))
        .at("in this text")
        .help(help)
}
