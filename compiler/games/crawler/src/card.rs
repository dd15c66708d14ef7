//! A card in the game: where it is, what lies on it, and how the core names it.

use super::words::Zone;
use cardwright_engine::core::code::NONE;
use cardwright_engine::core::{Context, Thing};

/// A card in the game: its place in [`State::cards`](super::State).
pub(super) type CardId = u16;

/// A card in the game.
#[derive(Debug, Clone, Copy)]
pub(super) struct Card {
    pub def: u16,
    pub linked: CardId,
    /// The adventurer whose defence it takes part in.
    pub assigned: CardId,
    /// The round in which it came into play.
    pub entered: u16,
    pub owner: u8,
    pub zone: Zone,
    /// Whose zone it is in.
    pub place: u8,
    pub wounds: u8,
    pub poison: u8,
    pub locks: u8,
    pub time: u8,
    /// What was paid for it; occupies that much of its resource.
    pub paid: u8,
    /// How often it was used this game, for cards with a limit.
    pub used: u8,
    /// Which of its blocks is in effect.
    pub block: u8,
    pub flags: u16,
}

/// No block of the card is in effect.
pub(super) const BLOCK_NONE: u8 = 0;
/// The base block.
pub(super) const BLOCK_BASE: u8 = 1;
/// The first boost block; the others follow.
pub(super) const BLOCK_BOOST: u8 = 2;
/// The disruption block.
pub(super) const BLOCK_DISRUPT: u8 = 255;

/// Truths about a card in the game.
pub(super) mod flag {
    /// Turned: it has attacked or defended.
    pub(in super::super) const ACTIVATED: u16 = 1;
    /// Came into play by a summons.
    pub(in super::super) const SUMMONED: u16 = 1 << 1;
    /// Lies face up on its deck.
    pub(in super::super) const FACE_UP: u16 = 1 << 2;
    /// A permanent that was spent.
    pub(in super::super) const SPENT: u16 = 1 << 3;
    /// Its Power is 0 for the rest of the combat.
    pub(in super::super) const ZEROED: u16 = 1 << 4;
    /// An attacker that is ignored.
    pub(in super::super) const IGNORED: u16 = 1 << 5;
    /// An adventurer who takes part in this round's attack.
    pub(in super::super) const ATTACKING: u16 = 1 << 6;
    /// An adventurer who defends.
    pub(in super::super) const DEFENDING: u16 = 1 << 7;
    /// A quest that is completed.
    pub(in super::super) const COMPLETED: u16 = 1 << 8;
    /// A quest that can no longer be completed.
    pub(in super::super) const IMPOSSIBLE: u16 = 1 << 9;
    /// The crawler card was played this round.
    pub(in super::super) const FRESH: u16 = 1 << 10;
    /// The quest must be among those completed.
    pub(in super::super) const REQUIRED: u16 = 1 << 11;
}

impl Card {
    /// A card of a printed card, not yet anywhere.
    pub(super) fn new(def: u16, owner: u8) -> Card {
        Card {
            def,
            linked: NONE,
            assigned: NONE,
            entered: 0,
            owner,
            zone: Zone::SetAside,
            place: 0,
            wounds: 0,
            poison: 0,
            locks: 0,
            time: 0,
            paid: 0,
            used: 0,
            block: BLOCK_NONE,
            flags: 0,
        }
    }

    /// Whether a flag is set.
    pub(super) fn is(&self, flag: u16) -> bool {
        self.flags & flag != 0
    }
}

/// A card as the core names it.
#[inline]
pub(super) fn thing_of(card: CardId) -> Thing {
    if card == NONE { Thing::NONE } else { Thing::card(card) }
}

/// The card that a thing is, or [`NONE`].
#[inline]
pub(super) fn card_of(thing: Thing) -> CardId {
    thing.of(Thing::CARD).unwrap_or(NONE)
}

/// The context of a card's own text.
#[inline]
pub(super) fn context_of(host: CardId, seat: u8) -> Context {
    Context::of(thing_of(host), seat)
}
