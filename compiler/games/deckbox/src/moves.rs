//! Moving: where a figure can go, and what happens on the way.

use super::Play;
use super::board::{PIT, WATER};
use super::plan::{NOWHERE, Plan};
use super::state::{State, Task, is_enemy};
use super::vocabulary::{Event, Mark, Stat};
use super::{content::Deckbox, harm};
use cardwright_engine::core::{Look, Thing};

/// The cheapest ways from a space to all others; among equal ways those with the fewest pits.
pub(super) struct Ways {
    /// Cost times [`COST`] plus pits, or [`UNREACHED`].
    keys: Vec<u16>,
    before: Vec<u16>,
    /// The spaces that were reached, roughly from near to far.
    pub found: Vec<u16>,
}

const COST: u16 = 16;
const UNREACHED: u16 = u16::MAX;

/// What a figure's ways depend on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Walker {
    pub figure: u16,
    pub budget: i32,
    pub water_cost: i32,
    /// Whether the figure may pass enemies.
    pub is_nimble: bool,
}

impl Walker {
    /// A figure with that much movement.
    pub(super) fn new(look: Look<'_, Deckbox>, figure: u16, budget: i32) -> Walker {
        let thing = Thing::figure(figure);
        Walker {
            figure,
            budget,
            water_cost: look.stat(Stat::WaterCost, thing),
            is_nimble: look.has_mark(Mark::Nimble, thing),
        }
    }
}

impl Ways {
    /// Finds all ways of a figure. Heroes may pass heroes; enemies may pass nobody.
    pub(super) fn find(state: &State, walker: Walker) -> Ways {
        let plan = &state.plan;
        let start = state.square_of(walker.figure);
        let mut ways = Ways {
            keys: vec![UNREACHED; plan.len()],
            before: vec![NOWHERE; plan.len()],
            found: Vec::with_capacity(48),
        };
        if start == NOWHERE {
            return ways;
        }
        let walks_as_enemy = is_enemy(walker.figure);
        ways.keys[usize::from(start)] = 0;
        // A plain queue instead of a sorted one: a space is visited again if a better way is found,
        // which is rare with costs of one and two.
        let mut waiting: Vec<u16> = Vec::with_capacity(64);
        waiting.push(start);
        let mut next = 0;
        while let Some(from) = waiting.get(next).copied() {
            next += 1;
            let key = ways.keys[usize::from(from)];
            for to in plan.steps[usize::from(from)] {
                if to == NOWHERE || !state.is_open(to) {
                    continue;
                }
                if let Some(other) = state.occupant(to) {
                    let passes = if is_enemy(other) { walker.is_nimble } else { true };
                    if walks_as_enemy && !walker.is_nimble || !passes {
                        continue;
                    }
                }
                let place = usize::from(to);
                let cost = if plan.is_water[place] { walker.water_cost.clamp(1, 9) } else { 1 };
                let better = key + cost as u16 * COST + u16::from(plan.is_pit[place]);
                if i32::from(better / COST) > walker.budget || better >= ways.keys[place] {
                    continue;
                }
                if ways.keys[place] == UNREACHED {
                    ways.found.push(to);
                }
                ways.keys[place] = better;
                ways.before[place] = from;
                waiting.push(to);
            }
        }
        ways
    }

    /// What it costs to go to a space.
    pub(super) fn cost(&self, square: u16) -> Option<i32> {
        let key = self.keys.get(usize::from(square)).copied().unwrap_or(UNREACHED);
        (key != UNREACHED).then(|| i32::from(key / COST))
    }

    /// A number to compare ways by: cost first, then pits.
    pub(super) fn key(&self, square: u16) -> u16 {
        self.keys.get(usize::from(square)).copied().unwrap_or(UNREACHED)
    }

    /// Where a figure may be when it has gone as far as it can towards one of some goals, which are
    /// all as near: the last free spaces on all cheapest ways to them.
    pub(super) fn ends(&self, state: &State, walker: Walker, goals: &[u16]) -> Vec<u16> {
        let plan = &state.plan;
        let cost = |square: u16| {
            if plan.is_water[usize::from(square)] { walker.water_cost.clamp(1, 9) } else { 1 }
        };
        let step = |to: u16| cost(to) as u16 * COST + u16::from(plan.is_pit[usize::from(to)]);
        // The spaces on the ways, from the goals back to the start.
        let mut on_way: Vec<u16> =
            goals.iter().copied().filter(|goal| self.key(*goal) != UNREACHED).collect();
        let mut next = 0;
        while let Some(to) = on_way.get(next).copied() {
            next += 1;
            let key = self.key(to);
            for from in plan.steps[usize::from(to)] {
                let leads = from != NOWHERE
                    && self.key(from) != UNREACHED
                    && key != 0
                    && self.key(from).checked_add(step(to)) == Some(key);
                if leads && !on_way.contains(&from) {
                    on_way.push(from);
                }
            }
        }
        on_way.retain(|square| self.cost(*square).is_some_and(|cost| cost <= walker.budget));
        on_way.sort_unstable_by_key(|square| (std::cmp::Reverse(self.key(*square)), *square));
        // From far to near: a space is an end if no free one comes after it.
        let is_free = |square: u16| state.occupant(square).is_none_or(|one| one == walker.figure);
        let mut goes_on: Vec<(u16, bool)> = Vec::with_capacity(on_way.len());
        let mut ends = Vec::new();
        for square in on_way {
            let after = goes_on.iter().any(|(to, more)| {
                let leads = plan.steps[usize::from(square)].contains(to)
                    && self.key(square).checked_add(step(*to)) == Some(self.key(*to));
                leads && (*more || is_free(*to))
            });
            if !after && is_free(square) {
                ends.push(square);
            }
            goes_on.push((square, after));
        }
        ends.sort_unstable();
        ends
    }

