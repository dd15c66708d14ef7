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
mod uses;
mod value;
mod verbs;
mod vocabulary;

pub use board::board_rules;
use cardwright_engine::Module;
use cardwright_engine::bot::Strategy;
use cardwright_engine::core::{Digest, Look, LowerError, Playable, Run, Thing, foresee_throws};
use cardwright_engine::game::{Answer, Choice, PlayError, SetupError, Start};
use cardwright_model::Library;
use cardwright_vocabulary::Finding;
pub use content::Deckbox;
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

impl Playable for Deckbox {
    fn begin(&self, start: &Start) -> Result<State, SetupError> {
        self.set_up(start)
    }

    fn label(look: Look<'_, Deckbox>, choice: Choice) -> String {
        describe::label(look, choice)
    }

    fn action(choice: Choice) -> &'static str {
        actions::name(choice.action)
    }

    fn together(_: &State) -> bool {
        true
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
        digest.add_all(
            (0..state.cards.len() as u16).map(|card| {
                u64::from(state.zones.place(card)) << 16 | u64::from(state.def_of(card))
            }),
        );
        digest.add_all([u64::from(state.lying), u64::from(state.round), u64::from(state.active)]);
        digest.add_all([state.moves as u64]);
        let look = Look::new(self, state);
        let variables = 0..self.code.variables.len() as u16;
        digest.add_all(variables.map(|variable| look.variable(variable) as u64));
    }

    fn violations(&self, state: &State) -> Vec<String> {
        self.problems(state)
    }

    fn query(&self, state: &State, name: &str) -> Option<Answer> {
        describe::query(self, state, name)
    }

    fn describe(&self, state: &State, seat: u8) -> String {
        describe::describe(self, state, seat)
    }
}

impl Strategy for Deckbox {
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
        seat: u8,
        scratch: &mut Option<State>,
    ) -> Result<i64, PlayError> {
        foresee_throws(self, state, option, seat, strategy::THROWS, scratch)
    }

    fn suggest(&self, state: &State) -> usize {
        strategy::suggest(self, state)
    }
}

impl Module for Deckbox {
    fn open(library: &Library) -> Result<Deckbox, LowerError> {
        Deckbox::new(library)
    }

    fn findings(library: &Library) -> Vec<Finding> {
        examine::findings(library)
    }
}
