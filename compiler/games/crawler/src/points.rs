//! Victory points, elimination, and ends of the game that points decide.

use super::play::Play;
use super::state::{CardId, flag};
use super::words::{Kind, Mode, Step, Zone};

impl Play<'_> {
    /// A player gains (or loses) points.
    pub(super) fn gain_points(&mut self, seat: u8, points: i32) {
        let total = &mut self.state.seats[usize::from(seat)].points;
        *total = total.saturating_add(points);
    }

    /// A dungeon card went to the grave: worth its Cost and a bonus.
    pub(super) fn score_grave(&mut self, card: CardId) {
        if !self.state.has_opponents() {
            return;
        }
        let cost = i32::from(self.look().def(card).cost);
        let cleared = self.state.step == Step::Clear;
        let worth = self.state.rules.points;
        let points = cost + if cleared { worth.cleared_bonus } else { worth.slain_bonus };
        self.gain_points(self.state.facing, points);
    }

    /// Multi-player: a wound on one's own adventurer costs a point.
    pub(super) fn score_wounds(&mut self, card: CardId, count: u8) {
        let penalty = self.state.rules.points.own_wound;
        if penalty != 0 && self.look().kind(card) == Kind::Adventurer {
            let owner = self.state.card(card).owner;
            self.gain_points(owner, -penalty * i32::from(count));
        }
    }

    /// A player is out: the other wins, or among several the one who leads.
    pub(super) fn eliminate(&mut self, seat: u8, reason: &'static str) {
        self.state.seats[usize::from(seat)].eliminated = true;
        match self.state.rules.mode {
            Mode::Multi => self.finish_by_points(reason),
            _ => {
                let others = ((1u8 << self.state.seat_count) - 1) & !(1 << seat);
                self.finish(others, reason);
            }
        }
    }

    /// The most points win; a solo or co-operative game that runs out of rounds is lost.
    pub(super) fn finish_by_points(&mut self, reason: &'static str) {
        if self.state.shared() {
            self.finish_together(false, reason);
            return;
        }
        let look = self.look();
        let playing = |seat: &u8| !look.state.seats[usize::from(*seat)].eliminated;
        let best = (0..look.state.seat_count)
            .filter(playing)
            .map(|seat| look.points(seat))
            .max()
            .unwrap_or(0);
        let winners = (0..look.state.seat_count)
            .filter(playing)
            .filter(|seat| look.points(*seat) == best)
            .fold(0, |mask, seat| mask | 1 << seat);
        self.finish(winners, reason);
    }

    /// Multi-player: a player's grave becomes the deck again; all others gain points.
    pub(super) fn regenerate(&mut self, seat: u8, deck: Zone, grave: Zone) {
        for other in 0..self.state.seat_count {
            if other != seat {
                self.gain_points(other, self.state.rules.points.regenerate);
            }
        }
        while let Some(card) = self.state.zone(seat, grave).last().copied() {
            self.state.card_mut(card).flags &= !flag::FACE_UP;
            self.state.shift(card, seat, deck);
        }
        self.shuffle(seat, deck);
    }
}
