//! What effects do: every verb of the vocabulary.

use super::content::Content;
use super::play::Play;
use super::rules::zone;
use super::state::{CardId, Deed, DeedKind, Task, card_of, flag};
use super::vocabulary::{Act, Mark, Verb};
use super::words::{Kind, Zone};
use cardwright_engine::core::code::NONE;
use cardwright_engine::core::{Args, Call, Context};

impl Play<'_> {
    /// A verb's arguments, to be read before anything changes.
    fn args<'b>(&'b self, call: &'b Call) -> Args<'b, Content> {
        self.look().core().args(self.content.code.arguments(call.args), &call.context)
    }

    /// Carries out a verb.
    pub(super) fn call(&mut self, verb: Verb, call: Call) {
        let given = self.args(&call);
        let context = call.context;
        let count = |place: usize| given.number_or(place, 1).clamp(0, 255);
        match verb {
            Verb::Draw => {
                let count = count(0);
                if !self.is_drawing_forbidden(&context) {
                    for _ in 0..count {
                        self.draw_crawler(context.seat);
                    }
                }
            }
            Verb::Discard => {
                let remaining = count(0) as u8;
                let kinds = self.kinds(given, 1) as u16;
                if remaining > 0 {
                    self.push(Task::Discard { seat: context.seat, remaining, kinds });
                }
            }
            Verb::Burn => {
                let (zone, count) = (zone(given, 0), count(1));
                self.burn(zone, count, &context);
            }
            Verb::Summon => {
                let (cost, (types, tribes), count) = (given.number(0), given.pair(1), count(2));
                self.summon(cost, types, tribes, count, &context);
            }
            Verb::Restock => {
                let (cost, (types, tribes), count) = (given.number(0), given.pair(1), count(2));
                self.restock(cost, types, tribes, count, &context);
            }
            Verb::Search => {
                let (kinds, count) = (self.kinds(given, 1), count(2));
                self.search(kinds, count, &context);
            }
            Verb::Rearrange => {
                let (zone, count) = (zone(given, 0), count(1));
                self.begin_rearranging(zone, count, &context);
            }
            Verb::GainPoints => {
                let amount = given.number(0);
                if self.state.has_opponents() {
                    self.gain_points(self.state.facing, amount);
                }
            }
            Verb::ExtraWound => {
                let more = count(0).min(9) as u8;
                self.state.attack.extra_wounds += more;
            }
            Verb::Ignore => {
                let mut cards = Vec::new();
                given.visit(0, &mut |thing| {
                    cards.push(card_of(thing));
                    true
                });
                for card in cards {
                    self.state.card_mut(card).flags |= flag::IGNORED;
                }
            }
            _ => {
                let card = card_of(given.thing(0));
                if card != NONE {
                    self.call_on_card(verb, card, &call);
                }
            }
        }
    }

    /// The kinds that an argument names; all of them if it was left out.
    fn kinds(&self, args: Args<'_, Content>, place: usize) -> u64 {
        if args.given(place) { self.content.kinds_in(args.set(place)) } else { u64::MAX }
    }

    /// Verbs about one card.
    fn call_on_card(&mut self, verb: Verb, card: CardId, call: &Call) {
        let context = &call.context;
        let given =
            |play: &Self, usual: i32| play.args(call).number_or(1, usual).clamp(0, 255) as u8;
        match verb {
            Verb::DiscardCard => self.discard_card(card),
            Verb::Lock => {
                let amount = given(self, 1);
                self.state.card_mut(card).locks =
                    self.state.card(card).locks.saturating_add(amount);
                self.remember(context, card, DeedKind::Locked, amount);
            }
            Verb::Unlock => {
                let amount = given(self, 1);
                self.state.card_mut(card).locks =
                    self.state.card(card).locks.saturating_sub(amount);
            }
            Verb::Activate if !self.state.card(card).is(flag::ACTIVATED) => {
                self.state.card_mut(card).flags |= flag::ACTIVATED;
                self.remember(context, card, DeedKind::Activated, 1);
            }
            Verb::Reset => self.state.card_mut(card).flags &= !flag::ACTIVATED,
            Verb::Wound => {
                let types = self.args(call).set(2);
                let amount = given(self, 1);
                if amount > 0 && self.can_be_wounded(card, types) {
                    self.remember(context, card, DeedKind::Wounded, amount);
                    self.add_wounds(card, amount);
                }
            }
            Verb::Heal => {
                let amount = given(self, 1);
                self.state.card_mut(card).wounds =
                    self.state.card(card).wounds.saturating_sub(amount);
            }
            Verb::Poison => {
                let amount = given(self, 1);
                self.state.card_mut(card).poison =
                    self.state.card(card).poison.saturating_add(amount);
                self.remember(context, card, DeedKind::Poisoned, amount);
            }
            Verb::Cure => {
                let amount = given(self, 255);
                self.state.card_mut(card).poison =
                    self.state.card(card).poison.saturating_sub(amount);
            }
            Verb::AddTime => {
                let amount = given(self, 1);
                self.state.card_mut(card).time = self.state.card(card).time.saturating_add(amount);
            }
            Verb::Destroy => self.leave_play(card, true),
            Verb::Remove => self.leave_play(card, false),
            Verb::ReturnToHand => self.return_to_hand(card),
            Verb::ShuffleIntoDeck => self.put_into_deck(card, true),
            Verb::PutOnTop => {
                self.put_into_deck(card, false);
            }
            Verb::PutOnBottom => {
                self.put_into_deck(card, false);
                let (seat, zone) = (self.state.card(card).place, self.state.card(card).zone);
                let deck = self.state.zone_mut(seat, zone);
                deck.pop();
                deck.insert(0, card);
            }
            Verb::ReturnPerished if self.state.card(card).zone == Zone::Perished => {
                let seat = self.state.card(card).place;
                self.clear_tokens(card);
                self.state.shift(card, seat, Zone::Party);
            }
            Verb::Link if !context.host.is_none() => {
                self.state.card_mut(card_of(context.host)).linked = card;
            }
            Verb::MovePrimaryTarget if self.state.card(card).zone == Zone::Party => {
                self.state.primary = card;
            }
            Verb::SetPowerZero => self.state.card_mut(card).flags |= flag::ZEROED,
            Verb::Unmake => self.unmake(card),
            _ => {}
        }
        self.state.stale = true;
    }

    fn is_drawing_forbidden(&self, context: &Context) -> bool {
        let host = card_of(context.host);
        host != NONE && self.look().is_forbidden(Act::Draw, host)
    }

    /// Whether a wound of those damage types counts for a card.
    pub(super) fn can_be_wounded(&self, card: CardId, types: u64) -> bool {
        let look = self.look();
        let alive = matches!(look.state.card(card).zone, Zone::Encounter | Zone::Party)
            && matches!(look.kind(card), Kind::Character | Kind::Adventurer);
        if !alive || look.has_mark(Mark::Unwoundable, card) {
            return false;
        }
        types == 0 || types & !look.immunity(card) != 0
    }

    /// Remembers what a trap did, so that it can be undone.
    fn remember(&mut self, context: &Context, target: CardId, kind: DeedKind, amount: u8) {
        let source = card_of(context.host);
        if source != NONE && self.look().kind(source) == Kind::Trap {
            self.state.deeds.push(Deed { source, target, kind, amount });
        }
    }

    /// Undoes what a trap did this round.
    fn unmake(&mut self, source: CardId) {
        while let Some(place) = self.state.deeds.iter().position(|deed| deed.source == source) {
            let deed = self.state.deeds.remove(place);
            let card = self.state.card_mut(deed.target);
            match deed.kind {
                DeedKind::Locked => card.locks = card.locks.saturating_sub(deed.amount),
                DeedKind::Activated => card.flags &= !flag::ACTIVATED,
                DeedKind::Wounded => card.wounds = card.wounds.saturating_sub(deed.amount),
                DeedKind::Poisoned => card.poison = card.poison.saturating_sub(deed.amount),
            }
        }
    }
}
