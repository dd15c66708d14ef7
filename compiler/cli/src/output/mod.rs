//! Writing results. A build puts the output of a package together in a folder of its own and swaps
//! it in whole, so that the manifest and the files always agree.
//!
//! What a build has not written is never changed or removed. It is taken over into the new folder,
//! and where it stands in the way of a file, it gets another name. Packages may bring an output
//! folder along, with links and with a manifest that is made up: a link is never followed, and a
//! file counts as written by a build only if it has the hash that the manifest says.

mod swap;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use cardwright_model::files::{FileKind, Files, SourceFolder};
use cardwright_render::{MadeOf, Shelf, ShelfError};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::disk::Disk;
use crate::made::Made;
use swap::Stage;

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

/// The folder for what an earlier build made and the last one could not make again.
pub(crate) const OUTDATED: &str = "outdated";

/// The folders of a package's output whose files are printed or played with.
const PRINTED: &[&str] = &["cards", "sheets", "booklets", "tabletop", "gallery", "proof", "print"];

/// A manifest of more bytes is not read.
const LARGEST_MANIFEST: u64 = 64 << 20;
/// No file of a build is larger.
const LARGEST_FILE: u64 = 4 << 30;
/// Files in deeper folders are no business of a build.
const DEEPEST: usize = 32;

/// How a build of a package ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ending {
    /// Everything that was wanted is there.
    Finished,
    /// Cards could not be made as they should be: what is left of an earlier build is set aside,
    /// so that nobody prints it by mistake.
    Failed,
}

/// What a build left.
#[derive(Debug, Default)]
pub(crate) struct Written {
    /// How many files there are, with the manifest.
    pub(crate) files: usize,
    /// Files that no build wrote and that stood in the way, under their new names.
    pub(crate) set_aside: Vec<String>,
    /// True if files of an earlier build are now [`OUTDATED`].
    pub(crate) has_outdated: bool,
}

/// Collects the files of one package's build and writes them.
pub(crate) struct Folder {
    root: PathBuf,
    stage: Stage,
    previous: Manifest,
    files: BTreeMap<String, String>,
    /// Names of old files that are part of the new folder.
    kept: BTreeSet<String>,
    cards: Option<BTreeMap<String, String>>,
    made: Made,
    /// Pages of documents that were drawn anew.
    pub(crate) new_pages: usize,
    /// Held until the build ends.
    _lock: Option<fs::File>,
}

impl Folder {
    /// Opens the output folder of a package, with what an earlier build left there, and what
    /// is known of how it was made.
    pub(crate) fn open(root: PathBuf, made: Made) -> Result<Folder> {
        let lock = made.lock();
        let stage = Stage::begin(&root)?;
        let mut previous = manifest(&root);
        previous.files.retain(|name, _| is_plain(name));
        Ok(Folder {
            root,
            stage,
            previous,
            files: BTreeMap::new(),
            kept: BTreeSet::new(),
            cards: None,
            made,
            new_pages: 0,
            _lock: lock,
        })
    }

    /// The folder of the package.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// Writes a file of the build. One that is there already stays as it is.
    pub(crate) fn write(&mut self, name: &str, bytes: &[u8]) -> Result<()> {
        if !is_plain(name) {
            return Err(anyhow!("`{name}` is no name for a file"));
        }
        let hash = hash(bytes);
        let is_there = self.previous.files.get(name) == Some(&hash)
            && self.hash_of(name).as_ref() == Some(&hash);
        if is_there && !self.files.contains_key(name) {
            return self.keep(name, name, hash);
        }
        self.stage.write(name, bytes)?;
        self.files.insert(name.to_owned(), hash);
        Ok(())
    }

    /// Makes a file of an earlier build part of this one.
    fn keep(&mut self, old: &str, name: &str, hash: String) -> Result<()> {
        if self.files.contains_key(name) {
            return Ok(());
        }
        self.stage.keep(old, name)?;
        self.kept.insert(old.to_owned());
        self.files.insert(name.to_owned(), hash);
        Ok(())
    }

    /// Notes what all cards of the package look like.
    pub(crate) fn note_cards(&mut self, cards: BTreeMap<String, String>) {
        self.cards = Some(cards);
    }

