//! The steps of a map: which squares one step leads to, and what a step costs.
//!
//! It is made once for a map, a rule and a way of moving, and used by all searches.

use super::compass::Dir;
use super::feature::Features;
use super::grid::Grid;
use super::rules::{Diagonal, DistanceRule, Gait, MoveRule};
use super::squares::{Square, Squares};

const NONE: u16 = u16::MAX;

/// Which squares one step leads to.
#[derive(Debug, Clone)]
pub struct Ways {
    /// For each square and direction, where a step leads.
    next: Vec<[u16; 8]>,
    /// For each square, all squares that one step leads to.
    around: Vec<Squares>,
    /// For each square and diagonal, the squares on the open sides of the corner.
    bends: Vec<[[u16; 2]; 4]>,
    diagonal: Diagonal,
}

impl Ways {
    /// The steps that walls and corners allow; `corners` are the features that close their side
    /// of a corner, and `through_walls` ignores walls between squares.
    pub fn new(grid: &Grid, diagonal: Diagonal, corners: Features, through_walls: bool) -> Self {
        let walls = Walls { grid, corners, through_walls };
        let mut ways = Self { next: Vec::new(), around: Vec::new(), bends: Vec::new(), diagonal };
        for square in grid.squares() {
            let mut next = [NONE; 8];
            let mut bends = [[NONE; 2]; 4];
            for dir in Dir::ALL {
                let open = if dir.is_diagonal() {
                    let bend = walls.bend(square, dir);
                    bends[dir as usize / 2] = bend.map(|side| side.map_or(NONE, |side| side.0));
                    match diagonal {
                        Diagonal::Never => false,
                        Diagonal::Contact => walls.contact(square, dir),
                        Diagonal::OneSide => bend.iter().any(Option::is_some),
                        Diagonal::BothSides => bend.iter().all(Option::is_some),
                    }
                } else {
                    walls.open(square, dir).is_some()
                };
                if open && let Some(to) = grid.square(grid.at(square).step(dir)) {
                    next[dir as usize] = to.0;
                }
            }
            ways.next.push(next);
            let around = next.into_iter().filter(|to| *to != NONE);
            ways.around.push(around.map(Square).collect());
            ways.bends.push(bends);
        }
        ways
    }

    /// The steps by which a game counts squares.
    pub fn of_distance(grid: &Grid, rule: &DistanceRule) -> Self {
        Self::new(grid, rule.diagonal, grid.names().set(&rule.around), false)
    }

    /// Where one step leads if no figure is in the way.
    #[inline]
    pub fn step(&self, from: Square, dir: Dir) -> Option<Square> {
        let to = self.next[from.index()][dir as usize];
        (to != NONE).then_some(Square(to))
    }

    /// Where one step leads, if the squares of `barred` also close their side of a corner.
    pub fn step_past(&self, from: Square, dir: Dir, barred: &Squares) -> Option<Square> {
        let to = self.step(from, dir)?;
        if !dir.is_diagonal() {
            return Some(to);
        }
        let free = |side: &u16| *side != NONE && !barred.contains(Square(*side));
        let bend = &self.bends[from.index()][dir as usize / 2];
        let open = match self.diagonal {
            Diagonal::Never => false,
            Diagonal::Contact => true,
            Diagonal::OneSide => bend.iter().any(free),
            Diagonal::BothSides => bend.iter().all(free),
        };
        open.then_some(to)
    }

    /// The squares that one step leads to.
    #[inline]
    pub fn around(&self, square: Square) -> &Squares {
        &self.around[square.index()]
    }

    /// The squares that one step leads to from any of a figure's squares, without its own.
    pub(crate) fn around_all(&self, squares: &[Square]) -> Squares {
        let mut around = Squares::EMPTY;
        for &square in squares {
            around |= *self.around(square);
        }
        around - squares.iter().copied().collect()
    }
}

/// What the steps of a map cost.
#[derive(Debug, Clone)]
pub struct Ground {
    /// Where steps lead.
    pub ways: Ways,
    /// The cost of entering each square; 0 if it may not be entered.
    costs: Vec<u8>,
    /// The squares of each cost there is, cheapest first.
    prices: Vec<(u8, Squares)>,
    /// The squares of all costs.
    open: Squares,
    /// Whether figures that bar a square also close its side of corners.
    pub figures_pinch: bool,
    /// Whether barred squares can be passed.
    pub passes_figures: bool,
}

