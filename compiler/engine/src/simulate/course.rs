//! How a game went: who stood how well when, who had to wait, and which decisions mattered.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

use crate::bot::Strategy;
use crate::game::Game;
use crate::view::{View, World};

/// A game is looked at after a quarter, a half and three quarters of its rounds.
pub const LOOKS: usize = 3;

/// What a seat did and had in one game.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SeatCourse {
    /// Decisions with more than one option.
    pub decisions: u32,
    /// Of those, the ones whose weight its bot found out.
    pub weighed: u32,
    /// Of those, the ones that made a difference.
    pub mattered: u32,
    /// Rounds in which it had none.
    pub idle_rounds: u32,
    /// How it stood, as it saw it, at each look; larger is better.
    pub standing: [i64; LOOKS],
}

/// Sums over games for one seat.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct SeatTotals {
    /// Decisions with more than one option.
    pub decisions: u64,
    /// Of those, the ones whose weight its bot found out.
    pub weighed: u64,
    /// Of those, the ones that made a difference.
    pub mattered: u64,
    /// Rounds.
    pub rounds: u64,
    /// Rounds without a decision.
    pub idle_rounds: u64,
    /// For each look, how many games stood so, and how many of those the seat won. Standings are
    /// counted in steps that grow with their size.
    pub standing: [BTreeMap<i16, [u64; 2]>; LOOKS],
}

impl SeatTotals {
    pub(super) fn of(course: &SeatCourse, rounds: u32, has_won: bool) -> SeatTotals {
        let at = |look: usize| {
            let step = step(course.standing[look]);
            BTreeMap::from([(step, [1, u64::from(has_won)])])
        };
        SeatTotals {
            decisions: u64::from(course.decisions),
            weighed: u64::from(course.weighed),
            mattered: u64::from(course.mattered),
            rounds: u64::from(rounds),
            idle_rounds: u64::from(course.idle_rounds),
            standing: std::array::from_fn(at),
        }
    }

    pub(super) fn add(&mut self, other: &SeatTotals) {
        self.decisions += other.decisions;
        self.weighed += other.weighed;
        self.mattered += other.mattered;
        self.rounds += other.rounds;
        self.idle_rounds += other.idle_rounds;
        for (into, from) in self.standing.iter_mut().zip(&other.standing) {
            for (step, counts) in from {
                let sums = into.entry(*step).or_default();
                sums[0] += counts[0];
                sums[1] += counts[1];
            }
        }
    }
}

/// The step of a standing: eight to a doubling, and one for each small number.
fn step(standing: i64) -> i16 {
    const EIGHTH: u32 = 3;
    let size = standing.unsigned_abs();
    let bits = u64::BITS - size.leading_zeros();
    let step = match bits.checked_sub(EIGHTH + 1) {
        // The leading bit, then the three behind it.
        Some(shift) => (i16::try_from(shift).unwrap_or(0) << EIGHTH) + (size >> shift) as i16,
        None => size as i16,
    };
    if standing < 0 { -step } else { step }
}

/// Watches a game as it is played.
pub(super) struct Watch<S> {
    seats: Vec<SeatCourse>,
    /// Which seats had a decision in the present round.
    busy: Vec<bool>,
    round: u32,
    rounds: u32,
    /// The standings of all seats at the beginning of each round.
    standings: Vec<Vec<i64>>,
    memory: Option<World<S>>,
}

impl<S: Clone> Watch<S> {
    pub(super) fn new(seats: usize) -> Watch<S> {
        Watch {
            seats: vec![SeatCourse::default(); seats],
            busy: vec![false; seats],
            round: 0,
            rounds: 0,
            standings: Vec::new(),
            memory: None,
        }
    }

    /// Before a decision.
    pub(super) fn look<G: Strategy<State = S>>(&mut self, game: &G, state: &S) {
        let round = Game::round(game, state);
        if round == self.round {
            return;
        }
        self.end_round();
        self.round = round;
        let mut standings: Vec<i64> = Vec::with_capacity(self.seats.len());
        for seat in 0..self.seats.len() as u8 {
            let partner =
                (0..seat).find(|other| game.side(state, *other) == game.side(state, seat));
            standings.push(match partner {
                Some(partner) => standings[usize::from(partner)],
                None => {
                    let view = View::new(game, state, seat);
                    game.evaluate(view.imagine(0, &mut self.memory), seat)
                }
            });
        }
        self.standings.push(standings);
    }

    /// A seat has decided among several options.
    pub(super) fn decided(&mut self, seat: u8, mattered: Option<bool>) {
        let place = usize::from(seat);
        if let (Some(course), Some(busy)) = (self.seats.get_mut(place), self.busy.get_mut(place)) {
            *busy = true;
            course.decisions += 1;
            course.weighed += u32::from(mattered.is_some());
            course.mattered += u32::from(mattered == Some(true));
        }
    }

