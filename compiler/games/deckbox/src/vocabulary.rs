//! The words of Deck Box Dungeons.

use super::content::Deckbox;
use super::facts;
use cardwright_engine::core::words::builtin;
use cardwright_engine::core::{Rules, words};
use cardwright_model::Role;
use cardwright_vocabulary::{
    Closing, DECIDE, Home, Meaning, RequiredEnum, Type, Vocabulary, WordType, may, needs, word,
};

/// Who stands on the map.
const FIGURES: &[&str] = &["hero", "enemy"];
const HEROES: &[&str] = &["hero"];
const ENEMIES: &[&str] = &["enemy"];
const ITEMS: &[&str] = &["item"];
const TILES: &[&str] = &["tile"];
/// Where items are that nobody has drawn, that lie open, and that a hero has.
const IN_DECK: &[&str] = &["deck"];
const IN_SHOP: &[&str] = &["shop"];
const CARRIED: &[&str] = &["carried"];
/// Where an item can be taken from, and be lost from.
const TAKEN: &[&str] = &["deck", "shop"];
const LOST: &[&str] = &["carried", "shop"];
/// What is somewhere on the map.
const PLACED: &[&str] = &["hero", "enemy", "tile"];
/// What is there when the quest starts.
const PRESENT: &[&str] = &["hero", "equipment", "ability", "quest", "tile"];

use Type::{
    Bool, Card, CardName, CardNames, Cards, Die, Entity, Enum, EnumSet, Int, Nothing, Text,
};

words! {
    /// What effects do.
    pub enum Verb: verbs {
        Damage = word("damage", &[needs("figure", Card).of(FIGURES), may("count", Int)], Nothing, "Takes health of a hero or turns an enemy's die down; nothing blocks it.").raises("would-damage"),
        Hit = word("hit", &[needs("figure", Card).of(FIGURES), may("count", Int)], Nothing, "Hits that the target may block, as those of an attack."),
        Heal = word("heal", &[needs("figure", Card).of(FIGURES), may("count", Int)], Nothing, "Gives health back, never more than its most.").raises("would-heal"),
        GainEnergy = word("gain-energy", &[needs("figure", Card).of(HEROES), may("count", Int)], Nothing, "A hero gains energy."),
        LoseEnergy = word("lose-energy", &[needs("figure", Card).of(HEROES), may("count", Int)], Nothing, "A hero loses energy, never below 0."),
        GainTreasure = word("gain-treasure", &[needs("figure", Card).of(HEROES), may("count", Int)], Nothing, "A hero gains treasure."),
        LoseTreasure = word("lose-treasure", &[needs("figure", Card).of(HEROES), may("count", Int)], Nothing, "A hero loses treasure, never below 0."),
        GainAction = word("gain-action", &[needs("figure", Card).of(HEROES), may("count", Int)], Nothing, "The active hero may take more actions in this activation."),
        GainMovement = word("gain-movement", &[needs("figure", Card).of(HEROES), needs("count", Int)], Nothing, "The active hero may move so many spaces now."),
        Stun = word("stun", &[needs("figure", Card).of(ENEMIES)], Nothing, "An enemy skips its next activation, unless its colour cannot be stunned."),
        Check = word("check", &[needs("figure", Card).of(HEROES), needs("skill", SKILL), needs("required", Int)], Nothing, "A hero makes a skill check; `passed` and `successes` say what came of it.").raises("checked"),
        Attack = word("attack", &[needs("figure", Card).of(FIGURES), needs("dice", Int), may("bonus", Int), may("by", Card).of(FIGURES)], Nothing, "Who is named, or else whose text it is or who acts, attacks with so many dice and the own ranged modifier, as with an item."),
        Spawn = word("spawn", &[needs("die", Die).of(&["threat"]), may("shows", Int), may("tile", CardName)], Nothing, "An enemy comes at the point of interest of a tile, or of the tile of who acts; its die is rolled or put down with a number.").raises("spawned"),
        Remove = word("remove", &[needs("figure", Card).of(ENEMIES)], Nothing, "An enemy leaves the map and gives no treasure."),
        Send = word("send", &[needs("figure", Card).of(FIGURES), needs("tile", CardName)], Nothing, "Puts a figure on the point of interest of a tile that lies, or as near as possible."),
        Push = word("push", &[needs("figure", Card).of(FIGURES), needs("from", Card).of(FIGURES), may("spaces", Int)], Nothing, "Moves somebody straight away from another until something is in the way."),
        Exchange = word("exchange", &[needs("figure", Card).of(FIGURES), needs("with", Card).of(FIGURES)], Nothing, "Two figures change places."),
        ActAgain = word("act-again", &[needs("figure", Card).of(HEROES)], Nothing, "A hero may be activated once more this round."),
        Fetch = word("fetch", &[needs("item", Card).of(ITEMS).at(TAKEN), needs("figure", Card).of(HEROES)], Nothing, "A hero takes an item out of the deck, which is then shuffled, or out of the shop, which is then filled."),
        GiveItem = word("give-item", &[needs("figure", Card).of(HEROES), may("item", CardName)], Nothing, "A hero gains an item of that name, or the next of the deck."),
        Discard = word("discard", &[needs("item", Card).of(ITEMS).at(LOST)], Nothing, "An item is lost."),
        Say = word("say", &[needs("story", Text)], Nothing, "Reads a piece of the story."),
    }
}

