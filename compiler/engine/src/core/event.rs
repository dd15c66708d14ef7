//! Events. Something that would happen is proposed, may be changed or prevented, is committed,
//! and is then reacted to.
//!
//! Reactions run in a fixed order: the active side first, then in the order of the things in play
//! and of what is printed on each. Among reactions of equal rank the seat chooses the order if the
//! game says so.

use std::ops::ControlFlow;

use super::abilities::bit;
use super::action;
use super::code::{AbilitiesId, Limit, NO_NODE, Trigger};
use super::flow::{Proposal, Task, Trouble};
use super::look::Look;
use super::rules::{Course, Host, Order, Rules};
use super::run::Run;
use super::thing::{BINDINGS, Context, Thing};
use super::words::Words;
use crate::game::count;

/// How deeply effects may trigger each other. A guess, not measured.
const MAX_CHAIN: u8 = 24;

impl<R: Rules> Look<'_, R> {
    /// Whether a limited ability may be used once more.
    pub fn is_within(self, limit: Limit, id: u16, context: &Context) -> bool {
        limit.count == NO_NODE || {
            let used = self.flow().times_used(id, context.host);
            i32::from(used) < self.number(limit.count, context)
        }
    }
}

impl<R: Course> Run<'_, R> {
    /// Proposes something: reactions to `would` may prevent it or change its amount, then
    /// [`Course::commit`] is called with the task, then reactions to `done` follow.
    ///
    /// `bound` are the values of the events' parameters, things as [`Thing::bits`]; both
    /// events must have the same ones. The amount is the parameter of that name.
    pub fn propose(
        &mut self,
        would: Option<R::Event>,
        done: Option<R::Event>,
        bound: &[i32],
        task: R::Task,
    ) {
        self.propose_to(|_| true, would, done, bound, task);
    }

    /// Proposes something that only some things hear of, such as the cards of one player.
    pub fn propose_to(
        &mut self,
        hears: impl Fn(Thing) -> bool,
        would: Option<R::Event>,
        done: Option<R::Event>,
        bound: &[i32],
        task: R::Task,
    ) {
        let before = self.flow().tasks.len();
        self.hold(would, done, bound, task);
        if let Some(would) = would {
            self.raise_for(would, bound, hears);
        }
        let flow = self.flow();
        if flow.tasks.len() == before + 1 {
            // Nobody reacts, so it happens at once, without going through the stack.
            flow.tasks.truncate(before);
            self.commit();
        }
    }

    /// Proposes something, to happen once everything that is put on the stack from now on is done.
    pub fn hold(
        &mut self,
        would: Option<R::Event>,
        done: Option<R::Event>,
        bound: &[i32],
        task: R::Task,
    ) {
        let params = would.map_or(&[][..], |event| R::Event::WORDS[event.index()].params);
        let amount = params.iter().position(|param| param.name == "amount");
        let mut values = [0; BINDINGS];
        for (value, given) in values.iter_mut().zip(bound) {
            *value = *given;
        }
        let flow = self.flow();
        flow.proposals.push(Proposal {
            task,
            done: done.map_or(Proposal::<R::Task>::NO_EVENT, |event| event.index() as u16),
            bound: values,
            amount: amount.map_or(Proposal::<R::Task>::NO_AMOUNT, |place| place as u8),
            prevented: false,
            chain: flow.chain,
        });
        flow.tasks.push(Task::Commit);
    }

    /// Carries out the innermost proposal, unless it was prevented.
    pub fn commit(&mut self) {
        let Some(proposal) = self.flow().proposals.pop() else {
            return;
        };
        if proposal.prevented {
            return R::prevented(self, proposal.task);
        }
        let happened = R::commit(self, proposal.task, proposal.bound);
        if let Some(bound) = happened
            && proposal.done != Proposal::<R::Task>::NO_EVENT
        {
            self.raise(R::Event::at(usize::from(proposal.done)), &bound);
        }
    }

    /// Announces that something happened: every ability that watches for it will run.
    ///
    /// `bound` are the values of the event's parameters, things as [`Thing::bits`].
    pub fn raise(&mut self, event: R::Event, bound: &[i32]) {
        self.raise_for(event, bound, |_| true);
    }

    /// Announces something that one thing's effect caused. Everybody else reacts to it, but not
    /// that thing, which could otherwise trigger itself for ever.
    pub fn raise_unheard_by(&mut self, cause: Thing, event: R::Event, bound: &[i32]) {
        self.raise_for(event, bound, |host| host != cause);
    }

    /// Announces something that only the abilities of the thing itself watch for (`on enter`).
    pub fn raise_own(&mut self, event: R::Event, thing: Thing, bound: &[i32]) {
        self.raise_for(event, bound, |host| host == thing);
    }

    /// Something happened to a thing that only its own abilities watch, wherever it is: on a
    /// deck, in a hand, on its way out of play.
    pub fn raise_at(&mut self, host: Host, event: R::Event, bound: &[i32]) {
        let look = self.look();
        if !look.reacts(host.abilities, event) && !look.summary().grants {
            return;
        }
        let before = self.flow().tasks.len();
        self.collect_reactions(event, bound, |look, add| {
            add(host.abilities, &Context::of(host.thing, host.seat));
            look.visit_granted_to(host.thing, add);
        });
        self.arrange(before);
    }

    /// Several things happened at once: what watches them is put in order together. Reactions
    /// to the last come first where nobody chooses.
    pub fn raise_together(&mut self, events: &[R::Event], bound: &[i32]) {
        let before = self.flow().tasks.len();
        for event in events {
            self.collect_hearing(*event, bound, |_| true);
        }
        self.arrange(before);
    }

    fn raise_for(&mut self, event: R::Event, bound: &[i32], hears: impl Fn(Thing) -> bool) {
        let before = self.flow().tasks.len();
        self.collect_hearing(event, bound, hears);
        self.arrange(before);
    }

    /// Puts the reactions of all things in play that hear of an event on the stack.
    fn collect_hearing(&mut self, event: R::Event, bound: &[i32], hears: impl Fn(Thing) -> bool) {
        if self.look().summary().events & bit(event.index()) == 0 {
            return;
        }
        self.collect_reactions(event, bound, |look, add| {
            visit_reacting(look, &mut |abilities, context| {
                if hears(context.host) {
                    add(abilities, context);
                }
            });
        });
    }

    /// The things in play that would react if something happened now, each once.
    pub fn hearers(&self, event: R::Event, bound: &[i32]) -> Vec<Thing> {
        let look = self.look();
        let mut things = Vec::new();
        if look.summary().events & bit(event.index()) == 0 {
            return things;
        }
        visit_reacting(look, &mut |abilities, context| {
            let known = look.abilities(abilities);
            let mut context = context.with_bindings(bound);
            context.seat = R::reacting_seat(look, &context);
            let mut triggers = known.triggers.iter();
            let reacts = triggers.any(|trigger| {
                usize::from(trigger.event) == event.index()
                    && !look.is_off(known, trigger.keyword, context.host)
                    && self.would_fire(trigger, &context)
            });
            if reacts && !things.contains(&context.host) {
                things.push(context.host);
            }
        });
        things
    }

    /// Puts the reactions among the abilities visited on the stack, the first in rank on top.
    fn collect_reactions(
        &mut self,
        event: R::Event,
        bound: &[i32],
        visit: impl FnOnce(Look<'_, R>, &mut dyn FnMut(AbilitiesId, &Context)),
    ) {
        let chain = self.flow().chain;
        if chain >= MAX_CHAIN {
            self.flow().trouble.get_or_insert(Trouble::Runaway);
            return;
        }
        let mut tasks = std::mem::take(&mut self.flow().tasks);
        let before = tasks.len();
        let look = self.look();
        let place = event.index() as u8;
        visit(look, &mut |abilities, context| {
            let known = look.abilities(abilities);
            for (index, trigger) in known.triggers.iter().enumerate() {
                if trigger.event == place && !look.is_off(known, trigger.keyword, context.host) {
                    let mut context = context.with_bindings(bound);
                    context.seat = R::reacting_seat(look, &context);
                    context.chain = chain + 1;
                    let trigger = index as u8;
                    tasks.push(Task::Fire { abilities, trigger, context });
                }
            }
        });
        if tasks.len() - before > 1 {
            tasks[before..].sort_by_key(|task| match task {
                Task::Fire { context, .. } => R::rank(look, event, context),
                _ => (true, u8::MAX),
            });
            tasks[before..].reverse();
        }
        self.flow().tasks = tasks;
    }

    /// Adds a decision about the order for every group of reactions of equal rank whose order a
    /// seat chooses. Reactions whose condition does not hold are left out.
    fn arrange(&mut self, before: usize) {
        let [first, _, ..] = &self.look().flow().tasks[before..] else {
            return;
        };
        if self.order_of(first).is_none() {
            return;
        }
        let fires = self.flow().tasks.split_off(before);
        let look = self.look();
        let mut groups: Vec<Group<R::Task>> = Vec::new();
        let mut refused = Vec::new();
        for task in fires {
            let Task::Fire { abilities, trigger, context } = task else {
                continue;
            };
            let trigger = self.trigger(abilities, trigger);
            if !self.would_fire(&trigger, &context) {
                refused.push(trigger.id);
                continue;
            }
            let rank = R::rank(look, R::Event::at(usize::from(trigger.event)), &context);
            match groups.last_mut() {
                Some(group) if group.rank == rank => group.fires.push(task),
                _ => {
                    groups.push(Group { rank, seat: R::decider(look, &context), fires: vec![task] })
                }
            }
        }
        refused.into_iter().for_each(|id| self.count_fired(id, false));
        for Group { seat, fires, .. } in groups {
            let count = fires.len();
            let flow = self.flow();
            flow.tasks.extend(fires);
            if self.orderable(count).len() > 1 {
                let count = count as u16;
                self.flow().tasks.push(Task::Order { count, seat });
            }
        }
    }

    /// How the order of a reaction on the stack is chosen.
    fn order_of(&self, task: &Task<R::Task>) -> Option<Order> {
        match task {
            Task::Fire { abilities, trigger, .. } => {
                let trigger = self.trigger(*abilities, *trigger);
                R::order(R::Event::at(usize::from(trigger.event)))
            }
            _ => None,
        }
    }

    /// The reactions among the `count` on top of the stack that may come first, with their
    /// places from the top.
    fn orderable(&self, count: usize) -> Vec<(usize, Thing)> {
        let tasks = &self.look().flow().tasks;
        let mut first: Vec<(usize, Thing)> = Vec::new();
        for (place, task) in tasks.iter().rev().take(count).enumerate() {
            let Task::Fire { context: Context { host, .. }, .. } = task else {
                continue;
            };
            let is_known = || first.iter().any(|(_, known)| known == host);
            if self.order_of(task) != Some(Order::OfThings) || !is_known() {
                first.push((place, *host));
            }
        }
        first
    }

    /// Options while the order of abilities is chosen.
    pub(crate) fn order_options(&mut self, count: u16) {
        for (place, host) in self.orderable(usize::from(count)) {
            self.option(action::ORDER, host.id(), place as u16);
        }
    }

    /// Moves the chosen ability to the front.
    pub(crate) fn take_order(&mut self, count: u16, seat: u8, place: u16) {
        let flow = self.flow();
        let at = flow.tasks.len() - 1 - usize::from(place);
        let chosen = flow.tasks.remove(at);
        if count > 2 {
            flow.tasks.push(Task::Order { count: count - 1, seat });
        }
        flow.tasks.push(chosen);
    }

    pub fn trigger(&self, abilities: AbilitiesId, trigger: u8) -> Trigger {
        self.look().abilities(abilities).triggers[usize::from(trigger)]
    }

    pub(crate) fn would_fire(&self, trigger: &Trigger, context: &Context) -> bool {
        let look = self.look();
        let event = R::Event::at(usize::from(trigger.event));
        R::is_ready(look, event, context)
            && look.holds(trigger.condition, context)
            && look.is_within(trigger.limit, trigger.id, context)
    }

    /// Runs an ability if its condition holds and its limit is not used up.
    pub fn fire(&mut self, abilities: AbilitiesId, place: u8, context: Context) {
        let trigger = self.trigger(abilities, place);
        // What waits for the next time may have run since the event was told.
        let waiting = self.flow().waiting(abilities, &context).filter(|_| trigger.once);
        let is_over = trigger.once && waiting.is_none();
        let runs = !is_over && self.would_fire(&trigger, &context);
        self.count_fired(trigger.id, runs);
        if !runs {
            return;
        }
        if trigger.limit.count != NO_NODE {
            self.flow().count_use(trigger.id, context.host, trigger.limit.per_game);
        }
        if let Some(place) = waiting {
            self.flow().timed.remove(place);
            self.flow().touch();
        }
        self.flow().recent.add(context.host);
        if self.flow().notes.is_some() {
            self.flow().cause = Some((trigger.id, context.chain));
        }
        self.begin(trigger.effect, context);
    }

    /// Starts a new round (or turn): limited abilities may be used again, unless they are limited
    /// for the whole game. If `host` is given, only the abilities of that thing.
    pub fn reset_limits(&mut self, host: Option<Thing>) {
        self.flow().reset_limits(host);
    }

    pub fn count_fired(&mut self, id: u16, runs: bool) {
        if let Some(tally) = &mut self.flow().tally {
            let counts = if runs { &mut tally.fired } else { &mut tally.refused };
            count(counts, id);
        }
    }
}

/// Visits all abilities that may react to something that happens in play.
fn visit_reacting<R: Rules>(look: Look<'_, R>, add: &mut dyn FnMut(AbilitiesId, &Context)) {
    for host in &look.effective().reacting {
        add(host.abilities, &Context::of(host.thing, host.seat));
    }
    for timed in look.timed() {
        add(timed.abilities, &timed.context);
    }
    let _ = look.visit_granted(&mut |abilities, context| {
        add(abilities, context);
        ControlFlow::Continue(())
    });
}

/// Reactions of equal rank.
struct Group<T> {
    rank: (bool, u8),
    /// Who chooses their order.
    seat: u8,
    fires: Vec<Task<T>>,
}
