//! Sight by other means: slow, simple, exact.
//!
//! From any point to any point: a clear line can be moved a little and stays clear. So of all lines
//! that have the same corners of the lattice on either side, either all are clear or none, and each
//! such family comes arbitrarily close to a line through two corners. It is therefore enough to
//! take every line through two corners, move it slightly past each of them to either side, cut out
//! the piece between the two squares, and test with exact fractions whether it touches anything.
//!
//! From corner to corner: a line is cut where it meets the borders of a block, and the pieces and
//! cuts are tested one by one.

use cardwright_engine::board::{Dir, Grid, Point, Square, Squares};

/// A closed rectangle, maybe without breadth.
#[derive(Debug, Clone, Copy)]
struct Block {
    low: (i128, i128),
    high: (i128, i128),
}

/// Corners are this far apart, so that lines can be moved slightly by whole numbers.
const SCALE: i128 = 10_000;

fn cell(at: Point, scale: i128) -> Block {
    let (x, y) = (i128::from(at.x), i128::from(at.y));
    Block { low: (x * scale, y * scale), high: ((x + 1) * scale, (y + 1) * scale) }
}

/// Everything in the way inside a rectangle of cells.
fn obstacles(
    grid: &Grid,
    (from, to): (Square, Square),
    blocking: &Squares,
    rim: i16,
    scale: i128,
) -> Vec<Block> {
    let (a, b) = (grid.at(from), grid.at(to));
    let mut blocks = Vec::new();
    for y in a.y.min(b.y) - rim..=a.y.max(b.y) + rim {
        for x in a.x.min(b.x) - rim..=a.x.max(b.x) + rim {
            let at = Point::new(x, y);
            let square = grid.square(at);
            let own = square == Some(from) || square == Some(to);
            let block = cell(at, scale);
            if square.is_none_or(|square| blocking.contains(square)) && !own {
                blocks.push(block);
            }
            if square.is_some() && grid.walled(at, Dir::West) {
                blocks.push(Block { high: (block.low.0, block.high.1), ..block });
            }
            if square.is_some() && grid.walled(at, Dir::North) {
                blocks.push(Block { high: (block.high.0, block.low.1), ..block });
            }
        }
    }
    blocks
}

/// A number on a line, as a fraction with a positive denominator.
#[derive(Debug, Clone, Copy)]
struct Fraction(i128, i128);

impl Fraction {
    fn new(over: i128, under: i128) -> Self {
        if under < 0 { Self(-over, -under) } else { Self(over, under) }
    }

    fn less(self, other: Self) -> bool {
        self.0 * other.1 < other.0 * self.1
    }
}

/// The part of a line in a block: where it enters and leaves.
fn part(from: (i128, i128), way: (i128, i128), block: &Block) -> Option<(Fraction, Fraction)> {
    let mut range: Option<(Fraction, Fraction)> = None;
    let axes =
        [(from.0, way.0, block.low.0, block.high.0), (from.1, way.1, block.low.1, block.high.1)];
    for (start, way, low, high) in axes {
        if way == 0 {
            if start < low || start > high {
                return None;
            }
            continue;
        }
        let (one, other) = (Fraction::new(low - start, way), Fraction::new(high - start, way));
        let (enter, leave) = if other.less(one) { (other, one) } else { (one, other) };
        range = Some(match range {
            None => (enter, leave),
            Some((first, last)) => (
                if first.less(enter) { enter } else { first },
                if leave.less(last) { leave } else { last },
            ),
        });
    }
    range.filter(|(enter, leave)| !leave.less(*enter))
}

