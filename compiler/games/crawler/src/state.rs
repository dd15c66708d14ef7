//! A position of the game: cards, zones, seats, what lasts, and what is still to be done.
//!
//! What the round still has to do is a [`Task`] on the core's stack. A state is plain numbers in
//! a few vectors, so bots can clone it cheaply.

use std::cell::Cell;

pub(super) use super::card::{
    BLOCK_BASE, BLOCK_BOOST, BLOCK_DISRUPT, BLOCK_NONE, Card, CardId, card_of, context_of, flag,
    thing_of,
};
use super::content::PointRules;
use super::tale::Tale;
use super::vocabulary::Event;
use super::words::{Mode, Step, ZONES, Zone};
use cardwright_engine::core::Flow;

/// The most players a game can have.
pub(super) const MAX_SEATS: usize = 6;

/// A position of the game.
#[derive(Debug, Clone)]
pub struct State {
    /// The core's part: what lasts, the options that are due, luck, the end.
    pub(super) flow: Flow<Task>,
    pub(super) cards: Vec<Card>,
    pub(super) zones: Vec<Vec<CardId>>,
    pub(super) seats: [Seat; MAX_SEATS],
    pub(super) seat_count: u8,
    pub(super) rules: FormatRules,
    pub(super) round: u16,
    pub(super) step: Step,
    /// The player who faces the encounter.
    pub(super) facing: u8,
    /// The player whose turn it is; in multi-player another may face the encounter.
    pub(super) turn: u8,
    /// Multi-player: who placed a card last.
    pub(super) last_placer: u8,
    /// The holder of the Primary Target token, or none: the leftmost adventurer.
    pub(super) primary: CardId,
    pub(super) attack: Attack,
    pub(super) combat: Combat,
    pub(super) deeds: Vec<Deed>,
    pub(super) slain: Vec<CardId>,
    /// Printed cards whose challenge was won, and that have entered and left play.
    pub(super) challenges_won: Vec<u16>,
    pub(super) passed: Vec<u16>,
    pub(super) list: Vec<CardId>,
    /// Only options that the automatic player might take are published: it plays alone.
    pub(super) hurried: bool,
    /// Cards are set aside where the rules shuffle.
    pub(super) set_aside: bool,
    /// Something happened that may complete a quest.
    pub(super) stale: bool,
    /// How many effects lasted when quests were last looked at.
    pub(super) lasting: usize,
    /// The nearest that the game has come to its end (see `play::is_endless`), and how many rounds
    /// have passed since.
    pub(super) farthest: i32,
    pub(super) idle_rounds: u16,
    /// The adventurer whose defence is being worked out, or none: the one that is declared.
    pub(super) weighed: Cell<CardId>,
    /// The campaign that this game is a chapter of.
    pub(super) tale: Option<Tale>,
}

/// What the format says, copied so that it can be read without looking it up.
#[derive(Debug, Clone, Copy)]
pub(super) struct FormatRules {
    pub mode: Mode,
    pub encounter_limit: i16,
    pub second_limit: i16,
    pub hand_limit: i16,
    pub quests_to_win: u8,
    pub points_to_win: i32,
    pub round_limit: u16,
    pub pool_size: u8,
    pub points: PointRules,
}

/// A player.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Seat {
    pub points: i32,
    pub quests: u8,
    /// Crawler cards put into play this round, by resource.
    pub played: [u8; 4],
    pub eliminated: bool,
}

/// The adventurers' attack of this round.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Attack {
    pub declared: bool,
    pub won: bool,
    pub killed: bool,
    pub defence_failed: bool,
    pub extra_wounds: u8,
    pub targets: u8,
}

