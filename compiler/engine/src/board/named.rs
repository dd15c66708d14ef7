//! Maps whose squares and edges are given by names, as content declares them.
//!
//! A drawn map of the language has a legend: what each character stands for, in names that
//! the game's rules declare. The board itself needs a few of these names, and [`MapWords`] says
//! which; all others are features of squares.

use serde::{Deserialize, Serialize};

use super::compass::{Dir, Point};
use super::face::{Cell, Edge, Face};
use super::feature::Features;
use super::grid::{GridError, MAX_SIDE};

/// The names that the board itself needs.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
pub struct MapWords {
    /// Solid cells, and walls between squares.
    pub wall: Vec<String>,
    /// Squares open to the next tile, and doorways between squares.
    pub door: Vec<String>,
    /// Squares that are one half of a doorway.
    pub half: Vec<String>,
    /// Plain ground, which is not a feature.
    pub plain: Vec<String>,
}

/// What is drawn between two squares.
#[derive(Debug, Clone, Copy)]
pub struct NamedEdge<'n> {
    /// Column of the square whose side it is; one past the last for the eastern rim.
    pub x: usize,
    /// Row of the square whose side it is; one past the last for the southern rim.
    pub y: usize,
    /// The side: north or west.
    pub side: Dir,
    /// What is there.
    pub names: &'n [String],
}

impl MapWords {
    /// The face that names describe. `square` returns the names of a cell, or `None` where the map
    /// has no cell.
    pub fn face<'n>(
        &self,
        width: usize,
        height: usize,
        square: impl Fn(usize, usize) -> Option<&'n [String]>,
        edges: impl IntoIterator<Item = NamedEdge<'n>>,
    ) -> Result<Face, GridError> {
        if width > MAX_SIDE || height > MAX_SIDE {
            return Err(GridError::TooLarge { width, height });
        }
        let mut face = Face::new(width as i16, height as i16);
        let mut doors = Vec::new();
        for at in face.points() {
            let Some(names) = square(at.x as usize, at.y as usize) else { continue };
            if any(&self.wall, names) {
                face.set_cell(at, Cell::Wall);
                continue;
            }
            let features = self.features(&mut face, names)?;
            let half = any(&self.half, names);
            face.set_cell(at, if half { Cell::Half(features) } else { Cell::Square(features) });
            if any(&self.door, names) {
                doors.push(at);
            }
        }
        face.close_rim(&doors);
        for edge in edges {
            let at = Point::new(edge.x as i16, edge.y as i16);
            let (at, side) = if face.holds(at) {
                (at, edge.side)
            } else {
                (at.step(edge.side), edge.side.opposite())
            };
            if any(&self.wall, edge.names) {
                face.set_edge(at, side, Edge::Wall);
            } else if any(&self.door, edge.names) {
                face.set_edge(at, side, Edge::Door);
            }
        }
        Ok(face)
    }

    /// The features among the names: all that the board itself does not need.
    fn features(&self, face: &mut Face, names: &[String]) -> Result<Features, GridError> {
        let used = [&self.door, &self.half, &self.plain];
        let features = names.iter().filter(|name| !used.iter().any(|list| list.contains(name)));
        features.into_iter().try_fold(Features::NONE, |set, name| {
            let feature = face.names.intern(name).ok_or(GridError::TooManyFeatures)?;
            Ok(set.union(feature))
        })
    }
}

fn any(list: &[String], names: &[String]) -> bool {
    names.iter().any(|name| list.contains(name))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::board::ascii::{self, Legend};

    fn names(list: &[&str]) -> Vec<String> {
        list.iter().map(|&name| name.to_owned()).collect()
    }

    fn words() -> MapWords {
        MapWords {
            wall: names(&["wall"]),
            door: names(&["door"]),
            half: names(&["half"]),
            plain: names(&["floor"]),
        }
    }

    #[test]
    fn names_draw_what_characters_draw() {
        let legend = BTreeMap::from([
            ('#', names(&["wall"])),
            ('.', names(&["floor"])),
            ('D', names(&["door"])),
            ('~', names(&["difficult", "lava"])),
        ]);
        let rows = ["##D", "#~.", " .."];
        let cell = |x: usize, y: usize| {
            rows[y].chars().nth(x).and_then(|glyph| legend.get(&glyph)).map(Vec::as_slice)
        };
        let named = words().face(3, 3, cell, []).expect("it is small");
        let drawn = Legend::default().with('~', &["difficult", "lava"]);
        assert_eq!(named, ascii::parse(&rows, &drawn).expect("well drawn").face);
    }

    #[test]
    fn edges_stand_between_squares_and_on_the_rim() {
        let (floor, wall, door) = (names(&["floor"]), names(&["wall"]), names(&["door"]));
        let edges = [
            NamedEdge { x: 1, y: 0, side: Dir::West, names: &wall },
            NamedEdge { x: 2, y: 0, side: Dir::West, names: &door },
        ];
        let named = words().face(2, 1, |_, _| Some(&floor), edges).expect("it is small");
        let drawn = ascii::parse_edges(&["+-+-+", "|.|.:", "+-+-+"], &Legend::default());
        assert_eq!(named, drawn.expect("well drawn").face);
        assert!(words().face(64, 1, |_, _| Some(&floor), []).is_err());
    }
}
