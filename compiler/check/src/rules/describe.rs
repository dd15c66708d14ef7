//! Puts a deck condition into words, for the message that a quest cannot be completed.

use cardwright_model::{BinaryOp, Expr, UnaryOp};

use super::expression::{Scope, argument, word_of};
use super::index::Index;
use super::quest::conjuncts;
use super::run::display;
use super::value::Val;

/// What a deck condition asks for and the deck lacks.
pub(super) struct Unmet {
    /// "at least 10 dungeon cards where tribe has Goblin".
    pub(super) needs: String,
    /// "4", or "none".
    pub(super) has: String,
    pub(super) help: Option<String>,
}

/// The first part of a condition that does not hold; `None` if all hold.
pub(super) fn unmet<'a>(condition: &'a Expr, scope: &mut Scope<'a, '_>) -> Option<Unmet> {
    let mut parts = Vec::new();
    conjuncts(condition, &mut parts);
    let failed = parts.into_iter().find(|part| !scope.truth(part))?;
    let index = scope.index;
    Some(match failed {
        Expr::Binary { operator, left, right } if comparison(*operator).is_some() => {
            let (left_value, right_value) = (scope.value(left), scope.value(right));
            let missing = right_value.int().saturating_sub(left_value.int());
            let adds = matches!(operator, BinaryOp::AtLeast) && missing > 0;
            let relation = comparison(*operator).unwrap_or_default();
            let wanted = display(&right_value, index);
            Unmet {
                needs: match counted(left, right_value.int(), index) {
                    Some(what) => spaced(&[relation, &wanted, &what]),
                    None => {
                        format!("{} {relation} {wanted}", words(left, index)).replace("  ", " ")
                    }
                },
                has: none_for_zero(&left_value, index),
                help: adds
                    .then(|| format!("add {missing} more such cards, or choose another quest")),
            }
        }
        Expr::Query { name, args } if name == "any" => Unmet {
            needs: format!(
                "at least 1 {}",
                argument(args, "cards").map_or(String::new(), |cards| selection(cards, 1, index))
            ),
            has: "none".to_owned(),
            help: Some("add such a card, or choose another quest".to_owned()),
        },
        other => Unmet {
            needs: words(other, index),
            has: "something else".to_owned(),
            help: Some("change the deck, or choose another quest".to_owned()),
        },
    })
}

fn none_for_zero(value: &Val<'_>, index: &Index<'_>) -> String {
    if value.int() == 0 { "none".to_owned() } else { display(value, index) }
}

fn spaced(parts: &[&str]) -> String {
    let parts: Vec<&str> = parts.iter().copied().filter(|part| !part.is_empty()).collect();
    parts.join(" ")
}

/// What a `count(…)` or `size(…)` counts.
fn counted(expr: &Expr, number: i64, index: &Index<'_>) -> Option<String> {
    let Expr::Query { name, args } = expr else { return None };
    match name.as_str() {
        "count" => argument(args, "cards").map(|cards| selection(cards, number, index)),
        "distinct" => argument(args, "cards")
            .map(|cards| format!("different {}", selection(cards, number, index))),
        "size" => argument(args, "list").and_then(word_of).map(|list| format!("{list} cards")),
        _ => None,
    }
}

/// "dungeon card named Damsel", "dungeon cards where tribe has Goblin".
fn selection(cards: &Expr, number: i64, index: &Index<'_>) -> String {
    let Expr::Select { source, filter, .. } = cards else { return words(cards, index) };
    let source = source.replace('-', " ");
    let source = match source.strip_suffix('s') {
        Some(one) if number == 1 => one.to_owned(),
        _ => source,
    };
    match filter.as_deref() {
        None => source,
        Some(Expr::Binary { operator: BinaryOp::Equal, left, right })
            if matches!(word_of(left), Some("id" | "name")) =>
        {
            let name = word_of(right).unwrap_or_default();
            format!("{source} named {}", index.printed_name(name, None))
        }
        Some(filter) => format!("{source} where {}", words(filter, index)),
    }
}

fn comparison(operator: BinaryOp) -> Option<&'static str> {
    Some(match operator {
        BinaryOp::Equal => "exactly",
        BinaryOp::Less => "fewer than",
        BinaryOp::AtMost => "at most",
        BinaryOp::Greater => "more than",
        BinaryOp::AtLeast => "at least",
        _ => return None,
    })
}

/// An expression nearly as it is written, with printed names.
fn words(expr: &Expr, index: &Index<'_>) -> String {
    match expr {
        Expr::Int { value } => value.to_string(),
        Expr::Bool { value } => if *value { "yes" } else { "no" }.to_owned(),
        Expr::Text { value } => value.clone(),
        Expr::Quantity { value, unit } => format!("{value}{unit}"),
        Expr::Pool { pool } => pool.to_string(),
        Expr::Symbol { domain, id } => index.printed_name(id, Some(domain)).to_owned(),
        Expr::Card { id, .. }
        | Expr::Kind { id }
        | Expr::Keyword { id, .. }
        | Expr::Zone { id } => index.printed_name(id, None).to_owned(),
        Expr::Var { name } => name.replace('-', " "),
        Expr::Member { of, name } => format!("{}.{name}", words(of, index)),
        Expr::Select { .. } => selection(expr, 2, index),
        Expr::Query { name, args } => {
            let shown: Vec<String> = args
                .iter()
                .filter(|arg| {
                    arg.name != "card" || !matches!(word_of(&arg.value), Some("it" | "self"))
                })
                .map(|arg| words(&arg.value, index))
                .collect();
            let name = name.replace('-', " ");
            if shown.is_empty() { name } else { format!("{name} {}", shown.join(", ")) }
        }
        Expr::Unary { operator: UnaryOp::Not, value } => format!("not {}", words(value, index)),
        Expr::Unary { operator: UnaryOp::Negate, value } => format!("-{}", words(value, index)),
        Expr::Binary { operator, left, right } => {
            format!("{} {} {}", words(left, index), symbol(*operator), words(right, index))
        }
        Expr::Set { items } => {
            let items: Vec<String> = items.iter().map(|item| words(item, index)).collect();
            items.join(" or ")
        }
    }
}

fn symbol(operator: BinaryOp) -> &'static str {
    match operator {
        BinaryOp::Or => "or",
        BinaryOp::And => "and",
        BinaryOp::Implies => "implies",
        BinaryOp::Equal => "is",
        BinaryOp::NotEqual => "is not",
        BinaryOp::Less => "<",
        BinaryOp::AtMost => "<=",
        BinaryOp::Greater => ">",
        BinaryOp::AtLeast => ">=",
        BinaryOp::Has => "has",
        BinaryOp::In => "in",
        BinaryOp::Add => "+",
        BinaryOp::Subtract => "-",
        BinaryOp::Multiply => "*",
        BinaryOp::Divide => "/",
        BinaryOp::Range => "to",
    }
}
