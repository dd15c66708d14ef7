//! Prints diagnostics for people at a terminal, in the style of rustc.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Element, Group, Level, Origin, Patch, Renderer, Snippet};

use cardwright_dsl::ast::Span;

use crate::diag::{Diagnostic, Location, Severity};
use crate::source::{SourceFile, Sources};

/// Wider lines are quoted in part. Nobody reads them whole, and many mistakes on one line would
/// print it as many times.
const WIDEST_LINE: usize = 1_000;
/// More lines than make so many bytes are not shown for one problem.
const LARGEST_WINDOW: usize = 16 << 10;
/// How many characters of a wide line are quoted on each side of a mistake.
const QUOTED: usize = 40;

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
        Some(fix) if fits(fix, diagnostic, sources) => diagnostic
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

    fn can_be_shown(&self) -> bool {
        self.text.len() <= LARGEST_WINDOW && self.text.lines().all(|line| line.len() <= WIDEST_LINE)
    }
}

/// A fix can be shown beside the lines if it stays in the file and the lines can be shown.
fn fits(fix: &crate::diag::Fix, diagnostic: &Diagnostic, sources: &Sources) -> bool {
    let file = sources.file(diagnostic.primary.file);
    fix.edits.iter().all(|edit| edit.location.file == diagnostic.primary.file)
        && Window::around(file, fix.edits.iter().map(|edit| edit.location.span)).can_be_shown()
}

/// Where a span is, and the words around it, for lines that are too long to be shown.
fn quoted<'a>(file: &'a SourceFile, span: Span, label: &str) -> [Element<'a>; 2] {
    let at = file.position(span.start);
    let before = file.text.get(..span.start as usize).unwrap_or_default();
    let after = file.text.get(span.start as usize..).unwrap_or_default();
    let begin = before.char_indices().rev().take(QUOTED).last().map_or(before.len(), |(at, _)| at);
    let end = after.char_indices().nth(2 * QUOTED).map_or(after.len(), |(at, _)| at);
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let quote = words(&format!("{}{}", &before[begin..], &after[..end]));
    let told = if label.is_empty() { "here" } else { label };
    let origin = Origin::path(file.shown()).line(at.line as usize);
    [
        origin.char_column(at.column as usize).into(),
        Level::NOTE.message(format!("{told}: `… {quote} …`")).into(),
    ]
}

/// One snippet for each file, the primary one first.
fn snippets<'a>(diagnostic: &'a Diagnostic, sources: &'a Sources) -> Vec<Element<'a>> {
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
        .flat_map(|id| {
            let file = sources.file(id);
            let own = places.iter().filter(|(at, ..)| at.file == id);
            let window = Window::around(file, own.clone().map(|(at, ..)| at.span));
            if !window.can_be_shown() {
                return own.flat_map(|(at, text, _)| quoted(file, at.span, text)).collect();
            }
            let annotations = own.map(|(at, text, kind)| {
                let annotation = kind.span(window.range(at.span));
                if text.is_empty() { annotation } else { annotation.label(*text) }
            });
            let snippet = Snippet::source(window.text)
                .line_start(window.line)
                .path(file.shown())
                .annotations(annotations.collect::<Vec<_>>());
            vec![snippet.into()]
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use super::*;

    #[test]
    fn a_wide_line_is_quoted_in_part_once_for_each_mistake() {
        let text = "wrong ".repeat(10_000);
        let mut sources = Sources::default();
        let file = sources.add(Path::new("wide.card"), Arc::from(text.as_str()));
        let mistakes: Vec<Diagnostic> = (0..10_000)
            .map(|word| {
                let span = Span { start: word * 6, end: word * 6 + 5 };
                Diagnostic::error("E0001", Location { file, span }, "a mistake")
            })
            .collect();
        let shown = human(&mistakes, &sources, Colour::Never);
        assert!(shown.contains("wide.card:1:13"), "{}", &shown[..400]);
        assert!(shown.len() < 10_000 * 400, "{} bytes", shown.len());
    }
}
