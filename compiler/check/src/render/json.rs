//! One JSON object, for other programs.

use serde::{Deserialize, Serialize};

use super::severity_word;
use crate::check::Checked;
use crate::diag::{Diagnostic, Location, Severity};
use crate::source::Sources;

/// What `check --format json` prints.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JsonReport {
    /// Every problem, sorted by file and place.
    pub diagnostics: Vec<JsonDiagnostic>,
    /// How many there are.
    pub summary: JsonSummary,
}

/// One problem.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JsonDiagnostic {
    /// `E0102`, or `GAME/RULE`.
    pub code: String,
    /// `error`, `warning` or `info`.
    pub severity: String,
    /// What is wrong.
    pub message: String,
    /// The file.
    pub path: String,
    /// Line of the first character, from 1.
    pub line: u32,
    /// Column of the first character, from 1.
    pub column: u32,
    /// Line after the last character, from 1.
    pub end_line: u32,
    /// Column after the last character, from 1.
    pub end_column: u32,
    /// Other places.
    pub labels: Vec<JsonLabel>,
    /// What to do.
    pub help: Vec<String>,
    /// An edit that repairs it.
    pub fix: Option<JsonFix>,
}

/// A second place that matters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JsonLabel {
    /// The file.
    pub path: String,
    /// Line of the first character, from 1.
    pub line: u32,
    /// Column of the first character, from 1.
    pub column: u32,
    /// Line after the last character, from 1.
    pub end_line: u32,
    /// Column after the last character, from 1.
    pub end_column: u32,
    /// What it has to do with the problem.
    pub text: String,
}

/// An edit that repairs a problem.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JsonFix {
    /// What the edit does.
    pub title: String,
    /// True if it may be applied without asking.
    pub safe: bool,
    /// The replacements.
    pub edits: Vec<JsonEdit>,
}

/// A stretch of text and what to put there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JsonEdit {
    /// The file.
    pub path: String,
    /// First byte to replace.
    pub start: u32,
    /// Byte after the last to replace.
    pub end: u32,
    /// The new text.
    pub text: String,
}

/// How many problems and cards there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct JsonSummary {
    /// Errors.
    pub errors: usize,
    /// Warnings.
    pub warnings: usize,
    /// Printed cards in the packages that were asked for.
    pub cards: usize,
}

/// The report of a run as one line of JSON.
pub fn json(checked: &Checked) -> String {
    serde_json::to_string(&report(checked)).expect("a report is plain data")
}

/// The report of a run.
pub fn report(checked: &Checked) -> JsonReport {
    let sources = &checked.sources;
    let count =
        |severity| checked.diagnostics.iter().filter(|found| found.severity == severity).count();
    JsonReport {
        diagnostics: checked.diagnostics.iter().map(|found| diagnostic(found, sources)).collect(),
        summary: JsonSummary {
            errors: count(Severity::Error),
            warnings: count(Severity::Warning),
            cards: checked.cards(),
        },
    }
}

fn diagnostic(found: &Diagnostic, sources: &Sources) -> JsonDiagnostic {
    let place = label(found.primary, "", sources);
    JsonDiagnostic {
        code: found.code.clone(),
        severity: severity_word(found.severity).to_owned(),
        message: found.message.clone(),
        path: place.path,
        line: place.line,
        column: place.column,
        end_line: place.end_line,
        end_column: place.end_column,
        labels: found.labels.iter().map(|(at, text)| label(*at, text, sources)).collect(),
        help: found.notes.iter().chain(&found.help).cloned().collect(),
        fix: found.fix.as_ref().map(|fix| JsonFix {
            title: fix.title.clone(),
            safe: fix.safe,
            edits: fix
                .edits
                .iter()
                .map(|edit| JsonEdit {
                    path: sources.file(edit.location.file).name.clone(),
                    start: edit.location.span.start,
                    end: edit.location.span.end,
                    text: edit.text.clone(),
                })
                .collect(),
        }),
    }
}

fn label(at: Location, text: &str, sources: &Sources) -> JsonLabel {
    let file = sources.file(at.file);
    let (start, end) = (file.position(at.span.start), file.position(at.span.end));
    JsonLabel {
        path: file.name.clone(),
        line: start.line,
        column: start.column,
        end_line: end.line,
        end_column: end.column,
        text: text.to_owned(),
    }
}
