//! Problems of drawn cards, told like all others: with the place in the content.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use cardwright_check::{Checked, CheckedPackage, Diagnostic, Location, Severity, Sources};
use cardwright_dsl::ast::{Entry, Item, Span};
use cardwright_dsl::parse;
use cardwright_render::Problem;

use crate::report::Console;
use crate::terminal;

/// Files that were read to find the places of problems: hundreds of cards may share one.
#[derive(Default)]
pub(in crate::commands) struct Read {
    items: BTreeMap<u32, Vec<Item>>,
}

/// A problem of a drawn card as a diagnostic at the card's declaration, or at the line of a
/// template or theme.
pub(in crate::commands) fn diagnostic(
    problem: &Problem,
    package: &CheckedPackage,
    sources: &mut Sources,
    read: &mut Read,
) -> Diagnostic {
    if let Some(excerpt) = &problem.excerpt {
        let known = sources.find(&excerpt.file);
        let file = known.unwrap_or_else(|| sources.add(&excerpt.file, excerpt.text.clone()));
        let span = Span::new(excerpt.span.start, excerpt.span.end);
        let label = if problem.card.is_empty() { String::new() } else { problem.what.clone() };
        return told(problem, Location::new(file, span), label);
    }
    let file = sources
        .find(&package.root.join(&problem.provenance.file))
        .or_else(|| sources.iter().next().map(|(id, _)| id))
        .unwrap_or(cardwright_check::FileId(0));
    let source = sources.file(file);
    let line = problem.provenance.line.max(1);
    let start = source.line_starts().get(line as usize - 1).copied().unwrap_or(0) as usize;
    let whole_line = Span::new(start, start + source.line_text(line).len());
    let field = problem.field.and_then(|field| {
        let items = read.items.entry(file.0).or_insert_with(|| parse(&source.text).file.items);
        field_span(items, start, field)
    });
    let span = field.unwrap_or(whole_line);
    told(problem, Location::new(file, span), problem.on_card())
}

fn told(problem: &Problem, location: Location, label: String) -> Diagnostic {
    let mut found =
        Diagnostic::new(problem.code, problem.severity, location, problem.message.clone());
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

/// Where a field of the declaration that begins on that line is given.
fn field_span(items: &[Item], line_start: usize, field: &str) -> Option<Span> {
    let declaration = items.iter().find_map(|item| match item {
        Item::Declaration(declaration) => {
            let kind = declaration.kind.span;
            (kind.range().start >= line_start && declaration.span.range().end > line_start)
                .then_some(declaration)
        }
        _ => None,
    })?;
    declaration.body.as_ref()?.entries.iter().find_map(|entry| match entry {
        Entry::Clause(clause) if clause.name.text == field => Some(clause.span),
        _ => None,
    })
}

/// Writes the diagnostics for people.
pub(super) fn report(
    mut problems: Vec<Diagnostic>,
    checked: &Checked,
    console: &Console,
) -> Result<()> {
    // Notes for information are told in a line each, and in the report.
    problems.retain(|problem| problem.severity != Severity::Info);
    cardwright_check::diag::sort(&mut problems);
    let written = terminal::diagnostics(problems, &checked.sources, console.colour);
    written.context("writing the diagnostics")
}
