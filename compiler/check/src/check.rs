//! The whole way: parse, lower, word, judge.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use cardwright_dsl::ParsedItem;
use cardwright_model::{Library, Package, amend};
use cardwright_vocabulary::Games;

use crate::cache::{Cache, KnownPackage, PackageKey};
use crate::diag::{self, Diagnostic, Location, Severity, syntax};
use crate::item::{PlacedItem, Placements};
use crate::judge::judge;
use crate::lower::{Input, Lowered, ParsedFile, lower_package};
use crate::mentions::Mentions;
use crate::project::{Manifest, Project};
use crate::source::{FileId, SourceFile, Sources};
use crate::wording;

/// What checking a project gives.
#[derive(Debug, Clone)]
pub struct Checked {
    /// The packages that were asked for, each after the ones it builds on.
    pub packages: Vec<CheckedPackage>,
    /// Every problem, sorted by file and place.
    pub diagnostics: Vec<Diagnostic>,
    /// The texts that the problems point into.
    pub sources: Sources,
}

/// A package that was asked for, with everything it builds on.
#[derive(Debug, Clone)]
pub struct CheckedPackage {
    /// The packages below it, then the package itself.
    pub library: Library,
    /// Its folder.
    pub root: PathBuf,
    /// What its manifest says.
    pub manifest: Manifest,
}

impl Checked {
    /// How many problems are errors.
    pub fn errors(&self) -> usize {
        self.count(Severity::Error)
    }

    /// How many problems are warnings.
    pub fn warnings(&self) -> usize {
        self.count(Severity::Warning)
    }

    /// How many printed cards the packages that were asked for declare.
    pub fn cards(&self) -> usize {
        self.packages
            .iter()
            .filter_map(|package| package.library.packages.last())
            .map(printed)
            .sum()
    }

    fn count(&self, severity: Severity) -> usize {
        self.diagnostics.iter().filter(|found| found.severity == severity).count()
    }
}

impl CheckedPackage {
    /// The package itself.
    pub fn package(&self) -> &Package {
        self.library.packages.last().expect("a library ends with its own package")
    }
}

/// Checks a project against the games there are.
pub fn check(project: &Project, games: Games) -> Checked {
    check_with(project, games, &mut Cache::default())
}

/// Checks a project and takes what is known of unchanged declarations from `cache`. A cache serves
/// one list of games.
pub fn check_with(project: &Project, games: Games, cache: &mut Cache) -> Checked {
    run(project, games, cache, false).0
}

/// The same, with what every name in the packages means.
pub fn check_noting(project: &Project, games: Games, cache: &mut Cache) -> (Checked, Mentions) {
    run(project, games, cache, true)
}

