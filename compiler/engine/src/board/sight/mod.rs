//! Line of sight, exact.
//!
//! Each [`SightLine`] is decided by integers, without sampling or floating point. What solid
//! cells, walls and opaque features allow is worked out once for each pair of squares; figures in
//! the way are checked with each question.

mod any_point;
mod corners;
mod lines;
mod screen;
mod straight;

pub use screen::{Seen, screen};

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use super::compass::Point;
use super::grid::Grid;
use super::ground::{Ways, with_features};
use super::rules::{SightLine, SightRule};
use super::squares::{Square, Squares};
use any_point::AnyPoint;
use corners::Corners;

/// Which squares of a map see each other. Copies share what was worked out.
#[derive(Debug, Clone)]
pub struct Sight(Arc<Map>);

#[derive(Debug)]
struct Map {
    cells: Vec<Point>,
    near: Vec<Squares>,
    lines: Lines,
    /// Two bits for each pair of squares: whether it was worked out, and the result. Most pairs of
    /// a large map are never asked for, so each is worked out when it is first needed.
    pairs: Vec<AtomicU64>,
    /// What is seen from each square, for squares where all of it was asked for.
    seen: Vec<OnceLock<Squares>>,
}

#[derive(Debug)]
enum Lines {
    AnyPoint(AnyPoint),
    Corners(Corners),
    Straight(Box<Grid>),
}

/// Pairs in a word of [`Map::pairs`].
const PAIRS: usize = 32;

impl Sight {
    /// Makes a map ready for looking when no figure is in the way.
    pub fn new(grid: &Grid, rule: &SightRule) -> Self {
        let opaque = with_features(grid, grid.names().set(&rule.opaque));
        let lines = match rule.line {
            SightLine::AnyPoint => Lines::AnyPoint(AnyPoint::new(grid, &opaque)),
            SightLine::Corners => Lines::Corners(Corners::new(grid, &opaque)),
            SightLine::Straight => Lines::Straight(Box::new(grid.clone())),
        };
        let count = grid.len();
        let near = match rule.adjacent {
            Some(diagonal) => {
                let ways = Ways::new(grid, diagonal, Default::default(), false);
                grid.squares().map(|square| *ways.around(square)).collect()
            }
            None => vec![Squares::EMPTY; count],
        };
        Self(Arc::new(Map {
            cells: grid.squares().map(|square| grid.at(square)).collect(),
            near,
            lines,
            pairs: (0..(count * count).div_ceil(PAIRS)).map(|_| AtomicU64::new(0)).collect(),
            seen: (0..count).map(|_| OnceLock::new()).collect(),
        }))
    }

    /// The squares that are seen from a square when no figure is in the way, itself included.
    pub fn seen_from(&self, from: Square) -> &Squares {
        self.0.seen[from.index()].get_or_init(|| {
            let all = (0..self.0.cells.len() as u16).map(Square);
            all.filter(|to| self.sees(from, *to)).collect()
        })
    }

    /// The squares of an area that a figure sees from any of its squares. Other figures are
    /// ignored, because figures never block an area.
    pub(crate) fn seen_of(&self, area: &Squares, figure: &[Square]) -> Squares {
        let is_seen = |square: &Square| figure.iter().any(|from| self.sees(*from, *square));
        area.iter().filter(is_seen).collect()
    }

    /// Whether a square is seen from another when no figure is in the way.
    #[inline]
    pub fn sees(&self, from: Square, to: Square) -> bool {
        let pairs = &self.0.pairs;
        // Sight works in both directions, so one pair stands for both.
        let (low, high) = (from.index().min(to.index()), from.index().max(to.index()));
        let place = low * self.0.cells.len() + high;
        let shift = place % PAIRS * 2;
        // Relaxed is enough: every thread finds the same result, whoever writes it first.
        let known = pairs[place / PAIRS].load(Ordering::Relaxed) >> shift & 3;
        if known != 0 {
            return known == 3;
        }
        let both = (Square(low as u16), Square(high as u16));
        let is_seen = low == high || self.clear(both.0, both.1, &Squares::EMPTY);
        let found = if is_seen { 3 } else { 1 };
        pairs[place / PAIRS].fetch_or(found << shift, Ordering::Relaxed);
        is_seen
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

    /// Whether a figure stands where it could block: in the rectangle of the two squares or one
    /// cell around it, because lines may run along a border.
    fn anyone_near(&self, from: Square, to: Square, figures: &Squares) -> bool {
        let (a, b) = (self.0.cells[from.index()], self.0.cells[to.index()]);
        let columns = a.x.min(b.x) - 1..=a.x.max(b.x) + 1;
        let rows = a.y.min(b.y) - 1..=a.y.max(b.y) + 1;
        figures.iter().filter(|figure| *figure != from && *figure != to).any(|figure| {
            let at = self.0.cells[figure.index()];
            columns.contains(&at.x) && rows.contains(&at.y)
        })
    }

    fn clear(&self, from: Square, to: Square, figures: &Squares) -> bool {
        if self.0.near[from.index()].contains(to) {
            return true;
        }
        match &self.0.lines {
            Lines::AnyPoint(lines) => lines.clear(from, to, figures),
            Lines::Corners(lines) => lines.clear(from, to, figures),
            Lines::Straight(grid) => straight::clear(grid, from, to, figures),
        }
    }
}

impl SightRule {
    /// The rule if the viewer or the target flies: no feature blocks sight.
    pub fn aloft(&self) -> Self {
        Self { opaque: Vec::new(), ..self.clone() }
    }
}
