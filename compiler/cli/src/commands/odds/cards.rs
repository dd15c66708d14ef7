//! Chances of cards by name: what their dice show, and how likely their attacks hit another card.

use std::io::Write;

use anyhow::{Result, anyhow};
use cardwright_engine::core::dice::{Dice, Distribution, Odds};
use cardwright_engine::game::Encounter;
use cardwright_engine::seating::encounters_of;
use cardwright_games::MODULES;
use cardwright_ide::odds::{as_json, dice_of, percent, symbol, symbol_name, table, written};
use cardwright_model::{Entity, Library};
use serde_json::json;

use super::OddsArguments;
use crate::args::Format;
use crate::report::{Outcome, usage};
use crate::terminal;

/// What each throw of a card shows.
pub(super) fn tell_dice(
    library: &Library,
    card: &Entity,
    arguments: &OddsArguments,
) -> Result<Outcome> {
    let dice = Dice::of_library(library).map_err(|error| anyhow!(error))?;
    let symbol = symbol(&dice, arguments.symbol.as_deref()).map_err(usage)?;
    let odds = Odds { drop_highest: arguments.discard, ..Odds::default() };
    let mut throws = Vec::new();
    for (field, pool) in dice_of(card) {
        let thrown = dice.pool(pool).map_err(usage)?;
        let thrown = Distribution::of(&thrown, symbol, &dice, &odds);
        throws.push((field, pool, thrown.map_err(|error| usage(error.to_string()))?));
    }
    if throws.is_empty() {
        return Err(usage(format!("`{}` has no dice", card.id)));
    }
    let mut out = terminal::out();
    if arguments.format == Format::Json {
        let all: serde_json::Map<String, serde_json::Value> =
            throws.iter().map(|(field, _, odds)| ((*field).to_owned(), as_json(odds))).collect();
        writeln!(
            out,
            "{}",
            serde_json::to_string_pretty(&json!({ "card": card.id, "dice": all }))?
        )?;
        return Ok(Outcome::Fine);
    }
    let what = symbol_name(&dice, symbol);
    for (place, (field, pool, odds)) in throws.iter().enumerate() {
        let gap = if place == 0 { "" } else { "\n" };
        let title = format!("{gap}{what} of {}, {field} {}", card.name, written(&dice, pool));
        write!(out, "{}", table(&title, odds))?;
    }
    Ok(Outcome::Fine)
}

/// How likely each attack of one card hits another, as the rules of the game have it.
pub(super) fn tell_attacks(
    library: &Library,
    one: &Entity,
    other: &Entity,
    arguments: &OddsArguments,
) -> Result<Outcome> {
    let game = MODULES.open(library).map_err(|error| anyhow!(error))?;
    let found = encounters_of(&*game, library, [&one.id, &other.id]);
    if found.is_empty() {
        return Err(usage(format!(
            "no game here has an attack of `{}` on `{}`: they must be enemies, and a deck must \
             have each; dice of cards can be compared as well, such as `{}` --against `{}`",
            one.id,
            other.id,
            example(one),
            example(other)
        )));
    }
    let mut out = terminal::out();
    match arguments.format {
        Format::Json => writeln!(out, "{}", serde_json::to_string_pretty(&found)?)?,
        Format::Human => {
            for Encounter { attack, chance, .. } in &found {
                let how = if attack.is_empty() { "its attack" } else { attack };
                let (one, other) = (&one.name, &other.name);
                writeln!(out, "{one} hits {other} with {how}: {} ({chance})", percent(chance))?;
            }
        }
    }
    Ok(Outcome::Fine)
}

/// How dice of a card are asked for.
fn example(card: &Entity) -> String {
    let fields = dice_of(card);
    fields.first().map_or_else(|| card.id.clone(), |(field, _)| format!("{}.{field}", card.id))
}
