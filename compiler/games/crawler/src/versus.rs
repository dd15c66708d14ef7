//! Formats with opponents: disruption, interrupts, draft cards, and passing the turn.

use super::look::Look;
use super::play::Play;
use super::state::{BLOCK_DISRUPT, CardId, Task, WindowKind, context_of};
use super::vocabulary::{Act, Stat};
use super::window::can_disrupt;
use super::words::{Action, Mode, Zone};
use cardwright_engine::core::code::NONE;

impl Look<'_> {
    /// The next opponent to be asked, clockwise from the active player.
    pub(super) fn opponent_to_ask(self, asked: u8) -> Option<u8> {
        let mut seat = self.state.facing;
        for _ in 1..self.state.seat_count {
            seat = self.state.next_seat(seat);
            if seat != self.state.facing && asked & (1 << seat) == 0 {
                return Some(seat);
            }
        }
        None
    }
}

impl Play<'_> {
    fn opponent_to_ask(&self, asked: u8) -> Option<u8> {
        self.look().opponent_to_ask(asked)
    }

    /// Options of an opponent, between the active player's actions or while a card is being
    /// played.
    pub(super) fn disrupt_options(&mut self, asked: u8) {
        let Some(seat) = self.opponent_to_ask(asked) else {
            return;
        };
        for place in 0..self.state.zone(seat, Zone::CrawlerHand).len() {
            let card = self.state.zone(seat, Zone::CrawlerHand)[place];
            let look = self.look();
            let def = look.def(card);
            if can_disrupt(def)
                && look.stat(Stat::Cost, card) <= look.available(seat, def.kind.resource())
                && !look.is_forbidden(Act::Play, card)
            {
                self.option(Action::Disrupt, card, 0);
            }
        }
        if !self.state.flow.options.is_empty() {
            self.option(Action::Continue, NONE, 0);
        }
    }

    /// An opponent has nothing more to disrupt: the next one is asked, or play goes on.
    pub(super) fn next_disrupter(&mut self, window: WindowKind, asked: u8) {
        self.state.flow.pop();
        if let Some(seat) = self.opponent_to_ask(asked) {
            let asked = asked | 1 << seat;
            if self.opponent_to_ask(asked).is_some() {
                self.push(Task::Disruption { window, asked });
            }
        }
    }

    /// The same while a card is being played.
    pub(super) fn next_interrupter(&mut self, card: CardId, asked: u8) {
        self.state.flow.pop();
        if let Some(seat) = self.opponent_to_ask(asked) {
            let asked = asked | 1 << seat;
            if self.opponent_to_ask(asked).is_some() {
                self.push(Task::Interrupt { card, asked });
            }
        }
    }

    /// Opponents may interrupt a card before its effect starts; the last interrupt resolves
    /// first because it lies on top.
    pub(super) fn begin_interrupt(&mut self, card: CardId) {
        if self.state.has_opponents() {
            self.push(Task::Interrupt { card, asked: 0 });
        }
    }

    /// An opponent plays a disruption; the active player may then react.
    pub(super) fn disrupt(&mut self, card: CardId) {
        let look = self.look();
        let cost = look.stat(Stat::Cost, card).clamp(0, 255) as u8;
        let Some(block) = look.def(card).disrupt else {
            return;
        };
        if let Some(Task::Disruption { window, .. }) = self.state.flow.top().copied() {
            self.state.flow.pop();
            self.push(Task::Window(window));
        }
        self.put_into_play(card, BLOCK_DISRUPT, cost);
        // Hand and decks in the effect are those of the player it is aimed at.
        let seat = self.state.facing;
        self.begin(block.effect, context_of(card, seat));
    }

    /// Options for a draft card that was drawn.
    pub(super) fn draft_options(&mut self, card: CardId) {
        self.option(Action::Continue, card, 0);
        self.option(Action::Draft, card, 0);
    }

    /// The controller keeps a draft card for later.
    pub(super) fn take_draft(&mut self, card: CardId) {
        self.state.flow.pop();
        let owner = self.state.card(card).owner;
        self.state.card_mut(card).flags = 0;
        self.state.shift(card, owner, Zone::DraftHand);
    }

    /// A draft card is placed instead of a draw.
    pub(super) fn place_draft(&mut self, card: CardId) {
        self.state.flow.pop();
        self.push(Task::BuildNext { first: false });
        self.enter_play(card, 0);
    }

    /// The next player's round; in multi-player enough points win now.
    pub(super) fn pass_turn(&mut self) {
        if self.state.rules.mode == Mode::Multi {
            let goal = self.state.rules.points_to_win;
            let reached = (0..self.state.seat_count).any(|seat| self.look().points(seat) >= goal);
            if goal > 0 && reached {
                self.finish_by_points("points-reached");
                return;
            }
        }
        let next = self.state.next_seat(self.state.turn);
        // Both players finish a round before points decide: the limit counts whole turns.
        self.state.turn = next;
        self.state.facing = next;
        self.state.primary = NONE;
        self.state.flow.touch();
    }
}
