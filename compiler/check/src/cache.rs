//! What earlier runs know: trees by file and by item, so that whoever changes one card of a file
//! has only that card read again; and whole packages that others build on.

use std::borrow::Borrow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::sync::Arc;

use cardwright_dsl::ast::Span;
use cardwright_dsl::{ItemSlice, Parsed, ParsedItem, parse_item, split};
use rayon::prelude::*;

use crate::diag::Diagnostic;
use crate::lower::Lowered;
use crate::project::{LoadedPackage, Project};
use crate::source::FileId;

/// Items that one thread reads in a row, at least: a single one is done before it is handed over.
const IN_A_ROW: usize = 32;

/// Parsed files and items by their text, to keep between runs that see mostly the same texts.
#[derive(Debug, Default)]
pub struct Cache {
    files: HashMap<Arc<str>, Arc<ParsedFile>>,
    items: HashMap<ItemText, KnownItem>,
    packages: BTreeMap<usize, Arc<KnownPackage>>,
}

/// A package that others build on, as it was checked last.
#[derive(Debug)]
pub(crate) struct KnownPackage {
    /// What it was made of.
    pub(crate) key: PackageKey,
    /// What came out.
    pub(crate) lowered: Arc<Lowered>,
    /// What was wrong with it.
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// What a checked package is made of, besides the packages below it.
#[derive(Debug)]
pub(crate) struct PackageKey {
    texts: Vec<(FileId, Arc<str>)>,
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
            assets: package.assets.clone(),
            below: below.to_vec(),
            complete: package.complete,
            notes_mentions,
        }
    }

    /// True if both are made of the same.
    fn is_same(&self, other: &PackageKey) -> bool {
        type Text = (FileId, Arc<str>);
        let same = |(one, two): (&Text, &Text)| {
            one.0 == two.0 && (Arc::ptr_eq(&one.1, &two.1) || one.1 == two.1)
        };
        self.texts.len() == other.texts.len()
            && self.texts.iter().zip(&other.texts).all(same)
            && (&self.assets, &self.below) == (&other.assets, &other.below)
            && (self.complete, self.notes_mentions) == (other.complete, other.notes_mentions)
    }
}

/// A file's tree, and which part of it each item is.
#[derive(Debug)]
pub(crate) struct ParsedFile {
    /// The tree and its errors.
    pub(crate) parsed: Parsed,
    /// For each slice of the file the ends of its items and errors in `parsed`.
    slices: Vec<(ItemSlice, usize, usize)>,
}

/// The text of an item, as a part of its file's.
#[derive(Debug, Clone)]
struct ItemText {
    file: Arc<str>,
    span: Span,
}

/// Where the tree of an item is.
#[derive(Debug, Clone)]
struct KnownItem {
    file: Arc<ParsedFile>,
    items: Range<usize>,
    errors: Range<usize>,
    /// Where the item begins in that file.
    start: u32,
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

    /// Keeps packages for the next run, and forgets all others.
    pub(crate) fn keep_packages(&mut self, packages: BTreeMap<usize, Arc<KnownPackage>>) {
        self.packages = packages;
    }

    /// The tree of every file, by package. Texts that are gone are forgotten.
    pub(crate) fn parse(&mut self, project: &Project) -> Vec<Vec<Arc<ParsedFile>>> {
        let texts: Vec<Arc<str>> = project
            .packages
            .iter()
            .flat_map(|package| &package.files)
            .map(|file| project.sources.file(file.file).text.clone())
            .collect();
        let trees: Vec<Arc<ParsedFile>> = texts.par_iter().map(|text| self.file(text)).collect();
        self.items = HashMap::new();
        for (text, file) in texts.iter().zip(&trees) {
            self.items.extend(known_items(text, file));
        }
        self.files = texts.into_iter().zip(trees.iter().cloned()).collect();
        let mut trees = trees.into_iter();
        project
            .packages
            .iter()
            .map(|package| trees.by_ref().take(package.files.len()).collect())
            .collect()
    }

    fn file(&self, text: &Arc<str>) -> Arc<ParsedFile> {
        if let Some(known) = self.files.get(text) {
            return known.clone();
        }
        if u32::try_from(text.len()).is_err() {
            // The parser has an error for that.
            let parsed = cardwright_dsl::parse(text);
            return Arc::new(ParsedFile { parsed, slices: Vec::new() });
        }
        let slices = split(text);
        let parts: Vec<ParsedItem> = slices
            .par_iter()
            .with_min_len(IN_A_ROW)
            .map(|slice| self.item(&text[slice.span.range()], slice.span.start))
            .collect();
        let mut file = ParsedFile { parsed: Parsed::default(), slices: Vec::new() };
        for (slice, mut part) in slices.into_iter().zip(parts) {
            let Parsed { file: tree, errors } = &mut file.parsed;
            tree.items.append(&mut part.items);
            errors.append(&mut part.errors);
            file.slices.push((slice, tree.items.len(), errors.len()));
        }
        Arc::new(file)
    }

    fn item(&self, text: &str, start: u32) -> ParsedItem {
        match self.items.get(text) {
            Some(known) => known.tree().moved(known.start, start),
            None => parse_item(text, start),
        }
    }
}

impl KnownItem {
    fn tree(&self) -> ParsedItem {
        let Parsed { file, errors } = &self.file.parsed;
        ParsedItem {
            items: file.items[self.items.clone()].to_vec(),
            errors: errors[self.errors.clone()].to_vec(),
        }
    }
}

/// The items of a file with the places of their trees.
fn known_items(
    text: &Arc<str>,
    file: &Arc<ParsedFile>,
) -> impl Iterator<Item = (ItemText, KnownItem)> {
    let (mut items, mut errors) = (0, 0);
    file.slices.iter().map(move |(slice, items_end, errors_end)| {
        let known = KnownItem {
            file: file.clone(),
            items: items..*items_end,
            errors: errors..*errors_end,
            start: slice.span.start,
        };
        (items, errors) = (*items_end, *errors_end);
        (ItemText { file: text.clone(), span: slice.span }, known)
    })
}

impl ItemText {
    fn text(&self) -> &str {
        &self.file[self.span.range()]
    }
}

impl Borrow<str> for ItemText {
    fn borrow(&self) -> &str {
        self.text()
    }
}

impl PartialEq for ItemText {
    fn eq(&self, other: &ItemText) -> bool {
        self.text() == other.text()
    }
}

impl Eq for ItemText {}

impl Hash for ItemText {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text().hash(state);
    }
}
