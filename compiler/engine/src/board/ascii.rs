//! Maps drawn with characters.
//!
//! In the plain form every character is a cell, and walls are cells:
//!
//! ```text
//! ####D####
//! #..~~...#
//! D..~~.S.D
//! #########
//! ```
//!
//! In the edge form every second character is an edge, so that walls stand between squares:
//! `|` and `-` are walls, `:` and `=` doorways, a space is open.
//!
//! ```text
//! +-+-+-+
//! |. .|.|
//! + + + +
//! |. . .:
//! +-+-+-+
//! ```
//!
//! A [`Legend`] says what a character means for a cell. Characters that it lists as marks are
//! figures; their places are returned with the drawing.

use std::collections::BTreeMap;

use thiserror::Error;

use super::compass::{Dir, Point};
use super::face::{Cell, Edge, Face};
use super::feature::Features;
use super::grid::MAX_SIDE;

/// What is wrong with a drawing.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum DrawingError {
    /// There is nothing drawn.
    #[error("the map is empty")]
    Empty,
    /// More rows or columns than a map may have.
    #[error("the map is {width} by {height} cells; a side may have at most {MAX_SIDE}")]
    TooLarge {
        /// Columns drawn.
        width: usize,
        /// Rows drawn.
        height: usize,
    },
    /// A character that the legend does not explain.
    #[error("row {row}, column {column}: the legend does not say what `{glyph}` is")]
    UnknownGlyph {
        /// The character.
        glyph: char,
        /// From 1.
        row: usize,
        /// From 1, in characters.
        column: usize,
    },
    /// A character that is not an edge, where the edge form needs one.
    #[error(
        "row {row}, column {column}: `{glyph}` is no edge; use a space, a wall `|` or `-`, or a door `:` or `=`"
    )]
    UnknownEdge {
        /// The character.
        glyph: char,
        /// From 1.
        row: usize,
        /// From 1, in characters.
        column: usize,
    },
    /// The edge form needs an edge on both ends of every row and column.
    #[error(
        "the edge form needs an odd number of rows and columns, with edges all around; this is {columns} by {rows}"
    )]
    EvenSides {
        /// Characters in the longest row.
        columns: usize,
        /// Rows.
        rows: usize,
    },
    /// More features than a map can number.
    #[error("the map uses too many different features")]
    TooManyFeatures,
}

/// What a character stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Glyph {
    /// Nothing.
    Void,
    /// A solid cell.
    Wall,
    /// A square with these features.
    Square(Vec<String>),
    /// A square with these features, open to the next tile.
    Door(Vec<String>),
    /// One half of a doorway.
    Half(Vec<String>),
    /// A figure or a marker, on a square with these features.
    Mark(Vec<String>),
}

/// What the characters of a drawing stand for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Legend {
    glyphs: BTreeMap<char, Glyph>,
    /// Whether letters and digits that are not in the list are marks on plain squares.
    pub letters_are_marks: bool,
}

impl Default for Legend {
    /// A space for nothing, `#` for a wall, `.` for a plain square, `D` for a doorway.
    fn default() -> Self {
        let glyphs = BTreeMap::from([
            (' ', Glyph::Void),
            ('#', Glyph::Wall),
            ('.', Glyph::Square(Vec::new())),
            ('D', Glyph::Door(Vec::new())),
        ]);
        Self { glyphs, letters_are_marks: false }
    }
}

impl Legend {
    /// Sets what a character stands for.
    pub fn set(&mut self, glyph: char, meaning: Glyph) {
        self.glyphs.insert(glyph, meaning);
    }

    /// The legend with one more square: `legend.with('~', &["difficult"])`.
    pub fn with(mut self, glyph: char, features: &[&str]) -> Self {
        self.set(glyph, Glyph::Square(features.iter().map(|&name| name.to_owned()).collect()));
        self
    }

    /// The legend in which other letters and digits are figures.
    pub fn with_marks(mut self) -> Self {
        self.letters_are_marks = true;
        self
    }

    fn meaning(&self, glyph: char) -> Option<Glyph> {
        match self.glyphs.get(&glyph) {
            Some(meaning) => Some(meaning.clone()),
            None if self.letters_are_marks && glyph.is_alphanumeric() => {
                Some(Glyph::Mark(Vec::new()))
            }
            None => None,
        }
    }
}

/// A drawing that has been read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawing {
    /// Cells and edges.
    pub face: Face,
    /// The cells under each mark, in reading order.
    pub marks: BTreeMap<char, Vec<Point>>,
}

/// Reads the plain form. Short rows are filled up with nothing.
pub fn parse<S: AsRef<str>>(rows: &[S], legend: &Legend) -> Result<Drawing, DrawingError> {
    let glyphs = characters(rows)?;
    let mut reader = Reader::new(glyphs[0].len(), glyphs.len(), legend)?;
    for (y, row) in glyphs.iter().enumerate() {
        for (x, &glyph) in row.iter().enumerate() {
            reader.cell(x, y, glyph, (x, y))?;
        }
    }
    Ok(reader.finish())
}

