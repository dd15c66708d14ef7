//! The enemies' phase: order, targets, moves and attacks. Where several are as good, the players
//! choose.

use super::actions::{GO, GO_ON, NEXT, TARGET};
use super::attack::{self, targets, with_weapon};
use super::content::{Behaviour, Deckbox};
use super::moves::{Walker, Ways};
use super::plan::NOWHERE;
use super::state::{Enemy, FIRST_ENEMY, State, Task, enemy_figure};
use super::vocabulary::{Act, Event, Stat};
use super::{Play, items, name_of, story, turn};
use cardwright_engine::board::Square;
use cardwright_engine::core::{Look, Step, Thing};
use cardwright_engine::game::Choice;

/// More movement than any map needs.
const ANYWHERE: i32 = 2_000;

/// Lets the next enemy act, in ascending threat. Within a threat ranged enemies come before melee
/// ones; with the option `is_ranged_first` they come before all others. Among equals the players
/// choose.
pub(super) fn publish_next(run: &mut Play<'_>) -> Step {
    if story::judge(run) {
        return Step::Done;
    }
    let state = &*run.state;
    let order = |enemy: &u8| {
        let one = &state.enemies[usize::from(*enemy)];
        let melee = u8::from(!one.is_ranged);
        match state.options.is_ranged_first {
            true => (melee, one.threat),
            false => (one.threat, melee),
        }
    };
    let waiting = || state.foes().filter(|enemy| !state.enemies[usize::from(*enemy)].is_done);
    let Some(first) = waiting().map(|enemy| order(&enemy)).min() else {
        return Step::Done;
    };
    let equals: Vec<u8> = waiting().filter(|enemy| order(enemy) == first).collect();
    // One that skips its activation can do so at once.
    let stunned = equals.iter().find(|enemy| state.enemies[usize::from(**enemy)].is_stunned);
    match (stunned, &equals[..]) {
        (Some(enemy), _) | (None, [enemy]) => {
            begin(run, *enemy);
            Step::Done
        }
        _ => {
            for enemy in &equals {
                run.option(NEXT, enemy_figure(*enemy), 0);
            }
            Step::decide(chooser(run.state), "enemy")
        }
    }
}

/// The player who chooses where nothing else decides what enemies do: the first with a hero on the
/// map.
fn chooser(state: &State) -> u8 {
    state.on_map().next().map_or(0, |hero| state.hero(hero).seat)
}

/// Begins the activation of an enemy, before which players may do minor actions.
pub(super) fn begin(run: &mut Play<'_>, enemy: u8) {
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
    turn::offer_minor_actions(run, None);
}

/// Asks a player for minor actions while others act.
pub(super) fn publish_interrupt(run: &mut Play<'_>, seat: u8) -> Step {
    let is_over = story::judge(run);
    let look = run.look();
    if is_over || !look.state.heroes_of(seat).any(|hero| items::may_interrupt(look, hero)) {
        return Step::Done;
    }
    run.option(GO_ON, Choice::NO_CARD, 0);
    items::minor_options(run, seat);
    Step::decide(seat, "interrupt")
}

/// Begins the activation of an enemy: it moves if it must, then attacks if it can.
pub(super) fn activate(run: &mut Play<'_>, enemy: u8) {
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
    if !has_moved && !run.look().is_forbidden(Act::Move, Thing::figure(figure)) {
        match &ends(run.look(), enemy)[..] {
            [] => {}
            [end] => return go(run, enemy, *end),
            _ => return run.push(Task::EnemyWay { enemy }),
        }
    }
    match &best_targets(run.look(), enemy).1[..] {
        [] => {}
        [target] => strike(run, enemy, *target),
        _ => run.push(Task::EnemyTarget { enemy }),
    }
}

/// Asks which of several ways an enemy goes.
pub(super) fn publish_ways(run: &mut Play<'_>, enemy: u8) -> Step {
    for end in ends(run.look(), enemy) {
        run.option(GO, end, 0);
    }
    Step::decide(chooser(run.state), "way")
}

