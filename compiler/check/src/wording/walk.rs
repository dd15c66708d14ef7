//! Looks through effects: which names they speak of, and whether they change anything.

use cardwright_model::{Expr, Statement, walk};

/// Whether a name occurs in an expression. `it` inside a filter is the card that is filtered.
pub(super) fn mentions(expr: &Expr, name: &str) -> bool {
    match expr {
        Expr::Var { name: used } => used == name,
        Expr::Select { source, .. } if source == name => true,
        Expr::Select { args, .. } if name == "it" => {
            args.iter().any(|arg| mentions(&arg.value, name))
        }
        _ => expr.children().any(|child| mentions(child, name)),
    }
}

/// Whether a name occurs in effects. `it` inside a loop is another one's.
pub(super) fn speak_of(statements: &[Statement], name: &str) -> bool {
    statements.iter().any(|statement| {
        let own = !matches!(statement, Statement::ForEach { .. } | Statement::Choose { .. });
        statement.expressions().any(|expr| mentions(expr, name))
            || ((own || name != "it") && statement.bodies().any(|body| speak_of(body, name)))
    })
}

/// The names of one word each that effects speak of, in order, each once.
pub(super) fn names<'a>(statements: &'a [Statement], found: &mut Vec<&'a str>) {
    walk::each(statements, &mut |statement| {
        statement.expressions().for_each(|expr| names_in(expr, found));
    });
}

/// The names that an expression speaks of.
pub(super) fn names_in<'a>(expr: &'a Expr, found: &mut Vec<&'a str>) {
    expr.each(&mut |part| match part {
        Expr::Var { name } if !found.contains(&name.as_str()) => found.push(name),
        _ => {}
    });
}

/// Whether an expression picks cards out, other than the card itself.
pub(super) fn selects(expr: &Expr) -> bool {
    expr.any(&mut |part| matches!(part, Expr::Select { source, .. } if source != "self"))
}

/// Whether effects pick cards out.
pub(super) fn selects_in(statements: &[Statement]) -> bool {
    walk::any(statements, &mut |statement| statement.expressions().any(selects))
}

/// Whether a statement leads to one of several outcomes, so that what follows it could be taken
/// for a part of the last.
pub(super) fn branches(statement: &Statement) -> bool {
    match statement {
        Statement::If { .. }
        | Statement::ChooseOption { .. }
        | Statement::Offer { .. }
        | Statement::Roll { .. }
        | Statement::Repeat { .. }
        | Statement::On { .. } => true,
        Statement::ForEach { body, .. } | Statement::Choose { body, .. } => {
            body.iter().any(branches)
        }
        _ => false,
    }
}

/// Whether something is done between where a name is bound and the last place that uses it, so
/// that what it was bound to may have become another number by then.
pub(super) fn changes_before_use(name: &str, rest: &[Statement]) -> bool {
    let uses = |statement: &Statement| speak_of(std::slice::from_ref(statement), name);
    let Some(last) = rest.iter().rposition(uses) else { return false };
    let (before, at) = (&rest[..last], &rest[last]);
    let repeats = matches!(
        at,
        Statement::ForEach { .. } | Statement::Choose { .. } | Statement::Repeat { .. }
    );
    before.iter().any(changes)
        || (repeats && at.bodies().any(|body| speak_of(body, name)) && changes(at))
        || at.bodies().any(|body| changes_before_use(name, body))
}

/// Whether a number can be another one later: it asks about the game.
pub(super) fn can_change(value: &Expr) -> bool {
    value.any(&mut |part| {
        matches!(part, Expr::Query { .. } | Expr::Select { .. } | Expr::Member { .. })
    })
}

fn changes(statement: &Statement) -> bool {
    match statement {
        Statement::Let { .. } | Statement::Require { .. } | Statement::Todo { .. } => false,
        Statement::ForEach { .. }
        | Statement::Repeat { .. }
        | Statement::Choose { .. }
        | Statement::ChooseOption { .. }
        | Statement::Offer { .. }
        | Statement::If { .. }
        | Statement::Roll { .. } => statement.bodies().flatten().any(changes),
        _ => true,
    }
}
