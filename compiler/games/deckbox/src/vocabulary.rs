//! The words of Deck Box Dungeons.

use super::content::Deckbox;
use cardwright_engine::core::{Rules, words};
use cardwright_model::Role;
use cardwright_vocabulary::{RequiredEnum, Type, Vocabulary, WordType, may, needs, word};

use Type::{
    Bool, Card, CardName, CardNames, Cards, Die, Entity, Enum, EnumSet, Int, Nothing, Text,
};

words! {
    /// What effects do.
    pub enum Verb: verbs {
        Damage = word("damage", &[needs("figure", Card), may("count", Int)], Nothing, "Takes health of a hero or turns an enemy's die down; nothing blocks it."),
        Hit = word("hit", &[needs("figure", Card), may("count", Int)], Nothing, "Hits that the target may block, as those of an attack."),
        Heal = word("heal", &[needs("figure", Card), may("count", Int)], Nothing, "Gives health back, never more than its most."),
        GainEnergy = word("gain-energy", &[needs("figure", Card), may("count", Int)], Nothing, "A hero gains energy."),
        LoseEnergy = word("lose-energy", &[needs("figure", Card), may("count", Int)], Nothing, "A hero loses energy, never below 0."),
        GainTreasure = word("gain-treasure", &[needs("figure", Card), may("count", Int)], Nothing, "A hero gains treasure."),
        LoseTreasure = word("lose-treasure", &[needs("figure", Card), may("count", Int)], Nothing, "A hero loses treasure, never below 0."),
        GainAction = word("gain-action", &[needs("figure", Card), may("count", Int)], Nothing, "The active hero may take more actions in this activation."),
        GainMovement = word("gain-movement", &[needs("figure", Card), needs("count", Int)], Nothing, "The active hero may move so many spaces now."),
        Stun = word("stun", &[needs("figure", Card)], Nothing, "An enemy skips its next activation."),
        Check = word("check", &[needs("figure", Card), needs("skill", SKILL), needs("required", Int)], Nothing, "A hero makes a skill check; `passed` and `successes` say what came of it."),
        Attack = word("attack", &[needs("figure", Card), needs("dice", Int), may("bonus", Int), may("by", Card)], Nothing, "The user attacks with so many dice and the hero's ranged modifier, as with an item."),
        Spawn = word("spawn", &[needs("die", Die), may("shows", Int), may("tile", CardName)], Nothing, "An enemy comes at the point of interest of a tile, or of the tile of who acts; its die is rolled or put down with a number."),
        Remove = word("remove", &[needs("figure", Card)], Nothing, "An enemy leaves the map and gives no treasure."),
        Send = word("send", &[needs("figure", Card), needs("tile", CardName)], Nothing, "Puts a hero on the point of interest of a tile that lies, or as near as possible."),
        Push = word("push", &[needs("figure", Card), needs("from", Card), may("spaces", Int)], Nothing, "Moves somebody straight away from another until something is in the way."),
        GiveItem = word("give-item", &[needs("figure", Card), may("item", CardName)], Nothing, "A hero gains an item of that name, or the next of the deck."),
        Discard = word("discard", &[needs("item", Card)], Nothing, "An item is lost."),
        Say = word("say", &[needs("story", Text)], Nothing, "Reads a piece of the story."),
    }
}

words! {
    /// What effects react to.
    pub enum Event {
        QuestStarts = word("quest-starts", &[], Nothing, "The quest starts."),
        RoundStarts = word("round-starts", &[], Nothing, "A round starts."),
        RoundEnds = word("round-ends", &[], Nothing, "A round ends, in the refresh phase."),
        Activates = word("activates", &[needs("figure", Card)], Nothing, "A hero or an enemy activates."),
        ActivationEnds = word("activation-ends", &[needs("figure", Card)], Nothing, "A hero or an enemy is done."),
        Explored = word("explored", &[needs("figure", Card)], Nothing, "A hero revealed the tile beyond a half space."),
        Entered = word("entered", &[needs("figure", Card)], Nothing, "A hero or an enemy came to another space."),
        Spawned = word("spawned", &[needs("figure", Card)], Nothing, "An enemy came to the map."),
        Attacks = word("attacks", &[needs("attacker", Card), needs("target", Card)], Nothing, "Somebody attacks, before the dice are rolled."),
        WouldDamage = word("would-damage", &[needs("victim", Card), needs("attacker", Card), needs("amount", Int)], Nothing, "Somebody would take damage."),
        Damaged = word("damaged", &[needs("victim", Card), needs("attacker", Card), needs("amount", Int)], Nothing, "Somebody took damage."),
        Defeated = word("defeated", &[needs("victim", Card), needs("attacker", Card)], Nothing, "An enemy was defeated."),
        WouldFall = word("would-fall", &[needs("victim", Card)], Nothing, "A hero without health would be downed."),
        Downed = word("downed", &[needs("victim", Card)], Nothing, "A hero was downed."),
        Checked = word("checked", &[needs("figure", Card)], Nothing, "A hero made a skill check; `passed` says what came of it."),
        Bought = word("bought", &[needs("figure", Card)], Nothing, "A hero bought an item."),
    }
}

