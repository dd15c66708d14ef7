//! The enemies' phase: order, targets, moves and attacks.

use super::actions::GO_ON;
use super::attack::{self, targets, with_weapon};
use super::content::{Behaviour, Deckbox};
use super::moves::{Walker, Ways};
use super::plan::NOWHERE;
use super::state::{State, Task, enemy_figure};
use super::vocabulary::{Act, Event, Stat};
use super::{Play, items, name_of, story};
use cardwright_engine::board::Square;
use cardwright_engine::core::{Look, Step, Thing};
use cardwright_engine::game::Choice;

/// More movement than any map needs.
const ANYWHERE: i32 = 2_000;

/// Lets the next enemy act, in ascending threat. Within a threat ranged enemies come before melee
/// ones; with the option `is_ranged_first` they come before all others.
pub(super) fn next(run: &mut Play<'_>) {
    if story::judge(run) {
        return;
    }
    let state = &*run.state;
    let order = |enemy: &u8| {
        let one = &state.enemies[usize::from(*enemy)];
        let melee = u8::from(!one.is_ranged);
        match state.options.is_ranged_first {
            true => (melee, one.threat, *enemy),
            false => (one.threat, melee, *enemy),
        }
    };
    let waiting = state.foes().filter(|enemy| !state.enemies[usize::from(*enemy)].is_done);
    let Some(enemy) = waiting.min_by_key(order) else {
        return;
    };
    run.push(Task::Enemies);
    let one = &mut run.state.enemies[usize::from(enemy)];
    one.is_done = true;
    if one.is_stunned {
        one.is_stunned = false;
        let thing = Thing::figure(enemy_figure(enemy));
        run.note(|look| format!("{} is stunned and does nothing", name_of(look, thing)));
        return;
    }
    run.push(Task::EnemyTurn { enemy });
    let last = run.state.heroes.iter().map(|hero| hero.seat).max().unwrap_or(0);
    for seat in (0..=last).rev() {
        run.push(Task::Interrupt { seat });
    }
}

/// Asks a player for minor actions before an enemy acts. They are allowed at any time, but not in
/// the middle of a roll, so this is the only place in the enemies' phase where they are offered.
pub(super) fn publish_interrupt(run: &mut Play<'_>, seat: u8) -> Step {
    let state = &*run.state;
    let mine = |hero: &u8| state.hero(*hero).seat == seat;
    let heroes: Vec<u8> = state.on_map().filter(mine).collect();
    if !heroes.iter().any(|hero| items::may_interrupt(run.look(), *hero)) {
        return Step::Done;
    }
    run.option(GO_ON, Choice::NO_CARD, 0);
    for hero in heroes {
        items::minor_options(run, hero);
    }
    Step::decide(seat, "interrupt")
}

/// Begins the activation of an enemy: it moves if it must, then attacks if it can.
pub(super) fn turn(run: &mut Play<'_>, enemy: u8) {
    if run.state.enemies[usize::from(enemy)].square == NOWHERE {
        return;
    }
    let figure = enemy_figure(enemy);
    run.push(Task::EnemyDone { enemy });
    run.push(Task::EnemyAttack { enemy });
    run.raise(Event::Activates, &[Thing::figure(figure).bits()]);
}

/// Moves an enemy and lets it attack. It moves only if it is not yet content with its place.
pub(super) fn attack(run: &mut Play<'_>, enemy: u8, has_moved: bool) {
    let figure = enemy_figure(enemy);
    let one = run.state.enemies[usize::from(enemy)];
    if one.square == NOWHERE || run.state.on_map().next().is_none() {
        return;
    }
    let look = run.look();
    let can_attack = attack::may_attack(look, figure, one.is_ranged);
    if !has_moved && !look.is_forbidden(Act::Move, Thing::figure(figure)) {
        let mut path = std::mem::take(&mut run.state.path);
        path.clear();
        plan_move(run.look(), enemy, can_attack, &mut path);
        let moves = !path.is_empty();
        run.state.path = path;
        if moves {
            run.push(Task::EnemyStrike { enemy });
            run.push(Task::Walk { figure });
            return;
        }
    }
    // A ranged enemy that cannot shoot, because a hero stands next to it, attacks in melee if
    // its card has dice for that.
    let ways: &[bool] = if one.is_ranged { &[true, false] } else { &[false] };
    let found = ways.iter().find_map(|is_ranged| {
        let target = chosen_target(run.look(), enemy, *is_ranged)?;
        Some(with_weapon(figure, target, *is_ranged))
    });
    if let Some(found) = found {
        attack::start(run, found);
    }
}

/// The preferred target of an enemy among those it can attack from where it stands.
fn chosen_target(look: Look<'_, Deckbox>, enemy: u8, is_ranged: bool) -> Option<u16> {
    let figure = enemy_figure(enemy);
    if !attack::may_attack(look, figure, is_ranged) {
        return None;
    }
    let one = &look.state.enemies[usize::from(enemy)];
    let behaviour = look.rules.facts(one.def).behaviour;
    let mut best: Option<(Preference, u16)> = None;
    targets(look, figure, one.square, is_ranged, &mut |target| {
        let rank = preference(look.state, behaviour, one.square, target);
        if best.is_none_or(|(known, _)| rank < known) {
            best = Some((rank, target));
        }
    });
    best.map(|(_, target)| target)
}

