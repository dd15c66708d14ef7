//! Exact odds: the distribution of what a pool shows, by convolution in whole numbers.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Serialize, Serializer};

use super::{Dice, Pool};

/// A fraction of whole numbers, in lowest terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ratio {
    /// Above the line.
    pub numerator: u128,
    /// Below the line; never 0.
    pub denominator: u128,
}

impl Ratio {
    /// A fraction in lowest terms; 0 where the denominator is 0.
    pub fn new(numerator: u128, denominator: u128) -> Ratio {
        let divisor = gcd(numerator, denominator);
        if denominator == 0 || divisor == 0 {
            return Ratio { numerator: 0, denominator: 1 };
        }
        Ratio { numerator: numerator / divisor, denominator: denominator / divisor }
    }

    /// In thousandths, rounded to the nearest.
    pub fn per_mille(self) -> u32 {
        // Shifted so that the denominator has at most 112 bits, which leaves room for the factor
        // 2000.
        let shift = 128u32.saturating_sub(self.denominator.leading_zeros()).saturating_sub(112);
        let (numerator, denominator) = (self.numerator >> shift, self.denominator >> shift);
        ((numerator * 2000 + denominator) / (2 * denominator)) as u32
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.numerator, self.denominator)
    }
}

impl Serialize for Ratio {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Why odds cannot be worked out exactly.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum OddsError {
    /// The number of equally likely cases does not fit.
    #[error("the pool has too many dice for exact odds")]
    TooManyCases,
}

/// What happens to a roll before it is counted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Odds {
    /// This many of the dice with most of the symbol are taken away first.
    pub drop_highest: usize,
    /// Of the rest only this many of the best are kept; all if `None`.
    pub keep_best: Option<usize>,
    /// Every die that shows less of the symbol than this is thrown once more.
    pub reroll_below: Option<i32>,
    /// A die counts 1 if it shows at least this much, and 0 otherwise.
    pub success_at: Option<i32>,
}

/// How likely each value is: weights that add up to the number of equally likely cases.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Distribution {
    weights: BTreeMap<i32, u128>,
    cases: u128,
}

impl Distribution {
    /// Always the same value.
    pub fn certain(value: i32) -> Distribution {
        Distribution { weights: BTreeMap::from([(value, 1)]), cases: 1 }
    }

    /// How much of a symbol a pool shows, its bonus included.
    pub fn of(
        pool: &Pool,
        symbol: u8,
        dice: &Dice,
        odds: &Odds,
    ) -> Result<Distribution, OddsError> {
        let mut cases = 1u128;
        // While dice are added one by one, a state holds the highest values so far, highest first,
        // and the sum of the values below them.
        let kept = odds.keep_best.map_or(0, |best| best.saturating_add(odds.drop_highest));
        let room = if odds.keep_best.is_some() { kept } else { odds.drop_highest };
        let mut states: BTreeMap<(Vec<i32>, i32), u128> = BTreeMap::from([((Vec::new(), 0), 1)]);
        for die in pool.thrown(dice) {
            let (faces, own_cases) = faces(die, symbol, dice, odds);
            cases = cases.checked_mul(own_cases).ok_or(OddsError::TooManyCases)?;
            let mut next: BTreeMap<(Vec<i32>, i32), u128> = BTreeMap::new();
            for ((high, sum), weight) in &states {
                for (value, share) in &faces {
                    let (high, below) = insert(high, *value, room);
                    let more = weight.checked_mul(*share).ok_or(OddsError::TooManyCases)?;
                    *next.entry((high, sum + below.unwrap_or(0))).or_default() += more;
                }
            }
            states = next;
        }
        let bonus = i32::from(pool.sure(dice).get(usize::from(symbol)).copied().unwrap_or(0));
        let mut weights = BTreeMap::new();
        for ((high, sum), weight) in states {
            let best: i32 = high.iter().skip(odds.drop_highest).sum();
            let rest = if odds.keep_best.is_some() { 0 } else { sum };
            *weights.entry(best + rest + bonus).or_default() += weight;
        }
        Ok(Distribution { weights, cases })
    }

    /// The values with their weights, smallest first.
    pub fn weights(&self) -> impl Iterator<Item = (i32, u128)> {
        self.weights.iter().map(|(value, weight)| (*value, *weight))
    }

    /// How many equally likely cases there are.
    pub fn cases(&self) -> u128 {
        self.cases
    }

    /// The chance of exactly that value.
    pub fn chance(&self, value: i32) -> Ratio {
        Ratio::new(self.weights.get(&value).copied().unwrap_or(0), self.cases)
    }

