//! The content of Bag of Dungeon, ready for play: what is printed on characters, tiles,
//! monsters and items, the formats and the parties.

use cardwright_model::{Entity, Library};

pub(super) use super::facts::Role;
use super::facts::{self, Slot};
use super::state::{MAX_ADVENTURERS, MAX_TILES, Options};
use super::vocabulary::VOCABULARY;
use cardwright_engine::Module;
use cardwright_engine::core::code::{BlockId, Code, DefId, NO_NODE, NONE, NodeId};
use cardwright_engine::core::dice::Dice;
use cardwright_engine::core::{LowerError, Lowered, Lowerer, Printed};
use cardwright_vocabulary::{Fact, Meaning};

/// Bag of Dungeon with its content.
pub struct Bag {
    pub(super) code: Code,
    pub(super) facts: Printed<Facts>,
    pub(super) formats: Vec<Format>,
    pub(super) parties: Vec<Party>,
    pub(super) numbers: Numbers,
    /// Whether any tile has text. Looking at every tile on the table takes time.
    pub(super) do_tiles_act: bool,
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

/// The kinds of printed cards.
const SORTS: &[(&str, Sort)] = &[
    ("character", Sort::Character),
    ("monster", Sort::Monster),
    ("item", Sort::Item),
    ("tile", Sort::Tile),
    ("scroll", Sort::Scroll),
];

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
    /// When it may be used; [`NO_NODE`] means always.
    pub use_condition: NodeId,
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

/// The numbers of the rules, as the `game` declaration gives them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Numbers {
    /// The die that everything is rolled with.
    pub die: u8,
    pub escape_cost: i32,
    pub escape_damage: i32,
    pub break_through_cost: i32,
    pub break_through_damage: i32,
    pub rival_escape: i32,
    pub critical_factor: i32,
    pub help_cost: i32,
    pub help_dice: i32,
    pub help_share: i32,
    pub solo_help_health: i32,
    pub solo_help_roll: i32,
    pub one_item_from: i32,
    pub two_items_from: i32,
    pub stall_kills: usize,
    pub ring_dice: i32,
    pub charge_dice: i32,
    pub endless_rounds: u32,
}

impl Numbers {
    fn of(lowerer: &mut Lowerer<'_>) -> Numbers {
        let die = lowerer.setting_id(&facts::DIE).and_then(|id| lowerer.code.dice.die(id));
        let mut number = |fact: &Fact| lowerer.setting(fact);
        Numbers {
            die: die.unwrap_or(0),
            escape_cost: number(&facts::ESCAPE_COST),
            escape_damage: number(&facts::ESCAPE_DAMAGE),
            break_through_cost: number(&facts::BREAK_THROUGH_COST),
            break_through_damage: number(&facts::BREAK_THROUGH_DAMAGE),
            rival_escape: number(&facts::RIVAL_ESCAPE),
            critical_factor: number(&facts::CRITICAL_FACTOR),
            help_cost: number(&facts::HELP_COST),
            help_dice: number(&facts::HELP_DICE),
            help_share: number(&facts::HELP_SHARE).max(1),
            solo_help_health: number(&facts::SOLO_HELP_HEALTH),
            solo_help_roll: number(&facts::SOLO_HELP_ROLL),
            one_item_from: number(&facts::ONE_ITEM_FROM),
            two_items_from: number(&facts::TWO_ITEMS_FROM),
            stall_kills: number(&facts::STALL_KILLS).max(1) as usize,
            ring_dice: number(&facts::RING_DICE),
            charge_dice: number(&facts::CHARGE_DICE),
            endless_rounds: number(&facts::ENDLESS_ROUNDS).max(1) as u32,
        }
    }

    /// How many items a monster of that starting health yields.
    pub(super) fn reward(&self, health: i32) -> u8 {
        u8::from(health >= self.one_item_from) + u8::from(health >= self.two_items_from)
    }
}

/// Stands for the block of a card without one. It is never run: `is_usable` and `is_drawn` are
/// asked first.
const NO_BLOCK: BlockId = 0;

impl Module for Bag {
    fn open(library: &Library) -> Result<Bag, LowerError> {
        let dice = Dice::of_library(library)?;
        if dice.dice.is_empty() {
            return Err(LowerError::of("dice", "there is no die"));
        }
        let mut lowerer = Lowerer::new(library, &VOCABULARY, dice, Some("game-starts"))?;
        lowerer.cards();
        let numbers = Numbers::of(&mut lowerer);
        let cards = lowerer.entities().map(|(_, card)| card);
        let facts = Printed::new(lowerer.read_each(cards, facts_of));
        let formats = lowerer.formats().map(|format| format_of(&lowerer, format)).collect();
        let mut parties = Vec::new();
        for deck in lowerer.decks() {
            let members = lowerer.defs_of(deck, &facts::PARTY);
            let scroll = lowerer.def_of(deck, &facts::SCROLL).unwrap_or(NONE);
            if members.len() > MAX_ADVENTURERS {
                lowerer.problem(&deck.id, "a party has at most 8 Adventurers");
            }
            parties.push(Party { members, scroll });
        }
        let is_tile = |card: &Entity| lowerer.sort(card, SORTS) == Sort::Tile;
        let has_text = |card: &Entity| !card.effects.is_empty() || !card.keywords.is_empty();
        let do_tiles_act = lowerer.entities().any(|(_, card)| is_tile(card) && has_text(card));
        let tiles = |sets: u64| -> usize {
            let tiles = facts.iter().filter(|(_, f)| f.sort == Sort::Tile && f.sets & sets != 0);
            tiles.map(|(_, f)| usize::from(f.copies)).sum()
        };
        let formats: Vec<Format> = formats;
        for format in &formats {
            if tiles(format.sets) > MAX_TILES {
                let message = format!("there are more than {MAX_TILES} tiles");
                lowerer.problem(&format.id, message);
            }
        }
        Ok(Bag { code: lowerer.finish()?, facts, formats, parties, numbers, do_tiles_act })
    }
}

