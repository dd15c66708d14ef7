//! What areas cover.
//!
//! Every shape is a block (the user's squares, or one of them) and rows of squares on its sides.
//! An area is first a shape on the lattice; then only the squares that are seen remain. A burst
//! looks from the target's square, every other area from any square of its user. Figures never
//! block an area.

use serde::{Deserialize, Serialize};

use super::compass::{Dir, Point};
use super::distance::Distances;
use super::grid::{Grid, MAX_SIDE};
use super::rules::{AreaReach, AreaRule, LargeArea};
use super::sight::Sight;
use super::squares::{Square, Squares};

/// The form of an area. Its size `x` is given with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// All squares up to `x` around a square of the target.
    Burst,
    /// All squares up to `x` around the user, its own included.
    Wave,
    /// Like a wave, but it lasts and moves with the user.
    Aura,
    /// `x` squares to all four sides, and the user's own.
    Cross,
    /// `x` squares to one side.
    Lance,
    /// `x` rows to one side, each wider by one on both ends than the row before.
    Spray,
    /// The row along one side, `x` squares longer on both ends.
    Sweep,
}

/// How an area is aimed. Players choose one of the aims that [`AreaBoard::aims`] lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Aim {
    /// Around the user.
    Around,
    /// Around a square of the target.
    At(Square),
    /// To a side.
    Toward(Dir),
    /// Around one of the user's squares.
    From(Square),
    /// To a side of one of the user's squares.
    FromToward(Square, Dir),
}

/// What an area needs to know about the board.
#[derive(Debug, Clone, Copy)]
pub struct AreaBoard<'a> {
    /// The map.
    pub grid: &'a Grid,
    /// The rule.
    pub rule: AreaRule,
    /// The sight between squares, without figures.
    pub sight: &'a Sight,
    /// Distances, for rules that count them.
    pub distances: &'a Distances,
}

