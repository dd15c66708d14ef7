//! Effects in the form in which they are played: formulas as nodes of one arena, effects as
//! blocks of instructions, and lasting abilities as [`Abilities`].
//!
//! [`Code`] is built once from a library (see [`super::lower`]) and only read during play. Words
//! of the vocabulary are stored as their places in the game's tables.

use std::collections::BTreeMap;

use cardwright_model::{Chooser, ModifyOp};

use super::dice::{Dice, Pool};
pub use super::node::{Arithmetic, Comparison, Fold, Measure, Node};
use super::tables::DeckName;

/// A printed card: its place in [`Code::defs`].
pub type DefId = u16;
/// A node: its place in [`Code::nodes`].
pub type NodeId = u32;
/// A block of instructions: its place in [`Code::blocks`].
pub type BlockId = u16;
/// A set of abilities: its place in [`Code::abilities`].
pub type AbilitiesId = u16;
/// A keyword with its arguments: its place in [`Code::forms`].
pub type FormId = u16;
/// A list: its place in [`Code::lists`].
pub type ListId = u16;

/// Stands for no printed card, block, keyword, form or window.
pub const NONE: u16 = u16::MAX;
/// Stands for no window: a reaction that an effect began waits until the game ends.
pub const WAITS: u16 = u16::MAX - 1;
/// Stands for no node.
pub const NO_NODE: NodeId = NodeId::MAX;
/// The block in which nothing happens.
pub const NO_BLOCK: BlockId = 0;
/// The abilities of something that has none.
pub const NO_ABILITIES: AbilitiesId = 0;

/// A library's effects, ready for play.
#[derive(Debug, Clone)]
pub struct Code {
    /// Printed cards, in the order of the library.
    pub defs: Vec<Def>,
    /// Their places by identifier.
    pub def_ids: BTreeMap<String, DefId>,
    /// Identifiers of the formats, in the order of the library.
    pub formats: Vec<String>,
    /// The deck lists, in the order of the library.
    pub decks: Vec<DeckName>,
    /// Kinds of printed cards; a kind's place is its bit.
    pub kinds: Vec<String>,
    /// Values of each enum; a value's place is its bit.
    pub enums: BTreeMap<String, Vec<String>>,
    /// Texts that effects name: labels of options, words in quotes.
    pub texts: Vec<String>,
    /// Identifiers of triggered abilities, for reports.
    pub triggers: Vec<String>,
    /// Names of the same abilities for people: the keyword's or the card's name.
    pub titles: Vec<String>,
    /// Keywords that cards can have.
    pub keywords: Vec<String>,
    /// Flags and counters that cards declare.
    pub variables: Vec<Variable>,
    /// The dice.
    pub dice: Dice,
    pub nodes: Vec<Node>,
    pub args: Vec<NodeId>,
    pub lists: Vec<Vec<NodeId>>,
    pub blocks: Vec<Vec<Instruction>>,
    pub options: Vec<Vec<OptionCode>>,
    pub abilities: Vec<Abilities>,
    /// What printed cards say of themselves, all of them together.
    pub own: Summary,
    pub forms: Vec<Form>,
    pub pools: Vec<Pool>,
}

impl Default for Code {
    fn default() -> Code {
        Code {
            defs: Vec::new(),
            formats: Vec::new(),
            decks: Vec::new(),
            def_ids: BTreeMap::new(),
            kinds: Vec::new(),
            enums: BTreeMap::new(),
            texts: Vec::new(),
            triggers: Vec::new(),
            titles: Vec::new(),
            keywords: Vec::new(),
            variables: Vec::new(),
            dice: Dice::default(),
            nodes: Vec::new(),
            args: Vec::new(),
            lists: Vec::new(),
            // Place 0 means "nothing": see `NO_BLOCK` and `NO_ABILITIES`.
            blocks: vec![Vec::new()],
            options: Vec::new(),
            abilities: vec![Abilities::default()],
            own: Summary::default(),
            forms: Vec::new(),
            pools: Vec::new(),
        }
    }
}

impl Code {
    /// The printed card of that identifier.
    pub fn def(&self, id: &str) -> Option<DefId> {
        self.def_ids.get(id).copied()
    }

    /// What a printed card does while it is in play.
    #[inline]
    pub fn abilities_of(&self, def: DefId) -> AbilitiesId {
        self.defs.get(usize::from(def)).map_or(NO_ABILITIES, |def| def.abilities)
    }

