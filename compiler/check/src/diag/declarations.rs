//! E02: declarations that lack something or have something that does not belong there.

use crate::ty::Ty;

use super::{Diagnostic, Location, article, one_of};
use crate::language::effect_words;

/// E0201: a declaration without an identifier.
pub(crate) fn missing_id(at: Location, kind: &str) -> Diagnostic {
    Diagnostic::error("E0201", at, format!("this {kind} has no identifier"))
        .at("an identifier must follow")
        .help(format!("write `{kind} some-name \"Some Name\" {{ … }}`; identifiers have small letters and hyphens"))
}

/// E0202: a required field is missing.
pub(crate) fn missing_field(
    at: Location,
    owner: &str,
    field: &str,
    wanted: &Ty,
    declared: Option<Location>,
) -> Diagnostic {
    Diagnostic::error("E0202", at, format!("`{owner}` lacks `{field}`"))
        .at(format!("`{field}` is missing"))
        .label_if(declared, "required here")
        .help(format!("add `{field}: …` with {}", wanted.describe()))
}

/// E0203: a field written twice.
pub(crate) fn field_twice(at: Location, field: &str, first: Location) -> Diagnostic {
    let diagnostic =
        Diagnostic::error("E0203", at, format!("`{field}` is written twice")).at("again here");
    let diagnostic = if first == at { diagnostic } else { diagnostic.label(first, "first here") };
    diagnostic.help("take one out; several values go into one field, with commas")
}

/// E0204: a parent of another kind.
pub(crate) fn parent_of_other_kind(
    at: Location,
    parent: &str,
    found: &str,
    wanted: &str,
    declared: Location,
) -> Diagnostic {
    Diagnostic::error(
        "E0204",
        at,
        format!(
            "`{parent}` is {} {found}, but this is {} {wanted}",
            article(found),
            article(wanted)
        ),
    )
    .at("another kind")
    .label(declared, "declared here")
    .help(format!("inherit from {} {wanted}", article(wanted)))
}

/// E0205: inheritance in a circle.
pub(crate) fn inheritance_cycle(at: Location, id: &str) -> Diagnostic {
    Diagnostic::error("E0205", at, format!("`{id}` inherits from itself"))
        .at("leads back to it")
        .help("take the parent out of one of them")
}

/// E0206: a statement that belongs elsewhere.
pub(crate) fn misplaced_statement(at: Location, word: &str, place: &str) -> Diagnostic {
    Diagnostic::error("E0206", at, format!("`{word}` means nothing here"))
        .at("not here")
        .help(format!("it belongs into {place}"))
}

/// E0207: a keyword on a card that may not have it.
pub(crate) fn wrong_host(
    at: Location,
    keyword: &str,
    kind: &str,
    hosts: &[String],
    declared: Location,
) -> Diagnostic {
    Diagnostic::error("E0207", at, format!("{} {kind} cannot have `{keyword}`", article(kind)))
        .at("not on this kind of card")
        .label(declared, "its hosts are declared here")
        .help(format!("`{keyword}` is for {}", one_of(hosts.iter().map(String::as_str))))
}

/// E0208: a clause without its block.
pub(crate) fn clause_needs_block(at: Location, name: &str) -> Diagnostic {
    Diagnostic::error("E0208", at, format!("`{name}` says nothing"))
        .at("a block must follow")
        .help(format!("write `{name} {{ … }}`"))
}

/// E0208, for effects behind a colon.
pub(crate) fn effect_needs_block(
    at: Location,
    from: Location,
    name: &str,
    written: &str,
) -> Diagnostic {
    Diagnostic::error("E0208", at, format!("the effects of `{name}` stand in a block"))
        .at("no block follows")
        .help(format!("write `{name} {{ {written} }}`"))
        .edit(from, format!(" {{ {written} }}"), true)
}

/// E0208, for a block on a clause that takes none.
pub(crate) fn clause_without_block(at: Location, name: &str) -> Diagnostic {
    Diagnostic::error("E0208", at, format!("`{name}` takes no block"))
        .at("not here")
        .help(format!("write `{name}: …` with values only"))
}

/// E0209: a field written like a clause.
pub(crate) fn field_written_as_clause(at: Location, name: &str, next: Option<&str>) -> Diagnostic {
    let found =
        Diagnostic::error("E0209", at, format!("`{name}` is a field; this does not belong to it"))
            .at("not part of a field");
    match next {
        Some(next) => found.help(format!("begin a new line before `{next}`, or write `;`")),
        None => found.help(format!("write `{name}: VALUE`")),
    }
}

