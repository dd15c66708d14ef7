//! The packages on disk that an editor works on.

use std::path::{Path, PathBuf};

use cardwright_check::Project;
use cardwright_check::project::{LoadOptions, MANIFEST};
use cardwright_ide::Packages;

use crate::commands::packages::added;
use crate::disk::Disk;
use crate::home::Home;
use crate::workspace::Workspace;

/// Packages on disk.
pub(crate) struct OnDisk;

impl Packages for OnDisk {
    fn load(&self, root: &Path) -> Result<Project, String> {
        let home = Home::locate(root).map_err(|error| format!("{error:#}"))?;
        let options = LoadOptions { shipped: Some(home.content), added: added(root) };
        Project::load_with(&Disk, root, &options).map_err(|error| error.to_string())
    }

    fn root_of(&self, file: &Path) -> Option<PathBuf> {
        let folders = file.parent()?.ancestors();
        let found = folders.into_iter().find(|folder| folder.join(MANIFEST).is_file())?;
        // A workspace is no package; its files belong to none.
        let text = std::fs::read_to_string(found.join(MANIFEST)).unwrap_or_default();
        let has = |section: &str| text.lines().any(|line| line.trim() == section);
        (!has("[workspace]") || has("[package]")).then(|| found.to_owned())
    }

    fn in_folder(&self, folder: &Path) -> Vec<PathBuf> {
        let workspace = Workspace::above(folder);
        let folder = match workspace.filter(|workspace| workspace.root == folder) {
            Some(workspace) => workspace.root.join(workspace.packages),
            None => folder.to_owned(),
        };
        if folder.join(MANIFEST).is_file() {
            return vec![folder];
        }
        let entries = std::fs::read_dir(&folder).into_iter().flatten().flatten();
        let mut packages: Vec<PathBuf> = entries
            .map(|entry| entry.path())
            .filter(|path| path.join(MANIFEST).is_file())
            .collect();
        packages.sort();
        packages
    }

    fn beside(&self, root: &Path) -> Vec<PathBuf> {
        let workspace = Workspace::above(root);
        let folder = workspace.map(|workspace| workspace.root.join(workspace.packages));
        folder.map(|folder| self.in_folder(&folder)).unwrap_or_default()
    }

    fn names(&self, root: &Path) -> Option<(String, Vec<String>)> {
        let text = std::fs::read_to_string(root.join(MANIFEST)).ok()?;
        let manifest: toml::Table = toml::from_str(&text).ok()?;
        let name = manifest.get("package")?.get("name")?.as_str()?.to_owned();
        let below = manifest.get("dependencies").and_then(toml::Value::as_table);
        Some((name, below.map(|below| below.keys().cloned().collect()).unwrap_or_default()))
    }
}
