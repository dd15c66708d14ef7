//! What scenarios of Super Dungeon Explore may do and set up, and the enums that the engine
//! must find in the content.

use super::facts::{Base, Distance, Platform, Rank};
use cardwright_engine::core::words::builtin;
use cardwright_engine::skirmish::Whom;
use cardwright_model::Role;
use cardwright_vocabulary::{DECIDE, Meaning, RequiredEnum, Type, Word, may, needs, word};

use Type::{Bool, Card, CardName, CardNames, Cards, Entity, Enum, EnumSet, Int, Nothing, Text};

/// What a scenario may do: the options of the game's decisions.
pub(super) const COMMANDS: &[Word] = &[
    DECIDE,
    word("activate", &[needs("figure", Card)], Nothing, "Activates a model."),
    word("run", &[needs("figure", Card)], Nothing, "Activates a model that runs."),
    word("pass-turn", &[], Nothing, "Activates no more monsters this turn."),
    word("move", &[needs("column", Int), needs("row", Int)], Nothing, "Moves to a square."),
    word(
        "attack",
        &[needs("target", Card), may("with", Text)],
        Nothing,
        "Makes a melee attack, basic or with a line of that name.",
    ),
    word(
        "shoot",
        &[needs("target", Card), may("with", Text)],
        Nothing,
        "Attacks by Magic, Missile or Range, basic or with a line of that name.",
    ),
    word(
        "burst",
        &[needs("target", Card), may("with", Text), may("by", Enum("attribute"))],
        Nothing,
        "Uses a line with a burst around a model.",
    ),
    word(
        "aim",
        &[needs("toward", Enum("side")), may("with", Text), may("by", Enum("attribute"))],
        Nothing,
        "Uses a line with an area to one side.",
    ),
    word(
        "unleash",
        &[may("with", Text), may("by", Enum("attribute"))],
        Nothing,
        "Uses a line with an area around the user.",
    ),
    word(
        "use-on",
        &[needs("target", Card), may("with", Text)],
        Nothing,
        "Uses a special action on one model.",
    ),
    word("open-chest", &[may("column", Int), may("row", Int)], Nothing, "Opens a chest."),
    word("shapeshift", &[], Nothing, "Changes shape."),
    word(
        "drink",
        &[needs("figure", Card), needs("potion", Text), may("from", Card)],
        Nothing,
        "A Hero drinks a potion of a Hero.",
    ),
    word("end", &[], Nothing, "Ends the activation, or declines what is optional."),
    word(
        "spawn",
        &[needs("monster", CardName), may("column", Int), may("row", Int)],
        Nothing,
        "Spawns a monster, on a square next to the spawning point.",
    ),
    word("spawn-from", &[needs("figure", Card)], Nothing, "Says which spawning point spawns next."),
    word("spend-skull", &[], Nothing, "Spends a skull token for the spawning point."),
    word(
        "clear-status",
        &[needs("figure", Card), needs("status", Enum("status"))],
        Nothing,
        "Takes a status counter off a model, for a skull token or a symbol rolled.",
    ),
    word("place", &[needs("column", Int), needs("row", Int)], Nothing, "Puts a model there."),
    word("roll-with", &[needs("figure", Card)], Nothing, "Rolls initiative with a model."),
    word("go-first", &[], Nothing, "The side that won the initiative goes first."),
    word("go-second", &[], Nothing, "The side that won the initiative goes second."),
    word("draw", &[], Nothing, "The Heroes draw the loot or treasure that they may have."),
    word(
        "equip",
        &[needs("card", Card), needs("figure", Card)],
        Nothing,
        "A Hero gets equipment that was drawn.",
    ),
    word("hold", &[needs("card", Card)], Nothing, "Keeps equipment until the end of the round."),
    word("sacrifice", &[needs("card", Card)], Nothing, "Gives up equipment that was drawn."),
    word("heal-wound", &[needs("figure", Card)], Nothing, "Takes a wound off a Hero."),
    word("take-potion", &[needs("figure", Card)], Nothing, "A Hero gets a potion counter."),
    word("take-loot", &[needs("card", Card)], Nothing, "The Consul's pick at Overcharge."),
    word("shift-to", &[needs("column", Int), needs("row", Int)], Nothing, "Moves the model there."),
    word("lay-tile", &[needs("tile", CardName), may("side", Int)], Nothing, "Takes a tile."),
    word("lay-at", &[needs("place", Int)], Nothing, "Lays the tile there."),
    builtin::PICK,
    builtin::OPTION,
    word("use", &[needs("card", Card), may("label", Text)], Nothing, "Uses what is offered."),
    word("done", &[], Nothing, "Ends choosing."),
];

