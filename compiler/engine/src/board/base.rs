//! Figures that cover more than one square.

use serde::{Deserialize, Serialize};

use super::compass::{Dir, Point};
use super::grid::Grid;
use super::squares::{Square, Squares};

/// The size of a figure: a block of squares.
///
/// A figure stands on an *anchor*, the top left of its squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Base {
    /// Squares along a side.
    pub side: u8,
}

impl Base {
    /// One square.
    pub const SMALL: Self = Self { side: 1 };
    /// Two by two.
    pub const LARGE: Self = Self { side: 2 };

    /// Whether it covers more than one square.
    #[inline]
    pub fn is_large(self) -> bool {
        self.side > 1
    }
}

impl Default for Base {
    fn default() -> Self {
        Self::SMALL
    }
}

/// Where figures of one size fit on a map, whether others stand there or not.
#[derive(Debug, Clone)]
pub struct Footprints {
    base: Base,
    /// The squares of a figure on each anchor, row by row; empty where it does not fit.
    squares: Vec<Box<[Square]>>,
    covers: Vec<Squares>,
}

impl Footprints {
    /// Looks at every anchor. A figure fits if all its squares exist and no wall stands between
    /// them.
    pub fn new(grid: &Grid, base: Base) -> Self {
        let squares: Vec<Box<[Square]>> =
            grid.squares().map(|anchor| block(grid, anchor, base).unwrap_or_default()).collect();
        let covers = squares.iter().map(|block| block.iter().copied().collect()).collect();
        Self { base, squares, covers }
    }

    /// The size.
    pub fn base(&self) -> Base {
        self.base
    }

    /// The squares that a figure covers; empty if it does not fit.
    #[inline]
    pub fn squares(&self, anchor: Square) -> &[Square] {
        &self.squares[anchor.index()]
    }

    /// The squares that a figure covers, as a set; empty if it does not fit.
    #[inline]
    pub fn cover(&self, anchor: Square) -> &Squares {
        &self.covers[anchor.index()]
    }

    /// Whether a figure fits.
    pub fn fits(&self, anchor: Square) -> bool {
        !self.squares[anchor.index()].is_empty()
    }

    /// The anchors from which a figure covers only squares of a set.
    pub fn within(&self, allowed: &Squares) -> Squares {
        let anchors = (0..self.covers.len()).map(|index| Square(index as u16));
        anchors
            .filter(|anchor| self.fits(*anchor) && self.cover(*anchor).is_subset(allowed))
            .collect()
    }
}

fn block(grid: &Grid, anchor: Square, base: Base) -> Option<Box<[Square]>> {
    let corner = grid.at(anchor);
    let side = i16::from(base.side);
    let mut squares = Vec::with_capacity(usize::from(base.side).pow(2));
    for y in 0..side {
        for x in 0..side {
            let at = Point::new(corner.x + x, corner.y + y);
            let split =
                (x > 0 && grid.walled(at, Dir::West)) || (y > 0 && grid.walled(at, Dir::North));
            if split {
                return None;
            }
            squares.push(grid.square(at)?);
        }
    }
    Some(squares.into())
}
