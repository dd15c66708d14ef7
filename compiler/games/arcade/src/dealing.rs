//! Who takes wounds: the victim, or minions that are expendable for it.

use super::Play;
use super::actions::NEXT;
use super::facts::Rank;
use super::group::Group;
use super::numbers::hearts;
use super::tasks::Task;
use super::under_way::Action;
use super::vocabulary::Mark;
use super::wounds::{self, thing};
use cardwright_engine::core::Step;

/// Wounds that are still to be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dealt {
    pub victim: u16,
    /// The figure that causes them, or [`super::state::NOBODY`].
    pub by: u16,
    pub left: i32,
    /// Whether they come from the current action, whose effects follow them.
    pub is_action: bool,
}

/// Deals wounds from an effect of a card or status.
pub(super) fn wound(run: &mut Play<'_>, victim: u16, by: u16, left: i32) {
    run.push(Task::Deal(Dealt { victim, by, left, is_action: false }));
}

/// Deals out wounds. Those of an elite go to the nearest of its minions first, unless an area that
/// covers the elite causes them.
pub(super) fn deal(run: &mut Play<'_>, dealt: Dealt) -> Step {
    let victim = dealt.victim;
    if dealt.left <= 0 || !run.state.is_here(victim) {
        return Step::Done;
    }
    let nearest = expendable(run, victim);
    match nearest.len() {
        0 => deal_to(run, dealt, victim),
        1 => deal_to(run, dealt, nearest.first().unwrap_or(victim)),
        _ if run.state.settles_ties => {
            let first = nearest.iter().min_by_key(|figure| run.state.figure(*figure).at);
            deal_to(run, dealt, first.unwrap_or(victim));
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

/// The nearest minions that take wounds for an elite.
fn expendable(run: &Play<'_>, victim: u16) -> Group {
    let state = &*run.state;
    let in_area = |action: &Action| action.is_area && action.affected.has(victim);
    if state.action().is_some_and(in_area)
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

/// Wounds a model, with all effects of the action. A minion takes only as many wounds as destroy
/// it; the rest are dealt out again.
pub(super) fn deal_to(run: &mut Play<'_>, dealt: Dealt, taker: u16) {
    let Dealt { victim, by, left, is_action } = dealt;
    let mut count = left;
    if taker != victim {
        let room = hearts(run.look(), taker) - run.state.figure(taker).wounds;
        count = left.min(room.max(1));
        run.push(Task::Deal(Dealt { left: left - count, ..dealt }));
    }
    if is_action {
        run.push(Task::Effects { target: taker });
    }
    wounds::wound(run, taker, by, count);
}
