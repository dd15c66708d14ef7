//! Rolls of stars, hearts and potions.

use std::cmp::Reverse;

use crate::core::dice::{Dice, Distribution, Odds, OddsError, Pool, Roll};

/// Which symbols of the dice are the stars, hearts and potions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Symbols {
    /// The symbol by which rolls are compared.
    pub star: u8,
    /// The symbol that heals a wound or removes a status.
    pub heart: u8,
    /// The symbol that gives a potion.
    pub potion: u8,
}

/// What a roll shows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Shown {
    /// The stars of the dice that count, and those that need no roll.
    pub stars: i32,
    /// Hearts.
    pub hearts: i32,
    /// Potions.
    pub potions: i32,
}

impl Symbols {
    /// Finds the symbols by their names; `None` if the dice have no stars.
    pub fn of(dice: &Dice) -> Option<Symbols> {
        // A symbol that no die shows gets an index beyond all others.
        let missing = crate::core::dice::MAX_SYMBOLS as u8;
        let place = |name: &str| dice.symbol(name).unwrap_or(missing);
        Some(Symbols { star: dice.symbol("star")?, heart: place("heart"), potion: place("potion") })
    }

    /// What a roll shows.
    pub fn count(&self, roll: &Roll, dice: &Dice) -> Shown {
        Shown {
            stars: roll.total(self.star, dice),
            hearts: roll.total(self.heart, dice),
            potions: roll.total(self.potion, dice),
        }
    }

    /// Drops the `count` dice with most stars from a roll; everything on them is ignored. Stars
    /// that need no roll stay. Of equal dice one without hearts and potions goes, as its player
    /// would choose.
    pub fn drop_highest(&self, roll: &mut Roll, count: usize, dice: &Dice) {
        for _ in 0..count {
            let shows = |die: u8, face: u8, symbol: u8| {
                dice.shows(die, face).get(usize::from(symbol)).copied().unwrap_or(0)
            };
            let thrown = roll.dice().iter().enumerate().filter(|(_, thrown)| !thrown.is_dropped());
            let highest = thrown.max_by_key(|(place, thrown)| {
                let (die, face) = (thrown.die(), thrown.face);
                let others = shows(die, face, self.heart) + shows(die, face, self.potion);
                (shows(die, face, self.star), Reverse(others), Reverse(*place))
            });
            let place = highest.map(|(place, _)| place);
            roll.drop_at(place);
        }
    }

    /// Throws the `count` dice with fewest stars again, each once; `throw` throws the die of an
    /// index. Returns how many were thrown.
    pub fn reroll_worst(
        &self,
        roll: &mut Roll,
        count: usize,
        dice: &Dice,
        mut throw: impl FnMut(&mut Roll, usize) -> bool,
    ) -> usize {
        for done in 0..count {
            let stars = |die: u8, face: u8| dice.shows(die, face)[usize::from(self.star)];
            let thrown = roll.dice().iter().enumerate();
            let worst = thrown
                .filter(|(_, thrown)| !thrown.is_dropped() && !thrown.was_rerolled())
                .min_by_key(|(place, thrown)| (stars(thrown.die(), thrown.face), *place));
            match worst.map(|(place, _)| place) {
                Some(place) if throw(roll, place) => {}
                _ => return done,
            }
        }
        count
    }

    /// How likely each number of stars is that a pool shows without some of its highest dice.
    pub fn odds(
        &self,
        pool: &Pool,
        drop_highest: usize,
        dice: &Dice,
    ) -> Result<Distribution, OddsError> {
        Distribution::of(pool, self.star, dice, &Odds { drop_highest, ..Odds::default() })
    }
}
