//! The adventurers' attack (step 3.2): what it is worth, whom it may wound, and its course.

use super::content::{Block, CardDef, Immunity};
use super::look::Look;
use super::play::Play;
use super::state::{
    BLOCK_BASE, BLOCK_BOOST, BLOCK_DISRUPT, BLOCK_NONE, CardId, Task, WindowKind, context_of, flag,
};
use super::vocabulary::{Act, Event, Mark, Stat, Window};
use super::words::{Action, Kind, PlayWindow, Step, Zone};
use cardwright_engine::core::code::{NO_NODE, NONE};

/// The block of a crawler card that is in effect.
pub(super) fn block_in_effect(def: &CardDef, block: u8) -> Option<&Block> {
    match block {
        BLOCK_NONE => None,
        BLOCK_BASE => def.base.as_ref(),
        BLOCK_DISRUPT => def.disrupt.as_ref(),
        boost => def.boosts.get(usize::from(boost - BLOCK_BOOST)).map(|(_, block)| block),
    }
}

impl<'a> Look<'a> {
    /// Crawler cards in play that were not spent, with their blocks.
    pub(super) fn blocks_in_play(self) -> impl Iterator<Item = (CardId, &'a Block)> {
        self.table_seats().flat_map(move |seat| {
            self.state.zone(seat, Zone::CrawlerPlay).iter().filter_map(move |card| {
                let state = self.state.card(*card);
                if state.is(flag::SPENT) || state.block == BLOCK_DISRUPT {
                    return None;
                }
                block_in_effect(self.def(*card), state.block).map(|block| (*card, block))
            })
        })
    }

    /// Blocks that add Power to the attack, with that Power.
    fn attack_blocks(self) -> impl Iterator<Item = (CardId, &'a Block, i32)> {
        self.blocks_in_play().filter(|(_, block)| block.power != NO_NODE).map(
            move |(card, block)| {
                let context = context_of(card, self.state.card(card).owner);
                (card, block, self.number(block.power, &context))
            },
        )
    }

    /// Adventurers who take part in the attack.
    fn attacking(self) -> i32 {
        let party = self.state.party().iter();
        party.filter(|card| self.state.card(**card).is(flag::ATTACKING)).count() as i32
    }

    /// One for each attacking adventurer and the Power of their cards, without modifiers.
    pub(super) fn attack_components_total(self) -> i32 {
        self.attacking() + self.attack_blocks().map(|(_, _, power)| power).sum::<i32>()
    }

    /// Damage types that cards give to the attack; harm if they give none.
    pub(super) fn attack_damage(self) -> u64 {
        let types = self.attack_blocks().fold(0, |types, (_, block, _)| types | block.damage);
        if types == 0 { self.content.damage.harm } else { types }
    }

    /// The farthest distance among the adventurers' cards.
    pub(super) fn attack_distance(self) -> u8 {
        self.blocks_in_play().map(|(_, block)| block.distance).max().unwrap_or(0)
    }

    /// Whether part of the attack is melee: a card that is, or bare hands.
    pub(super) fn attack_is_melee(self) -> bool {
        let mut cards = 0;
        let melee = self.attack_blocks().any(|(_, block, _)| {
            cards += 1;
            block.distance == 0
        });
        melee || cards == 0
    }

    /// Whether the attack was won; for scenarios, whether it would be if declared now.
    pub(super) fn is_attack_won(self) -> bool {
        if !self.state.foresees || self.state.attack.declared || self.attacking() == 0 {
            return self.state.attack.won;
        }
        self.game_stat(Stat::AttackPower) >= self.dungeon_defence()
    }

    /// The largest area among the attack's cards, at least 1.
    pub(super) fn attack_area(self) -> i32 {
        self.blocks_in_play()
            .map(|(card, block)| i32::from(block.area).max(self.stat(Stat::Area, card)))
            .max()
            .unwrap_or(1)
            .max(1)
    }

    /// What the attack is worth against a card, after immunities and resistances.
    pub(super) fn attack_against(self, target: CardId) -> i32 {
        let immune = self.immunity(target);
        let all_types = self.attack_damage();
        let damage = self.content.damage;
        let mut total = self.game_stat(Stat::AttackPower);
        let mut magical = all_types & damage.magic != 0;
        let nullified = |types: u64| match self.content.settings.immunity {
            Immunity::All => types & !immune == 0,
            Immunity::Any => types & immune != 0,
            Immunity::Whole => all_types & immune != 0,
        };
        for (card, block, power) in self.attack_blocks() {
            let types = if block.damage == 0 { all_types } else { block.damage };
            // A Magic card that deals anything but harm counts as magic.
            let counts_as_magic = self.kind(card) == Kind::Magic && types & !damage.harm != 0;
            magical |= counts_as_magic;
            if immune != 0 && (nullified(types) || (counts_as_magic && immune & damage.magic != 0))
            {
                total -= power;
            }
        }
        if immune != 0 && nullified(all_types) {
            total -= self.attacking();
        }
        let present = if magical { all_types | damage.magic } else { all_types };
        total - self.resistance(target, present)
    }

