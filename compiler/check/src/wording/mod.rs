//! Rules text: words what cards do, from the wordings and keywords that the content declares.

use cardwright_model::{Library, Package};

/// A wording that the content should declare and does not.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Missing {
    /// The category, such as `verb` or `stat`.
    pub category: String,
    /// The word.
    pub name: String,
    /// The first card whose text needs it.
    pub card: String,
}

/// Fills in the rules text of every printed card of `package` and returns the wordings that
/// were needed and are not declared.
///
/// `library` lends kinds, enums, keywords and wordings; it may or may not hold `package`.
pub fn generate(_library: &Library, _package: &mut Package) -> Vec<Missing> {
    Vec::new()
}
