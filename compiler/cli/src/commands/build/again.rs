//! A build of which nothing has changed: neither what it was made of nor what it wrote. It is not
//! made again; only what it said is said again.
//!
//! A record in the cache folder keeps a stamp of every file that went in and came out: its length,
//! when it was changed, and which file it is. Only builds without errors and warnings are recorded.
//! A record that is lost, damaged or of another program costs nothing but time.

use std::collections::BTreeSet;
use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::settings::user_settings;
use super::{BuildArguments, Totals};
use crate::home;
use crate::made;
use crate::output;

/// Disks note times in steps of a few milliseconds. A file that was changed so shortly before the
/// build began might change once more without a new stamp.
const STEP: Duration = Duration::from_millis(20);

/// Folders below others are not followed deeper than this.
const DEEPEST: usize = 32;

/// What is known of a build.
#[derive(Serialize, Deserialize)]
pub(super) struct Record {
    program: String,
    /// The files and folders that went in.
    inputs: Vec<PathBuf>,
    /// Folders of which only the names matter: where packages are looked for.
    lists: Vec<PathBuf>,
    /// The folders that were written.
    outputs: Vec<PathBuf>,
    before: String,
    after: String,
    /// The lines that it said.
    pub(super) notes: Vec<String>,
    pub(super) totals: Totals,
}

/// What a build is made of and writes.
pub(super) struct Paths {
    pub(super) inputs: BTreeSet<PathBuf>,
    pub(super) lists: BTreeSet<PathBuf>,
    pub(super) outputs: BTreeSet<PathBuf>,
}

/// The record of the same build, if nothing has changed since.
pub(super) fn recall(arguments: &BuildArguments, path: &Path, root: &Path) -> Option<Record> {
    let bytes = fs::read(place(arguments, path, root)?).ok()?;
    let record: Record = serde_json::from_slice(&bytes).ok()?;
    let is_same = record.program == made::program()
        && Stamps::of(&record.inputs, &record.lists, root)?.digest == record.before
        && Stamps::of(&record.outputs, &[], Path::new(""))?.digest == record.after;
    is_same.then_some(record)
}

/// Notes a build that began at that time. Ignored if it fails: it is only a cache.
pub(super) fn note(
    (arguments, path, root): (&BuildArguments, &Path, &Path),
    paths: Paths,
    started: SystemTime,
    notes: Vec<String>,
    totals: &Totals,
) {
    let Some(place) = place(arguments, path, root) else { return };
    let Paths { inputs, lists, outputs } = paths;
    let [inputs, lists, outputs] = [inputs, lists, outputs].map(Vec::from_iter);
    let before = Stamps::of(&inputs, &lists, root);
    let Some(before) = before.filter(|stamps| stamps.latest + STEP < started) else { return };
    let Some(after) = Stamps::of(&outputs, &[], Path::new("")) else { return };
    let record = Record {
        program: made::program(),
        inputs,
        lists,
        outputs,
        before: before.digest,
        after: after.digest,
        notes,
        totals: totals.clone(),
    };
    if let Ok(json) = serde_json::to_vec(&record)
        && output::write_atomically(&place, &json).is_ok()
        && let Some(folder) = place.parent()
    {
        made::prune(folder);
    }
}

/// Where the record of a build is, by everything that was asked for.
fn place(arguments: &BuildArguments, path: &Path, root: &Path) -> Option<PathBuf> {
    // What changed since another build is a question about that build, too.
    if arguments.since.is_some() {
        return None;
    }
    let absolute = |path: &Path| std::path::absolute(path).ok();
    let asked = (absolute(path)?, absolute(root)?, arguments);
    let around = (std::env::var_os("SOURCE_DATE_EPOCH"), user_settings());
    let name = output::hash(format!("{asked:?} {around:?}").as_bytes());
    let cache = home::cache_folder().ok()?;
    Some(cache.join("unchanged").join(format!("{}.json", &name[..32])))
}

/// The stamps of many files.
struct Stamps {
    hasher: Sha256,
    latest: SystemTime,
    digest: String,
}