    /// The damage types that do not count against a card.
    pub(super) fn immunity(self, card: CardId) -> u64 {
        let mut immune = 0;
        self.visit_marks(Mark::Immune, card, &mut |args| {
            immune |= args.set(0);
            true
        });
        immune
    }

    /// How much less an attack with those damage types counts against a card.
    pub(super) fn resistance(self, card: CardId, types: u64) -> i32 {
        let mut less = 0;
        self.visit_marks(Mark::Resistant, card, &mut |args| {
            if args.set(1) & types != 0 {
                less += args.number(0);
            }
            true
        });
        less
    }

    /// Whether the wound of the attack may be assigned to a card.
    pub(super) fn is_legal_target(self, card: CardId) -> bool {
        self.is_target(card)
            && !self.is_covered(card)
            && self.attack_against(card) >= self.dungeon_defence()
            && self.can_pay_ward(card)
    }

    /// Whether a card can be wounded at all.
    fn is_target(self, card: CardId) -> bool {
        self.kind(card) == Kind::Character && !self.has_mark(Mark::Unwoundable, card)
    }

    /// Whether a hidden card is safe: something else could be wounded, or a cheaper hidden
    /// card. One that is merely immune to this attack covers the others too (walkthrough 7.5).
    fn is_covered(self, card: CardId) -> bool {
        if !self.has_mark(Mark::Hidden, card) {
            return false;
        }
        let cost = self.cost(card);
        self.state.encounter().iter().any(|other| {
            *other != card
                && self.is_target(*other)
                && (!self.has_mark(Mark::Hidden, *other) || self.cost(*other) < cost)
        })
    }

    /// What must be discarded to wound a card: cards, or fewer of some kinds.
    pub(super) fn ward(self, card: CardId) -> Option<(u8, u8, u16)> {
        let mut ward = None;
        self.visit_marks(Mark::Warded, card, &mut |args| {
            let number = |place| args.number(place).clamp(0, 99) as u8;
            ward = Some((number(0), number(1), self.content.kinds_in(args.set(2)) as u16));
            false
        });
        ward
    }

    fn can_pay_ward(self, card: CardId) -> bool {
        let Some((cards, instead, kinds)) = self.ward(card) else {
            return true;
        };
        let hand = self.state.zone(self.state.facing, Zone::CrawlerHand);
        let of_kind =
            hand.iter().filter(|card| self.kind(**card).bit() & u64::from(kinds) != 0).count();
        hand.len() >= usize::from(cards) || of_kind >= usize::from(instead)
    }
}

