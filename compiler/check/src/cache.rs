//! What earlier runs know, so that whoever changes one card has only that card checked again:
//! the items of files, what was lowered and worded of them, and whole packages.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicU32;

use rayon::prelude::*;

use crate::diag::Diagnostic;
use crate::item::{PlacedItem, Placements, items};
use crate::lower::{Lowered, Memory};
use crate::project::{LoadedFile, LoadedPackage, Project, SheetRows};
use crate::source::FileId;

/// What to keep between runs that see mostly the same texts.
#[derive(Debug, Default)]
pub struct Cache {
    files: HashMap<PathBuf, KnownFile>,
    /// The number of the last item.
    last_item: AtomicU32,
    packages: BTreeMap<usize, Arc<KnownPackage>>,
    memories: BTreeMap<usize, Memory>,
}

/// A file as it was last.
#[derive(Debug)]
struct KnownFile {
    text: Arc<str>,
    sheet: Option<Arc<SheetRows>>,
    items: Arc<Vec<PlacedItem>>,
}

/// A package as it was checked last.
#[derive(Debug)]
pub(crate) struct KnownPackage {
    /// What it was made of.
    pub(crate) key: PackageKey,
    /// What came out.
    pub(crate) lowered: Arc<Lowered>,
    /// What was wrong with it, at places in items.
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// What a checked package is made of, besides the packages below it.
#[derive(Debug)]
pub(crate) struct PackageKey {
    texts: Vec<(FileId, Arc<str>)>,
    sheets: Vec<Arc<SheetRows>>,
    assets: BTreeSet<String>,
    below: Vec<usize>,
    complete: bool,
    notes_mentions: bool,
}

impl PackageKey {
    pub(crate) fn new(
        project: &Project,
        package: &LoadedPackage,
        below: &[usize],
        notes_mentions: bool,
    ) -> PackageKey {
        let files = package.files.iter().map(|file| file.file).chain([package.manifest_file]);
        PackageKey {
            texts: files.map(|file| (file, project.sources.file(file).text.clone())).collect(),
            sheets: package.files.iter().filter_map(|file| file.sheet.clone()).collect(),
            assets: package.assets.clone(),
            below: below.to_vec(),
            complete: package.complete,
            notes_mentions,
        }
    }

    /// True if both are made of the same.
    fn is_same(&self, other: &PackageKey) -> bool {
        type Text = (FileId, Arc<str>);
        let same = |(one, two): (&Text, &Text)| one.0 == two.0 && is_same_text(&one.1, &two.1);
        self.texts.len() == other.texts.len()
            && self.texts.iter().zip(&other.texts).all(same)
            && self.sheets == other.sheets
            && (&self.assets, &self.below) == (&other.assets, &other.below)
            && (self.complete, self.notes_mentions) == (other.complete, other.notes_mentions)
    }
}

impl Cache {
    /// The package as it was checked last, if nothing of it and below it is different. `known`
    /// are the packages of this run that are not.
    pub(crate) fn package(
        &self,
        index: usize,
        key: &PackageKey,
        known: &BTreeMap<usize, Arc<KnownPackage>>,
    ) -> Option<Arc<KnownPackage>> {
        let last = self.packages.get(&index).filter(|last| last.key.is_same(key))?;
        let is_kept = |below: &usize| {
            let then = self.packages.get(below);
            let now = known.get(below);
            then.zip(now).is_some_and(|(then, now)| Arc::ptr_eq(then, now))
        };
        key.below.iter().all(is_kept).then(|| last.clone())
    }

    /// What is known of the declarations of a package.
    pub(crate) fn memory(&mut self, index: usize) -> Memory {
        self.memories.remove(&index).unwrap_or_default()
    }

    /// Keeps that for the next run.
    pub(crate) fn remember(&mut self, index: usize, memory: Memory) {
        self.memories.insert(index, memory);
    }

    /// Keeps packages for the next run, and forgets all others.
    pub(crate) fn keep_packages(&mut self, packages: BTreeMap<usize, Arc<KnownPackage>>) {
        self.memories.retain(|index, _| packages.contains_key(index));
        self.packages = packages;
    }

    /// The items of every file, by package, and where they stand. Files that are gone are
    /// forgotten.
    pub(crate) fn parse(
        &mut self,
        project: &Project,
    ) -> (Vec<Vec<Arc<Vec<PlacedItem>>>>, Placements) {
        let all = project.packages.iter().flat_map(|package| &package.files);
        let all: Vec<&LoadedFile> = all.collect();
        let read = |file: &&LoadedFile| {
            let source = project.sources.file(file.file);
            match self.files.get(&source.path) {
                Some(last)
                    if is_same_text(&last.text, &source.text) && last.sheet == file.sheet =>
                {
                    last.items.clone()
                }
                last => {
                    let known = last.map_or(&[][..], |last| &last.items);
                    Arc::new(items(source, file.sheet.as_deref(), known, &self.last_item))
                }
            }
        };
        let read: Vec<Arc<Vec<PlacedItem>>> = all.par_iter().map(read).collect();
        let mut placements = Placements::default();
        self.files.clear();
        for (file, items) in all.into_iter().zip(&read) {
            placements.add(file.file, items, file.sheet.as_ref());
            let source = project.sources.file(file.file);
            let (text, sheet) = (source.text.clone(), file.sheet.clone());
            let known = KnownFile { text, sheet, items: items.clone() };
            self.files.insert(source.path.clone(), known);
        }
        let mut read = read.into_iter();
        let packages = project.packages.iter();
        let by_package =
            packages.map(|package| read.by_ref().take(package.files.len()).collect()).collect();
        (by_package, placements)
    }
}

/// Texts that were not touched are often the very same.
fn is_same_text(one: &Arc<str>, two: &Arc<str>) -> bool {
    Arc::ptr_eq(one, two) || one == two
}
