//! Plays many games with bots and reports what they show about the content.
//!
//! Game `i` has a seed that depends only on the simulation's seed and `i`, and what is kept of the
//! games is whole numbers that are added up, so the report is the same on one thread and on many,
//! and on one machine and on many.

mod report;
mod totals;

pub use report::{CardReport, Failure, SilentAbility, SimulationReport, Spread};
pub use totals::{CardTotals, Totals};

use std::collections::BTreeMap;
use std::ops::Range;

use rayon::prelude::*;

use crate::bot::{Bot, BotKind, Strategy};
use crate::core::run::MOST_DECISIONS;
use crate::game::{Start, Tally};
use crate::log::Log;
use crate::rng::derive_seed;
use crate::view::View;

/// A game that has not ended after this many decisions counts as broken. The last ones are made
/// here, so that what repeats can be told, and not only which effects did.
const DECISION_LIMIT: u32 = MOST_DECISIONS;

/// The decisions that are listed when a game does not end: the last ones show what repeats.
const CIRCLE: u32 = 500;

/// What to simulate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Simulation {
    /// The format's identifier.
    pub format: String,
    /// A deck for each seat.
    pub decks: Vec<String>,
    /// A bot for each seat.
    pub bots: Vec<BotKind>,
    /// How many games.
    pub games: u32,
    /// The seed that the seeds of all games are derived from.
    pub seed: u64,
    /// Check the bookkeeping of every n-th position; 0: never.
    pub inspect_every: u32,
}

/// Plays the games, on all threads, and adds them up.
pub fn simulate<G: Strategy>(game: &G, simulation: &Simulation) -> SimulationReport {
    simulate_watched(game, simulation, || {})
}

/// Like [`simulate`], with a call after every game, from whichever thread played it.
pub(crate) fn simulate_watched<G: Strategy>(
    game: &G,
    simulation: &Simulation,
    after_game: impl Fn() + Sync,
) -> SimulationReport {
    let totals = add_up(game, simulation, 0..simulation.games, after_game);
    SimulationReport::new(game, simulation, &totals)
}

/// Plays some of the games and adds them up.
pub(crate) fn add_up<G: Strategy>(
    game: &G,
    simulation: &Simulation,
    games: Range<u32>,
    after_game: impl Fn() + Sync,
) -> Totals {
    let played = games.into_par_iter().map(|index| {
        let result = play(game, simulation, derive_seed(simulation.seed, u64::from(index)));
        after_game();
        Totals::of(index, simulation.bots.len(), result)
    });
    played.reduce(Totals::default, Totals::merged)
}

/// The seats that win each of some of the games, as bits; `None` for a game without an end.
pub(crate) fn outcomes<G: Strategy>(
    game: &G,
    simulation: &Simulation,
    games: Range<u32>,
) -> Vec<Option<u8>> {
    let played = games.into_par_iter().map(|index| {
        let result = play(game, simulation, derive_seed(simulation.seed, u64::from(index)));
        result.ending.ok().map(|(winners, _)| winners)
    });
    played.collect()
}

struct GameResult {
    ending: Result<(u8, &'static str), String>,
    rounds: u32,
    decisions: u32,
    together: bool,
    sides: Vec<u8>,
    tally: Option<Tally>,
    log: Option<Log>,
}

fn play<G: Strategy>(game: &G, simulation: &Simulation, seed: u64) -> GameResult {
    let start = Start {
        format: simulation.format.clone(),
        decks: simulation.decks.clone(),
        seed,
        tally: true,
        ..Start::default()
    };
    let mut log = Log::new(start);
    let mut state = match game.setup(&log.start) {
        Ok(state) => state,
        Err(error) => return GameResult::broken(error.to_string(), 0, 0, log),
    };
    let mut bots: Vec<Bot<G::State>> = simulation
        .bots
        .iter()
        .enumerate()
        .map(|(seat, &kind)| Bot::new(kind, seed, seat as u8))
        .collect();
    let mut decisions = 0;
    let mut circle = Circle::default();
    loop {
        if let Some(outcome) = game.outcome(&state) {
            return GameResult {
                ending: Ok((outcome.winners, outcome.reason)),
                rounds: game.round(&state),
                decisions,
                together: game.together(&state),
                sides: (0..bots.len() as u8).map(|seat| game.side(&state, seat)).collect(),
                tally: game.tally(&state).cloned(),
                log: None,
            };
        }
        if decisions >= DECISION_LIMIT {
            return GameResult::broken(circle.problem(), game.round(&state), decisions, log);
        }
        let watched = (decisions >= DECISION_LIMIT - CIRCLE).then_some(&mut circle);
        let table = (&mut bots[..], &mut log, watched);
        if let Some(problem) = step(game, simulation, &mut state, table, decisions) {
            return GameResult::broken(problem, game.round(&state), decisions, log);
        }
        decisions += 1;
    }
}

/// The last decisions of a game that does not end, with how often each was made.
#[derive(Default)]
struct Circle {
    taken: BTreeMap<String, u32>,
}

impl Circle {
    /// Why the game is broken: what happens over and over.
    fn problem(self) -> String {
        const SHOWN: usize = 3;
        let mut taken: Vec<(String, u32)> = self.taken.into_iter().collect();
        taken.sort_by(|left, right| right.1.cmp(&left.1).then(left.0.cmp(&right.0)));
        let shown = taken.iter().take(SHOWN).map(|(what, count)| format!("`{what}` {count} times"));
        let shown: Vec<String> = shown.collect();
        format!(
            "no end after {DECISION_LIMIT} decisions; of the last {CIRCLE}, {}",
            shown.join(", ")
        )
    }
}

/// Makes one decision. Returns why the game is broken, if it is.
fn step<G: Strategy>(
    game: &G,
    simulation: &Simulation,
    state: &mut G::State,
    (bots, log, watched): (&mut [Bot<G::State>], &mut Log, Option<&mut Circle>),
    decisions: u32,
) -> Option<String> {
    let Some(decision) = game.decision(state) else {
        return Some("neither a decision nor an end".to_owned());
    };
    if game.options(state).is_empty() {
        return Some(format!("the decision `{}` has no options", decision.what));
    }
    let Some(bot) = bots.get_mut(usize::from(decision.seat)) else {
        return Some(format!("a decision for seat {}, which nobody has", decision.seat + 1));
    };
    let option = bot.choose(&View::new(game, state, decision.seat));
    log.decisions.push(option as u32);
    if let (Some(circle), Some(choice)) = (watched, game.options(state).get(option)) {
        *circle.taken.entry(game.label(state, *choice)).or_default() += 1;
    }
    if let Err(error) = game.apply(state, option) {
        return Some(error.to_string());
    }
    let inspect =
        simulation.inspect_every > 0 && decisions.is_multiple_of(simulation.inspect_every);
    if inspect { game.violations(state).into_iter().next() } else { None }
}

impl GameResult {
    fn broken(problem: String, rounds: u32, decisions: u32, log: Log) -> GameResult {
        let (ending, sides) = (Err(problem), Vec::new());
        let (together, tally, log) = (false, None, Some(log));
        GameResult { ending, rounds, decisions, together, sides, tally, log }
    }
}
