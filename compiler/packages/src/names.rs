//! Names of files that mean the same on every system.

use std::collections::BTreeMap;

use cardwright_model::files::{LONGEST_NAME, is_reserved};

/// The longest path in a package. Windows allows 260 letters with the folder in front.
const LONGEST_PATH: usize = 200;
/// How deep folders may nest, as for packages on disk.
const DEEPEST: usize = 24;

/// Why a path may not be in a package, if it may not.
pub fn name_problem(path: &str) -> Option<String> {
    let told = |why: &str| Some(format!("`{}` {why}", path.escape_debug()));
    if path.is_empty() {
        return Some("a file has no name".to_owned());
    }
    if path.len() > LONGEST_PATH {
        return Some(format!("a path has {} bytes; {LONGEST_PATH} are allowed", path.len()));
    }
    if path.starts_with('/') || path.contains(':') || path.contains('\\') {
        return told("is not a path inside the package");
    }
    if path.split('/').count() > DEEPEST {
        return told("is nested too deeply");
    }
    for part in path.split('/') {
        if matches!(part, "" | "." | "..") {
            return told("is not a path inside the package");
        }
        if part.starts_with('.') {
            return told("is hidden");
        }
        if part.len() > LONGEST_NAME {
            return told("has a part of more than 100 bytes");
        }
        let is_odd = |letter: char| letter.is_control() || "*?\"<>|".contains(letter);
        if part.contains(is_odd) || part.ends_with(['.', ' ']) || part.starts_with(' ') {
            return told("is no name for a file on every system");
        }
        // The same letter can be written in two ways, which some systems take for one name.
        if part.contains(|letter: char| ('\u{300}'..='\u{36f}').contains(&letter)) {
            return told("has a letter that is put together of two signs");
        }
        if is_reserved(part.split('.').next().unwrap_or_default()) {
            return told("is a name that Windows keeps for a device");
        }
    }
    None
}

/// Finds names that some systems take for the same, and files that are folders as well.
#[derive(Debug, Default)]
pub(crate) struct Collisions {
    /// Folded path, its spelling, and whether it is a folder.
    known: BTreeMap<String, (String, bool)>,
}

impl Collisions {
    /// Adds a file. Returns the problem, if it collides.
    pub(crate) fn add(&mut self, path: &str) -> Option<String> {
        let ends = path.match_indices('/').map(|(end, _)| (end, true));
        for (end, is_folder) in ends.chain([(path.len(), false)]) {
            let part = &path[..end];
            match self.known.get(&part.to_lowercase()) {
                None => {
                    self.known.insert(part.to_lowercase(), (part.to_owned(), is_folder));
                }
                Some((known, true)) if is_folder && known == part => {}
                Some((known, _)) if known == part && !is_folder => {
                    return Some(format!("`{path}` is there twice"));
                }
                Some((known, _)) => {
                    return Some(format!("`{path}` and `{known}` are the same on some systems"));
                }
            }
        }
        None
    }
}
