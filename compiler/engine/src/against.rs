//! What an edit did: two versions of some content play the same games until the answer is clear.
//!
//! Game `i` has the same seed with both versions, so games that the edit does not touch end alike and
//! say so at once; only games that one version wins and the other loses count. Whether those fall
//! evenly is asked after every batch with a test that may be asked as often as one likes: a bet
//! against "the edit makes no difference" whose stake grows at most twentyfold in one of twenty nulls
//! (a mixture martingale; Ville's inequality). The interval holds at all numbers of games too (an
//! asymptotic confidence sequence, Waudby-Smith and others 2021).

use serde::Serialize;

use crate::module::OpenGame;
use crate::simulate::Simulation;

/// The chance to see a difference where there is none, over all that is compared.
const ERROR: f64 = 0.05;

/// How many games of both versions are played before the next look.
const BATCH: u32 = 50;

/// Fewer games of different outcome than this decide nothing.
const LEAST_PAIRS: u64 = 8;

/// The bettor's belief before the first game: as if it had seen so many games of each sort.
const PRIOR: f64 = 4.0;

/// The interval is narrowest, for its certainty, at about this many games.
const TYPICAL: f64 = 1000.0;

/// What is asked.
#[derive(Debug, Clone, Copy)]
pub struct Question<'a> {
    /// The table, the bots and the seed; `games` is the most that are played.
    pub simulation: &'a Simulation,
    /// The smallest difference of interest, as a part of all games.
    pub least: f64,
    /// How many tables are compared in all: the more, the more certain each must be.
    pub tables: usize,
}

/// What came out for one seat.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Comparison {
    /// The seat, from 0, that stands for all that win with it.
    pub seat: usize,
    /// Games that both versions played to an end.
    pub games: u64,
    /// Games won with the old version.
    pub old_wins: u64,
    /// Games won with the new version.
    pub new_wins: u64,
    /// Games won with the old version only, and with the new one only.
    pub only: [u64; 2],
    /// What follows.
    pub verdict: Verdict,
    /// How it stood after each look.
    pub looks: Vec<Look>,
    /// The smallest difference that so many games would still show.
    pub visible: f64,
}

/// How a comparison stood.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Look {
    /// Games of each version.
    pub games: u64,
    /// By how much the chance to win grew.
    pub change: f64,
    /// The change is at least this,
    pub low: f64,
    /// and at most this.
    pub high: f64,
}

/// What follows from a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The seat wins more with the new version.
    More,
    /// The seat wins less with the new version.
    Less,
    /// There is no difference of the size of interest.
    Same,
    /// So many games do not tell.
    Open,
}

/// The answer for one table.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Answer {
    /// The format.
    pub format: String,
    /// The deck of each seat.
    pub decks: Vec<String>,
    /// The bot of each seat.
    pub bots: Vec<String>,
    /// The seed.
    pub seed: u64,
    /// Games without an end, with the old and the new version.
    pub broken: [u64; 2],
    /// A comparison for each side.
    pub sides: Vec<Comparison>,
}

/// Plays both versions until every seat's question is answered, or the games are used up.
pub fn compare(
    old: &dyn OpenGame,
    new: &dyn OpenGame,
    question: &Question<'_>,
    after_batch: &dyn Fn(u32),
) -> Answer {
    let simulation = question.simulation;
    let mut comparing = Comparing::new(question);
    let mut next = 0;
    while next < simulation.games && !comparing.is_decided() {
        let batch = next..(next + BATCH).min(simulation.games);
        next = batch.end;
        let played = [old, new].map(|version| version.outcomes(simulation, batch.clone()));
        for (old, new) in played[0].iter().zip(&played[1]) {
            comparing.add([*old, *new]);
        }
        after_batch(batch.len() as u32);
    }
    comparing.answer()
}

/// A comparison under way: games are added in their order, wherever they were played.
#[derive(Debug, Clone)]
pub struct Comparing<'a> {
    simulation: &'a Simulation,
    pairs: Vec<[u8; 2]>,
    broken: [u64; 2],
    tests: Vec<Test>,
    /// Games that were added.
    games: u32,
    is_decided: bool,
}

