//! Cards that are almost those of a package below: the same rules under another name, or almost the
//! same name.

use cardwright_model::{Entity, Library, Value, words};
use strsim::damerau_levenshtein;

use crate::{Finding, Report, Weight};

/// Names of fewer letters are alike by chance.
const SHORTEST: usize = 5;
/// From this length on, two letters may differ.
const LONG: usize = 12;

pub(crate) fn examine(library: &Library, report: &mut Report) {
    let Some((own, below)) = library.packages.split_last() else { return };
    let others: Vec<Known<'_>> =
        below.iter().flat_map(|package| &package.cards).map(Known::of).collect();
    let mut seen: Vec<Known<'_>> = Vec::new();
    for card in own.cards.iter().filter(|card| card.amends.is_none()) {
        let known = Known::of(card);
        // A package may vary its own cards, but not copy them.
        let most = if card.effects.is_empty() && card.clauses.is_empty() { 1 } else { 2 };
        let copied = others.iter().find(|other| known.is_copy_of(other, most));
        let copied = copied.or_else(|| seen.iter().find(|other| known.is_copy_of(other, 0)));
        let named = others.iter().find(|other| known.is_named_like(other));
        let told = match (copied, named) {
            (Some(other), _) => format!(
                "`{}` \"{}\" is almost a copy of `{}` \"{}\": the same kind, text and numbers",
                card.id, card.name, other.card.id, other.card.name
            ),
            (None, Some(other)) => format!(
                "`{}` is called \"{}\", almost as `{}` \"{}\" is",
                card.id, card.name, other.card.id, other.card.name
            ),
            (None, None) => {
                seen.push(known);
                continue;
            }
        };
        let found = Finding::new("copies", Weight::Decide, told);
        report.findings.push(found.at(&card.provenance.file, card.provenance.line));
        seen.push(known);
    }
}

struct Known<'a> {
    card: &'a Entity,
    name: String,
    /// Its text, with its own name left out.
    text: String,
}

impl<'a> Known<'a> {
    fn of(card: &'a Entity) -> Known<'a> {
        let text = words::paragraphs(card).join("\n");
        let text = if card.name.is_empty() { text } else { text.replace(&card.name, "~") };
        Known { card, name: card.name.to_lowercase(), text }
    }

    /// The same kind, text and blocks, and at most `most` values that differ: the set is always
    /// another, and so is the number in it where cards have one.
    fn is_copy_of(&self, other: &Known<'_>, most: usize) -> bool {
        let is_same = self.card.kind == other.card.kind
            && self.text == other.text
            && !self.text.is_empty()
            && self.card.keywords == other.card.keywords
            && self.card.clauses == other.card.clauses;
        is_same && self.differing(other) <= most
    }

    fn differing(&self, other: &Known<'_>) -> usize {
        let (ours, theirs) = (&self.card.fields, &other.card.fields);
        let names: std::collections::BTreeSet<&String> = ours.keys().chain(theirs.keys()).collect();
        // Pictures, flavour and numbers of a set are texts.
        let is_played = |value: Option<&Value>| !matches!(value, Some(Value::Text(_)));
        let differs = |name: &&&String| {
            let (left, right) = (ours.get(**name), theirs.get(**name));
            left != right && is_played(left) && is_played(right)
        };
        names.iter().filter(differs).count()
    }

    fn is_named_like(&self, other: &Known<'_>) -> bool {
        let letters = self.name.chars().count();
        if letters < SHORTEST || self.card.id == other.card.id {
            return false;
        }
        let most = if letters < LONG { 1 } else { 2 };
        letters.abs_diff(other.name.chars().count()) <= most
            && damerau_levenshtein(&self.name, &other.name) <= most
    }
}
