//! What names mean inside one effect: keyword parameters, `let`s, and what `it` is.

use cardwright_model::{Arg, Expr, Statement};

use super::super::content::NONE;

/// The names around an expression or statement.
#[derive(Debug, Clone)]
pub(in super::super) struct Scope {
    /// Parameters of the keyword, with what the card gave for them.
    pub(super) params: Vec<(String, Expr)>,
    /// `let`s, innermost last.
    pub(super) lets: Vec<(String, Binding)>,
    /// The keyword whose body this is, or [`NONE`].
    pub(super) keyword: u16,
    /// What the card adds after `then`.
    pub(super) then: Vec<Statement>,
    /// True inside `where`, `for each` and `choose`, where an unsaid card is `it`.
    pub(super) has_it: bool,
    /// The card and the keyword, for naming abilities.
    pub(super) owner: String,
}

/// What a `let` stands for.
#[derive(Debug, Clone)]
pub(super) enum Binding {
    /// A number or truth value kept in a slot.
    Number(u8),
    /// A card kept in a slot.
    Card(u8),
    /// Anything else is worked out where it is used.
    Inline(Expr),
}

/// How many slots an effect has.
pub(in super::super) const SLOTS: u8 = 4;

impl Scope {
    /// The scope of a card's own text.
    pub(in super::super) fn of(owner: &str) -> Scope {
        Scope {
            params: Vec::new(),
            lets: Vec::new(),
            keyword: NONE,
            then: Vec::new(),
            has_it: false,
            owner: owner.to_owned(),
        }
    }

    /// The scope of a keyword's body on a card.
    pub(super) fn of_keyword(
        owner: &str,
        keyword: u16,
        name: &str,
        params: Vec<(String, Expr)>,
        then: Vec<Statement>,
    ) -> Scope {
        Scope { params, keyword, then, ..Scope::of(&format!("{owner}: {name}")) }
    }

    /// The same scope where `it` is bound.
    pub(super) fn with_it(&self) -> Scope {
        Scope { has_it: true, ..self.clone() }
    }

    /// What the keyword's parameter of that name is.
    pub(super) fn param(&self, name: &str) -> Option<&Expr> {
        self.params.iter().find(|(param, _)| param == name).map(|(_, value)| value)
    }

    /// What the innermost `let` of that name is.
    pub(super) fn binding(&self, name: &str) -> Option<&Binding> {
        self.lets.iter().rev().find(|(bound, _)| bound == name).map(|(_, binding)| binding)
    }

    /// The first free slot.
    pub(super) fn free_slot(&self) -> u8 {
        self.lets
            .iter()
            .filter(|(_, binding)| matches!(binding, Binding::Number(_) | Binding::Card(_)))
            .count() as u8
    }
}

/// The argument of that name.
pub(super) fn find<'a>(args: &'a [Arg], name: &str) -> Option<&'a Expr> {
    args.iter().find(|arg| arg.name == name).map(|arg| &arg.value)
}
