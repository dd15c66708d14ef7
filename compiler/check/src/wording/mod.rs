//! Rules text: puts into words what cards do, using the wordings and keywords of the content.
//!
//! The sentences are content: `wordings { verb burn: "…" }` in the game's rules, and the
//! wording of each keyword. This module composes them: it fills holes, chooses singular or
//! plural, adds signs, articles, pronouns and capitals, and joins lists. The text and what the
//! engine does come from the same effect tree.

mod block;
mod card;
mod clause;
mod condition;
mod dice;
mod echo;
mod lasting;
mod lexicon;
mod lint;
mod noun;
mod number;
mod phrase;
mod reaction;
mod statement;
mod template;
#[cfg(test)]
mod tests;
mod walk;
mod writer;

use cardwright_model::{Library, Package, TextBlock};

pub use lint::{NumberMismatch, compare_numbers};

use clause::ClauseWords;
use lexicon::{Lexicon, MissingWords};
use writer::Writer;

/// A wording that the content needs but does not declare.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Missing {
    /// The category, such as `verb` or `stat`.
    pub category: String,
    /// The word.
    pub name: String,
    /// The first card whose text needs it.
    pub card: String,
}

/// The categories that a `wordings` declaration may use, with what each words.
pub const CATEGORIES: &[(&str, &str)] = &[
    ("verb", "a verb, as a command: \"draw {count|1 card|{count} cards}\""),
    ("event", "a moment: \"when this card enters play\""),
    ("stat", "the name of a stat: \"Power\""),
    ("mark", "a mark, as a predicate: \"cannot be Wounded\""),
    (
        "act",
        "what cannot be done, after \"cannot\": \"be boosted\"; second form: a whole sentence without a subject",
    ),
    ("zone", "a zone: \"the Dungeon Grave\""),
    (
        "selection",
        "cards: \"Character|Characters\", with pronouns if they are not \"it\": \"Adventurer|Adventurers|they|them\"; one form for a certain card; ~ around the part that a kind may replace",
    ),
    (
        "query",
        "a fact: \"{card} can act|{card} cannot act\", or a number: \"#the number of {cards}\"",
    ),
    (
        "filter",
        "a query as part of a noun, then as a predicate, then both negated: \"with {keyword}|has {keyword}|without {keyword}|does not have {keyword}\"; ^ puts it in front, = lets it replace a plain noun",
    ),
    ("window", "until when something lasts: \"this round\""),
    ("noun", "singular and plural of a kind or enum value: \"Undead|Undead\""),
    (
        "word",
        "the words of the grammar itself: \"if\", \"until\", \"each\", and the patterns of sentences",
    ),
];

/// Fills in the rules text of every printed card of `package` and returns the wordings that
/// were needed but are not declared, each once, in order of need.
///
/// Kinds, enums, keywords and wordings come from `library`, which may or may not hold `package`.
pub fn generate(library: &Library, package: &mut Package) -> Vec<Missing> {
    let mut missing = MissingWords::default();
    let texts: Vec<(Vec<TextBlock>, Vec<ClauseWords>)> = {
        let others = library.packages.iter().filter(|other| other.name != package.name);
        let packages: Vec<&Package> = others.chain(std::iter::once(&*package)).collect();
        let lexicon = Lexicon::new(&packages);
        package
            .cards
            .iter()
            .map(|card| {
                let mut writer = Writer {
                    lexicon: &lexicon,
                    card,
                    missing: &mut missing,
                    its: Vec::new(),
                    bound: Vec::new(),
                    formulas: Vec::new(),
                    block: None,
                    letters: Vec::new(),
                    inline: false,
                    momentary: false,
                    for_each_of_them: false,
                    echo: None,
                };
                (writer.blocks(), writer.words_of_clauses())
            })
            .collect()
    };
    for (card, (text, clauses)) in package.cards.iter_mut().zip(texts) {
        card.text = text;
        clause::put(clauses, &mut card.clauses);
    }
    missing.into_list()
}
