//! Everything a library declares, by identifier, and the indices for rules about pairs of cards.
//! They are built once, so that no rule compares every card with every other.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use cardwright_model::{ClauseShape, Entity, EnumDecl, Kind, Library, Package, Role, Value};

use super::value::{Pick, Val};
use crate::view::{Key, Name};

/// The declarations of a library by name.
pub(super) struct Index<'a> {
    pub(super) library: &'a Library,
    pub(super) package: &'a Package,
    entities: HashMap<&'a str, &'a Entity>,
    kinds: HashMap<&'a str, &'a Kind>,
    enums: HashMap<&'a str, Vec<&'a EnumDecl>>,
    globals: HashMap<&'static str, Rc<Vec<Pick<'a>>>>,
    groups: RefCell<HashMap<GroupKey, Rc<Groups>>>,
    /// The values by which cards were grouped before.
    pub(super) known_groups: RefCell<KnownGroups>,
    /// What was looked up besides the subject.
    pub(super) seen: RefCell<Vec<Key>>,
}

/// What a grouping is for: the selection's name and the fields to group by.
pub(super) type GroupKey = (String, Vec<String>);

/// Places in a selection by the values of some fields, as hashes.
pub(super) type Groups = HashMap<u64, Vec<usize>>;

/// By which values cards are grouped, by their identifiers.
pub(super) type KnownGroups = HashMap<GroupKey, HashMap<String, Vec<u64>>>;

impl<'a> Index<'a> {
    /// `None` for a library without packages.
    pub(super) fn new(library: &'a Library) -> Option<Index<'a>> {
        let package = library.packages.last()?;
        let mut entities = HashMap::new();
        for package in &library.packages {
            for entity in declarations(package) {
                entities.entry(entity.id.as_str()).or_insert(entity);
            }
        }
        let mut enums: HashMap<&str, Vec<&EnumDecl>> = HashMap::new();
        for declared in library.enums() {
            enums.entry(&declared.id).or_default().push(declared);
        }
        let globals = HashMap::from([
            ("cards", picks(library.cards())),
            ("set-cards", picks(package.cards.iter())),
            ("decks", picks(library.decks())),
            ("formats", picks(library.formats())),
            ("records", picks(library.packages.iter().flat_map(|package| &package.records))),
        ]);
        Some(Index {
            library,
            package,
            entities,
            kinds: library.kinds().map(|kind| (kind.id.as_str(), kind)).collect(),
            enums,
            globals,
            groups: RefCell::default(),
            known_groups: RefCell::default(),
            seen: RefCell::default(),
        })
    }

    /// Notes what is looked up.
    pub(super) fn see(&self, name: &Name<'_>) {
        self.seen.borrow_mut().push(name.key());
    }

    pub(super) fn entity(&self, id: &str) -> Option<&'a Entity> {
        self.see(&Name::Declared(id));
        self.entities.get(id).copied()
    }

