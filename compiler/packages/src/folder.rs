//! The files of a package's folder, as they go into an archive.

use std::path::Path;

use cardwright_model::files::{FileKind, Files};

use crate::archive::{LARGEST_FILE, MOST_BYTES, MOST_FILES};
use crate::{FileMap, LABEL, LOCK, MANIFEST, Refused, refuse};

/// How deep folders may nest.
const DEEPEST: usize = 24;

/// Reads the files that belong to the package in a folder: not what is hidden, not what programs
/// write, and no other package in a folder below.
pub fn read_folder(files: &dyn Files, root: &Path) -> Result<FileMap, Refused> {
    let mut found = FileMap::new();
    let mut bytes = 0;
    walk(files, root, "", DEEPEST, &mut (&mut found, &mut bytes))?;
    Ok(found)
}

fn walk(
    files: &dyn Files,
    folder: &Path,
    prefix: &str,
    depth: usize,
    into: &mut (&mut FileMap, &mut u64),
) -> Result<(), Refused> {
    let cannot = |path: &Path, error| Refused(format!("`{}` is not read: {error}", path.display()));
    for (name, kind) in files.list(folder).map_err(|error| cannot(folder, error))? {
        let path = folder.join(&name);
        let is_tool = matches!(name.as_str(), "target" | "output" | "node_modules");
        let is_note = prefix.is_empty() && (name == LABEL || name == LOCK);
        if name.starts_with('.') || kind == FileKind::Folder && is_tool || is_note {
            continue;
        }
        let relative = format!("{prefix}{name}");
        if kind == FileKind::Folder {
            if depth == 0 {
                return refuse(format!("`{relative}` is nested too deeply"));
            }
            if !files.has(&path.join(MANIFEST)) {
                walk(files, &path, &format!("{relative}/"), depth - 1, into)?;
            }
            continue;
        }
        let length = kind.length(LARGEST_FILE).map_err(|error| cannot(&path, error))?;
        *into.1 += length;
        if *into.1 > MOST_BYTES || into.0.len() >= MOST_FILES {
            let (most, mega) = (MOST_FILES, MOST_BYTES >> 20);
            return refuse(format!("a package may have {most} files and {mega} MB at most"));
        }
        let content = files.read(&path, LARGEST_FILE).map_err(|error| cannot(&path, error))?;
        into.0.insert(relative, content);
    }
    Ok(())
}
