//! Where cards stand on a sheet.

use super::{Backs, SheetOptions};
use crate::size::CardSize;

/// How the cards of one size are laid out on a sheet. Lengths are millimetres.
#[derive(Debug, Clone, PartialEq)]
pub struct Grid {
    /// Width of the page as it is seen.
    pub page_width: f32,
    /// Height of the page as it is seen.
    pub page_height: f32,
    /// Cards side by side.
    pub columns: usize,
    /// Cards below one another; on a sheet to fold, those above the fold.
    pub rows: usize,
    /// Size of a trimmed card.
    pub card: CardSize,
    /// How much of the bleed is printed.
    pub bleed: f32,
    /// The places, row by row.
    pub places: Vec<Place>,
    /// Height of the line to fold along, on a sheet to fold.
    pub fold: Option<f32>,
}

/// Where a card stands: the top left corner of its trim.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Place {
    /// From the left edge of the page.
    pub x: f32,
    /// From the top edge of the page.
    pub y: f32,
    /// Upright or upside down.
    pub turn: Turn,
}

/// Which way up a card is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// Upright.
    None,
    /// Upside down.
    Half,
}

impl Grid {
    /// The grid that holds most cards, upright paper first. None if not one card fits.
    pub fn fit(card: CardSize, options: &SheetOptions) -> Option<Grid> {
        let paper = options.paper;
        let upright = Grid::on(paper.width, paper.height, card, options);
        let sideways = Grid::on(paper.height, paper.width, card, options);
        let best = if sideways.places.len() > upright.places.len() { sideways } else { upright };
        (!best.places.is_empty()).then_some(best)
    }

    fn on(page_width: f32, page_height: f32, card: CardSize, options: &SheetOptions) -> Grid {
        let bleed = options.bleed.clamp(0.0, card.bleed);
        let cell = (card.width + 2.0 * bleed, card.height + 2.0 * bleed);
        let folds = options.backs == Backs::Fold;
        let room = (
            page_width - 2.0 * options.margin,
            if folds {
                page_height / 2.0 - options.margin
            } else {
                page_height - 2.0 * options.margin
            },
        );
        let columns = how_many(room.0, cell.0, options.gutter);
        let rows = how_many(room.1, cell.1, options.gutter);
        let used = |count: usize, cell: f32| {
            count as f32 * cell + count.saturating_sub(1) as f32 * options.gutter
        };
        let left = (page_width - used(columns, cell.0)) / 2.0;
        // On a sheet to fold the lowest row touches the fold, so that one fold serves a row.
        let top = if folds {
            page_height / 2.0 - used(rows, cell.1)
        } else {
            (page_height - used(rows, cell.1)) / 2.0
        };
        let mut places = Vec::with_capacity(columns * rows);
        for row in 0..rows {
            for column in 0..columns {
                places.push(Place {
                    x: left + column as f32 * (cell.0 + options.gutter) + bleed,
                    y: top + row as f32 * (cell.1 + options.gutter) + bleed,
                    turn: Turn::None,
                });
            }
        }
        let fold = folds.then_some(page_height / 2.0);
        Grid { page_width, page_height, columns, rows, card, bleed, places, fold }
    }

    /// Where the back of a card goes, seen from the back's own page.
    ///
    /// Turning the sheet over its upright axis, like a leaf of a book, swaps left and right.
    /// Turning it over its level axis, like a calendar, swaps top and bottom, and the backs
    /// stand on their heads. Which axis an edge is depends on how the page lies.
    pub fn behind(&self, front: &Place, options: &SheetOptions) -> Option<Place> {
        let lies_upright = self.page_height >= self.page_width;
        let over_upright_axis = match options.backs {
            Backs::None => return None,
            Backs::LongEdge => lies_upright,
            Backs::ShortEdge => !lies_upright,
            Backs::Fold => false,
        };
        let mut place = if over_upright_axis {
            Place { x: self.page_width - front.x - self.card.width, ..*front }
        } else {
            let y = self.page_height - front.y - self.card.height;
            Place { x: front.x, y, turn: Turn::Half }
        };
        if options.backs != Backs::Fold {
            place.x += options.back_offset[0];
            place.y += options.back_offset[1];
        }
        Some(place)
    }
}

