//! Content made ready for play: printed cards, effects and formulas as small numbers.
//!
//! [`Content`] is made once from a `model::Library` (see `lower`) and never changes while
//! games are played. Effects are blocks of [`Instruction`]s; formulas, conditions and
//! selections are [`Node`]s in one arena; what a card does as long as it is in play is an
//! [`Abilities`] record.

use std::collections::BTreeMap;

use cardwright_model::ModifyOp;

use super::words::{
    CardFact, Event, Fact, GameFact, GameNumber, Kind, Mark, Mode, PlayWindow, Property,
    ResourceNumber, Source, Stat, Token, Until, Verb, Zone,
};

/// A printed card: its place in [`Content::cards`].
pub(super) type DefId = u16;
/// A node: its place in [`Content::nodes`].
pub(super) type NodeId = u32;
/// A block of instructions: its place in [`Content::blocks`].
pub(super) type BlockId = u16;
/// A set of abilities: its place in [`Content::abilities`].
pub(super) type AbilitiesId = u16;

/// Stands for no node, card, keyword or block.
pub(super) const NONE: u16 = u16::MAX;
/// Stands for no node.
pub(super) const NO_NODE: NodeId = NodeId::MAX;

/// Everything the crawler engine needs to play a library.
#[derive(Debug, Clone, Default)]
pub struct Content {
    pub(super) cards: Vec<CardDef>,
    pub(super) nodes: Vec<Node>,
    pub(super) lists: Vec<Vec<NodeId>>,
    pub(super) blocks: Vec<Vec<Instruction>>,
    pub(super) abilities: Vec<Abilities>,
    pub(super) forms: Vec<Form>,
    pub(super) keywords: Vec<String>,
    pub(super) texts: Vec<String>,
    pub(super) triggers: Vec<String>,
    pub(super) enums: BTreeMap<String, Vec<String>>,
    pub(super) formats: BTreeMap<String, Format>,
    pub(super) decks: BTreeMap<String, DeckDef>,
    pub(super) card_ids: BTreeMap<String, DefId>,
    pub(super) settings: Settings,
    /// Settings to which the game's declaration says `yes`.
    pub(super) switches: Vec<String>,
    pub(super) damage: DamageBits,
    /// Printed cards that are kept out of play because they are not finished (`todo`).
    pub unfinished: Vec<String>,
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
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            swift_on_bust: false,
            immunity: Immunity::All,
            pass_bonus_each: true,
            set_aside: false,
            quests_at_end: false,
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
    pub supernatural: u64,
}

/// A printed card.
#[derive(Debug, Clone)]
pub(super) struct CardDef {
    pub id: String,
    pub name: String,
    pub kind: Kind,
    pub cost: i16,
    pub life: i16,
    /// The printed Power, or [`NO_NODE`] for a card that never attacks.
    pub power: NodeId,
    /// Value sets by [`Property`].
    pub properties: [u64; 6],
    pub resources: [i8; 4],
    pub permanent: bool,
    pub draft: bool,
    /// Uses a game, 0: any number.
    pub limit: u8,
    pub window: Option<PlayWindow>,
    pub keywords: Vec<FormId>,
    pub abilities: AbilitiesId,
    pub base: Option<Block>,
    pub boosts: Vec<(u64, Block)>,
    pub disrupt: Option<Block>,
    pub spend: Option<Spend>,
    pub challenge: Option<Challenge>,
    pub goal: NodeId,
    pub playable: bool,
}

/// A keyword with its arguments: its place in [`Content::forms`].
pub(super) type FormId = u16;

/// A keyword as cards carry it, arguments included.
#[derive(Debug, Clone)]
pub(super) struct Form {
    pub keyword: u16,
    /// The arguments in writing; two forms are the same if this is.
    pub writing: String,
    /// What it does for a card that was granted it.
    pub abilities: AbilitiesId,
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
    pub condition: NodeId,
    pub win: BlockId,
    pub lose: BlockId,
}

/// What something does as long as it lasts.
#[derive(Debug, Clone, Default)]
pub(super) struct Abilities {
    pub modifiers: Vec<Modifier>,
    pub marks: Vec<MarkItem>,
    pub forbids: Vec<ForbidItem>,
    pub grants: Vec<GrantItem>,
    pub triggers: Vec<Trigger>,
    pub offers: Vec<Offer>,
    /// Bits of [`Stat`], [`Mark`] and [`Event`] that occur, to pass over quickly.
    pub stat_mask: u64,
    pub mark_mask: u64,
    pub event_mask: u64,
    /// Something other than triggers: what numbers, marks and bans are worked out from.
    pub lasting: bool,
    /// All that they touch, granted keywords included.
    pub summary: Summary,
}

/// What the abilities in effect touch at all, so that most questions need no look at them.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Summary {
    /// Bits of `Stat`, `Mark`, `Act` and `Event`.
    pub stats: u64,
    pub marks: u64,
    pub acts: u64,
    pub events: u64,
    /// Bits of `Event` at which something can be spent.
    pub spends: u64,
    /// Keywords are granted.
    pub grants: bool,
    /// Keywords are taken away.
    pub revokes: bool,
    /// Something is offered.
    pub offers: bool,
}

impl Summary {
    /// Adds what another one touches.
    pub(super) fn merge(&mut self, other: &Summary) {
        self.stats |= other.stats;
        self.marks |= other.marks;
        self.acts |= other.acts;
        self.events |= other.events;
        self.spends |= other.spends;
        self.grants |= other.grants;
        self.revokes |= other.revokes;
        self.offers |= other.offers;
    }
}

