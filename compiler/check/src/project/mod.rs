//! Projects: which packages there are, what their manifests say, which files they hold.
//!
//! Only this module reads files, through [`Files`]. Everything after it is a function of a
//! [`Project`].

mod discover;
mod files;
mod manifest;
mod memory;
mod preflight;
mod print;
mod resolve;
mod sheets;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cardwright_model::files::{FileError, Files};
pub use manifest::{DependencySpec, Manifest, PackageSection, TabletopSection, is_address};
pub use memory::MemoryPackage;
pub use print::{PrintSection, PrinterSection, read_print};
pub(crate) use sheets::SheetRows;
use sheets::Workbooks;
pub use sheets::guessed_field;

use crate::diag::{Diagnostic, Location};
use crate::source::{FileId, Sources};

/// Name of the file that makes a folder a package.
pub const MANIFEST: &str = "cardwright.toml";

/// Packages with their texts, each after the ones it builds on.
#[derive(Debug, Clone, Default)]
pub struct Project {
    /// The packages.
    pub packages: Vec<LoadedPackage>,
    /// Every text that was read.
    pub sources: Sources,
    /// What is wrong with manifests, dependencies and files.
    pub diagnostics: Vec<Diagnostic>,
    /// What is wrong with spreadsheets and the tables that read them.
    pub(crate) sheet_diagnostics: Vec<Diagnostic>,
    /// The one `.card` file that was asked for, if it was one.
    pub focus: Option<FileId>,
}

/// Where to look for what a project does not hold itself.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LoadOptions {
    /// Folder of the packages that ship with Cardwright, for dependencies without a path
    /// (`crawler = "0.1"`).
    pub shipped: Option<PathBuf>,
    /// Folder of the packages that `cardwright add` brought in, for dependencies that do not ship
    /// with Cardwright either.
    pub added: Option<PathBuf>,
}

/// A package as found.
#[derive(Debug, Clone)]
pub struct LoadedPackage {
    /// Its folder, as reached from the requested path.
    pub root: PathBuf,
    /// What its manifest says.
    pub manifest: Manifest,
    /// The manifest's text.
    pub manifest_file: FileId,
    /// The package's name in its manifest.
    pub name_location: Location,
    /// Its `.card` files in the order of their paths.
    pub files: Vec<LoadedFile>,
    /// Its other files, relative to the folder, with `/`.
    pub assets: BTreeSet<String>,
    /// The spreadsheets that its tables read.
    pub(crate) workbooks: Workbooks,
    /// Files that a designer may take for cards, unless a table reads them.
    pub(crate) unread: Vec<String>,
    /// The packages it builds on directly, by their place in [`Project::packages`].
    pub dependencies: Vec<usize>,
    /// True if everything it builds on was found. If not, checking it would only report every name
    /// from there as missing.
    pub complete: bool,
    /// True if the user asked for it, false if it is only here because another package builds on
    /// it.
    pub requested: bool,
}

/// A `.card` file of a package, or a sheet that a table reads.
#[derive(Debug, Clone)]
pub struct LoadedFile {
    /// Its text.
    pub file: FileId,
    /// Its path relative to the package, with `/`.
    pub relative: String,
    /// Of a sheet: its rows as declarations.
    pub(crate) sheet: Option<Arc<SheetRows>>,
}

impl LoadedFile {
    /// A `.card` file.
    pub fn new(file: FileId, relative: String) -> LoadedFile {
        LoadedFile { file, relative, sheet: None }
    }

    /// True if it is a sheet of a spreadsheet, whose text is not of the language.
    pub fn is_sheet(&self) -> bool {
        self.sheet.is_some()
    }
}

/// Why nothing could be loaded.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// There is nothing at that path.
    #[error("`{}` does not exist", .0.display())]
    NotFound(PathBuf),
    /// There is no package there.
    #[error("`{}` is not in a package: there is no {MANIFEST} in it, below it or above it", .0.display())]
    NoPackage(PathBuf),
    /// Something that is there cannot be read.
    #[error("`{}` cannot be read: {error}", path.display())]
    Io {
        /// What was being read.
        path: PathBuf,
        /// The reason.
        error: FileError,
    },
}

impl LoadError {
    fn at(path: &Path) -> impl FnOnce(FileError) -> LoadError {
        move |error| LoadError::Io { path: path.to_owned(), error }
    }
}

impl Project {
    /// Loads a package (a folder with a manifest), a folder of packages, or the package
    /// around a `.card` file. What is wrong inside is in `diagnostics`.
    pub fn load(files: &dyn Files, path: &Path) -> Result<Project, LoadError> {
        Project::load_with(files, path, &LoadOptions::default())
    }

    /// Like [`Project::load`], with settings.
    pub fn load_with(
        files: &dyn Files,
        path: &Path,
        options: &LoadOptions,
    ) -> Result<Project, LoadError> {
        let found = discover::discover(files, path)?;
        let mut project = resolve::resolve(files, &found.roots, options)?;
        project.focus = found.file.and_then(|file| project.sources.find(&file));
        Ok(project)
    }

    /// All packages that a package builds on, each after its own dependencies.
    pub fn below(&self, package: usize) -> Vec<usize> {
        let mut below: BTreeSet<usize> = BTreeSet::new();
        let mut open = self.packages[package].dependencies.clone();
        while let Some(next) = open.pop() {
            if below.insert(next) {
                open.extend(&self.packages[next].dependencies);
            }
        }
        below.into_iter().collect()
    }
}
