//! Players that are programs. They see what a person sees: the list of legal options.

use std::fmt;
use std::str::FromStr;

use crate::game::{Choice, Game, PlayError};
use crate::rng::{Rng, derive_seed};

/// A way of choosing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum BotKind {
    /// Any option, each equally likely.
    Random,
    /// The option that leads to the best position as far as the game looks ahead; among
    /// equally good ones, the option that the game's automatic player suggests.
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

/// How a game's own bots think about it.
pub trait Strategy: Game {
    /// How many throws of the dice a bot imagines for an option, none of which is the throw that
    /// will really come. 0 for a game without dice, and where a bot may know them.
    const THROWS: u64 = 0;

    /// How good the position is for a seat as it stands; larger is better.
    fn evaluate(&self, state: &Self::State, seat: u8) -> i64;

    /// The options that are worth considering, in a fixed order, the suggested one first. Left out
    /// are options that equal another one and options that are never better.
    fn candidates(&self, state: &Self::State, into: &mut Vec<usize>) {
        let options = self.options(state).len();
        let suggested = self.suggest(state).min(options.saturating_sub(1));
        into.push(suggested);
        into.extend((0..options).filter(|&option| option != suggested));
    }

    /// A number for what the decision is about. A bot remembers what it thought of an option for as
    /// long as decisions in a row have the same number; `None` means it forgets at once.
    fn occasion(&self, _state: &Self::State) -> Option<u64> {
        None
    }

    /// How good an option is for a seat, looking as far ahead as is worthwhile; larger is better.
    /// Unless the game overrides this, the position after the option counts, on average over the
    /// imagined throws.
    /// `scratch` is a state whose memory is reused; its contents mean nothing.
    fn foresee(
        &self,
        state: &Self::State,
        option: usize,
        seat: u8,
        scratch: &mut Option<Self::State>,
    ) -> Result<i64, PlayError> {
        let mut total = 0;
        for throw in 0..Self::THROWS.max(1) {
            let next = match scratch {
                Some(next) => {
                    next.clone_from(state);
                    next
                }
                None => scratch.insert(state.clone()),
            };
            if Self::THROWS > 0 {
                self.reseed(next, derive_seed(u64::from(self.round(state)), throw));
            }
            self.apply(next, option)?;
            total += self.evaluate(next, seat);
        }
        Ok(total / Self::THROWS.max(1) as i64)
    }

    /// The option that the game's own automatic player takes.
    fn suggest(&self, state: &Self::State) -> usize;
}

/// A bot at a seat, for states of one game. It has its own random numbers, so its thinking never
/// changes the deal.
#[derive(Debug, Clone)]
pub struct Bot<S> {
    kind: BotKind,
    rng: Rng,
    /// The position it imagines, kept so that its memory is reused.
    scratch: Option<S>,
    candidates: Vec<usize>,
    /// The occasion of its last decision, and the options it dismissed there.
    occasion: Option<u64>,
    dismissed: Vec<Choice>,
}

/// The stream of a bot's own generator.
const CHOICES: usize = 0;

impl<S> Bot<S> {
    /// A bot for a seat of the game with that seed.
    pub fn new(kind: BotKind, game_seed: u64, seat: u8) -> Bot<S> {
        // A large number, so that it never equals an index from which a simulation derives a game.
        let index = 0xB07 << 32 | u64::from(seat);
        let rng = Rng::new(derive_seed(game_seed, index));
        Bot {
            kind,
            rng,
            scratch: None,
            candidates: Vec::new(),
            occasion: None,
            dismissed: Vec::new(),
        }
    }

    /// The index of the option it takes; 0 when there is only one.
    pub fn choose<G: Strategy<State = S>>(&mut self, game: &G, state: &S) -> usize {
        // An option to concede stands after all others.
        let options = game.options(state);
        let options = options.iter().rposition(|option| !game.concedes(*option));
        let options = options.map_or(0, |last| last + 1);
        if options <= 1 {
            return 0;
        }
        match self.kind {
            BotKind::Random => self.rng.below(CHOICES, options as u32) as usize,
            BotKind::Greedy => self.best(game, state),
        }
    }

    /// The candidate that leads to the best position; the suggested one among equals.
    ///
    /// An option that was no better than the suggested one is not considered again on the same
    /// occasion, until the bot takes something other than the suggestion.
    fn best<G: Strategy<State = S>>(&mut self, game: &G, state: &S) -> usize {
        let Some(decision) = game.decision(state) else { return 0 };
        let occasion = game.occasion(state);
        if occasion.is_none() || occasion != self.occasion {
            self.dismissed.clear();
            self.occasion = occasion;
        }
        self.candidates.clear();
        game.candidates(state, &mut self.candidates);
        let options = game.options(state);
        let suggested = self.candidates.first().copied().unwrap_or(0);
        let dismissed = &self.dismissed;
        self.candidates
            .retain(|&option| option == suggested || !dismissed.contains(&options[option]));
        if self.candidates.len() <= 1 {
            return suggested;
        }
        let mut best = (None, suggested);
        let mut standard = None;
        for &option in &self.candidates {
            // A runaway option has no value (`None`), which is less than any value.
            let value = game.foresee(state, option, decision.seat, &mut self.scratch).ok();
            if option == suggested {
                standard = value;
            } else if value <= standard {
                self.dismissed.push(options[option]);
            }
            if value > best.0 {
                best = (value, option);
            }
        }
        if best.1 != suggested {
            self.dismissed.clear();
        }
        best.1
    }
}
