//! Selections: `characters where …`, `cards in dungeon-grave where …`, and `x in y`, which
//! looks the same and asks for membership.

use cardwright_dsl::ast;
use cardwright_model::{Arg, BinaryOp, Expr};

use super::{Lowerer, Typed};
use crate::diag::{types, words};
use crate::ty::Ty;

impl Lowerer<'_> {
    /// `SOURCE [in ZONE] [within N of X] [where C]`.
    pub(crate) fn select(
        &mut self,
        source: &ast::Ident,
        zone: Option<&ast::Expr>,
        within: Option<&(Box<ast::Expr>, Box<ast::Expr>)>,
        filter: Option<&ast::Expr>,
    ) -> Typed {
        // `cards in grave where …`: the condition is about the cards, wherever it was read.
        if let (
            Some(ast::Expr {
                kind:
                    ast::ExprKind::Select {
                        source: inner,
                        zone: None,
                        within: None,
                        filter: Some(inner_filter),
                    },
                ..
            }),
            None,
            None,
        ) = (zone, within, filter)
            && self.words().is_some_and(|words| words.zones.get(&inner.text).is_some())
        {
            let zone =
                ast::Expr { kind: ast::ExprKind::Name(inner.text.clone()), span: inner.span };
            return self.select(source, Some(&zone), None, Some(inner_filter));
        }
        let Some(words) = self.words() else { return Typed::error() };
        let params = words.selections.get(&source.text).map_or(&[][..], |found| &found.params[..]);
        let accepts = |name: &str| params.iter().any(|param| param.name == name);
        if let Some(zone) = zone
            && !accepts("in")
        {
            if !self.is_known(&source.text) {
                return self.unknown(&source.text, source.span, &Ty::Cards);
            }
            return self.membership(source, zone, within, filter);
        }
        let (accepts_within, accepts_of) = (accepts("within"), accepts("of"));
        let mut args = Vec::new();
        if let Some(zone) = zone {
            args.push(Arg { name: "in".into(), value: self.expression(zone, &Ty::Zone) });
        }
        if let Some((distance, of)) = within {
            if accepts_within && accepts_of {
                args.push(Arg {
                    name: "within".into(),
                    value: self.expression(distance, &Ty::Int),
                });
                args.push(Arg { name: "of".into(), value: self.expression(of, &Ty::Cards) });
            } else {
                self.report(words::no_distances(self.at(distance.span.to(of.span)), &source.text));
            }
        }
        let found = self.name(&source.text, source.span, &Ty::Cards);
        let found = match (found.ty.clone(), found.expr) {
            (Ty::Error, _) => Typed::error(),
            (Ty::Zone, zone) => self.cards_in(zone, None).unwrap_or_else(Typed::error),
            (ty @ (Ty::Card | Ty::Cards | Ty::CardNames), expr) => Typed::new(expr, ty),
            (ty, _) => {
                self.report(types::not_a_selection(self.at(source.span), &source.text, &ty));
                Typed::error()
            }
        };
        let items = self.items_of(&source.text);
        let condition = filter.map(|filter| {
            Box::new(self.with_it(items, |lowerer| lowerer.expression(filter, &Ty::Bool)))
        });
        match found.expr {
            Expr::Select { source, args: own, filter: None } if found.ty != Ty::Error => {
                let args = if args.is_empty() { own } else { args };
                Typed::new(Expr::Select { source, args, filter: condition }, Ty::Cards)
            }
            _ if found.ty == Ty::Error => Typed::error(),
            _ => {
                self.report(types::not_a_selection(self.at(source.span), &source.text, &found.ty));
                Typed::error()
            }
        }
    }

    /// `first(3, hand) where C`: of what a call selects, those of which the condition holds.
    pub(crate) fn select_from(&mut self, of: &ast::Expr, filter: &ast::Expr) -> Typed {
        let found = self.infer(of, &Ty::Cards);
        let items = self.items_of("cards");
        let condition = self.with_it(items, |lowerer| lowerer.expression(filter, &Ty::Bool));
        match (found.ty, found.expr) {
            (Ty::Error, _) => Typed::error(),
            (
                Ty::Cards,
                Expr::Select { source, args, filter: None } | Expr::Query { name: source, args },
            ) => {
                let filter = Some(Box::new(condition));
                Typed::new(Expr::Select { source, args, filter }, Ty::Cards)
            }
            (ty, _) => {
                let written = self.source.slice(of.span);
                self.report(types::not_a_selection(self.at(of.span), written, &ty));
                Typed::error()
            }
        }
    }

    /// The cards in a zone, for vocabularies that can say so.
    pub(crate) fn cards_in(&self, zone: Expr, filter: Option<Box<Expr>>) -> Option<Typed> {
        let cards = self.words()?.selections.get("cards")?;
        cards.params.iter().any(|param| param.name == "in").then(|| {
            let args = vec![Arg { name: "in".into(), value: zone }];
            Typed::new(Expr::Select { source: "cards".into(), args, filter }, Ty::Cards)
        })
    }

    /// `x in y` where `x` is no selection that takes a zone.
    fn membership(
        &mut self,
        left: &ast::Ident,
        right: &ast::Expr,
        within: Option<&(Box<ast::Expr>, Box<ast::Expr>)>,
        filter: Option<&ast::Expr>,
    ) -> Typed {
        if let Some((distance, of)) = within {
            self.report(words::no_distances(self.at(distance.span.to(of.span)), &left.text));
            return Typed::error();
        }
        let name = ast::Expr { kind: ast::ExprKind::Name(left.text.clone()), span: left.span };
        // `it in characters where …`: the condition belongs to what is on the right.
        if let (Some(filter), ast::ExprKind::Name(source)) = (filter, &right.kind) {
            let selection = ast::ExprKind::Select {
                source: ast::Ident { text: source.clone(), span: right.span },
                zone: None,
                within: None,
                filter: Some(Box::new(filter.clone())),
            };
            let right = ast::Expr { kind: selection, span: right.span.to(filter.span) };
            return self.is_in(&name, &right);
        }
        self.is_in(&name, right)
    }

    /// `left in right`, written either way.
    pub(crate) fn is_in(&mut self, left: &ast::Expr, right: &ast::Expr) -> Typed {
        let is_free = matches!(&left.kind, ast::ExprKind::Name(name) if !self.is_bound(name));
        let (left_typed, right_typed) = if is_free {
            // `goblin in encounter`: what the right holds says what the name is.
            let right = self.infer(right, &Ty::Any);
            let wanted = match &right.ty {
                Ty::Zone | Ty::Cards | Ty::CardNames => Ty::CardName,
                other => other.member(),
            };
            (self.infer(left, &wanted), right)
        } else {
            let left = self.infer(left, &Ty::Any);
            let right = self.infer(right, &left.ty.set());
            (left, right)
        };
        if left_typed.ty == Ty::Error || right_typed.ty == Ty::Error {
            return Typed::error();
        }
        if let (Ty::Card | Ty::CardName, Ty::Zone) = (&left_typed.ty, &right_typed.ty)
            && self.words().is_some_and(|words| words.queries.get("in-zone").is_some())
        {
            let args = vec![
                Arg { name: "card".into(), value: left_typed.expr },
                Arg { name: "zone".into(), value: right_typed.expr },
            ];
            return Typed::new(Expr::Query { name: "in-zone".into(), args }, Ty::Bool);
        }
        if !left_typed.ty.comparable(&right_typed.ty) {
            let span = left.span.to(right.span);
            self.report(types::not_comparable(self.at(span), &left_typed.ty, &right_typed.ty));
            return Typed::error();
        }
        let expr = Expr::Binary {
            operator: BinaryOp::In,
            left: Box::new(left_typed.expr),
            right: Box::new(right_typed.expr),
        };
        Typed::new(expr, Ty::Bool)
    }
}
