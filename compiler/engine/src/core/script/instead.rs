//! What is there instead, for a condition that does not hold.

use cardwright_model::{Arg, BinaryOp, Expr, UnaryOp};

use super::{CoreScript, Staged};

/// More alternatives than this would not help.
const MOST: usize = 6;

impl<G: Staged> CoreScript<'_, G> {
    /// What a designer would look up next: the part that fails, the values that would hold in its
    /// place, the cards that are there. None if the condition says it all.
    pub(super) fn instead(&mut self, condition: &Expr) -> Option<String> {
        match condition {
            Expr::Binary { operator: BinaryOp::And, left, right } => {
                let (which, part) = match self.holds(left) {
                    false => ("first", left),
                    true => ("second", right),
                };
                let more = self.compared(part).or_else(|| self.instead(part));
                let more = more.map(|more| format!(": {more}")).unwrap_or_default();
                Some(format!("the {which} part of its `and` fails{more}"))
            }
            Expr::Binary { operator: BinaryOp::Or, left, right } => {
                let parts = [left, right].map(|part| {
                    self.compared(part).or_else(|| self.instead(part)).unwrap_or_default()
                });
                let parts: Vec<String> =
                    parts.into_iter().filter(|part| !part.is_empty()).collect();
                let more = if parts.is_empty() {
                    String::new()
                } else {
                    format!(": {}", parts.join("; "))
                };
                Some(format!("neither part of its `or` holds{more}"))
            }
            Expr::Unary { operator: UnaryOp::Not, value } => self.there(value),
            Expr::Query { name, args } => {
                self.alternatives(name, args).or_else(|| self.there(condition))
            }
            _ => None,
        }
    }

    fn holds(&mut self, condition: &Expr) -> bool {
        let node = self.lower(|lowerer, scope| lowerer.condition(condition, scope));
        node.is_ok_and(|node| self.look().truth(node, &self.context()))
    }

    /// The two sides of a comparison.
    fn compared(&mut self, condition: &Expr) -> Option<String> {
        match condition {
            Expr::Binary { operator: BinaryOp::And | BinaryOp::Or, .. } => None,
            Expr::Binary { left, right, .. } => {
                let (left, right) = (self.in_words(left), self.in_words(right));
                Some(format!("left side {left}, right side {right}"))
            }
            _ => None,
        }
    }

    /// With which other words a question would be answered with yes: `suffers(it, slow)`.
    fn alternatives(&mut self, name: &str, args: &[Arg]) -> Option<String> {
        for (at, arg) in args.iter().enumerate() {
            let others: Vec<Expr> = match &arg.value {
                Expr::Symbol { domain, id } => {
                    let values = self.code.enums.get(domain).cloned().unwrap_or_default();
                    let values = values.into_iter().filter(|value| value != id);
                    values.map(|id| Expr::Symbol { domain: domain.clone(), id }).collect()
                }
                Expr::Zone { id } => {
                    let zones = G::VOCABULARY.zones.iter().filter(|zone| zone.name != id);
                    zones.map(|zone| Expr::Zone { id: zone.name.to_owned() }).collect()
                }
                _ => continue,
            };
            let mut held = Vec::new();
            for other in others {
                let mut args = args.to_vec();
                let (Expr::Symbol { id, .. } | Expr::Zone { id }) = &other else { continue };
                let word = format!("`{id}`");
                args[at].value = other;
                if self.holds(&Expr::Query { name: name.to_owned(), args }) {
                    held.push(word);
                }
            }
            if !held.is_empty() && held.len() <= MOST {
                return Some(format!("it holds with {}", held.join(", ")));
            }
        }
        None
    }

    /// The cards that a question is about.
    fn there(&mut self, question: &Expr) -> Option<String> {
        let Expr::Query { args, .. } = question else { return None };
        let mut there = Vec::new();
        for arg in args {
            let (what, all) = match &arg.value {
                Expr::Select { source, args, filter } => {
                    let (source, args) = (source.clone(), args.clone());
                    let is_filtered = filter.is_some();
                    let all = Expr::Select { source: source.clone(), args, filter: None };
                    let which = if is_filtered { ", without its `where`," } else { "" };
                    (format!("`{source}`{which}"), all)
                }
                Expr::Zone { id } => (format!("`{id}`"), arg.value.clone()),
                _ => continue,
            };
            there.push(format!("{what} has {}", self.in_words(&all)));
        }
        (!there.is_empty()).then(|| there.join("; "))
    }
}
