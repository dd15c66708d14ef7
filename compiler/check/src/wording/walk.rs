//! Looks through effects: which names they speak of, and whether they change anything.

use cardwright_model::{Arg, Choice, Expr, Statement};

/// Whether a name occurs in an expression. `it` inside a filter is the card that is filtered.
pub(super) fn mentions(expr: &Expr, name: &str) -> bool {
    let any = |args: &[Arg]| args.iter().any(|arg| mentions(&arg.value, name));
    match expr {
        Expr::Var { name: used } => used == name,
        Expr::Query { args, .. } | Expr::Keyword { args, .. } | Expr::Card { with: args, .. } => {
            any(args)
        }
        Expr::Select { source, args, filter } => {
            let in_filter = |filter: &Expr| name != "it" && mentions(filter, name);
            source == name || any(args) || filter.as_deref().is_some_and(in_filter)
        }
        Expr::Member { of, .. } => mentions(of, name),
        Expr::Unary { value, .. } => mentions(value, name),
        Expr::Binary { left, right, .. } => mentions(left, name) || mentions(right, name),
        Expr::Set { items } => items.iter().any(|item| mentions(item, name)),
        _ => false,
    }
}

/// Whether a name occurs in effects. `it` inside a loop is another one's.
pub(super) fn speak_of(statements: &[Statement], name: &str) -> bool {
    statements.iter().any(|statement| {
        let bodies = bodies(statement).into_iter();
        let own = !matches!(statement, Statement::ForEach { .. } | Statement::Choose { .. });
        expressions(statement).into_iter().any(|expr| mentions(expr, name))
            || ((own || name != "it") && bodies.into_iter().any(|body| speak_of(body, name)))
    })
}

/// The names of one word each that effects speak of, in order, each once.
pub(super) fn names<'a>(statements: &'a [Statement], found: &mut Vec<&'a str>) {
    for statement in statements {
        expressions(statement).into_iter().for_each(|expr| names_in(expr, found));
        bodies(statement).into_iter().for_each(|body| names(body, found));
    }
}

/// The names that an expression speaks of.
pub(super) fn names_in<'a>(expr: &'a Expr, found: &mut Vec<&'a str>) {
    match expr {
        Expr::Var { name } if !found.contains(&name.as_str()) => found.push(name),
        Expr::Query { args, .. } | Expr::Keyword { args, .. } | Expr::Card { with: args, .. } => {
            args.iter().for_each(|arg| names_in(&arg.value, found));
        }
        Expr::Select { args, filter, .. } => {
            args.iter().for_each(|arg| names_in(&arg.value, found));
            filter.iter().for_each(|filter| names_in(filter, found));
        }
        Expr::Member { of: inner, .. } | Expr::Unary { value: inner, .. } => names_in(inner, found),
        Expr::Binary { left, right, .. } => {
            names_in(left, found);
            names_in(right, found);
        }
        Expr::Set { items } => items.iter().for_each(|item| names_in(item, found)),
        _ => {}
    }
}

/// Whether an expression picks cards out, other than the card itself.
pub(super) fn selects(expr: &Expr) -> bool {
    let any = |args: &[Arg]| args.iter().any(|arg| selects(&arg.value));
    match expr {
        Expr::Select { source, .. } => source != "self",
        Expr::Query { args, .. } | Expr::Keyword { args, .. } | Expr::Card { with: args, .. } => {
            any(args)
        }
        Expr::Member { of: inner, .. } | Expr::Unary { value: inner, .. } => selects(inner),
        Expr::Binary { left, right, .. } => selects(left) || selects(right),
        Expr::Set { items } => items.iter().any(selects),
        _ => false,
    }
}

/// Whether effects pick cards out.
pub(super) fn selects_in(statements: &[Statement]) -> bool {
    statements.iter().any(|statement| {
        expressions(statement).into_iter().any(selects)
            || bodies(statement).into_iter().any(selects_in)
    })
}

/// Whether a statement leads to one of several outcomes, so that what follows it could be taken
/// for a part of the last.
pub(super) fn branches(statement: &Statement) -> bool {
    match statement {
        Statement::If { .. }
        | Statement::ChooseOption { .. }
        | Statement::Offer { .. }
        | Statement::Roll { .. }
        | Statement::On { .. } => true,
        Statement::ForEach { body, .. } | Statement::Choose { body, .. } => {
            body.iter().any(branches)
        }
        _ => false,
    }
}