impl Bag {
    pub(super) fn facts(&self, def: DefId) -> &Facts {
        self.facts.of(def)
    }

    /// Printed cards of a sort that a format plays with and the engine can play.
    pub(super) fn printed(&self, sort: Sort, sets: u64) -> impl Iterator<Item = (DefId, &Facts)> {
        let is_wanted = move |facts: &Facts| facts.sort == sort && facts.sets & sets != 0;
        self.facts.playable(&self.code, is_wanted)
    }
}

fn format_of(lowerer: &Lowerer<'_>, format: &Entity) -> Format {
    let players = |fact: &Fact| fact.int(format).clamp(1, 8) as u8;
    Format {
        id: format.id.clone(),
        options: Options {
            strict: !facts::LOOSE.flag(format),
            solo: facts::SOLO.flag(format),
            competitive: facts::COMPETITIVE.flag(format),
            rush: facts::MONSTER_RUSH.flag(format),
            stall: facts::LUCKY_DIP.flag(format),
            lives: facts::LIVES.int(format) as i32,
        },
        min_players: players(&facts::MIN_PLAYERS),
        max_players: players(&facts::MAX_PLAYERS),
        sets: lowerer.values_or_all(format, &facts::SETS).unwrap_or(u64::MAX),
    }
}

fn facts_of(lowerer: &mut Lowerer<'_>, entity: &Entity) -> Lowered<Facts> {
    let number = |fact: &Fact| fact.int(entity).clamp(-999, 999) as i32;
    let sort = lowerer.sort(entity, SORTS);
    let mut block = |fact: &Fact| -> Lowered<(BlockId, bool)> {
        match fact.clauses(entity).next() {
            Some(clause) => Ok((lowerer.clause(clause, &entity.id)?, true)),
            None => Ok((NO_BLOCK, false)),
        }
    };
    let (use_block, is_usable) = block(&facts::USE)?;
    let (draw_block, is_drawn) = block(&facts::DRAW)?;
    let use_condition = match facts::USE.clauses(entity).next() {
        Some(used) => lowerer.condition_of(used, &entity.id)?,
        None => NO_NODE,
    };
    let attack = if sort == Sort::Monster { &facts::IMMUNE } else { &facts::ATTACK };
    let slot_count = lowerer.code.enums.get(Slot::REQUIRED.name).map_or(1, Vec::len);
    let mut slots = vec![0u8; slot_count];
    for id in facts::SLOTS.ids(entity) {
        slots[lowerer.ordinal(Slot::REQUIRED.name, id)? as usize] += 1;
    }
    let slot = lowerer.value(entity, &facts::SLOT_OF)?.unwrap_or(Slot::Blank as u32) as u8;
    let open = lowerer.values(entity, &facts::OPENINGS)? as u8;
    let role = facts::ROLE.id(entity).and_then(Role::named).unwrap_or_default();
    Ok(Facts {
        sort,
        copies: facts::COPIES.int(entity).clamp(0, 99) as u16,
        sets: lowerer.values_or_all(entity, &facts::SET)?,
        health: number(&facts::HEALTH),
        ap: number(&facts::AP),
        dice: number(&facts::DICE),
        bonus: number(&facts::BONUS),
        armour: number(&facts::ARMOUR),
        slots,
        slot,
        cost: number(&facts::COST),
        range: number(&facts::RANGE),
        shot_dice: number(&facts::SHOT_DICE),
        attack: lowerer.values(entity, attack)?,
        against: lowerer.def_of(entity, &facts::ONLY_AGAINST)?,
        use_block,
        use_condition,
        draw_block,
        is_usable,
        is_drawn,
        is_consumable: facts::CONSUMABLE.flag(entity),
        only_in_fights: facts::ONLY_IN_FIGHTS.flag(entity),
        only_in_peace: facts::ONLY_IN_PEACE.flag(entity),
        is_ring: facts::RING.flag(entity),
        is_left_out_solo: facts::LEFT_OUT_SOLO.flag(entity),
        is_guard: facts::GUARDS_EXIT.flag(entity),
        worth: number(&facts::WORTH),
        role,
        label: number(&facts::LABEL),
        open,
    })
}
