//! Spreadsheets as rows of cells.
//!
//! [`read`] takes the bytes of a CSV, TSV, XLSX or ODS file and gives its sheets, or says why not.
//! Whoever made the file may be a stranger: sizes, numbers of rows and cells are bounded, formulas
//! are never calculated, and nothing outside the file is looked at. [`write_xlsx`] makes a workbook.
//! Nothing here touches the disk.

mod ods;
mod others;
mod package;
mod separated;
mod text;
mod write;
mod xlsx;

pub use others::{Brought, bring};
pub use text::{column_letters, slug};
pub use write::{Choice, Column, SheetOut, write_xlsx};

use std::ops::Range;

/// No file is larger. A thousand cards come to about 300 kB.
pub const LARGEST_FILE: u64 = 16 << 20;
/// No file is larger once it is unpacked.
pub(crate) const LARGEST_UNPACKED: u64 = 64 << 20;
/// Rows of a sheet.
pub(crate) const MOST_ROWS: usize = 20_000;
/// Columns of a sheet.
pub(crate) const MOST_COLUMNS: usize = 512;
/// Filled cells of a file.
pub(crate) const MOST_CELLS: usize = 500_000;
/// Bytes of a cell. Other programs allow 32,767 letters.
pub(crate) const LONGEST_CELL: usize = 128 << 10;

/// A file with its sheets.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Workbook {
    /// The sheets in their order. A CSV file has one, without a name.
    pub sheets: Vec<Sheet>,
}

/// One sheet.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sheet {
    /// Its name; empty for CSV and TSV.
    pub name: String,
    /// What messages quote: the file itself if it is text; otherwise a line for each row, in which
    /// cells stand between bars.
    pub text: String,
    /// The rows that hold something.
    pub rows: Vec<Row>,
}

/// A row that holds something.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Row {
    /// Its number, from 1.
    pub number: u32,
    /// Its filled cells from left to right.
    pub cells: Vec<Cell>,
}

/// A filled cell.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Cell {
    /// Its column, from 0.
    pub column: u32,
    /// What it says.
    pub text: String,
    /// Where that stands in the text of the sheet.
    pub span: Range<u32>,
    /// True for a formula whose result the file does not hold.
    pub unknown: bool,
}

impl Row {
    /// The cell of a column.
    pub fn cell(&self, column: u32) -> Option<&Cell> {
        self.cells.iter().find(|cell| cell.column == column)
    }
}

/// What a file is, by the ending of its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Values with commas, semicolons or tabs between them; the first line decides.
    Csv,
    /// Values with tabs between them.
    Tsv,
    /// A workbook of Excel.
    Xlsx,
    /// A workbook of `LibreOffice`.
    Ods,
}

impl Kind {
    /// What a file of that name is.
    pub fn of(name: &str) -> Option<Kind> {
        let ending = name.rsplit_once('.')?.1.to_ascii_lowercase();
        match ending.as_str() {
            "csv" => Some(Kind::Csv),
            "tsv" | "tab" => Some(Kind::Tsv),
            "xlsx" | "xlsm" => Some(Kind::Xlsx),
            "ods" => Some(Kind::Ods),
            _ => None,
        }
    }
}

/// Why a file is not read, in words, and the place if it is known.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Refused {
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: String,
    /// Where, in the bytes of a text file.
    pub at: Option<u32>,
}

impl Refused {
    pub(crate) fn new(message: impl Into<String>, help: impl Into<String>) -> Refused {
        Refused { message: message.into(), help: help.into(), at: None }
    }

    pub(crate) fn too_many(what: &str, most: usize) -> Refused {
        Refused::new(
            format!("it has more than {most} {what}"),
            "delete what the cards do not need, or divide it into several files",
        )
    }
}

/// Reads a file.
pub fn read(kind: Kind, bytes: &[u8]) -> Result<Workbook, Refused> {
    if bytes.len() as u64 > LARGEST_FILE {
        let message = format!("it is larger than {} MB", LARGEST_FILE >> 20);
        return Err(Refused::new(message, "divide it into several files"));
    }
    match kind {
        Kind::Csv => separated::read(bytes, None),
        Kind::Tsv => separated::read(bytes, Some('\t')),
        Kind::Xlsx => xlsx::read(bytes),
        Kind::Ods => ods::read(bytes),
    }
}
