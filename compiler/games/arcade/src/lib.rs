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
mod unseen;
mod verbs;
mod vocabulary;
mod worth;
mod wounds;

use cardwright_engine::core::{self, Digest, Look, Playable, Run, Thing};
use cardwright_engine::game::{Choice, Encounter, SetupError, Start};
use cardwright_engine::rng::Rng;
pub use content::Arcade;
use state::State;

/// A position being played.
type Play<'a> = Run<'a, Arcade>;

/// The name of something in play.
fn name_of(look: Look<'_, Arcade>, thing: Thing) -> String {
    describe::name_of_thing(look, thing)
}

impl Playable for Arcade {
    const ACTIONS: &'static [&'static str] = actions::ACTIONS;

    fn begin(&self, start: &Start) -> Result<State, SetupError> {
        self.set_up(start)
    }

    fn label(look: Look<'_, Arcade>, choice: Choice) -> String {
        describe::label(look, choice)
    }

    fn action(choice: Choice) -> &'static str {
        match choice.action {
            core::action::USE => "offer",
            own => core::action::name(own, Self::ACTIONS),
        }
    }

    fn together(_: &State) -> bool {
        true
    }

    fn encounters(&self, start: &Start) -> Vec<Encounter> {
        encounters::of(self, start)
    }

    fn deal_unseen(&self, state: &mut State, _: u8, rng: &mut Rng) {
        unseen::deal(self, state, rng);
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
        digest.add_all(state.zones.iter().map(|(_, place)| u64::from(place)));
        digest.add_all([state.coins as u64, state.free_wrath as u64, u64::from(state.space)]);
        digest.add_all([u64::from(state.turn), u64::from(state.active)]);
    }

    fn violations(&self, state: &State) -> Vec<String> {
        strategy::problems(self, state)
    }

    fn describe(&self, state: &State, _: u8) -> String {
        describe::describe(self, state)
    }
}