words! {
    /// What effects react to.
    pub enum Event {
        QuestStarts = word("quest-starts", &[], Nothing, "The quest starts.").on(PRESENT).opening(),
        RoundStarts = word("round-starts", &[], Nothing, "A round starts."),
        RoundEnds = word("round-ends", &[], Nothing, "A round ends, in the refresh phase."),
        Activates = word("activates", &[needs("figure", Card).of(FIGURES)], Nothing, "A hero or an enemy activates."),
        ActivationEnds = word("activation-ends", &[needs("figure", Card).of(FIGURES)], Nothing, "A hero or an enemy is done."),
        Explored = word("explored", &[needs("figure", Card).of(HEROES), needs("tile", Card).of(TILES)], Nothing, "A hero revealed a tile beyond a half space."),
        Entered = word("entered", &[needs("figure", Card).of(FIGURES)], Nothing, "A hero or an enemy came to another space."),
        Spawned = word("spawned", &[needs("figure", Card).of(ENEMIES)], Nothing, "An enemy came to the map."),
        Attacks = word("attacks", &[needs("attacker", Card).of(FIGURES), needs("target", Card).of(FIGURES)], Nothing, "Somebody attacks, before the dice are rolled."),
        WouldDamage = word("would-damage", &[needs("victim", Card).of(FIGURES), needs("attacker", Card).of(FIGURES), needs("amount", Int)], Nothing, "Somebody would take damage.").changeable(),
        Damaged = word("damaged", &[needs("victim", Card).of(FIGURES), needs("attacker", Card).of(FIGURES), needs("amount", Int)], Nothing, "Somebody took damage."),
        Defeated = word("defeated", &[needs("victim", Card).of(ENEMIES), needs("attacker", Card).of(FIGURES)], Nothing, "An enemy was defeated."),
        WouldHeal = word("would-heal", &[needs("figure", Card).of(FIGURES), needs("amount", Int)], Nothing, "Somebody would get health back.").changeable(),
        WouldBeDefeated = word("would-be-defeated", &[needs("victim", Card).of(ENEMIES), needs("attacker", Card).of(FIGURES)], Nothing, "An enemy without health would be defeated. One that is saved and not healed keeps 1 health.").preventable(),
        WouldFall = word("would-fall", &[needs("victim", Card).of(HEROES)], Nothing, "A hero without health would be downed. Who is saved and not healed keeps 1 health.").preventable(),
        Downed = word("downed", &[needs("victim", Card).of(HEROES)], Nothing, "A hero was downed."),
        Checked = word("checked", &[needs("figure", Card).of(HEROES)], Nothing, "A hero made a skill check; `passed` says what came of it."),
        Bought = word("bought", &[needs("figure", Card).of(HEROES)], Nothing, "A hero bought an item."),
    }
}

