//! Puts a folder together beside the one that it replaces, and swaps the two at once: whoever looks
//! finds the old files or the new ones, also after a crash.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use rayon::prelude::*;

/// A folder that is being put together. If it is dropped before it is [`Stage::swap`]ped in,
/// nothing of it stays.
pub(super) struct Stage {
    /// The folder that it will replace.
    target: PathBuf,
    /// Where it is put together: on the same disk, under a name that no package can have.
    path: PathBuf,
    /// The files that were written, which the disk may not have yet.
    written: Vec<PathBuf>,
}

impl Stage {
    /// Begins with an empty folder, in the place of what a killed build may have left.
    pub(super) fn begin(target: &Path) -> Result<Stage> {
        let beside = |ending: &str| {
            let name = target.file_name().unwrap_or_default().to_string_lossy();
            target.with_file_name(format!(".{name}.{ending}"))
        };
        if let Some(parent) = target.parent() {
            fs::create_dir_all(parent)
                .with_context(|| format!("making the folder {}", parent.display()))?;
        }
        let path = beside("building");
        // Where two folders cannot change places at once, a crash may come between.
        if !exists(target) && exists(&beside("before")) {
            fs::rename(beside("before"), target).with_context(|| working(target))?;
        }
        for old in [&path, &beside("before")] {
            remove(old).with_context(|| format!("removing {}", old.display()))?;
        }
        fs::create_dir(&path).with_context(|| working(&path))?;
        Ok(Stage { target: target.to_owned(), path, written: Vec::new() })
    }

    /// True if something has that name already.
    pub(super) fn has(&self, name: &str) -> bool {
        exists(&self.path.join(name))
    }

    /// Writes a new file.
    pub(super) fn write(&mut self, name: &str, bytes: &[u8]) -> Result<()> {
        let path = self.room_for(name)?;
        // Writing into a file that was taken over would change the old one as well.
        remove(&path).with_context(|| working(&path))?;
        fs::write(&path, bytes).with_context(|| working(&path))?;
        self.written.push(path);
        Ok(())
    }

    /// Takes something over from the folder that is replaced, as it is: a link stays a link.
    pub(super) fn keep(&mut self, old: &str, name: &str) -> Result<()> {
        let path = self.room_for(name)?;
        let old = self.target.join(old);
        if fs::hard_link(&old, &path).is_ok() {
            return Ok(());
        }
        // Some disks know no second name for a file.
        let is_file = fs::symlink_metadata(&old).is_ok_and(|data| data.is_file());
        if is_file {
            fs::copy(&old, &path).map(drop).with_context(|| working(&old))?;
            self.written.push(path);
            return Ok(());
        }
        fs::rename(&old, &path).with_context(|| working(&old))
    }

    /// The path of a new file. Its folders are made; they are ours, so none is a link.
    fn room_for(&self, name: &str) -> Result<PathBuf> {
        let path = self.path.join(name);
        let folder = path.parent().unwrap_or(&self.path);
        fs::create_dir_all(folder).with_context(|| working(folder))?;
        Ok(path)
    }

    /// Puts the folder in the place of the old one, which is removed.
    pub(super) fn swap(mut self) -> Result<()> {
        let files = std::mem::take(&mut self.written);
        let synced: io::Result<Vec<()>> =
            files.par_iter().map(|path| File::open(path)?.sync_all()).collect();
        synced.with_context(|| working(&self.path))?;
        sync_folder(&self.path);
        if exists(&self.target) {
            exchange(&self.path, &self.target).with_context(|| working(&self.target))?;
        } else {
            fs::rename(&self.path, &self.target).with_context(|| working(&self.target))?;
        }
        if let Some(parent) = self.target.parent() {
            sync_folder(parent);
        }
        Ok(())
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        // What stays is removed by the next build.
        let _ = remove(&self.path);
    }
}

fn working(path: &Path) -> String {
    format!("writing {}", path.display())
}

/// True if anything is at a path, also a link that leads nowhere.
fn exists(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok()
}

/// Removes what is at a path; a link is removed and not followed.
fn remove(path: &Path) -> io::Result<()> {
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
        Ok(data) if data.is_dir() => fs::remove_dir_all(path),
        Ok(_) => fs::remove_file(path),
    }
}

/// Asks the disk to remember the names in a folder; not every system can.
fn sync_folder(path: &Path) {
    if let Ok(folder) = File::open(path) {
        let _ = folder.sync_all();
    }
}

#[cfg(target_os = "linux")]
fn exchange(new: &Path, old: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    match renameat_with(CWD, new, CWD, old, RenameFlags::EXCHANGE) {
        Ok(()) => Ok(()),
        // Not all disks can.
        Err(_) => one_after_the_other(new, old),
    }
}

#[cfg(not(target_os = "linux"))]
fn exchange(new: &Path, old: &Path) -> io::Result<()> {
    one_after_the_other(new, old)
}

/// Two steps; [`Stage::begin`] puts right what a crash between them leaves.
fn one_after_the_other(new: &Path, old: &Path) -> io::Result<()> {
    let name = old.file_name().unwrap_or_default().to_string_lossy();
    let before = old.with_file_name(format!(".{name}.before"));
    fs::rename(old, &before)?;
    fs::rename(new, old)?;
    remove(&before)
}
