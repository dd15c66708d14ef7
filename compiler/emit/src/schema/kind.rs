//! The definitions of one kind: its card, its fields, its clauses.

use cardwright_model::{ClauseDecl, ClauseShape, FieldDecl, FieldType, Kind, Param, Range};
use serde_json::{Map, Value, json};

use super::names::{Names, pascal};

/// Every definition of a kind by name. `entity` is the general form that it narrows.
pub(super) fn definitions(kind: &Kind, entity: &Value, names: &Names<'_>) -> Vec<(String, Value)> {
    let base = names.kind_name(&kind.id).unwrap_or("Entity").to_owned();
    let mut found = Vec::new();
    let mut card = entity.clone();
    card["description"] = json!(kind.note.as_deref().unwrap_or(&kind.name));
    let fields_name = format!("{base}Fields");
    let required = {
        let properties = card["properties"].as_object_mut().expect("an entity has properties");
        properties.remove("abstract");
        properties.insert("kind".into(), json!({"type": "string", "const": kind.id}));
        let mut required = vec![json!("id"), json!("name"), json!("kind")];
        if kind.fields.is_empty() {
            properties.remove("fields");
        } else {
            properties.insert("fields".into(), definition(&fields_name));
            if kind.fields.iter().any(always) {
                required.push(json!("fields"));
            }
        }
        let blocks: Vec<&ClauseDecl> =
            kind.clauses.iter().filter(|clause| is_block(clause)).collect();
        match clause_list(&base, &blocks, names, &mut found) {
            Some(list) => properties.insert("clauses".into(), list),
            None => properties.remove("clauses"),
        };
        match counted_lists(&kind.clauses) {
            Some(lists) => properties.insert("lists".into(), lists),
            None => properties.remove("lists"),
        };
        required
    };
    card["required"] = Value::Array(required);
    if !kind.fields.is_empty() {
        let about = format!("Fields of {}.", kind.name);
        found.push((fields_name, fields(&about, &kind.fields, names)));
    }
    found.push((base, card));
    found
}

/// Whether every card has the field: written, inherited or by default.
fn always(field: &FieldDecl) -> bool {
    !field.optional
}

fn is_block(clause: &ClauseDecl) -> bool {
    !matches!(clause.shape, ClauseShape::Keywords | ClauseShape::Cards { .. })
}

fn definition(name: &str) -> Value {
    json!({"$ref": format!("#/$defs/{name}")})
}

