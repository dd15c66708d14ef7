//! What is kept of many games: whole numbers that can be added up in any order.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Failure, GameResult, SeatTotals};
use crate::game::Tally;

/// How many broken games are kept with their logs.
const KEPT_FAILURES: usize = 5;

/// Sums over games.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Totals {
    /// Games that came to an end.
    pub finished: u64,
    /// Games that did not.
    pub broken: u64,
    /// All seats win or lose together.
    pub together: bool,
    /// The side of each seat; empty before the first game has ended.
    pub sides: Vec<u8>,
    /// Games won by each seat.
    pub wins: Vec<u64>,
    /// How often games ended in each way.
    pub endings: BTreeMap<String, u64>,
    /// How many games had so many rounds.
    pub rounds: BTreeMap<u32, u64>,
    /// How many games had so many decisions.
    pub decisions: BTreeMap<u32, u64>,
    /// All decisions of all games, also of those without an end.
    pub total_decisions: u64,
    /// What happened to each printed card.
    pub cards: Vec<CardTotals>,
    /// How often each triggered ability ran.
    pub fired: Vec<u64>,
    /// How often each triggered ability's condition did not hold.
    pub refused: Vec<u64>,
    /// How the games went for each seat.
    pub seats: Vec<SeatTotals>,
    /// The first broken games by their number.
    pub failures: BTreeMap<u32, Failure>,
}

/// Sums over games for one printed card.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct CardTotals {
    /// How often it was played or came into play.
    pub played: u64,
    /// How often it could have been played.
    pub legal: u64,
    /// How often it could not be paid for.
    pub unaffordable: u64,
    /// How often it had nothing to act on.
    pub aimless: u64,
    /// Games in which any of this happened: its player had it.
    pub drawn_in: u64,
    /// Games in which it was played.
    pub played_in: u64,
    /// Of the games in which it was drawn, those that each seat won.
    pub drawn_wins: Vec<u64>,
    /// Of the games in which it was played, those that each seat won.
    pub played_wins: Vec<u64>,
}

impl Totals {
    /// The sums of one game.
    pub(super) fn of(seats: usize, result: &GameResult) -> Totals {
        let row = &result.row;
        let mut totals = Totals { total_decisions: u64::from(row.decisions), ..Totals::default() };
        match &row.ending {
            Ok(reason) => {
                totals.finished = 1;
                (totals.together, totals.sides) = (result.together, row.sides.clone());
                totals.endings.insert((*reason).to_owned(), 1);
                totals.rounds.insert(row.rounds, 1);
                totals.decisions.insert(row.decisions, 1);
                let has_won = |seat: usize| row.winners >> seat & 1 == 1;
                let courses = row.seats.iter().enumerate();
                let seats =
                    courses.map(|(seat, course)| SeatTotals::of(course, row.rounds, has_won(seat)));
                totals.seats = seats.collect();
            }
            Err(problem) => {
                totals.broken = 1;
                let (problem, log) = (problem.clone(), result.log.clone());
                totals.failures.extend(log.map(|log| (row.game, Failure { problem, log })));
            }
        }
        totals.wins = (0..seats).map(|seat| u64::from(row.winners >> seat & 1)).collect();
        if let Some(tally) = &result.tally {
            totals.count(tally);
        }
        totals
    }

    fn count(&mut self, tally: &Tally) {
        let Tally { played, legal, unaffordable, aimless, fired, refused } = tally;
        let wide = |counts: &[u32]| counts.iter().map(|count| u64::from(*count)).collect();
        (self.fired, self.refused) = (wide(fired), wide(refused));
        let lengths = [played, legal, unaffordable, aimless].map(Vec::len);
        let at = |counts: &[u32], place: usize| counts.get(place).map_or(0, |n| u64::from(*n));
        self.cards = (0..lengths.into_iter().max().unwrap_or(0))
            .map(|place| {
                let mut card = CardTotals {
                    played: at(played, place),
                    legal: at(legal, place),
                    unaffordable: at(unaffordable, place),
                    aimless: at(aimless, place),
                    ..CardTotals::default()
                };
                // A game without an end tells nothing about winning.
                let is_drawn = card.played + card.legal + card.unaffordable + card.aimless > 0;
                if is_drawn && self.finished > 0 {
                    card.drawn_in = 1;
                    card.drawn_wins.clone_from(&self.wins);
                    if card.played > 0 {
                        card.played_in = 1;
                        card.played_wins.clone_from(&self.wins);
                    }
                }
                card
            })
            .collect();
    }

    /// The sums of both.
    #[must_use]
    pub fn merged(mut self, other: Totals) -> Totals {
        let Totals {
            finished,
            broken,
            together,
            sides,
            wins,
            endings,
            rounds,
            decisions,
            total_decisions,
            cards,
            fired,
            refused,
            seats,
            failures,
        } = other;
        self.finished += finished;
        self.broken += broken;
        self.together |= together;
        if self.sides.is_empty() {
            self.sides = sides;
        }
        add(&mut self.wins, &wins);
        add_counts(&mut self.endings, endings);
        add_counts(&mut self.rounds, rounds);
        add_counts(&mut self.decisions, decisions);
        self.total_decisions += total_decisions;
        if self.cards.len() < cards.len() {
            self.cards.resize_with(cards.len(), CardTotals::default);
        }
        for (into, from) in self.cards.iter_mut().zip(&cards) {
            into.add(from);
        }
        add(&mut self.fired, &fired);
        add(&mut self.refused, &refused);
        if self.seats.len() < seats.len() {
            self.seats.resize_with(seats.len(), SeatTotals::default);
        }
        for (into, from) in self.seats.iter_mut().zip(&seats) {
            into.add(from);
        }
        self.failures.extend(failures);
        while self.failures.len() > KEPT_FAILURES {
            self.failures.pop_last();
        }
        self
    }
}

impl CardTotals {
    fn add(&mut self, other: &CardTotals) {
        self.played += other.played;
        self.legal += other.legal;
        self.unaffordable += other.unaffordable;
        self.aimless += other.aimless;
        self.drawn_in += other.drawn_in;
        self.played_in += other.played_in;
        add(&mut self.drawn_wins, &other.drawn_wins);
        add(&mut self.played_wins, &other.played_wins);
    }
}

fn add(into: &mut Vec<u64>, from: &[u64]) {
    if into.len() < from.len() {
        into.resize(from.len(), 0);
    }
    into.iter_mut().zip(from).for_each(|(sum, count)| *sum += count);
}

fn add_counts<K: Ord>(into: &mut BTreeMap<K, u64>, from: BTreeMap<K, u64>) {
    for (key, count) in from {
        *into.entry(key).or_default() += count;
    }
}
