//! The index of a rulebook: which rules are about a keyword or a term.
//!
//! A booklet prints the pages of these rules, a page for the web links to them.

use std::collections::{BTreeMap, BTreeSet};

use cardwright_model::rulebook::has_word;
use cardwright_model::{BookRule, Entity, Library, Package};

use crate::icons::Icons;
use crate::textbox::{Nature, Piece, Rich};

/// Where a word is used by more rules than this, the index names only those about it.
const MOST_MENTIONS: usize = 6;

/// A line of the index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Indexed {
    /// The keyword or term, with a capital.
    pub(crate) name: String,
    /// How the book writes it.
    written: BTreeSet<String>,
    /// The rules about it, such as `fights.4`.
    pub(crate) about: BTreeSet<String>,
    /// Rules that use the word.
    pub(crate) mentions: BTreeSet<String>,
}

/// The rules that a package writes itself, in the order of the book.
pub(crate) fn own_rules<'l>(
    library: &'l Library,
    package: &'l Package,
) -> impl Iterator<Item = BookRule<'l>> {
    let is_printed = |record: &&Entity| !record.provenance.file.starts_with("tests/");
    package.records.iter().filter(is_printed).flat_map(|record| library.rules_of(record))
}

/// The index of a package's rulebook, in the order of the alphabet.
pub(crate) fn index(library: &Library, package: &Package) -> Vec<Indexed> {
    let rules: Vec<BookRule<'_>> = own_rules(library, package).collect();
    let mut words: BTreeMap<String, Indexed> = BTreeMap::new();
    let mut add = |word: &str, rule: Option<&BookRule<'_>>| {
        let line = words.entry(word.to_lowercase()).or_insert_with(|| Indexed {
            name: capital(word),
            written: BTreeSet::new(),
            about: BTreeSet::new(),
            mentions: BTreeSet::new(),
        });
        line.written.insert(word.to_owned());
        line.about.extend(rule.map(BookRule::name));
    };
    for keyword in library.keywords().filter(|keyword| !keyword.reminder.is_empty()) {
        add(&keyword.name, None);
    }
    for rule in &rules {
        rule.terms().for_each(|term| add(term, Some(rule)));
        defined(rule.said("text")).iter().for_each(|term| add(term, Some(rule)));
    }
    let texts: Vec<(String, String, &BookRule<'_>)> = rules
        .iter()
        .map(|rule| {
            let text = ["text", "example"].map(|field| rule.said(field)).join(" ");
            (rule.title().to_owned(), text, rule)
        })
        .collect();
    for line in words.values_mut() {
        for (title, text, rule) in &texts {
            let is_in = |text: &str| line.written.iter().any(|word| has_word(text, word));
            if is_in(title) || has_word(title, &line.name) {
                line.about.insert(rule.name());
            } else if is_in(text) {
                line.mentions.insert(rule.name());
            }
        }
        line.mentions.retain(|rule| !line.about.contains(rule));
        if line.mentions.len() > MOST_MENTIONS && !line.about.is_empty() {
            line.mentions.clear();
        }
    }
    words.into_values().filter(|line| !line.about.is_empty() || !line.mentions.is_empty()).collect()
}

/// The words between single stars: a text marks a term so where it says what it means.
fn defined(text: &str) -> Vec<String> {
    let rich = Rich::from_value(&text.into(), &Icons::default());
    let pieces = rich.paragraphs.into_iter().flat_map(|paragraph| paragraph.pieces);
    pieces
        .filter_map(|piece| match piece {
            Piece::Words { text, nature: Nature::Star } => Some(text),
            _ => None,
        })
        .collect()
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_stand_between_single_stars() {
        assert_eq!(defined("A *half space* is **not** a *tile*."), ["half space", "tile"]);
    }
}
