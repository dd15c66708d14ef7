//! The machine that plays: carries out tasks until somebody has to decide.

use cardwright_model::Chooser;

use super::action;
use super::code::{Arguments, BlockId, Code, NO_NODE};
use super::depth::TASK;
use super::dice::{Excess, Pool, Roll};
use super::flow::{Counted, Flow, Task, Trouble};
use super::look::{Args, Look};
use super::rules::{Course, Rules, Step};
use super::thing::{Context, Thing};
use crate::game::{Choice, Decision, PlayError};

/// A game that has not ended after this many decisions never will. The longest that bots play take
/// a few thousand.
pub(crate) const MOST_DECISIONS: u32 = 50_000;

/// A position that is being played and may be changed.
pub struct Run<'a, R: Rules> {
    /// The game's content.
    pub rules: &'a R,
    /// The position.
    pub state: &'a mut R::State,
    /// The effects: those of the content, or more in a scenario.
    pub code: &'a Code,
}

/// Takes the option of that index and goes on to the next decision.
pub fn apply<R: Course>(rules: &R, state: &mut R::State, option: usize) -> Result<(), PlayError> {
    Run { rules, state, code: rules.code() }.apply(option)
}

/// How many decisions with a single option are taken in a row without asking. A fight in which nobody
/// can be hurt any more would go on for ever; a player may give it up.
const MOST_WITHOUT_CHOICE: u32 = 100;

/// Goes on to the next decision, after a state was set up or changed from outside.
pub fn advance<R: Course>(rules: &R, state: &mut R::State) -> Result<(), PlayError> {
    Run { rules, state, code: rules.code() }.advance()
}

