//! Quests: completed as soon as their goal holds, or out of reach.

use super::play::Play;
use super::state::{CardId, context_of, flag};
use super::words::{Mode, Step, Zone};
use cardwright_engine::core::code::NO_NODE;

impl Play<'_> {
    /// Completed quests are counted at once; the required number wins.
    pub(super) fn check_quests(&mut self) {
        self.state.stale = false;
        if self.content.settings.quests_at_end && self.state.step != Step::End {
            return;
        }
        let seat = self.state.party_seat();
        for place in 0..self.state.zone(seat, Zone::Quests).len() {
            let quest = self.state.zone(seat, Zone::Quests)[place];
            if self.state.card(quest).is(flag::COMPLETED | flag::IMPOSSIBLE) {
                continue;
            }
            let look = self.look();
            let goal = look.def(quest).goal;
            let context = context_of(quest, self.state.facing);
            if goal != NO_NODE && look.holds(goal, &context) {
                self.complete_quest(quest, seat);
            }
        }
    }

    fn complete_quest(&mut self, quest: CardId, seat: u8) {
        self.state.card_mut(quest).flags |= flag::COMPLETED;
        self.note(|look| format!("Quest completed: {}", look.def(quest).name));
        let def = self.state.card(quest).def;
        if let Some(tally) = &mut self.state.flow.tally {
            tally.played[usize::from(def)] += 1;
        }
        self.state.seats[usize::from(seat)].quests += 1;
        let completed = self.state.seats[usize::from(seat)].quests;
        match self.state.rules.mode {
            Mode::Solo | Mode::Coop => {
                let quests = self.state.zone(seat, Zone::Quests).iter();
                let missing = quests
                    .map(|card| self.state.card(*card))
                    .any(|card| card.is(flag::REQUIRED) && !card.is(flag::COMPLETED));
                if completed >= self.state.rules.quests_to_win && !missing {
                    self.finish_together(true, "quests-completed");
                }
            }
            Mode::Competitive | Mode::Multi => {
                self.gain_points(seat, self.state.rules.points.quest);
            }
        }
    }

    /// A quest to win a challenge is lost when no other copy of that card is left.
    pub(super) fn mark_impossible(&mut self, card: CardId) {
        let def = self.state.card(card).def;
        let others = self.state.cards.iter().enumerate().any(|(place, other)| {
            place != usize::from(card)
                && other.def == def
                && matches!(other.zone, Zone::DungeonDeck | Zone::Encounter)
        });
        if others {
            return;
        }
        let seat = self.state.party_seat();
        for place in 0..self.state.zone(seat, Zone::Quests).len() {
            let quest = self.state.zone(seat, Zone::Quests)[place];
            let goal = self.look().def(quest).goal;
            if self.content.challenge_of(goal) == Some(def)
                && !self.state.card(quest).is(flag::COMPLETED)
            {
                self.state.card_mut(quest).flags |= flag::IMPOSSIBLE | flag::ACTIVATED;
            }
        }
    }
}
