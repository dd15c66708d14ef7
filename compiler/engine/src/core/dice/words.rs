//! Dice in words, for people at a table.

use super::roll::Thrown;
use super::{Dice, MAX_SYMBOLS, Pool, Roll, Sure};

impl Dice {
    /// Dice as cards write them: `2B 1R +1`.
    pub fn written(&self, pool: &Pool) -> String {
        let mut parts: Vec<String> = self
            .dice
            .iter()
            .zip(pool.dice)
            .filter(|(_, count)| *count != 0)
            .map(|(die, count)| format!("{count}{}", die.unit))
            .collect();
        let sure: i32 = pool.bonus.iter().map(|count| i32::from(*count)).sum();
        if sure != 0 {
            parts.push(format!("{sure:+}"));
        }
        if parts.is_empty() { "no dice".to_owned() } else { parts.join(" ") }
    }

    /// A die on the table: `red 2 stars`.
    pub fn thrown(&self, thrown: &Thrown) -> String {
        let name = self.dice.get(usize::from(thrown.die())).map_or("", |die| die.id.as_str());
        format!("{name} {}", self.symbols_of(&self.shows(thrown.die(), thrown.face).map(i16::from)))
    }

    /// What lies on the table and counts: `blue star, blue blank, 1 star in any case`.
    pub fn on_table(&self, roll: &Roll) -> String {
        let counted = roll.dice().iter().filter(|die| !die.is_dropped());
        let mut parts: Vec<String> = counted.map(|die| self.thrown(die)).collect();
        if roll.bonus != [0; MAX_SYMBOLS] {
            parts.push(format!("{} in any case", self.symbols_of(&roll.bonus)));
        }
        if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") }
    }

    fn symbols_of(&self, shown: &Sure) -> String {
        let names = std::iter::once("").chain(self.symbols.iter().map(String::as_str));
        let parts: Vec<String> = names
            .zip(shown)
            .filter(|(_, count)| **count != 0)
            .map(|(name, count)| match (name, count) {
                ("", count) => count.to_string(),
                (name, 1) => name.to_owned(),
                (name, count) => format!("{count} {name}s"),
            })
            .collect();
        if parts.is_empty() { "blank".to_owned() } else { parts.join(" and ") }
    }
}
