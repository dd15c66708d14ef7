//! The drawings of a document: parsed once, and stored once where they are used again.

use std::collections::BTreeMap;

use krilla::graphic::Graphic;
use krilla::surface::Surface;
use rayon::prelude::*;
use usvg::Tree;

use super::Store;
use crate::card::Side;

/// Sides of cards by their SVG. Equal drawings are one, whatever card they belong to.
pub(crate) struct Drawings<'a> {
    trees: BTreeMap<&'a str, (Tree, usize)>,
    graphics: BTreeMap<&'a str, Graphic>,
}

impl<'a> Drawings<'a> {
    /// Parses every side, on all cores; a side is named as often as it is drawn.
    pub(crate) fn parse(sides: impl Iterator<Item = &'a Side>) -> Result<Drawings<'a>, String> {
        let mut uses: BTreeMap<&str, (&Side, usize)> = BTreeMap::new();
        for side in sides.filter(|side| !side.is_empty()) {
            uses.entry(&side.svg).or_insert((side, 0)).1 += 1;
        }
        let trees = uses
            .into_par_iter()
            .map(|(svg, (side, count))| Ok((svg, (side.tree()?, count))))
            .collect::<Result<_, String>>()?;
        Ok(Drawings { trees, graphics: BTreeMap::new() })
    }

    /// Draws a side, the corner of its bleed at the origin.
    pub(crate) fn draw(&mut self, surface: &mut Surface<'_>, side: &'a Side, store: &mut Store) {
        let svg = side.svg.as_str();
        let Some((tree, uses)) = self.trees.get(svg) else { return };
        if *uses == 1 {
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