/// E0209, where only the colon is missing.
pub(crate) fn field_without_colon(
    at: Location,
    gap: Location,
    name: &str,
    written: &str,
) -> Diagnostic {
    Diagnostic::error("E0209", at, format!("`{name}` is a field; a colon follows it"))
        .at("no colon")
        .help(format!("write `{name}: {written}`"))
        .edit(gap, ": ", true)
}

/// E0210: effects where none are allowed.
pub(crate) fn effects_not_allowed(at: Location, owner: &str) -> Diagnostic {
    Diagnostic::error("E0210", at, format!("{owner} has no effects"))
        .at("an effect")
        .help("effects belong on cards, into their blocks, and into keywords")
}

/// E0211: something in an effect that is not a statement. `call` is the correct spelling if it is
/// a verb without its parentheses.
pub(crate) fn not_a_statement<'a>(
    at: Location,
    name: &str,
    call: Option<(Location, String)>,
    verbs: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    match (call, super::habit_of(name)) {
        (Some((whole, call)), _) => {
            Diagnostic::error("E0211", at, format!("`{name}` is an effect; it needs parentheses"))
                .at("parentheses are missing")
                .help(format!("write `{call}`"))
                .edit(whole, call, true)
        }
        (None, Some(habit)) => {
            Diagnostic::error("E0211", at, format!("`{name}` is no effect"))
                .at("an effect must stand here")
                .help(habit)
        }
        (None, None) => Diagnostic::error("E0211", at, format!("`{name}` is no effect"))
            .at("an effect must stand here")
            .suggest(name, effect_words().chain(verbs), match name {
                "yes" | "no" => "a flag is set with `set FLAG` and taken back with `set FLAG to no`",
                _ => "an effect is a word of the game with parentheses, `WORD(…)` (`cardwright vocabulary` lists them), or begins with `modify`, `mark`, `grant`, `forbid`, `for each`, `choose`, `if`, `let` or `on`",
            }),
    }
}

/// E0212: a counted card outside a list.
pub(crate) fn count_outside_list(at: Location, lists: &[&str]) -> Diagnostic {
    let help = match lists {
        [] => "only decks list cards".to_owned(),
        lists => format!("put it into {}", one_of(lists.iter().map(|list| &**list))),
    };
    Diagnostic::error("E0212", at, "this card is in no list").at("a counted card").help(help)
}

/// E0212, where there are no lists at all.
pub(crate) fn stray_count(at: Location) -> Diagnostic {
    count_outside_list(at, &[])
}

/// E0213: `field` or `clause` outside a kind.
pub(crate) fn stray_declaration(at: Location, word: &str) -> Diagnostic {
    Diagnostic::error("E0213", at, format!("`{word}` declares something for a kind"))
        .at("not in a kind")
        .help(format!(
            "move it into a `kind`; to give a value, write the {word}'s name without `{word}`"
        ))
}

/// E0214: a card in a list without a number.
pub(crate) fn list_entry_without_count(at: Location, name: &str) -> Diagnostic {
    let insert =
        Location { span: cardwright_dsl::ast::Span { end: at.span.start, ..at.span }, ..at };
    let found = Diagnostic::error("E0214", at, format!("it is not said how many of `{name}`"))
        .at("how many?");
    if let Some(count) = name.strip_prefix('x').filter(|count| count.parse::<u32>().is_ok()) {
        let end = at.span.start + name.len() as u32;
        let word = Location { span: cardwright_dsl::ast::Span { end, ..at.span }, ..at };
        let help = format!("write `{count}` before the card, without the `x`");
        return found.help(help).edit(word, count, true);
    }
    if !name.starts_with(char::is_alphanumeric) {
        return found.help("write a number and the identifier of a card: `2 …`");
    }
    found.help(format!("write `1 {name}`")).edit(insert, "1 ", false)
}

/// E0214, for a number that is spelt out or does not come first.
pub(crate) fn count_not_first(at: Location, right: &str, is_card: bool) -> Diagnostic {
    Diagnostic::error("E0214", at, "a line of a list begins with how many, in digits")
        .at("how many of what?")
        .help(format!("write `{right}`"))
        .edit(at, right, is_card)
}