words! {
    /// Numbers that effects change.
    pub enum Stat {
        MeleeDice = word("melee-dice", &[may("card", Card).of(FIGURES)], Int, "Dice of its melee attack; 0: it cannot make one."),
        MeleeMod = word("melee-mod", &[may("card", Card).of(FIGURES)], Int, "Added to each die of its melee attack."),
        RangedDice = word("ranged-dice", &[may("card", Card).of(FIGURES)], Int, "Dice of its ranged attack; 0: it cannot make one."),
        RangedMod = word("ranged-mod", &[may("card", Card).of(FIGURES)], Int, "Added to each die of its ranged attack."),
        DefenceMod = word("defence-mod", &[may("card", Card).of(FIGURES)], Int, "Added to each of its defence dice."),
        Speed = word("speed", &[may("card", Card).of(FIGURES)], Int, "Spaces a move."),
        Strength = word("strength", &[may("card", Card).of(HEROES)], Int, "Added to each die of a Strength check."),
        Dexterity = word("dexterity", &[may("card", Card).of(HEROES)], Int, "Added to each die of a Dexterity check."),
        Wisdom = word("wisdom", &[may("card", Card).of(HEROES)], Int, "Added to each die of a Wisdom check."),
        Charisma = word("charisma", &[may("card", Card).of(HEROES)], Int, "Added to each die of a Charisma check."),
        MaxHealth = word("max-health", &[may("card", Card).of(FIGURES)], Int, "The most health it can have."),
        HitDamage = word("hit-damage", &[may("card", Card).of(FIGURES)], Int, "Damage that each of its unblocked hits does."),
        Piercing = word("piercing", &[may("card", Card).of(FIGURES)], Int, "Taken off the defence of whom it attacks."),
        EnergyLimit = word("energy-limit", &[may("card", Card).of(HEROES)], Int, "The most energy it gains by one attack."),
        Actions = word("actions", &[may("card", Card).of(HEROES)], Int, "Actions of an activation."),
        PowerCost = word("power-cost", &[may("card", Card).of(HEROES)], Int, "Energy that each of its powers costs, at least 1 if it costs any; read alone, of one that costs 1."),
        CheckDice = word("check-dice", &[may("card", Card).of(HEROES)], Int, "Dice that it rolls for a skill check."),
        Needed = word("needed", &[may("card", Card).of(FIGURES)], Int, "What each of its dice must reach with its modifier."),
        ShopSize = word("shop-size", &[], Int, "Items that lie open to be bought."),
        WaterCost = word("water-cost", &[may("card", Card).of(FIGURES)], Int, "Movement that a space of water costs."),
        PitDamage = word("pit-damage", &[may("card", Card).of(FIGURES)], Int, "Damage of entering a pit."),
    }
}

words! {
    /// Mechanisms.
    pub enum Mark {
        Diagonal = word("diagonal", &[], Nothing, "Its melee attacks reach diagonal neighbours too.").of(FIGURES),
        Spread = word("spread", &[], Nothing, "Each die of its attack may have another target.").of(FIGURES),
        Steady = word("steady", &[], Nothing, "It cannot be stunned.").of(ENEMIES),
        Nimble = word("nimble", &[], Nothing, "It passes enemies.").of(FIGURES),
        Keen = word("keen", &[], Nothing, "Nobody is in the way of its sight.").of(FIGURES),
    }
}

words! {
    /// What can be forbidden.
    pub enum Act {
        Move = word("move", &[], Nothing, "Moving.").of(FIGURES),
        Attack = word("attack", &[], Nothing, "Attacking.").of(FIGURES),
        Melee = word("melee", &[], Nothing, "Melee attacks.").of(FIGURES),
        Ranged = word("ranged", &[], Nothing, "Ranged attacks.").of(FIGURES),
        Explore = word("explore", &[], Nothing, "Exploring.").of(HEROES),
        UseAbility = word("use-ability", &[], Nothing, "Using abilities.").of(HEROES),
        UseItem = word("use-item", &[], Nothing, "Using items.").of(HEROES),
        Buy = word("buy", &[], Nothing, "Buying items.").of(HEROES),
        Trade = word("trade", &[], Nothing, "Trading.").of(HEROES),
        GainEnergy = word("gain-energy", &[], Nothing, "Gaining energy by hits.").of(HEROES),
    }
}

