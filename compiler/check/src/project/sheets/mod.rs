//! Tables whose rows are in a spreadsheet: `table ship from "ships.csv" { cost: Price }`.
//!
//! Every row becomes the text of one declaration, which is parsed and checked as if it stood in a
//! `.card` file, and every piece of that text remembers the cell that it comes from. So whatever is
//! found wrong is told at its cell.

mod columns;
mod row;
mod shapes;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use cardwright_dsl::ast::{Item, Span, Table, TableSource};
use cardwright_dsl::{parse_item, split};
use cardwright_model::files::Files;
use cardwright_sheets::{Kind, LARGEST_FILE, Refused, Sheet, Workbook, column_letters};

use super::{LoadedFile, LoadedPackage, Project};
use crate::diag::{Diagnostic, Location, project, sheets};
use crate::source::FileId;
use shapes::Shapes;

pub use columns::guessed_field;

/// The workbooks of a package by their paths in it, or why they cannot be read.
pub(crate) type Workbooks = BTreeMap<String, Arc<Result<Workbook, Refused>>>;

/// A sheet as declarations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SheetRows {
    /// Where the rows are, for messages: `ships.xlsx, sheet “Ships”`.
    name: String,
    pub(crate) rows: Vec<SheetRow>,
}

/// A row as the text of a declaration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SheetRow {
    pub(crate) text: String,
    /// What in the text comes from where, in the order of the text.
    pieces: Vec<Piece>,
    /// The cell that stands for the row.
    home: Cell,
}

/// A stretch of a declaration's text and the cell that it comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Piece {
    text: Range<u32>,
    cell: Cell,
    /// True if the cell says just that, letter by letter.
    is_exact: bool,
}

/// A cell of a sheet.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Cell {
    /// Its place in the text of the sheet.
    span: Range<u32>,
    /// From 1.
    row: u32,
    /// From 0.
    column: u32,
    /// What stands above it.
    title: String,
}

impl SheetRow {
    /// The first byte of the row in the text of the sheet.
    pub(crate) fn start(&self) -> u32 {
        self.home.span.start
    }

    /// The place in the sheet for a place in the text, and the cell's name for messages.
    fn place(&self, span: Span) -> (Span, &Cell) {
        let holds = |piece: &&Piece| piece.text.contains(&span.start);
        let Some(piece) = self.pieces.iter().find(holds) else {
            return (whole(&self.home), &self.home);
        };
        let cell = &piece.cell;
        let place = match piece.is_exact && span.end <= piece.text.end {
            true => {
                let moved = |at: u32| cell.span.start + (at - piece.text.start);
                Span { start: moved(span.start), end: moved(span.end) }
            }
            false => whole(cell),
        };
        (place, cell)
    }
}

fn whole(cell: &Cell) -> Span {
    Span { start: cell.span.start, end: cell.span.end }
}

impl SheetRows {
    /// The place in the sheet for a place in the text of a row.
    pub(crate) fn place(&self, row: usize, span: Span) -> Span {
        self.rows.get(row).map_or(span, |row| row.place(span).0)
    }

    /// True if the sheet says letter by letter what stands at a place of a row's text.
    pub(crate) fn is_exact(&self, row: usize, span: Span) -> bool {
        let pieces = self.rows.get(row).map(|row| &row.pieces[..]).unwrap_or_default();
        pieces.iter().any(|piece| {
            piece.is_exact && piece.text.start <= span.start && span.end <= piece.text.end
        })
    }

    /// "row 4, column `Price` (C) of `ships.csv`".
    pub(crate) fn named(&self, row: usize, span: Span) -> Option<String> {
        let cell = self.rows.get(row)?.place(span).1;
        let letters = column_letters(cell.column);
        Some(format!("row {}, column `{}` ({letters}) of {}", cell.row, cell.title, self.name))
    }
}

/// Reads the spreadsheets that the tables of a package name.
pub(super) fn read_workbooks(
    files: &dyn Files,
    root: &Path,
    texts: &[&str],
    relatives: &[String],
    assets: &BTreeSet<String>,
) -> Workbooks {
    let mut workbooks = Workbooks::new();
    for (text, relative) in texts.iter().zip(relatives) {
        for table in tables(text) {
            let Some(source) = &table.source else { continue };
            let Some(path) = find(&source.path.text, relative, assets) else { continue };
            let Some(kind) = Kind::of(&path) else { continue };
            workbooks.entry(path.clone()).or_insert_with(|| {
                let bytes = files.read(&root.join(&path), LARGEST_FILE);
                Arc::new(match bytes {
                    Ok(bytes) => cardwright_sheets::read(kind, &bytes),
                    Err(error) => Err(Refused {
                        message: error.to_string(),
                        help: "save it as a smaller file, such as CSV".to_owned(),
                        at: None,
                    }),
                })
            });
        }
    }
    workbooks
}

