//! One side of a tile, or a whole map, as it is drawn: cells, and the edges between them.

use serde::{Deserialize, Serialize};

use super::compass::{Dir, Point, Turn};
use super::feature::{FeatureNames, Features};

/// What a cell of the drawing is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Cell {
    /// Not part of the tile: another tile may lie there.
    #[default]
    Void,
    /// Solid: no figure can stand there or see through it.
    Wall,
    /// A place to stand, with its features.
    Square(Features),
    /// A doorway of which this tile has only one half; the tile that joins brings the other.
    Half(Features),
}

impl Cell {
    /// The features of a place to stand.
    pub fn features(self) -> Option<Features> {
        match self {
            Self::Square(features) | Self::Half(features) => Some(features),
            Self::Void | Self::Wall => None,
        }
    }
}

/// What lies between two cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Edge {
    /// Nothing.
    #[default]
    Open,
    /// A wall.
    Wall,
    /// A doorway. On the rim of a tile it is open only where another tile's doorway meets it.
    Door,
}

/// One side of a tile.
///
/// A double-sided tile is two faces; a face can be turned by quarters and mirrored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Face {
    width: i16,
    height: i16,
    cells: Vec<Cell>,
    /// The edges west of each cell and east of the last, row by row.
    upright: Vec<Edge>,
    /// The edges north of each cell and south of the last row, row by row.
    level: Vec<Edge>,
    /// The names of the features of the cells.
    pub names: FeatureNames,
}

impl Face {
    /// A face of that size, all void and all edges open.
    pub fn new(width: i16, height: i16) -> Self {
        let (width, height) = (width.max(0), height.max(0));
        let (w, h) = (width as usize, height as usize);
        Self {
            width,
            height,
            cells: vec![Cell::Void; w * h],
            upright: vec![Edge::Open; (w + 1) * h],
            level: vec![Edge::Open; w * (h + 1)],
            names: FeatureNames::default(),
        }
    }

