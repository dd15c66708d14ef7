//! The cards of a package as a workbook: a sheet for each kind, a row for each card.

use std::path::{Path, PathBuf};

use cardwright_check::Sources;
use cardwright_model::{FieldDecl, FieldType, Kind, Library, words};
use cardwright_sheets::{Choice, Column, SheetOut};

use super::written::{EFFECTS, Said, Slot, card_kinds, files, said, slots};

/// A sheet for each kind of card that the package has cards of.
pub fn workbook(
    sources: &Sources,
    library: &Library,
    root: &Path,
    below: &[PathBuf],
) -> Vec<SheetOut> {
    let files = files(sources, root, below);
    let mut sheets = Vec::new();
    for kind in card_kinds(library) {
        let slots = slots(kind);
        let mut rows = Vec::new();
        for file in &files {
            let own = file.declarations().filter(|declaration| {
                declaration.kind.text == kind.id && declaration.is_abstract.is_none()
            });
            for declaration in own {
                let Some(id) = &declaration.id else { continue };
                let said = said(&file.text, declaration, &slots);
                let name = declaration.name.as_ref().map(|name| name.text.as_str());
                rows.push(cells(&id.text, name.unwrap_or_default(), &said, &slots));
            }
        }
        if !rows.is_empty() {
            sheets.push(SheetOut {
                name: kind.id.clone(),
                columns: columns(library, kind, &slots),
                rows,
            });
        }
    }
    sheets
}

/// What a row shows: identifier, name, fields, effects.
pub(super) fn cells(id: &str, name: &str, said: &Said, slots: &[Slot]) -> Vec<String> {
    let mut cells = vec![id.to_owned(), name.to_owned()];
    let shown = |slot: &Slot| said.fields.get(&slot.name).cloned();
    cells.extend(slots.iter().map(|slot| shown(slot).unwrap_or_default()));
    let lines: Vec<&str> = said.rest.iter().map(|(_, lines)| lines.as_str()).collect();
    cells.push(lines.join("\n"));
    cells
}

fn columns(library: &Library, kind: &Kind, slots: &[Slot]) -> Vec<Column> {
    let named = |title: &str, note: &str| Column {
        title: title.to_owned(),
        note: note.to_owned(),
        ..Column::default()
    };
    let mut columns = vec![
        named("id", "What other cards, decks and tests call it: small letters and hyphens."),
        named("name", "Its printed name."),
    ];
    for slot in slots {
        let field = kind.fields.iter().find(|field| field.name == slot.name);
        columns.push(match field {
            Some(field) => column(library, field),
            None => named(&slot.name, "Keywords, with commas between them."),
        });
    }
    columns.push(named(EFFECTS, "Everything else, as a `.card` file writes it."));
    columns
}

fn column(library: &Library, field: &FieldDecl) -> Column {
    let values = |id: &str| -> Vec<String> {
        let enums = library.enums().filter(|declared| declared.id == id);
        enums.flat_map(|declared| &declared.values).map(|value| value.id.clone()).collect()
    };
    let choice = match &field.field_type {
        FieldType::Enum { id } => Choice::OneOf(values(id)),
        FieldType::Flag => Choice::OneOf(vec!["yes".to_owned(), "no".to_owned()]),
        FieldType::List { of } => match &**of {
            FieldType::Enum { id } => Choice::Some(values(id)),
            _ => Choice::Free,
        },
        _ => Choice::Free,
    };
    let note = field.note.as_deref().unwrap_or_default().replace('\n', " ");
    let note = format!("{}. {note}", words::field_words(field)).trim_end().to_owned();
    let number = matches!(field.field_type, FieldType::Int { .. });
    Column { title: field.name.clone(), note, choice, number }
}
