//! Brings an edited workbook back into the files that it was made from: only what a cell says
//! otherwise than the file is changed there, so comments and layout stay. What would change more
//! than its own place is refused by [`cardwright_dsl::edit`].

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use cardwright_check::Sources;
use cardwright_dsl::ast::{Declaration, Item};
use cardwright_dsl::edit::{self, Edit, Step, Which};
use cardwright_model::{Kind, Library};
use cardwright_sheets::{Row, Sheet, Workbook};

use super::workbook::cells;
use super::written::{
    EFFECTS, Said, Slot, WrittenFile, card_kinds, files, indented, outdented, quoted, said, slots,
    value_text,
};

/// What an update changes, and what it could not bring over.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Updated {
    /// The files that change, with their new texts.
    pub texts: Vec<(PathBuf, String)>,
    /// How many cards are changed.
    pub changed: usize,
    /// How many cards are new.
    pub added: usize,
    /// What was not brought over, a line each.
    pub told: Vec<String>,
}

/// Where a card stands.
struct Place<'f> {
    file: usize,
    declaration: &'f Declaration,
}

/// The changes of one file: those of each card that is there, by its id, and cards that are new.
#[derive(Default)]
struct Changes {
    cards: Vec<(String, Vec<Edit>)>,
    fresh: Vec<String>,
}

/// Compares a workbook with the files of the package in `root`, and says what to write.
pub fn update(
    sources: &Sources,
    library: &Library,
    root: &Path,
    below: &[PathBuf],
    workbook: &Workbook,
) -> Updated {
    let files = files(sources, root, below);
    let mut updated = Updated::default();
    let mut changes: BTreeMap<PathBuf, Changes> = BTreeMap::new();
    for sheet in &workbook.sheets {
        let Some(kind) = card_kinds(library).find(|kind| kind.id == sheet.name) else {
            if sheet.name != "choices" && !sheet.rows.is_empty() {
                updated.told.push(format!("the sheet `{}` is no kind of card", sheet.name));
            }
            continue;
        };
        let places = places(&files, &kind.id);
        let work = Work { files: &files, kind, slots: slots(kind), places };
        work.sheet(sheet, root, &mut changes, &mut updated);
    }
    for (path, changes) in changes {
        let known = files.iter().find(|file| file.path == path);
        let old = known.map_or("", |file| file.text.as_str());
        let new = written(old, changes, &mut updated);
        if new != old {
            updated.texts.push((path, new));
        }
    }
    updated
}

/// The text of a file with all changes that can be made. A card of which one change is refused
/// stays as it is.
fn written(old: &str, changes: Changes, updated: &mut Updated) -> String {
    let Changes { mut cards, fresh } = changes;
    let all = |cards: &[(String, Vec<Edit>)]| -> Vec<Edit> {
        let fresh = fresh.iter().map(|text| Edit::Append { after: None, text: text.clone() });
        cards.iter().flat_map(|(_, edits)| edits.iter().cloned()).chain(fresh).collect()
    };
    // Most workbooks are right, so that one plan is enough.
    let planned = edit::plan(old, &all(&cards)).or_else(|_| {
        cards.retain(|(id, edits)| match edit::plan(old, edits) {
            Ok(_) => true,
            Err(why) => {
                updated.told.push(format!("`{id}`: {why}"));
                false
            }
        });
        edit::plan(old, &all(&cards))
    });
    match planned {
        Ok(edits) => {
            updated.changed += cards.len();
            updated.added += fresh.len();
            let text = edit::apply(old, &edits);
            match cardwright_dsl::format(old) == old {
                true => cardwright_dsl::format(&text),
                false => text,
            }
        }
        Err(why) => {
            updated.told.push(why.to_string());
            old.to_owned()
        }
    }
}

fn places<'f>(files: &'f [WrittenFile], kind: &str) -> BTreeMap<&'f str, Place<'f>> {
    let mut places = BTreeMap::new();
    for (index, file) in files.iter().enumerate() {
        for declaration in file.declarations() {
            let is_it = declaration.kind.text == kind && declaration.is_abstract.is_none();
            if let (true, Some(id)) = (is_it, &declaration.id) {
                places.entry(id.text.as_str()).or_insert(Place { file: index, declaration });
            }
        }
    }
    places
}

struct Work<'f> {
    files: &'f [WrittenFile],
    kind: &'f Kind,
    slots: Vec<Slot>,
    places: BTreeMap<&'f str, Place<'f>>,
}

