//! `amend CARD { … }`: a package changes a card of a package that it builds on.
//!
//! What an amendment writes takes the place of what the card had of that name; `remove` takes
//! something away; everything else stays.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use cardwright_dsl::ast;
use cardwright_model::{Amendment, ClauseShape, Entity, Library, Package, amend};

use super::collect::Collector;
use super::contents::{Allowed, Contents};
use super::entity::LoweredEntity;
use super::inherit::complete;
use super::package::{Lowered, Unit};
use super::{Lowerer, note};
use crate::diag::{Location, amendments, lints, names};
use crate::symbols::KindSymbol;
use crate::ty::EntityRole;

/// The roles in the order in which an amended name is looked for.
pub(super) const ROLES: [EntityRole; 4] =
    [EntityRole::Card, EntityRole::Deck, EntityRole::Format, EntityRole::Record];

/// A change of a card: its role, its identifier, the name of what is different.
pub(crate) type Change = (EntityRole, String, String);

impl<'a> Collector<'a> {
    /// Lowers the amendments to whole cards.
    pub(super) fn amend(&mut self, units: &[Unit<'a>]) -> Vec<LoweredEntity> {
        let mut amended: Vec<LoweredEntity> = Vec::new();
        if !units.is_empty() {
            let below = self.input.below.iter().map(|below| below.package().clone()).collect();
            let below = Library::of(below);
            for unit in units {
                let Some(found) = self.amend_one(unit, &below) else { continue };
                let is_same = |known: &&LoweredEntity| {
                    known.role == found.role && known.entity.id == found.entity.id
                };
                if let Some(first) = amended.iter().find(is_same) {
                    let first = first.head;
                    self.diagnostics.push(amendments::twice(found.head, &found.entity.id, first));
                    continue;
                }
                amended.push(found);
            }
        }
        self.compare_amendments(&amended);
        amended
    }

    fn amend_one(&mut self, unit: &Unit<'a>, below: &Library) -> Option<LoweredEntity> {
        let id = unit.declaration.id.as_ref()?;
        let at = Location::new(unit.file, id.span);
        let Some((role, original, origin)) = find(below, &id.text) else {
            let own = ROLES.iter().find_map(|role| self.symbols.entity(*role, &id.text));
            match own {
                Some(own) if own.is_lost => {}
                Some(own) => {
                    self.diagnostics.push(amendments::of_own_card(at, &id.text, own.location));
                }
                None => {
                    let legal: Vec<&str> = below.cards().map(|card| card.id.as_str()).collect();
                    self.diagnostics.push(names::unknown_entity(at, &id.text, "card", legal));
                }
            }
            return None;
        };
        let kind = self.symbols.kinds.get(&original.kind)?.clone();
        let package = Amendment {
            package: origin.name.clone(),
            version: origin.version.clone(),
            changes: Vec::new(),
        };
        self.with(unit, |lowerer| {
            Some(lowerer.amendment(unit.declaration, &kind, role, original, package))
        })
    }

    /// Two packages must not change the same thing: neither could be relied on. That is told
    /// where they first meet.
    fn compare_amendments(&mut self, own: &[LoweredEntity]) {
        let mut first: BTreeMap<Change, &Arc<Lowered>> = BTreeMap::new();
        let mut clashes = BTreeSet::new();
        for below in &self.input.below {
            for change in changes(below.package()) {
                if self.symbols.amended_twice.contains(&change) {
                    continue;
                }
                if let Some(other) = first.insert(change.clone(), below) {
                    let places = [place(other, &change), place(below, &change)];
                    self.diagnostics.push(amendments::of_two_packages(
                        self.input.manifest_location,
                        &change.1,
                        &change.2,
                        [&other.package().name, &below.package().name],
                        places,
                    ));
                    clashes.insert(change);
                }
            }
        }
        for LoweredEntity { entity, role, contents, head, .. } in own {
            let names = entity.amends.iter().flat_map(|amendment| &amendment.changes);
            for name in names {
                let change = (*role, entity.id.clone(), name.clone());
                let Some(other) = first.get(&change).filter(|_| !clashes.contains(&change)) else {
                    continue;
                };
                let item = item_of(&contents.places, name);
                let at = item.and_then(|item| contents.places.get(&item)).copied().unwrap_or(*head);
                self.diagnostics.push(amendments::amended_below(
                    at,
                    &entity.id,
                    name,
                    &other.package().name,
                    place(other, &change),
                ));
                clashes.insert(change);
            }
        }
        self.symbols.amended_twice.extend(clashes);
    }
}

impl Lowerer<'_> {
    /// The original with what the amendment says.
    fn amendment(
        &mut self,
        declaration: &ast::Declaration,
        kind: &KindSymbol,
        role: EntityRole,
        original: &Entity,
        mut amendment: Amendment,
    ) -> LoweredEntity {
        let mut contents = self.body(declaration, kind, role, true);
        let head = match &declaration.id {
            Some(id) => self.at(declaration.kind.span.to(id.span)),
            None => self.at(declaration.kind.span),
        };
        let mut changes = written(kind, &contents);
        if declaration.name.is_some() {
            changes.push("name".to_owned());
        }
        changes.sort();
        changes.dedup();
        let is_empty = declaration.body.as_ref().is_none_or(|block| block.entries.is_empty());
        if is_empty && changes.is_empty() {
            self.report(lints::empty_amendment(head, &original.id));
        }
        let places = std::mem::take(&mut contents.places);
        let wrong = std::mem::take(&mut contents.written);
        let provisional = std::mem::take(&mut contents.provisional);
        let mut said = Entity {
            name: declaration.name.as_ref().map_or_else(String::new, |name| name.text.clone()),
            ..Entity::default()
        };
        complete(&mut said, &contents);
        let mut entity = original.clone();
        for change in &changes {
            amend::overlay(&mut entity, &said, change);
        }
        entity.provisional.retain(|name| !changes.contains(name));
        entity.provisional.extend(provisional);
        amendment.changes = changes;
        entity.amends = Some(amendment);
        entity.note = note(&declaration.doc).or(entity.note);
        entity.provenance = self.provenance(declaration);
        let contents = Arc::new(Contents {
            fields: std::mem::take(&mut entity.fields),
            keywords: std::mem::take(&mut entity.keywords),
            bonuses: std::mem::take(&mut entity.bonuses),
            clauses: std::mem::take(&mut entity.clauses),
            effects: std::mem::take(&mut entity.effects),
            lists: std::mem::take(&mut entity.lists),
            provisional: std::mem::take(&mut entity.provisional),
            // What is wrong is not missing as well.
            written: wrong,
            places,
            statements: std::mem::take(&mut self.statements),
            ..Contents::default()
        });
        let whole = self.at(declaration.span);
        LoweredEntity {
            entity,
            is_given_out: false,
            role,
            contents,
            head,
            whole,
            parent_location: None,
        }
    }

