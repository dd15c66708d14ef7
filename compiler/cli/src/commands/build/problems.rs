//! Problems of drawn cards, told like all others: with the place in the content.

use std::io::{self, Write};

use anyhow::{Context, Result};
use cardwright_check::{Checked, CheckedPackage, Diagnostic, Location, Sources, render};
use cardwright_dsl::ast::Span;
use cardwright_render::Problem;

use crate::report::Console;

/// A problem of a drawn card as a diagnostic at the card's declaration.
pub(super) fn diagnostic(
    problem: &Problem,
    package: &CheckedPackage,
    sources: &Sources,
) -> Diagnostic {
    let file = sources
        .find(&package.root.join(&problem.provenance.file))
        .or_else(|| sources.iter().next().map(|(id, _)| id))
        .unwrap_or(cardwright_check::FileId(0));
    let source = sources.file(file);
    let line = problem.provenance.line.max(1);
    let start = source.line_starts().get(line as usize - 1).copied().unwrap_or(0) as usize;
    let span = Span::new(start, start + source.line_text(line).len());
    let mut found = Diagnostic::new(
        problem.code,
        problem.severity,
        Location::new(file, span),
        problem.message.clone(),
    )
    .at(problem.what.clone());
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
    cardwright_check::diag::sort(&mut problems);
    let text = render::human(&problems, &checked.sources, console.colour);
    io::stderr().lock().write_all(text.as_bytes()).context("writing the diagnostics")
}
