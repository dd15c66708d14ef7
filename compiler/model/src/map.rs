//! Maps: squares drawn with one character each, and walls or doors between them.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A drawn map and what its marks mean.
///
/// The drawing is kept as it is; [`Map::square`] and [`Map::edges`] read it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Map {
    /// How the drawing is read.
    pub form: MapForm,
    /// The drawing, top line first; all lines have the same length. A space means "no square".
    pub rows: Vec<String>,
    /// What each mark of the drawing stands for: values of the map's enum.
    pub legend: BTreeMap<char, Vec<String>>,
}

/// How a drawing is read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MapForm {
    /// Every character is a square; walls are squares.
    #[default]
    Squares,
    /// Characters on odd lines and columns (counted from 0) are squares. A character between two
    /// squares is the edge between them, a space if there is nothing. The rest are corners.
    Edges,
}

/// Where an edge lies.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum EdgeSide {
    /// Above the square.
    North,
    /// Left of the square.
    West,
}

/// Something that is drawn between two squares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MapEdge<'m> {
    /// Column of the square, from 0. One past the last for the eastern border.
    pub x: usize,
    /// Line of the square, from 0. One past the last for the southern border.
    pub y: usize,
    /// The side of that square.
    pub side: EdgeSide,
    /// What is there.
    pub values: &'m [String],
}

impl Map {
    /// Squares from west to east.
    pub fn width(&self) -> usize {
        let drawn = self.rows.first().map_or(0, |row| row.chars().count());
        match self.form {
            MapForm::Squares => drawn,
            MapForm::Edges => drawn / 2,
        }
    }

    /// Squares from north to south.
    pub fn height(&self) -> usize {
        match self.form {
            MapForm::Squares => self.rows.len(),
            MapForm::Edges => self.rows.len() / 2,
        }
    }

    /// The character drawn for a square; none outside of the map.
    pub fn mark(&self, x: usize, y: usize) -> Option<char> {
        if x >= self.width() || y >= self.height() {
            return None;
        }
        match self.form {
            MapForm::Squares => self.drawn(x, y),
            MapForm::Edges => self.drawn(2 * x + 1, 2 * y + 1),
        }
    }

    /// What a square holds; none where the drawing has a space or outside of the map.
    pub fn square(&self, x: usize, y: usize) -> Option<&[String]> {
        self.legend.get(&self.mark(x, y)?).map(Vec::as_slice)
    }

    /// All squares with their column and line, line by line.
    pub fn squares(&self) -> impl Iterator<Item = (usize, usize, &[String])> {
        (0..self.height()).flat_map(move |y| {
            (0..self.width()).filter_map(move |x| self.square(x, y).map(|values| (x, y, values)))
        })
    }

    /// What is drawn between squares, line by line.
    pub fn edges(&self) -> Vec<MapEdge<'_>> {
        let mut edges = Vec::new();
        if self.form == MapForm::Squares {
            return edges;
        }
        for y in 0..=self.height() {
            for x in 0..=self.width() {
                for (column, line, side) in
                    [(2 * x + 1, 2 * y, EdgeSide::North), (2 * x, 2 * y + 1, EdgeSide::West)]
                {
                    let mark = self.drawn(column, line);
                    if let Some(values) = mark.and_then(|mark| self.legend.get(&mark)) {
                        edges.push(MapEdge { x, y, side, values });
                    }
                }
            }
        }
        edges
    }

    fn drawn(&self, column: usize, line: usize) -> Option<char> {
        self.rows.get(line)?.chars().nth(column)
    }
}
