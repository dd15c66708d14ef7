//! What effects do: every verb of the vocabulary.

use super::content::{NO_NODE, NONE, NodeId};
use super::play::Play;
use super::state::{CardId, Context, Deed, DeedKind, Task, flag};
use super::words::{Act, Kind, Mark, Verb, Zone};

impl Play<'_> {
    /// Carries out a verb.
    pub(super) fn call(&mut self, verb: Verb, args: [NodeId; 4], context: Context) {
        let count = |play: &Self, node: NodeId, default: i32| {
            if node == NO_NODE { default } else { play.look().number(node, &context) }.clamp(0, 255)
        };
        match verb {
            Verb::Draw => {
                if !self.is_drawing_forbidden(&context) {
                    for _ in 0..count(self, args[0], 1) {
                        self.draw_crawler(context.seat);
                    }
                }
            }
            Verb::Discard => {
                let remaining = count(self, args[0], 1) as u8;
                let kinds = if args[1] == NO_NODE {
                    u16::MAX
                } else {
                    self.look().number(args[1], &context) as u16
                };
                if remaining > 0 {
                    self.state.tasks.push(Task::Discard { seat: context.seat, remaining, kinds });
                }
            }
            Verb::Burn => self.burn(zone(args[0]), count(self, args[1], 1), &context),
            Verb::Summon => {
                let cost = self.look().number(args[0], &context);
                let (types, tribes) = self.types(args, &context);
                self.summon(cost, types, tribes, count(self, args[3], 1), &context);
            }
            Verb::Restock => {
                let cost = self.look().number(args[0], &context);
                let (types, tribes) = self.types(args, &context);
                self.restock(cost, types, tribes, count(self, args[3], 1), &context);
            }
            Verb::Search => {
                let kinds = if args[1] == NO_NODE {
                    u64::MAX
                } else {
                    self.look().number(args[1], &context) as u64
                };
                self.search(kinds, count(self, args[2], 1), &context);
            }
            Verb::Rearrange => {
                self.begin_rearranging(zone(args[0]), count(self, args[1], 1), &context);
            }
            Verb::Prevent => self.prevent(),
            Verb::GainPoints => {
                let amount = self.look().number(args[0], &context);
                if self.state.has_opponents() {
                    self.gain_points(self.state.facing, amount);
                }
            }
            Verb::ExtraWound => {
                self.state.attack.extra_wounds += count(self, args[0], 1).min(9) as u8;
            }
            Verb::Ignore => {
                let mut list = std::mem::take(&mut self.state.list);
                let start = list.len();
                self.look().visit(args[0], &context, &mut |card| {
                    list.push(card);
                    true
                });
                for card in list.drain(start..) {
                    self.state.card_mut(card).flags |= flag::IGNORED;
                }
                self.state.list = list;
            }
            _ => {
                let card = self.look().card(args[0], &context);
                if card != NONE {
                    self.call_on_card(verb, card, args, &context);
                }
            }
        }
    }

    /// Verbs about one card.
    fn call_on_card(&mut self, verb: Verb, card: CardId, args: [NodeId; 4], context: &Context) {
        let given = |play: &Self, default: i32| {
            if args[1] == NO_NODE { default } else { play.look().number(args[1], context) }
                .clamp(0, 255) as u8
        };
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
                let types = if args[2] == NO_NODE { 0 } else { self.look().set(args[2], context) };
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
            Verb::Link if context.host != NONE => {
                self.state.card_mut(context.host).linked = card;
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

    fn types(&self, args: [NodeId; 4], context: &Context) -> (u64, u64) {
        let set = |node| if node == NO_NODE { 0 } else { self.look().set(node, context) };
        (set(args[1]), set(args[2]))
    }

    fn is_drawing_forbidden(&self, context: &Context) -> bool {
        context.host != NONE && self.look().is_forbidden(Act::Draw, context.host)
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
        if context.host != NONE && self.look().kind(context.host) == Kind::Trap {
            let source = context.host;
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

    /// `prevent()`: the innermost thing that would happen does not.
    fn prevent(&mut self) {
        for task in self.state.tasks.iter_mut().rev() {
            if let Task::Wound { prevented, .. } | Task::Reset { prevented, .. } = task {
                *prevented = true;
                return;
            }
        }
    }
}

/// A zone argument as it is stored in an instruction.
fn zone(node: NodeId) -> Zone {
    Zone::ALL.get(node as usize).copied().unwrap_or(Zone::SetAside)
}
