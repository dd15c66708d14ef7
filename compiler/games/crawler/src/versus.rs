//! Formats with opponents: disruption, interrupts, draft cards, and passing the turn.

use super::state::{BLOCK_DISRUPT, CardId, Task, WindowKind, context_of, thing_of};
use super::vocabulary::{Act, Stat};
use super::window::can_disrupt;
use super::words::{Action, Mode, Zone};
use super::{Look, Play, moves, points, read, stats, window};
use cardwright_engine::core::code::NONE;

/// The next opponent to be asked, clockwise from the active player.
pub(super) fn opponent_to_ask(look: Look<'_>, asked: u8) -> Option<u8> {
    let mut seat = look.state.facing;
    for _ in 1..look.state.seat_count {
        seat = look.state.next_seat(seat);
        if seat != look.state.facing && asked & (1 << seat) == 0 {
            return Some(seat);
        }
    }
    None
}

/// Options of an opponent, between the active player's actions or while a card is being
/// played.
pub(super) fn disrupt_options(run: &mut Play<'_>, asked: u8) {
    let Some(seat) = opponent_to_ask(run.look(), asked) else {
        return;
    };
    for place in 0..run.state.zone(seat, Zone::CrawlerHand).len() {
        let card = run.state.zone(seat, Zone::CrawlerHand)[place];
        let look = run.look();
        let def = read::facts(look, card);
        if can_disrupt(def)
            && stats::stat(look, Stat::Cost, card)
                <= stats::available(look, seat, def.kind.resource())
            && !look.is_forbidden(Act::Play, thing_of(card))
        {
            run.option(Action::Disrupt.code(), card, 0);
        }
    }
    if !run.state.flow.options.is_empty() {
        run.option(Action::Continue.code(), NONE, 0);
    }
}

/// An opponent has nothing more to disrupt: the next one is asked, or play goes on.
pub(super) fn next_disrupter(run: &mut Play<'_>, window: WindowKind, asked: u8) {
    run.state.flow.pop();
    if let Some(seat) = opponent_to_ask(run.look(), asked) {
        let asked = asked | 1 << seat;
        if opponent_to_ask(run.look(), asked).is_some() {
            run.push(Task::Disruption { window, asked });
        }
    }
}

/// The same while a card is being played.
pub(super) fn next_interrupter(run: &mut Play<'_>, card: CardId, asked: u8) {
    run.state.flow.pop();
    if let Some(seat) = opponent_to_ask(run.look(), asked) {
        let asked = asked | 1 << seat;
        if opponent_to_ask(run.look(), asked).is_some() {
            run.push(Task::Interrupt { card, asked });
        }
    }
}

/// Opponents may interrupt a card before its effect starts; the last interrupt resolves
/// first because it lies on top.
pub(super) fn begin_interrupt(run: &mut Play<'_>, card: CardId) {
    if run.state.has_opponents() {
        run.push(Task::Interrupt { card, asked: 0 });
    }
}

/// An opponent plays a disruption; the active player may then react.
pub(super) fn disrupt(run: &mut Play<'_>, card: CardId) {
    let look = run.look();
    let cost = stats::stat(look, Stat::Cost, card).clamp(0, 255) as u8;
    let Some(block) = read::facts(look, card).disrupt else {
        return;
    };
    if let Some(Task::Disruption { window, .. }) = run.state.flow.top().copied() {
        run.state.flow.pop();
        run.push(Task::Window(window));
    }
    window::put_into_play(run, card, BLOCK_DISRUPT, cost);
    // Hand and decks in the effect are those of the player it is aimed at.
    let seat = run.state.facing;
    run.begin(block.effect, context_of(card, seat));
}

/// Options for a draft card that was drawn.
pub(super) fn draft_options(run: &mut Play<'_>, card: CardId) {
    run.option(Action::Continue.code(), card, 0);
    run.option(Action::Draft.code(), card, 0);
}

/// The controller keeps a draft card for later.
pub(super) fn take_draft(run: &mut Play<'_>, card: CardId) {
    run.state.flow.pop();
    let owner = run.state.card(card).owner;
    run.state.card_mut(card).flags = 0;
    run.state.shift(card, owner, Zone::DraftHand);
}

/// A draft card is placed instead of a draw.
pub(super) fn place_draft(run: &mut Play<'_>, card: CardId) {
    run.state.flow.pop();
    run.push(Task::BuildNext { first: false });
    moves::enter_play(run, card, 0);
}

/// The next player's round; in multi-player enough points win now.
pub(super) fn pass_turn(run: &mut Play<'_>) {
    if run.state.rules.mode == Mode::Multi {
        let goal = run.state.rules.points_to_win;
        let reached = (0..run.state.seat_count).any(|seat| stats::points(run.look(), seat) >= goal);
        if goal > 0 && reached {
            points::finish_by_points(run, "points-reached");
            return;
        }
    }
    let next = run.state.next_seat(run.state.turn);
    // Both players finish a round before points decide: the limit counts whole turns.
    run.state.turn = next;
    run.state.facing = next;
    run.state.primary = NONE;
    run.state.flow.touch();
}
