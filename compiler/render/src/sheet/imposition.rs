//! Arranges pieces of one size on a sheet.

use cardwright_model::print::{Backs, Between, Shape};

use super::SheetOptions;
use super::page::{Face, Flip, Page, Place, Placed, Turn, Window};
use super::piece::{Piece, TAB, footprint};
use crate::size::CardSize;

/// How the pieces of one size are laid out on a sheet. Lengths are millimetres.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Grid {
    /// Width of the page as it is seen.
    pub page_width: f32,
    /// Height of the page as it is seen.
    pub page_height: f32,
    /// Pieces side by side.
    pub columns: usize,
    /// Pieces below one another; on a sheet to fold, those above the fold.
    pub rows: usize,
    /// Size of a trimmed piece.
    pub card: CardSize,
    /// How much of the bleed is printed.
    pub bleed: f32,
    /// How much of it is printed towards a neighbour.
    inner_bleed: f32,
    /// The places, row by row.
    pub places: Vec<Place>,
    /// Height of the line to fold along, on a sheet to fold.
    pub fold: Option<f32>,
}

impl Grid {
    /// The grid that holds most pieces; upright paper wins a tie. `None` if not one fits.
    pub(crate) fn fit(card: CardSize, options: &SheetOptions) -> Option<Grid> {
        let paper = &options.paper;
        let upright = Grid::on(paper.width, paper.height, card, options);
        let sideways = Grid::on(paper.height, paper.width, card, options);
        let best = if sideways.places.len() > upright.places.len() { sideways } else { upright };
        (!best.places.is_empty()).then_some(best)
    }

    /// As many rows as the given number of pieces needs, at the top of a page. `None` if that is
    /// more than a page, or if the pieces are folded, which needs a sheet of their own.
    pub(super) fn band(
        (page_width, page_height): (f32, f32),
        card: CardSize,
        count: usize,
        options: &SheetOptions,
    ) -> Option<Grid> {
        let mut grid = Grid::on(page_width, page_height, card, options);
        if grid.places.len() < count || card.shape == Shape::Standee || grid.fold.is_some() {
            return None;
        }
        let unused = grid.rows - count.div_ceil(grid.columns);
        grid.rows -= unused;
        grid.places.truncate(grid.columns * grid.rows);
        let top = grid.places.first()?.y - grid.bleed;
        Some(grid.lowered(-top))
    }

    /// The same grid, further down on the page.
    pub(super) fn lowered(mut self, by: f32) -> Grid {
        self.places.iter_mut().for_each(|place| place.y += by);
        self
    }

    /// Height of the rows with their bleed.
    pub(super) fn height(&self) -> f32 {
        let (Some(first), Some(last)) = (self.places.first(), self.places.last()) else {
            return 0.0;
        };
        last.y - first.y + self.card.height + 2.0 * self.bleed
    }

    fn on(page_width: f32, page_height: f32, card: CardSize, options: &SheetOptions) -> Grid {
        let bleed = options.bleed.clamp(0.0, card.bleed);
        let (width, height) = footprint(&card);
        let gap = match options.between {
            Between::Own => 2.0 * bleed,
            Between::Shared => bleed,
        } + options.gutter;
        // A standee brings its own back, so it is never printed over a fold.
        let folds = options.backs == Backs::Fold && card.shape != Shape::Standee;
        let room = (
            page_width - 2.0 * options.margin,
            if folds {
                page_height / 2.0 - options.margin
            } else {
                page_height - 2.0 * options.margin
            },
        );
        let columns = how_many(room.0, width, gap, bleed);
        let rows = how_many(room.1, height, gap, bleed);
        let used = |count: usize, side: f32| {
            count as f32 * side + count.saturating_sub(1) as f32 * gap + 2.0 * bleed
        };
        let left = (page_width - used(columns, width)) / 2.0 + bleed;
        // On a sheet to fold, the lowest row touches the fold, so that one fold serves a whole row.
        let top = bleed
            + if folds {
                page_height / 2.0 - used(rows, height)
            } else {
                (page_height - used(rows, height)) / 2.0
            };
        let mut places = Vec::with_capacity(columns * rows);
        for row in 0..rows {
            for column in 0..columns {
                places.push(Place {
                    x: left + column as f32 * (width + gap),
                    y: top + row as f32 * (height + gap),
                    turn: Turn::None,
                });
            }
        }
        Grid {
            page_width,
            page_height,
            columns,
            rows,
            card,
            bleed,
            inner_bleed: bleed.min(gap / 2.0),
            places,
            fold: folds.then_some(page_height / 2.0),
        }
    }

    /// A page with these pieces, in order.
    pub(super) fn page(
        &self,
        indices: &[usize],
        pieces: &[Piece<'_>],
        options: &SheetOptions,
    ) -> Page {
        let flip = Flip::of(self.page_width, self.page_height, options);
        let (mut fronts, mut backs) = (Vec::new(), Vec::new());
        for (cell, index) in indices.iter().enumerate() {
            if self.card.shape == Shape::Standee {
                fronts.extend(self.standee(*index, cell));
                continue;
            }
            let place = self.places[cell];
            let window = self.window(cell);
            let front = Placed { piece: *index, place, window, face: Face::Front };
            if let (Some(flip), Some(_)) = (&flip, pieces[*index].back) {
                backs.push(flip.behind(&front, &self.card));
            }
            fronts.push(front);
        }
        Page {
            width: self.page_width,
            height: self.page_height,
            size: self.card,
            bleed: self.bleed,
            fronts,
            backs,
            is_duplex: options.is_duplex() && self.card.shape != Shape::Standee,
            fold: self.fold,
            part: None,
            beside: Vec::new(),
        }
    }

    /// The printed part of a piece: its trim, and its bleed up to the middle between neighbours.
    fn window(&self, cell: usize) -> Window {
        let (column, row) = (cell % self.columns, cell / self.columns);
        let place = self.places[cell];
        let edge = |is_outer: bool| if is_outer { self.bleed } else { self.inner_bleed };
        Window {
            left: place.x - edge(column == 0),
            top: place.y - edge(row == 0),
            right: place.x + self.card.width + edge(column + 1 == self.columns),
            bottom: place.y + self.card.height + edge(row + 1 == self.rows),
        }
    }

    /// A standee lies unfolded: its back upside down above the fold, its front below.
    fn standee(&self, piece: usize, cell: usize) -> [Placed; 2] {
        let Place { x, y, .. } = self.places[cell];
        let CardSize { width, height, .. } = self.card;
        let (top, fold, bottom) = (y + TAB, y + TAB + height, y + TAB + 2.0 * height);
        let window = |top: f32, bottom: f32| Window {
            left: x - self.inner_bleed,
            right: x + width + self.inner_bleed,
            top,
            bottom,
        };
        let back = Place { x, y: top, turn: Turn::Half };
        let front = Place { x, y: fold, turn: Turn::None };
        [
            Placed { piece, place: back, window: window(top, fold), face: Face::Back },
            Placed { piece, place: front, window: window(fold, bottom), face: Face::Front },
        ]
    }
}

/// How many pieces fit in a length, with a gap between and bleed at the ends.
fn how_many(room: f32, side: f32, gap: f32, bleed: f32) -> usize {
    // A hundredth of a millimetre allows for rounding in the arithmetic.
    ((room - 2.0 * bleed + gap + 0.01) / (side + gap)).floor().max(0.0) as usize
}
