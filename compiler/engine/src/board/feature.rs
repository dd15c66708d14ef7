//! What a square is made of: named features such as `difficult`, `water` or `spawn`.
//!
//! The names are content. A map numbers the names it uses, and the rules of a game say what
//! the names mean for steps and sight; nothing here knows any of them.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// How many different features a map may have.
pub(crate) const MAX_FEATURES: usize = 64;

/// A set of a map's features.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Features(pub u64);

impl Features {
    /// A plain square.
    pub const NONE: Self = Self(0);

    /// Whether the sets share a feature.
    pub fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The features of both.
    pub fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The features that the other set does not have.
    pub fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

/// The names of a map's features; a feature's number is its place in the list. Tiles are copied and
/// turned many times while a dungeon is laid, so copies share the list.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(from = "Vec<String>", into = "Vec<String>")]
pub struct FeatureNames(Arc<Vec<String>>);

impl From<Vec<String>> for FeatureNames {
    fn from(names: Vec<String>) -> Self {
        Self(Arc::new(names))
    }
}

impl From<FeatureNames> for Vec<String> {
    fn from(names: FeatureNames) -> Self {
        Arc::unwrap_or_clone(names.0)
    }
}

impl FeatureNames {
    /// The feature of that name, added if it is new; `None` if there are too many.
    pub fn intern(&mut self, name: &str) -> Option<Features> {
        let number = match self.0.iter().position(|known| known == name) {
            Some(number) => number,
            None if self.0.len() < MAX_FEATURES => {
                Arc::make_mut(&mut self.0).push(name.to_owned());
                self.0.len() - 1
            }
            None => return None,
        };
        Some(Features(1 << number))
    }

    /// Those of the named features that the map has.
    pub fn set<S: AsRef<str>>(&self, names: &[S]) -> Features {
        let numbers = names.iter().filter_map(|name| self.number(name.as_ref()));
        Features(numbers.fold(0, |set, number| set | 1 << number))
    }

    /// The number of a feature by its name.
    pub fn number(&self, name: &str) -> Option<usize> {
        self.0.iter().position(|known| known == name)
    }

    /// The names in a set, in the order of their numbers.
    pub fn names(&self, set: Features) -> impl Iterator<Item = &str> {
        self.0
            .iter()
            .enumerate()
            .filter(move |(number, _)| set.0 >> number & 1 == 1)
            .map(|(_, name)| name.as_str())
    }
}
