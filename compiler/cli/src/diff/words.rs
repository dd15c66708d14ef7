//! Parts of the model as short words for a list of changes.

use cardwright_model::{Arg, Entity, Expr, KeywordUse, Run, Value};

/// A field's value.
pub(super) fn value(value: &Value) -> String {
    match value {
        Value::Bool(true) => "yes".into(),
        Value::Bool(false) => "no".into(),
        Value::Int(number) => number.to_string(),
        Value::Text(text) => format!("\"{text}\""),
        Value::Ref { id } => id.clone(),
        Value::Quantity { quantity, unit } => format!("{quantity}{unit}"),
        Value::Formula { .. } => "a formula".into(),
        Value::List(items) => items.iter().map(self::value).collect::<Vec<_>>().join(", "),
    }
}

/// A keyword with its arguments, as it is written on a card.
pub(super) fn keyword(used: &KeywordUse) -> String {
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

/// The rules text as plain sentences.
pub(super) fn text(entity: &Entity) -> String {
    let paragraphs: Vec<String> = entity
        .text
        .iter()
        .flat_map(|block| &block.paragraphs)
        .map(|paragraph| paragraph.iter().map(Run::plain).collect())
        .collect();
    paragraphs.join(" / ")
}
