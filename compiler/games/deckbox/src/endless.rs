//! Finds actions of a quest that can be repeated without changing anything. Players would wonder
//! what they are for, and a bot might never stop.

use cardwright_model::{Clause, Entity, Expr, Statement, Value};

use super::facts;
use super::uses::Uses;

/// The paths of those actions. Flags that nothing reads are reported elsewhere.
pub(super) fn actions(quest: &Entity, read: &[String]) -> Vec<String> {
    // An action that the end of the quest depends on is not endless.
    let mut ends = Uses::default();
    for end in [facts::WIN, facts::LOSE] {
        if let Some(Value::Formula { formula }) = end.value(quest) {
            ends.reads(formula);
        }
    }
    let mut found = Vec::new();
    for (room, clause) in facts::ROOM.clauses(quest).enumerate() {
        let actions = facts::ACTION.clauses(clause);
        for (place, action) in actions.enumerate() {
            if is_endless(action, &ends, read) {
                found.push(format!("clauses.room.{room}.clauses.action.{place}"));
            }
        }
    }
    found
}

/// Whether an action can be repeated, and changes nothing the second time.
fn is_endless(action: &Clause, ends: &Uses, read: &[String]) -> bool {
    let mut asked = Uses::default();
    action.condition.iter().for_each(|condition| asked.reads(condition));
    let stays = |statement: &Statement| match statement {
        Statement::Set { name, value } => {
            let is_fixed = matches!(value, Expr::Bool { .. } | Expr::Int { .. });
            is_fixed
                && read.contains(name)
                && !asked.read.contains(name)
                && !ends.read.contains(name)
        }
        Statement::Call { verb, .. } => verb == "say",
        _ => false,
    };
    action.clauses.is_empty() && action.effects.iter().all(stays)
}