impl<'a> Comparing<'a> {
    /// Before the first game.
    pub fn new(question: &Question<'a>) -> Comparing<'a> {
        let simulation = question.simulation;
        let tests = vec![Test::new(question); simulation.bots.len()];
        let (pairs, broken) = (Vec::new(), [0; 2]);
        Comparing { simulation, pairs, broken, tests, games: 0, is_decided: false }
    }

    /// Counts the next game: the seats that win it with the old and with the new version, as bits, or
    /// `None` where it has no end. What comes after the answer does not count.
    pub fn add(&mut self, [old, new]: [Option<u8>; 2]) {
        if self.is_decided {
            return;
        }
        self.games += 1;
        self.broken[0] += u64::from(old.is_none());
        self.broken[1] += u64::from(new.is_none());
        if let (Some(old), Some(new)) = (old, new) {
            self.pairs.push([old, new]);
            for (seat, test) in self.tests.iter_mut().enumerate() {
                test.count([old >> seat & 1 == 1, new >> seat & 1 == 1]);
            }
        }
        if self.games.is_multiple_of(BATCH) || self.games == self.simulation.games {
            self.tests.iter_mut().for_each(Test::look);
            self.is_decided = self.tests.iter().all(|test| test.verdict() != Verdict::Open);
        }
    }

    /// Whether every seat's question is answered.
    pub fn is_decided(&self) -> bool {
        self.is_decided
    }

    /// Whether no game is left that could change anything.
    pub fn is_over(&self) -> bool {
        self.is_decided || self.games >= self.simulation.games
    }

    /// What follows from the games so far.
    pub fn answer(&self) -> Answer {
        let (simulation, seats) = (self.simulation, self.tests.len());
        let sides = distinct(seats, &self.pairs);
        Answer {
            format: simulation.format.clone(),
            decks: simulation.decks.clone(),
            bots: simulation.bot_names(),
            seed: simulation.seed,
            broken: self.broken,
            sides: sides.into_iter().map(|seat| self.tests[seat].comparison(seat)).collect(),
        }
    }
}

/// One seat for each side: seats that always win together are one, and of two sides one of which
/// always wins, the first tells all.
fn distinct(seats: usize, pairs: &[[u8; 2]]) -> Vec<usize> {
    let bit = |winners: &u8, seat: usize| winners >> seat & 1;
    let same = |one: usize, other: usize, flip: u8| {
        pairs.iter().flatten().all(|winners| bit(winners, one) == bit(winners, other) ^ flip)
    };
    let mut kept: Vec<usize> = Vec::new();
    for seat in 0..seats {
        if !kept.iter().any(|known| same(*known, seat, 0) || same(*known, seat, 1)) {
            kept.push(seat);
        }
    }
    kept
}

/// The bet and the interval for one seat.
#[derive(Debug, Clone)]
struct Test {
    error: f64,
    least: f64,
    games: u64,
    wins: [u64; 2],
    only: [u64; 2],
    /// The logarithm of what the stake has grown to, and of the most it ever was.
    stake: f64,
    most: f64,
    looks: Vec<Look>,
}

impl Test {
    fn new(question: &Question<'_>) -> Test {
        Test {
            error: ERROR / question.tables.max(1) as f64,
            least: question.least,
            games: 0,
            wins: [0; 2],
            only: [0; 2],
            stake: 0.0,
            most: 0.0,
            looks: Vec::new(),
        }
    }

    /// Counts a game: whether the seat won with the old and with the new version.
    fn count(&mut self, won: [bool; 2]) {
        self.games += 1;
        self.wins[0] += u64::from(won[0]);
        self.wins[1] += u64::from(won[1]);
        if won[0] != won[1] {
            let side = usize::from(won[1]);
            let seen = (self.only[0] + self.only[1]) as f64;
            // The bettor puts on each side what it has seen of it; a fair coin doubles what is right.
            let believed = (PRIOR + self.only[side] as f64) / (2.0 * PRIOR + seen);
            self.stake += (2.0 * believed).ln();
            self.only[side] += 1;
            self.most = self.most.max(self.stake);
        }
    }

    fn change(&self) -> f64 {
        (self.only[1] as f64 - self.only[0] as f64) / self.games.max(1) as f64
    }

