//! The multi-player build: pools, placing in turn, accepting the encounter, blind build.

use super::state::{CardId, Task};
use super::words::{Action, Mode, Zone};
use super::{Play, moves, points, read, stats};
use cardwright_engine::core::code::NONE;

/// Step 1.1: pools are filled, and the player to the left begins to place.
pub(super) fn begin_placing(run: &mut Play<'_>) {
    run.state.facing = run.state.turn;
    run.state.flow.touch();
    let first = run.state.next_seat(run.state.turn);
    run.state.last_placer = run.state.turn;
    run.push(Task::Place { seat: first, passed: 0, blind: false });
    for seat in (0..run.state.seat_count).rev() {
        run.push(Task::FillPool { seat });
    }
}

/// A player draws up the pool. Who draws a draft card may take it up and draw another for it.
pub(super) fn fill_pool(run: &mut Play<'_>, seat: u8) {
    while run.state.zone(seat, Zone::Pool).len() < usize::from(run.state.rules.pool_size) {
        if run.state.zone(seat, Zone::DungeonDeck).is_empty() {
            if run.state.zone(seat, Zone::DungeonGrave).is_empty() {
                return;
            }
            points::regenerate(run, seat, Zone::DungeonDeck, Zone::DungeonGrave);
        }
        let Some(card) = run.state.zone(seat, Zone::DungeonDeck).last().copied() else {
            return;
        };
        run.state.shift(card, seat, Zone::Pool);
        if read::facts(run.look(), card).draft {
            run.push(Task::FillPool { seat });
            run.push(Task::DraftChoice { card });
            return;
        }
    }
}

fn placing_limit(run: &Play<'_>, blind: bool) -> i32 {
    let rules = run.state.rules;
    let modified = stats::game_stat(run.look(), super::vocabulary::Stat::EncounterLimit);
    if blind { modified + i32::from(rules.second_limit - rules.encounter_limit) } else { modified }
}

/// Options of a player who may place a card of the pool, or a draft card in hand.
pub(super) fn place_options(run: &mut Play<'_>, seat: u8, blind: bool) {
    let free = placing_limit(run, blind) - stats::encounter_cost(run.look());
    run.option(Action::Pass.code(), NONE, 0);
    if free <= 0 {
        return;
    }
    let zone = |zone| run.state.zone(seat, zone).iter().copied();
    let cards: Vec<CardId> = zone(Zone::Pool).chain(zone(Zone::DraftHand)).collect();
    for card in cards {
        if stats::cost(run.look(), card) <= free {
            run.option(Action::Place.code(), card, 0);
        }
    }
}

/// A card of the pool is placed; the turn goes on clockwise.
pub(super) fn place_card(run: &mut Play<'_>, card: CardId) {
    let Some(Task::Place { seat, passed, blind }) = run.state.flow.pop() else {
        return;
    };
    let full = {
        let after = stats::encounter_cost(run.look()) + stats::cost(run.look(), card);
        after >= placing_limit(run, blind)
    };
    run.state.last_placer = seat;
    if full {
        finish_placing(run, blind);
    } else {
        let next = run.state.next_seat(seat);
        run.push(Task::Place { seat: next, passed, blind });
    }
    moves::enter_play(run, card, 0);
}

/// A player passes; placing ends when everyone has passed at least once.
pub(super) fn pass_placing(run: &mut Play<'_>, seat: u8, passed: u8, blind: bool) {
    run.state.flow.pop();
    let passed = passed | 1 << seat;
    let everyone = (1u8 << run.state.seat_count) - 1;
    let next = run.state.next_seat(seat);
    if passed == everyone {
        finish_placing(run, blind);
    } else {
        run.push(Task::Place { seat: next, passed, blind });
    }
}

/// After the open build someone must face it; after the blind build the round goes on.
fn finish_placing(run: &mut Play<'_>, blind: bool) {
    if blind {
        return;
    }
    let next = run.state.next_seat(run.state.last_placer);
    run.push(Task::Place { seat: next, passed: 0, blind: true });
    run.push(Task::Face { seat: run.state.turn, passes: 0 });
}

/// A player faces the encounter or passes it on.
pub(super) fn face(run: &mut Play<'_>, accepts: bool) {
    let Some(Task::Face { seat, passes }) = run.state.flow.pop() else {
        return;
    };
    if accepts {
        accept(run, seat, passes);
        return;
    }
    let next = run.state.next_seat(seat);
    let passes = passes + 1;
    if next == run.state.turn {
        // Everybody passed: the active player must face it, and is paid for the others.
        accept(run, next, passes.saturating_sub(1));
    } else {
        run.push(Task::Face { seat: next, passes });
    }
}

fn accept(run: &mut Play<'_>, seat: u8, passes: u8) {
    run.state.facing = seat;
    run.state.primary = NONE;
    run.state.flow.touch();
    debug_assert_eq!(run.state.rules.mode, Mode::Multi);
    let bonus = if run.rules.settings.pass_bonus_each { passes } else { passes.min(1) };
    points::gain_points(run, seat, i32::from(bonus) * run.state.rules.points.pass);
}
