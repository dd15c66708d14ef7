//! Plays many games with bots and reports what they show about the content.
//!
//! Game `i` has a seed that depends only on the simulation's seed and `i`, and results are
//! added up in the order of `i`, so the report is the same on one thread and on many.

use std::collections::BTreeMap;

use rayon::prelude::*;
use serde::Serialize;

use crate::bot::{Bot, BotKind, Strategy};
use crate::core::run::MOST_DECISIONS;
use crate::game::{Game, Start, Tally};
use crate::log::Log;
use crate::rng::derive_seed;

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

/// The result of a simulation.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct SimulationReport {
    /// The format.
    pub format: String,
    /// The deck of each seat.
    pub decks: Vec<String>,
    /// The bot of each seat.
    pub bots: Vec<String>,
    /// The seed.
    pub seed: u64,
    /// Games that came to an end.
    pub finished: u32,
    /// Games that did not.
    pub broken: u32,
    /// All seats win or lose together.
    pub together: bool,
    /// The side of each seat, from 0: seats of one side win or lose together.
    pub sides: Vec<u8>,
    /// Games won by each seat.
    pub wins: Vec<u32>,
    /// For each seat the 95 % interval of its chance to win, in tenths of a percent.
    pub intervals: Vec<(u32, u32)>,
    /// How games ended, most frequent first.
    pub endings: Vec<(String, u32)>,
    /// Rounds played.
    pub rounds: Spread,
    /// Decisions made.
    pub decisions: Spread,
    /// All decisions of all games.
    pub total_decisions: u64,
    /// What happened to each card.
    pub cards: Vec<CardReport>,
    /// Triggered abilities that never ran, and why.
    pub silent: Vec<SilentAbility>,
    /// The first broken games, with a log that leads there.
    pub failures: Vec<Failure>,
}

/// Middle and tails of a distribution.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Spread {
    /// Half of the games had at most this.
    pub p50: u32,
    /// 95 % of the games had at most this.
    pub p95: u32,
    /// The most.
    pub max: u32,
}

/// A card over all games.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct CardReport {
    /// The card.
    pub card: String,
    /// How often it was played or came into play.
    pub played: u64,
    /// How often it could have been played when its player decided.
    pub legal: u64,
    /// How often it was in hand at the right time but could not be paid for.
    pub unaffordable: u64,
    /// How often it was in hand at the right time but had nothing to act on.
    pub aimless: u64,
}

/// An ability that never ran.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct SilentAbility {
    /// Card and event.
    pub ability: String,
    /// How often its event happened but its condition did not hold; 0: its event never happened.
    pub refused: u64,
}

/// A game that did not come to an end.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Failure {
    /// What went wrong.
    pub problem: String,
    /// The game up to there.
    pub log: Log,
}

/// How many broken games are kept with their logs.
const KEPT_FAILURES: usize = 5;

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
    let results: Vec<GameResult> = (0..simulation.games)
        .into_par_iter()
        .map(|index| {
            let result = play(game, simulation, derive_seed(simulation.seed, u64::from(index)));
            after_game();
            result
        })
        .collect();
    add_up(game, simulation, results)
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
    let option = bot.choose(game, state);
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

fn add_up<G: Game>(
    game: &G,
    simulation: &Simulation,
    results: Vec<GameResult>,
) -> SimulationReport {
    let seats = simulation.bots.len();
    let mut wins = vec![0; seats];
    let mut endings: BTreeMap<&str, u32> = BTreeMap::new();
    let mut failures = Vec::new();
    let (mut rounds, mut decisions) = (Vec::new(), Vec::new());
    let mut sum = Tally::default();
    let (mut finished, mut broken, mut total_decisions) = (0, 0, 0);
    let mut together = false;
    let mut sides: Vec<u8> = (0..seats as u8).collect();
    for result in results {
        total_decisions += u64::from(result.decisions);
        match result.ending {
            Ok((winners, reason)) => {
                finished += 1;
                (together, sides) = (result.together, result.sides);
                *endings.entry(reason).or_default() += 1;
                rounds.push(result.rounds);
                decisions.push(result.decisions);
                for (seat, won) in wins.iter_mut().enumerate() {
                    *won += u32::from(winners & (1 << seat) != 0);
                }
            }
            Err(problem) => {
                broken += 1;
                if let (Some(log), true) = (result.log, failures.len() < KEPT_FAILURES) {
                    failures.push(Failure { problem, log });
                }
            }
        }
        if let Some(tally) = &result.tally {
            sum.add(tally);
        }
    }
    let mut endings: Vec<(String, u32)> =
        endings.into_iter().map(|(reason, count)| (reason.to_owned(), count)).collect();
    endings.sort_by(|left, right| right.1.cmp(&left.1).then(left.0.cmp(&right.0)));
    let (cards, silent) = name_tally(game, &sum);
    SimulationReport {
        format: simulation.format.clone(),
        decks: simulation.decks.clone(),
        bots: simulation.bots.iter().map(|bot| bot.name().to_owned()).collect(),
        seed: simulation.seed,
        finished,
        broken,
        together,
        sides,
        intervals: wins.iter().map(|&won| interval(won, finished)).collect(),
        wins,
        endings,
        rounds: spread(rounds),
        decisions: spread(decisions),
        total_decisions,
        cards,
        silent,
        failures,
    }
}

