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
mod origin;
mod phrase;
mod reaction;
mod statement;
mod template;
#[cfg(test)]
mod tests;
mod walk;
mod writer;

use std::sync::Arc;

use cardwright_model::{Library, Package, TextBlock};
use rayon::prelude::*;

pub(crate) use lexicon::WantedWords;
pub use lint::{NumberMismatch, compare_numbers};
pub use origin::{Said, Turn, Way, text_origins};

use clause::ClauseWords;
use lexicon::{Lexicon, MissingWords, Tables};
use writer::Writer;

use crate::view::Key;

/// Cards that one thread words in a row, at least.
const IN_A_ROW: usize = 16;

/// A wording that the content should declare and does not.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct MissingWording {
    /// The category, such as `verb` or `stat`.
    pub category: String,
    /// The word.
    pub name: String,
    /// The first card whose text needs it.
    pub card: String,
}

/// Fills in the rules text of every printed card of `package` and returns the wordings that
/// were needed but are not declared, each once, in order of need.
///
/// Kinds, enums, keywords and wordings come from `library`, which may or may not hold `package`.
pub fn write_texts(library: &Library, package: &mut Package) -> Vec<MissingWording> {
    let all: Vec<usize> = (0..package.cards.len()).collect();
    let wanted = WantedWords::default();
    let worded = generate_some(library, package, &all, &wanted);
    let missing = worded.iter().map(|(at, worded)| (&*package.cards[*at].id, &*worded.missing));
    wanted.each_once(missing)
}

/// What a card's text depends on, and what it lacks.
#[derive(Debug)]
pub(crate) struct Worded {
    /// The wordings that are not declared, as numbers of [`WantedWords`].
    pub(crate) missing: Vec<u32>,
    /// The names that were looked up.
    pub(crate) seen: Vec<Key>,
}

/// The same for the cards at those places.
pub(crate) fn generate_some(
    library: &Library,
    package: &mut Package,
    places: &[usize],
    wanted: &WantedWords,
) -> Vec<(usize, Worded)> {
    if places.is_empty() {
        return Vec::new();
    }
    type Text = (Vec<TextBlock>, Vec<ClauseWords>);
    let texts: Vec<(usize, Text, Worded)> = {
        let others = library.packages.iter().filter(|other| other.name != package.name);
        let packages: Vec<&Package> = others.chain(std::iter::once(&*package)).collect();
        let tables = Arc::new(Tables::new(&packages));
        let word = |at: &usize| {
            let lexicon = Lexicon::new(&tables);
            let missing = MissingWords::new(wanted);
            let mut writer = Writer::new(&lexicon, &package.cards[*at], missing);
            let text = (writer.blocks(), writer.words_of_clauses());
            let missing = writer.missing.into_list();
            (*at, text, Worded { missing, seen: lexicon.into_seen() })
        };
        places.par_iter().with_min_len(IN_A_ROW).map(word).collect()
    };
    let put = |(at, (text, clauses), worded): (usize, Text, Worded)| {
        let card = &mut package.cards[at];
        card.text = text;
        clause::put(clauses, &mut card.clauses);
        (at, worded)
    };
    texts.into_iter().map(put).collect()
}
