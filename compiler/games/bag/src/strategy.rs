//! How bots judge positions, and the automatic player.
//!
//! The automatic player knows what the table knows: what lies face up, and what may still be
//! in the bags. It never looks at dice that have not been thrown or into a bag.

use super::actions::*;
use super::content::Bag;
use super::items::is_hand_action;
use super::judge::Judge;
use super::plan::{LAST_RESORT, best_place};
use super::state::{Fate, Fight, Foe, State, Task, inventory, trophies};
use cardwright_engine::bot::Strategy;
use cardwright_engine::core::action;
use cardwright_engine::game::Choice;
use cardwright_engine::view::World;

/// The chance to win below which an Adventurer escapes, on the last life and before.
const FLEE_LAST_LIFE: f64 = 0.4;
const FLEE: f64 = 0.15;
/// The chance to win above which an Adventurer does not ask for help.
const SURE: f64 = 0.8;

impl Strategy for Bag {
    const WORLDS: u32 = 4;

    /// How good a position is for a seat. In the cooperative game all Adventurers count; in the
    /// competitive game those of rivals count against it. The weights matter only relative to each
    /// other; a finished game outweighs them all.
    fn evaluate(&self, state: &World<State>, seat: u8) -> i64 {
        if let Some(outcome) = state.flow.outcome {
            return match outcome.won(seat) {
                _ if outcome.is_draw() => 0,
                true => 1_000_000,
                false => -1_000_000,
            };
        }
        let mut value = state.tiles.len() as i64 * 12 + i64::from(state.is_ring_in_play) * 200;
        for place in 0..state.adventurers.len() as u8 {
            let one = state.adventurer(place);
            let mut own = match one.fate {
                Fate::Inside => i64::from(one.health) * 8 + i64::from(one.lives) * 300,
                Fate::Bearer => 50_000,
                Fate::Escaped => 5_000,
                Fate::Out => -1_000,
            };
            own += i64::from(one.ap) * 2;
            let judge = Judge { bag: self, state, me: place };
            let carried = state.zones.cards(inventory(place)).iter();
            own += carried.map(|item| i64::from(judge.worth(*item)) * 2).sum::<i64>();
            own += state.zones.cards(trophies(place)).len() as i64 * 20;
            if state.options.competitive {
                own += i64::from(self.score(state, place)) * 30;
            }
            let is_rival = state.options.competitive && one.seat != seat;
            value += if is_rival { -own / 4 } else { own };
        }
        if let Some(fight) = state.fight.filter(|fight| !fight.is_lost()) {
            let judge = Judge { bag: self, state, me: fight.adventurer };
            let chance = judge.chance(fight.foe, i32::from(fight.partners[0].is_some()));
            value += (chance * 300.0) as i64;
        }
        value
    }

    /// The options worth trying out: using items, and the questions of their effects. Moves and
    /// fights are not tried out, because `suggest` weighs them.
    fn candidates(&self, state: &World<State>, into: &mut Vec<usize>) {
        let options = &state.flow.options;
        let is_thought =
            |choice: &Choice| choice.action < action::FIRST_OWN || choice.action == USE_ITEM;
        let suggested = self.suggest(state);
        into.push(suggested);
        let all = options
            .iter()
            .enumerate()
            .filter(|(place, choice)| *place != suggested && is_thought(choice));
        into.extend(all.map(|(place, _)| place));
    }

    /// Whatever does more than to hand items around.
    fn prospects(&self, state: &World<State>, into: &mut Vec<usize>) {
        let options = state.flow.options.iter().enumerate();
        let deeds = options.filter(|(_, choice)| !is_hand_action(choice.action));
        into.extend(deeds.map(|(place, _)| place));
    }

