//! Dice as content: faces that show symbols, pools by colour, rolls, luck and exact odds.
//!
//! A die is a list of faces; a face shows a number, some symbols, or both. A die with one face is
//! never thrown: it always counts (static stars). All arithmetic is in whole numbers, and chances
//! are fractions.

mod content;
mod luck;
mod natural;
mod odds;
mod ranked;
mod roll;
mod words;

pub use luck::{Luck, ScriptedDice, ScriptedDie, WantedFace};
pub use natural::Natural;
pub use odds::{Distribution, Odds, OddsError, Ratio};
pub use roll::{Roll, Thrown};

/// What a face can show: a number at place 0, then up to seven symbols.
pub(crate) const MAX_SYMBOLS: usize = 8;
/// The place of the number that a face shows.
pub const NUMBER: u8 = 0;
/// How many colours (kinds) of dice a game may have.
pub const MAX_COLOURS: usize = 8;
/// The most dice that are thrown at once. To throw more is an error: in `check` where they are
/// written out, in play where effects add them up.
pub const MAX_DICE: usize = cardwright_model::MAX_DICE as usize;
/// The most that may count without a throw, on either side of zero. More is an error likewise.
pub const MAX_SURE: i16 = cardwright_model::MAX_SURE as i16;

/// A number, and how many of each symbol, that a face shows.
pub type Shown = [i8; MAX_SYMBOLS];
/// A number, and how many of each symbol, that count without a throw.
pub type Sure = [i16; MAX_SYMBOLS];

/// The dice of a game.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Dice {
    /// Symbols by name, from place 1 of a [`Shown`] on.
    pub symbols: Vec<String>,
    /// The colours.
    pub dice: Vec<Die>,
    /// What `result` counts and a pool's flat bonus adds to: the symbol that the content says
    /// counts, or else numbers if any die shows them, or else the first symbol.
    pub main: u8,
}

/// One colour of dice.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Die {
    /// Its name, such as `blue`.
    pub id: String,
    /// The unit that stands for it in a pool, such as the `B` of `3B`.
    pub unit: String,
    /// What each face shows; every face is equally likely.
    pub faces: Vec<Shown>,
}

impl Die {
    /// A die with the numbers 1 to `sides`.
    pub fn numbered(id: &str, unit: &str, sides: u8) -> Die {
        let face = |number: u8| {
            let mut shown = [0; MAX_SYMBOLS];
            shown[usize::from(NUMBER)] = number.min(i8::MAX as u8) as i8;
            shown
        };
        Die { id: id.to_owned(), unit: unit.to_owned(), faces: (1..=sides).map(face).collect() }
    }
}

/// Why dice cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DiceError {
    /// More colours than there is room for.
    #[error("there are {0} colours of dice, but at most {MAX_COLOURS} are possible")]
    TooManyColours(usize),
    /// More symbols than there is room for.
    #[error("dice show {0} symbols, but at most 7 are possible")]
    TooManySymbols(usize),
    /// A die without faces.
    #[error("the die `{0}` has no faces")]
    NoFaces(String),
    /// A face with an unknown symbol or too large a number.
    #[error("a face of the die `{0}` shows an unknown symbol, or too much")]
    Face(String),
    /// A die with more faces than can be numbered.
    #[error("the die `{0}` has more than 100 faces")]
    TooManyFaces(String),
}

impl Dice {
    /// Checks the dice and puts them together.
    pub fn new(symbols: Vec<String>, dice: Vec<Die>) -> Result<Dice, DiceError> {
        if symbols.len() >= MAX_SYMBOLS {
            return Err(DiceError::TooManySymbols(symbols.len()));
        }
        if dice.len() > MAX_COLOURS {
            return Err(DiceError::TooManyColours(dice.len()));
        }
        for die in &dice {
            match die.faces.len() {
                0 => return Err(DiceError::NoFaces(die.id.clone())),
                1..=100 => {}
                _ => return Err(DiceError::TooManyFaces(die.id.clone())),
            }
        }
        let numbered = dice.iter().flat_map(|die| &die.faces).any(|face| face[0] != 0);
        let main = if numbered || symbols.is_empty() { NUMBER } else { 1 };
        Ok(Dice { symbols, dice, main })
    }

    /// The colour of that name or unit.
    pub fn die(&self, name: &str) -> Option<u8> {
        let place = self.dice.iter().position(|die| die.id == name || die.unit == name);
        place.map(|place| place as u8)
    }

