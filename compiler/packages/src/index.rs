//! An index: a folder with one file for each package, a line for each version, and the archives.
//! It can be kept in git or served as it is.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use cardwright_model::files::{FileError, Files};
use semver::{Version, VersionReq};
use serde::{Deserialize, Serialize};

use crate::archive::LARGEST_ARCHIVE;
use crate::manifest::is_id;
use crate::{Candidate, ENDING, Label, Opened, Packed, Refused, Source, open, refuse, sha256};

/// The folder of an index with the archives.
pub const ARCHIVES: &str = "archives";
/// The ending of the file of a package.
const LINES: &str = "jsonl";
/// No file of an index is larger.
const LARGEST: u64 = 16 << 20;

/// One version of a package in an index: a line of its file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Entry {
    /// Name.
    pub name: String,
    /// Version.
    pub version: Version,
    /// The game it belongs to.
    pub game: String,
    /// Licence of the content.
    pub license: String,
    /// The version of the language that it is written in.
    pub language: Version,
    /// What it builds on.
    pub dependencies: BTreeMap<String, VersionReq>,
    /// The hash of its files.
    pub hash: String,
    /// SHA-256 of the archive.
    pub archive: String,
}

/// An index in a folder.
#[derive(Clone, Copy)]
pub struct Index<'a> {
    files: &'a dyn Files,
    root: &'a Path,
}

impl<'a> Index<'a> {
    /// The index in a folder, which may still be empty.
    pub fn new(files: &'a dyn Files, root: &'a Path) -> Index<'a> {
        Index { files, root }
    }

    /// The names of all packages.
    pub fn names(&self) -> Result<Vec<String>, Refused> {
        let list = self.files.list(self.root);
        let list = list.map_err(|error| Refused(format!("`{}`: {error}", self.root.display())))?;
        let names = list.iter().filter_map(|(name, _)| name.strip_suffix(&format!(".{LINES}")));
        Ok(names.filter(|name| is_id(name)).map(str::to_owned).collect())
    }

    /// All versions of a package, as they were added.
    pub fn entries(&self, name: &str) -> Result<Vec<Entry>, Refused> {
        let path = self.lines(name);
        let text = match self.files.read_text(&path, LARGEST) {
            Err(FileError::Missing) => return Ok(Vec::new()),
            text => text.map_err(|error| Refused(format!("`{}`: {error}", path.display())))?,
        };
        let mut entries: Vec<Entry> = Vec::new();
        for (number, line) in text.lines().enumerate() {
            let at = format!("{}:{}", path.display(), number + 1);
            let entry: Entry =
                serde_json::from_str(line).map_err(|error| Refused(format!("{at}: {error}")))?;
            if entry.name != name {
                return refuse(format!("{at}: this is the file of `{name}`, not `{}`", entry.name));
            }
            if entries.iter().any(|known| known.version == entry.version) {
                return refuse(format!("{at}: version {} is there twice", entry.version));
            }
            entries.push(entry);
        }
        Ok(entries)
    }

    /// All versions of a package to choose from; `place` is the way to the index.
    pub(crate) fn candidates(&self, name: &str, place: &str) -> Result<Vec<Candidate>, Refused> {
        let candidate = |entry: Entry| Candidate {
            name: entry.name,
            version: entry.version,
            dependencies: entry.dependencies,
            source: Source::Index(place.to_owned()),
            hash: Some(entry.hash),
        };
        Ok(self.entries(name)?.into_iter().map(candidate).collect())
    }

    /// Reads the archive of a version, which must be the one that was published.
    pub fn open(&self, entry: &Entry) -> Result<Opened, Refused> {
        let path = self.archive(&entry.name, &entry.version);
        let bytes = self.files.read(&path, LARGEST_ARCHIVE);
        let bytes = bytes.map_err(|error| Refused(format!("`{}`: {error}", path.display())))?;
        if sha256(&bytes) != entry.archive {
            return refuse(format!("`{}` is not the archive that was published", path.display()));
        }
        let opened = open(&bytes)?;
        let Label { name, version, dependencies, .. } = &opened.label;
        let is_same = *name == entry.name
            && *version == entry.version
            && *dependencies == entry.dependencies
            && opened.label.hash() == entry.hash;
        if !is_same {
            return refuse(format!("`{}` is not what the index says", path.display()));
        }
        Ok(opened)
    }

    /// The files to write so that the index has this package as well; none if it has it already.
    pub fn publish(&self, packed: &Packed) -> Result<Vec<(PathBuf, Vec<u8>)>, Refused> {
        let label = &packed.label;
        let mut entries = self.entries(&label.name)?;
        if let Some(known) = entries.iter().find(|entry| entry.version == label.version) {
            if known.hash == label.hash() {
                return Ok(Vec::new());
            }
            return refuse(format!(
                "`{}` {} was published before with other files; raise `version` in its manifest",
                label.name, label.version
            ));
        }
        entries.push(Entry {
            name: label.name.clone(),
            version: label.version.clone(),
            game: label.game.clone(),
            license: label.license.clone(),
            language: label.language.clone(),
            dependencies: label.dependencies.clone(),
            hash: label.hash(),
            archive: sha256(&packed.bytes),
        });
        let line = |entry: &Entry| serde_json::to_string(entry).expect("an entry is plain data");
        let lines: String = entries.iter().map(|entry| line(entry) + "\n").collect();
        // Whoever reads meanwhile finds the archive of every line.
        Ok(vec![
            (self.archive(&label.name, &label.version), packed.bytes.clone()),
            (self.lines(&label.name), lines.into_bytes()),
        ])
    }

    fn lines(&self, name: &str) -> PathBuf {
        self.root.join(format!("{name}.{LINES}"))
    }

    fn archive(&self, name: &str, version: &Version) -> PathBuf {
        self.root.join(ARCHIVES).join(format!("{name}-{version}.{ENDING}"))
    }
}