words! {
    /// Numbers that effects change.
    pub enum Stat {
        MeleeDice = word("melee-dice", &[may("card", Card)], Int, "Dice of its melee attack; 0: it cannot make one."),
        MeleeMod = word("melee-mod", &[may("card", Card)], Int, "Added to each die of its melee attack."),
        RangedDice = word("ranged-dice", &[may("card", Card)], Int, "Dice of its ranged attack; 0: it cannot make one."),
        RangedMod = word("ranged-mod", &[may("card", Card)], Int, "Added to each die of its ranged attack."),
        DefenceMod = word("defence-mod", &[may("card", Card)], Int, "Added to each of its defence dice."),
        Speed = word("speed", &[may("card", Card)], Int, "Spaces a move."),
        Strength = word("strength", &[may("card", Card)], Int, "Added to each die of a Strength check."),
        Dexterity = word("dexterity", &[may("card", Card)], Int, "Added to each die of a Dexterity check."),
        Wisdom = word("wisdom", &[may("card", Card)], Int, "Added to each die of a Wisdom check."),
        Charisma = word("charisma", &[may("card", Card)], Int, "Added to each die of a Charisma check."),
        MaxHealth = word("max-health", &[may("card", Card)], Int, "The most health it can have."),
        HitDamage = word("hit-damage", &[may("card", Card)], Int, "Damage that each of its unblocked hits does."),
        Piercing = word("piercing", &[may("card", Card)], Int, "Taken off the defence of whom it attacks."),
        EnergyLimit = word("energy-limit", &[may("card", Card)], Int, "The most energy it gains by one attack."),
        Actions = word("actions", &[may("card", Card)], Int, "Actions of an activation."),
        CheckDice = word("check-dice", &[may("card", Card)], Int, "Dice that it rolls for a skill check."),
        Needed = word("needed", &[may("card", Card)], Int, "What each of its dice must reach with its modifier."),
        ShopSize = word("shop-size", &[], Int, "Items that lie open to be bought."),
        WaterCost = word("water-cost", &[may("card", Card)], Int, "Movement that a space of water costs."),
        PitDamage = word("pit-damage", &[may("card", Card)], Int, "Damage of entering a pit."),
    }
}

words! {
    /// Mechanisms.
    pub enum Mark {
        Diagonal = word("diagonal", &[], Nothing, "Its melee attacks reach diagonal neighbours too."),
        Spread = word("spread", &[], Nothing, "Each die of its attack may have another target."),
        Steady = word("steady", &[], Nothing, "It cannot be stunned."),
        Nimble = word("nimble", &[], Nothing, "It passes enemies."),
        Keen = word("keen", &[], Nothing, "Nobody is in the way of its sight."),
    }
}

words! {
    /// What can be forbidden.
    pub enum Act {
        Move = word("move", &[], Nothing, "Moving."),
        Attack = word("attack", &[], Nothing, "Attacking."),
        Melee = word("melee", &[], Nothing, "Melee attacks."),
        Ranged = word("ranged", &[], Nothing, "Ranged attacks."),
        Explore = word("explore", &[], Nothing, "Exploring."),
        UseAbility = word("use-ability", &[], Nothing, "Using abilities."),
        UseItem = word("use-item", &[], Nothing, "Using items."),
        Buy = word("buy", &[], Nothing, "Buying items."),
        Trade = word("trade", &[], Nothing, "Trading."),
        GainEnergy = word("gain-energy", &[], Nothing, "Gaining energy by hits."),
    }
}

words! {
    /// What effects pick from.
    pub enum Selection: selections {
        Heroes = word("heroes", &[], Cards, "The heroes on the map."),
        Others = word("others", &[], Cards, "The heroes on the map but whose text this is."),
        Actor = word("actor", &[], Card, "The hero who acts: who explores, checks, or takes the action."),
        Enemies = word("enemies", &[], Cards, "The enemies on the map."),
        HeroesNear = word("heroes-near", &[needs("figure", Card)], Cards, "The heroes on its tile and on adjacent tiles."),
        EnemiesNear = word("enemies-near", &[needs("figure", Card)], Cards, "The enemies on its tile and on adjacent tiles."),
        HeroesIn = word("heroes-in", &[needs("tile", CardName)], Cards, "The heroes on that tile."),
        EnemiesIn = word("enemies-in", &[needs("tile", CardName)], Cards, "The enemies on that tile."),
        EnemiesHere = word("enemies-here", &[needs("figure", Card)], Cards, "The enemies on its tile."),
        AdjacentHeroes = word("adjacent-heroes", &[needs("figure", Card)], Cards, "The other heroes beside it."),
        AdjacentEnemies = word("adjacent-enemies", &[needs("figure", Card)], Cards, "The enemies beside it."),
        EnemiesInSight = word("enemies-in-sight", &[needs("figure", Card)], Cards, "The enemies that it could shoot at."),
        WeakestEnemies = word("weakest-enemies", &[needs("figure", Card)], Cards, "Of the enemies on its tile those with the least health; of several the nearest."),
        Items = word("items", &[needs("figure", Card)], Cards, "What a hero carries."),
        ShopItems = word("shop-items", &[], Cards, "The items that lie open."),
    }
}