    /// The chance of that value or more.
    pub fn at_least(&self, value: i32) -> Ratio {
        Ratio::new(self.weights.range(value..).map(|(_, weight)| weight).sum(), self.cases)
    }

    /// The mean, in thousandths, rounded down.
    pub fn mean_per_mille(&self) -> i64 {
        // Shifted so that the number of cases has at most 96 bits, which leaves room for the
        // products.
        let shift = 128u32.saturating_sub(self.cases.leading_zeros()).saturating_sub(96);
        let share =
            |(value, weight): (&i32, &u128)| i128::from(*value) * (*weight >> shift) as i128;
        let sum: i128 = self.weights.iter().map(share).sum();
        (sum * 1000).div_euclid((self.cases >> shift) as i128) as i64
    }

    /// By how much this exceeds another, independent value: attack minus defence.
    pub fn minus(&self, other: &Distribution) -> Result<Distribution, OddsError> {
        let cases = self.cases.checked_mul(other.cases).ok_or(OddsError::TooManyCases)?;
        let mut weights: BTreeMap<i32, u128> = BTreeMap::new();
        for (value, weight) in &self.weights {
            for (against, share) in &other.weights {
                // Each product is at most `cases`, and so is their sum.
                *weights.entry(value - against).or_default() += weight * share;
            }
        }
        Ok(Distribution { weights, cases })
    }

    /// The chance that this value is larger than another: that an attack beats a defence
    /// which wins ties.
    pub fn beats(&self, other: &Distribution) -> Result<Ratio, OddsError> {
        Ok(self.minus(other)?.at_least(1))
    }
}

/// Values of a die's faces with weights, and the number of cases they make together.
fn faces(die: u8, symbol: u8, dice: &Dice, odds: &Odds) -> (BTreeMap<i32, u128>, u128) {
    let shown = dice.dice.get(usize::from(die)).map_or(&[][..], |die| die.faces.as_slice());
    let values: Vec<i32> = shown
        .iter()
        .map(|face| i32::from(face.get(usize::from(symbol)).copied().unwrap_or(0)))
        .collect();
    let sides = values.len().max(1) as u128;
    let counts = |value: i32| odds.success_at.map_or(value, |target| i32::from(value >= target));
    let mut weights: BTreeMap<i32, u128> = BTreeMap::new();
    let again = |value: &i32| odds.reroll_below.is_some_and(|bound| *value < bound);
    let rerolled = values.iter().filter(|value| again(value)).count() as u128;
    let cases = if odds.reroll_below.is_some() { sides * sides } else { sides };
    for value in &values {
        let stays = if again(value) { 0 } else { cases / sides };
        *weights.entry(counts(*value)).or_default() += stays + rerolled;
    }
    if values.is_empty() {
        weights.insert(0, 1);
    }
    (weights, cases)
}

/// Inserts a value among the `room` highest and returns the value that no longer fits.
fn insert(high: &[i32], value: i32, room: usize) -> (Vec<i32>, Option<i32>) {
    let place = high.iter().position(|other| *other < value).unwrap_or(high.len());
    let mut next = high.to_vec();
    next.insert(place, value);
    let below = if next.len() > room { next.pop() } else { None };
    (next, below)
}

#[cfg(test)]
mod tests {
    use super::super::{Die, Luck, MAX_SYMBOLS, Roll};
    use super::*;
    use crate::rng::Rng;

    fn dice() -> Dice {
        let stars = |counts: &[i8]| {
            let face = |count: &i8| {
                let mut shown = [0; MAX_SYMBOLS];
                shown[0] = *count;
                shown
            };
            counts.iter().map(face).collect::<Vec<_>>()
        };
        let blue = Die { id: "blue".into(), unit: "B".into(), faces: stars(&[0, 0, 0, 1, 1, 2]) };
        let red = Die { id: "red".into(), unit: "R".into(), faces: stars(&[0, 0, 1, 1, 2, 3]) };
        let six = Die::numbered("six", "d", 6);
        Dice::new(vec!["star".into()], vec![blue, red, six]).expect("usable dice")
    }

    fn of(pool: Pool, odds: Odds) -> Distribution {
        Distribution::of(&pool, 0, &dice(), &odds).expect("few dice")
    }

    #[test]
    fn two_six_sided_dice_have_the_odds_everybody_knows() {
        let odds = of(Pool::of(2, 2), Odds::default());
        assert_eq!(odds.chance(7), Ratio::new(1, 6));
        assert_eq!(odds.chance(2), Ratio::new(1, 36));
        assert_eq!(odds.at_least(10), Ratio::new(1, 6));
        assert_eq!(odds.mean_per_mille(), 7000);
        assert_eq!(Ratio::new(1, 6).per_mille(), 167);
    }

