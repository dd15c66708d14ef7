//! E01: words that are not in the game's vocabulary, or not allowed where they stand.

use super::{Diagnostic, Location, article, one_of};

/// E0107: an unknown event.
pub(crate) fn unknown_event<'a>(
    at: Location,
    name: &str,
    legal: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    let legal: Vec<_> = legal.into_iter().collect();
    let otherwise = format!("events are {}", one_of(legal.iter().copied()));
    Diagnostic::error("E0107", at, format!("there is no event `{name}`"))
        .at("unknown event")
        .suggest(name, legal, otherwise)
}

/// E0234: an event that never happens to a card of the kind.
pub(crate) fn event_of_others(
    at: Location,
    event: &str,
    host: &str,
    owners: &[&str],
    own: &[&str],
) -> Diagnostic {
    let message = format!("`{event}` never happens to {} {host}", article(host));
    Diagnostic::error("E0234", at, message)
        .at(format!("it happens to {}", one_of(owners.iter().copied())))
        .help(format!("{} {host} can have {}", article(host), one_of(own.iter().copied())))
}

/// E0235: a stat that cards of the kind do not have.
pub(crate) fn stat_of_others(at: Location, stat: &str, host: &str, owners: &[&str]) -> Diagnostic {
    let message = format!("{} {host} has no `{stat}` that could change", article(host));
    Diagnostic::error("E0235", at, message)
        .at(format!("{} has one", one_of(owners.iter().copied())))
        .help(format!("say whose: `modify {stat} of SELECTION …`"))
}

/// E0144: a limit per period that the game does not have.
pub(crate) fn unknown_period(at: Location, word: &str, usual: &str) -> Diagnostic {
    Diagnostic::error("E0144", at, format!("nothing is counted per `{word}`"))
        .at("unknown period")
        .help(format!("write `per {usual}`, which is meant without it too, or `per game`"))
}

/// E0108: an unknown verb.
pub(crate) fn unknown_verb<'a>(
    at: Location,
    name: &str,
    legal: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    let legal: Vec<_> = legal.into_iter().collect();
    let otherwise = format!("effects are {}", one_of(legal.iter().copied()));
    Diagnostic::error("E0108", at, format!("there is no effect `{name}`"))
        .at("unknown effect")
        .suggest(name, legal, otherwise)
}

/// E0110: an unknown stat.
pub(crate) fn unknown_stat<'a>(
    at: Location,
    name: &str,
    legal: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    let legal: Vec<_> = legal.into_iter().collect();
    let otherwise = format!("stats are {}", one_of(legal.iter().copied()));
    Diagnostic::error("E0110", at, format!("there is no stat `{name}`"))
        .at("unknown stat")
        .suggest(name, legal, otherwise)
}

/// E0111: an unknown mark.
pub(crate) fn unknown_mark<'a>(
    at: Location,
    name: &str,
    legal: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    let legal: Vec<_> = legal.into_iter().collect();
    let otherwise = format!("marks are {}", one_of(legal.iter().copied()));
    Diagnostic::error("E0111", at, format!("there is no mark `{name}`"))
        .at("unknown mark")
        .suggest(name, legal, otherwise)
}

/// E0112: an act that cannot be forbidden.
pub(crate) fn unknown_act<'a>(
    at: Location,
    name: &str,
    legal: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    let legal: Vec<_> = legal.into_iter().collect();
    let otherwise = format!("`forbid` takes {}", one_of(legal.iter().copied()));
    Diagnostic::error("E0112", at, format!("`{name}` cannot be forbidden"))
        .at("not an act")
        .suggest(name, legal, otherwise)
}

/// E0113: an unknown window after `until`.
pub(crate) fn unknown_window<'a>(
    at: Location,
    name: &str,
    legal: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    let legal: Vec<_> = legal.into_iter().collect();
    let otherwise = format!("effects end at {}", one_of(legal.iter().copied()));
    Diagnostic::error("E0113", at, format!("nothing can end at `{name}`"))
        .at("unknown moment")
        .suggest(name, legal, otherwise)
}

/// E0114: an unknown command in a test.
pub(crate) fn unknown_command<'a>(
    at: Location,
    name: &str,
    legal: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    let legal: Vec<_> = legal.into_iter().collect();
    let otherwise = format!("commands are {}", one_of(legal.iter().copied()));
    Diagnostic::error("E0114", at, format!("there is no command `{name}`"))
        .at("unknown command")
        .suggest(name, legal, otherwise)
}

