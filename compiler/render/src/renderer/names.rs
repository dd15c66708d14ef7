//! Keys of cached drawings.

use std::collections::BTreeMap;
use std::sync::Arc;

use cardwright_model::{Entity, Provenance};

use super::Renderer;
use crate::context::ALL_CARDS;
use crate::memory::{self, Memory};
use crate::picture::Picture;

/// Keys of cached drawings.
pub(super) struct Names {
    pub(super) memory: Arc<Memory>,
    /// A digest of everything that all cards share.
    common: u128,
    /// A digest of each card by itself, with its picture.
    cards: BTreeMap<String, u128>,
}

impl Renderer<'_> {
    pub(super) fn names(&self, memory: Arc<Memory>) -> Names {
        let (library, fonts) = (self.library, &self.resources.fonts);
        let faces: Vec<u128> = fonts.database().faces().map(|face| fonts.digest(face.id)).collect();
        let common = memory::name_of(&[
            &self.package.name,
            &self.package.version,
            &(&self.package.title, &self.package.game, &self.package.authors),
            &self.templates.sources,
            &self.resources.theme,
            &self.resources.icons,
            &faces,
            &library.enums().collect::<Vec<_>>(),
            &library.keywords().collect::<Vec<_>>(),
            &(self.options.bleed, self.options.low_ink, &self.options.preflight),
        ]);
        let entities = library.packages.iter().flat_map(|of| of.cards.iter().chain(&of.records));
        let name = |card: &Entity| {
            let art = card.fields.get("art").and_then(|value| value.as_text());
            let picture = art.and_then(|path| self.resources.pictures.get(path));
            let drawing = art.and_then(|path| self.resources.pictures.drawing(path));
            let refused = self.pictures.get(&card.id);
            let here = Entity { provenance: Provenance::default(), ..card.clone() };
            let kind = library.kind(&card.kind);
            let picture = picture.map(Picture::digest);
            let name = memory::name_of(&[&here, &kind, &picture, &drawing, &refused]);
            (card.id.clone(), name)
        };
        Names { memory, common, cards: entities.map(name).collect() }
    }
}

impl Names {
    /// The key of what a card is drawn from, together with something else that matters.
    pub(super) fn key(&self, card: &Entity, more: &dyn std::fmt::Debug) -> u128 {
        let own = self.cards.get(&card.id).copied().unwrap_or_default();
        memory::name_of(&[&self.common, &own, more])
    }

    /// Returns the current digest of another card.
    pub(super) fn now(&self) -> impl Fn(&str) -> u128 {
        |card: &str| match card {
            ALL_CARDS => memory::name_of(&[&self.cards]),
            _ => self.cards.get(card).copied().unwrap_or_default(),
        }
    }
}