/// A change of a number.
#[derive(Debug, Clone, Copy)]
pub(super) struct Modifier {
    pub stat: Stat,
    pub operation: ModifyOp,
    pub subject: NodeId,
    pub amount: NodeId,
    pub condition: NodeId,
    /// The keyword it comes from, or [`NONE`].
    pub keyword: u16,
}

/// A mechanism that is switched on.
#[derive(Debug, Clone, Copy)]
pub(super) struct MarkItem {
    pub mark: Mark,
    pub subject: NodeId,
    pub args: [NodeId; 3],
    pub condition: NodeId,
    pub keyword: u16,
}

/// Acts that are forbidden.
#[derive(Debug, Clone, Copy)]
pub(super) struct ForbidItem {
    pub acts: u64,
    pub subject: NodeId,
    pub condition: NodeId,
    pub keyword: u16,
}

/// A keyword that is given, or taken away in all its forms.
#[derive(Debug, Clone, Copy)]
pub(super) struct GrantItem {
    pub form: FormId,
    pub revoke: bool,
    pub subject: NodeId,
    pub condition: NodeId,
    pub keyword: u16,
}

/// A reaction to an event.
#[derive(Debug, Clone, Copy)]
pub(super) struct Trigger {
    /// Its place in [`Content::triggers`], for counting.
    pub id: u16,
    pub event: Event,
    pub condition: NodeId,
    pub effect: BlockId,
    pub limit: NodeId,
    pub keyword: u16,
}

/// Something the player may use.
#[derive(Debug, Clone, Copy)]
pub(super) struct Offer {
    pub label: u16,
    pub condition: NodeId,
    pub effect: BlockId,
    pub keyword: u16,
}

/// One step of an effect.
#[derive(Debug, Clone, Copy)]
pub(super) enum Instruction {
    /// Starts something that lasts.
    Start { abilities: AbilitiesId, until: Option<Until> },
    /// Runs the block for each card.
    ForEach { cards: NodeId, body: BlockId },
    /// The player picks cards, the block runs for each.
    Choose { count: NodeId, up_to: bool, from: NodeId, body: BlockId },
    /// The player picks one of the options.
    Options { options: OptionsId },
    /// Runs one of two blocks.
    If { condition: NodeId, then: BlockId, otherwise: BlockId },
    /// Keeps a number for the rest of the block.
    Let { slot: u8, value: NodeId, is_card: bool },
    /// Does something.
    Call { verb: Verb, args: [NodeId; 4] },
}

/// A list of options: its place in [`Content::lists`]; each option is three entries: text,
/// condition, block.
pub(super) type OptionsId = u16;

/// A formula, condition, value set or selection.
#[derive(Debug, Clone, Copy)]
pub(super) enum Node {
    // Numbers.
    Int(i32),
    Local(u8),
    Arithmetic(Arithmetic, NodeId, NodeId),
    Negate(NodeId),
    Count(NodeId),
    Fold(Fold, NodeId, Stat),
    Size(Zone),
    TopCost(Zone),
    Token(Token, NodeId),
    CardStat(Stat, NodeId),
    GameStat(Stat),
    Resource(NodeId, u8),
    ResourceNumber(ResourceNumber, u8),
    PlayedThisRound(NodeId),
    Number(GameNumber),
    Points(NodeId),
    Pool(NodeId),
    Defence(NodeId),
    AttackAgainst(NodeId),
    // Truth values.
    Truth(bool),
    Not(NodeId),
    And(NodeId, NodeId),
    Or(NodeId, NodeId),
    Compare(Comparison, NodeId, NodeId),
    Fact(Fact, NodeId),
    GameFact(GameFact),
    CardFact(CardFact, DefId),
    SetHas(NodeId, NodeId),
    SetSame(NodeId, NodeId),
    KindIn(NodeId, u64),
    SameCard(NodeId, NodeId),
    CardIn(NodeId, NodeId),
    Between(NodeId, NodeId, NodeId),
    AmongNumbers(NodeId, u16),
    CostsAre(NodeId, u16),
    HasKeyword(NodeId, u16),
    HasForm(NodeId, FormId),
    Named(NodeId, DefId),
    Any(NodeId),
    FaceUp(Zone),
    InZone(NodeId, Zone),
    TopIs(Zone, DefId),
    Holds(Zone, u16, bool),
    LegalTargets(u16),
    Won(NodeId),
    Lost(NodeId),
    StepIs(u16),
    // Value sets.
    Set(u64),
    SetOf(Property, NodeId),
    KindOf(NodeId),
    AttackDamage,
    Union(NodeId, NodeId),
    // Cards.
    SelfCard,
    It,
    Victim,
    Linked,
    PrimaryTarget,
    TargetX,
    Defended,
    LocalCard(u8),
    Printed(DefId),
    Select(Source, NodeId),
    ZoneCards(Zone, NodeId),
    First(NodeId, NodeId),
    Cheapest(NodeId),
    Group(u16),
}

/// An operation on two numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Arithmetic {
    Add,
    Subtract,
    Multiply,
    Divide,
    Min,
    Max,
}

/// What is made of the values of several cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fold {
    Highest,
    Lowest,
    Total,
}

/// A comparison of two numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Comparison {
    Equal,
    Less,
    AtMost,
    Greater,
    AtLeast,
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

/// A deck list.
#[derive(Debug, Clone, Default)]
pub(super) struct DeckDef {
    pub format: String,
    pub party: Vec<DefId>,
    pub quests: Vec<DefId>,
    pub required: Vec<DefId>,
    pub crawler: Vec<DefId>,
    pub dungeon: Vec<DefId>,
    pub ordered: bool,
}

impl Content {
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

    pub(super) fn node(&self, id: NodeId) -> Node {
        self.nodes[id as usize]
    }
}
