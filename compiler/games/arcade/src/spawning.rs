//! How monsters arrive: from spawning points, as reinforcements, and bosses by an exit.

use super::actions::{NEXT, PLACE};
use super::facts::Rank;
use super::field::FAR;
use super::group::Group;
use super::moves::set_down;
use super::state::{NOBODY, State};
use super::tasks::Task;
use super::under_way::{Arrival, Region};
use super::vocabulary::Event;
use super::wounds::thing;
use super::{Arcade, Play};
use cardwright_engine::board::{Square, Squares};
use cardwright_engine::core::Step;
use cardwright_engine::core::code::DefId;

/// Lets the spawning point nearest to the Hero with most wrath spawn. The players decide ties.
pub(super) fn publish_point(run: &mut Play<'_>, left: u8) -> Step {
    if left == 0 {
        return Step::Done;
    }
    let state = &*run.state;
    let distance = |point: u16| state.top_hero().map_or(FAR, |top| state.apart(point, top));
    let least = state.points().map(distance).min();
    let nearest: Group = state.points().filter(|point| Some(distance(*point)) == least).collect();
    match nearest.first() {
        None => return Step::Done,
        Some(first) if nearest.len() == 1 || state.settles_ties => {
            spawn_again(run, first, left);
            return Step::Done;
        }
        Some(_) => {}
    }
    for point in nearest.iter() {
        run.option(NEXT, point, u16::from(left));
    }
    Step::decide(0, "spawn")
}

/// Heals all monsters of the kinds that a spawning point spawns, then lets it spawn.
pub(super) fn spawn_again(run: &mut Play<'_>, point: u16, left: u8) {
    run.push(Task::SpawnAt { left: left.saturating_sub(1) });
    for (kind, _) in &run.rules.facts(run.state.figure(point).def).spawns {
        for one in run.state.figures.iter_mut() {
            if one.def == *kind && one.at.is_some() {
                one.wounds = 0;
                one.statuses = 0;
            }
        }
    }
    run.flow().touch();
    spawn(run, point);
}

/// Spawns the monsters of a spawning point: elites first, then minions near the elites that have
/// just arrived.
pub(super) fn spawn(run: &mut Play<'_>, point: u16) {
    let rules = run.rules;
    let spawns = &rules.facts(run.state.figure(point).def).spawns;
    run.state.arrived = Group::NOBODY;
    let is_minion = |kind: DefId| rules.facts(kind).rank == Rank::Minion;
    for wants_minions in [false, true] {
        for (kind, count) in spawns.iter().filter(|(kind, _)| is_minion(*kind) == wants_minions) {
            let region = if wants_minions {
                Region::Gang
            } else {
                Region::Near { of: point, within: rules.numbers.spawn_range as u8, seen: true }
            };
            for _ in 0..*count {
                let Some(figure) = run.state.pooled(*kind).next() else { break };
                run.state.arrivals.push(Arrival { figure, region });
            }
        }
    }
    run.push(Task::Arrive);
}

/// Places a figure in a region.
pub(super) fn arrive_at(run: &mut Play<'_>, figure: u16, region: Region) {
    run.state.arrivals.push(Arrival { figure, region });
    run.push(Task::Arrive);
}

/// Places the next model that arrives. The players decide between equal squares.
pub(super) fn publish_arrival(run: &mut Play<'_>) -> Step {
    let Some(arrival) = run.state.arrivals.first().copied() else { return Step::Done };
    let squares = candidates(run, arrival);
    match squares.iter().next() {
        None => {
            // Without room a spawned model stays in the pool, and a moved one where it is.
            run.state.arrivals.remove(0);
            run.push(Task::Arrive);
            return Step::Done;
        }
        Some(first) if squares.len() == 1 || run.state.settles_ties => {
            arrive(run, first);
            return Step::Done;
        }
        Some(_) => {}
    }
    for square in squares.iter() {
        run.option(PLACE, square.0, 0);
    }
    Step::decide(0, "arrival")
}

/// Puts the next model that arrives on a square.
pub(super) fn arrive(run: &mut Play<'_>, square: Square) {
    if run.state.arrivals.is_empty() {
        return;
    }
    let arrival = run.state.arrivals.remove(0);
    let was_away = !run.state.is_here(arrival.figure);
    run.push(Task::Arrive);
    set_down(run, arrival.figure, square);
    if was_away {
        run.state.arrived.add(arrival.figure);
        // A boo booty keeps the tile of its chest, even if it had to step aside.
        if !matches!(arrival.region, Region::At { .. }) {
            let tile = run.state.tile_of(arrival.figure);
            run.state.figure_mut(arrival.figure).tile = tile;
        }
        run.note(|look| {
            let name = super::name_of(look, thing(arrival.figure));
            format!("{name} comes to {}", look.state.field.place(square))
        });
        run.raise(Event::Spawned, &[thing(arrival.figure).bits()]);
    }
}