words! {
    /// Facts.
    pub enum Query: queries {
        Health = word("health", &[may("figure", Card)], Int, "Its health now."),
        Energy = word("energy", &[may("figure", Card)], Int, "A hero's energy."),
        Treasure = word("treasure", &[may("figure", Card)], Int, "A hero's treasure."),
        ItemCount = word("item-count", &[may("figure", Card)], Int, "How many items a hero carries."),
        Holds = word("holds", &[needs("figure", Card), needs("item", CardName)], Bool, "Whether a hero carries such an item."),
        ActionsLeft = word("actions-left", &[may("figure", Card)], Int, "Actions that a hero still has this round."),
        MovesLeft = word("moves-left", &[may("figure", Card)], Int, "Movement that is left of a hero's move."),
        IsActive = word("is-active", &[may("figure", Card)], Bool, "Whether it activates now."),
        IsHero = word("is-hero", &[may("figure", Card)], Bool, "Whether it is a hero."),
        IsDowned = word("is-downed", &[may("figure", Card)], Bool, "Whether a hero is downed."),
        IsStunned = word("is-stunned", &[may("figure", Card)], Bool, "Whether an enemy is stunned."),
        Threat = word("threat", &[may("figure", Card)], Enum("threat"), "The colour of an enemy's die."),
        AttackType = word("attack-type", &[may("figure", Card)], Enum("attack-type"), "How an enemy attacks."),
        IsOn = word("is-on", &[needs("figure", Card), needs("space", EnumSet(&["space"]))], Bool, "Whether it stands on such a space."),
        IsIn = word("is-in", &[needs("figure", Card), needs("tile", CardName)], Bool, "Whether it stands on that tile."),
        Lies = word("lies", &[needs("tile", CardName)], Bool, "Whether that tile has been revealed."),
        Column = word("column", &[may("figure", Card)], Int, "Its column on the map, from 0."),
        Row = word("row", &[may("figure", Card)], Int, "Its row on the map, from 0."),
        Distance = word("distance", &[needs("from", Card), needs("to", Card)], Int, "Steps from one to the other, 99 if there is no way."),
        Sees = word("sees", &[needs("from", Card), needs("to", Card)], Bool, "Whether one sees the other."),
        CanShoot = word("can-shoot", &[needs("from", Card), needs("to", Card)], Bool, "Whether one could shoot at the other from where they stand."),
        IsBeside = word("is-beside", &[needs("figure", Card), needs("other", Card)], Bool, "Whether one stands beside the other."),
        IsWithTile = word("shares-tile", &[needs("figure", Card), needs("other", Card)], Bool, "Whether both stand on one tile."),
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
    }
}

words! {
    /// When something ends.
    pub enum Window {
        Round = word("end-of-round", &[], Nothing, "The round ends."),
        Activation = word("end-of-activation", &[], Nothing, "The activation ends."),
        Attack = word("end-of-attack", &[], Nothing, "The attack ends."),
    }
}

const SKILL: WordType = Enum("skill");

/// What content of Deck Box Dungeons may say.
pub const VOCABULARY: Vocabulary = Vocabulary {
    game: "deckbox",
    dice: true,
    period: "round",
    commands: &[
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
        word("pick", &[needs("card", Card)], Nothing, "Chooses among what an effect asks for."),
        word("option", &[needs("label", Text)], Nothing, "Chooses one of several ways."),
        word("end", &[may("hero", Card)], Nothing, "The hero is done."),
        word("go-on", &[], Nothing, "Lets the enemies go on."),
        word(
            "pass-round",
            &[],
            Nothing,
            "Everybody ends, the enemies act, and the next round begins.",
        ),
    ],
    setup: &[
        word("format", &[], Entity(Role::Format), "The format; the first one if not said."),
        word(
            "deck",
            &[],
            Entity(Role::Deck),
            "Starts a quest with those parties instead of a position.",
        ),
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
        word("seed", &[], Int, "The seed of everything random."),
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
        RequiredEnum { name: "side", values: &["north", "east", "south", "west"] },
        RequiredEnum { name: "threat", values: &["green", "blue", "red"] },
        RequiredEnum { name: "attack-type", values: &["melee", "ranged"] },
        RequiredEnum { name: "skill", values: &["strength", "dexterity", "wisdom", "charisma"] },
        RequiredEnum {
            name: "space",
            values: &["floor", "wall", "water", "pit", "entrance", "exit", "half", "arrow", "poi"],
        },
        RequiredEnum {
            name: "behaviour",
            values: &["nearest", "weakest", "strongest", "most-treasure", "keep-distance", "guard"],
        },
        RequiredEnum { name: "uses", values: &["single", "permanent"] },
        RequiredEnum { name: "enemy-order", values: &["within-threat", "ranged-first"] },
        RequiredEnum { name: "symbol", values: &["melee", "ranged"] },
    ],
    ..Deckbox::TABLES
};
