//! What Super Dungeon Arcade reads from cards, formats and decks, by name.

use cardwright_vocabulary::Otherwise::{Never, Nothing, Number};
use cardwright_vocabulary::{Type, clause, facts, field, meanings, setting};

use Type::{Bool, CardName, CardNames, Enum, EnumSet, Int, Map, Pool, Range};

const PRINTED: &[&str] = &["printed"];
const ABLE: &[&str] = &["able"];
const MODEL: &[&str] = &["model"];
const HERO: &[&str] = &["hero"];
const MONSTER: &[&str] = &["monster"];
const SOLO: &[&str] = &["solo"];
const ELITE: &[&str] = &["elite"];
const GANG: &[&str] = &["gang"];
const POINT: &[&str] = &["spawning-point"];
const EQUIPMENT: &[&str] = &["equipment"];
const TILE: &[&str] = &["tile"];
const FORMAT: &[&str] = &["format"];
const PARTY: &[&str] = &["party"];

facts! {
    SET = field(PRINTED, "set", Enum("set"), Nothing, "The set it belongs to.");
    COPIES = field(PRINTED, "copies", Int, Number(1), "Copies in the game.");
    TYPE = field(MODEL, "type", EnumSet(&["type"]), Nothing, "Words of its type line.");
    BASE = field(MODEL, "base", Enum("base"), Never, "The squares it stands on.");
    HEARTS = field(MODEL, "hearts", Int, Never, "Wounds that destroy it.");
    AFFINITY = field(&["hero", "solo", "gang"], "affinity", EnumSet(&["crystal"]), Never, "Its crystals.");
    MOVEMENT = field(&["hero", "monster"], "movement", Int, Never, "Squares of a move.");
    ACTIONS = field(&["hero", "solo"], "actions", Int, Never, "Action points.");
    HERO_STR = field(HERO, "STR", Pool, Never, "Dice of melee attacks.");
    HERO_ARM = field(HERO, "ARM", Pool, Never, "Dice of armour.");
    HERO_WILL = field(HERO, "WILL", Pool, Never, "Dice of magic.");
    HERO_DEX = field(HERO, "DEX", Pool, Never, "Dice of missiles.");
    MELEE = field(HERO, "melee", Int, Nothing, "Range of the basic melee attack; without one, there is none.");
    MAGIC = field(HERO, "magic", Int, Nothing, "Range of the basic magic attack.");
    MISSILE = field(HERO, "missile", Int, Nothing, "Range of the basic missile attack.");
    DEFENSE = field(HERO, "defense", EnumSet(&["attribute"]), Never, "Attributes that a Hero may defend with.");
    POTION_QUANTITY = field(HERO, "potion-quantity", Int, Never, "Potions a Hero can hold.");
    SLOTS = field(HERO, "slots", EnumSet(&["slot"]), Nothing, "Slots of the backpack; all if none is named.");
    SHAPESHIFT = field(&["hero", "solo"], "shapeshift", CardName, Nothing, "Its other form.");
    SHAPESHIFTED = field(&["hero", "solo"], "shapeshifted", Bool, Nothing, "The other form of another card.");
    RANK = field(MONSTER, "rank", Enum("rank"), Never, "What a monster is among its own.");
    ARM = field(&["monster", "spawning-point"], "ARM", Int, Never, "Its armour.");
    STR = field(SOLO, "STR", Int, Never, "Its strength.");
    RNG = field(SOLO, "RNG", Int, Never, "The range of its attacks.");
    ALONE = clause(ELITE, "alone", "The numbers of an elite to which nobody is bonded.");
    WITH_GANG = clause(ELITE, "with-gang", "The numbers of an elite to which anybody is bonded.");
    ELITE_ACTIONS = field(ELITE, "actions", Int, Never, "Action points.").within(&["alone"]);
    ELITE_STR = field(ELITE, "STR", Int, Never, "Its strength.").within(&["alone"]);
    ELITE_RNG = field(ELITE, "RNG", Int, Never, "The range of its attacks.").within(&["alone"]);
    ELITE_ARM = field(ELITE, "ARM", Int, Nothing, "Its armour; without it, that of the card.").within(&["alone"]);
    GANG_ELITE = field(GANG, "elite", CardNames, Never, "The elites of the gang.");
    GANG_BONDED = field(GANG, "bonded", CardNames, Never, "Who can be bonded to them.");
    SPAWNS = clause(POINT, "spawns", "What spawns at once.");
    POOL = clause(POINT, "pool", "The monsters that come from it.");
    SLOT = field(EQUIPMENT, "slot", Enum("slot"), Never, "Where equipment goes.");
    CURSED = field(EQUIPMENT, "cursed", Bool, Nothing, "Cannot be taken off.");
    LINKED_TO = field(EQUIPMENT, "linked-to", CardName, Nothing, "The model that must be in the game.");
    CONSUL_ONLY = field(&["treasure"], "consul-only", Bool, Nothing, "Only for monsters.");
    BOOTY_MONSTER = field(&["boo-booty"], "monster", CardName, Never, "The monster of a boo booty.");
    CHALLENGE_BOSS = field(&["boss-challenge"], "boss", CardName, Nothing, "The boss whose fight it belongs to.");
    CHALLENGE_DECK = field(&["boss-challenge"], "deck", Enum("boss-deck"), Nothing, "The boss fight deck it belongs to.");
    TRAP = clause(&["challenge"], "trap", "What happens when it is drawn.");
    CHALLENGE = clause(&["challenge"], "challenge", "What holds while it is in play.");
    PLOT = clause(&["plot"], "plot", "What holds while it is in play.");
    DISCARD = field(&["plot"], "discard", Bool, Nothing, "When a plot is discarded.");
    SQUARE = field(&["tile-effect"], "square", Enum("square"), Never, "The squares that a tile effect is about.");
    BLESSING = field(&["tile-effect"], "blessing", Bool, Nothing, "It is good to stand there.");
    SIDE = clause(TILE, "side", "A side of a tile.");
    SIDE_MAP = field(TILE, "map", Map, Never, "The squares of the side.").within(&["side"]);
    CHART_HEROES = field(&["chart"], "heroes", Range, Never, "The sizes of party that it is for.");
    CHART_BOSS = field(&["chart"], "boss", CardName, Nothing, "The only boss it is for.");
    SPACE = clause(&["chart"], "space", "A space of the chart.");
    SPACE_INDEX = field(&["chart"], "index", Int, Never, "Its number.").within(&["space"]);
    ATTACK = clause(ABLE, "attack", "An offensive action.");
    SUPPORT = clause(ABLE, "support", "A support action.");
    POTION = clause(&["hero", "equipment"], "potion", "What a potion does.");
    POTION_COLOUR = field(&["hero", "equipment"], "colour", Enum("potion-colour"), Never, "What the potion is drunk for.").within(&["potion"]);
    LINE_COST = field(ABLE, "cost", Int, Nothing, "Its action points, or its potions.").within(&["attack"]);

    FORMAT_HEROES = field(FORMAT, "heroes", Range, Never, "How many Heroes play.");
    MIN_PLAYERS = field(FORMAT, "min-players", Int, Number(1), "The fewest players.");
    MAX_PLAYERS = field(FORMAT, "max-players", Int, Number(1), "The most players: each leads a Hero.");
    FORMAT_TILES = field(FORMAT, "tiles", Int, Never, "Tiles of the dungeon.");
    FORMAT_POINTS = field(FORMAT, "spawning-points", Int, Never, "Spawning points.");
    ACTIVATIONS = field(FORMAT, "activations", Int, Never, "Heroes that act before the Consul does.");
    FIRST_SPAWNS = field(FORMAT, "first-spawns", Int, Never, "Spawning points that spawn in the set-up.");
    SETS = field(FORMAT, "sets", EnumSet(&["set"]), Nothing, "Sets that are played with; all if none is named.");

    PARTY_HEROES = field(PARTY, "heroes", CardNames, Never, "The Heroes.");
    PARTY_BOSS = field(PARTY, "boss", CardName, Never, "The dungeon boss.");
    PARTY_MINI_BOSSES = field(PARTY, "mini-bosses", CardNames, Never, "The mini-bosses.");
    PARTY_POINTS = clause(PARTY, "spawning-points", "The spawning points.");
    PARTY_TILES = field(PARTY, "tiles", CardNames, Nothing, "The tiles; others are drawn.");
    PARTY_CHART = field(PARTY, "chart", CardName, Nothing, "The chart; without it, the usual one for so many Heroes.");
    PARTY_BOSS_DECK = field(PARTY, "boss-deck", Enum("boss-deck"), Nothing, "The deck of the boss fight.");
    PARTY_EASY = field(PARTY, "easy-modes", Int, Number(0), "Easy modes that are turned up at random.");
    PARTY_HARD = field(PARTY, "hard-modes", Int, Number(0), "Hard modes that are turned up at random.");

    BOND = setting("bond", Int, Never, "The most squares between an elite and the models bonded to it.");
    SPAWN_RANGE = setting("spawn-range", Int, Never, "The most squares between a spawning point and an elite that it spawns.");
    CHEST_RANGE = setting("chest-range", Int, Never, "The most squares between a chest and its spawning point.");
    MINIONS_PER_LOOT = setting("minions-per-loot", Int, Never, "Destroyed minions for which a loot card is drawn.");
    TRADE_PRICE = setting("trade-price", Int, Never, "Loot cards that are traded for a treasure.");
    BOSS_HEALING = setting("boss-healing", Int, Never, "Wounds that the boss loses in a Consul Turn, for each spawning point in play.");
    CRITICAL_STARS = setting("critical-stars", Int, Never, "The fewest stars of a critical hit.");
    CRITICAL_FACTOR = setting("critical-factor", Int, Never, "A critical hit has more stars than so many times the armour.");
    DASH = setting("dash", Int, Never, "Squares that a Hero moves for an action point.");
    EXTRA_COINS = setting("extra-coins", Int, Never, "Princess Coins besides one for each Hero.");
    WRATH_PER_HERO = setting("wrath-per-hero", Int, Never, "Wrath tokens for each Hero.");
    SLURP_WRATH = setting("slurp-wrath", Int, Never, "The wrath that a Hero takes by Loud Slurping.");
    REGROUP_ARMOUR = setting("regroup-armour", Int, Never, "The ARM that the command Regroup gives.");
    ENDLESS_TURNS = setting("endless-turns", Int, Never, "Hero Turns that bring the end no nearer, after which a game is a draw.");
}

meanings! {
    /// The rank of a monster.
    #[derive(Default)]
    pub(super) enum Rank of "rank" {
        Boss = "dungeon-boss",
        MiniBoss = "mini-boss",
        #[default]
        Solo = "solo",
        Elite = "elite",
        Minion = "minion",
        BooBooty = "boo-booty",
    }
}

meanings! {
    /// The eleven commands.
    pub(super) enum Command of "command" {
        Move = "move",
        Regroup = "regroup",
        Unique = "unique",
        Fight = "fight",
        EpicFight = "epic-fight",
        Spawn = "spawn",
        Reinforce = "reinforce",
        Plot = "plot",
        Challenge = "challenge",
        SpawnMiniBoss = "spawn-mini-boss",
        SpawnBoss = "spawn-dungeon-boss",
    }
}

meanings! {
    /// Squares that a model stands on.
    pub(super) enum Base of "base" { Small = "small", Large = "large" }
}

meanings! {
    /// What a potion is drunk for: an offensive action, a support action, or one in the Consul
    /// Turn.
    pub(super) enum Colour of "potion-colour" { Red = "red", Blue = "blue", Green = "green" }
}
