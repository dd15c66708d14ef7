//! Tables: rows of values under the names of fields. Each row becomes the declaration it stands
//! for, so nothing after the parser needs to know about tables.

use super::lower::Lower;
use super::{Pair, Rule};
use crate::ast::{
    Bad, Block, Clause, Declaration, Entry, Expr, ExprKind, Ident, Span, Str, Table, TableSource,
};
use crate::error::SyntaxError;

/// One cell: its values and its place.
struct Cell {
    values: Vec<Expr>,
    span: Span,
}

impl<'i> Lower<'i> {
    pub(super) fn table(&mut self, pair: Pair<'i>, doc: Vec<Str>) -> Table {
        let span = self.span(&pair);
        let mut table = Table {
            doc,
            kind: Ident { text: String::new(), span },
            parent: None,
            columns: Vec::new(),
            rows: Vec::new(),
            bad: Vec::new(),
            cells: Vec::new(),
            source: None,
            body: span,
            span,
        };
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::ident => table.kind = self.ident(&part),
                Rule::head_parent => table.parent = self.first_ident(part),
                Rule::table_block => self.rows(part, &mut table),
                Rule::table_from => table.source = Some(self.table_source(part)),
                _ => {}
            }
        }
        table
    }

    fn table_source(&mut self, pair: Pair<'i>) -> TableSource {
        let span = self.span(&pair);
        let path = Str { text: String::new(), span, block: false };
        let mut source = TableSource { path, sheet: None, columns: None, span };
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::text => source.path = self.text(part),
                Rule::table_sheet => {
                    let name = part.into_inner().find(|part| part.as_rule() == Rule::text);
                    source.sheet = name.map(|name| self.text(name));
                }
                Rule::block => source.columns = Some(self.block(part)),
                _ => {}
            }
        }
        source
    }

    fn rows(&mut self, pair: Pair<'i>, table: &mut Table) {
        table.body = self.span(&pair);
        let mut has_columns = false;
        // Without the row of names nobody knows what the others say.
        let mut are_columns_lost = false;
        let mut doc = Vec::new();
        let mut opening = None;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::brace_open => opening = Some(self.span(&part)),
                Rule::missing_brace => self.missing_brace(&part, opening),
                Rule::doc => self.doc_line(&part, &mut doc),
                Rule::bad_entry => {
                    are_columns_lost |= !has_columns;
                    let bad = self.bad_row(part);
                    table.bad.push(bad);
                }
                Rule::table_row if are_columns_lost => {
                    let span = self.span(&part);
                    table.cells.push(self.cells(part).iter().map(|cell| cell.span).collect());
                    table.bad.push(self.bad(span));
                }
                Rule::table_row => {
                    let span = self.span(&part);
                    let cells = self.cells(part);
                    table.cells.push(cells.iter().map(|cell| cell.span).collect());
                    if has_columns {
                        match self.row(cells, span, std::mem::take(&mut doc), table) {
                            Some(row) => table.rows.push(row),
                            None => table.bad.push(self.bad(span)),
                        }
                    } else {
                        has_columns = true;
                        table.columns = self.columns(cells);
                    }
                }
                _ => {}
            }
        }
    }

    /// A row that no rule accepts.
    fn bad_row(&mut self, pair: Pair<'i>) -> Bad {
        let span = self.trimmed(self.span(&pair));
        if let Some(error) = self.stray_character(span) {
            self.report(error);
            return self.bad(span);
        }
        self.bad_entry(pair)
    }

    fn cells(&mut self, pair: Pair<'i>) -> Vec<Cell> {
        let mut cells = Vec::new();
        for part in pair.into_inner().filter(is_cell) {
            let span = self.span(&part);
            let mut values = Vec::new();
            for value in part.into_inner().filter(|part| part.as_rule() == Rule::cell_value) {
                values.push(self.expr(value));
            }
            cells.push(Cell { values, span });
        }
        cells
    }

    fn columns(&mut self, cells: Vec<Cell>) -> Vec<Ident> {
        let mut columns = Vec::new();
        for Cell { values, span } in cells {
            match values.as_slice() {
                [Expr { kind: ExprKind::Name(name), span }] => {
                    columns.push(Ident { text: name.clone(), span: *span });
                }
                _ => {
                    self.report(
                        SyntaxError::new(
                            "E0033",
                            span,
                            "the first row of a table names its columns",
                        )
                        .help("write the names of fields: `id | name | cost`"),
                    );
                    columns.push(Ident { text: String::new(), span });
                }
            }
        }
        columns
    }

    fn row(
        &mut self,
        cells: Vec<Cell>,
        span: Span,
        doc: Vec<Str>,
        table: &Table,
    ) -> Option<Declaration> {
        if cells.len() != table.columns.len() {
            let (found, wanted) = (cells.len(), table.columns.len());
            let message = format!("this row has {found} cells, but the table has {wanted} columns");
            let error = SyntaxError::new("E0033", span, message)
                .help("write one cell for each column; an empty one stands between two `|`");
            let columns = table.columns.first().zip(table.columns.last());
            self.report(match columns {
                Some((first, last)) => error.label(first.span.to(last.span), "the columns"),
                None => error,
            });
            return None;
        }
        let mut id = None;
        let mut name = None;
        let mut entries = Vec::new();
        for (column, Cell { values, span }) in table.columns.iter().zip(cells) {
            match (column.text.as_str(), values.as_slice()) {
                (_, []) => {}
                ("id", [Expr { kind: ExprKind::Name(text), span }]) => {
                    id = Some(Ident { text: text.clone(), span: *span });
                }
                ("name", [Expr { kind: ExprKind::Text(text), .. }]) => name = Some(text.clone()),
                ("id" | "name", _) => {
                    let wanted = if column.text == "id" { "a word" } else { "a text in quotes" };
                    let message = format!("expected {wanted} in the column `{}`", column.text);
                    self.report(
                        SyntaxError::new("E0033", span, message)
                            .help("a row reads `id | \"Name\" | …`"),
                    );
                }
                _ => entries.push(cell_field(column, values, span)),
            }
        }
        // A row has no word for its kind, so messages about the kind point at the row's id.
        let kind_span = id.as_ref().map_or(span, |id| id.span);
        Some(Declaration {
            doc,
            is_abstract: None,
            kind: Ident { text: table.kind.text.clone(), span: kind_span },
            id,
            name,
            params: Vec::new(),
            parent: table.parent.clone(),
            targets: Vec::new(),
            range: None,
            bad: None,
            body: Some(Block { entries, span }),
            span,
        })
    }
}

fn is_cell(pair: &Pair<'_>) -> bool {
    matches!(pair.as_rule(), Rule::cell | Rule::filled)
}

/// `cost: 1`, from a cell.
fn cell_field(column: &Ident, values: Vec<Expr>, span: Span) -> Entry {
    Entry::Clause(Box::new(Clause {
        doc: Vec::new(),
        // A field that the kind does not have is told of once, in the row of names.
        name: column.clone(),
        args: Vec::new(),
        label: None,
        values: Some(values),
        to: None,
        when: None,
        on: None,
        block: None,
        span,
    }))
}
