//! Cards as their files write them: what a cell of a workbook shows, and where it stands.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use cardwright_check::Sources;
use cardwright_dsl::ast::{Declaration, Entry, ExprKind, Item, Span};
use cardwright_model::{ClauseShape, FieldType, Kind, Library};

/// A file of a package with what is declared in it.
pub(super) struct WrittenFile {
    pub(super) path: PathBuf,
    pub(super) text: String,
    pub(super) items: Vec<Item>,
}

/// The `.card` files of the package in a folder.
pub(super) fn files(sources: &Sources, root: &Path, below: &[PathBuf]) -> Vec<WrittenFile> {
    let is_own = |path: &Path| {
        path.starts_with(root)
            && path.extension().is_some_and(|ending| ending == "card")
            && !below.iter().any(|other| other != root && path.starts_with(other))
    };
    let own = sources.iter().filter(|(_, file)| is_own(&file.path));
    own.map(|(_, file)| WrittenFile {
        path: file.path.clone(),
        text: file.text.to_string(),
        items: cardwright_dsl::parse(&file.text).file.items,
    })
    .collect()
}

impl WrittenFile {
    /// Every declaration, rows of tables included.
    pub(super) fn declarations(&self) -> impl Iterator<Item = &Declaration> {
        self.items.iter().flat_map(|item| match item {
            Item::Declaration(declaration) => std::slice::from_ref(&**declaration),
            Item::Table(table) => table.rows.as_slice(),
            Item::Use { .. } | Item::Bad(_) => &[],
        })
    }
}

/// A column of the sheet of a kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Slot {
    pub(super) name: String,
    /// True for texts, which stand in quotes.
    pub(super) is_text: bool,
}

/// What a card says in the columns of its kind.
pub(super) struct Said {
    /// What the cells of fields show.
    pub(super) fields: BTreeMap<String, String>,
    /// All other lines, effects and blocks, with the number of their entry.
    pub(super) rest: Vec<(usize, String)>,
}

/// The name of the column that holds effects.
pub(super) const EFFECTS: &str = "effects";

/// The fields of a kind that fit into cells, and its plain lists of keywords.
pub(super) fn slots(kind: &Kind) -> Vec<Slot> {
    let fields = kind.fields.iter().map(|field| Slot {
        name: field.name.clone(),
        is_text: matches!(field.field_type, FieldType::Text | FieldType::File),
    });
    let keywords = kind
        .clauses
        .iter()
        .filter(|clause| clause.params.is_empty() && matches!(clause.shape, ClauseShape::Keywords));
    let keywords = keywords.map(|clause| Slot { name: clause.name.clone(), is_text: false });
    fields.chain(keywords).collect()
}

/// The kinds that are printed as cards, in the order of their declarations.
pub(super) fn card_kinds(library: &Library) -> impl Iterator<Item = &Kind> {
    library.kinds().filter(|kind| !kind.is_abstract && kind.role == cardwright_model::Role::Card)
}

/// Reads what a card says.
pub(super) fn said(text: &str, declaration: &Declaration, slots: &[Slot]) -> Said {
    let mut said = Said { fields: BTreeMap::new(), rest: Vec::new() };
    let entries = declaration.body.as_ref().map_or(&[][..], |body| &body.entries);
    let times = |name: &str| {
        let is_it =
            |entry: &&Entry| matches!(entry, Entry::Clause(clause) if clause.name.text == name);
        entries.iter().filter(is_it).count()
    };
    for (number, entry) in entries.iter().enumerate() {
        match simple(text, entry, slots) {
            Some((name, shown)) if times(&name) == 1 => drop(said.fields.insert(name, shown)),
            _ => said.rest.push((number, outdented(text, entry.span()))),
        }
    }
    said
}

/// A field that fits into a cell, and what the cell shows.
fn simple(text: &str, entry: &Entry, slots: &[Slot]) -> Option<(String, String)> {
    let Entry::Clause(clause) = entry else { return None };
    let slot = slots.iter().find(|slot| slot.name == clause.name.text)?;
    let is_plain = clause.args.is_empty()
        && clause.label.is_none()
        && clause.block.is_none()
        && clause.when.is_none()
        && clause.on.is_none()
        && clause.to.is_none();
    if !is_plain {
        return None;
    }
    let name = slot.name.clone();
    let Some(values) = &clause.values else { return Some((name, "yes".to_owned())) };
    if let [value] = &values[..]
        && let ExprKind::Text(written) = &value.kind
    {
        return slot.is_text.then(|| (name, written.text.clone()));
    }
    let (first, last) = (values.first()?, values.last()?);
    let written = text.get(first.span.start as usize..last.span.end as usize)?;
    let is_commented = written.contains("//");
    let words = written.split_whitespace().collect::<Vec<_>>().join(" ");
    (!slot.is_text && !is_commented).then_some((name, words))
}

/// The lines of an entry, moved to the left as far as its first line is.
pub(super) fn outdented(text: &str, span: Span) -> String {
    let start = span.start as usize;
    let line = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
    let indent = text[line..start].chars().take_while(|letter| *letter == ' ').count();
    let written = &text[span.range()];
    let mut lines = written.lines();
    let mut out = lines.next().unwrap_or_default().to_owned();
    for line in lines {
        let spaces = line.chars().take_while(|letter| *letter == ' ').count().min(indent);
        out.push('\n');
        out.push_str(&line[spaces..]);
    }
    out
}

/// The lines of a cell, indented: what stands at the left edge would begin another declaration.
pub(super) fn indented(lines: &str) -> String {
    lines.lines().map(|line| format!("  {line}\n")).collect()
}

/// A cell as the value of a field.
pub(super) fn value_text(slot: &Slot, cell: &str) -> String {
    let cell = cell.trim();
    match slot.is_text {
        true => quoted(cell),
        false => cell.split_whitespace().collect::<Vec<_>>().join(" "),
    }
}

/// A text in quotes.
pub(super) fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{escaped}\"")
}
