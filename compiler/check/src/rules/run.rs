//! Runs one rule over everything it applies to.

use std::cell::Cell;

use cardwright_model::{Entity, Expr, RuleDecl, Severity, Statement};

use super::expression::Scope;
use super::index::Index;
use super::value::Val;
use super::{RulePlace, Violation, place};

/// What a rule says about one declaration. `fuel` is what is left for the rule.
pub(super) fn rule<'a>(
    index: &Index<'a>,
    game: &str,
    rule: &'a RuleDecl,
    subject: &'a Entity,
    fuel: &Cell<u64>,
) -> Vec<Violation> {
    let mut violations = Vec::new();
    let scope = Scope::new(index, subject, fuel);
    let mut run = Run { scope, game, rule, violations: &mut violations };
    if rule.condition.as_ref().is_none_or(|condition| run.scope.truth(condition)) {
        run.block(&rule.body);
    }
    violations
}

/// What is said of a rule that ran out of fuel, in place of what it says, which means nothing.
pub(super) fn too_slow(game: &str, rule: &RuleDecl) -> Violation {
    Violation {
        code: format!("{game}/{}", rule.id),
        severity: Severity::Error,
        message: format!(
            "rule `{}` compares too many cards with each other and was stopped",
            rule.id
        ),
        help: Some(
            "count with `alike(cards, FIELD)` instead of a `where` inside a `where`".to_owned(),
        ),
        at: RulePlace::default(),
        also: None,
        rule: Some(rule.id.clone()),
    }
}

struct Run<'a, 'i, 'v> {
    scope: Scope<'a, 'i>,
    game: &'v str,
    rule: &'a RuleDecl,
    violations: &'v mut Vec<Violation>,
}

impl<'a> Run<'a, '_, '_> {
    fn block(&mut self, statements: &'a [Statement]) {
        let bound = self.scope.bound.len();
        for statement in statements {
            if self.scope.exhausted() {
                break;
            }
            self.statement(statement);
        }
        self.scope.bound.truncate(bound);
    }

    fn statement(&mut self, statement: &'a Statement) {
        match statement {
            Statement::Require { condition, message, help, holes, severity } => {
                self.require(condition, message, help.as_deref(), holes, *severity);
            }
            Statement::ForEach { selection, body } => {
                let picks = self.scope.cards(selection);
                for pick in picks.iter() {
                    let outer = self.scope.it.replace(*pick);
                    self.block(body);
                    self.scope.it = outer;
                }
            }
            Statement::If { condition, then, otherwise } => {
                let branch = if self.scope.truth(condition) { then } else { otherwise };
                self.block(branch);
            }
            Statement::Let { name, value } => {
                let value = self.scope.value(value);
                self.scope.bound.push((name, value));
            }
            // Effects do not belong in a rule; the checker has reported them.
            _ => {}
        }
    }

    fn require(
        &mut self,
        condition: &'a Expr,
        message: &str,
        help: Option<&str>,
        holes: &'a [Expr],
        severity: Option<Severity>,
    ) {
        if self.scope.truth(condition) || self.scope.exhausted() {
            return;
        }
        // A deck without a format has no limit to break.
        if self.scope.format().is_none() && place::mentions_format(condition) {
            return;
        }
        let values: Vec<String> = holes
            .iter()
            .map(|hole| {
                let value = self.scope.value(hole);
                display(&value, self.scope.index)
            })
            .collect();
        self.violations.push(Violation {
            code: format!("{}/{}", self.game, self.rule.id),
            severity: severity.unwrap_or(self.rule.severity),
            message: fill(message, &values),
            help: help.map(|help| fill(help, &values)),
            at: place::of(condition, &self.scope),
            also: place::second(condition, &mut self.scope),
            rule: Some(self.rule.id.clone()),
        });
    }
}

/// A value as it appears in messages.
pub(super) fn display(value: &Val<'_>, index: &Index<'_>) -> String {
    match value {
        Val::Absent => "none".to_owned(),
        Val::Int(number) => number.to_string(),
        Val::Bool(true) => "yes".to_owned(),
        Val::Bool(false) => "no".to_owned(),
        Val::Text(text) => text.to_string(),
        Val::Name { id, domain } => index.printed_name(id, *domain).to_owned(),
        Val::Kind { id, .. } => index.printed_name(id, None).to_owned(),
        Val::Range(low, high) => format!("{low}..{high}"),
        Val::Card(pick) => pick.entity.name.clone(),
        Val::Set(_) | Val::Cards(_) => {
            let members = value.members();
            let names: Vec<String> = members.iter().map(|member| display(member, index)).collect();
            if names.is_empty() { "none".to_owned() } else { names.join(", ") }
        }
    }
}

/// Replaces `{0}`, `{1}` … by the values; any other brace stays as it is.
fn fill(template: &str, values: &[String]) -> String {
    let mut filled = String::with_capacity(template.len());
    let mut rest = template;
    while let Some(open) = rest.find('{') {
        filled.push_str(&rest[..open]);
        rest = &rest[open..];
        let hole = rest.find('}').and_then(|close| {
            let value = values.get(rest[1..close].parse::<usize>().ok()?)?;
            Some((value, close + 1))
        });
        match hole {
            Some((value, length)) => {
                filled.push_str(value);
                rest = &rest[length..];
            }
            None => {
                filled.push('{');
                rest = &rest[1..];
            }
        }
    }
    filled.push_str(rest);
    filled
}

#[cfg(test)]
mod tests {
    use super::fill;

    #[test]
    fn holes_are_filled_by_number_and_other_braces_stay() {
        let values = ["5".to_owned(), "Goblin".to_owned()];
        assert_eq!(fill("{0} copies of {1}", &values), "5 copies of Goblin");
        assert_eq!(fill("{name} {9} {", &values), "{name} {9} {");
        assert_eq!(fill("", &values), "");
    }
}
