//! The cards of a package: drawn once, written as SVG and PNG.

use std::collections::BTreeSet;
use std::path::PathBuf;

use anyhow::{Result, anyhow};
use cardwright_check::CheckedPackage;
use cardwright_model::print::Backs;
use cardwright_render::{Copies, Extent, Options, RenderedCard, Renderer, Side};
use rayon::prelude::*;

use super::preflight::{self, Drawn};
use super::{Job, TextForm, selection};
use crate::output::Folder;

impl Job<'_> {
    /// Draws the cards of the package that are wanted, and looks at them as the package says;
    /// those of a deck may come from the packages below. `bleed` in millimetres stands in place
    /// of the sizes' own.
    pub(super) fn render(
        &self,
        package: &CheckedPackage,
        copies: Option<&Copies>,
        (draft, bleed): (bool, Option<f32>),
    ) -> Drawn {
        let own = package.library.packages.len() - 1;
        let first = if copies.is_some() { 0 } else { own };
        let is_whole =
            copies.is_none() && self.arguments.kind.is_empty() && !draft && bleed.is_none();
        let mut drawn = Drawn { is_whole, ..Drawn::default() };
        for index in first..=own {
            let options = Options {
                package_root: self.root_of(package, index),
                bleed,
                draft,
                preflight: Some(preflight::strictness(package, draft)),
            };
            let renderer = Renderer::new(&package.library, index, self.templates, options);
            drawn.cards.extend(renderer.render_where(|card| {
                copies.is_none_or(|copies| copies.of(&card.id, 1) > 0)
                    && selection::has_kind(self.arguments, &card.kind)
            }));
            if is_whole {
                let with_backs = package.manifest.print.backs != Backs::None;
                drawn.of_set = renderer.inspect_set(&drawn.cards, with_backs);
            }
        }
        drawn
    }

    /// The folder of a package of the library, where its pictures are.
    fn root_of(&self, package: &CheckedPackage, index: usize) -> Option<PathBuf> {
        let name = &package.library.packages[index].name;
        if *name == package.package().name {
            return Some(package.root.clone());
        }
        let path = package.manifest.dependencies.get(name)?.path.clone();
        Some(path.map_or_else(|| self.home.content.join(name), |path| package.root.join(path)))
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
