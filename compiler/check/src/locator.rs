//! Finds the place in the text of something that the model only knows the line of.

use std::collections::BTreeMap;
use std::path::Path;

use cardwright_dsl::ast::{Entry, Item, Span};
use cardwright_dsl::parse;
use cardwright_model::Provenance;

use crate::diag::Location;
use crate::source::{FileId, Sources};

/// Finds places; files are parsed once, since hundreds of cards may share one.
#[derive(Default)]
pub struct Locator {
    items: BTreeMap<u32, Vec<Item>>,
}

impl Locator {
    /// Where a declaration of the package at `root` begins, or one of its fields if that is given
    /// there.
    pub fn place(
        &mut self,
        sources: &Sources,
        root: &Path,
        declared: &Provenance,
        field: Option<&str>,
    ) -> Location {
        let file = sources
            .find(&root.join(&declared.file))
            .or_else(|| sources.iter().next().map(|(id, _)| id))
            .unwrap_or(FileId(0));
        let source = sources.file(file);
        let line = declared.line.max(1);
        let start = source.line_starts().get(line as usize - 1).copied().unwrap_or(0) as usize;
        let whole_line = Span::new(start, start + source.line_text(line).len());
        let field = field.and_then(|field| {
            let items = self.items.entry(file.0).or_insert_with(|| parse(&source.text).file.items);
            field_span(items, start, field)
        });
        Location::new(file, field.unwrap_or(whole_line))
    }
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
