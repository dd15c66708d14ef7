//! Where faces come from: the random streams of a game, or a scenario's script.

use super::{Dice, Shown};
use crate::rng::Rng;

/// The luck of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Luck {
    /// Random numbers, with a stream for each side's dice and each deck.
    pub rng: Rng,
    /// The printed card that throws next, for scripts that give each thrower its own faces.
    pub thrower: u16,
    script: Option<Box<ScriptedDice>>,
}

/// Faces that a scenario dictates, in the order in which dice are thrown. All must be used
/// up, and every die thrown must be in the script.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ScriptedDice {
    wanted: Vec<ScriptedDie>,
    used: Vec<bool>,
    problem: Option<String>,
}

/// A face that a scenario wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScriptedDie {
    /// The printed card whose dice it is for, if the scenario says so.
    pub by: Option<u16>,
    /// The colour it is for, if the scenario says so.
    pub die: Option<u8>,
    /// What it shows.
    pub face: WantedFace,
}

/// How a scenario describes a face.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WantedFace {
    /// By its number, from 1.
    Number(u8),
    /// By everything it shows.
    Shows(Shown),
    /// By how much of one symbol it shows, whatever else it shows: the first such face.
    Symbol(u8, i8),
}

impl ScriptedDie {
    /// The face of that number, from 1, of whatever die is thrown.
    pub fn number(number: u8) -> ScriptedDie {
        ScriptedDie { by: None, die: None, face: WantedFace::Number(number) }
    }

    /// A face with that much of a symbol, of whatever die is thrown.
    pub fn symbol(symbol: u8, count: i8) -> ScriptedDie {
        ScriptedDie { by: None, die: None, face: WantedFace::Symbol(symbol, count) }
    }

    /// A face that shows exactly that, of whatever die is thrown.
    pub fn shows(shown: Shown) -> ScriptedDie {
        ScriptedDie { by: None, die: None, face: WantedFace::Shows(shown) }
    }

    /// The same for a die of that colour only.
    #[must_use]
    pub fn of(self, die: u8) -> ScriptedDie {
        ScriptedDie { die: Some(die), ..self }
    }

    /// The same for the dice of that printed card only.
    #[must_use]
    pub fn by(self, thrower: u16) -> ScriptedDie {
        ScriptedDie { by: Some(thrower), ..self }
    }
}

impl Luck {
    /// Random luck.
    pub fn new(rng: Rng) -> Luck {
        Luck { rng, thrower: u16::MAX, script: None }
    }

    /// Takes faces from a script from now on. Decks are still shuffled at random.
    pub fn follow(&mut self, wanted: Vec<ScriptedDie>) {
        let script = self.script.get_or_insert_default();
        script.wanted.extend(wanted);
        script.used.resize(script.wanted.len(), false);
    }

    /// Forgets the script: from now on everything is random again.
    pub(crate) fn improvise(&mut self, rng: Rng) {
        *self = Luck::new(rng);
    }

    /// The face that a die shows when it is thrown.
    pub fn throw(&mut self, dice: &Dice, die: u8, stream: usize) -> u8 {
        match &mut self.script {
            Some(script) => script.next(dice, die, self.thrower),
            None => {
                let faces = dice.dice.get(usize::from(die)).map_or(0, |die| die.faces.len());
                self.rng.below(stream, faces as u32) as u8
            }
        }
    }

    /// What went wrong with the script so far: a die that it does not list, or a face that the die
    /// does not have.
    pub fn problem(&self) -> Option<&str> {
        self.script.as_ref().and_then(|script| script.problem.as_deref())
    }

    /// For each scripted face whether it has been thrown; `None` if nothing is scripted.
    pub fn thrown(&self) -> Option<&[bool]> {
        self.script.as_ref().map(|script| script.used.as_slice())
    }

    /// How many scripted faces have not been used.
    pub fn unused(&self) -> usize {
        self.script.as_ref().map_or(0, |script| script.used.iter().filter(|used| !**used).count())
    }
}