    /// `remove: flavour, boost` takes away what the card has.
    pub(super) fn removed(
        &mut self,
        clause: &ast::Clause,
        allowed: &Allowed<'_>,
        contents: &mut Contents,
    ) {
        let legal = || {
            let fields = allowed.fields.iter().map(|field| field.name.as_str());
            let clauses = allowed.clauses.iter().map(|clause| clause.name.as_str());
            fields.chain(clauses).chain(["effects"])
        };
        for value in clause.values.iter().flatten() {
            let name = match &value.kind {
                ast::ExprKind::Name(name) => name.as_str(),
                ast::ExprKind::Bad => continue,
                _ => "",
            };
            let location = self.at(value.span);
            if legal().any(|known| known == name) {
                contents.removed.push(name.to_owned());
                contents.places.entry(format!("fields.{name}")).or_insert(location);
            } else {
                let name = self.source.slice(value.span);
                self.report(names::unknown_field(location, name, allowed.owner, legal(), None));
            }
        }
    }
}

/// What an amendment changes, by name.
fn written(kind: &KindSymbol, contents: &Contents) -> Vec<String> {
    let is_keywords = |name: &str| {
        let mut clauses = kind.kind.clauses.iter();
        clauses.any(|clause| clause.name == name && clause.shape == ClauseShape::Keywords)
    };
    let removed = contents.removed.iter();
    let mut changes: Vec<String> = removed
        .map(|name| if is_keywords(name) { "keywords".to_owned() } else { name.clone() })
        .collect();
    changes.extend(contents.fields.keys().cloned());
    changes.extend(contents.lists.keys().cloned());
    changes.extend(contents.clauses.iter().map(|clause| clause.clause.clone()));
    for (name, is_written) in [
        ("keywords", !contents.keywords.is_empty()),
        ("bonuses", !contents.bonuses.is_empty()),
        ("effects", !contents.effects.is_empty()),
    ] {
        changes.extend(is_written.then(|| name.to_owned()));
    }
    changes
}

/// The declaration of that name in the packages below, and the package that declares it first.
fn find<'l>(below: &'l Library, id: &str) -> Option<(EntityRole, &'l Entity, &'l Package)> {
    ROLES.iter().find_map(|role| {
        below.packages.iter().find_map(|package| {
            let found = role.declared(package).iter().find(|entity| entity.id == id)?;
            let origin = found.amends.as_ref().map_or(&package.name, |amends| &amends.package);
            let origin = below.packages.iter().find(|package| package.name == *origin)?;
            Some((*role, found, origin))
        })
    })
}

/// Everything that a package changes of others.
fn changes(package: &Package) -> impl Iterator<Item = Change> {
    ROLES.into_iter().flat_map(move |role| {
        role.declared(package).iter().flat_map(move |entity| {
            let names = entity.amends.iter().flat_map(|amendment| &amendment.changes);
            names.map(move |name| (role, entity.id.clone(), name.clone()))
        })
    })
}

/// Where a package makes that change.
fn place(package: &Arc<Lowered>, (_, id, name): &Change) -> Option<Location> {
    let items = [format!("fields.{name}"), format!("clauses.{name}"), format!("lists.{name}")];
    items
        .iter()
        .find_map(|item| package.places.exactly(id, item))
        .or_else(|| package.places.find(id, None))
}

/// The place of a change among those of its contents.
fn item_of(places: &BTreeMap<String, Location>, name: &str) -> Option<String> {
    ["fields", "clauses", "lists"]
        .into_iter()
        .map(|group| format!("{group}.{name}"))
        .find(|item| places.contains_key(item))
}