impl<'a, R: Course> Run<'a, R> {
    /// The position, to look at.
    pub fn look(&self) -> Look<'_, R> {
        Look { rules: self.rules, state: self.state, code: self.code }
    }

    /// The core's part of the position.
    pub fn flow(&mut self) -> &mut Flow<R::Task> {
        R::flow_mut(self.state)
    }

    /// Takes the option of that index and goes on to the next decision.
    pub fn apply(&mut self, option: usize) -> Result<(), PlayError> {
        let flow = self.flow();
        if flow.outcome.is_some() {
            return Err(PlayError::Over);
        }
        let options = flow.options.len();
        let choice =
            *flow.options.get(option).ok_or(PlayError::NoSuchOption { index: option, options })?;
        flow.depth.rest();
        flow.decisions += 1;
        if flow.decisions > MOST_DECISIONS {
            let recent = self.flow().recent.all();
            return Err(PlayError::Endless(self.names(recent)));
        }
        flow.recent.decide();
        self.take(choice);
        self.go_on()
    }

    /// Carries out tasks until somebody has to decide or the game is over.
    pub fn advance(&mut self) -> Result<(), PlayError> {
        let flow = self.flow();
        flow.options.clear();
        flow.due = None;
        flow.depth.rest();
        self.go_on()
    }

    fn go_on(&mut self) -> Result<(), PlayError> {
        let mut paid = 0u32;
        let mut without_choice = 0u32;
        loop {
            R::settle(self);
            let flow = self.flow();
            flow.depth.pay(TASK, Thing::NONE);
            if flow.is_in_trouble() {
                return Err(self.trouble(paid));
            }
            if flow.outcome.is_some() {
                break;
            }
            paid += TASK;
            let Some(task) = flow.tasks.pop() else {
                // A game that neither decides nor ends is stuck; `simulate` reports that.
                return Ok(());
            };
            let Step::Decide(decision) = self.do_task(task) else {
                continue;
            };
            let flow = self.flow();
            // Options that could not all be worked out must not be published.
            if flow.is_in_trouble() {
                return Err(self.trouble(paid));
            }
            match flow.options.len() {
                0 => self.give_up(task),
                1 if !flow.forced && without_choice < MOST_WITHOUT_CHOICE => {
                    without_choice += 1;
                    flow.tasks.push(task);
                    let choice = flow.options[0];
                    self.take(choice);
                }
                _ => {
                    // A player's decision is caused by the player, not by an effect, so its chain
                    // starts at zero.
                    let task = match task {
                        Task::Game { task, .. } => Task::Game { task, chain: 0 },
                        own => own,
                    };
                    flow.tasks.push(task);
                    flow.due = Some(decision);
                    return Ok(());
                }
            }
        }
        let flow = self.flow();
        flow.tasks.clear();
        flow.options.clear();
        Ok(())
    }

    /// Why play cannot go on. `paid` is how much of the work since the last decision was tasks:
    /// with many of them effects trigger each other, with few one of them asks too much.
    #[cold]
    fn trouble(&mut self, paid: u32) -> PlayError {
        let chain = self.chain();
        let (trouble, spent) = (self.flow().trouble, self.flow().depth.spent());
        match trouble {
            Some(Trouble::Excess(excess)) => PlayError::Excess { excess, chain },
            Some(Trouble::Runaway) => PlayError::Runaway(chain),
            None if paid >= spent / 2 => PlayError::Runaway(chain),
            None => PlayError::Overworked(chain),
        }
    }

    /// Ends play with an error, because a pool cannot be thrown.
    pub fn refuse(&mut self, excess: Excess) {
        self.flow().trouble.get_or_insert(Trouble::Excess(excess));
    }

    fn do_task(&mut self, task: Task<R::Task>) -> Step {
        self.flow().enter(&task);
        match task {
            Task::Game { task, .. } => return R::step(self, task),
            Task::Run { block, next, context } => self.run_block(block, next, context),
            Task::Loop { block, start, position, from, context } => {
                self.run_loop(block, start, position, from, context);
            }
            Task::Repeat { block, left, context } => self.run_repeat(block, left, context),
            Task::Choose { by, start, up_to, from, context, .. } => {
                self.choose_options(start, up_to, from, &context);
                let you = R::picker(self.look(), &context, from);
                return Step::decide(self.chooser(by, you, &context), "choose");
            }
            Task::Name { least, most, context, .. } => {
                for number in least..=most {
                    self.option(action::NUMBER, Choice::NO_CARD, number);
                }
                return Step::decide(R::decider(self.look(), &context), "number");
            }
            Task::Options { by, options, up_to, taken, context, .. } => {
                self.option_options(options, up_to, taken, &context);
                let you = R::decider(self.look(), &context);
                return Step::decide(self.chooser(by, you, &context), "option");
            }
            Task::Fire { abilities, trigger, context } => self.fire(abilities, trigger, context),
            Task::Order { count, seat } => {
                self.order_options(count);
                return Step::Decide(Decision { seat, what: "order" });
            }
            Task::Commit => self.commit(),
            Task::EndRoll => {
                self.flow().rolls.pop();
            }
        }
        Step::Done
    }

    /// Ends a decision without any option.
    fn give_up(&mut self, task: Task<R::Task>) {
        match task {
            Task::Game { task, .. } => R::give_up(self, task),
            Task::Choose { block, start, from, context, .. } => {
                self.begin_loop(block, start, from, context);
            }
            Task::Options { options, taken, context, .. } => {
                self.begin_options(options, taken, context);
            }
            Task::Name { block, next, slot, context, .. } => {
                self.take_number((block, next), slot, 0, context);
            }
            _ => {}
        }
    }

    /// The seat that makes a choice; `you` is the seat whose effect it is.
    fn chooser(&self, by: Chooser, you: u8, context: &Context) -> u8 {
        match by {
            Chooser::Opponent => R::opponent(self.look(), context).unwrap_or(you),
            Chooser::You | Chooser::Chance => you,
        }
    }

    fn take(&mut self, choice: Choice) {
        let flow = self.flow();
        flow.options.clear();
        flow.due = None;
        let Some(task) = flow.tasks.pop() else {
            return;
        };
        self.flow().enter(&task);
        match task {
            Task::Game { .. } if choice.action == action::USE => {
                // The decision continues after the offer was used.
                self.flow().tasks.push(task);
                self.use_offer(choice.extra);
            }
            Task::Game { task, .. } => R::take(self, task, choice),
            Task::Choose { by, block, start, remaining, up_to, from, context } => {
                if choice.action == action::PICK {
                    let flow = self.flow();
                    flow.list.push(Thing::new(choice.extra as u8, choice.card));
                    if remaining > 1 {
                        let remaining = remaining - 1;
                        let task =
                            Task::Choose { by, block, start, remaining, up_to, from, context };
                        flow.tasks.push(task);
                        return;
                    }
                }
                self.begin_loop(block, start, from, context);
            }
            Task::Options { by, options, remaining, up_to, taken, context } => {
                let picked = choice.action == action::OPTION;
                let taken = if picked { taken | 1 << choice.extra } else { taken };
                if picked && remaining > 1 {
                    let remaining = remaining - 1;
                    let task = Task::Options { by, options, remaining, up_to, taken, context };
                    self.flow().tasks.push(task);
                } else {
                    self.begin_options(options, taken, context);
                }
            }
            Task::Name { block, next, slot, context, .. } => {
                self.take_number((block, next), slot, choice.extra, context);
            }
            Task::Order { count, seat } => self.take_order(count, seat, choice.extra),
            _ => {}
        }
    }

    /// Adds an option to the decision that is being published.
    pub fn option(&mut self, action: u8, card: u16, extra: u16) {
        self.flow().options.push(Choice { action, card, extra });
    }

    /// Puts one of the game's tasks on the stack; it is done before those that are already there.
    pub fn push(&mut self, task: R::Task) {
        let flow = self.flow();
        flow.tasks.push(Task::Game { task, chain: flow.chain });
    }

    /// Starts a block of a card: the body of an attack, an option, a potion.
    pub fn begin(&mut self, block: BlockId, context: Context) {
        if !self.code.blocks[usize::from(block)].is_empty() {
            self.flow().tasks.push(Task::Run { block, next: 0, context });
        }
    }

    /// Throws dice with the luck of a seat. `thrower` lets a scenario script the dice of each
    /// figure separately. A pool with more than may be thrown ends play with an error.
    pub fn throw(&mut self, pool: &Pool, seat: u8, thrower: Thing) -> Roll {
        let code = self.code;
        if let Some(excess) = pool.excess(&code.dice) {
            if !thrower.is_none() {
                self.flow().recent.add(thrower);
            }
            self.refuse(excess);
        }
        let def = self.look().def(thrower);
        self.flow().luck.thrower = def;
        Roll::throw(pool, &code.dice, &mut self.flow().luck, R::dice_stream(seat))
    }

    /// Gives a flag or counter of the thing whose text it is in a new value.
    pub fn assign(&mut self, variable: u16, host: Thing, value: i32) {
        let known = self.code.variables.get(usize::from(variable));
        let host = if known.is_some_and(|known| known.shared) { Thing::NONE } else { host };
        self.flow().count(Counted { variable, host, value });
    }

    /// Ends the game, if it has not ended before. One bit for each seat that won.
    pub fn finish(&mut self, winners: u8, reason: &'static str) {
        self.flow().finish(winners, reason);
    }

    /// Keeps a sentence about what happened, if somebody asked for it.
    pub fn note(&mut self, sentence: impl FnOnce(Look<'_, R>) -> String) {
        if self.flow().notes.is_some() {
            let mut sentence = sentence(self.look());
            if let Some(cause) = self.cause()
                && !sentence.starts_with(cause)
            {
                sentence = format!("{cause}: {sentence}");
            }
            if let Some(notes) = &mut self.flow().notes {
                notes.push(sentence);
            }
        }
    }

    /// The name of the ability that is being carried out.
    fn cause(&mut self) -> Option<&str> {
        let flow = self.flow();
        let (id, _) = flow.cause.filter(|(_, chain)| *chain == flow.chain)?;
        self.code.titles.get(usize::from(id)).map(String::as_str).filter(|name| !name.is_empty())
    }

    /// The arguments of a call, to be read before anything changes.
    pub fn args<'b>(&'b self, call: &'b Call) -> Args<'b, R> {
        self.look().args(self.code.arguments(call.args), &call.context)
    }

    /// The hosts of the effects that ran since the last decision, or, if none did, of those that wait
    /// to go on; for a message.
    fn chain(&mut self) -> Vec<String> {
        let mut hosts: Vec<Thing> = self.flow().recent.things();
        if hosts.is_empty() {
            let waiting = self.flow().tasks.iter().filter_map(|task| match task {
                Task::Run { context, .. }
                | Task::Fire { context, .. }
                | Task::Loop { context, .. } => Some(context.host),
                _ => None,
            });
            hosts = waiting.filter(|host| !host.is_none()).collect();
        }
        if let Some(spender) = self.flow().depth.spender() {
            hosts.retain(|host| *host != spender);
            hosts.push(spender);
        }
        self.names(hosts)
    }

    /// The names of the last few things, each once.
    fn names(&self, mut things: Vec<Thing>) -> Vec<String> {
        let skip = things.len().saturating_sub(8);
        let look = self.look();
        let mut names: Vec<String> = Vec::new();
        for thing in things.split_off(skip) {
            let name = R::name(look, thing);
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// Adds the offers that a seat may use now to the options.
    pub fn offer_options(&mut self, seat: u8) {
        self.flow().offers.clear();
        if !self.look().summary().offers {
            return;
        }
        let mut offers = std::mem::take(&mut self.flow().offers);
        let look = self.look();
        let mut add = |host: super::rules::Host| {
            let abilities = look.abilities(host.abilities);
            let context = Context::of(host.thing, host.seat);
            for (place, offer) in abilities.offers.iter().enumerate() {
                if !look.is_off(abilities, offer.keyword, host.thing)
                    && look.holds(offer.condition, &context)
                    && look.is_within(offer.limit, offer.id, &context)
                {
                    offers.push((host, place as u16));
                }
            }
        };
        for host in look.effective().offering.iter().filter(|host| host.seat == seat) {
            add(*host);
        }
        let _ = look.visit_granted(&mut |abilities, context| {
            if context.seat == seat {
                add(super::rules::Host { thing: context.host, abilities, seat });
            }
            std::ops::ControlFlow::Continue(())
        });
        for (place, (host, _)) in offers.iter().enumerate() {
            let (card, extra) = (host.thing.id(), place as u16);
            self.flow().options.push(Choice { action: action::USE, card, extra });
        }
        self.flow().offers = offers;
    }

    fn use_offer(&mut self, place: u16) {
        let Some((host, offer)) = self.flow().offers.get(usize::from(place)).copied() else {
            return;
        };
        let offer = self.look().abilities(host.abilities).offers[usize::from(offer)];
        self.count_fired(offer.id, true);
        if offer.limit.count != NO_NODE {
            self.flow().count_use(offer.id, host.thing, offer.limit.per_game);
        }
        self.begin(offer.effect, Context::of(host.thing, host.seat));
    }
}

/// A call of a verb: its arguments and what names mean in it.
#[derive(Debug, Clone, Copy)]
pub struct Call {
    pub args: Arguments,
    /// What `self`, `it` and `you` are.
    pub context: Context,
}

impl Call {
    /// A number, or `usual` if it was left out.
    pub fn number_or<R: Course>(&self, run: &Run<'_, R>, place: usize, usual: i32) -> i32 {
        run.args(self).number_or(place, usual)
    }

    /// One thing, or [`Thing::NONE`].
    pub fn thing<R: Course>(&self, run: &Run<'_, R>, place: usize) -> Thing {
        run.args(self).thing(place)
    }

    /// All things of a selection.
    pub fn things<R: Course>(&self, run: &Run<'_, R>, place: usize) -> Vec<Thing> {
        let mut things = Vec::new();
        run.args(self).visit(place, &mut |thing| {
            things.push(thing);
            true
        });
        things
    }
}
