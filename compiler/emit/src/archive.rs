//! ZIP archives.

use std::io::{Cursor, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::Error;

/// An archive of files by name. Neither clock nor order of the file system shows; files are only
/// stored, since pictures and documents are compressed already.
pub fn archive<'f>(files: impl IntoIterator<Item = (String, &'f [u8])>) -> Result<Vec<u8>, Error> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Stored)
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        archive.start_file(name, options)?;
        archive.write_all(bytes).map_err(zip::result::ZipError::from)?;
    }
    Ok(archive.finish()?.into_inner())
}