/// Whether any point of one square sees any point of another.
pub(crate) fn any_point(grid: &Grid, from: Square, to: Square, blocking: &Squares) -> bool {
    let (a, b) = (grid.at(from), grid.at(to));
    let (start, end) = (cell(a, SCALE), cell(b, SCALE));
    let blocks = obstacles(grid, (from, to), blocking, 0, SCALE);
    let corners: Vec<(i128, i128)> = (a.y.min(b.y)..=a.y.max(b.y) + 1)
        .flat_map(|y| (a.x.min(b.x)..=a.x.max(b.x) + 1).map(move |x| (x.into(), y.into())))
        .collect();
    let clear = |one: (i128, i128), other: (i128, i128)| {
        let way = (other.0 - one.0, other.1 - one.1);
        let (Some(first), Some(last)) = (part(one, way, &start), part(one, way, &end)) else {
            return false;
        };
        if !first.0.less(first.1) || !last.0.less(last.1) {
            return false;
        }
        let between = if last.0.less(first.0) { (last.1, first.0) } else { (first.1, last.0) };
        blocks.iter().all(|block| match part(one, way, block) {
            Some((enter, leave)) => leave.less(between.0) || between.1.less(enter),
            None => true,
        })
    };
    for (index, one) in corners.iter().enumerate() {
        for other in &corners[index + 1..] {
            let aside = (one.1 - other.1, other.0 - one.0);
            for signs in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                let moved = |corner: &(i128, i128), sign: i128| {
                    (corner.0 * SCALE + sign * aside.0, corner.1 * SCALE + sign * aside.1)
                };
                if clear(moved(one, signs.0), moved(other, signs.1)) {
                    return true;
                }
            }
        }
    }
    false
}

/// Whether a corner of one whole square sees a corner of another, touching things only at
/// the ends of the line.
pub(crate) fn corners(grid: &Grid, from: Square, to: Square, blocking: &Squares) -> bool {
    if Dir::SIDES.into_iter().any(|side| grid.across(from, side) == Some(to)) {
        return true;
    }
    let (start, end) = (cell(grid.at(from), 1), cell(grid.at(to), 1));
    let blocks = obstacles(grid, (from, to), blocking, 1, 1);
    let of = |block: &Block| {
        [block.low, block.high, (block.low.0, block.high.1), (block.high.0, block.low.1)]
    };
    let holds = |block: &Block, (x, y): (i128, i128)| {
        block.low.0 <= x && x <= block.high.0 && block.low.1 <= y && y <= block.high.1
    };
    of(&start).into_iter().filter(|one| !holds(&end, *one)).any(|one| {
        of(&end)
            .into_iter()
            .filter(|other| !holds(&start, *other))
            .any(|other| blocks.iter().all(|block| !touches(one, other, block)))
    })
}

/// Whether a line touches a block between its ends. Tested where it meets the four borders, and
/// once between every two of these places.
fn touches(one: (i128, i128), other: (i128, i128), block: &Block) -> bool {
    let way = (other.0 - one.0, other.1 - one.1);
    let mut cuts = vec![Fraction(0, 1), Fraction(1, 1)];
    let borders = [
        (block.low.0 - one.0, way.0),
        (block.high.0 - one.0, way.0),
        (block.low.1 - one.1, way.1),
        (block.high.1 - one.1, way.1),
    ];
    let inside = |cut: &Fraction| cut.0 > 0 && cut.0 < cut.1;
    cuts.extend(
        borders
            .into_iter()
            .filter(|(_, way)| *way != 0)
            .map(|(over, way)| Fraction::new(over, way))
            .filter(inside),
    );
    cuts.sort_by(|left, right| (left.0 * right.1).cmp(&(right.0 * left.1)));
    let middles: Vec<Fraction> = cuts
        .windows(2)
        .map(|pair| {
            Fraction(pair[0].0 * pair[1].1 + pair[1].0 * pair[0].1, 2 * pair[0].1 * pair[1].1)
        })
        .collect();
    cuts.into_iter().chain(middles).filter(inside).any(|cut| {
        let within = |start: i128, way: i128, low: i128, high: i128| {
            let value = start * cut.1 + way * cut.0;
            low * cut.1 <= value && value <= high * cut.1
        };
        within(one.0, way.0, block.low.0, block.high.0)
            && within(one.1, way.1, block.low.1, block.high.1)
    })
}
