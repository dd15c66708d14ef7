//! The content of Bag of Dungeon, ready for play: what is printed on characters, tiles,
//! monsters and items, the formats and the parties.

use cardwright_model::{Entity, Library};

use super::state::{MAX_ADVENTURERS, MAX_TILES, Options};
use super::vocabulary::VOCABULARY;
use cardwright_engine::core::code::{BlockId, Code, DefId, NONE};
use cardwright_engine::core::dice::Dice;
use cardwright_engine::core::{LowerError, Lowerer};

/// Bag of Dungeon with its content.
pub struct Bag {
    pub(super) code: Code,
    pub(super) facts: Vec<Facts>,
    pub(super) formats: Vec<Format>,
    pub(super) parties: Vec<Party>,
    /// The index of the blank slot among the values of `slot`.
    pub(super) blank: u8,
}

/// The kind of a printed card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Sort {
    Character,
    Monster,
    Item,
    Tile,
    Scroll,
    #[default]
    Other,
}

/// What a dungeon tile is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Role {
    Start,
    Exit,
    #[default]
    Plain,
    Monster,
    Pool,
    Item,
}

/// What is printed on a card.
#[derive(Debug, Clone, Default)]
pub(super) struct Facts {
    pub sort: Sort,
    /// How many copies the game has.
    pub copies: u16,
    /// Bits of the sets it belongs to.
    pub sets: u64,
    pub health: i32,
    pub ap: i32,
    pub dice: i32,
    pub bonus: i32,
    pub armour: i32,
    /// How many slots a character has, indexed by the value of `slot`.
    pub slots: Vec<u8>,
    /// The slot that an item goes into; the blank one for most.
    pub slot: u8,
    pub cost: i32,
    pub range: i32,
    pub shot_dice: i32,
    /// Kinds of attack of a ranged item, or what a monster is immune to.
    pub attack: u64,
    /// The only monster that an item helps against, or [`NONE`].
    pub against: DefId,
    pub use_block: BlockId,
    pub draw_block: BlockId,
    pub is_usable: bool,
    pub is_drawn: bool,
    pub is_consumable: bool,
    /// Whether an item can be used only in a fight.
    pub only_in_fights: bool,
    /// Whether an item can be used only outside of fights.
    pub only_in_peace: bool,
    pub is_ring: bool,
    pub is_left_out_solo: bool,
    /// A monster that guards the Exit and is not in the bag.
    pub is_guard: bool,
    /// How many kills it counts for.
    pub worth: i32,
    pub role: Role,
    pub label: i32,
    pub open: u8,
}

/// A way to play.
#[derive(Debug, Clone)]
pub(super) struct Format {
    pub id: String,
    pub options: Options,
    pub min_players: u8,
    pub max_players: u8,
    /// Sets of cards that are played with, as bits.
    pub sets: u64,
}

/// A player's Adventurers.
#[derive(Debug, Clone)]
pub(super) struct Party {
    pub members: Vec<DefId>,
    pub scroll: DefId,
}

/// Stands for the block of a card without one. It is never run: `is_usable` and `is_drawn` are
/// asked first.
const NO_BLOCK: BlockId = 0;

impl Bag {
    /// Makes a library ready for play.
    pub fn new(library: &Library) -> Result<Bag, LowerError> {
        let dice = Dice::of_library(library)?;
        if dice.dice.is_empty() {
            return Err(LowerError::of("dice", "there is no die"));
        }
        let mut lowerer = Lowerer::new(library, &VOCABULARY, dice, Some("game-starts"))?;
        lowerer.cards();
        let blank = lowerer.ordinal("slot", "blank").unwrap_or(0) as u8;
        let cards = lowerer.entities().map(|(_, card)| card);
        let facts =
            lowerer.read_each(cards, |lowerer, card| facts_of(lowerer, library, card, blank));
        let formats = lowerer.formats().map(|format| format_of(&lowerer, format)).collect();
        let mut parties = Vec::new();
        for deck in lowerer.decks() {
            let members: Vec<DefId> =
                deck.refs("party").filter_map(|id| lowerer.def(id).ok()).collect();
            let scroll = deck.refs("scroll").next().and_then(|id| lowerer.def(id).ok());
            if members.len() > MAX_ADVENTURERS {
                lowerer.problem(&deck.id, "a party has at most 8 Adventurers");
            }
            parties.push(Party { members, scroll: scroll.unwrap_or(NONE) });
        }
        let tiles = |sets: u64| -> usize {
            let tiles = facts.iter().filter(|f| f.sort == Sort::Tile && f.sets & sets != 0);
            tiles.map(|f| usize::from(f.copies)).sum()
        };
        let formats: Vec<Format> = formats;
        for format in &formats {
            if tiles(format.sets) > MAX_TILES {
                let message = format!("there are more than {MAX_TILES} tiles");
                lowerer.problem(&format.id, message);
            }
        }
        Ok(Bag { code: lowerer.finish()?, facts, formats, parties, blank })
    }

