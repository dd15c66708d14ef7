//! Clauses with a block: `boost thief { … }`, `challenge: C { … }`.

use std::collections::BTreeMap;

use cardwright_dsl::ast;
use cardwright_model::{Clause, ClauseDecl, ClauseShape, FieldDecl, FieldType, Value};

use super::Lowerer;
use super::contents::{Allowed, Contents};
use crate::diag::{Location, declarations, types};
use crate::symbols::Gaps;
use crate::ty::Ty;

impl Lowerer<'_> {
    /// `boost scout, thief "Label": VALUES { … }`, and where the parts of its block stand.
    pub(crate) fn block_clause(
        &mut self,
        clause: &ast::Clause,
        declared: &ClauseDecl,
        allowed: &Allowed<'_>,
    ) -> (Clause, BTreeMap<String, Location>) {
        let args = self.clause_arguments(clause, declared, allowed.gaps);
        let mut keywords = Contents::default();
        let mut condition = None;
        match (&declared.shape, clause.values.as_deref()) {
            (ClauseShape::Condition, Some([value])) => {
                condition = Some(self.expression(value, &Ty::Bool))
            }
            (ClauseShape::Condition, Some([_, second, ..])) => {
                self.report(types::several_values(self.at(second.span), &declared.name, None));
            }
            (ClauseShape::Condition, _) => {
                self.report(types::no_value(self.at(clause.name.span), &declared.name, &Ty::Bool));
            }
            // The way was reported.
            (ClauseShape::Link { .. }, _) => {}
            (ClauseShape::Effect, Some(values)) if self.is_effect(values) => {
                let whole = values[0].span.to(values[values.len() - 1].span);
                let from = self.at(ast::Span { start: clause.name.span.end, ..whole });
                let written = self.source.slice(whole);
                self.report(declarations::effect_needs_block(
                    self.at(clause.name.span),
                    from,
                    &declared.name,
                    written,
                ));
            }
            (_, values) => {
                for value in values.unwrap_or_default() {
                    self.keyword_or_bonus(value, allowed.kind, &mut keywords);
                }
            }
        }
        if let Some(when) = &clause.when {
            condition = Some(self.expression(when, &Ty::Bool));
        }
        let to = match &declared.shape {
            ClauseShape::Link { to } => self.link(clause, to),
            _ => {
                if let Some(to) = &clause.to {
                    let location = self.at(to.span);
                    self.report(declarations::field_written_as_clause(
                        location,
                        &declared.name,
                        None,
                    ));
                }
                None
            }
        };
        let is_link = matches!(declared.shape, ClauseShape::Link { .. });
        if clause.block.is_none() && clause.values.is_none() && !is_link {
            self.report(declarations::clause_needs_block(self.at(clause.span), &declared.name));
        }
        let owner = format!("`{}`", declared.name);
        let inner = Allowed {
            owner: &owner,
            kind: allowed.kind,
            clause: Some(&declared.name),
            fields: &declared.fields,
            clauses: &declared.clauses,
            effects: declared.shape != ClauseShape::Fields,
            amends: false,
            declared: allowed.declared,
            gaps: allowed.gaps,
        };
        let mut contents = Contents::default();
        if let Some(block) = &clause.block {
            match &clause.on {
                Some(event) => {
                    let effects = self.clause_event(event, |lowerer| {
                        contents = lowerer.contents(block, &inner);
                        std::mem::take(&mut contents.effects)
                    });
                    contents.effects = effects;
                }
                None => contents = self.contents(block, &inner),
            }
            self.missing_fields(
                &contents,
                inner.fields,
                &declared.name,
                block.span,
                allowed.declared,
            );
        }
        for field in &declared.fields {
            if let (false, Some(default)) =
                (contents.fields.contains_key(&field.name), &field.default)
            {
                contents.fields.insert(field.name.clone(), default.clone());
            }
        }
        keywords.keywords.append(&mut contents.keywords);
        keywords.bonuses.append(&mut contents.bonuses);
        let places = std::mem::take(&mut contents.places);
        let lowered = Clause {
            clause: declared.name.clone(),
            args,
            label: clause.label.as_ref().map(|label| label.text.clone()),
            to,
            condition,
            fields: contents.fields,
            keywords: keywords.keywords,
            bonuses: keywords.bonuses,
            effects: contents.effects,
            clauses: contents.clauses,
            ..Clause::default()
        };
        (lowered, places)
    }

    /// True for values that are effects: `heal(bearer, 3)`.
    fn is_effect(&self, values: &[ast::Expr]) -> bool {
        let verbs = self.words().map(|words| &words.verbs);
        let is_verb = |value: &ast::Expr| match &value.kind {
            ast::ExprKind::Call(call) => {
                verbs.is_some_and(|verbs| verbs.get(&call.name.text).is_some())
                    && self.symbols.keyword(&call.name.text).is_none()
            }
            _ => false,
        };
        values.first().is_some_and(is_verb)
    }

    fn missing_fields(
        &mut self,
        contents: &Contents,
        fields: &[FieldDecl],
        owner: &str,
        span: ast::Span,
        declared: &BTreeMap<String, Location>,
    ) {
        for field in fields {
            let needed = !field.optional && field.default.is_none();
            if needed && !contents.written.contains(&field.name) {
                let wanted = self.symbols.field_ty(&field.field_type);
                let place = declared.get(&field.name).copied();
                let location = self.at(ast::Span { start: span.start, end: span.start + 1 });
                self.report(declarations::missing_field(
                    location,
                    owner,
                    &field.name,
                    &wanted,
                    place,
                ));
            }
        }
    }

    fn clause_arguments(
        &mut self,
        clause: &ast::Clause,
        declared: &ClauseDecl,
        gaps: &Gaps,
    ) -> BTreeMap<String, Value> {
        let mut args = BTreeMap::new();
        let mut written = clause.args.iter().peekable();
        for param in &declared.params {
            let values: Vec<ast::Expr> = match &param.field_type {
                FieldType::List { .. } => written.by_ref().cloned().collect(),
                _ => written.next().cloned().into_iter().collect(),
            };
            if values.is_empty() {
                if param.default.is_none() {
                    let wanted = self.symbols.field_ty(&param.field_type);
                    let such_as = self.symbols.such_as(&wanted);
                    let location = self.at(clause.name.span);
                    self.report(types::missing_clause_argument(
                        location,
                        &declared.name,
                        &param.name,
                        &wanted,
                        &such_as,
                    ));
                }
                continue;
            }
            let value =
                self.field_value(&param.name, &param.field_type, &values, clause.name.span, None);
            args.extend(value.map(|value| (param.name.clone(), value)));
        }
        // One of its parameters may have made no sense.
        let is_whole = !gaps.names.contains(&declared.name);
        if let Some(extra) = written.next().filter(|_| is_whole) {
            let params = declared.params.iter().map(|param| param.name.to_uppercase());
            let words = std::iter::once(declared.name.clone()).chain(params);
            let shape = words.collect::<Vec<_>>().join(" ");
            let (location, written) = (self.at(extra.span), self.source.slice(extra.span));
            let is_name = matches!(extra.kind, ast::ExprKind::Name(_)) && clause.label.is_none();
            self.report(match is_name {
                true => types::unquoted_name(location, &declared.name, written),
                false => types::too_many_arguments(location, &declared.name, &shape, written),
            });
        }
        args
    }
}
