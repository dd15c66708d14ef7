//! Compares the numbers in a designer's own text with the numbers in the card's effects.

use std::collections::BTreeSet;

use super::card::own_text;
use cardwright_model::{Clause, Entity, Expr, Pool, Statement, Value, walk};

/// Numbers that a `text:` and the effects do not share.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NumberMismatch {
    /// Printed, but nothing on the card does that many.
    pub only_in_text: Vec<i64>,
    /// Done, but not printed. 0 and 1 are left out: sentences often do without them.
    pub only_in_effects: Vec<i64>,
}

/// What does not agree between the `text:` of a card, or of one of its blocks, and what that does;
/// `None` if all agrees or there is no such text.
pub fn compare_numbers(card: &Entity) -> Option<NumberMismatch> {
    let own = card.fields.get("text").and_then(Value::as_text).and_then(|text| {
        let mut done = BTreeSet::new();
        in_statements(&card.effects, &mut done);
        // Without effects of its own the text speaks of what the blocks do.
        if card.effects.is_empty() {
            card.all_clauses().for_each(|clause| in_clause(clause, &mut done));
        }
        compare(text, &done, card.fields.values())
    });
    own.or_else(|| {
        card.all_clauses().find_map(|clause| {
            let mut done = BTreeSet::new();
            in_clause(clause, &mut done);
            let fields = card.fields.values().chain(clause.args.values());
            compare(own_text(clause)?, &done, fields)
        })
    })
}

/// Compares a text with the numbers of its effects. It may name the other fields as well: a
/// sentence often tells the card's own Cost or Life.
fn compare<'v>(
    text: &str,
    done: &BTreeSet<i64>,
    fields: impl Iterator<Item = &'v Value>,
) -> Option<NumberMismatch> {
    if done.is_empty() {
        return None;
    }
    let printed = numbers_in_text(text);
    let mut known = done.clone();
    fields.for_each(|value| in_value(value, &mut known));
    let missing_from = |numbers: &BTreeSet<i64>, others: &BTreeSet<i64>| -> Vec<i64> {
        numbers.iter().filter(|n| **n > 1 && !others.contains(n)).copied().collect()
    };
    let only_in_text = missing_from(&printed, &known);
    let only_in_effects = missing_from(done, &printed);
    let agrees = only_in_text.is_empty() && only_in_effects.is_empty();
    (!agrees).then_some(NumberMismatch { only_in_text, only_in_effects })
}

/// Digits and the small numbers written as words. A number inside an icon's name or a word
/// with letters does not count.
fn numbers_in_text(text: &str) -> BTreeSet<i64> {
    const WORDS: [&str; 13] = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    let mut numbers = BTreeSet::new();
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        if let Ok(number) = word.parse() {
            numbers.insert(number);
        }
        // `[2B 1R]`
        let digits = word.trim_end_matches(char::is_alphabetic);
        if let Ok(number) = digits.parse()
            && text.contains('[')
        {
            numbers.insert(number);
        }
        let lower = word.to_lowercase();
        if let Some(number) = WORDS.iter().position(|known| *known == lower) {
            numbers.insert(number as i64);
        }
        match lower.as_str() {
            "once" => numbers.insert(1),
            "twice" | "double" | "doubled" | "both" => numbers.insert(2),
            _ => false,
        };
    }
    numbers
}

fn in_clause(clause: &Clause, numbers: &mut BTreeSet<i64>) {
    clause.fields.values().for_each(|value| in_value(value, numbers));
    clause.condition.iter().for_each(|condition| in_expr(condition, numbers));
    in_statements(&clause.effects, numbers);
}

fn in_value(value: &Value, numbers: &mut BTreeSet<i64>) {
    match value {
        Value::Int(number) => {
            numbers.insert(number.saturating_abs());
        }
        Value::Formula { formula } => in_expr(formula, numbers),
        Value::Pool { pool } => in_pool(pool, numbers),
        Value::List(items) => items.iter().for_each(|item| in_value(item, numbers)),
        _ => {}
    }
}

fn in_pool(pool: &Pool, numbers: &mut BTreeSet<i64>) {
    numbers.extend(pool.dice.values().chain([&pool.bonus]).map(|number| number.saturating_abs()));
}

fn in_statements(statements: &[Statement], numbers: &mut BTreeSet<i64>) {
    walk::each(statements, &mut |statement| {
        statement.expressions().for_each(|expr| in_expr(expr, numbers));
    });
}

fn in_expr(expr: &Expr, numbers: &mut BTreeSet<i64>) {
    expr.each(&mut |part| match part {
        Expr::Int { value } | Expr::Quantity { value, .. } => {
            numbers.insert(value.saturating_abs());
        }
        Expr::Pool { pool } => in_pool(pool, numbers),
        _ => {}
    });
}

#[cfg(test)]
mod tests {
    use cardwright_model::Arg;

    use super::*;

    fn card(text: &str, amount: i64) -> Entity {
        let draw = Statement::Call {
            verb: "draw".into(),
            args: vec![Arg { name: "count".into(), value: Expr::Int { value: amount } }],
        };
        Entity {
            fields: [("text".to_owned(), Value::Text(text.into()))].into(),
            effects: vec![draw],
            ..Entity::default()
        }
    }

    #[test]
    fn numbers_that_agree_are_no_mismatch() {
        assert_eq!(compare_numbers(&card("Draw 3 cards.", 3)), None);
        assert_eq!(compare_numbers(&card("Draw three cards.", 3)), None);
        assert_eq!(compare_numbers(&card("Draw a card.", 1)), None);
    }

    #[test]
    fn a_wrong_number_shows_on_both_sides() {
        let mismatch = compare_numbers(&card("Draw 2 cards.", 3)).expect("2 is not 3");
        assert_eq!(mismatch, NumberMismatch { only_in_text: vec![2], only_in_effects: vec![3] });
    }

    #[test]
    fn how_often_an_offer_may_be_used_counts() {
        let mut resting = card("Rest 3 times: draw 2 cards.", 2);
        resting.effects = vec![Statement::Offer {
            label: "Rest".into(),
            condition: None,
            body: std::mem::take(&mut resting.effects),
            limit: Some(Expr::Int { value: 3 }),
            per_game: true,
        }];
        assert_eq!(compare_numbers(&resting), None);
    }

    #[test]
    fn a_card_without_text_of_its_own_is_not_compared() {
        let mut plain = card("", 3);
        plain.fields.clear();
        assert_eq!(compare_numbers(&plain), None);
    }
}
