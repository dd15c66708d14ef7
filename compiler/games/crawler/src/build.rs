//! Building the encounter (step 1): draw, pull, flip and bust.

use super::state::{Task, flag, thing_of};
use super::vocabulary::{Act, Mark, Stat};
use super::words::{Action, Mode, Zone};
use super::{Play, moves, multi, play, points, read, stats};
use cardwright_engine::core::code::NONE;

/// Starts the build in the way of the format.
pub(super) fn begin_build(run: &mut Play<'_>) {
    if run.state.rules.mode == Mode::Multi {
        multi::begin_placing(run);
    } else {
        run.push(Task::BuildNext { first: true });
    }
}

/// Whose dungeon deck the encounter is drawn from.
pub(super) fn supplier(run: &Play<'_>) -> u8 {
    if run.state.shared() { 0 } else { run.state.next_seat(run.state.facing) }
}

/// The next card is drawn without asking, unless every step is to be shown or the
/// supplier holds a draft card that fits.
pub(super) fn build_options(run: &mut Play<'_>, first: bool) -> bool {
    if is_build_over(run, first) {
        return false;
    }
    let supplier = supplier(run);
    if run.state.has_opponents() {
        let look = run.look();
        let free = stats::game_stat(look, Stat::EncounterLimit) - stats::encounter_cost(look);
        for place in 0..run.state.zone(supplier, Zone::DraftHand).len() {
            let card = run.state.zone(supplier, Zone::DraftHand)[place];
            if stats::cost(run.look(), card) <= free {
                run.option(Action::Place.code(), card, 0);
            }
        }
    }
    if run.state.flow.options.is_empty() && !run.state.flow.forced {
        return false;
    }
    run.option(Action::DrawNext.code(), NONE, 0);
    true
}

/// Building ends with the limit, and when every card of the deck came into play in this round and was
/// put back: whatever sends all cards back would otherwise never let it end.
fn is_build_over(run: &Play<'_>, first: bool) -> bool {
    let look = run.look();
    let deck = run.state.zone(supplier(run), Zone::DungeonDeck);
    let is_back = |card: &u16| run.state.card(*card).entered == run.state.round.max(1);
    !first
        && (stats::encounter_cost(look) >= stats::game_stat(look, Stat::EncounterLimit)
            || !deck.is_empty() && deck.iter().rev().all(is_back))
}

/// One card of the encounter.
pub(super) fn build_next(run: &mut Play<'_>, first: bool) {
    if is_build_over(run, first) {
        return;
    }
    let supplier = supplier(run);
    let Some(card) = run.state.zone(supplier, Zone::DungeonDeck).last().copied() else {
        dungeon_depleted(run, supplier);
        return;
    };
    if run.look().is_forbidden(Act::Enter, thing_of(card)) {
        // It goes to the grave as soon as it is seen, and the draw goes on as if without it.
        run.push(Task::BuildNext { first });
        moves::enter_play(run, card, 0);
        return;
    }
    let look = run.look();
    let total = stats::encounter_cost(look);
    let limit = stats::game_stat(look, Stat::EncounterLimit);
    let swift = look.has_mark(Mark::Swift, thing_of(card));
    if run.state.card(card).is(flag::FACE_UP) {
        // A face-up card is pulled first, even beyond the limit.
        draw_into_play(run, card);
    } else if total >= limit {
        run.state.card_mut(card).flags |= flag::FACE_UP;
        if swift {
            moves::enter_play(run, card, 0);
        }
    } else if total + stats::cost(look, card) > limit {
        run.state.card_mut(card).flags |= flag::FACE_UP;
        if swift && run.rules.settings.swift_on_bust {
            moves::enter_play(run, card, 0);
        }
    } else {
        draw_into_play(run, card);
    }
}

/// The card enters play and building goes on; its controller may keep a draft card.
fn draw_into_play(run: &mut Play<'_>, card: u16) {
    run.push(Task::BuildNext { first: false });
    if run.state.has_opponents() && read::facts(run.look(), card).draft {
        run.push(Task::DraftChoice { card });
    } else {
        moves::enter_play(run, card, 0);
    }
}

/// The dungeon has no card to draw: the party got through, or the supplier loses.
fn dungeon_depleted(run: &mut Play<'_>, supplier: u8) {
    match run.state.rules.mode {
        Mode::Solo | Mode::Coop => play::finish_together(run, true, "dungeon-depleted"),
        Mode::Competitive => points::eliminate(run, supplier, "dungeon-depleted"),
        Mode::Multi => points::regenerate(run, supplier, Zone::DungeonDeck, Zone::DungeonGrave),
    }
}
