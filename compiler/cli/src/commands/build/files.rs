//! Small text files that packages and templates bring: printer presets, booklets.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result};

/// A file larger than this is not one of them.
const LARGEST: u64 = 256 * 1024;

/// The `.toml` files of a folder by their name without the ending; a folder that is not there
/// has none. Links are not followed, so nothing outside the folder is read.
pub(super) fn text_files(folder: &Path) -> Result<BTreeMap<String, String>> {
    let mut found = BTreeMap::new();
    let is_folder = std::fs::symlink_metadata(folder).is_ok_and(|kind| kind.is_dir());
    if !is_folder {
        return Ok(found);
    }
    let entries =
        std::fs::read_dir(folder).with_context(|| format!("reading {}", folder.display()))?;
    for entry in entries {
        let entry = entry.with_context(|| format!("reading {}", folder.display()))?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let Some(id) = name.strip_suffix(".toml") else { continue };
        let path = entry.path();
        // The metadata of an entry is that of a link itself.
        let kind = entry.metadata().with_context(|| format!("reading {}", path.display()))?;
        if kind.is_file() && kind.len() <= LARGEST {
            let text = std::fs::read_to_string(&path)
                .with_context(|| format!("reading {}", path.display()))?;
            found.insert(id.to_owned(), text);
        }
    }
    Ok(found)
}