    pub(super) fn facts(&self, def: DefId) -> &Facts {
        static NOTHING: std::sync::LazyLock<Facts> = std::sync::LazyLock::new(Facts::default);
        self.facts.get(usize::from(def)).unwrap_or(&NOTHING)
    }

    /// Printed cards of a sort that a format plays with and the engine can play.
    pub(super) fn printed(&self, sort: Sort, sets: u64) -> impl Iterator<Item = (DefId, &Facts)> {
        let all = self.facts.iter().enumerate().map(|(place, facts)| (place as DefId, facts));
        all.filter(move |(def, facts)| {
            let playable = self.code.defs[usize::from(*def)].unplayable.is_none();
            facts.sort == sort && facts.sets & sets != 0 && playable
        })
    }
}

fn format_of(lowerer: &Lowerer<'_>, format: &Entity) -> Format {
    let number = |field: &str, usual: i64| format.int(field).unwrap_or(usual);
    let sets = lowerer.values(format, "sets", "set").unwrap_or(0);
    let solo = format.flag("solo");
    Format {
        id: format.id.clone(),
        options: Options {
            strict: !format.flag("loose"),
            solo,
            competitive: format.flag("competitive"),
            rush: format.flag("monster-rush"),
            stall: format.flag("lucky-dip"),
            lives: number("lives", if solo { 1 } else { 3 }) as i32,
            turn_limit: number("turn-limit", 1000).clamp(1, 100_000) as u32,
        },
        min_players: number("min-players", 1).clamp(1, 8) as u8,
        max_players: number("max-players", 4).clamp(1, 8) as u8,
        sets: if sets == 0 { u64::MAX } else { sets },
    }
}

fn sort_of(library: &Library, kind: &str) -> Sort {
    let fits = |wanted: &str| library.kind_fits(kind, wanted);
    match () {
        () if fits("character") => Sort::Character,
        () if fits("monster") => Sort::Monster,
        () if fits("item") => Sort::Item,
        () if fits("tile") => Sort::Tile,
        () if fits("scroll") => Sort::Scroll,
        () => Sort::Other,
    }
}

fn facts_of(
    lowerer: &mut Lowerer<'_>,
    library: &Library,
    entity: &Entity,
    blank: u8,
) -> Result<Facts, String> {
    let number = |field: &str| entity.int(field).unwrap_or(0).clamp(-999, 999) as i32;
    let sort = sort_of(library, &entity.kind);
    let mut block = |name: &str| -> Result<(BlockId, bool), String> {
        match entity.clauses_named(name).next() {
            Some(clause) => Ok((lowerer.clause(clause, &entity.id)?, true)),
            None => Ok((NO_BLOCK, false)),
        }
    };
    let (use_block, is_usable) = block("use")?;
    let (draw_block, is_drawn) = block("draw")?;
    let attack_field = if sort == Sort::Monster { "immune" } else { "attack" };
    let sets = lowerer.values(entity, "set", "set")?;
    let slot_count = lowerer.code.enums.get("slot").map_or(1, Vec::len);
    let mut slots = vec![0u8; slot_count];
    for id in entity.refs("slots") {
        slots[lowerer.ordinal("slot", id)? as usize] += 1;
    }
    let slot = match entity.refs("slot").next() {
        Some(id) => lowerer.ordinal("slot", id)? as u8,
        None => blank,
    };
    let mut open = 0;
    for id in entity.refs("openings") {
        open |= 1
            << ["north", "east", "south", "west"]
                .iter()
                .position(|side| *side == id)
                .ok_or_else(|| format!("a tile has no side `{id}`"))?;
    }
    let role = match entity.refs("role").next() {
        Some("start") => Role::Start,
        Some("exit") => Role::Exit,
        Some("monster") => Role::Monster,
        Some("healing-pool") => Role::Pool,
        Some("item") => Role::Item,
        _ => Role::Plain,
    };
    let against = match entity.refs("only-against").next() {
        Some(id) => lowerer.def(id)?,
        None => NONE,
    };
    Ok(Facts {
        sort,
        copies: entity.int("copies").unwrap_or(1).clamp(0, 99) as u16,
        sets: if sets == 0 { u64::MAX } else { sets },
        health: number("health"),
        ap: number("ap"),
        dice: number("dice"),
        bonus: number("bonus"),
        armour: number("armour"),
        slots,
        slot,
        cost: number("cost"),
        range: number("range"),
        shot_dice: number("shot-dice"),
        attack: lowerer.values(entity, attack_field, "attack-type")?,
        against,
        use_block,
        draw_block,
        is_usable,
        is_drawn,
        is_consumable: entity.flag("consumable"),
        only_in_fights: entity.flag("only-in-fights"),
        only_in_peace: entity.flag("only-in-peace"),
        is_ring: entity.flag("ring"),
        is_left_out_solo: entity.flag("left-out-solo"),
        is_guard: entity.flag("guards-exit"),
        worth: entity.int("worth").unwrap_or(1) as i32,
        role,
        label: number("label"),
        open,
    })
}
