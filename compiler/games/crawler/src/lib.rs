//! Dungeon Crawler: encounters built from a deck, fought without dice.
//!
//! `lower` makes a library into a [`Crawler`]; `state` is a position. The core reads it by
//! `rules` and plays it by `course`; `read`, `select` and `stats` say what words mean. `play`
//! is the round, with a module for each of its parts: `build`, `window`, `attack`,
//! `retaliation`, `round_end`, `quests`, and `points`, `versus`, `multi` for formats with
//! several players. `event` raises events, `verb`, `deck` and `moves` do what effects say.
//! `stage`, `command` and `pace` serve scenario tests, `automaton` and `foresight` the bots,
//! `query` people.

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
    fn evaluate(&self, state: &State, seat: u8) -> i64 {
        foresight::worth(self.look(state), seat)
    }

    fn candidates(&self, state: &State, into: &mut Vec<usize>) {
        foresight::candidates(self.look(state), into);
    }

    fn occasion(&self, state: &State) -> Option<u64> {
        foresight::occasion(state)
    }

    fn foresee(
        &self,
        state: &State,
        option: usize,
        seat: u8,
        scratch: &mut Option<State>,
    ) -> Result<i64, PlayError> {
        foresight::foresee(self, state, option, seat, scratch)
    }

    fn suggest(&self, state: &State) -> usize {
        automaton::suggest(self.look(state))
    }
}