    /// Writes the manifest and puts the new files in the place of the old ones. What an earlier
    /// build wrote under `parts` and this one did not is gone; other parts stay.
    pub(crate) fn finish(
        mut self,
        package: &str,
        version: &str,
        parts: &[&str],
        ending: Ending,
    ) -> Result<Written> {
        let mut written = Written::default();
        for (name, hash) in self.previous.files.clone() {
            if self.kept.contains(&name) || self.hash_of(&name).as_ref() != Some(&hash) {
                continue;
            }
            if let Some(place) = self.new_place(&name, parts, ending) {
                written.has_outdated |= place != name;
                self.keep(&name, &place, hash)?;
            }
            self.kept.insert(name);
        }
        written.has_outdated |= self.files.keys().any(|name| is_in(name, OUTDATED));
        if fs::symlink_metadata(&self.root).is_ok_and(|data| data.is_dir()) {
            self.take_over("", DEEPEST, &mut written.set_aside)?;
        }
        let Folder { root, mut stage, previous, files, cards, made, .. } = self;
        let manifest = Manifest {
            package: package.to_owned(),
            version: version.to_owned(),
            cardwright: env!("CARGO_PKG_VERSION").to_owned(),
            files,
            cards: cards.unwrap_or(previous.cards),
        };
        let mut json = serde_json::to_vec_pretty(&manifest).context("writing the manifest")?;
        json.push(b'\n');
        stage.write(MANIFEST, &json)?;
        set_aside_root(&root, &mut written.set_aside)?;
        stage.swap()?;
        let is_there = |name: &str| {
            let files = &manifest.files;
            files.contains_key(name) || files.contains_key(&format!("{OUTDATED}/{name}"))
        };
        made.save(is_there);
        written.files = manifest.files.len() + 1;
        Ok(written)
    }

    /// Where a file of an earlier build that this one did not write goes, if it stays.
    fn new_place(&self, name: &str, parts: &[&str], ending: Ending) -> Option<String> {
        let is_rebuilt = |name: &str| parts.iter().any(|part| is_in(name, part));
        let earlier = name.strip_prefix(OUTDATED).and_then(|name| name.strip_prefix('/'));
        match (ending, earlier) {
            (Ending::Finished, earlier) => {
                (!is_rebuilt(earlier.unwrap_or(name))).then(|| name.to_owned())
            }
            (Ending::Failed, Some(_)) => Some(name.to_owned()),
            (Ending::Failed, None) if PRINTED.iter().any(|part| is_in(name, part)) => {
                // Cards that could not be finished are no loss.
                (!is_in(name, "cards/unfinished") && !self.files.contains_key(name))
                    .then(|| format!("{OUTDATED}/{name}"))
            }
            (Ending::Failed, None) => (!is_rebuilt(name)).then(|| name.to_owned()),
        }
    }

    /// Takes over what no build wrote.
    fn take_over(&mut self, folder: &str, depth: usize, aside: &mut Vec<String>) -> Result<()> {
        let path = self.root.join(folder);
        let entries = Disk.list(&path);
        for (entry, kind) in entries.map_err(|error| anyhow!("{}: {error}", path.display()))? {
            let name = if folder.is_empty() { entry } else { format!("{folder}/{entry}") };
            let is_ours = self.kept.contains(&name) || name == MANIFEST;
            match kind {
                FileKind::Folder if depth == 0 => {
                    return Err(anyhow!("{}/{name} is too deep", self.root.display()));
                }
                FileKind::Folder => self.take_over(&name, depth - 1, aside)?,
                FileKind::Unnamed => {
                    return Err(anyhow!("{}/{name} has no readable name", self.root.display()));
                }
                FileKind::File(_) if is_ours => {}
                kind => self.take_over_file(&name, kind, aside)?,
            }
        }
        Ok(())
    }

    fn take_over_file(
        &mut self,
        name: &str,
        kind: FileKind,
        aside: &mut Vec<String>,
    ) -> Result<()> {
        let is_same = matches!(kind, FileKind::File(_))
            && self.files.get(name).is_some_and(|new| self.hash_of(name).as_ref() == Some(new));
        if is_same {
            return Ok(());
        }
        // A folder of the build may have its name, or a file may have that of its folder.
        let is_taken = |stage: &Stage, name: &str| {
            let mut above = Path::new(name).ancestors().skip(1);
            let files = &self.files;
            stage.has(name)
                || above.any(|above| above.to_str().is_some_and(|n| files.contains_key(n)))
        };
        if name != MANIFEST && !is_taken(&self.stage, name) {
            return self.stage.keep(name, name);
        }
        let free = (1..).map(|number| match number {
            1 => format!("{name}.kept"),
            number => format!("{name}.kept-{number}"),
        });
        let root = &self.root;
        let mut free = free.filter(|other| {
            !self.stage.has(other) && fs::symlink_metadata(root.join(other)).is_err()
        });
        let other = free.next().unwrap_or_default();
        self.stage.keep(name, &other)?;
        aside.push(other);
        Ok(())
    }

