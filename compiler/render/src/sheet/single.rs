//! One card side a page, as card printers want it: full bleed, with trim and bleed boxes.

use krilla::geom::Transform;

use crate::card::{RenderedCard, Side};
use crate::pdf::{About, Book, Caption, PageBoxes, Placement, Production};
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
    production: &Production,
) -> Result<Vec<u8>, String> {
    let mut pages: Vec<(&RenderedCard, &Side, bool)> = Vec::new();
    for card in cards {
        let front = (card, &card.front, true);
        let back = card.back.as_ref().map(|back| (card, &back.side, false));
        match order {
            PageOrder::Fronts => pages.push(front),
            PageOrder::FrontBack => pages.extend(std::iter::once(front).chain(back)),
            PageOrder::BackFront => pages.extend(back.into_iter().chain([front])),
        }
    }
    pages.retain(|(_, side, _)| !side.is_empty());
    let first = cards.first().ok_or("there are no cards to print")?;
    let sides = pages.iter().map(|(_, side, _)| *side);
    let mut book = Book::new(&first.front.fonts, sides, production, about)?;
    for (card, side, is_front) in pages {
        let CardSize { width, height, bleed, .. } = card.size;
        let whole = [0.0, 0.0, card.size.full_width(), card.size.full_height()];
        let boxes = PageBoxes {
            width: whole[2],
            height: whole[3],
            trim: [bleed, bleed, width, height],
            bleed: whole,
        };
        let place = Transform::from_translate(bleed, bleed);
        let placement = Placement { place, window: whole, bleed };
        book.page(&boxes, |ink| {
            if is_front {
                let caption = Caption { name: &card.name, kind: &card.kind_name };
                ink.front(side, caption, &placement);
            } else {
                ink.back(side, &placement);
            }
        })?;
    }
    book.finish()
}
