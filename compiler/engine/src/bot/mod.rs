//! Players that are programs.
//!
//! A bot gets a [`View`]: the legal options of its seat, and possible worlds to think in. It never
//! holds the true position, so it knows neither the dice to come nor the order of a deck nor what
//! others hide. Budgets are counted in simulations and all its numbers follow from the seed, so the
//! same game is played on a fast machine and on a slow one, on one thread and on many.

mod greedy;
mod halving;
mod kind;
mod search;
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
    /// The options it may take at the present decision; empty: all.
    allowed: Vec<bool>,
    /// Whether its last decision made a difference, if it found out.
    mattered: Option<bool>,
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
            allowed: Vec::new(),
            mattered: None,
        }
    }

    /// Whether the last decision made a difference: between the best and the worst option that were
    /// considered there was more than chance. `None` if the bot does not find out.
    pub fn mattered(&self) -> Option<bool> {
        self.mattered
    }

    /// The index of the option it takes; 0 when there is only one.
    pub fn choose<G: Strategy<State = S>>(&mut self, view: &View<'_, G>) -> usize {
        self.choose_among(view, Vec::new())
    }

    /// Like [`Bot::choose`], among the options that are allowed; an empty list allows all, and so
    /// does one that leaves nothing.
    pub fn choose_among<G: Strategy<State = S>>(
        &mut self,
        view: &View<'_, G>,
        allowed: Vec<bool>,
    ) -> usize {
        self.decisions += 1;
        self.mattered = None;
        // An option to concede stands after all others.
        let options = view.options();
        let options = options.iter().rposition(|option| !view.game().concedes(*option));
        let options = options.map_or(0, |last| last + 1);
        if options <= 1 {
            return 0;
        }
        self.allowed = allowed;
        self.allowed.truncate(options);
        match self.allowed.iter().filter(|allowed| **allowed).count() {
            0 => self.allowed.clear(),
            1 => return self.allowed.iter().position(|allowed| *allowed).unwrap_or(0),
            _ => {}
        }
        match self.kind {
            BotKind::Random => self.any(options),
            BotKind::Auto => self.suggested(view),
            BotKind::Greedy => self.best(view),
            BotKind::Plan(budget) => self.plan(view, options, budget),
            BotKind::Search(budget) => self.search(view, options, budget),
        }
    }

    /// Any option, each equally likely.
    fn any(&mut self, options: usize) -> usize {
        if self.allowed.is_empty() {
            return self.rng.below(CHOICES, options as u32) as usize;
        }
        let allowed: Vec<usize> = (0..options).filter(|option| self.may(*option)).collect();
        allowed[self.rng.below(CHOICES, allowed.len() as u32) as usize]
    }

    /// What the automatic player takes, or the first candidate that is allowed.
    fn suggested<G: Strategy<State = S>>(&mut self, view: &View<'_, G>) -> usize {
        let seed = self.seed_of(0);
        let (game, world) = (view.game(), view.imagine(seed, &mut self.world));
        let suggested = game.suggest(world).min(view.options().len().saturating_sub(1));
        if self.may(suggested) {
            return suggested;
        }
        let seed = self.seed_of(0);
        let world = view.imagine(seed, &mut self.world);
        self.candidates.clear();
        game.candidates(world, &mut self.candidates);
        self.keep_allowed();
        self.candidates.first().copied().unwrap_or(0)
    }

    /// Whether an option is allowed.
    fn may(&self, option: usize) -> bool {
        self.allowed.get(option).copied().unwrap_or(self.allowed.is_empty())
    }

    /// Leaves the candidates that are allowed, or all that is allowed if none of them is.
    fn keep_allowed(&mut self) {
        let allowed = std::mem::take(&mut self.allowed);
        if !allowed.is_empty() {
            self.candidates.retain(|&option| allowed.get(option) == Some(&true));
            if self.candidates.is_empty() {
                self.candidates.extend((0..allowed.len()).filter(|option| allowed[*option]));
            }
        }
        self.allowed = allowed;
    }

    /// The seed of a world of the present decision.
    fn seed_of(&self, world: u32) -> u64 {
        derive_seed(self.seed, self.decisions * WORLDS_OF_DECISION + u64::from(world))
    }
}
