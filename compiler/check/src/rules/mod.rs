//! Legality rules: evaluates the `rule` declarations of a library on its last package.
//!
//! Rules are content. This module only knows the static vocabulary they are written in
//! ([`vocabulary::STATIC`]): selections of a deck's lists, fields of cards, counting. It is
//! total: whole numbers only, an absent field counts as 0, empty or no, and nothing a rule
//! can say panics.

pub mod vocabulary;

use cardwright_model::{Library, Severity};

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
    /// The most specific place the rule is about.
    pub at: Place,
    /// A second place it clashes with, such as the format's limit, and what to say there.
    pub also: Option<(Place, String)>,
    /// Identifier of the rule; absent for a quest that a deck makes impossible.
    pub rule: Option<String>,
}

/// A place in the content, by name. The checker knows the spans.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Identifier of a declaration; empty for the package as a whole.
    pub entity: String,
    /// A path inside it: `lists.crawler.goblin`, `fields.cost`, `fields.party.gypsy-thief`,
    /// `clauses.boost`, `keywords.unique`. Where the last part is unknown the longest known
    /// prefix is meant.
    pub item: Option<String>,
}

/// Every violation in the library's last package, in the order of rules and declarations.
pub fn evaluate(_library: &Library) -> Vec<Violation> {
    Vec::new()
}
