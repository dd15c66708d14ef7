//! Dungeon Crawler: encounters built from a deck, fought without dice.
//!
//! `lower` makes a library into [`Content`]; `state` is a position. The core reads it by
//! `rules` and plays it by `course`; `look`, `select` and `stats` say what words mean. `play`
//! is the round, with a module for each of its parts: `build`, `window`, `attack`,
//! `retaliation`, `round_end`, `quests`, and `points`, `versus`, `multi` for formats with
//! several players. `event` raises events, `verb`, `deck` and `moves` do what effects say.
//! `position`, `command` and `pace` serve scenario tests, `automaton` and `foresight` the bots,
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
mod foresight;
mod invariants;
mod look;
mod lower;
mod moves;
mod multi;
mod pace;
mod play;
mod points;
mod position;
mod query;
mod quests;
mod refusal;
mod retaliation;
mod round_end;
mod rules;
mod select;
mod setup;
mod state;
mod stats;
mod verb;
mod versus;
mod vocabulary;
mod window;
mod words;

pub use content::Content;
pub use position::{CrawlerScript, Stage};
pub use state::State;
pub use vocabulary::VOCABULARY;

use cardwright_engine::Module;
use cardwright_engine::bot::Strategy;
use cardwright_engine::core::{self, LowerError, Problem};
use cardwright_engine::game::{
    Answer, Choice, Decision, Game, Outcome, PlayError, SetupError, Start, Tally, TallyNames,
};
use cardwright_engine::scenario::{Report, run_with};
use cardwright_model::{Library, Scenario};
use cardwright_vocabulary::Vocabulary;
use look::Look;
use words::Action;

/// The crawler game with its content.
#[derive(Debug, Clone)]
pub struct Crawler {
    /// The content it is played with.
    pub content: Content,
}

impl Crawler {
    /// The game with a library's content.
    pub fn new(library: &Library) -> Result<Crawler, LowerError> {
        Ok(Crawler { content: Content::lower(library)? })
    }

    fn look<'a>(&'a self, state: &'a State) -> Look<'a> {
        state.flow.depth.rest();
        Look::new(&self.content, state)
    }
}

impl Game for Crawler {
    type State = State;

    fn vocabulary(&self) -> &'static Vocabulary {
        &VOCABULARY
    }

    fn setup(&self, start: &Start) -> Result<State, SetupError> {
        setup::from_decks(&self.content, start)
    }

    fn decision(&self, state: &State) -> Option<Decision> {
        state.flow.decision()
    }

    fn options<'s>(&self, state: &'s State) -> &'s [Choice] {
        &state.flow.options
    }

    fn label(&self, state: &State, choice: Choice) -> String {
        query::label(self.look(state), choice)
    }

    fn action(&self, choice: Choice) -> &'static str {
        Action::of(choice).map_or("", Action::name)
    }

    fn apply(&self, state: &mut State, option: usize) -> Result<(), PlayError> {
        core::apply(&self.content, state, option)
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        state.flow.outcome
    }

    fn together(&self, state: &State) -> bool {
        state.shared()
    }

    fn digest(&self, state: &State) -> u64 {
        query::digest(state)
    }

    fn violations(&self, state: &State) -> Vec<String> {
        invariants::violations(self.look(state))
    }

    fn tally<'s>(&self, state: &'s State) -> Option<&'s Tally> {
        state.flow.tally.as_deref()
    }

    fn tally_names(&self) -> TallyNames {
        TallyNames {
            cards: self.content.cards.iter().map(|card| card.id.clone()).collect(),
            abilities: self.content.code.triggers.clone(),
        }
    }

    fn round(&self, state: &State) -> u32 {
        u32::from(state.round)
    }

    fn query(&self, state: &State, name: &str) -> Option<Answer> {
        query::answer(self.look(state), name)
    }

    fn describe(&self, state: &State, seat: u8) -> String {
        query::describe(self.look(state), seat)
    }

    fn take_events(&self, state: &mut State) -> Vec<String> {
        state.flow.notes.as_mut().map(std::mem::take).unwrap_or_default()
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
        foresight::foresee(&self.content, state, option, seat, scratch)
    }

    fn suggest(&self, state: &State) -> usize {
        automaton::suggest(self.look(state))
    }
}

impl Module for Crawler {
    const WORDS: &'static Vocabulary = &VOCABULARY;
    const SETTINGS: &'static [&'static str] = lower::SETTINGS;

    fn open(library: &Library) -> Result<Crawler, LowerError> {
        Crawler::new(library)
    }

    fn problems(library: &Library) -> Vec<Problem> {
        Content::lower_with_problems(library).map(|(_, problems)| problems).unwrap_or_default()
    }

    fn run_scenarios(&self, library: &Library, scenarios: &[&Scenario]) -> Vec<Report> {
        let stage = Stage::new(library, &self.content);
        run_with(library, scenarios, |scenario| stage.begin(&scenario.setup))
    }
}
