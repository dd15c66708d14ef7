//! What scenario tests say about the board and the dice: drawn positions, scripted throws.

use std::collections::BTreeMap;

use cardwright_dsl::ast::{self, ExprKind};
use cardwright_model::{
    ClauseDecl, Expr, FieldDecl, FieldType, Map, MapForm, Role, ScenarioMap, Throws,
};

use super::Lowerer;
use crate::diag::types;
use crate::mentions::Meaning;
use crate::ty::Ty;

/// How the ground is drawn on which figures stand.
const GROUND: char = '.';

impl Lowerer<'_> {
    /// `dice: 6, 5, 1` or `dice ember-mage: star, blank`.
    pub(crate) fn throws(&mut self, clause: &ast::Clause) -> Option<Throws> {
        let by = match &clause.args[..] {
            [] => None,
            [who, ..] => match self.typed(who, &Ty::CardName).expr {
                Expr::Card { id, .. } => Some(id),
                _ => return None,
            },
        };
        let Some(values) = &clause.values else {
            self.report(types::no_value(self.at(clause.span), "dice", &Ty::Die));
            return None;
        };
        let faces = values.iter().filter_map(|value| self.face(value)).collect();
        Some(Throws { by, faces })
    }

    /// `map: """…"""`, with a legend of squares and figures.
    pub(crate) fn scenario_map(
        &mut self,
        clause: &ast::Clause,
        legend: Option<&ast::Clause>,
    ) -> Option<ScenarioMap> {
        let Some([drawing]) = clause.values.as_deref() else {
            self.report(types::no_value(self.at(clause.span), "map", &Ty::Map));
            return None;
        };
        let (of, form) = self.map_type()?;
        let rows = self.drawing(drawing, form)?;
        let mut marks = self.common_marks(&of);
        let ground = marks.get(&GROUND).cloned().unwrap_or_default();
        let mut figures: BTreeMap<char, Vec<Expr>> = BTreeMap::new();
        for (mark, line) in self.legend_entries(legend) {
            let mut squares = Vec::new();
            for value in line.values.iter().flatten() {
                let is_square = match &value.kind {
                    ExprKind::Name(name) => {
                        let known = self.symbols.enums.get(&of);
                        known.is_some_and(|known| known.values.contains_key(name))
                    }
                    _ => false,
                };
                if is_square {
                    let id = self.source.slice(value.span).to_owned();
                    self.mention(value.span, || Meaning::Value { of: of.clone(), id });
                    squares.push(self.source.slice(value.span).to_owned());
                } else {
                    let figure = self.expression(value, &Ty::CardName);
                    figures.entry(mark).or_default().push(figure);
                }
            }
            // A figure stands on plain ground unless the legend says more.
            marks.insert(mark, if squares.is_empty() { ground.clone() } else { squares });
        }
        let used = self.check_marks(&rows, drawing.span, &of, form, &marks)?;
        if let Some(legend) = legend {
            self.unused_marks(legend, &used);
        }
        marks.retain(|mark, _| used.contains(mark));
        figures.retain(|mark, _| used.contains(mark));
        Some(ScenarioMap { map: Map { form, rows, legend: marks }, figures })
    }

    /// What the game's maps are made of: the first kind of card that has one says it. Records only
    /// tell about the game, as a rulebook does with its diagrams.
    fn map_type(&mut self) -> Option<(String, MapForm)> {
        fn in_fields(fields: &[FieldDecl]) -> Option<(String, MapForm)> {
            fields.iter().find_map(|field| match &field.field_type {
                FieldType::Map { of, form } => Some((of.clone(), *form)),
                _ => None,
            })
        }
        fn in_clauses(clauses: &[ClauseDecl]) -> Option<(String, MapForm)> {
            clauses.iter().find_map(|clause| {
                in_fields(&clause.fields).or_else(|| in_clauses(&clause.clauses))
            })
        }
        let cards = self.symbols.kinds.values().filter(|symbol| symbol.kind.role == Role::Card);
        cards.into_iter().find_map(|symbol| {
            in_fields(&symbol.kind.fields).or_else(|| in_clauses(&symbol.kind.clauses))
        })
    }
}
