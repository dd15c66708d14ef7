//! Types of fields and clauses, as the language writes them.

use cardwright_model::{ClauseDecl, ClauseShape, FieldDecl, FieldType, Param, Range};

use crate::words;

/// `field copies: int 1.. = 1`, without the word.
pub(crate) fn field_words(field: &FieldDecl) -> String {
    let default = field.default.as_ref().map(|value| format!(" = {}", words::value(value)));
    format!("{}: {}{}", field.name, type_words(&field.field_type), default.unwrap_or_default())
}

/// `clause attack(cost: int 1..9): effect`, without the word.
pub(crate) fn clause_words(clause: &ClauseDecl) -> String {
    format!("{}{}: {}", clause.name, params_words(&clause.params), shape_words(&clause.shape))
}

/// `(cost: int 1..9)`, or nothing.
pub(crate) fn params_words(params: &[Param]) -> String {
    let params = params.iter();
    let params: Vec<String> =
        params.map(|param| format!("{}: {}", param.name, type_words(&param.field_type))).collect();
    if params.is_empty() { String::new() } else { format!("({})", params.join(", ")) }
}

/// A type as the language writes it.
pub(crate) fn type_words(field_type: &FieldType) -> String {
    let ranged = |word: &str, range: &Option<Range>| match range {
        Some(range) => {
            let max = range.max.map_or_else(String::new, |max| max.to_string());
            format!("{word} {}..{max}", range.min)
        }
        None => word.to_owned(),
    };
    match field_type {
        FieldType::Int { range } => ranged("int", range),
        FieldType::Formula { range } => ranged("formula", range),
        FieldType::Range { range } => ranged("range", range),
        FieldType::Condition => "condition".into(),
        FieldType::DeckCondition => "deck-condition".into(),
        FieldType::Flag => "flag".into(),
        FieldType::Text => "text".into(),
        FieldType::File => "file".into(),
        FieldType::Enum { id } => id.clone(),
        FieldType::Entity { kind } => kind.clone(),
        FieldType::Keyword => "keyword".into(),
        FieldType::Selection => "selection".into(),
        FieldType::Quantity { unit } => format!("quantity of {unit}"),
        FieldType::Pool => "pool".into(),
        FieldType::Die => "die".into(),
        FieldType::Name => "name".into(),
        FieldType::Clause { clause } => format!("clause of {clause}"),
        FieldType::Map { of, .. } => format!("map of {of}"),
        FieldType::List { of } => format!("list of {}", type_words(of)),
    }
}

/// What a clause holds, as the language writes it.
pub(crate) fn shape_words(shape: &ClauseShape) -> String {
    match shape {
        ClauseShape::Keywords => "keywords".into(),
        ClauseShape::Effect => "effect".into(),
        ClauseShape::Fields => "fields".into(),
        ClauseShape::Link { to } => format!("link of {to}"),
        ClauseShape::Flag => "flag".into(),
        ClauseShape::Counter => "counter".into(),
        ClauseShape::Condition => "condition".into(),
        ClauseShape::Cards { of } => format!("cards of {of}"),
    }
}
