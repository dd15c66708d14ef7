//! Deck Box Dungeons: heroes made of three cards explore the rooms of a quest.
//!
//! A round is the players' phase, the enemies' phase and the refresh phase (`turn`). The quest
//! (`quest`, `story`) says which rooms there are, what happens in them, and how the game ends.

mod actions;
mod attack;
mod board;
mod content;
mod cover;
mod describe;
mod endless;
mod enemies;
mod examine;
mod facts;
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
mod unseen;
mod uses;
mod value;
mod verbs;
mod vocabulary;

use cardwright_engine::core::{Digest, Look, Playable, Run, Thing};
use cardwright_engine::game::{Choice, SetupError, Start};
use cardwright_engine::rng::Rng;
pub use content::Deckbox;
use state::State;

/// A position being played.
type Play<'a> = Run<'a, Deckbox>;

/// The name of something in play.
fn name_of(look: Look<'_, Deckbox>, thing: Thing) -> String {
    if thing.is(state::SIDE) {
        let names = ["north", "east", "south", "west"];
        return names.get(thing.index()).copied().unwrap_or("?").to_owned();
    }
    look.printed_name(thing)
}

impl Playable for Deckbox {
    const ACTIONS: &'static [&'static str] = actions::ACTIONS;

    fn begin(&self, start: &Start) -> Result<State, SetupError> {
        self.set_up(start)
    }

    fn label(look: Look<'_, Deckbox>, choice: Choice) -> String {
        describe::label(look, choice)
    }

    fn together(_: &State) -> bool {
        true
    }

    fn deal_unseen(&self, state: &mut State, _: u8, rng: &mut Rng) {
        unseen::deal(state, rng);
    }

    fn round(state: &State) -> u32 {
        state.round
    }

    fn digest(&self, state: &State, digest: &mut Digest) {
        for hero in &state.heroes {
            digest.add_all([u64::from(hero.square), hero.health as u64, hero.energy as u64]);
            digest.add_all([hero.moves_later as u64]);
            digest.add_all([hero.treasure as u64, hero.actions as u64, u64::from(hero.is_done)]);
        }
        for enemy in &state.enemies {
            digest.add_all([u64::from(enemy.def), u64::from(enemy.square), enemy.health as u64]);
            digest.add(u64::from(enemy.is_stunned) << 1 | u64::from(enemy.is_done));
        }
        let cards = state.zones.iter();
        digest.add_all(
            cards.map(|(card, place)| u64::from(place) << 16 | u64::from(state.def_of(card))),
        );
        digest.add_all([u64::from(state.lying), u64::from(state.round), u64::from(state.active)]);
        digest.add_all([state.moves as u64]);
    }

    fn violations(&self, state: &State) -> Vec<String> {
        self.problems(state)
    }

    fn describe(&self, state: &State, seat: u8) -> String {
        describe::describe(self, state, seat)
    }
}
