//! Inheritance: what a declaration takes over from its parent.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use cardwright_model::Entity;

use super::contents::Contents;
use super::entity::LoweredEntity;
use super::package::Lowered;
use crate::diag::{Diagnostic, declarations};
use crate::ty::EntityRole;

/// What every declaration holds with what it takes over from its parent, parents first, and
/// what is wrong. `known` says what the declaration at a place took over from those contents
/// before.
pub(crate) fn inherit_all(
    entities: &[&LoweredEntity],
    below: &[&Arc<Lowered>],
    known: impl Fn(usize, Option<&Arc<Contents>>) -> Option<Arc<Contents>>,
) -> (Vec<Arc<Contents>>, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let mut contents: Vec<Arc<Contents>> =
        entities.iter().map(|lowered| lowered.contents.clone()).collect();
    let mut done: Vec<bool> =
        entities.iter().map(|lowered| lowered.entity.parent.is_none()).collect();
    if done.iter().all(|done| *done) {
        return (contents, diagnostics);
    }
    let index: HashMap<(EntityRole, &str), usize> = entities
        .iter()
        .enumerate()
        .map(|(at, lowered)| ((lowered.role, lowered.entity.id.as_str()), at))
        .collect();
    let parent_of = |at: usize| {
        let parent = entities[at].entity.parent.as_deref()?;
        index.get(&(entities[at].role, parent)).copied()
    };
    let inherited = |own: &Contents, parent: &Contents| {
        let mut own = own.clone();
        inherit(&mut own, parent);
        Arc::new(own)
    };
    for start in 0..entities.len() {
        let mut chain = Vec::new();
        let mut next = Some(start).filter(|start| !done[*start]);
        while let Some(at) = next {
            chain.push(at);
            next = parent_of(at).filter(|parent| !done[*parent]);
            if next.is_some_and(|next| chain.contains(&next)) {
                let location = entities[start].parent_location.unwrap_or(entities[start].head);
                diagnostics
                    .push(declarations::inheritance_cycle(location, &entities[start].entity.id));
                break;
            }
        }
        for at in chain.into_iter().rev() {
            let own = &contents[at];
            let all = match parent_of(at) {
                Some(parent) if done[parent] => {
                    let parent = &contents[parent];
                    Some(known(at, Some(parent)).unwrap_or_else(|| inherited(own, parent)))
                }
                Some(_) => None,
                None => known(at, None).or_else(|| {
                    let LoweredEntity { role, entity, .. } = entities[at];
                    let parent = contents_below(below, *role, entity.parent.as_deref())?;
                    Some(inherited(own, &parent))
                }),
            };
            if let Some(all) = all {
                contents[at] = all;
            }
            done[at] = true;
        }
    }
    (contents, diagnostics)
}

/// What a declaration of another package holds.
fn contents_below(below: &[&Arc<Lowered>], role: EntityRole, id: Option<&str>) -> Option<Contents> {
    let id = id?;
    let entity = below.iter().find_map(|below| {
        let package = below.package();
        role.declared(package).iter().chain(&package.patterns).find(|entity| entity.id == id)
    })?;
    Some(Contents {
        fields: entity.fields.clone(),
        keywords: entity.keywords.clone(),
        bonuses: entity.bonuses.clone(),
        clauses: entity.clauses.clone(),
        effects: entity.effects.clone(),
        lists: entity.lists.clone(),
        provisional: entity.provisional.clone(),
        written: entity.fields.keys().cloned().collect(),
        is_open: false,
        removed: Vec::new(),
        legend: None,
        places: BTreeMap::new(),
        statements: Vec::new(),
    })
}

/// Takes over from the parent what the child does not say itself.
fn inherit(child: &mut Contents, parent: &Contents) {
    for (name, value) in &parent.fields {
        if !child.written.contains(name) {
            child.fields.insert(name.clone(), value.clone());
        }
    }
    child.written.extend(parent.written.iter().cloned());
    child.is_open |= parent.is_open;
    let own_clauses: Vec<_> = child.clauses.iter().map(|clause| clause.clause.clone()).collect();
    let inherited = parent.clauses.iter().filter(|clause| !own_clauses.contains(&clause.clause));
    child.clauses.splice(0..0, inherited.cloned());
    let own_keywords: Vec<_> = child.keywords.iter().map(|used| used.keyword.clone()).collect();
    let inherited = parent.keywords.iter().filter(|used| !own_keywords.contains(&used.keyword));
    child.keywords.splice(0..0, inherited.cloned());
    child.bonuses.splice(0..0, parent.bonuses.iter().cloned());
    child.effects.splice(0..0, parent.effects.iter().cloned());
    for (name, list) in &parent.lists {
        child.lists.entry(name.clone()).or_insert_with(|| list.clone());
    }
    for name in &parent.provisional {
        if !child.provisional.contains(name) {
            child.provisional.push(name.clone());
        }
    }
    let mut places: BTreeMap<_, _> = parent.places.clone();
    places.append(&mut child.places);
    child.places = places;
    child.statements.extend(parent.statements.iter().cloned());
}

/// Puts the contents into the declaration.
pub(crate) fn complete(entity: &mut Entity, contents: &Contents) {
    entity.fields.clone_from(&contents.fields);
    entity.keywords.clone_from(&contents.keywords);
    entity.bonuses.clone_from(&contents.bonuses);
    entity.clauses.clone_from(&contents.clauses);
    entity.effects.clone_from(&contents.effects);
    entity.lists.clone_from(&contents.lists);
    entity.provisional.clone_from(&contents.provisional);
}

/// The same without a copy.
pub(crate) fn move_into(entity: &mut Entity, contents: &mut Contents) {
    entity.fields = std::mem::take(&mut contents.fields);
    entity.keywords = std::mem::take(&mut contents.keywords);
    entity.bonuses = std::mem::take(&mut contents.bonuses);
    entity.clauses = std::mem::take(&mut contents.clauses);
    entity.effects = std::mem::take(&mut contents.effects);
    entity.lists = std::mem::take(&mut contents.lists);
    entity.provisional = std::mem::take(&mut contents.provisional);
}
