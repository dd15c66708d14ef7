//! Turns folders into packages, in the order in which they build on each other.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use cardwright_model::files::{FileError, Files};

use super::files::{LARGEST, list};
use super::manifest::{is_id, read, version_agrees};
use super::sheets::read_workbooks;
use super::{LoadError, LoadOptions, LoadedFile, LoadedPackage, MANIFEST, Project};
use crate::diag::{Diagnostic, Location, lints, project};

/// Packages that build on one another in a chain.
const LONGEST_CHAIN: usize = 64;

/// Loads packages and everything they build on.
pub(super) fn resolve(
    files: &dyn Files,
    roots: &[PathBuf],
    options: &LoadOptions,
) -> Result<Project, LoadError> {
    let mut resolver = Resolver {
        files,
        project: Project::default(),
        shipped: options.shipped.as_deref(),
        added: options.added.as_deref(),
        known: BTreeMap::new(),
        open: Vec::new(),
    };
    for root in roots {
        resolver.load(root, true)?;
    }
    let mut project = resolver.project;
    project.spread();
    same_names(&mut project.packages, &mut project.diagnostics);
    Ok(project)
}

struct Resolver<'a> {
    files: &'a dyn Files,
    project: Project,
    /// Folder of the packages that ship with Cardwright.
    shipped: Option<&'a Path>,
    /// Folder of the packages that were brought in.
    added: Option<&'a Path>,
    /// Packages that were loaded (or could not be), by their real folder.
    known: BTreeMap<PathBuf, Option<usize>>,
    /// Packages that are being loaded, to detect circles: real folder and name.
    open: Vec<(PathBuf, String)>,
}

