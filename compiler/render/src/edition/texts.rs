//! Small text files that packages and templates bring: printer presets, booklets.

use std::collections::BTreeMap;

use cardwright_model::files::SourceFolder;

/// A file larger than this is not one of them.
const LARGEST: u64 = 256 * 1024;

/// The `.toml` files of a folder of a package or of the templates, by their name without the
/// ending. A missing folder has none.
pub(super) fn text_files(
    source: &SourceFolder<'_>,
    folder: &str,
) -> Result<BTreeMap<String, String>, String> {
    let refused = |path: &str, error| format!("reading {}: {error}", source.path(path).display());
    let mut found = BTreeMap::new();
    for (name, kind) in source.list(folder, 0).map_err(|error| refused(folder, error))? {
        let path = format!("{folder}/{name}");
        let Some(id) = name.strip_suffix(".toml") else { continue };
        let text = kind.length(LARGEST).and_then(|_| source.read_text(&path, LARGEST));
        found.insert(id.to_owned(), text.map_err(|error| refused(&path, error))?);
    }
    Ok(found)
}
