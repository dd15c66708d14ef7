//! A roll: dice on the table, some of which may have been taken away or rerolled.

use super::{Dice, Luck, MAX_DICE, MAX_SYMBOLS, Pool, Sure};

/// One die on the table. Two bytes, because games copy rolls with their positions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Thrown {
    /// The face that shows.
    pub face: u8,
    /// The colour in the low bits, then `DROPPED` and `AGAIN`.
    bits: u8,
}

const COLOUR: u8 = 0b0111;
const DROPPED: u8 = 0b1000;
const AGAIN: u8 = 0b1_0000;
const _: () = assert!(super::MAX_COLOURS <= COLOUR as usize + 1);

impl Thrown {
    /// A die of a colour that shows a face.
    pub fn new(die: u8, face: u8) -> Thrown {
        Thrown { face, bits: die & COLOUR }
    }

    /// Its colour.
    pub fn die(self) -> u8 {
        self.bits & COLOUR
    }

    /// It no longer counts.
    pub fn is_dropped(self) -> bool {
        self.bits & DROPPED != 0
    }

    /// It was rerolled; most games allow that once.
    pub fn was_rerolled(self) -> bool {
        self.bits & AGAIN != 0
    }
}

/// Dice that were thrown together, and what counts in any case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Roll {
    thrown: [Thrown; MAX_DICE],
    count: u8,
    /// What counts without a throw.
    pub bonus: Sure,
}

impl Default for Roll {
    fn default() -> Roll {
        Roll { thrown: [Thrown::default(); MAX_DICE], count: 0, bonus: [0; MAX_SYMBOLS] }
    }
}

impl Roll {
    /// Throws a pool with the luck of a stream. [`Pool::excess`] tells whether it is too large.
    pub fn throw(pool: &Pool, dice: &Dice, luck: &mut Luck, stream: usize) -> Roll {
        let mut roll = Roll { bonus: pool.sure(dice), ..Roll::default() };
        for die in pool.thrown(dice).take(MAX_DICE) {
            let face = luck.throw(dice, die, stream);
            roll.add(Thrown::new(die, face));
        }
        roll
    }

    /// Puts another die on the table, if there is room.
    pub fn add(&mut self, thrown: Thrown) {
        if let Some(place) = self.thrown.get_mut(usize::from(self.count)) {
            *place = thrown;
            self.count += 1;
        }
    }

    /// The dice on the table, those that no longer count included.
    pub fn dice(&self) -> &[Thrown] {
        &self.thrown[..usize::from(self.count)]
    }

    /// How many of a symbol count, dice and bonus together.
    pub fn total(&self, symbol: u8, dice: &Dice) -> i32 {
        let bonus = self.bonus.get(usize::from(symbol)).copied().unwrap_or(0);
        let counted = self.dice().iter().filter(|thrown| !thrown.is_dropped());
        i32::from(bonus) + counted.map(|thrown| of(thrown, symbol, dice)).sum::<i32>()
    }

    /// How many dice that count show at least `target` of a symbol after adding the modifier, as in
    /// `d6 + 2 >= 6`.
    pub fn successes(&self, symbol: u8, modifier: i32, target: i32, dice: &Dice) -> i32 {
        let counted = self.dice().iter().filter(|thrown| !thrown.is_dropped());
        counted.filter(|thrown| of(thrown, symbol, dice) + modifier >= target).count() as i32
    }

    /// Whether at least two dice count and all of them show the same amount of a symbol.
    pub fn all_equal(&self, symbol: u8, dice: &Dice) -> bool {
        let mut counted = self.dice().iter().filter(|thrown| !thrown.is_dropped());
        let Some(first) = counted.next() else {
            return false;
        };
        let value = of(first, symbol, dice);
        let mut others = 0;
        counted.all(|thrown| {
            others += 1;
            of(thrown, symbol, dice) == value
        }) && others > 0
    }

    /// Takes away the die with most of a symbol, the earliest among equals; nothing on it counts
    /// any more. The fixed bonus stays. Returns `false` if there was no die to take.
    pub fn drop_highest(&mut self, symbol: u8, dice: &Dice) -> bool {
        let mut highest: Option<(i32, usize)> = None;
        for (place, thrown) in self.dice().iter().enumerate() {
            let value = of(thrown, symbol, dice);
            if !thrown.is_dropped() && highest.is_none_or(|(most, _)| value > most) {
                highest = Some((value, place));
            }
        }
        self.drop_at(highest.map(|(_, place)| place))
    }

