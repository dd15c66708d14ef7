//! A game as small as a game can be, built by hand because the engine knows no text.

use cardwright_model::{Library, Package};
use serde_json::{Value, json};

/// A tiny game whose one dungeon card has the given effects, power and keywords.
pub(crate) fn library(card: Value, keywords: Value) -> Library {
    let mut character = json!({
        "id": "beast", "name": "Beast", "kind": "character",
        "fields": {"cost": 1, "power": 2, "life": 2},
    });
    for (key, value) in card.as_object().expect("an object") {
        if key == "fields" {
            for (field, value) in value.as_object().expect("an object") {
                character["fields"][field] = value.clone();
            }
        } else {
            character[key] = value.clone();
        }
    }
    let kinds = ["adventurer", "equipment", "character", "trap"]
        .map(|kind| json!({"id": kind, "name": kind, "role": "card", "fields": [], "clauses": []}));
    let package = json!({
        "data-format": 1, "name": "tiny", "version": "1", "game": "crawler",
        "definition": {"id": "crawler", "name": "Tiny", "version": "1", "engine": "crawler"},
        "enums": [
            {"id": "damage", "name": "Damage", "values": [{"id": "harm", "name": "Harm"}]},
            {"id": "class", "name": "Class", "values": [{"id": "warrior", "name": "Warrior"}]},
            {"id": "mode", "name": "Mode", "values": [{"id": "solo", "name": "Solo"}]},
            {"id": "resource", "name": "Resource",
             "values": [{"id": "equipment", "name": "Equipment"}]},
        ],
        "kinds": kinds,
        "keywords": keywords,
        "cards": [
            {"id": "hero", "name": "Hero", "kind": "adventurer",
             "fields": {"equipment": 2, "life": 3, "class": {"ref": "warrior"}}},
            {"id": "club", "name": "Club", "kind": "equipment", "fields": {"cost": 1},
             "clauses": [{"clause": "base", "fields": {"power": 2}}]},
            character,
        ],
        "formats": [{"id": "solo", "name": "Solo", "kind": "format",
                     "fields": {"mode": {"ref": "solo"}, "min-players": 1, "max-players": 1,
                                "encounter-limit": 2, "hand-limit": 5, "quests-to-win": 2,
                                "round-limit": 500}}],
        "decks": [{"id": "deck", "name": "Deck", "kind": "deck", "for": "solo",
                   "fields": {"party": [{"ref": "hero"}, {"ref": "hero"}]},
                   "lists": {"crawler": [{"count": 20, "card": "club"}],
                             "dungeon": [{"count": 20, "card": "beast"}]}}],
    });
    let package: Package = serde_json::from_value(package).expect("a package");
    Library { packages: vec![package] }
}
