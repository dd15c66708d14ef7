//! The words of the language that are not names, where the checker suggests them and editors
//! propose them.

/// What begins a statement of an effect, besides the verbs of a game.
pub const STATEMENTS: &[&str] = &[
    "on", "modify", "mark", "grant", "revoke", "forbid", "choose", "opponent", "offer", "for",
    "repeat", "if", "match", "roll", "let", "set", "todo",
];

/// True for a word that begins a statement of an effect, a rule or a test.
pub(crate) fn begins_statement(word: &str) -> bool {
    STATEMENTS.contains(&word) || matches!(word, "expect" | "do" | "require")
}

/// What continues a statement.
const CONTINUATIONS: &[&str] =
    &["option", "else", "when", "until", "where", "limit", "once", "require", "help"];

/// The words that begin effects or continue them.
pub(crate) fn effect_words<'a>() -> impl Iterator<Item = &'a str> {
    STATEMENTS.iter().chain(CONTINUATIONS).map(|word| -> &'a str { word })
}

/// The properties of a keyword.
pub const KEYWORD_PROPERTIES: &[&str] =
    &["hosts", "wording", "reminder", "icon", "stacking", "key", "provisional"];

/// The types besides enums, kinds and families; a name follows where there is an `of`.
pub const TYPES: &[&str] = &[
    "int",
    "formula",
    "condition",
    "deck-condition",
    "flag",
    "text",
    "file",
    "keyword",
    "selection",
    "quantity of",
    "pool",
    "die",
    "range",
    "name",
    "clause of",
    "map of",
    "edge-map of",
    "list of",
];

/// What a clause may hold; a name follows where there is an `of`.
pub const SHAPES: &[&str] =
    &["keywords", "effect", "fields", "condition", "cards of", "link of", "flag", "counter"];

/// The words of such a list without `of`.
pub(crate) fn first_words(list: &'static [&'static str]) -> Vec<&'static str> {
    list.iter().map(|words| words.trim_end_matches(" of")).collect()
}
