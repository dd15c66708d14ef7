//! Files of the disk.

use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use cardwright_model::files::{FileError, FileKind, Files};

/// More entries than this are not listed: a folder of millions would fill the memory.
const MOST_ENTRIES: usize = 200_000;

/// The disk. Links are not followed and only regular files are opened, so that a stranger's
/// package reads nothing of the user's and does not wait for a pipe or an endless device.
pub(crate) struct Disk;

impl Files for Disk {
    fn kind(&self, path: &Path) -> Result<FileKind, FileError> {
        fs::symlink_metadata(path).map(|data| kind_of(&data)).map_err(failed)
    }

    fn list(&self, folder: &Path) -> Result<Vec<(String, FileKind)>, FileError> {
        let mut found = Vec::new();
        for entry in fs::read_dir(folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            if found.len() == MOST_ENTRIES {
                return Err(FileError::TooMany(MOST_ENTRIES));
            }
            // The metadata of an entry is that of a link itself.
            let kind = kind_of(&entry.metadata().map_err(failed)?);
            found.push(match entry.file_name().into_string() {
                Ok(name) => (name, kind),
                Err(name) => (name.to_string_lossy().into_owned(), FileKind::Unnamed),
            });
        }
        // The order of a directory is the file system's; ours is by name.
        found.sort();
        Ok(found)
    }

    fn read(&self, path: &Path, most: u64) -> Result<Vec<u8>, FileError> {
        // Opening a pipe waits for somebody to write into it, so what it is comes first.
        self.kind(path)?.length(most)?;
        let file = File::open(path).map_err(failed)?;
        let length = kind_of(&file.metadata().map_err(failed)?).length(most)?;
        let mut bytes = Vec::with_capacity(length as usize);
        // A file may grow while it is read, and some that the system makes up have no length.
        file.take(most + 1).read_to_end(&mut bytes).map_err(failed)?;
        if bytes.len() as u64 > most { Err(FileError::TooLarge(most)) } else { Ok(bytes) }
    }

    fn real(&self, path: &Path) -> Result<PathBuf, FileError> {
        fs::canonicalize(path).map_err(failed)
    }
}

fn kind_of(data: &Metadata) -> FileKind {
    if data.is_file() {
        FileKind::File(data.len())
    } else if data.is_dir() {
        FileKind::Folder
    } else if data.is_symlink() {
        FileKind::Link
    } else {
        FileKind::Other
    }
}

fn failed(error: io::Error) -> FileError {
    match error.kind() {
        // A path through a file leads nowhere either.
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => FileError::Missing,
        _ => FileError::System(error.to_string()),
    }
}
