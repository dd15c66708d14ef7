//! A map: the squares of all its tiles on one lattice, with the edges between them.

use thiserror::Error;

use super::ascii::{self, DrawingError, Legend};
use super::compass::{Dir, Point};
use super::face::{Cell, Edge, Face};
use super::feature::{FeatureNames, Features};
use super::layout::{Joint, Layout};
use super::squares::{MAX_SQUARES, Square, Squares};

/// The most columns and rows of a map: a line of cells and the edge behind it fit into a word.
pub const MAX_SIDE: usize = 63;

/// Stands for no tile.
pub const NO_TILE: u8 = u8::MAX;

const NO_SQUARE: u16 = u16::MAX;

/// Why tiles cannot be joined to a map.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum GridError {
    /// The drawing cannot be read.
    #[error(transparent)]
    Drawing(#[from] DrawingError),
    /// There is no place to stand.
    #[error("the map has no square")]
    NoSquares,
    /// Too long a side.
    #[error("the map is {width} by {height} cells; a side may have at most {MAX_SIDE}")]
    TooLarge {
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },
    /// Too many squares.
    #[error("the map has {0} squares; there may be at most {MAX_SQUARES}")]
    TooManySquares(usize),
    /// Too many different features.
    #[error("the map uses too many different features")]
    TooManyFeatures,
    /// Two tiles lie on the same cell.
    #[error("two tiles lie on column {}, row {}", .0.x, .0.y)]
    Overlap(Point),
    /// One tile has a half space where the other has a wall.
    #[error("at column {}, row {} a half space meets a wall", .0.x, .0.y)]
    HalfMeetsWall(Point),
    /// A half space that is not on a side of its tile.
    #[error("the half space at column {}, row {} is not on a side of its tile", .0.x, .0.y)]
    HalfInside(Point),
    /// More tiles than can be numbered.
    #[error("a map has at most {NO_TILE} tiles")]
    TooManyTiles,
    /// The new tile touches no doorway of a tile on the table.
    #[error("no doorway of the tile meets a doorway of another")]
    NoDoorMeets,
}

/// What a map knows about one square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GridSquare {
    /// The cell of the lattice.
    pub at: Point,
    /// What it is made of.
    pub features: Features,
    /// The tiles it belongs to; a joined half space belongs to two. The rest is [`NO_TILE`].
    pub tiles: [u8; 2],
    /// The side of the cell where a half space is that is not joined yet.
    pub half: Option<Dir>,
}

impl GridSquare {
    /// Whether the squares belong to the same tile.
    pub fn shares_tile(&self, other: &Self) -> bool {
        self.tiles.iter().any(|tile| *tile != NO_TILE && other.tiles.contains(tile))
    }
}

/// A map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grid {
    face: Face,
    squares: Vec<u16>,
    places: Vec<GridSquare>,
}

impl Grid {
    /// A map drawn in the plain form of [`ascii`](mod@super::ascii).
    pub fn parse<S: AsRef<str>>(rows: &[S], legend: &Legend) -> Result<Self, GridError> {
        Self::of_face(&ascii::parse(rows, legend)?.face)
    }

    /// A map drawn in the edge form of [`ascii`](mod@super::ascii).
    pub fn parse_edges<S: AsRef<str>>(rows: &[S], legend: &Legend) -> Result<Self, GridError> {
        Self::of_face(&ascii::parse_edges(rows, legend)?.face)
    }

    /// A map of one tile.
    pub fn of_face(face: &Face) -> Result<Self, GridError> {
        let mut layout = Layout::new(Joint::Rim);
        layout.put(face.clone(), Point::new(0, 0));
        layout.grid()
    }

    /// Numbers the squares of a drawing. `belongs` says to which tiles a cell belongs, and in
    /// which side of the cell a half space is.
    pub(super) fn number(
        face: Face,
        belongs: impl Fn(Point) -> ([u8; 2], Option<Dir>),
    ) -> Result<Self, GridError> {
        let (width, height) = (face.width() as usize, face.height() as usize);
        if width > MAX_SIDE || height > MAX_SIDE {
            return Err(GridError::TooLarge { width, height });
        }
        let mut squares = vec![NO_SQUARE; width * height];
        let mut places = Vec::new();
        for at in face.points() {
            let Some(features) = face.cell(at).features() else { continue };
            squares[at.y as usize * width + at.x as usize] = places.len() as u16;
            let (tiles, half) = belongs(at);
            places.push(GridSquare { at, features, tiles, half });
        }
        match places.len() {
            0 => Err(GridError::NoSquares),
            count if count > MAX_SQUARES => Err(GridError::TooManySquares(count)),
            _ => Ok(Self { face, squares, places }),
        }
    }

