//! What Super Dungeon Explore reads from cards, formats and decks, by name.

use cardwright_vocabulary::Otherwise::{Never, Nothing, Number};
use cardwright_vocabulary::{Type, WordType, clause, facts, field, meanings, setting};

use Type::{Bool, CardName, CardNames, Int, Map, Numbers, Pool};

const PRINTED: &[&str] = &["printed"];
const ABLE: &[&str] = &["able"];
const MODEL: &[&str] = &["model"];
const ACTOR: &[&str] = &["actor"];
const HERO: &[&str] = &["hero"];
const MONSTER: &[&str] = &["monster"];
const POINT: &[&str] = &["spawning-point"];
const ADVENTURE: &[&str] = &["adventure"];
const TILE: &[&str] = &["tile"];
const TRACKER: &[&str] = &["tracker"];
const FORMAT: &[&str] = &["format"];
const ROSTER: &[&str] = &["roster"];
const SLOTS: WordType = Type::Enum("slot");

facts! {
    SET = field(PRINTED, "set", Type::Enum("set"), Nothing, "The set it belongs to.");
    COPIES = field(PRINTED, "copies", Int, Number(1), "Copies in the game.");
    TYPE = field(MODEL, "type", Type::EnumSet(&["type"]), Nothing, "Words of its type line.");
    RANK = field(MODEL, "rank", Type::Enum("rank"), Never, "Who it is in the game.");
    BASE = field(MODEL, "base", Type::Enum("base"), Never, "The squares it stands on.");
    HEARTS = field(MODEL, "hearts", Int, Never, "Wounds that destroy it.");
    ARM = field(MODEL, "ARM", Pool, Never, "Dice of its armour.");
    ATT = field(ACTOR, "ATT", Pool, Never, "Dice of its attacks.");
    WILL = field(ACTOR, "WILL", Pool, Never, "Dice of its magic.");
    DEX = field(ACTOR, "DEX", Pool, Never, "Dice of its missiles.");
    SPEED = field(ACTOR, "speed", Int, Never, "Movement points of a move.");
    ACTIONS = field(ACTOR, "actions", Int, Never, "Action points of an activation.");
    SHAPESHIFTED = field(ACTOR, "shapeshifted", Bool, Nothing, "Another shape of a model, never in play at first.");
    SHAPESHIFT = clause(ACTOR, "shapeshift", "A shape that it can take.");
    SHAPESHIFT_COST = field(ACTOR, "cost", Int, Number(1), "Action points for the shape.").within(&["shapeshift"]);
    SHAPESHIFT_INTO = field(ACTOR, "into", CardName, Never, "The other shape.").within(&["shapeshift"]);
    ACTION = clause(ABLE, "action", "A special action.");
    ACTION_COST = field(ABLE, "cost", Int, Number(1), "Its action points.").within(&["action"]);
    ATTACK = clause(ABLE, "attack", "A special attack.");
    ATTACK_COST = field(ABLE, "cost", Int, Number(1), "Its action points.").within(&["attack"]);
    POTION = clause(HERO, "potion", "What a potion does.");
    POTION_COST = field(HERO, "counters", Int, Number(1), "Potion counters it takes.").within(&["potion"]);
    POTIONS = field(HERO, "potions", Int, Never, "Potion counters a Hero can hold.");
    SKULL = field(MONSTER, "skull", Int, Never, "Skull points for its spawning.");
    PLATFORM = field(MONSTER, "platform", Type::Enum("platform"), Never, "How far the Power Gauge must be before it comes.");
    PAIRED = field(POINT, "paired", Bool, Nothing, "Two of its models share one pool.");
    POOL = clause(POINT, "pool", "The monsters it spawns.");
    SLOT = field(&["loot", "relic"], "slot", SLOTS, Never, "Where equipment goes.");
    LINKED = field(&["equipment"], "linked", CardName, Nothing, "The model that a card belongs to.");
    MIMIC_MONSTER = field(&["mimic"], "monster", CardName, Never, "The monster that a mimic is.");
    ADVENTURE_BOSS = field(ADVENTURE, "boss", CardName, Never, "The boss that adventure effects belong to.");
    DUNGEON = clause(ADVENTURE, "dungeon", "What holds in the dungeon.");
    BOSS_FIGHT = clause(ADVENTURE, "boss-fight", "What holds in the boss fight.");
    TIMEOUT = clause(ADVENTURE, "timeout", "What happens at the timeout.");
    SUMMONS = clause(ADVENTURE, "summons", "The monsters that a timeout summons.");
    SQUARE = field(&["tile-effect"], "square", Type::Enum("square"), Never, "The squares that a tile effect is about.");
    SIDE = clause(TILE, "side", "A side of a tile.");
    SIDE_MAP = field(TILE, "map", Map, Never, "The squares of the side.").within(&["side"]);
    STATUS = field(&["status-effect"], "status", Type::Enum("status"), Never, "The status that the card explains.");

    GAUGE = field(TRACKER, "gauge", Int, Never, "Spaces of the Power Gauge.");
    SIXTEEN_BIT_AT = field(TRACKER, "sixteen-bit-at", Int, Never, "The space from which 16-Bit monsters come.");
    SUPER_AT = field(TRACKER, "super-at", Int, Never, "The space from which Super! monsters come.");
    SKULLS_AT = field(TRACKER, "skulls-at", Numbers, Never, "The spaces that bring a skull token.");
    METER = field(TRACKER, "meter", Int, Never, "Spaces of the Loot-O-Meter.");
    LOOT_AT = field(TRACKER, "loot-at", Numbers, Never, "The spaces that bring loot.");

    MIN_PLAYERS = field(FORMAT, "min-players", Int, Never, "The fewest players.");
    MAX_PLAYERS = field(FORMAT, "max-players", Int, Never, "The most players.");
    FORMAT_TILES = field(FORMAT, "tiles", Int, Never, "Tiles of the dungeon.");
    FORMAT_HEROES = field(FORMAT, "heroes", Int, Never, "Heroes.");
    FORMAT_POINTS = field(FORMAT, "spawning-points", Int, Never, "Spawning points.");
    FORMAT_MINI_BOSSES = field(FORMAT, "mini-bosses", Int, Never, "Mini-bosses.");
    FORMAT_BOSSES = field(FORMAT, "bosses", Int, Never, "Bosses.");
    CHESTS = field(FORMAT, "chests", Int, Never, "Treasure chests.");
    OVERCHARGE = field(FORMAT, "overcharge", Bool, Nothing, "The gauge must reach Super! twice.");
    MINI_BOSS_ENDS = field(FORMAT, "mini-boss-ends", Bool, Nothing, "A mini-boss is the final enemy.");
    SETS = field(FORMAT, "sets", Type::EnumSet(&["set"]), Nothing, "Sets that are played with; all if none is named.");

    PARTY_HEROES = field(&["party"], "heroes", CardNames, Never, "A player's Heroes.");
    ROSTER_BOSS = field(ROSTER, "boss", CardName, Nothing, "The Consul's boss.");
    ROSTER_MINI_BOSSES = field(ROSTER, "mini-bosses", CardNames, Nothing, "The Consul's mini-bosses.");
    ROSTER_POINTS = clause(ROSTER, "spawning-points", "The Consul's spawning points.");
    ROSTER_TILES = field(ROSTER, "tiles", CardNames, Nothing, "The tiles of the dungeon.");

    SPAWN_BUDGET = setting("spawn-budget", Int, Never, "Skull points that a spawning point has.");
    TURN_BUDGET = setting("turn-budget", Int, Never, "Skull points of the monsters in a turn of the Consul.");
    START_DISTANCE = setting("start-distance", Int, Never, "The most squares between the start marker and a way out of the first tile.");
    FINAL_DISTANCE = setting("final-distance", Int, Never, "The fewest squares between every Hero and the final enemy when it appears.");
    MINI_BOSSES_AT_SIXTEEN_BIT = setting("mini-bosses-at-16-bit", Int, Never, "Mini-bosses that may be on the map once the gauge is at 16-Bit.");
    MINI_BOSSES_LATER = setting("mini-bosses-later", Int, Never, "Mini-bosses that may be on the map after that.");
    ENDLESS_ROUNDS = setting("endless-rounds", Int, Never, "Rounds that bring neither side nearer to its goal, after which a game is a draw.");
    FIRST_POTIONS = setting("first-potions", Int, Never, "Potion counters that a Hero starts with.");
}

meanings! {
    /// Who a model is in the game.
    #[derive(Default)]
    pub(super) enum Rank of "rank" {
        #[default]
        Hero = "hero",
        Minion = "minion",
        Denizen = "denizen",
        MiniBoss = "mini-boss",
        Boss = "boss",
        Point = "spawning-point",
    }
}

meanings! {
    /// How far the Power Gauge is, from the first monsters to the last.
    #[derive(Default)]
    pub(super) enum Platform of "platform" {
        #[default]
        EightBit = "8-bit",
        SixteenBit = "16-bit",
        Overcharge = "overcharge",
        Super = "super",
    }
}

meanings! {
    /// Squares that a model stands on.
    pub(super) enum Base of "base" { Small = "small", Large = "large" }
}

meanings! {
    /// How an action reaches its target.
    pub(super) enum Distance of "distance" {
        Magic = "magic",
        Missile = "missile",
        Range = "range",
        Melee = "melee",
    }
}