/// E0215: a word that is not among the few allowed ones.
pub(crate) fn unknown_word(at: Location, what: &str, word: &str, legal: &[&str]) -> Diagnostic {
    Diagnostic::error("E0215", at, format!("`{word}` is no {what}")).at("unknown").suggest(
        word,
        legal.iter().copied(),
        format!("write {}", one_of(legal.iter().copied())),
    )
}

/// E0216: a test, in a game without an engine.
pub(crate) fn test_without_engine(at: Location, game: &str) -> Diagnostic {
    Diagnostic::error("E0216", at, format!("`{game}` has no engine, so nothing plays this test"))
        .at("needs an engine")
        .help("a `rule` checks decks and cards without play; or take the test out")
}

/// E0260: a word that a game with an engine, or a wrong category, declares.
pub(crate) fn word_shape(at: Location, message: impl Into<String>, help: &str) -> Diagnostic {
    Diagnostic::error("E0260", at, message).at("no such word").help(help)
}

/// E0217: an unknown engine.
pub(crate) fn unknown_engine(
    at: Location,
    engine: &str,
    engines: impl Iterator<Item = &'static str> + Clone,
) -> Diagnostic {
    Diagnostic::error("E0217", at, format!("there is no engine `{engine}`"))
        .at("unknown engine")
        .suggest(engine, engines.clone(), format!("engines are {}", one_of(engines)))
}

/// E0218: a second game.
pub(crate) fn second_game(at: Location, known: &str, first: Location) -> Diagnostic {
    Diagnostic::error("E0218", at, format!("the game is `{known}` already"))
        .at("a second game")
        .label(first, "declared here")
        .help("an expansion builds on its game and declares none")
}

/// E0219: the engine relies on an enum that is not declared.
pub(crate) fn engine_needs_enum(at: Location, engine: &str, name: &str) -> Diagnostic {
    Diagnostic::error("E0219", at, format!("the engine `{engine}` needs an enum `{name}`"))
        .at("declares none")
        .help(format!("add `enum {name} \"…\" {{ … }}` to the rules"))
}

/// E0219, for a value.
pub(crate) fn engine_needs_value(
    at: Location,
    engine: &str,
    name: &str,
    value: &str,
) -> Diagnostic {
    Diagnostic::error("E0219", at, format!("the engine `{engine}` needs `{value}` in `{name}`"))
        .at(format!("lacks `{value}`"))
        .help(format!("add `{value} \"…\"`"))
}

/// E0236: the engine reads something that the kind (or the game) does not have.
pub(crate) fn engine_needs_fact(
    at: Location,
    engine: &str,
    kind: &str,
    fact: &str,
    declaration: &str,
    doc: &str,
) -> Diagnostic {
    Diagnostic::error("E0236", at, format!("the engine `{engine}` reads `{fact}` of `{kind}`"))
        .at(format!("lacks `{fact}`"))
        .help(format!("add `{declaration}`: {}", doc.trim_end_matches('.')))
}

/// E0236, for one with almost the name that is read.
pub(crate) fn fact_misspelt(at: Location, engine: &str, fact: &str, found: &str) -> Diagnostic {
    Diagnostic::error("E0236", at, format!("the engine `{engine}` reads `{fact}`, not `{found}`"))
        .at(format!("has only `{found}`"))
        .help(format!("did you mean `{fact}`?"))
}

/// E0236, for one of another type.
pub(crate) fn fact_has_other_type(
    at: Location,
    engine: &str,
    fact: &str,
    wanted: &str,
    found: &str,
) -> Diagnostic {
    let message = format!("the engine `{engine}` reads `{fact}` as `{wanted}`");
    Diagnostic::error("E0236", at, message)
        .at(format!("is `{found}`"))
        .help(format!("make it `{wanted}`"))
}

/// E0236, for one that may be left out.
pub(crate) fn fact_may_be_missing(at: Location, engine: &str, fact: &str) -> Diagnostic {
    Diagnostic::error("E0236", at, format!("the engine `{engine}` always reads `{fact}`"))
        .at("may be left out")
        .help("take the `?` away, or give it a default")
}

/// E0220: a keyword without wording or reminder.
pub(crate) fn keyword_lacks(at: Location, keyword: &str, part: &str) -> Diagnostic {
    Diagnostic::error("E0220", at, format!("the keyword `{keyword}` has no {part}"))
        .at(format!("lacks `{part}`"))
        .help(match part {
            "wording" => "add `wording: \"…\"`: what is printed on the card".to_owned(),
            _ => "add `reminder: \"…\"`: what it means, in one sentence".to_owned(),
        })
}

