//! Figures moved by others: compelled, pulled or pushed.
//!
//! The result is every legal end with a way to it, so that the player who moves the figure
//! chooses from a published list. Staying is always among the ends, because such moves are "up
//! to" a number of squares. A figure of several squares is moved as a block.

use serde::{Deserialize, Serialize};

use super::base::Footprints;
use super::compass::Dir;
use super::distance::{Distances, FAR};
use super::ground::Ground;
use super::rules::{ShiftCompare, ShiftRule};
use super::squares::{Square, Squares};
use super::step::Crowd;

const NONE: u16 = u16::MAX;

/// How a figure is moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shift {
    /// In any direction.
    Compel,
    /// Closer to the mover with each step.
    Pull,
    /// Farther from the mover with each step.
    Push,
}

/// What a shift needs to know about the board.
#[derive(Debug, Clone, Copy)]
pub struct ShiftBoard<'a> {
    /// The rule.
    pub rule: ShiftRule,
    /// How the moved figure moves itself.
    pub ground: &'a Ground,
    /// Where the moved figure fits.
    pub bases: &'a Footprints,
    /// Distances, for pulls and pushes.
    pub distances: &'a Distances,
}

/// Where a figure can be moved to.
#[derive(Debug, Clone)]
pub struct Shifted {
    ends: Squares,
    from: Vec<u16>,
}

impl Shifted {
    /// Finds where the figure on `anchor` can be moved by the figure on `mover`.
    pub fn find(
        board: &ShiftBoard<'_>,
        shift: Shift,
        squares: u8,
        mover: &[Square],
        anchor: Square,
        crowd: &Crowd,
    ) -> Self {
        let count = board.ground.len();
        let mut costs = vec![u8::MAX; count];
        let mut from = vec![NONE; count];
        let taken = crowd.taken | crowd.barred;
        let start = board.range(mover, anchor);
        costs[anchor.index()] = 0;
        let mut ends = Squares::one(anchor);
        // Going through the whole map for each cost is quick, because the numbers are small.
        for cost in 0..squares {
            for number in 0..count as u16 {
                let here = Square(number);
                if costs[here.index()] != cost {
                    continue;
                }
                for dir in Dir::ALL {
                    let Some((to, step)) = board.step(here, dir, crowd) else { continue };
                    let total = cost.saturating_add(step);
                    let near = (start, board.range(mover, here), board.range(mover, to));
                    if total > squares || total >= costs[to.index()] || !board.allows(shift, near) {
                        continue;
                    }
                    costs[to.index()] = total;
                    from[to.index()] = number;
                    if !board.bases.cover(to).intersects(&taken) {
                        ends.insert(to);
                    }
                }
            }
        }
        Self { ends, from }
    }

    /// The anchors on which the figure may end.
    pub fn ends(&self) -> &Squares {
        &self.ends
    }

    /// The way from where the figure stands to an end; empty if that is not one of the ends.
    pub fn path(&self, end: Square) -> Vec<Square> {
        if !self.ends.contains(end) {
            return Vec::new();
        }
        let mut path = vec![end];
        while let Some(last) = path.last() {
            match self.from[last.index()] {
                NONE => break,
                before => path.push(Square(before)),
            }
        }
        path.reverse();
        path
    }
}

impl ShiftBoard<'_> {
    /// The distance between the mover and the moved figure on an anchor.
    fn range(&self, mover: &[Square], anchor: Square) -> u8 {
        self.distances.between_figures(mover, self.bases.squares(anchor))
    }

    /// Whether a kind of move allows a step, by the distances at the start of the move, before the
    /// step and after it.
    fn allows(&self, shift: Shift, (start, before, after): (u8, u8, u8)) -> bool {
        let compared = match self.rule.compare {
            ShiftCompare::EachStep => before,
            ShiftCompare::Start => start,
        };
        match shift {
            Shift::Compel => true,
            Shift::Push => after > compared && after != FAR,
            Shift::Pull if before <= 1 => self.rule.pull_circles && after == 1,
            Shift::Pull => after < compared,
        }
    }

    /// One step of the moved figure and its cost.
    fn step(&self, from: Square, dir: Dir, crowd: &Crowd) -> Option<(Square, u8)> {
        let small = |square: Square| {
            if self.rule.free || !self.ground.figures_pinch {
                self.ground.ways.step(square, dir)
            } else {
                self.ground.ways.step_past(square, dir, &crowd.barred)
            }
        };
        let to = small(from)?;
        if !self.bases.fits(to) {
            return None;
        }
        let covered = self.bases.cover(from);
        let mut cost = 1;
        for &square in self.bases.squares(from) {
            let entered = small(square)?;
            let price = self.ground.cost(entered)?;
            if self.rule.free {
                continue;
            }
            if crowd.barred.contains(entered) && !self.ground.passes_figures {
                return None;
            }
            if !covered.contains(entered) {
                cost = cost.max(price);
            }
        }
        Some((to, cost))
    }
}
