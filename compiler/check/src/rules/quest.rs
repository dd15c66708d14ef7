//! Quests that a deck makes impossible: evaluates the deck conditions of everything a deck names.

use std::cell::Cell;
use std::collections::HashSet;

use cardwright_model::{BinaryOp, Entity, Expr, FieldType, Severity, Value};

use super::expression::{FUEL, Scope};
use super::index::Index;
use super::{RulePlace, Violation, describe};

/// A flag of formats in which quests are about the cards that other players bring.
const OPEN_QUESTS: &str = "open-quests";
/// A flag of formats in which the decks of all players are put together.
const POOLED_DECKS: &str = "pooled-decks";

/// Adds a violation for each deck condition that a deck of the package does not meet.
pub(super) fn feasibility(index: &Index<'_>, game: &str, violations: &mut Vec<Violation>) {
    let fuel = Cell::new(FUEL);
    for deck in index.package.decks.iter().filter(|deck| !deck.is_abstract) {
        let format = deck.target.as_deref().and_then(|id| index.entity(id));
        let says = |flag: &str| format.is_some_and(|format| format.flag(flag));
        // Quests about what others bring cannot be judged by one deck.
        if says(OPEN_QUESTS) {
            continue;
        }
        let pooled = says(POOLED_DECKS).then(|| pooled(index, deck));
        let whole = pooled.as_ref().unwrap_or(deck);
        // A deck may name a quest twice: among its own quests and among the required ones.
        let mut seen = HashSet::new();
        for (field, value) in &deck.fields {
            for id in value.ref_ids().filter(|id| seen.insert(*id)) {
                let Some(quest) = index.entity(id) else { continue };
                for (name, condition) in deck_conditions(index, quest) {
                    let mut scope = Scope::new(index, whole, &fuel);
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

/// A deck together with all others of its format, as far as they are known: where the players put
/// their decks together, each brings only a part of what quests need.
fn pooled(index: &Index<'_>, deck: &Entity) -> Entity {
    let mut whole = deck.clone();
    let is_other = |other: &&Entity| other.target == deck.target && other.id != deck.id;
    for other in index.library.decks().filter(is_other) {
        for (list, entries) in &other.lists {
            whole.lists.entry(list.clone()).or_default().extend(entries.iter().cloned());
        }
    }
    whole
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
