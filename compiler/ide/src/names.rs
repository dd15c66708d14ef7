//! Where names are declared and used, across the packages of the workspace.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cardwright_check::{Location, Meaning, Mention};
use cardwright_model::Library;
use serde_json::{Value, json};

use crate::Session;
use crate::protocol::{Lines, Place};
use crate::requests::At;
use crate::unit::{Due, Snapshot};

/// A mention among those of one package's check.
pub(super) struct Found {
    pub(super) snapshot: Arc<Snapshot>,
    pub(super) location: Location,
    pub(super) declares: bool,
}

impl Session {
    /// Where the name at a place is declared.
    pub(super) fn definition(&self, at: &At, offset: u32) -> Value {
        let Some(name) = name_at(&at.snapshot, at, offset) else { return Value::Null };
        let places: Vec<Place> = declarations(&at.snapshot, &name.meaning)
            .map(|mention| self.place(&at.snapshot, mention.location))
            .collect();
        json!(places)
    }

    /// Every place of a name in its document.
    pub(super) fn highlights(&self, at: &At, offset: u32) -> Value {
        let Some(name) = name_at(&at.snapshot, at, offset) else { return Value::Null };
        let lines = Lines::new(&at.snapshot.source(at.file).text, self.client.columns);
        let mentions = at.snapshot.mentions_in(at.file).iter();
        let same = mentions.filter(|mention| mention.meaning.is_same(&name.meaning));
        // 3: written, 2: read.
        let shown = same.map(|mention| {
            let kind = if mention.declares { 3 } else { 2 };
            json!({ "range": lines.range(mention.location.span), "kind": kind })
        });
        shown.collect::<Vec<_>>().into()
    }

    /// Every place of a name in the workspace; none if packages must be checked first.
    pub(super) fn references(
        &mut self,
        at: &At,
        offset: u32,
        with_declaration: bool,
    ) -> Option<Value> {
        let Some(name) = name_at(&at.snapshot, at, offset) else { return Some(Value::Null) };
        let found = self.mentions_of(&at.snapshot, &name.meaning)?;
        let wanted = found.iter().filter(|found| with_declaration || !found.declares);
        let mut places = self.places(wanted);
        places.sort_by(|one, two| (&one.uri, one.range).cmp(&(&two.uri, two.range)));
        places.dedup();
        Some(json!(places))
    }