    /// Keeps only the `count` dice with most of a symbol.
    pub fn keep_best(&mut self, count: usize, symbol: u8, dice: &Dice) {
        while self.dice().iter().filter(|thrown| !thrown.is_dropped()).count() > count {
            let mut lowest: Option<(i32, usize)> = None;
            for (place, thrown) in self.dice().iter().enumerate() {
                let value = of(thrown, symbol, dice);
                if !thrown.is_dropped() && lowest.is_none_or(|(least, _)| value <= least) {
                    lowest = Some((value, place));
                }
            }
            self.drop_at(lowest.map(|(_, place)| place));
        }
    }

    /// Takes a die away by its place.
    pub(crate) fn drop_at(&mut self, place: Option<usize>) -> bool {
        let count = usize::from(self.count);
        match place.and_then(|place| self.thrown[..count].get_mut(place)) {
            Some(thrown) => {
                thrown.bits |= DROPPED;
                true
            }
            None => false,
        }
    }

    /// Rerolls the die at that place. Returns `false` if it was rerolled before, was taken away, or
    /// does not exist.
    pub fn reroll(&mut self, place: usize, dice: &Dice, luck: &mut Luck, stream: usize) -> bool {
        let count = usize::from(self.count);
        match self.thrown[..count].get_mut(place) {
            Some(thrown) if !thrown.was_rerolled() && !thrown.is_dropped() => {
                thrown.face = luck.throw(dice, thrown.die(), stream);
                thrown.bits |= AGAIN;
                true
            }
            _ => false,
        }
    }
}

fn of(thrown: &Thrown, symbol: u8, dice: &Dice) -> i32 {
    i32::from(dice.shows(thrown.die(), thrown.face).get(usize::from(symbol)).copied().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::super::Die;
    use super::*;
    use crate::rng::Rng;

    fn dice() -> Dice {
        Dice::new(vec![], vec![Die::numbered("die", "d", 6)]).expect("usable dice")
    }

    fn showing(faces: &[u8]) -> Roll {
        let mut roll = Roll::default();
        for face in faces {
            roll.add(Thrown::new(0, face - 1));
        }
        roll
    }

    #[test]
    fn the_highest_die_goes_and_the_bonus_stays() {
        let dice = dice();
        let mut roll = showing(&[2, 6, 6, 1]);
        roll.bonus[0] = 3;
        assert_eq!(roll.total(0, &dice), 18);
        assert!(roll.drop_highest(0, &dice));
        assert_eq!(roll.total(0, &dice), 12);
        assert!(roll.dice()[1].is_dropped(), "the earliest of equals goes");
        for _ in 0..3 {
            assert!(roll.drop_highest(0, &dice));
        }
        assert!(!roll.drop_highest(0, &dice));
        assert_eq!(roll.total(0, &dice), 3);
    }

    #[test]
    fn the_best_are_kept() {
        let dice = dice();
        let mut roll = showing(&[2, 6, 4, 1]);
        roll.keep_best(2, 0, &dice);
        assert_eq!(roll.total(0, &dice), 10);
        roll.keep_best(9, 0, &dice);
        assert_eq!(roll.total(0, &dice), 10);
    }

    #[test]
    fn successes_and_equals_look_at_single_dice() {
        let dice = dice();
        assert_eq!(showing(&[3, 4, 6]).successes(0, 2, 6, &dice), 2);
        assert!(showing(&[4, 4, 4]).all_equal(0, &dice));
        assert!(!showing(&[4, 4, 5]).all_equal(0, &dice));
        assert!(!showing(&[4]).all_equal(0, &dice), "one die is equal to nothing");
    }

    #[test]
    fn a_die_is_thrown_again_only_once() {
        let dice = dice();
        let mut luck = Luck::new(Rng::new(3));
        let mut roll = Roll::throw(&Pool::of(0, 2), &dice, &mut luck, 0);
        assert!(roll.reroll(0, &dice, &mut luck, 0));
        assert!(!roll.reroll(0, &dice, &mut luck, 0));
        assert!(!roll.reroll(2, &dice, &mut luck, 0));
        assert!(roll.drop_at(Some(1)));
        assert!(!roll.reroll(1, &dice, &mut luck, 0));
    }
}
