//! Parts of the model in short words: for tables, lists of changes and editors. Values and
//! clauses read as on a card, types as the language writes them.

use crate::{
    Arg, Bonus, Clause, ClauseDecl, ClauseShape, Entity, Expr, FieldDecl, FieldType, KeywordUse,
    MapForm, Param, Range, Run, Value,
};

/// A field's value as people write it. A formula is the `X` that the card prints.
pub fn value(value: &Value) -> String {
    match value {
        Value::Bool(true) => "yes".into(),
        Value::Bool(false) => "no".into(),
        Value::Int(number) => number.to_string(),
        Value::Text(text) => text.clone(),
        Value::Ref { id } => id.clone(),
        Value::Quantity { quantity, unit } => format!("{quantity}{unit}"),
        Value::Formula { .. } => "X".into(),
        Value::Pool { pool } => pool.to_string(),
        Value::Die { die, face: Some(face) } => format!("{die} {face}"),
        Value::Die { die, face: None } => die.clone(),
        Value::Range { min, max: Some(max) } => format!("{min}..{max}"),
        Value::Range { min, max: None } => format!("{min} or more"),
        Value::Map { map } => map.rows.join("\n"),
        Value::List(items) => items.iter().map(self::value).collect::<Vec<_>>().join("; "),
    }
}

/// A keyword with its arguments, as it is written on a card.
pub fn keyword(used: &KeywordUse) -> String {
    let args: Vec<String> = used.args.iter().map(argument).collect();
    let mut words = used.keyword.clone();
    if !args.is_empty() {
        words.push(' ');
        words.push_str(&args.join(", "));
    }
    if !used.then.is_empty() {
        words.push_str(" then …");
    }
    words
}

/// A bonus as it is written on a card.
pub fn bonus(bonus: &Bonus) -> String {
    format!("{} {}", bonus.amount, bonus.to)
}

/// A clause of a card without its effects, which the rules text says: one line, and one for each
/// map, each list of clauses inside.
pub fn clause(clause: &Clause) -> String {
    let mut words: Vec<String> = clause.args.values().map(value).collect();
    words.extend(clause.to.clone());
    words.extend(clause.label.clone());
    words.extend(clause.bonuses.iter().map(bonus));
    words.extend(clause.keywords.iter().map(keyword));
    let mut below = Vec::new();
    for (name, field) in &clause.fields {
        match field {
            Value::Map { .. } => below.push(value(field)),
            _ => words.push(format!("{name}: {}", value(field))),
        }
    }
    below.extend(
        clause.clauses.iter().map(|inner| format!("{} {}", inner.clause, self::clause(inner))),
    );
    below.insert(0, words.join(", "));
    below.join("\n")
}

fn argument(arg: &Arg) -> String {
    expression(&arg.value)
}

fn expression(expr: &Expr) -> String {
    match expr {
        Expr::Int { value } => value.to_string(),
        Expr::Bool { value } => if *value { "yes" } else { "no" }.into(),
        Expr::Text { value } => format!("\"{value}\""),
        Expr::Quantity { value, unit } => format!("{value}{unit}"),
        Expr::Symbol { id, .. }
        | Expr::Card { id, .. }
        | Expr::Kind { id }
        | Expr::Keyword { id, .. }
        | Expr::Zone { id } => id.clone(),
        Expr::Var { name } | Expr::Query { name, .. } => name.clone(),
        Expr::Select { source, .. } => source.clone(),
        Expr::Set { items } => items.iter().map(expression).collect::<Vec<_>>().join(" | "),
        _ => "…".into(),
    }
}

/// The paragraphs of the rules text, plain and without reminders.
pub fn paragraphs(entity: &Entity) -> Vec<String> {
    let said = |run: &&Run| !matches!(run, Run::Reminder { .. });
    let plain = |paragraph: &Vec<Run>| {
        let words: String = paragraph.iter().filter(said).map(Run::plain).collect();
        words.trim().to_owned()
    };
    let mut all: Vec<String> =
        entity.text.iter().flat_map(|block| &block.paragraphs).map(plain).collect();
    all.retain(|paragraph| !paragraph.is_empty());
    all
}

/// The rules text, plain, with `between` between paragraphs.
pub fn text(entity: &Entity, between: &str) -> String {
    let paragraphs: Vec<String> = entity
        .text
        .iter()
        .flat_map(|block| &block.paragraphs)
        .map(|paragraph| paragraph.iter().map(Run::plain).collect())
        .collect();
    paragraphs.join(between)
}

/// `field copies: int 1.. = 1`, without the word.
pub fn field_words(field: &FieldDecl) -> String {
    let default = field.default.as_ref().map(|value| format!(" = {}", self::value(value)));
    format!("{}: {}{}", field.name, type_words(&field.field_type), default.unwrap_or_default())
}

/// `clause attack(cost: int 1..9): effect`, without the word.
pub fn clause_words(clause: &ClauseDecl) -> String {
    format!("{}{}: {}", clause.name, params_words(&clause.params), shape_words(&clause.shape))
}

/// `(cost: int 1..9)`, or nothing.
pub fn params_words(params: &[Param]) -> String {
    let params = params.iter();
    let params: Vec<String> =
        params.map(|param| format!("{}: {}", param.name, type_words(&param.field_type))).collect();
    if params.is_empty() { String::new() } else { format!("({})", params.join(", ")) }
}

/// A type as the language writes it.
pub fn type_words(field_type: &FieldType) -> String {
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
        FieldType::Map { of, form: MapForm::Squares } => format!("map of {of}"),
        FieldType::Map { of, form: MapForm::Edges } => format!("edge-map of {of}"),
        FieldType::List { of } => format!("list of {}", type_words(of)),
    }
}

/// What a clause holds, as the language writes it.
pub fn shape_words(shape: &ClauseShape) -> String {
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