/// Ends the activation of an enemy.
pub(super) fn done(run: &mut Play<'_>, enemy: u8) {
    let figure = enemy_figure(enemy);
    if run.state.square_of(figure) != NOWHERE {
        run.raise(Event::ActivationEnds, &[Thing::figure(figure).bits()]);
    }
}

/// How much an enemy prefers a hero: smaller is better.
type Preference = (i32, i32, i32, u16);

/// What a behaviour prefers. Ties go to the nearest hero, then to the one with the least health,
/// then to the first in the order of players.
fn preference(state: &State, behaviour: Behaviour, from: u16, target: u16) -> Preference {
    let hero = state.hero(target as u8);
    let distance = i32::from(state.plan.distances.between(Square(from), Square(hero.square)));
    let first = match behaviour {
        Behaviour::Weakest => hero.health,
        Behaviour::Strongest => -hero.health,
        Behaviour::MostTreasure => -hero.treasure,
        Behaviour::Nearest | Behaviour::KeepDistance | Behaviour::Guard => 0,
    };
    (first, distance, hero.health, target)
}

/// The way that an enemy walks before it attacks; empty if it stays.
fn plan_move(look: Look<'_, Deckbox>, enemy: u8, can_attack: bool, path: &mut Vec<u16>) {
    let state = look.state;
    let one = &state.enemies[usize::from(enemy)];
    let figure = enemy_figure(enemy);
    let behaviour = look.rules.facts(one.def).behaviour;
    let speed = look.stat(Stat::Speed, Thing::figure(figure));
    if speed <= 0 {
        return;
    }
    let can_hit = |from: u16, wanted: Option<u16>| {
        let mut found = false;
        targets(look, figure, from, one.is_ranged, &mut |target| {
            found |= wanted.is_none_or(|wanted| wanted == target);
        });
        found
    };
    let pressed = || {
        let mut near = state.on_map().map(|hero| state.hero(hero).square);
        near.any(|square| state.plan.touches(one.square, square, true))
    };
    let keeps_away = behaviour == Behaviour::KeepDistance && one.is_ranged;
    let favourite = favourite(look, behaviour, one.square, one.home);
    let wanted = match behaviour {
        Behaviour::Weakest | Behaviour::Strongest | Behaviour::MostTreasure => favourite,
        _ => None,
    };
    let is_content = can_attack && can_hit(one.square, wanted) && !(keeps_away && pressed());
    if is_content {
        return;
    }
    let ways = Ways::find(state, Walker::new(look, figure, ANYWHERE));
    if behaviour == Behaviour::Guard && favourite.is_none() {
        return walk_towards(&ways, one.home, speed, state, path);
    }
    let free = || ways.found.iter().copied().filter(|square| state.occupant(*square).is_none());
    if keeps_away {
        let apart = |square: u16| {
            let all = state.on_map().map(|hero| state.hero(hero).square);
            all.map(|hero| state.plan.distances.between(Square(square), Square(hero))).min()
        };
        let reachable = free().filter(|square| ways.cost(*square).is_some_and(|c| c <= speed));
        let safe = reachable.filter(|square| can_hit(*square, None));
        let best = safe.max_by_key(|s| (apart(*s), std::cmp::Reverse((ways.key(*s), *s))));
        if let Some(best) = best {
            return ways.path(best, path);
        }
    }
    // The goal is the nearest space from which the preferred hero can be attacked, or else any
    // hero.
    let goal = |wanted: Option<u16>| {
        free().filter(|square| can_hit(*square, wanted)).min_by_key(|s| (ways.key(*s), *s))
    };
    let best = wanted.and_then(|wanted| goal(Some(wanted))).or_else(|| goal(None));
    match (best, favourite) {
        (Some(best), _) => walk_towards(&ways, best, speed, state, path),
        (None, Some(hero)) => {
            let there = Square(state.square_of(hero));
            let nearest = std::iter::once(one.square).chain(free()).min_by_key(|square| {
                (state.plan.distances.between(Square(*square), there), ways.key(*square), *square)
            });
            if let Some(nearest) = nearest.filter(|square| *square != one.square) {
                walk_towards(&ways, nearest, speed, state, path);
            }
        }
        (None, None) => {}
    }
}

/// The hero that an enemy prefers to attack. Guards ignore heroes outside their room.
fn favourite(look: Look<'_, Deckbox>, behaviour: Behaviour, from: u16, home: u16) -> Option<u16> {
    let state = look.state;
    let guarded = state.plan.rooms_of(home);
    let minds = |hero: &u8| {
        behaviour != Behaviour::Guard
            || state.plan.rooms_of(state.hero(*hero).square) & guarded != 0
    };
    let heroes = state.on_map().filter(minds).map(u16::from);
    heroes.min_by_key(|hero| preference(state, behaviour, from, *hero))
}

/// Follows a way as far as the speed allows, ending on a free space.
fn walk_towards(ways: &Ways, to: u16, speed: i32, state: &State, path: &mut Vec<u16>) {
    path.clear();
    if ways.cost(to).is_none() {
        return;
    }
    ways.path(to, path);
    // The path starts with its last step. Steps that are too far or occupied are cut off.
    let stop = path.iter().position(|square| {
        ways.cost(*square).is_some_and(|cost| cost <= speed) && state.occupant(*square).is_none()
    });
    match stop {
        Some(stop) => {
            path.drain(..stop);
        }
        None => path.clear(),
    }
}
