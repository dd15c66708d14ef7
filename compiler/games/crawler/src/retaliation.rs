//! The dungeon's attack (step 3.3, and 3.1b for frenzied cards): pools, defence, wounds.

use super::look::Look;
use super::play::Play;
use super::state::{BLOCK_NONE, CardId, Combat, Task, WindowKind, card_of, context_of, flag};
use super::vocabulary::{Act, Event, Mark, Stat, Window};
use super::words::{Action, Kind, PlayWindow, Property, Zone};
use cardwright_engine::core::code::{NO_NODE, NONE};

impl Look<'_> {
    /// The adventurers that an attacker hits, as bits by place in the marching order.
    fn targets_of(self, attacker: CardId, order: &[CardId]) -> u8 {
        let area = self.stat(Stat::Area, attacker);
        if area >= 2 {
            let mut left = area;
            return order.iter().enumerate().fold(0, |mask, (place, card)| {
                if left == 0 || self.has_mark(Mark::Leaping, *card) {
                    return mask;
                }
                left -= 1;
                mask | 1 << place
            });
        }
        let mut aimed = NONE;
        self.visit_marks(Mark::Aimed, attacker, &mut |args| {
            aimed = card_of(args.thing(0));
            aimed == NONE
        });
        let place = order.iter().position(|card| *card == aimed).unwrap_or(0);
        if order.is_empty() { 0 } else { 1 << place }
    }

    /// Who attacks whom, for attackers chosen by a test.
    fn pools(self, attacks: impl Fn(CardId) -> bool) -> Combat {
        let mut combat = Combat { active: true, defended: NONE, ..Combat::default() };
        for card in self.marching_order().take(8) {
            combat.order[usize::from(combat.order_len)] = card;
            combat.order_len += 1;
        }
        let order = &combat.order[..usize::from(combat.order_len)];
        for card in self.state.encounter().iter().copied().filter(|card| attacks(*card)) {
            let targets = self.targets_of(card, order);
            combat.attackers.push((card, targets));
            combat.targeted |= targets;
        }
        combat
    }

    /// The Power that attacks an adventurer; outside a combat, that would attack now.
    pub(super) fn pool(self, adventurer: CardId) -> i32 {
        if self.state.combat.active {
            return self.pool_in(&self.state.combat, adventurer);
        }
        self.pool_in(&self.pools(|card| self.can_attack(card)), adventurer)
    }

    fn pool_in(self, combat: &Combat, adventurer: CardId) -> i32 {
        self.pool_of(combat, adventurer).map(|card| self.stat(Stat::Power, card)).sum()
    }

    /// Attackers of an adventurer that are not ignored.
    fn pool_of(self, combat: &Combat, adventurer: CardId) -> impl Iterator<Item = CardId> {
        let order = &combat.order[..usize::from(combat.order_len)];
        let place = order.iter().position(|card| *card == adventurer);
        let bit = place.map_or(0, |place| 1u8 << place);
        combat
            .attackers
            .iter()
            .filter(move |(card, targets)| {
                targets & bit != 0
                    && !self.state.card(*card).is(flag::IGNORED)
                    && self.state.card(*card).zone == Zone::Encounter
            })
            .map(|(card, _)| *card)
    }

    /// The stamina of an adventurer's defence without modifiers, and how much of it is
    /// magic or supernatural. Nothing helps without a defender.
    pub(super) fn defence_components(self, adventurer: CardId) -> (i32, i32) {
        let party = self.state.party().iter();
        let defenders = party
            .filter(|card| {
                let card = self.state.card(**card);
                card.is(flag::DEFENDING) && card.assigned == adventurer
            })
            .count() as i32;
        if adventurer == NONE || defenders == 0 {
            return (0, 0);
        }
        let attackers = self.pool_of(&self.state.combat, adventurer).count() as i32;
        let unearthly = self.content.damage.magic | self.content.damage.supernatural;
        let (mut total, mut special, mut types) = (0, 0, 0);
        for (card, block) in self.blocks_in_play() {
            if block.stamina == NO_NODE || self.state.card(card).assigned != adventurer {
                continue;
            }
            let context = context_of(card, self.state.card(card).owner);
            let each = if block.per_attacker { attackers } else { 1 };
            let stamina = self.number(block.stamina, &context) * each;
            total += stamina;
            types |= block.stamina_damage;
            let is_special = block.stamina_damage & unearthly != 0
                || (self.kind(card) == Kind::Magic
                    && block.stamina_damage & !self.content.damage.harm != 0);
            if is_special {
                special += stamina;
            }
        }
        // A defender's own point takes the types of the cards.
        if types & unearthly != 0 {
            special += defenders;
        }
        (total + defenders, special)
    }

    /// The stamina of the defence declared for an adventurer.
    pub(super) fn defence_of(self, adventurer: CardId) -> i32 {
        if self.defence_components(adventurer).0 == 0 {
            return 0;
        }
        let before = self.state.weighed.replace(adventurer);
        let stamina = Look { defended: adventurer, ..self }.game_stat(Stat::DefenceStamina);
        self.state.weighed.set(before);
        stamina
    }

    /// Whether the attackers get through to an adventurer.
    fn gets_through(self, adventurer: CardId) -> bool {
        let (mut all, mut incorporeal, mut unstoppable) = (0, 0, 0);
        let (immune, mut types) = (self.immunity(adventurer), 0);
        for card in self.pool_of(&self.state.combat, adventurer) {
            let power = self.stat(Stat::Power, card);
            let damage = self.property(card, Property::Damage);
            if power == 0 || (immune != 0 && damage & !immune == 0) {
                continue;
            }
            types |= damage;
            if self.has_mark(Mark::Unstoppable, card) {
                unstoppable += power;
                continue;
            }
            all += power;
            if self.has_mark(Mark::Incorporeal, card) {
                incorporeal += power;
            }
        }
        all = (all - self.resistance(adventurer, types)).max(0);
        let special = self.defence_components(adventurer).1;
        unstoppable > 0 || incorporeal > special || all > self.defence_of(adventurer)
    }
}

