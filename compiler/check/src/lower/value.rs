//! Values of fields, and arguments of keywords and clauses, against their declared type.

use cardwright_dsl::ast::{self, BinaryOp, ExprKind, Span, UnaryOp};
use cardwright_model::{Expr, FieldType, Range, Value};

use super::{Lowerer, Scope, Subject};
use crate::diag::{Location, names, types};
use crate::mentions::Meaning;
use crate::ty::{EntityRole, Ty};

impl Lowerer<'_> {
    /// The values after a field's colon; none if they were reported.
    pub(crate) fn field_value(
        &mut self,
        field: &str,
        field_type: &FieldType,
        values: &[ast::Expr],
        span: Span,
        declared: Option<Location>,
    ) -> Option<Value> {
        if let FieldType::List { of } = field_type {
            let mut members = Vec::new();
            values.iter().for_each(|value| alternatives(value, &mut members));
            let lowered: Vec<_> = members
                .into_iter()
                .filter_map(|member| self.single(field, of, member, declared))
                .collect();
            return Some(Value::List(lowered));
        }
        match values {
            [value] => self.single(field, field_type, value, declared),
            [] => {
                let wanted = self.symbols.field_ty(field_type);
                self.report(types::no_value(self.at(span), field, &wanted));
                None
            }
            [_, second, ..] => {
                let last = values.last().map_or(second.span, |last| last.span);
                self.report(types::several_values(self.at(second.span.to(last)), field, declared));
                None
            }
        }
    }

    fn single(
        &mut self,
        field: &str,
        field_type: &FieldType,
        value: &ast::Expr,
        declared: Option<Location>,
    ) -> Option<Value> {
        if matches!(value.kind, ExprKind::Bad) {
            return None;
        }
        match field_type {
            FieldType::Int { range } => {
                let Some(number) = integer(value) else {
                    let found = self.infer_quietly(value);
                    let written = self.source.slice(value.span);
                    let location = self.at(value.span);
                    self.report(types::number_wanted(location, field, written, &found, declared));
                    return None;
                };
                self.check_range(field, number, *range, value.span, declared);
                Some(Value::Int(number))
            }
            FieldType::Formula { range } => match integer(value) {
                Some(number) => {
                    self.check_range(field, number, *range, value.span, declared);
                    Some(Value::Int(number))
                }
                None => Some(Value::Formula { formula: self.expression(value, &Ty::Int) }),
            },
            FieldType::Condition => {
                Some(Value::Formula { formula: self.expression(value, &Ty::Bool) })
            }
            FieldType::DeckCondition => {
                let rule = Scope::rule(Subject::Role(EntityRole::Deck));
                let outer = std::mem::replace(&mut self.scope, rule);
                let formula = self.expression(value, &Ty::Bool);
                self.scope = outer;
                Some(Value::Formula { formula })
            }
            FieldType::Flag => match &value.kind {
                ExprKind::Name(word) if word == "yes" => Some(Value::Bool(true)),
                ExprKind::Name(word) if word == "no" => Some(Value::Bool(false)),
                _ => {
                    self.report(types::flag_wanted(
                        self.at(value.span),
                        field,
                        self.source.slice(value.span),
                    ));
                    None
                }
            },
            FieldType::Text => match &value.kind {
                ExprKind::Text(text) => Some(Value::Text(self.text_of_card(text))),
                _ => {
                    self.report(types::unquoted_text(
                        self.at(value.span),
                        self.source.slice(value.span),
                    ));
                    None
                }
            },
            FieldType::File => self.file(value),
            FieldType::Enum { id } => match self.typed(value, &Ty::Enum(id.clone())).expr {
                Expr::Symbol { id, .. } => Some(Value::Ref { id }),
                _ => None,
            },
            FieldType::Entity { kind } => self.reference(kind, value),
            FieldType::Keyword => {
                let typed = self.typed(value, &Ty::Keyword);
                match typed.expr {
                    Expr::Keyword { id, args } if args.is_empty() => Some(Value::Ref { id }),
                    formula if typed.ty != Ty::Error => Some(Value::Formula { formula }),
                    _ => None,
                }
            }
            FieldType::Selection => {
                Some(Value::Formula { formula: self.expression(value, &Ty::Cards) })
            }
            FieldType::Quantity { unit } => match &value.kind {
                ExprKind::Quantity(quantity, written) if written == unit => {
                    Some(Value::Quantity { quantity: *quantity, unit: unit.clone() })
                }
                _ => {
                    let written = self.source.slice(value.span);
                    self.report(types::wrong_unit(self.at(value.span), field, unit, written));
                    None
                }
            },
            FieldType::Pool => {
                let value_of_field = self.pool_value(value)?;
                if let Value::Pool { pool } = &value_of_field {
                    self.mention_dice(value, pool, Some(field), false);
                }
                Some(value_of_field)
            }
            FieldType::Die => self.die_value(value),
            FieldType::Range { range } => match &value.kind {
                // `3-4`
                ExprKind::Binary(BinaryOp::Subtract, low, high)
                    if integer(low).is_some() && integer(high).is_some() =>
                {
                    let (low, high) = (self.source.slice(low.span), self.source.slice(high.span));
                    let right = format!("{low}..{high}");
                    self.report(types::range_with_minus(self.at(value.span), &right));
                    None
                }
                ExprKind::Binary(BinaryOp::Range, low, high) => {
                    self.range_value(field, low, Some(high), *range)
                }
                _ => self.range_value(field, value, Some(value), *range),
            },
            FieldType::Name => Some(Value::Text(self.source.slice(value.span).to_owned())),
            FieldType::Clause { clause } => self.part(clause, value).map(Value::Text),
            FieldType::Map { of, form } => self.map_value(value, of, *form, None),
            FieldType::List { .. } => self.field_value(
                field,
                field_type,
                std::slice::from_ref(value),
                value.span,
                declared,
            ),
        }
    }

    /// `2..4`, `2..` or a single number.
    pub(crate) fn range_value(
        &mut self,
        field: &str,
        low: &ast::Expr,
        high: Option<&ast::Expr>,
        range: Option<Range>,
    ) -> Option<Value> {
        let whole = high.map_or(low.span, |high| low.span.to(high.span));
        let ends = (integer(low), high.map(integer));
        match ends {
            (Some(min), max @ (None | Some(Some(_)))) => {
                let max = max.flatten();
                if max.is_some_and(|max| max < min) {
                    self.report(types::bad_range(self.at(whole)));
                    return None;
                }
                for number in [Some(min), max].into_iter().flatten() {
                    self.check_range(field, number, range, whole, None);
                }
                Some(Value::Range { min, max })
            }
            _ => {
                let found = self.infer_quietly(low);
                self.report(types::mismatch(self.at(whole), &Ty::Range, &found));
                None
            }
        }
    }

    /// A number with its allowed range.
    pub(crate) fn check_range(
        &mut self,
        field: &str,
        number: i64,
        range: Option<Range>,
        span: Span,
        declared: Option<Location>,
    ) {
        let Some(range) = range else { return };
        if number < range.min || range.max.is_some_and(|max| number > max) {
            self.report(types::out_of_range(self.at(span), field, number, range, declared));
        }
    }

    /// A declaration of that kind or family, by name.
    fn reference(&mut self, kind: &str, value: &ast::Expr) -> Option<Value> {
        let role = self.symbols.role_of(kind);
        let written = match &value.kind {
            ExprKind::Text(text) => Some(text.text.as_str()),
            ExprKind::Apply { .. } => Some(self.source.slice(value.span)),
            _ => None,
        };
        if let Some(written) = written
            && let Some(id) = self.card_of_name(kind, written)
        {
            self.report(names::name_for_id(self.at(value.span), written, &id));
            return Some(Value::Ref { id });
        }
        if let ExprKind::Apply { name, args } = &value.kind
            && let [next, ..] = &args[..]
        {
            let written = self.source.slice(next.span);
            self.report(types::unexpected_after(self.at(next.span), &name.text, written));
            return None;
        }
        let ExprKind::Name(name) = &value.kind else {
            let wanted = if role == EntityRole::Card { Ty::CardName } else { Ty::Entity(role) };
            let found = self.infer_quietly(value);
            self.report(types::mismatch(self.at(value.span), &wanted, &found));
            return None;
        };
        self.named(kind, name, value.span).map(|id| Value::Ref { id })
    }

    /// The identifier of a declaration that must be of that kind or family.
    pub(crate) fn named(&mut self, kind: &str, name: &str, span: Span) -> Option<String> {
        let role = self.symbols.role_of(kind);
        let symbols = self.symbols;
        let Some(entity) = symbols.entity(role, name) else {
            let legal = symbols
                .entities(role)
                .filter(|(_, entity)| !entity.is_abstract && symbols.kind_fits(&entity.kind, kind))
                .map(|(id, _)| id);
            let what = symbols.described(kind);
            self.report(names::unknown_entity(self.at(span), name, &what, legal));
            return None;
        };
        if entity.is_lost {
            return None;
        }
        if !symbols.kind_fits(&entity.kind, kind) {
            self.report(types::wrong_kind(
                self.at(span),
                name,
                &entity.kind,
                &if kind == "card" { "printed card".to_owned() } else { symbols.described(kind) },
                entity.location,
            ));
            return None;
        }
        if entity.is_abstract {
            self.report(types::abstract_named(self.at(span), name, entity.location));
            return None;
        }
        self.mention(span, || Meaning::entity(role, name));
        Some(name.to_owned())
    }

    /// A path inside the package to a file that exists.
    fn file(&mut self, value: &ast::Expr) -> Option<Value> {
        let ExprKind::Text(text) = &value.kind else {
            self.report(types::unquoted_text(self.at(value.span), self.source.slice(value.span)));
            return None;
        };
        let path = text.text.as_str();
        let escapes = path.starts_with(['/', '\\'])
            || path.contains([':', '\\'])
            || path.split('/').any(|part| part == ".." || part.is_empty());
        if escapes {
            self.report(types::file_outside(self.at(value.span), path));
            return None;
        }
        let clean = path.trim_start_matches("./");
        if !self.context.assets.contains(clean) {
            let legal = self.context.assets.iter().map(String::as_str);
            self.report(types::file_missing(self.at(value.span), path, legal));
            return None;
        }
        self.mention(value.span, || Meaning::File(clean.to_owned()));
        Some(Value::Text(clean.to_owned()))
    }

    /// The value of a keyword's parameter, from one or several expressions.
    pub(crate) fn argument(
        &mut self,
        name: &str,
        values: &[&ast::Expr],
        field_type: &FieldType,
    ) -> Expr {
        let wanted = match field_type {
            FieldType::List { of } => self.symbols.field_ty(of).set(),
            other => self.symbols.field_ty(other),
        };
        match values {
            [value] => {
                if let (FieldType::Int { range } | FieldType::Formula { range }, Some(number)) =
                    (field_type, integer(value))
                {
                    self.check_range(name, number, *range, value.span, None);
                }
                if let (FieldType::Entity { kind }, ExprKind::Name(name)) =
                    (field_type, &value.kind)
                    && !self.is_bound(name)
                {
                    return match self.named(kind, name, value.span) {
                        Some(id) => Expr::Card { id, with: Vec::new() },
                        None => Expr::Bool { value: false },
                    };
                }
                self.expression(value, &wanted)
            }
            several => self.set(several, &wanted).expr,
        }
    }

    /// What an expression would give, without reporting what is wrong with it.
    pub(crate) fn infer_quietly(&mut self, value: &ast::Expr) -> Ty {
        let (reported, noted) = (self.diagnostics.len(), self.mentions.len());
        let ty = self.infer(value, &Ty::Any).ty;
        self.diagnostics.truncate(reported);
        self.mentions.truncate(noted);
        ty
    }
}

/// A plain number, perhaps signed.
pub(crate) fn integer(value: &ast::Expr) -> Option<i64> {
    match &value.kind {
        ExprKind::Int(number) => Some(*number),
        ExprKind::Unary(UnaryOp::Plus, inner) => integer(inner),
        ExprKind::Unary(UnaryOp::Minus, inner) => integer(inner)?.checked_neg(),
        ExprKind::Group(inner) => integer(inner),
        _ => None,
    }
}

/// The members of `a | b | c` and `{a, b, c}`.
fn alternatives<'e>(value: &'e ast::Expr, members: &mut Vec<&'e ast::Expr>) {
    match &value.kind {
        ExprKind::Binary(BinaryOp::Alternative, left, right) => {
            alternatives(left, members);
            alternatives(right, members);
        }
        ExprKind::Set(items) => items.iter().for_each(|item| alternatives(item, members)),
        _ => members.push(value),
    }
}
