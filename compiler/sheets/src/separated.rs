//! CSV and TSV: values with something between them, in quotes where they hold it themselves.

use crate::text::{Counter, bounded};
use crate::{Cell, Refused, Row, Sheet, Workbook};

/// Reads a text file. Without a separator the first line says which one it is.
pub(crate) fn read(bytes: &[u8], separator: Option<char>) -> Result<Workbook, Refused> {
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Err(Refused::new("it is UTF-16", "save it as `CSV UTF-8`"));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let at = u32::try_from(error.valid_up_to()).ok();
        Refused { at, ..Refused::new("it is not UTF-8", "save it as `CSV UTF-8`") }
    })?;
    let separator = separator.unwrap_or_else(|| guessed(text));
    let rows = Reader { text, separator, at: if text.starts_with('\u{feff}') { 3 } else { 0 } };
    let rows = rows.rows()?;
    Ok(Workbook { sheets: vec![Sheet { name: String::new(), text: text.to_owned(), rows }] })
}

/// What the first line has most of, outside of quotes.
fn guessed(text: &str) -> char {
    let mut counts = [(',', 0_usize), (';', 0), ('\t', 0)];
    let mut quoted = false;
    for letter in text.chars() {
        match letter {
            '"' => quoted = !quoted,
            '\n' if !quoted && counts.iter().any(|(_, count)| *count > 0) => break,
            _ if quoted => {}
            _ => counts.iter_mut().filter(|(mark, _)| *mark == letter).for_each(|(_, n)| *n += 1),
        }
    }
    // The first of equals: a comma.
    counts.iter().rev().max_by_key(|(_, count)| *count).map_or(',', |(mark, _)| *mark)
}

struct Reader<'t> {
    text: &'t str,
    separator: char,
    at: usize,
}

impl Reader<'_> {
    fn rows(mut self) -> Result<Vec<Row>, Refused> {
        let mut rows = Vec::new();
        let mut counter = Counter::default();
        let mut number = 0;
        while self.at < self.text.len() {
            number += 1;
            let mut row = Row { number, cells: Vec::new() };
            let mut column = 0;
            loop {
                let cell = self.cell(column)?;
                bounded(number as usize, column as usize, cell.text.len())?;
                if !cell.text.trim().is_empty() {
                    counter.add(cell.text.len())?;
                    row.cells.push(cell);
                }
                column += 1;
                match self.text[self.at..].chars().next() {
                    Some(mark) if mark == self.separator => self.at += mark.len_utf8(),
                    _ => break,
                }
            }
            self.end_line();
            if !row.cells.is_empty() {
                rows.push(row);
            }
        }
        Ok(rows)
    }

    fn end_line(&mut self) {
        let rest = &self.text[self.at..];
        let end = ["\r\n", "\n", "\r"].into_iter().find(|end| rest.starts_with(end));
        self.at += end.map_or(0, str::len);
    }

    /// The cell that begins here; afterwards the reader stands at what ends it.
    fn cell(&mut self, column: u32) -> Result<Cell, Refused> {
        let rest = &self.text[self.at..];
        let spaces = rest.len() - rest.trim_start_matches(' ').len();
        if rest[spaces..].starts_with('"') {
            self.at += spaces;
            return self.quoted(column);
        }
        let ends = |letter: char| letter == self.separator || letter == '\n' || letter == '\r';
        let length = rest.find(ends).unwrap_or(rest.len());
        let written = &rest[..length];
        let start = self.at + (written.len() - written.trim_start().len());
        let text = written.trim().to_owned();
        let span = start as u32..(start + text.len()) as u32;
        self.at += length;
        Ok(Cell { column, text, span, unknown: false })
    }

    fn quoted(&mut self, column: u32) -> Result<Cell, Refused> {
        let opening = self.at;
        self.at += 1;
        let start = self.at;
        let mut text = String::new();
        loop {
            let rest = &self.text[self.at..];
            let Some(quote) = rest.find('"') else {
                return Err(Refused {
                    at: Some(opening as u32),
                    ..Refused::new(
                        "a quotation mark is never closed",
                        "close it, or write `\"\"` for a quotation mark inside a cell",
                    )
                });
            };
            text.push_str(&rest[..quote]);
            self.at += quote + 1;
            if self.text[self.at..].starts_with('"') {
                text.push('"');
                self.at += 1;
                continue;
            }
            break;
        }
        let span = start as u32..(self.at - 1) as u32;
        // What follows the closing mark belongs to no cell that anybody meant; it is kept.
        let rest = &self.text[self.at..];
        let ends = |letter: char| letter == self.separator || letter == '\n' || letter == '\r';
        let length = rest.find(ends).unwrap_or(rest.len());
        text.push_str(rest[..length].trim_end());
        self.at += length;
        Ok(Cell { column, text, span, unknown: false })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(text: &str) -> Vec<Vec<(u32, String)>> {
        let book = read(text.as_bytes(), None).unwrap();
        let rows = book.sheets[0].rows.iter();
        rows.map(|row| row.cells.iter().map(|cell| (cell.column, cell.text.clone())).collect())
            .collect()
    }

    fn row(cells: &[(u32, &str)]) -> Vec<(u32, String)> {
        cells.iter().map(|(column, text)| (*column, (*text).to_owned())).collect()
    }

    #[test]
    fn quotes_hold_separators_lines_and_quotes() {
        let read = cells("a,b,c\r\n1,\"x, \"\"y\"\"\nz\",\r\n\r\n,,3\n");
        assert_eq!(read[0], row(&[(0, "a"), (1, "b"), (2, "c")]));
        assert_eq!(read[1], row(&[(0, "1"), (1, "x, \"y\"\nz")]));
        assert_eq!(read[2], row(&[(2, "3")]));
    }

    #[test]
    fn the_first_line_says_what_separates() {
        assert_eq!(cells("a;b;c,d\n1;2")[1], row(&[(0, "1"), (1, "2")]));
        assert_eq!(cells("a\tb\n1\t2,3")[1], row(&[(0, "1"), (1, "2,3")]));
        assert_eq!(cells("one\ntwo")[1], row(&[(0, "two")]));
    }

    #[test]
    fn spans_are_those_of_the_file() {
        let text = "\u{feff}id, name\nrat,\"Big \"\"Rat\"\"\"\n";
        let book = read(text.as_bytes(), None).unwrap();
        let of = |cell: &Cell| text[cell.span.start as usize..cell.span.end as usize].to_owned();
        let shown: Vec<_> = book.sheets[0].rows.iter().flat_map(|row| &row.cells).map(of).collect();
        assert_eq!(shown, ["id", "name", "rat", "Big \"\"Rat\"\""]);
    }

    #[test]
    fn what_cannot_be_read_says_why() {
        let refused = |bytes: &[u8]| read(bytes, None).unwrap_err();
        assert_eq!(refused(b"a,\"b\n").at, Some(2));
        assert_eq!(refused(b"a,\xe9\n").message, "it is not UTF-8");
        assert_eq!(refused(&[0xff, 0xfe, 97, 0]).message, "it is UTF-16");
        let wide = ",".repeat(600);
        assert_eq!(refused(wide.as_bytes()).message, "it has more than 512 columns");
        let long = "x\n".repeat(20_001);
        assert_eq!(refused(long.as_bytes()).message, "it has more than 20000 rows");
    }
}
