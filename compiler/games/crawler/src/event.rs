//! Events, and what lasts until they happen. Effects themselves are run by the core.

use super::content::Content;
use super::play::Play;
use super::state::{CardId, Task, card_of, context_of, thing_of};
use super::vocabulary::{Event, Window};
use super::words::{Action, Kind, Zone};
use cardwright_engine::core::abilities::bit;
use cardwright_engine::core::code::{AbilitiesId, BlockId, NONE};
use cardwright_engine::core::flow::Task as Effect;
use cardwright_engine::core::words::Words;
use cardwright_engine::core::{Context, Run};

/// How deeply effects may trigger each other.
const MAX_CHAIN: u8 = 24;

impl Play<'_> {
    /// The same position as the core runs it.
    pub(super) fn core(&mut self) -> Run<'_, Content> {
        Run { rules: self.content, state: self.state, code: &self.content.code }
    }

    /// Puts a task on the stack; it is done before what is there already.
    pub(super) fn push(&mut self, task: Task) {
        self.core().push(task);
    }

    /// Starts a block.
    pub(super) fn begin(&mut self, block: BlockId, context: Context) {
        self.core().begin(block, context);
    }

    /// Ends what lasts until now; what lasts until the next round ends has one left.
    pub(super) fn expire(&mut self, window: Window) {
        self.core().expire(window, None);
        if window == Window::EndOfRound {
            let (next, now) = (Window::EndOfNextRound.index(), Window::EndOfRound.index());
            for timed in &mut self.state.flow.timed {
                if usize::from(timed.until) == next {
                    timed.until = now as u16;
                }
            }
        }
    }

    /// Something happened: every ability that watches it will run, in order of the cards.
    ///
    /// `subject` is the card it is about; `victim` is who an attacker hit.
    pub(super) fn raise(&mut self, event: Event, subject: CardId, victim: CardId) {
        let summary = *self.look().core().summary();
        let is_watched = summary.events & bit(event.index()) != 0;
        if event.is_own() {
            let look = self.look();
            let watches = look.core().reacts(look.def(subject).abilities, event);
            if !watches && !summary.grants {
                return;
            }
        } else {
            if self.has_reaction(event, subject) {
                self.push(Task::React { event, victim: subject });
            }
            if !is_watched {
                return;
            }
        }
        let chain = self.state.flow.chain;
        if chain > MAX_CHAIN {
            self.state.flow.runaway = true;
            return;
        }
        let mut tasks = std::mem::take(&mut self.state.flow.tasks);
        let before = tasks.len();
        let bound = if victim == NONE { subject } else { victim };
        let look = self.look();
        let seat = match bound {
            NONE => look.state.facing,
            card if look.kind(card) == Kind::Adventurer => look.state.card(card).owner,
            _ => look.state.facing,
        };
        let place = event.index() as u8;
        let mut add = |abilities: AbilitiesId, context: &Context| {
            let known = look.core().abilities(abilities);
            for (index, trigger) in known.triggers.iter().enumerate() {
                if trigger.event == place
                    && !look.core().is_off(known, trigger.keyword, context.host)
                {
                    let own = look.state.card(card_of(context.host)).zone;
                    let is_crawler =
                        matches!(own, Zone::CrawlerPlay | Zone::CrawlerGrave | Zone::CrawlerHand);
                    let mut context = context.with_bindings(&[thing_of(bound).bits()]);
                    context.seat = if is_crawler { context.seat } else { seat };
                    context.chain = chain + 1;
                    tasks.push(Effect::Fire { abilities, trigger: index as u8, context });
                }
            }
        };
        if event.is_own() {
            let context = context_of(subject, look.state.card(subject).owner);
            add(look.def(subject).abilities, &context);
            look.core().visit_granted_to(thing_of(subject), &mut add);
        } else {
            for host in &look.core().effective().reacting {
                add(host.abilities, &Context::of(host.thing, host.seat));
            }
            for timed in look.core().timed() {
                add(timed.abilities, &timed.context);
            }
            for card in look.state.encounter().iter().chain(look.state.party()) {
                look.core().visit_granted_to(thing_of(*card), &mut add);
            }
        }
        tasks[before..].reverse();
        self.state.flow.tasks = tasks;
    }

    /// Combat begins or ends: the player chooses the order of what happens.
    pub(super) fn raise_in_order(&mut self, event: Event) {
        let before = self.state.flow.tasks.len();
        self.raise(event, NONE, NONE);
        if event == Event::EachCombat {
            self.raise(Event::Combat, NONE, NONE);
        }
        // Abilities whose condition does not hold take no part in the ordering.
        let mut tasks = self.state.flow.tasks.split_off(before);
        let run = self.core();
        tasks.retain(|task| match task {
            Effect::Fire { abilities, trigger, context } => {
                run.would_fire(&run.trigger(*abilities, *trigger), context)
            }
            _ => false,
        });
        let count = tasks.len() as u16;
        self.state.flow.tasks.extend(tasks);
        if count >= 2 {
            self.push(Task::Order { count });
        }
    }

    /// Options while the order of abilities is chosen: all of them.
    pub(super) fn order_options(&mut self, count: u16) {
        let top = self.state.flow.tasks.len() - 1;
        for place in 0..count {
            if let Effect::Fire { context, .. } =
                self.state.flow.tasks[top - 1 - usize::from(place)]
            {
                self.option(Action::Order, card_of(context.host), place);
            }
        }
    }

    /// The chosen ability goes first.
    pub(super) fn take_order(&mut self, place: u16) {
        let Some(Task::Order { count }) = self.state.flow.pop() else {
            return;
        };
        let at = self.state.flow.tasks.len() - 1 - usize::from(place);
        let chosen = self.state.flow.tasks.remove(at);
        if count > 2 {
            self.push(Task::Order { count: count - 1 });
        }
        self.state.flow.tasks.push(chosen);
    }
}

impl Event {
    /// Whether only the card that it is about reacts to it.
    fn is_own(self) -> bool {
        matches!(
            self,
            Event::Enter
                | Event::Leave
                | Event::Play
                | Event::Hit
                | Event::WouldReset
                | Event::Discarded
        )
    }
}