    /// Half the width of the interval after so many games like those seen.
    fn margin(&self, games: f64) -> f64 {
        if self.games == 0 {
            return 1.0;
        }
        let seen = self.games as f64;
        let differing = (self.only[0] + self.only[1]) as f64 / seen;
        // Where nothing has differed yet, one game in all might have.
        let variance = (differing - self.change().powi(2)).max(1.0 / seen);
        let t = games * -2.0 * ERROR.ln() / TYPICAL;
        (variance * (t + 1.0) / (games * t) * ((t + 1.0) / self.error.powi(2)).ln()).sqrt().min(1.0)
    }

    fn look(&mut self) {
        let (change, margin) = (self.change(), self.margin(self.games.max(1) as f64));
        let (low, high) = ((change - margin).max(-1.0), (change + margin).min(1.0));
        self.looks.push(Look { games: self.games, change, low, high });
    }

    fn verdict(&self) -> Verdict {
        let Some(Look { change, low, high, .. }) = self.looks.last() else { return Verdict::Open };
        let is_clear = self.most >= -self.error.ln() && self.only[0] + self.only[1] >= LEAST_PAIRS;
        match () {
            () if is_clear && *low > 0.0 => Verdict::More,
            () if is_clear && *high < 0.0 => Verdict::Less,
            () if change.abs() < self.least && *low > -self.least && *high < self.least => {
                Verdict::Same
            }
            () => Verdict::Open,
        }
    }

    fn comparison(&self, seat: usize) -> Comparison {
        Comparison {
            seat,
            games: self.games,
            old_wins: self.wins[0],
            new_wins: self.wins[1],
            only: self.only,
            verdict: self.verdict(),
            looks: self.looks.clone(),
            visible: self.margin(self.games.max(1) as f64),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot::BotKind;
    use crate::rng::Rng;

    fn simulation() -> Simulation {
        Simulation {
            format: String::new(),
            decks: Vec::new(),
            bots: vec![BotKind::Random],
            games: 4000,
            seed: 0,
            inspect_every: 0,
            habits: Vec::new(),
        }
    }

    /// The verdict about games of which, in a thousand, so many are won only before and only after.
    fn judged([before, after]: [u32; 2], seed: u64) -> (Verdict, u64) {
        let simulation = simulation();
        let mut test = Test::new(&Question { simulation: &simulation, least: 0.02, tables: 1 });
        let mut rng = Rng::new(seed);
        for game in 0..simulation.games {
            let thrown = rng.below(0, 1000);
            test.count([thrown < before, thrown >= before && thrown < before + after]);
            if (game + 1) % BATCH == 0 {
                test.look();
                if test.verdict() != Verdict::Open {
                    break;
                }
            }
        }
        (test.verdict(), test.games)
    }

    #[test]
    fn differences_are_found_with_their_sign_and_nulls_are_left_alone() {
        let found =
            |parts, wanted| (0..100).filter(|seed| judged(parts, *seed).0 == wanted).count();
        assert!(found([100, 160], Verdict::More) >= 98);
        assert!(found([160, 100], Verdict::Less) >= 98);
        assert_eq!(found([160, 100], Verdict::More), 0);
        let wrong = 100 - found([130, 130], Verdict::Open) - found([130, 130], Verdict::Same);
        assert!(wrong <= 5, "{wrong} of 100 nulls were flagged");
    }

    #[test]
    fn an_edit_without_consequence_is_known_at_once_and_a_large_one_soon() {
        assert_eq!(judged([0, 0], 1).0, Verdict::Same);
        let (verdict, games) = judged([0, 300], 1);
        assert_eq!(verdict, Verdict::More);
        assert!(games <= 200, "{games} games");
    }

    #[test]
    fn seats_that_win_together_or_against_each_other_are_asked_about_once() {
        assert_eq!(distinct(3, &[[0b011, 0b100], [0b011, 0b011]]), [0]);
        assert_eq!(distinct(2, &[[0b01, 0b10], [0b00, 0b11]]), [0, 1]);
        assert_eq!(distinct(2, &[[0b01, 0b10], [0b01, 0b01]]), [0]);
    }
}