/// Sends an enemy to a space, from where it attacks.
pub(super) fn go(run: &mut Play<'_>, enemy: u8, end: u16) {
    let figure = enemy_figure(enemy);
    let ways = Ways::find(run.state, Walker::new(run.look(), figure, ANYWHERE));
    let mut path = std::mem::take(&mut run.state.path);
    ways.path(end, &mut path);
    run.state.path = path;
    run.push(Task::EnemyStrike { enemy });
    run.push(Task::Walk { figure });
}

/// Asks which of several heroes an enemy attacks.
pub(super) fn publish_targets(run: &mut Play<'_>, enemy: u8) -> Step {
    for target in best_targets(run.look(), enemy).1 {
        run.option(TARGET, target, 0);
    }
    Step::decide(chooser(run.state), "target")
}

/// Lets an enemy attack a hero.
pub(super) fn strike(run: &mut Play<'_>, enemy: u8, target: u16) {
    let (is_ranged, _) = best_targets(run.look(), enemy);
    attack::start(run, with_weapon(enemy_figure(enemy), target, is_ranged));
}

/// The heroes that an enemy would rather attack than others from where it stands, and whether it
/// shoots. A ranged enemy that cannot shoot, because a hero stands next to it, attacks in melee if
/// its card has dice for that.
fn best_targets(look: Look<'_, Deckbox>, enemy: u8) -> (bool, Vec<u16>) {
    let figure = enemy_figure(enemy);
    let one = &look.state.enemies[usize::from(enemy)];
    let ways: &[bool] = if one.is_ranged { &[true, false] } else { &[false] };
    for is_ranged in ways.iter().copied() {
        if !attack::may_attack(look, figure, is_ranged) {
            continue;
        }
        let mut all = Vec::new();
        targets(look, figure, one.square, is_ranged, &mut |target| all.push(target));
        all.retain(|target| minds(look, one, *target));
        let best = all.iter().map(|target| rank(look, figure, *target)).min();
        all.retain(|target| Some(rank(look, figure, *target)) == best);
        if !all.is_empty() {
            return (is_ranged, all);
        }
    }
    (one.is_ranged, Vec::new())
}

/// Ends the activation of an enemy.
pub(super) fn done(run: &mut Play<'_>, enemy: u8) {
    let figure = enemy_figure(enemy);
    if run.state.square_of(figure) != NOWHERE {
        run.raise(Event::ActivationEnds, &[Thing::figure(figure).bits()]);
    }
}

/// How much an enemy prefers a hero: smaller is better.
type Preference = (i32, i32, i32);

/// How much an enemy prefers a hero, from where it stands.
pub(super) fn rank(look: Look<'_, Deckbox>, figure: u16, target: u16) -> Preference {
    let state = look.state;
    let one = &state.enemies[usize::from(figure - FIRST_ENEMY)];
    preference(state, look.rules.facts(one.def).behaviour, one.square, target)
}

/// What a behaviour prefers. Ties go to the nearest hero, then to the one with the least health;
/// then the players choose.
fn preference(state: &State, behaviour: Behaviour, from: u16, target: u16) -> Preference {
    let hero = state.hero(target as u8);
    let distance = i32::from(state.plan.distances.between(Square(from), Square(hero.square)));
    let first = match behaviour {
        Behaviour::Weakest => hero.health,
        Behaviour::Strongest => -hero.health,
        Behaviour::MostTreasure => -hero.treasure,
        Behaviour::Nearest | Behaviour::KeepDistance | Behaviour::Guard => 0,
    };
    (first, distance, hero.health)
}

