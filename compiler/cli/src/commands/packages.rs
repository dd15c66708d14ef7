//! `cardwright add`, `remove` and `update`: packages of others in a project of one's own.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use cardwright_model::files::Files;
use cardwright_packages::plan::{Plan, Request, Site, plan};
use cardwright_packages::{LOCK, Outline};

use crate::disk::Disk;
use crate::home::Home;
use crate::output::{replace_folder, write_atomically};
use crate::report::{Outcome, usage};
use crate::terminal;
use crate::workspace::{MANIFEST, Workspace};

/// No manifest comes near.
const LARGEST_MANIFEST: u64 = 1 << 20;

/// Does what is asked for the package or workspace at a path.
pub(crate) fn run(request: Request<'_>, path: Option<&Path>) -> Result<Outcome> {
    let here = std::env::current_dir().context("finding the current folder")?;
    let start = here.join(path.unwrap_or(Path::new(".")));
    let owner = start.ancestors().find(|folder| folder.join(MANIFEST).is_file());
    let Some(owner) = owner else {
        return Err(usage(format!(
            "no `{MANIFEST}` here or in any folder above; make a package with `cardwright new`"
        )));
    };
    let workspace = Workspace::above(owner);
    let (root, members, shipped) = match &workspace {
        Some(workspace) => {
            let members = outlines(&workspace.root.join(&workspace.packages));
            (workspace.root.clone(), members, Vec::new())
        }
        None => (owner.to_owned(), Vec::new(), outlines(&Home::locate(owner)?.content)),
    };
    let request = match request {
        Request::Add(what, _) => Request::Add(what, &here),
        other => other,
    };
    let manifest = owner.join(MANIFEST);
    let site = Site { files: &Disk, root: &root, manifest: &manifest, members, shipped };
    let plan = plan(&site, request).map_err(|why| usage(why.0))?;
    carry_out(&plan, &root, &manifest)?;
    let mut out = terminal::out();
    for line in &plan.told {
        writeln!(out, "{line}")?;
    }
    if plan.told.is_empty() {
        writeln!(out, "all packages are as they should be")?;
    }
    Ok(Outcome::Fine)
}

/// Writes what was decided. The manifest comes last: until then, what is new is only more.
fn carry_out(plan: &Plan, root: &Path, manifest: &Path) -> Result<()> {
    for (folder, files) in &plan.write {
        replace_folder(folder, files)?;
    }
    match &plan.lock {
        Some(text) => write_atomically(&root.join(LOCK), text.as_bytes())?,
        None if root.join(LOCK).is_file() => {
            fs::remove_file(root.join(LOCK)).with_context(|| format!("removing {LOCK}"))?;
        }
        None => {}
    }
    if let Some(text) = &plan.manifest {
        write_atomically(manifest, text.as_bytes())?;
    }
    for folder in &plan.remove {
        fs::remove_dir_all(folder).with_context(|| format!("removing {}", folder.display()))?;
    }
    Ok(())
}

/// The packages in the folders of a folder.
pub(super) fn outlines(folder: &Path) -> Vec<Outline> {
    let folders = Disk.list(folder).unwrap_or_default();
    let manifests: Vec<PathBuf> =
        folders.iter().map(|(name, _)| folder.join(name).join(MANIFEST)).collect();
    let texts = manifests.iter().filter_map(|path| Disk.read_text(path, LARGEST_MANIFEST).ok());
    texts.filter_map(|text| Outline::read(&text).ok()).collect()
}

/// Where the packages are that were brought in for work on a path: beside the nearest lock file.
pub(crate) fn added(path: &Path) -> Option<PathBuf> {
    let start = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let root = start.ancestors().find(|folder| folder.join(LOCK).is_file())?;
    Some(root.join(cardwright_packages::plan::ADDED))
}