impl ScriptedDice {
    fn next(&mut self, dice: &Dice, die: u8, thrower: u16) -> u8 {
        let name = dice.dice.get(usize::from(die)).map_or("?", |die| die.id.as_str());
        let mut waiting = self.wanted.iter().zip(&self.used);
        let next =
            waiting.position(|(wanted, used)| !used && wanted.by.is_none_or(|by| by == thrower));
        let Some(next) = next else {
            self.complain(format!("a {name} die is thrown, but the script has no dice left"));
            return 0;
        };
        self.used[next] = true;
        let (wanted, number) = (self.wanted[next], next + 1);
        if let Some(other) = wanted.die.filter(|other| *other != die) {
            let other = dice.dice.get(usize::from(other)).map_or("?", |die| die.id.as_str());
            self.complain(format!("scripted die {number} is {other}, but a {name} die is thrown"));
            return 0;
        }
        let faces = dice.dice.get(usize::from(die)).map_or(&[][..], |die| die.faces.as_slice());
        let place = match wanted.face {
            WantedFace::Number(number) => {
                let place = usize::from(number).wrapping_sub(1);
                (place < faces.len()).then_some(place)
            }
            WantedFace::Shows(shown) => faces.iter().position(|face| *face == shown),
            WantedFace::Symbol(symbol, count) => {
                let symbol = usize::from(symbol);
                // Prefer a face that shows only this symbol.
                let only = faces.iter().position(|face| {
                    let others = face.iter().enumerate().filter(|(place, _)| *place != symbol);
                    face.get(symbol) == Some(&count) && others.map(|(_, n)| *n).all(|n| n == 0)
                });
                only.or_else(|| faces.iter().position(|face| face.get(symbol) == Some(&count)))
            }
        };
        match place {
            Some(place) => place as u8,
            None => {
                self.complain(format!("a {name} die has no face as scripted for die {number}"));
                0
            }
        }
    }

    /// Keeps only the first problem, because later ones usually follow from it.
    fn complain(&mut self, problem: String) {
        self.problem.get_or_insert(problem);
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Die, MAX_SYMBOLS, Pool, Roll};
    use super::*;

    fn dice() -> Dice {
        let mut heart = [0; MAX_SYMBOLS];
        heart[2] = 1;
        let mut both = heart;
        both[1] = 1;
        let mut star = [0; MAX_SYMBOLS];
        star[1] = 1;
        let blue =
            Die { id: "blue".into(), unit: "B".into(), faces: vec![[0; 8], heart, both, star] };
        let red = Die { id: "red".into(), unit: "R".into(), faces: vec![star, [0; 8]] };
        Dice::new(vec!["star".into(), "heart".into()], vec![blue, red]).expect("usable dice")
    }

    #[test]
    fn scripted_faces_come_in_order_and_must_be_used_up() {
        let dice = dice();
        let mut luck = Luck::new(Rng::new(1));
        luck.follow(vec![
            ScriptedDie::symbol(1, 1),
            ScriptedDie::number(2).of(0),
            ScriptedDie::symbol(1, 1),
        ]);
        let roll = Roll::throw(&Pool::of(0, 2), &dice, &mut luck, 0);
        assert_eq!(roll.dice()[0].face, 3, "the face with nothing but the star");
        assert_eq!((roll.total(1, &dice), roll.total(2, &dice)), (1, 1));
        assert_eq!(luck.problem(), None);
        assert_eq!(luck.unused(), 1);
    }

    #[test]
    fn dice_of_one_card_wait_for_it() {
        let dice = dice();
        let mut luck = Luck::new(Rng::new(1));
        luck.follow(vec![
            ScriptedDie::number(1).by(7),
            ScriptedDie::number(4),
            ScriptedDie::number(3).by(7),
        ]);
        let mut throw = |thrower: u16| {
            luck.thrower = thrower;
            luck.throw(&dice, 0, 0)
        };
        assert_eq!([throw(5), throw(7), throw(7)], [3, 0, 2]);
        assert_eq!((luck.problem(), luck.unused()), (None, 0));
    }

    #[test]
    fn a_script_that_does_not_fit_says_so() {
        let dice = dice();
        for (wanted, message) in [
            (vec![], "a red die is thrown, but the script has no dice left"),
            (vec![ScriptedDie::number(1).of(0)], "scripted die 1 is blue, but a red die is thrown"),
            (vec![ScriptedDie::number(3)], "a red die has no face as scripted for die 1"),
            (vec![ScriptedDie::symbol(2, 1)], "a red die has no face as scripted for die 1"),
        ] {
            let mut luck = Luck::new(Rng::new(1));
            luck.follow(wanted);
            luck.throw(&dice, 1, 0);
            assert_eq!(luck.problem(), Some(message));
        }
    }

    #[test]
    fn streams_of_two_sides_do_not_disturb_each_other() {
        let dice = dice();
        let (mut one, mut two) = (Luck::new(Rng::new(9)), Luck::new(Rng::new(9)));
        for _ in 0..10 {
            two.throw(&dice, 0, 5);
        }
        for _ in 0..10 {
            assert_eq!(one.throw(&dice, 0, 4), two.throw(&dice, 0, 4));
        }
    }
}
