//! Building the encounter (step 1): draw, pull, flip and bust.

use super::play::Play;
use super::state::{Task, flag};
use super::vocabulary::{Mark, Stat};
use super::words::{Action, Mode, Zone};
use cardwright_engine::core::code::NONE;

impl Play<'_> {
    /// Starts the build in the way of the format.
    pub(super) fn begin_build(&mut self) {
        if self.state.rules.mode == Mode::Multi {
            self.begin_placing();
        } else {
            self.push(Task::BuildNext { first: true });
        }
    }

    /// Whose dungeon deck the encounter is drawn from.
    pub(super) fn supplier(&self) -> u8 {
        if self.state.shared() { 0 } else { self.state.next_seat(self.state.facing) }
    }

    /// The next card is drawn without asking, unless every step is to be shown or the
    /// supplier holds a draft card that fits.
    pub(super) fn build_options(&mut self, first: bool) -> bool {
        if self.is_build_over(first) {
            return false;
        }
        let supplier = self.supplier();
        if self.state.has_opponents() {
            let look = self.look();
            let free = look.game_stat(Stat::EncounterLimit) - look.encounter_cost();
            for place in 0..self.state.zone(supplier, Zone::DraftHand).len() {
                let card = self.state.zone(supplier, Zone::DraftHand)[place];
                if self.look().cost(card) <= free {
                    self.option(Action::Place, card, 0);
                }
            }
        }
        if self.state.flow.options.is_empty() && !self.state.flow.forced {
            return false;
        }
        self.option(Action::DrawNext, NONE, 0);
        true
    }

    fn is_build_over(&self, first: bool) -> bool {
        let look = self.look();
        !first && look.encounter_cost() >= look.game_stat(Stat::EncounterLimit)
    }

    /// One card of the encounter.
    pub(super) fn build_next(&mut self, first: bool) {
        if self.is_build_over(first) {
            return;
        }
        let supplier = self.supplier();
        let Some(card) = self.state.zone(supplier, Zone::DungeonDeck).last().copied() else {
            self.dungeon_depleted(supplier);
            return;
        };
        let look = self.look();
        let total = look.encounter_cost();
        let limit = look.game_stat(Stat::EncounterLimit);
        let swift = look.has_own_mark(Mark::Swift, card);
        if self.state.card(card).is(flag::FACE_UP) {
            // A face-up card is pulled first, even beyond the limit.
            self.draw_into_play(card);
        } else if total >= limit {
            self.state.card_mut(card).flags |= flag::FACE_UP;
            if swift {
                self.enter_play(card, 0);
            }
        } else if total + look.cost(card) > limit {
            self.state.card_mut(card).flags |= flag::FACE_UP;
            if swift && self.content.settings.swift_on_bust {
                self.enter_play(card, 0);
            }
        } else {
            self.draw_into_play(card);
        }
    }

    /// The card enters play and building goes on; its controller may keep a draft card.
    fn draw_into_play(&mut self, card: u16) {
        self.push(Task::BuildNext { first: false });
        if self.state.has_opponents() && self.look().def(card).draft {
            self.push(Task::DraftChoice { card });
        } else {
            self.enter_play(card, 0);
        }
    }

    /// The dungeon has no card to draw: the party got through, or the supplier loses.
    fn dungeon_depleted(&mut self, supplier: u8) {
        match self.state.rules.mode {
            Mode::Solo | Mode::Coop => self.finish_together(true, "dungeon-depleted"),
            Mode::Competitive => self.eliminate(supplier, "dungeon-depleted"),
            Mode::Multi => self.regenerate(supplier, Zone::DungeonDeck, Zone::DungeonGrave),
        }
    }
}
