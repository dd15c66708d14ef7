//! Files of a package: nothing outside its folder is read.

use std::path::{Component, Path};

/// Reads a file of a package. The path may not leave the package, nor go through links.
pub(crate) fn read(package: &Path, path: &str, largest: u64) -> Result<Vec<u8>, String> {
    let relative = Path::new(path);
    let stays_inside = !path.is_empty()
        && !path.contains('\\')
        && relative.components().all(|part| matches!(part, Component::Normal(_)));
    if !stays_inside {
        return Err(format!("`{path}` is not a path inside the package"));
    }
    let mut full = package.to_owned();
    for part in relative.components() {
        full.push(part);
        let data = std::fs::symlink_metadata(&full)
            .map_err(|_| format!("there is no file `{path}` in the package"))?;
        if data.file_type().is_symlink() {
            return Err(format!("`{path}` goes through a link"));
        }
        if data.is_file() && data.len() > largest {
            return Err(format!("`{path}` is larger than {} MB", largest >> 20));
        }
    }
    std::fs::read(&full).map_err(|error| format!("cannot read `{path}`: {error}"))
}