    pub(super) fn kind(&self, entity: &Entity) -> Option<&'a Kind> {
        self.kinds.get(entity.kind.as_str()).copied()
    }

    /// The kinds that the kind of a declaration inherits from.
    pub(super) fn parents(&self, entity: &Entity) -> Rc<[&'a str]> {
        let parent = |kind: &&'a Kind| self.kinds.get(kind.parent.as_deref()?).copied();
        let lineage = std::iter::successors(self.kind(entity), parent).take(self.kinds.len());
        lineage.skip(1).map(|kind| kind.id.as_str()).collect()
    }

    /// One of the selections that do not depend on a subject.
    pub(super) fn global(&self, name: &str) -> Option<Rc<Vec<Pick<'a>>>> {
        let found = self.globals.get(name).cloned();
        if found.is_some() {
            self.see(&Name::All);
        }
        found
    }

    /// The position of a value in its enum; values added by expansions come last.
    pub(super) fn position(&self, domain: &str, value: &str) -> Option<usize> {
        let declared = self.enums.get(domain)?;
        declared.iter().flat_map(|part| &part.values).position(|found| found.id == value)
    }

    /// The printed name of an identifier, whatever it stands for; the identifier itself if nothing
    /// has it.
    pub(super) fn printed_name<'b>(&self, id: &'b str, domain: Option<&str>) -> &'b str
    where
        'a: 'b,
    {
        if let Some(value) = domain.and_then(|domain| self.enum_value_name(domain, id)) {
            return value;
        }
        if let Some(kind) = self.kinds.get(id) {
            return &kind.name;
        }
        if let Some(entity) = self.entity(id) {
            return &entity.name;
        }
        // A field's value does not say which enum it belongs to. Where enums share a value, the
        // first declared one wins; their printed names are the same in practice.
        let declared = self.library.enums().flat_map(|declared| &declared.values);
        declared.into_iter().find(|value| value.id == id).map_or(id, |value| &value.name)
    }

    fn enum_value_name(&self, domain: &str, id: &str) -> Option<&'a str> {
        let declared = self.enums.get(domain)?;
        let mut values = declared.iter().flat_map(|part| &part.values);
        values.find(|value| value.id == id).map(|value| value.name.as_str())
    }

    /// The groups of a selection by some fields, made the first time; `values` says by which
    /// values a card is grouped.
    pub(super) fn groups(
        &self,
        key: GroupKey,
        picks: &[Pick<'a>],
        values: impl Fn(&'a Entity) -> Vec<u64>,
    ) -> Rc<Groups> {
        if let Some(groups) = self.groups.borrow().get(&key) {
            return groups.clone();
        }
        let mut known = self.known_groups.borrow_mut();
        let known = known.entry(key.clone()).or_default();
        let mut groups = Groups::new();
        for (place, pick) in picks.iter().enumerate() {
            if !known.contains_key(&pick.entity.id) {
                known.insert(pick.entity.id.clone(), values(pick.entity));
            }
            for value in &known[&pick.entity.id] {
                groups.entry(*value).or_default().push(place);
            }
        }
        let groups = Rc::new(groups);
        self.groups.borrow_mut().insert(key, groups.clone());
        groups
    }

    pub(super) fn is_target(&self, entity: &Entity, target: &str) -> bool {
        let Some(kind) = self.kind(entity) else { return entity.kind == target };
        let role = match kind.role {
            Role::Card => "card",
            Role::Deck => "deck",
            Role::Format => "format",
            Role::Record => "record",
        };
        // A rule for a kind also applies to the kinds that inherit from it.
        let parent = |kind: &&'a Kind| self.kinds.get(kind.parent.as_deref()?).copied();
        let mut lineage = std::iter::successors(Some(kind), parent).take(self.kinds.len());
        target == role
            || lineage.any(|kind| target == kind.id || Some(target) == kind.family.as_deref())
    }

    /// Whether declarations of that kind have a list or field with that name to select from.
    pub(super) fn lists(&self, entity: &Entity, source: &str) -> bool {
        let Some(kind) = self.kind(entity) else { return false };
        let list = source.strip_suffix("-cards").unwrap_or(source);
        kind.fields.iter().any(|field| field.name == source)
            || kind.clauses.iter().any(|clause| {
                clause.name == list && matches!(clause.shape, ClauseShape::Cards { .. })
            })
    }

    /// A field's value. A formula counts as absent, because only the engine can evaluate it.
    pub(super) fn value(&self, value: &'a Value) -> Val<'a> {
        match value {
            Value::Bool(truth) => Val::Bool(*truth),
            Value::Int(number) => Val::Int(*number),
            Value::Text(text) => Val::Text(text.into()),
            Value::Ref { id } => Val::Name { id, domain: None },
            Value::Quantity { quantity, .. } => Val::Int(*quantity),
            Value::Formula { .. } | Value::Map { .. } => Val::Absent,
            // A pool counts as the number of its dice; only the engine knows what they show.
            Value::Pool { pool } => {
                Val::Int(pool.dice.values().fold(0, |sum, count| sum.saturating_add(*count)))
            }
            Value::Die { die, .. } => Val::Name { id: die, domain: None },
            Value::Range { min, max } => Val::Range(*min, max.unwrap_or(i64::MAX)),
            Value::List(items) => Val::Set(items.iter().map(|item| self.value(item)).collect()),
        }
    }
}

/// All declarations of a package that are made from a kind.
pub(super) fn declarations(package: &Package) -> impl Iterator<Item = &Entity> {
    package.cards.iter().chain(&package.formats).chain(&package.decks).chain(&package.records)
}

fn picks<'a>(entities: impl Iterator<Item = &'a Entity>) -> Rc<Vec<Pick<'a>>> {
    Rc::new(entities.filter(|entity| !entity.is_abstract).map(Pick::itself).collect())
}
