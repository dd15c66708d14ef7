//! A folder whose files are read without ever leaving it: a package, the templates.

use std::path::{Component, Path, PathBuf};

use super::{FileError, FileKind, Files};

/// A folder and the source of its files. Nothing outside the folder can be read through it.
#[derive(Clone, Copy)]
pub struct SourceFolder<'a> {
    files: &'a dyn Files,
    root: &'a Path,
}

impl<'a> SourceFolder<'a> {
    /// The folder at a path. The path itself is trusted.
    pub fn new(files: &'a dyn Files, root: &'a Path) -> SourceFolder<'a> {
        SourceFolder { files, root }
    }

    /// The full path of something in the folder.
    pub fn path(&self, relative: &str) -> PathBuf {
        self.root.join(relative)
    }

    /// The bytes of a file in the folder, of at most `most` bytes. The path is written with `/`,
    /// without `..`, and does not go through links.
    pub fn read(&self, relative: &str, most: u64) -> Result<Vec<u8>, FileError> {
        let path = self.inside(relative)?;
        self.files.read(&path, most)
    }

    /// The text of a file in the folder, like [`SourceFolder::read`].
    pub fn read_text(&self, relative: &str, most: u64) -> Result<String, FileError> {
        String::from_utf8(self.read(relative, most)?).map_err(|_| FileError::NotText)
    }

    /// Everything except folders in a subfolder, with paths relative to that subfolder, in the
    /// order of the names, at most `depth` folders deep. A missing subfolder counts as empty.
    pub fn list(&self, relative: &str, depth: usize) -> Result<Vec<(String, FileKind)>, FileError> {
        let mut found = Vec::new();
        let path = match relative {
            "" => self.root.to_owned(),
            relative => match self.inside(relative) {
                Ok(path) if self.files.kind(&path)? == FileKind::Folder => path,
                Ok(_) | Err(FileError::Missing) => return Ok(found),
                Err(error) => return Err(error),
            },
        };
        self.collect(&path, "", depth, &mut found)?;
        Ok(found)
    }

    fn collect(
        &self,
        folder: &Path,
        prefix: &str,
        depth: usize,
        found: &mut Vec<(String, FileKind)>,
    ) -> Result<(), FileError> {
        for (name, kind) in self.files.list(folder)? {
            let relative = format!("{prefix}{name}");
            if kind != FileKind::Folder {
                found.push((relative, kind));
            } else if depth > 0 {
                self.collect(&folder.join(name), &format!("{relative}/"), depth - 1, found)?;
            }
        }
        Ok(())
    }

    /// The full path of a relative one, if it stays inside and passes no link.
    fn inside(&self, relative: &str) -> Result<PathBuf, FileError> {
        let parts = Path::new(relative).components();
        let stays_inside = !relative.is_empty()
            && !relative.contains('\\')
            && parts.clone().all(|part| matches!(part, Component::Normal(_)));
        if !stays_inside {
            return Err(FileError::Outside);
        }
        let mut path = self.root.to_owned();
        for part in parts {
            path.push(part);
            if self.files.kind(&path)? == FileKind::Link {
                return Err(FileError::Link);
            }
        }
        Ok(path)
    }
}

impl std::fmt::Debug for SourceFolder<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("SourceFolder").field(&self.root).finish()
    }
}
