//! The core's part of a position: what is still to be done, what lasts, the options of the
//! decision that is due, luck, and the end of the game.
//!
//! Everything is plain numbers in a few vectors, so that bots can clone a state cheaply.

use std::cell::{Cell, OnceCell};

use cardwright_model::Chooser;

use super::code::{AbilitiesId, About, BlockId, Form, FormId, NONE, NodeId, Summary};
use super::depth::Depth;
use super::dice::{Excess, Luck, Roll};
use super::effect::pick;
use super::rules::Host;
use super::thing::{BINDINGS, Context, Thing};
use crate::game::{Choice, Decision, Outcome, Start, Tally};
use crate::rng::Rng;

/// The core's part of a position. A game's state has one of these among its own parts;
/// `T` is the game's own kind of task.
#[derive(Debug, Clone)]
pub struct Flow<T> {
    /// What is still to be done; the last task is done first.
    pub(crate) tasks: Vec<Task<T>>,
    /// Things that loops and choices go through.
    pub(crate) list: Vec<Thing>,
    /// Effects that outlast the effect that started them.
    pub(crate) timed: Vec<Timed>,
    /// What would happen and may still be prevented, innermost last.
    pub(crate) proposals: Vec<Proposal<T>>,
    /// Rolls that running effects refer to, innermost last.
    pub(crate) rolls: Vec<Roll>,
    /// How often each limited ability was used since [`super::Run::reset_limits`].
    pub(crate) uses: Vec<Used>,
    /// Values of flags and counters, by counter and thing. Those that are not here still have their
    /// starting value.
    pub(crate) variables: Vec<Counted>,
    /// The offers that the options of the pending decision refer to.
    pub(crate) offers: Vec<(Host, u16)>,
    pub(crate) effective: Effective,
    pub(crate) depth: Depth,
    /// Why play cannot go on, if it cannot.
    pub(crate) trouble: Option<Trouble>,
    /// The things whose abilities ran last, for the message about an endless game.
    pub(crate) recent: Recent,
    /// How many decisions were made.
    pub(crate) decisions: u32,
    /// How deeply the current task is nested in effects that trigger each other.
    pub(crate) chain: u8,
    /// The triggered ability that is named in the sentences of `notes`, and its depth.
    pub(crate) cause: Option<(u16, u8)>,
    /// The pending decision.
    pub(crate) due: Option<Decision>,
    /// Options of the pending decision.
    pub options: Vec<Choice>,
    /// How the game ended.
    pub outcome: Option<Outcome>,
    /// Dice and shuffles.
    pub luck: Luck,
    /// Decisions with only one option are published too, instead of being taken automatically.
    pub forced: bool,
    /// Counts for reports; `None` if nobody asked for them.
    pub tally: Option<Box<Tally>>,
    /// Sentences about what happened; `None` if nobody asked for them.
    pub notes: Option<Vec<String>>,
}

/// The value of a flag or counter of a thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Counted {
    /// Its place in [`super::code::Code::variables`].
    pub variable: u16,
    /// The thing; [`Thing::NONE`] if there is one for the whole game.
    pub host: Thing,
    pub value: i32,
}

/// How often a limited ability was used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Used {
    pub host: Thing,
    /// The trigger or offer, by its place in [`super::code::Code::triggers`].
    pub id: u16,
    pub count: u16,
    /// It counts for the whole game.
    pub per_game: bool,
}

impl Counted {
    fn key(&self) -> (u16, Thing) {
        (self.variable, self.host)
    }
}

impl<T> Flow<T> {
    /// The beginning of a game: nothing to do yet.
    pub fn new(start: &Start) -> Flow<T> {
        Flow {
            tasks: Vec::new(),
            list: Vec::new(),
            timed: Vec::new(),
            proposals: Vec::new(),
            rolls: Vec::new(),
            uses: Vec::new(),
            variables: Vec::new(),
            offers: Vec::new(),
            effective: Effective::default(),
            depth: Depth::default(),
            trouble: None,
            recent: Recent::default(),
            decisions: 0,
            chain: 0,
            cause: None,
            due: None,
            options: Vec::new(),
            outcome: None,
            luck: Luck::new(Rng::new(start.seed)),
            forced: start.forced,
            tally: start.tally.then(Box::default),
            notes: start.events.then(Vec::new),
        }
    }

