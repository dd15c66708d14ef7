//! The layout of tables: the cells of a column are aligned.

use super::layout::Layout;
use crate::ast::Table;

impl Layout<'_, '_> {
    /// Lays out a slice that holds one table and comments around it.
    pub(super) fn table(mut self, table: &Table) {
        let body = table.body;
        while self.tokens.get(self.next).is_some_and(|token| token.start < table.span.start) {
            self.loose_token();
        }
        self.new_line();
        let open = self.index_of(body.start);
        let head = self.flat(self.next, open + 1);
        if head.is_none() {
            // The head has a comment inside: keep its line breaks and only tidy the space between
            // words.
            while self.next <= open {
                let token = self.tokens[self.next];
                let ended = self.next > 0 && token.newlines > 0;
                self.out.push_str(if ended { "\n" } else { " " });
                self.out.push_str(token.text);
                self.next += 1;
            }
        }
        self.out.push_str(&head.unwrap_or_default());
        self.next = open + 1;
        self.indent = 2;
        let rows = self.row_texts(table);
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        let widths: Vec<usize> = (0..columns)
            .map(|column| {
                rows.iter().filter_map(|row| row.get(column)).map(|text| width(text)).max()
            })
            .map(Option::unwrap_or_default)
            .collect();
        let mut rows = rows.into_iter().zip(&table.cells);
        let mut row = rows.next();
        while let Some(token) = self.tokens.get(self.next).copied() {
            let begins = row.as_ref().is_some_and(|(_, cells)| {
                cells.first().is_some_and(|first| token.start >= first.start)
            });
            if begins && let Some((texts, cells)) = row.take() {
                self.new_line();
                self.put_row(&texts, &widths);
                let end = cells.last().map_or(token.start, |last| last.end);
                self.next = self.index_of(end);
                row = rows.next();
            } else if token.start >= body.end.saturating_sub(1) {
                break;
            } else {
                self.loose_token();
            }
        }
        self.indent = 0;
        if !table.cells.is_empty() || !self.out.ends_with('{') {
            self.out.push('\n');
        }
        self.out.push('}');
        self.next += 1;
        self.comments();
    }

    /// The first token at or behind a place.
    fn index_of(&self, start: u32) -> usize {
        self.tokens.partition_point(|token| token.start < start)
    }

    /// The text of each cell of each row, as it will be written.
    fn row_texts(&self, table: &Table) -> Vec<Vec<String>> {
        let text = |cell: &crate::ast::Span| {
            let (first, last) = (self.index_of(cell.start), self.index_of(cell.end));
            self.flat(first, last).unwrap_or_else(|| {
                let texts = self.tokens[first..last].iter().map(|token| token.text);
                texts.collect::<Vec<_>>().join(" ")
            })
        };
        table.cells.iter().map(|row| row.iter().map(text).collect()).collect()
    }

    fn put_row(&mut self, texts: &[String], widths: &[usize]) {
        for (column, text) in texts.iter().enumerate() {
            if column > 0 {
                self.out.push_str(" | ");
            }
            self.out.push_str(text);
            if column + 1 < texts.len() {
                let missing = widths[column].saturating_sub(width(text));
                self.out.extend(std::iter::repeat_n(' ', missing));
            }
        }
        let kept = self.out.trim_end_matches(' ').len();
        self.out.truncate(kept);
    }
}

/// How wide a text is, in characters.
fn width(text: &str) -> usize {
    text.chars().count()
}