/// The tables of a text that have their rows elsewhere.
fn tables(text: &str) -> Vec<Table> {
    // Most files have none, and that is seen at once.
    if !text.contains("table ") || !text.contains(" from ") || u32::try_from(text.len()).is_err() {
        return Vec::new();
    }
    let mut found = Vec::new();
    for slice in split(text) {
        let item = &text[slice.span.range()];
        if !item.contains("table ") || !item.contains(" from ") {
            continue;
        }
        for parsed in parse_item(item, slice.span.start).items {
            match parsed {
                Item::Table(table) if table.source.is_some() => found.push(*table),
                _ => {}
            }
        }
    }
    found
}

/// The file that a table names: beside the table's own file, or from the package's folder.
fn find(path: &str, relative: &str, assets: &BTreeSet<String>) -> Option<String> {
    let folder = relative.rfind('/').map_or("", |slash| &relative[..=slash]);
    let path = path.trim_start_matches("./");
    [format!("{folder}{path}"), path.to_owned()].into_iter().find(|path| assets.contains(path))
}

impl Project {
    /// Turns the spreadsheets that tables name into declarations, again if that was done before.
    pub(crate) fn spread(&mut self) {
        let mut found = Vec::new();
        for index in 0..self.packages.len() {
            self.spread_package(index, &mut found);
        }
        self.sheet_diagnostics = found;
    }

    fn spread_package(&mut self, index: usize, found: &mut Vec<Diagnostic>) {
        self.packages[index].files.retain(|file| file.sheet.is_none());
        let package = &self.packages[index];
        let mut asked: Vec<(FileId, String, Table)> = Vec::new();
        for file in &package.files {
            let text = self.sources.file(file.file).text.clone();
            let tables = tables(&text).into_iter();
            asked.extend(tables.map(|table| (file.file, file.relative.clone(), table)));
        }
        let mut read: BTreeSet<String> = BTreeSet::new();
        let shapes = match asked.is_empty() {
            true => Shapes::default(),
            false => self.shapes(index),
        };
        let mut files = Vec::new();
        for (file, relative, table) in &asked {
            let at = |span: Span| Location::new(*file, span);
            let Some(source) = &table.source else { continue };
            let package = &self.packages[index];
            let written = &source.path;
            let Some(path) = find(&written.text, relative, &package.assets) else {
                let sheets = package.assets.iter().filter(|path| Kind::of(path).is_some());
                let legal: Vec<&str> = sheets.map(String::as_str).collect();
                found.push(sheets::missing(at(written.span), &written.text, &legal));
                continue;
            };
            read.insert(path.clone());
            if Kind::of(&path).is_none() {
                found.push(sheets::refused(
                    at(written.span),
                    &path,
                    "it is no spreadsheet that is read here",
                    "save it as `.csv`, `.tsv`, `.xlsx` or `.ods`",
                ));
                continue;
            }
            // An editor's text may name a file before it is saved.
            let Some(workbook) = package.workbooks.get(&path).cloned() else { continue };
            let sheet = match &*workbook {
                Ok(workbook) => match chosen(workbook, source) {
                    Ok(sheet) => sheet,
                    Err((span, message, help)) => {
                        found.push(sheets::shape(at(span), message, help));
                        continue;
                    }
                },
                Err(why) => {
                    found.push(sheets::refused(at(written.span), &path, &why.message, &why.help));
                    continue;
                }
            };
            files.extend(self.spread_table(index, (*file, table), &path, sheet, &shapes, found));
        }
        let package = &self.packages[index];
        let unread: Vec<String> = package.unread.clone();
        let root = package.root.clone();
        for relative in unread.iter().filter(|path| !read.contains(*path)) {
            let path = root.join(relative);
            let known = self.sources.find(&path);
            let file = known.unwrap_or_else(|| self.sources.add(&path, "".into()));
            found.push(project::not_read(Location::new(file, Span::default()), relative));
        }
        self.packages[index].files.extend(files);
    }

