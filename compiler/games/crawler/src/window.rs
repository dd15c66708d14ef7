//! Play windows: which cards may be played, spent or used, and what playing them does.

use super::automaton;
use super::content::{Block, CardDef};
use super::look::Look;
use super::play::Play;
use super::state::{
    BLOCK_BASE, BLOCK_BOOST, BLOCK_DISRUPT, CardId, Task, WindowKind, context_of, flag, thing_of,
};
use super::vocabulary::{Act, Event, Stat};
use super::words::{Action, PlayWindow, Property, Zone};
use cardwright_engine::core::Context;
use cardwright_engine::core::code::{Instruction, NO_NODE, NONE};

/// How often one offer may be used in a round: enough for every printed card, and an end.
const MAX_OFFER_USES: u8 = 10;

impl Look<'_> {
    /// The block that playing a card now would use: a boost if an active adventurer has a key.
    pub(super) fn block_to_play(self, card: CardId) -> Option<u8> {
        let def = self.def(card);
        let boost = def.boosts.iter().position(|(keys, _)| self.has_active_class(*keys));
        match boost {
            Some(place) if !self.is_forbidden(Act::Boost, card) => Some(BLOCK_BOOST + place as u8),
            _ => def.base.as_ref().map(|_| BLOCK_BASE),
        }
    }

    fn has_active_class(self, keys: u64) -> bool {
        let party = self.state.party().iter();
        party
            .filter(|card| self.property(**card, Property::Class) & keys != 0)
            .any(|card| !self.is_locked(*card))
    }

    /// Whether a block that only does something to chosen cards finds any.
    pub(super) fn has_target(self, block: &Block, context: &Context) -> bool {
        if block.power != NO_NODE || block.stamina != NO_NODE {
            return true;
        }
        match self.content.code.blocks[usize::from(block.effect)].first() {
            Some(Instruction::Choose { up_to: false, from, .. }) => {
                !self.core().visit(*from, context, &mut |_| false)
            }
            _ => true,
        }
    }
}

/// Whether a card in hand may be played now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Playable {
    Yes,
    /// Not at this time, or forbidden.
    No,
    /// It could be, if there were enough of its resource.
    TooDear,
    /// It could be, but there is nothing for it to act on.
    Aimless,
}