/// E0115: something that a test cannot set up.
pub(crate) fn unknown_setup<'a>(
    at: Location,
    name: &str,
    legal: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    let legal: Vec<_> = legal.into_iter().collect();
    let otherwise = format!("a test may set up {}", one_of(legal.iter().copied()));
    Diagnostic::error("E0115", at, format!("a test cannot set up `{name}`"))
        .at("unknown here")
        .suggest(name, legal, otherwise)
}

/// E0116: an unknown property of a card in a test.
pub(crate) fn unknown_property<'a>(
    at: Location,
    name: &str,
    legal: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    let legal: Vec<_> = legal.into_iter().collect();
    let otherwise = format!("a card may start with {}", one_of(legal.iter().copied()));
    Diagnostic::error("E0116", at, format!("a card cannot start with `{name}`"))
        .at("unknown property")
        .suggest(name, legal, otherwise)
}

/// E0116, for a property without its name.
pub(crate) fn unnamed_property(at: Location, card: &str) -> Diagnostic {
    Diagnostic::error("E0116", at, format!("it is not said what this is of `{card}`"))
        .at("which property?")
        .help(format!("write the property's name before it: `{card}(wounds: 1)`"))
}

/// E0118: an unknown card or selection of cards.
pub(crate) fn unknown_selection<'a>(
    at: Location,
    name: &str,
    legal: impl IntoIterator<Item = &'a str>,
    examples: &[&str],
) -> Diagnostic {
    let otherwise = match examples {
        [] => "select cards, or name one".to_owned(),
        names => format!("cards are selected with {}", one_of(names.iter().copied())),
    };
    Diagnostic::error("E0118", at, format!("`{name}` is no card and no selection of cards"))
        .at("unknown")
        .suggest(name, legal, otherwise)
}

/// E0118: a name that other events have.
pub(crate) fn name_of_other_events(
    at: Location,
    name: &str,
    bound: &[&str],
    events: &[&str],
) -> Diagnostic {
    let found = Diagnostic::error("E0118", at, format!("nobody is called `{name}` here"))
        .at("a name of other events");
    match bound {
        [] => found.help(format!(
            "`{name}` is known inside `on` {}; elsewhere write `self` or select cards",
            one_of(events.iter().copied())
        )),
        [only] => found.help(format!("here is only `{only}`")).edit(at, *only, false),
        all => found.help(format!("here are {}", super::all_of(all.iter().copied()))),
    }
}

/// E0003: arguments without a comma, in the order of an English sentence.
pub(crate) fn other_order(at: Location, text: &str, right: &str, call: Location) -> Diagnostic {
    Diagnostic::error("E0003", at, format!("`{text}` is not one value"))
        .at("no comma between them")
        .help(format!("write `{right}`"))
        .edit(call, right, true)
}

/// E0031: a question without its parentheses.
pub(crate) fn no_call(at: Location, text: &str, right: &str) -> Diagnostic {
    Diagnostic::error("E0031", at, format!("`{text}` lacks its parentheses"))
        .at("no parentheses")
        .help(format!("write `{right}`"))
        .edit(at, right, true)
}

/// E0034: cards that are chosen among the arguments of an effect.
pub(crate) fn chosen_in_call(
    at: Location,
    text: &str,
    right: &str,
    call: Location,
    is_all: bool,
) -> Diagnostic {
    let message = format!("cards are not chosen inside an effect: `{text}`");
    let found =
        Diagnostic::error("E0034", at, message).at("not one card").help(format!("write `{right}`"));
    if is_all { found.edit(call, right, false) } else { found }
}

/// E0112: `forbid WHOM to ACT` for `forbid ACT to WHOM`.
pub(crate) fn forbidden_first(at: Location, act: &str, whom: &str) -> Diagnostic {
    let right = format!("{act} to {whom}");
    Diagnostic::error("E0112", at, "what is forbidden comes first, then to whom")
        .at("the other way round")
        .help(format!("write `forbid {right}`"))
        .edit(at, right, true)
}

/// E0119: an unknown query.
pub(crate) fn unknown_query<'a>(
    at: Location,
    name: &str,
    legal: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    let legal: Vec<_> = legal.into_iter().collect();
    let otherwise = match name {
        "random" | "rand" | "dice" | "roll" | "d6" => {
            "chance is an effect around this one: `roll DICE { … }`, in which `result` is what they show, or `choose 1 at random from …`".to_owned()
        }
        _ => format!("what can be asked: {}", one_of(legal.iter().copied())),
    };
    Diagnostic::error("E0119", at, format!("there is no `{name}(…)` to ask for"))
        .at("unknown")
        .suggest(name, legal, otherwise)
}

