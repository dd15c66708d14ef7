//! Dice and pools as the content declares them.

use cardwright_model::{Library, MAX_DICE, MAX_SURE, Value};

use super::{Dice, DiceError, Die, MAX_SYMBOLS, Pool, Shown};

/// The enum whose values are the symbols on dice.
const SYMBOLS: &str = "symbol";

impl Dice {
    /// The dice of a library; the symbols are the values of the enum `symbol`, and the one with
    /// `counts: yes` is what results are counted in.
    pub fn of_library(library: &Library) -> Result<Dice, DiceError> {
        let mut symbols: Vec<String> = Vec::new();
        let mut counting = None;
        for declared in library.enums().filter(|declared| declared.id == SYMBOLS) {
            for value in &declared.values {
                if !symbols.contains(&value.id) {
                    symbols.push(value.id.clone());
                }
                if value.properties.get("counts") == Some(&Value::Bool(true)) {
                    counting = counting.or_else(|| Some(value.id.clone()));
                }
            }
        }
        if symbols.len() >= MAX_SYMBOLS {
            return Err(DiceError::TooManySymbols(symbols.len()));
        }
        let names = Dice { symbols, ..Dice::default() };
        let mut dice = Vec::new();
        for die in library.packages.iter().flat_map(|package| &package.dice) {
            let faces: Option<Vec<Shown>> =
                die.faces.iter().map(|face| names.shown(face)).collect();
            let faces = faces.ok_or_else(|| DiceError::Face(die.id.clone()))?;
            dice.push(Die { id: die.id.clone(), unit: die.code.clone(), faces });
        }
        let dice = Dice::new(names.symbols, dice)?;
        let main = counting.and_then(|symbol| dice.symbol(&symbol)).unwrap_or(dice.main);
        Ok(Dice { main, ..dice })
    }

    /// What a face of the content shows; `None` if a symbol is unknown or a number too large.
    pub fn shown(&self, face: &cardwright_model::Face) -> Option<Shown> {
        let mut shown = [0; MAX_SYMBOLS];
        shown[0] = i8::try_from(face.number).ok()?;
        for (symbol, count) in &face.symbols {
            shown[usize::from(self.symbol(symbol)?)] = i8::try_from(*count).ok()?;
        }
        Some(shown)
    }

    /// A pool of the content. Its bonus is added to whatever results count ([`Dice::main`]).
    pub fn pool(&self, pool: &cardwright_model::Pool) -> Result<Pool, String> {
        let fits = |count: i64, most: i64| match i32::try_from(count) {
            Ok(count) if i64::from(count).abs() <= most => Ok(count),
            _ => Err(format!("{count} is too many; the most is {most}")),
        };
        let mut sum = Pool::flat(self.main, fits(pool.bonus, MAX_SURE)?);
        for (die, count) in &pool.dice {
            let place = self.die(die).ok_or_else(|| format!("there is no die `{die}`"))?;
            sum = sum.plus(Pool::of(place, fits(*count, MAX_DICE)?));
        }
        Ok(sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn library(dice: serde_json::Value) -> Library {
        let package = serde_json::json!({
            "data-format": 1, "name": "dice", "version": "1", "game": "dice",
            "enums": [{"id": "symbol", "name": "Symbol", "values": [
                {"id": "star", "name": "Star"}, {"id": "heart", "name": "Heart"}]}],
            "dice": dice,
        });
        let package = serde_json::from_value(package).expect("a package");
        Library { packages: vec![package] }
    }

    #[test]
    fn dice_of_the_content_are_thrown_by_their_code() {
        let library = library(serde_json::json!([
            {"id": "blue", "name": "Blue", "code": "B",
             "faces": [{}, {"symbols": {"heart": 1}}, {"symbols": {"star": 2}}]},
            {"id": "white", "name": "White", "code": "W", "faces": [{"symbols": {"star": 1}}]},
        ]));
        let dice = Dice::of_library(&library).expect("usable dice");
        assert_eq!((dice.die("B"), dice.die("white"), dice.main), (Some(0), Some(1), 1));
        let pool = serde_json::json!({"dice": {"blue": 3, "white": 2}, "bonus": 1});
        let pool: cardwright_model::Pool = serde_json::from_value(pool).expect("a pool");
        let pool = dice.pool(&pool).expect("known dice");
        assert_eq!(pool.thrown(&dice).count(), 3);
        assert_eq!(pool.sure(&dice)[1], 3, "two white dice and a bonus");
        let odd = cardwright_model::Pool { dice: [("pink".into(), 1)].into(), bonus: 0 };
        assert_eq!(dice.pool(&odd), Err("there is no die `pink`".to_owned()));
    }

    #[test]
    fn a_face_that_cannot_be_shown_is_an_error() {
        let library = library(serde_json::json!([
            {"id": "odd", "name": "Odd", "code": "O", "faces": [{"symbols": {"moon": 1}}]}]));
        assert_eq!(Dice::of_library(&library), Err(DiceError::Face("odd".into())));
    }
}
