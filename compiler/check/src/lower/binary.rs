//! Operators with two operands.

use cardwright_dsl::ast::{self, BinaryOp as Written, ExprKind, Span};
use cardwright_model::{Arg, BinaryOp, Expr, UnaryOp};

use super::{Lowerer, Typed};
use crate::diag::{lints, types};
use crate::ty::Ty;

impl Lowerer<'_> {
    pub(crate) fn binary(
        &mut self,
        operator: Written,
        left: &ast::Expr,
        right: &ast::Expr,
        span: Span,
        wanted: &Ty,
    ) -> Typed {
        match operator {
            Written::Implies => self.both(BinaryOp::Implies, left, right, &Ty::Bool, Ty::Bool),
            Written::Or => self.both(BinaryOp::Or, left, right, &Ty::Bool, Ty::Bool),
            Written::And => self.both(BinaryOp::And, left, right, &Ty::Bool, Ty::Bool),
            Written::Add => self.sum(BinaryOp::Add, left, right),
            Written::Subtract => self.sum(BinaryOp::Subtract, left, right),
            Written::Multiply => self.product(left, right),
            Written::Divide => self.both(BinaryOp::Divide, left, right, &Ty::Int, Ty::Int),
            Written::Range => self.both(BinaryOp::Range, left, right, &Ty::Int, Ty::Range),
            Written::Alternative => {
                let mut items = Vec::new();
                flatten(left, &mut items);
                flatten(right, &mut items);
                self.set(&items, wanted)
            }
            Written::Equal => self.equality(BinaryOp::Equal, left, right, span, false),
            Written::Is => self.equality(BinaryOp::Equal, left, right, span, true),
            Written::NotEqual => self.equality(BinaryOp::NotEqual, left, right, span, false),
            Written::IsNot => self.equality(BinaryOp::NotEqual, left, right, span, true),
            Written::Less => self.order(BinaryOp::Less, left, right, span),
            Written::AtMost => self.order(BinaryOp::AtMost, left, right, span),
            Written::Greater => self.order(BinaryOp::Greater, left, right, span),
            Written::AtLeast => self.order(BinaryOp::AtLeast, left, right, span),
            Written::Has => self.has(left, right, span),
            Written::In => self.is_in(left, right),
        }
    }

    fn both(
        &mut self,
        operator: BinaryOp,
        left: &ast::Expr,
        right: &ast::Expr,
        operands: &Ty,
        result: Ty,
    ) -> Typed {
        let left = Box::new(self.expression(left, operands));
        let right = Box::new(self.expression(right, operands));
        Typed::new(Expr::Binary { operator, left, right }, result)
    }

    /// Numbers or dice; a number among dice is added to what they show.
    fn sum(&mut self, operator: BinaryOp, left: &ast::Expr, right: &ast::Expr) -> Typed {
        let first = self.infer(left, &Ty::Int);
        let dice = first.ty == Ty::Pool || self.mentions_dice(right);
        let operands = if dice { Ty::Pool } else { Ty::Int };
        let first = self.fit(first, &operands, left.span);
        let second = self.typed(right, &operands);
        let result = match (&first.ty, &second.ty) {
            (Ty::Pool, _) | (_, Ty::Pool) => Ty::Pool,
            _ => Ty::Int,
        };
        let (left, right) = (Box::new(first.expr), Box::new(second.expr));
        Typed::new(Expr::Binary { operator, left, right }, result)
    }

    /// Numbers, or so many times some dice.
    fn product(&mut self, left: &ast::Expr, right: &ast::Expr) -> Typed {
        let (first, second) = match (self.mentions_dice(left), self.mentions_dice(right)) {
            (true, false) => (Ty::Pool, Ty::Int),
            (false, true) => (Ty::Int, Ty::Pool),
            _ => (Ty::Int, Ty::Int),
        };
        let result = if first == second { Ty::Int } else { Ty::Pool };
        let left = Box::new(self.expression(left, &first));
        let right = Box::new(self.expression(right, &second));
        Typed::new(Expr::Binary { operator: BinaryOp::Multiply, left, right }, result)
    }

    /// Both sides of a comparison; a bare name such as `undead` is read as what the other
    /// side gives.
    fn sides(&mut self, left: &ast::Expr, right: &ast::Expr) -> (Typed, Typed) {
        let free = |lowerer: &Self, expr: &ast::Expr| match &expr.kind {
            ExprKind::Name(name) => !lowerer.is_bound(name),
            _ => false,
        };
        if free(self, left) && !free(self, right) {
            let right = self.infer(right, &Ty::Any);
            let left = self.infer(left, &reading(&right.ty));
            (left, right)
        } else {
            let left = self.infer(left, &Ty::Any);
            let right = self.infer(right, &reading(&left.ty));
            (left, right)
        }
    }

    /// `in_words` if it is written `is` or `is not`.
    fn equality(
        &mut self,
        operator: BinaryOp,
        left: &ast::Expr,
        right: &ast::Expr,
        span: Span,
        in_words: bool,
    ) -> Typed {
        if let Some(kind_test) = self.kind_test(operator, left, right) {
            return kind_test;
        }
        let written = [left.span, right.span].map(|side| self.source.slice(side));
        let (left, right) = self.sides(left, right);
        if in_words && matches!((&left.ty, &right.ty), (Ty::EnumSet(_), Ty::Enum(_))) {
            let negated = operator == BinaryOp::NotEqual;
            self.report(lints::is_of_several(self.at(span), written, negated));
        }
        if left.ty == Ty::Error || right.ty == Ty::Error {
            return Typed::error();
        }
        if !left.ty.comparable(&right.ty) {
            self.report(types::not_comparable(self.at(span), &left.ty, &right.ty));
            return Typed::error();
        }
        // `kind == trap | terrain` asks for one of them.
        let one_of_several = !left.ty.is_set() && matches!(right.expr, Expr::Set { .. });
        let asked = if one_of_several { BinaryOp::In } else { operator };
        let expr = Expr::Binary {
            operator: asked,
            left: Box::new(left.expr),
            right: Box::new(right.expr),
        };
        if one_of_several && operator == BinaryOp::NotEqual {
            let value = Box::new(expr);
            return Typed::new(Expr::Unary { operator: UnaryOp::Not, value }, Ty::Bool);
        }
        Typed::new(expr, Ty::Bool)
    }

    /// `victim is adventurer`: a card compared with a kind asks for the card's kind.
    fn kind_test(
        &mut self,
        operator: BinaryOp,
        left: &ast::Expr,
        right: &ast::Expr,
    ) -> Option<Typed> {
        let ExprKind::Name(kind) = &right.kind else { return None };
        let is_kind = self.symbols.is_kind_or_family(kind) && !self.is_bound(kind);
        if !is_kind || self.words()?.queries.get("kind").is_none() || self.card(kind).is_some() {
            return None;
        }
        let ExprKind::Name(name) = &left.kind else { return None };
        let is_card =
            self.scope.variables.iter().any(|known| known.name == *name && known.ty == Ty::Card)
                || matches!(name.as_str(), "self" | "it" | "outer")
                || self.words()?.selections.get(name).is_some_and(|found| found.result == Ty::Card);
        if !is_card {
            return None;
        }
        let card = self.typed(left, &Ty::Card);
        let args = vec![Arg { name: "card".into(), value: card.expr }];
        let left = Box::new(Expr::Query { name: "kind".into(), args });
        let right = Box::new(Expr::Kind { id: kind.clone() });
        Some(Typed::new(Expr::Binary { operator, left, right }, Ty::Bool))
    }

    fn order(
        &mut self,
        operator: BinaryOp,
        left: &ast::Expr,
        right: &ast::Expr,
        span: Span,
    ) -> Typed {
        let (left_typed, right_typed) = self.sides(left, right);
        if left_typed.ty == Ty::Error || right_typed.ty == Ty::Error {
            return Typed::error();
        }
        let ordered = match (&left_typed.ty, &right_typed.ty) {
            (Ty::Int | Ty::Any, Ty::Int | Ty::Any) => true,
            (Ty::Enum(first), Ty::Enum(second)) => first == second,
            _ => false,
        };
        if !ordered {
            let diagnostic = match (&left_typed.ty, &right_typed.ty) {
                (Ty::Int, _) => types::mismatch(self.at(right.span), &Ty::Int, &right_typed.ty),
                (_, Ty::Int) => types::mismatch(self.at(left.span), &Ty::Int, &left_typed.ty),
                (first, second) => types::no_order(self.at(span), first, second),
            };
            self.report(diagnostic);
            return Typed::error();
        }
        let expr = Expr::Binary {
            operator,
            left: Box::new(left_typed.expr),
            right: Box::new(right_typed.expr),
        };
        Typed::new(expr, Ty::Bool)
    }

    /// `type has undead`, `class has scout | thief`.
    fn has(&mut self, left: &ast::Expr, right: &ast::Expr, span: Span) -> Typed {
        let left_typed = self.infer(left, &Ty::Any);
        let right_typed = self.infer(right, &left_typed.ty);
        if left_typed.ty == Ty::Error || right_typed.ty == Ty::Error {
            return Typed::error();
        }
        if !left_typed.ty.is_set() {
            let written = (self.source.slice(left.span), self.source.slice(right.span));
            self.report(types::has_needs_set(self.at(span), &left_typed.ty, written));
            return Typed::error();
        }
        if !left_typed.ty.comparable(&right_typed.ty) {
            self.report(types::not_comparable(self.at(span), &left_typed.ty, &right_typed.ty));
            return Typed::error();
        }
        let expr = Expr::Binary {
            operator: BinaryOp::Has,
            left: Box::new(left_typed.expr),
            right: Box::new(right_typed.expr),
        };
        Typed::new(expr, Ty::Bool)
    }
}

/// What the other side of a comparison is read as.
fn reading(ty: &Ty) -> Ty {
    match ty {
        // Several values may stand opposite one: `rarity == rare | promo`.
        Ty::Enum(id) => Ty::enum_set([id.as_str()]),
        Ty::Kind => Ty::Kinds,
        Ty::Error => Ty::Any,
        other => other.clone(),
    }
}

fn flatten<'e>(expr: &'e ast::Expr, items: &mut Vec<&'e ast::Expr>) {
    match &expr.kind {
        ExprKind::Binary(Written::Alternative, left, right) => {
            flatten(left, items);
            flatten(right, items);
        }
        _ => items.push(expr),
    }
}
