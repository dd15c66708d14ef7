//! The report in short, for a terminal.

use std::fmt::Write;

use crate::{Report, Weight};

/// A few lines, with all reasons.
pub fn text(report: &Report) -> String {
    let mut out = String::new();
    let against = report.against.as_ref().map_or_else(String::new, |old| format!(" against {old}"));
    let _ = writeln!(out, "{}{against}: {}", report.heading(), report.verdict().words());
    for finding in report.reasons() {
        let sign = if finding.weight == Weight::Refuse { '✗' } else { '?' };
        let place = finding.place().map_or_else(String::new, |place| format!("{place}: "));
        let code = finding.code.as_ref().map_or_else(String::new, |code| format!(" [{code}]"));
        let _ = writeln!(out, "{sign} {}{code}: {place}{}", finding.topic, finding.message);
        if let Some(help) = &finding.help {
            let _ = writeln!(out, "    {help}");
        }
    }
    let _ = writeln!(out, "{}", summary(report));
    out
}

/// One line of figures.
pub(crate) fn summary(report: &Report) -> String {
    let count = |fate: &str| report.changes.iter().filter(|change| change.fate == fate).count();
    format!(
        "{} new, {} changed, {} removed; tests: {} passed, {} failed; abilities: {} proved, {} not; \
         {} cards drawn; {} files, {}",
        count("new"),
        count("changed"),
        count("removed"),
        report.tests.passed,
        report.tests.failed,
        report.proved,
        report.unproved.len(),
        report.drawn,
        report.files,
        size(report.bytes)
    )
}

/// A size for people.
pub(crate) fn size(bytes: u64) -> String {
    match bytes {
        0..10_000 => format!("{bytes} bytes"),
        10_000..10_000_000 => format!("{} kB", bytes / 1000),
        _ => format!("{} MB", bytes / 1_000_000),
    }
}
