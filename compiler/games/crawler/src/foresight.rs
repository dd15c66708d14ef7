//! Looking ahead: which options are worth a thought, where they lead, and what that is worth.
//!
//! Half an attack is worth nothing by itself, so an option is judged by the position at the
//! end of the round, with the automatic player making all further decisions. The next
//! encounter is not looked at: it is nobody's to know.

use super::automaton::{is_defended, suggest};
use super::content::Crawler;
use super::state::{Combat, State, Task, flag};
use super::vocabulary::Stat;
use super::words::{Action, Zone};
use super::{Look, read, stats};
use cardwright_engine::core::apply;
use cardwright_engine::core::code::NONE;
use cardwright_engine::game::{Choice, PlayError};
use cardwright_engine::view::World;

/// How many decisions are looked ahead at most; a round rarely needs half of them.
const MAX_AHEAD: usize = 80;

/// How many options are compared at most. Four hands offer twenty cards; to look at them all
/// takes longer and wins hardly more games.
const MAX_CANDIDATES: usize = 10;

/// The options that are worth a thought, the suggested one first.
pub(super) fn candidates(look: Look<'_>, into: &mut Vec<usize>) {
    let options = &look.state.flow.options;
    let suggested = suggest(look).min(options.len().saturating_sub(1));
    into.push(suggested);
    if !is_weighty(look) {
        return;
    }
    let is_concession = |option: &Choice| option.action == Action::Concede.code();
    let options = &options
        [..options.len() - options.iter().rev().take_while(|option| is_concession(option)).count()];
    for (place, option) in options.iter().enumerate() {
        let known = |other: &usize| alike(look.state, *option, options[*other]);
        if into.len() < MAX_CANDIDATES && !into.iter().any(known) {
            into.push(place);
        }
    }
}

/// Whether looking ahead can tell anything that the automatic player does not know.
fn is_weighty(look: Look<'_>) -> bool {
    match look.state.flow.top() {
        // What a position is worth does not depend on which cards are in hand.
        Some(
            Task::Drop { .. } | Task::Release { .. } | Task::Trim { .. } | Task::Clear | Task::Page,
        ) => false,
        Some(Task::Defend { place }) => {
            !is_defended(look, look.state.combat.order[usize::from(*place)])
        }
        _ => true,
    }
}

/// All windows of a round and its attack are one occasion: a card that was of no use in one
/// of them is hardly ever of use in another, unless something unexpected is done.
pub(super) fn occasion(state: &State) -> Option<u64> {
    let (about, place) = match state.flow.top()? {
        Task::Window(_) | Task::Attack => (0, 0),
        Task::Defend { place } => (1, *place),
        _ => return None,
    };
    Some(u64::from(state.round) << 16 | about << 8 | u64::from(place))
}

/// Whether two options do the same: with copies of one card in the same condition.
fn alike(state: &State, left: Choice, right: Choice) -> bool {
    if left == right {
        return true;
    }
    if left.action != right.action
        || left.extra != right.extra
        || left.card == NONE
        || right.card == NONE
    {
        return false;
    }
    let (left, right) = (state.card(left.card), state.card(right.card));
    left.def == right.def
        && (left.owner, left.zone, left.place, left.linked, left.assigned)
            == (right.owner, right.zone, right.place, right.linked, right.assigned)
        && (left.wounds, left.poison, left.locks, left.time)
            == (right.wounds, right.poison, right.locks, right.time)
        && (left.paid, left.used, left.block, left.flags)
            == (right.paid, right.used, right.block, right.flags)
}

/// How good an option is for a seat, once the automatic player has finished the round.
pub(super) fn foresee(
    content: &Crawler,
    ahead: &mut World<State>,
    option: usize,
    seat: u8,
) -> Result<i64, PlayError> {
    ahead.hurried = true;
    let round = ahead.round;
    let mut option = option;
    for _ in 0..MAX_AHEAD {
        apply(content, ahead, option)?;
        let building =
            matches!(ahead.flow.top(), Some(Task::BuildNext { .. } | Task::Place { .. }));
        if ahead.flow.options.is_empty() || ahead.round != round || building {
            break;
        }
        option = suggest(Look::new(content, ahead)).min(ahead.flow.options.len() - 1);
    }
    Ok(worth(Look::new(content, ahead), seat))
}