impl Play<'_> {
    /// Options of a play window of the active player.
    pub(super) fn window_options(&mut self, window: WindowKind) {
        self.option(Action::Continue, NONE, 0);
        let attack = self.state.attack;
        match window {
            WindowKind::Respond => self.play_options(&[PlayWindow::Any, PlayWindow::Respond], NONE),
            WindowKind::Triggers | WindowKind::EndOfCombat => {
                self.play_options(&[PlayWindow::Any], NONE);
            }
            WindowKind::Declared => {
                self.play_options(&[PlayWindow::Any, PlayWindow::Attack], NONE);
            }
            WindowKind::AfterAttack => match (attack.won, attack.killed) {
                (true, true) => {
                    let windows = [PlayWindow::Any, PlayWindow::AfterWin, PlayWindow::AfterKill];
                    self.play_options(&windows, NONE);
                }
                (true, false) => {
                    self.play_options(&[PlayWindow::Any, PlayWindow::AfterWin], NONE);
                }
                _ => self.play_options(&[PlayWindow::Any], NONE),
            },
            WindowKind::Retaliation | WindowKind::AfterRetaliation => {
                self.play_options(&[PlayWindow::Any, PlayWindow::Retaliation], NONE);
            }
        }
    }

    /// The active player goes on; opponents may disrupt first.
    pub(super) fn close_window(&mut self, window: WindowKind) {
        self.state.flow.pop();
        if self.state.has_opponents() {
            self.push(Task::Disruption { window, asked: 0 });
        }
    }

    /// Everything that may be played, spent or used in one of those windows.
    pub(super) fn play_options(&mut self, windows: &[PlayWindow], target: CardId) {
        let mut free = [-1; 4];
        for seat in self.look().table_seats() {
            for place in 0..self.state.zone(seat, Zone::CrawlerHand).len() {
                let card = self.state.zone(seat, Zone::CrawlerHand)[place];
                if self.state.hurried && !automaton::considers(self.look(), card) {
                    continue;
                }
                match self.may_play(card, seat, windows, &mut free) {
                    Playable::Yes => self.option(Action::Play, card, target),
                    Playable::No => {}
                    reason => self.count_refusal(card, reason),
                }
            }
        }
        if self.state.hurried {
            return;
        }
        for seat in self.look().table_seats() {
            for place in 0..self.state.zone(seat, Zone::CrawlerPlay).len() {
                let card = self.state.zone(seat, Zone::CrawlerPlay)[place];
                if self.may_spend(card, None, NONE) {
                    self.option(Action::Spend, card, 0);
                }
            }
        }
        if self.look().core().summary().offers {
            self.offer_options();
        }
    }

    fn may_play(
        &self,
        card: CardId,
        seat: u8,
        windows: &[PlayWindow],
        free: &mut [i32; 4],
    ) -> Playable {
        let look = self.look();
        let def = look.def(card);
        if !def.playable || (def.limit > 0 && look.state.card(card).used >= def.limit) {
            return Playable::No;
        }
        // The window is looked at first: it rules most cards out and costs nothing.
        let fits = |block: &Block| windows.contains(&block.window);
        let base_fits = def.base.as_ref().is_some_and(fits);
        if !base_fits && !def.boosts.iter().any(|(_, block)| fits(block)) {
            return Playable::No;
        }
        let resource = def.kind.resource();
        if free[resource] < 0 {
            free[resource] = look.available(seat, resource);
        }
        if look.stat(Stat::Cost, card) > free[resource] {
            return Playable::TooDear;
        }
        let number = look.block_to_play(card);
        let block = number.and_then(|number| super::attack::block_in_effect(def, number));
        match block {
            Some(block) if fits(block) && !look.is_forbidden(Act::Play, card) => {
                let aimed = look.has_target(block, &context_of(card, seat));
                if aimed { Playable::Yes } else { Playable::Aimless }
            }
            _ => Playable::No,
        }
    }

    /// Counts, for the report, why a card could not be played.
    fn count_refusal(&mut self, card: CardId, reason: Playable) {
        let def = usize::from(self.state.card(card).def);
        if let Some(tally) = &mut self.state.flow.tally {
            match reason {
                Playable::TooDear => tally.unaffordable[def] += 1,
                Playable::Aimless => tally.aimless[def] += 1,
                Playable::Yes | Playable::No => {}
            }
        }
    }

    /// A crawler card is played: paid, put into play, its effect started.
    pub(super) fn play_card(&mut self, card: CardId, target: CardId) {
        let look = self.look();
        let Some(number) = look.block_to_play(card) else {
            return;
        };
        let cost = look.stat(Stat::Cost, card).clamp(0, 255) as u8;
        let def = look.def(card);
        let (resource, uses) = (def.kind.resource(), def.limit > 0);
        let Some(block) = super::attack::block_in_effect(def, number).copied() else {
            return;
        };
        let owner = self.state.card(card).owner;
        self.note(|look| format!("{} is played", look.def(card).name));
        self.put_into_play(card, number, cost);
        let state = self.state.card_mut(card);
        state.used += u8::from(uses);
        if let Some(Task::Defend { .. }) = self.state.flow.top() {
            self.state.card_mut(card).assigned = target;
        }
        let played = &mut self.state.seats[usize::from(owner)].played[resource];
        *played = played.saturating_add(1);
        self.begin(block.effect, context_of(card, owner).announce());
        self.raise(Event::Play, card, NONE);
        self.raise(Event::CardPlayed, card, NONE);
    }

    /// Moves a card from the hand into play with one of its blocks.
    pub(super) fn put_into_play(&mut self, card: CardId, block: u8, cost: u8) {
        let owner = self.state.card(card).owner;
        self.state.shift(card, owner, Zone::CrawlerPlay);
        let round = self.state.round;
        let state = self.state.card_mut(card);
        state.block = block;
        state.paid = cost;
        state.entered = round;
        state.flags = flag::FRESH;
        let def = usize::from(state.def);
        if let Some(tally) = &mut self.state.flow.tally {
            tally.played[def] += 1;
        }
    }

    /// Whether a permanent may be spent: in a window, or when an event happens.
    fn may_spend(&self, card: CardId, event: Option<Event>, victim: CardId) -> bool {
        let look = self.look();
        let state = look.state.card(card);
        let spend = match look.def(card).spend {
            Some(spend) if spend.event == event => spend,
            _ => return false,
        };
        let context = context_of(card, state.owner).with_bindings(&[thing_of(victim).bits()]);
        !state.is(flag::SPENT)
            && state.block != BLOCK_DISRUPT
            && look.holds(spend.condition, &context)
            && !look.is_forbidden(Act::Spend, card)
    }

    /// A permanent is spent; it leaves in step 4.2.
    pub(super) fn spend_card(&mut self, card: CardId, victim: CardId) {
        let Some(spend) = self.look().def(card).spend else {
            return;
        };
        self.state.card_mut(card).flags |= flag::SPENT | flag::ACTIVATED;
        let owner = self.state.card(card).owner;
        let context = context_of(card, owner).with_bindings(&[thing_of(victim).bits()]);
        self.begin(spend.effect, context);
    }

    /// Whether some permanent could be spent because of an event.
    pub(super) fn has_reaction(&self, event: Event, victim: CardId) -> bool {
        self.look().table_seats().any(|seat| {
            let cards = self.state.zone(seat, Zone::CrawlerPlay).iter();
            cards.copied().any(|card| self.may_spend(card, Some(event), victim))
        })
    }

    /// Options while something may be spent because of an event.
    pub(super) fn react_options(&mut self, event: Event, victim: CardId) {
        let before = self.state.flow.options.len();
        for seat in self.look().table_seats() {
            for place in 0..self.state.zone(seat, Zone::CrawlerPlay).len() {
                let card = self.state.zone(seat, Zone::CrawlerPlay)[place];
                if self.may_spend(card, Some(event), victim) {
                    self.option(Action::Spend, card, victim);
                }
            }
        }
        if self.state.flow.options.len() > before {
            self.option(Action::Continue, NONE, 0);
        }
    }

    /// What cards in play offer.
    fn offer_options(&mut self) {
        let content = self.content;
        for zone in 0..2 {
            let count = if zone == 0 { self.state.encounter() } else { self.state.party() }.len();
            for place in 0..count {
                let card =
                    if zone == 0 { self.state.encounter() } else { self.state.party() }[place];
                let abilities =
                    &content.code.abilities[usize::from(self.look().def(card).abilities)];
                for (number, offer) in abilities.offers.iter().enumerate() {
                    let look = self.look();
                    let context = context_of(card, look.state.facing);
                    let used = look.state.flow.times_used(offer.id, thing_of(card));
                    if used < MAX_OFFER_USES
                        && look.core().is_within(offer.limit, offer.id, &context)
                        && !look.core().is_off(abilities, offer.keyword, thing_of(card))
                        && look.holds(offer.condition, &context)
                    {
                        self.option(Action::Use, card, number as u16);
                    }
                }
            }
        }
    }

    /// An offer is used.
    pub(super) fn use_offer(&mut self, card: CardId, number: u16) {
        let abilities = &self.content.code.abilities[usize::from(self.look().def(card).abilities)];
        let offer = abilities.offers[usize::from(number)];
        self.core().count_fired(offer.id, true);
        self.state.flow.count_use(offer.id, thing_of(card), offer.limit.per_game);
        let seat = self.state.facing;
        self.begin(offer.effect, context_of(card, seat));
    }

    /// Options while cards are discarded for an effect.
    pub(super) fn discard_options(&mut self, seat: u8, kinds: u16) {
        for place in 0..self.state.zone(seat, Zone::CrawlerHand).len() {
            let card = self.state.zone(seat, Zone::CrawlerHand)[place];
            if self.look().kind(card).bit() & u64::from(kinds) != 0 {
                self.option(Action::Discard, card, 0);
            }
        }
    }

    /// A card is discarded for an effect.
    pub(super) fn discard_for_effect(&mut self, card: CardId) {
        if let Some(Task::Discard { seat, remaining, kinds }) = self.state.flow.pop()
            && remaining > 1
        {
            self.push(Task::Discard { seat, remaining: remaining - 1, kinds });
        }
        self.discard_card(card);
    }
}

/// Whether a printed card can be played against an opponent.
pub(super) fn can_disrupt(def: &CardDef) -> bool {
    def.disrupt.is_some() && def.playable
}
