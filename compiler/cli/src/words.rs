//! Parts of the model in short words: for tables, and for lists of changes.

use cardwright_model::{Arg, Bonus, Clause, Entity, Expr, KeywordUse, Run, Value};

/// A field's value as people write it. A formula is the `X` that the card prints.
pub(crate) fn value(value: &Value) -> String {
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
pub(crate) fn keyword(used: &KeywordUse) -> String {
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
pub(crate) fn bonus(bonus: &Bonus) -> String {
    format!("{} {}", bonus.amount, bonus.to)
}

/// A clause of a card without its effects, which the rules text says: one line, and one for each
/// map, each list of clauses inside.
pub(crate) fn clause(clause: &Clause) -> String {
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
pub(crate) fn paragraphs(entity: &Entity) -> Vec<String> {
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
pub(crate) fn text(entity: &Entity, between: &str) -> String {
    let paragraphs: Vec<String> = entity
        .text
        .iter()
        .flat_map(|block| &block.paragraphs)
        .map(|paragraph| paragraph.iter().map(Run::plain).collect())
        .collect();
    paragraphs.join(between)
}