    /// Becomes a copy of another flow and reuses the memory it has, for bots that try an option.
    /// The copy keeps neither counts nor sentences.
    pub fn imagine(&mut self, other: &Flow<T>)
    where
        T: Copy,
    {
        let Flow {
            tasks,
            list,
            timed,
            proposals,
            rolls,
            uses,
            variables,
            offers,
            effective,
            depth,
            trouble,
            recent,
            decisions,
            chain,
            cause: _,
            due,
            options,
            outcome,
            luck,
            forced,
            tally: _,
            notes: _,
        } = other;
        self.tasks.clone_from(tasks);
        self.list.clone_from(list);
        self.timed.clone_from(timed);
        self.proposals.clone_from(proposals);
        self.rolls.clone_from(rolls);
        self.uses.clone_from(uses);
        self.variables.clone_from(variables);
        self.offers.clone_from(offers);
        self.effective.clone_from(effective);
        self.depth.clone_from(depth);
        (self.trouble, self.recent, self.decisions) = (*trouble, *recent, *decisions);
        self.chain = *chain;
        (self.due, self.outcome, self.forced) = (*due, *outcome, *forced);
        self.options.clone_from(options);
        self.luck.clone_from(luck);
        (self.tally, self.notes) = (None, None);
    }

    /// Makes room for another game of the same sitting: nothing is left to do, nothing lasts and
    /// nobody has won. Luck, counts, sentences and the number of decisions go on.
    pub fn renew(&mut self) {
        self.tasks.clear();
        self.list.clear();
        self.timed.clear();
        self.proposals.clear();
        self.rolls.clear();
        self.uses.clear();
        self.variables.clear();
        self.offers.clear();
        self.effective.clear();
        self.options.clear();
        (self.chain, self.cause, self.due, self.outcome) = (0, None, None, None);
    }

    /// How often a limited ability of a thing was used.
    pub fn times_used(&self, id: u16, host: Thing) -> u16 {
        let used = self.uses.iter().find(|used| (used.host, used.id) == (host, id));
        used.map_or(0, |used| used.count)
    }

    /// The value of a flag or counter, if it has changed.
    pub(crate) fn counted(&self, variable: u16, host: Thing) -> Option<i32> {
        let place = self.variables.binary_search_by_key(&(variable, host), Counted::key);
        place.ok().map(|place| self.variables[place].value)
    }

    /// Gives a flag or counter a value.
    pub(crate) fn count(&mut self, counted: Counted) {
        match self.variables.binary_search_by_key(&counted.key(), Counted::key) {
            Ok(place) => self.variables[place] = counted,
            Err(place) => self.variables.insert(place, counted),
        }
    }

    /// The values of all flags and counters that have changed, for digests.
    pub fn variables(&self) -> impl Iterator<Item = u64> {
        let parts =
            |one: &Counted| [u64::from(one.variable), one.host.bits() as u64, one.value as u64];
        self.variables.iter().flat_map(parts)
    }

    /// Counts one use, for this round (or turn) or for the whole game.
    pub fn count_use(&mut self, id: u16, host: Thing, per_game: bool) {
        match self.uses.iter_mut().find(|used| (used.host, used.id) == (host, id)) {
            Some(used) => used.count = used.count.saturating_add(1),
            None => self.uses.push(Used { host, id, count: 1, per_game }),
        }
    }

    /// A new round (or turn) begins: see [`super::Run::reset_limits`].
    pub fn reset_limits(&mut self, host: Option<Thing>) {
        self.uses.retain(|used| used.per_game || host.is_some_and(|host| used.host != host));
    }

    /// Puts the first task of a game on the stack.
    pub fn start(&mut self, task: T) {
        self.tasks.push(Task::Game { task, chain: 0 });
    }

    /// The decision that is due; nothing when the game is over.
    pub fn decision(&self) -> Option<Decision> {
        if self.outcome.is_some() { None } else { self.due }
    }

    /// Marks what is in effect as out of date; it is worked out again when it is next needed. Must
    /// be called whenever a thing that [`super::Rules::hosts`] lists comes, goes or changes sides.
    pub fn touch(&mut self) {
        self.effective.clear();
    }

    /// Ends the game, if it has not ended before. One bit for each seat that won.
    pub fn finish(&mut self, winners: u8, reason: &'static str) {
        self.outcome.get_or_insert(Outcome { winners, reason });
    }

    /// Abilities begin to last until a window closes, or as long as their host is in play.
    pub fn begin_to_last(&mut self, abilities: AbilitiesId, until: u16, context: Context) {
        if self.timed.len() >= MOST_LASTING {
            self.trouble.get_or_insert(Trouble::Runaway);
            return;
        }
        self.timed.push(Timed { abilities, until, context });
        self.touch();
    }

