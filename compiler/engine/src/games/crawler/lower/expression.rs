//! Lowering of expressions into nodes, by the type that is wanted of them.

use cardwright_model::{Arg, BinaryOp, Expr, UnaryOp};

use super::super::content::{Arithmetic, Comparison, Fold, Node, NodeId};
use super::super::words::{
    CardFact, Fact, GameFact, GameNumber, Property, ResourceNumber, Source, Stat, Token, Zone,
};
use super::scope::{Binding, Scope, find};
use super::{Lowered, Lowerer};

/// What kind of value an expression gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Ty {
    Number,
    Truth,
    Set,
    Kind,
    Card,
    Cards,
    Zone,
    Costs,
    Distance,
    Printed,
    Other,
}

impl Lowerer<'_> {
    /// Stores a node.
    pub(super) fn push(&mut self, node: Node) -> NodeId {
        self.content.nodes.push(node);
        (self.content.nodes.len() - 1) as NodeId
    }

    /// What kind of value an expression gives.
    pub(in super::super) fn type_of(&self, expr: &Expr, scope: &Scope) -> Ty {
        match expr {
            Expr::Int { .. } => Ty::Number,
            Expr::Bool { .. } => Ty::Truth,
            Expr::Symbol { domain, .. } if domain == "distance" => Ty::Distance,
            Expr::Symbol { .. } => Ty::Set,
            Expr::Card { .. } => Ty::Printed,
            Expr::Kind { .. } => Ty::Kind,
            Expr::Zone { .. } => Ty::Zone,
            Expr::Unary { operator: UnaryOp::Not, .. } => Ty::Truth,
            Expr::Unary { operator: UnaryOp::Negate, .. } => Ty::Number,
            Expr::Binary { operator, .. } => match operator {
                BinaryOp::Add
                | BinaryOp::Subtract
                | BinaryOp::Multiply
                | BinaryOp::Divide
                | BinaryOp::Range => Ty::Number,
                _ => Ty::Truth,
            },
            Expr::Set { items } => match items.first() {
                Some(first) => match self.type_of(first, scope) {
                    Ty::Card | Ty::Printed | Ty::Cards => Ty::Cards,
                    other => other,
                },
                None => Ty::Set,
            },
            Expr::Var { name } => match (scope.param(name), scope.binding(name)) {
                (Some(value), _) => self.type_of(value, scope),
                (_, Some(Binding::Number(_))) => Ty::Number,
                (_, Some(Binding::Card(_))) => Ty::Card,
                (_, Some(Binding::Inline(value))) => self.type_of(value, scope),
                _ => type_of_word(name),
            },
            Expr::Query { name, .. } => type_of_word(name),
            Expr::Select { source, .. } => type_of_word(source),
            _ => Ty::Other,
        }
    }

    /// An expression with the keyword's parameters and inlined `let`s filled in.
    pub(super) fn substitute(&self, expr: &Expr, scope: &Scope) -> Expr {
        let again = |expr: &Expr| self.substitute(expr, scope);
        let args = |args: &[Arg]| {
            args.iter()
                .map(|arg| Arg { name: arg.name.clone(), value: again(&arg.value) })
                .collect::<Vec<_>>()
        };
        match expr {
            Expr::Var { name } => match (scope.param(name), scope.binding(name)) {
                (Some(value), _) => value.clone(),
                (_, Some(Binding::Inline(value))) => value.clone(),
                _ => expr.clone(),
            },
            Expr::Keyword { id, args: given } => {
                Expr::Keyword { id: id.clone(), args: args(given) }
            }
            Expr::Query { name, args: given } => {
                Expr::Query { name: name.clone(), args: args(given) }
            }
            Expr::Select { source, args: given, filter } => Expr::Select {
                source: source.clone(),
                args: args(given),
                filter: filter.as_ref().map(|filter| Box::new(again(filter))),
            },
            Expr::Unary { operator, value } => {
                Expr::Unary { operator: *operator, value: Box::new(again(value)) }
            }
            Expr::Binary { operator, left, right } => Expr::Binary {
                operator: *operator,
                left: Box::new(again(left)),
                right: Box::new(again(right)),
            },
            Expr::Set { items } => match items.as_slice() {
                [single] => again(single),
                several => Expr::Set { items: several.iter().map(again).collect() },
            },
            other => other.clone(),
        }
    }

    /// A number; a truth value counts as 1 or 0, a distance by its place in the order.
    pub(in super::super) fn number(&mut self, expr: &Expr, scope: &Scope) -> Lowered<NodeId> {
        let node = match expr {
            Expr::Int { value } => Node::Int(*value as i32),
            Expr::Symbol { domain, id } => Node::Int(self.ordinal(domain, id)? as i32),
            Expr::Unary { operator: UnaryOp::Negate, value } => {
                Node::Negate(self.number(value, scope)?)
            }
            Expr::Binary { operator, left, right } => {
                let operation = match operator {
                    BinaryOp::Add => Arithmetic::Add,
                    BinaryOp::Subtract => Arithmetic::Subtract,
                    BinaryOp::Multiply => Arithmetic::Multiply,
                    BinaryOp::Divide => Arithmetic::Divide,
                    _ => return self.truth(expr, scope),
                };
                Node::Arithmetic(operation, self.number(left, scope)?, self.number(right, scope)?)
            }
            Expr::Var { name } => {
                match (scope.param(name).cloned(), scope.binding(name).cloned()) {
                    (Some(value), _) => return self.number(&value, scope),
                    (_, Some(Binding::Number(slot))) => Node::Local(slot),
                    (_, Some(Binding::Inline(value))) => return self.number(&value, scope),
                    _ => return self.number_word(name, &[], scope),
                }
            }
            Expr::Query { name, args } => return self.number_word(name, args, scope),
            _ => return self.truth(expr, scope),
        };
        Ok(self.push(node))
    }

    fn number_word(&mut self, name: &str, args: &[Arg], scope: &Scope) -> Lowered<NodeId> {
        let node = match name {
            "count" => Node::Count(self.cards_argument(args, scope)?),
            "highest" | "lowest" | "total" => {
                let fold = match name {
                    "highest" => Fold::Highest,
                    "lowest" => Fold::Lowest,
                    _ => Fold::Total,
                };
                let cards = self.cards_argument(args, scope)?;
                Node::Fold(fold, cards, self.stat_argument(args)?)
            }
            "min" | "max" => {
                let operation = if name == "min" { Arithmetic::Min } else { Arithmetic::Max };
                let first = find(args, "a").ok_or("`a` is missing")?;
                let second = find(args, "b").ok_or("`b` is missing")?;
                Node::Arithmetic(operation, self.number(first, scope)?, self.number(second, scope)?)
            }
            "size" => Node::Size(self.zone_argument(args, scope)?),
            "top-cost" => Node::TopCost(self.zone_argument(args, scope)?),
            "resource" => {
                let card = self.card_argument(args, scope)?;
                Node::Resource(card, self.resource_argument(args, scope)?)
            }
            "played-this-round" => {
                let kind = find(args, "kind").ok_or("`kind` is missing")?;
                Node::PlayedThisRound(self.kind_set(kind, scope)?)
            }
            "points" => Node::Points(self.player_argument(args, scope)?),
            "pool" => Node::Pool(self.card_argument(args, scope)?),
            "defence" => Node::Defence(self.card_argument(args, scope)?),
            "attack-against" => Node::AttackAgainst(self.card_argument(args, scope)?),
            _ => {
                if let Some(token) = Token::from_name(name) {
                    Node::Token(token, self.card_argument(args, scope)?)
                } else if let Some(number) = ResourceNumber::from_name(name) {
                    Node::ResourceNumber(number, self.resource_argument(args, scope)?)
                } else if let Some(number) = GameNumber::from_name(name) {
                    Node::Number(number)
                } else if let Some(stat) = Stat::from_name(name) {
                    if stat.of_card() {
                        Node::CardStat(stat, self.card_argument(args, scope)?)
                    } else {
                        Node::GameStat(stat)
                    }
                } else {
                    return self.truth_word(name, args, scope);
                }
            }
        };
        Ok(self.push(node))
    }

    /// A condition.
    pub(in super::super) fn truth(&mut self, expr: &Expr, scope: &Scope) -> Lowered<NodeId> {
        let node = match expr {
            Expr::Bool { value } => Node::Truth(*value),
            Expr::Unary { operator: UnaryOp::Not, value } => Node::Not(self.truth(value, scope)?),
            Expr::Binary { operator, left, right } => {
                return self.binary(*operator, left, right, scope);
            }
            Expr::Var { name } => {
                match (scope.param(name).cloned(), scope.binding(name).cloned()) {
                    (Some(value), _) => return self.truth(&value, scope),
                    (_, Some(Binding::Number(slot))) => Node::Local(slot),
                    (_, Some(Binding::Inline(value))) => return self.truth(&value, scope),
                    _ => return self.truth_word(name, &[], scope),
                }
            }
            Expr::Query { name, args } => return self.truth_word(name, args, scope),
            other => return Err(format!("{} is no condition", describe(other))),
        };
        Ok(self.push(node))
    }

    fn truth_word(&mut self, name: &str, args: &[Arg], scope: &Scope) -> Lowered<NodeId> {
        let node = match name {
            "any" => Node::Any(self.cards_argument(args, scope)?),
            "has" => return self.has_keyword(args, scope),
            "named" => {
                let card = self.card_argument(args, scope)?;
                Node::Named(card, self.printed_argument(args, "name", scope)?)
            }
            "face-up" => Node::FaceUp(self.zone_argument(args, scope)?),
            "in-zone" => {
                let card = self.card_argument(args, scope)?;
                Node::InZone(card, self.zone_argument(args, scope)?)
            }
            "top" => {
                let zone = self.zone_argument(args, scope)?;
                Node::TopIs(zone, self.printed_argument(args, "card", scope)?)
            }
            "contains" | "sequence" => {
                let zone = self.zone_argument(args, scope)?;
                Node::Holds(zone, self.printed_list(args, scope)?, name == "sequence")
            }
            "legal-targets" => Node::LegalTargets(self.printed_list(args, scope)?),
            "won" => Node::Won(self.player_argument(args, scope)?),
            "lost" => Node::Lost(self.player_argument(args, scope)?),
            "setting" => match find(args, "name") {
                Some(Expr::Text { value }) => Node::Truth(self.content.switches.contains(value)),
                _ => return Err("`setting` needs the setting's name in quotes".to_owned()),
            },
            "step" => match find(args, "name") {
                Some(Expr::Text { value }) => Node::StepIs(self.text(value)),
                Some(Expr::Int { value }) => Node::StepIs(self.text(&value.to_string())),
                _ => return Err("`step` needs the step's number in quotes".to_owned()),
            },
            _ => {
                if let Some(fact) = Fact::from_name(name) {
                    Node::Fact(fact, self.card_argument(args, scope)?)
                } else if let Some(fact) = GameFact::from_name(name) {
                    Node::GameFact(fact)
                } else if let Some(fact) = CardFact::from_name(name) {
                    Node::CardFact(fact, self.printed_argument(args, "name", scope)?)
                } else {
                    return Err(format!("`{name}` gives no number and no truth value"));
                }
            }
        };
        Ok(self.push(node))
    }

    fn has_keyword(&mut self, args: &[Arg], scope: &Scope) -> Lowered<NodeId> {
        let card = self.card_argument(args, scope)?;
        let keyword = find(args, "keyword").ok_or("`has` needs a keyword")?;
        let keyword = self.substitute(keyword, scope);
        let (id, given) = match &keyword {
            Expr::Keyword { id, args } => (id, args.as_slice()),
            Expr::Var { name } => (name, [].as_slice()),
            other => return Err(format!("{} is no keyword", describe(other))),
        };
        let form = self.form(id, given, scope)?;
        let node = if given.is_empty() {
            Node::HasKeyword(card, self.content.forms[usize::from(form)].keyword)
        } else {
            Node::HasForm(card, form)
        };
        Ok(self.push(node))
    }

    fn binary(
        &mut self,
        operator: BinaryOp,
        left: &Expr,
        right: &Expr,
        scope: &Scope,
    ) -> Lowered<NodeId> {
        let node = match operator {
            BinaryOp::And => Node::And(self.truth(left, scope)?, self.truth(right, scope)?),
            BinaryOp::Or => Node::Or(self.truth(left, scope)?, self.truth(right, scope)?),
            BinaryOp::Implies => {
                let condition = self.truth(left, scope)?;
                Node::Or(self.push(Node::Not(condition)), self.truth(right, scope)?)
            }
            BinaryOp::Equal => return self.same(left, right, scope),
            BinaryOp::NotEqual => Node::Not(self.same(left, right, scope)?),
            BinaryOp::Less => self.compare(Comparison::Less, left, right, scope)?,
            BinaryOp::AtMost => self.compare(Comparison::AtMost, left, right, scope)?,
            BinaryOp::Greater => self.compare(Comparison::Greater, left, right, scope)?,
            BinaryOp::AtLeast => self.compare(Comparison::AtLeast, left, right, scope)?,
            BinaryOp::Has => match self.type_of(left, scope) {
                Ty::Cards => {
                    Node::CardIn(self.cards_of(right, scope)?, self.cards_of(left, scope)?)
                }
                _ => Node::SetHas(self.set(left, scope)?, self.set(right, scope)?),
            },
            BinaryOp::In => return self.member(left, right, scope),
            _ => {
                let left = left.clone();
                let expr =
                    Expr::Binary { operator, left: Box::new(left), right: Box::new(right.clone()) };
                return self.number(&expr, scope);
            }
        };
        Ok(self.push(node))
    }

    fn compare(
        &mut self,
        comparison: Comparison,
        left: &Expr,
        right: &Expr,
        scope: &Scope,
    ) -> Lowered<Node> {
        Ok(Node::Compare(comparison, self.number(left, scope)?, self.number(right, scope)?))
    }

    /// `==`, and `is` between cards.
    fn same(&mut self, left: &Expr, right: &Expr, scope: &Scope) -> Lowered<NodeId> {
        let types = (self.type_of(left, scope), self.type_of(right, scope));
        let node = match types {
            (Ty::Kind, _) => return self.kind_test(left, right, scope),
            (_, Ty::Kind) => return self.kind_test(right, left, scope),
            (Ty::Costs, _) => Node::CostsAre(self.costs(left, scope)?, self.numbers(right, scope)?),
            (_, Ty::Costs) => Node::CostsAre(self.costs(right, scope)?, self.numbers(left, scope)?),
            (Ty::Card, Ty::Printed) => {
                let card = self.cards_of(left, scope)?;
                Node::Named(card, self.printed(right, scope)?)
            }
            (Ty::Printed, Ty::Card) => {
                let card = self.cards_of(right, scope)?;
                Node::Named(card, self.printed(left, scope)?)
            }
            (Ty::Card | Ty::Cards | Ty::Printed, _) | (_, Ty::Card | Ty::Cards | Ty::Printed) => {
                Node::SameCard(self.cards_of(left, scope)?, self.cards_of(right, scope)?)
            }
            (Ty::Set, _) | (_, Ty::Set) => {
                Node::SetSame(self.set(left, scope)?, self.set(right, scope)?)
            }
            _ => self.compare(Comparison::Equal, left, right, scope)?,
        };
        Ok(self.push(node))
    }

    /// `kind == trap`, with the side that reads a card's kind first or second.
    fn kind_test(&mut self, left: &Expr, right: &Expr, scope: &Scope) -> Lowered<NodeId> {
        let left = self.substitute(left, scope);
        let right = self.substitute(right, scope);
        let (query, kinds) = if is_kind_query(&left) { (left, right) } else { (right, left) };
        let card = match &query {
            Expr::Query { args, .. } => self.card_argument(args, scope)?,
            _ => self.card_argument(&[], scope)?,
        };
        if is_kind_query(&kinds) {
            let (one, other) = (self.push(Node::KindOf(card)), self.kind_set(&kinds, scope)?);
            return Ok(self.push(Node::SetHas(one, other)));
        }
        let mask = self.kinds(&kinds, scope)?;
        Ok(self.push(Node::KindIn(card, mask)))
    }

    /// Kinds by name, or the kind of a card.
    fn kind_set(&mut self, expr: &Expr, scope: &Scope) -> Lowered<NodeId> {
        let node = match self.substitute(expr, scope) {
            Expr::Query { name, args } if name == "kind" => {
                Node::KindOf(self.card_argument(&args, scope)?)
            }
            Expr::Var { name } if name == "kind" => Node::KindOf(self.card_argument(&[], scope)?),
            named => Node::Set(self.kinds(&named, scope)?),
        };
        Ok(self.push(node))
    }

    /// `x in y`.
    fn member(&mut self, left: &Expr, right: &Expr, scope: &Scope) -> Lowered<NodeId> {
        let right = &self.substitute(right, scope);
        let node = match (self.type_of(left, scope), right) {
            (_, Expr::Binary { operator: BinaryOp::Range, left: low, right: high }) => {
                let value = self.number(left, scope)?;
                Node::Between(value, self.number(low, scope)?, self.number(high, scope)?)
            }
            (Ty::Kind, _) => return self.kind_test(left, right, scope),
            (Ty::Card | Ty::Printed, Expr::Zone { .. }) => {
                let card = self.cards_of(left, scope)?;
                Node::InZone(card, self.zone(right, scope)?)
            }
            (Ty::Card | Ty::Cards | Ty::Printed, _) => {
                Node::CardIn(self.cards_of(left, scope)?, self.cards_of(right, scope)?)
            }
            (Ty::Set, _) => Node::SetHas(self.set(right, scope)?, self.set(left, scope)?),
            _ => Node::AmongNumbers(self.number(left, scope)?, self.numbers(right, scope)?),
        };
        Ok(self.push(node))
    }
}