words! {
    /// What effects pick from.
    pub enum Selection: selections {
        Heroes = word("heroes", &[], Cards, "The heroes on the map.").of(HEROES),
        Others = word("others", &[], Cards, "The heroes on the map but whose text this is.").of(HEROES),
        Actor = word("actor", &[], Card, "The hero who acts: who explores, checks, or takes the action.").of(HEROES),
        Enemies = word("enemies", &[], Cards, "The enemies on the map.").of(ENEMIES),
        HeroesNear = word("heroes-near", &[needs("figure", Card).of(PLACED)], Cards, "The heroes on its tile and on adjacent tiles.").of(HEROES),
        EnemiesNear = word("enemies-near", &[needs("figure", Card).of(PLACED)], Cards, "The enemies on its tile and on adjacent tiles.").of(ENEMIES),
        HeroesIn = word("heroes-in", &[needs("tile", CardName)], Cards, "The heroes on that tile.").of(HEROES),
        EnemiesIn = word("enemies-in", &[needs("tile", CardName)], Cards, "The enemies on that tile.").of(ENEMIES),
        EnemiesHere = word("enemies-here", &[needs("figure", Card).of(PLACED)], Cards, "The enemies on its tile.").of(ENEMIES),
        AdjacentHeroes = word("adjacent-heroes", &[needs("figure", Card).of(FIGURES)], Cards, "The other heroes beside it.").of(HEROES),
        AdjacentEnemies = word("adjacent-enemies", &[needs("figure", Card).of(FIGURES)], Cards, "The enemies beside it.").of(ENEMIES),
        EnemiesInSight = word("enemies-in-sight", &[needs("figure", Card).of(HEROES)], Cards, "The enemies that it could shoot at.").of(ENEMIES),
        WeakestEnemies = word("weakest-enemies", &[needs("figure", Card).of(PLACED)], Cards, "Of the enemies on its tile those with the least health.").of(ENEMIES),
        Items = word("items", &[needs("figure", Card).of(HEROES)], Cards, "What a hero carries.").of(ITEMS).at(CARRIED),
        DeckItems = word("deck-items", &[], Cards, "The items in the deck.").of(ITEMS).at(IN_DECK),
        ShopItems = word("shop-items", &[], Cards, "The items that lie open.").of(ITEMS).at(IN_SHOP),
    }
}

words! {
    /// Facts.
    pub enum Query: queries {
        Health = word("health", &[may("figure", Card).of(FIGURES)], Int, "Its health now."),
        Energy = word("energy", &[may("figure", Card).of(HEROES)], Int, "A hero's energy."),
        Treasure = word("treasure", &[may("figure", Card).of(HEROES)], Int, "A hero's treasure."),
        ItemCount = word("item-count", &[may("figure", Card).of(HEROES)], Int, "How many items a hero carries."),
        Holds = word("holds", &[needs("figure", Card).of(HEROES), needs("item", CardName)], Bool, "Whether a hero carries such an item."),
        ActionsLeft = word("actions-left", &[may("figure", Card).of(HEROES)], Int, "Actions that a hero still has this round."),
        MovesLeft = word("moves-left", &[may("figure", Card).of(HEROES)], Int, "Movement that is left of a hero's move."),
        IsActive = word("is-active", &[may("figure", Card).of(FIGURES)], Bool, "Whether it activates now."),
        IsHero = word("is-hero", &[may("figure", Card).of(FIGURES)], Bool, "Whether it is a hero."),
        IsDowned = word("is-downed", &[may("figure", Card).of(HEROES)], Bool, "Whether a hero is downed."),
        IsStunned = word("is-stunned", &[may("figure", Card).of(ENEMIES)], Bool, "Whether an enemy is stunned."),
        Threat = word("threat", &[may("figure", Card).of(ENEMIES)], Enum("threat"), "The colour of an enemy's die."),
        AttackType = word("attack-type", &[may("figure", Card).of(ENEMIES)], Enum("attack-type"), "How an enemy attacks."),
        IsOn = word("is-on", &[needs("figure", Card).of(FIGURES), needs("space", EnumSet(&["space"]))], Bool, "Whether it stands on such a space."),
        IsIn = word("is-in", &[needs("figure", Card).of(FIGURES), needs("tile", CardName)], Bool, "Whether it stands on that tile."),
        Lies = word("lies", &[needs("tile", CardName)], Bool, "Whether that tile has been revealed."),
        Column = word("column", &[may("figure", Card).of(FIGURES)], Int, "Its column on the map, from 0."),
        Row = word("row", &[may("figure", Card).of(FIGURES)], Int, "Its row on the map, from 0."),
        Distance = word("distance", &[needs("from", Card).of(FIGURES), needs("to", Card).of(FIGURES)], Int, "Steps from one to the other, 99 if there is no way."),
        Sees = word("sees", &[needs("from", Card).of(FIGURES), needs("to", Card).of(FIGURES)], Bool, "Whether one sees the other."),
        CanShoot = word("can-shoot", &[needs("from", Card).of(FIGURES), needs("to", Card).of(FIGURES)], Bool, "Whether one could shoot at the other from where they stand."),
        IsBeside = word("is-beside", &[needs("figure", Card).of(FIGURES), needs("other", Card).of(FIGURES)], Bool, "Whether one stands beside the other."),
        IsWithTile = word("shares-tile", &[needs("figure", Card).of(PLACED), needs("other", Card).of(PLACED)], Bool, "Whether both stand on one tile, or one of them on the tile that is the other."),
        IsWeaponAttack = word("is-weapon-attack", &[], Bool, "Whether the attack under way is made with equipment or by an enemy, not with an item or ability."),
        Passed = word("passed", &[], Bool, "Whether the last skill check was passed."),
        Successes = word("successes", &[], Int, "The successes of the last skill check."),
        HeroCount = word("hero-count", &[], Int, "How many heroes began the quest."),
        DownedCount = word("downed-count", &[], Int, "How many heroes are downed."),
        ShopHas = word("shop-has", &[needs("item", CardName)], Bool, "Whether such an item lies open."),
        DeckSize = word("deck-size", &[], Int, "How many items are in the deck."),
        Round = word("round", &[], Int, "The number of the round, from 1."),
        Won = word("won", &[], Bool, "Whether the quest is won."),
        Over = word("over", &[], Bool, "Whether the quest is over."),
        Drawn = word("drawn", &[], Bool, "Whether the quest ended as a draw."),
    }
}

