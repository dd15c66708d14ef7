//! Super Dungeon Explore: a Consul and its monsters against a party of Heroes.
//!
//! | part of the rules | module |
//! |---|---|
//! | setting up, tiles, where everything starts | `setup`, `dungeon` |
//! | the round, turns, initiative | `round` |
//! | spawning, skull tokens, platforms | `spawn`, `tracks` |
//! | an activation, targets | `activation`, `stats` |
//! | moving and being moved | `moves` |
//! | attacks and special actions | `attack`, `lines` |
//! | wounds, statuses, destruction | `damage` |
//! | immunity | `immunity` |
//! | potions | `potions` |
//! | equipment | `loot` |
//! | the boss | `boss` |
//! | chances for reports | `encounters` |

mod actions;
mod activation;
mod attack;
mod board;
mod boss;
mod commands;
mod content;
mod damage;
mod describe;
mod dungeon;
mod encounters;
mod facts;
mod immunity;
mod invariants;
mod lines;
mod loot;
mod moves;
mod picture;
mod potions;
mod queries;
mod round;
mod rules;
mod setup;
mod spawn;
mod stage;
mod state;
mod stats;
mod strategy;
mod tracks;
mod unseen;
mod verbs;
mod vocabulary;

use cardwright_engine::core::{Digest, Look, Playable, Run, Thing};
use cardwright_engine::game::{Choice, Encounter, SetupError, Start};
use cardwright_engine::rng::Rng;

pub use content::Explore;
use state::State;

/// A position being played.
type Play<'a> = Run<'a, Explore>;

/// The name of something in play; copies of a model are numbered.
fn name_of(look: Look<'_, Explore>, thing: Thing) -> String {
    let def = look.def(thing);
    let Some(printed) = look.code.defs.get(usize::from(def)) else {
        return "nobody".to_owned();
    };
    if let Some(place) = thing.of(Thing::FIGURE) {
        let same = |count: usize| {
            let figures = look.state.figures.iter().take(count);
            figures.filter(|figure| figure.def == def).count()
        };
        if same(usize::MAX) > 1 {
            return format!("{} {}", printed.name, same(usize::from(place) + 1));
        }
    }
    printed.name.clone()
}

impl Playable for Explore {
    const ACTIONS: &'static [&'static str] = actions::ACTIONS;

    fn begin(&self, start: &Start) -> Result<State, SetupError> {
        self.set_up(start)
    }

    fn label(look: Look<'_, Explore>, choice: Choice) -> String {
        describe::label(look, choice)
    }

    /// The side of a seat: the Consul plays against all others.
    fn side(state: &State, seat: u8) -> u8 {
        if seat == state.consul { state::CONSUL } else { state::HEROES }
    }

    fn encounters(&self, start: &Start) -> Vec<Encounter> {
        encounters::of(self, start)
    }

    fn deal_unseen(&self, state: &mut State, _: u8, rng: &mut Rng) {
        unseen::deal(state, rng);
    }

    fn copy(from: &State, into: &mut State) {
        into.imagine(from);
    }

    fn round(state: &State) -> u32 {
        state.round
    }

    fn digest(&self, state: &State, digest: &mut Digest) {
        for figure in &state.figures {
            let at = figure.at.map_or(u64::MAX, |at| u64::from(at.0));
            digest.add_all([u64::from(figure.def), at, figure.statuses]);
            digest.add_all([figure.wounds as u64, figure.potions as u64]);
            digest.add(u64::from(figure.activations));
        }
        let cards = state.zones.iter();
        digest.add_all(
            cards.map(|(card, place)| u64::from(place) << 16 | u64::from(state.def_of(card))),
        );
        digest.add_all(state.chests.iter().map(|chest| u64::from(chest.0)));
        digest.add_all([u64::from(state.gauge.at), u64::from(state.meter.at)]);
        digest.add_all([state.skulls as u64, u64::from(state.round)]);
        digest.add_all([state.lasting.len() as u64, u64::from(state.idle_rounds)]);
    }

    fn violations(&self, state: &State) -> Vec<String> {
        self.problems(state)
    }

    fn describe(&self, state: &State, seat: u8) -> String {
        picture::describe(self, state, seat)
    }
}
