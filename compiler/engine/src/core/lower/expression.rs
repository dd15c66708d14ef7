//! Lowering of numbers and conditions.

use cardwright_model::{Arg, BinaryOp, Expr, UnaryOp};

use super::super::code::{Arguments, Arithmetic, Comparison, Fold, Measure, Node, NodeId};
use super::scope::{Binding, Scope, find};
use super::types::{describe, place};
use super::{Lowered, Lowerer};
use cardwright_vocabulary::{Type, Word};

impl Lowerer<'_> {
    /// A number; a truth value counts as 1 or 0, a value of an enum by its place.
    pub fn number(&mut self, expr: &Expr, scope: &Scope) -> Lowered<NodeId> {
        let node = match expr {
            Expr::Int { value } => {
                let wide = || format!("{value} is too large a number");
                Node::Int(i32::try_from(*value).map_err(|_| wide())?)
            }
            Expr::Bool { value } => Node::Int(i32::from(*value)),
            Expr::Symbol { domain, id } => Node::Int(self.ordinal(domain, id)? as i32),
            Expr::Unary { operator: UnaryOp::Negate, value } => {
                Node::Negate(self.number(value, scope)?)
            }
            Expr::Unary { operator: UnaryOp::Not, value } => Node::Not(self.number(value, scope)?),
            Expr::Binary { operator, left, right } => {
                return self.binary(*operator, left, right, scope);
            }
            Expr::Set { items } if items.len() == 1 => return self.number(&items[0], scope),
            Expr::Var { name } => {
                match (scope.param(name).cloned(), scope.binding(name).cloned()) {
                    (Some(value), _) => return self.number(&value, scope),
                    (_, Some(Binding::Number(slot))) => Node::Local(slot),
                    (_, Some(Binding::Inline(value))) => return self.number(&value, scope),
                    _ if name == "result" && scope.has_roll => Node::Rolled(self.code.dice.main),
                    _ if scope.has_roll && self.code.dice.symbol(name).is_some() => {
                        Node::Rolled(self.code.dice.symbol(name).unwrap_or(self.code.dice.main))
                    }
                    _ => match self.code.variable(&scope.card, name) {
                        Some(variable) => Node::Variable(variable),
                        None => return self.number_word(name, &[], scope),
                    },
                }
            }
            Expr::Query { name, args } => return self.number_word(name, args, scope),
            other => return Err(format!("{} is no number and no condition", describe(other))),
        };
        self.push(node)
    }

    /// A condition.
    pub fn condition(&mut self, expr: &Expr, scope: &Scope) -> Lowered<NodeId> {
        self.number(expr, scope)
    }

    fn number_word(&mut self, name: &str, args: &[Arg], scope: &Scope) -> Lowered<NodeId> {
        if let Some((stat, word)) = place(self.vocabulary.stats, name) {
            let args = self.arguments(word, args, scope)?;
            return self.push(Node::Stat(stat as u8, args));
        }
        let Some((query, word)) = place(self.vocabulary.queries, name) else {
            return Err(format!("`{name}` gives no number and no truth value"));
        };
        let argument = |place: usize| {
            let param = word.params.get(place).map(|param| param.name).unwrap_or_default();
            find(args, param).ok_or_else(|| format!("`{name}` needs `{param}`"))
        };
        let node = match name {
            "count" => Node::Count(self.things(argument(0)?, scope)?),
            "any" => Node::Any(self.things(argument(0)?, scope)?),
            "highest" | "lowest" | "total" => {
                let fold = match name {
                    "highest" => Fold::Highest,
                    "lowest" => Fold::Lowest,
                    _ => Fold::Total,
                };
                let things = self.things(argument(0)?, scope)?;
                Node::Fold(fold, things, self.measure(argument(1)?)?)
            }
            "min" | "max" => {
                let operation = if name == "min" { Arithmetic::Min } else { Arithmetic::Max };
                let first = self.number(argument(0)?, scope)?;
                Node::Arithmetic(operation, first, self.number(argument(1)?, scope)?)
            }
            "has" => return self.has_keyword(word, args, scope),
            "named" => {
                let thing = self.first_thing(word, args, scope)?;
                Node::Named(thing, self.printed(argument(1)?, scope)?)
            }
            "chosen" => {
                let message =
                    "`chosen` asks a player: write `let x = chosen(…)` in an effect, and then `x`";
                return Err(message.to_owned());
            }
            "counter" => {
                let thing = self.first_thing(word, args, scope)?;
                let Expr::Text { value: wanted } = argument(1)? else {
                    return Err("`counter` needs the name of a counter".to_owned());
                };
                let known = self.code.variables.iter().enumerate();
                let known = known.filter(|(_, known)| known.name == *wanted);
                let places: Vec<NodeId> = known.map(|(place, _)| place as NodeId).collect();
                if places.is_empty() {
                    return Err(format!("no card has a counter `{wanted}`"));
                }
                Node::VariableOf(thing, self.push_list(places)?)
            }
            "rolled" => {
                let symbol = self.substitute(argument(0)?, scope);
                let Expr::Symbol { id, .. } = &symbol else {
                    return Err(format!("{} is no symbol", describe(&symbol)));
                };
                if !scope.has_roll {
                    return Err("`rolled` counts what a `roll` shows, inside its braces".to_owned());
                }
                let place = self.code.dice.symbol(id);
                Node::Rolled(place.ok_or_else(|| format!("no die shows `{id}`"))?)
            }
            "chance" => {
                let pool = self.pool(argument(0)?, scope)?;
                Node::Chance(pool, self.number(argument(1)?, scope)?)
            }
            "chance-to-beat" => {
                let attack = self.pool(argument(0)?, scope)?;
                Node::Beats(attack, self.pool(argument(1)?, scope)?)
            }
            _ if word.result.is_of_enum() => {
                let set = self.set_word(query, word, args, scope)?;
                Node::Ordinal(set)
            }
            _ => Node::Query(query, self.arguments(word, args, scope)?),
        };
        self.push(node)
    }

    /// The number that `highest`, `most` and their like compare.
    pub(crate) fn measure(&mut self, expr: &Expr) -> Lowered<Measure> {
        let Expr::Symbol { domain, id } = expr else {
            return self.stat_place(expr).map(Measure::Stat);
        };
        if domain != "query" {
            return self.stat_place(expr).map(Measure::Stat);
        }
        let found = place(self.vocabulary.queries, id);
        let (query, _) = found.ok_or_else(|| format!("there is no query `{id}`"))?;
        let it = self.push(Node::It)?;
        let args = self.push_args(&[it])?;
        Ok(Measure::Formula(self.push(Node::Query(query, args))?))
    }

    pub(crate) fn stat_place(&self, expr: &Expr) -> Lowered<u8> {
        let name = match expr {
            Expr::Symbol { id, .. } => id,
            Expr::Var { name } | Expr::Query { name, .. } => name,
            other => return Err(format!("{} is no stat", describe(other))),
        };
        let found = place(self.vocabulary.stats, name);
        let (stat, word) = found.ok_or_else(|| format!("there is no stat `{name}`"))?;
        if self.is_pool(word) {
            return Err(format!("`{name}` is dice, which have no highest and no sum"));
        }
        Ok(stat as u8)
    }

    fn has_keyword(&mut self, word: &'static Word, args: &[Arg], scope: &Scope) -> Lowered<NodeId> {
        let thing = self.first_thing(word, args, scope)?;
        let keyword = word.params.iter().find(|param| param.ty == Type::Keyword);
        let keyword = keyword.and_then(|param| find(args, param.name));
        let keyword = self.substitute(keyword.ok_or("`has` needs a keyword")?, scope);
        let (id, given) = match &keyword {
            Expr::Keyword { id, args } => (id, args.as_slice()),
            Expr::Var { name } => (name, [].as_slice()),
            other => return Err(format!("{} is no keyword", describe(other))),
        };
        let form = self.form(id, given, scope)?;
        let node = if given.is_empty() {
            Node::HasKeyword(thing, self.code.forms[usize::from(form)].keyword)
        } else {
            Node::HasForm(thing, form)
        };
        self.push(node)
    }

    fn binary(
        &mut self,
        operator: BinaryOp,
        left: &Expr,
        right: &Expr,
        scope: &Scope,
    ) -> Lowered<NodeId> {
        let arithmetic = match operator {
            BinaryOp::Add => Some(Arithmetic::Add),
            BinaryOp::Subtract => Some(Arithmetic::Subtract),
            BinaryOp::Multiply => Some(Arithmetic::Multiply),
            BinaryOp::Divide => Some(Arithmetic::Divide),
            _ => None,
        };
        let comparison = match operator {
            BinaryOp::Less => Some(Comparison::Less),
            BinaryOp::AtMost => Some(Comparison::AtMost),
            BinaryOp::Greater => Some(Comparison::Greater),
            BinaryOp::AtLeast => Some(Comparison::AtLeast),
            _ => None,
        };
        let node = match operator {
            _ if arithmetic.is_some() || comparison.is_some() => {
                let (left, right) = (self.number(left, scope)?, self.number(right, scope)?);
                match (arithmetic, comparison) {
                    (Some(operation), _) => Node::Arithmetic(operation, left, right),
                    (_, Some(comparison)) => Node::Compare(comparison, left, right),
                    _ => Node::Int(0),
                }
            }
            BinaryOp::And => Node::And(self.number(left, scope)?, self.number(right, scope)?),
            BinaryOp::Or => Node::Or(self.number(left, scope)?, self.number(right, scope)?),
            BinaryOp::Implies => {
                let condition = self.number(left, scope)?;
                Node::Or(self.push(Node::Not(condition))?, self.number(right, scope)?)
            }
            BinaryOp::Equal => return self.same(left, right, scope),
            BinaryOp::NotEqual => Node::Not(self.same(left, right, scope)?),
            BinaryOp::Has => match self.ty(left, scope) {
                ty if ty.is_thing() || ty.are_things() => {
                    Node::IsIn(self.things(right, scope)?, self.things(left, scope)?)
                }
                _ => Node::Intersects(self.set(left, scope)?, self.set(right, scope)?),
            },
            BinaryOp::In => return self.member(left, right, scope),
            _ => return Err("a range is no number; write `x in 1..3`".to_owned()),
        };
        self.push(node)
    }

    /// `==`, and `is` between things.
    fn same(&mut self, left: &Expr, right: &Expr, scope: &Scope) -> Lowered<NodeId> {
        let (one, other) = (self.ty(left, scope), self.ty(right, scope));
        let is_thing = |ty: &Type| ty.is_thing() || *ty == Type::CardName;
        let node = match (&one, &other) {
            (Type::Numbers, _) => self.same_numbers(left, right, scope)?,
            (_, Type::Numbers) => self.same_numbers(right, left, scope)?,
            (Type::Kind, _) | (_, Type::Kind) => {
                Node::Intersects(self.set(left, scope)?, self.set(right, scope)?)
            }
            (set, Type::Int) | (Type::Int, set) if set.is_of_enum() => {
                let (left, right) = (self.number(left, scope)?, self.number(right, scope)?);
                Node::Compare(Comparison::Equal, left, right)
            }
            (one, other) if one.is_of_enum() || other.is_of_enum() => {
                Node::SameSet(self.set(left, scope)?, self.set(right, scope)?)
            }
            (one, Type::CardName) if one.is_thing() => {
                let thing = self.things(left, scope)?;
                Node::Named(thing, self.printed(right, scope)?)
            }
            (Type::CardName, other) if other.is_thing() => {
                let thing = self.things(right, scope)?;
                Node::Named(thing, self.printed(left, scope)?)
            }
            (one, _) if one.are_things() => {
                let left = self.things(left, scope)?;
                Node::SameThings(left, self.group(right, scope)?)
            }
            (_, other) if other.are_things() => {
                let right = self.things(right, scope)?;
                Node::SameThings(right, self.group(left, scope)?)
            }
            (one, other) if is_thing(one) || is_thing(other) => {
                Node::SameThing(self.things(left, scope)?, self.things(right, scope)?)
            }
            _ => {
                let (left, right) = (self.number(left, scope)?, self.number(right, scope)?);
                Node::Compare(Comparison::Equal, left, right)
            }
        };
        self.push(node)
    }

    /// `costs(…) == {3, 2, 1}`.
    fn same_numbers(&mut self, query: &Expr, list: &Expr, scope: &Scope) -> Lowered<Node> {
        let (query, args) = self.numbers_query(query, scope)?;
        Ok(Node::SameNumbers(query, args, self.number_list(list, scope)?))
    }

    /// A query that gives several numbers.
    pub(crate) fn numbers_query(
        &mut self,
        expr: &Expr,
        scope: &Scope,
    ) -> Lowered<(u16, Arguments)> {
        let expr = self.substitute(expr, scope);
        let (name, args) = match &expr {
            Expr::Query { name, args } => (name, args.as_slice()),
            Expr::Var { name } => (name, [].as_slice()),
            other => return Err(format!("{} gives no numbers", describe(other))),
        };
        let found = place(self.vocabulary.queries, name);
        let (query, word) = found.ok_or_else(|| format!("`{name}` gives no numbers"))?;
        Ok((query, self.arguments(word, args, scope)?))
    }

    /// `x in y`.
    fn member(&mut self, left: &Expr, right: &Expr, scope: &Scope) -> Lowered<NodeId> {
        let right = &self.substitute(right, scope);
        let node = match (self.ty(left, scope), right) {
            (_, Expr::Binary { operator: BinaryOp::Range, left: low, right: high }) => {
                let value = self.number(left, scope)?;
                Node::Between(value, self.number(low, scope)?, self.number(high, scope)?)
            }
            (ty, _) if ty == Type::Kind || ty.is_of_enum() => {
                Node::Intersects(self.set(right, scope)?, self.set(left, scope)?)
            }
            (ty, _) if ty.is_thing() || ty.are_things() || ty == Type::CardName => {
                Node::IsIn(self.things(left, scope)?, self.things(right, scope)?)
            }
            _ => {
                let value = self.number(left, scope)?;
                Node::Among(value, self.number_list(right, scope)?)
            }
        };
        self.push(node)
    }

    /// An expression with the keyword's parameters and inlined `let`s filled in.
    pub(crate) fn substitute(&self, expr: &Expr, scope: &Scope) -> Expr {
        let again = |expr: &Expr| self.substitute(expr, scope);
        let args = |args: &[Arg]| {
            let each = |arg: &Arg| Arg { name: arg.name.clone(), value: again(&arg.value) };
            args.iter().map(each).collect::<Vec<_>>()
        };
        match expr {
            Expr::Var { name } => match (scope.param(name), scope.binding(name)) {
                (Some(value), _) | (_, Some(Binding::Inline(value))) => value.clone(),
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
}
