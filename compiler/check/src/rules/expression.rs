//! Evaluates the expressions of legality rules.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::HashMap;
use std::rc::Rc;

use cardwright_model::{Arg, BinaryOp, Entity, Expr, UnaryOp};

use super::index::Index;
use super::value::{Origin, Pick, Val};

/// How many expressions one rule may evaluate. Ten thousand cards under a rule of fifty parts
/// take half a million; a rule that exceeds this compares cards with each other by brute force.
pub(super) const FUEL: u64 = 10_000_000;

/// What names mean while a rule looks at one declaration.
pub(super) struct Scope<'a, 'i> {
    pub(super) index: &'i Index<'a>,
    /// What the rule is about.
    pub(super) subject: &'a Entity,
    /// The card at hand in `where` and `for each`.
    pub(super) it: Option<Pick<'a>>,
    /// Names bound by `let`.
    pub(super) bound: Vec<(&'a str, Val<'a>)>,
    /// How many more expressions the rule may evaluate.
    pub(super) fuel: &'i Cell<u64>,
    selections: HashMap<&'a str, Rc<Vec<Pick<'a>>>>,
}

impl<'a, 'i> Scope<'a, 'i> {
    pub(super) fn new(index: &'i Index<'a>, subject: &'a Entity, fuel: &'i Cell<u64>) -> Self {
        Scope { index, subject, it: None, bound: Vec::new(), fuel, selections: HashMap::new() }
    }