    /// The place of the symbol of that name.
    pub fn symbol(&self, name: &str) -> Option<u8> {
        self.symbols.iter().position(|symbol| symbol == name).map(|place| place as u8 + 1)
    }

    /// A pool in words for people: "2B + 1R + 1 star".
    pub fn in_words(&self, pool: &Pool) -> String {
        let dice = self.dice.iter().zip(pool.dice).filter(|(_, count)| *count != 0);
        let dice = dice.map(|(die, count)| format!("{count}{}", die.unit));
        let number = pool.bonus[usize::from(NUMBER)];
        let number = (number != 0).then(|| number.to_string());
        let symbols = self.symbols.iter().zip(&pool.bonus[1..]).filter(|(_, count)| **count != 0);
        let symbols = symbols.map(|(symbol, count)| format!("{count} {symbol}"));
        let parts: Vec<String> = dice.chain(number).chain(symbols).collect();
        if parts.is_empty() { "no dice".to_owned() } else { parts.join(" + ") }
    }

    /// Whether a die has only one face, so that it is not thrown.
    pub fn is_fixed(&self, die: u8) -> bool {
        self.dice.get(usize::from(die)).is_some_and(|die| die.faces.len() == 1)
    }

    /// What a face shows.
    pub fn shows(&self, die: u8, face: u8) -> Shown {
        let faces = self.dice.get(usize::from(die)).map(|die| die.faces.as_slice());
        let shown = faces.and_then(|faces| faces.get(usize::from(face)));
        shown.copied().unwrap_or([0; MAX_SYMBOLS])
    }
}

/// Dice to be thrown, by colour, and symbols that count without a throw (static stars).
///
/// A colour may be negative while modifiers are added up; then no die of it is thrown. Counts stop
/// at the ends of their type, far beyond what may be thrown, so nothing is lost without an error.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Pool {
    /// How many of each colour.
    pub dice: [i16; MAX_COLOURS],
    /// What counts in any case.
    pub bonus: Sure,
}

impl Pool {
    /// No dice at all.
    pub const EMPTY: Pool = Pool { dice: [0; MAX_COLOURS], bonus: [0; MAX_SYMBOLS] };

    /// Some dice of one colour.
    pub fn of(die: u8, count: i32) -> Pool {
        let mut pool = Pool::EMPTY;
        if let Some(place) = pool.dice.get_mut(usize::from(die)) {
            *place = narrow(count);
        }
        pool
    }

    /// A fixed amount of a symbol, without a throw.
    pub fn flat(symbol: u8, count: i32) -> Pool {
        let mut pool = Pool::EMPTY;
        if let Some(place) = pool.bonus.get_mut(usize::from(symbol)) {
            *place = narrow(count);
        }
        pool
    }

    /// Both together, colour by colour.
    #[must_use]
    pub fn plus(mut self, other: Pool) -> Pool {
        for (own, more) in self.dice.iter_mut().zip(other.dice) {
            *own = own.saturating_add(more);
        }
        for (own, more) in self.bonus.iter_mut().zip(other.bonus) {
            *own = own.saturating_add(more);
        }
        self
    }

    /// The pool multiplied by a factor.
    #[must_use]
    pub fn times(mut self, factor: i32) -> Pool {
        let scale = |count: &mut i16| *count = narrow(i32::from(*count).saturating_mul(factor));
        self.dice.iter_mut().for_each(scale);
        self.bonus.iter_mut().for_each(scale);
        self
    }

