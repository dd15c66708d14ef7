//! What a game knows of each printed card.

use super::code::{Code, DefId};

/// A game's facts about the printed cards, in the order of [`Code::defs`].
#[derive(Debug, Clone)]
pub struct Printed<F> {
    all: Vec<F>,
    nothing: F,
}

impl<F: Default> Printed<F> {
    /// The facts of all printed cards. What is no card has the facts of `F::default()`.
    pub fn new(all: Vec<F>) -> Printed<F> {
        Printed { all, nothing: F::default() }
    }

    /// The facts of a printed card.
    pub fn of(&self, def: DefId) -> &F {
        self.all.get(usize::from(def)).unwrap_or(&self.nothing)
    }

    /// The facts of all printed cards, in order.
    pub fn iter(&self) -> impl Iterator<Item = (DefId, &F)> {
        self.all.iter().enumerate().map(|(place, facts)| (place as DefId, facts))
    }

    /// The cards that can be played and of which that is true.
    pub fn playable<'a>(
        &'a self,
        code: &'a Code,
        is_wanted: impl Fn(&F) -> bool + 'a,
    ) -> impl Iterator<Item = (DefId, &'a F)> + 'a {
        self.iter().filter(move |(def, facts)| {
            is_wanted(facts) && code.defs[usize::from(*def)].unplayable.is_none()
        })
    }
}
