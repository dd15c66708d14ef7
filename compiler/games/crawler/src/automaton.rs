//! The game's own automatic player.
//!
//! It attacks if all that it could still add reaches the dungeon's defence, prefers to
//! kill what hits hardest, defends the Primary Target first, and otherwise takes cards in
//! order. It is deterministic.

use super::attack::block_in_effect;
use super::state::{BLOCK_BASE, CardId, State, Task, context_of};
use super::vocabulary::Stat;
use super::words::{Action, Kind, Zone};
use super::{Look, read, retaliation, stats};
use cardwright_engine::core::code::{NO_NODE, NONE};
use cardwright_engine::game::Choice;

/// The option that the automatic player takes.
pub(super) fn suggest(look: Look<'_>) -> usize {
    let options = &look.state.flow.options;
    let find = |action: Action| options.iter().position(|option| option.action == action.code());
    match look.state.flow.top() {
        Some(Task::Attack) => suggest_attack(look),
        Some(Task::Target { .. }) => best_by(options, Action::Target, |card| {
            i64::from(stats::stat(look, Stat::Power, card)) * 4 + i64::from(stats::cost(look, card))
        })
        .unwrap_or(0),
        Some(Task::Defend { place }) => suggest_defence(look, *place),
        Some(Task::React { .. }) => find(Action::Spend).unwrap_or(0),
        Some(Task::Drop { .. } | Task::Release { .. } | Task::Disruption { .. } | Task::Clear) => {
            find(Action::Continue).unwrap_or(0)
        }
        Some(Task::Trim { .. } | Task::Discard { .. } | Task::Ward(_)) => {
            best_by(options, Action::Discard, |card| worth_discarding(look, card)).unwrap_or(0)
        }
        // Nobody would ever face anything if all waited for the others to place.
        Some(Task::Place { .. }) => {
            best_by(options, Action::Place, |card| i64::from(stats::cost(look, card))).unwrap_or(0)
        }
        Some(Task::Face { .. }) => suggest_face(look),
        // A chapter that is lost would be lost again, and again.
        Some(Task::Page) => find(Action::GiveUp).unwrap_or(0),
        Some(Task::Window(_)) => suggest_window(look),
        _ if is_picking(look.state) => suggest_pick(look),
        _ => 0,
    }
}

/// The option of that action with the highest value; the first among equals.
fn best_by(options: &[Choice], action: Action, value: impl Fn(CardId) -> i64) -> Option<usize> {
    let fitting = options.iter().enumerate().filter(|(_, option)| option.action == action.code());
    let mut best: Option<(i64, usize)> = None;
    for (place, option) in fitting {
        let value = value(option.card);
        if best.is_none_or(|(so_far, _)| value > so_far) {
            best = Some((value, place));
        }
    }
    best.map(|(_, place)| place)
}

/// What a card in hand would add to the attack, as printed on its base block.
fn power_of(look: Look<'_>, card: CardId) -> i32 {
    let block = block_in_effect(read::facts(look, card), BLOCK_BASE);
    match block {
        Some(block) if block.power != NO_NODE => {
            look.number(block.power, &context_of(card, look.state.card(card).owner))
        }
        _ => 0,
    }
}

fn suggest_attack(look: Look<'_>) -> usize {
    let options = &look.state.flow.options;
    let now = stats::game_stat(look, Stat::AttackPower);
    let defence = stats::dungeon_defence(look);
    let any_target =
        look.state.encounter().iter().any(|card| read::kind(look, *card) == Kind::Character);
    let attacking = options.first().is_some_and(|option| option.action == Action::Declare.code());
    if attacking && now >= defence {
        return 0;
    }
    let adventurers =
        options.iter().filter(|option| option.action == Action::AddAttacker.code()).count() as i32;
    let cards: i32 = options
        .iter()
        .filter(|option| option.action == Action::Play.code())
        .map(|option| power_of(look, option.card))
        .sum();
    if !any_target || now + adventurers + cards < defence {
        return 0;
    }
    // Cards with Power first, so that adventurers stay free to defend; but someone must go.
    if !attacking {
        let last = options.iter().rposition(|option| option.action == Action::AddAttacker.code());
        return last.unwrap_or(0);
    }
    let card = best_by(options, Action::Play, |card| i64::from(power_of(look, card)));
    match card {
        Some(place) if power_of(look, options[place].card) > 0 => place,
        _ => options
            .iter()
            .rposition(|option| option.action == Action::AddAttacker.code())
            .unwrap_or(0),
    }
}

