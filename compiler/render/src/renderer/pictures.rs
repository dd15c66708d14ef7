//! The pictures of a package's cards.

use std::collections::BTreeMap;

use cardwright_model::Package;

use super::Options;
use crate::fonts::Fonts;
use crate::memory::Memory;
use crate::picture::{Picture, Pictures};
use crate::vector::Vector;

/// Reads the pictures of all cards; those that fail are returned by card, with the reason.
pub(super) fn read_pictures(
    package: &Package,
    options: &Options<'_>,
    fonts: &Fonts,
    memory: Option<&Memory>,
) -> (Pictures, BTreeMap<String, String>) {
    let mut pictures = Pictures::default();
    let mut refused = BTreeMap::new();
    let Some(folder) = &options.package else { return (pictures, refused) };
    for card in &package.cards {
        let Some(path) = card.fields.get("art").and_then(|value| value.as_text()) else { continue };
        if pictures.get(path).is_some() || pictures.drawing(path).is_some() {
            continue;
        }
        let read = Picture::read(folder, path).and_then(|bytes| {
            if Vector::is_meant(&bytes) {
                pictures.insert_drawing(path, Vector::read(&bytes, fonts)?);
                return Ok(());
            }
            let picture = Picture::from_bytes(bytes)?;
            let whole = match memory {
                Some(memory) => memory.picture(picture),
                None => picture.verified(),
            };
            pictures.insert(path, whole?);
            Ok(())
        });
        if let Err(reason) = read {
            refused.insert(card.id.clone(), format!("`{path}` {reason}"));
        }
    }
    (pictures, refused)
}
