//! What changed between two versions of a package, in words.
//!
//! [`compare`] looks at the model, so it does not matter whether the versions come from
//! sources or from data files. A change that makes existing decks illegal or unreadable, or a
//! saved game impossible to go on with, is marked as breaking, with the reason.

mod clauses;
mod entity;
mod rules;

use std::fmt;

use cardwright_model::{Entity, Package};
use serde::Serialize;

/// Everything that changed, in the order of the data's lists.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Difference {
    /// Name and version of the old package.
    pub old: String,
    /// Name and version of the new package.
    pub new: String,
    /// The changes.
    pub changes: Vec<Change>,
}

/// One declaration that is new, gone or different.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Change {
    /// What it is: `card`, `deck`, `keyword` …
    pub what: &'static str,
    /// Identifier.
    pub id: String,
    /// Name as printed.
    pub name: String,
    /// What happened to it.
    pub fate: Fate,
    /// Each thing that is different.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<Detail>,
    /// Why decks or saved games break.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub breaking: Option<String>,
}

/// What happened to a declaration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// It is new.
    Added,
    /// It is gone.
    Removed,
    /// It is different.
    Changed,
}

/// One thing that is different.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Detail {
    /// The field, list or part.
    pub part: String,
    /// What it was; absent: it was not there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub old: Option<String>,
    /// What it is; absent: it is gone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new: Option<String>,
}

/// Compares two versions of a package.
pub fn compare(old: &Package, new: &Package) -> Difference {
    let mut changes = Vec::new();
    entity::compare("card", &old.cards, &new.cards, &mut changes);
    entity::compare("deck", &old.decks, &new.decks, &mut changes);
    entity::compare("format", &old.formats, &new.formats, &mut changes);
    entity::compare("record", &old.records, &new.records, &mut changes);
    rules::compare(old, new, &mut changes);
    Difference { old: titled(old), new: titled(new), changes }
}

fn titled(package: &Package) -> String {
    format!("{} {}", package.name, package.version)
}

/// Pairs up declarations by identifier: those of the new list in order, then those gone.
fn paired<'a, T: 'a>(
    old: impl IntoIterator<Item = &'a T> + Copy,
    new: impl IntoIterator<Item = &'a T> + Copy,
    id: impl Fn(&T) -> &str,
) -> Vec<(Option<&'a T>, Option<&'a T>)> {
    let mut pairs: Vec<(Option<&T>, Option<&T>)> = new
        .into_iter()
        .map(|item| (old.into_iter().find(|other| id(other) == id(item)), Some(item)))
        .collect();
    pairs.extend(
        old.into_iter()
            .filter(|item| !new.into_iter().any(|other| id(other) == id(item)))
            .map(|item| (Some(item), None)),
    );
    pairs
}

/// A detail if the two differ.
fn differs(part: &str, old: Option<String>, new: Option<String>) -> Option<Detail> {
    (old != new).then(|| Detail { part: part.to_owned(), old, new })
}

impl Change {
    fn of(entity: &Entity, what: &'static str, fate: Fate) -> Change {
        Change {
            what,
            id: entity.id.clone(),
            name: entity.name.clone(),
            fate,
            details: Vec::new(),
            breaking: None,
        }
    }
}

/// The list of changes for people at a terminal, with a line of totals.
impl fmt::Display for Difference {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(out, "{} → {}", self.old, self.new)?;
        for change in &self.changes {
            let sign = match change.fate {
                Fate::Added => '+',
                Fate::Removed => '-',
                Fate::Changed => '~',
            };
            writeln!(out, "{sign} {} {} \"{}\"", change.what, change.id, change.name)?;
            for detail in &change.details {
                writeln!(out, "    {detail}")?;
            }
            if let Some(reason) = &change.breaking {
                writeln!(out, "    ! breaks: {reason}")?;
            }
        }
        let count = |fate| self.changes.iter().filter(|change| change.fate == fate).count();
        let (added, removed) = (count(Fate::Added), count(Fate::Removed));
        let breaking = self.changes.iter().filter(|change| change.breaking.is_some()).count();
        write!(
            out,
            "{added} added, {removed} removed, {} changed; {breaking} of them breaking",
            count(Fate::Changed)
        )
    }
}

impl fmt::Display for Detail {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.old, &self.new) {
            (Some(old), Some(new)) => write!(out, "{}: {old} → {new}", self.part),
            (None, Some(new)) => write!(out, "{}: {new} (new)", self.part),
            (Some(old), None) => write!(out, "{}: {old} (gone)", self.part),
            (None, None) => out.write_str(&self.part),
        }
    }
}