/// The squares on which a model may be placed: in its region, if possible not next to a monster,
/// and nearest to the Heroes if its region asks for that.
fn candidates(run: &Play<'_>, arrival: Arrival) -> Squares {
    let (rules, state) = (run.rules, &*run.state);
    let Arrival { figure, region } = arrival;
    let is_large = state.figure(figure).is_large;
    let bases = state.field.bases(is_large);
    let free = state.free(is_large, Some(figure));
    let near = |group: Group| -> Squares {
        let within = |at: &Square| {
            let own = bases.squares(*at);
            group
                .iter()
                .any(|of| state.field.distance(own, state.squares(of)) <= rules.numbers.bond)
        };
        free.iter().filter(within).collect()
    };
    let (room, seeks_heroes) = match region {
        Region::Near { of, within, seen } => {
            let from = state.squares(of);
            let sight = &state.field.board().sight;
            // Heroes block this sight like that of any monster. Small Heroes do not block it if
            // one of the two models is large.
            let only_large = is_large || state.figure(of).is_large;
            let heroes = state.covered(|one| one.is_hero() && (one.is_large || !only_large));
            let fits = |at: &Square| {
                let own = bases.squares(*at);
                state.field.distance(own, from) <= i32::from(within)
                    && (!seen || sight.figure_sees(from, own, &heroes))
            };
            (free.iter().filter(fits).collect(), seen)
        }
        Region::Gang => (near(gang_of(rules, state, figure, state.arrived)), false),
        Region::AnyGang => {
            let gang = gang_of(rules, state, figure, state.monsters().collect());
            let top = state.top_hero();
            let steps = |elite: u16| top.map_or(FAR, |top| state.apart(elite, top));
            let mut order: Vec<i32> = gang.iter().map(steps).collect();
            order.sort_unstable();
            let mut rooms = order
                .into_iter()
                .map(|least| near(gang.iter().filter(|elite| steps(*elite) == least).collect()));
            (rooms.find(|room| !room.is_empty()).unwrap_or(Squares::EMPTY), false)
        }
        Region::At { square } => {
            let steps = |at: Square| state.field.distance(bases.squares(at), &[square]);
            let least = free.iter().map(steps).min();
            return free.iter().filter(|at| Some(steps(*at)) == least).collect();
        }
        Region::Exit => return by_exit(state, figure, &free),
    };
    let apart = away_from_monsters(state, figure, &room);
    let room = if apart.is_empty() { room } else { apart };
    if seeks_heroes { nearest_to_heroes(state, figure, &room) } else { room }
}

/// The elites in a group to which a figure can be bonded.
fn gang_of(rules: &Arcade, state: &State, figure: u16, among: Group) -> Group {
    let def = state.figure(figure).def;
    among.iter().filter(|elite| leads(rules, state, *elite, def)).collect()
}

/// Whether a figure in play leads those of a kind.
fn leads(rules: &Arcade, state: &State, elite: u16, kind: DefId) -> bool {
    state.is_here(elite) && rules.facts(state.figure(elite).def).bonded.contains(&kind)
}

/// The squares that are not next to a monster.
fn away_from_monsters(state: &State, figure: u16, room: &Squares) -> Squares {
    let bases = state.field.bases(state.figure(figure).is_large);
    let mut beside = Squares::EMPTY;
    for monster in state.monsters().filter(|monster| *monster != figure) {
        beside |= state.field.board().distances.adjacent(state.squares(monster));
    }
    room.iter().filter(|at| !bases.cover(*at).intersects(&beside)).collect()
}

/// The squares nearest to the Hero with most wrath; before the first turn, to any Hero.
fn nearest_to_heroes(state: &State, figure: u16, room: &Squares) -> Squares {
    let bases = state.field.bases(state.figure(figure).is_large);
    let heroes: Group = match state.top_hero() {
        Some(top) if state.turn > 0 => Group::one(top),
        _ => state.heroes().collect(),
    };
    let distance = |at: Square| {
        let each =
            heroes.iter().map(|hero| state.field.distance(bases.squares(at), state.squares(hero)));
        each.min().unwrap_or(FAR)
    };
    let least = room.iter().map(distance).min();
    room.iter().filter(|at| Some(distance(*at)) == least).collect()
}

/// The squares by the exit that is nearest to the Hero with most wrath and has room. If no exit has
/// room, squares farther from the exits count.
fn by_exit(state: &State, figure: u16, free: &Squares) -> Squares {
    let bases = state.field.bases(state.figure(figure).is_large);
    let top = state.top_hero();
    let mut exits: Vec<(i32, Square)> = state
        .field
        .exits
        .iter()
        .map(|exit| {
            let to = top.map_or(FAR, |top| state.field.distance(&[*exit], state.squares(top)));
            (to, *exit)
        })
        .collect();
    exits.sort_unstable();
    for within in 0..FAR {
        let mut nearest: Option<i32> = None;
        let mut found = Squares::EMPTY;
        for (to, exit) in &exits {
            if nearest.is_some_and(|nearest| *to > nearest) {
                break;
            }
            let fits = |at: &Square| state.field.distance(bases.squares(*at), &[*exit]) <= within;
            let here: Squares = free.iter().filter(fits).collect();
            if !here.is_empty() {
                nearest = Some(*to);
                found |= here;
            }
        }
        // The distance from the exit grows only if no exit has room within it.
        if !found.is_empty() || exits.is_empty() {
            return if exits.is_empty() { nearest_to_heroes(state, figure, free) } else { found };
        }
    }
    Squares::EMPTY
}