/// The dungeon's attack that is under way.
#[derive(Debug, Clone, Default)]
pub(super) struct Combat {
    pub active: bool,
    /// Each attacker with one bit for every adventurer it attacks, by place in `order`.
    pub attackers: Vec<(CardId, u8)>,
    pub order: [CardId; 8],
    pub order_len: u8,
    /// The adventurers attacked, as bits.
    pub targeted: u8,
    /// The adventurers who will be wounded, as bits.
    pub wounded: u8,
    /// The adventurer whose defence is declared or resolved.
    pub defended: CardId,
}

/// What a trap did when it entered, so that it can be undone.
#[derive(Debug, Clone, Copy)]
pub(super) struct Deed {
    pub source: CardId,
    pub target: CardId,
    pub kind: DeedKind,
    pub amount: u8,
}

/// A deed that can be undone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DeedKind {
    Locked,
    Activated,
    Wounded,
    Poisoned,
}

/// The price of a wound on a warded card, and what of it was paid.
#[derive(Debug, Clone, Copy)]
pub struct Ward {
    /// Cards to be discarded.
    pub(super) cards: u8,
    /// Or so many of the kinds.
    pub(super) instead: u8,
    pub(super) kinds: u64,
    pub(super) paid: u8,
    pub(super) paid_kind: u8,
    /// Whom a card's own text wounds once it is paid, or none: the target of the attack.
    pub(super) victim: CardId,
    /// How many wounds the text deals, each for its price.
    pub(super) wounds: u8,
}

/// Something still to be done.
#[derive(Debug, Clone, Copy)]
pub enum Task {
    /// A step of the round.
    Step(Step),
    /// The next card of the encounter.
    BuildNext { first: bool },
    /// A play window.
    Window(WindowKind),
    /// Opponents may disrupt; bits of those who were asked.
    Disruption { window: WindowKind, asked: u8 },
    /// Opponents may interrupt the card that is being played.
    Interrupt { card: CardId, asked: u8 },
    /// Putting the adventurers' attack together.
    Attack,
    /// Comparing the declared attack with the dungeon's defence.
    Clash,
    /// Assigning wounds to the targets `list[start..]`.
    Target { start: u16, remaining: u8, legal: u16 },
    /// Paying for a wound on a warded card.
    Ward(Ward),
    /// Dealing the wounds of the attack.
    Strike { start: u16 },
    /// Everything after the attack's wounds.
    AfterAttack,
    /// Declaring the defence of the adventurer at that place of the order.
    Defend { place: u8 },
    /// Working out which defences failed.
    Resolve,
    /// Wounding the adventurer at that place of the order, if the defence failed.
    Hurt { place: u8 },
    /// The end of the dungeon's attack.
    CombatOver,
    /// A wound that may still be prevented.
    Wound { victim: CardId, place: u8 },
    /// Spending something when an event happens.
    React { event: Event, victim: CardId },
    /// Whether a card has as many wounds as life.
    Death { card: CardId },
    /// A card dies, unless effects save it.
    Die { card: CardId },
    /// Wounds are taken off a card, unless effects do something else instead.
    Heal { card: CardId, amount: u8 },
    /// A player draws a crawler card, unless effects do something else instead.
    Draw { seat: u8 },
    /// Discarding cards from the hand by an effect.
    Discard { seat: u8, remaining: u8, kinds: u64 },
    /// Rearranging `list[start..]`; the first `top` of them already lie on top.
    Rearrange { zone: Zone, seat: u8, start: u16, top: u16, bottom: u16 },
    /// Dropping cards in step 4.1.
    Drop { seat: u8 },
    /// Letting permanents go in step 4.7.
    Release { seat: u8 },
    /// Drawing up in step 4.8.
    DrawUp { seat: u8 },
    /// Discarding down in step 4.9.
    Trim { seat: u8 },
    /// Resetting a card in step 4.5, unless that is prevented.
    Reset { card: CardId },
    /// Poison on a card becomes a wound.
    Venom { card: CardId },
    /// Clearing the table in step 4.2; the player may choose the order in the grave.
    Clear,
    /// Multi-player: drawing up a pool.
    FillPool { seat: u8 },
    /// A drawn draft card: into the hand, or into play or the pool.
    DraftChoice { card: CardId },
    /// Multi-player: placing cards one by one.
    Place { seat: u8, passed: u8, blind: bool },
    /// Multi-player: facing the encounter or passing it on.
    Face { seat: u8, passes: u8 },
    /// Between the chapters of a campaign.
    Page,
}

