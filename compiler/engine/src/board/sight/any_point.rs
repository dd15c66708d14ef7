//! Sight from any point of one square to any point of another.
//!
//! Obstacles block with their border, so the lines that are clear form an open set: a clear line
//! can be moved a little and stays clear. If there is a clear line, there is also one that meets
//! no corner of the lattice. Such a line leaves its square through an edge, and goes on from cell
//! to cell through edges. So one square sees the other exactly if there is a chain of free
//! cells between them, joined by edges without walls, and a straight line that passes all those
//! edges inside of their ends.
//!
//! The search goes from column to column. In a column the line stays in one *gap*, a run of
//! free cells without walls across; between columns it passes a *window*, a run of edges
//! without walls between two gaps. A window is two points: the line must pass above the one
//! and below the other. Whether there is a line above all the lower points and below all the
//! upper ones is kept up to date by its steepest and its flattest candidate, each given by two
//! points of the lattice; so integers decide.
//!
//! Turned, mirrored and with ends swapped if need be, every pair of squares has the target to
//! the right and up, at least as far right as up.

use std::cmp::Ordering;

use super::lines::BitLines;
use crate::board::compass::Point;
use crate::board::grid::{Grid, MAX_SIDE};
use crate::board::squares::{Square, Squares};

/// A map made ready for looking.
#[derive(Debug, Clone)]
pub(super) struct AnyPoint {
    cells: Vec<Point>,
    /// Columns and rows, each as they are and mirrored.
    views: [BitLines; 4],
}

impl AnyPoint {
    pub(super) fn new(grid: &Grid, opaque: &Squares) -> Self {
        let columns = BitLines::columns(grid, opaque);
        let rows = BitLines::rows(grid, opaque);
        let views = [columns.clone(), columns.mirrored(), rows.clone(), rows.mirrored()];
        Self { cells: grid.squares().map(|square| grid.at(square)).collect(), views }
    }

    /// Whether there is a clear line past the figures on some squares.
    pub(super) fn clear(&self, from: Square, to: Square, figures: &Squares) -> bool {
        let (from, to) = (self.cells[from.index()], self.cells[to.index()]);
        let on_side = from.x.abs_diff(to.x) < from.y.abs_diff(to.y);
        let lay = |at: Point| if on_side { (at.y, at.x) } else { (at.x, at.y) };
        let (start, end) = (lay(from).min(lay(to)), lay(from).max(lay(to)));
        let falling = end.1 < start.1;
        let rise = |bit: i16| if falling { 63 - bit } else { bit };
        let mut look = Look {
            lines: &self.views[usize::from(on_side) * 2 + usize::from(falling)],
            start: (start.0 as i32, rise(start.1) as i32),
            end: (end.0 as i32, rise(end.1) as i32),
            figures: None,
            stab: Stab::default(),
        };
        if !figures.is_empty() {
            let mut solid = [0; MAX_SIDE + 1];
            for figure in figures {
                let (line, bit) = lay(self.cells[figure.index()]);
                solid[line as usize] |= 1 << rise(bit);
            }
            // The two squares themselves do not block the line.
            solid[start.0 as usize] &= !(1 << look.start.1);
            solid[end.0 as usize] &= !(1 << look.end.1);
            look.figures = Some(solid);
        }
        look.clear()
    }
}

/// One question.
struct Look<'l> {
    lines: &'l BitLines,
    start: (i32, i32),
    end: (i32, i32),
    figures: Option<[u64; MAX_SIDE + 1]>,
    stab: Stab,
}

impl Look<'_> {
    fn clear(&mut self) -> bool {
        let (start, end) = (self.start, self.end);
        if start.1 == end.1 {
            return self.clear_along();
        }
        // The line leaves the first square below its upper left corner.
        self.stab.pass_below(start.0, start.1 + 1);
        let gap = self.gap(start.0, start.1) & (u64::MAX << start.1);
        self.pass(start.0 + 1, gap)
    }

    /// Two squares of the same row: the line cannot leave the row and come back.
    fn clear_along(&self) -> bool {
        let row = 1u64 << self.start.1;
        (self.start.0 + 1..=self.end.0).all(|line| {
            let walled = self.lines.before[line as usize] & row != 0;
            !walled && (line == self.end.0 || self.solid(line) & row == 0)
        })
    }

    /// Whether a line gets from a gap of the column before `line` to the end.
    fn pass(&mut self, line: i32, gap: u64) -> bool {
        let mut open = gap & !self.solid(line) & !self.lines.before[line as usize];
        open &= self.stab.rows(line);
        if line == self.end.0 {
            open &= self.gap(line, self.end.1) & (u64::MAX >> (63 - self.end.1));
        }
        while open != 0 {
            let low = open.trailing_zeros() as i32;
            let next = self.gap(line, low);
            let high = low + (!((open & next) >> low)).trailing_zeros() as i32;
            open &= u64::MAX.checked_shl(high as u32).unwrap_or(0);
            let kept = self.stab.keep();
            if self.stab.pass_below(line, high) && self.stab.pass_above(line, low) {
                let reached = if line == self.end.0 {
                    // The line enters the last square above its lower right corner.
                    self.stab.pass_above(line + 1, self.end.1)
                } else {
                    self.pass(line + 1, next)
                };
                if reached {
                    return true;
                }
            }
            self.stab.restore(kept);
        }
        false
    }

    /// The run of free cells of a column around one of them, as bits.
    fn gap(&self, line: i32, row: i32) -> u64 {
        let solid = self.solid(line);
        let walls = self.lines.within[line as usize];
        let above = (solid | walls) & (u64::MAX << row) & !(1 << row);
        let below = ((solid << 1) | walls) & (u64::MAX >> (63 - row));
        let low = 63 - (below | 1).leading_zeros();
        let under_high = if above == 0 { u64::MAX } else { (1 << above.trailing_zeros()) - 1 };
        under_high & (u64::MAX << low)
    }

    fn solid(&self, line: i32) -> u64 {
        let mut solid = self.lines.solid[line as usize];
        if let Some(figures) = &self.figures {
            solid |= figures[line as usize];
        }
        if line == self.start.0 {
            solid &= !(1 << self.start.1);
        }
        if line == self.end.0 {
            solid &= !(1 << self.end.1);
        }
        solid
    }
}

