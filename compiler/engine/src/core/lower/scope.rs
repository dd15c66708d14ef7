//! What names mean inside one effect: keyword parameters, an event's bindings, `let`s, and
//! what `it` is.

use cardwright_model::{Arg, Expr, Statement, Type};

use super::super::code::NONE;
use super::super::thing::SLOTS;

/// The names around an expression or statement.
#[derive(Debug, Clone)]
pub struct Scope {
    /// Parameters of the keyword, with the values that the card gives them.
    pub params: Vec<(String, Expr)>,
    /// Bindings of the event and `let`s, innermost last.
    pub names: Vec<(String, Binding)>,
    /// What a reaction that is begun here keeps of the names around it.
    pub remembered: Vec<(String, Binding)>,
    /// The keyword whose body this is, or [`NONE`].
    pub keyword: u16,
    /// What the card adds after `then`.
    pub then: Vec<Statement>,
    /// True inside `where`, `for each` and `choose`, where an unsaid card is `it`.
    pub has_it: bool,
    /// True for a reaction that an effect begins.
    pub(crate) waits: bool,
    /// True inside `roll`, where `result` has a meaning.
    pub(crate) has_roll: bool,
    /// The card that the text belongs to.
    pub card: String,
    /// The card and the keyword, for naming abilities.
    pub owner: String,
}

/// What a name stands for.
#[derive(Debug, Clone)]
pub enum Binding {
    /// A number or truth value kept in a slot.
    Number(u8),
    /// A thing kept in a slot.
    Thing(u8),
    /// An expression that is worked out wherever the name is used.
    Inline(Expr),
}

impl Scope {
    /// The scope of a card's own text.
    pub fn of(owner: &str) -> Scope {
        Scope {
            params: Vec::new(),
            names: Vec::new(),
            remembered: Vec::new(),
            keyword: NONE,
            then: Vec::new(),
            has_it: false,
            waits: false,
            has_roll: false,
            card: owner.to_owned(),
            owner: owner.to_owned(),
        }
    }

    /// The scope of a keyword's body on a card.
    pub fn of_keyword(
        owner: &str,
        keyword: u16,
        name: &str,
        params: Vec<(String, Expr)>,
        then: Vec<Statement>,
    ) -> Scope {
        let named = format!("{owner}: {name}");
        Scope { params, keyword, then, owner: named, ..Scope::of(owner) }
    }

    /// The same scope where `it` is bound.
    pub fn with_it(&self) -> Scope {
        Scope { has_it: true, ..self.clone() }
    }

    /// The same scope inside `roll`.
    pub(crate) fn with_roll(&self) -> Scope {
        Scope { has_roll: true, ..self.clone() }
    }

    /// Keeps a name in the next free slot; `None` if all slots are taken.
    pub fn keep<Id, Ids>(&mut self, name: &str, ty: &Type<Id, Ids>) -> Option<u8> {
        let slot = self.free_slot()?;
        let is_thing = ty.is_thing() || ty.are_things();
        let binding = if is_thing { Binding::Thing(slot) } else { Binding::Number(slot) };
        self.names.push((name.to_owned(), binding));
        Some(slot)
    }

    /// What the keyword's parameter of that name is.
    pub fn param(&self, name: &str) -> Option<&Expr> {
        self.params.iter().find(|(param, _)| param == name).map(|(_, value)| value)
    }

    /// What the innermost name is.
    pub(crate) fn binding(&self, name: &str) -> Option<&Binding> {
        self.names.iter().rev().find(|(bound, _)| bound == name).map(|(_, binding)| binding)
    }

    /// Puts the names that a statement uses aside for a reaction that is begun there, each in a
    /// slot from the end, where neither its event's values nor its `let`s come. Gives the slot and
    /// the name of each.
    pub fn remember(
        &mut self,
        is_used: impl Fn(&str) -> bool,
        of_card: &[&str],
    ) -> Option<Vec<(u8, String)>> {
        let mut kept: Vec<(String, bool)> = Vec::new();
        let known = self.names.iter().rev().filter_map(|(name, binding)| match binding {
            Binding::Number(_) => Some((name.clone(), false)),
            Binding::Thing(_) => Some((name.clone(), true)),
            Binding::Inline(_) => None,
        });
        for (name, is_thing) in known.chain(of_card.iter().map(|name| ((*name).to_owned(), true))) {
            if is_used(&name) && !kept.iter().any(|(other, _)| *other == name) {
                kept.push((name, is_thing));
            }
        }
        let slots = (0..SLOTS as u8).rev().filter(|slot| !self.is_taken(*slot));
        let slots: Vec<u8> = slots.take(kept.len()).collect();
        if slots.len() < kept.len() {
            return None;
        }
        let remembered = kept.iter().zip(&slots).map(|((name, is_thing), slot)| {
            let binding = if *is_thing { Binding::Thing(*slot) } else { Binding::Number(*slot) };
            (name.clone(), binding)
        });
        self.remembered = remembered.collect();
        Some(slots.into_iter().zip(kept.into_iter().map(|(name, _)| name)).collect())
    }

    fn free_slot(&self) -> Option<u8> {
        (0..SLOTS as u8).find(|slot| !self.is_taken(*slot))
    }

    fn is_taken(&self, slot: u8) -> bool {
        let is_it = |binding: &Binding| match binding {
            Binding::Number(taken) | Binding::Thing(taken) => *taken == slot,
            Binding::Inline(_) => false,
        };
        self.names.iter().any(|(_, binding)| is_it(binding))
    }
}

/// The argument of that name.
pub(crate) fn find<'a>(args: &'a [Arg], name: &str) -> Option<&'a Expr> {
    args.iter().find(|arg| arg.name == name).map(|arg| &arg.value)
}
