//! Which packages a path stands for.

use std::path::{Path, PathBuf};

use cardwright_model::files::{FileKind, Files};

use super::{LoadError, MANIFEST};

/// How many folders deep packages are searched. Picked by eye: content is rarely nested deeper.
const DEPTH: usize = 4;

/// The packages a path stands for.
pub(super) struct Found {
    /// Folders with a manifest, in order.
    pub(super) roots: Vec<PathBuf>,
    /// The `.card` file that was asked for.
    pub(super) file: Option<PathBuf>,
}

pub(super) fn discover(files: &dyn Files, path: &Path) -> Result<Found, LoadError> {
    let kind = files.real(path).and_then(|real| files.kind(&real));
    let kind = kind.map_err(|_| LoadError::NotFound(path.to_owned()))?;
    if kind != FileKind::Folder {
        let start =
            path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let root = upward(files, start).ok_or_else(|| LoadError::NoPackage(path.to_owned()))?;
        let is_manifest = path.file_name().is_some_and(|name| name == MANIFEST);
        return Ok(Found { roots: vec![root], file: (!is_manifest).then(|| path.to_owned()) });
    }
    if files.has(&path.join(MANIFEST)) {
        return Ok(Found { roots: vec![path.to_owned()], file: None });
    }
    let mut roots = Vec::new();
    downward(files, path, DEPTH, &mut roots);
    if roots.is_empty() {
        roots.extend(upward(files, path));
    }
    match roots.is_empty() {
        true => Err(LoadError::NoPackage(path.to_owned())),
        false => Ok(Found { roots, file: None }),
    }
}

/// The nearest folder with a manifest, from `start` upwards.
///
/// Climbs by dropping names as long as the path has any, then with `..`, so that paths in
/// diagnostics stay relative to the user's working folder.
fn upward(files: &dyn Files, start: &Path) -> Option<PathBuf> {
    let absolute = files.real(start).ok()?;
    let mut shown = start.to_owned();
    for folder in absolute.ancestors() {
        if files.has(&folder.join(MANIFEST)) {
            return Some(if shown.as_os_str().is_empty() { PathBuf::from(".") } else { shown });
        }
        let named = shown.file_name().is_some();
        if !(named && shown.pop()) {
            shown.push("..");
        }
    }
    None
}

fn downward(files: &dyn Files, folder: &Path, depth: usize, roots: &mut Vec<PathBuf>) {
    let Ok(entries) = files.list(folder) else { return };
    for (name, kind) in entries {
        let path = folder.join(name);
        if kind != FileKind::Folder || is_skipped(&path) {
            continue;
        }
        if files.has(&path.join(MANIFEST)) {
            roots.push(path);
        } else if depth > 1 {
            downward(files, &path, depth - 1, roots);
        }
    }
}

/// Folders without content: hidden ones and those that tools write.
pub(super) fn is_skipped(path: &Path) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    name.starts_with('.') || matches!(&*name, "target" | "output" | "node_modules")
}