    /// Columns of the lattice.
    pub fn width(&self) -> i16 {
        self.face.width()
    }

    /// Rows of the lattice.
    pub fn height(&self) -> i16 {
        self.face.height()
    }

    /// How many squares there are.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether there is no square; never true for a map that was built.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// All squares, in reading order.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        (0..self.places.len() as u16).map(Square)
    }

    /// All squares as a set.
    pub fn all(&self) -> Squares {
        Squares::first(self.places.len())
    }

    /// What the map knows about a square.
    pub fn place(&self, square: Square) -> &GridSquare {
        &self.places[square.index()]
    }

    /// The cell of a square.
    pub fn at(&self, square: Square) -> Point {
        self.place(square).at
    }

    /// The square on a cell, if there is one.
    pub fn square(&self, at: Point) -> Option<Square> {
        if !self.face.holds(at) {
            return None;
        }
        let number = self.squares[at.y as usize * self.face.width() as usize + at.x as usize];
        (number != NO_SQUARE).then_some(Square(number))
    }

    /// What a cell of the lattice is.
    pub fn cell(&self, at: Point) -> Cell {
        self.face.cell(at)
    }

    /// What lies on a side of a cell.
    pub fn edge(&self, at: Point, side: Dir) -> Edge {
        self.face.edge(at, side)
    }

    /// Whether a wall stands on a side of a cell. A doorway is not a wall, even if it leads
    /// nowhere.
    pub fn walled(&self, at: Point, side: Dir) -> bool {
        self.edge(at, side) == Edge::Wall
    }

    /// Changes what lies on a side of a square, such as a door that a quest locks. Tables that
    /// were made from the map before are not updated.
    pub fn set_edge(&mut self, square: Square, side: Dir, edge: Edge) {
        let at = self.at(square);
        self.face.set_edge(at, side, edge);
    }

    /// The square across an edge, unless a wall is between.
    pub fn across(&self, square: Square, side: Dir) -> Option<Square> {
        let at = self.at(square);
        if self.walled(at, side) { None } else { self.square(at.step(side)) }
    }

    /// The names of the features.
    pub fn names(&self) -> &FeatureNames {
        &self.face.names
    }

    /// The squares that have a feature of that name.
    pub fn having(&self, feature: &str) -> Squares {
        let wanted = self.names().set(&[feature]);
        self.squares().filter(|square| self.place(*square).features.intersects(wanted)).collect()
    }

    /// The squares of a tile.
    pub fn tile(&self, tile: u8) -> Squares {
        self.squares().filter(|square| self.place(*square).tiles.contains(&tile)).collect()
    }

    /// Doorways that lead nowhere: the square and the side, such as the exits of a dungeon.
    pub fn exits(&self) -> Vec<(Square, Dir)> {
        let mut exits = Vec::new();
        for square in self.squares() {
            let place = self.place(square);
            if let Some(half) = place.half {
                exits.push((square, half.opposite()));
            }
            exits.extend(Dir::SIDES.into_iter().filter_map(|side| {
                let out = self.edge(place.at, side) == Edge::Door
                    && self.square(place.at.step(side)).is_none();
                out.then_some((square, side))
            }));
        }
        exits
    }

    /// The map as a drawing, which can be turned or mirrored to build another map.
    pub fn face(&self) -> &Face {
        &self.face
    }

    /// The map as text, one character per cell: `#` for a wall, `.` for a square, or what `mark`
    /// returns.
    pub fn draw(&self, mark: impl Fn(Square) -> Option<char>) -> String {
        let mut text = String::new();
        for y in 0..self.height() {
            let row = (0..self.width()).map(|x| match self.square(Point::new(x, y)) {
                Some(square) => mark(square).unwrap_or('.'),
                None if self.cell(Point::new(x, y)) == Cell::Wall => '#',
                None => ' ',
            });
            text.push_str(row.collect::<String>().trim_end());
            text.push('\n');
        }
        text
    }
}
