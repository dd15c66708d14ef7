//! Ways out of a fight.

use super::actions::*;
use super::board::SIDES;
use super::fight::{self, figure};
use super::harm::{hand_over_kill, strike};
use super::state::{Fight, Foe, STACK, Task, trophies};
use super::vocabulary::{Act, Mark};
use super::{Play, laying, turn};
use cardwright_engine::core::Thing;
use cardwright_engine::game::Choice;

/// Lists the ways out of a fight with a monster: to a neighbouring tile, or, for more action
/// points, onto a newly laid one.
///
/// Nobody escapes from a fight with a partner, who came to help, nor from a monster that charged.
pub(super) fn escapes(run: &mut Play<'_>, fight: &Fight) {
    let ap = run.state.adventurer(fight.adventurer).ap;
    let is_held = fight.partner.is_some() || fight.is_cornered;
    if is_held || run.look().is_forbidden(Act::Escape, figure(fight.adventurer)) {
        return;
    }
    let numbers = &run.rules.numbers;
    let (escape, break_through) = (numbers.escape_cost, numbers.break_through_cost);
    if ap >= escape {
        free_neighbours(run, fight.tile, ESCAPE);
    }
    if ap >= break_through
        && run.state.zones.top(STACK).is_some()
        && laying::has_frontier(run.state, fight.tile)
    {
        run.option(BREAK_THROUGH, Choice::NO_CARD, 0);
    }
}

/// Adds an option for each neighbouring tile on which no monster waits.
fn free_neighbours(run: &mut Play<'_>, tile: u8, action: u8) {
    for side in SIDES {
        if run.state.next_tile(tile, side).is_some_and(|next| !run.state.is_guarded(next)) {
            run.option(action, u16::from(side), 0);
        }
    }
}

/// Lists the ways out of a fight with a rival. They cost one of the own kills or health.
pub(super) fn rival_escapes(run: &mut Play<'_>, who: u8) {
    if run.look().is_forbidden(Act::Escape, figure(who)) {
        return;
    }
    let tile = run.state.adventurer(who).tile;
    if !run.state.zones.cards(trophies(who)).is_empty() {
        free_neighbours(run, tile, PAY_KILL);
    }
    free_neighbours(run, tile, PAY_HEALTH);
}

/// Moves an Adventurer who survived the escape to the next tile and ends the fight.
pub(super) fn flee(run: &mut Play<'_>, who: u8, side: u8) {
    if run.state.fight.is_none_or(|fight| fight.is_lost) {
        return;
    }
    let tile = run.state.adventurer(who).tile;
    if let Some(next) = run.state.next_tile(tile, side) {
        run.state.adventurer_mut(who).tile = next;
        turn::entered(run, who);
    }
    fight::end(run);
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
        hand_over_kill(run.state, who, other);
    } else if !run.look().has_mark(Mark::Fearless, figure(who)) {
        strike(run, figure(who), figure(other), run.rules.numbers.rival_escape);
    }
}
