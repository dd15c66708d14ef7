//! Exact odds: what is thrown, and its chances in words, as `cardwright odds` prints and editors
//! show them.

use cardwright_engine::Modules;
use cardwright_engine::core::dice::{self as engine, Dice, Distribution, Odds, Ratio};
use cardwright_engine::game::Encounter;
use cardwright_engine::seating::encounters_of;
use cardwright_model::{Entity, Library, MAX_DICE, MAX_SURE, Pool, Value as FieldValue};
use serde_json::{Map, Value, json};

/// What is thrown.
#[derive(Debug, Clone, Copy)]
pub struct Throw<'a> {
    /// Dice such as `2B 1R`, those of a card such as `royal-paladin.ATT`, or a card by its name.
    pub what: &'a str,
    /// So many of the highest dice are discarded.
    pub discard: usize,
}

/// Chances, for people and for programs.
#[derive(Debug)]
pub struct Chances {
    /// Lines to print.
    pub text: String,
    /// The same as data.
    pub json: Value,
}

/// How likely each result of a throw is, and how likely it beats another. Two cards by their names
/// are compared by the attacks of one on the other. `symbol` is what is counted; without one, what
/// the game counts.
pub fn odds(
    library: &Library,
    modules: Modules,
    thrown: Throw<'_>,
    against: Option<Throw<'_>>,
    symbol: Option<&str>,
) -> Result<Chances, String> {
    if let Some(one) = named(library, thrown.what) {
        match against {
            None => return odds_of_card(library, one, thrown.discard, symbol),
            Some(against) => {
                if let Some(other) = named(library, against.what) {
                    return odds_of_attacks(library, modules, one, other);
                }
            }
        }
    }
    let dice = Dice::of_library(library).map_err(|error| error.to_string())?;
    if dice.dice.is_empty() {
        return Err("the game has no dice".to_owned());
    }
    let symbol = counted_symbol(&dice, symbol)?;
    let what = symbol_name(&dice, symbol);
    let distribution = |throw: Throw<'_>| {
        let odds = Odds { drop_highest: throw.discard, ..Odds::default() };
        Distribution::of(&pool(library, &dice, throw.what)?, symbol, &dice, &odds)
            .map_err(|error| error.to_string())
    };
    let own = distribution(thrown)?;
    let mut text = table(&format!("{what} of {}", thrown.what), &own);
    let mut json = json!({ "pool": as_json(&own), "against": null, "margin": null, "beats": null });
    if let Some(against) = against {
        let other = distribution(against)?;
        let margin = own.minus(&other);
        let beats = margin.at_least(1);
        text.push_str(&table(&format!("\n{what} of {}", against.what), &other));
        let percent = percent(&beats);
        text.push_str(&format!("\n{} beats {}: {percent} ({beats})\n", thrown.what, against.what));
        json["against"] = as_json(&other);
        json["margin"] = as_json(&margin);
        json["beats"] = beats.to_string().into();
    }
    Ok(Chances { text, json })
}

/// What each throw of a card shows.
fn odds_of_card(
    library: &Library,
    card: &Entity,
    discard: usize,
    symbol: Option<&str>,
) -> Result<Chances, String> {
    let dice = Dice::of_library(library).map_err(|error| error.to_string())?;
    let symbol = counted_symbol(&dice, symbol)?;
    let what = symbol_name(&dice, symbol);
    let odds = Odds { drop_highest: discard, ..Odds::default() };
    let mut throws = Map::new();
    let mut tables = Vec::new();
    for (field, pool) in dice_of(card) {
        let thrown = Distribution::of(&dice.pool(pool)?, symbol, &dice, &odds);
        let thrown = thrown.map_err(|error| error.to_string())?;
        let title = format!("{what} of {}, {field} {}", card.name, written(&dice, pool));
        tables.push(table(&title, &thrown));
        throws.insert(field.to_owned(), as_json(&thrown));
    }
    if throws.is_empty() {
        return Err(format!("`{}` has no dice", card.id));
    }
    Ok(Chances { text: tables.join("\n"), json: json!({ "card": card.id, "dice": throws }) })
}

/// How likely each attack of one card hits another, as the rules of the game have it.
fn odds_of_attacks(
    library: &Library,
    modules: Modules,
    one: &Entity,
    other: &Entity,
) -> Result<Chances, String> {
    let game = modules.open(library).map_err(|error| error.to_string())?;
    let found = encounters_of(&*game, library, [&one.id, &other.id]);
    if found.is_empty() {
        return Err(format!(
            "no game here has an attack of `{}` on `{}`: they must be enemies, and a deck must \
             have each; dice of cards can be compared as well, such as `{}` --against `{}`",
            one.id,
            other.id,
            example(one),
            example(other)
        ));
    }
    let told = found.iter().map(|Encounter { attack, chance, .. }| {
        let how = if attack.is_empty() { "its attack" } else { attack };
        let (one, other) = (&one.name, &other.name);
        format!("{one} hits {other} with {how}: {} ({chance})\n", percent(chance))
    });
    let text = told.collect();
    Ok(Chances { text, json: serde_json::to_value(&found).unwrap_or_default() })
}

