//! Numbers as the abilities in effect modify them, and what follows from them: resources,
//! the dungeon's defence and Power, points.

use std::ops::ControlFlow;

use cardwright_model::ModifyOp;

use super::abilities::pick;
use super::content::{NO_NODE, NONE};
use super::look::{ANYONE, Look};
use super::state::{CardId, Context, flag};
use super::words::{Kind, Mark, Property, Stat, Zone};

/// What modifiers make of a number: sets first, then factors, sums and bounds.
struct Modified {
    set: Option<i32>,
    factor: i32,
    sum: i32,
    at_least: i32,
    at_most: i32,
}

impl Modified {
    fn new() -> Modified {
        Modified { set: None, factor: 1, sum: 0, at_least: i32::MIN, at_most: i32::MAX }
    }

    fn add(&mut self, operation: ModifyOp, amount: i32) {
        match operation {
            ModifyOp::Set => self.set = Some(amount),
            ModifyOp::Times => self.factor = self.factor.saturating_mul(amount),
            ModifyOp::Add => self.sum = self.sum.saturating_add(amount),
            ModifyOp::AtLeast => self.at_least = self.at_least.max(amount),
            ModifyOp::AtMost => self.at_most = self.at_most.min(amount),
        }
    }

    fn apply(&self, base: i32) -> i32 {
        let value = self.set.unwrap_or(base).saturating_mul(self.factor).saturating_add(self.sum);
        value.max(self.at_least).min(self.at_most)
    }
}