fn is_kind_query(expr: &Expr) -> bool {
    matches!(expr, Expr::Query { name, .. } | Expr::Var { name } if name == "kind")
}

/// The type that a word of the vocabulary gives.
fn type_of_word(name: &str) -> Ty {
    match name {
        "self" | "it" | "victim" | "subject" | "linked" | "primary-target" | "target-x"
        | "defended" => Ty::Card,
        "kind" => Ty::Kind,
        "costs" => Ty::Costs,
        "attack-distance" => Ty::Distance,
        "attack-damage" => Ty::Set,
        "first" | "cheapest" => Ty::Cards,
        // Both a set of cards and a fact; as a bare word it is asked about as a fact.
        "attack-won" => Ty::Truth,
        _ if Property::from_name(name).is_some() => Ty::Set,
        _ if Source::from_name(name).is_some() => Ty::Cards,
        _ if Zone::from_name(name).is_some() => Ty::Zone,
        _ if Fact::from_name(name).is_some()
            || GameFact::from_name(name).is_some()
            || CardFact::from_name(name).is_some() =>
        {
            Ty::Truth
        }
        "any" | "has" | "named" | "face-up" | "in-zone" | "top" | "contains" | "sequence"
        | "legal-targets" | "won" | "lost" | "step" | "setting" => Ty::Truth,
        _ => Ty::Number,
    }
}

/// An expression in a word, for messages.
pub(super) fn describe(expr: &Expr) -> String {
    match expr {
        Expr::Int { value } => format!("`{value}`"),
        Expr::Symbol { id, .. }
        | Expr::Card { id, .. }
        | Expr::Kind { id }
        | Expr::Keyword { id, .. }
        | Expr::Zone { id } => format!("`{id}`"),
        Expr::Var { name } | Expr::Query { name, .. } => format!("`{name}`"),
        Expr::Select { source, .. } => format!("`{source}`"),
        Expr::Text { value } => format!("\"{value}\""),
        _ => "this expression".to_owned(),
    }
}
