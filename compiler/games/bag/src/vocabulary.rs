//! The words of Bag of Dungeon.

use super::content::Bag;
use super::facts;
use cardwright_engine::core::words::builtin;
use cardwright_engine::core::{Rules, words};
use cardwright_model::Role;
use cardwright_vocabulary::{
    DECIDE, Home, Meaning, RequiredEnum, Type, Vocabulary, WordType, may, needs, word,
};

/// Who fights.
const FIGURES: &[&str] = &["character", "monster"];
const HEROES: &[&str] = &["character"];
const MONSTERS: &[&str] = &["monster"];
const ITEMS: &[&str] = &["item"];
const TILES: &[&str] = &["tile"];
/// What is somewhere in the dungeon.
const PLACED: &[&str] = &["character", "monster", "item", "tile"];
/// Where somebody can be sent: an item is always where its bearer is.
const GOALS: &[&str] = &["character", "monster", "tile"];
/// Where a monster can come to: no other is there, as on the tile of one.
const FREE: &[&str] = &["character", "tile"];
/// What is there when the game starts.
const PRESENT: &[&str] = &["character", "tile", "scroll"];
/// Whose text has a bearer.
const BORNE: &[&str] = &["character", "item"];
/// Who is fought: nobody shoots, walks, lays tiles or gets new
/// action points in a fight, and no rival asks for help.
const FOE: &[&str] = &["foe"];
/// Where items are that somebody has.
const CARRIED: &[&str] = &["carried"];
/// Where items are that somebody has, or has just drawn.
const AT_HAND: &[&str] = &["carried", "drawn"];
/// Where items are that nobody has drawn.
const IN_BAG: &[&str] = &["bag"];
/// Moments of a fight.
const FIGHT: &[&str] = &["fight-starts", "would-damage", "damaged", "slain", "use"];

use Type::{Bool, Card, CardName, CardNames, Cards, Entity, Enum, Int, Nothing, Text};

words! {
    /// What effects do.
    pub enum Verb: verbs {
        Damage = word("damage", &[needs("figure", Card).of(FIGURES), needs("count", Int)], Nothing, "Damages an Adventurer or a monster; armour helps.").raises("would-damage"),
        Hurt = word("hurt", &[needs("figure", Card).of(FIGURES), needs("count", Int)], Nothing, "Damages directly: armour does not help."),
        Heal = word("heal", &[needs("figure", Card).of(FIGURES), may("count", Int)], Nothing, "Gives health back; all of it if no number is given.").raises("would-heal"),
        GainAp = word("gain-ap", &[needs("figure", Card).of(HEROES), needs("count", Int)], Nothing, "Gives an Adventurer action points for now, even above the highest number."),
        LoseAp = word("lose-ap", &[needs("figure", Card).of(HEROES), needs("count", Int)], Nothing, "Takes action points."),
        GainLife = word("gain-life", &[needs("figure", Card).of(HEROES)], Nothing, "Gives an Adventurer a life."),
        Teleport = word("teleport", &[needs("figure", Card).of(HEROES), may("to", Card).of(GOALS)], Nothing, "Puts an Adventurer on a tile, or on the tile of another figure; without one, on Start."),
        Exchange = word("exchange", &[needs("figure", Card).of(HEROES), needs("with", Card).of(HEROES)], Nothing, "Two Adventurers change places."),
        DrawItems = word("draw-items", &[needs("figure", Card).of(HEROES), may("count", Int)], Nothing, "An Adventurer draws from the Items bag."),
        Fetch = word("fetch", &[needs("item", Card).of(ITEMS).at(IN_BAG), needs("figure", Card).of(HEROES)], Nothing, "An Adventurer takes an item out of the Items bag, which is then shuffled."),
        Drop = word("drop", &[needs("item", Card).of(ITEMS).at(AT_HAND)], Nothing, "An item falls on the tile of its bearer."),
        Steal = word("steal", &[needs("item", Card).of(ITEMS).at(AT_HAND), needs("figure", Card).of(HEROES)], Nothing, "An item goes to another Adventurer."),
        Remove = word("remove", &[needs("item", Card).of(ITEMS).at(CARRIED)], Nothing, "An item leaves the game."),
        Banish = word("banish", &[needs("monster", Card).of(MONSTERS)], Nothing, "A monster goes back to the Monsters bag; never the one that guards the Exit."),
        Prowl = word("prowl", &[needs("monster", Card).of(MONSTERS), needs("to", Card).of(GOALS)], Nothing, "A monster goes to a tile, or to the tile of another figure, if no monster is there; never the one that guards the Exit."),
        Summon = word("summon", &[needs("to", Card).of(FREE)], Nothing, "A monster from the Monsters bag comes to a tile, or to the tile of a figure, if no monster is there."),
        ExtraTurn = word("extra-turn", &[], Nothing, "Whose turn it is takes another turn after this one."),
        EndTurn = word("end-turn", &[], Nothing, "The turn ends after what is going on."),
    }
}

