//! `cardwright odds`: exactly how likely each result of a throw is, and how likely one throw
//! beats another.

mod cards;

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use cardwright_engine::core::dice::{Dice, Distribution, Odds};
use cardwright_ide::odds::{as_json, named, percent, pool, symbol, symbol_name, table};
use clap::Args;
use serde_json::json;

use crate::args::Format;
use crate::commands::check::checked_packages;
use crate::report::{Console, Outcome, usage};
use crate::terminal;

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
    let of_both = (named(library, &thrown), against.as_deref());
    match of_both {
        (Some(one), None) => return cards::tell_dice(library, one, arguments),
        (Some(one), Some(other)) => {
            if let Some(other) = named(library, other) {
                return cards::tell_attacks(library, one, other, arguments);
            }
        }
        (None, _) => {}
    }
    let dice = Dice::of_library(library).map_err(|error| anyhow!(error))?;
    if dice.dice.is_empty() {
        return Err(usage("the game has no dice"));
    }
    let symbol = symbol(&dice, arguments.symbol.as_deref()).map_err(usage)?;
    let throw = |text: &str, discard: usize| -> Result<Distribution> {
        let pool = pool(library, &dice, text).map_err(usage)?;
        let odds = Odds { drop_highest: discard, ..Odds::default() };
        Distribution::of(&pool, symbol, &dice, &odds).map_err(|error| usage(error.to_string()))
    };
    let own = throw(&thrown, arguments.discard)?;
    let other = match &against {
        Some(against) => Some(throw(against, arguments.against_discard)?),
        None => None,
    };
    let margin = other.as_ref().map(|other| own.minus(other));
    let mut out = terminal::out();
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
            write!(out, "{}", table(&format!("{what} of {thrown}"), &own))?;
            if let (Some(against), Some(other), Some(margin)) = (&against, &other, &margin) {
                write!(out, "{}", table(&format!("\n{what} of {against}"), other))?;
                let beats = margin.at_least(1);
                writeln!(out, "\n{thrown} beats {against}: {} ({beats})", percent(&beats))?;
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
