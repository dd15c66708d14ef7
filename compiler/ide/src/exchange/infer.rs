//! A game made from a spreadsheet: what its columns hold says what its cards are.

use std::collections::{BTreeMap, BTreeSet};

use cardwright_check::project::guessed_field;
use cardwright_sheets::{Cell, Sheet, Workbook, slug};

/// Values that are words of an enum, and not texts, are not longer.
const LONGEST_WORD: usize = 24;
/// An enum has so many values at most.
const MOST_VALUES: usize = 16;

/// A game made from a spreadsheet.
#[derive(Debug, PartialEq, Eq)]
pub struct Inferred {
    /// The rules: `rules/game.card`.
    pub rules: String,
    /// The tables: `cards/NAME.card`.
    pub tables: String,
    /// The kinds of cards.
    pub kinds: Vec<String>,
    /// How many rows are cards.
    pub cards: usize,
    /// The pictures that cells name.
    pub pictures: BTreeSet<String>,
}

/// A column as a field of a kind.
struct Field {
    name: String,
    title: String,
    ty: String,
    optional: bool,
    default: &'static str,
    /// The values of an enum: identifiers and printed names.
    values: Vec<(String, String)>,
}

/// What every kind made from a sheet can have, so that other programs' words for it are known.
const COMMON: &[&str] = &["art", "flavour", "text", "copies", "artist"];

/// Makes the rules of a game from a workbook called `file`; none if no sheet has rows with names.
pub fn infer(game: &str, title: &str, file: &str, workbook: &Workbook) -> Option<Inferred> {
    let mut enums: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    let mut kinds = Vec::new();
    let mut kind_texts = Vec::new();
    let mut tables = String::new();
    let mut cards = 0;
    let mut pictures = BTreeSet::new();
    for sheet in &workbook.sheets {
        let Some(mut fields) = fields(sheet) else { continue };
        let stem = file.rsplit('/').next().unwrap_or(file);
        let stem = stem.split('.').next().unwrap_or(stem);
        let base =
            if sheet.name.is_empty() || workbook.sheets.len() == 1 { stem } else { &sheet.name };
        let kind = kind_name(base, &kinds);
        for field in fields.iter_mut().filter(|field| !field.values.is_empty()) {
            // Two sheets may have a column of one name and other values.
            let known = enums.entry(field.ty.clone()).or_default();
            for value in &field.values {
                if !known.iter().any(|(id, _)| *id == value.0) {
                    known.push(value.clone());
                }
            }
        }
        cards += sheet.rows.len().saturating_sub(1);
        if let Some(art) = fields.iter().find(|field| field.name == "art") {
            pictures.extend(column(sheet, &art.title).map(|cell| cell.text.trim().to_owned()));
        }
        kind_texts.push(kind_text(&kind, &fields));
        tables.push_str(&table_text(&kind, stem_name(file), sheet, workbook, &fields));
        kinds.push(kind);
    }
    if kinds.is_empty() {
        return None;
    }
    let mut rules = format!(
        "// Made from `{}`: what its columns hold. Change what was guessed wrong.\n\n\
         game {game} \"{title}\" {{\n  version: \"1\"\n  engine: none\n}}\n",
        stem_name(file)
    );
    for (id, values) in &enums {
        let values = values.iter().map(|(value, name)| format!("  {value} \"{}\"\n", quoted(name)));
        rules.push_str(&format!("\nenum {id} {{\n{}}}\n", values.collect::<String>()));
    }
    rules.push_str(&kind_texts.concat());
    Some(Inferred {
        rules: cardwright_dsl::format(&rules),
        tables: cardwright_dsl::format(&tables),
        kinds,
        cards,
        pictures,
    })
}

fn stem_name(file: &str) -> &str {
    file.rsplit('/').next().unwrap_or(file)
}

fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

