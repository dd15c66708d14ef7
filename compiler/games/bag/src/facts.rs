//! What Bag of Dungeon reads from cards, formats and the game itself, by name.

use cardwright_vocabulary::Otherwise::{Never, Nothing, Number};
use cardwright_vocabulary::{Type, WordType, clause, facts, field, meanings, setting};

use Type::{Bool, CardName, CardNames, Int};

const SLOT: WordType = Type::Enum("slot");
const ATTACK_TYPE: WordType = Type::Enum("attack-type");
/// The kind that every printed card is built on.
const PRINTED: &[&str] = &["printed"];
const ITEM: &[&str] = &["item"];
const MONSTER: &[&str] = &["monster"];
const TILE: &[&str] = &["tile"];
const FORMAT: &[&str] = &["format"];

facts! {
    SET = field(PRINTED, "set", Type::Enum("set"), Nothing, "The set it belongs to.");
    COPIES = field(PRINTED, "copies", Int, Number(1), "Copies in the game.");
    HEALTH = field(&["character", "monster"], "health", Int, Never, "Health at the start.");
    AP = field(&["character", "item"], "ap", Int, Never, "Action points a turn, or more of them.");
    DICE = field(&["character", "monster", "item"], "dice", Int, Never, "Dice in a fight.");
    BONUS = field(&["monster", "item"], "bonus", Int, Nothing, "Added to the roll in a fight.");
    ARMOUR = field(ITEM, "armour", Int, Nothing, "Less damage taken.");
    SLOTS = field(&["character"], "slots", Type::EnumSet(&["slot"]), Never, "Room for items.");
    SLOT_OF = field(ITEM, "slot", SLOT, Nothing, "The slot that an item needs; without one, a blank one.");
    COST = field(ITEM, "cost", Int, Nothing, "Action points for a use or shot.");
    RANGE = field(ITEM, "range", Int, Nothing, "Tiles that a shot reaches.");
    SHOT_DICE = field(ITEM, "shot-dice", Int, Nothing, "Dice of a shot.");
    ATTACK = field(ITEM, "attack", ATTACK_TYPE, Nothing, "What a ranged item shoots.");
    IMMUNE = field(MONSTER, "immune", Type::EnumSet(&["attack-type"]), Nothing, "What shots do nothing to a monster.");
    ONLY_AGAINST = field(ITEM, "only-against", CardName, Nothing, "The only monster that an item helps against.");
    CONSUMABLE = field(ITEM, "consumable", Bool, Nothing, "Leaves the game when it is used.");
    ONLY_IN_FIGHTS = field(ITEM, "only-in-fights", Bool, Nothing, "Used only in a fight.");
    ONLY_IN_PEACE = field(ITEM, "only-in-peace", Bool, Nothing, "Used only outside of fights.");
    RING = field(ITEM, "ring", Bool, Nothing, "The Ring, which is carried out.");
    LEFT_OUT_SOLO = field(ITEM, "left-out-solo", Bool, Nothing, "May be left in the box, or discarded when drawn, by one who plays alone.");
    GUARDS_EXIT = field(MONSTER, "guards-exit", Bool, Nothing, "Waits at the Exit and is not in the bag.");
    WORTH = field(&["monster", "item"], "worth", Int, Number(1), "Kills it counts as.");
    ROLE = field(TILE, "role", Type::Enum("tile-role"), Never, "What the tile is for.");
    LABEL = field(TILE, "label", Int, Nothing, "The number by which the Ring finds the tile.");
    OPENINGS = field(TILE, "openings", Type::EnumSet(&["side"]), Never, "The open sides.");
    USE = clause(ITEM, "use", "What happens when the item is used.");
    DRAW = clause(ITEM, "draw", "What happens when the item is drawn.");

    MIN_PLAYERS = field(FORMAT, "min-players", Int, Number(1), "The fewest players.");
    MAX_PLAYERS = field(FORMAT, "max-players", Int, Number(4), "The most players.");
    SOLO = field(FORMAT, "solo", Bool, Nothing, "One player leads all Adventurers.");
    COMPETITIVE = field(FORMAT, "competitive", Bool, Nothing, "Adventurers may fight each other.");
    MONSTER_RUSH = field(FORMAT, "monster-rush", Bool, Nothing, "Monsters that were shot charge.");
    LUCKY_DIP = field(FORMAT, "lucky-dip", Bool, Nothing, "There is a stall.");
    LOOSE = field(FORMAT, "loose", Bool, Nothing, "A new tile has to fit only the tile it is laid from.");
    LIVES = field(FORMAT, "lives", Int, Number(3), "Lives of each Adventurer.");
    SETS = field(FORMAT, "sets", Type::EnumSet(&["set"]), Nothing, "Sets that are played with; all if none is named.");

    PARTY = field(&["party"], "party", CardNames, Never, "The Adventurers of one player.");
    SCROLL = field(&["party"], "scroll", CardName, Nothing, "The Dragon Scroll.");

    DIE = setting("die", Type::Die, Never, "The die that everything is rolled with.");
    ESCAPE_COST = setting("escape-cost", Int, Never, "Action points for an escape to a neighbouring tile.");
    ESCAPE_DAMAGE = setting("escape-damage", Int, Never, "Damage that such an escape takes.");
    BREAK_THROUGH_COST = setting("break-through-cost", Int, Never, "Action points for an escape onto a new tile.");
    BREAK_THROUGH_DAMAGE = setting("break-through-damage", Int, Never, "Damage that such an escape takes.");
    RIVAL_ESCAPE = setting("rival-escape", Int, Never, "Health that an escape from a rival costs if no kill is paid.");
    CRITICAL_FACTOR = setting("critical-factor", Int, Never, "What a critical hit multiplies the dice with.");
    HELP_COST = setting("help-cost", Int, Never, "Action points for asking for help.");
    HELP_DICE = setting("help-dice", Int, Never, "More dice for an Adventurer with a partner.");
    HELP_SHARE = setting("help-share", Int, Never, "The partner takes one in so many of the damage.");
    SOLO_HELP_HEALTH = setting("solo-help-health", Int, Never, "The least health of a partner in the solo game.");
    SOLO_HELP_ROLL = setting("solo-help-roll", Int, Never, "The lowest roll at which a partner comes in the solo game.");
    ONE_ITEM_FROM = setting("one-item-from", Int, Never, "The least health of a monster that yields an item.");
    TWO_ITEMS_FROM = setting("two-items-from", Int, Never, "The least health of a monster that yields two items.");
    STALL_KILLS = setting("stall-kills", Int, Never, "Kills that the stall wants for an item.");
    RING_DICE = setting("ring-dice", Int, Never, "Dice that say on which numbered tile the Ring lies.");
    ENDLESS_ROUNDS = setting("endless-rounds", Int, Never, "Rounds in which nothing happens that cannot be undone, after which a game is a draw.");
    CHARGE_DICE = setting("charge-dice", Int, Never, "Dice for the steps of a charge, and again for its damage.");
}

meanings! {
    /// The sides of a tile, clockwise: a tile is turned by adding to a side's place.
    pub(super) enum Side of "side" { North = "north", East = "east", South = "south", West = "west" }
}

meanings! {
    /// What a dungeon tile is for.
    pub(super) enum Role of "tile-role" {
        Start = "start",
        Exit = "exit",
        Plain = "plain",
        Monster = "monster",
        Pool = "healing-pool",
        Item = "item",
    }
}

impl Default for Role {
    /// A role that only an expansion knows means nothing to the rules.
    fn default() -> Role {
        Role::Plain
    }
}

meanings! {
    /// Slots of a character that the rules name.
    pub(super) enum Slot of "slot" {
        /// Takes any item.
        Blank = "blank",
    }
}
