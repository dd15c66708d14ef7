//! Reads a position: works out formulas, conditions and sets of values.
//!
//! Nothing here changes the state or allocates; selections are visited thing by thing.

use super::abilities::bit;
use super::code::{
    Arithmetic, Code, Comparison, DefId, Fold, ListId, Measure, NO_NODE, NONE, Node, NodeId,
};
use super::depth::NO_SUBJECT;
use super::dice::{Distribution, Odds, OddsError, Pool};
use super::flow::Flow;
use super::rules::Rules;
use super::thing::{Context, NO_ROLL, Thing};
use super::words::Words;

/// A position together with the content it is about.
pub struct Look<'a, R: Rules> {
    /// The game's content.
    pub rules: &'a R,
    /// The position.
    pub state: &'a R::State,
    /// The effects: those of the content, or more in a scenario.
    pub code: &'a Code,
}

impl<R: Rules> Clone for Look<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Rules> Copy for Look<'_, R> {}

impl<'a, R: Rules> Look<'a, R> {
    /// Looks at a position from outside of play, with a budget of its own. What is being played is
    /// looked at with [`super::Run::look`], which pays from the budget of the decision.
    pub fn new(rules: &'a R, state: &'a R::State) -> Look<'a, R> {
        R::flow(state).depth.rest();
        Look { rules, state, code: rules.code() }
    }

    /// The core's part of the position.
    pub fn flow(self) -> &'a Flow<R::Task> {
        R::flow(self.state)
    }

    /// Works out something that may refer to itself, within limits.
    pub fn nested<T>(self, otherwise: T, work: impl FnOnce() -> T) -> T {
        self.flow().depth.within(NO_SUBJECT, otherwise, work)
    }

    /// Works out a number of a thing; `otherwise` if that very number is being worked out already.
    pub(crate) fn nested_about<T>(
        self,
        stat: R::Stat,
        thing: Thing,
        otherwise: T,
        work: impl FnOnce() -> T,
    ) -> T {
        let subject = (stat.index() as u64 + 1) << 32 | u64::from(thing.bits() as u32);
        self.flow().depth.within(subject, otherwise, work)
    }

    /// Pays for some work of an effect. Returns `false` if there was too much of it.
    #[inline]
    pub(super) fn pay(self, cost: u32, context: &Context) -> bool {
        self.flow().depth.pay(cost, context.host)
    }

    pub fn args<'b>(self, nodes: &'b [NodeId], context: &'b Context) -> Args<'b, R>
    where
        'a: 'b,
    {
        Args { look: self, nodes, context }
    }

    fn word<'b>(self, args: super::code::Arguments, context: &'b Context) -> Args<'b, R>
    where
        'a: 'b,
    {
        self.args(self.code.arguments(args), context)
    }

    /// A number; a truth value is 1 or 0.
    pub fn number(self, node: NodeId, context: &Context) -> i32 {
        match self.code.node(node) {
            Node::Int(value) => value,
            Node::Local(slot) => context.locals[usize::from(slot)],
            Node::Arithmetic(operation, left, right) => {
                let (left, right) = (self.number(left, context), self.number(right, context));
                match operation {
                    Arithmetic::Add => left.saturating_add(right),
                    Arithmetic::Subtract => left.saturating_sub(right),
                    Arithmetic::Multiply => left.saturating_mul(right),
                    Arithmetic::Divide => left.checked_div_euclid(right).unwrap_or(0),
                    Arithmetic::Min => left.min(right),
                    Arithmetic::Max => left.max(right),
                }
            }
            Node::Negate(value) => self.number(value, context).saturating_neg(),
            Node::Not(value) => i32::from(self.number(value, context) == 0),
            Node::And(left, right) => {
                i32::from(self.truth(left, context) && self.truth(right, context))
            }
            Node::Or(left, right) => {
                i32::from(self.truth(left, context) || self.truth(right, context))
            }
            Node::Compare(comparison, left, right) => {
                let (left, right) = (self.number(left, context), self.number(right, context));
                i32::from(match comparison {
                    Comparison::Equal => left == right,
                    Comparison::Less => left < right,
                    Comparison::AtMost => left <= right,
                    Comparison::Greater => left > right,
                    Comparison::AtLeast => left >= right,
                })
            }
            Node::Between(value, low, high) => {
                let value = self.number(value, context);
                let within =
                    self.number(low, context) <= value && value <= self.number(high, context);
                i32::from(within)
            }
            Node::Among(value, list) => {
                let value = self.number(value, context);
                let items = &self.code.lists[usize::from(list)];
                i32::from(items.iter().any(|item| self.number(*item, context) == value))
            }
            Node::Count(things) => {
                let mut count = 0;
                self.visit(things, context, &mut |_| {
                    count += 1;
                    true
                });
                self.pay(count as u32, context);
                count
            }
            Node::Any(things) => i32::from(!self.visit(things, context, &mut |_| false)),
            Node::Fold(fold, things, measure) => self.fold(fold, things, measure, context),
            Node::Stat(stat, args) => {
                let args = self.word(args, context);
                self.stat_with(R::Stat::at(usize::from(stat)), args)
            }
            Node::Query(query, args) => {
                self.pay(1, context);
                R::number(self.word(args, context), R::Query::at(usize::from(query)))
            }
            Node::Ordinal(set) => match self.set(set, context) {
                0 => -1,
                set => set.trailing_zeros() as i32,
            },
            Node::Rolled(symbol) => self.rolled(symbol, context),
            Node::Variable(variable) => self.variable(variable, context.host),
            Node::VariableOf(thing, list) => self.variable_of(thing, list, context),
            Node::Chance(pool, target) => {
                let target = self.number(target, context);
                self.odds(self.pool(pool, context), context)
                    .map_or(0, |odds| odds.at_least(target).per_mille() as i32)
            }
            Node::Beats(attack, defence) => {
                let attack = self.odds(self.pool(attack, context), context);
                let defence = self.odds(self.pool(defence, context), context);
                let chance = attack.and_then(|attack| Ok(attack.beats(&defence?)));
                chance.map_or(0, |chance| chance.per_mille() as i32)
            }
            Node::Intersects(left, right) => {
                i32::from(self.set(left, context) & self.set(right, context) != 0)
            }
            Node::SameSet(left, right) => {
                i32::from(self.set(left, context) == self.set(right, context))
            }
            Node::SameThing(left, right) => {
                let left = self.thing(left, context);
                i32::from(!left.is_none() && left == self.thing(right, context))
            }
            Node::SameThings(left, right) => i32::from(self.same_things(left, right, context)),
            Node::SameNumbers(query, args, list) => {
                let query = R::Query::at(usize::from(query));
                i32::from(self.same_numbers(query, self.word(args, context), list))
            }
            Node::IsIn(thing, things) => {
                let thing = self.thing(thing, context);
                i32::from(!thing.is_none() && self.contains(things, thing, context))
            }
            Node::Named(thing, def) => i32::from(self.def(self.thing(thing, context)) == def),
            Node::HasKeyword(thing, keyword) => {
                let thing = self.thing(thing, context);
                i32::from(!thing.is_none() && self.has_keyword_place(thing, keyword))
            }
            Node::HasForm(thing, form) => {
                let thing = self.thing(thing, context);
                i32::from(!thing.is_none() && self.has_form(thing, form))
            }
            _ => 0,
        }
    }

    /// A condition.
    pub fn truth(self, node: NodeId, context: &Context) -> bool {
        self.number(node, context) != 0
    }

    /// A condition; a missing one always holds.
    pub fn holds(self, condition: NodeId, context: &Context) -> bool {
        condition == NO_NODE || self.truth(condition, context)
    }

    /// The number of a thing that is compared or added up.
    pub(crate) fn measured(self, measure: Measure, thing: Thing, context: &Context) -> i32 {
        match measure {
            Measure::Stat(stat) => self.stat(R::Stat::at(usize::from(stat)), thing),
            Measure::Formula(formula) => self.number(formula, &context.with_it(thing)),
        }
    }

    pub(crate) fn fold(
        self,
        fold: Fold,
        things: NodeId,
        measure: Measure,
        context: &Context,
    ) -> i32 {
        let mut result: Option<i32> = None;
        self.visit(things, context, &mut |thing| {
            if !self.pay(1, context) {
                return false;
            }
            let value = self.measured(measure, thing, context);
            result = Some(match (fold, result) {
                (_, None) => value,
                (Fold::Highest, Some(so_far)) => so_far.max(value),
                (Fold::Lowest, Some(so_far)) => so_far.min(value),
                (Fold::Total, Some(so_far)) => so_far.saturating_add(value),
            });
            true
        });
        result.unwrap_or(0)
    }

    /// A flag (1 or 0) or counter of the thing whose text it is in.
    pub fn variable(self, variable: u16, host: Thing) -> i32 {
        let known = self.code.variables.get(usize::from(variable));
        let (start, shared) = known.map_or((0, false), |known| (known.start, known.shared));
        let host = if shared { Thing::NONE } else { host };
        self.flow().counted(variable, host).unwrap_or(start)
    }

    /// The flag or counter of a thing that is among those of a list; 0 if its card has none.
    fn variable_of(self, node: NodeId, list: ListId, context: &Context) -> i32 {
        let thing = self.thing(node, context);
        // A card that is no thing of its own, such as what somebody wears, is known by its name.
        let def = match self.code.node(node) {
            Node::Printed(def) => def,
            _ => self.def(thing),
        };
        let known = |variable: &&NodeId| self.code.variables[**variable as usize].def == def;
        let variable = self.code.lists[usize::from(list)].iter().find(known);
        variable.map_or(0, |variable| self.variable(*variable as u16, self.voice(def, thing)))
    }

    /// What `self` is in the text of a card: the thing that it is, or who carries it.
    fn voice(self, def: DefId, thing: Thing) -> Thing {
        let abilities = self.code.abilities_of(def);
        let mut voice = thing;
        let mut is_found = false;
        R::hosts(self, &mut |host| {
            if host.abilities == abilities && (!is_found || host.thing == thing) {
                (voice, is_found) = (host.thing, true);
            }
        });
        voice
    }

    /// The counters of everything in play, in words: "Clock 2".
    pub(crate) fn counters(self) -> Vec<(Thing, String)> {
        let mut counters = Vec::new();
        R::hosts(self, &mut |host| {
            for (place, known) in self.code.variables.iter().enumerate() {
                if self.code.abilities_of(known.def) == host.abilities && !known.shared {
                    let value = self.variable(place as u16, host.thing);
                    counters.push((host.thing, format!("{} {value}", known.name)));
                }
            }
        });
        counters
    }

    /// How likely each result of a pool is.
    fn odds(self, pool: Pool, context: &Context) -> Result<Distribution, OddsError> {
        let dice = &self.code.dice;
        // The work grows with the square of the number of dice.
        let count = pool.count(dice) as u32;
        self.pay(count.saturating_mul(count), context);
        Distribution::of(&pool, dice.main, dice, &Odds::default())
    }

    fn rolled(self, symbol: u8, context: &Context) -> i32 {
        if context.roll == NO_ROLL {
            return 0;
        }
        let roll = self.flow().rolls.get(usize::from(context.roll));
        roll.map_or(0, |roll| roll.total(symbol, &self.code.dice))
    }

    /// A set of values as bits.
    pub fn set(self, node: NodeId, context: &Context) -> u64 {
        match self.code.node(node) {
            Node::Set(set) => set,
            Node::LocalValue(slot) => u32::try_from(context.locals[usize::from(slot)])
                .map_or(0, |value| bit(value as usize)),
            Node::Union(left, right) => self.set(left, context) | self.set(right, context),
            Node::SetQuery(query, args) => {
                R::set(self.word(args, context), R::Query::at(usize::from(query)))
            }
            Node::KindOf(thing) => {
                let def = self.def(self.thing(thing, context));
                self.code.defs.get(usize::from(def)).map_or(0, |def| def.kind)
            }
            _ => 0,
        }
    }

    /// Dice.
    pub fn pool(self, node: NodeId, context: &Context) -> Pool {
        match self.code.node(node) {
            Node::Pool(place) => self.code.pools[usize::from(place)],
            Node::PoolSum(left, right) => self.pool(left, context).plus(self.pool(right, context)),
            Node::PoolTimes(factor, pool) => {
                self.pool(pool, context).times(self.number(factor, context))
            }
            Node::PoolStat(stat, args) => {
                self.pool_stat_with(R::Stat::at(usize::from(stat)), self.word(args, context))
            }
            Node::PoolQuery(query, args) => {
                R::pool(self.word(args, context), R::Query::at(usize::from(query)))
            }
            // A plain number is a fixed amount of whatever results count, without a throw.
            _ => {
                let flat = self.number(node, context);
                Pool::flat(self.code.dice.main, flat)
            }
        }
    }

    /// The name on the printed card of a thing.
    pub fn printed_name(self, thing: Thing) -> String {
        let def = self.code.defs.get(usize::from(self.def(thing)));
        def.map_or_else(|| format!("{thing:?}"), |def| def.name.clone())
    }

    /// The printed card of a thing, or [`NONE`].
    pub fn def(self, thing: Thing) -> DefId {
        if thing.is_none() { NONE } else { R::def(self, thing) }
    }
}

