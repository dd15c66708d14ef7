//! Sets of kinds: what a thing can be at a place in an effect.

use std::collections::BTreeMap;

use cardwright_model::{Keyword, Library, Role};

/// A set of kinds. More kinds than there are bits make every set the set of all.
pub(super) type Set = u128;

/// The kinds of a library whose cards can be met in play.
pub(super) struct Kinds<'l> {
    names: Vec<&'l str>,
    /// For each kind or family, the kinds under it.
    under: BTreeMap<&'l str, Set>,
    library: &'l Library,
    keywords: BTreeMap<&'l str, &'l Keyword>,
}

impl<'l> Kinds<'l> {
    pub(super) fn of(library: &'l Library) -> Kinds<'l> {
        let real = library.kinds().filter(|kind| kind.role == Role::Card && !kind.is_abstract);
        let names: Vec<&str> = real.map(|kind| kind.id.as_str()).collect();
        let mut under: BTreeMap<&str, Set> = BTreeMap::new();
        let keywords = library.packages.iter().flat_map(|package| &package.keywords);
        let keywords = keywords.map(|keyword| (keyword.id.as_str(), keyword)).collect();
        if names.len() > Set::BITS as usize {
            return Kinds { names, under, library, keywords };
        }
        for (place, name) in names.iter().enumerate() {
            let mut next = library.kind(name);
            // A chain of parents is at most as long as there are kinds.
            for _ in 0..=library.kinds().count() {
                let Some(kind) = next else { break };
                *under.entry(kind.id.as_str()).or_default() |= 1 << place;
                if let Some(family) = &kind.family {
                    *under.entry(family.as_str()).or_default() |= 1 << place;
                }
                next = kind.parent.as_deref().and_then(|parent| library.kind(parent));
            }
        }
        Kinds { names, under, library, keywords }
    }

    /// The values of some enums.
    pub(super) fn values(&self, enums: &[&str]) -> Vec<String> {
        let named = self.library.enums().filter(|one| enums.contains(&one.id.as_str()));
        named.flat_map(|one| &one.values).map(|value| value.id.clone()).collect()
    }

    /// A keyword of the library.
    pub(super) fn keyword(&self, id: &str) -> Option<&'l Keyword> {
        self.keywords.get(id).copied()
    }

    /// The kind of a card.
    pub(super) fn of_card(&self, id: &str) -> Option<&'l str> {
        self.library.cards().find(|card| card.id == id).map(|card| card.kind.as_str())
    }

    /// Whether some card names another in a list such as `pool { 6 rat }`.
    pub(super) fn is_listed(&self, list: &str, id: &str) -> bool {
        let lists = self.library.cards().filter_map(|card| card.lists.get(list));
        lists.flatten().any(|entry| entry.card == id)
    }

    /// Whether a card has a field.
    pub(super) fn has_field(&self, id: &str, field: &str) -> bool {
        let mut cards = self.library.cards().filter(|card| card.id == id);
        cards.any(|card| card.fields.contains_key(field))
    }

    /// The kinds of which some card has a field.
    pub(super) fn having(&self, field: &str) -> Set {
        let cards = self.library.cards().filter(|card| card.fields.contains_key(field));
        cards.fold(0, |all, card| all | self.under.get(card.kind.as_str()).copied().unwrap_or(0))
    }

    /// Whatever there is.
    pub(super) fn any(&self) -> Set {
        Set::MAX
    }

    /// All that is of one of these kinds; anything if there are none, or if content does not
    /// have them.
    pub(super) fn of_all<'n>(&self, names: impl Iterator<Item = &'n str>) -> Set {
        let set = names.filter_map(|name| self.under.get(name)).fold(0, |all, one| all | one);
        if set == 0 { self.any() } else { set }
    }

    /// The names of the kinds in a set.
    pub(super) fn names(&self, set: Set) -> Vec<String> {
        let all = self.names.iter().enumerate();
        let within = all.filter(|(place, _)| set.checked_shr(*place as u32).unwrap_or(0) & 1 == 1);
        within.map(|(_, name)| (*name).to_owned()).collect()
    }
}