/// What a scenario may set up, besides its map.
pub(super) const SETUP: &[Word] = &[
    builtin::FORMAT,
    word(
        "decks",
        &[],
        Entity(Role::Deck),
        "Starts a game with these parties and this roster instead of a position.",
    ),
    word("laid", &[], CardNames, "The tile that the map is."),
    word("pool", &[], Cards, "Monsters that are in the pool, with `count`."),
    word("mini-bosses", &[], CardNames, "Mini-bosses that may be spawned."),
    word("boss", &[], CardName, "The boss that waits."),
    word("fallen", &[], Cards, "Heroes that were destroyed."),
    word("loot-deck", &[], CardNames, "The loot deck, top first."),
    word("treasure-deck", &[], CardNames, "The treasure deck, top first."),
    word("held", &[], CardNames, "Equipment held until the end of the round."),
    word("power", &[], Int, "The space of the power marker."),
    word("loot", &[], Int, "The circle of the loot marker."),
    word("skulls", &[], Int, "The Consul's skull tokens."),
    word("round", &[], Int, "The number of the round; 1 if not said."),
    word(
        "phase",
        &[],
        Enum("phase"),
        "Where the round stands: at `spawn`, `initiative`, or a turn of the `heroes` (if not said) or the `consul`.",
    ),
    word("overcharge", &[], Bool, "The Power Gauge is in Overcharge."),
    word("boss-pending", &[], Bool, "The final enemy comes next spawn phase."),
    word("boss-fight", &[], Bool, "The boss fight has begun."),
    word("timed-out", &[], Bool, "The timeout has happened."),
    word("idle-rounds", &[], Int, "Rounds in a row that brought neither side nearer to its goal."),
    builtin::SEED,
];

/// Properties of figures in a set-up.
pub(super) const PROPERTIES: &[Word] = &[
    word("wounds", &[], Int, "Wounds now."),
    word("hearts", &[], Int, "Other hearts than those printed."),
    word("potions", &[], Int, "Potion counters now; none if not said."),
    word("status", &[], EnumSet(&["status"]), "Status counters."),
    word("equips", &[], CardNames, "Equipment of a Hero."),
    word("activated", &[], Bool, "Was activated this round."),
    word("spent", &[], Int, "Action points spent; the figure is active."),
    word("moved", &[], Int, "Squares moved; the figure is active."),
    word("active", &[], Bool, "Its activation has started."),
    word("count", &[], Int, "How many."),
    word("seat", &[], Int, "The seat of a Hero's player, 1 if not said; seat 2 is the Consul."),
];

/// Enums that the engine relies on.
pub(super) const ENUMS: &[RequiredEnum] = &[
    RequiredEnum { name: "attribute", values: &["att", "arm", "will", "dex"] },
    Distance::REQUIRED,
    Whom::REQUIRED,
    RequiredEnum {
        name: "shape",
        values: &["burst", "cross", "wave", "aura", "lance", "spray", "sweep"],
    },
    RequiredEnum { name: "control", values: &["compel", "pull", "push"] },
    Rank::REQUIRED,
    Platform::REQUIRED,
    RequiredEnum { name: "slot", values: &["weapon", "armor", "item", "relic"] },
    Base::REQUIRED,
    RequiredEnum { name: "side", values: &["north", "east", "south", "west"] },
    RequiredEnum { name: "phase", values: &["spawn", "initiative", "heroes", "consul"] },
    RequiredEnum { name: "symbol", values: &["star", "heart", "potion"] },
    RequiredEnum {
        name: "square",
        values: &["floor", "wall", "hallway", "difficult", "chest", "start"],
    },
    RequiredEnum { name: "status", values: &[] },
    RequiredEnum { name: "type", values: &[] },
];
