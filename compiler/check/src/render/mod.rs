//! Diagnostics as text: one file a form. All are pure functions of the diagnostics and the
//! sources they point into.

mod github;
mod human;
mod json;
mod sarif;
mod short;

pub use github::github;
pub use human::human;
pub use json::{Entry, Place, Report, Summary, json, report};
pub use sarif::sarif;
pub use short::short;

use crate::diag::Severity;

/// The word for a severity, as programs read it.
fn word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "info",
    }
}