    /// The place of an enum's value.
    pub fn ordinal(&self, domain: &str, value: &str) -> Option<u32> {
        let values = self.enums.get(domain)?;
        values.iter().position(|known| known == value).map(|place| place as u32)
    }

    /// The place of a flag or counter that a card declares.
    pub fn variable(&self, owner: &str, name: &str) -> Option<u16> {
        let is_meant = |known: &Variable| known.owner == owner && known.name == name;
        self.variables.iter().position(is_meant).map(|place| place as u16)
    }

    #[inline]
    pub fn node(&self, id: NodeId) -> Node {
        self.nodes[id as usize]
    }

    #[inline]
    pub fn arguments(&self, args: Arguments) -> &[NodeId] {
        let start = args.start as usize;
        &self.args[start..start + usize::from(args.count)]
    }
}

/// The facts about a printed card that the core needs. A game keeps its own facts about printed
/// cards in a table of the same order.
#[derive(Debug, Clone, Default)]
pub struct Def {
    /// Identifier.
    pub id: String,
    /// Name as printed.
    pub name: String,
    /// The bit of its kind.
    pub kind: u64,
    /// What it does while it is in play.
    pub abilities: AbilitiesId,
    /// The part of them that is about the card itself (`modify cost of self`), or
    /// [`NO_ABILITIES`]; see [`Rules::apart`](super::Rules::apart).
    pub own: AbilitiesId,
    /// Its printed keywords.
    pub keywords: Vec<FormId>,
    /// Why it is kept out of play: it says `todo`, or it could not be lowered.
    pub unplayable: Option<String>,
}

/// A flag or counter that a card declares. Every copy of the card has its own.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Variable {
    /// The card that declares it.
    pub owner: String,
    /// The same card, by its place.
    pub def: DefId,
    /// Its name there.
    pub name: String,
    /// Its value at the start; a flag is 1 or 0.
    pub start: i32,
    /// There is one for the whole game, as of a quest, whoever carries out its text.
    pub shared: bool,
}

/// A keyword as cards carry it, arguments included.
#[derive(Debug, Clone)]
pub struct Form {
    pub keyword: u16,
    /// The arguments as text; two forms with the same text are the same form.
    pub writing: String,
    /// The abilities of a thing that was granted this form, or [`NONE`].
    pub abilities: AbilitiesId,
    /// What a second copy of the keyword does.
    pub stacking: Stacking,
    /// Its first number, which decides which of several copies is the highest.
    pub amount: i64,
}

/// How several copies of a keyword on one thing combine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stacking {
    Sum,
    Once,
    Highest,
}

impl Form {
    /// Whether it adds nothing for a thing that already has another form of the keyword.
    pub(crate) fn adds_nothing_to(&self, other: &Form) -> bool {
        self.keyword == other.keyword
            && match self.stacking {
                Stacking::Sum => false,
                Stacking::Once => true,
                Stacking::Highest => other.amount >= self.amount,
            }
    }
}

/// What a card, keyword or lasting effect does for as long as it is in effect.
#[derive(Debug, Clone, Default)]
pub struct Abilities {
    pub modifiers: Vec<Modifier>,
    pub marks: Vec<MarkItem>,
    pub forbids: Vec<ForbidItem>,
    pub grants: Vec<GrantItem>,
    pub triggers: Vec<Trigger>,
    pub offers: Vec<Offer>,
    /// The keywords among them of which a second copy does nothing.
    pub single: Vec<FormId>,
    /// What they affect, including through the keywords they grant.
    pub summary: Summary,
    /// True if there is anything besides triggers and offers.
    pub lasting: bool,
}

/// What abilities can affect at all, as bits of the places of stats, marks, acts and events. Most
/// questions are answered by this alone, without going through the abilities.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Summary {
    pub stats: u64,
    pub marks: u64,
    pub acts: u64,
    pub events: u64,
    pub grants: bool,
    pub revokes: bool,
    pub offers: bool,
    /// True if they change numbers, marks or bans of things other than their host.
    pub others: bool,
}

/// The question that is asked about a thing: bits of the places of stats, marks or acts.
#[derive(Debug, Clone, Copy)]
pub enum About {
    Stats(u64),
    Marks(u64),
    Acts(u64),
}

impl Summary {
    #[inline]
    pub fn touches(&self, about: About) -> bool {
        match about {
            About::Stats(stats) => self.stats & stats != 0,
            About::Marks(marks) => self.marks & marks != 0,
            About::Acts(acts) => self.acts & acts != 0,
        }
    }