words! {
    /// What effects react to.
    pub enum Event {
        GameStarts = word("game-starts", &[], Nothing, "The game starts.").on(PRESENT).opening(),
        TurnStarts = word("turn-starts", &[needs("figure", Card).of(HEROES)], Nothing, "An Adventurer's turn starts."),
        TurnEnds = word("turn-ends", &[needs("figure", Card).of(HEROES)], Nothing, "An Adventurer's turn ends."),
        Laid = word("laid", &[needs("figure", Card).of(HEROES), needs("tile", Card).of(TILES)], Nothing, "An Adventurer laid a tile."),
        Entered = word("entered", &[needs("figure", Card).of(HEROES), needs("tile", Card).of(TILES)], Nothing, "An Adventurer came to a tile: walking, escaping, helping or by an effect, but not falling back to Start."),
        Revealed = word("revealed", &[needs("monster", Card).of(MONSTERS)], Nothing, "A monster was drawn from the bag."),
        FightStarts = word("fight-starts", &[needs("figure", Card).of(HEROES), needs("foe", Card).of(FIGURES)], Nothing, "A fight starts."),
        WouldDamage = word("would-damage", &[needs("victim", Card).of(FIGURES), needs("attacker", Card).of(FIGURES), needs("amount", Int)], Nothing, "Somebody would be damaged.").changeable(),
        Damaged = word("damaged", &[needs("victim", Card).of(FIGURES), needs("attacker", Card).of(FIGURES), needs("amount", Int)], Nothing, "Somebody was damaged."),
        WouldHeal = word("would-heal", &[needs("figure", Card).of(FIGURES), needs("amount", Int)], Nothing, "An effect would give somebody health back.").changeable(),
        Slain = word("slain", &[needs("victim", Card).of(MONSTERS), needs("attacker", Card).of(HEROES)], Nothing, "A monster was killed."),
        WouldBeSlain = word("would-be-slain", &[needs("victim", Card).of(MONSTERS), needs("attacker", Card).of(HEROES)], Nothing, "A monster without health would be slain. One that is saved and not healed keeps 1 health.").preventable(),
        WouldFall = word("would-fall", &[needs("victim", Card).of(HEROES)], Nothing, "An Adventurer without health would lose a life. Who is saved and not healed keeps 1 health.").preventable(),
        Fallen = word("fallen", &[needs("victim", Card).of(HEROES)], Nothing, "An Adventurer lost a life."),
        RingPlaced = word("ring-placed", &[], Nothing, "The Ring came into play."),
    }
}

words! {
    /// Numbers that effects change.
    pub enum Stat {
        Dice = word("dice", &[may("card", Card).of(FIGURES)], Int, "How many dice it rolls in a fight."),
        Bonus = word("bonus", &[may("card", Card).of(FIGURES)], Int, "What is added to its roll, after a critical hit doubled it."),
        Armour = word("armour", &[may("card", Card).of(FIGURES)], Int, "How much less damage it takes."),
        MaxHealth = word("max-health", &[may("card", Card).of(FIGURES)], Int, "Its health when it is unharmed."),
        MaxAp = word("max-ap", &[may("card", Card).of(HEROES)], Int, "The action points of a turn.").never_for(FOE),
        ShotBonus = word("shot-bonus", &[may("card", Card).of(HEROES)], Int, "What is added to the damage of its shots.").never_for(FOE),
        Reach = word("reach", &[may("card", Card).of(HEROES)], Int, "How many tiles farther its shots go.").never_for(FOE),
    }
}

