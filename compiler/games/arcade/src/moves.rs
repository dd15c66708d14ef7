//! Figures that move or are moved, step by step over special squares.

use super::Play;
use super::actions::{PLACE, SHIFT};
use super::field::{self, with_reach};
use super::figure::Side;
use super::state::{EFFECT, TILE};
use super::tasks::Task;
use super::vocabulary::Event;
use super::wounds::thing;
use cardwright_engine::board::{Reach, Shift, Shifted, Square, Squares};
use cardwright_engine::core::{Step, Thing};
use cardwright_engine::skirmish;

/// Moves a figure to a square that it can reach with `points`.
pub(super) fn walk(run: &mut Play<'_>, figure: u16, to: Square, points: i32) {
    let look = run.look();
    // The way itself matters only if it may lead over special squares.
    let special = look.state.field.special();
    let is_plain = look.state.figure(figure).is_large
        || with_reach(look, figure, points, Reach::survey, |reach| {
            let before = |at: Square| reach.cost_of_passing(at) < reach.cost(to);
            !(*special & *reach.passed()).iter().any(before)
        });
    let path = if is_plain {
        Vec::new()
    } else {
        with_reach(look, figure, points, Reach::find, |reach| reach.path(to))
    };
    run.push(Task::Arrived { figure });
    go(run, figure, &path, to, Thing::NONE);
}

/// Pushes a task for each special square of a way and for its last square.
fn go(run: &mut Play<'_>, figure: u16, path: &[Square], to: Square, thrown_by: Thing) {
    run.push(Task::Walk { figure, square: to.0, thrown_by });
    let way = path.iter().skip(1).rev().filter(|square| **square != to);
    for square in way {
        if run.state.field.is_special(*square) && !run.state.figure(figure).is_large {
            run.push(Task::Walk { figure, square: square.0, thrown_by });
        }
    }
}

/// Puts a figure on a square of its way. A tile effect that moved it there does not react, or it
/// could move the figure forever.
pub(super) fn step(run: &mut Play<'_>, figure: u16, square: u16, thrown_by: Thing) {
    if !run.state.is_here(figure) {
        return;
    }
    stand(run, figure, Square(square));
    feel(run, figure, thrown_by);
}

/// Places a figure on a square, whose effects it feels. Nothing on the way matters.
pub(super) fn set_down(run: &mut Play<'_>, figure: u16, square: Square) {
    stand(run, figure, square);
    feel(run, figure, Thing::NONE);
}

/// Lets the squares on which a figure has come to stand do what they do.
fn feel(run: &mut Play<'_>, figure: u16, thrown_by: Thing) {
    let is_special =
        run.state.squares(figure).iter().any(|square| run.state.field.is_special(*square));
    if is_special {
        let bound = [thing(figure).bits()];
        match thrown_by.is(EFFECT) || thrown_by.is(TILE) {
            true => run.raise_unheard_by(thrown_by, Event::Entered, &bound),
            false => run.raise(Event::Entered, &bound),
        }
    }
}

/// Puts a figure on a square. Effects are read again for monsters, because bonds depend on where
/// they stand.
pub(super) fn stand(run: &mut Play<'_>, figure: u16, square: Square) {
    let one = run.state.figure_mut(figure);
    let was_away = one.at.is_none();
    one.at = Some(square);
    let def = one.def;
    if was_away {
        run.state.regrouped.remove(figure);
    }
    if was_away || run.state.figure(figure).is_monster() {
        run.flow().touch();
    }
    if was_away && let Some(tally) = &mut run.flow().tally {
        tally.count_played(def);
    }
}

fn kind_of(shift: u8) -> Shift {
    [Shift::Compel, Shift::Pull, Shift::Push][usize::from(shift).min(2)]
}

/// Where a figure can be moved by another, and on which way.
fn shifted(run: &Play<'_>, figure: u16, mover: u16, squares: u8, kind: Shift) -> Option<Shifted> {
    let look = run.look();
    skirmish::field::shifts(
        &look.state.field.terrain,
        &look.state.figures,
        usize::from(figure),
        field::gait(look, figure),
        (kind, squares),
        (usize::from(mover), &Squares::default()),
    )
}

/// Asks where a figure is moved to. A figure that a square moves counts as its own mover.
pub(super) fn publish_shift(
    run: &mut Play<'_>,
    figure: u16,
    mover: Thing,
    squares: u8,
    shift: u8,
) -> Step {
    let thrown_by = mover;
    let is_floor = mover.is(EFFECT) || mover.is(TILE);
    let mover = if is_floor { Some(figure) } else { run.state.figure_of(mover) };
    let Some(mover) = mover else { return Step::Done };
    // Spawning points are never moved.
    if run.state.figure(figure).side == Side::Point {
        return Step::Done;
    }
    if !run.state.is_here(figure) || !run.state.is_here(mover) {
        return Step::Done;
    }
    let kind = kind_of(shift);
    let Some(shifted) = shifted(run, figure, mover, squares, kind) else { return Step::Done };
    let ends = if run.state.figure(mover).is_hero() {
        *shifted.ends()
    } else {
        consuls_choice(run, figure, mover, kind, shifted.ends())
    };
    if run.state.settles_ties
        && !run.state.figure(mover).is_hero()
        && let Some(first) = ends.iter().next()
    {
        shift_to(run, Task::Shift { figure, mover: thrown_by, squares, shift }, first);
        return Step::Done;
    }
    for end in ends.iter() {
        run.option(SHIFT, end.0, 0);
    }
    Step::decide(0, "shift")
}

/// The squares that the Consul prefers: it pushes as far away and otherwise moves as near as it
/// can.
fn consuls_choice(
    run: &Play<'_>,
    figure: u16,
    mover: u16,
    shift: Shift,
    ends: &Squares,
) -> Squares {
    let state = &*run.state;
    let bases = state.field.bases(state.figure(figure).is_large);
    let distance = |end: Square| {
        let steps = state.field.distance(bases.squares(end), state.squares(mover));
        if shift == Shift::Push { -steps } else { steps }
    };
    let best = ends.iter().map(distance).min();
    ends.iter().filter(|end| Some(distance(*end)) == best).collect()
}

/// Moves a figure by force, which is not part of any activation. It feels every square of its way.
pub(super) fn shift_to(run: &mut Play<'_>, task: Task, to: Square) {
    let Task::Shift { figure, mover: thrown_by, squares, shift } = task else { return };
    if run.state.figure(figure).at == Some(to) {
        return;
    }
    let mover = run.state.figure_of(thrown_by).unwrap_or(figure);
    let ways = shifted(run, figure, mover, squares, kind_of(shift));
    let path = ways.map_or_else(Vec::new, |ways| ways.path(to));
    go(run, figure, &path, to, thrown_by);
}

/// Asks where a figure is put next to another.
pub(super) fn publish_beside(run: &mut Play<'_>, figure: u16, beside: u16) -> Step {
    if !run.state.is_here(figure) || !run.state.is_here(beside) {
        return Step::Done;
    }
    let state = &*run.state;
    let is_large = state.figure(figure).is_large;
    let bases = state.field.bases(is_large);
    let free = state.free(is_large, Some(figure));
    let near: Squares = free
        .iter()
        .filter(|at| state.field.distance(bases.squares(*at), state.squares(beside)) == 1)
        .collect();
    for square in near.iter() {
        run.option(PLACE, square.0, 0);
    }
    Step::decide(0, "place")
}