    /// The colours of the dice that are thrown, with how many there are of each.
    pub fn colours<'d>(&self, dice: &'d Dice) -> impl Iterator<Item = (u8, usize)> + use<'d> {
        let colours = self.dice.into_iter().enumerate();
        colours
            .filter(|(die, count)| *count > 0 && !dice.is_fixed(*die as u8))
            .map(|(die, count)| (die as u8, count as usize))
    }

    /// The colours of the dice that are thrown, one entry per die.
    pub fn thrown<'d>(&self, dice: &'d Dice) -> impl Iterator<Item = u8> + use<'d> {
        self.colours(dice).flat_map(|(die, count)| std::iter::repeat_n(die, count))
    }

    /// How many dice are thrown.
    pub fn count(&self, dice: &Dice) -> usize {
        self.colours(dice).map(|(_, count)| count).sum()
    }

    /// What counts without a throw: the bonus, and every die with only one face.
    pub fn sure(&self, dice: &Dice) -> Sure {
        let mut shown = self.bonus;
        for (die, count) in self.dice.into_iter().enumerate() {
            if count > 0 && dice.is_fixed(die as u8) {
                for (sum, more) in shown.iter_mut().zip(dice.shows(die as u8, 0)) {
                    *sum = sum.saturating_add(i16::from(more).saturating_mul(count));
                }
            }
        }
        shown
    }

    /// Why the pool cannot be thrown, if it cannot.
    pub fn excess(&self, dice: &Dice) -> Option<Excess> {
        // Nearly all pools are so small that nothing can be too much: no face shows more than 127.
        let dice_at_most: i32 = self.dice.iter().map(|count| i32::from((*count).max(0))).sum();
        if dice_at_most <= 6 && self.bonus.iter().all(|sure| (-100..=100).contains(sure)) {
            return None;
        }
        let count = self.count(dice);
        if count > MAX_DICE {
            return Some(Excess::Dice { count, most: MAX_DICE });
        }
        let sure = self.sure(dice).into_iter().find(|sure| !(-MAX_SURE..=MAX_SURE).contains(sure));
        sure.map(|sure| Excess::Sure(i32::from(sure)))
    }
}

/// Why a pool cannot be thrown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Excess {
    /// More dice than [`MAX_DICE`], or than the game has room for.
    #[error("{count} dice are thrown at once, but at most {most} can be")]
    Dice {
        /// How many there would be.
        count: usize,
        /// How many there may be.
        most: usize,
    },
    /// More without a throw than [`MAX_SURE`].
    #[error("{0} counts without a throw, but at most {MAX_SURE} can")]
    Sure(i32),
}

/// The nearest number that a pool can hold.
fn narrow(number: i32) -> i16 {
    number.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pools_add_by_colour_and_throw_no_negative_dice() {
        let white =
            Die { id: "white".into(), unit: "W".into(), faces: vec![[0, 1, 0, 0, 0, 0, 0, 0]] };
        let dice = vec![Die::numbered("six", "d6", 6), Die::numbered("four", "d4", 4), white];
        let dice = Dice::new(vec!["star".into()], dice).expect("usable dice");
        let pool = Pool::of(0, 3).plus(Pool::of(1, -2)).plus(Pool::of(2, 2)).plus(Pool::flat(1, 1));
        assert_eq!(pool.thrown(&dice).collect::<Vec<_>>(), [0, 0, 0]);
        assert_eq!(pool.sure(&dice)[1], 3, "two white dice and a flat star");
        assert_eq!(pool.times(2).dice[0], 6);
        assert_eq!(Pool::of(0, 100).excess(&dice), None);
        assert_eq!(Pool::of(0, 101).thrown(&dice).count(), 101);
        assert_eq!(
            Pool::of(0, 101).excess(&dice),
            Some(Excess::Dice { count: 101, most: MAX_DICE })
        );
        let both = Pool::of(1, 60).plus(Pool::of(0, 60)).excess(&dice);
        assert_eq!(both, Some(Excess::Dice { count: 120, most: MAX_DICE }));
        assert_eq!(Pool::of(2, 3_000).excess(&dice), Some(Excess::Sure(3_000)));
        let back = Pool::of(0, 90).times(3).plus(Pool::of(0, -250));
        assert_eq!(back.thrown(&dice).count(), 20, "nothing is lost on the way");
        assert_eq!((dice.main, dice.symbol("star")), (NUMBER, Some(1)));
    }

    #[test]
    fn dice_that_cannot_be_used_are_refused() {
        let die = |id: &str, faces: usize| Die {
            id: id.to_owned(),
            unit: id.to_owned(),
            faces: vec![[0; MAX_SYMBOLS]; faces],
        };
        let many = |count: usize| (0..count).map(|place| place.to_string()).collect::<Vec<_>>();
        assert_eq!(Dice::new(many(8), vec![]), Err(DiceError::TooManySymbols(8)));
        assert_eq!(Dice::new(vec![], vec![die("a", 0)]), Err(DiceError::NoFaces("a".into())));
        let nine = (0..9).map(|_| die("a", 6)).collect();
        assert_eq!(Dice::new(vec![], nine), Err(DiceError::TooManyColours(9)));
        assert!(Dice::new(many(7), vec![die("a", 6)]).is_ok());
    }
}
