//! Content made ready for play: what the core lowers of it, and the crawler's own facts about
//! printed cards, formats and decks.
//!
//! A [`Crawler`] is made once from a `model::Library` (see `lower`) and never changes while
//! games are played.

use std::collections::BTreeMap;

use super::vocabulary::Event;
use super::words::{Kind, Mode, PlayWindow};
use cardwright_engine::core::Code;
use cardwright_engine::core::code::{AbilitiesId, BlockId, DefId, NodeId};

/// Dungeon Crawler with its content.
#[derive(Debug, Clone, Default)]
pub struct Crawler {
    /// Effects, formulas and names.
    pub(super) code: Code,
    /// Facts about printed cards, in the order of [`Code::defs`].
    pub(super) cards: Vec<CardDef>,
    /// The kinds of [`Code::kinds`], as far as the game plays them.
    pub(super) kinds: Vec<Option<Kind>>,
    pub(super) formats: BTreeMap<String, Format>,
    pub(super) decks: BTreeMap<String, DeckDef>,
    /// Decks that are played one after the other.
    pub(super) campaigns: Vec<Campaign>,
    pub(super) settings: Settings,
    /// Settings to which the game's declaration says `yes`.
    pub(super) switches: Vec<String>,
    pub(super) damage: DamageBits,
    /// Whether there is an effect that changes how many Wounds somebody can bear.
    pub(super) changes_life: bool,
}

/// Rulings on unclear points, read from the game's declaration.
#[derive(Debug, Clone, Copy)]
pub(super) struct Settings {
    /// Swift also saves a card from a Bust.
    pub swift_on_bust: bool,
    /// What makes a component of several damage types count for nothing.
    pub immunity: Immunity,
    /// Victory points per player who passed an encounter on.
    pub pass_bonus_each: bool,
    /// Cards are set aside where the rules shuffle.
    pub set_aside: bool,
    /// Quests are checked only at the end of the round.
    pub quests_at_end: bool,
    /// Rounds that bring the end no nearer, after which a game is a draw.
    pub endless_rounds: u16,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            swift_on_bust: false,
            immunity: Immunity::All,
            pass_bonus_each: true,
            set_aside: false,
            quests_at_end: false,
            endless_rounds: u16::MAX,
        }
    }
}

/// When a component of an attack counts for nothing against an immune card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Immunity {
    /// The card is immune to all its types.
    All,
    /// The card is immune to one of its types.
    Any,
    /// The card is immune to one of the whole attack's types: nothing of it counts.
    Whole,
}

/// Bits of the damage types that rules name.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct DamageBits {
    pub harm: u64,
    pub magic: u64,
}

/// What the crawler knows of a printed card beyond [`Code::defs`].
#[derive(Debug, Clone)]
pub(super) struct CardDef {
    pub id: String,
    pub name: String,
    pub kind: Kind,
    pub cost: i16,
    pub life: i16,
    /// The printed Power, or [`NO_NODE`](cardwright_engine::core::code::NO_NODE) for a card that never
    /// attacks.
    pub power: NodeId,
    /// Value sets by [`Property`](super::words::Property).
    pub properties: [u64; 6],
    pub resources: [i8; 4],
    pub permanent: bool,
    pub draft: bool,
    /// Uses a game, 0: any number.
    pub limit: u8,
    pub window: Option<PlayWindow>,
    pub abilities: AbilitiesId,
    pub base: Option<Block>,
    pub boosts: Vec<(u64, Block)>,
    pub disrupt: Option<Block>,
    pub spend: Option<Spend>,
    pub challenge: Option<Challenge>,
    pub goal: NodeId,
    /// A quest that must be among those completed.
    pub is_mission: bool,
    pub playable: bool,
}

/// One block of a crawler card: combat contribution and effect.
#[derive(Debug, Clone, Copy)]
pub(super) struct Block {
    pub effect: BlockId,
    pub power: NodeId,
    pub stamina: NodeId,
    pub damage: u64,
    pub stamina_damage: u64,
    pub distance: u8,
    pub area: u8,
    pub per_attacker: bool,
    pub window: PlayWindow,
}

/// What spending a permanent does.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spend {
    pub effect: BlockId,
    /// Spent when this happens, instead of in a play window.
    pub event: Option<Event>,
    pub condition: NodeId,
}

/// A challenge with its two outcomes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Challenge {
    /// Or none: it is always won.
    pub condition: NodeId,
    pub win: BlockId,
    pub lose: BlockId,
}

/// A way to play.
#[derive(Debug, Clone)]
pub(super) struct Format {
    pub mode: Mode,
    pub min_players: u8,
    pub max_players: u8,
    pub encounter_limit: i16,
    pub second_limit: i16,
    pub hand_limit: i16,
    pub quests_to_win: u8,
    pub points_to_win: i32,
    pub round_limit: u16,
    pub ordered: bool,
    /// The decks of all players are put together.
    pub pooled: bool,
    /// Copies of one dungeon card by its rarity, as a bit of that enum.
    pub copies: Vec<(u64, u16)>,
    pub pool_size: u8,
    pub points: PointRules,
}

/// What gives victory points in formats that count them.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct PointRules {
    /// For a card sent to the grave, on top of its Cost.
    pub slain_bonus: i32,
    /// For a card that is merely cleared, on top of its Cost.
    pub cleared_bonus: i32,
    /// For a Wound on an opponent's adventurer.
    pub wound: i32,
    /// Lost for a Wound on one's own.
    pub own_wound: i32,
    /// For each Life of an opponent's adventurer who perished.
    pub perished_life: i32,
    pub quest: i32,
    /// For everybody else when a player turns a grave into a deck.
    pub regenerate: i32,
    /// For each player who passed the encounter on.
    pub pass: i32,
}

/// Chapters that are played one after the other.
#[derive(Debug, Clone)]
pub(super) struct Campaign {
    pub id: String,
    pub name: String,
    /// The decks of the chapters, by their places in [`Code::decks`].
    pub chapters: Vec<u16>,
}

/// A deck list.
#[derive(Debug, Clone, Default)]
pub(super) struct DeckDef {
    pub name: String,
    pub format: String,
    pub party: Vec<DefId>,
    pub quests: Vec<DefId>,
    pub required: Vec<DefId>,
    pub crawler: Vec<DefId>,
    pub dungeon: Vec<DefId>,
    pub ordered: bool,
}

impl Crawler {
    /// How many printed cards can be played.
    pub fn playable_cards(&self) -> usize {
        self.cards.iter().filter(|card| card.playable).count()
    }

    /// Identifiers of the deck lists.
    pub fn deck_ids(&self) -> impl Iterator<Item = &str> {
        self.decks.keys().map(String::as_str)
    }

    /// Identifiers of the formats.
    pub fn format_ids(&self) -> impl Iterator<Item = &str> {
        self.formats.keys().map(String::as_str)
    }

    /// The format that a deck list is made for.
    pub fn format_of_deck(&self, deck: &str) -> Option<&str> {
        self.decks.get(deck).map(|deck| deck.format.as_str())
    }

    /// The fewest and most players of a format.
    pub fn players_of_format(&self, format: &str) -> Option<(u8, u8)> {
        self.formats.get(format).map(|format| (format.min_players, format.max_players))
    }

    /// The crawler's kinds, as bits, that a set of the core's kinds stands for.
    pub(super) fn kinds_in(&self, set: u64) -> u64 {
        let known = self.kinds.iter().enumerate().filter(|(place, _)| set >> place & 1 == 1);
        known.filter_map(|(_, kind)| *kind).fold(0, |kinds, kind| kinds | kind.bit())
    }
}
