//! One card side a page, as card printers want it: full bleed, with trim and bleed boxes.

use std::sync::Arc;

use krilla::Document;
use krilla::geom::{Rect, Transform};
use krilla::page::PageSettings;

use crate::card::{RenderedCard, Side};
use crate::pdf::{self, About, Bookmark, Drawings, PT_PER_MM, Store};
use crate::size::CardSize;

/// In which order the sides follow one another; printers differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PageOrder {
    /// Fronts only.
    Fronts,
    /// Each front, then its back.
    #[default]
    FrontBack,
    /// Each back, then its front.
    BackFront,
}

/// Makes a PDF with one side of a card on each page.
pub fn card_pages(
    cards: &[RenderedCard],
    order: PageOrder,
    about: &About,
) -> Result<Vec<u8>, String> {
    let mut sides: Vec<(&RenderedCard, &Side, CardSize)> = Vec::new();
    for card in cards {
        let front = (card, &card.front, card.size);
        let back = card.back.as_ref().map(|back| (card, &back.side, card.size));
        match order {
            PageOrder::Fronts => sides.push(front),
            PageOrder::FrontBack => sides.extend(std::iter::once(front).chain(back)),
            PageOrder::BackFront => sides.extend(back.into_iter().chain([front])),
        }
    }
    sides.retain(|(_, side, _)| !side.is_empty());
    let first = cards.first().ok_or("there are no cards to print")?;
    let mut store = Store::new(Arc::clone(first.front.fonts.database()));
    let mut drawings = Drawings::count(sides.iter().map(|(_, side, _)| *side));
    let mut document = Document::new();
    let mut bookmarks: Vec<Bookmark> = Vec::new();
    for (page, (card, side, size)) in sides.iter().enumerate() {
        let mut sheet = document.start_page_with(settings(*size)?);
        let mut surface = sheet.surface();
        surface.push_transform(&Transform::from_scale(PT_PER_MM, PT_PER_MM));
        drawings.draw(&mut surface, side, &mut store);
        surface.pop();
        surface.finish();
        sheet.finish();
        pdf::bookmark(&mut bookmarks, card, page);
    }
    pdf::finish(document, about, &bookmarks)
}

fn settings(size: CardSize) -> Result<PageSettings, String> {
    let (width, height) = (size.full_width() * PT_PER_MM, size.full_height() * PT_PER_MM);
    let bleed = size.bleed * PT_PER_MM;
    let trim = Rect::from_xywh(bleed, bleed, size.width * PT_PER_MM, size.height * PT_PER_MM);
    let page = PageSettings::from_wh(width, height).ok_or("the card has no size")?;
    Ok(page.with_bleed_box(Rect::from_xywh(0.0, 0.0, width, height)).with_trim_box(trim))
}
