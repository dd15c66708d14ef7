//! What earlier builds made, and of what: a picture or a document that would come out the same
//! is left where it is.
//!
//! The record is kept in the cache folder, one file for each output folder. It names results by
//! what goes into them and by what came out, so a result that somebody changed or removed is
//! made again, and a record that is lost or damaged costs nothing but time.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use crate::output;
use crate::terminal;

/// Records of output folders that are kept; the oldest go.
const MOST_RECORDS: usize = 100;

/// What is known of an output folder.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Made {
    /// The program that made it: another one may draw differently.
    program: String,
    files: BTreeMap<String, Result>,
    #[serde(skip)]
    place: Option<PathBuf>,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
struct Result {
    /// SHA-256 of the name of what went in.
    key: String,
    /// SHA-256 of what came out.
    hash: String,
    /// What each page of a document was made of.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pages: Vec<String>,
}

impl Made {
    /// What is known of an output folder; nothing if there is no cache folder.
    pub(crate) fn of(folder: &Path, cache: Option<&Path>) -> Made {
        let program = program();
        let absolute = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
        let name = &output::hash(absolute.to_string_lossy().as_bytes())[..32];
        let place = cache.map(|cache| cache.join("builds").join(format!("{name}.json")));
        let known: Option<Made> = place
            .as_ref()
            .and_then(|place| fs::read(place).ok())
            .and_then(|bytes| serde_json::from_slice(&bytes).ok())
            .filter(|known: &Made| known.program == program);
        Made { program, place, ..known.unwrap_or_default() }
    }

    /// Waits until no other program builds into the same folder. The lock is kept in the cache,
    /// since the output folder may be a stranger's; without a cache there is none.
    pub(crate) fn lock(&self) -> Option<fs::File> {
        let place = self.place.as_ref()?;
        // A few names for all folders: locks of folders that are gone do not pile up.
        let name = place.file_name()?.to_str()?.get(..2)?;
        let folder = place.parent()?.parent()?.join("locks");
        fs::create_dir_all(&folder).ok()?;
        let file = fs::File::create(folder.join(name)).ok()?;
        if file.try_lock().is_err() {
            let _ = writeln!(terminal::err(), "waiting for another build to end");
            file.lock().ok()?;
        }
        Some(file)
    }

    /// The hash of a file that was made of just this.
    pub(crate) fn hash_of(&self, name: &str, key: &str) -> Option<&str> {
        let known = self.files.get(name).filter(|known| known.key == output::hash(key.as_bytes()));
        known.map(|known| known.hash.as_str())
    }

    /// What the pages of a document were made of when it was last made.
    pub(crate) fn pages_of(&self, name: &str) -> &[String] {
        self.files.get(name).map_or(&[], |known| known.pages.as_slice())
    }

    /// Notes what was made.
    pub(crate) fn note(&mut self, name: &str, key: &str, hash: &str, pages: Vec<String>) {
        let key = output::hash(key.as_bytes());
        let result = Result { key, hash: hash.to_owned(), pages };
        self.files.insert(name.to_owned(), result);
    }

    /// Keeps the record of files that are still there. Ignored if it fails: it is only a cache.
    pub(crate) fn save(mut self, is_there: impl Fn(&str) -> bool) {
        self.files.retain(|name, _| is_there(name));
        let Some(place) = &self.place else { return };
        if let Ok(json) = serde_json::to_vec(&self)
            && output::write_atomically(place, &json).is_ok()
            && let Some(folder) = place.parent()
        {
            prune(folder);
        }
    }
}

/// Names the program that is running: its version, and as it may be one that is being worked
/// on, the length and date of its file.
pub(crate) fn program() -> String {
    let file = std::env::current_exe().and_then(fs::metadata).ok();
    let length = file.as_ref().map_or(0, fs::Metadata::len);
    let changed = file
        .and_then(|file| file.modified().ok())
        .and_then(|time| time.duration_since(SystemTime::UNIX_EPOCH).ok())
        .map_or(0, |time| time.as_nanos());
    format!("{} {length} {changed}", env!("CARGO_PKG_VERSION"))
}

/// Takes the oldest records away if there are too many.
pub(crate) fn prune(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let dated = entries.filter_map(std::result::Result::ok).filter_map(|entry| {
        let changed = entry.metadata().ok()?.modified().ok()?;
        Some((changed, entry.path()))
    });
    let mut records: Vec<(SystemTime, PathBuf)> = dated.collect();
    records.sort();
    let surplus = records.len().saturating_sub(MOST_RECORDS);
    for (_, path) in records.iter().take(surplus) {
        let _ = fs::remove_file(path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_kept_and_a_damaged_one_is_forgotten() {
        let cache = tempfile::tempdir().unwrap();
        let folder = Path::new("out/game");
        let mut made = Made::of(folder, Some(cache.path()));
        made.note("a.pdf", "key", "hash", vec!["one".to_owned()]);
        made.note("gone.pdf", "key", "hash", Vec::new());
        made.save(|name| name == "a.pdf");
        let made = Made::of(folder, Some(cache.path()));
        assert_eq!(made.hash_of("a.pdf", "key"), Some("hash"));
        assert_eq!(made.pages_of("a.pdf"), ["one"]);
        assert_eq!(made.hash_of("a.pdf", "other"), None);
        assert_eq!(made.hash_of("gone.pdf", "key"), None);
        let record = made.place.clone().unwrap();
        for damaged in ["", "{", "{\"program\":1}", "[]"] {
            fs::write(&record, damaged).unwrap();
            assert_eq!(Made::of(folder, Some(cache.path())).hash_of("a.pdf", "key"), None);
        }
    }

    #[test]
    fn what_another_program_made_does_not_count() {
        let cache = tempfile::tempdir().unwrap();
        let mut made = Made::of(Path::new("out"), Some(cache.path()));
        made.program = "0.0.1".to_owned();
        made.note("a.pdf", "key", "hash", Vec::new());
        made.save(|_| true);
        let made = Made::of(Path::new("out"), Some(cache.path()));
        assert_eq!(made.hash_of("a.pdf", "key"), None);
    }

    #[test]
    fn the_cache_does_not_grow_without_end() {
        let cache = tempfile::tempdir().unwrap();
        for number in 0..MOST_RECORDS + 5 {
            Made::of(Path::new(&format!("out-{number}")), Some(cache.path())).save(|_| true);
        }
        assert_eq!(fs::read_dir(cache.path().join("builds")).unwrap().count(), MOST_RECORDS);
    }
}
