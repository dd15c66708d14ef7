//! One object for programs. The shape is documented and stable.

use serde::{Deserialize, Serialize};

use super::word;
use crate::diag::{Diagnostic, Location, Severity};
use crate::source::Sources;

/// Everything a run found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// The diagnostics, sorted by file and place.
    pub diagnostics: Vec<Entry>,
    /// Their numbers.
    pub summary: Summary,
}

/// One diagnostic.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// `E0102`, or `GAME/RULE` for legality rules.
    pub code: String,
    /// `error`, `warning` or `info`.
    pub severity: String,
    /// What is wrong.
    pub message: String,
    /// The place to change.
    #[serde(flatten)]
    pub place: Place,
    /// Other places that matter.
    pub labels: Vec<Label>,
    /// Facts that help to understand it.
    pub notes: Vec<String>,
    /// What to do.
    pub help: Vec<String>,
    /// An edit that repairs it.
    pub fix: Option<Repair>,
}

/// Lines and columns from 1; columns count characters; the end is after the last character.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The file.
    pub path: String,
    /// First line.
    pub line: u32,
    /// First column.
    pub column: u32,
    /// Last line.
    pub end_line: u32,
    /// Column after the last character.
    pub end_column: u32,
}

/// A second place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Label {
    /// Where.
    #[serde(flatten)]
    pub place: Place,
    /// What to see there.
    pub text: String,
}

/// An edit that repairs a problem.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Repair {
    /// What it does.
    pub title: String,
    /// May be applied without asking.
    pub safe: bool,
    /// The replacements.
    pub edits: Vec<Replacement>,
}

/// A stretch of text and what to put there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Replacement {
    /// Where.
    #[serde(flatten)]
    pub place: Place,
    /// The new text.
    pub text: String,
}

/// How many there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// Errors.
    pub errors: usize,
    /// Warnings.
    pub warnings: usize,
    /// Notes for information.
    pub infos: usize,
    /// Printed cards that were checked.
    pub cards: usize,
}

/// The report as values.
pub fn report(diagnostics: &[Diagnostic], sources: &Sources, cards: usize) -> Report {
    let count = |severity: Severity| {
        diagnostics.iter().filter(|diagnostic| diagnostic.severity == severity).count()
    };
    Report {
        diagnostics: diagnostics.iter().map(|diagnostic| entry(diagnostic, sources)).collect(),
        summary: Summary {
            errors: count(Severity::Error),
            warnings: count(Severity::Warning),
            infos: count(Severity::Info),
            cards,
        },
    }
}

/// The report as JSON text.
pub fn json(diagnostics: &[Diagnostic], sources: &Sources, cards: usize) -> String {
    let report = report(diagnostics, sources, cards);
    // A report holds only strings and numbers, which always have a JSON form.
    serde_json::to_string_pretty(&report).unwrap_or_default() + "\n"
}

fn entry(diagnostic: &Diagnostic, sources: &Sources) -> Entry {
    Entry {
        code: diagnostic.code.clone(),
        severity: word(diagnostic.severity).to_owned(),
        message: diagnostic.message.clone(),
        place: place(diagnostic.primary, sources),
        labels: diagnostic
            .labels
            .iter()
            .map(|(location, text)| Label { place: place(*location, sources), text: text.clone() })
            .collect(),
        notes: diagnostic.notes.clone(),
        help: diagnostic.help.clone(),
        fix: diagnostic.fix.as_ref().map(|fix| Repair {
            title: fix.title.clone(),
            safe: fix.safe,
            edits: fix
                .edits
                .iter()
                .map(|edit| Replacement {
                    place: place(edit.location, sources),
                    text: edit.text.clone(),
                })
                .collect(),
        }),
    }
}

fn place(location: Location, sources: &Sources) -> Place {
    let file = sources.file(location.file);
    let start = file.position(location.span.start);
    let end = file.position(location.span.end);
    Place {
        path: file.name.clone(),
        line: start.line,
        column: start.column,
        end_line: end.line,
        end_column: end.column,
    }
}
