//! Workbooks of Excel, written: a sheet for each kind, with lists to choose from and notes.

use std::io::{Cursor, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::column_letters;

/// A sheet to write.
#[derive(Debug, Clone, Default)]
pub struct SheetOut {
    /// Its name.
    pub name: String,
    /// Its columns.
    pub columns: Vec<Column>,
    /// Its rows: a text for each column.
    pub rows: Vec<Vec<String>>,
}

/// A column of a sheet.
#[derive(Debug, Clone, Default)]
pub struct Column {
    /// What stands in its first row.
    pub title: String,
    /// Shown beside a cell of it that is chosen.
    pub note: String,
    /// What may be chosen.
    pub choice: Choice,
    /// True for whole numbers.
    pub number: bool,
}

/// What may be chosen in a cell.
#[derive(Debug, Clone, Default)]
pub enum Choice {
    /// Anything.
    #[default]
    Free,
    /// One of these; something else is refused.
    OneOf(Vec<String>),
    /// Some of these; the program offers them and accepts several.
    Some(Vec<String>),
}

/// Names of sheets that Excel accepts are not longer.
const LONGEST_NAME: usize = 31;
/// A note has so many letters at most.
const LONGEST_NOTE: usize = 255;

/// The bytes of a workbook. The same sheets give the same bytes.
pub fn write_xlsx(sheets: &[SheetOut]) -> Result<Vec<u8>, String> {
    let mut files: Vec<(String, String)> = Vec::new();
    // Lists of choices stand in a sheet of their own: in a rule they may have 255 letters only.
    let mut lists: Vec<Vec<String>> = Vec::new();
    let names = sheet_names(sheets);
    for (index, sheet) in sheets.iter().enumerate() {
        let text = sheet_xml(sheet, &mut lists);
        files.push((format!("xl/worksheets/sheet{}.xml", index + 1), text));
    }
    let mut titles = names;
    if !lists.is_empty() {
        files.push((format!("xl/worksheets/sheet{}.xml", sheets.len() + 1), lists_xml(&lists)));
        titles.push(LISTS.to_owned());
    }
    let mut all = vec![
        ("[Content_Types].xml".to_owned(), content_types(titles.len())),
        ("_rels/.rels".to_owned(), ROOT_LINKS.to_owned()),
        ("xl/workbook.xml".to_owned(), workbook_xml(&titles, !lists.is_empty())),
        ("xl/_rels/workbook.xml.rels".to_owned(), workbook_links(titles.len())),
        ("xl/styles.xml".to_owned(), STYLES.to_owned()),
    ];
    all.append(&mut files);
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Stored)
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in &all {
        archive.start_file(name.as_str(), options).map_err(|error| error.to_string())?;
        archive.write_all(text.as_bytes()).map_err(|error| error.to_string())?;
    }
    archive.finish().map(Cursor::into_inner).map_err(|error| error.to_string())
}

/// The sheet that holds the lists of choices.
const LISTS: &str = "choices";

const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";
const MAIN: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const LINKS: &str = "http://schemas.openxmlformats.org/package/2006/relationships";

const ROOT_LINKS: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n\
<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">\
<Relationship Id=\"rId1\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument\" Target=\"xl/workbook.xml\"/>\
</Relationships>";

/// Style 1: the bold first row. Style 2: text that wraps and stands at the top.
const STYLES: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n\
<styleSheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\">\
<fonts count=\"2\"><font><sz val=\"11\"/><name val=\"Calibri\"/></font><font><b/><sz val=\"11\"/><name val=\"Calibri\"/></font></fonts>\
<fills count=\"3\"><fill><patternFill patternType=\"none\"/></fill><fill><patternFill patternType=\"gray125\"/></fill><fill><patternFill patternType=\"solid\"><fgColor rgb=\"FFE8E2D4\"/></patternFill></fill></fills>\
<borders count=\"1\"><border/></borders>\
<cellStyleXfs count=\"1\"><xf/></cellStyleXfs>\
<cellXfs count=\"3\"><xf/><xf fontId=\"1\" fillId=\"2\" applyFont=\"1\" applyFill=\"1\"/><xf applyAlignment=\"1\"><alignment vertical=\"top\" wrapText=\"1\"/></xf></cellXfs>\
</styleSheet>";

