//! Cards on the move: into play, out of play, drawn, discarded, wounded.

use super::look::Look;
use super::play::Play;
use super::state::{BLOCK_NONE, CardId, Task, context_of, flag, thing_of};
use super::vocabulary::{Event, Mark, Stat};
use super::words::{Kind, Mode, Step, Zone};
use cardwright_engine::core::code::AbilitiesId;
use cardwright_engine::core::code::NONE;
use cardwright_engine::core::words::Words;

impl Look<'_> {
    /// Whether a card itself has a mark, wherever it is: on top of a deck, for example.
    pub(super) fn has_own_mark(self, mark: Mark, card: CardId) -> bool {
        let (look, thing) = (self.core(), thing_of(card));
        let context = context_of(card, self.state.facing);
        let marked = |abilities: AbilitiesId| {
            look.abilities(abilities).marks.iter().any(|item| {
                Mark::at(usize::from(item.mark)) == mark
                    && look.contains(item.subject, thing, &context)
                    && look.holds(item.condition, &context)
            })
        };
        let mut granted = false;
        look.visit_granted_to(thing, &mut |abilities, _| granted |= marked(abilities));
        granted || marked(self.def(card).abilities)
    }

    /// Whether a card stays in play when step 4.2 clears the table.
    pub(super) fn stays(self, card: CardId) -> bool {
        let state = self.state.card(card);
        let def = self.def(card);
        state.time > 0
            || (def.kind == Kind::Character && self.stat(Stat::Life, card) > 0)
            || (def.kind.is_crawler() && def.permanent && !state.is(flag::SPENT))
            || self.has_mark(Mark::Staying, card)
    }
}

