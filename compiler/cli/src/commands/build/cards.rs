//! The cards of a package: drawn once, written as SVG and PNG.

use std::collections::BTreeSet;

use anyhow::{Result, anyhow};
use cardwright_check::CheckedPackage;
use cardwright_render::{Extent, Options, RenderedCard, Renderer, Side};
use rayon::prelude::*;

use super::{Job, TextForm};
use crate::output::Folder;

impl Job<'_> {
    /// Draws all cards of the package.
    pub(super) fn render(&self, package: &CheckedPackage) -> Vec<RenderedCard> {
        let options = Options {
            dpi: self.arguments.dpi as f32,
            package_root: Some(package.root.clone()),
            ..Options::default()
        };
        let last = package.library.packages.len() - 1;
        Renderer::new(&package.library, last, self.templates, options).render_all()
    }

    fn svg(&self, side: &Side, title: &str) -> String {
        match self.arguments.text {
            TextForm::Outlines => side.svg(title),
            TextForm::Text => side.source_svg(),
        }
    }

    /// Writes a picture and a drawing of every card and every back.
    pub(super) fn write_cards(&self, cards: &[RenderedCard], folder: &mut Folder) -> Result<()> {
        let progress = self.console.progress("drawing", cards.len() as u64);
        let dpi = self.arguments.dpi as f32;
        // Pictures are made on all cores, a handful at a time to bound the memory.
        for group in cards.chunks(32) {
            let pictures: Vec<Result<Vec<u8>, String>> = group
                .par_iter()
                .map(|card| {
                    let png = card.png(dpi);
                    progress.inc(1);
                    png
                })
                .collect();
            for (card, png) in group.iter().zip(pictures) {
                let svg = self.svg(&card.front, &card.name);
                folder.write(&format!("cards/{}.svg", card.id), svg.as_bytes())?;
                folder.write(
                    &format!("cards/{}.png", card.id),
                    &png.map_err(|error| anyhow!("{}: {error}", card.id))?,
                )?;
            }
        }
        progress.finish_and_clear();
        let mut written = BTreeSet::new();
        for card in cards {
            let Some(back) = &card.back else { continue };
            if written.insert(back.id.clone()) {
                let name = format!("cards/backs/{}", back.id);
                let svg = self.svg(&back.side, &back.id);
                folder.write(&format!("{name}.svg"), svg.as_bytes())?;
                let png = back
                    .side
                    .png(card.size, Extent::Bleed, dpi)
                    .map_err(|error| anyhow!("{}: {error}", back.id))?;
                folder.write(&format!("{name}.png"), &png)?;
            }
        }
        Ok(())
    }
}
