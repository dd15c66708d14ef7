//! Files in memory.

use std::collections::BTreeMap;
use std::ops::Bound;
use std::path::{Component, Path, PathBuf};

use super::{FileError, FileKind, Files};

/// Files in memory, by their path. A folder exists as soon as a file lies in it.
#[derive(Debug, Clone, Default)]
pub struct MemoryFiles {
    files: BTreeMap<PathBuf, Vec<u8>>,
}

impl MemoryFiles {
    /// Puts a file at a path, replacing one that is already there.
    pub fn insert(&mut self, path: impl AsRef<Path>, bytes: impl Into<Vec<u8>>) {
        self.files.insert(plain(path.as_ref()), bytes.into());
    }

    /// The files at or below a path. Paths sort part by part, so these are neighbours in the map.
    fn below<'a>(&'a self, path: &'a Path) -> impl Iterator<Item = (&'a Path, &'a Vec<u8>)> {
        let from = self.files.range::<Path, _>((Bound::Included(path), Bound::Unbounded));
        from.map_while(move |(found, bytes)| Some((found.strip_prefix(path).ok()?, bytes)))
    }
}

impl Files for MemoryFiles {
    fn kind(&self, path: &Path) -> Result<FileKind, FileError> {
        match self.below(&plain(path)).next() {
            None => Err(FileError::Missing),
            Some((rest, bytes)) if rest.as_os_str().is_empty() => {
                Ok(FileKind::File(bytes.len() as u64))
            }
            Some(_) => Ok(FileKind::Folder),
        }
    }

    fn list(&self, folder: &Path) -> Result<Vec<(String, FileKind)>, FileError> {
        let mut found: BTreeMap<String, FileKind> = BTreeMap::new();
        for (rest, bytes) in self.below(&plain(folder)) {
            let mut parts = rest.components();
            let Some(first) = parts.next() else { return Err(FileError::NotAFile) };
            let name = first.as_os_str().to_string_lossy().into_owned();
            let is_file = parts.next().is_none();
            let kind = if is_file { FileKind::File(bytes.len() as u64) } else { FileKind::Folder };
            found.insert(name, kind);
        }
        if found.is_empty() { Err(FileError::Missing) } else { Ok(found.into_iter().collect()) }
    }

    fn read(&self, path: &Path, most: u64) -> Result<Vec<u8>, FileError> {
        self.kind(path)?.length(most)?;
        self.files.get(&plain(path)).cloned().ok_or(FileError::Missing)
    }

    fn real(&self, path: &Path) -> Result<PathBuf, FileError> {
        self.kind(path)?;
        Ok(plain(path))
    }
}

/// The path without `.` and `name/..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if plain.file_name().is_some() => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::super::SourceFolder;
    use super::*;

    fn files() -> MemoryFiles {
        let mut files = MemoryFiles::default();
        for path in ["a/b.card", "a/c/d.card", "a-b/e.card", "a.card"] {
            files.insert(path, path);
        }
        files
    }

    #[test]
    fn a_folder_lists_its_own_names_in_order() {
        let files = files();
        let names = |path: &str| -> Vec<String> {
            files.list(Path::new(path)).unwrap().into_iter().map(|(name, _)| name).collect()
        };
        assert_eq!(names("a"), ["b.card", "c"]);
        assert_eq!(names("."), ["a", "a-b", "a.card"]);
        assert_eq!(files.list(Path::new("nowhere")), Err(FileError::Missing));
        assert_eq!(files.kind(Path::new("a")), Ok(FileKind::Folder));
        assert_eq!(files.kind(Path::new("a/x/../b.card")), Ok(FileKind::File(8)));
    }

    #[test]
    fn a_file_that_is_too_large_is_not_read() {
        assert_eq!(files().read(Path::new("a.card"), 5), Err(FileError::TooLarge(5)));
        assert_eq!(files().read(Path::new("a.card"), 6).unwrap(), b"a.card");
    }

    #[test]
    fn nothing_leads_out_of_a_folder() {
        let files = files();
        let folder = SourceFolder::new(&files, Path::new("a"));
        for path in ["/a.card", "../a.card", "c/../../a.card", "", "c\\d.card", "./b.card"] {
            assert_eq!(folder.read(path, 100), Err(FileError::Outside), "{path}");
        }
        assert_eq!(folder.read_text("c/d.card", 100).unwrap(), "a/c/d.card");
        assert_eq!(folder.list("", 1).unwrap().len(), 2);
        assert_eq!(folder.list("c", 0).unwrap(), [("d.card".to_owned(), FileKind::File(10))]);
        assert_eq!(folder.list("x", 0).unwrap(), []);
    }
}
