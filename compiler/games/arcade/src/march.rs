//! How monsters move: towards a Hero, or back to an exit.

use super::Arcade;
use super::Play;
use super::actions::PLACE;
use super::aiming;
use super::facts::Rank;
use super::field::{self, Gaze, with_reach};
use super::group::Group;
use super::moves::set_down;
use super::state::State;
use super::tasks::Task;
use super::vocabulary::{Act, Stat};
use super::wounds::thing;
use cardwright_engine::board::{Reach, Square, Squares};
use cardwright_engine::core::{Look, Step};

/// Moves a monster. The players decide ties between squares.
pub(super) fn publish(run: &mut Play<'_>, monster: u16, regroup: bool) -> Step {
    if !run.state.is_here(monster) || run.look().is_forbidden(Act::Move, thing(monster)) {
        return Step::Done;
    }
    let look = run.look();
    let destinations = if regroup { homewards(look, monster) } else { onwards(look, monster) };
    let here = run.state.figure(monster).at;
    let Some(first) = destinations.iter().next() else { return Step::Done };
    if destinations.len() == 1 || run.state.settles_ties {
        if Some(first) != here {
            go(run, monster, first);
        }
        return Step::Done;
    }
    for square in destinations.iter() {
        run.option(PLACE, square.0, 0);
    }
    Step::decide(0, "march")
}

/// Moves a monster to a square; the minions bonded to it follow.
pub(super) fn go(run: &mut Play<'_>, monster: u16, to: Square) {
    let minions = run.rules.bonded(run.state, monster);
    let minions: Group =
        minions.iter().filter(|other| run.state.figure(*other).is_rank(Rank::Minion)).collect();
    run.push(Task::Follow { elite: monster, minions });
    run.push(Task::Arrived { figure: monster });
    set_down(run, monster, to);
    run.note(|look| {
        format!("{} walks to {}", super::name_of(look, thing(monster)), look.state.field.place(to))
    });
}

/// Places the next minion that was left behind near its elite.
pub(super) fn follow(run: &mut Play<'_>, elite: u16, mut minions: Group) {
    while let Some(minion) = minions.first() {
        minions.remove(minion);
        let is_left = run.state.is_here(minion) && run.state.is_here(elite);
        let bond = run.rules.numbers.bond;
        if is_left && run.state.apart(elite, minion) > bond {
            run.push(Task::Follow { elite, minions });
            let region =
                super::under_way::Region::Near { of: elite, within: bond as u8, seen: false };
            super::spawning::arrive_at(run, minion, region);
            return;
        }
    }
}

/// The squares that a monster may move to. It is after the Hero with most wrath on its own tile,
/// or else of all. It goes to the nearest square from which it can attack that Hero, or as near
/// to such a square as it can get.
fn onwards(look: Look<'_, Arcade>, monster: u16) -> Squares {
    let state = look.state;
    let near = state.top_of(state.heroes().filter(|hero| state.share_tile(monster, *hero)));
    let Some(hero) = near.or_else(|| state.top_hero()) else { return Squares::EMPTY };
    let Some(here) = state.figure(monster).at else { return Squares::EMPTY };
    let bases = state.field.bases(state.figure(monster).is_large);
    let gaze = Gaze::new(look, monster, hero);
    let own = look.stat(Stat::Range, thing(monster));
    let range = field::range_at(look, own, monster, hero).max(1);
    let target = state.squares(hero);
    let strikes =
        |at: Square| state.field.distance(bases.squares(at), target) <= range && gaze.sees_from(at);
    if strikes(here) {
        return Squares::EMPTY;
    }
    let points = field::movement(look, monster);
    with_reach(look, monster, points, Reach::survey, |reach| {
        let mut stops = *reach.stops();
        stops.insert(here);
        let together = cohesion(look, monster, &stops);
        let striking: Squares = stops.iter().filter(|at| strikes(*at)).collect();
        if let Some(together) = &together {
            let both = striking & *together;
            if !both.is_empty() {
                return cheapest(reach, here, &both);
            }
        }
        if !striking.is_empty() {
            return cheapest(reach, here, &striking);
        }
        let goals: Squares = {
            let all = state.field.board().grid.squares();
            all.filter(|at| bases.fits(*at) && strikes(*at)).collect()
        };
        let steps = walking(look, monster, &goals, &stops);
        let closer = |set: &Squares| set.iter().any(|at| steps[at.index()] < steps[here.index()]);
        if let Some(together) = together.filter(|together| closer(together)) {
            stops = together;
        }
        nearest(reach, here, &stops, &steps)
    })
}

