//! Quests that a deck makes impossible: evaluates the deck conditions of everything a deck names.

use std::cell::Cell;
use std::collections::HashSet;

use cardwright_model::{BinaryOp, Entity, Expr, FieldType, Severity, Value};

use super::expression::{FUEL, Scope};
use super::index::Index;
use super::{RulePlace, Violation, describe};

/// Adds a violation for each deck condition that a deck of the package does not meet.
pub(super) fn feasibility(index: &Index<'_>, game: &str, violations: &mut Vec<Violation>) {
    let fuel = Cell::new(FUEL);
    for deck in index.package.decks.iter().filter(|deck| !deck.is_abstract) {
        // A deck may name a quest twice: among its own quests and among the required ones.
        let mut seen = HashSet::new();
        for (field, value) in &deck.fields {
            for id in value.ref_ids().filter(|id| seen.insert(*id)) {
                let Some(quest) = index.entity(id) else { continue };
                for (name, condition) in deck_conditions(index, quest) {
                    let mut scope = Scope::new(index, deck, &fuel);
                    let Some(missing) = describe::unmet(condition, &mut scope) else { continue };
                    violations.push(Violation {
                        code: format!("{game}/quest-feasible"),
                        severity: Severity::Error,
                        message: format!(
                            "quest {} cannot be completed with deck {}: it needs {}, and the deck has {}",
                            quest.name, deck.name, missing.needs, missing.has
                        ),
                        help: missing.help,
                        at: RulePlace {
                            entity: deck.id.clone(),
                            item: Some(format!("fields.{field}.{id}")),
                        },
                        also: Some((
                            RulePlace {
                                entity: quest.id.clone(),
                                item: Some(format!("fields.{name}")),
                            },
                            "the quest asks for it here".to_owned(),
                        )),
                        rule: None,
                    });
                }
            }
        }
    }
}

fn deck_conditions<'a>(
    index: &Index<'a>,
    quest: &'a Entity,
) -> impl Iterator<Item = (&'a str, &'a Expr)> {
    let fields = index.kind(quest).map_or(&[][..], |kind| &kind.fields);
    let conditions = fields.iter().filter(|field| field.field_type == FieldType::DeckCondition);
    conditions.filter_map(|field| match quest.fields.get(&field.name)? {
        Value::Formula { formula } => Some((field.name.as_str(), formula)),
        _ => None,
    })
}

/// The parts of a condition that must all hold.
pub(super) fn conjuncts<'e>(condition: &'e Expr, parts: &mut Vec<&'e Expr>) {
    match condition {
        Expr::Binary { operator: BinaryOp::And, left, right } => {
            conjuncts(left, parts);
            conjuncts(right, parts);
        }
        single => parts.push(single),
    }
}
