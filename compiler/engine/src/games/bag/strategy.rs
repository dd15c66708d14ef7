//! How bots judge positions, and the automatic player.

use super::actions::*;
use super::board::NO_WAY;
use super::content::{Bag, Role};
use super::laying::has_frontier;
use super::state::{Fate, Foe, STACK, State, inventory, trophies};
use crate::core::Thing;
use crate::game::Choice;

/// How good a position is for a seat. Together all Adventurers count; in the competitive
/// game only one's own, and the score.
pub(super) fn evaluate(bag: &Bag, state: &State, seat: u8) -> i64 {
    if let Some(outcome) = state.flow.outcome {
        return if outcome.won(seat) { 1_000_000 } else { -1_000_000 };
    }
    let mut value = state.tiles.len() as i64 * 12 + i64::from(state.is_ring_in_play) * 200;
    for place in 0..state.adventurers.len() as u8 {
        let one = state.adventurer(place);
        if state.options.competitive && one.seat != seat {
            continue;
        }
        value += match one.fate {
            Fate::Inside => i64::from(one.health) * 6 + i64::from(one.lives) * 300,
            Fate::Bearer => 50_000,
            Fate::Escaped => 5_000,
            Fate::Out => -1_000,
        };
        value += state.zones.cards(inventory(place)).len() as i64 * 15;
        value += state.zones.cards(trophies(place)).len() as i64 * 20;
        if state.options.competitive {
            value += i64::from(bag.score(state, place)) * 30;
        }
        if state.ring.is_some_and(|ring| state.bearer_of(ring) == Some(place)) {
            value += 2_000;
        }
        if one.fate == Fate::Inside {
            let steps = steps_to_goal(bag, state, place)[usize::from(one.tile)];
            value -= if steps == NO_WAY { 200 } else { i64::from(steps) * 8 };
        }
    }
    if let Some(fight) = state.fight
        && let Foe::Monster(monster) = fight.foe
    {
        value += i64::from(state.damage[usize::from(monster)]) * 4;
    }
    value
}

/// Steps from every tile to where an Adventurer should go: open edges while tiles are left,
/// then the Ring, then the Exit.
fn steps_to_goal(bag: &Bag, state: &State, who: u8) -> Vec<u8> {
    let exit = (0..state.tiles.len() as u8)
        .find(|tile| bag.facts(state.def_of(state.laid(*tile).card)).role == Role::Exit);
    let ring = state.ring.filter(|_| state.is_ring_in_play);
    let is_bearer = ring.is_some_and(|ring| state.bearer_of(ring) == Some(who));
    let goal = if is_bearer || state.last_turns.is_some() {
        exit
    } else {
        ring.and_then(|ring| super::rules::tile_of(state, Thing::card(ring)))
    };
    if let Some(goal) = goal {
        return state.distances(goal, |_| false);
    }
    let mut best = vec![NO_WAY; state.tiles.len()];
    if state.zones.top(STACK).is_none() {
        return best;
    }
    for tile in (0..state.tiles.len() as u8).filter(|tile| has_frontier(state, *tile)) {
        for (old, new) in best.iter_mut().zip(state.distances(tile, |_| false)) {
            *old = (*old).min(new);
        }
    }
    best
}

/// The option that the automatic player takes: leave, take, use, fight, lay, and walk
/// towards the goal.
pub(super) fn suggest(bag: &Bag, state: &State) -> usize {
    let me = state.active;
    let steps = steps_to_goal(bag, state, me);
    let tile = state.adventurer(me).tile;
    let here = steps[usize::from(tile)];
    let is_exploring = !state.is_ring_in_play;
    let rank = |choice: &Choice| match choice.action {
        LEAVE | BATHE => 0,
        TAKE => 1,
        ACCEPT => 2,
        SHOOT | SHOOT_TOKEN => 3,
        TAG => 4,
        FIGHT_ON => 5,
        LAY if is_exploring => 6,
        PLACE | CHARGE => 6,
        MOVE => {
            let next = state.next_tile(tile, choice.card as u8);
            let is_nearer = next.is_some_and(|next| steps[usize::from(next)] < here);
            if is_nearer { 7 } else { 30 }
        }
        END => 10,
        _ => 20,
    };
    let ranked = state.flow.options.iter().map(rank).enumerate();
    ranked.min_by_key(|(_, rank)| *rank).map_or(0, |(place, _)| place)
}