impl Ground {
    /// The ground for figures with that way of moving.
    pub fn new(grid: &Grid, rule: &MoveRule, gait: &Gait) -> Self {
        let names = grid.names();
        let ignored = names.set(&gait.ignores);
        let closed = names.set(&rule.closed).without(ignored);
        let corners = names.set(&rule.corners).without(ignored);
        let cost = |square: Square| {
            let features = grid.place(square).features.without(ignored);
            if features.intersects(closed) {
                return 0;
            }
            let dear =
                rule.costs.iter().filter(|(name, _)| names.set(&[name]).intersects(features));
            dear.map(|(_, cost)| *cost).max().unwrap_or(1).max(1)
        };
        let costs: Vec<u8> = grid.squares().map(cost).collect();
        let mut found: Vec<u8> = costs.iter().copied().filter(|cost| *cost > 0).collect();
        found.sort_unstable();
        found.dedup();
        let at = |price: u8| grid.squares().filter(|s| costs[s.index()] == price).collect();
        Self {
            ways: Ways::new(grid, rule.diagonal, corners, gait.passes_walls),
            prices: found.into_iter().map(|price| (price, at(price))).collect(),
            open: grid.squares().filter(|square| costs[square.index()] > 0).collect(),
            costs,
            figures_pinch: rule.figures_pinch && !gait.passes_figures,
            passes_figures: gait.passes_figures,
        }
    }

    /// What entering a square costs, if it may be entered.
    #[inline]
    pub fn cost(&self, square: Square) -> Option<u8> {
        let cost = self.costs[square.index()];
        (cost > 0).then_some(cost)
    }

    /// The squares of each cost there is, cheapest first; those that may not be entered are left
    /// out.
    pub fn prices(&self) -> &[(u8, Squares)] {
        &self.prices
    }

    /// The squares that may be entered.
    pub fn open(&self) -> &Squares {
        &self.open
    }

    /// How many squares the map has.
    pub fn len(&self) -> usize {
        self.costs.len()
    }

    /// Whether the map has no square.
    pub fn is_empty(&self) -> bool {
        self.costs.is_empty()
    }
}

/// The squares that have one of the features.
pub(super) fn with_features(grid: &Grid, features: Features) -> Squares {
    grid.squares().filter(|square| grid.place(*square).features.intersects(features)).collect()
}

/// What stands in the way of a step.
struct Walls<'g> {
    grid: &'g Grid,
    corners: Features,
    through_walls: bool,
}

impl Walls<'_> {
    /// The square across an edge.
    fn open(&self, from: Square, side: Dir) -> Option<Square> {
        if self.through_walls {
            self.grid.square(self.grid.at(from).step(side))
        } else {
            self.grid.across(from, side)
        }
    }

    /// The squares on both sides of a corner, if the way around is open there.
    fn bend(&self, from: Square, diagonal: Dir) -> [Option<Square>; 2] {
        let [left, right] = diagonal.parts();
        [(left, right), (right, left)].map(|(first, second)| {
            let side = self.open(from, first)?;
            self.open(side, second)?;
            let solid = self.grid.place(side).features.intersects(self.corners);
            (!solid).then_some(side)
        })
    }

    /// Whether two squares touch at a corner and no wall between squares ends there. Between
    /// squares of different tiles both ways around must be open, because the rims of the tiles end
    /// in that corner.
    fn contact(&self, from: Square, diagonal: Dir) -> bool {
        let at = self.grid.at(from);
        let Some(to) = self.grid.square(at.step(diagonal)) else { return false };
        if self.through_walls {
            return true;
        }
        let mut ways_around = 0;
        let [left, right] = diagonal.parts();
        for (first, second) in [(left, right), (right, left)] {
            if let Some(side) = self.grid.square(at.step(first)) {
                if self.open(from, first).is_none() || self.open(side, second).is_none() {
                    return false;
                }
                ways_around += 1;
            }
        }
        ways_around == 2 || self.grid.place(from).shares_tile(self.grid.place(to))
    }
}
