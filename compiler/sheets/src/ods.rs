//! Workbooks of `LibreOffice`: the values of their cells, as they were saved.

use roxmltree::Node;

use crate::package::{Archive, tree};
use crate::text::{Counter, Filled, bounded, sheet};
use crate::xlsx::number_text;
use crate::{Refused, Workbook};

const TABLE: &str = "urn:oasis:names:tc:opendocument:xmlns:table:1.0";
const OFFICE: &str = "urn:oasis:names:tc:opendocument:xmlns:office:1.0";
const TEXT: &str = "urn:oasis:names:tc:opendocument:xmlns:text:1.0";

pub(crate) fn read(bytes: &[u8]) -> Result<Workbook, Refused> {
    let mut archive = Archive::open(bytes)?;
    let content = archive.text("content.xml")?.ok_or_else(|| {
        Refused::new("it is no workbook of LibreOffice", "save it as `.ods`, or as `CSV UTF-8`")
    })?;
    let document = tree("content.xml", &content)?;
    let mut workbook = Workbook::default();
    let mut counter = Counter::default();
    for table in document.descendants().filter(|node| node.has_tag_name((TABLE, "table"))) {
        let name = table.attribute((TABLE, "name")).unwrap_or_default();
        workbook.sheets.push(sheet(name, cells(table, &mut counter)?)?);
    }
    Ok(workbook)
}

fn cells(table: Node<'_, '_>, counter: &mut Counter) -> Result<Vec<Filled>, Refused> {
    let mut filled = Vec::new();
    let mut row = 1_u32;
    for node in table.descendants().filter(|node| node.has_tag_name((TABLE, "table-row"))) {
        let repeated = repeat(node, "number-rows-repeated");
        let mut cells: Vec<(u32, String)> = Vec::new();
        let mut column = 0_u32;
        for cell in node.children().filter(|node| node.is_element()) {
            let times = repeat(cell, "number-columns-repeated");
            let text = if cell.has_tag_name((TABLE, "table-cell")) {
                value(cell)
            } else {
                // What a joined cell covers.
                String::new()
            };
            if !text.trim().is_empty() {
                for at in column..column.saturating_add(times) {
                    bounded(row as usize, at as usize, text.len())?;
                    counter.add(text.len())?;
                    cells.push((at, text.clone()));
                }
            }
            column = column.saturating_add(times);
        }
        // Programs end a sheet with a million empty rows.
        if !cells.is_empty() {
            for again in 0..repeated {
                for (column, text) in &cells {
                    let row = row.saturating_add(again);
                    bounded(row as usize, *column as usize, text.len())?;
                    if again > 0 {
                        counter.add(text.len())?;
                    }
                    let (column, text) = (*column, text.clone());
                    filled.push(Filled { row, column, text, unknown: false });
                }
            }
        }
        row = row.saturating_add(repeated);
    }
    Ok(filled)
}

fn repeat(node: Node<'_, '_>, name: &str) -> u32 {
    let written = node.attribute((TABLE, name)).and_then(|times| times.parse().ok());
    written.unwrap_or(1).max(1)
}

/// The number as it was saved, or the paragraphs of the text.
fn value(cell: Node<'_, '_>) -> String {
    match cell.attribute((OFFICE, "value-type")) {
        Some("float") => number_text(cell.attribute((OFFICE, "value")).unwrap_or_default()),
        Some("boolean") => match cell.attribute((OFFICE, "boolean-value")) {
            Some("true") => "yes".to_owned(),
            _ => "no".to_owned(),
        },
        _ => {
            let lines = cell.children().filter(|node| node.has_tag_name((TEXT, "p")));
            lines.map(paragraph).collect::<Vec<_>>().join("\n")
        }
    }
}

fn paragraph(node: Node<'_, '_>) -> String {
    let mut text = String::new();
    for inner in node.descendants() {
        if let Some(words) = inner.text().filter(|_| inner.is_text()) {
            text.push_str(words);
        } else if inner.has_tag_name((TEXT, "s")) {
            let count: usize =
                inner.attribute((TEXT, "c")).and_then(|count| count.parse().ok()).unwrap_or(1);
            text.extend(std::iter::repeat_n(' ', count.min(100)));
        } else if inner.has_tag_name((TEXT, "line-break")) {
            text.push('\n');
        } else if inner.has_tag_name((TEXT, "tab")) {
            text.push('\t');
        }
    }
    text
}
