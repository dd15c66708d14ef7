//! Quests: completed as soon as their goal holds, or out of reach.

use super::state::{CardId, context_of, flag};
use super::words::{Mode, Step, Zone};
use super::{Play, play, points, read};
use cardwright_engine::core::code::NO_NODE;

/// Completed quests are counted at once; the required number wins.
pub(super) fn check_quests(run: &mut Play<'_>) {
    run.state.stale = false;
    if run.rules.settings.quests_at_end && run.state.step != Step::End {
        return;
    }
    let seat = run.state.party_seat();
    for place in 0..run.state.zone(seat, Zone::Quests).len() {
        let quest = run.state.zone(seat, Zone::Quests)[place];
        if run.state.card(quest).is(flag::COMPLETED | flag::IMPOSSIBLE) {
            continue;
        }
        let look = run.look();
        let goal = read::facts(look, quest).goal;
        let context = context_of(quest, run.state.facing);
        if goal != NO_NODE && look.holds(goal, &context) {
            complete_quest(run, quest, seat);
        }
    }
}

fn complete_quest(run: &mut Play<'_>, quest: CardId, seat: u8) {
    run.state.card_mut(quest).flags |= flag::COMPLETED;
    run.note(|look| format!("Quest completed: {}", read::facts(look, quest).name));
    let def = run.state.card(quest).def;
    if let Some(tally) = &mut run.state.flow.tally {
        tally.count_played(def);
    }
    run.state.seats[usize::from(seat)].quests += 1;
    let completed = run.state.seats[usize::from(seat)].quests;
    match run.state.rules.mode {
        Mode::Solo | Mode::Coop => {
            let quests = run.state.zone(seat, Zone::Quests).iter();
            let missing = quests
                .map(|card| run.state.card(*card))
                .any(|card| card.is(flag::REQUIRED) && !card.is(flag::COMPLETED));
            if completed >= run.state.rules.quests_to_win && !missing {
                play::finish_together(run, true, "quests-completed");
            }
        }
        Mode::Competitive | Mode::Multi => {
            points::gain_points(run, seat, run.state.rules.points.quest);
        }
    }
}

/// A quest to win a challenge is lost when no other copy of that card is left.
pub(super) fn mark_impossible(run: &mut Play<'_>, card: CardId) {
    let def = run.state.card(card).def;
    let others = run.state.cards.iter().enumerate().any(|(place, other)| {
        place != usize::from(card)
            && other.def == def
            && matches!(other.zone, Zone::DungeonDeck | Zone::Encounter)
    });
    if others {
        return;
    }
    let seat = run.state.party_seat();
    for place in 0..run.state.zone(seat, Zone::Quests).len() {
        let quest = run.state.zone(seat, Zone::Quests)[place];
        let goal = read::facts(run.look(), quest).goal;
        if run.rules.challenge_of(goal) == Some(def) && !run.state.card(quest).is(flag::COMPLETED) {
            run.state.card_mut(quest).flags |= flag::IMPOSSIBLE | flag::ACTIVATED;
        }
    }
}