    /// The hash of a file of the old folder. Links are not followed.
    fn hash_of(&self, name: &str) -> Option<String> {
        if fs::symlink_metadata(&self.root).is_ok_and(|data| data.is_symlink()) {
            return None;
        }
        let folder = SourceFolder::new(&Disk, &self.root);
        folder.read(name, LARGEST_FILE).ok().map(|bytes| hash(&bytes))
    }
}

impl Shelf for Folder {
    fn has(&mut self, name: &str, key: &str) -> bool {
        let Some(known) = self.made.hash_of(name, key).map(str::to_owned) else { return false };
        let places = [name.to_owned(), format!("{OUTDATED}/{name}")];
        let there = places.iter().find(|place| self.hash_of(place).as_ref() == Some(&known));
        let Some(place) = there else { return false };
        self.keep(place, name, known).is_ok()
    }

    fn put(&mut self, name: &str, made_of: Option<MadeOf>, bytes: &[u8]) -> Result<(), ShelfError> {
        self.write(name, bytes)?;
        if let (Some(MadeOf { key, pages }), Some(hash)) = (made_of, self.files.get(name)) {
            let before = self.made.pages_of(name);
            self.new_pages += pages.iter().filter(|page| !before.contains(page)).count();
            self.made.note(name, &key, hash, pages);
        }
        Ok(())
    }
}

/// Sets all that an earlier build made for print aside, because the content cannot be built as it
/// is. True if there is something.
pub(crate) fn outdate(root: PathBuf, made: Made) -> Result<bool> {
    let known = manifest(&root);
    let is_printed = |name: &String| PRINTED.iter().any(|part| is_in(name, part));
    if !known.files.keys().any(is_printed) {
        return Ok(known.files.keys().any(|name| is_in(name, OUTDATED)));
    }
    let folder = Folder::open(root, made)?;
    let (package, version) = (known.package, known.version);
    Ok(folder.finish(&package, &version, &[], Ending::Failed)?.has_outdated)
}

/// What an earlier build says it wrote; nothing if that cannot be read.
fn manifest(root: &Path) -> Manifest {
    if fs::symlink_metadata(root).is_ok_and(|data| data.is_symlink()) {
        return Manifest::default();
    }
    let bytes = SourceFolder::new(&Disk, root).read(MANIFEST, LARGEST_MANIFEST);
    bytes.ok().and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default()
}

/// If something other than a folder is in the place of a package's output, gives it another name.
fn set_aside_root(root: &Path, aside: &mut Vec<String>) -> Result<()> {
    if !fs::symlink_metadata(root).is_ok_and(|data| !data.is_dir()) {
        return Ok(());
    }
    let name = root.file_name().unwrap_or_default().to_string_lossy();
    let free = (1..1000).map(|number| root.with_file_name(format!("{name}.kept-{number}")));
    let other = free.into_iter().find(|path| fs::symlink_metadata(path).is_err());
    let other = other.ok_or_else(|| anyhow!("{} is in the way", root.display()))?;
    fs::rename(root, &other).with_context(|| format!("moving {}", root.display()))?;
    aside.push(format!("../{}", other.file_name().unwrap_or_default().to_string_lossy()));
    Ok(())
}

/// True for a relative name that leads nowhere else.
fn is_plain(name: &str) -> bool {
    let parts = Path::new(name).components();
    !name.is_empty()
        && !name.contains('\\')
        && parts.into_iter().all(|part| matches!(part, Component::Normal(_)))
}

/// True for a name in a folder.
fn is_in(name: &str, folder: &str) -> bool {
    name.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
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

/// Puts a folder with these files in the place of what is there: whoever looks finds the old files
/// or the new ones.
pub(crate) fn replace_folder(folder: &Path, files: &BTreeMap<String, Vec<u8>>) -> Result<()> {
    let mut stage = Stage::begin(folder)?;
    for (name, bytes) in files {
        stage.write(name, bytes)?;
    }
    stage.swap()
}

/// Temporary files are private by default; results are not secrets.
#[cfg(unix)]
pub(crate) fn make_readable(path: &Path) -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o644))
        .with_context(|| format!("writing {}", path.display()))
}

