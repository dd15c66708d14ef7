//! Events, and what lasts until they happen. Effects themselves are run by the core.

use super::state::{CardId, Task, thing_of};
use super::vocabulary::{Event, Window};
use super::{Play, read, window};
use cardwright_engine::core::Host;
use cardwright_engine::core::code::NONE;

/// Ends what lasts until now; what lasts until the next round ends has one left.
pub(super) fn expire(run: &mut Play<'_>, window: Window) {
    run.expire(window, None);
    if window == Window::EndOfRound {
        run.postpone(Window::EndOfNextRound, Window::EndOfRound);
    }
}

/// Something happened, to a card or to nobody: every ability that watches it will run, and
/// then permanents may be spent because of it.
pub(super) fn raise(run: &mut Play<'_>, event: Event, subject: CardId) {
    if window::has_reaction(run, event, subject) {
        run.push(Task::React { event, victim: subject });
    }
    run.raise(event, &[thing_of(subject).bits()]);
}

/// Something happened that only the card itself reacts to, in play or not. It is about the
/// card, or about who was hit by it.
pub(super) fn raise_own(run: &mut Play<'_>, event: Event, card: CardId, about: CardId) {
    let seat = run.state.card(card).owner;
    raise_own_for(run, event, card, about, seat);
}

/// The same, and `you` in the card's text is the player of that seat.
pub(super) fn raise_own_for(
    run: &mut Play<'_>,
    event: Event,
    card: CardId,
    about: CardId,
    seat: u8,
) {
    let abilities = read::facts(run.look(), card).abilities;
    let host = Host { thing: thing_of(card), abilities, seat };
    run.raise_at(host, event, &[thing_of(about).bits()]);
}

/// Combat begins or ends: the player chooses the order of what happens.
pub(super) fn raise_in_order(run: &mut Play<'_>, events: &[Event]) {
    run.raise_together(events, &[thing_of(NONE).bits()]);
}