words! {
    /// Mechanisms.
    pub enum Mark {
        Fearless = word("fearless", &[], Nothing, "Escapes without damage.").of(HEROES),
        Slippery = word("slippery", &[], Nothing, "Walks past monsters without a fight.").of(HEROES).never_for(FOE),
    }
}

words! {
    /// What can be forbidden.
    pub enum Act {
        Escape = word("escape", &[], Nothing, "Escaping from a fight.").of(HEROES),
        Tag = word("tag", &[], Nothing, "Asking for help in a fight.").of(HEROES).never_for(FOE),
        Shoot = word("shoot", &[], Nothing, "Shooting.").of(HEROES).never_for(FOE),
        Lay = word("lay", &[], Nothing, "Laying tiles.").of(HEROES).never_for(FOE),
    }
}

words! {
    /// What effects pick from.
    pub enum Selection: selections {
        Adventurers = word("adventurers", &[], Cards, "All Adventurers in the dungeon.").of(HEROES),
        AdventurersHere = word("adventurers-here", &[], Cards, "The Adventurers on this tile: that of the figure or item whose text it is, else of who acts.").of(HEROES),
        Others = word("others", &[], Cards, "All Adventurers in the dungeon but the one whose text it is or who has the item.").of(HEROES).on(BORNE),
        Monsters = word("monsters", &[], Cards, "All monsters that lie face up.").of(MONSTERS),
        MonstersHere = word("monsters-here", &[], Cards, "The monsters on this tile: that of the figure or item whose text it is, else of who acts.").of(MONSTERS),
        MonstersInSight = word("monsters-in-sight", &[needs("range", Int)], Cards, "The monsters that are seen from this tile within so many tiles.").of(MONSTERS),
        BagItems = word("bag-items", &[], Cards, "The items in the Items bag.").of(ITEMS).at(IN_BAG),
        Items = word("items", &[needs("figure", Card).of(HEROES)], Cards, "What an Adventurer carries.").of(ITEMS).at(CARRIED),
        Bearer = word("bearer", &[], Card, "Who carries, uses or draws this; on a character, the Adventurer.").of(HEROES).on(BORNE),
        Foe = word("foe", &[], Card, "Who fights against the Adventurer or monster whose text it is; on tiles and scrolls, who is fought now.").of(FIGURES).within(FIGHT),
    }
}

words! {
    /// Facts.
    pub enum Query: queries {
        Health = word("health", &[may("figure", Card).of(FIGURES)], Int, "Its health now."),
        Ap = word("ap", &[may("figure", Card).of(HEROES)], Int, "Its action points now."),
        Lives = word("lives", &[may("figure", Card).of(HEROES)], Int, "Its lives."),
        Kills = word("kills", &[may("figure", Card).of(HEROES)], Int, "The monsters it killed and still has."),
        Score = word("score", &[may("figure", Card).of(HEROES)], Int, "Its score in the competitive game."),
        ItemCount = word("item-count", &[may("figure", Card).of(HEROES)], Int, "How many items it carries."),
        IsActive = word("is-active", &[may("figure", Card).of(HEROES)], Bool, "Whether it is its turn."),
        IsOut = word("is-out", &[may("figure", Card).of(HEROES)], Bool, "Whether it is out of the game."),
        HasEscaped = word("has-escaped", &[may("figure", Card).of(HEROES)], Bool, "Whether it left by the Exit."),
        IsFighting = word("is-fighting", &[may("figure", Card).of(FIGURES)], Bool, "Whether it fights now."),
        IsOn = word("is-on", &[needs("figure", Card).of(FIGURES), needs("tile", CardName)], Bool, "Whether it is on a tile of that name."),
        Holds = word("holds", &[needs("figure", Card).of(HEROES), needs("item", CardName)], Bool, "Whether it carries such an item."),
        Hides = word("hides", &[needs("figure", Card).of(HEROES), needs("item", CardName)], Bool, "Whether it carries such an item face down."),
        CanHold = word("can-hold", &[needs("figure", Card).of(HEROES), needs("item", CardName)], Bool, "Whether there is room for such an item."),
        Distance = word("distance", &[needs("from", Card).of(PLACED), needs("to", Card).of(PLACED)], Int, "Steps from one to the other, 99 if there is no way."),
        LiesOn = word("lies-on", &[needs("item", CardName), needs("tile", CardName)], Bool, "Whether such an item lies on a tile of that name."),
        LiesAside = word("lies-aside", &[needs("item", CardName)], Bool, "Whether such an item waits for the Healing Pool."),
        TokensOn = word("tokens-on", &[needs("tile", CardName)], Int, "The tokens on the tile of that name."),
        StackSize = word("stack-size", &[], Int, "How many tiles are left."),
        StackPlace = word("stack-place", &[needs("tile", CardName)], Int, "Which one from the top a tile of the stack is; 0 if it is not there."),
        BagSize = word("bag-size", &[], Int, "How many items are in the bag."),
        RingInPlay = word("ring-in-play", &[], Bool, "Whether the Ring is in play."),
        Won = word("won", &[may("figure", Card).of(HEROES)], Bool, "Whether the game is over and its player won."),
        Over = word("over", &[], Bool, "Whether the game is over."),
        Turn = word("turn", &[], Int, "The number of the turn, from 1."),
    }
}

