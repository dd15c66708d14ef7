//! Counts and curves of a set: what a designer looks at before adding the next card.

use std::collections::BTreeMap;

use cardwright_model::{Entity, FieldType, Kind, Library, Value};
use serde_json::{Value as Json, json};

use crate::shelf::{card_keywords, printed, words};

/// The figures of a library's own package, by kind.
pub(crate) fn figures(library: &Library) -> Json {
    let mut by_kind: Vec<(&Kind, Vec<&Entity>)> = Vec::new();
    for (card, kind) in printed(library) {
        match by_kind.iter_mut().find(|(known, _)| known.id == kind.id) {
            Some((_, cards)) => cards.push(card),
            None => by_kind.push((kind, vec![card])),
        }
    }
    let kinds: Vec<Json> = by_kind
        .iter()
        .map(|(kind, cards)| {
            let letters: usize = cards.iter().map(|card| words(card).chars().count()).sum();
            json!({
                "id": kind.id,
                "name": kind.name,
                "cards": cards.len(),
                "copies": cards.iter().map(|card| copies(card, kind)).sum::<i64>(),
                "letters": letters / cards.len().max(1),
                "curves": curves(kind, cards, library),
            })
        })
        .collect();
    let mut keywords: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (card, _) in printed(library) {
        for keyword in card_keywords(card) {
            keywords.entry(keyword).or_default().push(&card.id);
        }
    }
    let name = |id: &str| library.keyword(id).map_or(id.to_owned(), |known| known.name.clone());
    let mut keywords: Vec<(String, Vec<&str>)> =
        keywords.into_iter().map(|(id, cards)| (name(id), cards)).collect();
    keywords.sort_by_key(|(name, cards)| (std::cmp::Reverse(cards.len()), name.clone()));
    let keywords: Vec<Json> = keywords
        .into_iter()
        .map(|(name, cards)| json!({ "name": name, "count": cards.len(), "cards": cards }))
        .collect();
    json!({ "kinds": kinds, "keywords": keywords })
}

/// How many of a card are printed.
fn copies(card: &Entity, kind: &Kind) -> i64 {
    let printed = kind.print.as_ref().and_then(|print| print.copies).unwrap_or(1);
    card.int("copies").unwrap_or(i64::from(printed))
}

/// For each field of numbers or of a list of values: how many cards have which.
fn curves(kind: &Kind, cards: &[&Entity], library: &Library) -> Vec<Json> {
    let mut curves = Vec::new();
    for field in &kind.fields {
        let is_number = matches!(field.field_type, FieldType::Int { .. });
        let values = match &field.field_type {
            FieldType::Int { .. } => Vec::new(),
            FieldType::Enum { id } => {
                let declared = library.enums().filter(|known| known.id == *id);
                declared.flat_map(|known| &known.values).collect()
            }
            _ => continue,
        };
        let mut counts: BTreeMap<(i64, String), Vec<&str>> = BTreeMap::new();
        for card in cards {
            match card.fields.get(&field.name) {
                Some(Value::Int(number)) if is_number => {
                    counts.entry((*number, number.to_string())).or_default().push(&card.id);
                }
                Some(Value::Ref { id }) => {
                    let place = values.iter().position(|value| value.id == *id);
                    let name = place.map_or(id.clone(), |at| values[at].name.clone());
                    let order = place.and_then(|at| i64::try_from(at).ok()).unwrap_or(i64::MAX);
                    counts.entry((order, name)).or_default().push(&card.id);
                }
                _ => {}
            }
        }
        // A field that is the same everywhere, or different everywhere, is no curve.
        if counts.len() < 2 || counts.len() > 40 {
            continue;
        }
        let bars: Vec<Json> = counts
            .into_iter()
            .map(|((_, name), cards)| json!({ "name": name, "count": cards.len(), "cards": cards }))
            .collect();
        curves.push(json!({ "field": field.name, "number": is_number, "bars": bars }));
    }
    curves
}
