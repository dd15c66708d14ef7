//! Places on the lattice, the eight directions, and turns by quarters.

use serde::{Deserialize, Serialize};

/// A cell of the lattice: `x` to the east, `y` to the south, from the top left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Point {
    /// Columns from the west.
    pub x: i16,
    /// Rows from the north.
    pub y: i16,
}

impl Point {
    /// The cell in that column and row.
    pub const fn new(x: i16, y: i16) -> Self {
        Self { x, y }
    }

    /// The cell as players read it off a drawn map: `c4` is the third column, the fourth row.
    pub fn name(self) -> String {
        format!("{}{}", Self::column(self.x), self.y + 1)
    }

    /// Columns are letters: a, b, … z, aa, ab …
    pub fn column(x: i16) -> String {
        let letter = |number: i16| char::from(b'a' + (number.clamp(0, 25) as u8));
        match x / 26 {
            0 => letter(x).to_string(),
            more => format!("{}{}", letter(more - 1), letter(x % 26)),
        }
    }

    /// The next cell in a direction.
    pub const fn step(self, dir: Dir) -> Self {
        self.steps(dir, 1)
    }

    /// The cell `count` steps away in a direction.
    pub const fn steps(self, dir: Dir, count: i16) -> Self {
        let (dx, dy) = dir.offset();
        Self::new(self.x + dx * count, self.y + dy * count)
    }

    /// The steps between two cells if nothing is in the way and diagonal steps count one.
    pub fn chebyshev(self, other: Self) -> u16 {
        self.x.abs_diff(other.x).max(self.y.abs_diff(other.y))
    }
}

/// A direction of the compass.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Dir {
    /// Up the page.
    North,
    /// Up and right.
    NorthEast,
    /// To the right.
    East,
    /// Down and right.
    SouthEast,
    /// Down the page.
    South,
    /// Down and left.
    SouthWest,
    /// To the left.
    West,
    /// Up and left.
    NorthWest,
}

impl Dir {
    /// All directions, clockwise from the north. A direction's number is its index here.
    pub const ALL: [Self; 8] = [
        Self::North,
        Self::NorthEast,
        Self::East,
        Self::SouthEast,
        Self::South,
        Self::SouthWest,
        Self::West,
        Self::NorthWest,
    ];

    /// The four directions across an edge, clockwise from the north.
    pub const SIDES: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// Columns and rows of one step.
    pub const fn offset(self) -> (i16, i16) {
        match self {
            Self::North => (0, -1),
            Self::NorthEast => (1, -1),
            Self::East => (1, 0),
            Self::SouthEast => (1, 1),
            Self::South => (0, 1),
            Self::SouthWest => (-1, 1),
            Self::West => (-1, 0),
            Self::NorthWest => (-1, -1),
        }
    }

    /// Whether a step crosses a corner instead of an edge.
    pub(crate) const fn is_diagonal(self) -> bool {
        self as u8 % 2 == 1
    }

    /// The direction after a clockwise turn by eighths.
    pub const fn turned(self, eighths: u8) -> Self {
        Self::ALL[(self as usize + eighths as usize) % 8]
    }

    /// The direction back.
    pub const fn opposite(self) -> Self {
        self.turned(4)
    }

    /// The two directions across edges that a diagonal is made of; any other direction twice.
    pub const fn parts(self) -> [Self; 2] {
        if self.is_diagonal() { [self.turned(7), self.turned(1)] } else { [self, self] }
    }
}

/// How a tile lies: turned clockwise by quarters.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Turn {
    /// As drawn.
    #[default]
    None,
    /// A quarter clockwise.
    Right,
    /// Upside down.
    Half,
    /// A quarter counter-clockwise.
    Left,
}

impl Turn {
    /// All four, clockwise from how it is drawn.
    pub const ALL: [Self; 4] = [Self::None, Self::Right, Self::Half, Self::Left];

    /// Quarters clockwise.
    pub const fn quarters(self) -> u8 {
        self as u8
    }

    /// The clockwise turn by that number of quarters.
    pub const fn of_quarters(quarters: u8) -> Self {
        Self::ALL[quarters as usize % 4]
    }

    /// Where a direction of the drawing points after the turn.
    pub const fn apply(self, dir: Dir) -> Dir {
        dir.turned(self.quarters() * 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diagonal_is_made_of_two_sides() {
        assert_eq!(Dir::NorthEast.parts(), [Dir::North, Dir::East]);
        assert_eq!(Dir::NorthWest.parts(), [Dir::West, Dir::North]);
        assert_eq!(Dir::SouthWest.opposite(), Dir::NorthEast);
    }

    #[test]
    fn a_turn_moves_the_sides_clockwise() {
        assert_eq!(Turn::Right.apply(Dir::North), Dir::East);
        assert_eq!(Turn::Left.apply(Dir::North), Dir::West);
        assert_eq!(Turn::of_quarters(6), Turn::Half);
    }
}
