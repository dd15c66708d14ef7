//! A dungeon that is laid tile by tile, each tile one place with openings to its sides.
//!
//! There are few tiles, so they are a plain list, which is cheap to copy.

use serde::{Deserialize, Serialize};

use super::compass::{Dir, Point, Turn};
use super::face::{Cell, Edge, Face};
use super::feature::Features;
use super::grid::{Grid, GridError};

const NONE: u8 = u8::MAX;

/// How many tiles a dungeon may have.
pub const MAX_TILES: usize = 254;

/// The sides of a tile that are open.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub struct Openings(u8);

impl Openings {
    /// Open to these sides. Diagonals are ignored.
    pub fn of(sides: &[Dir]) -> Self {
        let sides = sides.iter().filter(|side| !side.is_diagonal());
        Self(sides.fold(0, |all, side| all | 1 << (*side as u8 / 2)))
    }

    /// Whether a side is open.
    pub fn has(self, side: Dir) -> bool {
        !side.is_diagonal() && self.0 >> (side as u8 / 2) & 1 == 1
    }

    /// The open sides, clockwise from the north.
    pub fn sides(self) -> impl Iterator<Item = Dir> {
        Dir::SIDES.into_iter().filter(move |side| self.has(*side))
    }

    /// How many sides are open.
    pub fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The openings of the turned tile.
    pub fn turned(self, turn: Turn) -> Self {
        let doubled = u16::from(self.0) << turn.quarters();
        Self((doubled | doubled >> 4) as u8 & 0b1111)
    }
}

/// What a new tile must match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Matching {
    /// Every tile it lies beside: open meets open, closed meets closed.
    #[default]
    Strict,
    /// Only the tile it is laid from.
    Loose,
}

/// A tile on the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Laid {
    /// The game's number of the tile.
    pub tile: u16,
    /// Where it lies.
    pub at: Point,
    /// Its open sides after turning.
    pub openings: Openings,
    /// The tile on each side, whether a way leads there or not.
    beside: [u8; 4],
}

/// A way to lay a tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Placement {
    /// Where it is laid.
    pub at: Point,
    /// How it is turned.
    pub turn: Turn,
}

/// A dungeon. Tiles are numbered in the order in which they are laid, from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Laying {
    matching: Matching,
    tiles: Vec<Laid>,
}

impl Laying {
    /// A dungeon of its first tile.
    pub fn new(matching: Matching, tile: u16, openings: Openings) -> Self {
        let first = Laid { tile, at: Point::new(0, 0), openings, beside: [NONE; 4] };
        Self { matching, tiles: vec![first] }
    }

    /// The tiles in the order in which they were laid.
    pub fn tiles(&self) -> &[Laid] {
        &self.tiles
    }

    /// The number of the tile at a place.
    pub fn find(&self, at: Point) -> Option<usize> {
        self.tiles.iter().position(|laid| laid.at == at)
    }

    /// Every legal way to lay a tile next to the tile `from`. Turns that leave the same sides open
    /// are one way. An empty list means that the tile is lost.
    pub fn placements(&self, from: usize, openings: Openings) -> Vec<Placement> {
        let mut placements = Vec::new();
        if self.tiles.len() >= MAX_TILES {
            return placements;
        }
        for side in self.tiles[from].openings.sides() {
            let at = self.tiles[from].at.step(side);
            let mut seen = Vec::new();
            for turn in Turn::ALL {
                let turned = openings.turned(turn);
                if !seen.contains(&turned) && self.fits(from, side, at, turned) {
                    seen.push(turned);
                    placements.push(Placement { at, turn });
                }
            }
        }
        placements
    }

    /// Lays a tile and returns its number, or `None` if that is not one of the
    /// [`placements`](Self::placements).
    pub fn lay(
        &mut self,
        from: usize,
        tile: u16,
        openings: Openings,
        placement: Placement,
    ) -> Option<usize> {
        let turned = openings.turned(placement.turn);
        let side = self.side_towards(from, placement.at)?;
        let open = self.tiles.len() < MAX_TILES && self.tiles[from].openings.has(side);
        if !open || !self.fits(from, side, placement.at, turned) {
            return None;
        }
        let number = self.tiles.len();
        let mut beside = [NONE; 4];
        for side in Dir::SIDES {
            if let Some(other) = self.find(placement.at.step(side)) {
                beside[side as usize / 2] = other as u8;
                self.tiles[other].beside[side.opposite() as usize / 2] = number as u8;
            }
        }
        self.tiles.push(Laid { tile, at: placement.at, openings: turned, beside });
        Some(number)
    }

