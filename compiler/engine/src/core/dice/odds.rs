//! Exact odds: the distribution of what a pool shows, by convolution in whole numbers.

use std::collections::BTreeMap;
use std::fmt;

use num_bigint::{BigInt, BigUint};
use serde::{Serialize, Serializer};

use super::natural::{Natural, Weight};
use super::ranked::{self, Ranks};
use super::{Dice, MAX_DICE, Pool};

/// A fraction of whole numbers, in lowest terms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ratio {
    /// Above the line.
    pub numerator: Natural,
    /// Below the line; never 0.
    pub denominator: Natural,
}

impl Ratio {
    /// A fraction in lowest terms; 0 where the denominator is 0.
    pub fn new(numerator: impl Into<Natural>, denominator: impl Into<Natural>) -> Ratio {
        let (numerator, denominator) = (numerator.into(), denominator.into());
        let divisor = numerator.common_divisor(&denominator);
        if denominator.is_zero() || numerator.is_zero() {
            return Ratio { numerator: Natural::from(0), denominator: Natural::ONE };
        }
        Ratio { numerator: numerator.over(&divisor), denominator: denominator.over(&divisor) }
    }

    /// In thousandths, rounded to the nearest.
    pub fn per_mille(&self) -> u32 {
        let double = self.denominator.plus(&self.denominator);
        let whole = self.numerator.times(&Natural::from(2000)).plus(&self.denominator);
        // A chance is at most 1, so there are at most 1000 thousandths.
        whole.over(&double).small().map_or(u32::MAX, |thousandths| thousandths as u32)
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

/// Why odds cannot be worked out exactly.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum OddsError {
    /// More dice than may be thrown.
    #[error("{0} dice are too many: at most {MAX_DICE} can be thrown at once")]
    TooManyDice(usize),
    /// Dice are taken away by what they show, and there are too many ways to do that.
    #[error("too many dice to work out exactly what is left when some of them are taken away")]
    TooManyRanks,
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
    weights: BTreeMap<i32, Natural>,
    cases: Natural,
}

/// Dice of one colour: how many, and what their faces count, with the weight of each value.
pub(super) struct Colour {
    pub count: usize,
    pub faces: BTreeMap<i32, u128>,
}

impl Distribution {
    /// Always the same value.
    pub fn certain(value: i32) -> Distribution {
        Distribution { weights: BTreeMap::from([(value, Natural::ONE)]), cases: Natural::ONE }
    }

    /// How much of a symbol a pool shows, its bonus included.
    pub fn of(
        pool: &Pool,
        symbol: u8,
        dice: &Dice,
        odds: &Odds,
    ) -> Result<Distribution, OddsError> {
        let thrown = pool.count(dice);
        if thrown > MAX_DICE {
            return Err(OddsError::TooManyDice(thrown));
        }
        let mut cases = Natural::ONE;
        let mut colours: Vec<Colour> = Vec::new();
        for (die, count) in pool.colours(dice) {
            let (faces, own_cases) = faces(die, symbol, dice, odds);
            for _ in 0..count {
                cases = cases.times(&Natural::from(own_cases));
            }
            colours.push(Colour { count, faces });
        }
        let bonus = i32::from(pool.sure(dice).get(usize::from(symbol)).copied().unwrap_or(0));
        let weights = match cases.small() {
            Some(_) => shown::<u128>(&colours, odds)?,
            None => shown::<BigUint>(&colours, odds)?,
        };
        let weights = weights.into_iter().map(|(value, weight)| (value + bonus, weight)).collect();
        Ok(Distribution { weights, cases })
    }

    /// The values with their weights, smallest first.
    pub fn weights(&self) -> impl Iterator<Item = (i32, &Natural)> {
        self.weights.iter().map(|(value, weight)| (*value, weight))
    }

    /// How many equally likely cases there are.
    pub fn cases(&self) -> &Natural {
        &self.cases
    }

    /// The chance of exactly that value.
    pub fn chance(&self, value: i32) -> Ratio {
        let weight = self.weights.get(&value).cloned();
        Ratio::new(weight.unwrap_or(Natural::from(0)), self.cases.clone())
    }

    /// The chance of that value or more.
    pub fn at_least(&self, value: i32) -> Ratio {
        let weights = self.weights.range(value..).map(|(_, weight)| weight);
        let sum = weights.fold(Natural::from(0), |sum, weight| sum.plus(weight));
        Ratio::new(sum, self.cases.clone())
    }

    /// The mean, in thousandths, rounded down.
    pub fn mean_per_mille(&self) -> i64 {
        let share =
            |(value, weight): (&i32, &Natural)| BigInt::from(*value) * BigInt::from(weight.big());
        let sum: BigInt = self.weights.iter().map(share).sum::<BigInt>() * 1000;
        let cases = BigInt::from(self.cases.big());
        let (whole, rest) = (&sum / &cases, &sum % &cases);
        let down = i64::from(rest < BigInt::ZERO);
        i64::try_from(whole).unwrap_or(i64::MAX) - down
    }

    /// By how much this exceeds another, independent value: attack minus defence.
    #[must_use]
    pub fn minus(&self, other: &Distribution) -> Distribution {
        let cases = self.cases.times(&other.cases);
        let weights = match cases.small() {
            Some(_) => self.differences::<u128>(other),
            None => self.differences::<BigUint>(other),
        };
        Distribution { weights, cases }
    }

    fn differences<W: Weight>(&self, other: &Distribution) -> BTreeMap<i32, Natural> {
        let zero = W::of(&Natural::from(0));
        let mut weights: BTreeMap<i32, W> = BTreeMap::new();
        let against: Vec<(i32, W)> =
            other.weights().map(|(value, weight)| (value, W::of(weight))).collect();
        for (value, weight) in self.weights() {
            let weight = W::of(weight);
            for (against, share) in &against {
                let sum = weights.entry(value - against).or_insert_with(|| zero.clone());
                sum.add_product(&weight, share);
            }
        }
        weights.into_iter().map(|(value, weight)| (value, weight.into())).collect()
    }