fn fields(about: &str, declared: &[FieldDecl], names: &Names<'_>) -> Value {
    let mut properties = Map::new();
    for field in declared {
        let mut value = value_of(&field.field_type, names);
        if let (Some(note), Some(map)) = (&field.note, value.as_object_mut()) {
            map.insert("description".into(), json!(note));
        }
        properties.insert(field.name.clone(), value);
    }
    let required: Vec<&str> =
        declared.iter().filter(|field| always(field)).map(|field| field.name.as_str()).collect();
    json!({
        "description": about,
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

/// The array of a kind's clauses, and a definition for each of them.
fn clause_list(
    owner: &str,
    clauses: &[&ClauseDecl],
    names: &Names<'_>,
    found: &mut Vec<(String, Value)>,
) -> Option<Value> {
    if clauses.is_empty() {
        return None;
    }
    let members: Vec<Value> = clauses
        .iter()
        .map(|clause| {
            let mut name = format!("{owner}{}", pascal(&clause.name));
            // The clause `side` of a `tile` is not the enum `tile-side`.
            if names.is_taken(&name) {
                name.push_str("Block");
            }
            let block = clause_definition(&name, clause, names, found);
            found.push((name.clone(), block));
            definition(&name)
        })
        .collect();
    let about = "Clauses in printed order.";
    let union = format!("{owner}Clause");
    found.push((
        union.clone(),
        json!({"description": "A clause, told apart by its name.", "oneOf": members}),
    ));
    Some(json!({"description": about, "type": "array", "items": definition(&union)}))
}

fn clause_definition(
    name: &str,
    clause: &ClauseDecl,
    names: &Names<'_>,
    found: &mut Vec<(String, Value)>,
) -> Value {
    let mut properties = Map::new();
    properties.insert("clause".into(), json!({"type": "string", "const": clause.name}));
    let mut required = vec![json!("clause")];
    if !clause.params.is_empty() {
        let (args, always) = arguments(&clause.params, names);
        properties.insert("args".into(), args);
        if always {
            required.push(json!("args"));
        }
    }
    properties.insert(
        "label".into(),
        json!({"description": "The quoted label after the head.", "type": ["string", "null"]}),
    );
    if clause.shape == ClauseShape::Condition {
        properties.insert("condition".into(), definition("Expr"));
        required.push(json!("condition"));
    }
    if matches!(clause.shape, ClauseShape::Flag | ClauseShape::Counter) {
        let args = json!({"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"], "additionalProperties": false});
        properties.insert("args".into(), args);
        let start = if clause.shape == ClauseShape::Flag { "boolean" } else { "integer" };
        let start = json!({"type": "object", "properties": {"start": {"type": start}}, "additionalProperties": false});
        properties.insert("fields".into(), start);
    }
    if let ClauseShape::Link { .. } = clause.shape {
        properties.insert("to".into(), json!({"description": "Where it leads.", "type": "string"}));
    }
    if clause.shape != ClauseShape::Condition {
        properties.insert("condition".into(), definition("Expr"));
    }
    if !clause.fields.is_empty() {
        // A block may leave any field of its card's family out; what it says is typed.
        let mut inside = fields("Fields inside the block.", &clause.fields, names);
        inside["required"] = json!([]);
        let fields_name = format!("{name}Fields");
        properties.insert("fields".into(), definition(&fields_name));
        found.push((fields_name, inside));
    }
    properties.insert("keywords".into(), array("Keywords inside the block.", "KeywordUse"));
    properties.insert("bonuses".into(), array("Bonuses inside the block.", "Bonus"));
    properties.insert("effects".into(), array("Effects inside the block.", "Statement"));
    properties.insert("when".into(), array("Its condition in words.", "Run"));
    let paragraphs = json!({"description": "Its effects in words, by paragraph.", "type": "array", "items": {"type": "array", "items": definition("Run")}});
    properties.insert("text".into(), paragraphs);
    let inner: Vec<&ClauseDecl> = clause.clauses.iter().filter(|clause| is_block(clause)).collect();
    if let Some(list) = clause_list(name, &inner, names, found) {
        properties.insert("clauses".into(), list);
    }
    json!({
        "description": clause.note.as_deref().unwrap_or(&clause.name),
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

/// The arguments of a clause, and whether there is one that is always there.
fn arguments(params: &[Param], names: &Names<'_>) -> (Value, bool) {
    let properties: Map<String, Value> = params
        .iter()
        .map(|param| (param.name.clone(), value_of(&param.field_type, names)))
        .collect();
    let required: Vec<&str> = params
        .iter()
        .filter(|param| param.default.is_none())
        .map(|param| param.name.as_str())
        .collect();
    let always = !required.is_empty();
    let args = json!({
        "description": "Arguments by parameter.",
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    });
    (args, always)
}

fn counted_lists(clauses: &[ClauseDecl]) -> Option<Value> {
    let lists: Map<String, Value> = clauses
        .iter()
        .filter(|clause| matches!(clause.shape, ClauseShape::Cards { .. }))
        .map(|clause| {
            let about =
                clause.note.clone().unwrap_or_else(|| format!("The list `{}`.", clause.name));
            (clause.name.clone(), array(&about, "ListEntry"))
        })
        .collect();
    if lists.is_empty() {
        return None;
    }
    Some(json!({
        "description": "Counted lists.",
        "type": "object",
        "properties": lists,
        "additionalProperties": false,
    }))
}

fn array(about: &str, of: &str) -> Value {
    json!({"description": about, "type": "array", "items": definition(of)})
}

/// What a field of that type looks like in the data.
fn value_of(field_type: &FieldType, names: &Names<'_>) -> Value {
    match field_type {
        FieldType::Int { range } => number(range.as_ref()),
        FieldType::Formula { range } => json!({"anyOf": [number(range.as_ref()), formula()]}),
        FieldType::Condition | FieldType::DeckCondition => formula(),
        FieldType::Flag => json!({"type": "boolean"}),
        FieldType::Text | FieldType::File => json!({"type": "string"}),
        FieldType::Enum { id } => reference(names.enum_reference(id)),
        FieldType::Entity { .. } => reference(json!({"type": "string"})),
        FieldType::Quantity { unit } => json!({
            "type": "object",
            "properties": {"quantity": {"type": "integer"}, "unit": {"type": "string", "const": unit}},
            "required": ["quantity", "unit"],
            "additionalProperties": false,
        }),
        FieldType::Pool => holder("pool", "Pool"),
        FieldType::Map { .. } => holder("map", "Map"),
        FieldType::List { of } => json!({"type": "array", "items": value_of(of, names)}),
        _ => definition("Value"),
    }
}

fn number(range: Option<&Range>) -> Value {
    let mut number = json!({"type": "integer"});
    if let Some(range) = range {
        number["minimum"] = json!(range.min);
        if let Some(max) = range.max {
            number["maximum"] = json!(max);
        }
    }
    number
}

fn formula() -> Value {
    holder("formula", "Expr")
}

/// An object whose only field holds what that definition says.
fn holder(field: &str, of: &str) -> Value {
    json!({
        "type": "object",
        "properties": {field: definition(of)},
        "required": [field],
        "additionalProperties": false,
    })
}

fn reference(id: Value) -> Value {
    json!({
        "type": "object",
        "properties": {"ref": id},
        "required": ["ref"],
        "additionalProperties": false,
    })
}
