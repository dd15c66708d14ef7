//! Running effects: instructions, loops, choices, and abilities that react to events.

use super::content::{
    AbilitiesId, BlockId, Instruction, NO_NODE, NONE, NodeId, OptionsId, Trigger,
};
use super::play::{MAX_CHAIN, Play};
use super::state::{CardId, Context, Task, Timed};
use super::words::{Action, Event, Kind, Until, Zone};

impl Play<'_> {
    /// Starts a block.
    pub(super) fn begin(&mut self, block: BlockId, context: Context) {
        self.state.tasks.push(Task::Run { block, next: 0, context });
    }

    /// Runs a block from an instruction on, until one of them needs something done first.
    pub(super) fn run_block(&mut self, block: BlockId, next: u16, mut context: Context) {
        let content = self.content;
        let instructions = &content.blocks[usize::from(block)];
        let mut next = usize::from(next);
        while let Some(instruction) = instructions.get(next) {
            if context.interruptible && !matches!(instruction, Instruction::Choose { .. }) {
                context.interruptible = false;
                self.state.tasks.push(Task::Run { block, next: next as u16, context });
                self.begin_interrupt(context.host);
                return;
            }
            next += 1;
            if let Instruction::Let { slot, value, is_card } = *instruction {
                let look = self.look();
                let kept = if is_card {
                    i32::from(look.card(value, &context))
                } else {
                    look.number(value, &context)
                };
                context.locals[usize::from(slot)] = kept;
                continue;
            }
            let before = self.state.tasks.len();
            if next < instructions.len() {
                let rest = Context { interruptible: false, ..context };
                self.state.tasks.push(Task::Run { block, next: next as u16, context: rest });
            }
            let waiting = self.state.tasks.len();
            self.execute(*instruction, context);
            if self.state.tasks.len() > waiting || self.state.outcome.is_some() {
                return;
            }
            self.state.tasks.truncate(before);
        }
    }

    fn execute(&mut self, instruction: Instruction, context: Context) {
        match instruction {
            Instruction::Start { abilities, until } => self.start_timed(abilities, until, context),
            Instruction::ForEach { cards, body } => {
                let start = self.state.list.len() as u16;
                self.collect(cards, &context);
                self.begin_loop(body, start, NO_NODE, context);
            }
            Instruction::Choose { count, up_to, from, body } => {
                let remaining = self.look().number(count, &context).clamp(0, 255) as u8;
                let start = self.state.list.len() as u16;
                if remaining > 0 {
                    let task = Task::Choose { block: body, start, remaining, up_to, from, context };
                    self.state.tasks.push(task);
                }
            }
            Instruction::Options { options } => {
                self.state.tasks.push(Task::Options { options, context });
            }
            Instruction::If { condition, then, otherwise } => {
                let block = if self.look().truth(condition, &context) { then } else { otherwise };
                if !self.content.blocks[usize::from(block)].is_empty() {
                    self.begin(block, context);
                }
            }
            Instruction::Let { .. } => {}
            Instruction::Call { verb, args } => self.call(verb, args, context),
        }
    }

    /// Appends the cards of a selection to the list.
    fn collect(&mut self, cards: NodeId, context: &Context) {
        let mut list = std::mem::take(&mut self.state.list);
        self.look().visit(cards, context, &mut |card| {
            list.push(card);
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
    ) {
        if usize::from(start) >= self.state.list.len() {
            return;
        }
        let inner = Context { interruptible: false, ..context };
        let from = if context.interruptible { from } else { NO_NODE };
        self.state.tasks.push(Task::Loop { block, start, position: start, from, context: inner });
        if context.interruptible {
            self.begin_interrupt(context.host);
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
        if from == NO_NODE || self.look().contains(from, card, &context) {
            self.begin(block, context.with_it(card));
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
        let mut options = std::mem::take(&mut self.state.options);
        let look = self.look();
        let picked = &look.state.list[usize::from(start)..];
        look.visit(from, context, &mut |card| {
            if !picked.contains(&card) {
                let action = Action::Pick as u8;
                options.push(crate::game::Choice { action, card, extra: 0 });
            }
            true
        });
        self.state.options = options;
        if up_to {
            self.option(Action::Done, NONE, 0);
        }
    }

    /// A card is picked.
    pub(super) fn pick(&mut self, card: CardId) {
        let Some(Task::Choose { block, start, remaining, up_to, from, context }) =
            self.state.tasks.pop()
        else {
            return;
        };
        self.state.list.push(card);
        if remaining > 1 {
            let remaining = remaining - 1;
            self.state.tasks.push(Task::Choose { block, start, remaining, up_to, from, context });
        } else {
            self.begin_loop(block, start, from, context);
        }
    }

    /// Options of a choice between labelled blocks.
    pub(super) fn option_options(&mut self, options: OptionsId, context: &Context) {
        let content = self.content;
        for (place, option) in content.lists[usize::from(options)].chunks_exact(3).enumerate() {
            if self.look().holds(option[1], context) {
                self.option(Action::Option, NONE, place as u16);
            }
        }
    }

    /// One of the labelled blocks is chosen.
    pub(super) fn take_option(&mut self, place: u16) {
        let Some(Task::Options { options, context }) = self.state.tasks.pop() else {
            return;
        };
        let block = self.content.lists[usize::from(options)][usize::from(place) * 3 + 2];
        self.begin(block as BlockId, context);
    }

    /// Something begins to last.
    fn start_timed(&mut self, abilities: AbilitiesId, until: Option<Until>, context: Context) {
        let stays = context.host != NONE && {
            let look = self.look();
            let def = look.def(context.host);
            def.permanent && look.state.card(context.host).zone == Zone::CrawlerPlay
        };
        let until = until.unwrap_or(if stays { Until::HostLeaves } else { Until::EndOfRound });
        let since = self.state.round;
        self.state.timed.push(Timed { abilities, context, until, since });
        self.state.stale = true;
        self.state.touch();
    }

    /// Ends what lasts until now.
    pub(super) fn expire(&mut self, until: Until) {
        let (round, before) = (self.state.round, self.state.timed.len());
        self.state.timed.retain(|timed| {
            let over = timed.until == until
                || (until == Until::EndOfRound
                    && timed.until == Until::EndOfNextRound
                    && timed.since < round);
            !over
        });
        if self.state.timed.len() < before {
            self.state.touch();
        }
    }

    /// Something happened: every ability that watches it will run, in order of the cards.
    ///
    /// `subject` is the card it is about; `victim` is who an attacker hit.
    pub(super) fn raise(&mut self, event: Event, subject: CardId, victim: CardId) {
        let summary = *self.look().summary();
        if event.is_own() {
            let look = self.look();
            let abilities = &look.content.abilities[usize::from(look.def(subject).abilities)];
            if abilities.event_mask & event.bit() == 0 && !summary.grants {
                return;
            }
        } else {
            if summary.spends & event.bit() != 0 && self.has_reaction(event, subject) {
                self.state.tasks.push(Task::React { event, victim: subject });
            }
            if summary.events & event.bit() == 0 {
                return;
            }
        }
        let chain = self.chain_depth();
        if chain > MAX_CHAIN {
            self.state.fuel = 0;
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
        let mut add = |abilities: AbilitiesId, context: &Context| {
            let set = &look.content.abilities[usize::from(abilities)];
            if set.event_mask & event.bit() == 0 {
                return;
            }
            for (place, trigger) in set.triggers.iter().enumerate() {
                if trigger.event == event && !look.is_silenced(trigger.keyword, context.host) {
                    let own = look.state.cards[usize::from(context.host)].zone;
                    let is_crawler =
                        matches!(own, Zone::CrawlerPlay | Zone::CrawlerGrave | Zone::CrawlerHand);
                    let seat = if is_crawler { context.seat } else { seat };
                    let context = Context { victim: bound, seat, chain: chain + 1, ..*context };
                    tasks.push(Task::Fire { abilities, trigger: place as u8, context });
                }
            }
        };
        if event.is_own() {
            let context = Context::of(subject, look.state.card(subject).owner);
            add(look.def(subject).abilities, &context);
            look.visit_granted_to(subject, &mut add);
        } else {
            look.visit_ability_ids(&mut add);
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
                self.option(Action::Order, context.host, place);
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
        self.content.abilities[usize::from(abilities)].triggers[usize::from(trigger)]
    }

    fn would_fire(&self, abilities: AbilitiesId, trigger: u8, context: &Context) -> bool {
        let trigger = self.trigger(abilities, trigger);
        let look = self.look();
        if trigger.event == Event::Combat
            && look.state.card(context.host).entered != look.state.round
        {
            return false;
        }
        if !look.holds(trigger.condition, context) {
            return false;
        }
        trigger.limit == NO_NODE || {
            let key = (context.host, trigger.id);
            let used = self.state.uses.iter().find(|(card, id, _)| (*card, *id) == key);
            used.map_or(0, |(_, _, count)| i32::from(*count)) < look.number(trigger.limit, context)
        }
    }

    /// An ability runs, if its condition holds and its limit is not used up.
    pub(super) fn fire(&mut self, abilities: AbilitiesId, place: u8, context: Context) {
        let trigger = self.trigger(abilities, place);
        let runs = self.would_fire(abilities, place, &context);
        if let Some(tally) = &mut self.state.tally {
            let counts = if runs { &mut tally.fired } else { &mut tally.refused };
            counts[usize::from(trigger.id)] += 1;
        }
        if !runs {
            return;
        }
        if trigger.limit != NO_NODE {
            let key = (context.host, trigger.id);
            match self.state.uses.iter_mut().find(|(card, id, _)| (*card, *id) == key) {
                Some((_, _, count)) => *count += 1,
                None => self.state.uses.push((key.0, key.1, 1)),
            }
        }
        self.begin(trigger.effect, context);
    }
}

impl super::look::Look<'_> {
    /// Visits the abilities in effect by their numbers.
    fn visit_ability_ids(self, visitor: &mut dyn FnMut(AbilitiesId, &Context)) {
        let state = self.state;
        for card in state.encounter() {
            visitor(self.def(*card).abilities, &Context::of(*card, state.facing));
        }
        for card in state.party() {
            visitor(self.def(*card).abilities, &Context::of(*card, state.card(*card).owner));
        }
        for seat in self.table_seats() {
            for card in state.zone(seat, Zone::CrawlerPlay) {
                visitor(self.def(*card).abilities, &Context::of(*card, seat));
            }
        }
        for timed in self.timed() {
            visitor(timed.abilities, &timed.context);
        }
        for card in state.encounter().iter().chain(state.party()) {
            self.visit_granted_to(*card, visitor);
        }
    }

    /// Visits abilities of keywords that were granted to one card.
    fn visit_granted_to(self, card: CardId, visitor: &mut dyn FnMut(AbilitiesId, &Context)) {
        self.visit_granted_forms(card, &mut |form, context| {
            let abilities = self.content.forms[usize::from(form)].abilities;
            if abilities != NONE {
                visitor(abilities, &Context { host: card, ..*context });
            }
        });
    }
}
