//! Chances of cards by name: what their dice show, and how likely their attacks hit another card.

use std::io::{self, Write};

use anyhow::{Result, anyhow};
use cardwright_engine::core::dice::{Dice, Distribution, Odds};
use cardwright_engine::game::{Encounter, Start};
use cardwright_games::MODULES;
use cardwright_model::{Entity, Library, Pool};
use serde_json::json;

use super::{OddsArguments, as_json, print, symbol};
use crate::args::Format;
use crate::commands::sim::{players_of, seatings};
use crate::odds::{percent, symbol_name, written};
use crate::report::{Outcome, usage};

/// The card of that name or identifier.
pub(super) fn named<'a>(library: &'a Library, name: &str) -> Option<&'a Entity> {
    let lower = name.to_lowercase();
    let is_it = |card: &&Entity| card.id == name || card.name.to_lowercase() == lower;
    library.cards().find(is_it)
}

/// The fields of a card that hold dice.
pub(super) fn dice_of(card: &Entity) -> Vec<(&str, &Pool)> {
    let fields = card.fields.iter();
    fields.filter_map(|(name, value)| Some((name.as_str(), value.as_pool()?))).collect()
}

/// What each throw of a card shows.
pub(super) fn tell_dice(
    library: &Library,
    card: &Entity,
    arguments: &OddsArguments,
) -> Result<Outcome> {
    let dice = Dice::of_library(library).map_err(|error| anyhow!(error))?;
    let symbol = symbol(&dice, arguments.symbol.as_deref())?;
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
    let mut out = io::stdout().lock();
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
        print(&mut out, &title, odds)?;
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
    let found = encounters(library, &one.id, &other.id)?;
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
    let mut out = io::stdout().lock();
    match arguments.format {
        Format::Json => writeln!(out, "{}", serde_json::to_string_pretty(&found)?)?,
        Format::Human => {
            for Encounter { attack, chance, .. } in &found {
                let how = if attack.is_empty() { "its attack" } else { attack };
                let (one, other) = (&one.name, &other.name);
                writeln!(out, "{one} hits {other} with {how}: {} ({chance})", percent(*chance))?;
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

/// Every pair of decks of different kinds, where two sit down: not all of them meet otherwise.
fn pairs(decks: &[&Entity], seats: usize) -> Vec<Vec<String>> {
    let mut pairs = Vec::new();
    for (place, one) in decks.iter().enumerate().filter(|_| seats == 2) {
        let others = decks.iter().skip(place + 1).filter(|other| other.kind != one.kind);
        pairs.extend(others.map(|other| vec![one.id.clone(), other.id.clone()]));
    }
    pairs
}

/// The attacks of one card on another, at the first table at which both are.
fn encounters(library: &Library, attacker: &str, target: &str) -> Result<Vec<Encounter>> {
    let game = MODULES.open(library).map_err(|error| anyhow!(error))?;
    for format in library.formats() {
        let is_for = |deck: &&Entity| deck.target.as_deref() == Some(format.id.as_str());
        let decks: Vec<&Entity> = library.decks().filter(is_for).collect();
        let seats = *players_of(format).start();
        for decks in seatings(&decks, seats).into_iter().chain(pairs(&decks, seats)) {
            let start = Start { format: format.id.clone(), decks, ..Start::default() };
            let mut met = game.encounters(&start);
            met.retain(|one| one.attacker == attacker && one.target == target);
            if !met.is_empty() {
                return Ok(met);
            }
        }
    }
    Ok(Vec::new())
}