#[cfg(not(unix))]
pub(crate) fn make_readable(_path: &Path) -> Result<()> {
    Ok(())
}

/// SHA-256 in lower-case hexadecimal.
pub(crate) fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(root: &Path) -> Folder {
        Folder::open(root.to_owned(), Made::default()).unwrap()
    }

    fn names(root: &Path) -> Vec<String> {
        manifest(root).files.into_keys().collect()
    }

    #[test]
    fn a_second_build_removes_only_what_the_first_wrote() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().join("out");
        let mut first = open(&root);
        first.write("cards/a.svg", b"a").unwrap();
        first.write("cards/b.svg", b"b").unwrap();
        first.write("cards/c.svg", b"c").unwrap();
        first.write("data/x.json", b"{}").unwrap();
        first.finish("x", "1", &["cards", "data"], Ending::Finished).unwrap();
        fs::write(root.join("cards/mine.txt"), "keep").unwrap();
        fs::write(root.join("cards/c.svg"), "drawn over").unwrap();

        let mut second = open(&root);
        second.write("cards/a.svg", b"a2").unwrap();
        let written = second.finish("x", "1", &["cards"], Ending::Finished).unwrap();

        assert_eq!(fs::read(root.join("cards/a.svg")).unwrap(), b"a2");
        assert!(!root.join("cards/b.svg").exists());
        assert_eq!(fs::read(root.join("cards/c.svg")).unwrap(), b"drawn over");
        assert!(root.join("cards/mine.txt").exists());
        assert!(root.join("data/x.json").exists());
        assert_eq!(names(&root), ["cards/a.svg", "data/x.json"]);
        assert!(written.set_aside.is_empty());
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1, "nothing else is left");
    }

    #[test]
    fn what_stands_in_the_way_gets_another_name() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().join("out");
        fs::create_dir_all(root.join("cards")).unwrap();
        fs::write(root.join("cards/a.svg"), "mine").unwrap();
        fs::write(root.join("data"), "mine too").unwrap();
        let mut folder = open(&root);
        folder.write("cards/a.svg", b"a").unwrap();
        folder.write("data/x.json", b"{}").unwrap();
        let written = folder.finish("x", "1", &["cards"], Ending::Finished).unwrap();
        assert_eq!(written.set_aside, ["cards/a.svg.kept", "data.kept"]);
        assert_eq!(fs::read(root.join("cards/a.svg.kept")).unwrap(), b"mine");
        assert_eq!(fs::read(root.join("data.kept")).unwrap(), b"mine too");
        assert_eq!(fs::read(root.join("cards/a.svg")).unwrap(), b"a");
    }

    #[test]
    fn a_failed_build_leaves_nothing_that_looks_ready_to_print() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().join("out");
        let mut first = open(&root);
        first.write("cards/a.svg", b"a").unwrap();
        first.write("sheets/a4.pdf", b"pdf").unwrap();
        first.finish("x", "1", PRINTED, Ending::Finished).unwrap();
        for _ in 0..2 {
            let mut second = open(&root);
            second.write("cards/a.svg", b"a").unwrap();
            let written = second.finish("x", "1", &["cards"], Ending::Failed).unwrap();
            assert!(written.has_outdated);
            assert_eq!(names(&root), ["cards/a.svg", "outdated/sheets/a4.pdf"]);
            assert!(!root.join("sheets").exists());
        }
        open(&root).finish("x", "1", PRINTED, Ending::Finished).unwrap();
        assert!(names(&root).is_empty());
        assert!(!root.join(OUTDATED).exists());
    }

    #[test]
    fn a_manifest_cannot_reach_outside_its_folder() {
        let dir = tempfile::tempdir().unwrap();
        let outside = dir.path().join("precious.txt");
        fs::write(&outside, "precious").unwrap();
        let root = dir.path().join("out");
        fs::create_dir_all(root.join("cards")).unwrap();
        let hash = hash(b"precious");
        let forged = format!(
            r#"{{"package":"x","version":"1","cardwright":"0","files":{{"cards/../../precious.txt":"{hash}"}}}}"#
        );
        fs::write(root.join(MANIFEST), forged).unwrap();
        open(&root).finish("x", "1", &["cards"], Ending::Finished).unwrap();
        assert!(outside.exists());
    }
}
