//! What Deck Box Dungeons reads from cards, quests, formats and the game itself, by name.

use cardwright_vocabulary::Otherwise::{Never, Nothing, Number};
use cardwright_vocabulary::{Type, clause, facts, field, meanings, setting};

use Type::{Bool, CardName, CardNames, Enum, Int, Map, Text};

const PRINTED: &[&str] = &["printed"];
const HERO: &[&str] = &["hero"];
const EQUIPMENT: &[&str] = &["equipment"];
const ENEMY: &[&str] = &["enemy"];
const SKILLED: &[&str] = &["hero", "ability"];
const QUEST: &[&str] = &["quest"];
const FORMAT: &[&str] = &["format"];
const PARTY: &[&str] = &["party"];
const ROOM_CHECK: &[&str] = &["room", "check"];

facts! {
    COPIES = field(PRINTED, "copies", Int, Number(1), "Copies in the game.");
    MELEE_DICE = field(&["equipment", "enemy"], "melee-dice", Int, Nothing, "Dice of a melee attack.");
    MELEE_MOD = field(&["hero", "equipment", "enemy"], "melee-mod", Int, Nothing, "Added to each of them.");
    RANGED_DICE = field(&["equipment", "item", "enemy"], "ranged-dice", Int, Nothing, "Dice of a ranged attack.");
    RANGED_MOD = field(&["hero", "equipment", "item", "enemy"], "ranged-mod", Int, Nothing, "Added to each of them.");
    DEFENCE_MOD = field(&["hero", "equipment", "enemy"], "defence-mod", Int, Nothing, "Added to each die of a defence.");
    SPEED = field(&["hero", "enemy"], "speed", Int, Nothing, "Spaces of a move; without it, it stays where it is.");
    MOVEMENT_MOD = field(EQUIPMENT, "movement-mod", Int, Nothing, "What equipment adds to them.");
    STRENGTH = field(SKILLED, "strength", Int, Nothing, "Added to each die of a check of Strength.");
    DEXTERITY = field(SKILLED, "dexterity", Int, Nothing, "Added to each die of a check of Dexterity.");
    WISDOM = field(SKILLED, "wisdom", Int, Nothing, "Added to each die of a check of Wisdom.");
    CHARISMA = field(SKILLED, "charisma", Int, Nothing, "Added to each die of a check of Charisma.");
    HEALTH = field(HERO, "health", Int, Never, "A hero's health.");
    POWER = clause(&["ability"], "power", "What an ability lets a hero do.");
    POWER_COST = field(&["ability"], "cost", Int, Nothing, "Energy for it.").within(&["power"]);
    COST = field(&["item"], "cost", Int, Never, "Treasure that an item costs.");
    USES = field(&["item"], "uses", Enum("uses"), Nothing, "Whether an item is used up; it is if it does not say.");
    USE = clause(&["item"], "use", "What happens when an item is used.");
    THREAT = field(ENEMY, "threat", Enum("threat"), Never, "The colour of an enemy's die.");
    ATTACK = field(ENEMY, "attack", Enum("attack-type"), Never, "How an enemy attacks.");
    BEHAVIOUR = field(ENEMY, "behaviour", Enum("behaviour"), Nothing, "Whom an enemy goes for.");
    BASIC = field(ENEMY, "basic", Bool, Nothing, "Comes where the quest names no other enemy.");
    MAP = field(&["tile"], "map", Map, Never, "The spaces of a map card.");
    REVERSE_OF = field(&["tile"], "reverse-of", CardName, Nothing, "The other face of the map card.");

    INTRO = field(QUEST, "intro", Text, Nothing, "What is told at the start.");
    GOAL = field(QUEST, "goal", Text, Nothing, "What is to be done.");
    VICTORY = field(QUEST, "victory", Text, Nothing, "What is told when it is won.");
    DEFEAT = field(QUEST, "defeat", Text, Nothing, "What is told when it is lost.");
    ENEMIES = field(QUEST, "enemies", CardNames, Nothing, "Enemies in place of the basic ones.");
    ROUNDS = field(QUEST, "rounds", Int, Nothing, "Rounds after which the quest is lost.");
    WIN = field(QUEST, "win", Bool, Never, "When the quest is won.");
    LOSE = field(QUEST, "lose", Bool, Nothing, "When the quest is lost.");
    SPECIAL = clause(QUEST, "special", "What holds in the whole quest.");
    ROOM = clause(QUEST, "room", "A room.");
    ROOM_TILE = field(QUEST, "tile", CardName, Never, "The map card of the room.").within(&["room"]);
    ROOM_TITLE = field(QUEST, "title", Text, Nothing, "Its name.").within(&["room"]);
    ROOM_STORY = field(QUEST, "story", Text, Nothing, "What is told when it is revealed.").within(&["room"]);
    ROOM_SPAWN = field(QUEST, "spawn", Type::Any, Nothing, "The enemies that come.").within(&["room"]);
    ROOM_SPECIAL = clause(QUEST, "special", "What happens when it is revealed.").within(&["room"]);
    EXIT = clause(QUEST, "exit", "A way to the next room.").within(&["room"]);
    EXIT_SIDE = field(QUEST, "side", Enum("side"), Never, "Where it leaves the map card.").within(&["room", "exit"]);
    ACTION = clause(QUEST, "action", "What a hero may do there.").within(&["room"]);
    ACTION_AT_POI = field(QUEST, "at-poi", Bool, Nothing, "Only beside the point of interest.").within(&["room", "action"]);
    CHECK = clause(QUEST, "check", "A skill check.").within(&["room"]);
    CHECK_SKILL = field(QUEST, "skill", Enum("skill"), Never, "The skill.").within(ROOM_CHECK);
    CHECK_REQUIRED = field(QUEST, "required", Int, Never, "Successes that pass it.").within(ROOM_CHECK);
    CHECK_PASS = clause(QUEST, "pass", "What happens if it is passed.").within(ROOM_CHECK);
    CHECK_FAIL = clause(QUEST, "fail", "What happens if it is not.").within(ROOM_CHECK);

    FORMAT_QUEST = field(FORMAT, "quest", CardName, Never, "The quest that is played.");
    MIN_PLAYERS = field(FORMAT, "min-players", Int, Number(1), "The fewest players.");
    MAX_PLAYERS = field(FORMAT, "max-players", Int, Number(4), "The most players.");
    ENEMY_ORDER = field(FORMAT, "enemy-order", Enum("enemy-order"), Nothing, "Which enemies act first.");
    HEROES_BLOCK_SIGHT = field(FORMAT, "heroes-block-sight", Bool, Nothing, "Heroes stand in the line of fire.");
    SPAWN_ORDER = field(FORMAT, "spawn-order", Text, Never, "Where the first to the ninth enemy stands around the point of interest.");

    PARTY_HERO = clause(PARTY, "hero", "A hero with what belongs to it.");
    PARTY_HERO_CARD = field(PARTY, "hero", CardName, Never, "The hero card.").within(&["hero"]);
    PARTY_EQUIPMENT = field(PARTY, "equipment", CardName, Never, "The equipment card.").within(&["hero"]);
    PARTY_ABILITY = field(PARTY, "ability", CardName, Nothing, "The ability card, which every hero needs in play.").within(&["hero"]);

    DIE = setting("die", Type::Die, Never, "The die of attacks, defence and checks.");
    ACTIONS = setting("actions", Int, Never, "Actions of a hero in a round.");
    NEEDED = setting("needed", Int, Never, "What a die and its modifier must reach together.");
    CRITICAL = setting("critical", Int, Never, "What a hero's die must show for a critical hit, whatever the modifier.");
    CHECK_DICE = setting("check-dice", Int, Never, "Dice of a skill check.");
    HIT_DAMAGE = setting("hit-damage", Int, Never, "Damage of a hit that is not blocked.");
    ENERGY_LIMIT = setting("energy-limit", Int, Never, "The most energy that one attack gives.");
    WATER_COST = setting("water-cost", Int, Never, "Movement for a step into water.");
    PIT_DAMAGE = setting("pit-damage", Int, Never, "Damage of a fall into a pit.");
    SHOP_SIZE = setting("shop-size", Int, Never, "Items that lie open in the shop.");
    STUN_PROOF = setting("stun-proof", Text, Never, "The colour of enemies that cannot be stunned.");
    ENDLESS_ROUNDS = setting("endless-rounds", Int, Never, "Rounds in which nothing happens that cannot be undone, after which a quest is a draw.");
    ENEMY_HEALTH = setting("enemy-health", Int, Never, "The most health that an enemy can have.");
}

meanings! {
    /// The sides of a map card, clockwise.
    pub(super) enum Side of "side" { North = "north", East = "east", South = "south", West = "west" }
}

meanings! {
    /// Whom an enemy goes for.
    #[derive(Default)]
    pub(super) enum Behaviour of "behaviour" {
        #[default]
        Nearest = "nearest",
        Weakest = "weakest",
        Strongest = "strongest",
        MostTreasure = "most-treasure",
        KeepDistance = "keep-distance",
        Guard = "guard",
    }
}

meanings! {
    /// How an enemy attacks.
    pub(super) enum AttackType of "attack-type" { Melee = "melee", Ranged = "ranged" }
}

meanings! {
    /// Whether an item is used up.
    pub(super) enum Lasting of "uses" { Single = "single", Permanent = "permanent" }
}

meanings! {
    /// Which enemies act first.
    pub(super) enum EnemyOrder of "enemy-order" {
        WithinThreat = "within-threat",
        RangedFirst = "ranged-first",
    }
}

meanings! {
    /// What a hero is tested in.
    pub(super) enum Skill of "skill" {
        Strength = "strength",
        Dexterity = "dexterity",
        Wisdom = "wisdom",
        Charisma = "charisma",
    }
}
