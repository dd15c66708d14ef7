//! Moving: walking, being moved, being put elsewhere, and changing shape.

use std::cell::RefCell;

use super::actions::{END, MOVE, PLACE, SHIFT_TO};
use super::content::Explore;
use super::state::{Attack, Figures, Lasting, State, TILE, TILE_EFFECT, Task, bit, each};
use super::vocabulary::{Act, Event};
use super::{Play, attack, damage};
use cardwright_engine::board::{Base, Crowd, Reach, Shift, Square, Squares};
use cardwright_engine::core::code::DefId;
use cardwright_engine::core::words::Words;
use cardwright_engine::core::{Look, Step, Thing, action};
use cardwright_engine::game::Choice;
use cardwright_engine::skirmish::{Piece, field};

thread_local! {
    /// Memory that all searches reuse.
    static REACH: RefCell<Reach> = RefCell::default();
}

/// Finds where a model can walk and does something with the result.
fn with_reach<T>(
    look: Look<'_, Explore>,
    figure: u16,
    points: i32,
    work: impl FnOnce(&mut Reach, usize) -> T,
) -> T {
    let state = look.state;
    let more =
        Crowd { taken: state.chest_squares(), shunned: state.dungeon.effects, ..Crowd::default() };
    let gait = Explore::gait(look, figure);
    REACH.with_borrow_mut(|reach| {
        let (terrain, figures) = (&state.dungeon.terrain, &state.figures);
        field::find_reach(reach, terrain, figures, usize::from(figure), (gait, points), &more);
        work(reach, gait)
    })
}

/// Lists the squares to which the active model can move, and what that costs.
pub(super) fn offer(look: Look<'_, Explore>, figure: u16, points: i32, options: &mut Vec<Choice>) {
    let at = look.state.figure(figure).at;
    with_reach(look, figure, points, |reach, _| {
        for square in reach.stops().iter().filter(|square| Some(*square) != at) {
            let cost = u16::from(reach.cost(square));
            options.push(Choice { action: MOVE, card: square.0, extra: cost });
        }
    });
}

/// The active model walks to a square, by the cheapest way.
pub(super) fn walk(run: &mut Play<'_>, figure: u16, to: Square, cost: u16) {
    let look = run.look();
    let watched = look.summary().events >> Event::Entered.index() & 1 == 1;
    let has_auras = look.state.lasting.iter().any(|lasting| lasting.aura > 0);
    if !watched && !has_auras {
        run.state.spent.squares += i32::from(cost);
        run.state.figure_mut(figure).at = Some(to);
        return;
    }
    for (square, cost) in steps(look, figure, to, cost).into_iter().rev() {
        run.push(Task::Step { figure, square: square.0, cost });
    }
}

/// The squares of a walk and what each costs. Among equal ways one without harmful squares is
/// taken.
fn steps(look: Look<'_, Explore>, figure: u16, to: Square, cost: u16) -> Vec<(Square, u8)> {
    with_reach(look, figure, i32::from(cost), |reach, gait| {
        let state = look.state;
        let shunned = &state.dungeon.effects;
        let terrain = &state.dungeon.terrain;
        let path = field::way(reach, terrain, state.figure(figure), gait, to, shunned);
        let cost = |square: Square| reach.cost_of_passing(square);
        path.windows(2).map(|step| (step[1], cost(step[1]).saturating_sub(cost(step[0])))).collect()
    })
}

/// The kinds of squares on a walk that do something to models that enter them.
pub(super) fn crossed<'a>(
    look: Look<'a, Explore>,
    figure: u16,
    to: Square,
    cost: u16,
) -> Vec<&'a str> {
    let state = look.state;
    let base = state.figure(figure).base();
    let steps = steps(look, figure, to, cost);
    let covered: Squares = steps
        .iter()
        .flat_map(|(at, _)| state.dungeon.terrain.squares(*at, base).iter().copied())
        .collect();
    let met = covered & state.dungeon.effects;
    let sorts = state.dungeon.features.iter().filter(|(_, squares)| squares.intersects(&met));
    sorts.map(|(name, _)| name.as_str()).collect()
}

/// The way to a square that is chosen among all that a model could reach in any number of turns.
pub(super) fn wander(
    look: Look<'_, Explore>,
    figure: u16,
    choose: impl FnOnce(&Squares) -> Option<Square>,
) -> Squares {
    const AS_LONG_AS_IT_TAKES: i32 = 200;
    let state = look.state;
    with_reach(look, figure, AS_LONG_AS_IT_TAKES, |reach, gait| {
        let Some(to) = choose(reach.stops()) else {
            return Squares::EMPTY;
        };
        let terrain = &state.dungeon.terrain;
        let shunned = &state.dungeon.effects;
        let path = field::way(reach, terrain, state.figure(figure), gait, to, shunned);
        path.into_iter().filter(|square| Some(*square) != state.figure(figure).at).collect()
    })
}

