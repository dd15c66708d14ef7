//! The sort of an expression's value, as far as evaluation distinguishes sorts.

use cardwright_model::{BinaryOp, Expr, UnaryOp};

use super::Lowerer;
use super::scope::{Binding, Scope};
use cardwright_vocabulary::{Type, Vocabulary, Word};

/// A sort of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    Number,
    Truth,
    /// Values of an enum, or kinds, as bits.
    Set,
    Kind,
    Thing,
    Things,
    /// A card by its printed identity.
    Printed,
    Zone,
    Pool,
    /// Several numbers, to compare with a list.
    Numbers,
    Other,
}

impl Sort {
    /// The sort of a type of the vocabulary.
    pub fn of(ty: Type) -> Sort {
        match ty {
            Type::Int => Sort::Number,
            Type::Bool => Sort::Truth,
            Type::Enum(_) | Type::EnumSet(_) => Sort::Set,
            Type::Kind => Sort::Kind,
            Type::Card | Type::Square | Type::Tile | Type::Seat => Sort::Thing,
            Type::Cards | Type::Squares => Sort::Things,
            Type::Pool => Sort::Pool,
            Type::CardName => Sort::Printed,
            Type::Zone => Sort::Zone,
            Type::Numbers => Sort::Numbers,
            _ => Sort::Other,
        }
    }

    /// One thing or several.
    pub fn is_thing(self) -> bool {
        matches!(self, Sort::Thing | Sort::Things)
    }
}

impl Lowerer<'_> {
    /// The sort of an expression.
    pub fn sort(&self, expr: &Expr, scope: &Scope) -> Sort {
        match expr {
            Expr::Int { .. } => Sort::Number,
            Expr::Bool { .. } => Sort::Truth,
            Expr::Symbol { .. } => Sort::Set,
            Expr::Card { .. } => Sort::Printed,
            Expr::Kind { .. } => Sort::Kind,
            Expr::Zone { .. } => Sort::Zone,
            Expr::Quantity { .. } | Expr::Pool { .. } => Sort::Pool,
            Expr::Unary { operator: UnaryOp::Not, .. } => Sort::Truth,
            Expr::Unary { operator: UnaryOp::Negate, value } => self.sort(value, scope),
            Expr::Binary { operator, left, right } => match operator {
                BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply => {
                    match (self.sort(left, scope), self.sort(right, scope)) {
                        (Sort::Pool, _) | (_, Sort::Pool) => Sort::Pool,
                        _ => Sort::Number,
                    }
                }
                BinaryOp::Divide | BinaryOp::Range => Sort::Number,
                _ => Sort::Truth,
            },
            Expr::Set { items } => match items.first().map(|item| self.sort(item, scope)) {
                Some(Sort::Thing | Sort::Things | Sort::Printed) => Sort::Things,
                Some(other) => other,
                None => Sort::Set,
            },
            Expr::Var { name } => match (scope.param(name), scope.binding(name)) {
                (Some(value), _) => self.sort(value, scope),
                (_, Some(Binding::Number(_))) => Sort::Number,
                (_, Some(Binding::Thing(_))) => Sort::Thing,
                (_, Some(Binding::Inline(value))) => self.sort(value, scope),
                _ if name == "result" && scope.has_roll => Sort::Number,
                _ if self.code.variable(&scope.card, name).is_some() => Sort::Number,
                _ => self.sort_of_word(name),
            },
            Expr::Query { name, .. } => self.sort_of_word(name),
            Expr::Select { source, .. } => match (scope.param(source), scope.binding(source)) {
                (Some(value), _) => self.sort(value, scope),
                (_, Some(Binding::Thing(_))) => Sort::Thing,
                (_, Some(Binding::Inline(value))) => self.sort(value, scope),
                _ => self.sort_of_word(source),
            },
            _ => Sort::Other,
        }
    }

    /// The enum that an expression's values belong to.
    pub fn domain(&self, expr: &Expr) -> Option<String> {
        match expr {
            Expr::Symbol { domain, .. } => Some(domain.clone()),
            Expr::Set { items } => items.first().and_then(|item| self.domain(item)),
            Expr::Var { name } | Expr::Query { name, .. } => {
                match Vocabulary::find(self.vocabulary.queries, name)?.result {
                    Type::Enum(domain) | Type::EnumSet(domain) => Some(domain.to_owned()),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn sort_of_word(&self, name: &str) -> Sort {
        match name {
            "self" | "it" => Sort::Thing,
            _ => {
                let words = self.vocabulary;
                let tables = [words.stats, words.queries, words.selections, words.zones];
                let found = tables.into_iter().find_map(|table| Vocabulary::find(table, name));
                found.map_or(Sort::Other, |word| Sort::of(word.result))
            }
        }
    }
}

/// The place of a word in a table.
pub fn place(table: &'static [Word], name: &str) -> Option<(u16, &'static Word)> {
    let place = table.iter().position(|word| word.name == name)?;
    Some((place as u16, &table[place]))
}

/// A word for what an expression is, for messages.
pub fn describe(expr: &Expr) -> String {
    match expr {
        Expr::Int { value } => format!("`{value}`"),
        Expr::Symbol { id, .. }
        | Expr::Card { id, .. }
        | Expr::Kind { id }
        | Expr::Keyword { id, .. }
        | Expr::Zone { id } => format!("`{id}`"),
        Expr::Var { name } | Expr::Query { name, .. } => format!("`{name}`"),
        Expr::Select { source, .. } => format!("`{source}`"),
        Expr::Text { value } => format!("\"{value}\""),
        _ => "this expression".to_owned(),
    }
}