    fn end_round(&mut self) {
        if self.round == 0 {
            return;
        }
        self.rounds += 1;
        for (course, busy) in self.seats.iter_mut().zip(&mut self.busy) {
            course.idle_rounds += u32::from(!*busy);
            *busy = false;
        }
    }

    /// The game is over: what each seat did and had.
    pub(super) fn finish(mut self) -> Vec<SeatCourse> {
        self.end_round();
        let rounds = self.standings.len();
        for (seat, course) in self.seats.iter_mut().enumerate() {
            for (look, standing) in course.standing.iter_mut().enumerate() {
                let at = (rounds * (look + 1) / (LOOKS + 1)).min(rounds.saturating_sub(1));
                *standing = self.standings.get(at).and_then(|all| all.get(seat)).map_or(0, |n| *n);
            }
        }
        self.seats
    }
}

/// What the course of many games shows about one seat.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Story {
    /// The seat, from 0, which stands for its side.
    pub seat: usize,
    /// For each look, in how many games of a thousand the one wins that stands better then.
    pub foreseen: [u32; LOOKS],
    /// In how many games of a thousand it is open at the last look who wins: either has a chance of
    /// at least a third.
    pub close: u32,
    /// Of a thousand games that it wins, those in which its chance at half time was below a quarter.
    pub comebacks: u32,
}

/// So many groups are made of games that stood alike.
const GROUPS: u64 = 10;

/// A smaller group tells nothing.
const LEAST_GROUP: u64 = 20;

impl Story {
    /// What the standings of a seat show; `None` if there were too few games to say.
    pub(super) fn new(seat: usize, totals: &SeatTotals) -> Option<Story> {
        let groups = |look: usize| groups(&totals.standing[look]);
        let all =
            |groups: &[[u64; 2]], place: usize| groups.iter().map(|one| one[place]).sum::<u64>();
        let mut foreseen = [0; LOOKS];
        for (look, share) in foreseen.iter_mut().enumerate() {
            let groups = groups(look);
            if groups.len() < 2 {
                return None;
            }
            let right: u64 = groups.iter().map(|[games, won]| (*won).max(games - won)).sum();
            *share = per_mille(right, all(&groups, 0));
        }
        let (half, last) = (groups(LOOKS / 2), groups(LOOKS - 1));
        let open = last.iter().filter(|[games, won]| won * 3 >= *games && won * 3 <= games * 2);
        let behind = half.iter().filter(|[games, won]| won * 4 < *games);
        Some(Story {
            seat,
            foreseen,
            close: per_mille(open.map(|one| one[0]).sum(), all(&last, 0)),
            comebacks: per_mille(behind.map(|one| one[1]).sum(), all(&half, 1)),
        })
    }
}

fn per_mille(part: u64, whole: u64) -> u32 {
    (part * 1000 / whole.max(1)) as u32
}

/// Games that stood alike, from the worst to the best standing: how many, and how many were won.
fn groups(standing: &BTreeMap<i16, [u64; 2]>) -> Vec<[u64; 2]> {
    let all: u64 = standing.values().map(|counts| counts[0]).sum();
    let least = (all / GROUPS).max(LEAST_GROUP);
    let mut groups: Vec<[u64; 2]> = Vec::new();
    for counts in standing.values() {
        match groups.last_mut().filter(|last| last[0] < least) {
            Some(last) => *last = [last[0] + counts[0], last[1] + counts[1]],
            None => groups.push(*counts),
        }
    }
    if let [.., last] = groups[..]
        && last[0] < least
        && groups.len() > 1
    {
        groups.pop();
        if let Some(before) = groups.last_mut() {
            *before = [before[0] + last[0], before[1] + last[1]];
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_keep_the_order_of_standings() {
        let mut last = step(i64::MIN + 1);
        for standing in [-1_000_000, -70, -16, -15, -9, -1, 0, 1, 7, 8, 15, 16, 17, 18, 70, 1 << 40]
        {
            assert!(step(standing) >= last, "{standing}");
            last = step(standing);
        }
        assert!(step(16) > step(15) && step(0) == 0 && step(-5) == -step(5));
    }

    /// Of 400 games, half stand well and half badly; those that stand well win that many of a hundred.
    fn story(wins: u64) -> Story {
        let mut totals = SeatTotals::default();
        for look in &mut totals.standing {
            look.insert(-40, [200, 200 - 2 * wins]);
            look.insert(40, [200, 2 * wins]);
        }
        Story::new(0, &totals).expect("enough games")
    }

    #[test]
    fn a_story_tells_whether_games_are_decided_early() {
        let decided = story(90);
        assert_eq!((decided.foreseen, decided.close), ([900; 3], 0));
        assert_eq!(decided.comebacks, 100);
        let open = story(50);
        assert_eq!((open.foreseen, open.close, open.comebacks), ([500; 3], 1000, 0));
        assert_eq!(Story::new(0, &SeatTotals::default()), None);
    }
}