impl Play<'_> {
    /// A dungeon card comes into play; a second copy of a unique one goes to the grave.
    pub(super) fn enter_play(&mut self, card: CardId, flags: u16) {
        let owner = self.state.card(card).owner;
        if self.look().has_own_mark(Mark::Unique, card) && self.has_copy(card) {
            self.state.card_mut(card).flags &= !flag::FACE_UP;
            self.state.shift(card, owner, Zone::DungeonGrave);
            return;
        }
        let seat = self.state.encounter_seat();
        self.state.shift(card, seat, Zone::Encounter);
        let round = self.state.round;
        let state = self.state.card_mut(card);
        state.entered = round;
        state.flags = flags;
        let def = usize::from(state.def);
        if let Some(tally) = &mut self.state.flow.tally {
            tally.played[def] += 1;
        }
        self.note(|look| format!("{} enters play", look.def(card).name));
        self.raise(Event::CardEnters, card, NONE);
        self.raise(Event::Enter, card, NONE);
    }

    /// Whether another copy of a card is in play or in the grave.
    fn has_copy(&self, card: CardId) -> bool {
        let def = self.state.card(card).def;
        self.state.cards.iter().enumerate().any(|(place, other)| {
            place != usize::from(card)
                && other.def == def
                && matches!(other.zone, Zone::Encounter | Zone::DungeonGrave)
        })
    }

    /// A card leaves play for its grave; `with_effects` is false for `remove`.
    pub(super) fn leave_play(&mut self, card: CardId, with_effects: bool) {
        let state = *self.state.card(card);
        let kind = self.look().kind(card);
        match (state.zone, kind) {
            (Zone::Encounter, _) => {
                if !self.state.passed.contains(&state.def) {
                    self.state.passed.push(state.def);
                }
                self.state.shift(card, self.dungeon_owner(state.owner), Zone::DungeonGrave);
                self.score_grave(card);
            }
            (Zone::CrawlerPlay, _) => self.state.shift(card, state.owner, Zone::CrawlerGrave),
            (Zone::Party, _) => {
                self.perish(card);
                return;
            }
            _ => return,
        }
        self.forget(card);
        if with_effects {
            self.raise(Event::CardLeaves, card, NONE);
            self.raise(Event::Leave, card, NONE);
        }
        self.clear_tokens(card);
    }

    /// Whose dungeon grave a card goes to.
    fn dungeon_owner(&self, owner: u8) -> u8 {
        if self.state.shared() { 0 } else { owner }
    }

    /// Ends what a card kept up while it was in play.
    fn forget(&mut self, card: CardId) {
        self.core().gone(thing_of(card));
        for other in &mut self.state.cards {
            if other.linked == card {
                other.linked = NONE;
            }
        }
        self.state.card_mut(card).linked = NONE;
    }

    /// Takes everything off a card.
    pub(super) fn clear_tokens(&mut self, card: CardId) {
        let state = self.state.card_mut(card);
        (state.wounds, state.poison, state.locks, state.time) = (0, 0, 0, 0);
        (state.paid, state.block, state.flags) = (0, BLOCK_NONE, 0);
        state.assigned = NONE;
    }

    /// Puts wounds on a card: reactions first, then it may die.
    pub(super) fn add_wounds(&mut self, card: CardId, count: u8) {
        let state = self.state.card_mut(card);
        state.wounds = state.wounds.saturating_add(count);
        self.note(|look| format!("{} takes {count} wound(s)", look.def(card).name));
        self.score_wounds(card, count);
        self.push(Task::Death { card });
        self.raise(Event::Wounded, card, NONE);
    }

    /// A card with as many wounds as life dies.
    pub(super) fn check_death(&mut self, card: CardId) {
        let state = *self.state.card(card);
        let life = self.look().stat(Stat::Life, card);
        if state.wounds == 0 || i32::from(state.wounds) < life {
            return;
        }
        match state.zone {
            Zone::Encounter => {
                self.note(|look| format!("{} is slain", look.def(card).name));
                self.state.slain.push(card);
                if self.state.step == Step::Attack {
                    self.state.attack.killed = true;
                }
                self.raise(Event::Slain, card, NONE);
                self.leave_play(card, true);
            }
            Zone::Party => self.perish(card),
            _ => {}
        }
    }

    /// An adventurer perishes; too many losses end the game.
    fn perish(&mut self, card: CardId) {
        let seat = self.state.card(card).place;
        self.note(|look| format!("{} perishes", look.def(card).name));
        self.raise(Event::Perished, card, NONE);
        self.forget(card);
        self.clear_tokens(card);
        if self.state.primary == card {
            self.pass_primary_target();
        }
        self.state.shift(card, seat, Zone::Perished);
        let owner = self.state.card(card).owner;
        match self.state.rules.mode {
            Mode::Solo => {
                if self.state.party().is_empty() {
                    self.finish_together(false, "adventurers-perished");
                }
            }
            Mode::Coop => {
                let mut left = self.state.party().iter();
                if !left.any(|other| self.state.card(*other).owner == owner) {
                    self.finish_together(false, "adventurers-perished");
                }
            }
            Mode::Competitive | Mode::Multi => {
                if self.state.zone(seat, Zone::Party).is_empty() {
                    self.eliminate(seat, "adventurers-perished");
                }
            }
        }
    }

    /// The token goes to the next adventurer of the marching order.
    pub(super) fn pass_primary_target(&mut self) {
        let next = self.look().marching_order().nth(1).unwrap_or(NONE);
        self.state.primary = next;
    }

    /// A player draws a crawler card; having none to draw is the end, or a new deck.
    pub(super) fn draw_crawler(&mut self, seat: u8) {
        if self.state.flow.outcome.is_some() {
            return;
        }
        if self.state.zone(seat, Zone::CrawlerDeck).is_empty() {
            match self.state.rules.mode {
                Mode::Solo | Mode::Coop => self.finish_together(false, "crawler-deck-empty"),
                Mode::Competitive => self.eliminate(seat, "crawler-deck-empty"),
                Mode::Multi => self.regenerate(seat, Zone::CrawlerDeck, Zone::CrawlerGrave),
            }
        }
        if let Some(card) = self.state.zone(seat, Zone::CrawlerDeck).last().copied() {
            self.state.shift(card, seat, Zone::CrawlerHand);
        }
    }

    /// A crawler card is discarded from the hand, and effects notice.
    pub(super) fn discard_card(&mut self, card: CardId) {
        if self.state.card(card).zone != Zone::CrawlerHand {
            return;
        }
        let owner = self.state.card(card).owner;
        self.state.shift(card, owner, Zone::CrawlerGrave);
        self.raise(Event::CardDiscarded, card, NONE);
        self.raise(Event::Discarded, card, NONE);
    }

    /// A crawler card goes back into its owner's hand.
    pub(super) fn return_to_hand(&mut self, card: CardId) {
        if !self.look().kind(card).is_crawler() {
            return;
        }
        let owner = self.state.card(card).owner;
        self.forget(card);
        self.clear_tokens(card);
        self.state.shift(card, owner, Zone::CrawlerHand);
    }

    /// A card goes face down into the deck of its family: on top, or shuffled in.
    pub(super) fn put_into_deck(&mut self, card: CardId, shuffled: bool) {
        let kind = self.look().kind(card);
        let owner = self.state.card(card).owner;
        let (seat, deck) = if kind.is_crawler() {
            (owner, Zone::CrawlerDeck)
        } else if kind.is_dungeon() {
            (self.dungeon_owner(owner), Zone::DungeonDeck)
        } else {
            return;
        };
        self.forget(card);
        self.clear_tokens(card);
        if let Some(top) = self.state.zone(seat, deck).last().copied() {
            self.state.card_mut(top).flags &= !flag::FACE_UP;
        }
        self.state.shift(card, seat, deck);
        if shuffled && !self.state.set_aside {
            self.shuffle(seat, deck);
        }
    }

    /// Shuffles a deck.
    pub(super) fn shuffle(&mut self, seat: u8, deck: Zone) {
        let stream = usize::from(seat) * 2 + usize::from(deck == Zone::DungeonDeck);
        let mut cards = std::mem::take(self.state.zone_mut(seat, deck));
        self.state.flow.luck.rng.shuffle(stream, &mut cards);
        *self.state.zone_mut(seat, deck) = cards;
    }
}
