//! What expressions give where they stand, and the words they name.

use cardwright_model::{Expr, Type};
use cardwright_vocabulary::{Vocabulary, Word};

use super::Lowerer;
use super::scope::{Binding, Scope};

impl Lowerer<'_> {
    /// What an expression gives.
    pub fn ty(&self, expr: &Expr, scope: &Scope) -> Type {
        expr.type_with(&|part| self.named(part, scope))
    }

    /// What a name, a query or a selection gives.
    fn named(&self, expr: &Expr, scope: &Scope) -> Type {
        let (name, is_bare) = match expr {
            Expr::Var { name } => (name, true),
            Expr::Select { source, .. } => (source, false),
            Expr::Query { name, .. } => return self.word_type(name),
            _ => return Type::Any,
        };
        match (scope.param(name), scope.binding(name)) {
            (Some(value), _) | (_, Some(Binding::Inline(value))) => self.ty(value, scope),
            (_, Some(Binding::Thing(_))) => Type::Card,
            (_, Some(Binding::Number(_))) if is_bare => Type::Int,
            _ if is_bare && name == "result" && scope.has_roll => Type::Int,
            _ if is_bare && self.code.variable(&scope.card, name).is_some() => Type::Int,
            _ => self.word_type(name),
        }
    }

    fn word_type(&self, name: &str) -> Type {
        if matches!(name, "self" | "it" | "outer") {
            return Type::Card;
        }
        let words = self.vocabulary;
        let tables = [words.stats, words.queries, words.selections, words.zones];
        let found = tables.into_iter().find_map(|table| Vocabulary::find(table, name));
        found.map_or(Type::Any, |word| word.result.into())
    }
}

/// The place of a word in a table.
pub(crate) fn place(table: &'static [Word], name: &str) -> Option<(u16, &'static Word)> {
    let place = table.iter().position(|word| word.name == name)?;
    Some((place as u16, &table[place]))
}

/// An expression in a word, for messages.
pub(crate) fn describe(expr: &Expr) -> String {
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
