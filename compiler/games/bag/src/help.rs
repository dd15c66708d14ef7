//! Help in a fight: who may be asked, and who comes.

use super::actions::*;
use super::board::NO_WAY;
use super::fight::figure;
use super::state::{Fight, State};
use super::vocabulary::Act;
use super::{Play, roll, turn};
use cardwright_engine::core::Step;
use cardwright_engine::game::Choice;

/// Lists the Adventurers who may be asked for help: those with enough action points to walk to
/// the fight, in the solo game also with enough health.
pub(super) fn tags(run: &mut Play<'_>, fight: &Fight) {
    let me = run.state.adventurer(fight.adventurer);
    let (cost, health) = (run.rules.numbers.help_cost, run.rules.numbers.solo_help_health);
    let is_done = fight.partner.is_some() || fight.is_cornered || me.ap < cost;
    if is_done || run.look().is_forbidden(Act::Tag, figure(fight.adventurer)) {
        return;
    }
    for other in run.state.inside().collect::<Vec<_>>() {
        if other != fight.adventurer
            && fight.refused >> other & 1 == 0
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
    let steps = state.distances(one.tile, |other| state.is_guarded(other))[usize::from(tile)];
    (steps != NO_WAY && i32::from(steps) <= one.ap).then_some(i32::from(steps))
}

/// Asks the partner's player whether help comes. In the solo game a die decides.
pub(super) fn publish_tagged(run: &mut Play<'_>, partner: u8) -> Step {
    let seat = run.state.adventurer(partner).seat;
    if run.state.options.solo {
        let helps = roll(run, 1, seat, figure(partner)).0 >= run.rules.numbers.solo_help_roll;
        answer_tag(run, partner, helps);
        return Step::Done;
    }
    run.option(ACCEPT, Choice::NO_CARD, 0);
    run.option(REFUSE, Choice::NO_CARD, 0);
    Step::decide(seat, "help")
}

/// Moves the partner to the fight, or notes the refusal: nobody is asked twice in a fight.
pub(super) fn answer_tag(run: &mut Play<'_>, partner: u8, helps: bool) {
    let Some(mut fight) = run.state.fight else {
        return;
    };
    let way = way(run.state, partner, fight.tile).filter(|_| helps);
    match way {
        Some(cost) => {
            let one = run.state.adventurer_mut(partner);
            one.ap -= cost;
            one.tile = fight.tile;
            fight.partner = Some(partner);
        }
        None => fight.refused |= 1 << partner,
    }
    run.state.fight = Some(fight);
    if way.is_some_and(|cost| cost > 0) {
        turn::entered(run, partner);
    }
}
