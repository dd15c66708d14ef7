//! `cardwright odds`: exactly how likely each result of a throw is, and how likely one throw
//! beats another.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Result;
use cardwright_games::MODULES;
use cardwright_ide::{Throw, odds};
use clap::Args;

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
    let thrown = Throw { what: &thrown, discard: arguments.discard };
    let against = against.as_deref();
    let against = against.map(|what| Throw { what, discard: arguments.against_discard });
    let symbol = arguments.symbol.as_deref();
    let chances = odds(library, MODULES, thrown, against, symbol).map_err(usage)?;
    let mut out = terminal::out();
    match arguments.format {
        Format::Json => writeln!(out, "{}", serde_json::to_string_pretty(&chances.json)?)?,
        Format::Human => write!(out, "{}", chances.text)?,
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
