//! Draws planned sheets into a PDF.

use std::sync::Arc;

use krilla::Document;
use krilla::geom::Transform;
use krilla::page::PageSettings;
use krilla::paint::FillRule;
use krilla::surface::Surface;

use super::imposition::{Grid, Place, Turn};
use super::{Backs, Page, SheetOptions, marks};
use crate::card::{RenderedCard, Side};
use crate::pdf::{self, Drawings, PT_PER_MM, Store};
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
    let mut store = Store::new(Arc::clone(fonts.database()));
    let sides = pages.iter().flat_map(|page| fronts(cards, page).chain(backs(cards, page)));
    let mut drawings = Drawings::count(sides.map(|(side, _)| side));
    let mut document = Document::new();
    let mut bookmarks = Vec::new();
    let mut count = 0;
    for (number, page) in pages.iter().enumerate() {
        for (index, _) in &page.fronts {
            pdf::bookmark(&mut bookmarks, &cards[*index], count);
        }
        let turns: &[bool] = if page.is_duplex { &[false, true] } else { &[false] };
        for is_back in turns.iter().copied() {
            let mut sheet = document.start_page_with(settings(&page.grid)?);
            let mut surface = sheet.surface();
            surface.push_transform(&Transform::from_scale(PT_PER_MM, PT_PER_MM));
            if !is_back {
                for (side, place) in fronts(cards, page) {
                    print(&mut surface, side, place, &page.grid, &mut drawings, &mut store);
                }
            }
            if is_back || options.backs == Backs::Fold {
                for (side, place) in backs(cards, page) {
                    print(&mut surface, side, place, &page.grid, &mut drawings, &mut store);
                }
            }
            let label = label(number, pages.len(), is_back, options);
            let overlay = marks::overlay(page, &label, is_back, fonts, options);
            store.draw(&mut surface, &svg::parse(&overlay, fonts, &Pictures::default())?);
            surface.pop();
            surface.finish();
            sheet.finish();
            count += 1;
        }
    }
    pdf::finish(document, &options.about, &bookmarks)
}

fn settings(grid: &Grid) -> Result<PageSettings, String> {
    PageSettings::from_wh(grid.page_width * PT_PER_MM, grid.page_height * PT_PER_MM)
        .ok_or_else(|| "the paper has no size".to_owned())
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

fn fronts<'a>(
    cards: &'a [RenderedCard],
    page: &'a Page,
) -> impl Iterator<Item = (&'a Side, &'a Place)> {
    page.fronts.iter().map(|(index, place)| (&cards[*index].front, place))
}

fn backs<'a>(
    cards: &'a [RenderedCard],
    page: &'a Page,
) -> impl Iterator<Item = (&'a Side, &'a Place)> {
    page.backs.iter().filter_map(|(index, place)| Some((&cards[*index].back.as_ref()?.side, place)))
}

/// One side of a card, cut to its trim and the printed part of the bleed.
fn print<'a>(
    surface: &mut Surface<'_>,
    side: &'a Side,
    place: &Place,
    grid: &Grid,
    drawings: &mut Drawings<'a>,
    store: &mut Store,
) {
    let (card, bleed) = (grid.card, grid.bleed);
    let corner = match place.turn {
        Turn::None => Transform::from_translate(place.x, place.y),
        Turn::Half => {
            Transform::from_row(-1.0, 0.0, 0.0, -1.0, place.x + card.width, place.y + card.height)
        }
    };
    let (width, height) = (card.width + 2.0 * bleed, card.height + 2.0 * bleed);
    let Some(window) = pdf::rectangle(-bleed, -bleed, width, height) else { return };
    surface.push_transform(&corner);
    surface.push_clip_path(&window, &FillRule::NonZero);
    // The drawing's own origin is the corner of its full bleed.
    surface.push_transform(&Transform::from_translate(-card.bleed, -card.bleed));
    drawings.draw(surface, side, store);
    for _ in 0..3 {
        surface.pop();
    }
}