type Corner = (i32, i32);

/// A line through two corners of the lattice, the left one first.
#[derive(Debug, Clone, Copy)]
struct Line {
    from: Corner,
    run: i32,
    rise: i32,
}

impl Line {
    fn through(left: Corner, right: Corner) -> Self {
        Self { from: left, run: right.0 - left.0, rise: right.1 - left.1 }
    }

    fn is_steeper(&self, other: &Self) -> bool {
        self.rise * other.run > other.rise * self.run
    }

    /// Where the line passes a corner: `Less` is below it.
    fn passes(&self, corner: Corner) -> Ordering {
        (self.from.1 * self.run + self.rise * (corner.0 - self.from.0)).cmp(&(corner.1 * self.run))
    }

    /// The height at an `x`, rounded down, and whether that was exact.
    fn height(&self, x: i32) -> (i32, bool) {
        let scaled = self.from.1 * self.run + self.rise * (x - self.from.0);
        (scaled.div_euclid(self.run), scaled.rem_euclid(self.run) == 0)
    }
}

/// The lines that pass above some corners and below others, the corners coming from left to
/// right. Lines through a corner do not pass it.
#[derive(Debug)]
struct Stab {
    above: [Corner; MAX_SIDE + 3],
    below: [Corner; MAX_SIDE + 3],
    kept: Kept,
}

/// What changes when corners are added.
#[derive(Debug, Clone, Copy, Default)]
struct Kept {
    above: usize,
    below: usize,
    steepest: Option<Line>,
    flattest: Option<Line>,
}

impl Default for Stab {
    fn default() -> Self {
        let none = [(0, 0); MAX_SIDE + 3];
        Self { above: none, below: none, kept: Kept::default() }
    }
}

impl Stab {
    fn keep(&self) -> Kept {
        self.kept
    }

    fn restore(&mut self, kept: Kept) {
        self.kept = kept;
    }

    /// The rows of cells that some line meets at an `x`, as bits.
    fn rows(&self, x: i32) -> u64 {
        let mut rows = u64::MAX;
        if let Some(line) = &self.kept.flattest {
            let (floor, _) = line.height(x);
            rows &= u64::MAX.checked_shl(floor.clamp(0, 64) as u32).unwrap_or(0);
        }
        if let Some(line) = &self.kept.steepest {
            let (floor, exact) = line.height(x);
            let rows_below = (if exact { floor } else { floor + 1 }).clamp(0, 64);
            rows &= u64::MAX.checked_shr(64 - rows_below as u32).unwrap_or(0);
        }
        rows
    }

    /// Keeps the lines that pass below a corner. Returns `false` if there are none.
    fn pass_below(&mut self, x: i32, y: i32) -> bool {
        let corner = (x, y);
        if self.kept.flattest.is_some_and(|line| line.passes(corner) != Ordering::Less) {
            return false;
        }
        if self.kept.steepest.is_none_or(|line| line.passes(corner) == Ordering::Greater) {
            let left = self.above[..self.kept.above].iter().filter(|left| left.0 < x);
            let lines = left.map(|left| Line::through(*left, corner));
            let steepest =
                lines.reduce(|best, line| if best.is_steeper(&line) { line } else { best });
            self.kept.steepest = steepest.or(self.kept.steepest);
        }
        self.below[self.kept.below] = corner;
        self.kept.below += 1;
        true
    }

    /// Keeps the lines that pass above a corner. Returns `false` if there are none.
    fn pass_above(&mut self, x: i32, y: i32) -> bool {
        let corner = (x, y);
        if self.kept.steepest.is_some_and(|line| line.passes(corner) != Ordering::Greater) {
            return false;
        }
        if self.kept.flattest.is_none_or(|line| line.passes(corner) == Ordering::Less) {
            let left = self.below[..self.kept.below].iter().filter(|left| left.0 < x);
            let lines = left.map(|left| Line::through(*left, corner));
            let flattest =
                lines.reduce(|best, line| if line.is_steeper(&best) { line } else { best });
            self.kept.flattest = flattest.or(self.kept.flattest);
        }
        self.above[self.kept.above] = corner;
        self.kept.above += 1;
        true
    }
}
