//! What nobody at the table has seen: the order of the items. The quest is in a book that all have.

use super::state::{DECK, State};
use cardwright_engine::rng::Rng;

/// Deals the items anew.
pub(super) fn deal(state: &mut State, rng: &mut Rng) {
    let State { zones, flow, .. } = state;
    zones.mix(&[DECK], |card| flow.is_shown(card), rng);
}
