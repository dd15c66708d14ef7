//! JSON Schemas (2020-12) of the data: the envelope from the Rust types, and on top of it what
//! each game's kinds and enums declare.
//!
//! [`envelope`] knows the model only. [`game`] narrows it to the packages of one game: a card
//! is one of the game's kinds with exactly that kind's fields, a name is one of the enum's
//! values, and nothing may be there that was not declared.

mod kind;
mod names;

use cardwright_model::{Library, Package, Role};
use serde_json::{Map, Value, json};

use crate::Error;
use names::Names;
pub(crate) use names::pascal;

/// The JSON Schema of any package, whatever its game.
pub(crate) fn envelope() -> Result<Value, Error> {
    let mut schema = serde_json::to_value(schemars::schema_for!(Package))?;
    close(&mut schema);
    Ok(schema)
}

/// One schema for all packages of a game, with the kinds and enums of those libraries.
pub(crate) fn game(game: &str, libraries: &[&Library]) -> Result<Value, Error> {
    let mut schema = envelope()?;
    let names = Names::collect(libraries, definitions(&mut schema));
    let mut lists = Map::new();
    for role in [Role::Card, Role::Deck, Role::Format, Role::Record] {
        let kinds: Vec<_> = names.kinds().filter(|kind| kind.role == role).collect();
        let defs = definitions(&mut schema);
        let entity = defs.get("Entity").cloned().unwrap_or_default();
        for kind in &kinds {
            for (name, definition) in kind::definitions(kind, &entity, &names) {
                defs.insert(name, definition);
            }
        }
        let (list, union, about) = union_of(role);
        let members: Vec<Value> = kinds.iter().map(|kind| names.reference(&kind.id)).collect();
        if !members.is_empty() {
            defs.insert(union.into(), json!({"description": about, "oneOf": members}));
            lists.insert(list.into(), json!({"$ref": format!("#/$defs/{union}")}));
        }
    }
    for (name, definition) in names.enum_definitions() {
        definitions(&mut schema).insert(name, definition);
    }
    if let Some(keywords) = names.keyword_definition() {
        let defs = definitions(&mut schema);
        defs.insert("KeywordId".into(), keywords);
        if let Some(id) =
            defs.get_mut("KeywordUse").and_then(|def| def.pointer_mut("/properties/keyword"))
        {
            *id = json!({"description": "Identifier of the keyword.", "$ref": "#/$defs/KeywordId"});
        }
    }
    for (list, items) in lists {
        if let Some(slot) = schema.pointer_mut(&format!("/properties/{list}/items")) {
            *slot = items;
        }
    }
    if let Some(slot) = schema.pointer_mut("/properties/game") {
        *slot = json!({"description": "Identifier of the game.", "const": game});
    }
    schema["title"] = json!(format!("Package of the game {game}"));
    Ok(schema)
}

/// The schema of one kind alone: what is an item of the data's lists. `schema` is that of the
/// game; only the definitions the kind needs come along.
pub(crate) fn of_kind(schema: &Value, libraries: &[&Library], id: &str) -> Option<Value> {
    let mut envelope = envelope().ok()?;
    let names = Names::collect(libraries, definitions(&mut envelope));
    let name = names.kind_name(id)?.to_owned();
    let all = schema.get("$defs")?.as_object()?;
    let mut needed = vec![name.clone()];
    let mut defs = Map::new();
    while let Some(next) = needed.pop() {
        if defs.contains_key(&next) {
            continue;
        }
        let definition = all.get(&next)?.clone();
        references(&definition, &mut needed);
        defs.insert(next, definition);
    }
    let title = defs.get(&name)?.get("description").cloned().unwrap_or_default();
    let mut sorted: Vec<(String, Value)> = defs.into_iter().collect();
    sorted.sort_by(|left, right| left.0.cmp(&right.0));
    Some(json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": id,
        "description": title,
        "$ref": format!("#/$defs/{name}"),
        "$defs": sorted.into_iter().collect::<Map<_, _>>(),
    }))
}

/// The list of the data, the union's name and its description for the kinds of a role.
fn union_of(role: Role) -> (&'static str, &'static str, &'static str) {
    match role {
        Role::Card => ("cards", "AnyCard", "A printed card, told apart by its kind."),
        Role::Deck => ("decks", "AnyDeck", "A deck list, told apart by its kind."),
        Role::Format => ("formats", "AnyFormat", "A way to play, told apart by its kind."),
        Role::Record => ("records", "AnyRecord", "Other data, told apart by its kind."),
    }
}

fn definitions(schema: &mut Value) -> &mut Map<String, Value> {
    let defs = schema
        .as_object_mut()
        .expect("a schema of a struct is an object")
        .entry("$defs")
        .or_insert_with(|| json!({}));
    defs.as_object_mut().expect("definitions are an object")
}

/// Names of definitions that a schema refers to.
pub(crate) fn references(schema: &Value, found: &mut Vec<String>) {
    match schema {
        Value::Object(map) => {
            if let Some(name) = map.get("$ref").and_then(Value::as_str) {
                found.push(name.trim_start_matches("#/$defs/").to_owned());
            }
            map.values().for_each(|value| references(value, found));
        }
        Value::Array(items) => items.iter().for_each(|value| references(value, found)),
        _ => {}
    }
}

/// Refuses fields that nothing declares, wherever the Rust types leave that open.
fn close(schema: &mut Value) {
    match schema {
        Value::Object(map) => {
            map.values_mut().for_each(close);
            let open = map.contains_key("properties") && !map.contains_key("additionalProperties");
            if open && map.get("type").and_then(Value::as_str) == Some("object") {
                map.insert("additionalProperties".into(), Value::Bool(false));
            }
        }
        Value::Array(items) => items.iter_mut().for_each(close),
        _ => {}
    }
}