fn content_types(sheets: usize) -> String {
    let mut text = format!(
        "{HEAD}<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">\
         <Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>\
         <Default Extension=\"xml\" ContentType=\"application/xml\"/>\
         <Override PartName=\"/xl/workbook.xml\" ContentType=\"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml\"/>\
         <Override PartName=\"/xl/styles.xml\" ContentType=\"application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml\"/>"
    );
    for number in 1..=sheets {
        text.push_str(&format!(
            "<Override PartName=\"/xl/worksheets/sheet{number}.xml\" ContentType=\"application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml\"/>"
        ));
    }
    text + "</Types>"
}

fn workbook_links(sheets: usize) -> String {
    let mut text = format!("{HEAD}<Relationships xmlns=\"{LINKS}\">");
    for number in 1..=sheets {
        text.push_str(&format!(
            "<Relationship Id=\"rId{number}\" Type=\"{OFFICE}/worksheet\" Target=\"worksheets/sheet{number}.xml\"/>"
        ));
    }
    let styles = sheets + 1;
    text + &format!(
        "<Relationship Id=\"rId{styles}\" Type=\"{OFFICE}/styles\" Target=\"styles.xml\"/></Relationships>"
    )
}

fn workbook_xml(names: &[String], has_lists: bool) -> String {
    let mut text = format!("{HEAD}<workbook xmlns=\"{MAIN}\" xmlns:r=\"{OFFICE}\"><sheets>");
    for (index, name) in names.iter().enumerate() {
        let hidden = if has_lists && index + 1 == names.len() { " state=\"hidden\"" } else { "" };
        let number = index + 1;
        text.push_str(&format!(
            "<sheet name=\"{}\" sheetId=\"{number}\"{hidden} r:id=\"rId{number}\"/>",
            escaped(name)
        ));
    }
    text + "</sheets></workbook>"
}

/// Names that Excel accepts, each once.
fn sheet_names(sheets: &[SheetOut]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for sheet in sheets {
        let name: String = sheet
            .name
            .chars()
            .filter(|letter| !matches!(letter, '[' | ']' | ':' | '*' | '?' | '/' | '\\' | '\''))
            .take(LONGEST_NAME - 3)
            .collect();
        let is_taken = |name: &str, names: &[String]| {
            name.is_empty()
                || name.eq_ignore_ascii_case(LISTS)
                || names.iter().any(|known| known.eq_ignore_ascii_case(name))
        };
        let mut free = name.clone();
        let mut number = 2;
        while is_taken(&free, &names) {
            free = format!("{name} {number}");
            number += 1;
        }
        names.push(free);
    }
    names
}

fn sheet_xml(sheet: &SheetOut, lists: &mut Vec<Vec<String>>) -> String {
    let mut text = format!(
        "{HEAD}<worksheet xmlns=\"{MAIN}\"><sheetViews><sheetView workbookViewId=\"0\">\
         <pane ySplit=\"1\" topLeftCell=\"A2\" activePane=\"bottomLeft\" state=\"frozen\"/>\
         </sheetView></sheetViews><cols>"
    );
    for (index, column) in sheet.columns.iter().enumerate() {
        let longest = sheet.rows.iter().filter_map(|row| row.get(index));
        let longest = longest.flat_map(|cell| cell.lines()).map(|line| line.chars().count()).max();
        let width = longest.unwrap_or(0).max(column.title.chars().count()).clamp(8, 48) + 2;
        let number = index + 1;
        text.push_str(&format!(
            "<col min=\"{number}\" max=\"{number}\" width=\"{width}\" customWidth=\"1\"/>"
        ));
    }
    text.push_str("</cols><sheetData>");
    let titles: Vec<String> = sheet.columns.iter().map(|column| column.title.clone()).collect();
    push_row(&mut text, 1, 1, &titles, &[]);
    for (index, row) in sheet.rows.iter().enumerate() {
        push_row(&mut text, index + 2, 2, row, &sheet.columns);
    }
    text.push_str("</sheetData>");
    let rules: Vec<String> = sheet
        .columns
        .iter()
        .enumerate()
        .filter_map(|(index, column)| rule(index as u32, column, lists))
        .collect();
    if !rules.is_empty() {
        text.push_str(&format!(
            "<dataValidations count=\"{}\">{}</dataValidations>",
            rules.len(),
            rules.concat()
        ));
    }
    text + "</worksheet>"
}

fn push_row(text: &mut String, number: usize, style: u8, cells: &[String], columns: &[Column]) {
    text.push_str(&format!("<row r=\"{number}\">"));
    for (index, cell) in cells.iter().enumerate().filter(|(_, cell)| !cell.is_empty()) {
        let place = format!("{}{number}", column_letters(index as u32));
        let is_number = columns.get(index).is_some_and(|column| column.number);
        match cell.parse::<i64>() {
            Ok(value) if is_number => {
                text.push_str(&format!("<c r=\"{place}\" s=\"{style}\"><v>{value}</v></c>"));
            }
            _ => text.push_str(&format!(
                "<c r=\"{place}\" s=\"{style}\" t=\"inlineStr\"><is><t xml:space=\"preserve\">{}</t></is></c>",
                escaped(cell)
            )),
        }
    }
    text.push_str("</row>");
}