    /// Where what waits with these abilities for a reaction in this context is. The event has put
    /// its own values into the first slots.
    pub(crate) fn waiting(&self, abilities: AbilitiesId, context: &Context) -> Option<usize> {
        self.timed.iter().position(|timed| {
            timed.abilities == abilities
                && (timed.context.host, timed.context.it) == (context.host, context.it)
                && timed.context.locals[BINDINGS..] == context.locals[BINDINGS..]
        })
    }

    /// Whether nothing is left to do.
    pub fn is_idle(&self) -> bool {
        self.tasks.is_empty()
    }

    /// Forgets everything that is still to be done.
    pub fn clear(&mut self) {
        self.tasks.clear();
    }

    /// Whether an effect asks for things.
    pub fn asks_for_things(&self) -> bool {
        matches!(self.tasks.last(), Some(Task::Choose { .. }))
    }

    /// Whether the pending decision shows a card to whoever decides: it may be picked, or was picked
    /// just now. A card that lies in a pile is known to that seat then.
    pub fn is_shown(&self, card: u16) -> bool {
        let shown = Thing::card(card);
        let offered = pick(shown);
        self.options.contains(&offered) || self.asks_for_things() && self.list.contains(&shown)
    }

    /// Whether an effect asks for what leaves no choice: all options are taken, or their order
    /// matters to nobody.
    pub fn leaves_no_choice(&self) -> bool {
        match self.tasks.last() {
            Some(Task::Choose { remaining, up_to: false, .. }) => {
                self.options.len() <= usize::from(*remaining)
            }
            Some(Task::Options { remaining, up_to, .. }) => {
                !up_to && self.options.len() <= usize::from(*remaining)
            }
            Some(Task::Order { .. }) => true,
            _ => false,
        }
    }

    /// The game's own task on top of the stack; `None` if the top is a task of the core.
    pub fn top(&self) -> Option<&T> {
        match self.tasks.last() {
            Some(Task::Game { task, .. }) => Some(task),
            _ => None,
        }
    }

    /// Takes the game's own task off the top of the stack; `None` if the top is a task of the core.
    pub fn pop(&mut self) -> Option<T> {
        match self.tasks.pop() {
            Some(Task::Game { task, .. }) => Some(task),
            Some(other) => {
                self.tasks.push(other);
                None
            }
            None => None,
        }
    }

    /// Whether one of the game's own tasks is still to be done, or is proposed.
    pub fn is_pending(&self, wanted: impl Fn(&T) -> bool) -> bool {
        self.tasks.iter().any(|task| matches!(task, Task::Game { task, .. } if wanted(task)))
            || self.proposals.iter().any(|proposal| wanted(&proposal.task))
    }

    /// The innermost roll that running effects refer to.
    pub fn roll(&self) -> Option<&Roll> {
        self.rolls.last()
    }

    /// Whether play cannot go on.
    #[inline]
    pub(crate) fn is_in_trouble(&self) -> bool {
        self.trouble.is_some() || self.depth.is_spent()
    }

    /// Notes how deep a task is nested before it is done.
    pub fn enter(&mut self, task: &Task<T>) {
        match task {
            Task::Game { chain, .. } => self.chain = *chain,
            Task::Run { context, .. }
            | Task::Loop { context, .. }
            | Task::Repeat { context, .. }
            | Task::Choose { context, .. }
            | Task::Name { context, .. }
            | Task::Options { context, .. }
            | Task::Fire { context, .. } => self.chain = context.chain,
            Task::Commit => self.chain = self.proposals.last().map_or(0, |last| last.chain),
            Task::Order { .. } | Task::EndRoll => {}
        }
    }

    /// How many effects outlast the effect that started them.
    pub fn lasting(&self) -> usize {
        self.timed.len()
    }
}

/// How many effects may last at the same time. No table could remember a tenth of them.
const MOST_LASTING: usize = 4096;

/// Why play cannot go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// Effects keep triggering each other.
    Runaway,
    /// A pool that cannot be thrown.
    Excess(Excess),
}

/// The things whose abilities ran last.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Recent {
    things: [Thing; Recent::KEPT],
    next: u8,
    /// How many of them ran since the last decision.
    fresh: u8,
}

impl Recent {
    const KEPT: usize = 8;

