//! Running effects: instructions, loops, choices, and abilities that react to events.

use super::content::Content;
use super::play::{MAX_CHAIN, Play};
use super::state::{CardId, Task, card_of, context_of, thing_of};
use super::vocabulary::{Event, Verb, Window};
use super::words::{Action, Kind, Zone};
use crate::core::abilities::bit;
use crate::core::code::{AbilitiesId, BlockId, Instruction, NO_NODE, NONE, NodeId, Trigger};
use crate::core::flow::Timed;
use crate::core::words::Words;
use crate::core::{Context, Rules};

impl Play<'_> {
    /// Starts a block.
    pub(super) fn begin(&mut self, block: BlockId, context: Context) {
        self.begin_with(block, context, false);
    }

    /// Starts a block, which opponents may interrupt when what it asks for is chosen.
    pub(super) fn begin_with(&mut self, block: BlockId, context: Context, interruptible: bool) {
        self.state.tasks.push(Task::Run { block, next: 0, context, interruptible });
    }

    /// Runs a block from an instruction on, until one of them needs something done first.
    pub(super) fn run_block(
        &mut self,
        block: BlockId,
        next: u16,
        mut context: Context,
        interruptible: bool,
    ) {
        let content = self.content;
        let instructions = &content.code.blocks[usize::from(block)];
        let mut next = usize::from(next);
        while let Some(instruction) = instructions.get(next) {
            let rest = |next: usize, context: Context| {
                let next = next as u16;
                Task::Run { block, next, context, interruptible: false }
            };
            if interruptible && !matches!(instruction, Instruction::Choose { .. }) {
                self.state.tasks.push(rest(next, context));
                self.begin_interrupt(card_of(context.host));
                return;
            }
            next += 1;
            if let Instruction::Let { slot, value, is_thing } = *instruction {
                let look = self.look().core();
                context.locals[usize::from(slot)] = if is_thing {
                    look.thing(value, &context).bits()
                } else {
                    look.number(value, &context)
                };
                continue;
            }
            let before = self.state.tasks.len();
            if next < instructions.len() {
                self.state.tasks.push(rest(next, context));
            }
            let waiting = self.state.tasks.len();
            self.execute(*instruction, context, interruptible);
            if self.state.tasks.len() > waiting || self.state.flow.outcome.is_some() {
                return;
            }
            self.state.tasks.truncate(before);
        }
    }

    fn execute(&mut self, instruction: Instruction, context: Context, interruptible: bool) {
        match instruction {
            Instruction::Start { abilities, until } => self.start_timed(abilities, until, context),
            Instruction::ForEach { things, body } => {
                let start = self.state.list.len() as u16;
                self.collect(things, &context);
                self.begin_loop(body, start, NO_NODE, context, false);
            }
            Instruction::Choose { count, up_to, from, body } => {
                let remaining = self.look().number(count, &context).clamp(0, 255) as u8;
                let start = self.state.list.len() as u16;
                if remaining > 0 {
                    self.state.tasks.push(Task::Choose {
                        block: body,
                        start,
                        remaining,
                        up_to,
                        from,
                        context,
                        interruptible,
                    });
                }
            }
            Instruction::Options { options } => {
                self.state.tasks.push(Task::Options { options, context });
            }
            Instruction::If { condition, then, otherwise } => {
                let block = if self.look().holds(condition, &context) { then } else { otherwise };
                if !self.content.code.blocks[usize::from(block)].is_empty() {
                    self.begin(block, context);
                }
            }
            Instruction::Call { verb, args } => {
                self.call(Verb::at(usize::from(verb)), args, context);
            }
            Instruction::Prevent => self.prevent(),
            // Dealt with before, or of no word of this game: it has no dice, flags or amounts.
            Instruction::Let { .. }
            | Instruction::Roll { .. }
            | Instruction::Assign { .. }
            | Instruction::ChangeAmount { .. } => {}
        }
    }

    /// Appends the cards of a selection to the list.
    fn collect(&mut self, cards: NodeId, context: &Context) {
        let mut list = std::mem::take(&mut self.state.list);
        self.look().core().visit(cards, context, &mut |thing| {
            list.push(card_of(thing));
            true
        });
        self.state.list = list;
    }

    /// Runs a block for each card of the list from `start` on.
    pub(super) fn begin_loop(
        &mut self,
        block: BlockId,
        start: u16,
        from: NodeId,
        context: Context,
        interruptible: bool,
    ) {
        if usize::from(start) >= self.state.list.len() {
            return;
        }
        let from = if interruptible { from } else { NO_NODE };
        self.state.tasks.push(Task::Loop { block, start, position: start, from, context });
        if interruptible {
            self.begin_interrupt(card_of(context.host));
        }
    }

    /// The next card of a loop.
    pub(super) fn run_loop(
        &mut self,
        block: BlockId,
        start: u16,
        position: u16,
        from: NodeId,
        context: Context,
    ) {
        let Some(card) = self.state.list.get(usize::from(position)).copied() else {
            self.state.list.truncate(usize::from(start));
            return;
        };
        self.state.tasks.push(Task::Loop { block, start, position: position + 1, from, context });
        // A target that an opponent took away in between is lost, and the card with it.
        let thing = thing_of(card);
        if from == NO_NODE || self.look().core().contains(from, thing, &context) {
            self.begin(block, context.with_it(thing));
        }
    }

    /// Options while cards are picked.
    pub(super) fn choose_options(
        &mut self,
        start: u16,
        up_to: bool,
        from: NodeId,
        context: &Context,
    ) {
        let mut options = std::mem::take(&mut self.state.flow.options);
        let look = self.look();
        let picked = &look.state.list[usize::from(start)..];
        look.core().visit(from, context, &mut |thing| {
            let card = card_of(thing);
            if !picked.contains(&card) {
                let action = Action::Pick as u8;
                options.push(crate::game::Choice { action, card, extra: 0 });
            }
            true
        });
        self.state.flow.options = options;
        if up_to {
            self.option(Action::Done, NONE, 0);
        }
    }

    /// A card is picked.
    pub(super) fn pick(&mut self, card: CardId) {
        let Some(mut task) = self.state.tasks.pop() else {
            return;
        };
        self.state.list.push(card);
        match &mut task {
            Task::Choose { remaining, .. } if *remaining > 1 => {
                *remaining -= 1;
                self.state.tasks.push(task);
            }
            Task::Choose { block, start, from, context, interruptible, .. } => {
                self.begin_loop(*block, *start, *from, *context, *interruptible);
            }
            _ => {}
        }
    }

    /// Options of a choice between labelled blocks.
    pub(super) fn option_options(&mut self, options: u16, context: &Context) {
        let content = self.content;
        for (place, option) in content.code.options[usize::from(options)].iter().enumerate() {
            if self.look().holds(option.condition, context) {
                self.option(Action::Option, NONE, place as u16);
            }
        }
    }

    /// One of the labelled blocks is chosen.
    pub(super) fn take_option(&mut self, place: u16) {
        let Some(Task::Options { options, context }) = self.state.tasks.pop() else {
            return;
        };
        let option = self.content.code.options[usize::from(options)][usize::from(place)];
        self.begin(option.body, context);
    }

    /// Something begins to last.
    fn start_timed(&mut self, abilities: AbilitiesId, until: u16, context: Context) {
        let look = self.look().core();
        let until = match until {
            NONE => Content::usual_window(look, &context).map_or(NONE, |w| w.index() as u16),
            until => until,
        };
        self.state.flow.timed.push(Timed { abilities, until, context });
        self.state.stale = true;
        self.state.flow.touch();
    }

    /// Ends what lasts until now.
    pub(super) fn expire(&mut self, window: Window) {
        let until = window.index() as u16;
        self.end_timed(|timed| timed.until == until);
        if window == Window::EndOfRound {
            for timed in &mut self.state.flow.timed {
                if timed.until == Window::EndOfNextRound.index() as u16 {
                    timed.until = until;
                }
            }
        }
    }

    /// Ends some of what lasts.
    pub(super) fn end_timed(&mut self, ends: impl Fn(&Timed) -> bool) {
        let before = self.state.flow.timed.len();
        self.state.flow.timed.retain(|timed| !ends(timed));
        if self.state.flow.timed.len() < before {
            self.state.flow.touch();
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
                self.state.tasks.push(Task::React { event, victim: subject });
            }
            if !is_watched {
                return;
            }
        }
        let chain = self.chain_depth();
        if chain > MAX_CHAIN {
            self.state.flow.fuel = 0;
            return;
        }
        let mut tasks = std::mem::take(&mut self.state.tasks);
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
                    tasks.push(Task::Fire { abilities, trigger: index as u8, context });
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
        self.state.tasks = tasks;
    }

    /// How deeply the effect that is under way is nested in others.
    fn chain_depth(&self) -> u8 {
        self.state
            .tasks
            .iter()
            .rev()
            .find_map(|task| match task {
                Task::Run { context, .. } | Task::Loop { context, .. } => Some(context.chain),
                _ => None,
            })
            .unwrap_or(0)
    }

    /// Combat begins or ends: the player chooses the order of what happens.
    pub(super) fn raise_in_order(&mut self, event: Event) {
        let before = self.state.tasks.len();
        self.raise(event, NONE, NONE);
        if event == Event::EachCombat {
            self.raise(Event::Combat, NONE, NONE);
        }
        // Abilities whose condition does not hold take no part in the ordering.
        let mut kept = before;
        for place in before..self.state.tasks.len() {
            let task = self.state.tasks[place];
            if let Task::Fire { abilities, trigger, context } = task
                && self.would_fire(abilities, trigger, &context)
            {
                self.state.tasks[kept] = task;
                kept += 1;
            }
        }
        self.state.tasks.truncate(kept);
        let count = (kept - before) as u16;
        if count >= 2 {
            self.state.tasks.push(Task::Order { count });
        }
    }

    /// Options while the order of abilities is chosen.
    pub(super) fn order_options(&mut self, count: u16) {
        let top = self.state.tasks.len() - 1;
        for place in 0..count {
            if let Task::Fire { context, .. } = self.state.tasks[top - 1 - usize::from(place)] {
                self.option(Action::Order, card_of(context.host), place);
            }
        }
    }

    /// The chosen ability goes first.
    pub(super) fn take_order(&mut self, place: u16) {
        let Some(Task::Order { count }) = self.state.tasks.pop() else {
            return;
        };
        let at = self.state.tasks.len() - 1 - usize::from(place);
        let chosen = self.state.tasks.remove(at);
        if count > 2 {
            self.state.tasks.push(Task::Order { count: count - 1 });
        }
        self.state.tasks.push(chosen);
    }

    fn trigger(&self, abilities: AbilitiesId, trigger: u8) -> Trigger {
        self.content.code.abilities[usize::from(abilities)].triggers[usize::from(trigger)]
    }

    fn would_fire(&self, abilities: AbilitiesId, trigger: u8, context: &Context) -> bool {
        let trigger = self.trigger(abilities, trigger);
        let look = self.look();
        let host = card_of(context.host);
        if Event::at(usize::from(trigger.event)) == Event::Combat
            && look.state.card(host).entered != look.state.round
        {
            return false;
        }
        if !look.holds(trigger.condition, context) {
            return false;
        }
        trigger.limit == NO_NODE || {
            let key = (host, trigger.id);
            let used = self.state.uses.iter().find(|(card, id, _)| (*card, *id) == key);
            used.map_or(0, |(_, _, count)| i32::from(*count)) < look.number(trigger.limit, context)
        }
    }

    /// An ability runs, if its condition holds and its limit is not used up.
    pub(super) fn fire(&mut self, abilities: AbilitiesId, place: u8, context: Context) {
        let trigger = self.trigger(abilities, place);
        let runs = self.would_fire(abilities, place, &context);
        self.count_fired(trigger.id, runs);
        if !runs {
            return;
        }
        if trigger.limit != NO_NODE {
            let key = (card_of(context.host), trigger.id);
            match self.state.uses.iter_mut().find(|(card, id, _)| (*card, *id) == key) {
                Some((_, _, count)) => *count += 1,
                None => self.state.uses.push((key.0, key.1, 1)),
            }
        }
        self.begin(trigger.effect, context);
    }

    /// Counts that an ability ran or was refused, for the report.
    pub(super) fn count_fired(&mut self, id: u16, runs: bool) {
        if let Some(tally) = &mut self.state.flow.tally {
            let counts = if runs { &mut tally.fired } else { &mut tally.refused };
            counts[usize::from(id)] += 1;
        }
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
