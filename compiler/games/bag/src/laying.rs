//! Laying tiles, and tiles that are lost.

use super::actions::PLACE;
use super::board::{SIDES, beyond, is_open, turned};
use super::content::Role;
use super::state::{ASIDE, DRAWN, Fate, STACK, State, Task, den, floor};
use super::vocabulary::Event;
use super::{Play, fight};
use cardwright_engine::core::zones::NOWHERE;
use cardwright_engine::core::{Step, Thing};
use cardwright_engine::game::Choice;

/// Whether a tile has an open side with an empty cell beyond it.
pub(super) fn has_frontier(state: &State, tile: u8) -> bool {
    let laid = state.laid(tile);
    SIDES.into_iter().any(|side| {
        is_open(laid.open, side) && state.tile_at(beyond(laid.x, laid.y, side)).is_none()
    })
}

/// Draws the top tile; its player then decides where it goes.
pub(super) fn draw(run: &mut Play<'_>, escaping: bool) {
    if let Some(card) = run.state.zones.draw(STACK, DRAWN) {
        run.push(Task::Place { card, escaping });
    }
}

/// The Adventurer who lays the tile: the active one, or the one who escapes.
fn layer(state: &State, escaping: bool) -> u8 {
    match state.fight {
        Some(fight) if escaping => fight.adventurer,
        _ => state.active,
    }
}

/// Lists where the drawn tile may go. Turns that look the same are listed once.
pub(super) fn publish(run: &mut Play<'_>, card: u16, escaping: bool) -> Step {
    let who = layer(run.state, escaping);
    let is_gone = escaping && run.state.fight.is_none_or(|fight| fight.is_lost());
    if is_gone || run.state.adventurer(who).fate != Fate::Inside {
        run.state.zones.put_top(card, STACK);
        return Step::Done;
    }
    let from = run.state.adventurer(who).tile;
    let open = run.rules.facts(run.state.def_of(card)).open;
    for side in SIDES {
        for quarters in 0..4 {
            let is_seen = (0..quarters).any(|other| turned(open, other) == turned(open, quarters));
            if !is_seen && run.state.may_lie(turned(open, quarters), from, side) {
                run.option(PLACE, u16::from(side), u16::from(quarters));
            }
        }
    }
    Step::decide(run.state.adventurer(who).seat, "place")
}

/// Puts a tile that fits nowhere under the stack and ends the turn.
pub(super) fn lose(run: &mut Play<'_>, card: u16, escaping: bool) {
    run.state.zones.put_bottom(card, STACK);
    run.state.is_turn_over = true;
    run.note(|_| "the tile is lost".to_owned());
    if escaping {
        fight::end(run);
    }
    give_up_if_stuck(run);
}

/// Lays the tile at the chosen place.
pub(super) fn place(run: &mut Play<'_>, card: u16, escaping: bool, choice: Choice) {
    let who = layer(run.state, escaping);
    let from = *run.state.laid(run.state.adventurer(who).tile);
    let facts = run.rules.facts(run.state.def_of(card));
    let open = turned(facts.open, choice.extra as u8);
    let (role, cell) = (facts.role, beyond(from.x, from.y, choice.card as u8));
    let tile = run.state.put_tile(card, cell, open);
    if escaping {
        run.state.adventurer_mut(who).tile = tile;
        fight::end(run);
        // Met once the tile lies with all that belongs there.
        run.push(Task::Arrive { who, has_come: true, has_fled: true });
    }
    match role {
        Role::Monster => run.state.tiles[usize::from(tile)].token = true,
        Role::Exit => place_guard(run, tile),
        Role::Pool => open_pool(run.state, tile),
        _ => {}
    }
    if run.state.zones.top(STACK).is_none() {
        run.push(Task::PlaceRing);
    } else {
        give_up_if_stuck(run);
    }
    let laid = State::tile_thing(tile).bits();
    run.raise(Event::Laid, &[Thing::figure(u16::from(who)).bits(), laid]);
}

/// Puts the guard of the Exit on it, face up.
fn place_guard(run: &mut Play<'_>, tile: u8) {
    let is_guard = |card: &u16| {
        let facts = run.rules.facts(run.state.def_of(*card));
        facts.is_guard && run.state.zones.place(*card) == NOWHERE
    };
    let guards: Vec<u16> = (0..run.state.cards.len() as u16).filter(is_guard).collect();
    for card in guards {
        run.state.zones.put_top(card, den(tile));
    }
    run.flow().touch();
}

/// Gives the Healing Pool one use for each Adventurer inside, and the items that waited for it.
pub(super) fn open_pool(state: &mut State, tile: u8) {
    state.tiles[usize::from(tile)].uses = state.inside().count() as u8;
    state.zones.move_all(ASIDE, floor(tile));
}

/// Discards the tiles that are left when none of them fits anywhere; the last tile then counts
/// as laid. If the Exit was among them, nobody can leave any more.
fn give_up_if_stuck(run: &mut Play<'_>) {
    let state = &*run.state;
    let left = state.zones.cards(STACK);
    let open = |card: &u16| run.rules.facts(state.def_of(*card)).open;
    let fits = |tile: u8| {
        let mut demands = SIDES.into_iter().filter_map(|side| state.demand(tile, side));
        demands.any(|demand| left.iter().any(|card| demand.is_met_turned(open(card))))
    };
    if left.is_empty() || (0..state.tiles.len() as u8).rev().any(fits) {
        return;
    }
    let is_exit = |card: &u16| run.rules.facts(state.def_of(*card)).role == Role::Exit;
    if left.iter().any(is_exit) {
        run.finish(0, "walled-in");
        return;
    }
    let left = left.to_vec();
    for card in left {
        run.state.zones.put_top(card, NOWHERE);
    }
    run.push(Task::PlaceRing);
}