/// Reads the edge form.
pub fn parse_edges<S: AsRef<str>>(rows: &[S], legend: &Legend) -> Result<Drawing, DrawingError> {
    let glyphs = characters(rows)?;
    let (columns, lines) = (glyphs[0].len(), glyphs.len());
    if columns % 2 == 0 || lines % 2 == 0 || columns < 3 || lines < 3 {
        return Err(DrawingError::EvenSides { columns, rows: lines });
    }
    let mut reader = Reader::new(columns / 2, lines / 2, legend)?;
    let mut edges = Vec::new();
    for (row, line) in glyphs.iter().enumerate() {
        for (column, &glyph) in line.iter().enumerate() {
            match (column % 2, row % 2) {
                (1, 1) => reader.cell(column / 2, row / 2, glyph, (column, row))?,
                (0, 0) => {
                    edge(glyph, "+|-", "", column, row)?;
                }
                (0, _) => edges.push((column, row, edge(glyph, "|", ":", column, row)?)),
                _ => edges.push((column, row, edge(glyph, "-", "=", column, row)?)),
            }
        }
    }
    let mut drawing = reader.finish();
    for (column, row, edge) in edges {
        let (beside, side) = match column % 2 {
            0 if column == 0 => ((0, row / 2), Dir::West),
            0 => ((column / 2 - 1, row / 2), Dir::East),
            _ if row == 0 => ((column / 2, 0), Dir::North),
            _ => ((column / 2, row / 2 - 1), Dir::South),
        };
        let at = Point::new(beside.0 as i16, beside.1 as i16);
        let face = &mut drawing.face;
        let rim = [at, at.step(side)].iter().any(|cell| face.cell(*cell) == Cell::Void);
        // An open edge of the rim leads nowhere, so it counts as a wall.
        face.set_edge(at, side, if rim && edge == Edge::Open { Edge::Wall } else { edge });
    }
    Ok(drawing)
}

/// The rows as characters, all of the same length.
fn characters<S: AsRef<str>>(rows: &[S]) -> Result<Vec<Vec<char>>, DrawingError> {
    let mut glyphs: Vec<Vec<char>> =
        rows.iter().map(|row| row.as_ref().trim_end().chars().collect()).collect();
    while glyphs.last().is_some_and(Vec::is_empty) {
        glyphs.pop();
    }
    let width = glyphs.iter().map(Vec::len).max().unwrap_or(0);
    if width == 0 {
        return Err(DrawingError::Empty);
    }
    for row in &mut glyphs {
        row.resize(width, ' ');
    }
    Ok(glyphs)
}

fn edge(
    glyph: char,
    walls: &str,
    doors: &str,
    column: usize,
    row: usize,
) -> Result<Edge, DrawingError> {
    match glyph {
        ' ' => Ok(Edge::Open),
        _ if walls.contains(glyph) => Ok(Edge::Wall),
        _ if doors.contains(glyph) => Ok(Edge::Door),
        _ => Err(DrawingError::UnknownEdge { glyph, row: row + 1, column: column + 1 }),
    }
}

struct Reader<'l> {
    legend: &'l Legend,
    face: Face,
    doors: Vec<Point>,
    marks: BTreeMap<char, Vec<Point>>,
}

impl<'l> Reader<'l> {
    fn new(width: usize, height: usize, legend: &'l Legend) -> Result<Self, DrawingError> {
        if width > MAX_SIDE || height > MAX_SIDE {
            return Err(DrawingError::TooLarge { width, height });
        }
        let face = Face::new(width as i16, height as i16);
        Ok(Self { legend, face, doors: Vec::new(), marks: BTreeMap::new() })
    }

    fn cell(
        &mut self,
        x: usize,
        y: usize,
        glyph: char,
        drawn_at: (usize, usize),
    ) -> Result<(), DrawingError> {
        let (column, row) = (drawn_at.0 + 1, drawn_at.1 + 1);
        let meaning = self.legend.meaning(glyph);
        let meaning = meaning.ok_or(DrawingError::UnknownGlyph { glyph, row, column })?;
        let at = Point::new(x as i16, y as i16);
        let cell = match &meaning {
            Glyph::Void => Cell::Void,
            Glyph::Wall => Cell::Wall,
            Glyph::Half(names) => Cell::Half(self.features(names)?),
            Glyph::Square(names) | Glyph::Door(names) | Glyph::Mark(names) => {
                Cell::Square(self.features(names)?)
            }
        };
        match meaning {
            Glyph::Door(_) => self.doors.push(at),
            Glyph::Mark(_) => self.marks.entry(glyph).or_default().push(at),
            _ => {}
        }
        self.face.set_cell(at, cell);
        Ok(())
    }

    fn features(&mut self, names: &[String]) -> Result<Features, DrawingError> {
        names.iter().try_fold(Features::NONE, |set, name| {
            let feature = self.face.names.intern(name).ok_or(DrawingError::TooManyFeatures)?;
            Ok(set.union(feature))
        })
    }

    fn finish(mut self) -> Drawing {
        self.face.close_rim(&self.doors);
        Drawing { face: self.face, marks: self.marks }
    }
}