/// Takes one step of a walk. A square may end the walk, but not where another model stands: the
/// model then goes on to the next square with room.
pub(super) fn step(run: &mut Play<'_>, figure: u16, square: Square, cost: u8) {
    let look = run.look();
    if look.state.figure(figure).at.is_none() || look.state.active != Some(figure) {
        return;
    }
    let is_stopped = look.is_forbidden(Act::Move, Thing::figure(figure))
        || i32::from(cost) > Explore::squares_left(look, figure);
    if is_stopped && is_alone(look.state, figure) {
        return;
    }
    run.state.spent.squares += i32::from(cost);
    put(run, figure, square);
}

/// Whether no other model stands where a model stands.
fn is_alone(state: &State, figure: u16) -> bool {
    let taken = state.taken(Some(figure));
    !state.squares(figure).iter().any(|square| taken.contains(*square))
}

/// Puts a model on another square.
pub(super) fn put(run: &mut Play<'_>, figure: u16, square: Square) {
    run.state.figure_mut(figure).at = Some(square);
    enter_auras(run);
    run.raise(Event::Entered, &[Thing::figure(figure).bits()]);
}

/// Updates which models the auras hold for. An aura affects each model once.
pub(super) fn enter_auras(run: &mut Play<'_>) {
    for place in 0..run.state.lasting.len() {
        let lasting = run.state.lasting[place];
        if lasting.aura == 0 || run.state.figure(lasting.on).at.is_none() {
            continue;
        }
        let inside = aura_holds_for(run.look(), &lasting);
        let fresh = inside & !lasting.seen;
        let kept = &mut run.state.lasting[place];
        kept.seen |= inside;
        if kept.inside != inside {
            kept.inside = inside;
            run.flow().touch();
        }
        for other in each(fresh) {
            attack::touch(run, lasting.owner, lasting.line, other);
        }
    }
}

/// The models that an aura reaches and is meant for.
pub(super) fn aura_holds_for(look: Look<'_, Explore>, lasting: &Lasting) -> Figures {
    let whom = look.rules.lines[usize::from(lasting.line)].profile.whom;
    each(look.state.in_aura(lasting.on, lasting.aura))
        .filter(|other| Explore::is_meant(look.state, whom, lasting.owner, *other))
        .filter(|other| !Explore::escapes(look, (lasting.owner, *other), lasting.line, None))
        .fold(0, |all, other| all | bit(other))
}

/// The squares where another shape of a model has room and overlaps the model's own squares.
pub(super) fn shape_squares(look: Look<'_, Explore>, figure: u16, into: DefId) -> Squares {
    let one = look.state.figure(figure);
    let base = if look.rules.facts(into).is_large { Base::LARGE } else { Base::SMALL };
    let from = one.at.map(|at| (at, one.is_large));
    from.map_or(Squares::EMPTY, |from| overlapping(look.state, figure, from, base))
}

/// The anchors with room for a model of that size that overlap the squares on which it stood.
fn overlapping(
    state: &State,
    figure: u16,
    (from, was_large): (Square, bool),
    base: Base,
) -> Squares {
    let terrain = &state.dungeon.terrain;
    let own = *terrain.cover(from, if was_large { Base::LARGE } else { Base::SMALL });
    let room = field::room(terrain, base, &state.taken(Some(figure)));
    room.iter().filter(|at| terrain.cover(*at, base).intersects(&own)).collect()
}

/// Gives a model another shape. It keeps its wounds, potions, statuses, equipment and what it has
/// spent.
pub(super) fn shapeshift(run: &mut Play<'_>, figure: u16, place: u16) {
    let rules = run.rules;
    let def = run.state.figure(figure).def;
    let Some((into, cost)) = rules.facts(def).shapes.get(usize::from(place)).copied() else {
        return;
    };
    let squares = shape_squares(run.look(), figure, into);
    run.state.spent.actions += cost;
    let one = run.state.figure_mut(figure);
    let (at, was_large) = (one.at, one.is_large);
    one.def = into;
    one.is_large = rules.facts(into).is_large;
    if !at.is_some_and(|at| squares.contains(at)) {
        one.at = squares.iter().next();
    }
    run.flow().touch();
    damage::check(run, figure);
    run.note(|look| format!("…and becomes {}", super::name_of(look, Thing::figure(figure))));
    match at {
        Some(from) if squares.len() > 1 => run.push(Task::Reshape { figure, from, was_large }),
        _ => enter_auras(run),
    }
}

/// Asks which squares a model takes that has changed its shape: at least one of those on which it
/// stood.
pub(super) fn publish_shape(
    run: &mut Play<'_>,
    figure: u16,
    from: Square,
    was_large: bool,
) -> Step {
    let one = run.state.figure(figure);
    let (base, seat) = (one.base(), one.seat);
    let squares = overlapping(run.state, figure, (from, was_large), base);
    super::setup::offer_squares(run, &squares);
    Step::decide(seat, "place of the shape")
}

/// The ways of moving others, in the order of the enum `control`.
pub(super) const SHIFTS: [Shift; 3] = [Shift::Compel, Shift::Pull, Shift::Push];

