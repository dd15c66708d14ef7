//! Where a figure can go, what it costs, and by which way.
//!
//! One search serves every game: the [`Ground`] says what steps cost, a [`Crowd`] says who is in
//! the way. Figures of several squares move as a block or squeeze through gaps.

use super::base::Footprints;
use super::compass::Dir;
use super::ground::Ground;
use super::rules::LargeMove;
use super::squares::{Square, Squares};

const NONE: u16 = u16::MAX;

/// The cost of squares that cannot be reached. No figure has that many points.
pub const UNREACHED: u8 = u8::MAX;

/// Who is in the way of a figure that moves. Its own squares belong in neither set.
#[derive(Debug, Clone, Copy, Default)]
pub struct Crowd {
    /// Squares that it may not enter, such as those of its enemies.
    pub barred: Squares,
    /// Squares that it may pass, but not end on, such as those of its friends. Barred squares
    /// need not be repeated.
    pub taken: Squares,
    /// Squares that it avoids if the detour costs nothing, such as pits.
    pub shunned: Squares,
}

/// A figure that may move.
#[derive(Debug, Clone, Copy)]
pub struct Mover<'a> {
    /// What it walks on.
    pub ground: &'a Ground,
    /// Where a figure of its size fits.
    pub bases: &'a Footprints,
    /// How a figure of several squares moves.
    pub large: LargeMove,
    /// Where it stands.
    pub anchor: Square,
    /// What it may spend.
    pub points: u8,
    /// Who is in its way.
    pub crowd: &'a Crowd,
}

/// Where a figure can go. A search that reuses it allocates no memory.
#[derive(Debug, Clone, Default)]
pub struct Reach {
    costs: Vec<u8>,
    shunned: Vec<u8>,
    from: Vec<u16>,
    buckets: Vec<Vec<u16>>,
    fronts: Vec<Squares>,
    /// For figures that squeeze: the square counted last, for each anchor.
    lead: Vec<u16>,
    squeezed: bool,
    stops: Squares,
    passed: Squares,
}

impl Reach {
    /// Finds where a figure of one square or of several can go. Where it stands counts as
    /// reached with cost 0.
    pub fn find(&mut self, mover: &Mover<'_>) {
        let Mover { ground, bases, large, anchor, crowd, .. } = *mover;
        let points = mover.points.min(UNREACHED - 1);
        let barred = if ground.passes_figures { Squares::EMPTY } else { crowd.barred };
        let taken = crowd.taken | crowd.barred;
        let squeezes = bases.base().is_large() && large == LargeMove::Squeeze;
        let search = Search { ground, bases, barred, shunned: &crowd.shunned, squeezes };
        self.clear(ground.len(), points);
        if squeezes {
            for &square in bases.squares(anchor) {
                self.start(square);
            }
        } else {
            self.start(anchor);
        }
        self.spread(&search, points);
        self.squeezed = squeezes;
        if squeezes {
            self.settle(bases, &taken);
        } else {
            for square in self.passed {
                if !bases.cover(square).intersects(&taken) {
                    self.stops.insert(square);
                }
            }
        }
    }

    /// Like [`find`](Self::find), but without the ways: [`path`](Self::path) does not work
    /// afterwards. It is much faster for figures of one square.
    pub fn survey(&mut self, mover: &Mover<'_>) {
        let Mover { ground, anchor, crowd, .. } = *mover;
        if mover.bases.base().is_large() {
            return self.find(mover);
        }
        let points = mover.points.min(UNREACHED - 1);
        self.costs.clear();
        self.costs.resize(ground.len(), UNREACHED);
        self.from.clear();
        self.squeezed = false;
        self.passed = Squares::EMPTY;
        // The squares found for each cost. A front is complete when its cost is visited.
        self.fronts.clear();
        self.fronts.resize(usize::from(points) + 1, Squares::EMPTY);
        self.fronts[0].insert(anchor);
        let mut open = *ground.open();
        if !ground.passes_figures {
            open -= crowd.barred;
        }
        open.remove(anchor);
        let pinching = if ground.figures_pinch && !ground.passes_figures {
            crowd.barred
        } else {
            Squares::EMPTY
        };
        for cost in 0..=points {
            let front = self.fronts[usize::from(cost)] - self.passed;
            if front.is_empty() {
                continue;
            }
            self.passed |= front;
            open -= front;
            let mut next = Squares::EMPTY;
            for square in front {
                self.costs[square.index()] = cost;
                let around = ground.ways.around(square);
                if around.intersects(&pinching) {
                    let past = |dir: &Dir| ground.ways.step_past(square, *dir, &pinching);
                    next.extend(Dir::ALL.iter().filter_map(past));
                } else {
                    next |= *around;
                }
            }
            next &= open;
            for (price, squares) in ground.prices() {
                let Some(front) = self.fronts.get_mut(usize::from(cost.saturating_add(*price)))
                else {
                    break;
                };
                *front |= next & *squares;
            }
        }
        self.stops = self.passed - (crowd.taken | crowd.barred);
    }