    #[test]
    fn a_skill_check_of_four_dice_matches_the_table() {
        // Four dice, each a success on d6 + 2 >= 6: 0.938, 0.688, 0.313, 0.063.
        let odds = of(Pool::of(2, 4), Odds { success_at: Some(4), ..Odds::default() });
        let chances: Vec<u32> = (1..=4).map(|needed| odds.at_least(needed).per_mille()).collect();
        assert_eq!(chances, [938, 688, 313, 63]);
    }

    #[test]
    fn static_stars_shift_everything() {
        let odds = of(Pool::of(0, 1).plus(Pool::flat(0, 2)), Odds::default());
        assert_eq!(odds.chance(2), Ratio::new(1, 2));
        assert_eq!(odds.chance(4), Ratio::new(1, 6));
        assert_eq!(of(Pool::flat(0, 3), Odds::default()), Distribution::certain(3));
    }

    #[test]
    fn an_attack_that_must_exceed_loses_ties() {
        let six = of(Pool::of(2, 1), Odds::default());
        assert_eq!(six.beats(&six), Ok(Ratio::new(15, 36)));
        assert_eq!(six.beats(&Distribution::certain(4)), Ok(Ratio::new(1, 3)));
    }

    #[test]
    fn too_many_cases_are_an_error_and_not_nonsense() {
        let many = of(Pool::of(2, 24), Odds::default());
        assert_eq!(many.cases(), 6u128.pow(24));
        let more = many.minus(&many).expect("fits");
        assert_eq!(more.minus(&many), Err(OddsError::TooManyCases));
        assert!(more.at_least(0).per_mille() > 500);
        assert!((-1..=0).contains(&more.mean_per_mille()), "as likely to be ahead as behind");
    }

    /// Every case one by one, with the operations of a real roll.
    fn by_hand(pool: Pool, odds: Odds) -> Distribution {
        let dice = dice();
        let colours: Vec<u8> = pool.thrown(&dice).collect();
        let mut weights = BTreeMap::new();
        let mut cases = 0u128;
        let mut faces = vec![0u8; colours.len()];
        loop {
            let mut roll = Roll::default();
            roll.bonus = pool.bonus;
            for (die, face) in colours.iter().zip(&faces) {
                roll.add(super::super::Thrown { die: *die, face: *face, ..Default::default() });
            }
            for _ in 0..odds.drop_highest {
                roll.drop_highest(0, &dice);
            }
            if let Some(best) = odds.keep_best {
                roll.keep_best(best, 0, &dice);
            }
            let value = match odds.success_at {
                Some(target) => roll.successes(0, 0, target, &dice) + i32::from(pool.bonus[0]),
                None => roll.total(0, &dice),
            };
            *weights.entry(value).or_default() += 1;
            cases += 1;
            let Some(place) = faces.iter().position(|face| *face < 5) else {
                return Distribution { weights, cases };
            };
            faces[..place].fill(0);
            faces[place] += 1;
        }
    }

    #[test]
    fn convolution_agrees_with_counting_every_case() {
        for blue in 0..3 {
            for red in 0..3 {
                let pool = Pool::of(0, blue).plus(Pool::of(1, red)).plus(Pool::flat(0, 1));
                for drop_highest in 0..3 {
                    for keep_best in [None, Some(0), Some(1), Some(2)] {
                        let odds = Odds { drop_highest, keep_best, ..Odds::default() };
                        assert_eq!(of(pool, odds), by_hand(pool, odds), "{pool:?} {odds:?}");
                    }
                }
                let odds = Odds { success_at: Some(2), ..Odds::default() };
                assert_eq!(of(pool, odds), by_hand(pool, odds));
            }
        }
    }

    #[test]
    fn rerolled_odds_agree_with_throwing_often() {
        let odds = of(Pool::of(2, 1), Odds { reroll_below: Some(3), ..Odds::default() });
        // 1 and 2 are thrown again: 1/3 of 1/6 for each of them.
        assert_eq!(odds.chance(1), Ratio::new(1, 18));
        assert_eq!(odds.chance(6), Ratio::new(4, 18));
        let dice = dice();
        let mut luck = Luck::new(Rng::new(11));
        let mut sixes = 0;
        for _ in 0..18_000 {
            let mut roll = Roll::throw(&Pool::of(2, 1), &dice, &mut luck, 1);
            if roll.total(0, &dice) < 3 {
                roll.reroll(0, &dice, &mut luck, 1);
            }
            sixes += u32::from(roll.total(0, &dice) == 6);
        }
        assert!((3700..4300).contains(&sixes), "{sixes}");
    }
}
