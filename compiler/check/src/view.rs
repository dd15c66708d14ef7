//! What a declaration looks up, so that it is lowered again only when that is different.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Deref;

use crate::ids::IdSet;
use crate::symbols::{EntitySymbol, Frame, KeywordSymbol, Symbols};
use crate::ty::EntityRole;

/// The symbols as one declaration sees them. Everything but the [`Frame`], which all share, is
/// noted when it is looked up.
pub(crate) struct View<'a> {
    symbols: &'a Symbols,
    seen: RefCell<Vec<Key>>,
    met_lost: Cell<bool>,
}

/// A name or a list of names that was looked up, as a hash: if two are the same by chance,
/// something is lowered once too often.
pub(crate) type Key = u64;

/// What can be looked up.
#[derive(Hash)]
pub(crate) enum Name<'n> {
    Entity(EntityRole, &'n str),
    /// A declaration of any role.
    Declared(&'n str),
    /// Every declaration.
    All,
    /// The cards that share some values.
    Group(u64),
    Entities(EntityRole),
    Keyword(&'n str),
    Keywords,
    Test(&'n str),
    Tests,
}

impl Name<'_> {
    pub(crate) fn key(&self) -> Key {
        let mut hasher = DefaultHasher::new();
        self.hash(&mut hasher);
        hasher.finish()
    }
}

impl Deref for View<'_> {
    type Target = Frame;

    fn deref(&self) -> &Frame {
        &self.symbols.frame
    }
}

impl<'a> View<'a> {
    pub(crate) fn new(symbols: &'a Symbols) -> View<'a> {
        View { symbols, seen: RefCell::default(), met_lost: Cell::default() }
    }

    /// Everything that was looked up.
    pub(crate) fn into_seen(self) -> Vec<Key> {
        let mut seen = self.seen.into_inner();
        seen.sort_unstable();
        seen.dedup();
        seen
    }

    /// True if it names something whose own declaration could not be read.
    pub(crate) fn has_met_lost(&self) -> bool {
        self.met_lost.get()
    }

    /// Notes that it does.
    pub(crate) fn meet_lost(&self) {
        self.met_lost.set(true);
    }

    fn see(&self, name: &Name<'_>) {
        self.seen.borrow_mut().push(name.key());
    }

    /// The declaration of that role and name.
    pub(crate) fn entity(&self, role: EntityRole, id: &str) -> Option<&'a EntitySymbol> {
        self.see(&Name::Entity(role, id));
        let found = self.symbols.entity(role, id)?;
        self.met_lost.set(self.met_lost.get() || found.is_lost);
        Some(found)
    }

    /// All declarations of that role, by name.
    pub(crate) fn entities(
        &self,
        role: EntityRole,
    ) -> impl Iterator<Item = (&'a str, &'a EntitySymbol)> + use<'a> {
        self.see(&Name::Entities(role));
        let all = self.symbols.entities.get(&role).into_iter().flatten();
        all.map(|(id, symbol)| (id.as_str(), &**symbol))
    }

    /// The names of all declarations of that role that are not abstract.
    pub(crate) fn entity_names(&self, role: EntityRole) -> impl Iterator<Item = &'a str> + use<'a> {
        self.entities(role).filter(|(_, symbol)| !symbol.is_abstract).map(|(id, _)| id)
    }

    /// The keyword of that name.
    pub(crate) fn keyword(&self, id: &str) -> Option<&'a KeywordSymbol> {
        self.see(&Name::Keyword(id));
        let found = self.symbols.keywords.get(id)?;
        self.met_lost.set(self.met_lost.get() || found.is_lost);
        Some(found)
    }

    /// The names of all keywords.
    pub(crate) fn keyword_names(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        self.see(&Name::Keywords);
        self.symbols.keywords.keys().map(String::as_str)
    }

    /// The groups that keywords belong to.
    pub(crate) fn groups(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        self.see(&Name::Keywords);
        self.symbols.groups()
    }

    /// True if a keyword could not be read: its group may be known by it alone.
    pub(crate) fn lacks_a_keyword(&self) -> bool {
        self.see(&Name::Keywords);
        self.symbols.keywords.values().any(|keyword| keyword.is_lost)
    }

    /// True if there is a test of that name.
    pub(crate) fn has_test(&self, id: &str) -> bool {
        self.see(&Name::Test(id));
        self.symbols.tests.contains_key(id)
    }

    /// The names of all tests.
    pub(crate) fn test_names(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        self.see(&Name::Tests);
        self.symbols.tests.keys().map(String::as_str)
    }
}