/// The arguments of a word, worked out when they are asked for.
pub struct Args<'a, R: Rules> {
    /// The position.
    pub look: Look<'a, R>,
    pub nodes: &'a [NodeId],
    /// What `self`, `it` and `you` are.
    pub context: &'a Context,
}

impl<R: Rules> Clone for Args<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Rules> Copy for Args<'_, R> {}

impl<'a, R: Rules> Args<'a, R> {
    /// The position.
    pub fn state(self) -> &'a R::State {
        self.look.state
    }

    /// Whether the parameter of that place was given.
    pub fn given(self, place: usize) -> bool {
        self.node(place).is_some()
    }

    pub fn node(self, place: usize) -> Option<NodeId> {
        self.nodes.get(place).copied().filter(|node| *node != NO_NODE)
    }

    /// A number or truth value; 0 if it was left out. Also the place of a zone, stat, text
    /// (in [`Code::texts`]), printed card or keyword form.
    pub fn number(self, place: usize) -> i32 {
        self.number_or(place, 0)
    }

    /// A number, or `usual` if it was left out.
    pub fn number_or(self, place: usize, usual: i32) -> i32 {
        self.node(place).map_or(usual, |node| self.look.number(node, self.context))
    }

    /// A truth value; `false` if it was left out.
    pub fn truth(self, place: usize) -> bool {
        self.number(place) != 0
    }

    /// One thing; the first of a selection; [`Thing::NONE`] if it was left out.
    pub fn thing(self, place: usize) -> Thing {
        self.node(place).map_or(Thing::NONE, |node| self.look.thing(node, self.context))
    }

    /// Visits things until the visitor returns `false`; returns `false` if it was stopped that way.
    pub fn visit(self, place: usize, visitor: &mut dyn FnMut(Thing) -> bool) -> bool {
        self.node(place).is_none_or(|node| self.look.visit(node, self.context, visitor))
    }

    /// Whether a thing is among those of a selection.
    pub fn has(self, place: usize, thing: Thing) -> bool {
        self.node(place).is_some_and(|node| self.look.contains(node, thing, self.context))
    }

    /// Values of an enum, or kinds, as bits; none if it was left out.
    pub fn set(self, place: usize) -> u64 {
        self.node(place).map_or(0, |node| self.look.set(node, self.context))
    }

    /// The place of one value of an enum.
    pub fn value(self, place: usize) -> Option<u32> {
        match self.set(place) {
            0 => None,
            set => Some(set.trailing_zeros()),
        }
    }

    /// The two sets of a parameter that mixes two enums.
    pub fn pair(self, place: usize) -> (u64, u64) {
        match self.node(place).map(|node| self.look.code.node(node)) {
            Some(Node::Pair(first, second)) => {
                (self.look.set(first, self.context), self.look.set(second, self.context))
            }
            _ => (0, 0),
        }
    }

    /// Dice; none if it was left out.
    pub fn pool(self, place: usize) -> Pool {
        self.node(place).map_or(Pool::EMPTY, |node| self.look.pool(node, self.context))
    }

    /// Printed cards, in the order written.
    pub fn defs(self, place: usize) -> impl Iterator<Item = DefId> + use<'a, R> {
        self.list(place).iter().map(|def| *def as DefId)
    }

    /// Numbers, in the order written.
    pub fn numbers(self, place: usize) -> impl Iterator<Item = i32> + use<'a, R> {
        self.list(place).iter().map(move |node| self.look.number(*node, self.context))
    }

    fn list(self, place: usize) -> &'a [NodeId] {
        match self.node(place).map(|node| self.look.code.node(node)) {
            Some(Node::Names(list) | Node::Numbers(list)) => {
                &self.look.code.lists[usize::from(list)]
            }
            _ => &[],
        }
    }

    /// A text, if one was given.
    pub fn text(self, place: usize) -> Option<&'a str> {
        let text = usize::try_from(self.node(place).map(|_| self.number(place))?).ok()?;
        self.look.code.texts.get(text).map(String::as_str)
    }
}