words! {
    /// When something ends.
    pub enum Window {
        Round = word("end-of-round", &[], Nothing, "The round ends.").closing(&[Closing { event: "round-ends", idle: &[] }]),
        NextRound = word("end-of-next-round", &[], Nothing, "The round after this one ends."),
        Activation = word("end-of-activation", &[], Nothing, "The activation ends."),
        Attack = word("end-of-attack", &[], Nothing, "The attack ends."),
    }
}

const SKILL: WordType = Enum("skill");

/// What content of Deck Box Dungeons may say.
pub(crate) const VOCABULARY: Vocabulary = Vocabulary {
    game: "deckbox",
    dice: true,
    period: "round",
    single: &["quest"],
    commands: &[
        DECIDE,
        word("activate", &[needs("hero", Card)], Nothing, "A hero begins to act."),
        word(
            "move",
            &[may("hero", Card), needs("x", Int), needs("y", Int)],
            Nothing,
            "Goes to a space, and may go on as long as movement is left.",
        ),
        word(
            "melee",
            &[may("hero", Card), needs("at", Cards)],
            Nothing,
            "Attacks beside; with several targets a die each, in order.",
        ),
        word(
            "shoot",
            &[may("hero", Card), needs("at", Cards)],
            Nothing,
            "Attacks from afar; with several targets a die each, in order.",
        ),
        word(
            "throw",
            &[may("hero", Card), needs("item", Card), needs("at", Cards)],
            Nothing,
            "Attacks with an item.",
        ),
        word(
            "explore",
            &[may("hero", Card), may("side", Enum("side"))],
            Nothing,
            "Reveals what is beyond.",
        ),
        word(
            "act",
            &[may("hero", Card), needs("label", Text), may("card", Cards)],
            Nothing,
            "Takes an action of the quest.",
        ),
        word(
            "ability",
            &[may("hero", Card), needs("label", Text), may("card", Cards)],
            Nothing,
            "Uses an ability.",
        ),
        word(
            "use",
            &[may("hero", Card), needs("item", Card), may("card", Cards), may("label", Text)],
            Nothing,
            "Uses an item.",
        ),
        word(
            "buy",
            &[may("hero", Card), needs("item", Card)],
            Nothing,
            "Buys an item of the shop.",
        ),
        word(
            "give",
            &[may("hero", Card), needs("item", Card), needs("to", Card)],
            Nothing,
            "Gives an item to a hero beside.",
        ),
        word(
            "give-treasure",
            &[may("hero", Card), needs("to", Card)],
            Nothing,
            "Gives a piece of treasure to a hero beside.",
        ),
        builtin::PICK,
        builtin::OPTION,
        word("end", &[may("hero", Card)], Nothing, "The hero is done."),
        word("go-on", &[], Nothing, "Does nothing while others act."),
        word(
            "next",
            &[needs("enemy", Card)],
            Nothing,
            "Says which of several equal enemies acts next.",
        ),
        word(
            "go",
            &[needs("x", Int), needs("y", Int)],
            Nothing,
            "Says where an enemy goes that has several ways.",
        ),
        word(
            "target",
            &[needs("at", Card)],
            Nothing,
            "Says which of several equal heroes an enemy attacks.",
        ),
        word(
            "pass-round",
            &[],
            Nothing,
            "Everybody ends, the enemies act, and the next round begins.",
        ),
    ],
    setup: &[
        builtin::FORMAT,
        word(
            "deck",
            &[],
            Entity(Role::Deck),
            "Starts a quest with those parties instead of a position.",
        ),
        word("decks", &[], Entity(Role::Deck), "The parties of the players, in order of seats."),
        word(
            "quest",
            &[],
            CardName,
            "The quest whose tiles lie; without it, the drawn map is one tile.",
        ),
        word("tiles", &[], CardNames, "The tiles that lie, besides the first."),
        word("party", &[], Cards, "The heroes, each with `equipment` and `ability`."),
        word("foes", &[], Cards, "Enemies that stand, with `x`, `y` and `health`."),
        word("carried", &[], Cards, "Items that are carried `by` a hero."),
        word("shop", &[], CardNames, "The items that lie open."),
        word("stack", &[], CardNames, "The items to draw, first drawn first."),
        word("flags", &[], Type::Name, "Flags of the quest that are set."),
        word("round", &[], Int, "The number of the round."),
        builtin::SEED,
    ],
    properties: &[
        word("x", &[], Int, "Column on the map, from 0."),
        word("y", &[], Int, "Row on the map, from 0."),
        word("equipment", &[], CardName, "A hero's equipment."),
        word("ability", &[], CardName, "A hero's ability card."),
        word("health", &[], Int, "Health now."),
        word("energy", &[], Int, "Energy now."),
        word("treasure", &[], Int, "Treasure now."),
        word("actions", &[], Int, "Actions left."),
        word("stunned", &[], Bool, "It skips its next activation."),
        word("by", &[], CardName, "Who carries it."),
    ],
    enums: &[
        facts::Side::REQUIRED,
        RequiredEnum { name: "threat", values: &["green", "blue", "red"] },
        facts::AttackType::REQUIRED,
        facts::Skill::REQUIRED,
        RequiredEnum {
            name: "space",
            values: &["floor", "wall", "water", "pit", "entrance", "exit", "half", "arrow", "poi"],
        },
        facts::Behaviour::REQUIRED,
        facts::Lasting::REQUIRED,
        facts::EnemyOrder::REQUIRED,
        RequiredEnum { name: "symbol", values: &["melee", "ranged"] },
    ],
    facts: facts::FACTS,
    homes: &[
        Home::text("hero", "while the hero is on the map"),
        Home::text("equipment", "while its hero is on the map").about(&["hero"]),
        Home::text("ability", "while its hero is on the map").about(&["hero"]),
        Home::text("item", "while a hero carries it").about(&["hero"]),
        Home::text("enemy", "while it is on the map"),
        Home::text("tile", "while it lies"),
        Home::text("quest", "during the quest"),
        Home::block("ability", "power", "when its hero uses it").about(&["hero"]),
        Home::block("item", "use", "when a hero uses it").about(&["hero"]),
        Home::block("quest", "special", "when the quest starts, or its room is revealed"),
        Home::block("quest", "room", "when it is revealed"),
        Home::block("quest", "action", "when a hero takes it"),
        Home::block("quest", "pass", "when the check is passed"),
        Home::block("quest", "fail", "when the check is failed"),
    ],
    ..Deckbox::TABLES
};
