//! What a session asks of the world outside: where packages are, and what is in them.

use std::path::{Path, PathBuf};

use cardwright_check::Project;

/// Finds and reads packages.
pub trait Packages {
    /// The package in a folder with those it builds on; or why they cannot be read.
    fn load(&self, root: &Path) -> Result<Project, String>;

    /// The folder of the package that a file belongs to.
    fn root_of(&self, file: &Path) -> Option<PathBuf>;

    /// The packages in a folder: itself, those of its workspace, or those in the folders below.
    fn in_folder(&self, folder: &Path) -> Vec<PathBuf>;

    /// The packages of the workspace that a package belongs to.
    fn beside(&self, root: &Path) -> Vec<PathBuf>;

    /// The name of the package in a folder, and the names of those it builds on.
    fn names(&self, root: &Path) -> Option<(String, Vec<String>)>;
}