    /// An ability of that thing runs.
    #[inline]
    pub(crate) fn add(&mut self, thing: Thing) {
        self.things[usize::from(self.next) % Recent::KEPT] = thing;
        self.next = self.next.wrapping_add(1);
        self.fresh = (self.fresh + 1).min(Recent::KEPT as u8);
    }

    /// A decision was made: what ran before did not cause what comes now.
    #[inline]
    pub(crate) fn decide(&mut self) {
        self.fresh = 0;
    }

    /// The things whose abilities ran since the last decision, each once, in that order.
    pub(crate) fn things(&self) -> Vec<Thing> {
        self.last(usize::from(self.fresh))
    }

    /// The things whose abilities ran last, before the last decision too.
    pub(crate) fn all(&self) -> Vec<Thing> {
        self.last(Recent::KEPT)
    }

    fn last(&self, count: usize) -> Vec<Thing> {
        let mut things: Vec<Thing> = Vec::new();
        for place in Recent::KEPT - count..Recent::KEPT {
            let thing = self.things[(usize::from(self.next) + place) % Recent::KEPT];
            if !thing.is_none() && !things.contains(&thing) {
                things.push(thing);
            }
        }
        things
    }
}

impl Default for Recent {
    fn default() -> Recent {
        Recent { things: [Thing::NONE; Recent::KEPT], next: 0, fresh: 0 }
    }
}

/// Something still to be done.
#[derive(Debug, Clone, Copy)]
pub enum Task<T> {
    /// The game's own task, and how deeply nested the effect was that put it there.
    Game { task: T, chain: u8 },
    /// The rest of a block.
    Run { block: BlockId, next: u16, context: Context },
    /// The rest of a loop over `list[position..]`; at its end the list is cut back to `start`. If
    /// others could answer in between, only things that `from` still selects are visited.
    Loop { block: BlockId, start: u16, position: u16, from: NodeId, context: Context },
    /// The rest of a block that is repeated.
    Repeat { block: BlockId, left: u16, context: Context },
    /// Picking things; those picked are `list[start..]`.
    Choose {
        by: Chooser,
        block: BlockId,
        start: u16,
        remaining: u16,
        up_to: bool,
        from: NodeId,
        context: Context,
    },
    /// Picking among several blocks; `taken` are the places of those that were picked, as bits.
    Options { by: Chooser, options: u16, remaining: u16, up_to: bool, taken: u64, context: Context },
    /// Somebody names a number, then the rest of the block follows.
    Name { block: BlockId, next: u16, slot: u8, least: u16, most: u16, context: Context },
    /// A triggered ability.
    Fire { abilities: AbilitiesId, trigger: u8, context: Context },
    /// A seat chooses the order of the `count` abilities below this task on the stack.
    Order { count: u16, seat: u8 },
    /// Carries out the innermost proposal, unless it was prevented.
    Commit,
    /// The innermost roll is no longer needed.
    EndRoll,
}

/// An effect that outlasts the effect that started it.
#[derive(Debug, Clone, Copy)]
pub struct Timed {
    pub abilities: AbilitiesId,
    /// The window at which it ends; [`NONE`] if it ends with its host, [`super::code::WAITS`] if
    /// it lasts as long as the game.
    pub until: u16,
    pub context: Context,
}

/// Something that would happen and may still be prevented.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Proposal<T> {
    pub task: T,
    /// The event that is announced afterwards, or [`NONE`].
    pub done: u16,
    pub bound: [i32; BINDINGS],
    /// Which of `bound` is the amount, or 255.
    pub amount: u8,
    pub prevented: bool,
    pub chain: u8,
}

impl<T> Proposal<T> {
    pub(crate) const NO_AMOUNT: u8 = u8::MAX;
    pub(crate) const NO_EVENT: u16 = NONE;
}

/// What is in effect, worked out when it is first looked at after a change.
#[derive(Default)]
pub(crate) struct Effective {
    built: OnceCell<Built>,
    /// True if it was worked out again since somebody last asked.
    anew: Cell<bool>,
    /// Vectors whose memory is reused.
    spare: Cell<Built>,
}

