//! What a game must tell the core so that the core can play it.
//!
//! A game's content implements [`Rules`] (its words as enums, and how to read its state) and
//! [`Course`] (how to carry out its verbs and tasks). The content never changes during play; the
//! state is passed in.

use std::fmt::Debug;

use super::code::{AbilitiesId, Code, DefId, NodeId};
use super::dice::Pool;
use super::flow::Flow;
use super::look::{Args, Look};
use super::run::{Call, Run};
use super::thing::{BINDINGS, Context, Thing};
use super::words::Words;
use crate::game::{Choice, Decision};
use cardwright_vocabulary::Vocabulary;

/// A game as the core reads it. Implemented by the game's content.
///
/// The functions take a [`Look`] or [`Args`] (a look plus arguments that are evaluated on demand)
/// and change nothing. [`usual_rules!`] writes the part that is the same for every game.
pub trait Rules: Sync + Sized {
    /// A position.
    type State: Clone + Send;
    /// What the game itself puts on the stack: steps of its turn, decisions, parts of an
    /// attack. Small and `Copy`.
    type Task: Copy + Debug + Send + 'static;
    /// Verbs of the vocabulary.
    type Verb: Words;
    /// Events.
    type Event: Words;
    /// Stats; at most 64.
    type Stat: Words;
    /// Marks; at most 64.
    type Mark: Words;
    /// Acts that can be forbidden; at most 64.
    type Act: Words;
    /// Selections.
    type Selection: Words;
    /// Queries.
    type Query: Words;
    /// Windows.
    type Window: Words;

    /// The vocabulary, with the tables of the types above.
    const VOCABULARY: &'static Vocabulary;

    /// Whether a reaction that an effect begins (an `on` inside an `on` or a `use`) waits until the
    /// game is over. If not, it ends like everything else that effects begin.
    const WAITS: bool = true;

    /// The vocabulary with a table for each type above; the rest of the vocabulary is empty.
    const TABLES: Vocabulary = Vocabulary {
        game: "",
        dice: false,
        opponents: false,
        period: "round",
        single: &[],
        verbs: Self::Verb::WORDS,
        events: Self::Event::WORDS,
        stats: Self::Stat::WORDS,
        marks: Self::Mark::WORDS,
        acts: Self::Act::WORDS,
        zones: &[],
        selections: Self::Selection::WORDS,
        queries: Self::Query::WORDS,
        windows: Self::Window::WORDS,
        commands: &[],
        setup: &[],
        properties: &[],
        enums: &[],
        homes: &[],
        facts: &[],
    };

    /// The lowered effects.
    fn code(&self) -> &Code;

    /// The core's part of a position.
    fn flow(state: &Self::State) -> &Flow<Self::Task>;

    /// The core's part of a position, to be changed.
    fn flow_mut(state: &mut Self::State) -> &mut Flow<Self::Task>;

