//! The words of a game's engine, and those of rules.

use cardwright_check::RULE_WORDS;
use cardwright_model::Library;
use cardwright_vocabulary::{Change, Home, Type, Vocabulary, Word, WordType};

use super::Section;

/// The words that effects are made of in every game: the word, how it is written, what it means.
pub(super) const LANGUAGE: &[(&str, &str, &str)] = &[
    (
        "on",
        "on EVENT where CONDITION { … } limit 1",
        "Done whenever it happens and the condition holds; with a limit, so often a round or turn. Inside an effect it begins to wait then, and may end: `on EVENT { … } once until WINDOW`.",
    ),
    (
        "modify",
        "modify STAT of CARDS by NUMBER when CONDITION until WINDOW",
        "Changes a number as long as the card is in play, or until then; also `to`, `times`, `at least`, `at most`.",
    ),
    (
        "mark",
        "mark CARDS as MARK when CONDITION until WINDOW",
        "Switches a mechanism of the game on.",
    ),
    ("grant", "grant KEYWORD to CARDS when CONDITION until WINDOW", "Gives a keyword."),
    (
        "revoke",
        "revoke KEYWORD from CARDS when CONDITION until WINDOW",
        "Takes a keyword away, and `revoke all from CARDS` every keyword, printed or granted.",
    ),
    (
        "forbid",
        "forbid ACT to CARDS when CONDITION until WINDOW",
        "Nobody may do it, or those may not.",
    ),
    (
        "choose",
        "choose 1 from CARDS { … }, choose up to 2 from CARDS { … }",
        "A player picks cards; inside, `it` is each of them. `choose { option \"…\" { … } … }` picks what is done, `choose 2 { … }` two of it, and `choose 1 at random from CARDS { … }` leaves it to chance.",
    ),
    (
        "opponent",
        "opponent chooses 1 from CARDS { … }, opponent chooses { option \"…\" { … } … }",
        "The same, but a player of the other side decides. In a game of which all players are on one side there is none.",
    ),
    ("repeat", "repeat NUMBER { … }", "Done so often, at most 100 times."),
    (
        "for",
        "for each CARDS { … }",
        "Done with each of them in turn; inside, `it` is the one at hand.",
    ),
    ("offer", "offer \"LABEL\" when CONDITION { … }", "A player may do it, where the game asks."),
    ("if", "if CONDITION { … } else { … }", "Done only if it holds at that moment."),
    (
        "match",
        "match VALUE { A -> { … }  B, C -> { … }  else -> { … } }",
        "Does what belongs to the value.",
    ),
    (
        "roll",
        "roll 2B 1R { … }",
        "Throws dice; inside, the names of their symbols (or `result`) are what they show.",
    ),
    ("let", "let NAME = VALUE", "Keeps a number or card for what follows."),
    ("set", "set NAME, set NAME to VALUE", "Changes a flag or counter that the card declares."),
    ("todo", "todo \"what it should do\"", "Not written yet: the card is kept out of play."),
    ("self", "self", "The card itself; on equipment, whoever has it."),
    ("it", "it", "The card at hand in `choose`, `for each` and `where`."),
    (
        "outer",
        "outer",
        "The `it` around the innermost one: `heroes where any(monsters where adjacent(it, outer))`.",
    ),
    ("where", "CARDS where CONDITION, on EVENT where CONDITION", "Only those, or only then."),
    ("when", "… when CONDITION", "Lasts only while it holds."),
    ("until", "… until WINDOW", "Ends then; see `windows`."),
    (
        "limit",
        "on EVENT { … } limit 1",
        "At most so often in a round, or in a turn where the game has turns.",
    ),
    (
        "once",
        "on EVENT { … } once",
        "Inside an effect: only the next time. On a card: once in the whole game.",
    ),
];

/// Words of one sort.
pub(super) struct Class {
    /// How the section is asked for.
    pub(super) section: &'static str,
    /// What one of them is called.
    pub(super) one: &'static str,
    title: &'static str,
    pub(super) words: &'static [Word],
    /// What stands around such a word, for finding examples; `{}` is the word.
    pub(super) written: &'static [&'static str],
}

