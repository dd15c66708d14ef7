//! What nobody at the table has seen: the order of the loot and treasure decks.

use super::state::{LOOT, State, TREASURE};
use cardwright_engine::rng::Rng;

/// Deals both decks anew.
pub(super) fn deal(state: &mut State, rng: &mut Rng) {
    let State { zones, flow, .. } = state;
    for deck in [LOOT, TREASURE] {
        zones.mix(&[deck], |card| flow.is_shown(card), rng);
    }
}
