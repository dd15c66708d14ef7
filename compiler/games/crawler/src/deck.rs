//! Verbs that move cards through the decks: burning, summoning, restocking, searching,
//! rearranging.

use super::play::Play;
use super::state::{CardId, Task, flag};
use super::words::{Action, Kind, Property, Zone};
use cardwright_engine::core::Context;

impl Play<'_> {
    /// Moves cards from the top of a deck to its grave.
    pub(super) fn burn(&mut self, zone: Zone, count: i32, context: &Context) {
        let grave = match zone {
            Zone::CrawlerDeck => Zone::CrawlerGrave,
            Zone::DungeonDeck => Zone::DungeonGrave,
            _ => return,
        };
        let seat = self.look().zone_seat(zone, context);
        for _ in 0..count {
            let Some(card) = self.state.zone(seat, zone).last().copied() else {
                return;
            };
            self.state.card_mut(card).flags &= !flag::FACE_UP;
            self.state.shift(card, seat, grave);
        }
    }

    /// Reveals dungeon cards until enough fitting Characters are found; they enter play.
    pub(super) fn summon(
        &mut self,
        cost: i32,
        types: u64,
        tribes: u64,
        count: i32,
        context: &Context,
    ) {
        let seat = self.look().dungeon_seat(context);
        let start = self.state.list.len();
        let mut found = 0;
        let mut revealed = 0;
        while found < count {
            let deck = self.state.zone(seat, Zone::DungeonDeck);
            let Some(card) = deck.len().checked_sub(1 + revealed).map(|at| deck[at]) else {
                break;
            };
            self.state.card_mut(card).flags &= !flag::FACE_UP;
            revealed += 1;
            if self.fits(card, cost, types, tribes) && self.look().kind(card) == Kind::Character {
                found += 1;
                self.state.list.push(card);
            }
        }
        self.put_back(seat, revealed, start);
        for place in (start..self.state.list.len()).rev() {
            let card = self.state.list[place];
            self.enter_play(card, flag::SUMMONED);
        }
        self.state.list.truncate(start);
    }

    /// Takes `revealed` cards off the deck: those on the list wait, the others are shuffled
    /// back (or set aside, in the walkthrough).
    fn put_back(&mut self, seat: u8, revealed: usize, start: usize) {
        let deck_len = self.state.zone(seat, Zone::DungeonDeck).len();
        for place in (deck_len - revealed..deck_len).rev() {
            let card = self.state.zone(seat, Zone::DungeonDeck)[place];
            if self.state.list[start..].contains(&card) || self.state.set_aside {
                self.state.shift(card, seat, Zone::SetAside);
            }
        }
        if !self.state.set_aside {
            self.shuffle(seat, Zone::DungeonDeck);
        }
    }

    fn fits(&self, card: CardId, cost: i32, types: u64, tribes: u64) -> bool {
        let look = self.look();
        i32::from(look.def(card).cost) <= cost
            && (look.property(card, Property::Type) & types != 0
                || look.property(card, Property::Tribe) & tribes != 0)
    }

    /// Shuffles the newest fitting cards of the dungeon grave into the deck.
    pub(super) fn restock(
        &mut self,
        cost: i32,
        types: u64,
        tribes: u64,
        count: i32,
        context: &Context,
    ) {
        let seat = self.look().dungeon_seat(context);
        let into = if self.state.set_aside { Zone::SetAside } else { Zone::DungeonDeck };
        let mut found = 0;
        for place in (0..self.state.zone(seat, Zone::DungeonGrave).len()).rev() {
            if found == count {
                break;
            }
            let card = self.state.zone(seat, Zone::DungeonGrave)[place];
            if self.fits(card, cost, types, tribes) {
                self.state.shift(card, seat, into);
                found += 1;
            }
        }
        if found > 0 && !self.state.set_aside {
            self.hide_top(seat);
            self.shuffle(seat, Zone::DungeonDeck);
        }
    }

    /// A face-up top card goes face down before its deck is shuffled.
    fn hide_top(&mut self, seat: u8) {
        for place in 0..self.state.zone(seat, Zone::DungeonDeck).len() {
            let card = self.state.zone(seat, Zone::DungeonDeck)[place];
            self.state.card_mut(card).flags &= !flag::FACE_UP;
        }
    }

    /// Takes the first fitting cards of the crawler deck into the hand.
    pub(super) fn search(&mut self, kinds: u64, count: i32, context: &Context) {
        let seat = context.seat;
        let mut found = 0;
        for place in (0..self.state.zone(seat, Zone::CrawlerDeck).len()).rev() {
            if found == count {
                break;
            }
            let card = self.state.zone(seat, Zone::CrawlerDeck)[place];
            if self.look().kind(card).bit() & kinds != 0 {
                self.state.shift(card, seat, Zone::CrawlerHand);
                found += 1;
            }
        }
        if !self.state.set_aside {
            self.shuffle(seat, Zone::CrawlerDeck);
        }
    }

    /// Looks at the top cards of a deck, to put each on top or at the bottom.
    pub(super) fn begin_rearranging(&mut self, zone: Zone, count: i32, context: &Context) {
        if !matches!(zone, Zone::CrawlerDeck | Zone::DungeonDeck) {
            return;
        }
        let seat = self.look().zone_seat(zone, context);
        let start = self.state.list.len() as u16;
        let deck_len = self.state.zone(seat, zone).len();
        for place in (deck_len - deck_len.min(count as usize)..deck_len).rev() {
            let card = self.state.zone(seat, zone)[place];
            self.state.card_mut(card).flags &= !flag::FACE_UP;
            self.state.list.push(card);
        }
        self.push(Task::Rearrange { zone, seat, start, top: 0, bottom: 0 });
    }

    /// Options while cards are rearranged: each remaining one to the top or the bottom.
    pub(super) fn rearrange_options(&mut self, start: u16, top: u16, bottom: u16) {
        let first = usize::from(start + top + bottom);
        for place in first..self.state.list.len() {
            self.option(Action::ToTop, self.state.list[place], 0);
        }
        for place in first..self.state.list.len() {
            self.option(Action::ToBottom, self.state.list[place], 0);
        }
    }

    /// A card is put on top (under those already put there) or at the bottom.
    pub(super) fn rearrange(&mut self, card: CardId, on_top: bool) {
        let Some(Task::Rearrange { zone, seat, start, top, bottom }) = self.state.flow.pop() else {
            return;
        };
        let begin = usize::from(start);
        let Some(at) = self.state.list[begin..].iter().position(|other| *other == card) else {
            return;
        };
        // The list keeps those for the top, then those for the bottom, then the rest.
        self.state.list.remove(begin + at);
        let to = if on_top { top } else { top + bottom };
        self.state.list.insert(begin + usize::from(to), card);
        let (top, bottom) = if on_top { (top + 1, bottom) } else { (top, bottom + 1) };
        self.push(Task::Rearrange { zone, seat, start, top, bottom });
    }

    /// Puts the rearranged cards back.
    pub(super) fn finish_rearranging(&mut self) {
        let Some(Task::Rearrange { zone, seat, start, top, .. }) = self.state.flow.pop() else {
            return;
        };
        let begin = usize::from(start);
        let middle = begin + usize::from(top);
        for place in begin..self.state.list.len() {
            let card = self.state.list[place];
            self.state.take_out(card);
            if place >= middle {
                self.state.zone_mut(seat, zone).insert(0, card);
            }
        }
        for place in (begin..middle).rev() {
            let card = self.state.list[place];
            self.state.zone_mut(seat, zone).push(card);
        }
        self.state.list.truncate(begin);
    }
}
