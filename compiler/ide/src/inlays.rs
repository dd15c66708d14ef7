//! Small notes behind words: what dice come to on average, and in which decks a card is.

use cardwright_check::{Meaning, Mention};
use cardwright_engine::core::dice::Dice;
use cardwright_model::{Library, Role};
use serde_json::{Value, json};

use crate::odds::{average, distribution, symbol_name};
use crate::protocol::{Lines, Range};
use crate::requests::At;

/// Decks that are named; more are counted.
const MOST_DECKS: usize = 3;

/// The notes in a part of a document.
pub(super) fn inlays(at: &At, range: Range, lines: &Lines<'_>) -> Value {
    let Some(package) = at.snapshot.package() else { return json!([]) };
    let library = &package.library;
    let dice = Dice::of_library(library).ok();
    let (from, to) = (lines.offset(range.start), lines.offset(range.end));
    let mentions = at.snapshot.mentions_in(at.file).iter().filter(|mention| {
        let span = mention.location.span;
        from <= span.end && span.start <= to
    });
    let notes = mentions.filter_map(|mention| {
        let (label, tooltip) = note(library, dice.as_ref(), mention)?;
        Some(json!({
            "position": lines.position(mention.location.span.end),
            "label": label,
            "tooltip": tooltip,
            "paddingLeft": true,
        }))
    });
    notes.collect::<Vec<_>>().into()
}

/// A note and what it says when somebody rests on it.
fn note(library: &Library, dice: Option<&Dice>, mention: &Mention) -> Option<(String, String)> {
    match &mention.meaning {
        Meaning::Dice { pool, .. } => {
            let dice = dice?;
            // What is sure needs no average.
            if pool.dice.values().all(|count| *count == 0) {
                return None;
            }
            let mean = average(&distribution(dice, pool, dice.main)?);
            let what = symbol_name(dice, dice.main);
            Some((format!("ø {mean}"), format!("{what} on average")))
        }
        Meaning::Entity { role: Role::Card, id } if mention.declares => copies(library, id),
        _ => None,
    }
}

/// How many copies of a card the decks hold.
fn copies(library: &Library, id: &str) -> Option<(String, String)> {
    let mut held: Vec<(u32, &str)> = Vec::new();
    for deck in library.decks() {
        let entries = deck.lists.values().flatten().filter(|entry| entry.card == id);
        let count = entries.fold(0u32, |sum, entry| sum.saturating_add(entry.count));
        if count > 0 {
            held.push((count, &deck.name));
        }
    }
    let said = |(count, deck): &(u32, &str)| format!("{count}× {deck}");
    let all: Vec<String> = held.iter().map(said).collect();
    match held.len() {
        0 => None,
        few if few <= MOST_DECKS => Some((all.join(", "), "copies in decks".to_owned())),
        many => Some((format!("in {many} decks"), all.join(", "))),
    }
}
