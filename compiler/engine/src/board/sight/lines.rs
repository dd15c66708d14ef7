//! A map as bits, a word for each column or row of cells.

use crate::board::compass::{Dir, Point};
use crate::board::grid::Grid;
use crate::board::squares::Squares;

/// The cells and walls of a map, line by line. A line is a column (or a row of the map, when
/// it is laid on its side), and a bit in it a cell; low bits first, or high bits first when it
/// is mirrored. Beyond the map everything is solid.
#[derive(Debug, Clone)]
pub(super) struct BitLines {
    /// Cells that nothing passes.
    pub(super) solid: Vec<u64>,
    /// Walls between a cell and the one before it in its line.
    pub(super) within: Vec<u64>,
    /// Walls between a cell and its neighbour in the line before.
    pub(super) before: Vec<u64>,
}

impl BitLines {
    /// The columns of a map.
    pub(super) fn columns(grid: &Grid, opaque: &Squares) -> Self {
        Self::new(grid.width(), grid.height(), |line, bit| {
            let at = Point::new(line, bit);
            let solid = grid.square(at).is_none_or(|square| opaque.contains(square));
            (solid, grid.walled(at, Dir::North), grid.walled(at, Dir::West))
        })
    }

    /// The rows of a map.
    pub(super) fn rows(grid: &Grid, opaque: &Squares) -> Self {
        Self::new(grid.height(), grid.width(), |line, bit| {
            let at = Point::new(bit, line);
            let solid = grid.square(at).is_none_or(|square| opaque.contains(square));
            (solid, grid.walled(at, Dir::West), grid.walled(at, Dir::North))
        })
    }

    fn new(lines: i16, bits: i16, look: impl Fn(i16, i16) -> (bool, bool, bool)) -> Self {
        let mut made = Self { solid: Vec::new(), within: Vec::new(), before: Vec::new() };
        for line in 0..lines {
            let (mut solid, mut within, mut before) = (u64::MAX << bits, 0, 0);
            for bit in 0..bits {
                let (is_solid, wall_within, wall_before) = look(line, bit);
                solid |= u64::from(is_solid) << bit;
                within |= u64::from(wall_within) << bit;
                before |= u64::from(wall_before) << bit;
            }
            made.solid.push(solid);
            made.within.push(within);
            made.before.push(before);
        }
        made
    }

    /// The same lines with the other end first: cell `bit` becomes `63 - bit`.
    pub(super) fn mirrored(&self) -> Self {
        let flip = |lines: &[u64]| lines.iter().map(|line| line.reverse_bits()).collect();
        Self {
            solid: flip(&self.solid),
            // The wall before cell `bit` comes to lie behind cell `63 - bit`.
            within: self.within.iter().map(|line| line.reverse_bits() << 1).collect(),
            before: flip(&self.before),
        }
    }
}
