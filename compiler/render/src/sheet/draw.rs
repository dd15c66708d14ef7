//! Draws planned sheets into a PDF.

use krilla::geom::Transform;

use super::imposition::{Grid, Place, Turn};
use super::{Backs, Page, SheetOptions, marks};
use crate::card::RenderedCard;
use crate::pdf::{Book, Caption, PageBoxes, Placement};
use crate::picture::Pictures;
use crate::svg;

/// Makes the document, page after page.
pub(super) fn document(
    cards: &[RenderedCard],
    pages: &[Page],
    options: &SheetOptions,
) -> Result<Vec<u8>, String> {
    let first = cards.first().ok_or("there are no cards to print")?;
    let fonts = &first.front.fonts;
    let sides = pages.iter().flat_map(|page| {
        let fronts = page.fronts.iter().map(|(index, _)| &cards[*index].front);
        let backs = page.backs.iter().filter_map(|(index, _)| cards[*index].back.as_ref());
        fronts.chain(backs.map(|back| &back.side))
    });
    let mut book = Book::new(fonts, sides, &options.production, &options.about)?;
    for (number, page) in pages.iter().enumerate() {
        let turns: &[bool] = if page.is_duplex { &[false, true] } else { &[false] };
        for is_back in turns.iter().copied() {
            let label = label(number, pages.len(), is_back, options);
            let overlay = marks::overlay(page, &label, is_back, fonts, options);
            let overlay = svg::parse(&overlay, fonts, &Pictures::default())?;
            book.page(&boxes(&page.grid), |ink| {
                if !is_back {
                    for (index, place) in &page.fronts {
                        let card = &cards[*index];
                        let caption = Caption { name: &card.name, kind: &card.kind_name };
                        ink.front(&card.front, caption, &placement(place, &page.grid));
                    }
                }
                if is_back || options.backs == Backs::Fold {
                    for (index, place) in &page.backs {
                        if let Some(back) = &cards[*index].back {
                            ink.back(&back.side, &placement(place, &page.grid));
                        }
                    }
                }
                ink.marks(&overlay);
            })?;
        }
    }
    book.finish()
}

/// The cards of a sheet are cut out of its block of places.
fn boxes(grid: &Grid) -> PageBoxes {
    let (width, height) = (grid.page_width, grid.page_height);
    let left = grid.places.iter().map(|place| place.x).fold(width, f32::min);
    let top = grid.places.iter().map(|place| place.y).fold(height, f32::min);
    // Places lie in the middle of the page, with and without a fold.
    let trim = [left, top, width - 2.0 * left, height - 2.0 * top];
    let bleed = [
        left - grid.bleed,
        top - grid.bleed,
        trim[2] + 2.0 * grid.bleed,
        trim[3] + 2.0 * grid.bleed,
    ];
    PageBoxes { width, height, trim, bleed }
}

fn label(number: usize, pages: usize, is_back: bool, options: &SheetOptions) -> String {
    let side = match (is_back, options.backs) {
        (true, _) => ", backs",
        (false, Backs::LongEdge | Backs::ShortEdge) => ", fronts",
        _ => "",
    };
    // The line must end before the ruler, which stands above the second card.
    const LONGEST: usize = 22;
    let mut title: String = options.about.title.chars().take(LONGEST).collect();
    if options.about.title.chars().count() > LONGEST {
        title.push('…');
    }
    if !title.is_empty() {
        title.push_str(" · ");
    }
    format!("{title}sheet {} of {pages}{side} · print at 100 %", number + 1)
}

/// Where a card stands, and which way up; cut to its trim and the printed part of the bleed.
fn placement(place: &Place, grid: &Grid) -> Placement {
    let (card, bleed) = (grid.card, grid.bleed);
    let (width, height) = (card.width + 2.0 * bleed, card.height + 2.0 * bleed);
    let window = [place.x - bleed, place.y - bleed, width, height];
    let place = match place.turn {
        Turn::None => Transform::from_translate(place.x, place.y),
        Turn::Half => {
            Transform::from_row(-1.0, 0.0, 0.0, -1.0, place.x + card.width, place.y + card.height)
        }
    };
    Placement { place, window, bleed: card.bleed }
}
