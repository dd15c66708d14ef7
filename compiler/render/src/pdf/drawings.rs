//! The drawings of a document, stored once where they are used again.

use std::collections::BTreeMap;

use krilla::graphic::Graphic;
use krilla::surface::Surface;

use super::Store;
use crate::card::Side;

/// Sides of cards by their SVG. Equal drawings are one, whatever card they belong to.
pub(crate) struct Drawings<'a> {
    uses: BTreeMap<&'a str, usize>,
    graphics: BTreeMap<&'a str, Graphic>,
}

impl<'a> Drawings<'a> {
    /// Counts the sides; one is named as often as it is drawn.
    pub(crate) fn count(sides: impl Iterator<Item = &'a Side>) -> Drawings<'a> {
        let mut uses = BTreeMap::new();
        for side in sides {
            *uses.entry(side.svg.as_str()).or_insert(0) += 1;
        }
        Drawings { uses, graphics: BTreeMap::new() }
    }

    /// Draws a side, the corner of its bleed at the origin.
    pub(crate) fn draw(&mut self, surface: &mut Surface<'_>, side: &'a Side, store: &mut Store) {
        let svg = side.svg.as_str();
        let Some(tree) = &side.tree else { return };
        if self.uses.get(svg).is_none_or(|uses| *uses == 1) {
            store.draw(surface, tree);
            return;
        }
        let graphic = match self.graphics.get(svg) {
            Some(graphic) => graphic.clone(),
            None => store.graphic(surface, tree),
        };
        self.graphics.insert(svg, graphic.clone());
        surface.draw_graphic(graphic);
    }
}
