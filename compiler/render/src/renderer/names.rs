//! Keys of cached drawings.

use std::collections::BTreeMap;
use std::sync::Arc;

use cardwright_model::Entity;

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
        let kinds: BTreeMap<&str, u128> = library
            .kinds()
            .filter_map(|kind| {
                Some((kind.id.as_str(), memory::name_of(&[library.kind(&kind.id)?])))
            })
            .collect();
        let packages = library.packages.iter();
        let entities = packages.flat_map(|of| of.cards.shared().iter().chain(of.records.shared()));
        let name = |card: &Arc<Entity>| {
            let art = card.fields.get("art").and_then(|value| value.as_text());
            let picture = art.and_then(|path| self.resources.pictures.get(path));
            let drawing = art.and_then(|path| self.resources.pictures.drawing(path));
            let refused = self.pictures.get(&card.id);
            let (own, kind) = (memory.digest(card), kinds.get(card.kind.as_str()));
            let picture = picture.map(Picture::digest);
            let name = memory::name_of(&[&own, &kind, &picture, &drawing, &refused]);
            (card.id.clone(), name)
        };
        let cards = entities.map(name).collect();
        Names { memory, common, cards }
    }
}

impl Names {
    /// The key of what all cards share, together with something else that matters.
    pub(super) fn shared_key(&self, more: &dyn std::fmt::Debug) -> u128 {
        memory::name_of(&[&self.common, more])
    }

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
