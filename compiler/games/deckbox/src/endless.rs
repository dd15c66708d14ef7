//! Actions of a quest that may be done again and again and change nothing: players would ask
//! what for, and a bot would never stop.

use cardwright_model::{Clause, Entity, Expr, Statement, Value};

use super::uses::Uses;

/// The paths of those actions. Flags that nothing reads are left to another message.
pub(super) fn actions(quest: &Entity, read: &[String]) -> Vec<String> {
    // What ends the quest needs no end of its own.
    let mut ends = Uses::default();
    for field in ["win", "lose"] {
        if let Some(Value::Formula { formula }) = quest.fields.get(field) {
            ends.reads(formula);
        }
    }
    let mut found = Vec::new();
    for (room, clause) in quest.clauses_named("room").enumerate() {
        let actions = clause.clauses.iter().filter(|inner| inner.clause == "action");
        for (place, action) in actions.enumerate() {
            if is_endless(action, &ends, read) {
                found.push(format!("clauses.room.{room}.clauses.action.{place}"));
            }
        }
    }
    found
}

/// Whether an action leaves everything as it was when it is done a second time, and may be.
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