impl Look<'_> {
    /// A number of a card, as modified.
    pub(super) fn stat(self, stat: Stat, card: CardId) -> i32 {
        let def = self.def(card);
        let base = match stat {
            Stat::Power if def.power != NO_NODE => {
                let context = Context::of(card, self.state.facing);
                self.nested(0, || self.number(def.power, &context))
            }
            Stat::Stamina if def.kind == Kind::Character => i32::from(def.life),
            Stat::Life => i32::from(def.life),
            Stat::Cost => i32::from(def.cost),
            _ => 0,
        };
        if stat == Stat::Power && self.state.card(card).is(flag::ZEROED) {
            return 0;
        }
        let value = self.modified(stat, card, base);
        if matches!(stat, Stat::Power | Stat::Stamina | Stat::Cost) { value.max(0) } else { value }
    }

    /// The Cost of a card.
    pub(super) fn cost(self, card: CardId) -> i32 {
        self.stat(Stat::Cost, card)
    }

    /// A number with every modifier for the card (or for the game, without one).
    pub(super) fn modified(self, stat: Stat, card: CardId, base: i32) -> i32 {
        if self.summary().stats & stat.bit() == 0 {
            return base;
        }
        self.nested_about(stat, card, base, || self.modify(stat, card, base))
    }

    fn modify(self, stat: Stat, card: CardId, base: i32) -> i32 {
        let mut result = Modified::new();
        let _ = self.visit_abilities(&mut |abilities, context| {
            if abilities.stat_mask & stat.bit() == 0 {
                return ControlFlow::Continue(());
            }
            for modifier in abilities.modifiers.iter().filter(|modifier| modifier.stat == stat) {
                let own = *context;
                let concerned = match (card, modifier.subject) {
                    (NONE, _) => self.concerns_game(stat, &own),
                    (_, NO_NODE) => false,
                    (card, subject) => self.contains(subject, card, &own),
                };
                let context = Context { it: pick(own.it, card), ..own };
                if concerned
                    && (stat == Stat::Stamina || !self.is_silenced(modifier.keyword, context.host))
                    && self.holds(modifier.condition, &context)
                {
                    result.add(modifier.operation, self.number(modifier.amount, &context));
                }
            }
            ControlFlow::Continue(())
        });
        result.apply(base)
    }

    /// A modifier of a defence counts only for the defence its card was played for.
    fn concerns_game(self, stat: Stat, context: &Context) -> bool {
        if stat == Stat::HandLimit && self.for_seat != ANYONE && context.host != NONE {
            return !self.kind(context.host).is_crawler() || context.seat == self.for_seat;
        }
        if stat != Stat::DefenceStamina || context.host == NONE {
            return true;
        }
        let host = self.state.card(context.host);
        host.zone != Zone::CrawlerPlay || host.assigned == NONE || host.assigned == self.defended
    }

    /// A number of the game, as modified.
    pub(super) fn game_stat(self, stat: Stat) -> i32 {
        let base = match stat {
            Stat::EncounterLimit => i32::from(self.state.rules.encounter_limit),
            Stat::HandLimit => i32::from(self.state.rules.hand_limit),
            Stat::AttackPower => self.nested(0, || self.attack_components_total()),
            Stat::AttackTargets => self.nested(1, || self.attack_area()),
            Stat::DefenceStamina => self.nested(0, || self.defence_components(self.defended).0),
            _ => 0,
        };
        self.modified(stat, NONE, base)
    }

    /// How many crawler cards a player may keep.
    pub(super) fn hand_limit(self, seat: u8) -> i32 {
        Look { for_seat: seat, ..self }.game_stat(Stat::HandLimit)
    }

    /// A set of values that a card has.
    pub(super) fn property(self, card: CardId, property: Property) -> u64 {
        self.def(card).properties[property as usize]
    }

    /// Whether a card is locked, by tokens or by being held.
    pub(super) fn is_locked(self, card: CardId) -> bool {
        self.state.card(card).locks > 0 || self.has_mark(Mark::Held, card)
    }

    /// Whether an adventurer may still attack or defend.
    pub(super) fn can_act(self, card: CardId) -> bool {
        let state = self.state.card(card);
        state.zone == Zone::Party && !state.is(flag::ACTIVATED) && !self.is_locked(card)
    }

    /// An adventurer's resource; 0 while enfeebled or locked.
    pub(super) fn resource(self, card: CardId, resource: usize) -> i32 {
        let printed = i32::from(self.def(card).resources[resource]);
        self.modified(Stat::Resource, card, printed).max(0)
    }

    /// Whose resources pay for the cards of a context.
    pub(super) fn paying_seat(self, context: &Context) -> u8 {
        if self.state.shared() { 0 } else { context.seat }
    }

    /// The highest such resource among active adventurers.
    pub(super) fn cap(self, seat: u8, resource: usize) -> i32 {
        let party = self.state.zone(if self.state.shared() { 0 } else { seat }, Zone::Party);
        let mut best = 0;
        for card in party {
            let value = self.resource(*card, resource);
            if value > best && !self.is_locked(*card) && !self.has_mark(Mark::Enfeebled, *card) {
                best = value;
            }
        }
        best
    }

    /// What of a resource is occupied by cards in play.
    pub(super) fn occupied(self, seat: u8, resource: usize) -> i32 {
        let seats = if self.state.shared() { 0..self.state.seat_count } else { seat..seat + 1 };
        seats
            .flat_map(|seat| self.state.zone(seat, Zone::CrawlerPlay))
            .filter(|card| self.kind(**card).resource() == resource)
            .map(|card| i32::from(self.state.card(*card).paid))
            .sum()
    }

    /// What of a resource is free.
    pub(super) fn available(self, seat: u8, resource: usize) -> i32 {
        (self.cap(seat, resource) - self.occupied(seat, resource)).max(0)
    }

    /// How many crawler cards of those kinds were put into play this round.
    pub(super) fn played_this_round(self, kinds: u64) -> i32 {
        [Kind::Equipment, Kind::Magic, Kind::Skill, Kind::Tactic]
            .into_iter()
            .filter(|kind| kind.bit() & kinds != 0)
            .flat_map(|kind| {
                self.table_seats().map(move |seat| {
                    i32::from(self.state.seats[usize::from(seat)].played[kind.resource()])
                })
            })
            .sum()
    }

    /// The sum of Stamina in the encounter.
    pub(super) fn dungeon_defence(self) -> i32 {
        self.state.encounter().iter().map(|card| self.stat(Stat::Stamina, *card)).sum()
    }

    /// The sum of Power of the cards that can attack.
    pub(super) fn dungeon_power(self) -> i32 {
        let attacks = |card: CardId| {
            self.can_attack(card)
                || self.state.combat.attackers.iter().any(|(attacker, _)| *attacker == card)
        };
        let cards = self.state.encounter().iter().copied();
        cards.filter(|card| attacks(*card)).map(|card| self.stat(Stat::Power, card)).sum()
    }

    /// Whether a dungeon card has Power and is neither locked nor activated.
    pub(super) fn can_attack(self, card: CardId) -> bool {
        self.def(card).power != NO_NODE
            && !self.state.card(card).is(flag::ACTIVATED)
            && !self.is_locked(card)
    }

    /// The Cost that counts against the encounter limit.
    pub(super) fn encounter_cost(self) -> i32 {
        let cards = self.state.encounter().iter();
        cards
            .filter(|card| !self.state.card(**card).is(flag::SUMMONED))
            .map(|card| self.cost(*card))
            .sum()
    }

    /// A player's points: what was gained, and what opponents' wounds are worth now.
    pub(super) fn points(self, seat: u8) -> i32 {
        let gained = self.state.seats[usize::from(seat)].points;
        let worth = self.state.rules.points;
        if worth.wound == 0 && worth.perished_life == 0 {
            return gained;
        }
        // Wounds on opponents' adventurers count only as long as they are there; a perished
        // adventurer counts with its whole Life instead.
        let mut points = gained;
        for other in (0..self.state.seat_count).filter(|other| *other != seat) {
            for card in self.state.zone(other, Zone::Party) {
                points += worth.wound * i32::from(self.state.card(*card).wounds);
            }
            for card in self.state.zone(other, Zone::Perished) {
                points += worth.perished_life * i32::from(self.def(*card).life);
            }
        }
        points
    }
}