/// Every class of words that effects, tests and rules are made of.
pub(super) fn classes(vocabulary: &Vocabulary) -> Vec<Class> {
    let class = |section, one, title, words, written| Class { section, one, title, words, written };
    vec![
        class("verbs", "verb", "Verbs: what an effect does", vocabulary.verbs, &["{}(", "{}"]),
        class("events", "event", "Events: on EVENT { … }", vocabulary.events, &["on {}"]),
        class(
            "stats",
            "stat",
            "Stats: modify STAT of … by …",
            vocabulary.stats,
            &["modify {}", "{}"],
        ),
        class("marks", "mark", "Marks: mark … as MARK", vocabulary.marks, &["as {}"]),
        class("acts", "act", "Acts: forbid ACT to …", vocabulary.acts, &["forbid {}", ", {}"]),
        class(
            "selections",
            "selection",
            "Selections: the cards an effect is about",
            vocabulary.selections,
            &["from {}", "each {}", "of {}", "({}", "{}"],
        ),
        class("zones", "zone", "Zones: where cards are", vocabulary.zones, &["in {}", "{}"]),
        class(
            "queries",
            "query",
            "Queries: what conditions and formulas may ask",
            vocabulary.queries,
            &["{}(", "where {}", "when {}", "if {}", "{}"],
        ),
        class(
            "windows",
            "window",
            "Windows: how long something lasts, until WINDOW",
            vocabulary.windows,
            &["until {}"],
        ),
        class(
            "commands",
            "command of tests",
            "Commands: do COMMAND, in tests",
            vocabulary.commands,
            &["do {}"],
        ),
        class(
            "setup",
            "set-up field of tests",
            "Set-up fields of tests",
            vocabulary.setup,
            &["{}:"],
        ),
        class(
            "properties",
            "property in the set-up of tests",
            "Properties of a card in the set-up of tests: ghoul(wounds: 1)",
            vocabulary.properties,
            &["({}:", ", {}:"],
        ),
        class(
            "rules",
            "target of rules",
            "Rules: rule ID for TARGET, besides kinds and families",
            RULE_WORDS.targets,
            &["for {}"],
        ),
        class(
            "rule-selections",
            "selection of rules",
            "Selections of rules, besides LIST-cards and fields that list cards",
            RULE_WORDS.selections,
            &["{}"],
        ),
        class(
            "rule-queries",
            "query of rules",
            "Queries of rules, besides the fields of cards",
            RULE_WORDS.queries,
            &["{}("],
        ),
    ]
}

/// The sections of the engine's words. An event that happens only to some cards says to which.
pub(super) fn sections(vocabulary: &Vocabulary, library: &Library) -> Vec<Section> {
    let text = |class: &Class| {
        let word = |word: &Word| {
            let owners = if class.section == "events" { owners(library, word.name) } else { None };
            let owners = owners.map(|owners| format!(" {owners}")).unwrap_or_default();
            let limits: String =
                limits(word).iter().map(|limit| format!("      {limit}\n")).collect();
            format!("  {}\n      {}{owners}\n{limits}", signature(word), word.doc)
        };
        class.words.iter().map(word).collect()
    };
    let section =
        |class: &Class| Section { name: class.section, title: class.title, text: text(class) };
    let language = LANGUAGE.iter().map(|(_, written, says)| format!("  {written}\n      {says}\n"));
    let language = Section {
        name: "language",
        title: "The language: what effects of every game are made of",
        text: language.collect(),
    };
    let homes = vocabulary.homes.iter().map(|home| {
        let (at, does) = (place(home), done(home));
        format!("  {at}\n      {does} {}.\n", home.when)
    });
    let homes = Section {
        name: "texts",
        title: "Texts: where effects stand, and when they count",
        text: homes.collect(),
    };
    [language, homes].into_iter().chain(classes(vocabulary).iter().map(section)).collect()
}

/// "on: quest", "in `boost` of: crawler-card".
fn place(home: &Home) -> String {
    match home.clause {
        Some(clause) => format!("in `{clause}` of: {}", home.kind),
        None => format!("on: {}", home.kind),
    }
}

/// What happens to effects at a place, before the words that say when.
fn done(home: &Home) -> &'static str {
    match (home.lasts, home.done) {
        (_, true) if home.clause.is_some() => "Done",
        (true, _) => "In force",
        _ => "Done",
    }
}

/// What limits a word: the things that it is said of, what can still be done about an event, and
/// where the word means something.
pub(super) fn limits(word: &Word) -> Vec<String> {
    let mut lines = Vec::new();
    // Of what gives something, the signature says of which sort that is.
    if word.result == Type::Nothing && !word.kinds.is_empty() {
        lines.push(format!("Of {}.", word.kinds.join(", ")));
    }
    match word.change {
        Change::None => {}
        Change::Prevent => lines.push("`prevent()` stops it.".to_owned()),
        Change::Amount => {
            lines.push("`prevent()` stops it, `change-amount` makes it more or less.".to_owned());
        }
    }
    if !word.places.is_empty() {
        lines.push(format!("In {}.", word.places.join(", ")));
    }
    if let Some(verb) = word.made_by {
        lines.push(format!("Only in a text that does `{verb}`."));
    }
    if !word.moments.is_empty() {
        lines.push(format!("Only in {}.", word.moments.join(", ")));
    }
    if !word.hosts.is_empty() {
        lines.push(format!("Only in the text of {}.", word.hosts.join(", ")));
    }
    lines
}