/// E0221: a field or parameter declared twice.
pub(crate) fn declared_twice(at: Location, name: &str, first: Location) -> Diagnostic {
    Diagnostic::error("E0221", at, format!("`{name}` is declared twice"))
        .at("again here")
        .label(first, "first here")
        .help("give one of them another name")
}

/// E0222: a declared field that every declaration already has.
pub(crate) fn reserved_field(at: Location, name: &str) -> Diagnostic {
    Diagnostic::error("E0222", at, format!("every declaration has `{name}` already"))
        .at("built in")
        .help("take it out, or give it another name")
}

/// E0222, for a kind with the name of a built-in declaration.
pub(crate) fn reserved_kind(at: Location, name: &str) -> Diagnostic {
    Diagnostic::error(
        "E0222",
        at,
        format!("`{name}` has a meaning of its own and cannot be a kind"),
    )
    .at("built in")
    .help("give the kind another identifier")
}

/// E0223: parameters where none are allowed.
pub(crate) fn no_params(at: Location, kind: &str) -> Diagnostic {
    Diagnostic::error("E0223", at, format!("{} {kind} takes no parameters", article(kind)))
        .at("not here")
        .help("only keywords and clauses have parameters; take the parentheses out")
}

/// E0224: `for` where it means nothing.
pub(crate) fn no_targets(at: Location, kind: &str) -> Diagnostic {
    Diagnostic::error("E0224", at, format!("{} {kind} is not `for` anything", article(kind)))
        .at("not here")
        .help("a deck is for a format, a rule for kinds; take `for …` out")
}

/// E0224, for a deck with two formats.
pub(crate) fn one_format(at: Location) -> Diagnostic {
    Diagnostic::error("E0224", at, "a deck is for one format")
        .at("a second format")
        .help("declare the deck once for each format")
}

/// E0225: a rule that does not say what it applies to.
pub(crate) fn rule_without_target(at: Location) -> Diagnostic {
    Diagnostic::error("E0225", at, "it is not said what the rule is about")
        .at("`for …` must follow")
        .help("write `rule … for deck { … }`, or another kind, family or role")
}

/// E0226: a rule without a `require`.
pub(crate) fn rule_requires_nothing(at: Location, id: &str) -> Diagnostic {
    Diagnostic::error("E0226", at, format!("the rule `{id}` requires nothing"))
        .at("no `require`")
        .help("add `require CONDITION \"message\"`")
}

/// E0227: a test without a name.
pub(crate) fn test_without_name(at: Location) -> Diagnostic {
    Diagnostic::error("E0227", at, "this test has no name")
        .at("a name must follow")
        .help("write what it shows: `test \"a tie defends\" { … }`")
}

/// E0228: a wording that is not `CATEGORY WORD: "text"`.
pub(crate) fn wording_shape(at: Location) -> Diagnostic {
    Diagnostic::error("E0228", at, "this is no wording")
        .at("incomplete")
        .help("write `verb burn: \"burn {count} cards\"`")
}

/// E0229: an enum value with a colon.
pub(crate) fn enum_value_with_colon(at: Location, value: &str) -> Diagnostic {
    Diagnostic::error("E0229", at, format!("`{value}` is a value of the enum and has none itself"))
        .at("not here")
        .help(format!("write `{value} \"Name\"`, with properties in braces"))
}

/// E0230: a parent, or `abstract`, where nothing is inherited.
pub(crate) fn no_inheritance(at: Location, kind: &str) -> Diagnostic {
    Diagnostic::error("E0230", at, format!("{} {kind} inherits nothing", article(kind)))
        .at("not here")
        .help("only kinds and declarations of a kind inherit; take it out")
}

/// E0231: tests that continue from each other in a circle.
pub(crate) fn test_cycle(at: Location, id: &str) -> Diagnostic {
    Diagnostic::error("E0231", at, format!("the test `{id}` continues itself"))
        .at("leads back to it")
        .help("take `after` out of one of the tests, so that there is a first one")
}

/// E0248: a choice of as many options as there are, or of more, or of none.
pub(crate) fn no_real_choice(at: Location, wanted: i64, options: usize) -> Diagnostic {
    let options = match options {
        1 => "1 option".to_owned(),
        several => format!("{several} options"),
    };
    Diagnostic::error("E0248", at, format!("choosing {wanted} of {options} is no choice"))
        .at("leaves nothing to choose")
        .help("choose at least 1 and fewer than there are; what always happens needs no `option`")
}
