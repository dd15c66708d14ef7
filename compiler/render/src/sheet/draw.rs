//! Draws planned sheets into a PDF.

use krilla::geom::Transform;
use rayon::prelude::*;

use super::page::{Face, Page, Placed, Turn};
use super::{Faces, Piece, SheetOptions, footprint, marks};
use crate::card::Side;
use crate::pdf::{Book, Caption, PageBoxes, Placement};
use crate::picture::Pictures;
use crate::size::CardSize;
use crate::svg;

/// The marks of this many pages are made together, on all cores.
const AT_ONCE: usize = 64;

/// Makes the document, page after page.
pub(super) fn document(
    pieces: &[Piece<'_>],
    pages: &[Page],
    options: &SheetOptions,
) -> Result<Vec<u8>, String> {
    let first = pieces.first().ok_or("there is nothing to print")?;
    let fonts = &first.front.fonts;
    let blocks = pages.iter().flat_map(Page::blocks);
    let placed = blocks.flat_map(|block| block.fronts.iter().chain(&block.backs));
    let sides = placed.map(|placed| side(pieces, placed));
    let mut book = Book::new(fonts, sides, &options.production, &options.about)?;
    let sides: Vec<(usize, &Page, bool)> = pages
        .iter()
        .enumerate()
        .flat_map(|(number, page)| {
            sides_of(page, options).iter().map(move |is_back| (number, page, *is_back))
        })
        .collect();
    for some in sides.chunks(AT_ONCE) {
        let overlay = |(number, page, is_back): &(usize, &Page, bool)| {
            let label = marks::label((*number, pages.len()), page, *is_back, options);
            let overlay = marks::overlay(page, &label, *is_back, fonts, options);
            svg::parse(&overlay, fonts, &Pictures::default())
        };
        let overlays: Vec<_> = some.par_iter().map(overlay).collect();
        for ((_, page, is_back), overlay) in some.iter().zip(overlays) {
            let overlay = overlay?;
            book.page(&boxes(page, *is_back), |ink| {
                for placed in page.shown(*is_back) {
                    let piece = &pieces[placed.piece];
                    let drawing = side(pieces, placed);
                    let placement = placement(placed, &piece.size);
                    match placed.face {
                        Face::Front => {
                            let caption = Caption { name: piece.name, kind: piece.kind_name };
                            ink.front(drawing, caption, &placement);
                        }
                        Face::Back => ink.back(drawing, &placement),
                    }
                }
                ink.marks(&overlay);
            })?;
        }
    }
    book.finish()
}

/// Which sides of a sheet go into the document.
pub(super) fn sides_of(page: &Page, options: &SheetOptions) -> &'static [bool] {
    match (options.faces, page.is_duplex) {
        (Faces::Both, true) => &[false, true],
        (Faces::Both | Faces::Fronts, _) => &[false],
        (Faces::Backs, true) => &[true],
        (Faces::Backs, false) => &[],
    }
}

/// The drawing of a side. A standee without a back shows its front from behind, too.
fn side<'a>(pieces: &[Piece<'a>], placed: &Placed) -> &'a Side {
    let piece = &pieces[placed.piece];
    match placed.face {
        Face::Front => piece.front,
        Face::Back => piece.back.unwrap_or(piece.front),
    }
}

/// The trim of a sheet is what its pieces are cut out of.
fn boxes(page: &Page, is_back: bool) -> PageBoxes {
    let (width, height) = (page.width, page.height);
    let (mut left, mut top, mut right, mut bottom) = (width, height, 0.0f32, 0.0f32);
    let mut bleed = 0.0f32;
    for block in page.blocks() {
        let (_, tall) = footprint(&block.size);
        let high = tall.min(block.size.height);
        for placed in block.own(is_back) {
            let window = &placed.window;
            let (x, y) = (placed.place.x, placed.place.y);
            left = left.min(x.max(window.left));
            top = top.min(y.max(window.top));
            right = right.max((x + block.size.width).min(window.right));
            bottom = bottom.max((y + high).min(window.bottom));
            bleed = bleed.max(block.bleed);
        }
    }
    if left >= right || top >= bottom {
        (left, top, right, bottom) = (0.0, 0.0, width, height);
    }
    PageBoxes {
        width,
        height,
        trim: [left, top, right - left, bottom - top],
        bleed: [left - bleed, top - bleed, right - left + 2.0 * bleed, bottom - top + 2.0 * bleed],
    }
}

/// Where a side stands, which way up, and which part of it is visible.
fn placement(placed: &Placed, size: &CardSize) -> Placement {
    let (place, window) = (&placed.place, &placed.window);
    let corner = match place.turn {
        Turn::None => Transform::from_translate(place.x, place.y),
        Turn::Half => {
            Transform::from_row(-1.0, 0.0, 0.0, -1.0, place.x + size.width, place.y + size.height)
        }
    };
    Placement {
        place: corner,
        window: [window.left, window.top, window.width(), window.height()],
        bleed: size.bleed,
    }
}
