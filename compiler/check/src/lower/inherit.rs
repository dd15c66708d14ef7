//! Inheritance: what a declaration takes over from its parent.

use std::collections::BTreeMap;

use cardwright_model::Entity;

use super::contents::Contents;
use super::entity::LoweredEntity;
use super::package::Lowered;
use crate::diag::{Diagnostic, declarations};
use crate::ty::EntityRole;

/// Lets every declaration take over from its parent, parents first. Gives what is wrong.
pub(crate) fn inherit_all(entities: &mut [LoweredEntity], below: &[&Lowered]) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    let mut done: Vec<bool> =
        entities.iter().map(|lowered| lowered.entity.parent.is_none()).collect();
    if done.iter().all(|done| *done) {
        return diagnostics;
    }
    let index: BTreeMap<(EntityRole, String), usize> = entities
        .iter()
        .enumerate()
        .map(|(at, lowered)| ((lowered.role, lowered.entity.id.clone()), at))
        .collect();
    let parent_of = |entities: &[LoweredEntity], at: usize| {
        let parent = entities[at].entity.parent.clone()?;
        index.get(&(entities[at].role, parent)).copied()
    };
    for start in 0..entities.len() {
        let mut chain = Vec::new();
        let mut next = Some(start).filter(|start| !done[*start]);
        while let Some(at) = next {
            chain.push(at);
            next = parent_of(entities, at).filter(|parent| !done[*parent]);
            if next.is_some_and(|next| chain.contains(&next)) {
                let location = entities[start].parent_location.unwrap_or(entities[start].head);
                diagnostics
                    .push(declarations::inheritance_cycle(location, &entities[start].entity.id));
                break;
            }
        }
        for at in chain.into_iter().rev() {
            let mut own = std::mem::take(&mut entities[at].contents);
            match parent_of(entities, at) {
                Some(parent) if done[parent] => inherit(&mut own, &entities[parent].contents),
                Some(_) => {}
                None => {
                    let LoweredEntity { role, entity, .. } = &entities[at];
                    if let Some(parent) = contents_below(below, *role, entity.parent.as_deref()) {
                        inherit(&mut own, &parent);
                    }
                }
            }
            entities[at].contents = own;
            done[at] = true;
        }
    }
    diagnostics
}

/// What a declaration of another package holds.
fn contents_below(below: &[&Lowered], role: EntityRole, id: Option<&str>) -> Option<Contents> {
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

/// Moves the contents into the declaration.
pub(crate) fn complete(entity: &mut Entity, contents: Contents) {
    entity.fields = contents.fields;
    entity.keywords = contents.keywords;
    entity.bonuses = contents.bonuses;
    entity.clauses = contents.clauses;
    entity.effects = contents.effects;
    entity.lists = contents.lists;
    entity.provisional = contents.provisional;
}