impl Play<'_> {
    /// Options while the attack is put together.
    pub(super) fn attack_options(&mut self) {
        let any = self.state.party().iter().any(|card| self.state.card(*card).is(flag::ATTACKING));
        self.option(if any { Action::Declare } else { Action::Pass }, NONE, 0);
        for place in 0..self.state.party().len() {
            let card = self.state.party()[place];
            let look = self.look();
            if !self.state.card(card).is(flag::ATTACKING)
                && look.can_act(card)
                && !look.is_forbidden(Act::Attack, card)
            {
                self.option(Action::AddAttacker, card, 0);
            }
        }
        self.play_options(&[PlayWindow::Any, PlayWindow::Attack], NONE);
    }

    /// An adventurer joins the attack.
    pub(super) fn add_attacker(&mut self, card: CardId) {
        self.state.card_mut(card).flags |= flag::ATTACKING;
    }

    /// The attack is declared; opponents may answer before it is compared.
    pub(super) fn declare_attack(&mut self) {
        self.state.flow.pop();
        for place in 0..self.state.party().len() {
            let card = self.state.party()[place];
            if self.state.card(card).is(flag::ATTACKING) {
                self.state.card_mut(card).flags |= flag::ACTIVATED;
            }
        }
        self.push(Task::Clash);
        if self.state.has_opponents() {
            self.push(Task::Disruption { window: WindowKind::Declared, asked: 0 });
        }
    }

    /// The attack wins if it meets the dungeon's defence.
    pub(super) fn clash(&mut self) {
        let look = self.look();
        let (power, defence) = (look.game_stat(Stat::AttackPower), look.dungeon_defence());
        let targets = look.game_stat(Stat::AttackTargets).clamp(1, 64) as u8;
        let won = power >= defence;
        self.note(|_| format!("The party attacks with {power} against {defence}"));
        self.state.attack.declared = true;
        self.state.attack.won = won;
        self.state.attack.targets = targets;
        self.push(Task::AfterAttack);
        if won {
            self.begin_targets();
        }
        self.raise(if won { Event::AttackWon } else { Event::AttackLost }, NONE, NONE);
    }

    /// Collects the legal targets: they are fixed before the first wound falls.
    fn begin_targets(&mut self) {
        let start = self.state.list.len();
        for place in 0..self.state.encounter().len() {
            let card = self.state.encounter()[place];
            if self.look().is_legal_target(card) {
                self.state.list.push(card);
            }
        }
        let legal = (self.state.list.len() - start) as u16;
        if legal == 0 {
            return;
        }
        let remaining = self.state.attack.targets;
        self.push(Task::Target { start: start as u16, remaining, legal });
    }

    /// Options while targets are chosen: legal ones not yet chosen, or no more.
    pub(super) fn target_options(&mut self, start: u16, legal: u16) {
        let (first, last) = (usize::from(start), usize::from(start + legal));
        for place in first..last {
            let card = self.state.list[place];
            if !self.state.list[last..].contains(&card) {
                self.option(Action::Target, card, 0);
            }
        }
        self.option(Action::Done, NONE, 0);
    }

    /// A target is chosen; a warded one must be paid for.
    pub(super) fn choose_target(&mut self, card: CardId) {
        let Some(Task::Target { remaining, legal, start }) = self.state.flow.pop() else {
            return;
        };
        self.state.list.push(card);
        let chosen = self.state.list.len() as u16 - start - legal;
        if remaining > 1 && chosen < legal {
            self.push(Task::Target { start, remaining: remaining - 1, legal });
        } else {
            self.finish_targets(start, legal);
        }
        if let Some((cards, instead, kind)) = self.look().ward(card) {
            self.push(Task::Ward { cards, instead, kind, paid: 0, paid_kind: 0 });
        }
    }

    /// The targets are complete: only the chosen ones stay on the list.
    pub(super) fn finish_targets(&mut self, start: u16, legal: u16) {
        let first = usize::from(start);
        self.state.list.drain(first..first + usize::from(legal));
        self.push(Task::Strike { start });
    }

    /// Options while a warded target is paid for.
    pub(super) fn ward_options(&mut self, instead: u8, kind: u16, paid: u8, paid_kind: u8) {
        let seat = self.state.facing;
        let hand = self.state.zone(seat, Zone::CrawlerHand).len();
        let look = self.look();
        let matching = |card: &CardId| look.kind(*card).bit() & u64::from(kind) != 0;
        let of_kind =
            look.state.zone(seat, Zone::CrawlerHand).iter().filter(|card| matching(card)).count();
        // Without enough cards altogether only the cheaper way by kind is left.
        let only_kind = instead > 0
            && hand + usize::from(paid) < usize::from(self.ward_cards())
            && of_kind + usize::from(paid_kind) >= usize::from(instead);
        for place in 0..hand {
            let card = self.state.zone(seat, Zone::CrawlerHand)[place];
            if !only_kind || self.look().kind(card).bit() & u64::from(kind) != 0 {
                self.option(Action::Discard, card, 0);
            }
        }
    }

    fn ward_cards(&self) -> u8 {
        match self.state.flow.top() {
            Some(Task::Ward { cards, .. }) => *cards,
            _ => 0,
        }
    }

    /// A card is discarded for a warded target.
    pub(super) fn pay_ward(&mut self, card: CardId) {
        let Some(Task::Ward { cards, instead, kind, paid, paid_kind }) = self.state.flow.pop()
        else {
            return;
        };
        let matching = self.look().kind(card).bit() & u64::from(kind) != 0;
        let (paid, paid_kind) = (paid + 1, paid_kind + u8::from(matching));
        if paid < cards && (instead == 0 || paid_kind < instead) {
            self.push(Task::Ward { cards, instead, kind, paid, paid_kind });
        }
        self.discard_card(card);
    }

    /// The wounds of the attack fall.
    pub(super) fn strike(&mut self, start: u16) {
        let extra = std::mem::take(&mut self.state.attack.extra_wounds);
        let first = usize::from(start);
        // Pushed last to first, so that the first target is struck first.
        for place in (first..self.state.list.len()).rev() {
            let card = self.state.list[place];
            let count = 1 + if place == first { extra } else { 0 };
            self.add_wounds(card, count);
        }
        self.state.list.truncate(first);
    }

    /// The attack is over: what reacts to its success may be played.
    pub(super) fn after_attack(&mut self) {
        self.push(Task::Step(Step::Retaliation));
        self.push(Task::Window(WindowKind::AfterAttack));
    }

    /// Ends what lasted for the attack.
    pub(super) fn end_attack(&mut self) {
        self.expire(Window::EndOfAttack);
    }
}
