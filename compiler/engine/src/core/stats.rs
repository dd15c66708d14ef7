//! Numbers and pools as the abilities in effect modify them.
//!
//! Sets apply first, then factors, then sums, then bounds, whatever the order of the modifiers.

use std::ops::ControlFlow;

use cardwright_model::ModifyOp;

use super::abilities::{applied, bit};
use super::code::{About, Modifier, NO_NODE};
use super::dice::Pool;
use super::look::{Args, Look};
use super::rules::Rules;
use super::thing::{Context, Thing};
use super::words::Words;

struct Modified {
    set: Option<i32>,
    factor: i32,
    sum: i32,
    at_least: i32,
    at_most: i32,
}

impl Modified {
    fn new() -> Modified {
        Modified { set: None, factor: 1, sum: 0, at_least: i32::MIN, at_most: i32::MAX }
    }

    fn add(&mut self, operation: ModifyOp, amount: i32) {
        match operation {
            ModifyOp::Set => self.set = Some(amount),
            ModifyOp::Times => self.factor = self.factor.saturating_mul(amount),
            ModifyOp::Add => self.sum = self.sum.saturating_add(amount),
            ModifyOp::AtLeast => self.at_least = self.at_least.max(amount),
            ModifyOp::AtMost => self.at_most = self.at_most.min(amount),
        }
    }

    fn apply(&self, base: i32) -> i32 {
        let value = self.set.unwrap_or(base).saturating_mul(self.factor).saturating_add(self.sum);
        value.max(self.at_least).min(self.at_most)
    }
}

impl<'a, R: Rules> Look<'a, R> {
    /// A number of a thing, or of the game with [`Thing::NONE`], as modified.
    pub fn stat(self, stat: R::Stat, thing: Thing) -> i32 {
        let context = Context::of(thing, 0);
        self.stat_of(stat, thing, self.args(&[], &context))
    }

    pub(crate) fn stat_with(self, stat: R::Stat, args: Args<'_, R>) -> i32 {
        self.stat_of(stat, subject(stat, args), args)
    }

    fn stat_of(self, stat: R::Stat, thing: Thing, args: Args<'_, R>) -> i32 {
        let base = self.nested(0, || R::base(args, stat, thing));
        self.modified(stat, thing, base)
    }

    /// A number as the modifiers of a stat change it, from another base than the printed
    /// one.
    pub fn modified(self, stat: R::Stat, thing: Thing, base: i32) -> i32 {
        if !self.may_change(About::Stats(bit(stat.index())), thing) {
            return R::limited(self, stat, thing, base);
        }
        let value = self.nested_about(stat, thing, base, || {
            let mut result = Modified::new();
            self.visit_modifiers(stat, thing, &mut |modifier, context| {
                result.add(modifier.operation, self.number(modifier.amount, context));
            });
            result.apply(base)
        });
        R::limited(self, stat, thing, value)
    }

    /// A stat that is a pool of dice, as modified.
    pub fn pool_stat(self, stat: R::Stat, thing: Thing) -> Pool {
        let context = Context::of(thing, 0);
        self.pool_of(stat, thing, self.args(&[], &context))
    }

    pub(crate) fn pool_stat_with(self, stat: R::Stat, args: Args<'_, R>) -> Pool {
        self.pool_of(stat, subject(stat, args), args)
    }

    fn pool_of(self, stat: R::Stat, thing: Thing, args: Args<'_, R>) -> Pool {
        let base = self.nested(Pool::EMPTY, || R::base_pool(args, stat, thing));
        if !self.may_change(About::Stats(bit(stat.index())), thing) {
            return base;
        }
        self.nested_about(stat, thing, base, || {
            let (mut set, mut factor, mut sum) = (None, 1i32, Pool::EMPTY);
            self.visit_modifiers(stat, thing, &mut |modifier, context| match modifier.operation {
                ModifyOp::Set => set = Some(self.pool(modifier.amount, context)),
                ModifyOp::Times => {
                    factor = factor.saturating_mul(self.number(modifier.amount, context));
                }
                ModifyOp::Add => sum = sum.plus(self.pool(modifier.amount, context)),
                // `at least` and `at most` mean nothing for dice: pools have no order.
                ModifyOp::AtLeast | ModifyOp::AtMost => {}
            });
            set.unwrap_or(base).times(factor).plus(sum)
        })
    }

    fn visit_modifiers(
        self,
        stat: R::Stat,
        thing: Thing,
        visitor: &mut dyn FnMut(&Modifier, &Context),
    ) {
        let place = stat.index() as u8;
        let about = About::Stats(bit(stat.index()));
        let _ = self.visit_abilities(about, thing, &mut |abilities, context| {
            for modifier in abilities.modifiers.iter().filter(|modifier| modifier.stat == place) {
                let concerned = match modifier.subject {
                    NO_NODE => R::concerns(self, stat, thing, context),
                    subject => !thing.is_none() && self.contains(subject, thing, context),
                };
                let inner = applied(context, thing);
                if concerned
                    && ((R::outlasts_silence(stat) && context.host == thing)
                        || !self.is_off(abilities, modifier.keyword, context.host))
                    && self.holds(modifier.condition, &inner)
                {
                    visitor(modifier, &inner);
                }
            }
            ControlFlow::Continue(())
        });
    }
}

/// Whose stat is asked for: its first argument, if the stat belongs to things.
fn subject<R: Rules>(stat: R::Stat, args: Args<'_, R>) -> Thing {
    let word = &R::Stat::WORDS[stat.index()];
    if word.params.first().is_some_and(|param| param.ty.is_thing()) {
        args.thing(0)
    } else {
        Thing::NONE
    }
}
