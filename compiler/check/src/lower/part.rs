//! Named parts of a card: rooms and the links between them, flags and counters.

use std::collections::{BTreeMap, BTreeSet};

use cardwright_dsl::ast::{self, Entry, ExprKind};
use cardwright_model::{Clause, ClauseDecl, ClauseShape, Expr, FieldType, Value};

use super::value::integer;
use super::{Lowerer, Typed, Variable};
use crate::diag::{Location, names, tabletop, types};
use crate::ty::{EntityRole, Ty};

/// The named parts of the card at hand.
#[derive(Debug, Default)]
pub(crate) struct Parts {
    /// The names of the parts by the clause that declares them, in the order written.
    names: BTreeMap<String, Vec<(String, Location)>>,
    /// Parts that something leads to.
    reached: BTreeSet<(String, String)>,
    /// Clauses that something leads to by a link.
    linked: BTreeSet<String>,
}

impl Parts {
    /// Takes parts for reached.
    pub(crate) fn reach(&mut self, is_reached: impl Fn(&str) -> bool) {
        for (clause, parts) in &self.names {
            let reached = parts.iter().filter(|(part, _)| is_reached(part));
            self.reached.extend(reached.map(|(part, _)| (clause.clone(), part.clone())));
        }
    }
}

impl Lowerer<'_> {
    /// Notes the parts that a block and the blocks inside declare. A part is named by a word of
    /// the card's own, or, where links lead to it, by another card: a room is a map card.
    pub(crate) fn collect_parts(&mut self, block: &ast::Block, clauses: &[ClauseDecl]) {
        for entry in &block.entries {
            let (name, first) = match entry {
                Entry::Clause(clause) => {
                    (&clause.name, clause.args.first().map(|first| first.span))
                }
                Entry::Bad(bad) => match (bad.word(0), bad.word(1)) {
                    (Some(name), first) => (name, first.map(|first| first.span)),
                    _ => continue,
                },
                _ => continue,
            };
            let name = name.text.as_str();
            let Some(declared) = clauses.iter().find(|declared| declared.name == name) else {
                continue;
            };
            let named = declared.params.first().map(|param| &param.field_type);
            let is_part = match named {
                Some(FieldType::Name) => true,
                Some(FieldType::Entity { .. }) => is_linked(clauses, name),
                _ => false,
            };
            if let (true, Some(first)) = (is_part, first) {
                let part = self.source.slice(first).to_owned();
                let location = self.at(first);
                let known = self.parts.names.entry(name.to_owned()).or_default();
                match known.iter().find(|(other, _)| *other == part).map(|(_, place)| *place) {
                    Some(place) => self.report(names::duplicate(location, name, &part, place)),
                    None => known.push((part, location)),
                }
            }
            if let Entry::Clause(clause) = entry
                && let Some(block) = &clause.block
            {
                self.collect_parts(block, &declared.clauses);
            }
        }
    }

    /// A part of the card by its name: `crypt`, `4B`.
    pub(crate) fn part(&mut self, clause: &str, value: &ast::Expr) -> Option<String> {
        if matches!(value.kind, ExprKind::Bad) {
            return None;
        }
        let written = self.source.slice(value.span).to_owned();
        let known = self.parts.names.get(clause).into_iter().flatten();
        let known: Vec<String> = known.map(|(name, _)| name.clone()).collect();
        if !known.contains(&written) {
            // Where it should lead is not clear, so nothing is out of reach.
            let parts = known.iter().map(|name| (clause.to_owned(), name.clone()));
            self.parts.reached.extend(parts);
            // One of the parts is misspelt, which is told there.
            let is_card = |name: &str| self.symbols.entity(EntityRole::Card, name).is_some();
            if is_card(&written) && known.iter().any(|name| !is_card(name)) {
                return None;
            }
            let legal = known.iter().map(String::as_str);
            let location = self.at(value.span);
            self.report(tabletop::unknown_part(location, clause, &written, legal));
            return None;
        }
        self.parts.reached.insert((clause.to_owned(), written.clone()));
        Some(written)
    }

    /// The name of a part in an effect: `reveal(crypt)`.
    pub(crate) fn part_name(&mut self, name: &str) -> Option<Typed> {
        let (clause, _) = self
            .parts
            .names
            .iter()
            .find(|(_, parts)| parts.iter().any(|(part, _)| part == name))?;
        let domain = clause.clone();
        self.parts.reached.insert((domain.clone(), name.to_owned()));
        Some(Typed::new(Expr::Symbol { domain, id: name.to_owned() }, Ty::Tile))
    }

    /// Where links lead to some rooms, one to which nothing leads is never seen. The first is
    /// where it begins.
    pub(crate) fn check_reached(&mut self) {
        let parts = std::mem::take(&mut self.parts);
        for (clause, names) in parts.names.iter().filter(|(name, _)| parts.linked.contains(*name)) {
            for (name, location) in names.iter().skip(1) {
                if !parts.reached.contains(&(clause.clone(), name.clone())) {
                    self.report(tabletop::unreached_part(*location, clause, name));
                }
            }
        }
    }

    /// `exit north -> crypt when bell-silenced { … }`: where it leads.
    pub(crate) fn link(&mut self, clause: &ast::Clause, to: &str) -> Option<String> {
        self.parts.linked.insert(to.to_owned());
        match &clause.to {
            Some(target) => self.part(to, target),
            None => {
                let location = self.at(clause.span);
                let end = clause.args.last().map_or(clause.name.span, |arg| arg.span);
                let head = self.source.slice(clause.name.span.to(end));
                let written = clause.values.as_deref().and_then(<[_]>::first);
                let target = written.map_or("…", |target| self.source.slice(target.span));
                self.parts.reached.insert((to.to_owned(), target.to_owned()));
                self.report(types::leads_nowhere(location, &clause.name.text, head, target));
                None
            }
        }
    }

    /// Binds the flags and counters of a block, so that what stands above them may use them.
    pub(crate) fn bind_flags(&mut self, block: &ast::Block, clauses: &[ClauseDecl]) {
        for entry in &block.entries {
            let (clause, name) = match entry {
                Entry::Clause(clause) => match (&clause.args[..], clause.values.as_deref()) {
                    ([ast::Expr { kind: ExprKind::Name(name), span }, ..], _)
                    // The colon is told where the flag is read.
                    | ([], Some([ast::Expr { kind: ExprKind::Name(name), span }])) => {
                        (&clause.name, (name, *span))
                    }
                    _ => continue,
                },
                Entry::Bad(bad) => match (bad.word(0), bad.word(1)) {
                    (Some(clause), Some(name)) => (clause, (&name.text, name.span)),
                    _ => continue,
                },
                _ => continue,
            };
            let declared = clauses.iter().find(|declared| declared.name == clause.text);
            let ty = match declared.map(|declared| &declared.shape) {
                Some(ClauseShape::Flag) => Ty::Bool,
                Some(ClauseShape::Counter) => Ty::Int,
                _ => continue,
            };
            let (name, span) = name;
            if self.scope.variables.iter().any(|known| known.name == *name) {
                self.report(names::name_taken(self.at(span), name));
            }
            let (name, declared) = (name.clone(), None);
            self.scope.variables.push(Variable { name, ty, used: true, declared, settable: true });
        }
    }

    /// `flag bell-silenced` or `counter seals: 3`.
    pub(crate) fn flag_or_counter(
        &mut self,
        clause: &ast::Clause,
        declared: &ClauseDecl,
    ) -> Option<Clause> {
        let Some(ast::Expr { kind: ExprKind::Name(name), .. }) = clause.args.first() else {
            let location = self.at(clause.name.span);
            let name = &declared.name;
            let value = clause.values.as_deref().and_then(|values| values.first());
            self.report(match value {
                Some(value) => {
                    let gap = ast::Span { start: clause.name.span.end, end: value.span.start };
                    let right = format!("{name} {}", self.source.slice(value.span));
                    types::no_colon(location, self.at(gap), &right)
                }
                None => types::missing_clause_argument(location, name, "name", &Ty::Name, ""),
            });
            return None;
        };
        if let Some(extra) = clause.args.get(1) {
            let shape = format!("{} NAME", declared.name);
            let written = self.source.slice(extra.span);
            let location = self.at(extra.span);
            self.report(types::too_many_arguments(location, &declared.name, &shape, written));
        }
        let mut lowered = Clause { clause: declared.name.clone(), ..Clause::default() };
        lowered.args.insert("name".to_owned(), Value::Text(name.clone()));
        let is_flag = declared.shape == ClauseShape::Flag;
        let start = match clause.values.as_deref() {
            None => None,
            Some([value]) if is_flag => match &value.kind {
                ExprKind::Name(word) if word == "yes" => Some(Value::Bool(true)),
                ExprKind::Name(word) if word == "no" => Some(Value::Bool(false)),
                _ => {
                    let written = self.source.slice(value.span);
                    self.report(types::flag_wanted(self.at(value.span), name, written));
                    None
                }
            },
            Some([value]) => match integer(value) {
                Some(number) => Some(Value::Int(number)),
                None => {
                    let found = self.infer_quietly(value);
                    let location = self.at(value.span);
                    let written = self.source.slice(value.span);
                    self.report(types::number_wanted(location, name, written, &found, None));
                    None
                }
            },
            Some(_) => {
                self.report(types::several_values(self.at(clause.span), name, None));
                None
            }
        };
        let first = if is_flag { Value::Bool(false) } else { Value::Int(0) };
        lowered.fields.insert("start".to_owned(), start.unwrap_or(first));
        Some(lowered)
    }

    /// `set bell-silenced`, `set seals to seals - 1`.
    pub(crate) fn set_statement(
        &mut self,
        name: &ast::Ident,
        value: Option<&ast::Expr>,
    ) -> Option<cardwright_model::Statement> {
        let settable = self.scope.variables.iter().filter(|known| known.settable);
        let known = settable.clone().find(|known| known.name == name.text);
        let Some(ty) = known.map(|known| known.ty.clone()) else {
            let legal: Vec<&str> = settable.map(|known| known.name.as_str()).collect();
            let found = tabletop::not_settable(self.at(name.span), &name.text, legal);
            self.report(found);
            return None;
        };
        let value = match value {
            Some(value) => self.expression(value, &ty),
            None if ty == Ty::Bool => Expr::Bool { value: true },
            None => {
                self.report(types::no_value(self.at(name.span), &name.text, &ty));
                return None;
            }
        };
        Some(cardwright_model::Statement::Set { name: name.text.clone(), value })
    }
}

/// Whether a link among the clauses or inside them leads to a clause.
fn is_linked(clauses: &[ClauseDecl], name: &str) -> bool {
    clauses.iter().any(|clause| {
        matches!(&clause.shape, ClauseShape::Link { to } if to == name)
            || is_linked(&clause.clauses, name)
    })
}