/// How many cells fit in a length.
fn how_many(room: f32, cell: f32, gutter: f32) -> usize {
    // A hundredth of a millimetre forgives the arithmetic, not the paper.
    ((room + gutter + 0.01) / (cell + gutter)).floor().max(0.0) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::Paper;

    fn poker() -> CardSize {
        CardSize::named("poker").unwrap()
    }

    fn grid(options: &SheetOptions) -> Grid {
        Grid::fit(poker(), options).unwrap()
    }

    #[test]
    fn nine_poker_cards_fit_on_a4_and_letter() {
        for paper in [Paper::A4, Paper::LETTER] {
            let grid = grid(&SheetOptions { paper, ..SheetOptions::default() });
            assert_eq!((grid.columns, grid.rows), (3, 3), "{}", paper.name);
            assert!(grid.page_height > grid.page_width);
        }
        let grid = grid(&SheetOptions::default());
        assert_eq!((grid.places[0].x, grid.places[0].y), (10.5, 16.5));
        assert_eq!((grid.places[8].x, grid.places[8].y), (136.5, 192.5));
    }

    #[test]
    fn with_bleed_a4_lies_on_its_side() {
        let grid = grid(&SheetOptions { bleed: 3.0, ..SheetOptions::default() });
        assert_eq!((grid.columns, grid.rows), (4, 2));
        assert_eq!(grid.page_width, 297.0);
        assert_eq!((grid.places[0].x, grid.places[0].y), (13.5, 14.0));
        let options = SheetOptions { bleed: 3.0, paper: Paper::LETTER, ..SheetOptions::default() };
        assert_eq!(Grid::fit(poker(), &options).unwrap().places.len(), 6);
    }

    #[test]
    fn long_edge_swaps_columns_of_an_upright_page() {
        let options = SheetOptions::default();
        let grid = grid(&options);
        // First place of the first row: its back is the last of the row.
        let back = grid.behind(&grid.places[0], &options).unwrap();
        assert_eq!(back, grid.places[2]);
        let back = grid.behind(&grid.places[4], &options).unwrap();
        assert_eq!(back, grid.places[4]);
    }

    #[test]
    fn short_edge_swaps_rows_and_turns_the_backs() {
        let options = SheetOptions { backs: Backs::ShortEdge, ..SheetOptions::default() };
        let grid = grid(&options);
        let back = grid.behind(&grid.places[0], &options).unwrap();
        assert_eq!((back.x, back.y), (grid.places[6].x, grid.places[6].y));
        assert_eq!(back.turn, Turn::Half);
    }

    #[test]
    fn long_edge_of_a_page_on_its_side_is_the_level_axis() {
        let options = SheetOptions { bleed: 3.0, ..SheetOptions::default() };
        let grid = grid(&options);
        let back = grid.behind(&grid.places[0], &options).unwrap();
        assert_eq!((back.x, back.y), (grid.places[4].x, grid.places[4].y));
        assert_eq!(back.turn, Turn::Half);
    }

    #[test]
    fn going_behind_twice_comes_home() {
        for backs in [Backs::LongEdge, Backs::ShortEdge, Backs::Fold] {
            for bleed in [0.0, 2.0, 3.0] {
                let options = SheetOptions { backs, bleed, ..SheetOptions::default() };
                let grid = grid(&options);
                for place in &grid.places {
                    let back = grid.behind(place, &options).unwrap();
                    let front = grid.behind(&back, &options).unwrap();
                    assert!((front.x - place.x).abs() < 1e-3 && (front.y - place.y).abs() < 1e-3);
                }
            }
        }
    }

    #[test]
    fn folded_backs_lie_below_the_fold() {
        let options = SheetOptions { backs: Backs::Fold, ..SheetOptions::default() };
        let grid = grid(&options);
        let fold = grid.fold.unwrap();
        for place in &grid.places {
            assert!(place.y + grid.card.height <= fold + 1e-3);
            let back = grid.behind(place, &options).unwrap();
            assert!(back.y >= fold - 1e-3);
            assert_eq!(back.x, place.x);
        }
    }

    #[test]
    fn offset_moves_backs_only() {
        let options = SheetOptions { back_offset: [1.0, -0.5], ..SheetOptions::default() };
        let grid = grid(&options);
        let back = grid.behind(&grid.places[4], &options).unwrap();
        assert_eq!((back.x, back.y), (grid.places[4].x + 1.0, grid.places[4].y - 0.5));
    }

    #[test]
    fn a_card_larger_than_the_paper_has_no_grid() {
        let card = CardSize { width: 400.0, ..poker() };
        assert_eq!(Grid::fit(card, &SheetOptions::default()), None);
    }
}
