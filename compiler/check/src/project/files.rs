//! The files of a package, in the order of their paths, and what is refused.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::discover::is_skipped;
use super::{LoadError, MANIFEST};

/// The largest `.card` file that is read. A card needs about 500 bytes.
const LARGEST: u64 = 8 << 20;
/// How deep folders may nest.
const DEPTH: usize = 24;
/// How many files a package may hold.
const MOST: usize = 100_000;

/// What a folder holds.
#[derive(Debug, Default)]
pub(super) struct Listing {
    /// `.card` files: path, and the same relative to the package with `/`.
    pub(super) cards: Vec<(PathBuf, String)>,
    /// Other files, relative, with `/`.
    pub(super) assets: BTreeSet<String>,
    /// Files that are not read, and why.
    pub(super) refused: Vec<(String, &'static str)>,
}

pub(super) fn list(root: &Path) -> Result<Listing, LoadError> {
    let mut listing = Listing::default();
    walk(root, "", DEPTH, &mut listing)?;
    listing.cards.sort_by(|a, b| a.1.cmp(&b.1));
    listing.refused.sort();
    Ok(listing)
}

fn walk(folder: &Path, prefix: &str, depth: usize, listing: &mut Listing) -> Result<(), LoadError> {
    let io = |error| LoadError::Io { path: folder.to_owned(), error };
    for entry in std::fs::read_dir(folder).map_err(io)? {
        let entry = entry.map_err(io)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let relative = if prefix.is_empty() { name.clone() } else { format!("{prefix}/{name}") };
        let path = entry.path();
        let kind = entry.file_type().map_err(io)?;
        let is_card = name.ends_with(".card");
        if name.starts_with('.') {
            continue;
        }
        if kind.is_symlink() {
            // A link may lead anywhere, so a stranger's package could read what is not its own.
            listing.refused.push((relative, "it is a symbolic link"));
        } else if kind.is_dir() {
            // A folder with a manifest is a package of its own.
            let another = is_skipped(&path) || path.join(MANIFEST).is_file();
            if !another && depth == 0 {
                listing.refused.push((relative, "folders are nested too deeply"));
            } else if !another {
                walk(&path, &relative, depth - 1, listing)?;
            }
        } else if listing.cards.len() + listing.assets.len() >= MOST {
            listing.refused.push((relative, "the package holds too many files"));
            return Ok(());
        } else if is_card && entry.metadata().map_err(io)?.len() > LARGEST {
            listing.refused.push((relative, "it is larger than 8 MB"));
        } else if is_card {
            listing.cards.push((path, relative));
        } else if prefix.is_empty() && name == MANIFEST {
            continue;
        } else {
            listing.assets.insert(relative);
        }
    }
    Ok(())
}
