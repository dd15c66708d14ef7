//! Super Dungeon Explore: a Consul and its monsters against a party of Heroes.
//!
//! Numbers such as (§4.9) are sections of the game's specification, Q-numbers its rulings.
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
//! | potions | `potions` |
//! | equipment | `loot` |
//! | the boss | `boss` |

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
mod invariants;
mod lines;
mod loot;
mod moves;
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
mod verbs;
mod vocabulary;

use crate::core::{Digest, Look, Run, Thing, advance, apply};
use crate::game::{
    Answer, Choice, Decision, Game, Outcome, PlayError, SetupError, Start, Tally, TallyNames,
};
use crate::vocabulary::Vocabulary;

pub use board::board_rules;
pub use content::Explore;
pub use state::State;
pub use vocabulary::VOCABULARY;

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

impl Game for Explore {
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

    fn evaluate(&self, state: &State, seat: u8) -> i64 {
        strategy::evaluate(self, state, seat)
    }

    fn suggest(&self, state: &State) -> usize {
        strategy::suggest(self, state)
    }

    fn candidates(&self, state: &State, into: &mut Vec<usize>) {
        strategy::candidates(self, state, into);
    }

    /// Looks one option ahead, with other dice than those to come; where dice are thrown, a few
    /// times.
    fn foresee(
        &self,
        state: &State,
        option: usize,
        seat: u8,
        scratch: &mut Option<State>,
    ) -> Result<i64, PlayError> {
        strategy::foresee(self, state, option, seat, scratch)
    }

    fn digest(&self, state: &State) -> u64 {
        let mut digest = Digest::default();
        for figure in &state.figures {
            let at = figure.at.map_or(u64::MAX, |at| u64::from(at.0));
            digest.add_all([u64::from(figure.def), at, figure.statuses]);
            digest.add_all([figure.wounds as u64, figure.potions as u64]);
            digest.add(u64::from(figure.activations));
        }
        digest.add_all(
            (0..state.cards.len() as u16).map(|card| {
                u64::from(state.zones.place(card)) << 16 | u64::from(state.def_of(card))
            }),
        );
        digest.add_all(state.chests.iter().map(|chest| u64::from(chest.0)));
        digest.add_all([u64::from(state.gauge.at), u64::from(state.meter.at)]);
        digest.add_all([state.skulls as u64, u64::from(state.round)]);
        digest.add_all([state.lasting.len() as u64, state.flow.options.len() as u64]);
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
