//! Writing results: each file under a temporary name and then renamed, unchanged files left
//! alone, and a manifest that knows every file a build wrote.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::made::Made;

/// Name of the manifest in an output folder.
pub(crate) const MANIFEST: &str = "manifest.json";

/// What a build wrote for one package.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Manifest {
    /// Name of the package.
    pub(crate) package: String,
    /// Version of the package.
    pub(crate) version: String,
    /// Version of the compiler.
    pub(crate) cardwright: String,
    /// SHA-256 of every file by its path below the folder, with `/`.
    pub(crate) files: BTreeMap<String, String>,
    /// What each card looks like, in a few letters.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) cards: BTreeMap<String, String>,
}

/// Collects the files of one package's build and writes them.
pub(crate) struct Folder {
    root: PathBuf,
    previous: Manifest,
    files: BTreeMap<String, String>,
    cards: Option<BTreeMap<String, String>>,
    made: Made,
    /// Pages of documents that were drawn anew.
    pub(crate) new_pages: usize,
}

impl Folder {
    /// Opens the output folder of a package, with what an earlier build left there, and what
    /// is known of how it was made.
    pub(crate) fn open(root: PathBuf, made: Made) -> Folder {
        let previous = fs::read(root.join(MANIFEST))
            .ok()
            .and_then(|bytes| serde_json::from_slice(&bytes).ok())
            .unwrap_or_default();
        Folder { root, previous, files: BTreeMap::new(), cards: None, made, new_pages: 0 }
    }

    /// True if the file is there as it would be made of what the key names; it is then part
    /// of this build.
    pub(crate) fn has(&mut self, name: &str, key: &str) -> bool {
        let Some(known) = self.made.hash_of(name, key) else { return false };
        let is_there = fs::read(self.root.join(name)).is_ok_and(|bytes| hash(&bytes) == known);
        if is_there {
            self.files.insert(name.to_owned(), known.to_owned());
        }
        is_there
    }

    /// Writes a file and notes what it was made of.
    pub(crate) fn write_made(&mut self, name: &str, key: &str, bytes: &[u8]) -> Result<()> {
        self.write_document(name, key, Vec::new(), bytes)
    }

    /// Writes a document and notes what it and each of its pages were made of.
    pub(crate) fn write_document(
        &mut self,
        name: &str,
        key: &str,
        pages: Vec<String>,
        bytes: &[u8],
    ) -> Result<()> {
        self.write(name, bytes)?;
        let before = self.made.pages_of(name);
        self.new_pages += pages.iter().filter(|page| !before.contains(page)).count();
        if let Some(hash) = self.files.get(name) {
            self.made.note(name, key, hash, pages);
        }
        Ok(())
    }

    /// The folder of the package.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// Writes a file of the build.
    pub(crate) fn write(&mut self, name: &str, bytes: &[u8]) -> Result<()> {
        let path = self.root.join(name);
        let hash = hash(bytes);
        let unchanged = self.previous.files.get(name) == Some(&hash)
            && fs::read(&path).is_ok_and(|existing| existing == bytes);
        if !unchanged {
            write_atomically(&path, bytes)?;
        }
        self.files.insert(name.to_owned(), hash);
        Ok(())
    }

    /// Notes what all cards of the package look like.
    pub(crate) fn note_cards(&mut self, cards: BTreeMap<String, String>) {
        self.cards = Some(cards);
    }

    /// Writes the manifest and removes what an earlier build wrote under `parts` and this
    /// one did not. Files that no build wrote are never touched.
    pub(crate) fn finish(mut self, package: &str, version: &str, parts: &[&str]) -> Result<usize> {
        for (name, hash) in &self.previous.files {
            if self.files.contains_key(name) {
                continue;
            }
            let rebuilt = parts.iter().any(|part| name.starts_with(&format!("{part}/")));
            if rebuilt {
                remove_stale(&self.root, name)?;
            } else {
                self.files.insert(name.clone(), hash.clone());
            }
        }
        self.made.save(|name| self.files.contains_key(name));
        let manifest = Manifest {
            package: package.to_owned(),
            version: version.to_owned(),
            cardwright: env!("CARGO_PKG_VERSION").to_owned(),
            files: self.files,
            cards: self.cards.unwrap_or(self.previous.cards),
        };
        let mut json = serde_json::to_vec_pretty(&manifest).context("writing the manifest")?;
        json.push(b'\n');
        write_atomically(&self.root.join(MANIFEST), &json)?;
        Ok(manifest.files.len() + 1)
    }
}

