//! Events. Something that would happen is proposed, may be changed or prevented, is committed,
//! and is then reacted to.
//!
//! Reactions run in a fixed order: the active side first, then by priority, then in the order of
//! the things in play and of what is printed on each. Among reactions of equal rank the seat
//! chooses the order if the game says so.

use std::ops::ControlFlow;

use super::abilities::bit;
use super::code::{AbilitiesId, Limit, NO_NODE, Trigger};
use super::flow::{Proposal, Task};
use super::look::Look;
use super::rules::{Course, Rules};
use super::run::{Run, action};
use super::thing::{BINDINGS, Context, Thing};
use super::words::Words;

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
        let before = self.flow().tasks.len();
        self.hold(would, done, bound, task);
        if let Some(would) = would {
            self.raise(would, bound);
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

    fn raise_for(&mut self, event: R::Event, bound: &[i32], hears: impl Fn(Thing) -> bool) {
        if self.look().summary().events & bit(event.index()) == 0 {
            return;
        }
        let chain = self.flow().chain;
        if chain >= MAX_CHAIN {
            self.flow().runaway = true;
            return;
        }
        let mut tasks = std::mem::take(&mut self.flow().tasks);
        let before = tasks.len();
        let look = self.look();
        let place = event.index() as u8;
        let mut add = |abilities: AbilitiesId, context: &Context| {
            if !hears(context.host) {
                return;
            }
            let known = look.abilities(abilities);
            for (index, trigger) in known.triggers.iter().enumerate() {
                if trigger.event == place && !look.is_off(known, trigger.keyword, context.host) {
                    let mut context = context.with_bindings(bound);
                    context.chain = chain + 1;
                    let trigger = index as u8;
                    tasks.push(Task::Fire { abilities, trigger, context });
                }
            }
        };
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
        let added = tasks.len() - before;
        if added > 1 {
            let active = R::active_seat(look);
            tasks[before..].sort_by_key(|task| match task {
                Task::Fire { context, .. } => {
                    let priority = R::priority(look, event, context.host);
                    (context.seat != active, context.seat, priority)
                }
                _ => (true, u8::MAX, i8::MAX),
            });
        }
        tasks[before..].reverse();
        self.flow().tasks = tasks;
        if added > 1 && R::is_order_chosen(event) {
            self.publish_orders(event, before);
        }
    }

    /// Adds a decision about the order for every group of reactions of equal rank that belong to
    /// different things. Reactions whose condition does not hold are left out.
    fn publish_orders(&mut self, event: R::Event, before: usize) {
        let fires = self.flow().tasks.split_off(before);
        let look = self.look();
        let mut groups: Vec<Group<R::Task>> = Vec::new();
        for task in fires {
            let Task::Fire { abilities, trigger, context } = task else {
                continue;
            };
            if !self.would_fire(&self.trigger(abilities, trigger), &context) {
                continue;
            }
            let rank = (context.seat, R::priority(look, event, context.host));
            match groups.last_mut() {
                Some(group) if group.rank == rank => group.fires.push(task),
                _ => groups.push(Group { rank, fires: vec![task] }),
            }
        }
        for Group { rank: (seat, _), fires } in groups {
            let mut hosts: Vec<Thing> = fires.iter().filter_map(host_of).collect();
            hosts.sort_unstable();
            hosts.dedup();
            let count = fires.len() as u16;
            let flow = self.flow();
            flow.tasks.extend(fires);
            if hosts.len() > 1 {
                flow.tasks.push(Task::Order { count, seat });
            }
        }
    }

    /// Lists the options while the order of abilities is chosen: the next ability of each thing.
    pub fn order_options(&mut self, count: u16) {
        let tasks = std::mem::take(&mut self.flow().tasks);
        let mut seen: Vec<Thing> = Vec::new();
        for place in 0..usize::from(count).min(tasks.len()) {
            if let Some(host) = host_of(&tasks[tasks.len() - 1 - place])
                && !seen.contains(&host)
            {
                seen.push(host);
                self.option(action::ORDER, host.id(), place as u16);
            }
        }
        self.flow().tasks = tasks;
    }

    /// Moves the chosen ability to the front.
    pub fn take_order(&mut self, count: u16, seat: u8, place: u16) {
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

    pub fn would_fire(&self, trigger: &Trigger, context: &Context) -> bool {
        let look = self.look();
        let event = R::Event::at(usize::from(trigger.event));
        R::is_ready(look, event, context)
            && look.holds(trigger.condition, context)
            && look.is_within(trigger.limit, trigger.id, context)
    }

    /// Runs an ability if its condition holds and its limit is not used up.
    pub fn fire(&mut self, abilities: AbilitiesId, place: u8, context: Context) {
        let trigger = self.trigger(abilities, place);
        let runs = self.would_fire(&trigger, &context);
        self.count_fired(trigger.id, runs);
        if !runs {
            return;
        }
        if trigger.limit.count != NO_NODE {
            self.flow().count_use(trigger.id, context.host, trigger.limit.per_game);
        }
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
            let place = usize::from(id);
            if counts.len() <= place {
                counts.resize(place + 1, 0);
            }
            counts[place] += 1;
        }
    }
}

/// Reactions of equal rank: of one seat and one priority.
struct Group<T> {
    rank: (u8, i8),
    fires: Vec<Task<T>>,
}

fn host_of<T>(task: &Task<T>) -> Option<Thing> {
    match task {
        Task::Fire { context, .. } => Some(context.host),
        _ => None,
    }
}
