//! A row of a sheet as the text of a declaration.

use std::collections::{BTreeMap, BTreeSet};

use cardwright_sheets::{Cell as SheetCell, Row, slug};

use super::columns::{Column, Is};
use super::shapes::{Form, Shapes};
use super::{Cell, Piece, SheetRow};

/// What all rows of a table share.
pub(super) struct Head<'t> {
    pub(super) kind: &'t str,
    pub(super) parent: Option<&'t str>,
    /// The folder that the sheet is in, with a `/`.
    pub(super) folder: &'t str,
    /// The files of the package.
    pub(super) assets: &'t BTreeSet<String>,
}

impl Head<'_> {
    /// The path of a file that a cell names: as it is, beside the sheet, or among the pictures.
    fn file(&self, written: &str) -> String {
        let written = written.trim().trim_start_matches("./");
        let folders = ["", self.folder, "art/", "images/", "pictures/"];
        let mut paths = folders.iter().map(|folder| format!("{folder}{written}"));
        let known = paths.find(|path| self.assets.contains(path));
        known.unwrap_or_else(|| written.to_owned())
    }
}

/// The declaration of a row; none if it says neither an identifier nor a name. `ids` counts the
/// identifiers that were made from names.
pub(super) fn declaration(
    head: &Head<'_>,
    row: &Row,
    columns: &[Column],
    shapes: &Shapes,
    ids: &mut BTreeMap<String, u32>,
) -> Option<SheetRow> {
    let of = |wanted: &Is| {
        let column = columns.iter().find(|column| column.is == *wanted)?;
        Some((row.cell(column.index)?, column))
    };
    let (id_cell, name_cell) = (of(&Is::Id), of(&Is::Name));
    let (home, home_column) = id_cell.or(name_cell)?;
    let home = cell(row, home, home_column);
    let mut writer = Writer { row, text: String::new(), pieces: Vec::new() };
    writer.text.push_str(head.kind);
    writer.text.push(' ');
    let (written, column) = id_cell.or(name_cell)?;
    let mut id = identifier(&written.text, head.kind);
    // Two cards of one name are two cards; two of one identifier are a mistake.
    if id_cell.is_none() {
        let count = ids.entry(id.clone()).or_insert(0);
        *count += 1;
        if *count > 1 {
            id = format!("{id}-{count}");
        }
    }
    writer.put(&id, written, column);
    if let Some((name, column)) = name_cell {
        writer.text.push(' ');
        writer.put_text(&name.text, name, column);
    }
    if let Some(parent) = head.parent {
        writer.text.push_str(": ");
        writer.text.push_str(parent);
    }
    writer.text.push_str(" {\n");
    for column in columns {
        let Some(cell) = row.cell(column.index).filter(|cell| !cell.unknown) else { continue };
        match &column.is {
            Is::Id | Is::Name => {}
            Is::Effects => writer.put_lines(cell, column),
            Is::Member(name, Form::Effect) => {
                writer.text.push_str("  ");
                writer.put_title(name, column);
                writer.text.push_str(" {\n");
                writer.put_lines(cell, column);
                writer.text.push_str("  }\n");
            }
            Is::Member(name, Form::File) => {
                writer.text.push_str("  ");
                writer.put_title(name, column);
                writer.text.push_str(": ");
                writer.put_text(&head.file(&cell.text), cell, column);
                writer.text.push('\n');
            }
            Is::Member(name, form) => {
                writer.text.push_str("  ");
                writer.put_title(name, column);
                writer.text.push_str(": ");
                writer.put_value(cell, column, form, shapes);
                writer.text.push('\n');
            }
        }
    }
    writer.text.push_str("}\n");
    Some(SheetRow { text: writer.text, pieces: writer.pieces, home })
}

fn cell(row: &Row, cell: &SheetCell, column: &Column) -> Cell {
    Cell {
        span: cell.span.clone(),
        row: row.number,
        column: cell.column,
        title: column.title.text.trim().to_owned(),
    }
}

