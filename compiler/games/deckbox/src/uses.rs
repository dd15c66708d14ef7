//! Which enemies the effects of a quest bring, and which names they set and read.

use cardwright_model::{Clause, Expr, Statement};

/// The effects of a clause and of those inside it.
pub(super) fn effects_of<'e>(clause: &'e Clause, into: &mut Vec<&'e [Statement]>) {
    into.push(&clause.effects);
    clause.clauses.iter().for_each(|inner| effects_of(inner, into));
}

/// The conditions of a clause and of those inside it.
pub(super) fn conditions_of<'e>(clause: &'e Clause, into: &mut Vec<&'e Expr>) {
    into.extend(&clause.condition);
    clause.clauses.iter().for_each(|inner| conditions_of(inner, into));
}

/// The enemy dice that effects bring, with the number they show if they are not rolled.
pub(super) fn spawned(statements: &[Statement], into: &mut Vec<(String, Option<i64>)>) {
    for statement in statements {
        if let Statement::Call { verb, args } = statement
            && verb == "spawn"
        {
            let find = |name: &str| args.iter().find(|arg| arg.name == name).map(|arg| &arg.value);
            let die = match find("die") {
                Some(Expr::Symbol { id, .. }) => Some(id.clone()),
                Some(Expr::Text { value }) => Some(value.clone()),
                _ => None,
            };
            let face = match find("shows") {
                Some(Expr::Int { value }) => Some(*value),
                _ => None,
            };
            into.extend(die.map(|die| (die, face)));
        }
        inner(statement).into_iter().for_each(|body| spawned(body, into));
    }
}

/// The bodies inside a statement.
fn inner(statement: &Statement) -> Vec<&[Statement]> {
    match statement {
        Statement::On { body, .. }
        | Statement::ForEach { body, .. }
        | Statement::Choose { body, .. }
        | Statement::Offer { body, .. }
        | Statement::Roll { body, .. } => vec![body],
        Statement::If { then, otherwise, .. } => vec![then, otherwise],
        Statement::ChooseOption { options } => {
            options.iter().map(|option| option.body.as_slice()).collect()
        }
        _ => Vec::new(),
    }
}

/// Names that are set and read.
#[derive(Default)]
pub(super) struct Uses {
    pub(super) set: Vec<String>,
    pub(super) read: Vec<String>,
}

impl Uses {
    /// Notes what statements set and read.
    pub(super) fn body(&mut self, statements: &[Statement]) {
        for statement in statements {
            match statement {
                Statement::Set { name, value } => {
                    self.set.push(name.clone());
                    // `set seals to seals - 1` does not count as reading `seals`.
                    let mut own = Uses::default();
                    own.reads(value);
                    self.read.extend(own.read.into_iter().filter(|read| read != name));
                }
                Statement::On { condition, limit, .. } => {
                    condition.iter().chain(limit).for_each(|expr| self.reads(expr));
                }
                Statement::Modify { subject, amount, condition, .. } => {
                    subject.iter().chain(condition).for_each(|expr| self.reads(expr));
                    self.reads(amount);
                }
                Statement::Mark { subject, condition, .. }
                | Statement::Grant { subject, condition, .. } => {
                    condition.iter().for_each(|expr| self.reads(expr));
                    self.reads(subject);
                }
                Statement::Forbid { subject, condition, .. } => {
                    subject.iter().chain(condition).for_each(|expr| self.reads(expr));
                }
                Statement::ForEach { selection, .. } => self.reads(selection),
                Statement::Choose { count, from, .. } => {
                    self.reads(count);
                    self.reads(from);
                }
                Statement::ChooseOption { options } => {
                    let conditions = options.iter().filter_map(|option| option.condition.as_ref());
                    conditions.for_each(|condition| self.reads(condition));
                }
                Statement::Offer { condition, .. } => {
                    condition.iter().for_each(|expr| self.reads(expr));
                }
                Statement::If { condition, .. } => self.reads(condition),
                Statement::Let { value, .. } => self.reads(value),
                Statement::Roll { pool, .. } => self.reads(pool),
                Statement::Call { args, .. } => args.iter().for_each(|arg| self.reads(&arg.value)),
                Statement::Require { .. } | Statement::Todo { .. } => {}
            }
            inner(statement).into_iter().for_each(|body| self.body(body));
        }
    }

    /// Notes what an expression reads.
    pub(super) fn reads(&mut self, expr: &Expr) {
        match expr {
            Expr::Var { name } => self.read.push(name.clone()),
            Expr::Query { args, .. } => args.iter().for_each(|arg| self.reads(&arg.value)),
            Expr::Select { source, args, filter } => {
                self.read.push(source.clone());
                args.iter().for_each(|arg| self.reads(&arg.value));
                filter.iter().for_each(|filter| self.reads(filter));
            }
            Expr::Unary { value, .. } => self.reads(value),
            Expr::Binary { left, right, .. } => {
                self.reads(left);
                self.reads(right);
            }
            Expr::Set { items } => items.iter().for_each(|item| self.reads(item)),
            Expr::Member { of, .. } => self.reads(of),
            _ => {}
        }
    }
}