    pub fn merge(&mut self, other: &Summary) {
        self.stats |= other.stats;
        self.marks |= other.marks;
        self.acts |= other.acts;
        self.events |= other.events;
        self.grants |= other.grants;
        self.revokes |= other.revokes;
        self.offers |= other.offers;
        self.others |= other.others;
    }
}

/// A change of a number or pool.
#[derive(Debug, Clone, Copy)]
pub struct Modifier {
    pub stat: u8,
    pub operation: ModifyOp,
    /// Whose number changes; [`NO_NODE`] for a number of the whole game.
    pub subject: NodeId,
    pub amount: NodeId,
    pub condition: NodeId,
    pub keyword: u16,
}

/// A mechanism that is switched on.
#[derive(Debug, Clone, Copy)]
pub struct MarkItem {
    pub mark: u8,
    pub subject: NodeId,
    pub args: Arguments,
    pub condition: NodeId,
    pub keyword: u16,
}

/// Acts that are forbidden.
#[derive(Debug, Clone, Copy)]
pub struct ForbidItem {
    pub acts: u64,
    pub subject: NodeId,
    pub condition: NodeId,
    pub keyword: u16,
}

/// A keyword that is given, or taken away in all its forms.
#[derive(Debug, Clone, Copy)]
pub struct GrantItem {
    /// The keyword; [`NONE`] if all keywords are taken away.
    pub form: FormId,
    pub revoke: bool,
    pub subject: NodeId,
    pub condition: NodeId,
    pub keyword: u16,
}

/// A reaction to an event.
#[derive(Debug, Clone, Copy)]
pub struct Trigger {
    /// Its place in [`Code::triggers`].
    pub id: u16,
    pub event: u8,
    pub condition: NodeId,
    pub effect: BlockId,
    pub limit: Limit,
    /// It was begun by an effect and waits no longer once it has run.
    pub once: bool,
    pub keyword: u16,
}

/// How often something may happen.
#[derive(Debug, Clone, Copy)]
pub struct Limit {
    /// How often; [`NO_NODE`] if there is no limit.
    pub count: NodeId,
    /// Counts for the whole game instead of one round or turn.
    pub per_game: bool,
}

impl Limit {
    /// No limit.
    pub const NONE: Limit = Limit { count: NO_NODE, per_game: false };
}

/// Something the player may use.
#[derive(Debug, Clone, Copy)]
pub struct Offer {
    /// Its place in [`Code::triggers`].
    pub id: u16,
    pub label: u16,
    pub condition: NodeId,
    pub effect: BlockId,
    pub limit: Limit,
    pub keyword: u16,
}

/// One step of an effect.
#[derive(Debug, Clone, Copy)]
pub enum Instruction {
    /// Starts a lasting effect. It ends at a window, or with its host if that is [`NONE`].
    Start { abilities: AbilitiesId, until: u16 },
    /// Runs the block for each thing.
    ForEach { things: NodeId, body: BlockId },
    /// Runs the block so often.
    Repeat { count: NodeId, body: BlockId },
    /// Somebody picks things; the block runs for each.
    Choose { by: Chooser, count: NodeId, up_to: bool, from: NodeId, body: BlockId },
    /// Somebody picks among [`Code::options`]; one of them if `count` is [`NO_NODE`].
    Options { by: Chooser, count: NodeId, up_to: bool, options: u16 },
    /// Runs one of two blocks.
    If { condition: NodeId, then: BlockId, otherwise: BlockId },
    /// Keeps a number or thing.
    Let { slot: u8, value: NodeId, is_thing: bool },
    /// Somebody names a number from `least` ([`NO_NODE`]: 0) to `most`, which is kept.
    Name { slot: u8, least: NodeId, most: NodeId },
    /// Throws dice and runs the block with the result.
    Roll { pool: NodeId, body: BlockId },
    /// Throws the dice of the roll under way again.
    RollAgain,
    /// Gives a flag or counter a new value.
    Assign { variable: u16, value: NodeId },
    /// Ends the game: the side of whose effect it is wins or loses.
    End { wins: bool },
    /// Stops what would happen.
    Prevent,
    /// Changes how much would happen.
    ChangeAmount { by: NodeId },
    /// A verb of the game.
    Call { verb: u16, args: Arguments },
}

/// One option of a choice between blocks.
#[derive(Debug, Clone, Copy)]
pub struct OptionCode {
    pub label: u16,
    pub condition: NodeId,
    pub body: BlockId,
}

/// The arguments of a word: a part of [`Code::args`], one node per parameter.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Arguments {
    pub start: u32,
    pub count: u8,
}
