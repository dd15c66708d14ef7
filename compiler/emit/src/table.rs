//! A CSV table for each kind, for spreadsheets.

use std::collections::BTreeSet;

use cardwright_model::{Entity, Kind, Library, Value, words};

use crate::Error;

/// The tables of the library's last package: the kind's identifier and the CSV.
pub(crate) fn tables(library: &Library) -> Result<Vec<(String, Vec<u8>)>, Error> {
    let Some(package) = library.packages.last() else { return Ok(Vec::new()) };
    let lists = [&package.cards, &package.decks, &package.formats, &package.records];
    let mut tables = Vec::new();
    for kind in library.kinds() {
        let rows: Vec<&Entity> = lists
            .iter()
            .flat_map(|list| list.iter())
            .filter(|entity| entity.kind == kind.id)
            .collect();
        if !rows.is_empty() {
            tables.push((kind.id.clone(), table(kind, &rows)?));
        }
    }
    Ok(tables)
}

fn table(kind: &Kind, rows: &[&Entity]) -> Result<Vec<u8>, Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let lists = names_in(rows, |entity| entity.lists.keys());
    let clauses = names_in(rows, |entity| entity.clauses.iter().map(|clause| &clause.clause));
    let mut head = vec!["id", "name"];
    head.extend(kind.fields.iter().map(|field| field.name.as_str()));
    head.extend(&lists);
    head.extend(&clauses);
    head.extend([
        "keywords",
        "rules-text",
        "provisional",
        "designer-note",
        "source-file",
        "source-line",
    ]);
    writer.write_record(&head)?;
    for entity in rows {
        let mut row = vec![entity.id.clone(), harmless(&entity.name)];
        for field in &kind.fields {
            row.push(entity.fields.get(&field.name).map_or_else(String::new, cell));
        }
        for list in &lists {
            row.push(counted(entity, list));
        }
        for name in &clauses {
            let written = entity.clauses.iter().filter(|clause| clause.clause == *name);
            row.push(harmless(&written.map(words::clause).collect::<Vec<_>>().join("\n")));
        }
        let keywords: Vec<&str> =
            entity.keywords.iter().map(|used| used.keyword.as_str()).collect();
        row.push(keywords.join("; "));
        row.push(harmless(&words::text(entity, "\n")));
        row.push(entity.provisional.join("; "));
        row.push(harmless(entity.note.as_deref().unwrap_or_default()));
        row.push(entity.provenance.file.clone());
        row.push(entity.provenance.line.to_string());
        writer.write_record(&row)?;
    }
    writer.into_inner().map_err(|error| csv::Error::from(error.into_error()).into())
}

/// Names that any row has, of lists or of clauses, each once and in order.
fn names_in<'a, I: Iterator<Item = &'a String>>(
    rows: &[&'a Entity],
    names: impl Fn(&'a Entity) -> I,
) -> Vec<&'a str> {
    let all = rows.iter().flat_map(|entity| names(entity));
    let all: BTreeSet<&str> = all.map(String::as_str).collect();
    all.into_iter().collect()
}

fn counted(entity: &Entity, list: &str) -> String {
    let entries: Vec<String> = entity
        .lists
        .get(list)
        .into_iter()
        .flatten()
        .map(|entry| format!("{} {}", entry.count, entry.card))
        .collect();
    entries.join("; ")
}

/// A value in a cell: as people write it, and harmless.
fn cell(value: &Value) -> String {
    match value {
        Value::Int(number) => number.to_string(),
        other => harmless(&words::value(other)),
    }
}

/// Text that a spreadsheet would take for a formula gets a quote in front: content comes from
/// strangers.
fn harmless(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        format!("'{text}")
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spreadsheet_never_runs_a_card() {
        assert_eq!(harmless("=HYPERLINK(\"x\")"), "'=HYPERLINK(\"x\")");
        assert_eq!(harmless("-1 Life"), "'-1 Life");
        assert_eq!(harmless("Goblin"), "Goblin");
        assert_eq!(cell(&Value::Int(-3)), "-3");
    }
}