/// `ships.csv` holds ships.
fn kind_name(base: &str, taken: &[String]) -> String {
    let name = slug(base);
    let singular = match name.as_str() {
        "" | "card" | "cards" | "deck" | "sheet" | "sheet1" | "data" | "game" | "list" => {
            "playing-card".to_owned()
        }
        name => match (name.strip_suffix("ies"), name.strip_suffix("sses"), name.strip_suffix('s'))
        {
            (Some(stem), ..) => format!("{stem}y"),
            (_, Some(stem), _) => format!("{stem}ss"),
            (.., Some(stem)) if !stem.ends_with('s') && stem.len() > 1 => stem.to_owned(),
            _ => name.to_owned(),
        },
    };
    let starts_well = singular.starts_with(|first: char| first.is_ascii_alphabetic());
    let singular = if starts_well { singular } else { format!("card-{singular}") };
    let mut free = singular.clone();
    let mut number = 2;
    while taken.contains(&free) {
        free = format!("{singular}-{number}");
        number += 1;
    }
    free
}

/// The cells below a title.
fn column<'s>(sheet: &'s Sheet, title: &str) -> impl Iterator<Item = &'s Cell> {
    let head = sheet.rows.first().and_then(|row| row.cells.iter().find(|cell| cell.text == title));
    let index = head.map(|cell| cell.column);
    sheet.rows.iter().skip(1).filter_map(move |row| row.cell(index?))
}

/// The columns as fields; none if no column names the cards.
fn fields(sheet: &Sheet) -> Option<Vec<Field>> {
    let titles = sheet.rows.first()?;
    let count = sheet.rows.len() - 1;
    let mut fields: Vec<Field> = Vec::new();
    for head in &titles.cells {
        let guessed = guessed_field(&head.text, |name| COMMON.contains(&name));
        let name = guessed.unwrap_or_else(|| slug(&head.text));
        let is_taken = fields.iter().any(|field| field.name == name);
        if name.is_empty() || is_taken || !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            continue;
        }
        let cells: Vec<&str> = column(sheet, &head.text).map(|cell| cell.text.trim()).collect();
        fields.push(field(name, &head.text, &cells, count));
    }
    let is_named = fields.iter().any(|field| matches!(field.name.as_str(), "name" | "id"));
    if !is_named {
        // The first column of texts is what the cards are called.
        let first =
            fields.iter_mut().find(|field| field.ty == "text" || !field.values.is_empty())?;
        first.name = "name".to_owned();
        first.ty = "text".to_owned();
        first.values.clear();
    }
    (count > 0).then_some(fields)
}

fn field(name: String, title: &str, cells: &[&str], count: usize) -> Field {
    let optional = cells.len() < count || cells.is_empty();
    let mut field = Field {
        title: title.to_owned(),
        ty: "text".to_owned(),
        optional,
        default: "",
        values: Vec::new(),
        name,
    };
    let distinct: BTreeSet<&str> = cells.iter().copied().collect();
    let is_word = |cell: &&str| {
        cell.len() <= LONGEST_WORD && slug(cell).starts_with(|c: char| c.is_ascii_alphabetic())
    };
    match field.name.as_str() {
        "id" | "name" | "text" | "flavour" | "artist" | "effects" => {}
        "art" => field.ty = "file".to_owned(),
        "copies" => {
            field.ty = "int 0..".to_owned();
            field.optional = false;
            field.default = " = 1";
        }
        _ if cells.is_empty() => {}
        _ if cells.iter().all(|cell| cell.parse::<i64>().is_ok()) => field.ty = "int".to_owned(),
        _ if cells.iter().all(|cell| is_flag(cell)) => {
            field.ty = "flag".to_owned();
            field.optional = false;
            field.default = " = no";
        }
        _ if distinct.len() <= MOST_VALUES
            && distinct.len() * 2 <= cells.len()
            && distinct.iter().all(is_word) =>
        {
            field.ty = match field.name.as_str() {
                // Words that declare something, or that a rule means otherwise.
                name @ ("kind" | "enum" | "set" | "rule" | "test" | "die" | "word") => {
                    format!("card-{name}")
                }
                name => name.to_owned(),
            };
            let mut values: BTreeMap<String, String> = BTreeMap::new();
            for value in distinct {
                values.entry(slug(value)).or_insert_with(|| value.to_owned());
            }
            field.values = values.into_iter().collect();
        }
        _ => {}
    }
    field
}

