//! Deck Box Dungeons: heroes of three cards, rooms behind half spaces, quests as a language.
//!
//! Numbers such as (§3.2) are sections of the game's specification.

mod actions;
mod attack;
mod board;
mod content;
mod cover;
mod describe;
mod enemies;
mod examine;
mod harm;
mod items;
mod moves;
mod plan;
mod quest;
mod read;
mod rules;
mod setup;
mod stage;
mod state;
mod story;
mod strategy;
mod tile;
mod turn;
mod uses;
mod value;
mod verbs;
mod vocabulary;

use crate::core::{Digest, Look, Run, Thing, advance, apply};
use crate::game::{
    Answer, Choice, Decision, Game, Outcome, PlayError, SetupError, Start, Tally, TallyNames,
};
use crate::vocabulary::Vocabulary;
pub use board::board_rules;
pub use content::Deckbox;
pub use examine::findings;
pub use state::State;
pub use vocabulary::VOCABULARY;

/// A position being played.
type Play<'a> = Run<'a, Deckbox>;

/// The name of something in play.
fn name_of(look: Look<'_, Deckbox>, thing: Thing) -> String {
    if thing.is(state::SIDE) {
        let names = ["north", "east", "south", "west"];
        return names.get(thing.index()).copied().unwrap_or("?").to_owned();
    }
    let def = look.code.defs.get(usize::from(look.def(thing)));
    def.map_or_else(|| format!("{thing:?}"), |def| def.name.clone())
}

impl Game for Deckbox {
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
        strategy::evaluate(self, state)
    }

    fn candidates(&self, state: &State, into: &mut Vec<usize>) {
        strategy::candidates(self, state, into);
    }

    fn foresee(
        &self,
        state: &State,
        option: usize,
        _: u8,
        scratch: &mut Option<State>,
    ) -> Result<i64, PlayError> {
        strategy::foresee(self, state, option, scratch)
    }

    fn suggest(&self, state: &State) -> usize {
        strategy::suggest(self, state)
    }

    fn digest(&self, state: &State) -> u64 {
        let mut digest = Digest::default();
        for hero in &state.heroes {
            digest.add_all([u64::from(hero.square), hero.health as u64, hero.energy as u64]);
            digest.add_all([hero.treasure as u64, hero.actions as u64, u64::from(hero.is_done)]);
        }
        for enemy in &state.enemies {
            digest.add_all([u64::from(enemy.def), u64::from(enemy.square), enemy.health as u64]);
            digest.add(u64::from(enemy.is_stunned) << 1 | u64::from(enemy.is_done));
        }
        digest.add_all(
            (0..state.cards.len() as u16).map(|card| {
                u64::from(state.zones.place(card)) << 16 | u64::from(state.def_of(card))
            }),
        );
        digest.add_all([u64::from(state.lying), u64::from(state.round), u64::from(state.active)]);
        digest.add_all([state.moves as u64, state.flow.options.len() as u64]);
        let look = Look::new(self, state);
        let variables = 0..self.code.variables.len() as u16;
        digest.add_all(variables.map(|variable| look.variable(variable) as u64));
        digest.finish()
    }

    fn violations(&self, state: &State) -> Vec<String> {
        self.problems(state)
    }

    fn tally<'s>(&self, state: &'s State) -> Option<&'s Tally> {
        state.flow.tally.as_deref()
    }

    fn tally_names(&self) -> TallyNames {
        let cards = self.code.defs.iter().map(|def| def.id.clone()).collect();
        TallyNames { cards, abilities: self.code.triggers.clone() }
    }

    fn round(&self, state: &State) -> u32 {
        state.round
    }

    fn query(&self, state: &State, name: &str) -> Option<Answer> {
        describe::query(self, state, name)
    }

    fn describe(&self, state: &State, seat: u8) -> String {
        describe::describe(self, state, seat)
    }

    fn take_events(&self, state: &mut State) -> Vec<String> {
        state.flow.notes.as_mut().map(std::mem::take).unwrap_or_default()
    }
}
