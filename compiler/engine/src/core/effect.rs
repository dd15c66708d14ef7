//! Runs effects: instructions, loops, choices, and the start and end of lasting effects.

use cardwright_model::Chooser;

use super::action;
use super::code::{BlockId, Instruction, NO_NODE, NONE, NodeId, WAITS};
use super::flow::{Proposal, Task, Timed, Trouble};
use super::rules::Course;
use super::run::{Call, Run};
use super::thing::{Context, Thing};
use super::words::Words;
use crate::game::Choice;

impl<R: Course> Run<'_, R> {
    /// Runs a block from an instruction on, until one of them needs something else done first.
    pub(crate) fn run_block(&mut self, block: BlockId, next: u16, mut context: Context) {
        let code = self.code;
        let instructions = &code.blocks[usize::from(block)];
        let mut next = usize::from(next);
        while let Some(instruction) = instructions.get(next) {
            let asks = matches!(instruction, Instruction::Choose { .. } | Instruction::Name { .. });
            if context.announced && !asks {
                context.announced = false;
                self.flow().tasks.push(Task::Run { block, next: next as u16, context });
                return R::answer(self, &context);
            }
            next += 1;
            if let Instruction::Let { slot, value, is_thing } = *instruction {
                let look = self.look();
                context.locals[usize::from(slot)] = if is_thing {
                    look.thing(value, &context).bits()
                } else {
                    look.number(value, &context)
                };
                continue;
            }
            if let Instruction::Name { slot, least, most } = *instruction {
                let look = self.look();
                let least = if least == NO_NODE { 0 } else { look.number(least, &context) };
                let [least, most] = [least, look.number(most, &context)]
                    .map(|number| number.clamp(0, HIGHEST_NAMED) as u16);
                let next = next as u16;
                let task = Task::Name { block, next, slot, least, most, context };
                return self.flow().tasks.push(task);
            }
            let before = self.flow().tasks.len();
            if next < instructions.len() {
                let context = Context { announced: false, ..context };
                self.flow().tasks.push(Task::Run { block, next: next as u16, context });
            }
            let waiting = self.flow().tasks.len();
            self.execute(*instruction, context);
            let flow = self.flow();
            if flow.tasks.len() > waiting || flow.outcome.is_some() || flow.trouble.is_some() {
                return;
            }
            flow.tasks.truncate(before);
        }
    }

    fn execute(&mut self, instruction: Instruction, context: Context) {
        match instruction {
            Instruction::Start { abilities, until } => {
                let look = self.look();
                let until = match until {
                    WAITS if R::WAITS => WAITS,
                    NONE | WAITS => {
                        R::usual_window(look, &context).map_or(NONE, |w| w.index() as u16)
                    }
                    until => until,
                };
                // What waits already does not begin to wait twice.
                let waits = |timed: &Timed| {
                    (timed.abilities, timed.until) == (abilities, WAITS)
                        && timed.context.host == context.host
                        && timed.context.it == context.it
                        && timed.context.locals == context.locals
                };
                let once = look.abilities(abilities).triggers.iter().any(|trigger| trigger.once);
                if until != WAITS || once || !look.flow().timed.iter().any(waits) {
                    self.flow().begin_to_last(abilities, until, context);
                }
            }
            Instruction::ForEach { things, body } => {
                let start = self.flow().list.len();
                self.collect(things, &context);
                if self.flow().list.len() > usize::from(u16::MAX) {
                    // The places of the list are counted in 16 bits.
                    self.flow().trouble.get_or_insert(Trouble::Runaway);
                    return;
                }
                self.begin_loop(body, start as u16, NO_NODE, context);
            }
            Instruction::Repeat { count, body } => {
                let count = self.look().number(count, &context);
                let left = count.clamp(0, MOST_REPEATS) as u16;
                self.flow().tasks.push(Task::Repeat { block: body, left, context });
            }
            Instruction::Choose { by, count, up_to, from, body } => {
                let count = self.look().number(count, &context);
                let remaining = count.clamp(0, i32::from(u16::MAX)) as u16;
                let start = self.flow().list.len() as u16;
                if by == Chooser::Chance {
                    self.collect(from, &context);
                    let flow = self.flow();
                    flow.luck.rng.shuffle(CHANCE, &mut flow.list[usize::from(start)..]);
                    flow.list.truncate(usize::from(start) + usize::from(remaining));
                    self.begin_loop(body, start, from, context);
                } else if remaining > 0 {
                    let block = body;
                    let task = Task::Choose { by, block, start, remaining, up_to, from, context };
                    self.flow().tasks.push(task);
                }
            }
            Instruction::Options { by, count, up_to, options } => {
                let count = match count {
                    NO_NODE => 1,
                    count => self.look().number(count, &context),
                };
                let remaining = count.clamp(0, i32::from(u16::MAX)) as u16;
                if by == Chooser::Chance {
                    self.options_by_chance(options, remaining, context);
                } else if remaining > 0 {
                    let taken = 0;
                    let task = Task::Options { by, options, remaining, up_to, taken, context };
                    self.flow().tasks.push(task);
                }
            }
            Instruction::If { condition, then, otherwise } => {
                let block = if self.look().truth(condition, &context) { then } else { otherwise };
                self.begin(block, context);
            }
            Instruction::Let { .. } | Instruction::Name { .. } => {}
            Instruction::Roll { pool, body } => {
                let pool = self.look().pool(pool, &context);
                let roll = self.throw(&pool, context.seat, context.host);
                let flow = self.flow();
                flow.rolls.push(roll);
                let context = Context { roll: (flow.rolls.len() - 1) as u16, ..context };
                flow.tasks.push(Task::EndRoll);
                self.begin(body, context);
            }
            Instruction::RollAgain => {
                let (code, def) = (self.code, self.look().def(context.host));
                let flow = self.flow();
                flow.luck.thrower = def;
                if let Some(roll) = flow.rolls.get_mut(usize::from(context.roll)) {
                    for place in 0..roll.dice().len() {
                        let stream = R::dice_stream(context.seat);
                        roll.reroll(place, &code.dice, &mut flow.luck, stream);
                    }
                }
            }
            Instruction::Assign { variable, value } => {
                let value = self.look().number(value, &context);
                self.assign(variable, context.host, value);
            }
            Instruction::End { wins } => {
                let winners = R::winners(self.look(), &context, wins);
                self.finish(winners, if wins { "won-by-a-card" } else { "lost-by-a-card" });
            }
            Instruction::Prevent => {
                if let Some(proposal) = self.flow().proposals.last_mut() {
                    proposal.prevented = true;
                }
            }
            Instruction::ChangeAmount { by } => {
                let by = self.look().number(by, &context);
                if let Some(proposal) = self.flow().proposals.last_mut() {
                    change_amount(proposal, by);
                }
            }
            Instruction::Call { verb, args } => {
                R::perform(self, R::Verb::at(usize::from(verb)), Call { args, context });
            }
        }
    }

    /// Appends the things of a selection to the list.
    fn collect(&mut self, things: NodeId, context: &Context) {
        let mut list = std::mem::take(&mut self.flow().list);
        let look = self.look();
        look.visit(things, context, &mut |thing| {
            list.push(thing);
            look.pay(1, context)
        });
        self.flow().list = list;
    }

    /// Runs a block for each thing of the list from `start` on.
    pub(crate) fn begin_loop(
        &mut self,
        block: BlockId,
        start: u16,
        from: NodeId,
        mut context: Context,
    ) {
        let flow = self.flow();
        if usize::from(start) >= flow.list.len() {
            return;
        }
        let announced = std::mem::take(&mut context.announced);
        let from = if announced { from } else { NO_NODE };
        flow.tasks.push(Task::Loop { block, start, position: start, from, context });
        if announced {
            R::answer(self, &context);
        }
    }

    pub(crate) fn run_loop(
        &mut self,
        block: BlockId,
        start: u16,
        position: u16,
        from: NodeId,
        context: Context,
    ) {
        let flow = self.flow();
        let Some(thing) = flow.list.get(usize::from(position)).copied() else {
            flow.list.truncate(usize::from(start));
            return;
        };
        flow.tasks.push(Task::Loop { block, start, position: position + 1, from, context });
        // What an answer has moved out of the selection is skipped.
        if from == NO_NODE || self.look().contains(from, thing, &context) {
            self.begin(block, context.with_it(thing));
        }
    }

    /// Lists the options while things are picked.
    pub(crate) fn choose_options(
        &mut self,
        start: u16,
        up_to: bool,
        from: NodeId,
        context: &Context,
    ) {
        let mut options = std::mem::take(&mut self.flow().options);
        let look = self.look();
        let picked = &look.flow().list[usize::from(start)..];
        look.visit(from, context, &mut |thing| {
            if !look.pay(1, context) {
                return false;
            }
            if !picked.contains(&thing) {
                options.push(pick(thing));
            }
            true
        });
        if up_to {
            options.push(Choice { action: action::DONE, card: Choice::NO_CARD, extra: 0 });
        }
        self.flow().options = options;
    }

    /// Lists the options of a choice between labelled blocks, without those that were picked.
    pub(crate) fn option_options(
        &mut self,
        options: u16,
        up_to: bool,
        taken: u64,
        context: &Context,
    ) {
        let code = self.code;
        for (place, option) in code.options[usize::from(options)].iter().enumerate() {
            if taken & 1 << place == 0 && self.look().holds(option.condition, context) {
                self.option(action::OPTION, Choice::NO_CARD, place as u16);
            }
        }
        if up_to {
            self.option(action::DONE, Choice::NO_CARD, 0);
        }
    }

    /// Picks labelled blocks at random and begins them.
    fn options_by_chance(&mut self, options: u16, count: u16, context: Context) {
        let code = self.code;
        let all = &code.options[usize::from(options)];
        let look = self.look();
        let is_open = |place: &usize| look.holds(all[*place].condition, &context);
        let mut open: Vec<usize> = (0..all.len()).filter(is_open).collect();
        self.flow().luck.rng.shuffle(CHANCE, &mut open);
        let taken =
            open.iter().take(usize::from(count)).fold(0u64, |taken, place| taken | 1u64 << place);
        self.begin_options(options, taken, context);
    }

    /// Begins the labelled blocks that were picked, in the order in which they are printed.
    pub(crate) fn begin_options(&mut self, options: u16, taken: u64, context: Context) {
        let code = self.code;
        for (place, option) in code.options[usize::from(options)].iter().enumerate().rev() {
            if taken & 1 << place != 0 {
                self.begin(option.body, context);
            }
        }
    }

    /// Goes on with a block for which a number was named.
    pub(crate) fn take_number(
        &mut self,
        (block, next): (BlockId, u16),
        slot: u8,
        number: u16,
        mut context: Context,
    ) {
        context.locals[usize::from(slot)] = i32::from(number);
        self.flow().tasks.push(Task::Run { block, next, context });
    }

    /// The next turn of a block that is repeated.
    pub(crate) fn run_repeat(&mut self, block: BlockId, left: u16, context: Context) {
        let Some(left) = left.checked_sub(1) else { return };
        self.flow().tasks.push(Task::Repeat { block, left, context });
        self.begin(block, context);
    }

    /// Ends the effects that last until a window. If `host` is given, only the effects of that
    /// thing: `until start-of-activation` means the activation of the thing whose effect it is.
    pub fn expire(&mut self, window: R::Window, host: Option<Thing>) {
        let window = window.index() as u16;
        self.end_timed(|timed| {
            timed.until == window && host.is_none_or(|host| timed.context.host == host)
        });
    }

    /// What lasts until one window lasts until another from now on, as `end-of-next-round`
    /// becomes `end-of-round` when a round ends.
    pub fn postpone(&mut self, from: R::Window, to: R::Window) {
        for timed in &mut self.flow().timed {
            if usize::from(timed.until) == from.index() {
                timed.until = to.index() as u16;
            }
        }
    }

    /// To be called when a thing has left play: the effects that last with it end, and its
    /// counters start anew if it comes back.
    pub fn gone(&mut self, thing: Thing) {
        self.flow().variables.retain(|counted| counted.host != thing);
        self.end_timed(|timed| timed.until == NONE && timed.context.host == thing);
        self.flow().touch();
    }

    fn end_timed(&mut self, ends: impl Fn(&Timed) -> bool) {
        let flow = self.flow();
        let before = flow.timed.len();
        flow.timed.retain(|timed| !ends(timed));
        if flow.timed.len() < before {
            flow.touch();
        }
    }
}

/// How often a block is repeated at most: what a table would still count.
const MOST_REPEATS: i32 = 100;

/// The highest number that a player may name.
const HIGHEST_NAMED: i32 = 100;

/// The stream of random numbers for choices that chance makes, apart from dice and decks.
const CHANCE: usize = 7;

/// The option that picks a thing.
pub(super) fn pick(thing: Thing) -> Choice {
    Choice { action: action::PICK, card: thing.id(), extra: u16::from(thing.class()) }
}

fn change_amount<T>(proposal: &mut Proposal<T>, by: i32) {
    if let Some(amount) = proposal.bound.get_mut(usize::from(proposal.amount)) {
        *amount = amount.saturating_add(by).max(0);
    }
}