/// The spaces to which an enemy may go before it attacks, each as good as the others; empty if it
/// stays.
fn ends(look: Look<'_, Deckbox>, enemy: u8) -> Vec<u16> {
    let state = look.state;
    let one = &state.enemies[usize::from(enemy)];
    let figure = enemy_figure(enemy);
    let behaviour = look.rules.facts(one.def).behaviour;
    let speed = look.stat(Stat::Speed, Thing::figure(figure));
    if speed <= 0 {
        return Vec::new();
    }
    let can_hit = |from: u16, wanted: Option<u16>| {
        let mut found = false;
        targets(look, figure, from, one.is_ranged, &mut |target| {
            found |= wanted.is_none_or(|wanted| wanted == target) && minds(look, one, target);
        });
        found
    };
    let pressed = || {
        let mut near = state.on_map().map(|hero| state.hero(hero).square);
        near.any(|square| state.plan.touches(one.square, square, true))
    };
    let keeps_away = behaviour == Behaviour::KeepDistance && one.is_ranged;
    let favourites = favourites(look, one);
    let is_choosy =
        matches!(behaviour, Behaviour::Weakest | Behaviour::Strongest | Behaviour::MostTreasure);
    let hits_favourite = || match is_choosy {
        true => favourites.iter().any(|hero| can_hit(one.square, Some(*hero))),
        false => can_hit(one.square, None),
    };
    let can_attack = attack::may_attack(look, figure, one.is_ranged);
    if can_attack && hits_favourite() && !(keeps_away && pressed()) {
        return Vec::new();
    }
    let walker = Walker::new(look, figure, ANYWHERE);
    let ways = Ways::find(state, walker);
    let towards = |goals: &[u16]| {
        let mut ends = ways.ends(state, Walker { budget: speed, ..walker }, goals);
        ends.retain(|end| *end != one.square);
        ends
    };
    if behaviour == Behaviour::Guard && favourites.is_empty() {
        return towards(&[one.home]);
    }
    let free = || ways.found.iter().copied().filter(|square| state.occupant(*square).is_none());
    if keeps_away {
        let apart = |square: u16| {
            let all = state.on_map().map(|hero| state.hero(hero).square);
            all.map(|hero| state.plan.distances.between(Square(square), Square(hero))).min()
        };
        let reachable = free().filter(|square| ways.cost(*square).is_some_and(|c| c <= speed));
        let safe: Vec<u16> = reachable.filter(|square| can_hit(*square, None)).collect();
        let quality = |square: u16| (std::cmp::Reverse(apart(square)), ways.key(square));
        let best = least(safe, quality);
        if !best.is_empty() {
            return best;
        }
    }
    // The goals are the nearest spaces from which a preferred hero can be attacked, or else any
    // hero.
    let goals = |wanted: Option<u16>| {
        least(free().filter(|square| can_hit(*square, wanted)).collect(), |square| ways.key(square))
    };
    let mut found: Vec<u16> = match is_choosy {
        true => favourites.iter().flat_map(|hero| towards(&goals(Some(*hero)))).collect(),
        false => Vec::new(),
    };
    if found.is_empty() {
        let any = goals(None);
        found = match (any.is_empty(), favourites.is_empty()) {
            (false, _) => towards(&any),
            (true, true) => Vec::new(),
            (true, false) => {
                let near = favourites.iter().flat_map(|hero| {
                    let there = Square(state.square_of(*hero));
                    let all: Vec<u16> = std::iter::once(one.square).chain(free()).collect();
                    least(all, |square| {
                        (state.plan.distances.between(Square(square), there), ways.key(square))
                    })
                });
                near.flat_map(|square| towards(&[square])).collect()
            }
        };
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Those for which a number is least.
fn least<K: Ord>(all: Vec<u16>, key: impl Fn(u16) -> K) -> Vec<u16> {
    let Some(best) = all.iter().map(|one| key(*one)).min() else {
        return Vec::new();
    };
    all.into_iter().filter(|one| key(*one) == best).collect()
}

/// The heroes that an enemy prefers to attack: several if they are alike.
fn favourites(look: Look<'_, Deckbox>, one: &Enemy) -> Vec<u16> {
    let heroes = look.state.on_map().map(u16::from).filter(|hero| minds(look, one, *hero));
    let behaviour = look.rules.facts(one.def).behaviour;
    least(heroes.collect(), |hero| preference(look.state, behaviour, one.square, hero))
}

/// Whether a hero is any business of an enemy. Guards ignore heroes outside their room.
fn minds(look: Look<'_, Deckbox>, one: &Enemy, hero: u16) -> bool {
    let plan = &look.state.plan;
    let shares_room = || plan.rooms_of(look.state.square_of(hero)) & plan.rooms_of(one.home) != 0;
    look.rules.facts(one.def).behaviour != Behaviour::Guard || shares_room()
}