    /// The cheapest way to a square after [`survey`](Self::survey), as [`path`](Self::path)
    /// would find it.
    pub fn way(
        &mut self,
        ground: &Ground,
        bases: &Footprints,
        to: Square,
        shunned: &Squares,
    ) -> Vec<Square> {
        if bases.base().is_large() || ground.figures_pinch || !self.stops.contains(to) {
            return self.path(to);
        }
        // All squares that lie on some cheapest way, from the end backwards.
        let mut lens = vec![to];
        let mut known = Squares::one(to);
        let mut place = 0;
        while let Some(&square) = lens.get(place) {
            place += 1;
            for before in self.befores(ground, square) {
                if !known.contains(before) {
                    known.insert(before);
                    lens.push(before);
                }
            }
        }
        lens.sort_unstable_by_key(|square| (self.costs[square.index()], square.0));
        self.from.clear();
        self.from.resize(self.costs.len(), NONE);
        self.shunned.clear();
        self.shunned.resize(self.costs.len(), 0);
        for &square in &lens {
            let best = self
                .befores(ground, square)
                .map(|before| (self.shunned[before.index()], before.0))
                .min();
            if let Some((entered, before)) = best {
                self.from[square.index()] = before;
                let more = u8::from(shunned.contains(square));
                self.shunned[square.index()] = entered.saturating_add(more);
            }
        }
        self.path(to)
    }