    /// The declarations of one table.
    fn spread_table(
        &mut self,
        index: usize,
        (file, table): (FileId, &Table),
        path: &str,
        sheet: &Sheet,
        shapes: &Shapes,
        found: &mut Vec<Diagnostic>,
    ) -> Option<LoadedFile> {
        let at = |span: Span| Location::new(file, span);
        let Some(members) = shapes.members(&table.kind.text) else {
            let legal: Vec<&str> = shapes.kinds().collect();
            found.push(crate::diag::names::unknown_kind(
                at(table.kind.span),
                &table.kind.text,
                legal,
                &[],
            ));
            return None;
        };
        let (shown, name) = match sheet.name.as_str() {
            "" => (path.to_owned(), format!("`{path}`")),
            name => (format!("{path}#{name}"), format!("`{path}`, sheet `{name}`")),
        };
        let root = self.packages[index].root.clone();
        let full = root.join(&shown);
        let known = self.sources.find(&full);
        let text: Arc<str> = sheet.text.as_str().into();
        let sheet_file = match known {
            Some(known) => {
                self.sources.replace(known, text);
                known
            }
            None => self.sources.add(&full, text),
        };
        let source = table.source.as_ref()?;
        let there = |span: &Range<u32>| {
            Location::new(sheet_file, Span { start: span.start, end: span.end })
        };
        let columns = columns::columns(table, source, sheet, &members);
        for wrong in columns.wrong {
            let location = match &wrong.at {
                columns::Place::Table(span) => at(*span),
                columns::Place::Cell(span) => there(span),
            };
            found.push(match wrong.is_error {
                true => sheets::shape(location, wrong.message, wrong.help),
                false => sheets::not_read(location, wrong.message, wrong.help),
            });
        }
        if !columns.has_identity {
            return None;
        }
        let mut rows = Vec::new();
        let parent = table.parent.as_ref().map(|parent| parent.text.as_str());
        let mut ids = BTreeMap::new();
        for row in sheet.rows.iter().skip(1) {
            for cell in row.cells.iter().filter(|cell| cell.unknown) {
                if columns.list.iter().any(|column| column.index == cell.column) {
                    found.push(sheets::formula(there(&cell.span), &name, row.number));
                }
            }
            let folder = path.rfind('/').map_or("", |slash| &path[..=slash]);
            let assets = &self.packages[index].assets;
            let head = row::Head { kind: &table.kind.text, parent, folder, assets };
            rows.extend(row::declaration(&head, row, &columns.list, shapes, &mut ids));
        }
        let relative = path.to_owned();
        let sheet = Some(Arc::new(SheetRows { name, rows }));
        Some(LoadedFile { file: sheet_file, relative, sheet })
    }

    /// What the kinds of a package and of those below it hold.
    fn shapes(&self, index: usize) -> Shapes {
        let mut shapes = Shapes::default();
        let packages = self.below(index).into_iter().chain([index]);
        for package in packages.map(|index| &self.packages[index]) {
            for file in package.files.iter().filter(|file| file.sheet.is_none()) {
                shapes.add(&self.sources.file(file.file).text);
            }
        }
        shapes
    }

    /// Puts an editor's text of a spreadsheet into the place of the file's; false if no table
    /// reads it.
    pub(super) fn overlay_sheet(&mut self, path: &Path, text: &str) -> bool {
        let mut is_known = false;
        for package in &mut self.packages {
            let LoadedPackage { root, workbooks, .. } = package;
            for (relative, workbook) in workbooks.iter_mut() {
                let kind = Kind::of(relative);
                let is_text = matches!(kind, Some(Kind::Csv | Kind::Tsv));
                if let (Some(kind), true) = (kind, is_text && root.join(relative) == path) {
                    *workbook = Arc::new(cardwright_sheets::read(kind, text.as_bytes()));
                    is_known = true;
                }
            }
        }
        is_known
    }
}

/// Whether a text has tables with their rows elsewhere.
pub(super) fn names_sheets(text: &str) -> bool {
    text.contains("table ") && text.contains(" from ")
}

/// The sheet that a table asks for; or what is wrong.
fn chosen<'w>(
    workbook: &'w Workbook,
    source: &TableSource,
) -> Result<&'w Sheet, (Span, String, String)> {
    let names = || {
        let names: Vec<String> =
            workbook.sheets.iter().map(|sheet| format!("`{}`", sheet.name)).collect();
        format!("its sheets are {}", names.join(", "))
    };
    let sheet = match &source.sheet {
        None => workbook.sheets.iter().find(|sheet| !sheet.rows.is_empty()),
        Some(name) => {
            let found =
                workbook.sheets.iter().find(|sheet| sheet.name == name.text).or_else(|| {
                    let is_it = |sheet: &&Sheet| sheet.name.eq_ignore_ascii_case(&name.text);
                    workbook.sheets.iter().find(is_it)
                });
            let Some(found) = found else {
                let message = format!("`{}` has no sheet `{}`", source.path.text, name.text);
                return Err((name.span, message, names()));
            };
            Some(found)
        }
    };
    sheet.filter(|sheet| !sheet.rows.is_empty()).ok_or_else(|| {
        let message = format!("`{}` holds nothing", source.path.text);
        (source.path.span, message, "its first row names the columns".to_owned())
    })
}