/// What a spreadsheet program checks and shows in a column.
fn rule(index: u32, column: &Column, lists: &mut Vec<Vec<String>>) -> Option<String> {
    let (values, strict) = match &column.choice {
        Choice::Free => (None, false),
        Choice::OneOf(values) => (Some(values), true),
        Choice::Some(values) => (Some(values), false),
    };
    if values.is_none() && column.note.is_empty() {
        return None;
    }
    let letters = column_letters(index);
    let note: String = column.note.chars().take(LONGEST_NOTE).collect();
    let title: String = column.title.chars().take(32).collect();
    let note = format!(
        " showInputMessage=\"1\" promptTitle=\"{}\" prompt=\"{}\"",
        escaped(&title),
        escaped(if note.is_empty() { &title } else { &note })
    );
    let strict = if strict { " showErrorMessage=\"1\"" } else { "" };
    let range = format!(" sqref=\"{letters}2:{letters}20000\"");
    Some(match values.filter(|values| !values.is_empty()) {
        Some(values) => {
            lists.push(values.clone());
            let list = column_letters(lists.len() as u32 - 1);
            let source = format!("{LISTS}!${list}$1:${list}${}", values.len());
            format!(
                "<dataValidation type=\"list\" allowBlank=\"1\"{note}{strict}{range}><formula1>{source}</formula1></dataValidation>"
            )
        }
        None => format!("<dataValidation allowBlank=\"1\"{note}{range}/>"),
    })
}

/// A column for each list of choices.
fn lists_xml(lists: &[Vec<String>]) -> String {
    let mut text = format!("{HEAD}<worksheet xmlns=\"{MAIN}\"><sheetData>");
    let rows = lists.iter().map(Vec::len).max().unwrap_or(0);
    for row in 0..rows {
        let cells: Vec<String> =
            lists.iter().map(|list| list.get(row).cloned().unwrap_or_default()).collect();
        push_row(&mut text, row + 1, 0, &cells, &[]);
    }
    text + "</sheetData></worksheet>"
}

/// A text in XML, without the characters that XML cannot hold.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\t' => escaped.push(letter),
            letter if letter.is_control() => {}
            letter => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Kind, read};

    fn sheet() -> SheetOut {
        let choice = Choice::OneOf(vec!["silk".into(), "salt".into()]);
        SheetOut {
            name: "ship".into(),
            columns: vec![
                Column { title: "id".into(), ..Column::default() },
                Column { title: "strength".into(), number: true, ..Column::default() },
                Column {
                    title: "cargo".into(),
                    note: "What it <carries>.".into(),
                    choice,
                    ..Column::default()
                },
            ],
            rows: vec![
                vec!["raft".into(), "3".into(), "silk".into()],
                vec!["brig".into(), String::new(), "two\nlines & \"more\"".into()],
            ],
        }
    }

    #[test]
    fn what_is_written_reads_back() {
        let bytes = write_xlsx(&[sheet()]).unwrap();
        assert_eq!(bytes, write_xlsx(&[sheet()]).unwrap());
        let book = read(Kind::Xlsx, &bytes).unwrap();
        assert_eq!(book.sheets[0].name, "ship");
        let rows = &book.sheets[0].rows;
        let texts = |row: usize| {
            rows[row].cells.iter().map(|cell| (cell.column, &*cell.text)).collect::<Vec<_>>()
        };
        assert_eq!(texts(0), [(0, "id"), (1, "strength"), (2, "cargo")]);
        assert_eq!(texts(1), [(0, "raft"), (1, "3"), (2, "silk")]);
        assert_eq!(texts(2), [(0, "brig"), (2, "two\nlines & \"more\"")]);
        assert_eq!(book.sheets[1].name, LISTS);
    }

    #[test]
    fn names_of_sheets_are_such_that_excel_accepts() {
        let named = |name: &str| SheetOut { name: name.into(), ..SheetOut::default() };
        let names = sheet_names(&[
            named("a/b"),
            named("AB"),
            named("choices"),
            named("x".repeat(40).as_str()),
        ]);
        assert_eq!(names, ["ab", "AB 2", "choices 2", &"x".repeat(28)]);
    }
}