/// Which names mean something else than they did before.
#[derive(Debug, Default)]
pub(crate) struct Changed(IdSet<Key>);

impl Changed {
    /// What is different between two tables of symbols; `None` if everything may be.
    pub(crate) fn between(old: &Symbols, new: &Symbols) -> Option<Changed> {
        if !old.frame.is_same(&new.frame) {
            return None;
        }
        let mut changed = Changed::default();
        for role in [EntityRole::Card, EntityRole::Deck, EntityRole::Format, EntityRole::Record] {
            let none = BTreeMap::new();
            let [old, new] = [old, new].map(|table| table.entities.get(&role).unwrap_or(&none));
            let one = |id: &str| Name::Entity(role, id).key();
            changed.compare(old, new, one, Name::Entities(role));
        }
        changed.compare(&old.keywords, &new.keywords, |id| Name::Keyword(id).key(), Name::Keywords);
        changed.compare(&old.tests, &new.tests, |id| Name::Test(id).key(), Name::Tests);
        Some(changed)
    }

    fn compare<T: PartialEq>(
        &mut self,
        old: &BTreeMap<String, T>,
        new: &BTreeMap<String, T>,
        one: impl Fn(&str) -> Key,
        all: Name<'_>,
    ) {
        let before = self.0.len();
        let (mut old, mut new) = (old.iter().peekable(), new.iter().peekable());
        // Both are in the order of names.
        loop {
            match (old.peek(), new.peek()) {
                (None, None) => break,
                (Some((id, then)), Some((other, now))) if id == other => {
                    if then != now {
                        self.0.insert(one(id));
                    }
                    old.next();
                    new.next();
                }
                (Some((id, _)), other) if other.is_none_or(|(other, _)| id < other) => {
                    self.0.insert(one(id));
                    old.next();
                }
                (_, other) => {
                    self.0.extend(other.map(|(id, _)| one(id)));
                    new.next();
                }
            }
        }
        if self.0.len() > before {
            self.0.insert(all.key());
        }
    }

    /// Those declarations and keywords.
    pub(crate) fn of<'n>(
        entities: &[(EntityRole, String)],
        keywords: impl Iterator<Item = &'n str>,
    ) -> Changed {
        let mut changed: IdSet<Key> = keywords.map(|id| Name::Keyword(id).key()).collect();
        for (role, id) in entities {
            changed.extend([Name::Entity(*role, id), Name::Declared(id)].map(|name| name.key()));
        }
        if !entities.is_empty() {
            changed.insert(Name::All.key());
        }
        Changed(changed)
    }

    /// Those of the declarations that are among the names.
    pub(crate) fn declared<'n>(&self, names: impl Iterator<Item = &'n str>) -> BTreeSet<&'n str> {
        if self.0.is_empty() {
            return BTreeSet::new();
        }
        names.filter(|id| self.0.contains(&Name::Declared(id).key())).collect()
    }

    /// Adds a name.
    pub(crate) fn add(&mut self, name: &Name<'_>) {
        self.0.insert(name.key());
    }

    /// True if none of what was seen is different now.
    pub(crate) fn spares(&self, seen: &[Key]) -> bool {
        self.0.is_empty() || !seen.iter().any(|key| self.0.contains(key))
    }
}
