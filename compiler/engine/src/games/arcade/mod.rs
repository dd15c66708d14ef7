//! Super Dungeon Arcade: Heroes against a Consul that plays itself.
//!
//! Numbers such as (§7.4) are sections of the game's specification, Q12 its rulings.

mod action;
mod actions;
mod aiming;
mod assault;
mod commands;
mod content;
mod decks;
mod describe;
mod facts;
mod field;
mod group;
mod heroes;
mod lines;
mod march;
mod moves;
mod numbers;
mod orders;
mod picture;
mod power_up;
mod read;
mod rules;
mod setup;
mod shapes;
mod spawning;
mod stage;
mod state;
mod strategy;
mod tasks;
mod verbs;
mod vocabulary;
mod worth;
mod wounds;

use crate::core::{Digest, Look, Run, Thing, advance, apply};
use crate::game::{
    Answer, Choice, Decision, Game, Outcome, PlayError, SetupError, Start, Tally, TallyNames,
};
use crate::vocabulary::Vocabulary;
pub use content::Arcade;
pub use state::State;
pub use vocabulary::VOCABULARY;

/// A position being played.
type Play<'a> = Run<'a, Arcade>;

/// The name of something in play.
fn name_of(look: Look<'_, Arcade>, thing: Thing) -> String {
    describe::name_of_thing(look, thing)
}

impl Game for Arcade {
    type State = State;

    fn vocabulary(&self) -> &'static Vocabulary {
        &VOCABULARY
    }

    fn setup(&self, start: &Start) -> Result<State, SetupError> {
        let mut state = self.begin(start)?;
        advance(self, &mut state).map_err(|error| SetupError::Position(error.to_string()))?;
        Ok(state)
    }

    fn decision(&self, state: &State) -> Option<Decision> {
        state.flow.decision()
    }

    fn options<'s>(&self, state: &'s State) -> &'s [Choice] {
        &state.flow.options
    }

    fn label(&self, state: &State, choice: Choice) -> String {
        let look = Look::new(self, state);
        look.label(choice).unwrap_or_else(|| describe::label(look, choice))
    }

    fn action(&self, choice: Choice) -> &'static str {
        actions::name(choice.action)
    }

    fn apply(&self, state: &mut State, option: usize) -> Result<(), PlayError> {
        apply(self, state, option)
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        state.flow.outcome
    }

    fn together(&self, _: &State) -> bool {
        true
    }

    fn evaluate(&self, state: &State, _: u8) -> i64 {
        worth::evaluate(self, state)
    }

    fn candidates(&self, state: &State, into: &mut Vec<usize>) {
        strategy::candidates(self, state, into);
    }

    fn occasion(&self, state: &State) -> Option<u64> {
        strategy::occasion(state)
    }

    fn suggest(&self, state: &State) -> usize {
        strategy::suggest(self, state)
    }

    fn digest(&self, state: &State) -> u64 {
        let mut digest = Digest::default();
        for one in &state.figures {
            let at = one.at.map_or(u64::MAX, |square| u64::from(square.0));
            digest.add_all([u64::from(one.def), at, one.wounds as u64, u64::from(one.statuses)]);
            digest.add_all([one.potions as u64, one.wrath as u64, u64::from(one.last)]);
            let flags = u64::from(one.token) | u64::from(one.is_destroyed) << 1;
            digest.add(flags | u64::from(one.has_drunk) << 2);
        }
        digest
            .add_all((0..state.cards.len() as u16).map(|card| u64::from(state.zones.place(card))));
        digest.add_all([state.coins as u64, state.free_wrath as u64, u64::from(state.space)]);
        digest.add_all([u64::from(state.turn), u64::from(state.active)]);
        digest.add(state.flow.options.len() as u64);
        digest.finish()
    }

    fn violations(&self, state: &State) -> Vec<String> {
        strategy::problems(self, state)
    }

    fn tally<'s>(&self, state: &'s State) -> Option<&'s Tally> {
        state.flow.tally.as_deref()
    }

    fn tally_names(&self) -> TallyNames {
        let cards = self.code.defs.iter().map(|def| def.id.clone()).collect();
        TallyNames { cards, abilities: self.code.triggers.clone() }
    }

    fn round(&self, state: &State) -> u32 {
        state.turn.max(1)
    }

    fn query(&self, state: &State, name: &str) -> Option<Answer> {
        describe::query(self, state, name)
    }

    fn describe(&self, state: &State, _: u8) -> String {
        describe::describe(self, state)
    }

    fn take_events(&self, state: &mut State) -> Vec<String> {
        state.flow.notes.as_mut().map(std::mem::take).unwrap_or_default()
    }
}