    /// Places as the editor counts. The lines of a file are counted once.
    fn places<'f>(&self, found: impl Iterator<Item = &'f Found>) -> Vec<Place> {
        let mut by_file: BTreeMap<&Path, (&Found, Vec<Location>)> = BTreeMap::new();
        for found in found {
            let path = found.snapshot.source(found.location.file).path.as_path();
            by_file.entry(path).or_insert((found, Vec::new())).1.push(found.location);
        }
        let mut places = Vec::new();
        for (path, (found, locations)) in by_file {
            let source = found.snapshot.source(found.location.file);
            let lines = Lines::new(&source.text, self.client.columns);
            let uri = self.uri_of(path);
            places.extend(
                locations
                    .into_iter()
                    .map(|location| Place { uri: uri.clone(), range: lines.range(location.span) }),
            );
        }
        places
    }

    /// Every mention of what is meant, in all packages that see its declaration. None if some
    /// must be checked first.
    pub(super) fn mentions_of(
        &mut self,
        snapshot: &Arc<Snapshot>,
        meaning: &Meaning,
    ) -> Option<Vec<Found>> {
        let declared = declarations(snapshot, meaning).next();
        let Some(declared) = declared.map(|mention| mention.location) else {
            return Some(mentions_in(snapshot, meaning));
        };
        let path = snapshot.source(declared.file).path.clone();
        self.load_dependents(&path);
        let mut is_ready = true;
        for unit in self.units.iter_mut().filter(|unit| unit.has(&path) && !unit.is_fresh()) {
            unit.due = Some(Due::Now);
            is_ready = false;
        }
        if !is_ready {
            return None;
        }
        let mut found = Vec::new();
        for snapshot in self.units.iter().filter_map(|unit| unit.snapshot.as_ref()) {
            let Some(file) = snapshot.file(&path) else { continue };
            // Each check numbers files its own way; the declaration itself is the same.
            let there = snapshot.mentions_in(file).iter().find(|mention| {
                mention.declares
                    && mention.location.span == declared.span
                    && !matches!(mention.meaning, Meaning::Dice { .. })
            });
            if let Some(there) = there {
                found.extend(mentions_in(snapshot, &there.meaning));
            }
        }
        Some(found)
    }

    /// Reads the packages of the workspace that build on the package of a file.
    fn load_dependents(&mut self, path: &Path) {
        let known = &self.packages;
        let Some(root) = known.root_of(path) else { return };
        let Some((name, _)) = known.names(&root) else { return };
        let in_folders = self.folders.iter().flat_map(|folder| known.in_folder(folder));
        let packages: BTreeSet<PathBuf> =
            known.beside(&root).into_iter().chain(in_folders).collect();
        let mut open: Vec<_> = packages
            .into_iter()
            .filter_map(|package| known.names(&package).map(|names| (package, names)))
            .collect();
        // Also those that build on one that builds on it.
        let mut below = vec![name];
        let builds_on = |below: &[String], on: &[String]| on.iter().any(|on| below.contains(on));
        while let Some(at) = open.iter().position(|(_, (_, on))| builds_on(&below, on)) {
            let (package, (name, _)) = open.remove(at);
            self.unit_of(&package.join(cardwright_check::project::MANIFEST));
            below.push(name);
        }
    }
}

/// The name at a place, if it is one that can be found again.
pub(super) fn name_at<'s>(snapshot: &'s Snapshot, at: &At, offset: u32) -> Option<&'s Mention> {
    let found = snapshot.mentions_at(at.file, offset);
    let is_name =
        |mention: &&Mention| !matches!(mention.meaning, Meaning::Dice { .. } | Meaning::File(_));
    found.into_iter().find(is_name)
}

/// Where something is declared. A field of a clause may be declared by a kind further up.
pub(super) fn declarations<'s>(
    snapshot: &'s Snapshot,
    meaning: &'s Meaning,
) -> impl Iterator<Item = &'s Mention> {
    let kinds: Vec<&str> = match meaning {
        Meaning::Member(member) if member.declared.is_none() => snapshot
            .package()
            .map(|package| lineage(&package.library, &member.kind))
            .unwrap_or_default(),
        _ => Vec::new(),
    };
    snapshot.mentions.iter().filter(move |mention| {
        let inherited = match (&mention.meaning, meaning) {
            (Meaning::Member(one), Meaning::Member(two)) => {
                kinds.contains(&one.kind.as_str())
                    && (&one.clause, &one.name) == (&two.clause, &two.name)
            }
            _ => false,
        };
        mention.declares && (inherited || mention.meaning.is_same(meaning))
    })
}

/// A kind and those it takes fields from.
fn lineage<'l>(library: &'l Library, kind: &str) -> Vec<&'l str> {
    let parent = |kind: &&'l cardwright_model::Kind| library.kind(kind.parent.as_deref()?);
    // No chain without a circle is longer than there are kinds.
    let kinds = std::iter::successors(library.kind(kind), parent).take(library.kinds().count());
    kinds.map(|kind| kind.id.as_str()).collect()
}

fn mentions_in(snapshot: &Arc<Snapshot>, meaning: &Meaning) -> Vec<Found> {
    let same = snapshot.mentions.iter().filter(|mention| mention.meaning.is_same(meaning));
    same.map(|mention| Found {
        snapshot: snapshot.clone(),
        location: mention.location,
        declares: mention.declares,
    })
    .collect()
}
