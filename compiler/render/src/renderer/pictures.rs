//! The pictures of a package's cards.

use std::collections::BTreeMap;

use cardwright_model::Package;

use super::Options;
use crate::memory::Memory;
use crate::picture::{Picture, Pictures};

/// Reads the pictures of all cards; those that fail are returned by card, with the reason.
pub(super) fn read_pictures(
    package: &Package,
    options: &Options<'_>,
    memory: Option<&Memory>,
) -> (Pictures, BTreeMap<String, String>) {
    let mut pictures = Pictures::default();
    let mut refused = BTreeMap::new();
    let Some(folder) = &options.package else { return (pictures, refused) };
    for card in &package.cards {
        let Some(path) = card.fields.get("art").and_then(|value| value.as_text()) else { continue };
        if pictures.get(path).is_some() {
            continue;
        }
        let read = Picture::read(folder, path).and_then(|picture| {
            let whole = match memory {
                Some(memory) => memory.picture(picture),
                None => picture.verified(),
            };
            whole.map_err(|reason| format!("`{path}` {reason}"))
        });
        match read {
            Ok(picture) => pictures.insert(path, picture),
            Err(reason) => {
                refused.insert(card.id.clone(), reason);
            }
        }
    }
    (pictures, refused)
}
