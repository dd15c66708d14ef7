//! The cards of a package: drawn once, written as SVG and PNG.

use std::collections::BTreeSet;
use std::path::PathBuf;

use anyhow::Result;
use cardwright_check::CheckedPackage;
use cardwright_model::files::SourceFolder;
use cardwright_model::print::Backs;
use cardwright_render::fence::guarded;
use cardwright_render::{
    CardSize, Copies, Extent, Options, Problem, RenderedCard, Renderer, Side, problem,
};
use rayon::prelude::*;

use super::preflight::{self, Drawn};
use super::{Job, TextForm, selection};
use crate::disk::Disk;
use crate::output::Folder;

/// Where cards are that may not be printed as they are, below a package's output.
pub(super) const UNFINISHED: &str = "cards/unfinished";

/// What a side is written as.
enum Form<'a> {
    /// A drawing of this title.
    Svg(&'a str),
    /// A picture of this size.
    Png(CardSize),
}

impl Job<'_> {
    /// Draws the cards of the package that are wanted, and looks at them as the package says;
    /// those of a deck may come from the packages below. `bleed` in millimetres stands in place
    /// of the sizes' own.
    pub(super) fn render(
        &self,
        package: &CheckedPackage,
        copies: Option<&Copies>,
        (draft, bleed): (bool, Option<f32>),
        drawn: &mut Drawn,
    ) {
        let own = package.library.packages.len() - 1;
        let first = if copies.is_some() { 0 } else { own };
        let is_whole =
            copies.is_none() && self.arguments.kind.is_empty() && !draft && bleed.is_none();
        drawn.is_whole = is_whole;
        for index in first..=own {
            let root = self.root_of(package, index);
            let options = Options {
                package: root.as_deref().map(|root| SourceFolder::new(&Disk, root)),
                bleed,
                draft,
                preflight: Some(preflight::strictness(package, draft)),
            };
            let renderer = Renderer::remembering(
                &package.library,
                index,
                self.templates,
                options,
                self.memory.cloned(),
            );
            drawn.cards.extend(renderer.render_where(|card| {
                copies.is_none_or(|copies| copies.of(&card.id, 1) > 0)
                    && selection::has_kind(self.arguments, &card.kind)
            }));
            if is_whole {
                let with_backs = package.manifest.print.backs != Backs::None;
                drawn.of_set =
                    renderer.inspect_set(&drawn.cards, drawn.pages.as_deref(), with_backs);
            }
        }
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

    /// Writes a picture of every card that is not finished, if there is a drawing of it at all.
    pub(super) fn write_unfinished(
        &self,
        cards: &[RenderedCard],
        folder: &mut Folder,
    ) -> Result<()> {
        for card in cards.iter().filter(|card| !card.front.is_empty()) {
            let name = format!("{UNFINISHED}/{}.png", card.id);
            let picture = card.png(self.arguments.dpi as f32);
            // That it cannot be drawn has been told.
            if let Ok(picture) = picture {
                folder.write(&name, &picture)?;
            }
        }
        Ok(())
    }

    /// Writes a picture and a drawing of every card and every back. If one cannot be made, that
    /// is a problem of its card, and the others are written.
    pub(super) fn write_cards(
        &self,
        cards: &[RenderedCard],
        folder: &mut Folder,
    ) -> Result<Vec<Problem>> {
        let mut problems = Vec::new();
        let progress = self.console.progress("drawing", cards.len() as u64);
        let (dpi, form) = (self.arguments.dpi as f32, self.arguments.text);
        let mut written = BTreeSet::new();
        let mut sides: Vec<(String, &str, &Side, &RenderedCard)> = Vec::new();
        for card in cards {
            sides.push((format!("cards/{}", card.id), &card.name, &card.front, card));
            let back = card.back.as_ref().filter(|back| !back.side.is_empty());
            if let Some(back) = back.filter(|back| written.insert(&back.id)) {
                sides.push((format!("cards/backs/{}", back.id), &back.id, &back.side, card));
            }
        }
        // Pictures are made on all cores, a handful at a time to bound the memory.
        for group in sides.chunks(32) {
            let mut new = Vec::new();
            for (name, title, side, card) in group {
                let digest = side.digest();
                let svg = (format!("{name}.svg"), format!("{form:?} {title} {digest:032x}"));
                if !folder.has(&svg.0, &svg.1) {
                    new.push((svg, side, card, Form::Svg(title)));
                }
                let png = (format!("{name}.png"), format!("{dpi} dpi {digest:032x}"));
                match folder.has(&png.0, &png.1) {
                    true => progress.inc(1),
                    false => new.push((png, side, card, Form::Png(card.size))),
                }
            }
            let files: Vec<Result<Vec<u8>, String>> = new
                .par_iter()
                .map(|(_, side, _, form)| match form {
                    Form::Svg(title) => guarded(|| self.svg(side, title).into_bytes()),
                    Form::Png(size) => {
                        let png = side.png(*size, Extent::Bleed, dpi);
                        progress.inc(1);
                        png
                    }
                })
                .collect();
            for (((name, key), _, card, _), file) in new.iter().zip(files) {
                match file {
                    Ok(file) => folder.write_made(name, key, &file)?,
                    Err(reason) => problems.push(undrawn(card, name, &reason)),
                }
            }
        }
        progress.finish_and_clear();
        Ok(problems)
    }
}

/// A card of which no picture can be made.
fn undrawn(card: &RenderedCard, name: &str, reason: &str) -> Problem {
    let subject = problem::Subject { card: card.id.clone(), provenance: card.provenance.clone() };
    subject.error(problem::REFUSED_SVG, name, format!("`{name}` cannot be made: {reason}"))
}