impl Work<'_> {
    fn sheet(
        &self,
        sheet: &Sheet,
        root: &Path,
        changes: &mut BTreeMap<PathBuf, Changes>,
        updated: &mut Updated,
    ) {
        let Some(titles) = sheet.rows.first() else { return };
        let names: BTreeMap<String, u32> =
            titles.cells.iter().map(|cell| (cell.text.trim().to_owned(), cell.column)).collect();
        let Some(id_column) = names.get("id") else {
            updated.told.push(format!("the sheet `{}` has no column `id`", sheet.name));
            return;
        };
        let known =
            |name: &str| matches!(name, "id" | "name" | EFFECTS) || self.slot(name).is_some();
        for name in names.keys().filter(|name| !known(name)) {
            let kind = &self.kind.id;
            updated.told.push(format!("the column `{name}`: `{kind}` has no such field"));
        }
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        for row in sheet.rows.iter().skip(1) {
            let at = format!("{}, row {}", sheet.name, row.number);
            let Some(id) = row.cell(*id_column).map(|cell| cell.text.trim()) else {
                updated.told.push(format!("{at}: it has no id"));
                continue;
            };
            let Some((id, place)) = self.places.get_key_value(id) else {
                let (path, text) = self.fresh(id, row, &names, root);
                changes.entry(path).or_default().fresh.push(text);
                continue;
            };
            if !seen.insert(*id) {
                updated.told.push(format!("{at}: `{id}` again"));
                continue;
            }
            match self.card(id, place, row, &names) {
                Ok(edits) if edits.is_empty() => {}
                Ok(edits) => {
                    let path = self.files[place.file].path.clone();
                    changes.entry(path).or_default().cards.push(((*id).to_owned(), edits));
                }
                Err(why) => updated.told.push(format!("`{id}`: {why}")),
            }
        }
        let missing: Vec<&str> =
            self.places.keys().copied().filter(|id| !seen.contains(id)).collect();
        if !missing.is_empty() {
            updated.told.push(format!(
                "not in the workbook any more, but kept in the files: {}",
                missing.join(", ")
            ));
        }
    }

    fn slot(&self, name: &str) -> Option<&Slot> {
        self.slots.iter().find(|slot| slot.name == name)
    }

    /// The edits for what a row says otherwise than the card.
    fn card(
        &self,
        id: &str,
        place: &Place<'_>,
        row: &Row,
        names: &BTreeMap<String, u32>,
    ) -> Result<Vec<Edit>, String> {
        let of = || Which::id(&self.kind.id, id);
        let said = said(&self.files[place.file].text, place.declaration, &self.slots);
        let name = place.declaration.name.as_ref().map_or("", |name| name.text.as_str());
        let now = cells(id, name, &said, &self.slots);
        let titles = ["id", "name"].into_iter().chain(self.slots.iter().map(|slot| &*slot.name));
        let mut edits = Vec::new();
        for (title, now) in titles.chain([EFFECTS]).zip(now).skip(1) {
            let Some(column) = names.get(title) else { continue };
            let cell = row.cell(*column).map_or("", |cell| cell.text.as_str());
            let cell = cell.replace("\r\n", "\n");
            let cell = cell.trim();
            if cell == now.trim() {
                continue;
            }
            match (title, self.slot(title)) {
                ("name", None) => edits.push(Edit::Name { of: of(), name: cell.to_owned() }),
                (EFFECTS, None) => edits.extend(effects(&of(), &said, cell)?),
                (_, Some(slot)) => {
                    let at = edit::Path::field(of(), title);
                    edits.push(match cell.is_empty() {
                        true => Edit::Remove { at },
                        false => Edit::Set { at, value: value_text(slot, cell) },
                    });
                }
                _ => {}
            }
        }
        Ok(edits)
    }

    /// The declaration of a card that is new, and the file that it belongs into.
    fn fresh(
        &self,
        id: &str,
        row: &Row,
        names: &BTreeMap<String, u32>,
        root: &Path,
    ) -> (PathBuf, String) {
        let cell = |name: &str| {
            let column = names.get(name)?;
            let text = row.cell(*column)?.text.trim();
            (!text.is_empty()).then(|| text.to_owned())
        };
        let name = cell("name").map(|name| format!(" {}", quoted(&name))).unwrap_or_default();
        let mut text = format!("{} {id}{name} {{\n", self.kind.id);
        for slot in &self.slots {
            if let Some(cell) = cell(&slot.name) {
                text.push_str(&format!("  {}: {}\n", slot.name, value_text(slot, &cell)));
            }
        }
        text.extend(cell(EFFECTS).map(|lines| indented(&lines)));
        text.push_str("}\n");
        let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
        for place in self.places.values() {
            *counts.entry(place.file).or_default() += 1;
        }
        let most = counts.iter().max_by_key(|(_, count)| **count);
        let path = match most {
            Some((file, _)) => self.files[*file].path.clone(),
            None => root.join("cards").join(format!("{}.card", self.kind.id)),
        };
        (path, cardwright_dsl::format(&text))
    }
}

/// The edits that make the lines of a cell the effects of a card: those that are alike stay.
fn effects(of: &Which, said: &Said, cell: &str) -> Result<Vec<Edit>, String> {
    let text = format!("card x {{\n{}}}\n", indented(cell));
    let parsed = cardwright_dsl::parse(&text);
    if let Some(error) = parsed.errors.first() {
        return Err(format!("`{EFFECTS}` cannot be read: {}", error.message));
    }
    let [Item::Declaration(declaration)] = parsed.file.items.as_slice() else {
        return Err(format!("`{EFFECTS}` holds more than effects"));
    };
    let entries = declaration.body.iter().flat_map(|body| &body.entries);
    let lines: Vec<String> = entries.map(|entry| outdented(&text, entry.span())).collect();
    let at = |entry: usize| edit::Path::whole(of.clone()).then(Step::Entry(entry));
    let mut edits = Vec::new();
    for (place, (entry, now)) in said.rest.iter().enumerate() {
        match lines.get(place) {
            Some(line) if line == now => {}
            Some(line) => {
                let value = line.replace('\n', "\n  ");
                edits.push(Edit::Set { at: at(*entry), value });
            }
            None => edits.push(Edit::Remove { at: at(*entry) }),
        }
    }
    let after = said.rest.last().map(|(entry, _)| *entry);
    for line in lines.iter().skip(said.rest.len()) {
        let block = edit::Path::whole(of.clone());
        edits.push(Edit::Insert { block, after, text: line.clone() });
    }
    Ok(edits)
}
