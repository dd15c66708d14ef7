//! For people: the source with the place marked, in the manner of rustc.

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Patch, Renderer, Snippet};

use crate::diag::{Diagnostic, Location, Severity};
use crate::source::Sources;

/// All diagnostics, an empty line after each.
pub fn human(diagnostics: &[Diagnostic], sources: &Sources, colour: bool) -> String {
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    let renderer = renderer.decor_style(DecorStyle::Ascii);
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
        Severity::Info => Level::INFO,
    };
    let mut group = level.primary_title(&diagnostic.message).id(&diagnostic.code).element(
        snippet(diagnostic.primary, &diagnostic.label, AnnotationKind::Primary, diagnostic, sources),
    );
    for (index, (location, label)) in diagnostic.labels.iter().enumerate() {
        let first_of_its_file = location.file != diagnostic.primary.file
            && diagnostic.labels[..index].iter().all(|(other, _)| other.file != location.file);
        if first_of_its_file {
            group = group.element(snippet(
                *location,
                label,
                AnnotationKind::Context,
                diagnostic,
                sources,
            ));
        }
    }
    for note in &diagnostic.notes {
        group = group.element(Level::NOTE.message(note));
    }
    let mut groups = Vec::new();
    let patched = diagnostic.fix.as_ref().filter(|fix| !fix.edits.is_empty());
    let (last, others) = match diagnostic.help.split_last() {
        Some((last, others)) => (Some(last.as_str()), others),
        None => (patched.map(|fix| fix.title.as_str()), &[][..]),
    };
    for help in others {
        group = group.element(Level::HELP.message(help));
    }
    match (patched, last) {
        (Some(fix), Some(title)) => {
            groups.push(group);
            let file = sources.file(fix.edits[0].location.file);
            let mut source = Snippet::source(&*file.text).path(&file.name);
            for edit in fix.edits.iter().filter(|edit| edit.location.file == fix.edits[0].location.file)
            {
                source = source.patch(Patch::new(edit.location.span.range(), &*edit.text));
            }
            groups.push(Level::HELP.secondary_title(title).element(source));
        }
        (None, Some(title)) => groups.push(group.element(Level::HELP.message(title))),
        (_, None) => groups.push(group),
    }
    groups
}

/// The file of a place, with the place and every label of the same file marked.
fn snippet<'a>(
    location: Location,
    label: &'a str,
    kind: AnnotationKind,
    diagnostic: &'a Diagnostic,
    sources: &'a Sources,
) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
    let file = sources.file(location.file);
    let annotation = |location: Location, label: &'a str, kind: AnnotationKind| {
        let length = file.text.len();
        let range = location.span.range();
        let annotation = kind.span(range.start.min(length)..range.end.min(length));
        if label.is_empty() { annotation } else { annotation.label(label) }
    };
    let mut snippet = Snippet::source(&*file.text)
        .path(&file.name)
        .annotation(annotation(location, label, kind));
    for (other, label) in &diagnostic.labels {
        if other.file == location.file && *other != location {
            snippet = snippet.annotation(annotation(*other, label, AnnotationKind::Context));
        }
    }
    snippet
}
