//! Dice: exactly how likely each result is, and against which defences.

use std::collections::BTreeMap;
use std::fmt::Write;

use cardwright_engine::core::dice::Dice;
use cardwright_model::{Die, Entity, FieldType, Library, Pool, Value};

use super::{noted, paragraphs};
use crate::odds::{average, distribution, percent, sum, symbol_name, written};

/// Rows of a table of results; throws with more are told by their average.
const MOST_ROWS: usize = 16;
/// Values of one field that a throw is compared with: the most common ones.
const MOST_VALUES: usize = 8;

/// The odds of a pool. `adds_to` is the card to whose stat it is added.
pub(super) fn describe(
    library: &Library,
    pool: &Pool,
    stat: Option<&str>,
    adds_to: Option<&Entity>,
) -> Option<String> {
    let dice = Dice::of_library(library).ok()?;
    let base = stat.and_then(|stat| adds_to?.fields.get(stat)?.as_pool());
    let (thrown, title) = match (base, stat) {
        (Some(base), Some(stat)) => {
            let whole = sum(base, pool);
            let parts = format!("{stat} {} and {}", written(&dice, base), written(&dice, pool));
            (whole.clone(), format!("**{}** ({parts})", written(&dice, &whole)))
        }
        _ => (pool.clone(), format!("**{}**", written(&dice, pool))),
    };
    let odds = distribution(&dice, &thrown, dice.main)?;
    let what = symbol_name(&dice, dice.main);
    let head = format!("{title}: {what} {} on average", average(&odds));
    let mut table = String::new();
    if odds.weights().count() <= MOST_ROWS {
        let _ = writeln!(table, "| {what} | exactly | or more |\n|--:|--:|--:|");
        for (value, _) in odds.weights() {
            let (exactly, at_least) = (odds.chance(value), odds.at_least(value));
            let _ = writeln!(table, "| {value} | {} | {} |", percent(&exactly), percent(&at_least));
        }
    }
    let others = others(&dice, &thrown);
    // What a bonus alone is worth is no throw to compare.
    let is_throw = base.is_some() || (stat.is_some() && adds_to.is_none());
    let against = match (stat, is_throw) {
        (Some(stat), true) => against(library, &dice, &thrown, stat),
        _ => String::new(),
    };
    Some(paragraphs([head, table, others, against]))
}

/// The symbols besides the one that counts: `heart: 0.33 on average, at least one 30.6 %`.
fn others(dice: &Dice, pool: &Pool) -> String {
    let mut lines = Vec::new();
    for (place, name) in dice.symbols.iter().enumerate() {
        let symbol = place as u8 + 1;
        if symbol == dice.main {
            continue;
        }
        let Some(odds) = distribution(dice, pool, symbol) else { continue };
        let some = odds.at_least(1);
        if !some.numerator.is_zero() {
            let (mean, some) = (average(&odds), percent(&some));
            lines.push(format!("- {name}: {mean} on average, at least one {some}"));
        }
    }
    lines.join("\n")
}

/// How likely the throw beats what other stats of the cards throw or have.
fn against(library: &Library, dice: &Dice, thrown: &Pool, stat: &str) -> String {
    let Some(own) = distribution(dice, thrown, dice.main) else { return String::new() };
    let mut lines = Vec::new();
    for field in stats(library).into_iter().filter(|field| *field != stat) {
        let mut values: BTreeMap<Pool, usize> = BTreeMap::new();
        for card in library.cards() {
            let value = match card.fields.get(field) {
                Some(Value::Pool { pool }) => pool.clone(),
                Some(Value::Int(number)) => Pool { bonus: *number, ..Pool::default() },
                _ => continue,
            };
            *values.entry(value).or_default() += 1;
        }
        let mut common: Vec<(Pool, usize)> = values.into_iter().collect();
        common.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        common.truncate(MOST_VALUES);
        let mut chances: Vec<(u32, String)> = common
            .iter()
            .filter_map(|(value, _)| {
                let beats = own.beats(&distribution(dice, value, dice.main)?);
                let text = format!("{} {}", written(dice, value), percent(&beats));
                Some((beats.per_mille(), text))
            })
            .collect();
        chances.sort_by(|one, two| two.cmp(one));
        if !chances.is_empty() {
            let chances: Vec<String> = chances.into_iter().map(|(_, text)| text).collect();
            lines.push(format!("- {field}: {}", chances.join(" · ")));
        }
    }
    match lines.is_empty() {
        true => String::new(),
        false => {
            format!("Chance to beat what is on cards (a tie is no success):\n{}", lines.join("\n"))
        }
    }
}

/// The fields that hold dice on some kind, each once, in order of declaration.
fn stats(library: &Library) -> Vec<&str> {
    let mut stats: Vec<&str> = Vec::new();
    for field in library.kinds().flat_map(|kind| &kind.fields) {
        if field.field_type == FieldType::Pool && !stats.contains(&field.name.as_str()) {
            stats.push(&field.name);
        }
    }
    stats
}

/// A die with its faces.
pub(super) fn die(library: &Library, die: &Die) -> String {
    let faces: Vec<String> = die
        .faces
        .iter()
        .map(|face| {
            let mut parts: Vec<String> = Vec::new();
            if face.number != 0 {
                parts.push(face.number.to_string());
            }
            for (symbol, count) in &face.symbols {
                parts.push(if *count == 1 {
                    symbol.clone()
                } else {
                    format!("{symbol} × {count}")
                });
            }
            if parts.is_empty() { "blank".to_owned() } else { parts.join(" + ") }
        })
        .collect();
    let head = format!("**{}**: die `{}`", die.name, die.code);
    let one = Pool { dice: BTreeMap::from([(die.id.clone(), 1)]), bonus: 0 };
    let odds = describe(library, &one, None, None).unwrap_or_default();
    paragraphs([head, faces.join(" · "), odds, noted(die.note.as_deref())])
}
