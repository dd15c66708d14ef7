//! Sight from corner to corner.
//!
//! One square sees another if a straight line from a corner of the one to a corner of the other
//! meets no obstacle. A line through an obstacle, along its border or across its corner is
//! blocked: in doubt there is no sight. Only at its two ends may the line touch an obstacle,
//! because in a passage one square wide every corner lies on a wall. Lines that do not leave their
//! square do not count. Half a space has its corners in the middle of the cell, so everything is
//! measured in half squares.

use crate::board::compass::Dir;
use crate::board::grid::Grid;
use crate::board::squares::{Square, Squares};

/// A map made ready for looking.
#[derive(Debug, Clone)]
pub(super) struct Corners {
    /// What each square covers.
    squares: Vec<Block>,
    /// Squares that can be stepped to across an edge.
    beside: Vec<Squares>,
    opaque: Squares,
    /// Solid cells, walls, and what is missing of half spaces.
    solid: Vec<Block>,
}

/// A rectangle with its border, in half squares. It may be as thin as a wall.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Block {
    west: i32,
    east: i32,
    north: i32,
    south: i32,
}

type Dot = (i32, i32);

impl Corners {
    pub(super) fn new(grid: &Grid, opaque: &Squares) -> Self {
        let mut solid = Vec::new();
        let mut squares = Vec::new();
        // The cells around the map are solid too.
        for y in -1..=grid.height() {
            for x in -1..=grid.width() {
                let at = crate::board::compass::Point::new(x, y);
                let cell = Block::of_cell(i32::from(x), i32::from(y));
                match grid.square(at).map(|square| grid.place(square).half) {
                    None => solid.push(cell),
                    Some(None) => squares.push(cell),
                    Some(Some(side)) => {
                        squares.push(cell.half(side));
                        solid.push(cell.half(side.opposite()));
                    }
                }
                for side in [Dir::North, Dir::West] {
                    if grid.square(at).is_some() && grid.walled(at, side) {
                        solid.push(cell.rim(side));
                    }
                }
            }
        }
        let beside = grid.squares().map(|square| {
            Dir::SIDES.into_iter().filter_map(|side| grid.across(square, side)).collect()
        });
        Self { beside: beside.collect(), squares, opaque: *opaque, solid }
    }

    /// Whether there is a clear line past the figures on some squares.
    pub(super) fn clear(&self, from: Square, to: Square, figures: &Squares) -> bool {
        if self.beside[from.index()].contains(to) {
            return true;
        }
        let (start, end) = (self.squares[from.index()], self.squares[to.index()]);
        let mut standing = *figures | self.opaque;
        standing.remove(from);
        standing.remove(to);
        let around = start.with(&end);
        let blocks: Vec<Block> = self
            .solid
            .iter()
            .copied()
            .chain(standing.iter().map(|square| self.squares[square.index()]))
            .filter(|block| block.meets(&around))
            .collect();
        start.corners().into_iter().filter(|dot| !end.holds(*dot)).any(|start_dot| {
            let ends = end.corners().into_iter().filter(|dot| !start.holds(*dot));
            ends.into_iter().any(|end_dot| {
                blocks.iter().all(|block| !block.touched_between(start_dot, end_dot))
            })
        })
    }
}

impl Block {
    fn of_cell(x: i32, y: i32) -> Self {
        Self { west: 2 * x, east: 2 * x + 2, north: 2 * y, south: 2 * y + 2 }
    }

    /// The half of a cell on one side.
    fn half(self, side: Dir) -> Self {
        match side {
            Dir::North => Self { south: self.south - 1, ..self },
            Dir::South => Self { north: self.north + 1, ..self },
            Dir::West => Self { east: self.east - 1, ..self },
            _ => Self { west: self.west + 1, ..self },
        }
    }

    /// The wall on the north or west of a cell.
    fn rim(self, side: Dir) -> Self {
        match side {
            Dir::North => Self { south: self.north, ..self },
            _ => Self { east: self.west, ..self },
        }
    }

    fn corners(&self) -> [Dot; 4] {
        [
            (self.west, self.north),
            (self.east, self.north),
            (self.west, self.south),
            (self.east, self.south),
        ]
    }

    fn holds(&self, (x, y): Dot) -> bool {
        (self.west..=self.east).contains(&x) && (self.north..=self.south).contains(&y)
    }

    /// The smallest block around two.
    fn with(&self, other: &Self) -> Self {
        Self {
            west: self.west.min(other.west),
            east: self.east.max(other.east),
            north: self.north.min(other.north),
            south: self.south.max(other.south),
        }
    }

    fn meets(&self, other: &Self) -> bool {
        self.west <= other.east
            && other.west <= self.east
            && self.north <= other.south
            && other.north <= self.south
    }

    /// Whether a line touches the block anywhere but at its ends.
    ///
    /// The part of the line inside of the block is between the last entry and the first exit of
    /// the two axes; both are fractions of the line's length with positive denominators.
    fn touched_between(&self, from: Dot, to: Dot) -> bool {
        let mut entry = Fraction { over: 0, under: 1 };
        let mut exit = Fraction { over: 1, under: 1 };
        let axes = [(from.0, to.0, self.west, self.east), (from.1, to.1, self.north, self.south)];
        for (start, end, low, high) in axes {
            let length = end - start;
            if length == 0 {
                if start < low || start > high {
                    return false;
                }
                continue;
            }
            let (near, far) = if length > 0 { (low, high) } else { (high, low) };
            let sign = length.signum();
            let under = length.abs();
            entry = entry.max(Fraction { over: (near - start) * sign, under });
            exit = exit.min(Fraction { over: (far - start) * sign, under });
        }
        // A touch only at an end does not count: a part must be after the start and before the end.
        !exit.less(entry) && exit.over > 0 && entry.over < entry.under
    }
}

#[derive(Clone, Copy)]
struct Fraction {
    over: i32,
    under: i32,
}

impl Fraction {
    fn less(self, other: Self) -> bool {
        self.over * other.under < other.over * self.under
    }

    fn max(self, other: Self) -> Self {
        if self.less(other) { other } else { self }
    }

    fn min(self, other: Self) -> Self {
        if other.less(self) { other } else { self }
    }
}
