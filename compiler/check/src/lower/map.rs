//! Drawn maps: the lines of a `"""` text, and the legend that says what their marks are.

use std::collections::{BTreeMap, BTreeSet};

use cardwright_dsl::ast::{self, Entry, ExprKind};
use cardwright_model::{Map, MapForm, Value};

use super::Lowerer;
use crate::diag::{declarations, tabletop, types};
use crate::ty::Ty;

/// The longest side of a map, in characters. No table is that large.
const MAX_SIDE: usize = 1000;

impl Lowerer<'_> {
    /// A map of values of the enum `of`, drawn in a text, with the marks of a legend beside it.
    pub(crate) fn map_value(
        &mut self,
        value: &ast::Expr,
        of: &str,
        form: MapForm,
        legend: Option<&ast::Clause>,
    ) -> Option<Value> {
        let own = self.legend(legend, of);
        let rows = self.drawing(value, form)?;
        if form == MapForm::Squares {
            self.short_lines(&rows, value.span);
        }
        let mut marks = self.common_marks(of);
        marks.extend(own);
        let used = self.check_marks(&rows, value.span, of, form, &marks)?;
        if let Some(legend) = legend {
            self.unused_marks(legend, &used);
        }
        marks.retain(|mark, _| used.contains(mark));
        Some(Value::Map { map: Map { form, rows, legend: marks } })
    }

    /// The lines of a drawing, all as long as the longest.
    pub(crate) fn drawing(&mut self, value: &ast::Expr, form: MapForm) -> Option<Vec<String>> {
        let text = match &value.kind {
            ExprKind::Text(text) => text,
            ExprKind::Bad => return None,
            _ => {
                let found = self.infer_quietly(value);
                self.report(types::mismatch(self.at(value.span), &Ty::Map, &found));
                return None;
            }
        };
        let mut rows: Vec<String> =
            text.text.split('\n').map(|row| row.trim_end().to_owned()).collect();
        while rows.last().is_some_and(String::is_empty) {
            rows.pop();
        }
        let width = rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
        let problem = if width == 0 {
            Some("it is empty")
        } else if rows.iter().any(|row| row.contains(char::is_control)) {
            Some("a tab is as wide as it likes; draw with spaces")
        } else if width > MAX_SIDE || rows.len() > MAX_SIDE {
            Some("it is larger than any table")
        } else if form == MapForm::Edges
            && (width.is_multiple_of(2) || rows.len().is_multiple_of(2))
        {
            Some("with walls between squares, lines and columns are odd in number")
        } else {
            None
        };
        if let Some(problem) = problem {
            self.report(tabletop::ragged_map(self.at(value.span), problem));
            return None;
        }
        for row in &mut rows {
            let missing = width - row.chars().count();
            row.extend(std::iter::repeat_n(' ', missing));
        }
        Some(rows)
    }

    /// A line that ends early is most likely a square forgotten.
    fn short_lines(&mut self, rows: &[String], span: ast::Span) {
        let length = |row: &String| row.trim_end().chars().count();
        let width = rows.iter().map(length).max().unwrap_or(0);
        for (line, row) in rows.iter().enumerate().filter(|(_, row)| length(row) < width) {
            let sizes = (length(row), width);
            self.report(tabletop::short_line(self.at(span), line + 1, sizes));
        }
    }

    /// The marks that the enum's values have in every map: their property `mark`.
    pub(crate) fn common_marks(&self, of: &str) -> BTreeMap<char, Vec<String>> {
        let known = self.symbols.enums.get(of).into_iter().flat_map(|symbol| &symbol.marks);
        known.map(|(mark, value)| (*mark, vec![value.clone()])).collect()
    }

    /// `legend { L: lava  ~: water }`
    fn legend(&mut self, legend: Option<&ast::Clause>, of: &str) -> BTreeMap<char, Vec<String>> {
        let mut marks = BTreeMap::new();
        for (mark, clause) in self.legend_entries(legend) {
            let wanted = Ty::Enum(of.to_owned());
            let mut values = Vec::new();
            for value in clause.values.iter().flatten() {
                if let cardwright_model::Expr::Symbol { id, .. } = self.typed(value, &wanted).expr {
                    values.push(id);
                }
            }
            marks.insert(mark, values);
        }
        marks
    }

    /// The lines of a legend: a mark, a colon, what it stands for.
    pub(crate) fn legend_entries<'c>(
        &mut self,
        legend: Option<&'c ast::Clause>,
    ) -> Vec<(char, &'c ast::Clause)> {
        let mut lines = Vec::new();
        let Some(legend) = legend else { return lines };
        if legend.block.is_none() {
            self.report(declarations::clause_needs_block(self.at(legend.span), "legend"));
        }
        for entry in legend.block.iter().flat_map(|block| &block.entries) {
            let Entry::Clause(clause) = entry else {
                self.refuse_entry(entry, "`legend`");
                continue;
            };
            let mut letters = clause.name.text.chars();
            match (letters.next(), letters.next(), &clause.values) {
                (Some(mark), None, Some(_)) => lines.push((mark, &**clause)),
                _ => {
                    let location = self.at(clause.name.span);
                    self.report(tabletop::ragged_map(location, "a mark is one character"));
                }
            }
        }
        lines
    }

    /// The marks that are drawn; none if one of them means nothing.
    pub(crate) fn check_marks<V>(
        &mut self,
        rows: &[String],
        span: ast::Span,
        of: &str,
        form: MapForm,
        marks: &BTreeMap<char, V>,
    ) -> Option<BTreeSet<char>> {
        let mut used = BTreeSet::new();
        for (line, row) in rows.iter().enumerate() {
            for (column, mark) in row.chars().enumerate() {
                // Corners between edges are there for the eye.
                let corner = form == MapForm::Edges && line % 2 == 0 && column % 2 == 0;
                if mark != ' ' && !corner && used.insert(mark) && !marks.contains_key(&mark) {
                    let place = (line + 1, column + 1);
                    self.report(tabletop::unknown_mark_on_map(self.at(span), mark, place, of));
                    return None;
                }
            }
        }
        Some(used)
    }

    pub(crate) fn unused_marks(&mut self, legend: &ast::Clause, used: &BTreeSet<char>) {
        for entry in legend.block.iter().flat_map(|block| &block.entries) {
            if let Entry::Clause(clause) = entry
                && clause.name.text.chars().next().is_some_and(|mark| !used.contains(&mark))
            {
                self.report(tabletop::unused_mark(self.at(clause.name.span), &clause.name.text));
            }
        }
    }
}
