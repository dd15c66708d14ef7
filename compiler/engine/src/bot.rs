//! Players that are programs. They see what a person sees: the list of legal options.

use std::fmt;
use std::str::FromStr;

use crate::game::Game;
use crate::rng::{Rng, derive_seed};

/// A way of choosing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum BotKind {
    /// Any option, each equally likely.
    Random,
    /// The option after which the position looks best, one step ahead; among equals the one
    /// that the game's automatic player suggests.
    Greedy,
}

impl BotKind {
    /// All kinds of bots.
    pub const ALL: [BotKind; 2] = [BotKind::Random, BotKind::Greedy];

    /// The word for it on the command line.
    pub fn name(self) -> &'static str {
        match self {
            BotKind::Random => "random",
            BotKind::Greedy => "greedy",
        }
    }
}

impl fmt::Display for BotKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// There is no bot of that name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no bot `{0}`; the bots are `random` and `greedy`")]
pub struct UnknownBot(pub String);

impl FromStr for BotKind {
    type Err = UnknownBot;

    fn from_str(name: &str) -> Result<BotKind, UnknownBot> {
        BotKind::ALL
            .into_iter()
            .find(|kind| kind.name() == name)
            .ok_or_else(|| UnknownBot(name.to_owned()))
    }
}

/// A bot at a seat. It has luck of its own, so its thinking never changes the deal.
#[derive(Debug, Clone)]
pub struct Bot {
    kind: BotKind,
    rng: Rng,
}

/// The stream of a bot's own generator.
const CHOICES: usize = 0;

impl Bot {
    /// A bot for a seat of the game with that seed.
    pub fn new(kind: BotKind, game_seed: u64, seat: u8) -> Bot {
        // Far from the indices that simulations derive games from.
        let index = 0xB07 << 32 | u64::from(seat);
        Bot { kind, rng: Rng::new(derive_seed(game_seed, index)) }
    }

    /// The index of the option it takes; 0 when there is only one.
    pub fn choose<G: Game>(&mut self, game: &G, state: &G::State) -> usize {
        let options = game.options(state).len();
        if options <= 1 {
            return 0;
        }
        match self.kind {
            BotKind::Random => self.rng.below(CHOICES, options as u32) as usize,
            BotKind::Greedy => greedy(game, state, options),
        }
    }
}

fn greedy<G: Game>(game: &G, state: &G::State, options: usize) -> usize {
    let Some(decision) = game.decision(state) else { return 0 };
    let suggested = game.suggest(state).min(options - 1);
    let mut best = (i64::MIN, suggested);
    // The suggestion is looked at first, so that another option must be truly better.
    let order = std::iter::once(suggested).chain((0..options).filter(|&index| index != suggested));
    for option in order {
        let mut next = state.clone();
        if game.apply(&mut next, option).is_err() {
            continue;
        }
        let value = game.evaluate(&next, decision.seat);
        if value > best.0 {
            best = (value, option);
        }
    }
    best.1
}