    /// The option that the automatic player takes.
    fn suggest(&self, state: &World<State>) -> usize {
        let options = &state.flow.options;
        let find = |wanted: u8| options.iter().position(|choice| choice.action == wanted);
        let judge = |me: u8| Judge { bag: self, state, me };
        let found = match state.flow.top().copied() {
            Some(Task::Act) => acting(judge(state.active)),
            Some(Task::Place { card, escaping }) => {
                let open = self.facts(state.def_of(card)).open;
                let who = match state.fight {
                    Some(fight) if escaping => fight.adventurer,
                    _ => state.active,
                };
                Some(best_place(state, open, state.adventurer(who).tile))
            }
            Some(Task::Round) => {
                state.fight.and_then(|fight| fighting(judge(fight.adventurer), &fight))
            }
            Some(Task::Answer) => state.fight.and_then(|fight| defending(judge, &fight)),
            Some(Task::Tagged { partner, .. }) => {
                let is_fit = state.adventurer(partner).health >= 4 && !state.options.competitive;
                find(if is_fit { ACCEPT } else { REFUSE })
            }
            Some(Task::Overfull { adventurer }) => judge(adventurer).least_item(),
            Some(Task::Stall { who }) => selling(judge(who)),
            // The kills that are worth least go first.
            Some(Task::PayKills { .. } | Task::HandOver { .. }) => options
                .iter()
                .enumerate()
                .min_by_key(|(_, choice)| self.facts(state.def_of(choice.card)).worth)
                .map(|(place, _)| place),
            Some(Task::Bought { .. } | Task::Unwanted { .. } | Task::LeaveOut) => find(END),
            Some(Task::FreeTag) => find(TAG),
            Some(Task::Loot { adventurer }) => judge(adventurer).best_find().or(find(END)),
            Some(Task::Offered { item, wanted, to, .. }) => {
                let judge = judge(to);
                let worth = |item| if item == Choice::NO_CARD { 0 } else { judge.worth(item) };
                let is_gain = worth(item) > worth(wanted);
                find(if is_gain { ACCEPT } else { REFUSE })
            }
            Some(Task::Bathe) => find(BATHE),
            _ => None,
        };
        found.unwrap_or(0)
    }
}

/// Chooses for the active Adventurer: leave, take, fight a rival, shoot, or go for the best goal.
fn acting(judge: Judge<'_>) -> Option<usize> {
    let options = &judge.state.flow.options;
    let find = |wanted: u8| options.iter().position(|choice| choice.action == wanted);
    if let Some(place) = find(LEAVE).or_else(|| judge.best_find()).or_else(|| judge.best_rival()) {
        return Some(place);
    }
    let goal = judge.goal(None);
    judge
        .best_shot(goal)
        .or_else(|| goal.and_then(|goal| judge.approach(goal)))
        .or_else(|| find(END))
}

/// Chooses before a round: ask for help, escape, or fight.
fn fighting(judge: Judge<'_>, fight: &Fight) -> Option<usize> {
    let state = judge.state;
    let options = &state.flow.options;
    let find = |wanted: u8| options.iter().position(|choice| choice.action == wanted);
    let chance = judge.chance(fight.foe, i32::from(fight.partners[0].is_some()));
    let helpers = options.iter().enumerate().filter(|(_, choice)| choice.action == TAG);
    let helper = helpers.max_by_key(|(_, choice)| state.adventurer(choice.card as u8).health);
    if let Some((place, choice)) = helper
        && chance < SURE
        && !state.options.competitive
        && state.adventurer(choice.card as u8).health >= 4
        && judge.chance(fight.foe, 1) > chance + 0.02
    {
        return Some(place);
    }
    let one = state.adventurer(judge.me);
    let limit = if one.lives > 1 { FLEE } else { FLEE_LAST_LIFE };
    if chance < limit && one.health > 1 {
        let has_better = judge.goal(Some(fight.tile)).is_some_and(|goal| goal.worth > LAST_RESORT);
        let way_out = find(ESCAPE).or_else(|| find(PAY_HEALTH).filter(|_| one.health > 4));
        if has_better && way_out.is_some() {
            return way_out;
        }
    }
    find(FIGHT_ON)
}

/// Chooses for an attacked rival, who escapes from a fight that is almost lost.
fn defending<'a>(judge: impl Fn(u8) -> Judge<'a>, fight: &Fight) -> Option<usize> {
    let Foe::Rival(rival) = fight.foe else {
        return None;
    };
    let judge = judge(rival);
    let options = &judge.state.flow.options;
    let find = |wanted: u8| options.iter().position(|choice| choice.action == wanted);
    let chance = judge.chance(Foe::Rival(fight.adventurer), 0);
    if chance < 0.3 {
        let is_strong = judge.state.adventurer(rival).health > 4;
        return find(PAY_KILL)
            .or_else(|| find(PAY_HEALTH).filter(|_| is_strong))
            .or(find(FIGHT_ON));
    }
    find(FIGHT_ON)
}

/// Chooses what to pay to the stall. Kills count only in the competitive game, and two poor items
/// are worth less than a new one.
fn selling(judge: Judge<'_>) -> Option<usize> {
    let options = &judge.state.flow.options;
    let find = |wanted: u8| options.iter().position(|choice| choice.action == wanted);
    if !judge.state.options.competitive
        && let Some(place) = find(SELL_KILLS)
    {
        return Some(place);
    }
    let pairs = options.iter().enumerate().filter(|(_, choice)| choice.action == SELL_ITEMS);
    let worth = |choice: &Choice| judge.worth(choice.card) + judge.worth(choice.extra);
    let poorest = pairs.map(|(place, choice)| (worth(choice), place)).min();
    poorest.filter(|(worth, _)| *worth < 12).map(|(_, place)| place).or_else(|| find(END))
}
