//! Numbers as printed and as modified, and what follows from them: resources, the dungeon's
//! defence and Power, points.

use super::look::Look;
use super::state::{CardId, card_of, context_of, flag, thing_of};
use super::vocabulary::{Mark, Stat};
use super::words::{Kind, Property, Zone};
use cardwright_engine::core::code::{NO_NODE, NONE};
use cardwright_engine::core::{Context, Thing};

impl Look<'_> {
    /// A number of a card, as modified.
    pub(super) fn stat(self, stat: Stat, card: CardId) -> i32 {
        let base = self.card_base(stat, card);
        self.core().modified(stat, thing_of(card), base)
    }

    /// The Cost of a card.
    pub(super) fn cost(self, card: CardId) -> i32 {
        self.stat(Stat::Cost, card)
    }

    /// A number of the game, as modified.
    pub(super) fn game_stat(self, stat: Stat) -> i32 {
        let base = self.core().nested(0, || self.game_base(stat));
        self.core().modified(stat, Thing::NONE, base)
    }

    /// How many crawler cards a player may keep.
    pub(super) fn hand_limit(self, seat: u8) -> i32 {
        let base = self.game_base(Stat::HandLimit);
        self.core().modified(Stat::HandLimit, Thing::seat(seat), base)
    }

    /// A number of a card, as printed.
    pub(super) fn card_base(self, stat: Stat, card: CardId) -> i32 {
        let def = self.def(card);
        match stat {
            Stat::Power if def.power != NO_NODE => {
                let context = context_of(card, self.state.facing);
                self.core().nested(0, || self.number(def.power, &context))
            }
            Stat::Stamina if def.kind == Kind::Character => i32::from(def.life),
            Stat::Life => i32::from(def.life),
            Stat::Cost => i32::from(def.cost),
            _ => 0,
        }
    }

    /// A number of the game, before it is modified.
    pub(super) fn game_base(self, stat: Stat) -> i32 {
        match stat {
            Stat::EncounterLimit => i32::from(self.state.rules.encounter_limit),
            Stat::HandLimit => i32::from(self.state.rules.hand_limit),
            Stat::AttackPower => self.attack_components_total(),
            Stat::AttackTargets => self.attack_area(),
            Stat::DefenceStamina => self.defence_components(self.defended).0,
            _ => 0,
        }
    }

    /// Whether a modifier of the game's numbers counts now: that of a defence only for the
    /// defence its card was played for, that of a hand only for the hand of its player.
    pub(super) fn concerns_game(self, stat: Stat, thing: Thing, context: &Context) -> bool {
        let host = card_of(context.host);
        if let Some(seat) = thing.of(Thing::SEAT) {
            return host == NONE
                || !self.kind(host).is_crawler()
                || u16::from(context.seat) == seat;
        }
        if !thing.is_none() || stat != Stat::DefenceStamina || host == NONE {
            return thing.is_none();
        }
        let host = self.state.card(host);
        host.zone != Zone::CrawlerPlay || host.assigned == NONE || host.assigned == self.defended
    }

    /// Whether the Power of a card is 0 for the rest of the combat.
    pub(super) fn is_zeroed(self, card: CardId) -> bool {
        card != NONE && self.state.card(card).is(flag::ZEROED)
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

    /// An adventurer's resource as printed.
    pub(super) fn printed_resource(self, card: CardId, resource: usize) -> i32 {
        i32::from(self.def(card).resources[resource])
    }

    /// An adventurer's resource, as modified.
    pub(super) fn resource(self, card: CardId, resource: usize) -> i32 {
        let printed = self.printed_resource(card, resource);
        self.core().modified(Stat::Resource, thing_of(card), printed)
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
