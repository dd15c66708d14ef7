//! Workbooks of Excel: the values of their cells, as they were saved.

use std::collections::BTreeMap;

use roxmltree::Node;

use crate::package::{Archive, tree};
use crate::text::{Counter, Filled, bounded, sheet};
use crate::{Refused, Workbook};

/// Sheets of a workbook.
const MOST_SHEETS: usize = 100;
/// Texts that cells share.
const MOST_TEXTS: usize = 500_000;

pub(crate) fn read(bytes: &[u8]) -> Result<Workbook, Refused> {
    let mut archive = Archive::open(bytes)?;
    let none =
        || Refused::new("it is no workbook of Excel", "save it as `.xlsx`, or as `CSV UTF-8`");
    let book = archive.text("xl/workbook.xml")?.ok_or_else(none)?;
    let book = tree("xl/workbook.xml", &book)?;
    let links = archive.text("xl/_rels/workbook.xml.rels")?.ok_or_else(none)?;
    let links = tree("xl/_rels/workbook.xml.rels", &links)?;
    let targets: BTreeMap<&str, &str> = elements(links.root(), "Relationship")
        .filter_map(|link| Some((link.attribute("Id")?, link.attribute("Target")?)))
        .collect();
    let shared = match archive.text("xl/sharedStrings.xml")? {
        Some(text) => shared(&text)?,
        None => Vec::new(),
    };
    let mut workbook = Workbook::default();
    let mut counter = Counter::default();
    for entry in elements(book.root(), "sheet") {
        if workbook.sheets.len() == MOST_SHEETS {
            return Err(Refused::too_many("sheets", MOST_SHEETS));
        }
        let name = entry.attribute("name").unwrap_or_default();
        let id = entry.attributes().find(|attribute| attribute.name() == "id");
        let Some(target) = id.and_then(|id| targets.get(id.value())) else { continue };
        let path = match target.strip_prefix('/') {
            Some(path) => path.to_owned(),
            None => format!("xl/{target}"),
        };
        // Charts and the like are no sheets of cells.
        let Some(text) = archive.text(&path)? else { continue };
        let cells = cells(&path, &text, &shared, &mut counter)?;
        workbook.sheets.push(sheet(name, cells)?);
    }
    Ok(workbook)
}

fn elements<'a, 't: 'a>(
    node: Node<'a, 't>,
    name: &'static str,
) -> impl Iterator<Item = Node<'a, 't>> {
    node.descendants().filter(move |node| node.is_element() && node.tag_name().name() == name)
}

/// The texts that cells name by number.
fn shared(text: &str) -> Result<Vec<String>, Refused> {
    let document = tree("xl/sharedStrings.xml", text)?;
    let texts: Vec<String> =
        elements(document.root(), "si").take(MOST_TEXTS + 1).map(rich).collect();
    if texts.len() > MOST_TEXTS {
        return Err(Refused::too_many("texts", MOST_TEXTS));
    }
    Ok(texts)
}

/// The words of a text without its looks; how it is spoken is no part of it.
fn rich(node: Node<'_, '_>) -> String {
    let is_spoken =
        |node: &Node<'_, '_>| node.ancestors().any(|above| above.tag_name().name() == "rPh");
    elements(node, "t").filter(|node| !is_spoken(node)).filter_map(|node| node.text()).collect()
}

fn cells(
    path: &str,
    text: &str,
    shared: &[String],
    counter: &mut Counter,
) -> Result<Vec<Filled>, Refused> {
    let document = tree(path, text)?;
    let mut filled = Vec::new();
    let mut row = 0_u32;
    for row_node in elements(document.root(), "row") {
        let number = row_node.attribute("r").and_then(|number| number.parse().ok());
        row = number.unwrap_or(row.saturating_add(1));
        let mut column = 0_u32;
        for node in row_node.children().filter(|node| node.tag_name().name() == "c") {
            let place = node.attribute("r").and_then(column_of);
            column = place.unwrap_or(column);
            let child = |name: &str| node.children().find(|node| node.tag_name().name() == name);
            let value = child("v").and_then(|value| value.text());
            let text = match (node.attribute("t"), value) {
                (Some("s"), Some(value)) => {
                    let number: usize = value.trim().parse().unwrap_or(usize::MAX);
                    shared.get(number).cloned().unwrap_or_default()
                }
                (Some("inlineStr"), _) => child("is").map(rich).unwrap_or_default(),
                (Some("b"), Some(value)) => {
                    if value.trim() == "1" {
                        "yes".into()
                    } else {
                        "no".into()
                    }
                }
                (Some("str" | "e" | "d"), Some(value)) => value.to_owned(),
                (_, Some(value)) => number_text(value),
                (_, None) => String::new(),
            };
            let unknown = child("f").is_some() && value.is_none();
            if unknown || !text.trim().is_empty() {
                bounded(row as usize, column as usize, text.len())?;
                counter.add(text.len())?;
                filled.push(Filled { row, column, text: unescaped(&text), unknown });
            }
            column = column.saturating_add(1);
        }
    }
    Ok(filled)
}

/// The column of `BC12`, from 0.
fn column_of(place: &str) -> Option<u32> {
    let letters = place.bytes().take_while(u8::is_ascii_alphabetic);
    let mut column = 0_u32;
    for letter in letters.map(|letter| letter.to_ascii_uppercase()) {
        column = column.checked_mul(26)?.checked_add(u32::from(letter - b'A') + 1)?;
    }
    column.checked_sub(1)
}

/// `3` for `3.0` and `3E0`; numbers are saved in several forms.
pub(crate) fn number_text(value: &str) -> String {
    let value = value.trim();
    match value.parse::<f64>() {
        Ok(number) if number.fract() == 0.0 && number.abs() < 1e15 => format!("{number:.0}"),
        Ok(number) if number.is_finite() => number.to_string(),
        _ => value.to_owned(),
    }
}

/// Excel writes characters that XML cannot hold as `_x000D_`.
fn unescaped(text: &str) -> String {
    let text = text.replace("_x000D_\n", "\n").replace("_x000D_", "\n");
    text.replace("\r\n", "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_numbers_are_read() {
        assert_eq!(column_of("A1"), Some(0));
        assert_eq!(column_of("BC12"), Some(54));
        assert_eq!(column_of("12"), None);
        assert_eq!(column_of("ZZZZZZZZZZZZ1"), None);
        assert_eq!(number_text("3.0"), "3");
        assert_eq!(number_text("2.5"), "2.5");
        assert_eq!(number_text("1E3"), "1000");
    }
}