fn run(
    project: &Project,
    games: Games,
    cache: &mut Cache,
    notes_mentions: bool,
) -> (Checked, Mentions) {
    let (parsed, placements) = cache.parse(project);
    let mut diagnostics = project.diagnostics.clone();
    diagnostics.extend_from_slice(&project.sheet_diagnostics);
    // Places of errors, in items as all that follows.
    let mut broken: Vec<Location> = Vec::new();
    for placed in parsed.iter().flatten().flat_map(|items| items.iter()) {
        let errors = placed.item.tree.errors.iter();
        broken.extend(errors.map(|error| Location::new(placed.item.id, error.span)));
    }
    let mut lowered: Vec<Arc<Lowered>> = Vec::with_capacity(project.packages.len());
    let mut known = BTreeMap::new();
    for (index, (package, files)) in project.packages.iter().zip(&parsed).enumerate() {
        let below = project.below(index);
        let key = PackageKey::new(project, package, &below, notes_mentions);
        let same = cache.package(index, &key, &known).unwrap_or_else(|| {
            let input = Input {
                games,
                manifest: &package.manifest,
                manifest_location: package.name_location,
                assets: &package.assets,
                files: package
                    .files
                    .iter()
                    .zip(files)
                    .map(|(file, items)| ParsedFile { relative: &file.relative, items })
                    .collect(),
                below: below.iter().map(|at| &lowered[*at]).collect(),
                complete: package.complete,
                notes_mentions,
            };
            let mut memory = cache.memory(index);
            let mut lowered = lower_package(&input, &mut memory);
            let mut diagnostics = std::mem::take(&mut lowered.diagnostics);
            let below = input.below.iter().map(|below| below.package().clone());
            lowered.library.packages.splice(0..0, below);
            settle(&mut lowered.library);
            let mut broken = broken.clone();
            broken.extend(errors(&diagnostics));
            let below = &input.below;
            let at = package.name_location;
            diagnostics.extend(judge(&mut lowered, games, below, at, &broken, &mut memory));
            cache.remember(index, memory);
            let lowered = Arc::new(lowered);
            Arc::new(KnownPackage { key, lowered, diagnostics })
        });
        broken.extend(errors(&same.diagnostics));
        lowered.push(same.lowered.clone());
        known.insert(index, same);
    }
    diagnostics.extend(syntax_errors(project, &parsed, &lowered, &placements));
    let found = known.values().flat_map(|package| &package.diagnostics);
    diagnostics.extend(found.map(|found| placements.diagnostic(found.clone())));
    cache.keep_packages(known);
    let requested = project.packages.iter().zip(&lowered).filter(|(package, _)| package.requested);
    let packages = requested.map(|(package, lowered)| CheckedPackage {
        library: lowered.library.clone(),
        root: package.root.clone(),
        manifest: package.manifest.clone(),
    });
    let packages = packages.collect();
    let noted = lowered.iter().flat_map(|lowered| &lowered.mentions).cloned();
    let mentions = Mentions::new(noted, placements);
    // Who builds on a package needs to know that it is broken, not how it could be better.
    let others: BTreeSet<FileId> = project
        .packages
        .iter()
        .filter(|package| !package.requested)
        .flat_map(|package| {
            package.files.iter().map(|file| file.file).chain([package.manifest_file])
        })
        .collect();
    diagnostics
        .retain(|found| found.severity == Severity::Error || !others.contains(&found.primary.file));
    if let Some(focus) = project.focus {
        diagnostics.retain(|found| found.primary.file == focus);
    }
    // What is wrong with a column is wrong with each of its cells.
    let mut told = BTreeSet::new();
    let sheets = project.packages.iter().flat_map(|package| &package.files);
    let sheets: BTreeSet<FileId> =
        sheets.filter(|file| file.is_sheet()).map(|file| file.file).collect();
    diagnostics.retain(|found| {
        let place = (found.primary, found.code.clone(), found.message.clone());
        !sheets.contains(&found.primary.file) || told.insert(place)
    });
    diag::sort_diagnostics(&mut diagnostics);
    (Checked { packages, diagnostics, sources: project.sources.clone() }, mentions)
}

/// What the parser complains about, but for text of which lowering knew better what is wrong.
fn syntax_errors(
    project: &Project,
    parsed: &[Vec<Arc<Vec<PlacedItem>>>],
    lowered: &[Arc<Lowered>],
    placements: &Placements,
) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for ((package, files), lowered) in project.packages.iter().zip(parsed).zip(lowered) {
        for (file, items) in package.files.iter().zip(files) {
            let source = project.sources.file(file.file);
            for placed in items.iter().filter(|placed| !placed.item.tree.errors.is_empty()) {
                let explained = lowered.explained.iter().filter(|at| at.file == placed.item.id);
                let mut errors = placed.item.tree.errors.clone();
                errors.retain(|error| {
                    let holds = |at: &Location| {
                        at.span.start <= error.span.start && error.span.end <= at.span.end
                    };
                    !explained.clone().any(holds)
                });
                if file.is_sheet() {
                    let text = SourceFile::new(&source.path, (&*placed.item.text).into());
                    let told = |error| syntax::syntax(placed.item.id, &text, error);
                    found.extend(errors.iter().map(|error| placements.diagnostic(told(error))));
                    continue;
                }
                let errors = ParsedItem { errors, ..ParsedItem::default() }.moved(0, placed.start);
                let errors = errors.errors.iter();
                found.extend(errors.map(|error| syntax::syntax(file.file, source, error)));
            }
        }
    }
    found
}

/// The places of errors.
fn errors(diagnostics: &[Diagnostic]) -> impl Iterator<Item = Location> {
    let errors = diagnostics.iter().filter(|found| found.severity == Severity::Error);
    errors.map(|found| found.primary)
}

/// Lets amended cards stand in the place of the originals. What two packages amended together
/// has no text yet.
fn settle(library: &mut Library) {
    for (index, id) in amend::settle(&mut library.packages) {
        let package = &mut library.packages[index];
        let Some(at) = package.cards.iter().position(|card| card.id == id) else { continue };
        let card = package.cards[at].clone();
        let mut alone = Package { cards: vec![card].into(), ..Package::default() };
        wording::write_texts(library, &mut alone);
        library.packages[index].cards[at].text = std::mem::take(&mut alone.cards[0].text);
    }
}

fn printed(package: &Package) -> usize {
    package.cards.iter().filter(|card| !card.is_abstract).count()
}
