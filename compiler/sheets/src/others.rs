//! Cards of other programs as sheets: sets of Magic Set Editor, saved decks of Tabletop Simulator.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::package::Archive;
use crate::text::{Counter, Filled, sheet};
use crate::{Kind, LARGEST_FILE, Refused, Workbook, read};

/// A file of another program, and what of it has no place in a sheet.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Brought {
    /// Its cards.
    pub workbook: Workbook,
    /// What was not brought over, a line each.
    pub told: Vec<String>,
}

/// Cards in a file; how deep its objects may nest.
const DEEPEST: usize = 32;

/// Reads a spreadsheet, a set of Magic Set Editor (`.mse-set`, or its file `set`), or a saved object
/// of Tabletop Simulator (`.json`).
pub fn bring(name: &str, bytes: &[u8]) -> Result<Brought, Refused> {
    if bytes.len() as u64 > LARGEST_FILE {
        let message = format!("it is larger than {} MB", LARGEST_FILE >> 20);
        return Err(Refused::new(message, "divide it into several files"));
    }
    if let Some(kind) = Kind::of(name) {
        return Ok(Brought { workbook: read(kind, bytes)?, told: Vec::new() });
    }
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending).to_ascii_lowercase();
    if ending == "mse-set" {
        let mut archive = Archive::open(bytes)?;
        let set = archive.text("set")?.ok_or_else(|| {
            Refused::new("it has no file `set`", "save it in Magic Set Editor again")
        })?;
        return magic_set(&set);
    }
    let text = std::str::from_utf8(bytes).unwrap_or_default();
    if ending == "json" {
        return saved_object(text);
    }
    if text.trim_start_matches('\u{feff}').starts_with("mse version:") {
        return magic_set(text);
    }
    Err(Refused::new(
        "nobody here knows what it is",
        "give a `.csv`, `.tsv`, `.xlsx` or `.ods` file, a `.mse-set`, or a saved object of Tabletop \
         Simulator (`.json`)",
    ))
}

/// Keys of a card that say nothing about it.
const UNWANTED: &[&str] = &[
    "time created",
    "time modified",
    "has styling",
    "styling data",
    "extra data",
    "stylesheet",
    "stylesheet version",
    "notes",
];

/// The cards of a set: `card:` and, indented by a tab, its keys.
fn magic_set(text: &str) -> Result<Brought, Refused> {
    let mut cards: Vec<Vec<(String, String)>> = Vec::new();
    let mut is_card = false;
    let mut left_out: BTreeSet<String> = BTreeSet::new();
    for line in text.trim_start_matches('\u{feff}').lines() {
        let depth = line.len() - line.trim_start_matches('\t').len();
        let said = line.trim();
        if said.is_empty() {
            continue;
        }
        match depth {
            0 => {
                is_card = said == "card:";
                if is_card {
                    cards.push(Vec::new());
                } else if let Some((key, "")) = said.split_once(':') {
                    left_out.insert(key.to_owned());
                }
            }
            1 if is_card => {
                let (key, value) = said.split_once(':').unwrap_or((said, ""));
                if let Some(card) = cards.last_mut() {
                    card.push((key.trim().to_owned(), value.trim().to_owned()));
                }
            }
            // Further lines of a text, or keys below one that is not read.
            _ if is_card => {
                if let Some((_, value)) = cards.last_mut().and_then(|card| card.last_mut()) {
                    if !value.is_empty() {
                        value.push('\n');
                    }
                    value.push_str(said);
                }
            }
            _ => {}
        }
    }
    let mut told = Vec::new();
    let pictures =
        cards.iter().flatten().filter(|(key, value)| key == "image" && !value.is_empty());
    let pictures = pictures.count();
    if pictures > 0 {
        told.push(format!(
            "{pictures} pictures: unpack the set (it is a ZIP archive) into `art/` and add a field `art`"
        ));
    }
    if left_out.remove("styling") || cards.iter().flatten().any(|(key, _)| key == "styling data") {
        told.push("the looks of the set: a template says how cards look here".to_owned());
    }
    left_out.retain(|key| key != "set info" && key != "version control");
    for key in &left_out {
        told.push(format!("`{key}`: only cards are read"));
    }
    let rows = cards.into_iter().map(|card| {
        let wanted = card.into_iter().filter(|(key, value)| {
            !UNWANTED.contains(&key.as_str()) && key != "image" && !value.is_empty()
        });
        wanted.map(|(key, value)| (key, without_tags(&value))).collect()
    });
    Ok(Brought { workbook: rows_of("", rows.collect())?, told })
}

/// The words of a text: `<b>` and `<i>` as stars, symbols in brackets, no other tags.
fn without_tags(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        out.push_str(&rest[..start]);
        let Some(length) = rest[start..].find('>') else {
            out.push_str(&rest[start..]);
            return out;
        };
        let tag = &rest[start + 1..start + length];
        let name = tag.trim_start_matches('/').split([' ', '-', ':']).next().unwrap_or_default();
        out.push_str(match (name, tag.starts_with('/')) {
            ("b", _) => "**",
            ("i", _) => "*",
            ("sym", false) => "[",
            ("sym", true) => "]",
            _ => "",
        });
        rest = &rest[start + length + 1..];
    }
    out.push_str(rest);
    out
}

