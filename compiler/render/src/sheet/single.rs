//! One card side per page, as card printers want it: full bleed, with trim and bleed boxes.

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

/// What a page is cut to, in millimetres.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct PageFormat {
    /// Width of the trimmed page.
    pub width: f32,
    /// Height of the trimmed page.
    pub height: f32,
    /// How far it is printed beyond the trim, on each side.
    pub bleed: f32,
}

impl PageFormat {
    /// The format of the card itself.
    pub(crate) fn of(size: &CardSize) -> PageFormat {
        PageFormat { width: size.width, height: size.height, bleed: size.bleed }
    }
}

/// Makes a PDF with one side of a card on each page.
pub fn card_pages(
    cards: &[RenderedCard],
    order: PageOrder,
    about: &About,
    production: &Production,
) -> Result<Vec<u8>, String> {
    let cards: Vec<_> = cards.iter().map(|card| (card, PageFormat::of(&card.size))).collect();
    side_pages(&cards, order, about, production)
}

/// The same with pages of another format than the cards, which are centred.
pub(crate) fn side_pages(
    cards: &[(&RenderedCard, PageFormat)],
    order: PageOrder,
    about: &About,
    production: &Production,
) -> Result<Vec<u8>, String> {
    let mut pages: Vec<(&RenderedCard, &Side, PageFormat, bool)> = Vec::new();
    for (card, format) in cards {
        let front = (*card, &card.front, *format, true);
        let back = card.back.as_ref().map(|back| (*card, &back.side, *format, false));
        match order {
            PageOrder::Fronts => pages.push(front),
            PageOrder::FrontBack => pages.extend(std::iter::once(front).chain(back)),
            PageOrder::BackFront => pages.extend(back.into_iter().chain([front])),
        }
    }
    pages.retain(|(_, side, ..)| !side.is_empty());
    let (first, _) = cards.first().ok_or("there are no cards to print")?;
    let sides = pages.iter().map(|(_, side, ..)| *side);
    let mut book = Book::new(&first.front.fonts, sides, production, about)?;
    for (card, side, format, is_front) in pages {
        let PageFormat { width, height, bleed } = format;
        let whole = [0.0, 0.0, width + 2.0 * bleed, height + 2.0 * bleed];
        let boxes = PageBoxes {
            width: whole[2],
            height: whole[3],
            trim: [bleed, bleed, width, height],
            bleed: whole,
        };
        let placement = Placement {
            place: centred(&card.size, &format),
            window: whole,
            bleed: card.size.bleed,
        };
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

/// Centres the trim of a card on the page; a drawing that does not fill the page is enlarged until
/// it does.
fn centred(size: &CardSize, format: &PageFormat) -> Transform {
    let (width, height) = (format.width + 2.0 * format.bleed, format.height + 2.0 * format.bleed);
    let scale = (width / size.full_width()).max(height / size.full_height()).max(1.0);
    Transform::from_row(
        scale,
        0.0,
        0.0,
        scale,
        (width - size.width * scale) / 2.0,
        (height - size.height * scale) / 2.0,
    )
}