/// Asks where a model is moved to. The player of the moving model chooses; if a square moves it,
/// its own player does.
pub(super) fn push_shift(
    run: &mut Play<'_>,
    figure: u16,
    (by, seat): (Thing, u8),
    (shift, squares): (Shift, u8),
) {
    // Spawning points are never moved.
    if run.state.figure(figure).is_point() {
        return;
    }
    let kind = SHIFTS.iter().position(|known| *known == shift).unwrap_or(0) as u8;
    let is_floor = by.is(TILE_EFFECT) || by.is(TILE);
    let seat = if is_floor { run.state.figure(figure).seat } else { seat };
    run.push(Task::Shift { figure, by, seat, squares, kind });
}

/// Moves a model. A tile effect that moved it does not react to its arrival, or it could move the
/// model forever.
pub(super) fn take_shift(run: &mut Play<'_>, figure: u16, by: Thing, square: Square) {
    run.state.figure_mut(figure).at = Some(square);
    enter_auras(run);
    let bound = [Thing::figure(figure).bits()];
    match by.of(Thing::FIGURE) {
        Some(_) => run.raise(Event::Entered, &bound),
        None => run.raise_unheard_by(by, Event::Entered, &bound),
    }
}

pub(super) fn publish_shift(run: &mut Play<'_>, task: Task) -> Step {
    let Task::Shift { figure, by, seat, squares, kind } = task else {
        return Step::Done;
    };
    let look = run.look();
    let state = look.state;
    let gait = Explore::gait(look, figure);
    let shift = (SHIFTS[usize::from(kind.min(2))], squares);
    let chests = state.chest_squares();
    let found = field::shifts(
        &state.dungeon.terrain,
        &state.figures,
        usize::from(figure),
        gait,
        shift,
        (usize::from(by.of(Thing::FIGURE).unwrap_or(figure)), &chests),
    );
    let Some(found) = found else {
        return Step::Done;
    };
    let at = state.figure(figure).at;
    let ends: Vec<Square> = found.ends().iter().filter(|end| Some(*end) != at).collect();
    if ends.is_empty() {
        return Step::Done;
    }
    for square in ends {
        run.option(SHIFT_TO, square.0, 0);
    }
    run.option(END, Choice::NO_CARD, 0);
    Step::decide(seat, "where it is moved")
}

pub(super) fn publish_teleport(run: &mut Play<'_>, figure: u16, far: u8, seat: u8) -> Step {
    let state = &*run.state;
    let terrain = &state.dungeon.terrain;
    let base = state.figure(figure).base();
    let room = field::room(terrain, base, &state.taken(Some(figure)));
    let own = state.squares(figure);
    if own.is_empty() {
        return Step::Done;
    }
    let distances = &terrain.board.distances;
    let near =
        room.iter().filter(|at| distances.between_figures(terrain.squares(*at, base), own) <= far);
    let near: Vec<Square> = near.collect();
    for square in near {
        run.option(PLACE, square.0, 0);
    }
    Step::decide(seat, "where it is put")
}

/// Exchanges the places of two models of the same size.
pub(super) fn exchange(run: &mut Play<'_>, one: u16, other: u16) {
    let (a, b) = (*run.state.figure(one), *run.state.figure(other));
    if one == other || a.is_large != b.is_large || a.at.is_none() || b.at.is_none() {
        return;
    }
    if let (Some(here), Some(there)) = (a.at, b.at) {
        put(run, one, there);
        put(run, other, here);
    }
}

/// Moves the models that a line with a forced move has hit, one after the other. Its player
/// chooses who is next.
pub(super) fn control(run: &mut Play<'_>, left: Figures) -> Step {
    let Some(Attack { user, line, control: Some(control), .. }) = run.state.attack else {
        return Step::Done;
    };
    if run.state.figure(user).at.is_none() {
        return Step::Done;
    }
    let look = run.look();
    let can_be_moved = |figure: &u16| {
        let one = look.state.figure(*figure);
        // A model cannot pull or push itself.
        let is_possible = *figure != user || control.0 == Shift::Compel;
        one.at.is_some()
            && !one.is_point()
            && is_possible
            && !Explore::stands_firm(look, *figure, line)
    };
    let movable: Vec<u16> = each(left).filter(can_be_moved).collect();
    if let [only] = movable[..] {
        take_control(run, left, only);
        return Step::Done;
    }
    for figure in movable {
        run.option(action::PICK, figure, u16::from(Thing::FIGURE));
    }
    Step::decide(run.state.figure(user).seat, "next to be moved")
}

pub(super) fn take_control(run: &mut Play<'_>, left: Figures, next: u16) {
    let Some(Attack { user, control: Some(control), .. }) = run.state.attack else {
        return;
    };
    run.push(Task::Control { left: left & !bit(next) });
    let seat = run.state.figure(user).seat;
    push_shift(run, next, (Thing::figure(user), seat), control);
}
