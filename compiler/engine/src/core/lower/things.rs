//! Lowering of what is not a number: sets of values, things, dice, and arguments of words.

use cardwright_model::{Arg, BinaryOp, Expr};

use super::super::code::{Arguments, DefId, Fold, ListId, NO_NODE, Node, NodeId};
use super::super::dice::{MAX_DICE, Pool};
use super::scope::{Binding, Scope, find};
use super::types::{describe, place};
use super::{Lowered, Lowerer};
use cardwright_vocabulary::{Type, Word, WordParam, WordType};

impl Lowerer<'_> {
    /// A set of values of an enum, or kinds.
    pub fn set(&mut self, expr: &Expr, scope: &Scope) -> Lowered<NodeId> {
        let node = match expr {
            Expr::Symbol { domain, id } => Node::Set(1 << self.ordinal(domain, id)?),
            Expr::Kind { id } => Node::Set(self.kinds_of(id)?),
            Expr::Set { items } => {
                let mut union = self.push(Node::Set(0))?;
                for item in items {
                    let next = self.set(item, scope)?;
                    let both = match (self.code.node(union), self.code.node(next)) {
                        (Node::Set(a), Node::Set(b)) => Node::Set(a | b),
                        _ => Node::Union(union, next),
                    };
                    union = self.push(both)?;
                }
                return Ok(union);
            }
            Expr::Var { name } => {
                match (scope.param(name).cloned(), scope.binding(name).cloned()) {
                    (Some(value), _) | (_, Some(Binding::Inline(value))) => {
                        return self.set(&value, scope);
                    }
                    (_, Some(Binding::Number(slot))) => Node::LocalValue(slot),
                    _ => return self.set_named(name, &[], scope),
                }
            }
            Expr::Query { name, args } => return self.set_named(name, args, scope),
            other => return Err(format!("{} is no set of values", describe(other))),
        };
        self.push(node)
    }

    fn set_named(&mut self, name: &str, args: &[Arg], scope: &Scope) -> Lowered<NodeId> {
        match place(self.vocabulary.queries, name) {
            Some((query, word)) => self.set_word(query, word, args, scope),
            None => Err(format!("`{name}` gives no set of values")),
        }
    }

    pub(crate) fn set_word(
        &mut self,
        query: u16,
        word: &'static Word,
        args: &[Arg],
        scope: &Scope,
    ) -> Lowered<NodeId> {
        let node = match word.result {
            Type::Kind if word.name == "kind" => Node::KindOf(self.first_thing(word, args, scope)?),
            Type::Kind | Type::Enum(_) | Type::EnumSet(_) => {
                Node::SetQuery(query, self.arguments(word, args, scope)?)
            }
            _ => return Err(format!("`{}` gives no set of values", word.name)),
        };
        self.push(node)
    }

    /// Things: a selection, one thing, or several named ones.
    pub fn things(&mut self, expr: &Expr, scope: &Scope) -> Lowered<NodeId> {
        let node = match expr {
            Expr::Card { id, .. } => Node::Printed(self.def(id)?),
            Expr::Zone { id } => return self.zone_cards(id, None, scope),
            Expr::Set { .. } => return self.group(expr, scope),
            Expr::Var { name } => {
                match (scope.param(name).cloned(), scope.binding(name).cloned()) {
                    (Some(value), _) => return self.things(&value, scope),
                    (_, Some(Binding::Thing(slot))) => Node::LocalThing(slot),
                    (_, Some(Binding::Inline(value))) => return self.things(&value, scope),
                    _ => return self.things_word(name, &[], None, scope),
                }
            }
            Expr::Query { name, args } => return self.things_word(name, args, None, scope),
            // What a reaction remembers of the card that began it.
            Expr::Select { source, args, filter: None }
                if args.is_empty() && matches!(scope.binding(source), Some(Binding::Thing(_))) =>
            {
                return self.things(&Expr::Var { name: source.clone() }, scope);
            }
            Expr::Select { source, args, filter } => {
                return self.things_word(source, args, filter.as_deref(), scope);
            }
            other => return Err(format!("{} is nothing in play", describe(other))),
        };
        self.push(node)
    }

    /// Things written one by one.
    pub fn group(&mut self, expr: &Expr, scope: &Scope) -> Lowered<NodeId> {
        let expr = self.substitute(expr, scope);
        let items = match &expr {
            Expr::Set { items } => items.as_slice(),
            single => match self.ty(single, scope) {
                Type::Cards | Type::Squares | Type::Zone => return self.things(single, scope),
                _ => std::slice::from_ref(single),
            },
        };
        let mut list = Vec::new();
        for item in items {
            list.push(self.things(item, scope)?);
        }
        let list = self.push_list(list)?;
        self.push(Node::Group(list))
    }

    fn things_word(
        &mut self,
        name: &str,
        args: &[Arg],
        filter: Option<&Expr>,
        scope: &Scope,
    ) -> Lowered<NodeId> {
        // The source may be a keyword's parameter or a bound name: `targets where …`.
        let base = match (scope.param(name).cloned(), scope.binding(name).cloned()) {
            (Some(value), _) | (_, Some(Binding::Inline(value))) => {
                Some(self.things(&value, scope)?)
            }
            (_, Some(Binding::Thing(slot))) => Some(self.push(Node::LocalThing(slot))?),
            _ => None,
        };
        let filter = match filter {
            Some(filter) => self.number(filter, &scope.with_it())?,
            None => NO_NODE,
        };
        let node = match (base, name) {
            (Some(base), _) if filter == NO_NODE => return Ok(base),
            (Some(base), _) => Node::Filtered(base, filter),
            (None, "self") => Node::Own,
            (None, "it") => Node::It,
            (None, "outer") => Node::Outer,
            (None, "most" | "least") => {
                let from = find(args, "cards").ok_or_else(|| format!("`{name}` needs `cards`"))?;
                let stat = find(args, "stat").ok_or_else(|| format!("`{name}` needs `stat`"))?;
                let fold = if name == "most" { Fold::Highest } else { Fold::Lowest };
                let extreme = Node::Extreme(fold, self.things(from, scope)?, self.measure(stat)?);
                match filter {
                    NO_NODE => extreme,
                    filter => Node::Filtered(self.push(extreme)?, filter),
                }
            }
            (None, "different") => {
                let from = find(args, "cards").ok_or("`different` needs `cards`")?;
                let measure = find(args, "stat").map(|stat| self.measure(stat)).transpose()?;
                let different = Node::Different(self.things(from, scope)?, measure);
                match filter {
                    NO_NODE => different,
                    filter => Node::Filtered(self.push(different)?, filter),
                }
            }
            (None, "first") => {
                let count = find(args, "count").ok_or("`first` needs `count`")?;
                let from = find(args, "cards").ok_or("`first` needs `cards`")?;
                let count = self.number(count, scope)?;
                let first = Node::First(count, self.things(from, scope)?);
                match filter {
                    NO_NODE => first,
                    filter => Node::Filtered(self.push(first)?, filter),
                }
            }
            _ => {
                if let Some((selection, word)) = place(self.vocabulary.selections, name) {
                    let args = self.arguments(word, args, scope)?;
                    Node::Select(selection, args, filter)
                } else if place(self.vocabulary.zones, name).is_some() {
                    return self.zone_cards(name, Some(filter), scope);
                } else if let Some((query, word)) = place(self.vocabulary.queries, name)
                    && (word.result.is_thing() || word.result.are_things())
                {
                    let args = self.arguments(word, args, scope)?;
                    let query = match word.result.are_things() {
                        true => Node::ThingsQuery(query, args),
                        false => Node::ThingQuery(query, args),
                    };
                    match filter {
                        NO_NODE => query,
                        filter => Node::Filtered(self.push(query)?, filter),
                    }
                } else {
                    return Err(format!("`{name}` is nothing in play"));
                }
            }
        };
        self.push(node)
    }

    /// The cards of a zone: the vocabulary's selection that takes a zone.
    fn zone_cards(&mut self, zone: &str, filter: Option<NodeId>, _: &Scope) -> Lowered<NodeId> {
        let takes_zone = |word: &&Word| matches!(word.params, [WordParam { ty: Type::Zone, .. }]);
        let selection = self.vocabulary.selections.iter().position(|word| takes_zone(&word));
        let selection = selection.ok_or("this game has no selection of the cards in a zone")?;
        let zone = Node::Int(self.zone_place(zone)?);
        let zone = self.push(zone)?;
        let args = self.push_args(&[zone])?;
        self.push(Node::Select(selection as u16, args, filter.unwrap_or(NO_NODE)))
    }

    fn zone_place(&self, zone: &str) -> Lowered<i32> {
        let found = place(self.vocabulary.zones, zone);
        found.map(|(zone, _)| i32::from(zone)).ok_or_else(|| format!("there is no zone `{zone}`"))
    }

    /// A card by its printed identity.
    pub fn printed(&self, expr: &Expr, scope: &Scope) -> Lowered<DefId> {
        match self.substitute(expr, scope) {
            Expr::Card { id, .. } => self.def(&id),
            other => Err(format!("{} is no printed card", describe(&other))),
        }
    }

    /// Cards by their printed identities, including those of nested sets.
    fn printed_list(&self, expr: &Expr, scope: &Scope, into: &mut Vec<NodeId>) -> Lowered<()> {
        match self.substitute(expr, scope) {
            Expr::Set { items } => {
                items.iter().try_for_each(|item| self.printed_list(item, scope, into))
            }
            single => {
                into.push(NodeId::from(self.printed(&single, scope)?));
                Ok(())
            }
        }
    }

    /// Dice, or a number that counts without a throw.
    pub fn pool(&mut self, expr: &Expr, scope: &Scope) -> Lowered<NodeId> {
        match &self.substitute(expr, scope) {
            Expr::Quantity { value, unit } => {
                let die = self.code.dice.die(unit);
                let die = die.ok_or_else(|| format!("there is no die `{unit}`"))?;
                let count =
                    i32::try_from(*value).ok().filter(|count| count.abs() <= MAX_DICE as i32);
                let count = count.ok_or_else(|| format!("{value} dice are too many"))?;
                self.push_pool(Pool::of(die, count))
            }
            Expr::Pool { pool } => {
                let pool = self.code.dice.pool(pool)?;
                self.push_pool(pool)
            }
            Expr::Set { items } => {
                let mut sum = self.push_pool(Pool::EMPTY)?;
                for item in items {
                    let next = self.pool(item, scope)?;
                    sum = self.push(Node::PoolSum(sum, next))?;
                }
                Ok(sum)
            }
            Expr::Binary { operator: BinaryOp::Add, left, right } => {
                let (left, right) = (self.pool(left, scope)?, self.pool(right, scope)?);
                self.push(Node::PoolSum(left, right))
            }
            Expr::Binary { operator: BinaryOp::Subtract, left, right } => {
                let (left, right) = (self.pool(left, scope)?, self.pool(right, scope)?);
                let minus = self.push(Node::Int(-1))?;
                let right = self.push(Node::PoolTimes(minus, right))?;
                self.push(Node::PoolSum(left, right))
            }
            Expr::Binary { operator: BinaryOp::Multiply, left, right } => {
                let (factor, pool) = match self.ty(left, scope) {
                    Type::Pool => (right, left),
                    _ => (left, right),
                };
                let factor = self.number(factor, scope)?;
                let pool = self.pool(pool, scope)?;
                self.push(Node::PoolTimes(factor, pool))
            }
            Expr::Query { name, args } => self.pool_word(name, args, scope),
            other => self.number(other, scope),
        }
    }

    fn pool_word(&mut self, name: &str, args: &[Arg], scope: &Scope) -> Lowered<NodeId> {
        if let Some((stat, word)) = place(self.vocabulary.stats, name)
            && self.is_pool(word)
        {
            let args = self.arguments(word, args, scope)?;
            return self.push(Node::PoolStat(stat as u8, args));
        }
        if let Some((query, word)) = place(self.vocabulary.queries, name)
            && self.is_pool(word)
        {
            let args = self.arguments(word, args, scope)?;
            return self.push(Node::PoolQuery(query, args));
        }
        let query = Expr::Query { name: name.to_owned(), args: args.to_vec() };
        self.number(&query, scope)
    }

    pub(crate) fn is_pool(&self, word: &Word) -> bool {
        word.result == Type::Pool
    }

    /// A list of numbers.
    pub(crate) fn number_list(&mut self, expr: &Expr, scope: &Scope) -> Lowered<ListId> {
        let items = match expr {
            Expr::Set { items } => items.as_slice(),
            single => std::slice::from_ref(single),
        };
        let mut list = Vec::new();
        for item in items {
            list.push(self.number(item, scope)?);
        }
        self.push_list(list)
    }

    /// The thing a word is about: its first argument, or the thing that is meant if none is
    /// written.
    pub(crate) fn first_thing(
        &mut self,
        word: &'static Word,
        args: &[Arg],
        scope: &Scope,
    ) -> Lowered<NodeId> {
        let given = word.params.first().and_then(|param| find(args, param.name));
        match given {
            Some(expr) => self.things(expr, scope),
            None => self.push(if scope.has_it { Node::It } else { Node::Own }),
        }
    }

    /// The arguments of a word, one node per parameter.
    pub fn arguments(
        &mut self,
        word: &'static Word,
        args: &[Arg],
        scope: &Scope,
    ) -> Lowered<Arguments> {
        let mut nodes = Vec::new();
        for (place, param) in word.params.iter().enumerate() {
            let node = match find(args, param.name) {
                Some(_) if param.ty == Type::CardNames => {
                    // A parameter that is written several times becomes one argument with several
                    // values.
                    let named = args.iter().filter(|arg| arg.name == param.name);
                    let items = named.map(|arg| arg.value.clone()).collect();
                    self.argument(param.ty, &Expr::Set { items }, scope)?
                }
                Some(value) => self.argument(param.ty, value, scope)?,
                None if place == 0 && param.optional && param.ty.is_thing() => {
                    self.first_thing(word, args, scope)?
                }
                None if param.optional => NO_NODE,
                None => return Err(format!("`{}` needs `{}`", word.name, param.name)),
            };
            nodes.push(node);
        }
        self.push_args(&nodes)
    }

    /// An argument by the type its parameter takes.
    fn argument(&mut self, ty: WordType, expr: &Expr, scope: &Scope) -> Lowered<NodeId> {
        let value = self.substitute(expr, scope);
        let node = match (ty, &value) {
            (Type::Int | Type::Bool, _) => return self.number(expr, scope),
            (Type::EnumSet([first, second]), _) => {
                let first = self.set_within(&value, first)?;
                let first = self.push(first)?;
                let second = self.set_within(&value, second)?;
                Node::Pair(first, self.push(second)?)
            }
            (Type::Enum(_) | Type::EnumSet(_) | Type::Kind, _) => return self.set(expr, scope),
            _ if ty.is_thing() || ty.are_things() => return self.things(expr, scope),
            (Type::Pool, _) => return self.pool(expr, scope),
            (Type::Die, Expr::Text { value: name } | Expr::Symbol { id: name, .. }) => {
                let die = self.code.dice.die(name);
                Node::Int(i32::from(die.ok_or_else(|| format!("there is no die `{name}`"))?))
            }
            (Type::CardName, _) => Node::Int(i32::from(self.printed(&value, scope)?)),
            (Type::CardNames, _) => {
                let mut defs = Vec::new();
                self.printed_list(&value, scope, &mut defs)?;
                Node::Names(self.push_list(defs)?)
            }
            (Type::Numbers, _) => Node::Numbers(self.number_list(&value, scope)?),
            (Type::Zone, Expr::Zone { id }) => Node::Int(self.zone_place(id)?),
            (Type::Stat, _) => Node::Int(i32::from(self.stat_place(&value)?)),
            (Type::Keyword, Expr::Keyword { id, args }) => {
                Node::Int(i32::from(self.form(id, args, scope)?))
            }
            (_, Expr::Text { value }) => Node::Int(i32::from(self.text(value)?)),
            (_, Expr::Symbol { id, .. } | Expr::Card { id, .. } | Expr::Kind { id }) => {
                Node::Int(i32::from(self.text(id)?))
            }
            _ => return Err(format!("{} cannot stand here", describe(&value))),
        };
        self.push(node)
    }

    /// The values of a mixed set that belong to one enum.
    fn set_within(&self, value: &Expr, domain: &str) -> Lowered<Node> {
        let items = match value {
            Expr::Set { items } => items.as_slice(),
            single => std::slice::from_ref(single),
        };
        let mut set = 0;
        for item in items {
            match item {
                Expr::Symbol { domain: of, id } if of == domain => {
                    set |= 1 << self.ordinal(domain, id)?;
                }
                Expr::Symbol { .. } => {}
                other => return Err(format!("{} is no value", describe(other))),
            }
        }
        Ok(Node::Set(set))
    }
}
