//! Lists the files of a package in the order of their paths, and those that are refused.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use cardwright_model::files::{FileError, FileKind, Files};

use super::discover::is_skipped;
use super::{LoadError, MANIFEST};

/// The largest `.card` file that is read. A card takes about 500 bytes, so no real file comes near.
pub(super) const LARGEST: u64 = 8 << 20;
/// The most bytes that all `.card` files of a package may have together.
const MOST_BYTES: u64 = 256 << 20;
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
    pub(super) refused: Vec<(String, String)>,
    /// The length of all `.card` files together.
    bytes: u64,
}

pub(super) fn list(files: &dyn Files, root: &Path) -> Result<Listing, LoadError> {
    let mut listing = Listing::default();
    walk(files, root, "", DEPTH, &mut listing)?;
    listing.cards.sort_by(|a, b| a.1.cmp(&b.1));
    listing.refused.sort();
    Ok(listing)
}

fn walk(
    files: &dyn Files,
    folder: &Path,
    prefix: &str,
    depth: usize,
    listing: &mut Listing,
) -> Result<(), LoadError> {
    let entries = files.list(folder).map_err(LoadError::at(folder))?;
    for (name, kind) in entries {
        if name.starts_with('.') {
            continue;
        }
        let relative = if prefix.is_empty() { name.clone() } else { format!("{prefix}/{name}") };
        let path = folder.join(&name);
        match kind {
            FileKind::Folder => {
                // A folder with a manifest is a package of its own.
                let another = is_skipped(&path) || files.has(&path.join(MANIFEST));
                if !another && depth == 0 {
                    listing.refuse(relative, "folders are nested too deeply");
                } else if !another {
                    walk(files, &path, &relative, depth - 1, listing)?;
                }
            }
            // The manifest was read before, and its problems were reported then.
            _ if prefix.is_empty() && name == MANIFEST => {}
            _ if listing.cards.len() + listing.assets.len() >= MOST => {
                listing.refuse(relative, "the package holds too many files");
                return Ok(());
            }
            // A link may lead anywhere and a pipe never ends: a stranger's package could read files
            // outside its folder or block the command.
            _ => match kind.length(if name.ends_with(".card") { LARGEST } else { u64::MAX }) {
                Err(error) => listing.refuse(relative, &error.to_string()),
                Ok(_) if !name.ends_with(".card") => {
                    listing.assets.insert(relative);
                }
                Ok(length) if listing.bytes + length > MOST_BYTES => {
                    let error = FileError::TooLarge(MOST_BYTES);
                    listing.refuse(relative, &format!("with the files before it {error}"));
                }
                Ok(length) => {
                    listing.bytes += length;
                    listing.cards.push((path, relative));
                }
            },
        }
    }
    Ok(())
}

impl Listing {
    /// Files that a designer may take for cards: `.card.txt` anywhere, and tables and texts in
    /// folders with cards.
    pub(super) fn unread(&self) -> impl Iterator<Item = &str> {
        const TABLES: [&str; 6] = ["csv", "tsv", "txt", "xlsx", "ods", "rtf"];
        let folder = |path: &str| path.rfind('/').map(|slash| path[..slash].to_owned());
        let with_cards: BTreeSet<Option<String>> =
            self.cards.iter().map(|(_, relative)| folder(relative)).collect();
        self.assets.iter().map(String::as_str).filter(move |path| {
            let name = path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
            let ending = name.rsplit('.').next().unwrap_or_default();
            let beside = folder(path);
            name.contains(".card")
                || TABLES.contains(&ending) && beside.is_some() && with_cards.contains(&beside)
        })
    }

    fn refuse(&mut self, relative: String, why: &str) {
        self.refused.push((relative, why.to_owned()));
    }
}