/// A manifest is data that someone may have edited, so only plain relative names are removed.
fn remove_stale(root: &Path, name: &str) -> Result<()> {
    let relative = Path::new(name);
    let plain = relative.components().all(|part| matches!(part, std::path::Component::Normal(_)));
    let path = root.join(relative);
    if plain && path.is_file() {
        fs::remove_file(&path).with_context(|| format!("removing {}", path.display()))?;
        if let Some(folder) = path.parent().filter(|folder| *folder != root) {
            // A folder that still holds something stays.
            let _ = fs::remove_dir(folder);
        }
    }
    Ok(())
}

/// Writes a file so that a reader sees either the old or the new one, never half.
pub(crate) fn write_atomically(path: &Path, bytes: &[u8]) -> Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)
        .with_context(|| format!("making the folder {}", folder.display()))?;
    let mut file = tempfile::Builder::new()
        .prefix(".cardwright-")
        .suffix(".tmp")
        .tempfile_in(folder)
        .with_context(|| format!("writing in {}", folder.display()))?;
    file.write_all(bytes).with_context(|| format!("writing {}", path.display()))?;
    make_readable(file.path())?;
    file.persist(path).with_context(|| format!("writing {}", path.display()))?;
    Ok(())
}

/// Temporary files are private by default; results are not secrets.
#[cfg(unix)]
fn make_readable(path: &Path) -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o644))
        .with_context(|| format!("writing {}", path.display()))
}

#[cfg(not(unix))]
fn make_readable(_path: &Path) -> Result<()> {
    Ok(())
}

/// SHA-256 in lower-case hexadecimal.
pub(crate) fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_build_removes_only_what_the_first_wrote() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().join("out");
        let mut first = Folder::open(root.clone(), Made::default());
        first.write("cards/a.svg", b"a").unwrap();
        first.write("cards/b.svg", b"b").unwrap();
        first.write("data/x.json", b"{}").unwrap();
        first.finish("x", "1", &["cards", "data"]).unwrap();
        fs::write(root.join("cards/mine.txt"), "keep").unwrap();

        let mut second = Folder::open(root.clone(), Made::default());
        second.write("cards/a.svg", b"a2").unwrap();
        second.finish("x", "1", &["cards"]).unwrap();

        assert_eq!(fs::read(root.join("cards/a.svg")).unwrap(), b"a2");
        assert!(!root.join("cards/b.svg").exists());
        assert!(root.join("cards/mine.txt").exists());
        assert!(root.join("data/x.json").exists());
        let manifest: Manifest =
            serde_json::from_slice(&fs::read(root.join(MANIFEST)).unwrap()).unwrap();
        assert_eq!(manifest.files.keys().collect::<Vec<_>>(), ["cards/a.svg", "data/x.json"]);
    }

    #[test]
    fn a_manifest_cannot_reach_outside_its_folder() {
        let dir = tempfile::tempdir().unwrap();
        let outside = dir.path().join("precious.txt");
        fs::write(&outside, "precious").unwrap();
        let root = dir.path().join("out");
        fs::create_dir_all(root.join("cards")).unwrap();
        fs::write(
            root.join(MANIFEST),
            r#"{"package":"x","version":"1","cardwright":"0","files":{"cards/../../precious.txt":"0"}}"#,
        )
        .unwrap();
        Folder::open(root, Made::default()).finish("x", "1", &["cards"]).unwrap();
        assert!(outside.exists());
    }
}