    /// The chance that this value is larger than another: that an attack beats a defence
    /// which wins ties.
    pub fn beats(&self, other: &Distribution) -> Ratio {
        self.minus(other).at_least(1)
    }
}

/// How often the dice that count show each sum.
fn shown<W: Weight>(colours: &[Colour], odds: &Odds) -> Result<BTreeMap<i32, Natural>, OddsError> {
    let sums = if odds.drop_highest == 0 && odds.keep_best.is_none() {
        added::<W>(colours)
    } else {
        let ranks = Ranks { dropped: odds.drop_highest, kept: odds.keep_best };
        ranked::shown::<W>(colours, ranks).ok_or(OddsError::TooManyRanks)?
    };
    let sums = sums.into_iter().filter(|(_, weight)| !weight.is_zero());
    Ok(sums.map(|(value, weight)| (value, weight.into())).collect())
}

/// All dice added up, one after the other.
fn added<W: Weight>(colours: &[Colour]) -> Vec<(i32, W)> {
    let zero = W::of(&Natural::from(0));
    // The weight of each sum, from `lowest` on.
    let (mut lowest, mut sums) = (0, vec![W::of(&Natural::ONE)]);
    for colour in colours {
        let faces: Vec<(i32, W)> = colour
            .faces
            .iter()
            .map(|(value, weight)| (*value, W::of(&Natural::from(*weight))))
            .collect();
        let (Some((least, _)), Some((most, _))) = (faces.first(), faces.last()) else {
            continue;
        };
        for _ in 0..colour.count {
            let mut next = vec![zero.clone(); sums.len() + (most - least) as usize];
            for (place, weight) in sums.iter().enumerate().filter(|(_, sum)| !sum.is_zero()) {
                for (value, share) in &faces {
                    next[place + (value - least) as usize].add_product(weight, share);
                }
            }
            (sums, lowest) = (next, lowest + least);
        }
    }
    (lowest..).zip(sums).collect()
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
        assert_eq!(six.beats(&six), Ratio::new(15, 36));
        assert_eq!(six.beats(&Distribution::certain(4)), Ratio::new(1, 3));
    }

    #[test]
    fn a_hundred_dice_are_exact_and_more_are_refused() {
        let many = of(Pool::of(2, 25), Odds::default());
        assert_eq!(many.mean_per_mille(), 87_500);
        let most = of(Pool::of(2, 100), Odds::default());
        assert_eq!(most.mean_per_mille(), 350_000);
        assert_eq!(most.cases().to_string().len(), 78, "6 to the power of 100");
        assert_eq!(most.at_least(100), Ratio::new(1, 1));
        assert_eq!(most.chance(600), most.chance(100));
        assert_eq!(most.chance(100), Ratio::new(1, most.cases().clone()));
        let ahead = most.beats(&most);
        assert!((480..500).contains(&ahead.per_mille()), "ties are lost");
        let mixed = Pool::of(2, 60).plus(Pool::of(0, 40));
        assert_eq!(of(mixed, Odds::default()).mean_per_mille(), 210_000 + 40_000 * 2 / 3);
        let too_many = Pool::of(2, 60).plus(Pool::of(0, 41));
        assert_eq!(
            Distribution::of(&too_many, 0, &dice(), &Odds::default()),
            Err(OddsError::TooManyDice(101))
        );
    }

    #[test]
    fn many_dice_of_which_some_are_taken_away_are_exact_too() {
        let only_best = Odds { keep_best: Some(1), ..Odds::default() };
        let best = of(Pool::of(2, 100), only_best);
        // All but the cases in which no die shows a six.
        let none = Ratio::new(
            (0..100).fold(Natural::ONE, |cases, _| cases.times(&Natural::from(5))),
            best.cases().clone(),
        );
        assert_eq!(best.at_least(1), Ratio::new(1, 1));
        assert_eq!(best.weights().map(|(value, _)| value).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
        let below: Vec<&Natural> = best.weights().take(5).map(|(_, weight)| weight).collect();
        let below = below.iter().fold(Natural::from(0), |sum, weight| sum.plus(weight));
        assert_eq!(Ratio::new(below, best.cases().clone()), none);
        let less = of(Pool::of(2, 40), Odds { drop_highest: 3, ..Odds::default() });
        let sum = less.weights().fold(Natural::from(0), |sum, (_, weight)| sum.plus(weight));
        assert_eq!(&sum, less.cases());
        let colours = Pool::of(2, 30).plus(Pool::of(0, 30)).plus(Pool::of(1, 30));
        let odds = Odds { drop_highest: 1, ..Odds::default() };
        let refused = Distribution::of(&colours, 0, &dice(), &odds);
        assert_eq!(refused, Err(OddsError::TooManyRanks));
    }

    /// Every case one by one, with the operations of a real roll.
    fn by_hand(pool: Pool, odds: Odds) -> Distribution {
        let dice = dice();
        let colours: Vec<u8> = pool.thrown(&dice).collect();
        let mut weights: BTreeMap<i32, u128> = BTreeMap::new();
        let mut cases = 0u128;
        let mut faces = vec![0u8; colours.len()];
        loop {
            let mut roll = Roll::default();
            roll.bonus = pool.bonus;
            for (die, face) in colours.iter().zip(&faces) {
                roll.add(super::super::Thrown::new(*die, *face));
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
                let weights = weights.into_iter().map(|(value, weight)| (value, weight.into()));
                return Distribution { weights: weights.collect(), cases: cases.into() };
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
