//! What many games showed, with names and intervals.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{SeatTotals, Simulation, Story, Totals};
use crate::game::Game;
use crate::habit;
use crate::log::Log;

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
    /// What each seat had to do.
    pub seats: Vec<SeatReport>,
    /// How open the games were, for one seat of each side; empty if there were few games.
    pub stories: Vec<Story>,
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

/// What a seat had to do, over all games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct SeatReport {
    /// Decisions with more than one option.
    pub decisions: u64,
    /// Of those, the ones whose weight its bot found out.
    pub weighed: u64,
    /// Of those, the ones that made a difference.
    pub mattered: u64,
    /// Rounds.
    pub rounds: u64,
    /// Rounds in which it had nothing to decide.
    pub idle_rounds: u64,
}

impl SeatReport {
    fn new(totals: &SeatTotals) -> SeatReport {
        let SeatTotals { decisions, weighed, mattered, rounds, idle_rounds, .. } = *totals;
        SeatReport { decisions, weighed, mattered, rounds, idle_rounds }
    }
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
    /// Games in which it was in hand at the right time or came into play.
    pub drawn_in: u64,
    /// Games in which it was played or came into play.
    pub played_in: u64,
    /// Of the games in which it was drawn, those that each seat won.
    pub drawn_wins: Vec<u64>,
    /// Of the games in which it was played, those that each seat won.
    pub played_wins: Vec<u64>,
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Failure {
    /// What went wrong.
    pub problem: String,
    /// The game up to there.
    pub log: Log,
}

impl SimulationReport {
    /// What totals show.
    pub(crate) fn new<G: Game>(
        game: &G,
        simulation: &Simulation,
        totals: &Totals,
    ) -> SimulationReport {
        let seats = simulation.bots.len();
        let seen = |counts: &[u64], seat: usize| counts.get(seat).copied().unwrap_or(0) as u32;
        let wins: Vec<u32> = (0..seats).map(|seat| seen(&totals.wins, seat)).collect();
        let finished = totals.finished as u32;
        let mut endings: Vec<(String, u32)> =
            totals.endings.iter().map(|(reason, count)| (reason.clone(), *count as u32)).collect();
        endings.sort_by(|left, right| right.1.cmp(&left.1).then(left.0.cmp(&right.0)));
        let sides = match totals.sides.is_empty() {
            true => (0..seats as u8).collect(),
            false => totals.sides.clone(),
        };
        let (cards, silent) = named(game, totals);
        let stands_for_side =
            |seat: usize| (0..seat).all(|other| sides.get(other) != sides.get(seat));
        let stories = totals.seats.iter().enumerate().filter(|(seat, _)| stands_for_side(*seat));
        let stories = stories.filter_map(|(seat, totals)| Story::new(seat, totals)).collect();
        SimulationReport {
            format: simulation.format.clone(),
            decks: simulation.decks.clone(),
            bots: simulation.bot_names(),
            seed: simulation.seed,
            finished,
            broken: totals.broken as u32,
            together: totals.together,
            sides,
            intervals: wins.iter().map(|&won| interval(won, finished)).collect(),
            wins,
            endings,
            rounds: spread(&totals.rounds),
            decisions: spread(&totals.decisions),
            total_decisions: totals.total_decisions,
            seats: totals.seats.iter().map(SeatReport::new).collect(),
            stories,
            cards,
            silent,
            failures: totals.failures.values().cloned().collect(),
        }
    }
}

impl Simulation {
    /// What the bots of all seats are called, with their habits.
    pub fn bot_names(&self) -> Vec<String> {
        let bots = self.bots.iter().enumerate();
        bots.map(|(seat, bot)| habit::named(bot.name(), seat as u8, &self.habits)).collect()
    }
}

fn named<G: Game>(game: &G, totals: &Totals) -> (Vec<CardReport>, Vec<SilentAbility>) {
    let names = game.tally_names();
    let at = |counts: &[u64], index: usize| counts.get(index).copied().unwrap_or(0);
    let cards = names.cards.into_iter().enumerate().map(|(index, card)| {
        let count = totals.cards.get(index).cloned().unwrap_or_default();
        CardReport {
            card,
            played: count.played,
            legal: count.legal,
            unaffordable: count.unaffordable,
            aimless: count.aimless,
            drawn_in: count.drawn_in,
            played_in: count.played_in,
            drawn_wins: count.drawn_wins,
            played_wins: count.played_wins,
        }
    });
    let silent = names
        .abilities
        .into_iter()
        .enumerate()
        .filter(|(index, _)| at(&totals.fired, *index) == 0)
        .map(|(index, ability)| SilentAbility { ability, refused: at(&totals.refused, index) })
        .collect();
    (cards.collect(), silent)
}

/// Middle and tails of what was counted: how many games had each value.
fn spread(values: &BTreeMap<u32, u64>) -> Spread {
    let all: u64 = values.values().sum();
    let at = |percent: u64| {
        let wanted = (all * percent).div_ceil(100);
        let mut below = 0;
        let found = values.iter().find(|(_, count)| {
            below += **count;
            below >= wanted
        });
        found.map_or(0, |(value, _)| *value)
    };
    Spread { p50: at(50), p95: at(95), max: values.keys().last().copied().unwrap_or(0) }
}

/// Wilson's 95 % interval of a proportion, in tenths of a percent.
fn interval(won: u32, games: u32) -> (u32, u32) {
    let (low, high) = crate::statistics::wilson(u64::from(won), u64::from(games), 1.96);
    let bound = |value: f64| (value * 1000.0).round().clamp(0.0, 1000.0) as u32;
    (bound(low), bound(high))
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
        let counted = |values: &[u32]| {
            let mut counts = BTreeMap::new();
            values.iter().for_each(|value| *counts.entry(*value).or_default() += 1);
            spread(&counts)
        };
        assert_eq!(counted(&[]), Spread::default());
        assert_eq!(counted(&[7]), Spread { p50: 7, p95: 7, max: 7 });
        let hundred: Vec<u32> = (1..=100).rev().collect();
        assert_eq!(counted(&hundred), Spread { p50: 50, p95: 95, max: 100 });
    }
}