/// The cards of a saved object, and how many there are of each.
fn saved_object(text: &str) -> Result<Brought, Refused> {
    let saved: Value = serde_json::from_str(text).map_err(|error| {
        Refused::new(format!("it is no JSON: {error}"), "save the object in the game again")
    })?;
    let Some(objects) = saved.get("ObjectStates").and_then(Value::as_array) else {
        return Err(Refused::new(
            "it is no saved object of Tabletop Simulator",
            "in the game: right click on the deck, Save Object",
        ));
    };
    let mut found: Vec<(BTreeMap<&'static str, String>, usize)> = Vec::new();
    let (mut unnamed, mut others) = (0, BTreeSet::new());
    for object in objects {
        collect(object, "", DEEPEST, &mut found, &mut unnamed, &mut others);
    }
    let rows = found.into_iter().map(|(card, count)| {
        let mut row: Vec<(String, String)> =
            card.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
        row.push(("copies".to_owned(), count.to_string()));
        row.sort_by_key(|(key, _)| match key.as_str() {
            "name" => 0,
            "text" => 1,
            "deck" => 2,
            _ => 3,
        });
        row
    });
    let mut told = vec!["the pictures: they are at addresses, and nothing is fetched".to_owned()];
    if unnamed > 0 {
        told.push(format!("{unnamed} cards have no name: they are called by their number"));
    }
    for other in others {
        told.push(format!("`{other}`: only cards are read"));
    }
    Ok(Brought { workbook: rows_of("", rows.collect())?, told })
}

fn collect(
    object: &Value,
    deck: &str,
    deeper: usize,
    found: &mut Vec<(BTreeMap<&'static str, String>, usize)>,
    unnamed: &mut usize,
    others: &mut BTreeSet<String>,
) {
    let word = |key: &str| object.get(key).and_then(Value::as_str).unwrap_or_default().trim();
    let inside = object.get("ContainedObjects").and_then(Value::as_array);
    let name = word("Name");
    if name.starts_with("Card") {
        let mut card = BTreeMap::new();
        let number = object.get("CardID").and_then(Value::as_u64).unwrap_or_default();
        card.insert(
            "name",
            match word("Nickname") {
                "" => {
                    *unnamed += 1;
                    format!("Card {number}")
                }
                name => name.to_owned(),
            },
        );
        if !word("Description").is_empty() {
            card.insert("text", word("Description").to_owned());
        }
        if !deck.is_empty() {
            card.insert("deck", deck.to_owned());
        }
        match found.iter_mut().find(|(known, _)| *known == card) {
            Some((_, count)) => *count += 1,
            None => found.push((card, 1)),
        }
    } else if let Some(inside) = inside.filter(|_| deeper > 0) {
        for object in inside {
            collect(object, word("Nickname"), deeper - 1, found, unnamed, others);
        }
    } else if !name.is_empty() {
        others.insert(name.to_owned());
    }
}

/// A workbook of one sheet with those rows; the keys are the columns in the order in which they
/// are met.
fn rows_of(name: &str, rows: Vec<Vec<(String, String)>>) -> Result<Workbook, Refused> {
    let mut columns: Vec<String> = Vec::new();
    for (key, _) in rows.iter().flatten() {
        if !columns.contains(key) {
            columns.push(key.clone());
        }
    }
    let mut counter = Counter::default();
    let mut filled: Vec<Filled> = Vec::new();
    let mut put = |row: usize, column: usize, text: &str| -> Result<(), Refused> {
        counter.add(text.len())?;
        let (row, column) = (row as u32 + 1, column as u32);
        filled.push(Filled { row, column, text: text.to_owned(), unknown: false });
        Ok(())
    };
    for (at, title) in columns.iter().enumerate() {
        put(0, at, title)?;
    }
    for (number, row) in rows.iter().enumerate() {
        for (key, text) in row {
            let at = columns.iter().position(|column| column == key).unwrap_or_default();
            put(number + 1, at, text)?;
        }
    }
    Ok(Workbook { sheets: vec![sheet(name, filled)?] })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(brought: &Brought) -> Vec<Vec<&str>> {
        let rows = brought.workbook.sheets[0].rows.iter();
        rows.map(|row| row.cells.iter().map(|cell| cell.text.as_str()).collect()).collect()
    }

    #[test]
    fn a_set_of_magic_set_editor() {
        let set = "mse version: 0.3.8\ngame: magic\nset info:\n\ttitle: Test\ncard:\n\thas styling: false\n\tname: Rat\n\tcasting cost: 1B\n\trule text:\n\t\t<kw-0>Haste</kw-0>\n\t\tPay <sym>2</sym>: <i>bite</i>.\n\timage: image1\ncard:\n\tname: Owl\npack type:\n\tname: x\n";
        let brought = bring("set", set.as_bytes()).unwrap();
        assert_eq!(
            table(&brought),
            [
                vec!["name", "casting cost", "rule text"],
                vec!["Rat", "1B", "Haste\nPay [2]: *bite*."],
                vec!["Owl"],
            ]
        );
        assert_eq!(brought.told.len(), 2, "{:?}", brought.told);
    }

    #[test]
    fn a_saved_deck_of_tabletop_simulator() {
        let card =
            |name: &str| format!("{{\"Name\": \"Card\", \"Nickname\": \"{name}\", \"CardID\": 7}}");
        let saved = format!(
            "{{\"ObjectStates\": [{{\"Name\": \"DeckCustom\", \"Nickname\": \"Zoo\", \"ContainedObjects\": [{}, {}, {}]}}, {{\"Name\": \"Die_6\"}}]}}",
            card("Rat"),
            card(""),
            card("Rat")
        );
        let brought = bring("deck.json", saved.as_bytes()).unwrap();
        assert_eq!(
            table(&brought),
            [vec!["name", "deck", "copies"], vec!["Rat", "Zoo", "2"], vec!["Card 7", "Zoo", "1"],]
        );
        assert_eq!(brought.told.len(), 3, "{:?}", brought.told);
        assert!(bring("deck.json", b"[]").is_err());
        assert!(bring("deck.pdf", b"x").is_err());
    }
}