impl Resolver<'_> {
    /// The index of the package among the loaded ones; `None` if it cannot be used.
    fn load(&mut self, root: &Path, requested: bool) -> Result<Option<usize>, LoadError> {
        let real = self.files.real(root).map_err(LoadError::at(root))?;
        if let Some(known) = self.known.get(&real) {
            if let (Some(index), true) = (known, requested) {
                self.project.packages[*index].requested = true;
            }
            return Ok(*known);
        }
        let path = root.join(MANIFEST);
        let text = self.read_text(&path)?;
        let known: Arc<str> = text.as_ref().map_or_else(|_| "".into(), Arc::clone);
        let manifest_file = self.project.sources.add(&path, known);
        let read = match text {
            Ok(text) => read(manifest_file, &text, &mut self.project.diagnostics),
            Err(why) => {
                let start = Location::new(manifest_file, Default::default());
                let refused = project::file_refused(start, MANIFEST, &why.to_string());
                self.project.diagnostics.push(refused);
                None
            }
        };
        let Some((manifest, name_location)) = read else {
            self.known.insert(real, None);
            return Ok(None);
        };
        self.open.push((real.clone(), manifest.package.name.clone()));
        let mut dependencies = Vec::new();
        let mut complete = true;
        for (name, spec) in &manifest.dependencies {
            let location = spec.location.unwrap_or(name_location);
            let index = self.dependency(root, name, spec.path.as_deref(), location)?;
            let Some(index) = index else {
                complete = false;
                continue;
            };
            complete &= self.project.packages[index].complete;
            let found = &self.project.packages[index].manifest.package;
            let diagnostic = if found.name != *name {
                Some(project::dependency_name(location, name, &found.name))
            } else if found.game != manifest.package.game {
                let own = &manifest.package;
                let game = own.game_location;
                Some(project::dependency_game(location, game, name, &found.game, &own.game))
            } else {
                let wanted = spec
                    .version
                    .as_deref()
                    .filter(|wanted| !version_agrees(wanted, &found.version));
                wanted.map(|wanted| {
                    let has_path = spec.path.is_some();
                    project::dependency_version(location, name, wanted, &found.version, has_path)
                })
            };
            self.project.diagnostics.extend(diagnostic);
            dependencies.push(index);
        }
        self.open.pop();
        let listing = list(self.files, root)?;
        for (relative, why) in &listing.refused {
            self.project.diagnostics.push(project::file_refused(name_location, relative, why));
        }
        let unread: Vec<String> = listing.unread().map(str::to_owned).collect();
        let mut files = Vec::new();
        for (path, relative) in listing.cards {
            match self.read_text(&path)? {
                Ok(text) => {
                    let shipped = self.shipped.filter(|_| !requested);
                    let file = match shipped.and_then(|shipped| path.strip_prefix(shipped).ok()) {
                        Some(relative) => self.project.sources.add_shipped(&path, relative, text),
                        None => self.project.sources.add(&path, text),
                    };
                    files.push(LoadedFile::new(file, relative));
                }
                Err(why) => {
                    let refused = project::file_refused(name_location, &relative, &why.to_string());
                    self.project.diagnostics.push(refused);
                }
            }
        }
        if files.is_empty() {
            self.project
                .diagnostics
                .push(lints::empty_package(name_location, &manifest.package.name));
        }
        let texts: Vec<Arc<str>> =
            files.iter().map(|file| self.project.sources.file(file.file).text.clone()).collect();
        let texts: Vec<&str> = texts.iter().map(|text| &**text).collect();
        let relatives: Vec<String> = files.iter().map(|file| file.relative.clone()).collect();
        let workbooks = read_workbooks(self.files, root, &texts, &relatives, &listing.assets);
        let index = self.project.packages.len();
        self.project.packages.push(LoadedPackage {
            root: root.to_owned(),
            manifest,
            manifest_file,
            name_location,
            files,
            assets: listing.assets,
            workbooks,
            unread,
            dependencies,
            complete,
            requested,
        });
        self.known.insert(real, Some(index));
        Ok(Some(index))
    }

    fn dependency(
        &mut self,
        root: &Path,
        name: &str,
        path: Option<&Path>,
        location: Location,
    ) -> Result<Option<usize>, LoadError> {
        // The name is a key of the manifest and may hold anything, even `../`. What ships comes
        // first: no package of a stranger takes its place.
        let known = [self.shipped, self.added].into_iter().flatten().filter(|_| is_id(name));
        let known = known
            .map(|folder| folder.join(name))
            .find(|folder| self.files.has(&folder.join(MANIFEST)));
        let (folder, shown) = match (path, known) {
            (Some(path), _) => (join(root, path), path.to_string_lossy().into_owned()),
            (None, Some(folder)) => (folder, name.to_owned()),
            (None, None) => {
                let shipped = self.shipped.and_then(|shipped| self.files.list(shipped).ok());
                let shipped = shipped.unwrap_or_default();
                let shipped = shipped.iter().map(|(name, _)| name.as_str());
                let found = project::dependency_not_shipped(location, name, shipped);
                self.project.diagnostics.push(found);
                return Ok(None);
            }
        };
        let Ok(real) = self.files.real(&folder) else {
            self.project.diagnostics.push(project::dependency_missing(location, name, &shown));
            return Ok(None);
        };
        if !self.files.has(&real.join(MANIFEST)) {
            self.project.diagnostics.push(project::dependency_not_package(location, name, &shown));
            return Ok(None);
        }
        if let Some(at) = self.open.iter().position(|(open, _)| *open == real) {
            let mut chain: Vec<String> =
                self.open[at..].iter().map(|(_, name)| name.clone()).collect();
            chain.push(self.open[at].1.clone());
            self.project.diagnostics.push(project::dependency_cycle(location, &chain));
            return Ok(None);
        }
        if self.open.len() >= LONGEST_CHAIN {
            let found = project::dependency_chain(location, name, LONGEST_CHAIN);
            self.project.diagnostics.push(found);
            return Ok(None);
        }
        self.load(&folder, false)
    }

    /// The text of a file, or why it is refused.
    fn read_text(&self, path: &Path) -> Result<Result<Arc<str>, FileError>, LoadError> {
        match self.files.read_text(path, LARGEST) {
            Err(error @ (FileError::System(_) | FileError::Missing)) => {
                Err(LoadError::Io { path: path.to_owned(), error })
            }
            text => Ok(text.map(Arc::from)),
        }
    }
}

/// `root/path` without `name/..` in it, so that diagnostics show the shorter path.
fn join(root: &Path, path: &Path) -> PathBuf {
    let mut joined = if root == Path::new(".") { PathBuf::new() } else { root.to_owned() };
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if joined.file_name().is_some() => {
                joined.pop();
            }
            part => joined.push(part),
        }
    }
    if joined.as_os_str().is_empty() { PathBuf::from(".") } else { joined }
}

/// Reports packages of one name. What the second builds on is not clear then, so it is not judged.
fn same_names(packages: &mut [LoadedPackage], diagnostics: &mut Vec<Diagnostic>) {
    let mut first: BTreeMap<String, Location> = BTreeMap::new();
    for package in packages {
        let name = &package.manifest.package.name;
        match first.get(name) {
            Some(other) => {
                diagnostics.push(project::same_name(package.name_location, name, *other));
                package.complete = false;
            }
            None => {
                first.insert(name.clone(), package.name_location);
            }
        }
    }
}
