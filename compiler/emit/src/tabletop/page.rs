//! Sheets of cards in a grid, as Tabletop Simulator cuts them.

use super::picture::Picture;
use super::{Drawn, LONGEST};

/// The most columns and rows that Tabletop Simulator accepts.
const COLUMNS: usize = 10;
const ROWS: usize = 7;

/// A grid of cards.
pub(super) struct Page {
    pub(super) columns: usize,
    pub(super) rows: usize,
    pub(super) fronts: Picture,
    /// The backs in the same places, if each card has its own.
    pub(super) backs: Option<Picture>,
}

/// How many cards of that size go on a page.
pub(super) fn capacity(width: u32, height: u32) -> usize {
    let (columns, rows) = most(width, height);
    columns * rows
}

fn most(width: u32, height: u32) -> (usize, usize) {
    let fit = |length: u32, most: usize| ((LONGEST as u32 / length.max(1)) as usize).clamp(1, most);
    (fit(width, COLUMNS), fit(height, ROWS))
}

/// Lays cards of one size on a page, as small as they need.
pub(super) fn page(cards: &[Drawn<'_>]) -> Page {
    let (width, height) = (cards[0].front.width, cards[0].front.height);
    // It requires at least two columns and two rows, if they fit.
    let (across, down) = most(width, height);
    let columns = cards.len().clamp(2.min(across), across);
    let rows = cards.len().div_ceil(columns).clamp(2.min(down), down);
    let lay = |side: &dyn Fn(&Drawn<'_>) -> Option<Picture>| {
        let mut grid = Picture::white(width * columns as u32, height * rows as u32);
        for (slot, card) in cards.iter().enumerate() {
            if let Some(picture) = side(card) {
                let (column, row) = ((slot % columns) as u32, (slot / columns) as u32);
                grid.put(&picture, column * width, row * height);
            }
        }
        grid
    };
    let has_backs = cards.iter().any(|card| card.back.is_some());
    Page {
        columns,
        rows,
        fronts: lay(&|card| Some(card.front.clone())),
        backs: has_backs.then(|| lay(&|card| card.back.clone())),
    }
}
