//! Sheets as tidy `.card` files, written once.

use cardwright_check::project::guessed_field;
use cardwright_model::{FieldType, Kind, Library};
use cardwright_sheets::{Sheet, Workbook, slug};

use super::written::{EFFECTS, Slot, card_kinds, indented, quoted, slots, value_text};

/// A file of cards made from a workbook.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// The text of the file.
    pub text: String,
    /// How many cards it holds.
    pub cards: usize,
    /// What was not brought over, a line each.
    pub told: Vec<String>,
}

/// Writes the rows of a workbook called `stem` as cards of a kind, which the names of its sheets
/// say if it is not given.
pub fn import(
    library: &Library,
    workbook: &Workbook,
    stem: &str,
    kind: Option<&str>,
) -> Result<Imported, String> {
    let mut made = Imported::default();
    let mut blocks = Vec::new();
    for sheet in workbook.sheets.iter().filter(|sheet| sheet.rows.len() > 1) {
        let named = if sheet.name.is_empty() { stem } else { &sheet.name };
        let kind = match kind {
            Some(kind) => find(library, kind, false)?,
            None => find(library, named, true).or_else(|_| find(library, stem, true))?,
        };
        blocks.extend(cards(library, kind, sheet, &mut made));
    }
    if blocks.is_empty() {
        return Err("it holds no cards: its first row must name the columns".to_owned());
    }
    made.text = cardwright_dsl::format(&blocks.join("\n"));
    Ok(made)
}

/// The kind of that name; if it is only guessed, also by its plural, or the only one there is.
fn find<'l>(library: &'l Library, name: &str, guess: bool) -> Result<&'l Kind, String> {
    let kinds: Vec<&Kind> = card_kinds(library).collect();
    let wanted = slug(name);
    let is_it = |kind: &&&Kind| {
        kind.id == wanted
            || guess && (format!("{}s", kind.id) == wanted || slug(&kind.name) == wanted)
    };
    let only = || kinds.first().filter(|_| guess && kinds.len() == 1);
    kinds.iter().find(is_it).or_else(only).copied().ok_or_else(|| {
        let names: Vec<&str> = kinds.iter().map(|kind| kind.id.as_str()).collect();
        match guess {
            true => format!(
                "which kind of card are they? Say it with `--kind`: one of {}",
                names.join(", ")
            ),
            false => format!("there is no kind of card `{name}`; there are {}", names.join(", ")),
        }
    })
}

fn cards(library: &Library, kind: &Kind, sheet: &Sheet, made: &mut Imported) -> Vec<String> {
    let slots = slots(kind);
    let is_member = |name: &str| slots.iter().any(|slot| slot.name == name);
    let mut columns: Vec<(u32, String)> = Vec::new();
    for cell in sheet.rows.first().map(|row| &row.cells[..]).unwrap_or_default() {
        match guessed_field(&cell.text, is_member) {
            Some(name) if !columns.iter().any(|(_, known)| *known == name) => {
                columns.push((cell.column, name));
            }
            _ => made.told.push(format!(
                "the column `{}`: `{}` has no such field",
                cell.text.trim(),
                kind.id
            )),
        }
    }
    let mut blocks = Vec::new();
    let mut ids: Vec<String> = Vec::new();
    for row in sheet.rows.iter().skip(1) {
        let cell = |name: &str| {
            let (column, _) = columns.iter().find(|(_, known)| known == name)?;
            let text = row.cell(*column)?.text.trim();
            (!text.is_empty()).then(|| text.to_owned())
        };
        let Some(called) = cell("id").or_else(|| cell("name")) else {
            made.told.push(format!("row {}: it has neither id nor name", row.number));
            continue;
        };
        let base = match slug(&called) {
            slug if slug.starts_with(|first: char| first.is_ascii_alphabetic()) => slug,
            slug => format!("{}-{slug}", kind.id),
        };
        let mut id = base.clone();
        let mut number = 2;
        while ids.contains(&id) {
            id = format!("{base}-{number}");
            number += 1;
        }
        ids.push(id.clone());
        let name = cell("name").map(|name| format!(" {}", quoted(&name))).unwrap_or_default();
        let mut text = format!("{} {id}{name} {{\n", kind.id);
        for slot in &slots {
            if let Some(cell) = cell(&slot.name) {
                let value = value(library, kind, slot, &cell);
                text.push_str(&format!("  {}: {value}\n", slot.name));
            }
        }
        text.extend(cell(EFFECTS).map(|lines| indented(&lines)));
        text.push_str("}\n");
        made.cards += 1;
        blocks.push(text);
    }
    blocks
}

/// A cell as the value of a field; names of enums may be written as they are printed.
fn value(library: &Library, kind: &Kind, slot: &Slot, cell: &str) -> String {
    let field = kind.fields.iter().find(|field| field.name == slot.name);
    let value = |of: &str, written: &str| {
        let values = library.enums().filter(|declared| declared.id == of);
        let mut values = values.flat_map(|declared| &declared.values);
        let is_it = |value: &&cardwright_model::EnumValue| {
            value.id == slug(written) || value.name.eq_ignore_ascii_case(written.trim())
        };
        values.find(is_it).map_or_else(|| slug(written), |value| value.id.clone())
    };
    let list = |of: &dyn Fn(&str) -> String| {
        let parts = cell.split([',', ';', '\n']).map(str::trim).filter(|part| !part.is_empty());
        parts.map(of).collect::<Vec<_>>().join(", ")
    };
    match field.map(|field| &field.field_type) {
        Some(FieldType::Enum { id }) => value(id, cell),
        Some(FieldType::Entity { .. }) => slug(cell),
        Some(FieldType::List { of }) => match &**of {
            FieldType::Enum { id } => list(&|part| value(id, part)),
            FieldType::Entity { .. } => list(&slug),
            _ => value_text(slot, cell),
        },
        Some(FieldType::Flag) => match cell.to_lowercase().as_str() {
            "x" | "yes" | "true" | "1" => "yes".to_owned(),
            _ => "no".to_owned(),
        },
        _ => value_text(slot, cell),
    }
}
