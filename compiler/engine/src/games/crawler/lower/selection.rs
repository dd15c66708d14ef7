//! Lowering of what is not a number or a condition: value sets, cards, kinds, zones, and
//! the arguments of words.

use cardwright_model::{Arg, Expr};

use super::super::content::{NO_NODE, Node, NodeId};
use super::super::words::{Property, RESOURCES, Source, Stat, Zone};
use super::expression::describe;
use super::scope::{Binding, Scope, find};
use super::{Lowered, Lowerer};

impl Lowerer<'_> {
    /// A set of enum values.
    pub(in super::super) fn set(&mut self, expr: &Expr, scope: &Scope) -> Lowered<NodeId> {
        let node = match expr {
            Expr::Symbol { domain, id } => Node::Set(self.bit(domain, id)?),
            Expr::Set { items } => {
                let mut union = self.push(Node::Set(0));
                for item in items {
                    let next = self.set(item, scope)?;
                    union = match (self.content.node(union), self.content.node(next)) {
                        (Node::Set(a), Node::Set(b)) => self.push(Node::Set(a | b)),
                        _ => self.push(Node::Union(union, next)),
                    };
                }
                return Ok(union);
            }
            Expr::Var { name } => {
                match (scope.param(name).cloned(), scope.binding(name).cloned()) {
                    (Some(value), _) => return self.set(&value, scope),
                    (_, Some(Binding::Inline(value))) => return self.set(&value, scope),
                    _ => return self.set_word(name, &[], scope),
                }
            }
            Expr::Query { name, args } => return self.set_word(name, args, scope),
            other => return Err(format!("{} is no set of values", describe(other))),
        };
        Ok(self.push(node))
    }

    pub(super) fn set_word(&mut self, name: &str, args: &[Arg], scope: &Scope) -> Lowered<NodeId> {
        let node = if name == "attack-damage" {
            Node::AttackDamage
        } else {
            let property = Property::from_name(name)
                .ok_or_else(|| format!("`{name}` gives no set of values"))?;
            Node::SetOf(property, self.card_argument(args, scope)?)
        };
        Ok(self.push(node))
    }

    /// Those values of a mixed set that belong to one enum.
    pub(super) fn set_within(
        &mut self,
        expr: &Expr,
        domain: &str,
        scope: &Scope,
    ) -> Lowered<NodeId> {
        let expr = self.substitute(expr, scope);
        let items = match &expr {
            Expr::Set { items } => items.as_slice(),
            single => std::slice::from_ref(single),
        };
        let mut set = 0;
        for item in items {
            match self.substitute(item, scope) {
                Expr::Symbol { domain: of, id } if of == domain => set |= self.bit(domain, &id)?,
                Expr::Symbol { .. } => {}
                other => return Err(format!("{} is no value", describe(&other))),
            }
        }
        Ok(self.push(Node::Set(set)))
    }

    /// Cards: a selection, one card, or several named ones.
    pub(in super::super) fn cards_of(&mut self, expr: &Expr, scope: &Scope) -> Lowered<NodeId> {
        let node = match expr {
            Expr::Card { id, .. } => Node::Printed(self.def(id)?),
            Expr::Zone { id } => {
                let zone = Zone::from_name(id).ok_or_else(|| format!("no zone `{id}`"))?;
                Node::ZoneCards(zone, NO_NODE)
            }
            Expr::Set { items } => {
                let mut list = Vec::new();
                for item in items {
                    list.push(self.cards_of(item, scope)?);
                }
                Node::Group(self.push_list(list))
            }
            Expr::Var { name } => {
                match (scope.param(name).cloned(), scope.binding(name).cloned()) {
                    (Some(value), _) => return self.cards_of(&value, scope),
                    (_, Some(Binding::Card(slot))) => Node::LocalCard(slot),
                    (_, Some(Binding::Inline(value))) => return self.cards_of(&value, scope),
                    _ => return self.cards_word(name, &[], None, scope),
                }
            }
            Expr::Query { name, args } => return self.cards_word(name, args, None, scope),
            Expr::Select { source, args, filter } => {
                return self.cards_word(source, args, filter.as_deref(), scope);
            }
            other => return Err(format!("{} is no card", describe(other))),
        };
        Ok(self.push(node))
    }

    pub(super) fn cards_word(
        &mut self,
        name: &str,
        args: &[Arg],
        filter: Option<&Expr>,
        scope: &Scope,
    ) -> Lowered<NodeId> {
        let filter = match filter {
            Some(filter) => self.truth(filter, &scope.with_it())?,
            None => NO_NODE,
        };
        // A selection may be a keyword's parameter or a `let`: `targets where …`.
        if let Some(value) = scope.param(name).cloned() {
            return self.cards_of(&value, scope);
        }
        let node = match name {
            "self" => Node::SelfCard,
            "it" => Node::It,
            "victim" | "subject" => Node::Victim,
            "linked" => Node::Linked,
            "primary-target" => Node::PrimaryTarget,
            "target-x" => Node::TargetX,
            "defended" => Node::Defended,
            "first" => {
                let count = find(args, "count").ok_or("`count` is missing")?;
                Node::First(self.number(count, scope)?, self.cards_argument(args, scope)?)
            }
            "cheapest" => Node::Cheapest(self.cards_argument(args, scope)?),
            "cards" => match find(args, "in") {
                Some(zone) => Node::ZoneCards(self.zone(zone, scope)?, filter),
                None => Node::Select(Source::Cards, filter),
            },
            _ => match (Source::from_name(name), Zone::from_name(name)) {
                (Some(source), _) => Node::Select(source, filter),
                (_, Some(zone)) => Node::ZoneCards(zone, filter),
                _ => return Err(format!("`{name}` gives no cards")),
            },
        };
        Ok(self.push(node))
    }

    /// The cards whose costs are meant by `costs(…)`.
    pub(super) fn costs(&mut self, expr: &Expr, scope: &Scope) -> Lowered<NodeId> {
        match expr {
            Expr::Query { args, .. } => self.cards_argument(args, scope),
            other => Err(format!("{} gives no costs", describe(other))),
        }
    }

    /// A list of numbers.
    pub(super) fn numbers(&mut self, expr: &Expr, scope: &Scope) -> Lowered<u16> {
        let items = match expr {
            Expr::Set { items } => items.as_slice(),
            single => std::slice::from_ref(single),
        };
        let mut list = Vec::new();
        for item in items {
            list.push(self.number(item, scope)?);
        }
        Ok(self.push_list(list))
    }

    /// A mask of kinds.
    pub(super) fn kinds(&self, expr: &Expr, scope: &Scope) -> Lowered<u64> {
        match self.substitute(expr, scope) {
            Expr::Kind { id } => self.kind_mask(&id),
            Expr::Set { items } => {
                items.iter().try_fold(0, |mask, item| Ok(mask | self.kinds(item, scope)?))
            }
            // `equipment` and the like are resources as well as kinds.
            Expr::Symbol { id, .. } => self.kind_mask(&id),
            other => Err(format!("{} is no kind", describe(&other))),
        }
    }

    /// A zone.
    pub(super) fn zone(&self, expr: &Expr, scope: &Scope) -> Lowered<Zone> {
        let substituted = self.substitute(expr, scope);
        let name = match &substituted {
            Expr::Zone { id } => id,
            Expr::Var { name } => name,
            Expr::Select { source, .. } => source,
            other => return Err(format!("{} is no zone", describe(other))),
        };
        let name = if name == "hand" { "crawler-hand" } else { name };
        Zone::from_name(name).ok_or_else(|| format!("no zone `{name}`"))
    }

    pub(super) fn printed(&self, expr: &Expr, scope: &Scope) -> Lowered<u16> {
        match self.substitute(expr, scope) {
            Expr::Card { id, .. } => self.def(&id),
            other => Err(format!("{} is no card by name", describe(&other))),
        }
    }

    pub(super) fn printed_argument(&self, args: &[Arg], name: &str, scope: &Scope) -> Lowered<u16> {
        let value = find(args, name).ok_or_else(|| format!("`{name}` is missing"))?;
        self.printed(value, scope)
    }

    pub(super) fn printed_list(&mut self, args: &[Arg], scope: &Scope) -> Lowered<u16> {
        let mut list = Vec::new();
        // Names written one after the other arrive as several arguments of that name.
        for arg in args.iter().filter(|arg| arg.name == "cards") {
            match self.substitute(&arg.value, scope) {
                Expr::Set { items } => {
                    for item in &items {
                        list.push(NodeId::from(self.printed(item, scope)?));
                    }
                }
                single => list.push(NodeId::from(self.printed(&single, scope)?)),
            }
        }
        Ok(self.push_list(list))
    }

    pub(super) fn cards_argument(&mut self, args: &[Arg], scope: &Scope) -> Lowered<NodeId> {
        let cards = find(args, "cards").ok_or("`cards` is missing")?;
        self.cards_of(cards, scope)
    }

    pub(super) fn card_argument(&mut self, args: &[Arg], scope: &Scope) -> Lowered<NodeId> {
        match find(args, "card") {
            Some(card) => self.cards_of(card, scope),
            None if scope.has_it => Ok(self.push(Node::It)),
            None => Ok(self.push(Node::SelfCard)),
        }
    }

    pub(super) fn zone_argument(&self, args: &[Arg], scope: &Scope) -> Lowered<Zone> {
        let zone = find(args, "zone").ok_or("`zone` is missing")?;
        self.zone(zone, scope)
    }

    pub(super) fn stat_argument(&self, args: &[Arg]) -> Lowered<Stat> {
        let name = match find(args, "stat") {
            Some(Expr::Query { name, .. } | Expr::Var { name }) => name,
            Some(Expr::Text { value }) => value,
            Some(Expr::Symbol { id, .. }) => id,
            _ => return Err("`stat` is missing".to_owned()),
        };
        Stat::from_name(name)
            .filter(|stat| stat.of_card())
            .ok_or_else(|| format!("`{name}` is no stat of cards"))
    }

    pub(super) fn resource_argument(&self, args: &[Arg], scope: &Scope) -> Lowered<u8> {
        let value = find(args, "resource").ok_or("`resource` is missing")?;
        let id = match self.substitute(value, scope) {
            Expr::Symbol { id, .. } | Expr::Kind { id } => id,
            other => return Err(format!("{} is no resource", describe(&other))),
        };
        let place = RESOURCES.iter().position(|name| *name == id);
        place.map(|place| place as u8).ok_or_else(|| format!("`{id}` is no resource"))
    }

    pub(super) fn player_argument(&mut self, args: &[Arg], scope: &Scope) -> Lowered<NodeId> {
        match find(args, "player") {
            Some(player) => self.number(player, scope),
            None => Ok(NO_NODE),
        }
    }
}
