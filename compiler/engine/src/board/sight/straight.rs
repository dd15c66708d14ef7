//! Sight along corridors: straight through open edges.

use crate::board::compass::Dir;
use crate::board::grid::Grid;
use crate::board::squares::{Square, Squares};

/// Whether two squares lie in one row or column, joined by open edges all the way, with none of
/// the figures between.
pub(super) fn clear(grid: &Grid, from: Square, to: Square, figures: &Squares) -> bool {
    let (start, end) = (grid.at(from), grid.at(to));
    let dir = match ((end.x - start.x).signum(), (end.y - start.y).signum()) {
        (0, -1) => Dir::North,
        (1, 0) => Dir::East,
        (0, 1) => Dir::South,
        (-1, 0) => Dir::West,
        _ => return from == to,
    };
    let mut here = from;
    loop {
        match grid.across(here, dir) {
            Some(next) if next == to => return true,
            Some(next) if !figures.contains(next) => here = next,
            _ => return false,
        }
    }
}