/// The squares that a monster may move to when it regroups: as near as possible to the nearest
/// exit.
fn homewards(look: Look<'_, Arcade>, monster: u16) -> Squares {
    let state = look.state;
    let Some(here) = state.figure(monster).at else { return Squares::EMPTY };
    let own = state.squares(monster);
    let away = |exit: &Square| state.field.distance(own, &[*exit]);
    let least = state.field.exits.iter().map(away).min();
    // If several exits are equally near, the players choose by choosing the square.
    let exits = state.field.exits.iter().copied();
    let exits: Squares = exits.filter(|exit| Some(away(exit)) == least).collect();
    if exits.is_empty() {
        return Squares::EMPTY;
    }
    let bases = state.field.bases(state.figure(monster).is_large);
    let goals: Squares = {
        let all = state.field.board().grid.squares();
        all.filter(|at| bases.cover(*at).intersects(&exits)).collect()
    };
    let points = field::movement(look, monster);
    with_reach(look, monster, points, Reach::survey, |reach| {
        let mut stops = *reach.stops() | Squares::one(here);
        let steps = walking(look, monster, &goals, &stops);
        let closer = |set: &Squares| set.iter().any(|at| steps[at.index()] < steps[here.index()]);
        let together = cohesion(look, monster, &stops);
        if let Some(together) = together.filter(|together| closer(together)) {
            stops = together;
        }
        nearest(reach, here, &stops, &steps)
    })
}

/// The squares in reach that keep an elite gang together: those near the closest elite of the gang
/// that has moved before. `None` if the monster is not in an elite gang.
fn cohesion(look: Look<'_, Arcade>, monster: u16, stops: &Squares) -> Option<Squares> {
    let state = look.state;
    let def = state.figure(monster).def;
    if !look.rules.facts(def).bonded.contains(&def) {
        return None;
    }
    let moved = state.present(|one| one.def == def);
    let moved: Group =
        moved.filter(|other| *other != monster && state.obeyed.has(*other)).collect();
    let least = moved.iter().map(|other| state.apart(monster, other)).min()?;
    let nearest: Group =
        moved.iter().filter(|other| state.apart(monster, *other) == least).collect();
    let bases = state.field.bases(state.figure(monster).is_large);
    let bond = look.rules.numbers.bond;
    let near = |at: &Square| {
        let own = bases.squares(*at);
        nearest.iter().any(|other| state.field.distance(own, state.squares(other)) <= bond)
    };
    Some(stops.iter().filter(near).collect())
}

fn cost(reach: &Reach, here: Square, at: Square) -> u8 {
    if at == here { 0 } else { reach.cost(at) }
}

/// The squares that cost least to reach.
fn cheapest(reach: &Reach, here: Square, squares: &Squares) -> Squares {
    let least = squares.iter().map(|at| cost(reach, here, at)).min();
    squares.iter().filter(|at| Some(cost(reach, here, *at)) == least).collect()
}

/// The squares with the shortest rest of the way, and of these the cheapest. If none is better
/// than where the monster stands, it stays.
fn nearest(reach: &Reach, here: Square, squares: &Squares, steps: &[u16]) -> Squares {
    let key = |at: Square| (steps[at.index()], cost(reach, here, at));
    let best = squares.iter().map(key).min();
    match best {
        Some((left, _)) if left < steps[here.index()] => {
            squares.iter().filter(|at| Some(key(*at)) == best).collect()
        }
        _ => Squares::one(here),
    }
}

/// How far a monster has to walk from each of the squares `from` to the nearest goal, past
/// monsters but not past Heroes. A square without a way counts as farther than all others, by its
/// distance, so that a monster without a way still comes closer. Only the entries of `from` count.
fn walking(look: Look<'_, Arcade>, monster: u16, goals: &Squares, from: &Squares) -> Vec<u16> {
    const BEYOND: u16 = 1000;
    let state = look.state;
    let ground = field::ground_of(look, monster);
    let open = *ground.open() - state.covered(|one| one.is_hero());
    let mut steps = vec![0; ground.len()];
    let (mut left, mut seen, mut front) = (*from - *goals, *goals, *goals);
    let mut step = 0;
    while !left.is_empty() && !front.is_empty() {
        step += 1;
        let mut next = Squares::EMPTY;
        for square in front {
            next |= *ground.ways.around(square);
        }
        front = (next & open) - seen;
        seen |= front;
        for square in left & front {
            steps[square.index()] = step;
        }
        left -= front;
    }
    let all: Vec<Square> = goals.iter().collect();
    for square in left {
        steps[square.index()] = BEYOND + state.field.distance(&all, &[square]) as u16;
    }
    steps
}

impl State {
    /// The Heroes that a monster can attack now.
    pub(super) fn in_reach(&self, look: Look<'_, Arcade>, monster: u16) -> Group {
        self.heroes().filter(|hero| aiming::can_hit(look, monster, *hero)).collect()
    }
}
