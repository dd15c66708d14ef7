//! The end of the round: challenges, then steps 4.1 to 4.10 in their strict order.

use super::play::Play;
use super::state::{CardId, Task, context_of, flag};
use super::vocabulary::{Event, Window};
use super::words::{Action, Mode, Step, Zone};
use cardwright_engine::core::code::NONE;

impl Play<'_> {
    /// One of the steps after combat.
    pub(super) fn end_step(&mut self, step: Step) {
        match step {
            Step::Challenges => {
                self.expire(Window::EndOfCombat);
                self.for_each_at_table(|play, card| {
                    play.state.card_mut(card).flags &= !flag::ZEROED;
                });
                self.push(Task::Step(Step::Drop));
                self.raise(Event::EndOfRound, NONE, NONE);
                self.resolve_challenges();
            }
            Step::Drop => self.for_each_hand(Step::Clear, |seat| Task::Drop { seat }),
            Step::Clear => {
                self.push(Task::Step(Step::Time));
                self.clear_table();
            }
            Step::Time => {
                self.push(Task::Step(Step::Poison));
                self.for_each_at_table(|play, card| {
                    let card = play.state.card_mut(card);
                    card.time = card.time.saturating_sub(1);
                });
            }
            Step::Poison => {
                self.push(Task::Step(Step::Reset));
                let first = self.state.flow.tasks.len();
                self.for_each_at_table(|play, card| {
                    if play.state.card(card).poison > 0 {
                        play.push(Task::Venom { card });
                    }
                });
                self.state.flow.tasks[first..].reverse();
            }
            Step::Reset => {
                self.push(Task::Step(Step::Unlock));
                self.reset_all();
            }
            Step::Unlock => {
                self.push(Task::Step(Step::Permanents));
                self.for_each_at_table(|play, card| {
                    let card = play.state.card_mut(card);
                    card.locks = card.locks.saturating_sub(1);
                });
            }
            Step::Permanents => self.for_each_hand(Step::Draw, |seat| Task::Release { seat }),
            Step::Draw => self.for_each_hand(Step::Trim, |seat| Task::DrawUp { seat }),
            Step::Trim => self.for_each_hand(Step::End, |seat| Task::Trim { seat }),
            _ => self.end_round(),
        }
    }

    /// The same task for every player who ends a round now, in order of seats.
    fn for_each_hand(&mut self, next: Step, task: impl Fn(u8) -> Task) {
        self.push(Task::Step(next));
        for seat in self.look().table_seats().rev() {
            self.push(task(seat));
        }
    }

    /// Exactly one outcome of every challenge in play happens.
    fn resolve_challenges(&mut self) {
        for place in (0..self.state.encounter().len()).rev() {
            let card = self.state.encounter()[place];
            let look = self.look();
            let Some(challenge) = look.def(card).challenge else {
                continue;
            };
            let context = context_of(card, look.state.facing);
            let won = look.holds(challenge.condition, &context);
            let def = look.state.card(card).def;
            if won {
                self.begin(challenge.win, context);
                if !self.state.challenges_won.contains(&def) {
                    self.state.challenges_won.push(def);
                }
            } else {
                self.begin(challenge.lose, context);
                self.mark_impossible(card);
            }
            self.state.stale = true;
        }
    }

    /// Options of step 4.1.
    pub(super) fn drop_options(&mut self, seat: u8) {
        self.option(Action::Continue, NONE, 0);
        for place in 0..self.state.zone(seat, Zone::CrawlerHand).len() {
            let card = self.state.zone(seat, Zone::CrawlerHand)[place];
            self.option(Action::Drop, card, 0);
        }
    }

    /// A card is dropped: no effect notices.
    pub(super) fn drop_card(&mut self, card: CardId) {
        let owner = self.state.card(card).owner;
        self.state.shift(card, owner, Zone::CrawlerGrave);
    }

    /// Step 4.2: everything without a reason to stay goes, until nothing more does.
    fn clear_table(&mut self) {
        // Cleared one at a time and looked at again: a card may keep another one in play.
        while let Some(card) = self.next_to_clear() {
            self.leave_play(card, true);
        }
    }

    fn next_to_clear(&self) -> Option<CardId> {
        let look = self.look();
        let leaving = |card: &&CardId| !look.stays(**card);
        let dungeon = self.state.encounter().iter().find(leaving).copied();
        dungeon.or_else(|| {
            (0..self.state.seat_count).find_map(|seat| {
                self.state.zone(seat, Zone::CrawlerPlay).iter().find(leaving).copied()
            })
        })
    }

    /// Step 4.4: one poison token of a card becomes a wound.
    pub(super) fn envenom(&mut self, card: CardId) {
        let state = self.state.card_mut(card);
        if state.poison == 0 {
            return;
        }
        state.poison -= 1;
        if matches!(state.zone, Zone::Party | Zone::Encounter) {
            self.add_wounds(card, 1);
        }
    }

    /// Step 4.5: activated cards without a lock are turned back.
    fn reset_all(&mut self) {
        self.for_each_at_table(|play, card| {
            if !play.state.card(card).is(flag::ACTIVATED) || play.look().is_locked(card) {
                return;
            }
            let look = play.look();
            let watched = look.core().reacts(look.def(card).abilities, Event::WouldReset);
            if !watched && !look.core().summary().grants {
                play.state.card_mut(card).flags &= !flag::ACTIVATED;
            } else {
                play.core().hold(None, None, &[], Task::Reset { card });
                play.raise(Event::WouldReset, card, NONE);
            }
        });
    }

    /// Does something with every card in play that belongs to this round.
    pub(super) fn for_each_at_table(&mut self, mut work: impl FnMut(&mut Self, CardId)) {
        let start = self.state.list.len();
        let mut list = std::mem::take(&mut self.state.list);
        list.extend(self.state.encounter().iter().chain(self.state.party()));
        for seat in self.look().table_seats() {
            list.extend(self.state.zone(seat, Zone::CrawlerPlay));
        }
        self.state.list = list;
        for place in start..self.state.list.len() {
            let card = self.state.list[place];
            work(self, card);
        }
        self.state.list.truncate(start);
    }

    /// Options of step 4.7: any permanent may go; some must, if they can no longer be paid.
    pub(super) fn release_options(&mut self, seat: u8) {
        let look = self.look();
        let paying = look.paying_seat(&context_of(NONE, seat));
        let mut over = [false; 4];
        for (resource, over) in over.iter_mut().enumerate() {
            *over = look.occupied(paying, resource) > look.cap(paying, resource);
        }
        let must = |card: &CardId| over[look.kind(*card).resource()];
        let forced = look.state.zone(seat, Zone::CrawlerPlay).iter().any(must);
        if !forced {
            self.option(Action::Continue, NONE, 0);
        }
        for place in 0..self.state.zone(seat, Zone::CrawlerPlay).len() {
            let card = self.state.zone(seat, Zone::CrawlerPlay)[place];
            if !forced || over[self.look().kind(card).resource()] {
                self.option(Action::Release, card, 0);
            }
        }
    }

    /// A permanent is let go.
    pub(super) fn release(&mut self, card: CardId) {
        self.leave_play(card, true);
    }

    /// Step 4.8: draw up to the hand limit, at least one card.
    pub(super) fn draw_up(&mut self, seat: u8) {
        let limit = self.look().hand_limit(seat);
        let hand = self.state.zone(seat, Zone::CrawlerHand).len() as i32;
        for _ in 0..(limit - hand).max(1) {
            self.draw_crawler(seat);
        }
    }

    /// Options of step 4.9, as long as the hand is too large.
    pub(super) fn trim_options(&mut self, seat: u8) {
        let hand = self.state.zone(seat, Zone::CrawlerHand).len();
        if hand as i32 <= self.look().hand_limit(seat).max(0) {
            return;
        }
        for place in 0..hand {
            let card = self.state.zone(seat, Zone::CrawlerHand)[place];
            self.option(Action::Discard, card, 0);
        }
    }

    /// Step 4.10.
    fn end_round(&mut self) {
        self.expire(Window::EndOfRound);
        self.for_each_at_table(|play, card| {
            play.state.card_mut(card).flags &= !(flag::FRESH | flag::ATTACKING);
        });
        self.check_quests();
        match self.state.rules.mode {
            Mode::Solo => {}
            Mode::Coop => self.move_token_back(),
            Mode::Competitive | Mode::Multi => self.pass_turn(),
        }
        self.push(Task::Step(Step::Start));
    }

    /// Co-op: the Primary Target token moves counter-clockwise to the next adventurer.
    fn move_token_back(&mut self) {
        let previous = self.look().marching_order().last().unwrap_or(NONE);
        self.state.primary = previous;
    }
}