    /// Where one step to a side leads: both tiles must be open there.
    pub fn step(&self, from: usize, side: Dir) -> Option<usize> {
        let next = *self.tiles[from].beside.get(side as usize / 2)?;
        let open = next != NONE
            && self.tiles[from].openings.has(side)
            && self.tiles[usize::from(next)].openings.has(side.opposite());
        open.then_some(usize::from(next))
    }

    /// The tiles that one step leads to, clockwise from the north.
    pub fn ways(&self, from: usize) -> impl Iterator<Item = usize> {
        Dir::SIDES.into_iter().filter_map(move |side| self.step(from, side))
    }

    /// The steps from a tile to each tile; `None` where no way leads.
    pub fn distances(&self, from: usize) -> Vec<Option<u8>> {
        let mut steps = vec![None; self.tiles.len()];
        let mut queue = vec![from];
        steps[from] = Some(0);
        let mut next = 0;
        while let Some(&here) = queue.get(next) {
            next += 1;
            for to in self.ways(here) {
                if steps[to].is_none() {
                    steps[to] = steps[here].map(|steps: u8| steps.saturating_add(1));
                    queue.push(to);
                }
            }
        }
        steps
    }

    /// The next tiles on the shortest ways to a tile. If there is more than one, players choose.
    pub fn onward(&self, from: usize, to: usize) -> Vec<usize> {
        let steps = self.distances(to);
        let Some(here) = steps[from] else { return Vec::new() };
        self.ways(from).filter(|next| steps[*next].is_some_and(|there| there < here)).collect()
    }

    /// The tiles seen from a tile, with how far they are: along straight lines of open tiles.
    /// Tiles that `blocks` are seen, but not seen past.
    pub fn seen_from(&self, from: usize, blocks: impl Fn(usize) -> bool) -> Vec<(usize, u8)> {
        let mut seen = Vec::new();
        for side in Dir::SIDES {
            let mut here = from;
            let mut distance = 0;
            while let Some(next) = self.step(here, side) {
                distance += 1;
                seen.push((next, distance));
                if blocks(next) {
                    break;
                }
                here = next;
            }
        }
        seen
    }

    /// Open sides that lead to no tile yet, where the dungeon can grow.
    pub fn open_ends(&self) -> Vec<(usize, Dir)> {
        let ends = self
            .tiles
            .iter()
            .enumerate()
            .flat_map(|(number, laid)| laid.openings.sides().map(move |side| (number, side)));
        ends.filter(|(number, side)| self.tiles[*number].beside[*side as usize / 2] == NONE)
            .collect()
    }

    /// The dungeon as a map: a square for each tile, and walls where no way leads.
    pub fn grid(&self) -> Result<Grid, GridError> {
        let west = self.tiles.iter().map(|laid| laid.at.x).min().unwrap_or(0);
        let north = self.tiles.iter().map(|laid| laid.at.y).min().unwrap_or(0);
        let east = self.tiles.iter().map(|laid| laid.at.x).max().unwrap_or(0);
        let south = self.tiles.iter().map(|laid| laid.at.y).max().unwrap_or(0);
        let mut face = Face::new(east - west + 1, south - north + 1);
        for (number, laid) in self.tiles.iter().enumerate() {
            let at = Point::new(laid.at.x - west, laid.at.y - north);
            face.set_cell(at, Cell::Square(Features::NONE));
            for side in Dir::SIDES {
                let open = self.step(number, side).is_some();
                face.set_edge(at, side, if open { Edge::Open } else { Edge::Wall });
            }
        }
        Grid::of_face(&face)
    }

    fn side_towards(&self, from: usize, at: Point) -> Option<Dir> {
        Dir::SIDES.into_iter().find(|side| self.tiles[from].at.step(*side) == at)
    }

    /// Whether turned openings fit at an empty place that `side` of a tile leads to.
    fn fits(&self, from: usize, side: Dir, at: Point, turned: Openings) -> bool {
        if self.find(at).is_some() || !turned.has(side.opposite()) {
            return false;
        }
        self.matching == Matching::Loose
            || Dir::SIDES.into_iter().all(|side| match self.find(at.step(side)) {
                Some(other) if other != from => {
                    turned.has(side) == self.tiles[other].openings.has(side.opposite())
                }
                _ => true,
            })
    }
}
