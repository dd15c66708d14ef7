//! A small set of Bag of Dungeon, built by hand because the engine knows no text.

use cardwright_model::{Library, Package};
use serde_json::{Value, json};

fn refs(ids: &[&str]) -> Value {
    ids.iter().map(|id| json!({"ref": id})).collect()
}

fn values(ids: &[&str]) -> Value {
    ids.iter().map(|id| json!({"id": id, "name": id})).collect()
}

fn card(id: &str, kind: &str, fields: Value) -> Value {
    json!({"id": id, "name": id, "kind": kind, "fields": fields})
}

fn tile(id: &str, role: &str, label: i64, openings: &[&str], copies: i64) -> Value {
    let fields = json!({"role": {"ref": role}, "label": label, "copies": copies,
                        "openings": refs(openings)});
    card(id, "tile", fields)
}

fn character(id: &str, health: i64, ap: i64, dice: i64) -> Value {
    let slots = refs(&["armour", "blank", "blank"]);
    card(id, "character", json!({"health": health, "ap": ap, "dice": dice, "slots": slots}))
}

fn monster(id: &str, health: i64, dice: i64, copies: i64) -> Value {
    card(id, "monster", json!({"health": health, "dice": dice, "copies": copies}))
}

fn effect(mut card: Value, clause: &str, effects: Value) -> Value {
    card["clauses"] = json!([{"clause": clause, "effects": effects}]);
    card
}

/// The numbers of the rules.
fn settings() -> Value {
    json!({
        "die": {"ref": "d6"}, "escape-cost": 1, "endless-rounds": 50, "escape-damage": 1,
        "break-through-cost": 2, "break-through-damage": 2, "rival-escape": 4,
        "critical-factor": 2, "help-cost": 1, "help-dice": 1, "help-share": 2,
        "solo-help-health": 5, "solo-help-roll": 3, "one-item-from": 6, "two-items-from": 10,
        "stall-kills": 3, "ring-dice": 2, "charge-dice": 1,
    })
}

fn call(verb: &str, count: i64) -> Value {
    json!({"do": "call", "verb": verb, "args": [
        {"name": "figure", "value": {"is": "var", "name": "it"}},
        {"name": "count", "value": {"is": "int", "value": count}}]})
}

fn each(source: &str, body: Value) -> Value {
    json!([{"do": "for-each", "selection": {"is": "select", "source": source}, "body": [body]}])
}

/// Every combination of the options, by its name.
pub(crate) fn modes() -> Vec<(String, Value)> {
    let mut modes = Vec::new();
    for way in ["standard", "solo", "competitive"] {
        for bits in 0..8 {
            let mut fields = json!({"turn-limit": 60, "min-players": 1, "max-players": 4});
            if way != "standard" {
                fields[way] = json!(true);
            }
            for (bit, option) in ["monster-rush", "lucky-dip", "loose"].iter().enumerate() {
                fields[option] = json!(bits >> bit & 1 == 1);
            }
            modes.push((format!("{way}-{bits}"), fields));
        }
    }
    modes
}

/// The library.
pub(crate) fn library() -> Library {
    const ALL: [&str; 4] = ["north", "east", "south", "west"];
    let mut cards = vec![
        character("dwarf", 12, 5, 2),
        character("elf", 10, 6, 2),
        monster("goblin", 4, 1, 6),
        monster("skeleton", 7, 2, 6),
        monster("ogre", 10, 2, 4),
        card(
            "dragon",
            "monster",
            json!({"health": 20, "dice": 4, "worth": 2,
            "guards-exit": true, "immune": refs(&["arrows"])}),
        ),
        card("ring", "item", json!({"ring": true, "worth": 4})),
        card("sword", "item", json!({"bonus": 2, "copies": 6})),
        card("lance", "item", json!({"bonus": 9, "only-against": {"ref": "dragon"}, "copies": 2})),
        card("mail", "item", json!({"armour": 2, "slot": {"ref": "armour"}, "copies": 4})),
        card(
            "bow",
            "item",
            json!({"range": 3, "shot-dice": 1, "cost": 1, "copies": 4,
            "attack": refs(&["arrows"])}),
        ),
        effect(
            card("potion", "item", json!({"consumable": true, "copies": 4})),
            "use",
            each("adventurers-here", call("heal", 5)),
        ),
        effect(
            card("spikes", "item", json!({"copies": 3})),
            "draw",
            each("adventurers-here", call("damage", 3)),
        ),
        tile("start", "start", 0, &ALL, 1),
        tile("exit", "exit", 12, &["south"], 1),
        tile("pool", "healing-pool", 0, &ALL, 1),
        tile("nook", "item", 0, &["south", "north"], 4),
        tile("cross", "plain", 0, &ALL, 5),
        tile("bend", "plain", 0, &["south", "east"], 4),
        tile("cell", "plain", 0, &["south"], 2),
    ];
    for label in 2..12 {
        cards.push(tile(&format!("m{label}"), "monster", label, &["north", "east", "south"], 1));
    }
    let format = |(id, fields): (String, Value)| json!({"id": id, "name": id, "kind": "format", "fields": fields});
    let party = |id: &str, members: &[&str]| {
        json!({"id": id, "name": id, "kind": "party", "for": "standard-0",
               "fields": {"party": refs(members)}})
    };
    let kind =
        |id: &str| json!({"id": id, "name": id, "role": "card", "fields": [], "clauses": []});
    let kinds = ["character", "monster", "item", "tile", "scroll"].map(kind);
    let faces: Vec<Value> = (1..=6).map(|number| json!({"number": number})).collect();
    let package = json!({
        "data-format": 1, "name": "small", "version": "1", "game": "bag",
        "definition": {"id": "bag", "name": "Small", "version": "1", "engine": "bag",
                       "settings": settings()},
        "enums": [
            {"id": "side", "name": "Side", "values": values(&ALL)},
            {"id": "slot", "name": "Slot", "values": values(&["blank", "armour"])},
            {"id": "attack-type", "name": "Attack", "values": values(&["arrows"])},
            {"id": "set", "name": "Set", "values": values(&["small"])},
        ],
        "dice": [{"id": "d6", "name": "Die", "code": "d6", "faces": faces}],
        "kinds": kinds,
        "cards": cards,
        "formats": modes().into_iter().map(format).collect::<Vec<_>>(),
        "decks": [party("one", &["dwarf"]), party("two", &["elf"]), party("both", &["dwarf", "elf"])],
    });
    let package: Package = serde_json::from_value(package).expect("a package");
    Library { packages: vec![package] }
}