/// Whether an adventurer needs no more defence.
pub(super) fn is_defended(look: Look<'_>, target: CardId) -> bool {
    let incoming = retaliation::pool(look, target);
    incoming == 0 || retaliation::defence_of(look, target) >= incoming
}

fn suggest_defence(look: Look<'_>, place: u8) -> usize {
    let options = &look.state.flow.options;
    let target = look.state.combat.order[usize::from(place)];
    if is_defended(look, target) {
        return 0;
    }
    let (incoming, stamina) =
        (retaliation::pool(look, target), retaliation::defence_of(look, target));
    let defenders =
        options.iter().filter(|option| option.action == Action::AddDefender.code()).count() as i32;
    let cards: i32 = options
        .iter()
        .filter(|option| {
            matches_action(option, Action::Play) || matches_action(option, Action::Assign)
        })
        .count() as i32;
    if stamina + defenders + cards * 3 < incoming {
        return 0;
    }
    let himself = options
        .iter()
        .position(|option| matches_action(option, Action::AddDefender) && option.card == target);
    himself
        .or_else(|| {
            if stamina > 0 {
                let helps = |option: &Choice| {
                    matches_action(option, Action::Assign)
                        || (matches_action(option, Action::Play) && has_stamina(look, option.card))
                };
                options.iter().position(helps)
            } else {
                None
            }
        })
        .or_else(|| options.iter().position(|option| matches_action(option, Action::AddDefender)))
        .unwrap_or(0)
}

fn matches_action(option: &Choice, action: Action) -> bool {
    option.action == action.code()
}

fn has_stamina(look: Look<'_>, card: CardId) -> bool {
    let block = block_in_effect(read::facts(look, card), BLOCK_BASE);
    block.is_some_and(|block| block.stamina != NO_NODE)
}

/// An encounter that the party can beat with what it has is worth its points.
fn suggest_face(look: Look<'_>) -> usize {
    let options = &look.state.flow.options;
    let Some(Task::Face { seat, .. }) = look.state.flow.top() else { return 0 };
    let party = look.state.zone(*seat, Zone::Party).len() as i32;
    let cards: i32 =
        look.state.zone(*seat, Zone::CrawlerHand).iter().map(|card| power_of(look, *card)).sum();
    let wanted = if party + cards >= stats::dungeon_defence(look) {
        Action::Accept
    } else {
        Action::Decline
    };
    options.iter().position(|option| matches_action(option, wanted)).unwrap_or(0)
}

/// In a window, free permanents are played; everything else waits.
fn suggest_window(look: Look<'_>) -> usize {
    let options = &look.state.flow.options;
    let play = options.iter().position(|option| {
        matches_action(option, Action::Play) && is_played_in_window(look, option.card)
    });
    play.unwrap_or(0)
}

fn is_played_in_window(look: Look<'_>, card: CardId) -> bool {
    let def = read::facts(look, card);
    def.permanent || (def.kind != Kind::Equipment && stats::cost(look, card) == 0)
}

/// Whether the automatic player would look at a card in hand at the decision that is due.
/// Where it would not, nobody needs to work out whether the card may be played.
pub(super) fn considers(look: Look<'_>, card: CardId) -> bool {
    match look.state.flow.top() {
        Some(Task::Window(_)) => is_played_in_window(look, card),
        Some(Task::Attack) => {
            let block = block_in_effect(read::facts(look, card), BLOCK_BASE);
            block.is_some_and(|block| block.power != NO_NODE)
        }
        _ => true,
    }
}

/// Whether an effect asks for cards.
fn is_picking(state: &State) -> bool {
    state.flow.asks_for_things()
}

/// Harm goes to what hits hardest, help to whoever suffers most.
fn suggest_pick(look: Look<'_>) -> usize {
    let value = |card: CardId| match read::kind(look, card) {
        Kind::Adventurer => {
            let state = look.state.card(card);
            i64::from(state.wounds) * 4 + i64::from(state.locks) * 3 + i64::from(state.poison)
        }
        kind if kind.is_dungeon() => i64::from(stats::stat(look, Stat::Power, card)),
        _ => 0,
    };
    best_by(&look.state.flow.options, Action::Pick, value).unwrap_or(0)
}

/// The card that is missed least: dear ones that the party cannot pay for.
fn worth_discarding(look: Look<'_>, card: CardId) -> i64 {
    if card == NONE {
        return 0;
    }
    let def = read::facts(look, card);
    let seat = if look.state.shared() { 0 } else { look.state.card(card).owner };
    let unpayable =
        i64::from(stats::cost(look, card) > stats::cap(look, seat, def.kind.resource()));
    unpayable * 100 + i64::from(def.cost) - i64::from(power_of(look, card)) * 3
}