/// E0120: an unknown zone.
pub(crate) fn unknown_zone<'a>(
    at: Location,
    name: &str,
    legal: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    let legal: Vec<_> = legal.into_iter().collect();
    let otherwise = format!("zones are {}", one_of(legal.iter().copied()));
    Diagnostic::error("E0120", at, format!("there is no zone `{name}`"))
        .at("unknown zone")
        .suggest(name, legal, otherwise)
}

/// E0125: a wording for a word that does not exist.
pub(crate) fn unknown_wording<'a>(
    at: Location,
    category: &str,
    name: &str,
    legal: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    Diagnostic::error("E0125", at, format!("there is no {category} `{name}` to word"))
        .at("unknown word")
        .suggest(name, legal, format!("`cardwright vocabulary` lists every {category}"))
}

/// E0132: a query about a card where it is unclear which card is meant.
pub(crate) fn which_card(at: Location, query: &str) -> Diagnostic {
    Diagnostic::error("E0132", at, format!("it is not said whose `{query}` is meant"))
        .at("of which card?")
        .help(format!("name the card: `{query}(CARD)`"))
}

/// E0133: a query that cannot stand alone.
pub(crate) fn needs_arguments(at: Location, name: &str, shape: &str) -> Diagnostic {
    Diagnostic::error("E0133", at, format!("`{name}` needs to know of what"))
        .at("incomplete")
        .help(format!("write `{shape}`"))
}

/// E0134: a verb where a value is expected.
pub(crate) fn verb_as_value<'a>(
    at: Location,
    name: &str,
    queries: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    let plural = format!("{name}s");
    let queries: Vec<_> = queries.into_iter().collect();
    let nearest: Vec<_> = queries.iter().copied().filter(|query| *query == plural).collect();
    Diagnostic::error("E0134", at, format!("`{name}` does something; it has no value"))
        .at("an effect, not a value")
        .suggest(
            name,
            if nearest.is_empty() { queries } else { nearest },
            "write it on a line of its own",
        )
}

/// E0135: a card called as if it were a query.
pub(crate) fn card_as_query(at: Location, name: &str) -> Diagnostic {
    Diagnostic::error(
        "E0135",
        at,
        format!("`{name}` is {} card; it takes nothing in parentheses", article("card")),
    )
    .at("a card")
    .help("only in a test may a card have properties, as in `ghoul(wounds: 1)`")
}

/// E0136: distances in a game without them.
pub(crate) fn no_distances(at: Location, source: &str) -> Diagnostic {
    Diagnostic::error("E0136", at, format!("`{source}` cannot be asked for by distance"))
        .at("no distances here")
        .help("take `within … of …` out; use `where` to filter")
}

/// E0137: a dot where there are no fields.
pub(crate) fn no_members(at: Location, owner: &str, name: &str) -> Diagnostic {
    Diagnostic::error(
        "E0137",
        at,
        format!("`{owner}.{name}` can be asked for in legality rules only"),
    )
    .at("not in effects")
    .help(format!("ask with a query, such as `{name}({owner})`"))
}

/// E0139: dice in a game without them.
pub(crate) fn no_dice(at: Location) -> Diagnostic {
    Diagnostic::error("E0139", at, "this game has no dice")
        .at("nothing to roll")
        .help("use `choose`, or a formula on what is in play")
}

/// E0158: `opponent chooses` in a game that all play together.
pub(crate) fn no_opponents(at: Location) -> Diagnostic {
    Diagnostic::error("E0158", at, "in this game all players are on the same side")
        .at("nobody is an opponent")
        .help("write `choose 1 from …`, or `choose 1 at random from …` if nobody should decide")
}

/// E0140: a word that a query of legality rules does not know.
pub(crate) fn unknown_word_of<'a>(
    at: Location,
    query: &str,
    what: &str,
    name: &str,
    legal: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    Diagnostic::error("E0140", at, format!("`{query}` knows no {what} `{name}`"))
        .at(format!("unknown {what}"))
        .suggest(name, legal, format!("name a {what} that some kind declares"))
}

/// E0301: several words where a query of legality rules takes one.
pub(crate) fn one_word(at: Location, query: &str, param: &str) -> Diagnostic {
    Diagnostic::error("E0301", at, format!("`{query}` takes one word for its `{param}`"))
        .at("several")
        .help("ask for each by itself and join the questions with `and` or `or`, or name a group of keywords")
}
