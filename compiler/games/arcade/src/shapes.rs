//! Shapeshifters: models that take another form.

use super::Play;
use super::actions::PLACE;
use super::moves::set_down;
use super::printed::Facts;
use cardwright_engine::board::{Square, Squares};
use cardwright_engine::core::Step;
use cardwright_engine::core::code::NONE;

fn other_form<'a>(run: &Play<'a>, figure: u16) -> Option<(u16, &'a Facts)> {
    let other = run.rules.facts(run.state.figure(figure).def).other;
    (other != NONE).then(|| (other, run.rules.facts(other)))
}

/// The anchors among `free` on which the other form shares a square with this one.
fn anchors(run: &Play<'_>, figure: u16, is_large: bool, free: &Squares) -> Squares {
    let bases = run.state.field.bases(is_large);
    let own: Squares = run.state.squares(figure).iter().copied().collect();
    free.iter().filter(|at| bases.cover(*at).intersects(&own)).collect()
}

/// Whether the other form of a figure has room.
pub(super) fn fits(run: &Play<'_>, figure: u16) -> bool {
    other_form(run, figure).is_some_and(|(_, facts)| {
        let free = run.state.free(facts.is_large, Some(figure));
        !anchors(run, figure, facts.is_large, &free).is_empty()
    })
}

/// Asks where a figure stands in its other form: on a square at least of those where it stands. A
/// monster without room pushes others away, a Hero without room keeps its form.
pub(super) fn publish(run: &mut Play<'_>, figure: u16) -> Step {
    let Some((_, facts)) = other_form(run, figure) else { return Step::Done };
    let is_large = facts.is_large;
    let Some(here) = run.state.figure(figure).at else { return Step::Done };
    let free = run.state.free(is_large, Some(figure));
    let mut places = anchors(run, figure, is_large, &free);
    if places.is_empty() {
        if run.state.figure(figure).is_hero() {
            return Step::Done;
        }
        let bases = run.state.field.bases(is_large);
        let all: Squares =
            run.state.field.board().grid.squares().filter(|at| bases.fits(*at)).collect();
        places = anchors(run, figure, is_large, &all);
    }
    if places.len() > 1 && !run.state.settles_ties {
        for place in places.iter() {
            run.option(PLACE, place.0, 0);
        }
        return Step::decide(0, "form");
    }
    let place = if places.contains(here) { Some(here) } else { places.iter().next() };
    if let Some(place) = place {
        take_form(run, figure, place);
    }
    Step::Done
}

/// Gives a figure its other form on a square; it keeps all tokens.
pub(super) fn take_form(run: &mut Play<'_>, figure: u16, place: Square) {
    let Some((other, facts)) = other_form(run, figure) else { return };
    let one = run.state.figure_mut(figure);
    one.def = other;
    one.is_large = facts.is_large;
    set_down(run, figure, place);
    make_room(run, figure);
    run.flow().touch();
}

/// Moves models under a figure to the nearest free square.
fn make_room(run: &mut Play<'_>, figure: u16) {
    let cover: Squares = run.state.squares(figure).iter().copied().collect();
    for other in 0..run.state.figures.len() as u16 {
        let is_under = other != figure
            && run.state.squares(other).iter().any(|square| cover.contains(*square));
        if !is_under {
            continue;
        }
        let state = &*run.state;
        let is_large = state.figure(other).is_large;
        let bases = state.field.bases(is_large);
        let free = state.free(is_large, Some(other));
        let from = state.squares(other).to_vec();
        let steps = |at: &Square| (state.field.distance(&from, bases.squares(*at)), *at);
        if let Some(to) = free.iter().min_by_key(steps) {
            set_down(run, other, to);
        }
    }
}