    /// The way to a space, the last step first, without the start.
    pub(super) fn path(&self, to: u16, into: &mut Vec<u16>) {
        into.clear();
        let mut at = to;
        while at != NOWHERE && self.keys[usize::from(at)] != 0 {
            into.push(at);
            at = self.before[usize::from(at)];
        }
    }
}

/// Takes the next step of the path. The rest follows after what this step sets off.
pub(super) fn walk(run: &mut Play<'_>, figure: u16) {
    let here = run.state.square_of(figure);
    shorten(run.state, figure);
    if run.state.path.last().is_some_and(|next| is_stopped(run.look(), figure, *next)) {
        run.state.path.clear();
    }
    let Some(next) = run.state.path.pop() else {
        if here != NOWHERE {
            settle(run.state, figure);
        }
        return;
    };
    run.push(Task::Walk { figure });
    if !is_enemy(figure) {
        run.push(Task::Threshold { hero: figure as u8 });
    }
    step(run, figure, next);
}

/// Cuts the path where effects have put something in its way, or the figure elsewhere.
fn shorten(state: &mut State, figure: u16) {
    let here = state.square_of(figure);
    let is_near =
        |next: &u16| here != NOWHERE && state.plan.steps[usize::from(here)].contains(next);
    if !state.path.last().is_some_and(is_near) {
        return state.path.clear();
    }
    // The way ends on the first step, as the path is written, that is free.
    let ends = |square: &u16| state.occupant(*square).is_none_or(|other| other == figure);
    match state.path.iter().position(ends) {
        Some(0) => {}
        Some(end) => {
            state.path.drain(..end);
        }
        None => state.path.clear(),
    }
}

/// Whether somebody is in a figure's way: an enemy in that of a hero, anybody in that of an enemy.
fn is_stopped(look: Look<'_, Deckbox>, figure: u16, next: u16) -> bool {
    let is_in_the_way = |other: u16| is_enemy(other) || is_enemy(figure);
    look.state.occupant(next).is_some_and(is_in_the_way)
        && !look.has_mark(Mark::Nimble, Thing::figure(figure))
}

/// Gives a figure that has stopped a space of its own.
fn settle(state: &mut State, figure: u16) {
    let here = state.square_of(figure);
    match state.occupant(here) {
        Some(other) if other != figure => {
            if let Some(free) = nearest_free(state, here, None) {
                state.put(figure, free);
            }
        }
        Some(_) => {}
        None => state.put(figure, here),
    }
}

/// Puts a figure on the next space. A pit hurts on entering, and cards may react.
pub(super) fn step(run: &mut Play<'_>, figure: u16, to: u16) {
    run.state.put(figure, to);
    let thing = Thing::figure(figure);
    let is_pit = run.state.plan.is_pit.get(usize::from(to)).copied().unwrap_or(false);
    if is_pit {
        let amount = run.look().stat(Stat::PitDamage, thing);
        harm::damage(run, thing, Thing::NONE, amount);
    }
    run.raise(Event::Entered, &[thing.bits()]);
}

/// Pushes a figure straight away from another, until something is in the way.
pub(super) fn push(run: &mut Play<'_>, figure: u16, from: u16, spaces: i32) {
    for _ in 0..spaces.clamp(0, 9) {
        let (here, there) = (run.state.square_of(figure), run.state.square_of(from));
        if here == NOWHERE || there == NOWHERE {
            return;
        }
        let to = away(&run.state.plan, here, there);
        if !run.state.is_free(to) {
            return;
        }
        step(run, figure, to);
    }
}

/// The space behind `here` as seen from `there`, along the axis on which they are farther apart.
fn away(plan: &Plan, here: u16, there: u16) -> u16 {
    use cardwright_engine::board::Square;
    let (a, b) = (plan.grid.at(Square(here)), plan.grid.at(Square(there)));
    let (dx, dy) = (a.x - b.x, a.y - b.y);
    let side = match dx.abs() >= dy.abs() {
        true if dx > 0 => 1,
        true => 3,
        false if dy > 0 => 2,
        false => 0,
    };
    plan.steps[usize::from(here)][side]
}

/// The free space nearest to a space, which may be that space itself. `own` counts as free.
pub(super) fn nearest_free(state: &State, from: u16, own: Option<u16>) -> Option<u16> {
    if from == NOWHERE {
        return None;
    }
    let mut seen = vec![false; state.plan.len()];
    let mut waiting = vec![from];
    seen[usize::from(from)] = true;
    let mut next = 0;
    while let Some(at) = waiting.get(next).copied() {
        next += 1;
        if state.is_free(at) || own == Some(at) {
            return Some(at);
        }
        for to in state.plan.steps[usize::from(at)] {
            if to != NOWHERE && state.is_open(to) && !seen[usize::from(to)] {
                seen[usize::from(to)] = true;
                waiting.push(to);
            }
        }
    }
    None
}

/// Whether each space has a feature of that name.
pub(super) fn having(names: &[Vec<String>], wanted: &str) -> Vec<bool> {
    names.iter().map(|names| names.iter().any(|name| name == wanted)).collect()
}

/// The spaces with water, which cost more, and those with pits, which hurt.
pub(super) fn terrain(names: &[Vec<String>]) -> (Vec<bool>, Vec<bool>) {
    (having(names, WATER), having(names, PIT))
}