/// What is in effect.
#[derive(Debug, Clone, Default)]
pub struct Built {
    /// Things whose modifiers, marks, bans or grants affect others too.
    pub wide: Vec<InEffect>,
    /// Things whose abilities affect only themselves, sorted by thing.
    pub own: Vec<InEffect>,
    /// Things with triggers.
    pub reacting: Vec<Host>,
    /// Things with offers.
    pub offering: Vec<Host>,
    /// Keywords of which a second copy does nothing: the thing, the form, and where it comes from.
    pub single: Vec<(Thing, FormId, AbilitiesId)>,
    /// The copies that do nothing, because the thing has the keyword from elsewhere too.
    pub doubled: Vec<(Thing, u16, AbilitiesId)>,
    pub summary: Summary,
    /// The part of `summary` that may concern any thing, not only those in `own`.
    pub common: Summary,
}

/// A host with lasting abilities and the summary of what they affect. The summary alone rules
/// most of them out.
#[derive(Debug, Clone, Copy)]
pub struct InEffect {
    pub host: Host,
    pub summary: Summary,
}

impl Built {
    /// Adds something that lasts.
    pub fn add(&mut self, host: Host, summary: Summary) {
        let entry = InEffect { host, summary };
        if summary.others || summary.grants || summary.revokes {
            self.common.merge(&summary);
            return self.wide.push(entry);
        }
        // Hosts mostly arrive in the order of their things, so this is usually an append.
        let place = match self.own.last() {
            Some(last) if last.host.thing > host.thing => {
                self.own.partition_point(|known| known.host.thing <= host.thing)
            }
            _ => self.own.len(),
        };
        self.own.insert(place, entry);
    }

    /// Whether something may change numbers, marks or bans of a thing.
    pub fn may_change(&self, about: About, thing: Thing) -> bool {
        self.summary.touches(about)
            && (self.common.touches(about)
                || self.own_of(thing).iter().any(|entry| entry.summary.touches(about)))
    }

    /// Adds a keyword of which only one copy counts: the first, or the highest.
    pub(crate) fn add_single(&mut self, host: Host, form: FormId, forms: &[Form]) {
        let added = &forms[usize::from(form)];
        let same = |entry: &&mut (Thing, FormId, AbilitiesId)| {
            entry.0 == host.thing && forms[usize::from(entry.1)].keyword == added.keyword
        };
        let Some(known) = self.single.iter_mut().find(same) else {
            return self.single.push((host.thing, form, host.abilities));
        };
        let in_vain = if added.adds_nothing_to(&forms[usize::from(known.1)]) {
            host.abilities
        } else {
            let before = known.2;
            *known = (host.thing, form, host.abilities);
            before
        };
        // Two copies on the same card were merged when the card was lowered.
        if known.2 != in_vain {
            self.doubled.push((host.thing, added.keyword, in_vain));
        }
    }

    /// The abilities of a thing that affect only itself.
    pub(crate) fn own_of(&self, thing: Thing) -> &[InEffect] {
        let start = self.own.partition_point(|known| known.host.thing < thing);
        let count = self.own[start..].iter().take_while(|known| known.host.thing == thing).count();
        &self.own[start..start + count]
    }
}

impl Effective {
    pub(crate) fn get_or_build(&self, build: impl FnOnce(&mut Built)) -> &Built {
        self.built.get_or_init(|| {
            let mut built = self.spare.take();
            build(&mut built);
            self.anew.set(true);
            built
        })
    }

    /// Whether it was worked out again since the last call.
    pub(crate) fn has_changed(&self) -> bool {
        self.anew.replace(false)
    }

    fn clear(&mut self) {
        if let Some(mut built) = self.built.take() {
            built.wide.clear();
            built.own.clear();
            built.reacting.clear();
            built.offering.clear();
            built.single.clear();
            built.doubled.clear();
            (built.summary, built.common) = (Summary::default(), Summary::default());
            self.spare.set(built);
        }
    }
}

impl std::fmt::Debug for Effective {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.built.fmt(f)
    }
}

impl Clone for Effective {
    fn clone(&self) -> Effective {
        let anew = self.anew.clone();
        Effective { built: self.built.clone(), anew, spare: Cell::default() }
    }

    fn clone_from(&mut self, other: &Effective) {
        self.clear();
        if let Some(known) = other.built.get() {
            self.get_or_build(|built| {
                built.wide.extend_from_slice(&known.wide);
                built.own.extend_from_slice(&known.own);
                built.reacting.extend_from_slice(&known.reacting);
                built.offering.extend_from_slice(&known.offering);
                built.single.extend_from_slice(&known.single);
                built.doubled.extend_from_slice(&known.doubled);
                (built.summary, built.common) = (known.summary, known.common);
            });
        }
        self.anew.set(other.anew.get());
    }
}
