//! The cards of a package as SVG and PNG.

use std::collections::BTreeSet;

use rayon::prelude::*;

use super::{Edition, Shelf, ShelfError};
use crate::card::{RenderedCard, Side};
use crate::fence::guarded;
use crate::png::Extent;
use crate::problem::{self, Problem};
use crate::size::CardSize;

/// Where cards are that may not be printed as they are.
pub const UNFINISHED: &str = "cards/unfinished";

/// Drawings made at once: enough for all cores, few enough to bound the memory.
const AT_ONCE: usize = 32;

/// What words in SVG files are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextForm {
    /// Shapes: small files that look the same everywhere.
    Outlines,
    /// Words that can be searched and edited, with their fonts inside the file.
    Text,
}

/// What a side is written as.
enum Form<'a> {
    /// A drawing of this title.
    Svg(&'a str),
    /// A picture of this size.
    Png(CardSize),
}

impl Edition<'_> {
    /// Writes a picture of every card that is not finished, if there is a drawing of it at all.
    pub fn write_unfinished(
        &self,
        cards: &[RenderedCard],
        dpi: f32,
        shelf: &mut dyn Shelf,
    ) -> Result<(), ShelfError> {
        for card in cards.iter().filter(|card| !card.front.is_empty()) {
            // If there is no picture, that has been reported.
            if let Ok(picture) = card.png(dpi) {
                shelf.put(&format!("{UNFINISHED}/{}.png", card.id), None, &picture)?;
            }
        }
        Ok(())
    }

    /// Writes a picture and a drawing of every card and every back. If one cannot be made, that
    /// is a problem of its card, and the others are written.
    pub fn write_cards(
        &self,
        cards: &[RenderedCard],
        (dpi, form): (f32, TextForm),
        shelf: &mut dyn Shelf,
    ) -> Result<Vec<Problem>, ShelfError> {
        let mut problems = Vec::new();
        self.progress.begin("drawing", cards.len());
        let mut written = BTreeSet::new();
        let mut sides: Vec<(String, &str, &Side, &RenderedCard)> = Vec::new();
        for card in cards {
            sides.push((format!("cards/{}", card.id), &card.name, &card.front, card));
            let back = card.back.as_ref().filter(|back| !back.side.is_empty());
            if let Some(back) = back.filter(|back| written.insert(&back.id)) {
                sides.push((format!("cards/backs/{}", back.id), &back.id, &back.side, card));
            }
        }
        for group in sides.chunks(AT_ONCE) {
            let mut new = Vec::new();
            for (name, title, side, card) in group {
                let digest = side.digest();
                let svg = (format!("{name}.svg"), format!("{form:?} {title} {digest:032x}"));
                if !shelf.has(&svg.0, &svg.1) {
                    new.push((svg, side, card, Form::Svg(title)));
                }
                let png = (format!("{name}.png"), format!("{dpi} dpi {digest:032x}"));
                match shelf.has(&png.0, &png.1) {
                    true => self.progress.step(),
                    false => new.push((png, side, card, Form::Png(card.size))),
                }
            }
            let files: Vec<Result<Vec<u8>, String>> = new
                .par_iter()
                .map(|(_, side, _, kind)| match (kind, form) {
                    (Form::Svg(title), TextForm::Outlines) => {
                        guarded(|| side.svg(title).into_bytes())
                    }
                    (Form::Svg(_), TextForm::Text) => guarded(|| side.source_svg().into_bytes()),
                    (Form::Png(size), _) => {
                        let png = side.png(*size, Extent::Bleed, dpi);
                        self.progress.step();
                        png
                    }
                })
                .collect();
            for (((name, key), _, card, _), file) in new.into_iter().zip(files) {
                match file {
                    Ok(file) => shelf.put(&name, Some(key.into()), &file)?,
                    Err(reason) => problems.push(undrawn(card, &name, &reason)),
                }
            }
        }
        self.progress.end();
        Ok(problems)
    }
}

/// A card of which no picture can be made.
fn undrawn(card: &RenderedCard, name: &str, reason: &str) -> Problem {
    let subject = problem::Subject { card: card.id.clone(), provenance: card.provenance.clone() };
    subject.error(problem::REFUSED_SVG, name, format!("`{name}` cannot be made: {reason}"))
}
