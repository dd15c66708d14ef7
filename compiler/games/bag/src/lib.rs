//! Bag of Dungeon: a dungeon laid tile by tile, a Ring, a dragon, and a way out.
//!
//! The Adventurers lay tiles, fight what they find and carry the Ring out by the Exit. The rules
//! are functions on the position in `state`; `vocabulary` lists the words that cards may use.

mod actions;
mod board;
mod content;
mod describe;
mod escape;
mod facts;
mod fight;
mod harm;
mod help;
mod invariants;
mod items;
mod judge;
mod laying;
mod odds;
mod plan;
mod read;
mod rules;
mod setup;
mod shots;
mod stage;
mod state;
mod strategy;
mod turn;
mod unseen;
mod verbs;
mod vocabulary;

use cardwright_engine::core::dice::Pool;
use cardwright_engine::core::{Digest, Look, Playable, Run, Thing};
use cardwright_engine::game::{Choice, SetupError, Start};
use cardwright_engine::rng::Rng;
use cardwright_vocabulary::Meaning;
pub use content::Bag;
use state::State;

/// A position being played.
type Play<'a> = Run<'a, Bag>;

/// The symbol that the faces of the die count.
const NUMBER: u8 = 0;

/// Throws dice. Returns their sum, and whether there are at least two and all show the same.
fn roll(run: &mut Play<'_>, count: i32, seat: u8, thrower: Thing) -> (i32, bool) {
    let pool = Pool::of(run.rules.numbers.die, count.max(0));
    let roll = run.throw(&pool, seat, thrower);
    let dice = &run.code.dice;
    (roll.total(NUMBER, dice), roll.all_equal(NUMBER, dice))
}

/// The name of something in play.
fn name_of(look: Look<'_, Bag>, thing: Thing) -> String {
    if thing.is(state::SIDE) {
        return facts::Side::at(thing.index()).map_or("?", Meaning::id).to_owned();
    }
    look.printed_name(thing)
}

impl Playable for Bag {
    const ACTIONS: &'static [&'static str] = actions::ACTIONS;

    fn begin(&self, start: &Start) -> Result<State, SetupError> {
        self.set_up(start)
    }

    fn label(look: Look<'_, Bag>, choice: Choice) -> String {
        describe::label(look, choice)
    }

    fn deal_unseen(&self, state: &mut State, seat: u8, rng: &mut Rng) {
        unseen::deal(self, state, seat, rng);
    }

    fn is_secret(look: Look<'_, Bag>, choice: Choice, seat: u8) -> bool {
        unseen::is_secret(look.state, choice.action, choice.card, seat)
    }

    fn round(state: &State) -> u32 {
        let count = state.adventurers.len().max(1) as u32;
        state.turn.saturating_sub(1) / count + 1
    }

    fn digest(&self, state: &State, digest: &mut Digest) {
        for one in &state.adventurers {
            digest.add_all([one.health as u64, one.ap as u64, one.lives as u64]);
            digest.add_all([u64::from(one.tile), one.fate as u64]);
        }
        for laid in &state.tiles {
            digest.add_all([u64::from(laid.card), laid.x as u64, laid.y as u64]);
            let flags = u64::from(laid.token) | u64::from(laid.used) << 1;
            digest.add_all([u64::from(laid.open), flags, u64::from(laid.uses)]);
        }
        digest.add_all(
            state.zones.iter().map(|(card, place)| {
                u64::from(place) << 32 | state.damage[usize::from(card)] as u64
            }),
        );
        digest.add_all([u64::from(state.turn), u64::from(state.active)]);
    }

    fn violations(&self, state: &State) -> Vec<String> {
        self.problems(state)
    }

    fn describe(&self, state: &State, seat: u8) -> String {
        describe::describe(self, state, seat)
    }
}