impl Play<'_> {
    /// The dungeon attacks: with its frenzied cards, or with all that still can.
    pub(super) fn begin_combat(&mut self, frenzy: bool) {
        let look = self.look();
        let combat = look.pools(|card| {
            look.can_attack(card) && (!frenzy || look.has_mark(Mark::Frenzied, card))
        });
        if combat.attackers.is_empty() || combat.order_len == 0 {
            return;
        }
        self.state.combat = combat;
        for place in 0..self.state.combat.attackers.len() {
            let card = self.state.combat.attackers[place].0;
            self.state.card_mut(card).flags |= flag::ACTIVATED;
        }
        self.push(Task::CombatOver);
        self.push(Task::Resolve);
        for place in (0..self.state.combat.order_len).rev() {
            if self.state.combat.targeted & (1 << place) != 0 {
                self.push(Task::Defend { place });
            }
        }
        self.push(Task::Window(WindowKind::Retaliation));
    }

    /// Options while a defence is declared.
    pub(super) fn defend_options(&mut self, place: u8) {
        let target = self.state.combat.order[usize::from(place)];
        self.state.combat.defended = target;
        self.option(Action::Done, NONE, target);
        if self.state.hurried && super::automaton::is_defended(self.look(), target) {
            return;
        }
        let mut defended = false;
        for place in 0..self.state.party().len() {
            let card = self.state.party()[place];
            let state = self.state.card(card);
            defended |= state.is(flag::DEFENDING) && state.assigned == target;
            let look = self.look();
            if look.can_act(card) && !look.is_forbidden(Act::Defend, card) {
                self.option(Action::AddDefender, card, target);
            }
        }
        if defended {
            self.play_options(
                &[PlayWindow::Any, PlayWindow::Retaliation, PlayWindow::Defence],
                target,
            );
            self.assign_options(target);
        } else {
            self.play_options(&[PlayWindow::Any, PlayWindow::Retaliation], target);
        }
    }

    /// Permanents with stamina that are not yet part of a defence.
    fn assign_options(&mut self, target: CardId) {
        for seat in self.look().table_seats() {
            for place in 0..self.state.zone(seat, Zone::CrawlerPlay).len() {
                let card = self.state.zone(seat, Zone::CrawlerPlay)[place];
                let state = self.state.card(card);
                if state.assigned != NONE || state.is(flag::SPENT) || state.block == BLOCK_NONE {
                    continue;
                }
                let block = super::attack::block_in_effect(self.look().def(card), state.block);
                if block.is_some_and(|block| block.stamina != NO_NODE) {
                    self.option(Action::Assign, card, target);
                }
            }
        }
    }

    /// An adventurer defends.
    pub(super) fn add_defender(&mut self, card: CardId, target: CardId) {
        let state = self.state.card_mut(card);
        state.flags |= flag::DEFENDING | flag::ACTIVATED;
        state.assigned = target;
    }

    /// Works out which defences failed; effects that follow do not change it any more.
    pub(super) fn resolve_combat(&mut self) {
        let mut wounded = 0;
        for place in 0..self.state.combat.order_len {
            let target = self.state.combat.order[usize::from(place)];
            if self.state.combat.targeted & (1 << place) != 0 && self.look().gets_through(target) {
                wounded |= 1 << place;
            }
        }
        self.state.combat.defended = NONE;
        self.state.combat.wounded = wounded;
        self.state.attack.defence_failed |= wounded != 0;
        self.push(Task::Window(WindowKind::AfterRetaliation));
        for place in (0..self.state.combat.order_len).rev() {
            if self.state.combat.targeted & (1 << place) != 0 {
                self.push(Task::Hurt { place });
            }
        }
    }

    /// An adventurer whose defence failed takes a wound and what rides on it.
    pub(super) fn hurt(&mut self, place: u8) {
        let victim = self.state.combat.order[usize::from(place)];
        if self.state.card(victim).zone != Zone::Party {
            return;
        }
        if self.state.combat.wounded & (1 << place) == 0 {
            self.raise_hits(place, victim, true);
            return;
        }
        self.core().hold(None, None, &[], Task::Wound { victim, place });
        self.raise(Event::WouldWound, victim, NONE);
    }

    /// The wound falls unless it was prevented; on-wound effects happen either way.
    pub(super) fn commit_wound(&mut self, victim: CardId, prevented: bool, place: u8) {
        if !prevented && self.state.card(victim).zone == Zone::Party {
            self.add_wounds(victim, 1);
        }
        self.raise_hits(place, victim, false);
    }

    /// `on hit` of the attackers; of those with contact even if the defence held.
    fn raise_hits(&mut self, place: u8, victim: CardId, contact_only: bool) {
        for at in (0..self.state.combat.attackers.len()).rev() {
            let (card, targets) = self.state.combat.attackers[at];
            let state = self.state.card(card);
            if targets & (1 << place) == 0
                || state.is(flag::IGNORED)
                || state.zone != Zone::Encounter
            {
                continue;
            }
            let look = self.look();
            let struck = !contact_only && look.stat(Stat::Power, card) > 0;
            if struck || look.has_mark(Mark::Contact, card) {
                self.raise(Event::Hit, card, victim);
            }
        }
    }

    /// The dungeon's attack is over.
    pub(super) fn end_combat(&mut self) {
        self.state.combat.active = false;
        self.state.combat.attackers.clear();
        self.state.combat.order_len = 0;
        self.state.combat.targeted = 0;
        self.state.combat.defended = NONE;
        self.for_each_at_table(|play, card| {
            let card = play.state.card_mut(card);
            card.flags &= !(flag::IGNORED | flag::DEFENDING);
            card.assigned = NONE;
        });
        self.expire(Window::EndOfDefence);
    }
}
