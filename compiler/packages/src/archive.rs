//! ZIP archives: written so that the same files give the same bytes, read as if a stranger made
//! them.

use std::io::{Cursor, Read, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipArchive, ZipWriter};

use crate::names::{Collisions, name_problem};
use crate::{FileMap, Refused, refuse};

/// No archive is larger.
pub(crate) const LARGEST_ARCHIVE: u64 = 256 << 20;
/// No file in an archive is larger.
pub(crate) const LARGEST_FILE: u64 = 64 << 20;
/// All files of an archive together, before a byte is read.
pub(crate) const MOST_BYTES: u64 = 256 << 20;
/// How many files an archive may hold.
pub(crate) const MOST_FILES: usize = 20_000;
/// A file may be so many times larger than its compressed form. Text with many repetitions comes to
/// about a hundred; what is made to fill a disk, to a thousand.
const LARGEST_RATIO: u64 = 200;

/// An archive of files in the order of their names. Files are stored as they are: compressors
/// change with their versions, and pictures are compressed already.
pub(crate) fn write(files: &FileMap) -> Result<Vec<u8>, Refused> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Stored)
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let mut put = || -> zip::result::ZipResult<()> {
        for (name, bytes) in files {
            archive.start_file(name.as_str(), options)?;
            archive.write_all(bytes)?;
        }
        Ok(())
    };
    put().map_err(|error| Refused(format!("the archive cannot be written: {error}")))?;
    let written = archive.finish();
    written.map(Cursor::into_inner).map_err(|error| Refused(error.to_string()))
}

/// The files of an archive. Names, kinds, numbers and sizes are looked at before anything is
/// unpacked.
pub(crate) fn read(bytes: &[u8]) -> Result<FileMap, Refused> {
    if bytes.len() as u64 > LARGEST_ARCHIVE {
        return refuse(format!("the archive is larger than {} MB", LARGEST_ARCHIVE >> 20));
    }
    let listed = entries(bytes)?;
    if listed > MOST_FILES {
        return refuse(format!("the archive holds {listed} files; {MOST_FILES} are allowed"));
    }
    let broken = |error| Refused(format!("the archive cannot be read: {error}"));
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(broken)?;
    // Of two files of one name the reader knows the last.
    if archive.len() != listed {
        return refuse("the archive names a file twice");
    }
    let mut wanted = Vec::new();
    let (mut total, mut collisions) = (0_u64, Collisions::default());
    for place in 0..archive.len() {
        let file = archive.by_index_raw(place).map_err(broken)?;
        let Ok(name) = std::str::from_utf8(file.name_raw()) else {
            return refuse("a name in the archive is not UTF-8");
        };
        if let Some(folder) = name.strip_suffix('/') {
            if let Some(problem) = name_problem(folder) {
                return refuse(problem);
            }
            continue;
        }
        if let Some(problem) = name_problem(name).or_else(|| collisions.add(name)) {
            return refuse(problem);
        }
        let kind = file.unix_mode().unwrap_or(0) & 0o170_000;
        if !matches!(kind, 0 | 0o100_000) {
            let what = if kind == 0o120_000 { "a link" } else { "no regular file" };
            return refuse(format!("`{name}` is {what}"));
        }
        if file.encrypted() {
            return refuse(format!("`{name}` is encrypted"));
        }
        if !matches!(file.compression(), CompressionMethod::Stored | CompressionMethod::Deflated) {
            return refuse(format!("`{name}` is compressed in a way that is not read here"));
        }
        let (size, packed) = (file.size(), file.compressed_size());
        if size > LARGEST_FILE {
            return refuse(format!("`{name}` is larger than {} MB", LARGEST_FILE >> 20));
        }
        // Small files may compress well.
        if size > 1 << 20 && size / packed.max(1) > LARGEST_RATIO {
            return refuse(format!("`{name}` grows {} times when unpacked", size / packed.max(1)));
        }
        total += size;
        if total > MOST_BYTES {
            return refuse(format!("the files have more than {} MB together", MOST_BYTES >> 20));
        }
        wanted.push((place, name.to_owned(), size));
    }
    let mut files = FileMap::new();
    for (place, name, size) in wanted {
        let file = archive.by_index(place).map_err(broken)?;
        let mut content = Vec::new();
        let read = file.take(size + 1).read_to_end(&mut content);
        read.map_err(|error| Refused(format!("`{name}` cannot be unpacked: {error}")))?;
        if content.len() as u64 != size {
            return refuse(format!("`{name}` has not the size that the archive says"));
        }
        files.insert(name, content);
    }
    Ok(files)
}

/// How many entries the archive's directory has, as its end says.
fn entries(bytes: &[u8]) -> Result<usize, Refused> {
    const SIGNATURE: &[u8] = b"PK\x05\x06";
    const LENGTH: usize = 22;
    let none = || Refused("this is not an archive of `cardwright pack`".to_owned());
    let starts = bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(SIGNATURE);
    if !starts {
        return Err(none());
    }
    // A comment may follow; those of ours have none, and other programs seldom write one.
    let end = bytes.len().checked_sub(LENGTH).ok_or_else(none)?;
    let end = &bytes[end..];
    if !end.starts_with(SIGNATURE) {
        return refuse("the archive is cut off, or something follows it");
    }
    let here = u16::from_le_bytes([end[8], end[9]]);
    let all = u16::from_le_bytes([end[10], end[11]]);
    if here != all || all == u16::MAX {
        return refuse("the archive is of a kind that is not read here");
    }
    Ok(usize::from(all))
}
