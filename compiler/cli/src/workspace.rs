//! A workspace: several packages that are checked and built together.
//!
//! ```toml
//! [workspace]
//! packages = "content"      # folder with a package in each subfolder
//! templates = "templates"
//! output = "output"
//! ```

use std::path::{Component, Path, PathBuf};

use anyhow::{Context, Result};
use cardwright_model::files::{FileKind, Files};
use serde::Deserialize;

use crate::disk::Disk;
use crate::report::usage;

/// Name of the file that makes a folder a package or a workspace.
pub(crate) const MANIFEST: &str = "cardwright.toml";

/// No manifest comes near.
const LARGEST_MANIFEST: u64 = 1 << 20;

/// A workspace and its folders, relative to its root.
#[derive(Debug, Clone)]
pub(crate) struct Workspace {
    /// The folder with the workspace's `cardwright.toml`.
    pub(crate) root: PathBuf,
    /// Folder with the packages.
    pub(crate) packages: PathBuf,
    /// Folder with the templates.
    pub(crate) templates: PathBuf,
    /// Folder that `build` writes.
    pub(crate) output: PathBuf,
}

#[derive(Deserialize)]
struct ManifestFile {
    workspace: Option<WorkspaceTable>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WorkspaceTable {
    #[serde(default = "default_packages")]
    packages: PathBuf,
    #[serde(default = "default_templates")]
    templates: PathBuf,
    #[serde(default = "default_output")]
    output: PathBuf,
    /// Read by `cardwright add`.
    #[serde(default, rename = "dependencies")]
    _dependencies: serde::de::IgnoredAny,
}

fn default_packages() -> PathBuf {
    "content".into()
}

fn default_templates() -> PathBuf {
    "templates".into()
}

fn default_output() -> PathBuf {
    "output".into()
}

impl Workspace {
    /// The nearest workspace at or above a path.
    pub(crate) fn above(path: &Path) -> Option<Workspace> {
        let start = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        start.ancestors().find_map(Workspace::at)
    }

    /// The workspace whose root is this folder.
    fn at(folder: &Path) -> Option<Workspace> {
        let file = folder.join(MANIFEST);
        // A package's manifest may be broken or refused; the checker reports that with its place.
        let text = Disk.read_text(&file, LARGEST_MANIFEST).ok()?;
        let manifest = toml::from_str::<ManifestFile>(&text).ok()?;
        manifest.workspace.map(|table| Workspace {
            root: folder.to_owned(),
            packages: table.packages,
            templates: table.templates,
            output: table.output,
        })
    }
}

/// What a command works on when it is given `path`, or nothing.
pub(crate) fn resolve(path: Option<&Path>) -> Result<PathBuf> {
    if let Some(path) = path {
        if !path.exists() {
            return Err(usage(format!("there is nothing at `{}`", path.display())));
        }
        return Ok(match Workspace::at(path) {
            Some(workspace) => workspace.root.join(workspace.packages),
            None => path.to_owned(),
        });
    }
    let here = std::env::current_dir().context("finding the current folder")?;
    for folder in here.ancestors() {
        if let Some(workspace) = Workspace::at(folder) {
            return Ok(shown_from(&here, &workspace.root.join(workspace.packages)));
        }
        if folder.join(MANIFEST).is_file() {
            return Ok(shown_from(&here, folder));
        }
    }
    Err(usage(format!(
        "no `{MANIFEST}` here or in any folder above; name a package, or make one with `cardwright new`"
    )))
}

/// The path as a person in `here` would write it, so that messages stay short.
fn shown_from(here: &Path, path: &Path) -> PathBuf {
    match path.strip_prefix(here) {
        Ok(below) if below.as_os_str().is_empty() => PathBuf::from("."),
        Ok(below) => below.to_owned(),
        Err(_) => path.to_owned(),
    }
}

/// Where `build` writes for work on `path`: the workspace's output folder, or `output` in the
/// package itself.
///
/// A workspace or a package may come from a stranger, so it names only folders of its own, and
/// none of them may be a link.
pub(crate) fn output_folder(path: &Path) -> Result<PathBuf> {
    if let Some(workspace) = Workspace::above(path) {
        let here = std::env::current_dir().context("finding the current folder")?;
        let (root, output) = (&workspace.root, &workspace.output);
        let stays = output.components().all(|part| matches!(part, Component::Normal(_)));
        if !stays || output.as_os_str().is_empty() {
            let (output, file) = (output.display(), root.join(MANIFEST));
            return Err(usage(format!(
                "`output = \"{output}\"` in {} leads out of the workspace; name a folder in it, \
                 or say where to write with `--out`",
                file.display()
            )));
        }
        return Ok(shown_from(&here, &inside(root, output)?));
    }
    let folder = if path.is_file() { path.parent().unwrap_or(Path::new(".")) } else { path };
    inside(folder, &default_output())
}

/// The path of a folder below another, if nothing on the way is a link.
fn inside(root: &Path, below: &Path) -> Result<PathBuf> {
    let mut path = root.to_owned();
    for part in below.components() {
        path.push(part);
        if Disk.kind(&path).is_ok_and(|kind| kind != FileKind::Folder) {
            return Err(usage(format!(
                "`{}` is no folder of its own, so nothing is written there; remove it, or say \
                 where to write with `--out`",
                path.display()
            )));
        }
    }
    Ok(path)
}