impl Stamps {
    /// Stamps everything below some paths, except what is below `without`, and the names in some
    /// folders. `None` if something cannot be looked at.
    fn of(paths: &[PathBuf], lists: &[PathBuf], without: &Path) -> Option<Stamps> {
        let latest = SystemTime::UNIX_EPOCH;
        let mut stamps = Stamps { hasher: Sha256::new(), latest, digest: String::new() };
        let without = std::path::absolute(without).unwrap_or_default();
        for path in paths {
            stamps.add(path, &without, DEEPEST)?;
        }
        for list in lists {
            for name in names(list)? {
                stamps.write(name.as_os_str().as_encoded_bytes());
            }
        }
        let digest = stamps.hasher.clone().finalize();
        stamps.digest = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        Some(stamps)
    }

    fn add(&mut self, path: &Path, without: &Path, depth: usize) -> Option<()> {
        self.write(path.as_os_str().as_encoded_bytes());
        let Ok(data) = fs::symlink_metadata(path) else {
            // That a file is missing is known, too: the user's own settings often are.
            self.write(b"missing");
            return Some(());
        };
        if data.is_dir() {
            for name in names(path)? {
                let below = path.join(&name);
                let is_hidden = name.as_os_str().as_encoded_bytes().starts_with(b".");
                if is_hidden || below == without {
                    continue;
                }
                self.add(&below, without, depth.checked_sub(1)?)?;
            }
            return Some(());
        }
        let (changed, stamp) = stamp(&data)?;
        self.latest = self.latest.max(changed);
        self.write(stamp.as_bytes());
        Some(())
    }

    fn write(&mut self, bytes: &[u8]) {
        self.hasher.update((bytes.len() as u64).to_le_bytes());
        self.hasher.update(bytes);
    }
}

/// The names in a folder, in order.
fn names(folder: &Path) -> Option<BTreeSet<std::ffi::OsString>> {
    let entries = fs::read_dir(folder).ok()?;
    entries.map(|entry| entry.ok().map(|entry| entry.file_name())).collect()
}

/// When a file was last changed, and what tells it from another.
#[cfg(unix)]
fn stamp(data: &Metadata) -> Option<(SystemTime, String)> {
    use std::os::unix::fs::MetadataExt;
    // The time of the last change to its name or contents cannot be set by anybody.
    let touched = Duration::new(data.ctime().try_into().ok()?, data.ctime_nsec().try_into().ok()?);
    let changed = data.modified().ok()?.max(SystemTime::UNIX_EPOCH + touched);
    let (length, number) = (data.len(), data.ino());
    let times = (data.mtime(), data.mtime_nsec(), data.ctime(), data.ctime_nsec());
    Some((changed, format!("{length} {number} {times:?}")))
}

#[cfg(not(unix))]
fn stamp(data: &Metadata) -> Option<(SystemTime, String)> {
    let changed = data.modified().ok()?;
    Some((changed, format!("{} {changed:?}", data.len())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_change_below_a_folder_counts() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("game");
        let write = |name: &str, text: &str| {
            let path = root.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        let digest = || {
            Stamps::of(std::slice::from_ref(&root), &[], &root.join("output"))
                .expect("stamps")
                .digest
                .clone()
        };
        write("cards/a.card", "a");
        let first = digest();
        assert_eq!(digest(), first);
        write("output/a.pdf", "what comes out does not count");
        write(".git/index", "nor does what is hidden");
        assert_eq!(digest(), first);
        write("cards/b.card", "b");
        let second = digest();
        assert_ne!(second, first);
        write("cards/b.card", "another length");
        let third = digest();
        assert_ne!(third, second);
        fs::remove_file(root.join("cards/b.card")).unwrap();
        assert_eq!(digest(), first);
    }

    #[test]
    fn a_file_that_appears_counts() {
        let folder = tempfile::tempdir().unwrap();
        let settings = folder.path().join("settings.toml");
        let digest =
            || Stamps::of(std::slice::from_ref(&settings), &[], Path::new("")).unwrap().digest;
        let missing = digest();
        fs::write(&settings, "").unwrap();
        assert_ne!(digest(), missing);
    }
}
