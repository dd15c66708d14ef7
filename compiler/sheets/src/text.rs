//! Names made from what people write in cells, and sheets as text.

use crate::{
    Cell, LARGEST_UNPACKED, LONGEST_CELL, MOST_CELLS, MOST_COLUMNS, MOST_ROWS, Refused, Row, Sheet,
};

/// An identifier made from words: small letters and digits with hyphens between them. `The Widow's
/// Answer` is `the-widows-answer`. Empty if nothing is left.
pub fn slug(text: &str) -> String {
    let mut slug = String::new();
    for letter in text.trim().chars() {
        let plain = plain(letter);
        if !plain.is_empty() {
            slug.push_str(&plain);
        } else if !matches!(letter, '\'' | '’') && !slug.ends_with('-') && !slug.is_empty() {
            slug.push('-');
        }
    }
    slug.trim_end_matches('-').to_owned()
}

/// The letter without accents, small; empty for what no identifier has.
fn plain(letter: char) -> String {
    if letter.is_ascii_alphanumeric() {
        return letter.to_ascii_lowercase().to_string();
    }
    let small = letter.to_lowercase().next().unwrap_or(letter);
    let plain = match small {
        'à' | 'á' | 'â' | 'ã' | 'å' | 'ā' | 'ă' | 'ą' => "a",
        'ä' | 'æ' => "ae",
        'ç' | 'ć' | 'č' => "c",
        'ď' | 'đ' | 'ð' => "d",
        'è' | 'é' | 'ê' | 'ë' | 'ē' | 'ę' | 'ě' => "e",
        'ğ' => "g",
        'ì' | 'í' | 'î' | 'ï' | 'ī' | 'ı' => "i",
        'ł' => "l",
        'ñ' | 'ń' | 'ň' => "n",
        'ò' | 'ó' | 'ô' | 'õ' | 'ø' | 'ō' => "o",
        'ö' | 'œ' => "oe",
        'ř' => "r",
        'ś' | 'š' | 'ş' => "s",
        'ß' => "ss",
        'ť' | 'þ' => "t",
        'ù' | 'ú' | 'û' | 'ū' | 'ů' => "u",
        'ü' => "ue",
        'ý' | 'ÿ' => "y",
        'ź' | 'ż' | 'ž' => "z",
        _ => "",
    };
    plain.to_owned()
}

/// `A`, `B`, … `Z`, `AA`: how spreadsheets name a column, which counts from 0.
pub fn column_letters(column: u32) -> String {
    let mut letters = Vec::new();
    let mut left = u64::from(column) + 1;
    while left > 0 {
        let digit = ((left - 1) % 26) as u8;
        letters.push(char::from(b'A' + digit));
        left = (left - 1) / 26;
    }
    letters.iter().rev().collect()
}

/// A cell of a workbook, before the sheet has a text.
pub(crate) struct Filled {
    /// From 1.
    pub(crate) row: u32,
    /// From 0.
    pub(crate) column: u32,
    pub(crate) text: String,
    pub(crate) unknown: bool,
}

/// A sheet of cells in the order of rows and columns; its text has a line for each row.
pub(crate) fn sheet(name: &str, mut filled: Vec<Filled>) -> Result<Sheet, Refused> {
    filled.retain(|cell| !cell.text.trim().is_empty() || cell.unknown);
    filled.sort_by_key(|cell| (cell.row, cell.column));
    filled.dedup_by_key(|cell| (cell.row, cell.column));
    let mut sheet = Sheet { name: name.to_owned(), ..Sheet::default() };
    let mut line = 1;
    for Filled { row, column, text, unknown } in filled {
        bounded(row as usize, column as usize, text.len())?;
        while line < row {
            sheet.text.push('\n');
            line += 1;
        }
        if sheet.rows.last().is_none_or(|last| last.number != row) {
            sheet.rows.push(Row { number: row, cells: Vec::new() });
        } else {
            sheet.text.push_str(" | ");
        }
        let start = sheet.text.len() as u32;
        // One line for each row, whatever a cell holds.
        let shown = text.replace("\r\n", "\n").replace(['\n', '\r'], " ⏎ ");
        sheet.text.push_str(&shown);
        let span = start..sheet.text.len() as u32;
        if let Some(row) = sheet.rows.last_mut() {
            row.cells.push(Cell { column, text, span, unknown });
        }
    }
    sheet.text.push('\n');
    Ok(sheet)
}

/// Refuses what no game needs: `row` from 1, `column` from 0.
pub(crate) fn bounded(row: usize, column: usize, length: usize) -> Result<(), Refused> {
    if row > MOST_ROWS {
        return Err(Refused::too_many("rows", MOST_ROWS));
    }
    if column >= MOST_COLUMNS {
        return Err(Refused::too_many("columns", MOST_COLUMNS));
    }
    if length > LONGEST_CELL {
        let message = format!("a cell of row {row} has more than {LONGEST_CELL} bytes");
        return Err(Refused::new(message, "shorten its text"));
    }
    Ok(())
}

/// Counts filled cells and their letters. Cells may share one long text, so that a small file says
/// a lot.
#[derive(Default)]
pub(crate) struct Counter {
    cells: usize,
    bytes: u64,
}

impl Counter {
    pub(crate) fn add(&mut self, length: usize) -> Result<(), Refused> {
        self.cells += 1;
        self.bytes += length as u64;
        if self.cells > MOST_CELLS {
            return Err(Refused::too_many("filled cells", MOST_CELLS));
        }
        if self.bytes > LARGEST_UNPACKED {
            let message = format!("its cells hold more than {} MB", LARGEST_UNPACKED >> 20);
            return Err(Refused::new(message, "divide it into several files"));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_identifiers() {
        assert_eq!(slug("The Widow's Answer"), "the-widows-answer");
        assert_eq!(slug("  Éowyn & Söhne (2)  "), "eowyn-soehne-2");
        assert_eq!(slug("!?"), "");
    }

    #[test]
    fn columns_are_named_as_in_spreadsheets() {
        let named = [0, 25, 26, 701, 702].map(column_letters);
        assert_eq!(named, ["A", "Z", "AA", "ZZ", "AAA"]);
    }
}
