//! Players that are programs.
//!
//! A bot gets a [`View`]: the legal options of its seat, and possible worlds to think in. It never
//! holds the true position, so it knows neither the dice to come nor the order of a deck nor what
//! others hide. Budgets are counted in simulations and all its numbers follow from the seed, so the
//! same game is played on a fast machine and on a slow one, on one thread and on many.

mod greedy;
mod kind;
mod plan;
mod strategy;

pub use kind::{BotKind, UnknownBot};
pub use strategy::Strategy;

use crate::game::Choice;
use crate::rng::{Rng, derive_seed};
use crate::view::{View, World};

/// A bot at a seat, for states of one game. It has its own random numbers, so its thinking never
/// changes the deal.
#[derive(Debug, Clone)]
pub struct Bot<S> {
    kind: BotKind,
    rng: Rng,
    /// The seed of the worlds it imagines.
    seed: u64,
    /// How many decisions it has made.
    decisions: u64,
    /// A possible world, and a copy in which an option is tried; kept so that memory is reused.
    world: Option<World<S>>,
    scratch: Option<World<S>>,
    candidates: Vec<usize>,
    /// The occasion of its last decision, and the options it dismissed there.
    occasion: Option<u64>,
    dismissed: Vec<Choice>,
}

/// The stream of a bot's own generator.
const CHOICES: usize = 0;

/// Worlds of one decision have seeds that are less than this apart.
const WORLDS_OF_DECISION: u64 = 1 << 32;

impl<S: Clone> Bot<S> {
    /// A bot for a seat of the game with that seed.
    pub fn new(kind: BotKind, game_seed: u64, seat: u8) -> Bot<S> {
        // A large number, so that it never equals an index from which a simulation derives a game.
        let index = 0xB07 << 32 | u64::from(seat);
        let seed = derive_seed(game_seed, index);
        Bot {
            kind,
            rng: Rng::new(seed),
            seed,
            decisions: 0,
            world: None,
            scratch: None,
            candidates: Vec::new(),
            occasion: None,
            dismissed: Vec::new(),
        }
    }

    /// The index of the option it takes; 0 when there is only one.
    pub fn choose<G: Strategy<State = S>>(&mut self, view: &View<'_, G>) -> usize {
        self.decisions += 1;
        // An option to concede stands after all others.
        let options = view.options();
        let options = options.iter().rposition(|option| !view.game().concedes(*option));
        let options = options.map_or(0, |last| last + 1);
        if options <= 1 {
            return 0;
        }
        match self.kind {
            BotKind::Random => self.rng.below(CHOICES, options as u32) as usize,
            BotKind::Greedy => self.best(view),
            BotKind::Plan(budget) => self.plan(view, options, budget),
        }
    }

    /// The seed of a world of the present decision.
    fn seed_of(&self, world: u32) -> u64 {
        derive_seed(self.seed, self.decisions * WORLDS_OF_DECISION + u64::from(world))
    }
}