/// Lets every elite call its gang, the nearest to the Hero with most wrath first.
pub(super) fn publish_reinforce(run: &mut Play<'_>, done: Group) -> Step {
    let state = &*run.state;
    let Some(top) = state.top_hero() else { return Step::Done };
    let has_gang = |elite: &u16| !run.rules.facts(state.figure(*elite).def).bonded.is_empty();
    let elites = state.present(|one| one.is_rank(Rank::Elite));
    let is_served = |elite: &u16| done.has(*elite) || state.arrived.has(*elite);
    let elites: Group = elites.filter(|elite| !is_served(elite)).filter(has_gang).collect();
    let least = elites.iter().map(|elite| state.apart(elite, top)).min();
    let nearest: Group =
        elites.iter().filter(|elite| Some(state.apart(*elite, top)) == least).collect();
    match nearest.first() {
        None => return Step::Done,
        Some(first) if nearest.len() == 1 || state.settles_ties => {
            let at = |figure: &u16| state.figure(*figure).at;
            let first = nearest.iter().min_by_key(at).unwrap_or(first);
            reinforce(run, first, done);
            return Step::Done;
        }
        Some(_) => {}
    }
    for elite in nearest.iter() {
        run.option(NEXT, elite, 0);
    }
    Step::decide(0, "reinforce")
}

/// Brings the models that can be bonded to an elite, as many as its spawning point lists.
pub(super) fn reinforce(run: &mut Play<'_>, elite: u16, mut done: Group) {
    done.add(elite);
    run.push(Task::Reinforce { done });
    let rules = run.rules;
    let region = Region::Near { of: elite, within: rules.numbers.bond as u8, seen: false };
    for kind in &rules.facts(run.state.figure(elite).def).bonded {
        for _ in 0..listed(rules, run.state, *kind) {
            let Some(figure) = run.state.pooled(*kind).next() else { break };
            run.state.arrivals.push(Arrival { figure, region });
        }
    }
    run.push(Task::Arrive);
}

/// How many of a kind its spawning point lists: a point in this game, or else any printed one.
fn listed(rules: &Arcade, state: &State, kind: DefId) -> u8 {
    let count = |def: DefId| {
        let spawns = &rules.facts(def).spawns;
        spawns.iter().find(|(known, _)| *known == kind).map_or(0, |(_, count)| *count)
    };
    let here = state.figures.iter().filter(|one| one.side == super::figure::Side::Point);
    let known = here.map(|one| count(one.def)).max().unwrap_or(0);
    if known > 0 {
        return known;
    }
    rules.facts.iter().map(|(def, _)| count(def)).max().unwrap_or(0)
}

/// Brings a mini-boss by the chart, unless a destroyed spawning point brought it before.
pub(super) fn chart_mini_boss(run: &mut Play<'_>) {
    run.state.mini_spaces += 1;
    if run.state.mini_bosses_spawned < run.state.mini_spaces {
        next_mini_boss(run);
    }
}

/// Brings the next mini-boss.
pub(super) fn next_mini_boss(run: &mut Play<'_>) {
    let place = usize::from(run.state.mini_bosses_spawned);
    let Some(figure) = run.state.mini_bosses.get(place).copied().filter(|one| *one != NOBODY)
    else {
        return;
    };
    run.state.mini_bosses_spawned += 1;
    come(run, figure);
}

/// Brings a mini-boss by a plot or challenge, even one that was destroyed. If one is in play, it is
/// healed instead.
pub(super) fn any_mini_boss(run: &mut Play<'_>) {
    let all = run.state.mini_bosses;
    let known = || all.into_iter().filter(|figure| *figure != NOBODY);
    let here: Group = known().filter(|figure| run.state.is_here(*figure)).collect();
    if !here.is_empty() {
        for figure in here.iter() {
            run.state.figure_mut(figure).wounds = 0;
            super::wounds::cleanse(run, figure, u64::MAX);
        }
        return;
    }
    let spawned = usize::from(run.state.mini_bosses_spawned);
    if spawned == 0 {
        return next_mini_boss(run);
    }
    if let Some(figure) = known().take(spawned).last() {
        come(run, figure);
    }
}

/// Brings the dungeon boss. From now on challenges are those of the boss fight.
pub(super) fn boss(run: &mut Play<'_>) {
    if run.state.is_boss_spawned || run.state.boss == NOBODY {
        return;
    }
    run.state.is_boss_spawned = true;
    come(run, run.state.boss);
}

fn come(run: &mut Play<'_>, figure: u16) {
    let one = run.state.figure_mut(figure);
    one.is_destroyed = false;
    one.wounds = 0;
    arrive_at(run, figure, Region::Exit);
}