impl AreaBoard<'_> {
    /// Every way to aim an area, in a fixed order. `target` matters to a burst only.
    pub fn aims(&self, shape: Shape, user: &[Square], target: &[Square]) -> Vec<Aim> {
        let chosen = self.rule.large == LargeArea::ChosenSquare && user.len() > 1;
        match shape {
            Shape::Burst => target.iter().copied().map(Aim::At).collect(),
            Shape::Wave | Shape::Aura => vec![Aim::Around],
            Shape::Cross if chosen => user.iter().copied().map(Aim::From).collect(),
            Shape::Cross => vec![Aim::Around],
            Shape::Lance | Shape::Spray | Shape::Sweep if chosen => user
                .iter()
                .flat_map(|square| Dir::SIDES.map(|side| Aim::FromToward(*square, side)))
                .collect(),
            Shape::Lance | Shape::Spray | Shape::Sweep => {
                Dir::SIDES.into_iter().map(Aim::Toward).collect()
            }
        }
    }

    /// The squares of an area of size `x` that a figure makes.
    pub fn squares(&self, shape: Shape, x: u8, user: &[Square], aim: Aim) -> Squares {
        match aim {
            Aim::At(target) => self.seen(self.shape(shape, x, &[target], None), &[target]),
            Aim::Around => self.seen(self.shape(shape, x, user, None), user),
            Aim::Toward(side) => self.seen(self.shape(shape, x, user, Some(side)), user),
            Aim::From(square) => self.seen(self.shape(shape, x, &[square], None), user),
            Aim::FromToward(square, side) => {
                self.seen(self.shape(shape, x, &[square], Some(side)), user)
            }
        }
    }

    /// Whether an area of size `x` around a figure ([`Shape::Wave`], [`Shape::Aura`]) covers a
    /// square of another.
    pub fn covers_around(&self, x: u8, user: &[Square], other: &[Square]) -> bool {
        let at = |square: &Square| self.grid.at(*square);
        let Some(block) = Block::around(user.iter().map(at)) else {
            return false;
        };
        let grown = block.grown(i16::from(x));
        let is_near = |square: &Square| match self.rule.reach {
            AreaReach::Plain => grown.holds(at(square)),
            AreaReach::Counted => self.distances.between_figures(user, &[*square]) <= x,
        };
        other.iter().any(|square| {
            is_near(square) && user.iter().any(|from| self.sight.sees(*from, *square))
        })
    }

    fn seen(&self, area: Squares, by: &[Square]) -> Squares {
        self.sight.seen_of(&area, by)
    }

    /// The squares of a shape around or beside a block, whether seen or not.
    pub fn shape(&self, shape: Shape, x: u8, block: &[Square], side: Option<Dir>) -> Squares {
        let Some(around) = Block::around(block.iter().map(|square| self.grid.at(*square))) else {
            return Squares::EMPTY;
        };
        // No map is longer, so a size that is far too large costs no time.
        let x = x.min(MAX_SIDE as u8);
        let rows = 1..=i16::from(x);
        let toward = side.into_iter();
        match shape {
            Shape::Burst | Shape::Wave | Shape::Aura => match self.rule.reach {
                AreaReach::Plain => self.on_map(around.grown(i16::from(x)).points()),
                AreaReach::Counted => self.distances.within(block, x),
            },
            Shape::Cross => {
                let arms = Dir::SIDES.into_iter().flat_map(|side| {
                    rows.clone().flat_map(move |row| around.row(side, row, 0).points())
                });
                self.on_map(arms) | block.iter().copied().collect()
            }
            Shape::Lance => self.on_map(toward.flat_map(|side| {
                rows.clone().flat_map(move |row| around.row(side, row, 0).points())
            })),
            Shape::Spray => self.on_map(toward.flat_map(|side| {
                rows.clone().flat_map(move |row| around.row(side, row, row - 1).points())
            })),
            Shape::Sweep => {
                self.on_map(toward.flat_map(|side| around.row(side, 1, i16::from(x)).points()))
            }
        }
    }

    fn on_map(&self, points: impl Iterator<Item = Point>) -> Squares {
        points.filter_map(|at| self.grid.square(at)).collect()
    }
}

/// A rectangle of cells, both ends included.
#[derive(Debug, Clone, Copy)]
struct Block {
    west: i16,
    east: i16,
    north: i16,
    south: i16,
}

impl Block {
    fn around(points: impl Iterator<Item = Point>) -> Option<Self> {
        let one = |at: Point| Self { west: at.x, east: at.x, north: at.y, south: at.y };
        points.map(one).reduce(|all, at| Self {
            west: all.west.min(at.west),
            east: all.east.max(at.east),
            north: all.north.min(at.north),
            south: all.south.max(at.south),
        })
    }

    fn holds(self, at: Point) -> bool {
        (self.west..=self.east).contains(&at.x) && (self.north..=self.south).contains(&at.y)
    }

    fn grown(self, by: i16) -> Self {
        Self {
            west: self.west - by,
            east: self.east + by,
            north: self.north - by,
            south: self.south + by,
        }
    }

    /// The row of cells that is the `number`th from the block on a side, `wider` at both ends.
    fn row(self, side: Dir, number: i16, wider: i16) -> Self {
        let (west, east) = (self.west - wider, self.east + wider);
        let (north, south) = (self.north - wider, self.south + wider);
        match side {
            Dir::North => {
                Self { west, east, north: self.north - number, south: self.north - number }
            }
            Dir::South => {
                Self { west, east, north: self.south + number, south: self.south + number }
            }
            Dir::West => Self { west: self.west - number, east: self.west - number, north, south },
            _ => Self { west: self.east + number, east: self.east + number, north, south },
        }
    }

    fn points(self) -> impl Iterator<Item = Point> {
        (self.north..=self.south)
            .flat_map(move |y| (self.west..=self.east).map(move |x| Point::new(x, y)))
    }
}
