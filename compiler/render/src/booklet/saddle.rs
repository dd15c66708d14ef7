//! Folded booklets: pages in the order in which a folded stack of sheets shows them.

use cardwright_model::print::Backs;

use crate::card::RenderedCard;
use crate::sheet::{
    self, Face, Page, Paper, Piece, Place, Placed, SheetError, SheetOptions, Turn, Window,
};

/// The sheets of a booklet with that many pages, outermost first: left and right page of the
/// front, then of the back. Pages count from 0; `None` is a blank page.
///
/// The stack is folded in the middle, so the first sheet holds the last and the first page.
/// Blank pages come before the last page, which is the back cover.
pub(crate) fn fold_order(pages: usize) -> Vec<[Option<usize>; 4]> {
    let all = pages.div_ceil(4) * 4;
    let page = |place: usize| -> Option<usize> {
        match pages {
            0 => None,
            _ if place + 1 < pages => Some(place),
            _ if place + 1 == all => Some(pages - 1),
            _ => None,
        }
    };
    (0..all / 4)
        .map(|sheet| {
            let first = 2 * sheet;
            [page(all - 1 - first), page(first), page(first + 1), page(all - 2 - first)]
        })
        .collect()
}

/// Makes the PDF of a booklet to print on both sides (turned over the short edge) and fold.
pub fn folded(pages: &[RenderedCard], options: &SheetOptions) -> Result<Vec<u8>, SheetError> {
    let pieces: Vec<Piece<'_>> = pages.iter().map(Piece::of).collect();
    let Some(size) = pieces.first().map(|piece| piece.size) else {
        return Err(SheetError::Pdf("the booklet has no pages".to_owned()));
    };
    let Paper { width: height, height: width, .. } = options.paper.clone();
    // The pages meet at the fold. If the paper is not exactly twice as large, the rest is outside.
    let top = (height - size.height) / 2.0;
    let place = |piece: Option<usize>, is_right: bool| {
        let x = if is_right { width / 2.0 } else { width / 2.0 - size.width };
        let window = Window::around(x, top, size.width, size.height, 0.0);
        let place = Place { x, y: top, turn: Turn::None };
        piece.map(|piece| Placed { piece, place, window, face: Face::Front })
    };
    let side = |left: Option<usize>, right: Option<usize>| Page {
        width,
        height,
        size,
        bleed: 0.0,
        fronts: [place(left, false), place(right, true)].into_iter().flatten().collect(),
        backs: Vec::new(),
        is_duplex: false,
        fold: None,
        part: None,
        beside: Vec::new(),
    };
    let sides: Vec<Page> = fold_order(pages.len())
        .into_iter()
        .flat_map(|[a, b, c, d]| [side(a, b), side(c, d)])
        .collect();
    let options = SheetOptions {
        marks: cardwright_model::print::Marks::None,
        header: false,
        contour: false,
        backs: Backs::None,
        ..options.clone()
    };
    sheet::draw(&pieces, &sides, &options)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn eight_pages_go_on_two_sheets() {
        let wanted = [[7, 0, 1, 6], [5, 2, 3, 4]].map(|sheet| sheet.map(Some));
        assert_eq!(fold_order(8), wanted);
    }

    #[test]
    fn blanks_stand_before_the_back_cover() {
        assert_eq!(
            fold_order(6),
            [[Some(5), Some(0), Some(1), None], [None, Some(2), Some(3), Some(4)],]
        );
        assert_eq!(fold_order(1), [[Some(0), None, None, None]]);
        assert!(fold_order(0).is_empty());
    }

    proptest! {
        /// Simulates folding the stack and turning its leaves: pages must come in reading order.
        #[test]
        fn a_folded_stack_reads_from_first_to_last(pages in 1usize..80) {
            let sheets = fold_order(pages);
            let mut read: Vec<Option<usize>> = Vec::new();
            for [_, right, inner_left, _] in &sheets {
                read.extend([*right, *inner_left]);
            }
            for [left, _, _, inner_right] in sheets.iter().rev() {
                read.extend([*inner_right, *left]);
            }
            let seen: Vec<usize> = read.iter().flatten().copied().collect();
            prop_assert_eq!(seen, (0..pages).collect::<Vec<_>>());
            prop_assert_eq!(read.len(), pages.div_ceil(4) * 4);
        }
    }
}