fn name_tally<G: Game>(game: &G, sum: &Tally) -> (Vec<CardReport>, Vec<SilentAbility>) {
    let names = game.tally_names();
    let at = |counts: &[u32], index: usize| u64::from(counts.get(index).copied().unwrap_or(0));
    let cards = names
        .cards
        .into_iter()
        .enumerate()
        .map(|(index, card)| CardReport {
            card,
            played: at(&sum.played, index),
            legal: at(&sum.legal, index),
            unaffordable: at(&sum.unaffordable, index),
            aimless: at(&sum.aimless, index),
        })
        .collect();
    let silent = names
        .abilities
        .into_iter()
        .enumerate()
        .filter(|(index, _)| at(&sum.fired, *index) == 0)
        .map(|(index, ability)| SilentAbility { ability, refused: at(&sum.refused, index) })
        .collect();
    (cards, silent)
}

impl Tally {
    /// Adds the counts of another game.
    pub fn add(&mut self, other: &Tally) {
        let add = |into: &mut Vec<u32>, from: &[u32]| {
            if into.len() < from.len() {
                into.resize(from.len(), 0);
            }
            for (sum, count) in into.iter_mut().zip(from) {
                *sum = sum.saturating_add(*count);
            }
        };
        add(&mut self.played, &other.played);
        add(&mut self.legal, &other.legal);
        add(&mut self.unaffordable, &other.unaffordable);
        add(&mut self.aimless, &other.aimless);
        add(&mut self.fired, &other.fired);
        add(&mut self.refused, &other.refused);
    }
}

fn spread(mut values: Vec<u32>) -> Spread {
    values.sort_unstable();
    let at = |percent: usize| {
        let index = (values.len() * percent).div_ceil(100).saturating_sub(1);
        values.get(index).copied().unwrap_or(0)
    };
    Spread { p50: at(50), p95: at(95), max: values.last().copied().unwrap_or(0) }
}

/// Wilson's 95 % interval of a proportion, in tenths of a percent.
fn interval(won: u32, games: u32) -> (u32, u32) {
    if games == 0 {
        return (0, 1000);
    }
    let z = 1.96_f64;
    let n = f64::from(games);
    let p = f64::from(won) / n;
    let centre = p + z * z / (2.0 * n);
    let margin = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    let scale = 1000.0 / (1.0 + z * z / n);
    let bound = |value: f64| (value * scale).round().clamp(0.0, 1000.0) as u32;
    (bound(centre - margin), bound(centre + margin))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_covers_the_proportion_and_narrows() {
        let (low, high) = interval(50, 100);
        assert!(low < 500 && 500 < high, "{low} {high}");
        let (lower, higher) = interval(5000, 10000);
        assert!(low < lower && higher < high);
        assert_eq!(interval(0, 0), (0, 1000));
        assert_eq!(interval(0, 10).0, 0);
        assert_eq!(interval(10, 10).1, 1000);
    }

    #[test]
    fn the_spread_of_few_values_is_their_own() {
        assert_eq!(spread(vec![]), Spread::default());
        assert_eq!(spread(vec![7]), Spread { p50: 7, p95: 7, max: 7 });
        assert_eq!(spread((1..=100).rev().collect()), Spread { p50: 50, p95: 95, max: 100 });
    }
}
