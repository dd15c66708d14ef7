//! The games and templates that come with Cardwright.
//!
//! Inside a workspace (a folder whose `cardwright.toml` has a `[workspace]` table) they are
//! the workspace's own. Elsewhere they are the copies carried in the binary, laid out once
//! in the user's cache folder so that packages and templates have one form only.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use cardwright_model::files::SourceFolder;
use cardwright_render::Templates;

use crate::disk::Disk;
use crate::output;
use crate::terminal;
use crate::workspace::Workspace;

// `FILES`, the shipped files by their paths with `/`, and `VERSION`, which names all that is in
// them.
include!(concat!(env!("OUT_DIR"), "/shipped.rs"));

/// Where the shipped games and templates are.
#[derive(Debug, Clone)]
pub(crate) struct Home {
    /// Folder with a package a game.
    pub(crate) content: PathBuf,
    /// Folder with templates, fonts and icons.
    pub(crate) templates: PathBuf,
}

impl Home {
    /// The home for work on `path`.
    pub(crate) fn locate(path: &Path) -> Result<Home> {
        match Workspace::above(path) {
            Some(workspace) => Ok(Home {
                content: workspace.root.join(&workspace.packages),
                templates: workspace.root.join(&workspace.templates),
            }),
            None => unpack(),
        }
    }

    /// Reads the templates; says which of their files cannot be used.
    pub(crate) fn read_templates(&self) -> Result<Templates> {
        let folder = &self.templates;
        let read = Templates::load(&SourceFolder::new(&Disk, folder));
        let templates = read.map_err(|error| anyhow!("{}: {error}", folder.display()))?;
        for (file, reason) in &templates.refused {
            let file = folder.join(file);
            writeln!(terminal::err(), "{} is not used: {reason}", file.display())?;
        }
        Ok(templates)
    }
}

/// The file that says that all others are there.
const COMPLETE: &str = "complete";

/// Lays the shipped files out in the cache folder, unless that was done before.
fn unpack() -> Result<Home> {
    let cache = cache_folder()?;
    let root = cache.join(VERSION);
    let marker = root.join(COMPLETE);
    if !marker.is_file() {
        // Another command may do the same at the same time: all files appear at once.
        let fresh = cache.join(format!("{VERSION}.{}", std::process::id()));
        lay_out(&fresh)?;
        if std::fs::rename(&fresh, &root).is_err() {
            if !marker.is_file() {
                // What is there was left unfinished.
                lay_out(&root)?;
            }
            let _ = std::fs::remove_dir_all(&fresh);
        }
    }
    Ok(Home { content: root.join("content"), templates: root.join("templates") })
}

/// Writes all files into a folder, the marker last.
fn lay_out(folder: &Path) -> Result<()> {
    for (name, bytes) in FILES {
        output::write_atomically(&folder.join(name), bytes)?;
    }
    output::write_atomically(&folder.join(COMPLETE), b"complete")
}

pub(crate) fn cache_folder() -> Result<PathBuf> {
    if let Some(folder) = std::env::var_os("CARDWRIGHT_CACHE") {
        return Ok(PathBuf::from(folder));
    }
    let base = std::env::var_os("XDG_CACHE_HOME")
        .map(PathBuf::from)
        .or_else(|| std::env::var_os("LOCALAPPDATA").map(PathBuf::from))
        .or_else(|| std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache")))
        .ok_or_else(|| anyhow!("no cache folder: set CARDWRIGHT_CACHE to one"))
        .context("laying out the shipped games")?;
    Ok(base.join("cardwright"))
}
