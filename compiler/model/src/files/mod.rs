//! Where files come from: the disk, or memory.
//!
//! The compiler never asks the operating system for a file. It asks a [`Files`]: the command
//! line implements it with the disk; tests, editors and browsers with memory. Packages may come
//! from strangers, so a [`Files`] offers little: regular files whose size is known before a byte
//! is read, and never the target of a link.

mod memory;
mod name;
mod source_folder;

use std::fmt;
use std::path::{Path, PathBuf};

pub use memory::MemoryFiles;
pub use name::{LONGEST_NAME, is_reserved};
pub use source_folder::SourceFolder;

/// A source of files.
pub trait Files: Sync {
    /// What stands at a path. Links are reported as links and not followed.
    fn kind(&self, path: &Path) -> Result<FileKind, FileError>;

    /// What stands in a folder, in the order of the names.
    fn list(&self, folder: &Path) -> Result<Vec<(String, FileKind)>, FileError>;

    /// The bytes of a regular file of at most `most` bytes. The file itself may not be a link;
    /// the folders before it may, see [`SourceFolder::read`].
    fn read(&self, path: &Path, most: u64) -> Result<Vec<u8>, FileError>;

    /// The canonical path of a place that several paths lead to. Links are followed here, because
    /// the user may keep a package behind a link.
    fn real(&self, path: &Path) -> Result<PathBuf, FileError>;

    /// The text of a file of at most `most` bytes.
    fn read_text(&self, path: &Path, most: u64) -> Result<String, FileError> {
        String::from_utf8(self.read(path, most)?).map_err(|_| FileError::NotText)
    }

    /// True if anything but a folder stands at a path. Links and devices count too, so that reading
    /// them reports what is wrong.
    fn has(&self, path: &Path) -> bool {
        self.kind(path).is_ok_and(|kind| kind != FileKind::Folder)
    }
}

/// What stands at a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum FileKind {
    /// A regular file of that many bytes.
    File(u64),
    /// A folder.
    Folder,
    /// A symbolic link.
    Link,
    /// A device, a pipe or a socket.
    Other,
    /// Anything whose name is not UTF-8, which no text can refer to.
    Unnamed,
}

impl FileKind {
    /// The length of a file that may have at most `most` bytes, or why it may not be read.
    pub fn length(self, most: u64) -> Result<u64, FileError> {
        match self {
            FileKind::File(length) if length > most => Err(FileError::TooLarge(most)),
            FileKind::File(length) => Ok(length),
            FileKind::Link => Err(FileError::Link),
            FileKind::Folder | FileKind::Other => Err(FileError::NotAFile),
            FileKind::Unnamed => Err(FileError::Unnamed),
        }
    }
}

/// Why a file is not read. Its text follows the file's name: "`a.card` is not read: …".
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileError {
    /// There is nothing at the path.
    Missing,
    /// The path leads out of the folder that it belongs to.
    Outside,
    /// It is a symbolic link, or lies behind one.
    Link,
    /// It is not a regular file.
    NotAFile,
    /// Its name is not UTF-8.
    Unnamed,
    /// It has more bytes than the given limit.
    TooLarge(u64),
    /// The folder holds more entries than the given limit.
    TooMany(usize),
    /// It is not UTF-8.
    NotText,
    /// Another error, in the operating system's words.
    System(String),
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FileError::Missing => write!(f, "it does not exist"),
            FileError::Outside => write!(f, "it is not a path inside the package"),
            FileError::Link => write!(f, "it is a symbolic link"),
            FileError::NotAFile => write!(f, "it is not a regular file"),
            FileError::Unnamed => write!(f, "its name is not UTF-8"),
            FileError::TooLarge(most) if *most >= 1 << 20 => {
                write!(f, "it is larger than {} MB", most >> 20)
            }
            FileError::TooLarge(most) => write!(f, "it is larger than {} KB", most >> 10),
            FileError::TooMany(most) => write!(f, "it holds more than {most} files"),
            FileError::NotText => write!(f, "it is not UTF-8 text"),
            FileError::System(reason) => write!(f, "{reason}"),
        }
    }
}

impl std::error::Error for FileError {}