/// A word that can be an identifier.
fn identifier(written: &str, kind: &str) -> String {
    let written = written.trim();
    let slug = slug(written);
    match slug.bytes().next() {
        None => format!("{kind}-x"),
        // Numbers alone are no names.
        Some(b'0'..=b'9') if !slug.bytes().any(|byte| byte.is_ascii_alphabetic()) => {
            format!("{kind}-{slug}")
        }
        Some(_) => slug,
    }
}

struct Writer<'r> {
    row: &'r Row,
    text: String,
    pieces: Vec<Piece>,
}

impl Writer<'_> {
    /// Writes what stands for a cell.
    fn put(&mut self, written: &str, from: &SheetCell, column: &Column) {
        let start = self.text.len() as u32;
        self.text.push_str(written);
        let length = from.span.end - from.span.start;
        // A cell in quotes with quotes in it is longer in the file than what it says.
        let is_exact = from.text == written && length as usize == written.len();
        let cell = cell(self.row, from, column);
        self.pieces.push(Piece { text: start..self.text.len() as u32, cell, is_exact });
    }

    /// Writes the name of a field, which stands above the cells.
    fn put_title(&mut self, name: &str, column: &Column) {
        let start = self.text.len() as u32;
        self.text.push_str(name);
        let title = &column.title;
        let cell = Cell {
            span: title.span.clone(),
            row: 1,
            column: title.column,
            title: title.text.trim().to_owned(),
        };
        let is_exact = title.text == name;
        self.pieces.push(Piece { text: start..self.text.len() as u32, cell, is_exact });
    }

    /// Writes a text in quotes.
    fn put_text(&mut self, text: &str, from: &SheetCell, column: &Column) {
        let trimmed = text.trim();
        let quoted = trimmed.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
        let start = self.text.len() as u32;
        self.text.push('"');
        self.put(&quoted, from, column);
        self.text.push('"');
        // What is wrong with a text is wrong with all of it, its quotes included.
        if let Some(piece) = self.pieces.last_mut() {
            piece.text = start..self.text.len() as u32;
            piece.is_exact = false;
        }
    }

    /// Writes lines of effects.
    fn put_lines(&mut self, from: &SheetCell, column: &Column) {
        let text = from.text.replace("\r\n", "\n");
        self.put(&text, from, column);
        self.text.push('\n');
    }

    fn put_value(&mut self, from: &SheetCell, column: &Column, form: &Form, shapes: &Shapes) {
        let text = from.text.trim();
        match form {
            Form::Text | Form::File => self.put_text(text, from, column),
            Form::Flag => {
                let word = match text.to_lowercase().as_str() {
                    "yes" | "true" | "x" | "1" | "y" | "✓" | "✔" => "yes",
                    "no" | "false" | "0" | "n" | "-" => "no",
                    _ => "",
                };
                match word {
                    "" => self.put_plain(text, from, column),
                    word => self.put(word, from, column),
                }
            }
            Form::Name { of, list } => {
                let parts: Vec<&str> = match list {
                    true => text.split([',', ';', '\n']).map(str::trim).collect(),
                    false => vec![text],
                };
                let mut names = Vec::new();
                for part in parts.into_iter().filter(|part| !part.is_empty()) {
                    let known = shapes.value(of, part).map(str::to_owned);
                    names.push(known.unwrap_or_else(|| slug(part)));
                }
                match names.iter().any(String::is_empty) {
                    true => self.put_text(text, from, column),
                    false => self.put(&names.join(", "), from, column),
                }
            }
            Form::Plain | Form::Effect => self.put_plain(text, from, column),
        }
    }

    /// Writes a value as it is, unless it would end the declaration.
    fn put_plain(&mut self, text: &str, from: &SheetCell, column: &Column) {
        match text.contains(['{', '}', '\n', ';']) || text.contains("//") {
            true => self.put_text(text, from, column),
            false => self.put(text, from, column),
        }
    }
}
