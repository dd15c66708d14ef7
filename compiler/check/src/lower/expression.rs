//! Expressions: what each gives, and whether that may stand there.

use cardwright_dsl::ast::{self, ExprKind, Span};
use cardwright_model::{Expr, UnaryOp};

use super::{Language, Lowerer, Typed};
use crate::diag::{Diagnostic, Location, names, tabletop, types, words};
use crate::ty::Ty;
use crate::words::Signature;

impl Lowerer<'_> {
    /// Lowers an expression that must give `wanted`; reports it if it gives something else.
    pub(crate) fn expression(&mut self, expr: &ast::Expr, wanted: &Ty) -> Expr {
        self.typed(expr, wanted).expr
    }

    /// The same, with what it gives.
    pub(crate) fn typed(&mut self, expr: &ast::Expr, wanted: &Ty) -> Typed {
        let found = self.infer(expr, wanted);
        self.fit(found, wanted, expr.span)
    }

    /// Lowers an expression; `wanted` only guides how bare names are read.
    pub(crate) fn infer(&mut self, expr: &ast::Expr, wanted: &Ty) -> Typed {
        if self.mentions_dice(expr) {
            match self.constant_pool(expr) {
                Some(Some(pool)) => {
                    self.mention_dice(expr, &pool, None, false);
                    return Typed::new(Expr::Pool { pool }, Ty::Pool);
                }
                Some(None) => {}
                None => return Typed::error(),
            }
        }
        match &expr.kind {
            ExprKind::Int(value) => Typed::new(Expr::Int { value: *value }, Ty::Int),
            ExprKind::Quantity(value, unit) if unit == "%" && *wanted == Ty::Int => {
                Typed::new(Expr::Int { value: *value }, Ty::Int)
            }
            ExprKind::Quantity(..) if *wanted == Ty::Pool && self.symbols.lacks_a_die => {
                self.symbols.meet_lost();
                Typed::error()
            }
            ExprKind::Quantity(_, unit) if *wanted == Ty::Pool => {
                let legal = self.symbols.dice.values().map(|die| die.die.code.as_str());
                self.report(tabletop::unknown_die(self.at(expr.span), unit, legal));
                Typed::error()
            }
            ExprKind::Quantity(value, unit) => {
                Typed::new(Expr::Quantity { value: *value, unit: unit.clone() }, Ty::Quantity)
            }
            ExprKind::Text(text) => Typed::new(Expr::Text { value: text.text.clone() }, Ty::Text),
            ExprKind::Name(name) => self.name(name, expr.span, wanted),
            ExprKind::Call(call) => self.call(call, wanted),
            ExprKind::Apply { name, args } if *wanted == Ty::Keyword => {
                self.keyword_expression(name, args, expr.span)
            }
            ExprKind::Apply { name, args } => {
                let after = args.first().map_or(expr.span, |arg| arg.span);
                let written = self.source.slice(after);
                let found = types::unexpected_after(self.at(after), &name.text, written);
                let whole = self.source.slice(expr.span);
                self.report(match (wanted, name.text.as_str()) {
                    (Ty::Text, _) => types::unquoted_text(self.at(expr.span), whole),
                    (Ty::Bool, "when" | "if" | "where") => {
                        let extra = Span { start: name.span.start, end: after.start };
                        types::extra_word(self.at(name.span), self.at(extra), &name.text)
                    }
                    _ => found,
                });
                Typed::error()
            }
            ExprKind::Row(parts) => {
                let after = parts.get(1).map_or(expr.span, |part| part.span);
                let first = parts.first().map_or(expr.span, |part| part.span);
                let (first, written) = (self.source.slice(first), self.source.slice(after));
                self.report(types::unexpected_after(self.at(after), first, written));
                Typed::error()
            }
            ExprKind::Then { .. } => {
                self.report(types::then_outside_keyword(self.at(expr.span)));
                Typed::error()
            }
            ExprKind::Select { source, zone, within, filter } => {
                self.select(source, zone.as_deref(), within.as_ref(), filter.as_deref())
            }
            ExprKind::Where { of, filter } => self.select_from(of, filter),
            ExprKind::Member { of, name } => self.member(of, name),
            ExprKind::Set(items) => {
                let items: Vec<_> = items.iter().collect();
                self.set(&items, wanted)
            }
            ExprKind::Group(inner) => self.infer(inner, wanted),
            ExprKind::Unary(operator, operand) => self.unary(*operator, operand),
            ExprKind::Binary(operator, left, right) => {
                self.binary(*operator, left, right, expr.span, wanted)
            }
            ExprKind::Bad => Typed::error(),
        }
    }

    /// Reports an expression that gives something else than wanted, and turns a zone into
    /// the cards in it where cards are wanted.
    pub(crate) fn fit(&mut self, found: Typed, wanted: &Ty, span: Span) -> Typed {
        if found.ty.fits(wanted) {
            return found;
        }
        let location = self.at(span);
        let diagnostic = match (&found.ty, wanted) {
            (Ty::Zone, Ty::Cards) => {
                if let Some(cards) = self.cards_in(found.expr.clone(), None) {
                    return cards;
                }
                types::mismatch(location, wanted, &found.ty)
            }
            (Ty::Cards, Ty::Card) => types::several_cards(location, self.source.slice(span)),
            (Ty::Text, Ty::CardName | Ty::CardNames | Ty::Card | Ty::Cards) => {
                types::mismatch(location, wanted, &found.ty)
                    .help("cards are named by their identifier, without quotes")
            }
            (
                Ty::Text,
                Ty::Enum(_) | Ty::EnumSet(_) | Ty::Keyword | Ty::Zone | Ty::Kind | Ty::Stat,
            ) => {
                let quoted = squashed(self.source.slice(span));
                match self.legal_names(wanted).into_iter().find(|legal| squashed(legal) == quoted) {
                    Some(id) => types::needless_quotes(location, wanted, &id),
                    None => {
                        let such_as = self.symbols.such_as(wanted);
                        types::mismatch_such_as(location, wanted, &found.ty, &such_as)
                    }
                }
            }
            (Ty::Quantity, Ty::Enum(_) | Ty::EnumSet(_)) => {
                let written = self.source.slice(span);
                let legal = self.legal_names(wanted);
                let meant = legal.iter().find(|legal| squashed(legal) == squashed(written));
                let such_as = self.symbols.such_as(wanted);
                let found = types::mismatch_such_as(location, wanted, &found.ty, &such_as);
                match meant {
                    Some(meant) => {
                        found.instead(format!("did you mean `{meant}`?")).replace(meant.as_str())
                    }
                    None => found,
                }
            }
            (Ty::Enum(id), Ty::Bool) => {
                let written = self.source.slice(span);
                let questions = self.questions_for(id, written);
                types::value_as_condition(location, written, &found.ty, &questions)
            }
            (Ty::Keyword, Ty::Bool) => {
                let written = self.source.slice(span);
                let has = self.words().is_some_and(|words| words.queries.get("has").is_some());
                let questions: Vec<_> =
                    has.then(|| format!("has({written})")).into_iter().collect();
                types::value_as_condition(location, written, &found.ty, &questions)
            }
            (Ty::Enum(_) | Ty::CardName | Ty::Kind | Ty::Keyword, Ty::Text) => {
                types::unquoted_text(location, self.source.slice(span))
            }
            _ => {
                let such_as = self.symbols.such_as(wanted);
                types::mismatch_such_as(location, wanted, &found.ty, &such_as)
            }
        };
        self.report(diagnostic);
        Typed::error()
    }

    /// `{a, b}` or `a | b`.
    pub(crate) fn set(&mut self, items: &[&ast::Expr], wanted: &Ty) -> Typed {
        let member = match wanted {
            // Values of two enums may be mixed, so each member is still any of both.
            Ty::EnumSet(_) => wanted.clone(),
            other => other.member(),
        };
        let mut result = Ty::Any;
        let mut lowered = Vec::with_capacity(items.len());
        for item in items {
            let expected = if member == Ty::Any { result.member() } else { member.clone() };
            let typed = self.typed(item, &expected);
            result = match (&result, typed.ty.set()) {
                (Ty::Error, _) | (_, Ty::Error) => Ty::Error,
                (Ty::Any, found) => found,
                (Ty::EnumSet(known), Ty::EnumSet(found)) => Ty::EnumSet(known | &found),
                (Ty::Cards, _) => Ty::Cards,
                (_, found) => found,
            };
            match typed.expr {
                // `(a | b) | c` is one set.
                Expr::Set { items } => lowered.extend(items),
                expr => lowered.push(expr),
            }
        }
        Typed::new(Expr::Set { items: lowered }, result)
    }

    fn unary(&mut self, operator: ast::UnaryOp, operand: &ast::Expr) -> Typed {
        match operator {
            ast::UnaryOp::Not => {
                let value = Box::new(self.expression(operand, &Ty::Bool));
                Typed::new(Expr::Unary { operator: UnaryOp::Not, value }, Ty::Bool)
            }
            ast::UnaryOp::Plus => self.typed(operand, &Ty::Int),
            ast::UnaryOp::Minus => match self.typed(operand, &Ty::Int) {
                Typed { expr: Expr::Int { value }, ty } => {
                    Typed::new(Expr::Int { value: value.saturating_neg() }, ty)
                }
                Typed { expr, ty } => {
                    Typed::new(Expr::Unary { operator: UnaryOp::Negate, value: Box::new(expr) }, ty)
                }
            },
        }
    }

    /// Reports a name that is none of the legal ones and gives the error value.
    pub(crate) fn unknown(&mut self, name: &str, span: Span, wanted: &Ty) -> Typed {
        // Without an engine no word is known, which was said once.
        if self.words().is_none() || self.may_be_lost(name, wanted) {
            return Typed::error();
        }
        let legal = self.legal_names(wanted);
        let legal = legal.iter().map(String::as_str);
        let location = self.at(span);
        if let (Ty::Card | Ty::Cards, Some(found)) = (wanted, self.name_of_events(name, location)) {
            self.report(found);
            return Typed::error();
        }
        let diagnostic = match wanted {
            Ty::Enum(id) => {
                let others: Vec<&str> = self.symbols.enums_with(name).collect();
                let place = self.enum_location(id);
                names::unknown_value(location, name, [id.as_str()], legal, place, &others)
            }
            Ty::EnumSet(ids) => {
                let place = ids.first().and_then(|id| self.enum_location(id));
                let others: Vec<&str> = self.symbols.enums_with(name).collect();
                let ids = ids.iter().map(String::as_str);
                names::unknown_value(location, name, ids, legal, place, &others)
            }
            Ty::Kind | Ty::Kinds => names::unknown_kind_or_family(location, name, legal),
            Ty::Keyword => names::unknown_keyword(location, name, legal),
            Ty::CardName | Ty::CardNames => names::unknown_entity(location, name, "card", legal),
            Ty::Entity(role) => names::unknown_entity(location, name, role.word(), legal),
            Ty::Zone => words::unknown_zone(location, name, legal),
            Ty::Stat => words::unknown_stat(location, name, legal),
            Ty::Card | Ty::Cards => {
                words::unknown_selection(location, name, legal, &self.selections_shown())
            }
            _ => names::unknown_name(location, name, wanted, legal),
        };
        self.report(diagnostic);
        Typed::error()
    }

    /// A name that some events have, but not the one around it.
    fn name_of_events(&self, name: &str, at: Location) -> Option<Diagnostic> {
        let has = |event: &&Signature| {
            event.params.iter().any(|param| param.name == name && param.ty == Ty::Card)
        };
        let events: Vec<&str> =
            self.words()?.events.iter().filter(has).map(|event| event.name.as_str()).collect();
        if events.is_empty() {
            return None;
        }
        let cards = self.scope.variables.iter().filter(|known| known.ty == Ty::Card);
        let bound: Vec<&str> = cards.map(|known| known.name.as_str()).collect();
        Some(words::name_of_other_events(at, name, &bound, &events))
    }

    /// Names of cards around an effect and selections of the game, to show how cards are named.
    fn selections_shown(&self) -> Vec<&str> {
        let cards = self.scope.variables.iter().filter(|known| known.ty == Ty::Card);
        let selections = self.words().into_iter().flat_map(|words| words.selections.iter());
        let selections = selections
            .filter(|selection| selection.params.is_empty())
            .map(|selection| selection.name.as_str())
            .filter(|name| !matches!(*name, "self" | "it" | "outer"));
        cards.map(|known| known.name.as_str()).chain(selections).collect()
    }

    /// True if the name may be declared by text that could not be read.
    pub(crate) fn may_be_lost(&self, name: &str, wanted: &Ty) -> bool {
        let is_lost = match wanted {
            Ty::Kind | Ty::Kinds => self.symbols.lacks_a_kind(),
            Ty::Die | Ty::Pool => self.symbols.lacks_a_die,
            _ if self.scope.language == Language::Rule => self.symbols.may_be_member(name),
            _ => self.symbols.is_gap(name),
        };
        if is_lost {
            self.symbols.meet_lost();
        }
        is_lost
    }

    fn enum_location(&self, id: &str) -> Option<crate::diag::Location> {
        self.symbols.enums.get(id).map(|symbol| symbol.location)
    }
}

/// A name without what joins its words, quotes and case: `8-Bit`, `8bit` and `"8 bit"` are one.
pub(super) fn squashed(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
