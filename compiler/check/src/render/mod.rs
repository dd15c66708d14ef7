//! Printing diagnostics: for people, for editors, for other programs.

mod github;
mod human;
mod json;
mod sarif;
mod short;

pub use github::github;
pub use human::{Colour, human};
pub use json::{
    JsonDiagnostic, JsonEdit, JsonFix, JsonLabel, JsonReport, JsonSummary, json, report,
};
pub use sarif::sarif;
pub use short::short;

use crate::diag::Severity;

/// `error`, `warning` or `info`.
pub fn severity_word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "info",
    }
}
