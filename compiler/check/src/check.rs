//! The whole way: parse, lower, word, judge.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use cardwright_dsl::Parsed;
use cardwright_model::{Entity, Library, Package};
use rayon::prelude::*;

use crate::diag::{self, Diagnostic, Location, Severity, lints, syntax};
use crate::lower::{Input, Lowered, ParsedFile, lower_package};
use crate::project::{LoadedPackage, Manifest, Project};
use crate::rules::{self, Place, Violation};
use crate::source::Sources;
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

/// Parsed files by their text, to keep between runs that see mostly the same texts.
#[derive(Debug, Default)]
pub struct Cache {
    parsed: HashMap<Arc<str>, Arc<Parsed>>,
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

/// Checks a project.
pub fn check(project: &Project) -> Checked {
    check_with(project, &mut Cache::default())
}

/// Checks a project and takes the trees of texts that were seen before from `cache`.
pub fn check_with(project: &Project, cache: &mut Cache) -> Checked {
    let parsed = cache.parse(project);
    let mut diagnostics = project.diagnostics.clone();
    for (package, trees) in project.packages.iter().zip(&parsed) {
        for (file, tree) in package.files.iter().zip(trees) {
            diagnostics.extend(tree.errors.iter().map(|error| syntax::syntax(file.file, error)));
        }
    }
    let mut lowered: Vec<Lowered> = Vec::with_capacity(project.packages.len());
    let mut packages = Vec::new();
    for (index, (package, trees)) in project.packages.iter().zip(&parsed).enumerate() {
        let below = project.below(index);
        let input = Input {
            manifest: &package.manifest,
            manifest_location: package.name_location,
            assets: &package.assets,
            files: package
                .files
                .iter()
                .zip(trees)
                .map(|(file, tree)| ParsedFile {
                    file: file.file,
                    source: project.sources.file(file.file),
                    relative: &file.relative,
                    syntax: &tree.file,
                })
                .collect(),
            below: below.iter().map(|at| &lowered[*at]).collect(),
            complete: package.complete,
        };
        let mut result = lower_package(&input);
        diagnostics.append(&mut result.diagnostics);
        let library = finish(&mut result, &below, &lowered, package, project, &mut diagnostics);
        if package.requested {
            packages.push(CheckedPackage {
                library,
                root: package.root.clone(),
                manifest: package.manifest.clone(),
            });
        }
        lowered.push(result);
    }
    if let Some(focus) = project.focus {
        diagnostics.retain(|found| found.primary.file == focus);
    }
    diag::sort(&mut diagnostics);
    Checked { packages, diagnostics, sources: project.sources.clone() }
}

/// Words the cards of a package and judges it by its rules.
fn finish(
    result: &mut Lowered,
    below: &[usize],
    lowered: &[Lowered],
    package: &LoadedPackage,
    project: &Project,
    diagnostics: &mut Vec<Diagnostic>,
) -> Library {
    let mut library =
        Library { packages: below.iter().map(|at| lowered[*at].package.clone()).collect() };
    library.packages.push(result.package.clone());
    let missing = wording::generate(&library, &mut result.package);
    for word in missing {
        let at = result.places.find(&word.card, None).unwrap_or(package.name_location);
        diagnostics.push(lints::missing_wording(at, &word.category, &word.name));
    }
    for card in &result.package.cards {
        if let Some(mismatch) = wording::compare_numbers(card) {
            let at = result.places.find(&card.id, Some("fields.text"));
            diagnostics.push(lints::text_numbers(
                at.unwrap_or(package.name_location),
                &mismatch.only_in_text,
                &mismatch.only_in_effects,
            ));
        }
    }
    library.packages.pop();
    library.packages.push(result.package.clone());
    let broken: Vec<Location> = diagnostics
        .iter()
        .filter(|found| found.severity == Severity::Error)
        .map(|found| found.primary)
        .collect();
    for violation in rules::evaluate(&library) {
        let find = |place: &Place| {
            let item = place.item.as_deref();
            result.places.find(&place.entity, item).or_else(|| {
                below.iter().find_map(|at| lowered[*at].places.find(&place.entity, item))
            })
        };
        // A declaration with errors may lack what the rule counts; one mistake is one message.
        let is_broken = library
            .packages
            .last()
            .and_then(|package| declaration(package, &violation.at.entity))
            .is_some_and(|entity| stands_among(entity, package, project, &broken));
        if !is_broken {
            diagnostics.push(violated(&violation, find, result, package));
        }
    }
    library
}

fn violated(
    violation: &Violation,
    find: impl Fn(&Place) -> Option<Location>,
    result: &Lowered,
    package: &LoadedPackage,
) -> Diagnostic {
    let at = find(&violation.at).unwrap_or(package.name_location);
    let mut diagnostic =
        Diagnostic::new(&violation.code, violation.severity, at, &violation.message);
    if let Some((place, text)) = &violation.also
        && let Some(location) = find(place)
    {
        diagnostic = diagnostic.label(location, text);
    }
    if let Some(rule) = violation.rule.as_ref().and_then(|rule| result.symbols.rules.get(rule)) {
        diagnostic = diagnostic.label(*rule, "required by this rule");
    }
    match &violation.help {
        Some(help) => diagnostic.help(help),
        None => diagnostic,
    }
}

/// True if one of the places is inside the declaration: on its first line or after it and
/// before the next declaration of the file.
fn stands_among(
    entity: &Entity,
    package: &LoadedPackage,
    project: &Project,
    places: &[Location],
) -> bool {
    let Some(file) = package.files.iter().find(|file| file.relative == entity.provenance.file)
    else {
        return false;
    };
    let source = project.sources.file(file.file);
    let starts = source.line_starts();
    let line = entity.provenance.line as usize;
    let Some(start) = starts.get(line.saturating_sub(1)).copied() else { return false };
    // A declaration ends with a brace at the start of a line, or on its own line.
    let end = starts
        .iter()
        .skip(line)
        .copied()
        .find(|start| source.text[*start as usize..].starts_with('}'))
        .unwrap_or(source.text.len() as u32);
    places.iter().any(|place| place.file == file.file && (start..=end).contains(&place.span.start))
}

fn declaration<'p>(package: &'p Package, id: &str) -> Option<&'p Entity> {
    let all = [&package.decks, &package.cards, &package.formats, &package.records];
    all.into_iter().flatten().find(|entity| entity.id == id)
}

fn printed(package: &Package) -> usize {
    package.cards.iter().filter(|card| !card.is_abstract).count()
}

impl Cache {
    /// The tree of every file, by package. Texts that are gone are forgotten.
    fn parse(&mut self, project: &Project) -> Vec<Vec<Arc<Parsed>>> {
        let texts: Vec<Arc<str>> = project
            .packages
            .iter()
            .flat_map(|package| &package.files)
            .map(|file| project.sources.file(file.file).text.clone())
            .collect();
        let known = std::mem::take(&mut self.parsed);
        let trees: Vec<Arc<Parsed>> = texts
            .par_iter()
            .map(|text| {
                known.get(text).cloned().unwrap_or_else(|| Arc::new(cardwright_dsl::parse(text)))
            })
            .collect();
        self.parsed = texts.into_iter().zip(trees.iter().cloned()).collect();
        let mut trees = trees.into_iter();
        project
            .packages
            .iter()
            .map(|package| trees.by_ref().take(package.files.len()).collect())
            .collect()
    }
}