fn is_flag(cell: &str) -> bool {
    matches!(cell.to_lowercase().as_str(), "yes" | "no" | "true" | "false" | "x")
}

fn kind_text(kind: &str, fields: &[Field]) -> String {
    let name = kind.replace('-', " ");
    let mut letters = name.chars();
    let name: String =
        letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect();
    let mut text = format!(
        "\nkind {kind} \"{name}\" {{\n  print {{ template: \"card\"; size: poker; back: \"back\" }}\n"
    );
    for field in fields.iter().filter(|field| !matches!(&*field.name, "id" | "name" | "effects")) {
        let mark = if field.optional { "?" } else { "" };
        text.push_str(&format!("  field {}{mark}: {}{}\n", field.name, field.ty, field.default));
    }
    if !fields.iter().any(|field| field.name == "copies") {
        text.push_str("  /// How many are printed.\n  field copies: int 1.. = 1\n");
    }
    text + "}\n"
}

fn table_text(
    kind: &str,
    file: &str,
    sheet: &Sheet,
    workbook: &Workbook,
    fields: &[Field],
) -> String {
    let of = match workbook.sheets.len() > 1 {
        true => format!(" sheet \"{}\"", quoted(&sheet.name)),
        false => String::new(),
    };
    let mut text = format!("table {kind} from \"{file}\"{of} {{\n");
    for field in fields {
        let title = field.title.trim();
        let is_word = title.chars().all(|c| c.is_ascii_alphanumeric())
            && title.starts_with(|c: char| c.is_ascii_alphabetic());
        let title = if is_word { title.to_owned() } else { format!("\"{}\"", quoted(title)) };
        text.push_str(&format!("  {}: {title}\n", field.name));
    }
    text + "}\n\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardwright_sheets::{Kind, read};

    #[test]
    fn columns_say_what_cards_are() {
        let csv = "Title,Mana cost,Colour,Rare,Rules text,Image,Qty\n\
                   Rat,1,Red,x,Bites.,rat.png,4\n\
                   Cat,2,Red,,Sleeps.,cat.png,2\n\
                   Owl,3,Blue,,,,1\n\
                   Bat,3,Blue,,,,1\n";
        let book = read(Kind::Csv, csv.as_bytes()).unwrap();
        let made = infer("zoo", "Zoo", "beasts.csv", &book).unwrap();
        assert_eq!(made.kinds, ["beast"]);
        assert_eq!(made.cards, 4);
        assert_eq!(made.pictures.len(), 2);
        for line in [
            "kind beast \"Beast\" {",
            "  field mana-cost: int\n",
            "  field colour: colour\n",
            "  blue \"Blue\"\n",
            "  field rare: flag = no\n",
            "  field text?: text\n",
            "  field art?: file\n",
            "  field copies: int 0.. = 1\n",
        ] {
            assert!(made.rules.contains(line), "{line}\n{}", made.rules);
        }
        for line in
            ["table beast from \"beasts.csv\" {", "  name: Title\n", "  mana-cost: \"Mana cost\"\n"]
        {
            assert!(made.tables.contains(line), "{line}\n{}", made.tables);
        }
    }

    #[test]
    fn kinds_are_named_after_files() {
        let named = |name: &str| kind_name(name, &[]);
        let names = ["ships", "Cities", "deck", "boss", "glasses", "7 seas"].map(named);
        assert_eq!(names, ["ship", "city", "playing-card", "boss", "glass", "card-7-sea"]);
        assert_eq!(kind_name("ship", &["ship".to_owned()]), "ship-2");
    }
}
