//! Ways out of a fight.

use super::actions::*;
use super::board::SIDES;
use super::fight::{self, figure};
use super::harm::strike;
use super::state::{Fight, Foe, STACK, State, Task, trophies};
use super::vocabulary::{Act, Mark};
use super::{Play, laying};
use cardwright_engine::core::Thing;
use cardwright_engine::game::Choice;

/// Lists the ways out of a fight with a monster: to a neighbouring tile, or, for more action
/// points, onto a newly laid one.
///
/// Any neighbouring tile will do, whoever is there. Nobody escapes from a fight with a partner, who
/// came to help, nor from a monster that charged.
pub(super) fn escapes(run: &mut Play<'_>, fight: &Fight) {
    let ap = run.state.adventurer(fight.adventurer).ap;
    let is_held = fight.partners[0].is_some() || fight.is_cornered;
    if is_held || run.look().is_forbidden(Act::Escape, figure(fight.adventurer)) {
        return;
    }
    let numbers = &run.rules.numbers;
    let (escape, break_through) = (numbers.escape_cost, numbers.break_through_cost);
    if ap >= escape {
        for side in ways(run.state, fight.tile) {
            run.option(ESCAPE, u16::from(side), 0);
        }
    }
    if ap >= break_through
        && run.state.zones.top(STACK).is_some()
        && laying::has_frontier(run.state, fight.tile)
    {
        run.option(BREAK_THROUGH, Choice::NO_CARD, 0);
    }
}

/// The sides behind which a neighbouring tile lies.
fn ways(state: &State, tile: u8) -> Vec<u8> {
    SIDES.into_iter().filter(|side| state.next_tile(tile, *side).is_some()).collect()
}

/// Lists the ways out of a fight with a rival. They cost one of the own kills or health, and are
/// closed to who has a partner.
pub(super) fn rival_escapes(run: &mut Play<'_>, fight: &Fight, who: u8) {
    let is_held = fight.partners[fight.side(who)].is_some();
    if is_held || run.look().is_forbidden(Act::Escape, figure(who)) {
        return;
    }
    let ways = ways(run.state, run.state.adventurer(who).tile);
    let kills = run.state.kinds_of_kills(who);
    for side in &ways {
        for kill in &kills {
            run.option(PAY_KILL, u16::from(*side), *kill);
        }
    }
    for side in ways {
        run.option(PAY_HEALTH, u16::from(side), 0);
    }
}

/// Moves an Adventurer who survived the escape to the next tile and ends the fight. What is there
/// is met as after a step, be it another monster.
pub(super) fn flee(run: &mut Play<'_>, who: u8, side: u8) {
    if run.state.fight.is_none_or(|fight| fight.is_lost()) {
        return;
    }
    fight::end(run);
    let tile = run.state.adventurer(who).tile;
    if let Some(next) = run.state.next_tile(tile, side) {
        run.state.adventurer_mut(who).tile = next;
        run.push(Task::Arrive { who, has_come: true, has_fled: true });
    }
}

/// Deals the damage of an escape, which armour does not reduce.
pub(super) fn escape_damage(run: &mut Play<'_>, who: u8, amount: i32) {
    if !run.look().has_mark(Mark::Fearless, figure(who)) {
        strike(run, figure(who), Thing::NONE, amount);
    }
}

/// Pays for the escape from a rival; the flight itself comes after.
pub(super) fn escape_from_rival(run: &mut Play<'_>, fight: &Fight, who: u8, choice: Choice) {
    let other = match fight.foe {
        Foe::Rival(rival) if rival != who => rival,
        _ => fight.adventurer,
    };
    run.push(Task::AfterClash);
    run.push(Task::Flee { who, side: choice.card as u8 });
    if choice.action == PAY_KILL {
        run.state.zones.put_top(choice.extra, trophies(other));
    } else if !run.look().has_mark(Mark::Fearless, figure(who)) {
        strike(run, figure(who), figure(other), run.rules.numbers.rival_escape);
    }
}
