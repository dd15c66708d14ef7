//! Legality rules: evaluates the `rule` declarations of a library on its last package.
//!
//! Rules are content. This module only knows the static vocabulary they are written in
//! ([`vocabulary::RULE_WORDS`]): selections of a deck's lists, fields of cards, counting. Evaluation
//! is total: there are only whole numbers, an absent field counts as 0, empty or no, and nothing
//! a rule can say panics.

mod vocabulary;

mod blocks;
mod describe;
mod expression;
mod index;
mod known;
mod place;
mod query;
mod quest;
mod run;
#[cfg(test)]
mod tests;
mod value;

use cardwright_model::{Entity, Library, Severity};

use crate::view::Changed;

pub(crate) use known::{Known, evaluate_again};
pub use vocabulary::{RULE_WORDS, RuleWords};

/// A rule that does not hold somewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// `GAME/RULE`, the code of the diagnostic.
    pub code: String,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong, with every hole filled in.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
    /// The most specific place that the violation is about.
    pub at: RulePlace,
    /// A second place it clashes with, such as the format's limit, and what to say there.
    pub also: Option<(RulePlace, String)>,
    /// Identifier of the rule; absent for a quest that a deck makes impossible.
    pub rule: Option<String>,
}

/// A place in the content, by name. The checker knows the spans.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct RulePlace {
    /// Identifier of a declaration; empty for the package as a whole.
    pub entity: String,
    /// A path inside it: `lists.crawler.goblin`, `fields.cost`, `fields.party.gypsy-thief`,
    /// `clauses.boost`, `keywords.unique`. Where the last part is unknown the longest known
    /// prefix is meant.
    pub item: Option<String>,
}

/// Every violation in the library's last package, in the order of rules and declarations.
///
/// Rules of the packages below apply too. The declarations of those packages are not judged again
/// here: they were judged when their own package was checked.
pub fn evaluate_rules(library: &Library) -> Vec<Violation> {
    evaluate_again(library, &[], Changed::default(), &mut Known::default())
}

/// The decks of the library's last package that name no format, each with the formats whose rules
/// it keeps. A deck that keeps the rules of exactly one format is left out, because it is clear
/// which one is meant.
pub(crate) fn decks_without_format(library: &Library) -> Vec<(&Entity, Vec<&str>)> {
    let Some(own) = library.packages.last() else { return Vec::new() };
    let nameless = own.decks.iter().filter(|deck| deck.target.is_none() && !deck.is_abstract);
    let nameless: Vec<&Entity> = nameless.collect();
    let formats: Vec<&Entity> = library.formats().filter(|format| !format.is_abstract).collect();
    if nameless.is_empty() || formats.is_empty() {
        return Vec::new();
    }
    // The declarations stay known as those of a package below, so that only the deck is judged.
    let mut tried = library.clone();
    let mut judged = own.clone();
    judged.cards.clear();
    judged.formats.clear();
    judged.records.clear();
    if let Some(below) = tried.packages.last_mut() {
        below.decks.clear();
    }
    judged.rules.clear();
    tried.packages.push(judged);
    let mut found = Vec::new();
    for deck in nameless {
        let mut fits = |format: &&Entity| {
            let target = Some(format.id.clone());
            if let Some(judged) = tried.packages.last_mut() {
                judged.decks = vec![Entity { target, ..deck.clone() }].into();
            }
            let violations = evaluate_rules(&tried);
            !violations.iter().any(|violation| {
                violation.severity == Severity::Error && violation.at.entity == deck.id
            })
        };
        let fitting: Vec<&str> =
            formats.iter().filter(|format| fits(format)).map(|format| &*format.id).collect();
        if fitting.len() != 1 {
            found.push((deck, fitting));
        }
    }
    found
}
