//! Finds the smallest change of some numbers with which a side wins as often as is wanted.
//!
//! Changes are tried in the order of their size, so that the first that meets the goal is the smallest.
//! All are played with the same seeds. A change that is clearly off is given up early; of several of
//! one size, the one nearest to the middle of the goal is taken.

use cardwright_model::{Entity, Library, Value};
use serde::Serialize;

use crate::module::{Modules, OpenError};
use crate::simulate::Simulation;
use crate::statistics::wilson;

/// How many games are played before a change is looked at again.
const BATCH: u32 = 50;

/// A change is given up when the goal lies outside of this many standard errors.
const OFF: f64 = 2.58;

/// How many changes are tried at most.
const MOST: usize = 400;

/// A number that may be changed: a field of a card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Knob {
    /// The card.
    pub card: String,
    /// Its field.
    pub field: String,
}

/// What is wanted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Goal {
    /// The seat, from 0, that wants to win.
    pub seat: usize,
    /// It wins at least this part of the games,
    pub low: f64,
    /// and at most this.
    pub high: f64,
    /// No number changes by more than this.
    pub reach: i64,
}

/// A change and how it did.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Change {
    /// What each number grows by, in the order of the knobs.
    pub by: Vec<i64>,
    /// Games played.
    pub games: u64,
    /// Games that the seat won.
    pub wins: u64,
    /// The ends of the 95 % interval of its chance.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
    /// Whether it meets the goal.
    pub fits: bool,
}

/// What was found.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Tuning {
    /// What the numbers are now.
    pub now: Vec<i64>,
    /// Everything that was tried, in that order.
    pub tried: Vec<Change>,
    /// The place of the one that is proposed; `None` if nothing within reach meets the goal.
    pub proposed: Option<usize>,
}

/// Why numbers cannot be tuned.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TuneError {
    /// There is no such card.
    #[error("there is no card `{0}`")]
    NoCard(String),
    /// The card has no such number.
    #[error("`{card}` has no number `{field}`; its numbers are: {}", .numbers.join(", "))]
    NoNumber {
        /// The card.
        card: String,
        /// The field that was asked for.
        field: String,
        /// The fields that are numbers.
        numbers: Vec<String>,
    },
    /// The content cannot be played.
    #[error(transparent)]
    Open(#[from] OpenError),
}

/// Looks for the smallest change that meets the goal, on average over the tables.
pub fn tune(
    modules: Modules,
    library: &Library,
    (knobs, goal): (&[Knob], Goal),
    simulations: &[Simulation],
    after_change: &dyn Fn(&Change),
) -> Result<Tuning, TuneError> {
    let now = knobs.iter().map(|knob| number(library, knob)).collect::<Result<Vec<i64>, _>>()?;
    let mut tried: Vec<Change> = Vec::new();
    let mut proposed: Option<usize> = None;
    let size = |by: &[i64]| by.iter().map(|one| one.abs()).sum::<i64>();
    for by in changes(&now, goal.reach) {
        // All changes of the size of one that fits are still tried, none that is larger.
        if proposed.is_some_and(|place| size(&tried[place].by) < size(&by)) {
            break;
        }
        let changed = turned(library, knobs, &by);
        let change = play(modules, &changed, by, goal, simulations)?;
        after_change(&change);
        let off = |change: &Change| {
            (change.wins as f64 / change.games.max(1) as f64 - (goal.low + goal.high) / 2.0).abs()
        };
        if change.fits && proposed.is_none_or(|place| off(&change) < off(&tried[place])) {
            proposed = Some(tried.len());
        }
        tried.push(change);
    }
    Ok(Tuning { now, tried, proposed })
}

/// All changes within reach, the smallest first; numbers do not become negative.
fn changes(now: &[i64], reach: i64) -> Vec<Vec<i64>> {
    let mut all: Vec<Vec<i64>> = vec![Vec::new()];
    for value in now {
        let steps = -reach..=reach;
        let steps: Vec<i64> = steps.filter(|step| value + step >= (*value).min(0)).collect();
        let longer = |by: Vec<i64>| {
            steps.iter().map(move |step| [&by[..], &[*step]].concat()).collect::<Vec<_>>()
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    all.sort_by_key(|by| by.iter().map(|one| one.abs()).sum::<i64>());
    all.truncate(MOST);
    all
}

fn card<'a>(library: &'a Library, id: &str) -> Option<&'a Entity> {
    let packages = library.packages.iter().rev();
    packages.flat_map(|package| &package.cards).find(|card| card.id == id)
}

/// What a number is now.
pub fn number(library: &Library, knob: &Knob) -> Result<i64, TuneError> {
    let found = card(library, &knob.card).ok_or_else(|| TuneError::NoCard(knob.card.clone()))?;
    let numbers = || {
        let fields = found.fields.iter().filter(|(_, value)| value.as_int().is_some());
        fields.map(|(field, _)| field.clone()).collect()
    };
    found.int(&knob.field).ok_or_else(|| TuneError::NoNumber {
        card: knob.card.clone(),
        field: knob.field.clone(),
        numbers: numbers(),
    })
}

/// The library with changed numbers.
pub fn turned(library: &Library, knobs: &[Knob], by: &[i64]) -> Library {
    let mut library = library.clone();
    for (knob, by) in knobs.iter().zip(by) {
        let packages = library.packages.iter_mut().rev();
        let mut cards = packages.flat_map(|package| &mut package.cards);
        if let Some(card) = cards.find(|card| card.id == knob.card)
            && let Some(Value::Int(value)) = card.fields.get_mut(&knob.field)
        {
            *value += by;
        }
    }
    library
}

fn play(
    modules: Modules,
    library: &Library,
    by: Vec<i64>,
    goal: Goal,
    simulations: &[Simulation],
) -> Result<Change, TuneError> {
    let game = modules.open(library)?;
    let (mut games, mut wins, mut next) = (0, 0, 0);
    let most = simulations.iter().map(|simulation| simulation.games).max().unwrap_or(0);
    let mut is_off = false;
    while next < most && !is_off {
        let batch = next..(next + BATCH).min(most);
        next = batch.end;
        for simulation in simulations {
            for winners in game.outcomes(simulation, batch.clone()).into_iter().flatten() {
                games += 1;
                wins += u64::from(winners >> goal.seat & 1);
            }
        }
        let (low, high) = wilson(wins, games, OFF);
        is_off = high < goal.low || goal.high < low;
    }
    let (low, high) = wilson(wins, games, 1.96);
    let rate = wins as f64 / games.max(1) as f64;
    let fits = !is_off && games > 0 && (goal.low..=goal.high).contains(&rate);
    Ok(Change { by, games, wins, low, high, fits })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_come_by_size_and_leave_no_negative_numbers() {
        let all = changes(&[1, 5], 2);
        assert_eq!(all[0], [0, 0]);
        assert_eq!(all.len(), 4 * 5, "the first cannot fall by 2");
        let sizes: Vec<i64> = all.iter().map(|by| by.iter().map(|one| one.abs()).sum()).collect();
        assert!(sizes.is_sorted());
    }
}
