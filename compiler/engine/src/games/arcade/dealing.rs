//! Who takes the wounds of an action: the victim, or the minions that are expendable for it
//! (§6.9).

use super::Play;
use super::actions::NEXT;
use super::facts::Rank;
use super::group::Group;
use super::numbers::hearts;
use super::state::NOBODY;
use super::tasks::Task;
use super::vocabulary::Mark;
use super::wounds::{self, thing};
use crate::core::Step;

/// Wounds to an elite go to the nearest of its minions first, unless by an area (§6.9).
pub(super) fn deal(run: &mut Play<'_>, victim: u16, left: i32) -> Step {
    if left <= 0 || !run.state.is_here(victim) {
        return Step::Done;
    }
    let nearest = expendable(run, victim);
    match nearest.len() {
        0 => deal_to(run, victim, victim, left),
        1 => deal_to(run, victim, nearest.first().unwrap_or(victim), left),
        _ if run.state.settles_ties => {
            let first = nearest.iter().min_by_key(|figure| run.state.figure(*figure).at);
            deal_to(run, victim, first.unwrap_or(victim), left);
        }
        _ => {
            for minion in nearest.iter() {
                run.option(NEXT, minion, 0);
            }
            return Step::decide(0, "expendable");
        }
    }
    Step::Done
}

/// The nearest minions that suffer for an elite.
fn expendable(run: &Play<'_>, victim: u16) -> Group {
    let state = &*run.state;
    let is_area = state.action().is_some_and(|action| action.is_area);
    if is_area
        || !state.figure(victim).is_rank(Rank::Elite)
        || run.look().has_mark(Mark::Tenacious, thing(victim))
    {
        return Group::NOBODY;
    }
    let minions = run.rules.bonded(state, victim);
    let minions: Group =
        minions.iter().filter(|other| state.figure(*other).is_rank(Rank::Minion)).collect();
    let nearest = minions.iter().map(|minion| state.apart(victim, minion)).min();
    minions.iter().filter(|minion| Some(state.apart(victim, *minion)) == nearest).collect()
}

/// Somebody takes wounds of an action, with all its effects.
pub(super) fn deal_to(run: &mut Play<'_>, victim: u16, taker: u16, left: i32) {
    let user = run.state.action().map_or(NOBODY, |action| action.user);
    let mut count = left;
    if taker != victim {
        let room = hearts(run.look(), taker) - run.state.figure(taker).wounds;
        count = left.min(room.max(1));
        run.push(Task::Deal { victim, left: left - count });
    }
    run.push(Task::Effects { target: taker });
    wounds::wound(run, taker, user, count);
}