/// Whether a statement of a card lasts as long as the card, rather than being done once.
pub(super) fn lasts(statement: &Statement) -> bool {
    matches!(
        statement,
        Statement::On { .. }
            | Statement::Modify { .. }
            | Statement::Mark { .. }
            | Statement::Grant { .. }
            | Statement::Forbid { .. }
            | Statement::Offer { .. }
            | Statement::Let { .. }
            | Statement::Require { .. }
            | Statement::Todo { .. }
    )
}

/// Whether something is done between where a name is bound and the last place that uses it, so
/// that what it was bound to may have become another number by then.
pub(super) fn changes_before_use(name: &str, rest: &[Statement]) -> bool {
    let uses = |statement: &Statement| speak_of(std::slice::from_ref(statement), name);
    let Some(last) = rest.iter().rposition(uses) else { return false };
    let (before, at) = (&rest[..last], &rest[last]);
    let repeats = matches!(at, Statement::ForEach { .. } | Statement::Choose { .. });
    before.iter().any(changes)
        || (repeats && bodies(at).iter().any(|body| speak_of(body, name)) && changes(at))
        || bodies(at).into_iter().any(|body| changes_before_use(name, body))
}

/// Whether a number can be another one later: it asks about the game.
pub(super) fn can_change(value: &Expr) -> bool {
    match value {
        Expr::Query { .. } | Expr::Select { .. } | Expr::Member { .. } => true,
        Expr::Unary { value, .. } => can_change(value),
        Expr::Binary { left, right, .. } => can_change(left) || can_change(right),
        _ => false,
    }
}

fn changes(statement: &Statement) -> bool {
    match statement {
        Statement::Let { .. } | Statement::Require { .. } | Statement::Todo { .. } => false,
        Statement::ForEach { .. }
        | Statement::Choose { .. }
        | Statement::ChooseOption { .. }
        | Statement::Offer { .. }
        | Statement::If { .. }
        | Statement::Roll { .. } => bodies(statement).into_iter().flatten().any(changes),
        _ => true,
    }
}

/// The expressions of a statement itself, without those of its bodies.
fn expressions(statement: &Statement) -> Vec<&Expr> {
    let mut found: Vec<&Expr> = Vec::new();
    match statement {
        Statement::On { condition, limit, .. } => found.extend(condition.iter().chain(limit)),
        Statement::Modify { subject, amount, condition, .. } => {
            found.extend(subject.iter().chain([amount]).chain(condition));
        }
        Statement::Mark { subject, args, condition, .. }
        | Statement::Grant { subject, args, condition, .. } => {
            found.extend([subject].into_iter().chain(condition));
            found.extend(args.iter().map(|arg| &arg.value));
        }
        Statement::Forbid { subject, condition, .. } => {
            found.extend(subject.iter().chain(condition))
        }
        Statement::ForEach { selection: first, .. }
        | Statement::If { condition: first, .. }
        | Statement::Roll { pool: first, .. }
        | Statement::Let { value: first, .. }
        | Statement::Set { value: first, .. } => found.push(first),
        Statement::Choose { count, from, .. } => found.extend([count, from]),
        Statement::ChooseOption { options } => {
            found.extend(options.iter().filter_map(|option| option.condition.as_ref()));
        }
        Statement::Offer { condition, limit, .. } => found.extend(condition.iter().chain(limit)),
        Statement::Call { args, .. } => found.extend(args.iter().map(|arg| &arg.value)),
        Statement::Require { .. } | Statement::Todo { .. } => {}
    }
    found
}

/// The blocks inside a statement.
fn bodies(statement: &Statement) -> Vec<&[Statement]> {
    match statement {
        Statement::On { body, .. }
        | Statement::ForEach { body, .. }
        | Statement::Choose { body, .. }
        | Statement::Offer { body, .. }
        | Statement::Roll { body, .. } => vec![body],
        Statement::If { then, otherwise, .. } => vec![then, otherwise],
        Statement::ChooseOption { options } => {
            options.iter().map(|Choice { body, .. }| body.as_slice()).collect()
        }
        _ => Vec::new(),
    }
}
