//! How far squares are from each other.
//!
//! Distance is the number of steps of the shortest way over squares. The way never leads through
//! walls; figures are ignored, and every step counts one whatever the ground costs. The distance
//! of figures is that of their nearest squares.

use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use super::grid::{Grid, NO_TILE};
use super::ground::{Ways, with_features};
use super::rules::DistanceRule;
use super::squares::{Square, Squares};

/// The distance of squares without a way between them, or with one of more than 254 steps.
pub const FAR: u8 = u8::MAX;

/// The distances between all squares of a map.
#[derive(Debug, Clone)]
pub struct Distances {
    /// The steps from each square, worked out when they are first asked for: a game asks about
    /// few squares of its map.
    rows: Vec<OnceLock<Box<[u8]>>>,
    /// The steps that are counted: one step away is adjacent.
    pub ways: Ways,
    /// Squares that a count may end on, but not lead across.
    avoided: Squares,
}

impl Distances {
    /// Makes a map ready for counting.
    pub fn new(grid: &Grid, rule: &DistanceRule) -> Self {
        let ways = Ways::of_distance(grid, rule);
        let avoided = with_features(grid, grid.names().set(&rule.around));
        let rows = grid.squares().map(|_| OnceLock::new()).collect();
        Self { rows, ways, avoided }
    }

    /// Steps from one square to another; [`FAR`] if there is no way.
    pub fn between(&self, from: Square, to: Square) -> u8 {
        // The distance is the same in both directions, so only one row is worked out.
        self.row(from.min(to))[from.max(to).index()]
    }

    /// The steps from a square to every other, by number; [`FAR`] where there is no way. To compare
    /// many squares with one, ask for the row of that one, so that no other row is worked out.
    pub fn row(&self, from: Square) -> &[u8] {
        self.rows[from.index()].get_or_init(|| {
            let mut row = vec![FAR; self.rows.len()].into_boxed_slice();
            let mut seen = Squares::one(from);
            let mut edge = seen;
            row[from.index()] = 0;
            for distance in 1..FAR {
                let mut next = Squares::EMPTY;
                // The count may end on an avoided square, but not lead across it.
                let onward = if distance == 1 { edge } else { edge - self.avoided };
                for square in onward {
                    next |= *self.ways.around(square);
                }
                edge = next - seen;
                if edge.is_empty() {
                    break;
                }
                seen |= edge;
                for square in edge {
                    row[square.index()] = distance;
                }
            }
            row
        })
    }

    /// Steps between the nearest squares of two figures; [`FAR`] if there is no way or no square.
    pub fn between_figures(&self, from: &[Square], to: &[Square]) -> u8 {
        let pairs = from.iter().flat_map(|from| to.iter().map(|to| self.between(*from, *to)));
        pairs.min().unwrap_or(FAR)
    }

    /// The squares at most `steps` from a figure, its own included.
    pub fn within(&self, from: &[Square], steps: u8) -> Squares {
        let squares = (0..self.rows.len()).map(|index| Square(index as u16));
        squares
            .filter(|square| {
                let distance = self.between_figures(from, &[*square]);
                distance <= steps && distance != FAR
            })
            .collect()
    }

    /// The squares one step from a figure, without its own.
    pub fn adjacent(&self, figure: &[Square]) -> Squares {
        self.ways.around_all(figure)
    }
}

/// How far an attack reaches, apart from sight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct RangeRule {
    /// The least distance, counted with corners as contact: 2 excludes every square that touches.
    pub at_least: u8,
    /// The greatest distance, counted by the board's rule.
    pub at_most: u8,
    /// Which tiles it reaches.
    pub tiles: TileReach,
}

/// Which tiles an attack reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TileReach {
    /// Any.
    All,
    /// The attacker's tile and those that are joined to it; from a space between two tiles,
    /// only those two.
    Joined,
}

impl RangeRule {
    /// The squares in range.
    pub fn squares(&self, grid: &Grid, distances: &Distances, from: Square) -> Squares {
        let tiles = match self.tiles {
            TileReach::All => None,
            TileReach::Joined => Some(tiles_in_reach(grid, from)),
        };
        let near = |to: &Square| {
            let touching = grid.at(from).chebyshev(grid.at(*to));
            touching >= u16::from(self.at_least)
                && (self.at_most == FAR || distances.between(from, *to) <= self.at_most)
        };
        let reached = |to: &Square| match &tiles {
            Some(tiles) => grid.place(*to).tiles.iter().any(|tile| tiles.contains(tile)),
            None => true,
        };
        grid.squares().filter(near).filter(reached).collect()
    }
}

/// The tiles that share a square with a tile: its neighbours through joined half spaces.
pub fn joined_tiles(grid: &Grid, tile: u8) -> Vec<u8> {
    let mut joined: Vec<u8> = grid
        .squares()
        .map(|square| grid.place(square).tiles)
        .filter(|tiles| tiles.contains(&tile))
        .flatten()
        .filter(|other| *other != NO_TILE && *other != tile)
        .collect();
    joined.sort_unstable();
    joined.dedup();
    joined
}

fn tiles_in_reach(grid: &Grid, from: Square) -> Vec<u8> {
    let place = grid.place(from);
    match place.tiles {
        [tile, NO_TILE] if place.half.is_none() => {
            let mut tiles = joined_tiles(grid, tile);
            tiles.push(tile);
            tiles
        }
        both => both.to_vec(),
    }
}
