//! `cardwright odds`: exactly how likely each result of a throw is, and how likely one throw
//! beats another.

mod cards;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use cardwright_engine::core::dice::{Dice, Distribution, Odds, Pool};
use cardwright_model::Library;
use clap::Args;
use serde_json::{Value, json};

use crate::args::Format;
use crate::commands::check::checked_packages;
use crate::odds::{average, percent, symbol_name};
use crate::report::{Console, Outcome, usage};

/// `cardwright odds`
#[derive(Debug, Args)]
pub(crate) struct OddsArguments {
    /// What is thrown: dice such as `2B 1R`, or those of a card, such as `royal-paladin.ATT`;
    /// both may be added up: `royal-paladin.ATT + 1B`. Or a card by its name: its dice, or with
    /// `--against` another card, how likely each of its attacks hits it. A package may follow
    /// (default: the nearest one)
    #[arg(value_name = "POOL", required = true)]
    words: Vec<String>,
    /// What is thrown against it, which wins ties: dice, those of a card, or a card
    #[arg(long, value_name = "POOL", num_args = 1..)]
    against: Vec<String>,
    /// So many of the highest dice are discarded
    #[arg(long, value_name = "COUNT", default_value_t = 0)]
    discard: usize,
    /// The same for the throw against it
    #[arg(long, value_name = "COUNT", default_value_t = 0)]
    against_discard: usize,
    /// Count this symbol (default: what the game counts)
    #[arg(long, value_name = "SYMBOL")]
    symbol: Option<String>,
    /// How to report
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    format: Format,
}

pub(crate) fn run(arguments: &OddsArguments, console: &Console) -> Result<Outcome> {
    let (thrown, path) = split(&arguments.words);
    let (against, path_behind) = split(&arguments.against);
    let (against, path) = ((!against.is_empty()).then_some(against), path.or(path_behind));
    let Some(packages) = checked_packages(path.as_deref(), console)? else {
        return Ok(Outcome::ContentErrors);
    };
    let library = packages.last().ok_or_else(|| usage("there is no package here"))?;
    let of_both = (cards::named(library, &thrown), against.as_deref());
    match of_both {
        (Some(one), None) => return cards::tell_dice(library, one, arguments),
        (Some(one), Some(other)) => {
            if let Some(other) = cards::named(library, other) {
                return cards::tell_attacks(library, one, other, arguments);
            }
        }
        (None, _) => {}
    }
    let dice = Dice::of_library(library).map_err(|error| anyhow!(error))?;
    if dice.dice.is_empty() {
        return Err(usage("the game has no dice"));
    }
    let symbol = symbol(&dice, arguments.symbol.as_deref())?;
    let throw = |text: &str, discard: usize| -> Result<Distribution> {
        let pool = pool(library, &dice, text)?;
        let odds = Odds { drop_highest: discard, ..Odds::default() };
        Distribution::of(&pool, symbol, &dice, &odds).map_err(|error| usage(error.to_string()))
    };
    let own = throw(&thrown, arguments.discard)?;
    let other = match &against {
        Some(against) => Some(throw(against, arguments.against_discard)?),
        None => None,
    };
    let margin = match &other {
        Some(other) => Some(own.minus(other).map_err(|error| usage(error.to_string()))?),
        None => None,
    };
    let mut out = io::stdout().lock();
    match arguments.format {
        Format::Json => {
            let report = json!({
                "pool": as_json(&own),
                "against": other.as_ref().map(as_json),
                "margin": margin.as_ref().map(as_json),
                "beats": margin.as_ref().map(|margin| margin.at_least(1).to_string()),
            });
            writeln!(out, "{}", serde_json::to_string_pretty(&report)?)?;
        }
        Format::Human => {
            let what = symbol_name(&dice, symbol);
            print(&mut out, &format!("{what} of {thrown}"), &own)?;
            if let (Some(against), Some(other), Some(margin)) = (&against, &other, &margin) {
                print(&mut out, &format!("\n{what} of {against}"), other)?;
                let beats = margin.at_least(1);
                writeln!(out, "\n{thrown} beats {against}: {} ({beats})", percent(beats))?;
            }
        }
    }
    Ok(Outcome::Fine)
}

/// What is thrown, and the package: the last word, if there is one at that place.
fn split(words: &[String]) -> (String, Option<PathBuf>) {
    if let [first @ .., last] = words
        && !first.is_empty()
        && Path::new(last).exists()
    {
        return (first.join(" "), Some(PathBuf::from(last)));
    }
    (words.join(" "), None)
}

/// The symbol that is counted.
fn symbol(dice: &Dice, wanted: Option<&str>) -> Result<u8> {
    let Some(wanted) = wanted else { return Ok(dice.main) };
    dice.symbol(wanted).ok_or_else(|| {
        usage(format!("no die shows `{wanted}`; the symbols are: {}", dice.symbols.join(", ")))
    })
}

/// A pool in writing: parts with or without `+` between them.
fn pool(library: &Library, dice: &Dice, text: &str) -> Result<Pool> {
    let mut sum = Pool::EMPTY;
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
fn pool_of_dice(library: &Library, dice: &Dice, part: &str) -> Result<Pool> {
    let digits = part.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(part.len());
    let (count, unit) = part.split_at(digits);
    let count: i8 = if count.is_empty() { Ok(1) } else { count.parse() }
        .map_err(|_| usage(format!("`{part}` is too many")))?;
    if unit.is_empty() {
        return Ok(Pool::flat(dice.main, count));
    }
    let die = dice.die(unit).ok_or_else(|| {
        let known: Vec<&str> = dice.dice.iter().map(|die| die.unit.as_str()).collect();
        match cards::named(library, part) {
            Some(card) => usage(format!(
                "`{part}` is a card: say which of its dice, such as {}; or name a card on both sides",
                cards::dice_of(card).first().map_or("none that it has".to_owned(), |(field, _)| {
                    format!("`{}.{field}`", card.id)
                })
            )),
            None => usage(format!(
                "there is neither a die nor a card `{part}`; the dice are: {}",
                known.join(", ")
            )),
        }
    })?;
    Ok(Pool::of(die, count))
}

/// The dice in a field of a card.
fn pool_of_card(library: &Library, dice: &Dice, card: &str, field: &str) -> Result<Pool> {
    let entity = library
        .packages
        .iter()
        .flat_map(|package| &package.cards)
        .find(|entity| entity.id == card)
        .ok_or_else(|| usage(format!("there is no card `{card}`")))?;
    let value = entity.fields.get(field).and_then(cardwright_model::Value::as_pool);
    let Some(value) = value else {
        let known = entity.fields.iter().filter(|(_, value)| value.as_pool().is_some());
        let known: Vec<&str> = known.map(|(name, _)| name.as_str()).collect();
        return Err(usage(match known.as_slice() {
            [] => format!("`{card}` has no dice"),
            known => format!("`{card}` has no dice `{field}`; it has: {}", known.join(", ")),
        }));
    };
    dice.pool(value).map_err(usage)
}

/// A line for each value: how likely it is, and how likely it or more.
fn print(out: &mut impl Write, title: &str, odds: &Distribution) -> io::Result<()> {
    writeln!(out, "{title}: {} on average", average(odds))?;
    for (value, _) in odds.weights() {
        let (exactly, at_least) = (odds.chance(value), odds.at_least(value));
        let bar = "█".repeat((exactly.per_mille() as usize).div_ceil(25));
        writeln!(
            out,
            "{value:>4} {:>7}  {value} or more {:>7}  {bar}",
            percent(exactly),
            percent(at_least)
        )?;
    }
    Ok(())
}

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