/// "Only to a character or a trap.": the kinds that an event happens to, if not to all.
pub(super) fn owners(library: &Library, event: &str) -> Option<String> {
    let owners: Vec<&str> = library
        .kinds()
        .filter(|kind| !kind.is_abstract && kind.events.iter().any(|own| own == event))
        .map(|kind| kind.id.as_str())
        .collect();
    (!owners.is_empty()).then(|| format!("Only on cards of the kinds {}.", owners.join(", ")))
}

/// All words of that name, whatever they are used for.
pub(crate) fn named(vocabulary: &Vocabulary, name: &str) -> impl Iterator<Item = &'static Word> {
    let words = classes(vocabulary).into_iter().flat_map(|class| class.words);
    words.filter(move |word| word.name == name)
}

/// `burn(deck: crawler-deck or dungeon-deck, count: number)`, optional parameters in brackets.
pub(crate) fn signature(word: &Word) -> String {
    let params: Vec<String> = word
        .params
        .iter()
        .map(|param| {
            let text = format!("{}: {}", param.name, sort_name(param.ty, param.kinds));
            if param.optional { format!("[{text}]") } else { text }
        })
        .collect();
    let mut text = word.name.to_owned();
    if !params.is_empty() {
        text.push_str(&format!("({})", params.join(", ")));
    }
    if word.result != Type::Nothing {
        text.push_str(&format!(" -> {}", sort_name(word.result, word.kinds)));
    }
    text
}

/// A type, or the kinds of things that are meant where it says so: `adventurer or character`.
pub(crate) fn sort_name(ty: WordType, kinds: &[&str]) -> String {
    match (ty, kinds) {
        (_, []) => type_name(ty),
        (Type::Cards, kinds) => format!("some {}", kinds.join(" or ")),
        (_, kinds) => kinds.join(" or "),
    }
}

pub(crate) fn type_name(ty: WordType) -> String {
    match ty {
        Type::Nothing => "nothing".into(),
        Type::Int => "number".into(),
        Type::Bool => "yes or no".into(),
        Type::Text => "text".into(),
        Type::Card => "card".into(),
        Type::Cards => "cards".into(),
        Type::CardName => "card name".into(),
        Type::CardNames => "card names".into(),
        Type::Zone => "zone".into(),
        Type::Kind => "kind".into(),
        Type::Keyword => "keyword".into(),
        Type::Enum(name) => name.into(),
        Type::EnumSet(names) => format!("some {}", names.join(" or ")),
        Type::Numbers => "numbers".into(),
        Type::Pool => "dice".into(),
        Type::Die => "die".into(),
        Type::Square => "square".into(),
        Type::Squares => "squares".into(),
        Type::Tile => "tile".into(),
        Type::Seat => "side".into(),
        Type::Stat => "stat".into(),
        Type::Entity(role) => role.word().into(),
        Type::Kinds => "kinds".into(),
        Type::Range => "range".into(),
        Type::Quantity => "number with a unit".into(),
        Type::Map => "map".into(),
        Type::Target => "card or cards".into(),
        Type::Name => "name".into(),
        Type::Any | Type::Error => "anything".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardwright_vocabulary::{WordParam, may, needs, word};

    #[test]
    fn a_word_says_what_it_is_for() {
        const PARAMS: &[WordParam] =
            &[needs("figure", Type::Card).of(&["hero", "foe"]), may("count", Type::Int)];
        let heal = word("heal", PARAMS, Type::Nothing, "");
        assert_eq!(signature(&heal), "heal(figure: hero or foe, [count: number])");
        let foe = word("foe", &[], Type::Card, "").of(&["foe"]).within(&["fight"]).on(&["item"]);
        assert_eq!(signature(&foe), "foe -> foe");
        assert_eq!(limits(&foe), ["Only in fight.", "Only in the text of item."]);
        let bold = word("bold", &[], Type::Nothing, "").of(&["hero"]);
        assert_eq!(limits(&bold), ["Of hero."]);
        let fall = word("would-fall", &[], Type::Nothing, "").preventable();
        assert_eq!(limits(&fall), ["`prevent()` stops it."]);
    }

    #[test]
    fn every_statement_of_the_language_is_explained() {
        for word in cardwright_check::language::STATEMENTS {
            assert!(LANGUAGE.iter().any(|(known, ..)| known == word), "{word}");
        }
    }
}
