//! Prints diagnostics for people at a terminal, in the style of rustc.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Patch, Renderer, Snippet};

use cardwright_dsl::ast::Span;

use crate::diag::{Diagnostic, Location, Severity};
use crate::source::{SourceFile, Sources};

/// Whether the output has colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Colour {
    /// With escape sequences.
    Always,
    /// Plain text.
    Never,
}

/// Every diagnostic with the lines it points at.
pub fn human(diagnostics: &[Diagnostic], sources: &Sources, colour: Colour) -> String {
    let renderer = match colour {
        Colour::Always => Renderer::styled(),
        Colour::Never => Renderer::plain(),
    };
    let mut text = String::new();
    for diagnostic in diagnostics {
        text.push_str(&renderer.render(&groups(diagnostic, sources)));
        text.push_str("\n\n");
    }
    text
}

fn groups<'a>(diagnostic: &'a Diagnostic, sources: &'a Sources) -> Vec<Group<'a>> {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Info => Level::NOTE,
    };
    let mut group = level
        .primary_title(diagnostic.message.as_str())
        .id(diagnostic.code.as_str())
        .elements(snippets(diagnostic, sources));
    for note in &diagnostic.notes {
        group = group.element(Level::NOTE.message(note.as_str()));
    }
    let mut groups = vec![group];
    let (fixed, plain) = match &diagnostic.fix {
        Some(fix) if fits(fix, diagnostic) => diagnostic
            .help
            .split_first()
            .map_or((None, &[][..]), |(first, rest)| (Some(first), rest)),
        _ => (None, &diagnostic.help[..]),
    };
    for help in plain {
        groups[0] = std::mem::replace(&mut groups[0], Group::with_level(Level::HELP))
            .element(Level::HELP.message(help.as_str()));
    }
    if let (Some(help), Some(fix)) = (fixed, &diagnostic.fix) {
        let file = sources.file(diagnostic.primary.file);
        let window = Window::around(file, fix.edits.iter().map(|edit| edit.location.span));
        let patches = fix
            .edits
            .iter()
            .map(|edit| Patch::new(window.range(edit.location.span), edit.text.as_str()));
        let snippet = Snippet::source(window.text)
            .line_start(window.line)
            .path(file.shown())
            .patches(patches);
        groups.push(Level::HELP.secondary_title(help.as_str()).element(snippet));
    }
    groups
}

/// The part of a file around the problem, so that a long file is not scanned for each problem.
struct Window<'a> {
    text: &'a str,
    /// First byte of the window in the file.
    start: usize,
    /// Line of the window's first line, from 1.
    line: usize,
}

impl<'a> Window<'a> {
    /// The lines of those spans and one more on each side.
    fn around(file: &'a SourceFile, spans: impl Iterator<Item = Span> + Clone) -> Window<'a> {
        let starts = file.line_starts();
        let first = spans.clone().map(|span| file.line(span.start)).min().unwrap_or(1);
        let last = spans.map(|span| file.line(span.end)).max().unwrap_or(first);
        let line = first.saturating_sub(1).max(1) as usize;
        let start = starts.get(line - 1).map_or(0, |start| *start as usize);
        let end = starts.get(last as usize + 1).map_or(file.text.len(), |end| *end as usize);
        Window { text: file.text.get(start..end).unwrap_or_default(), start, line }
    }

    /// A span inside the window's text.
    fn range(&self, span: Span) -> Range<usize> {
        let end = self.text.len();
        let inside = |at: u32| (at as usize).saturating_sub(self.start).min(end);
        inside(span.start)..inside(span.end).max(inside(span.start))
    }
}

/// A fix can be shown beside the lines if it stays in the file and inside the text.
fn fits(fix: &crate::diag::Fix, diagnostic: &Diagnostic) -> bool {
    fix.edits.iter().all(|edit| edit.location.file == diagnostic.primary.file)
}

/// One snippet for each file, the primary one first.
fn snippets<'a>(
    diagnostic: &'a Diagnostic,
    sources: &'a Sources,
) -> Vec<Snippet<'a, annotate_snippets::Annotation<'a>>> {
    let mut places: Vec<(Location, &str, AnnotationKind)> =
        vec![(diagnostic.primary, &diagnostic.label, AnnotationKind::Primary)];
    places.extend(
        diagnostic.labels.iter().map(|(at, text)| (*at, text.as_str(), AnnotationKind::Context)),
    );
    let mut files: Vec<_> = Vec::new();
    for (at, ..) in &places {
        if !files.contains(&at.file) {
            files.push(at.file);
        }
    }
    files
        .into_iter()
        .map(|id| {
            let file = sources.file(id);
            let own = places.iter().filter(|(at, ..)| at.file == id);
            let window = Window::around(file, own.clone().map(|(at, ..)| at.span));
            let annotations = own.map(|(at, text, kind)| {
                let annotation = kind.span(window.range(at.span));
                if text.is_empty() { annotation } else { annotation.label(*text) }
            });
            Snippet::source(window.text)
                .line_start(window.line)
                .path(file.shown())
                .annotations(annotations.collect::<Vec<_>>())
        })
        .collect()
}
