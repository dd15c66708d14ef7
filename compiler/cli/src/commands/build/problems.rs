//! Problems of drawn cards, reported like all others: with the place in the content.

use anyhow::{Context, Result};
use cardwright_check::{
    Checked, CheckedPackage, Diagnostic, Location, Locator, Severity, Sources, sort_diagnostics,
};
use cardwright_dsl::ast::Span;
use cardwright_render::Problem;

use crate::report::Console;
use crate::terminal;

/// A problem of a drawn card as a diagnostic at the card's declaration, or at the line of a
/// template or theme.
pub(in crate::commands) fn diagnostic(
    problem: &Problem,
    package: &CheckedPackage,
    sources: &mut Sources,
    locator: &mut Locator,
) -> Diagnostic {
    let (place, label) = match &problem.excerpt {
        Some(excerpt) => {
            let known = sources.find(&excerpt.file);
            let file = known.unwrap_or_else(|| sources.add(&excerpt.file, excerpt.text.clone()));
            let span = Span::new(excerpt.span.start, excerpt.span.end);
            let label = if problem.card.is_empty() { String::new() } else { problem.what.clone() };
            (Location::new(file, span), label)
        }
        None => {
            let declared = &problem.provenance;
            let place = locator.place(sources, &package.root, declared, problem.field);
            (place, problem.on_card())
        }
    };
    let mut found = Diagnostic::new(problem.code, problem.severity, place, problem.message.clone());
    if !label.is_empty() {
        found = found.at(label);
    }
    if let Some(note) = &problem.note {
        found = found.note(note.clone());
    }
    if let Some(help) = &problem.help {
        found = found.help(help.clone());
    }
    found
}

/// Writes the diagnostics for people.
pub(super) fn report(
    mut problems: Vec<Diagnostic>,
    checked: &Checked,
    console: &Console,
) -> Result<()> {
    // Notes for information are told in a line each, and in the report.
    problems.retain(|problem| problem.severity != Severity::Info);
    sort_diagnostics(&mut problems);
    let written = terminal::diagnostics(problems, &checked.sources, console.colour);
    written.context("writing the diagnostics")
}