    /// Answers a query for a number or a truth value (1 or 0).
    fn number(args: Args<'_, Self>, query: Self::Query) -> i32;

    /// Answers a query for one or more values of an enum, as bits.
    fn set(args: Args<'_, Self>, query: Self::Query) -> u64 {
        let _ = (args, query);
        0
    }

    /// Answers a query for one thing.
    fn thing(args: Args<'_, Self>, query: Self::Query) -> Thing {
        let _ = (args, query);
        Thing::NONE
    }

    /// Answers a query for several things: visits them in order until the visitor returns `false`;
    /// returns `false` if it was stopped that way.
    fn things(
        args: Args<'_, Self>,
        query: Self::Query,
        visitor: &mut dyn FnMut(Thing) -> bool,
    ) -> bool {
        let _ = (args, query, visitor);
        true
    }

    /// Answers a query for several numbers by visiting them.
    fn numbers(args: Args<'_, Self>, query: Self::Query, visitor: &mut dyn FnMut(i32)) {
        let _ = (args, query, visitor);
    }

    /// Answers a query for dice.
    fn pool(args: Args<'_, Self>, query: Self::Query) -> Pool {
        let _ = (args, query);
        Pool::EMPTY
    }

    /// Visits the things of a selection in order until the visitor returns `false`; returns `false`
    /// if it was stopped that way. The core applies filters (`where`).
    fn visit(
        args: Args<'_, Self>,
        selection: Self::Selection,
        visitor: &mut dyn FnMut(Thing) -> bool,
    ) -> bool;

    /// Whether a selection contains a thing. Override it where that is cheaper than visiting.
    fn contains(args: Args<'_, Self>, selection: Self::Selection, thing: Thing) -> bool {
        !Self::visit(args, selection, &mut |other| other != thing)
    }

    /// A stat before modifiers. `thing` is [`Thing::NONE`] for a stat of the whole game; further
    /// parameters of the stat are in `args` from place 1 on.
    fn base(args: Args<'_, Self>, stat: Self::Stat, thing: Thing) -> i32;

    /// A stat that is a pool of dice, before modifiers.
    fn base_pool(args: Args<'_, Self>, stat: Self::Stat, thing: Thing) -> Pool {
        let _ = (args, stat, thing);
        Pool::EMPTY
    }

    /// The smallest and largest value that a stat can have after modifiers.
    fn bounds(stat: Self::Stat) -> (i32, i32) {
        let _ = stat;
        (i32::MIN, i32::MAX)
    }

    /// The final value of a modified number: kept within its bounds, unless the game overrides
    /// this.
    fn limited(look: Look<'_, Self>, stat: Self::Stat, thing: Thing, value: i32) -> i32 {
        let _ = (look, thing);
        let (low, high) = Self::bounds(stat);
        value.max(low).min(high)
    }

    /// Whether a modifier without a subject (`modify hand-limit by 1`) changes the number that is
    /// asked for. The context is that of the modifier.
    fn concerns(look: Look<'_, Self>, stat: Self::Stat, thing: Thing, context: &Context) -> bool {
        let _ = (look, stat, context);
        thing.is_none()
    }

    /// The printed card of a thing, or [`super::code::NONE`].
    fn def(look: Look<'_, Self>, thing: Thing) -> DefId;

    /// Visits the things in play that are copies of a printed card, starting with the one that is
    /// most likely meant.
    fn visit_copies(look: Look<'_, Self>, def: DefId, visitor: &mut dyn FnMut(Thing) -> bool);

    /// Lists everything whose abilities are in effect, in the order in which reactions
    /// happen. Call [`Flow::touch`] whenever this list changes.
    fn hosts(look: Look<'_, Self>, visitor: &mut dyn FnMut(Host));

    /// The seat of a thing that [`Rules::hosts`] does not list and whose text counts as far as it
    /// is about the thing itself: a card in a hand that says what it costs and when it may be
    /// played.
    fn apart(look: Look<'_, Self>, thing: Thing) -> Option<u8> {
        let _ = (look, thing);
        None
    }

    /// Visits further printed cards whose keywords count as the thing's own, such as what it wears,
    /// until the visitor returns `false`. Their abilities are in effect only if [`Rules::hosts`]
    /// lists them.
    fn lent(look: Look<'_, Self>, thing: Thing, visitor: &mut dyn FnMut(DefId) -> bool) {
        let _ = (look, thing, visitor);
    }

    /// Whether what is written on a thing has no effect now.
    fn is_silenced(look: Look<'_, Self>, thing: Thing) -> bool {
        let _ = (look, thing);
        false
    }

    /// Whether what a thing adds to its own stat counts even while it is silenced.
    fn outlasts_silence(stat: Self::Stat) -> bool {
        let _ = stat;
        false
    }

    /// Whether effects that last as long as a thing is in play are suspended now. Some cards, for
    /// example, only work in their owner's turns.
    fn rests(look: Look<'_, Self>, host: Thing) -> bool {
        let _ = (look, host);
        false
    }

    /// The seat whose turn it is; its reactions come first.
    fn active_seat(look: Look<'_, Self>) -> u8;

    /// Whose reaction it is: the seat that `you` means in it. The context has the event's
    /// bindings and the seat of its host.
    fn reacting_seat(look: Look<'_, Self>, context: &Context) -> u8 {
        let _ = look;
        context.seat
    }

    /// Reactions of a smaller rank come first; those of equal rank in the order of
    /// [`Rules::hosts`], unless [`Rules::order`] lets a seat choose.
    fn rank(look: Look<'_, Self>, event: Self::Event, context: &Context) -> (bool, u8) {
        let _ = event;
        (context.seat != Self::active_seat(look), context.seat)
    }

    /// How a seat chooses the order of reactions of equal rank; nothing if it does not.
    fn order(event: Self::Event) -> Option<Order> {
        let _ = event;
        None
    }

    /// Whether a reaction to an event may happen at all, apart from its own condition.
    fn is_ready(look: Look<'_, Self>, event: Self::Event, context: &Context) -> bool {
        let _ = (look, event, context);
        true
    }

    /// The window at which an effect without `until` ends. `None`: it ends when its host leaves
    /// play ([`Run::gone`]).
    fn usual_window(look: Look<'_, Self>, context: &Context) -> Option<Self::Window> {
        let _ = (look, context);
        None
    }

    /// The seat that decides what an effect asks for.
    fn decider(look: Look<'_, Self>, context: &Context) -> u8 {
        let _ = look;
        context.seat
    }

    /// The seat that picks among the things of an effect's selection.
    fn picker(look: Look<'_, Self>, context: &Context, from: NodeId) -> u8 {
        let _ = from;
        Self::decider(look, context)
    }

    /// The seat of an opponent of the seat that decides, for what an opponent chooses; `None` if
    /// nobody plays against it.
    fn opponent(look: Look<'_, Self>, context: &Context) -> Option<u8> {
        let _ = (look, context);
        None
    }

    /// Who wins if an effect says that the side it belongs to wins or loses, one bit for each seat.
    fn winners(look: Look<'_, Self>, context: &Context, wins: bool) -> u8;

    /// The stream of random numbers for the dice of a seat.
    fn dice_stream(seat: u8) -> usize {
        usize::from(seat) % 8
    }

    /// A thing's name, for people; that of its printed card, unless the game overrides this.
    fn name(look: Look<'_, Self>, thing: Thing) -> String {
        look.printed_name(thing)
    }
}

/// How a game proceeds: what its verbs, tasks and choices do. The functions take a [`Run`], the
/// only way to change a state.
pub trait Course: Rules {
    /// Carries out a verb.
    fn perform(run: &mut Run<'_, Self>, verb: Self::Verb, call: Call);

    /// Carries out one of the game's tasks, or publishes its decision. The task has been taken off
    /// the stack; if it publishes a decision, the core puts it back until the choice is made.
    fn step(run: &mut Run<'_, Self>, task: Self::Task) -> Step;

    /// Carries out a choice of a decision that the game published. The task has been taken
    /// off the stack; push it again if the decision goes on.
    fn take(run: &mut Run<'_, Self>, task: Self::Task, choice: Choice);

    /// Called when a decision of the game turned out to have no options; the task is off the stack.
    fn give_up(run: &mut Run<'_, Self>, task: Self::Task) {
        let _ = (run, task);
    }

    /// Carries out what was proposed. Returns the event's bindings as it really happened, or `None`
    /// if nothing came of it.
    fn commit(
        run: &mut Run<'_, Self>,
        task: Self::Task,
        bound: [i32; BINDINGS],
    ) -> Option<[i32; BINDINGS]> {
        let _ = (run, task);
        Some(bound)
    }

    /// Called when something that was proposed does not happen.
    fn prevented(run: &mut Run<'_, Self>, task: Self::Task) {
        let _ = (run, task);
    }

    /// Called when the choices of an announced effect are made and it is about to begin: others may
    /// answer now.
    fn answer(run: &mut Run<'_, Self>, context: &Context) {
        let _ = (run, context);
    }

    /// Called before each task; the place to check whether the game is over.
    fn settle(run: &mut Run<'_, Self>) {
        let _ = run;
    }
}

/// Writes the beginning that [`Rules`] has in every game: the types under the names of its tables
/// (`Verb`, `Event` …, `State`, `Task`), `VOCABULARY`, and access to the fields `code` and `flow`
/// in which content and state keep the core's part. `usual_rules!(number, visit from read)` also
/// answers with the functions of those names in the module `read`.
#[macro_export]
macro_rules! usual_rules {
    (@number $module:ident) => {
        fn number(args: $crate::core::Args<'_, Self>, query: Query) -> i32 {
            $module::number(args, query)
        }
    };
    (@set $module:ident) => {
        fn set(args: $crate::core::Args<'_, Self>, query: Query) -> u64 {
            $module::set(args, query)
        }
    };
    (@visit $module:ident) => {
        fn visit(
            args: $crate::core::Args<'_, Self>,
            selection: Selection,
            visitor: &mut dyn FnMut($crate::core::Thing) -> bool,
        ) -> bool {
            $module::visit(args, selection, visitor)
        }
    };
    (@contains $module:ident) => {
        fn contains(
            args: $crate::core::Args<'_, Self>,
            selection: Selection,
            thing: $crate::core::Thing,
        ) -> bool {
            $module::contains(args, selection, thing)
        }
    };
    ($first:ident from $module:ident) => {
        $crate::usual_rules!();
        $crate::usual_rules!(@$first $module);
    };
    ($first:ident, $($name:ident),+ from $module:ident) => {
        $crate::usual_rules!($($name),+ from $module);
        $crate::usual_rules!(@$first $module);
    };
    () => {
        type State = State;
        type Task = Task;
        type Verb = Verb;
        type Event = Event;
        type Stat = Stat;
        type Mark = Mark;
        type Act = Act;
        type Selection = Selection;
        type Query = Query;
        type Window = Window;

        const VOCABULARY: &'static $crate::vocabulary::Vocabulary = &VOCABULARY;

        fn code(&self) -> &$crate::core::Code {
            &self.code
        }

        fn flow(state: &State) -> &$crate::core::Flow<Task> {
            &state.flow
        }

        fn flow_mut(state: &mut State) -> &mut $crate::core::Flow<Task> {
            &mut state.flow
        }
    };
}

pub use crate::usual_rules;

/// How a seat chooses the order of reactions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// It chooses between things; what is printed on one happens in the order printed.
    OfThings,
    /// It chooses between all reactions.
    OfAbilities,
}

/// What a task did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// The task is done.
    Done,
    /// The task has listed its options; somebody has to decide.
    Decide(Decision),
}

impl Step {
    /// A step that asks a seat to decide.
    pub fn decide(seat: u8, what: &'static str) -> Step {
        Step::Decide(Decision { seat, what })
    }
}

/// Something whose abilities are in effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Host {
    /// The thing, which its text calls `self`.
    pub thing: Thing,
    /// Its abilities: those of its printed card, of equipment, of a tile effect.
    pub abilities: AbilitiesId,
    /// The seat it belongs to.
    pub seat: u8,
}