/// How dice of a card are asked for.
fn example(card: &Entity) -> String {
    let fields = dice_of(card);
    fields.first().map_or_else(|| card.id.clone(), |(field, _)| format!("{}.{field}", card.id))
}

/// A chance as `38.2 %`.
pub(crate) fn percent(chance: &Ratio) -> String {
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

/// The card of that name or identifier.
fn named<'a>(library: &'a Library, name: &str) -> Option<&'a Entity> {
    let lower = name.to_lowercase();
    let is_it = |card: &&Entity| card.id == name || card.name.to_lowercase() == lower;
    library.cards().find(is_it)
}

/// The fields of a card that hold dice.
fn dice_of(card: &Entity) -> Vec<(&str, &Pool)> {
    let fields = card.fields.iter();
    fields.filter_map(|(name, value)| Some((name.as_str(), value.as_pool()?))).collect()
}

/// The symbol that is counted.
fn counted_symbol(dice: &Dice, wanted: Option<&str>) -> Result<u8, String> {
    let Some(wanted) = wanted else { return Ok(dice.main) };
    dice.symbol(wanted).ok_or_else(|| {
        format!("no die shows `{wanted}`; the symbols are: {}", dice.symbols.join(", "))
    })
}

/// A pool in writing: parts with or without `+` between them.
fn pool(library: &Library, dice: &Dice, text: &str) -> Result<engine::Pool, String> {
    let mut sum = engine::Pool::EMPTY;
    for part in text.split(|sign: char| sign == '+' || sign.is_whitespace() || sign == ',') {
        if part.is_empty() {
            continue;
        }
        sum = sum.plus(match part.split_once('.') {
            Some((card, field)) => pool_of_card(library, dice, card, field)?,
            None => pool_of_dice(library, dice, part)?,
        });
    }
    Ok(sum)
}

/// `2B`, or a bare number, which counts without a throw.
fn pool_of_dice(library: &Library, dice: &Dice, part: &str) -> Result<engine::Pool, String> {
    let digits = part.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(part.len());
    let (count, unit) = part.split_at(digits);
    let most = if unit.is_empty() { MAX_SURE } else { MAX_DICE };
    let count = if count.is_empty() { Ok(1) } else { count.parse::<i64>() };
    let count =
        count.ok().filter(|count| *count <= most).and_then(|count| i32::try_from(count).ok());
    let count = count.ok_or_else(|| format!("`{part}` is too many; the most is {most}"))?;
    if unit.is_empty() {
        return Ok(engine::Pool::flat(dice.main, count));
    }
    let die = dice.die(unit).ok_or_else(|| {
        let known: Vec<&str> = dice.dice.iter().map(|die| die.unit.as_str()).collect();
        match named(library, part) {
            Some(card) => format!(
                "`{part}` is a card: say which of its dice, such as {}; or name a card on both sides",
                dice_of(card).first().map_or("none that it has".to_owned(), |(field, _)| {
                    format!("`{}.{field}`", card.id)
                })
            ),
            None => format!(
                "there is neither a die nor a card `{part}`; the dice are: {}",
                known.join(", ")
            ),
        }
    })?;
    Ok(engine::Pool::of(die, count))
}

/// The dice in a field of a card.
fn pool_of_card(
    library: &Library,
    dice: &Dice,
    card: &str,
    field: &str,
) -> Result<engine::Pool, String> {
    let entity = library
        .packages
        .iter()
        .flat_map(|package| &package.cards)
        .find(|entity| entity.id == card)
        .ok_or_else(|| format!("there is no card `{card}`"))?;
    let value = entity.fields.get(field).and_then(FieldValue::as_pool);
    let Some(value) = value else {
        let known = entity.fields.iter().filter(|(_, value)| value.as_pool().is_some());
        let known: Vec<&str> = known.map(|(name, _)| name.as_str()).collect();
        return Err(match known.as_slice() {
            [] => format!("`{card}` has no dice"),
            known => format!("`{card}` has no dice `{field}`; it has: {}", known.join(", ")),
        });
    };
    dice.pool(value)
}

/// A line for each value: how likely it is, and how likely it or more.
fn table(title: &str, odds: &Distribution) -> String {
    let mut text = format!("{title}: {} on average\n", average(odds));
    for (value, _) in odds.weights() {
        let (exactly, at_least) = (odds.chance(value), odds.at_least(value));
        let bar = "█".repeat((exactly.per_mille() as usize).div_ceil(25));
        text.push_str(&format!(
            "{value:>4} {:>7}  {value} or more {:>7}  {bar}\n",
            percent(&exactly),
            percent(&at_least)
        ));
    }
    text
}

/// The chances of each value, for programs.
fn as_json(odds: &Distribution) -> Value {
    let values: Vec<Value> = odds
        .weights()
        .map(|(value, _)| {
            json!({
                "value": value,
                "chance": odds.chance(value).to_string(),
                "at-least": odds.at_least(value).to_string(),
            })
        })
        .collect();
    json!({ "mean-per-mille": odds.mean_per_mille(), "values": values })
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