/// How good a position is for a seat as it stands.
pub(super) fn worth(look: Look<'_>, seat: u8) -> i64 {
    let state = look.state;
    if let Some(outcome) = state.flow.outcome {
        return match outcome.won(seat) {
            _ if outcome.is_draw() => 0,
            true => 1_000_000,
            false => -1_000_000,
        };
    }
    let home = if state.shared() { 0 } else { seat };
    let mut value = i64::from(stats::points(look, seat)) * 60;
    value += i64::from(state.seats[usize::from(home)].quests) * 2_000;
    for card in state.zone(home, Zone::Party) {
        let card_state = state.card(*card);
        let left = i64::from(read::facts(look, *card).life) - i64::from(card_state.wounds);
        value += 400 + left * 100 - i64::from(card_state.poison) * 60;
        value -= i64::from(card_state.locks) * 40;
        if card_state.is(flag::ACTIVATED) {
            value -= 8;
        }
    }
    value += state.zone(seat, Zone::CrawlerHand).len() as i64 * 20;
    value += state.zone(seat, Zone::CrawlerDeck).len() as i64 * 16;
    value += state.zone(seat, Zone::CrawlerPlay).len() as i64 * 18;
    if home == state.party_seat() {
        for card in state.encounter() {
            value -= i64::from(stats::stat(look, Stat::Power, *card)) * 10;
            value -= i64::from(stats::stat(look, Stat::Life, *card)) * 15;
            value += i64::from(state.card(*card).wounds) * 25;
        }
        value -= state.zone(0, Zone::DungeonDeck).len() as i64 * 8;
    }
    for other in 0..state.seat_count {
        if state.has_opponents() && other != seat {
            value -= i64::from(stats::points(look, other)) * 30;
        }
    }
    value
}

impl State {
    /// Becomes a copy of another state in the memory it has, without what is only kept for
    /// reports. Every field is named, so that none can be forgotten.
    pub(super) fn imagine(&mut self, other: &State) {
        let State {
            flow,
            cards,
            zones,
            seats,
            seat_count,
            rules,
            round,
            step,
            facing,
            turn,
            last_placer,
            primary,
            attack,
            combat,
            deeds,
            slain,
            challenges_won,
            passed,
            list,
            hurried,
            set_aside,
            stale,
            lasting,
            farthest,
            idle_rounds,
            weighed: _,
            tale,
        } = other;
        self.tale = *tale;
        self.flow.imagine(flow);
        self.cards.clone_from(cards);
        self.zones.clone_from(zones);
        self.deeds.clone_from(deeds);
        self.slain.clone_from(slain);
        self.challenges_won.clone_from(challenges_won);
        self.passed.clone_from(passed);
        self.list.clone_from(list);
        self.combat.imagine(combat);
        (self.seats, self.seat_count, self.rules) = (*seats, *seat_count, *rules);
        (self.round, self.step, self.facing) = (*round, *step, *facing);
        (self.turn, self.last_placer, self.primary) = (*turn, *last_placer, *primary);
        (self.attack, self.set_aside, self.stale) = (*attack, *set_aside, *stale);
        (self.lasting, self.hurried) = (*lasting, *hurried);
        (self.farthest, self.idle_rounds) = (*farthest, *idle_rounds);
    }
}

impl Combat {
    /// Becomes a copy of another in the memory it has.
    fn imagine(&mut self, other: &Combat) {
        let mut attackers = std::mem::take(&mut self.attackers);
        attackers.clone_from(&other.attackers);
        let Combat { active, order, order_len, targeted, wounded, defended, attackers: _ } = *other;
        *self = Combat { active, attackers, order, order_len, targeted, wounded, defended };
    }
}