words! {
    /// When something ends.
    pub enum Window {
        Turn = word("end-of-turn", &[], Nothing, "The turn ends."),
        Fight = word("end-of-fight", &[], Nothing, "The fight ends."),
        Round = word("end-of-round", &[], Nothing, "The round of the fight ends."),
    }
}

const SIDE: WordType = Enum("side");

/// What content of Bag of Dungeon may say.
pub(crate) const VOCABULARY: Vocabulary = Vocabulary {
    game: "bag",
    dice: true,
    opponents: true,
    period: "turn",
    commands: &[
        DECIDE,
        word(
            "lay",
            &[may("side", SIDE), may("turn", Int)],
            Nothing,
            "Draws a tile and lays it there, turned so many quarters.",
        ),
        word("place", &[needs("side", SIDE), may("turn", Int)], Nothing, "Lays the tile drawn."),
        word("move", &[needs("side", SIDE)], Nothing, "Goes to the next tile."),
        word("fight-on", &[], Nothing, "Rolls a round of the fight."),
        word("escape", &[needs("side", SIDE)], Nothing, "Escapes to a tile that is there."),
        word(
            "break-through",
            &[may("side", SIDE), may("turn", Int)],
            Nothing,
            "Escapes to a tile laid for it.",
        ),
        word("tag", &[needs("partner", Card)], Nothing, "Asks for help."),
        builtin::PICK,
        builtin::OPTION,
        word("accept", &[], Nothing, "Helps, or takes what is offered."),
        word("refuse", &[], Nothing, "Does not."),
        word(
            "use",
            &[needs("item", Card), may("card", Cards), may("label", Text)],
            Nothing,
            "Uses an item.",
        ),
        word(
            "shoot",
            &[needs("item", Card), needs("at", Card)],
            Nothing,
            "Shoots at a monster or a rival.",
        ),
        word(
            "shoot-token",
            &[needs("item", Card), needs("at", CardName)],
            Nothing,
            "Shoots at a monster that has not been revealed.",
        ),
        word("attack", &[needs("rival", Card)], Nothing, "Fights another Adventurer."),
        word(
            "pay-kill",
            &[needs("side", SIDE), may("kill", Card)],
            Nothing,
            "Escapes from a rival for a kill.",
        ),
        word(
            "hand-over",
            &[needs("kill", Card)],
            Nothing,
            "Gives up that kill: to the victor, or to the stall.",
        ),
        word("pay-health", &[needs("side", SIDE)], Nothing, "Escapes from a rival for 4 damage."),
        word("take", &[needs("item", Card)], Nothing, "Picks up an item."),
        word("drop", &[needs("item", Card)], Nothing, "Drops an item."),
        word(
            "give",
            &[needs("item", Card), needs("to", Card)],
            Nothing,
            "Offers an item as a present.",
        ),
        word(
            "trade",
            &[needs("item", Card), needs("for", Card)],
            Nothing,
            "Offers an item for another.",
        ),
        word(
            "ask",
            &[needs("item", Card), may("from", Card)],
            Nothing,
            "Asks somebody on the same tile for an item as a present.",
        ),
        word("show", &[needs("item", Card)], Nothing, "Turns an item face up that was face down."),
        word(
            "discard",
            &[needs("item", Card)],
            Nothing,
            "Alone: discards an item that may be left out, and draws another.",
        ),
        word(
            "leave-out",
            &[],
            Nothing,
            "Alone: leaves the items in the box that need others to be of use.",
        ),
        word("sell-kills", &[], Nothing, "Gives the stall kills for an item."),
        word(
            "sell-items",
            &[needs("item", Card), needs("and", Card)],
            Nothing,
            "Gives the stall 2 items for one.",
        ),
        word(
            "return",
            &[needs("item", Card)],
            Nothing,
            "Puts the item just drawn at the stall back.",
        ),
        word("bathe", &[], Nothing, "Uses the Healing Pool."),
        word(
            "charge",
            &[needs("side", SIDE)],
            Nothing,
            "Chooses the way of a monster that charges.",
        ),
        word("leave", &[], Nothing, "Leaves the dungeon."),
        word("end", &[], Nothing, "Ends the turn, or declines what is optional."),
    ],
    setup: &[
        builtin::FORMAT,
        word(
            "deck",
            &[],
            Entity(Role::Deck),
            "Starts a game with that party instead of a position.",
        ),
        word("decks", &[], Entity(Role::Deck), "The parties of the players, in order of seats."),
        word(
            "tiles",
            &[],
            Cards,
            "The tiles that lie, Start first; each with `x`, `y` and `turn`.",
        ),
        word("party", &[], Cards, "The Adventurers in turn order."),
        word("monsters", &[], Cards, "Monsters face up, with `x` and `y`."),
        word("carried", &[], Cards, "Items that are carried `by` an Adventurer."),
        word("dropped", &[], Cards, "Items that lie on a tile, with `x` and `y`."),
        word("trophies", &[], Cards, "Kills, `by` an Adventurer."),
        word("stack", &[], CardNames, "The tiles to draw, top first."),
        word("lair", &[], CardNames, "The Monsters bag, first drawn first."),
        word("bag", &[], CardNames, "The Items bag, first drawn first."),
        word("scroll", &[], CardName, "The Dragon Scroll."),
        builtin::SEED,
    ],
    properties: &[
        word("x", &[], Int, "Tiles to the east of Start."),
        word("y", &[], Int, "Tiles to the south of Start."),
        word("turn", &[], Int, "Quarters turned clockwise."),
        word("token", &[], Bool, "A token lies on the tile."),
        word("used", &[], Bool, "The item of the tile has been drawn."),
        word("uses", &[], Int, "Tokens of the Healing Pool."),
        word("health", &[], Int, "Health now."),
        word("ap", &[], Int, "Action points now."),
        word("lives", &[], Int, "Lives left."),
        word("by", &[], CardName, "Who has it."),
    ],
    enums: &[
        facts::Side::REQUIRED,
        facts::Role::REQUIRED,
        facts::Slot::REQUIRED,
        RequiredEnum { name: "attack-type", values: &[] },
        RequiredEnum { name: "set", values: &[] },
    ],
    homes: &[
        Home::text("character", "while the Adventurer is in the dungeon"),
        Home::text("item", "while an Adventurer carries it"),
        Home::text("monster", "while it lies face up"),
        Home::text("tile", "while it lies on the table"),
        Home::text("scroll", "during the whole game"),
        Home::block("item", "use", "when an Adventurer uses it"),
        Home::block(
            "item",
            "draw",
            "when it is drawn from the Items bag, to which it never comes back",
        )
        .at(&["drawn"]),
    ],
    facts: facts::FACTS,
    ..Bag::TABLES
};