    /// The squares from which a cheapest way enters a square.
    fn befores<'r>(
        &'r self,
        ground: &'r Ground,
        square: Square,
    ) -> impl Iterator<Item = Square> + use<'r> {
        let cost = self.costs[square.index()];
        let price = ground.cost(square).unwrap_or(UNREACHED);
        ground.ways.around(square).iter().filter(move |before| {
            let start = self.costs[before.index()];
            start != UNREACHED
                && cost > 0
                && start.checked_add(price) == Some(cost)
                && ground.ways.around(*before).contains(square)
        })
    }

    /// The anchors on which the figure may end its move, the one where it stands included.
    pub fn stops(&self) -> &Squares {
        &self.stops
    }

    /// The anchors that its way may lead over; for a figure that squeezes, the squares.
    pub fn passed(&self) -> &Squares {
        &self.passed
    }

    /// What it costs to end on an anchor; [`UNREACHED`] if it cannot.
    pub fn cost(&self, anchor: Square) -> u8 {
        if !self.stops.contains(anchor) {
            return UNREACHED;
        }
        self.costs[self.counted(anchor).index()]
    }

    /// What it costs to reach an anchor, whether the figure may end there or not; [`UNREACHED`] if
    /// it cannot. It must not be asked for figures that squeeze.
    pub fn cost_of_passing(&self, anchor: Square) -> u8 {
        self.costs.get(anchor.index()).copied().unwrap_or(UNREACHED)
    }

    /// The cheapest way to an anchor, starting with where the figure stands; empty if there is
    /// none. Among equal ways it is the one with the fewest shunned squares, then always the same
    /// one.
    ///
    /// For a figure that squeezes it is the way of the squares that are counted.
    pub fn path(&self, anchor: Square) -> Vec<Square> {
        if !self.stops.contains(anchor) {
            return Vec::new();
        }
        let mut path = vec![self.counted(anchor)];
        while let Some(last) = path.last() {
            match self.from.get(last.index()).copied() {
                None | Some(NONE) => break,
                Some(before) => path.push(Square(before)),
            }
        }
        path.reverse();
        path
    }

    /// The square whose cost and way count for an anchor.
    fn counted(&self, anchor: Square) -> Square {
        if self.squeezed { Square(self.lead[anchor.index()]) } else { anchor }
    }

    fn clear(&mut self, squares: usize, points: u8) {
        self.costs.clear();
        self.costs.resize(squares, UNREACHED);
        self.shunned.clear();
        self.shunned.resize(squares, 0);
        self.from.clear();
        self.from.resize(squares, NONE);
        self.lead.clear();
        self.lead.resize(squares, NONE);
        if self.buckets.len() <= usize::from(points) {
            self.buckets.resize(usize::from(points) + 1, Vec::new());
        }
        for bucket in &mut self.buckets {
            bucket.clear();
        }
        self.stops = Squares::EMPTY;
        self.passed = Squares::EMPTY;
    }

    fn start(&mut self, square: Square) {
        self.costs[square.index()] = 0;
        self.buckets[0].push(square.0);
        self.passed.insert(square);
    }

    /// Spreads from the cheapest squares outwards. Every step costs at least one point, so when the
    /// squares of one cost are visited, no cheaper way to them can be found later.
    fn spread(&mut self, search: &Search<'_>, points: u8) {
        for cost in 0..=points {
            let mut bucket = std::mem::take(&mut self.buckets[usize::from(cost)]);
            // The order of visits decides between equal ways, so it must always be the same.
            bucket.sort_unstable();
            bucket.dedup();
            for &number in &bucket {
                let from = Square(number);
                if self.costs[from.index()] != cost {
                    continue;
                }
                for dir in Dir::ALL {
                    let Some((to, step, shunned)) = search.step(from, dir) else { continue };
                    let Some(total) = cost.checked_add(step).filter(|total| *total <= points)
                    else {
                        continue;
                    };
                    let shunned = self.shunned[from.index()].saturating_add(shunned);
                    let known = (self.costs[to.index()], self.shunned[to.index()]);
                    if (total, shunned) >= known && known.0 != UNREACHED {
                        continue;
                    }
                    self.costs[to.index()] = total;
                    self.shunned[to.index()] = shunned;
                    self.from[to.index()] = number;
                    self.passed.insert(to);
                    self.buckets[usize::from(total)].push(to.0);
                }
            }
            bucket.clear();
            self.buckets[usize::from(cost)] = bucket;
        }
    }

    /// Places the base of a figure that squeezes. It must cover the last square counted and none
    /// that is farther, so all its squares are reached and the farthest one is the last.
    fn settle(&mut self, bases: &Footprints, taken: &Squares) {
        for anchor in bases.within(&self.passed) {
            if bases.cover(anchor).intersects(taken) {
                continue;
            }
            let lead = bases
                .squares(anchor)
                .iter()
                .max_by_key(|square| (self.costs[square.index()], std::cmp::Reverse(square.0)));
            if let Some(lead) = lead {
                self.lead[anchor.index()] = lead.0;
                self.stops.insert(anchor);
            }
        }
    }
}

struct Search<'a> {
    ground: &'a Ground,
    bases: &'a Footprints,
    barred: Squares,
    shunned: &'a Squares,
    squeezes: bool,
}

impl Search<'_> {
    /// Where a step leads, what it costs, and how many shunned squares it enters.
    fn step(&self, from: Square, dir: Dir) -> Option<(Square, u8, u8)> {
        if self.squeezes || !self.bases.base().is_large() {
            let to = self.small_step(from, dir)?;
            let shunned = u8::from(self.shunned.contains(to));
            return Some((to, self.ground.cost(to)?, shunned));
        }
        let to = self.small_step(from, dir)?;
        if !self.bases.fits(to) {
            return None;
        }
        let covered = self.bases.cover(from);
        let mut cost = 1;
        let mut shunned = 0;
        for &square in self.bases.squares(from) {
            let entered = self.small_step(square, dir)?;
            let price = self.ground.cost(entered)?;
            if !covered.contains(entered) {
                cost = cost.max(price);
                shunned += u8::from(self.shunned.contains(entered));
            }
        }
        Some((to, cost, shunned))
    }

    fn small_step(&self, from: Square, dir: Dir) -> Option<Square> {
        let to = if self.ground.figures_pinch {
            self.ground.ways.step_past(from, dir, &self.barred)?
        } else {
            self.ground.ways.step(from, dir)?
        };
        (!self.barred.contains(to)).then_some(to)
    }
}