    /// The card at hand: `it`, or the subject.
    pub(super) fn at_hand(&self) -> Pick<'a> {
        self.it.unwrap_or_else(|| Pick::itself(self.subject))
    }

    /// The format a deck is for.
    pub(super) fn format(&self) -> Option<&'a Entity> {
        self.subject.target.as_deref().and_then(|id| self.index.entity(id))
    }

    /// True when the fuel is used up; from then on every expression counts as absent.
    pub(super) fn exhausted(&self) -> bool {
        self.fuel.get() == 0
    }

    /// Runs something with another card at hand.
    pub(super) fn with<T>(&mut self, pick: Pick<'a>, run: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.it.replace(pick);
        let result = run(self);
        self.it = outer;
        result
    }

    pub(super) fn truth(&mut self, expr: &'a Expr) -> bool {
        self.value(expr).truth()
    }

    /// The value of an expression.
    pub(super) fn value(&mut self, expr: &'a Expr) -> Val<'a> {
        let Some(fuel) = self.fuel.get().checked_sub(1) else { return Val::Absent };
        self.fuel.set(fuel);
        match expr {
            Expr::Int { value } => Val::Int(*value),
            Expr::Bool { value } => Val::Bool(*value),
            Expr::Text { value } => Val::Text(Cow::Borrowed(value)),
            Expr::Quantity { value, .. } => Val::Int(*value),
            Expr::Pool { pool } => {
                Val::Int(pool.dice.values().fold(0, |sum, count| sum.saturating_add(*count)))
            }
            Expr::Symbol { domain, id } => Val::Name { id, domain: Some(domain) },
            Expr::Card { id, .. } => match self.index.entity(id) {
                Some(entity) => Val::Card(Pick::itself(entity)),
                None => Val::Name { id, domain: None },
            },
            Expr::Kind { id } | Expr::Keyword { id, .. } | Expr::Zone { id } => {
                Val::Name { id, domain: None }
            }
            Expr::Var { name } => self.variable(name),
            Expr::Query { name, args } => self.query(name, args),
            Expr::Select { source, filter, .. } => {
                Val::Cards(self.selection(source, filter.as_deref()))
            }
            Expr::Member { of, name } => self.member(of, name),
            Expr::Unary { operator: UnaryOp::Not, value } => Val::Bool(!self.truth(value)),
            Expr::Unary { operator: UnaryOp::Negate, value } => {
                Val::Int(self.value(value).int().saturating_neg())
            }
            Expr::Binary { operator, left, right } => self.binary(*operator, left, right),
            Expr::Set { items } => {
                Val::Set(items.iter().flat_map(|item| self.value(item).members()).collect())
            }
        }
    }

    /// The cards that an expression evaluates to: a selection, one card, or some by name.
    pub(super) fn cards(&mut self, expr: &'a Expr) -> Rc<Vec<Pick<'a>>> {
        let value = self.value(expr);
        if let Val::Cards(picks) = value {
            return picks;
        }
        let pick = |member: Val<'a>| match member {
            Val::Card(pick) => Some(pick),
            Val::Name { id, .. } => self.index.entity(id).map(Pick::itself),
            _ => None,
        };
        Rc::new(value.members().into_iter().filter_map(pick).collect())
    }

    fn variable(&mut self, name: &'a str) -> Val<'a> {
        if let Some((_, value)) = self.bound.iter().rev().find(|(bound, _)| *bound == name) {
            return value.clone();
        }
        match name {
            "it" => Val::Card(self.at_hand()),
            "self" | "deck" | "set" => Val::Card(Pick::itself(self.subject)),
            "format" => match self.format() {
                Some(format) => Val::Card(Pick::itself(format)),
                None => Val::Absent,
            },
            field => self.field(self.at_hand(), field),
        }
    }

    fn member(&mut self, of: &'a Expr, name: &'a str) -> Val<'a> {
        match self.value(of) {
            Val::Card(pick) => self.field(pick, name),
            Val::Name { id, .. } => match self.index.entity(id) {
                Some(entity) => self.field(Pick::itself(entity), name),
                None => Val::Absent,
            },
            Val::Cards(picks) => {
                Val::Set(picks.iter().map(|pick| self.field(*pick, name)).collect())
            }
            _ => Val::Absent,
        }
    }

    fn binary(&mut self, operator: BinaryOp, left: &'a Expr, right: &'a Expr) -> Val<'a> {
        // These three may skip their right side, so that the left side of a rule can guard the
        // right.
        match operator {
            BinaryOp::Or => return Val::Bool(self.truth(left) || self.truth(right)),
            BinaryOp::And => return Val::Bool(self.truth(left) && self.truth(right)),
            BinaryOp::Implies => return Val::Bool(!self.truth(left) || self.truth(right)),
            _ => {}
        }
        let (left, right) = (self.value(left), self.value(right));
        let index = self.index;
        let order = || left.compare(&right, |domain, value| index.position(domain, value));
        match operator {
            BinaryOp::Equal => Val::Bool(left.equals(&right)),
            BinaryOp::NotEqual => Val::Bool(!left.equals(&right)),
            BinaryOp::Less => Val::Bool(order().is_lt()),
            BinaryOp::AtMost => Val::Bool(order().is_le()),
            BinaryOp::Greater => Val::Bool(order().is_gt()),
            BinaryOp::AtLeast => Val::Bool(order().is_ge()),
            BinaryOp::Has => Val::Bool(left.has(&right)),
            BinaryOp::In => Val::Bool(left.within(&right)),
            BinaryOp::Add => Val::Int(left.int().saturating_add(right.int())),
            BinaryOp::Subtract => Val::Int(left.int().saturating_sub(right.int())),
            BinaryOp::Multiply => Val::Int(left.int().saturating_mul(right.int())),
            // Division by 0 gives 0: like everywhere in rules, a missing number counts as 0.
            BinaryOp::Divide => Val::Int(left.int().checked_div_euclid(right.int()).unwrap_or(0)),
            BinaryOp::Range => Val::Range(left.int(), right.int()),
            BinaryOp::Or | BinaryOp::And | BinaryOp::Implies => Val::Absent,
        }
    }

    /// The cards of a selection for which the filter holds.
    pub(super) fn selection(
        &mut self,
        source: &'a str,
        filter: Option<&'a Expr>,
    ) -> Rc<Vec<Pick<'a>>> {
        let all = self.unfiltered(source);
        let Some(filter) = filter else { return all };
        let mut kept = Vec::new();
        for pick in all.iter() {
            if self.with(*pick, |scope| scope.truth(filter)) {
                kept.push(*pick);
            }
        }
        Rc::new(kept)
    }

    /// All cards of a selection: a list or field of the subject, or a selection of the whole
    /// library.
    pub(super) fn unfiltered(&mut self, source: &'a str) -> Rc<Vec<Pick<'a>>> {
        if let Some((_, value)) = self.bound.iter().rev().find(|(bound, _)| *bound == source) {
            return match value {
                Val::Cards(picks) => picks.clone(),
                Val::Card(pick) => Rc::new(vec![*pick]),
                _ => Rc::default(),
            };
        }
        match source {
            "it" => return Rc::new(vec![self.at_hand()]),
            "self" | "deck" => return Rc::new(vec![Pick::itself(self.subject)]),
            _ => {}
        }
        // A list of the card at hand, such as that of a deck in `for each decks`.
        if let Some(it) = self.it
            && self.index.lists(it.entity, source)
        {
            return Rc::new(self.selection_of(it.entity, source));
        }
        if let Some(found) = self.selections.get(source) {
            return found.clone();
        }
        let found = Rc::new(self.selection_of(self.subject, source));
        if found.is_empty()
            && let Some(global) = self.index.global(source)
        {
            return global;
        }
        self.selections.insert(source, found.clone());
        found
    }

    /// A list or field of a declaration.
    fn selection_of(&self, owner: &'a Entity, source: &'a str) -> Vec<Pick<'a>> {
        if let Some(list) = source.strip_suffix("-cards")
            && let Some(entries) = owner.lists.get(list)
        {
            let entity = |id: &str| self.index.entity(id);
            let pick = |entry: &cardwright_model::ListEntry| {
                entity(&entry.card).map(|entity| Pick {
                    entity,
                    copies: entry.count,
                    origin: Origin::List(list),
                })
            };
            return entries.iter().filter_map(pick).collect();
        }
        let from_field = |id: &str| {
            let entity = self.index.entity(id)?;
            Some(Pick { entity, copies: 1, origin: Origin::Field(source) })
        };
        owner.refs(source).filter_map(from_field).collect()
    }
}

/// The argument of that name.
pub(super) fn argument<'a>(args: &'a [Arg], name: &str) -> Option<&'a Expr> {
    args.iter().find(|arg| arg.name == name).map(|arg| &arg.value)
}

/// The bare word that an argument of type `Name` stands for, whatever the checker resolved
/// the word to.
pub(super) fn word_of(expr: &Expr) -> Option<&str> {
    match expr {
        Expr::Text { value } => Some(value),
        Expr::Symbol { id, .. }
        | Expr::Kind { id }
        | Expr::Keyword { id, .. }
        | Expr::Zone { id }
        | Expr::Card { id, .. } => Some(id),
        Expr::Var { name } | Expr::Query { name, .. } | Expr::Member { name, .. } => Some(name),
        Expr::Select { source, .. } => Some(source),
        _ => None,
    }
}
