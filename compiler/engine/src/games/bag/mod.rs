//! Bag of Dungeon: a dungeon laid tile by tile, a Ring, a dragon, and a way out.
//!
//! Numbers such as (§3.2) are sections of the game's specification.

mod actions;
mod board;
mod content;
mod describe;
mod fight;
mod items;
mod judge;
mod laying;
mod odds;
mod plan;
mod rules;
mod setup;
mod shots;
mod stage;
mod state;
mod strategy;
mod turn;
mod verbs;
mod vocabulary;

use crate::core::dice::Pool;
use crate::core::{Digest, Look, Run, Thing, advance, apply};
use crate::game::{
    Answer, Choice, Decision, Game, Outcome, PlayError, SetupError, Start, Tally, TallyNames,
};
use crate::vocabulary::Vocabulary;
pub use content::Bag;
pub use state::State;
pub use vocabulary::VOCABULARY;

/// A position being played.
type Play<'a> = Run<'a, Bag>;

/// The die of the game: the first that the content declares.
const DIE: u8 = 0;
/// What its faces count as.
const NUMBER: u8 = 0;

/// Throws dice: their sum, and whether there are several and all show the same.
fn roll(run: &mut Play<'_>, count: i32, seat: u8, thrower: Thing) -> (i32, bool) {
    let pool = Pool::of(DIE, count.clamp(0, 12) as i8);
    let roll = run.throw(&pool, seat, thrower);
    let dice = &run.code.dice;
    (roll.total(NUMBER, dice), roll.all_equal(NUMBER, dice))
}

/// The name of something in play.
fn name_of(look: Look<'_, Bag>, thing: Thing) -> String {
    if thing.is(state::SIDE) {
        let names = ["north", "east", "south", "west"];
        return names.get(thing.index()).copied().unwrap_or("?").to_owned();
    }
    let def = look.code.defs.get(usize::from(look.def(thing)));
    def.map_or_else(|| format!("{thing:?}"), |def| def.name.clone())
}

impl Game for Bag {
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

    fn candidates(&self, state: &State, into: &mut Vec<usize>) {
        strategy::candidates(self, state, into);
    }

    fn foresee(
        &self,
        state: &State,
        option: usize,
        seat: u8,
        scratch: &mut Option<State>,
    ) -> Result<i64, PlayError> {
        strategy::foresee(self, state, option, seat, scratch)
    }

    fn suggest(&self, state: &State) -> usize {
        strategy::suggest(self, state)
    }

    fn digest(&self, state: &State) -> u64 {
        let mut digest = Digest::default();
        for one in &state.adventurers {
            digest.add_all([one.health as u64, one.ap as u64, one.lives as u64]);
            digest.add_all([u64::from(one.tile), one.fate as u64]);
        }
        for laid in &state.tiles {
            digest.add_all([u64::from(laid.card), laid.x as u64, laid.y as u64]);
            let flags = u64::from(laid.token) | u64::from(laid.used) << 1;
            digest.add_all([u64::from(laid.open), flags, u64::from(laid.uses)]);
        }
        digest.add_all((0..state.cards.len() as u16).map(|card| {
            let place = u64::from(state.zones.place(card));
            place << 32 | state.damage[usize::from(card)] as u64
        }));
        digest.add_all([u64::from(state.turn), u64::from(state.active)]);
        digest.add(state.flow.options.len() as u64);
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
        let count = state.adventurers.len().max(1) as u32;
        state.turn.saturating_sub(1) / count + 1
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