    /// Columns.
    pub fn width(&self) -> i16 {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> i16 {
        self.height
    }

    /// All cells of the drawing, row by row.
    pub fn points(&self) -> impl Iterator<Item = Point> + use<> {
        let (width, height) = (self.width, self.height);
        (0..height).flat_map(move |y| (0..width).map(move |x| Point::new(x, y)))
    }

    /// What a cell is; void outside of the drawing.
    pub fn cell(&self, at: Point) -> Cell {
        if self.holds(at) { self.cells[self.cell_index(at)] } else { Cell::Void }
    }

    /// Draws a cell; nothing happens outside of the drawing.
    pub fn set_cell(&mut self, at: Point, cell: Cell) {
        if self.holds(at) {
            let index = self.cell_index(at);
            self.cells[index] = cell;
        }
    }

    /// What lies on a side of a cell of the drawing; a wall for other cells and for diagonals.
    pub fn edge(&self, at: Point, side: Dir) -> Edge {
        match self.edge_index(at, side) {
            Some((true, index)) => self.upright[index],
            Some((false, index)) => self.level[index],
            None => Edge::Wall,
        }
    }

    /// Draws what lies on a side of a cell.
    pub fn set_edge(&mut self, at: Point, side: Dir, edge: Edge) {
        match self.edge_index(at, side) {
            Some((true, index)) => self.upright[index] = edge,
            Some((false, index)) => self.level[index] = edge,
            None => {}
        }
    }

    /// Closes the rim: where a square borders on nothing, it gets a doorway if it is in `doors`,
    /// else a wall.
    pub(crate) fn close_rim(&mut self, doors: &[Point]) {
        for at in self.points().filter(|at| self.cell(*at).features().is_some()).collect::<Vec<_>>()
        {
            for side in Dir::SIDES {
                if self.cell(at.step(side)) == Cell::Void {
                    let edge = if doors.contains(&at) { Edge::Door } else { Edge::Wall };
                    self.set_edge(at, side, edge);
                }
            }
        }
    }

    /// The face turned clockwise.
    pub fn turned(&self, turn: Turn) -> Self {
        let (width, height) = match turn {
            Turn::None => return self.clone(),
            Turn::Half => (self.width, self.height),
            Turn::Right | Turn::Left => (self.height, self.width),
        };
        self.moved(width, height, |at| self.turned_point(at, turn), |side| turn.apply(side))
    }

    /// The face mirrored: east and west change places.
    pub fn mirrored(&self) -> Self {
        let width = self.width;
        self.moved(
            self.width,
            self.height,
            |at| Point::new(width - 1 - at.x, at.y),
            |side| match side {
                Dir::East => Dir::West,
                Dir::West => Dir::East,
                other => other,
            },
        )
    }

    /// Where a cell of the drawing comes to lie when the face is turned.
    pub fn turned_point(&self, at: Point, turn: Turn) -> Point {
        let (w, h) = (self.width, self.height);
        match turn {
            Turn::None => at,
            Turn::Right => Point::new(h - 1 - at.y, at.x),
            Turn::Half => Point::new(w - 1 - at.x, h - 1 - at.y),
            Turn::Left => Point::new(at.y, w - 1 - at.x),
        }
    }

    /// The doorways of the rim: the cell, and the side that leads out. A half space leads out on
    /// the side where the drawing ends.
    pub fn openings(&self) -> Vec<(Point, Dir)> {
        let mut openings = Vec::new();
        for at in self.points() {
            for side in Dir::SIDES {
                let leads_out = match self.cell(at) {
                    Cell::Half(_) => !self.holds(at.step(side)),
                    Cell::Square(_) => {
                        self.edge(at, side) == Edge::Door && self.cell(at.step(side)) == Cell::Void
                    }
                    Cell::Void | Cell::Wall => false,
                };
                if leads_out {
                    openings.push((at, side));
                }
            }
        }
        openings
    }

    /// Whether the drawing has that cell.
    pub fn holds(&self, at: Point) -> bool {
        (0..self.width).contains(&at.x) && (0..self.height).contains(&at.y)
    }

    fn moved(
        &self,
        width: i16,
        height: i16,
        place: impl Fn(Point) -> Point,
        facing: impl Fn(Dir) -> Dir,
    ) -> Self {
        let mut face = Self::new(width, height);
        face.names = self.names.clone();
        for at in self.points() {
            face.set_cell(place(at), self.cell(at));
            for side in Dir::SIDES {
                face.set_edge(place(at), facing(side), self.edge(at, side));
            }
        }
        face
    }

    fn cell_index(&self, at: Point) -> usize {
        at.y as usize * self.width as usize + at.x as usize
    }

    /// Where an edge is stored: in `upright` (true) or in `level`.
    fn edge_index(&self, at: Point, side: Dir) -> Option<(bool, usize)> {
        if !self.holds(at) {
            return None;
        }
        let (x, y, width) = (at.x as usize, at.y as usize, self.width as usize);
        match side {
            Dir::West => Some((true, y * (width + 1) + x)),
            Dir::East => Some((true, y * (width + 1) + x + 1)),
            Dir::North => Some((false, y * width + x)),
            Dir::South => Some((false, (y + 1) * width + x)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corner_piece() -> Face {
        let mut face = Face::new(3, 2);
        for at in face.points() {
            face.set_cell(at, Cell::Square(Features::NONE));
        }
        face.set_cell(Point::new(0, 1), Cell::Wall);
        face.close_rim(&[Point::new(2, 0)]);
        face
    }

    #[test]
    fn four_quarters_are_no_turn() {
        let face = corner_piece();
        let right = face.turned(Turn::Right);
        assert_eq!((right.width(), right.height()), (2, 3));
        assert_eq!(right.cell(Point::new(0, 0)), Cell::Wall);
        assert_eq!(right.turned(Turn::Left), face);
        assert_eq!(face.turned(Turn::Half).turned(Turn::Half), face);
        assert_eq!(face.mirrored().mirrored(), face);
    }

    #[test]
    fn doors_turn_with_the_face() {
        let face = corner_piece();
        assert_eq!(
            face.openings(),
            [(Point::new(2, 0), Dir::North), (Point::new(2, 0), Dir::East)]
        );
        for turn in Turn::ALL {
            let mut expected: Vec<_> = face
                .openings()
                .into_iter()
                .map(|(at, side)| (face.turned_point(at, turn), turn.apply(side)))
                .collect();
            expected.sort();
            let mut openings = face.turned(turn).openings();
            openings.sort();
            assert_eq!(openings, expected, "{turn:?}");
        }
    }
}
