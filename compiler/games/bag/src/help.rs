//! Help in a fight: who may be asked, and who comes.

use super::actions::*;
use super::board::{NO_WAY, SIDES};
use super::fight::figure;
use super::state::{Fate, Fight, State, Task};
use super::vocabulary::Act;
use super::{Play, roll, turn};
use cardwright_engine::core::Step;
use cardwright_engine::game::Choice;

/// Lists the Adventurers whom a fighter may ask for help: those with enough action points to walk
/// to the fight, in the solo game also with enough health.
pub(super) fn tags(run: &mut Play<'_>, fight: &Fight, who: u8) {
    let me = run.state.adventurer(who);
    let (cost, health) = (run.rules.numbers.help_cost, run.rules.numbers.solo_help_health);
    let side = fight.side(who);
    let is_done = fight.partners[side].is_some() || me.ap < cost;
    if is_done || run.look().is_forbidden(Act::Tag, figure(who)) {
        return;
    }
    for other in run.state.inside().collect::<Vec<_>>() {
        if !fight.involves(other)
            && fight.refused[side] >> other & 1 == 0
            && way(run.state, other, fight.tile).is_some()
            && (!run.state.options.solo || run.state.adventurer(other).health >= health)
        {
            run.option(TAG, u16::from(other), 0);
        }
    }
}

/// The action points it takes to walk to the fight, if there are enough.
fn way(state: &State, partner: u8, tile: u8) -> Option<i32> {
    let one = state.adventurer(partner);
    steps(state, one.tile, tile).filter(|steps| *steps <= one.ap)
}

/// The steps from one tile to another on which no monster is in the way.
fn steps(state: &State, from: u8, to: u8) -> Option<i32> {
    let steps = state.distances(from, |other| state.is_guarded(other))[usize::from(to)];
    (steps != NO_WAY).then_some(i32::from(steps))
}

/// Asks the partner's player whether help comes. In the solo game a die decides.
pub(super) fn publish_tagged(run: &mut Play<'_>, partner: u8, by: u8) -> Step {
    let seat = run.state.adventurer(partner).seat;
    if run.state.options.solo {
        let helps = roll(run, 1, seat, figure(partner)).0 >= run.rules.numbers.solo_help_roll;
        answer_tag(run, partner, by, helps);
        return Step::Done;
    }
    run.option(ACCEPT, Choice::NO_CARD, 0);
    run.option(REFUSE, Choice::NO_CARD, 0);
    Step::decide(seat, "help")
}

/// Lets the partner set out, or notes the refusal: nobody is asked twice in a fight.
pub(super) fn answer_tag(run: &mut Play<'_>, partner: u8, by: u8, helps: bool) {
    let Some(fight) = &mut run.state.fight else {
        return;
    };
    if helps {
        run.push(Task::Walk { partner, by });
    } else {
        fight.refused[fight.side(by)] |= 1 << partner;
    }
}

/// Lists the next steps of the partner along a shortest way; where there is one only, it is taken.
/// Whoever is not there in the end, because of what was found on the way, does not help.
pub(super) fn publish_walk(run: &mut Play<'_>, partner: u8, by: u8) -> Step {
    let Some(mut fight) = run.state.fight else {
        return Step::Done;
    };
    let one = *run.state.adventurer(partner);
    let left = way(run.state, partner, fight.tile).filter(|_| one.fate == Fate::Inside);
    let Some(left) = left.filter(|_| !fight.is_lost()) else {
        return Step::Done;
    };
    if left == 0 {
        let side = fight.side(by);
        fight.partners[side] = Some(partner);
        run.state.fight = Some(fight);
        return Step::Done;
    }
    let leads_on = |side: &u8| {
        run.state.next_tile(one.tile, *side).is_some_and(|next| {
            let is_open = next == fight.tile || !run.state.is_guarded(next);
            is_open && steps(run.state, next, fight.tile) == Some(left - 1)
        })
    };
    let sides: Vec<u8> = SIDES.into_iter().filter(leads_on).collect();
    if let [side] = sides[..] {
        walk(run, partner, by, side);
        return Step::Done;
    }
    for side in sides {
        run.option(MOVE, u16::from(side), 0);
    }
    Step::decide(one.seat, "walk")
}

/// Takes a step of the partner, who finds what lies on the way.
pub(super) fn walk(run: &mut Play<'_>, partner: u8, by: u8, side: u8) {
    let Some(next) = run.state.next_tile(run.state.adventurer(partner).tile, side) else {
        return;
    };
    let one = run.state.adventurer_mut(partner);
    one.ap -= 1;
    one.tile = next;
    run.push(Task::Walk { partner, by });
    if !run.state.is_guarded(next) {
        turn::find_item(run, partner);
    }
    turn::entered(run, partner);
}
