//! Super Dungeon Arcade: Heroes against a Consul that plays itself.
//!
//! A turn is a Hero Turn (`heroes`), a power-up (`power_up`) and a Consul Turn (`orders`), in
//! which a chart decides what the monsters do. Both sides act through `action`.

mod action;
mod actions;
mod aiming;
mod arc;
mod assault;
mod board;
mod chart;
mod commands;
mod content;
mod dealing;
mod decks;
mod describe;
mod encounters;
mod facts;
mod field;
mod figure;
mod group;
mod heroes;
mod lines;
mod march;
mod moves;
mod numbers;
mod orders;
mod picture;
mod power_up;
mod printed;
mod read;
mod rolling;
mod rules;
mod setup;
mod shapes;
mod spawning;
mod spoils;
mod stage;
mod state;
mod strategy;
mod tasks;
mod under_way;
mod verbs;
mod vocabulary;
mod worth;
mod wounds;

pub use board::board_rules;
use cardwright_engine::Module;
use cardwright_engine::bot::Strategy;
use cardwright_engine::core::{Digest, Look, LowerError, Playable, Run, Thing};
use cardwright_engine::game::{Answer, Choice, Encounter, SetupError, Start};
use cardwright_model::Library;
pub use content::Arcade;
pub use state::State;
pub use vocabulary::VOCABULARY;

/// A position being played.
type Play<'a> = Run<'a, Arcade>;

/// The name of something in play.
fn name_of(look: Look<'_, Arcade>, thing: Thing) -> String {
    describe::name_of_thing(look, thing)
}

impl Playable for Arcade {
    fn begin(&self, start: &Start) -> Result<State, SetupError> {
        self.set_up(start)
    }

    fn label(look: Look<'_, Arcade>, choice: Choice) -> String {
        describe::label(look, choice)
    }

    fn action(choice: Choice) -> &'static str {
        actions::name(choice.action)
    }

    fn together(_: &State) -> bool {
        true
    }

    fn encounters(&self, start: &Start) -> Vec<Encounter> {
        encounters::of(self, start)
    }

    fn round(state: &State) -> u32 {
        state.turn.max(1)
    }

    fn digest(&self, state: &State, digest: &mut Digest) {
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
    }

    fn violations(&self, state: &State) -> Vec<String> {
        strategy::problems(self, state)
    }

    fn query(&self, state: &State, name: &str) -> Option<Answer> {
        describe::query(self, state, name)
    }

    fn describe(&self, state: &State, _: u8) -> String {
        describe::describe(self, state)
    }
}

impl Strategy for Arcade {
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
}

impl Module for Arcade {
    fn open(library: &Library) -> Result<Arcade, LowerError> {
        Arcade::new(library)
    }
}
