//! The dungeon on the table: one-cell tiles whose four sides are open or closed.
//!
//! Sides are numbered clockwise from north; a set of open sides is four bits. Tiles of one
//! cell need none of [`cardwright_engine::board`]: a side is a bit and a line of sight a straight walk.

use super::state::{Laid, State};

/// A side of a tile: 0 north, 1 east, 2 south, 3 west.
pub(super) type Side = u8;

/// All sides.
pub(super) const SIDES: [Side; 4] = [0, 1, 2, 3];

/// The distance of a tile that no way leads to.
pub(super) const NO_WAY: u8 = u8::MAX;

/// The cell beyond a side.
pub(super) fn beyond(x: i8, y: i8, side: Side) -> (i8, i8) {
    match side & 3 {
        0 => (x, y.saturating_sub(1)),
        1 => (x.saturating_add(1), y),
        2 => (x, y.saturating_add(1)),
        _ => (x.saturating_sub(1), y),
    }
}

/// The side of the neighbouring tile that meets this side.
pub(super) fn opposite(side: Side) -> Side {
    (side + 2) & 3
}

/// Open sides after some quarter turns clockwise.
pub(super) fn turned(open: u8, quarters: u8) -> u8 {
    let quarters = quarters & 3;
    (open << quarters | open >> (4 - quarters)) & 15
}

pub(super) fn is_open(open: u8, side: Side) -> bool {
    open >> side & 1 == 1
}

/// What the neighbours of an empty cell ask of a tile there: sides that must be open and sides
/// that must be closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Demand {
    open: u8,
    closed: u8,
}

impl Demand {
    pub(super) fn is_met(self, open: u8) -> bool {
        open & self.open == self.open && open & self.closed == 0
    }

    /// Whether a tile meets the demand in at least one orientation.
    pub(super) fn is_met_turned(self, open: u8) -> bool {
        (0..4).any(|quarters| self.is_met(turned(open, quarters)))
    }
}

impl State {
    /// The tile that lies on a cell.
    pub(super) fn tile_at(&self, (x, y): (i8, i8)) -> Option<u8> {
        let place = self.tiles.iter().position(|tile| (tile.x, tile.y) == (x, y));
        place.map(|place| place as u8)
    }

    pub(super) fn laid(&self, tile: u8) -> &Laid {
        &self.tiles[usize::from(tile)]
    }

    /// The tile that a step through a side leads to. Both sides that meet must be open.
    pub(super) fn next_tile(&self, tile: u8, side: Side) -> Option<u8> {
        let here = self.laid(tile);
        let next = self.tile_at(beyond(here.x, here.y, side))?;
        let both = is_open(here.open, side) && is_open(self.laid(next).open, opposite(side));
        both.then_some(next)
    }

    /// Whether a tile with these open sides may lie beyond a side of a tile. Strict
    /// laying wants every neighbour to agree, loose laying only that one.
    pub(super) fn may_lie(&self, open: u8, from: u8, side: Side) -> bool {
        self.demand(from, side).is_some_and(|demand| demand.is_met(open))
    }

    /// What a tile beyond a side of this tile has to be like, or `None` if no tile may lie there.
    pub(super) fn demand(&self, from: u8, side: Side) -> Option<Demand> {
        let here = self.laid(from);
        let cell = beyond(here.x, here.y, side);
        if !is_open(here.open, side) || self.tile_at(cell).is_some() {
            return None;
        }
        let mut demand = Demand { open: 1 << opposite(side), closed: 0 };
        if self.options.strict {
            for other in SIDES {
                if let Some(neighbour) = self.tile_at(beyond(cell.0, cell.1, other)) {
                    match is_open(self.laid(neighbour).open, opposite(other)) {
                        true => demand.open |= 1 << other,
                        false => demand.closed |= 1 << other,
                    }
                }
            }
        }
        Some(demand)
    }

    /// The number of steps from one tile to every tile. A tile for which `blocked` is true can be
    /// entered, but no way leads on from it.
    pub(super) fn distances(&self, from: u8, blocked: impl Fn(u8) -> bool) -> Vec<u8> {
        let mut steps = vec![NO_WAY; self.tiles.len()];
        let mut queue = std::collections::VecDeque::from([from]);
        steps[usize::from(from)] = 0;
        while let Some(tile) = queue.pop_front() {
            if tile != from && blocked(tile) {
                continue;
            }
            for next in SIDES.into_iter().filter_map(|side| self.next_tile(tile, side)) {
                if steps[usize::from(next)] == NO_WAY {
                    steps[usize::from(next)] = steps[usize::from(tile)].saturating_add(1);
                    queue.push_back(next);
                }
            }
        }
        steps
    }

    /// Tiles in a straight open line within a range, nearest first. A monster or an unrevealed
    /// token can be seen, but nothing behind it; Adventurers do not block the line.
    pub(super) fn seen(&self, from: u8, range: i32) -> Vec<u8> {
        let mut seen = Vec::new();
        for side in SIDES {
            let mut tile = from;
            for _ in 0..range.max(0) {
                let Some(next) = self.next_tile(tile, side) else {
                    break;
                };
                seen.push(next);
                if self.is_guarded(next) {
                    break;
                }
                tile = next;
            }
        }
        seen
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_turn_clockwise() {
        assert_eq!(turned(0b0001, 1), 0b0010);
        assert_eq!(turned(0b1000, 1), 0b0001);
        assert_eq!(turned(0b0011, 2), 0b1100);
        for open in 0..16 {
            assert_eq!(turned(open, 0), open);
            assert_eq!(turned(turned(open, 3), 1), open);
        }
        for side in SIDES {
            let (x, y) = beyond(0, 0, side);
            assert_eq!(beyond(x, y, opposite(side)), (0, 0));
        }
    }
}
