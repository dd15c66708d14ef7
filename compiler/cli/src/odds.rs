//! Exact odds in words: what `cardwright odds` prints and editors show.

use cardwright_engine::core::dice::{Dice, Distribution, Odds, Ratio};
use cardwright_model::Pool;

/// A chance as `38.2 %`.
pub(crate) fn percent(chance: Ratio) -> String {
    let tenths = chance.per_mille();
    format!("{}.{} %", tenths / 10, tenths % 10)
}

/// The mean as `2.33`.
pub(crate) fn average(odds: &Distribution) -> String {
    let mean = odds.mean_per_mille();
    format!("{}.{:02}", mean / 1000, mean % 1000 / 10)
}

/// What is counted, in a word.
pub(crate) fn symbol_name(dice: &Dice, symbol: u8) -> String {
    let known = usize::from(symbol).checked_sub(1).and_then(|place| dice.symbols.get(place));
    known.cloned().unwrap_or_else(|| "number".to_owned())
}

/// What a pool of the content shows of a symbol; none if there is no saying exactly.
pub(crate) fn distribution(dice: &Dice, pool: &Pool, symbol: u8) -> Option<Distribution> {
    let pool = dice.pool(pool).ok()?;
    Distribution::of(&pool, symbol, dice, &Odds::default()).ok()
}

/// A pool as the language writes it: `2B 1R +2`.
pub(crate) fn written(dice: &Dice, pool: &Pool) -> String {
    let thrown = pool.dice.iter().filter(|(_, count)| **count != 0);
    let mut parts: Vec<String> = thrown
        .map(|(die, count)| {
            let known = dice.dice.iter().find(|known| known.id == *die);
            format!("{count}{}", known.map_or(die.as_str(), |known| &known.unit))
        })
        .collect();
    match (pool.bonus, parts.is_empty()) {
        (0, false) => {}
        (bonus, true) => parts.push(bonus.to_string()),
        (bonus, false) => parts.push(format!("{bonus:+}")),
    }
    parts.join(" ")
}

/// Both pools together.
pub(crate) fn sum(one: &Pool, two: &Pool) -> Pool {
    let mut sum = one.clone();
    for (die, count) in &two.dice {
        let known = sum.dice.entry(die.clone()).or_default();
        *known = known.saturating_add(*count);
    }
    sum.bonus = sum.bonus.saturating_add(two.bonus);
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pool(dice: &[(&str, i64)], bonus: i64) -> Pool {
        Pool { dice: dice.iter().map(|(die, count)| ((*die).to_owned(), *count)).collect(), bonus }
    }

    #[test]
    fn pools_are_written_as_in_the_language() {
        let dice =
            Dice::new(vec![], vec![cardwright_engine::core::dice::Die::numbered("six", "d6", 6)]);
        let dice = dice.expect("dice");
        assert_eq!(written(&dice, &pool(&[("six", 2)], 2)), "2d6 +2");
        assert_eq!(written(&dice, &pool(&[("six", 2)], 0)), "2d6");
        assert_eq!(written(&dice, &pool(&[], 3)), "3");
        let both = sum(&pool(&[("six", 2)], 1), &pool(&[("six", 1), ("other", 1)], -3));
        assert_eq!(both, pool(&[("other", 1), ("six", 3)], -2));
    }
}
