//! Projects that are not on disk: an editor's unsaved texts, examples, tests.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::manifest::read;
use super::sheets::names_sheets;
use super::{LoadedFile, LoadedPackage, MANIFEST, Project};
use crate::diag::project;

/// A package given as texts.
#[derive(Debug, Clone, Default)]
pub struct MemoryPackage {
    /// The folder it pretends to be in.
    pub root: PathBuf,
    /// The text of its manifest.
    pub manifest: String,
    /// Its `.card` files: path relative to the package, and text.
    pub files: Vec<(String, String)>,
    /// Paths of its other files.
    pub assets: BTreeSet<String>,
}

impl Project {
    /// A project of packages given as texts, each after the ones it builds on. Dependencies
    /// are found by name; all packages count as requested.
    pub fn from_memory(packages: impl IntoIterator<Item = MemoryPackage>) -> Project {
        let mut project = Project::default();
        for package in packages {
            project.add(package);
        }
        project.spread();
        project
    }

    /// Replaces a file's text with an editor's; returns `false` if the file is not in the project.
    pub fn overlay(&mut self, path: &Path, text: &str) -> bool {
        if self.overlay_sheet(path, text) {
            self.spread();
            return true;
        }
        let Some(file) = self.sources.find(path) else { return false };
        let names_sheets = names_sheets(text) || names_sheets(&self.sources.file(file).text);
        self.sources.replace(file, text.into());
        // What a kind holds decides how the cells of its cards are read.
        if names_sheets || self.packages.iter().any(|package| !package.workbooks.is_empty()) {
            self.spread();
        }
        true
    }

    fn add(&mut self, package: MemoryPackage) {
        let text: Arc<str> = package.manifest.into();
        let manifest_file = self.sources.add(&package.root.join(MANIFEST), text.clone());
        let Some((manifest, name_location)) = read(manifest_file, &text, &mut self.diagnostics)
        else {
            return;
        };
        let mut dependencies = Vec::new();
        let mut complete = true;
        for (name, spec) in &manifest.dependencies {
            match self.packages.iter().position(|known| known.manifest.package.name == *name) {
                Some(index) => dependencies.push(index),
                None => {
                    complete = false;
                    let location = spec.location.unwrap_or(name_location);
                    self.diagnostics.push(project::dependency_missing(location, name, name));
                }
            }
        }
        let mut files = package.files;
        files.sort();
        let files = files
            .into_iter()
            .map(|(relative, text)| {
                let file = self.sources.add(&package.root.join(&relative), text.into());
                LoadedFile::new(file, relative)
            })
            .collect();
        self.packages.push(LoadedPackage {
            root: package.root,
            manifest,
            manifest_file,
            name_location,
            files,
            assets: package.assets,
            workbooks: Default::default(),
            unread: Vec::new(),
            dependencies,
            complete,
            requested: true,
        });
    }
}