/// When something may be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WindowKind {
    Respond,
    Triggers,
    Declared,
    AfterAttack,
    Retaliation,
    AfterRetaliation,
    EndOfCombat,
}

impl State {
    /// The cards of a seat's zone.
    #[inline]
    pub(super) fn zone(&self, seat: u8, zone: Zone) -> &[CardId] {
        &self.zones[usize::from(seat) * ZONES + zone as usize]
    }

    /// The cards of a seat's zone, to be changed.
    pub(super) fn zone_mut(&mut self, seat: u8, zone: Zone) -> &mut Vec<CardId> {
        &mut self.zones[usize::from(seat) * ZONES + zone as usize]
    }

    /// A card.
    #[inline]
    pub(super) fn card(&self, card: CardId) -> &Card {
        &self.cards[usize::from(card)]
    }

    /// A card, to be changed.
    pub(super) fn card_mut(&mut self, card: CardId) -> &mut Card {
        &mut self.cards[usize::from(card)]
    }

    /// Stands for nobody where an effect is about a player: a seat without cards.
    pub(super) fn nobody(&self) -> u8 {
        self.seat_count
    }

    /// Whether all players share one dungeon and one party.
    pub(super) fn shared(&self) -> bool {
        matches!(self.rules.mode, Mode::Solo | Mode::Coop)
    }

    /// Whether there are opponents.
    pub(super) fn has_opponents(&self) -> bool {
        !self.shared()
    }

    /// The seat under which the party that faces the encounter is kept.
    pub(super) fn party_seat(&self) -> u8 {
        if self.shared() { 0 } else { self.facing }
    }

    /// The seat under which the encounter is kept.
    pub(super) fn encounter_seat(&self) -> u8 {
        if self.rules.mode == Mode::Competitive { self.facing } else { 0 }
    }

    /// Adventurers in play who face the encounter, leftmost first.
    pub(super) fn party(&self) -> &[CardId] {
        self.zone(self.party_seat(), Zone::Party)
    }

    /// Dungeon cards in play.
    pub(super) fn encounter(&self) -> &[CardId] {
        self.zone(self.encounter_seat(), Zone::Encounter)
    }

    /// Takes a card out of its zone and puts it on top (at the end) of another.
    pub(super) fn shift(&mut self, card: CardId, seat: u8, zone: Zone) {
        self.take_out(card);
        self.put(card, seat, zone);
    }

    /// Puts a card that is nowhere on top (at the end) of a zone.
    pub(super) fn put(&mut self, card: CardId, seat: u8, zone: Zone) {
        self.zone_mut(seat, zone).push(card);
        let state = self.card_mut(card);
        state.zone = zone;
        state.place = seat;
        self.stale = true;
        if zone.is_in_play() {
            self.flow.touch();
        }
    }

    /// Takes a card out of the zone it is in.
    pub(super) fn take_out(&mut self, card: CardId) {
        let Card { zone, place, .. } = *self.card(card);
        let cards = self.zone_mut(place, zone);
        // From the end: the cards that move most often are at the top.
        if let Some(at) = cards.iter().rposition(|other| *other == card) {
            cards.remove(at);
        }
        if zone.is_in_play() {
            self.flow.touch();
        }
    }

    /// The next player clockwise who is still in the game.
    pub(super) fn next_seat(&self, seat: u8) -> u8 {
        let mut next = seat;
        for _ in 0..self.seat_count {
            next = (next + 1) % self.seat_count;
            if !self.seats[usize::from(next)].eliminated {
                return next;
            }
        }
        seat
    }
}
