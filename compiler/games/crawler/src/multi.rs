//! The multi-player build: pools, placing in turn, accepting the encounter, blind build.

use super::play::Play;
use super::state::{CardId, Task};
use super::words::{Action, Mode, Zone};
use cardwright_engine::core::code::NONE;

impl Play<'_> {
    /// Step 1.1: pools are filled, and the player to the left begins to place.
    pub(super) fn begin_placing(&mut self) {
        self.state.facing = self.state.turn;
        self.state.flow.touch();
        for seat in 0..self.state.seat_count {
            self.fill_pool(seat);
        }
        let first = self.state.next_seat(self.state.turn);
        self.state.last_placer = self.state.turn;
        self.push(Task::Place { seat: first, passed: 0, blind: false });
    }

    fn fill_pool(&mut self, seat: u8) {
        while self.state.zone(seat, Zone::Pool).len() < usize::from(self.state.rules.pool_size) {
            if self.state.zone(seat, Zone::DungeonDeck).is_empty() {
                if self.state.zone(seat, Zone::DungeonGrave).is_empty() {
                    return;
                }
                self.regenerate(seat, Zone::DungeonDeck, Zone::DungeonGrave);
            }
            let Some(card) = self.state.zone(seat, Zone::DungeonDeck).last().copied() else {
                return;
            };
            self.state.shift(card, seat, Zone::Pool);
        }
    }

    fn placing_limit(&self, blind: bool) -> i32 {
        let rules = self.state.rules;
        let modified = self.look().game_stat(super::vocabulary::Stat::EncounterLimit);
        if blind {
            modified + i32::from(rules.second_limit - rules.encounter_limit)
        } else {
            modified
        }
    }

    /// Options of a player who may place a card of the pool.
    pub(super) fn place_options(&mut self, seat: u8, blind: bool) {
        let free = self.placing_limit(blind) - self.look().encounter_cost();
        self.option(Action::Pass, NONE, 0);
        if free <= 0 {
            return;
        }
        for place in 0..self.state.zone(seat, Zone::Pool).len() {
            let card = self.state.zone(seat, Zone::Pool)[place];
            if self.look().cost(card) <= free {
                self.option(Action::Place, card, 0);
            }
        }
    }

    /// A card of the pool is placed; the turn goes on clockwise.
    pub(super) fn place_card(&mut self, card: CardId) {
        let Some(Task::Place { seat, passed, blind }) = self.state.flow.pop() else {
            return;
        };
        let full = {
            let after = self.look().encounter_cost() + self.look().cost(card);
            after >= self.placing_limit(blind)
        };
        self.state.last_placer = seat;
        if full {
            self.finish_placing(blind);
        } else {
            let next = self.state.next_seat(seat);
            self.push(Task::Place { seat: next, passed, blind });
        }
        self.enter_play(card, 0);
        self.fill_pool(seat);
    }

    /// A player passes; placing ends when everyone has passed at least once.
    pub(super) fn pass_placing(&mut self, seat: u8, passed: u8, blind: bool) {
        self.state.flow.pop();
        let passed = passed | 1 << seat;
        let everyone = (1u8 << self.state.seat_count) - 1;
        let next = self.state.next_seat(seat);
        if passed == everyone {
            self.finish_placing(blind);
        } else {
            self.push(Task::Place { seat: next, passed, blind });
        }
    }

    /// After the open build someone must face it; after the blind build the round goes on.
    fn finish_placing(&mut self, blind: bool) {
        if blind {
            return;
        }
        let next = self.state.next_seat(self.state.last_placer);
        self.push(Task::Place { seat: next, passed: 0, blind: true });
        self.push(Task::Face { seat: self.state.turn, passes: 0 });
    }

    /// A player faces the encounter or passes it on.
    pub(super) fn face(&mut self, accepts: bool) {
        let Some(Task::Face { seat, passes }) = self.state.flow.pop() else {
            return;
        };
        if accepts {
            self.accept(seat, passes);
            return;
        }
        let next = self.state.next_seat(seat);
        let passes = passes + 1;
        if next == self.state.turn {
            // Everybody passed: the active player must face it, and is paid for the others.
            self.accept(next, passes.saturating_sub(1));
        } else {
            self.push(Task::Face { seat: next, passes });
        }
    }

    fn accept(&mut self, seat: u8, passes: u8) {
        self.state.facing = seat;
        self.state.primary = NONE;
        self.state.flow.touch();
        debug_assert_eq!(self.state.rules.mode, Mode::Multi);
        let bonus = if self.content.settings.pass_bonus_each { passes } else { passes.min(1) };
        self.gain_points(seat, i32::from(bonus) * self.state.rules.points.pass);
    }
}
