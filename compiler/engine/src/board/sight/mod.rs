//! Line of sight, exact.
//!
//! No sampling and no floating point: each [`SightLine`] is decided by integers.
//! What solid cells, walls and opaque features allow is worked out once for a map;
//! figures in the way are looked at when somebody asks.

mod any_point;
mod corners;
mod lines;
mod screen;
mod straight;

pub use screen::{Seen, screen};

use super::compass::Point;
use super::grid::Grid;
use super::ground::{Ways, with_features};
use super::rules::{SightLine, SightRule};
use super::squares::{Square, Squares};
use any_point::AnyPoint;
use corners::Corners;

/// Who sees what on a map.
#[derive(Debug, Clone)]
pub struct Sight {
    cells: Vec<Point>,
    seen: Vec<Squares>,
    near: Vec<Squares>,
    lines: Lines,
}

#[derive(Debug, Clone)]
enum Lines {
    AnyPoint(AnyPoint),
    Corners(Corners),
    Straight(Box<Grid>),
}

impl Sight {
    /// Works out who sees what when no figure is in the way.
    pub fn new(grid: &Grid, rule: &SightRule) -> Self {
        let opaque = with_features(grid, grid.names().set(&rule.opaque));
        let lines = match rule.line {
            SightLine::AnyPoint => Lines::AnyPoint(AnyPoint::new(grid, &opaque)),
            SightLine::Corners => Lines::Corners(Corners::new(grid, &opaque)),
            SightLine::Straight => Lines::Straight(Box::new(grid.clone())),
        };
        let near = match rule.adjacent {
            Some(diagonal) => {
                let ways = Ways::new(grid, diagonal, Default::default(), false);
                grid.squares().map(|square| ways.around(square)).collect()
            }
            None => vec![Squares::EMPTY; grid.len()],
        };
        let cells = grid.squares().map(|square| grid.at(square)).collect();
        let mut sight = Self { cells, seen: vec![Squares::EMPTY; grid.len()], near, lines };
        for from in grid.squares() {
            sight.seen[from.index()].insert(from);
            for to in (from.0 + 1..grid.len() as u16).map(Square) {
                // Every line leads both ways.
                if sight.clear(from, to, &Squares::EMPTY) {
                    sight.seen[from.index()].insert(to);
                    sight.seen[to.index()].insert(from);
                }
            }
        }
        sight
    }

    /// The squares that are seen from a square when no figure is in the way, itself included.
    pub fn seen_from(&self, from: Square) -> &Squares {
        &self.seen[from.index()]
    }

    /// The squares that a figure sees from any of its squares when no figure is in the way.
    /// Areas use this: figures are never in the way of an area.
    pub fn seen_by(&self, figure: &[Square]) -> Squares {
        figure.iter().fold(Squares::EMPTY, |seen, square| seen | self.seen[square.index()])
    }

    /// Whether a square is seen from another when no figure is in the way.
    pub fn sees(&self, from: Square, to: Square) -> bool {
        self.seen[from.index()].contains(to)
    }

    /// Whether a square is seen from another past the figures on some squares. The two squares
    /// themselves are never in the way.
    pub fn sees_past(&self, from: Square, to: Square, figures: &Squares) -> bool {
        self.sees(from, to)
            && (!self.anyone_near(from, to, figures) || self.clear(from, to, figures))
    }

    /// Whether a figure sees another: whether any square of the one is seen from any square of
    /// the other past the figures on some squares. Leave the two figures' own squares out.
    pub fn figure_sees(&self, from: &[Square], to: &[Square], figures: &Squares) -> bool {
        from.iter().any(|from| to.iter().any(|to| self.sees_past(*from, *to, figures)))
    }

    /// Whether a figure stands where it could be in the way: no farther out than one cell around
    /// the two squares, since lines may run along a border.
    fn anyone_near(&self, from: Square, to: Square, figures: &Squares) -> bool {
        let (a, b) = (self.cells[from.index()], self.cells[to.index()]);
        let columns = a.x.min(b.x) - 1..=a.x.max(b.x) + 1;
        let rows = a.y.min(b.y) - 1..=a.y.max(b.y) + 1;
        figures.iter().filter(|figure| *figure != from && *figure != to).any(|figure| {
            let at = self.cells[figure.index()];
            columns.contains(&at.x) && rows.contains(&at.y)
        })
    }

    fn clear(&self, from: Square, to: Square, figures: &Squares) -> bool {
        if self.near[from.index()].contains(to) {
            return true;
        }
        match &self.lines {
            Lines::AnyPoint(lines) => lines.clear(from, to, figures),
            Lines::Corners(lines) => lines.clear(from, to, figures),
            Lines::Straight(grid) => straight::clear(grid, from, to, figures),
        }
    }
}

impl SightRule {
    /// The rule for those who fly, or are seen flying: no feature is in the way.
    pub fn aloft(&self) -> Self {
        Self { opaque: Vec::new(), ..self.clone() }
    }
}
