//! What Dungeon Crawler reads from cards, formats, decks and the game itself, by name.

use cardwright_vocabulary::Otherwise::{Never, Nothing};
use cardwright_vocabulary::{Type, clause, facts, field, setting};

use Type::{Bool, CardNames, Enum, EnumSet, Int, Text};

const ADVENTURER: &[&str] = &["adventurer"];
const CHARACTER: &[&str] = &["character"];
const CRAWLER_CARDS: &[&str] = &["equipment", "magic", "skill", "tactic"];
const DUNGEON_CARDS: &[&str] = &["character", "event", "terrain", "trap"];
const PAID: &[&str] =
    &["equipment", "magic", "skill", "tactic", "character", "event", "terrain", "trap"];
const ALIGNED: &[&str] = &["adventurer", "equipment", "magic", "skill", "tactic", "character"];
const FORMAT: &[&str] = &["format"];
const DECK: &[&str] = &["deck"];
const BASE_BLOCK: &[&str] = &["base"];

facts! {
    COST = field(PAID, "cost", Int, Never, "What a crawler card costs, or what a dungeon card adds to the encounter.");
    LIFE = field(&["adventurer", "character"], "life", Int, Never, "Wounds that it survives less than.");
    EQUIPMENT = field(ADVENTURER, "equipment", Int, Nothing, "What an Adventurer can pay for Equipment.");
    MAGIC = field(ADVENTURER, "magic", Int, Nothing, "What an Adventurer can pay for Magic.");
    SKILL = field(ADVENTURER, "skill", Int, Nothing, "What an Adventurer can pay for Skills.");
    TACTIC = field(ADVENTURER, "tactic", Int, Nothing, "What an Adventurer can pay for Tactics.");
    PERMANENT = field(CRAWLER_CARDS, "permanent", Bool, Nothing, "Stays in play.");
    LIMIT = field(CRAWLER_CARDS, "limit", Int, Nothing, "Copies that may be in play.");
    WINDOW = field(CRAWLER_CARDS, "window", Enum("play-window"), Nothing, "When it may be played; without one, what its block is for.");
    DRAFT = field(DUNGEON_CARDS, "draft", Bool, Nothing, "Drafted, not shuffled in.");
    TYPE = field(CHARACTER, "type", EnumSet(&["character-type"]), Never, "What a Character is.");
    TRIBE = field(CHARACTER, "tribe", EnumSet(&["tribe"]), Nothing, "The tribes of a Character.");
    ALIGNMENT = field(ALIGNED, "alignment", EnumSet(&["alignment"]), Nothing, "Its alignments.");
    CLASS = field(ADVENTURER, "class", EnumSet(&["class"]), Never, "The classes of an Adventurer.");
    DAMAGE = field(&["character", "trap"], "damage", EnumSet(&["damage"]), Nothing, "The types of its damage; harm if none is named.");
    RARITY = field(PAID, "rarity", Enum("rarity"), Nothing, "How rare it is.");
    POWER = field(&["character", "trap"], "power", Int, Nothing, "The Power it strikes with.");
    GOAL = field(&["quest"], "goal", Bool, Never, "When the quest is completed.");
    MISSION = field(&["quest"], "mission", Bool, Nothing, "The quest must be among those completed.");

    BASE = clause(CRAWLER_CARDS, "base", "What the card does.");
    BOOST = clause(CRAWLER_CARDS, "boost", "What it does for an Adventurer of a class.");
    BOOST_KEYS = field(CRAWLER_CARDS, "keys", EnumSet(&["class"]), Nothing, "The classes that boost it.").within(&["boost"]);
    DISRUPT = clause(CRAWLER_CARDS, "disrupt", "What it does against another player.");
    BLENDED = clause(CRAWLER_CARDS, "blended", "What it does both for its owner and against another player.");
    SPEND = clause(CRAWLER_CARDS, "spend", "What it does when it is spent.");
    BLOCK_POWER = field(CRAWLER_CARDS, "power", Int, Nothing, "Power of an attack.").within(BASE_BLOCK);
    BLOCK_STAMINA = field(CRAWLER_CARDS, "stamina", Int, Nothing, "Stamina of a defence.").within(BASE_BLOCK);
    BLOCK_DAMAGE = field(CRAWLER_CARDS, "damage", EnumSet(&["damage"]), Nothing, "Damage types of the Power.").within(BASE_BLOCK);
    BLOCK_STAMINA_DAMAGE = field(CRAWLER_CARDS, "stamina-damage", EnumSet(&["damage"]), Nothing, "Damage types that the Stamina stops.").within(BASE_BLOCK);
    BLOCK_DISTANCE = field(CRAWLER_CARDS, "distance", Enum("distance"), Nothing, "How far it reaches.").within(BASE_BLOCK);
    BLOCK_AREA = field(CRAWLER_CARDS, "area", Int, Nothing, "How many Characters it hits.").within(BASE_BLOCK);
    BLOCK_PER_ATTACKER = field(CRAWLER_CARDS, "per-attacker", Bool, Nothing, "Its Power counts once for each attacker.").within(BASE_BLOCK);
    CHALLENGE = clause(DUNGEON_CARDS, "challenge", "What the party is challenged to.");
    CHALLENGE_WIN = clause(DUNGEON_CARDS, "win", "What happens if the challenge is met.").within(&["challenge"]);
    CHALLENGE_LOSE = clause(DUNGEON_CARDS, "lose", "What happens if it is not.").within(&["challenge"]);

    MODE = field(FORMAT, "mode", Enum("mode"), Never, "How the format is played.");
    MIN_PLAYERS = field(FORMAT, "min-players", Int, Never, "The fewest players.");
    MAX_PLAYERS = field(FORMAT, "max-players", Int, Never, "The most players.");
    ENCOUNTER_LIMIT = field(FORMAT, "encounter-limit", Int, Never, "The cost up to which an encounter is built.");
    SECOND_LIMIT = field(FORMAT, "second-limit", Int, Nothing, "The limit of the second, blind building round; without one, that of the first.");
    HAND_LIMIT = field(FORMAT, "hand-limit", Int, Never, "Cards that are drawn up to.");
    QUESTS_TO_WIN = field(FORMAT, "quests-to-win", Int, Never, "Quests that win the game.");
    POINTS_TO_WIN = field(FORMAT, "points-to-win", Int, Nothing, "Victory points that win at once.");
    ROUND_LIMIT = field(FORMAT, "round-limit", Int, Nothing, "Rounds after which points decide, in place of a clock; without one, no number of rounds ends the game.");
    FORMAT_ORDERED = field(FORMAT, "ordered", Bool, Nothing, "Decks are not shuffled.");
    POOLED_DECKS = field(FORMAT, "pooled-decks", Bool, Nothing, "The dungeon decks of all players are put together.");
    POOL_SIZE = field(FORMAT, "pool-size", Int, Nothing, "Dungeon cards in each player's encounter pool.");
    SLAIN_BONUS = field(FORMAT, "slain-bonus", Int, Nothing, "Points for a slain Character.");
    CLEARED_BONUS = field(FORMAT, "cleared-bonus", Int, Nothing, "Points for a cleared encounter.");
    WOUND_POINTS = field(FORMAT, "wound-points", Int, Nothing, "Points for a Wound dealt.");
    OWN_WOUND_PENALTY = field(FORMAT, "own-wound-penalty", Int, Nothing, "Points lost for a Wound taken.");
    PERISHED_LIFE_POINTS = field(FORMAT, "perished-life-points", Int, Nothing, "Points for each Life of a perished Adventurer.");
    QUEST_POINTS = field(FORMAT, "quest-points", Int, Nothing, "Points for a quest.");
    REGENERATE_POINTS = field(FORMAT, "regenerate-points", Int, Nothing, "Points for a Wound that regenerates.");
    PASS_POINTS = field(FORMAT, "pass-points", Int, Nothing, "Points for an encounter that others declined.");

    PARTY = field(DECK, "party", CardNames, Nothing, "The Adventurers, in marching order.");
    QUESTS = field(DECK, "quests", CardNames, Nothing, "The quests.");
    REQUIRED = field(DECK, "required", CardNames, Nothing, "Quests among them that must be completed.");
    CRAWLER_DECK = clause(DECK, "crawler", "The cards of the crawler deck.");
    DUNGEON_DECK = clause(DECK, "dungeon", "The cards of the dungeon deck.");
    DECK_ORDERED = field(DECK, "ordered", Bool, Nothing, "The deck is not shuffled.");

    SWIFT_ON_BUST = setting("swift-on-bust", Bool, Nothing, "Swift also brings in a card that busts.");
    IMMUNITY = setting("immunity-multi-type", Text, Nothing, "`all`, `any` or `whole`: when Power of several damage types meets immunity.");
    SET_ASIDE = setting("set-aside-instead-of-shuffle", Bool, Nothing, "Cards are set aside where the rules shuffle.");
    PASS_BONUS = setting("points-pass-bonus", Text, Nothing, "`each` or `one`: points for facing what others declined.");
    ENDLESS_ROUNDS = setting("endless-rounds", Int, Never, "Rounds that bring the end no nearer, after which a game is a draw.");
    QUEST_TIMING = setting("quest-check-timing", Text, Nothing, "`immediate` or `end-of-round`: when quests are checked.");
}
