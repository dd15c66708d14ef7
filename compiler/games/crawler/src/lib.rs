//! Dungeon Crawler: encounters built from a deck, fought without dice.
//!
//! `lower` makes a library into a [`Crawler`]; `state` is a position. The core reads it by
//! `rules` and plays it by `course`; `read`, `select` and `stats` say what words mean. `play`
//! is the round, with a module for each of its parts: `build`, `window`, `attack`,
//! `retaliation`, `round_end`, `quests`, and `points`, `versus`, `multi` for formats with
//! several players, and `tale` for campaigns. `event` raises events, `verb`, `deck` and `moves` do what effects say.
//! `stage`, `command` and `pace` serve scenario tests, `automaton` and `foresight` the bots,
//! `query` people; `unseen` says what a player has not seen.

mod attack;
mod automaton;
mod build;
mod card;
mod command;
mod command_combat;
mod content;
mod course;
mod deck;
mod event;
mod facts;
mod foresight;
mod invariants;
mod lower;
mod moves;
mod multi;
mod pace;
mod play;
mod points;
mod query;
mod quests;
mod read;
mod refusal;
mod retaliation;
mod round_end;
mod rules;
mod select;
mod setup;
mod stage;
mod state;
mod stats;
mod tale;
mod unseen;
mod verb;
mod versus;
mod vocabulary;
mod window;
mod words;

pub use content::Crawler;
use state::State;
pub use vocabulary::VOCABULARY;

use cardwright_engine::bot::Strategy;
use cardwright_engine::core::{self, CoreScript, Digest, Playable, Run};
use cardwright_engine::game::{Choice, PlayError, SetupError, Start};
use cardwright_engine::rng::Rng;
use cardwright_engine::view::World;
use words::Action;

/// A position to look at.
type Look<'a> = core::Look<'a, Crawler>;

/// A position being played.
type Play<'a> = Run<'a, Crawler>;

/// A scenario in progress.
type Script<'a> = CoreScript<'a, Crawler>;

impl Crawler {
    fn look<'a>(&'a self, state: &'a State) -> Look<'a> {
        Look::new(self, state)
    }
}

impl Playable for Crawler {
    // The words are those of `Action`.
    const ACTIONS: &'static [&'static str] = &[];

    fn begin(&self, start: &Start) -> Result<State, SetupError> {
        setup::from_decks(self, start)
    }

    fn label(look: Look<'_>, choice: Choice) -> String {
        query::label(look, choice)
    }

    fn action(choice: Choice) -> &'static str {
        Action::of(choice).map_or("", Action::name)
    }

    fn concedes(choice: Choice) -> bool {
        Action::of(choice) == Some(Action::Concede)
    }

    fn together(state: &State) -> bool {
        state.shared()
    }

    fn deal_unseen(&self, state: &mut State, seat: u8, rng: &mut Rng) {
        unseen::deal(self, state, seat, rng);
    }

    fn copy(from: &State, into: &mut State) {
        into.imagine(from);
    }

    fn is_secret(look: Look<'_>, choice: Choice, _: u8) -> bool {
        unseen::is_secret(look, choice)
    }

    fn round(state: &State) -> u32 {
        u32::from(state.round)
    }

    fn digest(&self, state: &State, digest: &mut Digest) {
        query::digest(state, digest);
    }

    fn violations(&self, state: &State) -> Vec<String> {
        invariants::violations(self.look(state))
    }

    fn describe(&self, state: &State, seat: u8) -> String {
        query::describe(self.look(state), seat)
    }
}

impl Strategy for Crawler {
    const WORLDS: u32 = 2;

    fn evaluate(&self, world: &World<State>, seat: u8) -> i64 {
        foresight::worth(self.look(world), seat)
    }

    fn candidates(&self, world: &World<State>, into: &mut Vec<usize>) {
        foresight::candidates(self.look(world), into);
    }

    fn occasion(&self, world: &World<State>) -> Option<u64> {
        foresight::occasion(world)
    }

    fn foresee(&self, world: &mut World<State>, option: usize, seat: u8) -> Result<i64, PlayError> {
        foresight::foresee(self, world, option, seat)
    }

    fn suggest(&self, world: &World<State>) -> usize {
        automaton::suggest(self.look(world))
    }

    fn hurry(&self, world: &mut World<State>) {
        world.hurried = true;
    }
}
