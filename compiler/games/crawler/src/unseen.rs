//! What a seat has not seen: the order of decks, the hands and pools of others.

use super::Look;
use super::content::Crawler;
use super::state::{CardId, State, Task, flag};
use super::words::{Action, Zone};
use cardwright_engine::core::action;
use cardwright_engine::core::zones::mixed;
use cardwright_engine::game::Choice;
use cardwright_engine::rng::Rng;

/// Deals anew what a seat has not seen. Decks keep their owners: everybody knows the lists.
pub(super) fn deal(content: &Crawler, state: &mut State, seat: u8, rng: &mut Rng) {
    for owner in 0..state.seat_count {
        if owner == seat {
            mix(content, state, owner, &[Zone::CrawlerDeck], rng);
            mix(content, state, owner, &[Zone::DungeonDeck], rng);
        } else {
            mix(content, state, owner, &[Zone::CrawlerHand, Zone::CrawlerDeck], rng);
            let dungeon = [Zone::DraftHand, Zone::Pool, Zone::DungeonDeck];
            mix(content, state, owner, &dungeon, rng);
        }
    }
}

/// Deals the cards of an owner's zones anew among these zones. Only draft cards are ever kept for
/// later.
fn mix(content: &Crawler, state: &mut State, owner: u8, zones: &[Zone], rng: &mut Rng) {
    let all = zones.iter().flat_map(|zone| state.zone(owner, *zone));
    let mut cards: Vec<CardId> = all.copied().filter(|card| !is_known(state, *card)).collect();
    mixed(&mut cards, rng);
    for zone in zones {
        for slot in 0..state.zone(owner, *zone).len() {
            if is_known(state, state.zone(owner, *zone)[slot]) {
                continue;
            }
            let is_draft = |card: &CardId| content.cards[usize::from(state.card(*card).def)].draft;
            let next = match zone {
                Zone::DraftHand => cards.iter().position(is_draft).unwrap_or(0),
                _ => 0,
            };
            let card = cards.remove(next);
            state.zone_mut(owner, *zone)[slot] = card;
            (state.card_mut(card).zone, state.card_mut(card).place) = (*zone, owner);
        }
    }
}

/// Whether a card in a pile or a hand is known to whoever decides: it lies face up, it is shown by
/// the decision, or it is announced.
fn is_known(state: &State, card: CardId) -> bool {
    let flow = &state.flow;
    let is_offered = |option: &Choice| option.card == card && option.action >= action::FIRST_OWN;
    let is_looked_at = match flow.top() {
        Some(Task::Rearrange { start, .. }) => state.list[usize::from(*start)..].contains(&card),
        _ => false,
    };
    let is_announced = |task: &Task| match task {
        Task::Interrupt { card: announced, .. } | Task::DraftChoice { card: announced } => {
            *announced == card
        }
        _ => false,
    };
    state.card(card).is(flag::FACE_UP)
        || flow.is_shown(card)
        || flow.options.iter().any(is_offered)
        || is_looked_at
        || flow.is_pending(is_announced)
}

/// Whether others are not told which card an option is about: what goes back into a deck or is kept
/// for later is not shown.
pub(super) fn is_secret(look: Look<'_>, choice: Choice) -> bool {
    match Action::of(choice) {
        Some(Action::ToTop | Action::ToBottom | Action::Draft) => true,
        Some(Action::Continue) => match look.state.flow.top() {
            Some(Task::DraftChoice { card }) => look.state.card(*card).zone == Zone::Pool,
            _ => false,
        },
        _ => false,
    }
}
