//! The words of Super Dungeon Explore.

use super::content::Explore;
use cardwright_engine::core::words::builtin;
use cardwright_engine::core::{Rules, words};
use cardwright_vocabulary::{Home, Type, Vocabulary, WordType, may, needs, word};

use Type::{Bool, Card, CardName, Cards, Enum, EnumSet, Int, Keyword, Nothing, Pool};

/// Who stands on the map.
const MODELS: &[&str] = &["model"];
/// Who is activated.
const ACTORS: &[&str] = &["actor"];
const HEROES: &[&str] = &["hero"];
const MONSTERS: &[&str] = &["monster"];
const TILES: &[&str] = &["tile"];
const POINTS: &[&str] = &["spawning-point"];
/// Whose text is there when the game starts.
const PRESENT: &[&str] = &["model", "tile", "tile-effect", "adventure"];
/// Where models are; a destroyed Hero is not.
const MAP: &[&str] = &["map"];
const LOOT: &[&str] = &["loot"];
const TREASURE: &[&str] = &["treasure"];
/// What is drawn from decks.
const FOUND: &[&str] = &["loot", "treasure"];
/// Where it is before it is drawn.
const IN_DECK: &[&str] = &["deck"];
/// Cards whose text is about a model: its own, what it wears, what it suffers, and that of the
/// boss in its fight.
const FIGURED: &[&str] = &["model", "loot", "relic", "status-effect", "adventure"];
/// Blocks of what models do.
const LINES: &[&str] = &["action", "attack", "potion"];
/// Those of them that are aimed and rolled.
const AIMED: &[&str] = &["action", "attack"];
/// Moments of an attack.
const ATTACK: &[&str] = &[
    "attacks",
    "attack-rolled",
    "defends",
    "defense-rolled",
    "hit",
    "missed",
    "affected",
    "would-wound",
    "wounded",
    "would-suffer",
    "suffered",
    "healed",
    "drunk",
    "action",
    "attack",
];
/// Who attacks and is attacked now: nobody walks, aims or begins anything else meanwhile.
const ATTACKING: &[&str] = &["attacker", "defender", "targets"];
/// Moments of an attack at which dice lie on the table.
const ROLLS: &[&str] = &[
    "attack-rolled",
    "defends",
    "defense-rolled",
    "hit",
    "missed",
    "would-wound",
    "wounded",
    "would-suffer",
    "suffered",
    "healed",
    "drunk",
];
/// Moments at which somebody is activated.
const ACTIVE: &[&str] = &[
    "activation-starts",
    "activation-ends",
    "entered",
    "attacks",
    "attack-rolled",
    "defends",
    "defense-rolled",
    "hit",
    "missed",
    "affected",
    "would-wound",
    "wounded",
    "would-suffer",
    "suffered",
    "healed",
    "destroyed",
    "drunk",
    "chest-opened",
    "equipped",
    "sacrificed",
    "timed-out",
    "action",
    "attack",
    "potion",
    "timeout",
    "offer",
];

const STATUS: WordType = Enum("status");
const ATTRIBUTE: WordType = Enum("attribute");

words! {
    /// What effects do.
    pub enum Verb: verbs {
        Wound = word("wound", &[needs("figure", Card).of(MODELS).at(MAP), may("count", Int), may("quiet", Bool)], Nothing, "Puts wounds on a model; quiet ones do not move the Power Gauge.").raises("would-wound"),
        Heal = word("heal", &[needs("figure", Card).of(MODELS).at(MAP), may("count", Int)], Nothing, "Takes wounds off a model; one if no number is given.").raises("would-heal"),
        GiveStatus = word("give-status", &[needs("figure", Card).of(MODELS).at(MAP), needs("status", STATUS)], Nothing, "Puts a status counter on a model."),
        RemoveStatus = word("remove-status", &[needs("figure", Card).of(MODELS).at(MAP), needs("status", STATUS)], Nothing, "Takes a status counter off a model."),
        Remedy = word("remedy", &[needs("figure", Card).of(MODELS).at(MAP)], Nothing, "Takes all status counters off a model."),
        Cure = word("cure", &[needs("figure", Card).of(MODELS).at(MAP), may("count", Int)], Nothing, "Takes status counters off a model, chosen by its player; one if no number is given."),
        GainPotion = word("gain-potion", &[needs("figure", Card).of(HEROES).at(MAP), may("count", Int)], Nothing, "Gives a Hero potion counters, up to its maximum."),
        LosePotion = word("lose-potion", &[needs("figure", Card).of(HEROES).at(MAP), may("count", Int)], Nothing, "Takes potion counters from a Hero."),
        GainActions = word("gain-actions", &[needs("figure", Card).of(ACTORS).at(MAP).acting(), may("count", Int)], Nothing, "Gives the model that is active more action points.").within(ACTIVE),
        LoseActions = word("lose-actions", &[needs("figure", Card).of(ACTORS).at(MAP).acting(), may("count", Int)], Nothing, "Takes action points that the active model has not spent.").within(ACTIVE),
        GainSpeed = word("gain-speed", &[needs("figure", Card).of(ACTORS).at(MAP).acting(), may("count", Int)], Nothing, "Gives the model that is active more squares to move.").within(ACTIVE),
        Compel = word("compel", &[needs("figure", Card).of(ACTORS).at(MAP), needs("squares", Int)], Nothing, "You move a model up to so many squares."),
        Pull = word("pull", &[needs("figure", Card).of(ACTORS).at(MAP), needs("squares", Int)], Nothing, "You move a model up to so many squares, each closer to this one.").on(FIGURED),
        Push = word("push", &[needs("figure", Card).of(ACTORS).at(MAP), needs("squares", Int)], Nothing, "You move a model up to so many squares, each farther from this one.").on(FIGURED),
        Teleport = word("teleport", &[needs("figure", Card).of(ACTORS).at(MAP), needs("squares", Int)], Nothing, "You put a model on any empty square at most so many squares away."),
        Exchange = word("exchange", &[needs("figure", Card).of(ACTORS).at(MAP), needs("with", Card).of(ACTORS).at(MAP)], Nothing, "Two models of the same size change places."),
        Summon = word("summon", &[needs("monster", CardName).listed("pool"), may("count", Int)], Nothing, "Puts monsters from the pool next to this one.").on(FIGURED),
        ActAgain = word("act-again", &[needs("figure", Card).of(ACTORS)], Nothing, "A model that was activated may be activated once more this round."),
        Fetch = word("fetch", &[needs("item", Card).of(FOUND).at(IN_DECK)], Nothing, "The Heroes draw that card of the loot or treasure deck, which is then shuffled."),
        DrawLoot = word("draw-loot", &[may("count", Int)], Nothing, "The Heroes draw loot."),
        DrawTreasure = word("draw-treasure", &[may("count", Int)], Nothing, "The Heroes draw treasure."),
        GainSkulls = word("gain-skulls", &[may("count", Int)], Nothing, "The Consul takes skull tokens."),
        AdvancePower = word("advance-power", &[may("count", Int)], Nothing, "The Power Gauge advances."),
        AdvanceLoot = word("advance-loot", &[may("count", Int)], Nothing, "The Loot-O-Meter advances."),
        Resurrect = word("resurrect", &[], Nothing, "A destroyed Hero, chosen by you, may return: one die a heart is thrown, and each star takes a wound off."),
        Reroll = word("reroll", &[needs("figure", Card).of(MODELS).at(MAP), may("count", Int)], Nothing, "Throws the worst dice of a model's roll under way again, each once.").within(ROLLS),
        AddStars = word("add-stars", &[needs("figure", Card).of(MODELS).at(MAP), needs("count", Int)], Nothing, "Adds stars to a model's roll under way.").within(ROLLS),
    }
}

words! {
    /// What effects react to.
    pub enum Event {
        GameStarts = word("game-starts", &[], Nothing, "The game starts.").on(PRESENT).opening().never_while(ATTACKING),
        RoundStarts = word("round-starts", &[], Nothing, "A round starts, before monsters spawn.").never_while(ATTACKING),
        RoundEnds = word("round-ends", &[], Nothing, "A round ends.").never_while(ATTACKING),
        Spawned = word("spawned", &[needs("figure", Card).of(MONSTERS)], Nothing, "A monster came into play.").never_while(ATTACKING),
        ActivationStarts = word("activation-starts", &[needs("figure", Card).of(ACTORS)], Nothing, "A model's activation starts.").never_while(ATTACKING),
        ActivationEnds = word("activation-ends", &[needs("figure", Card).of(ACTORS)], Nothing, "A model's activation ends.").never_while(ATTACKING),
        Entered = word("entered", &[needs("figure", Card).of(ACTORS)], Nothing, "A model came to another square."),
        Attacks = word("attacks", &[needs("attacker", Card).of(ACTORS), needs("target", Card).of(MODELS)], Nothing, "An attack is made, before the attack roll; once for each model it is made against.").settled(),
        AttackRolled = word("attack-rolled", &[needs("attacker", Card).of(ACTORS)], Nothing, "The attack roll was made.").settled(),
        Defends = word("defends", &[needs("target", Card).of(MODELS), needs("attacker", Card).of(ACTORS)], Nothing, "A model is about to make its defense roll.").settled(),
        DefenseRolled = word("defense-rolled", &[needs("target", Card).of(MODELS), needs("attacker", Card).of(ACTORS)], Nothing, "A model made its defense roll.").settled(),
        Hit = word("hit", &[needs("attacker", Card).of(ACTORS), needs("target", Card).of(MODELS)], Nothing, "An attack beat a model."),
        Missed = word("missed", &[needs("attacker", Card).of(ACTORS), needs("target", Card).of(MODELS)], Nothing, "A model withstood an attack."),
        Affected = word("affected", &[needs("user", Card).of(ACTORS), needs("figure", Card).of(MODELS)], Nothing, "A special action or potion took effect on a model.").never_while(ATTACKING),
        WouldWound = word("would-wound", &[needs("victim", Card).of(MODELS), needs("attacker", Card).of(MODELS), needs("amount", Int)], Nothing, "A model would suffer wounds.").changeable(),
        Wounded = word("wounded", &[needs("victim", Card).of(MODELS), needs("attacker", Card).of(MODELS), needs("amount", Int)], Nothing, "A model suffered wounds."),
        WouldHeal = word("would-heal", &[needs("figure", Card).of(MODELS), needs("amount", Int)], Nothing, "A model would lose wounds by healing.").changeable(),
        WouldBeDestroyed = word("would-be-destroyed", &[needs("victim", Card).of(MODELS), needs("attacker", Card).of(MODELS)], Nothing, "A model without health would be destroyed. One that is saved and not healed keeps 1 heart.").preventable(),
        WouldSuffer = word("would-suffer", &[needs("victim", Card).of(MODELS), needs("status", STATUS)], Nothing, "A model would get a status counter.").preventable(),
        Suffered = word("suffered", &[needs("victim", Card).of(MODELS), needs("status", STATUS)], Nothing, "A model got a status counter."),
        Healed = word("healed", &[needs("figure", Card).of(MODELS), needs("amount", Int)], Nothing, "Wounds were taken off a model."),
        Destroyed = word("destroyed", &[needs("victim", Card).of(MODELS), needs("attacker", Card).of(MODELS)], Nothing, "A model was destroyed."),
        Drunk = word("drunk", &[needs("figure", Card).of(HEROES), needs("owner", Card).of(HEROES)], Nothing, "A Hero drank a potion."),
        ChestOpened = word("chest-opened", &[needs("figure", Card).of(HEROES)], Nothing, "A Hero opened a chest.").never_while(ATTACKING),
        Equipped = word("equipped", &[needs("figure", Card).of(HEROES)], Nothing, "A Hero was given equipment."),
        Sacrificed = word("sacrificed", &[needs("figure", Card).of(HEROES)], Nothing, "Equipment was sacrificed for a Hero."),
        BossSpawned = word("boss-spawned", &[needs("figure", Card).of(MONSTERS)], Nothing, "The final enemy came into play.").never_while(ATTACKING),
        TimedOut = word("timed-out", &[needs("figure", Card).of(MONSTERS)], Nothing, "The boss's timeout happened."),
    }
}

words! {
    /// Numbers and dice that effects change.
    pub enum Stat {
        Att = word("ATT", &[may("card", Card).of(ACTORS).at(MAP)], Pool, "The dice of its melee attacks.").settled(),
        Arm = word("ARM", &[may("card", Card).of(MODELS).at(MAP)], Pool, "The dice of its defense.").settled(),
        Will = word("WILL", &[may("card", Card).of(ACTORS).at(MAP)], Pool, "The dice of its magic.").settled(),
        Dex = word("DEX", &[may("card", Card).of(ACTORS).at(MAP)], Pool, "The dice of its missiles.").settled(),
        Speed = word("speed", &[may("card", Card).of(ACTORS).at(MAP)], Int, "The squares it moves in an activation.").never_while(ATTACKING),
        Actions = word("actions", &[may("card", Card).of(ACTORS).at(MAP)], Int, "Its action points in an activation.").never_while(ATTACKING),
        Hearts = word("hearts", &[may("card", Card).of(MODELS).at(MAP)], Int, "The wounds that destroy it.").settled(),
        PotionLimit = word("potion-limit", &[may("card", Card).of(HEROES).at(MAP)], Int, "The potion counters it may have.").never_while(ATTACKING),
        Skull = word("skull", &[may("card", Card).of(MONSTERS).at(MAP)], Int, "What it costs to spawn and to activate.").never_while(&["attacker", "defender", "targets", "active"]),
        Reach = word("reach-bonus", &[may("card", Card).of(ACTORS).at(MAP)], Int, "How many squares farther its Magic, Missile and Range go.").never_while(ATTACKING),
        Damage = word("damage", &[may("card", Card).of(ACTORS).at(MAP)], Int, "The wounds that its attacks inflict; usually 1.").never_while(&["defender"]),
        DefenseDrops = word("defense-drops", &[may("card", Card).of(MODELS).at(MAP)], Int, "Its highest dice that do not count in defense rolls.").never_while(&["attacker"]).settled(),
        LineCost = word("line-cost", &[may("card", Card).of(ACTORS)], Int, "Action points that each of its attacks and actions costs, at least 1 if it costs any; read alone, of one that costs 1."),
        PotionCost = word("potion-cost", &[may("card", Card).of(HEROES)], Int, "Potion counters that each of its potions costs, at least 1 if it costs any; read alone, of one that costs 1."),
        SpawnBudget = word("spawn-budget", &[], Int, "The skull points of each spawning point in a spawn phase."),
        TurnBudget = word("turn-budget", &[], Int, "The skull points of monsters that one Consul turn activates."),
    }
}

words! {
    /// Mechanisms. On a line of a card they are about that line, as an ability about all that
    /// the model does.
    pub enum Mark {
        Distance = word("distance", &[needs("by", Enum("distance")), needs("squares", Int)], Nothing, "Its actions reach that far, and its attacks use the attribute of that distance; by `melee`, its melee reaches that far.").of(ACTORS).at(MAP).never_while(ATTACKING).of_lines(),
        Area = word("area", &[needs("shape", Enum("shape")), needs("size", Int)], Nothing, "It affects all models in an area.").of(ACTORS).at(MAP).within(LINES),
        Control = word("control", &[needs("by", Enum("control")), needs("squares", Int)], Nothing, "It moves the models it affects.").of(ACTORS).at(MAP).within(LINES),
        Inflicts = word("inflicts", &[needs("status", STATUS)], Nothing, "It gives a status to models that it damages; a special action to all it affects.").of(ACTORS).at(MAP).never_while(&["defender"]),
        Versus = word("versus", &[needs("attack", ATTRIBUTE), needs("defense", ATTRIBUTE)], Nothing, "It is rolled with these attributes.").of(ACTORS).at(MAP).within(AIMED),
        MeantFor = word("meant-for", &[needs("whom", Enum("whom"))], Nothing, "It affects friends, or both sides, in place of enemies.").of(ACTORS).at(MAP).within(LINES),
        Unseen = word("unseen", &[], Nothing, "Its target need not be seen.").of(ACTORS).at(MAP).within(AIMED),
        Nimble = word("nimble", &[], Nothing, "Moves over enemies.").of(ACTORS).at(MAP).never_while(ATTACKING),
        Ignores = word("ignores", &[may("squares", EnumSet(&["square"])).not(&["floor"])], Nothing, "Such squares are plain floor to it; all squares if none is named.").of(ACTORS).at(MAP).never_while(ATTACKING),
        Immune = word("immune", &[needs("effect", Keyword)], Nothing, "What this keyword does to others it does not do to it; it never has such a status counter.").of(MODELS).at(MAP),
        DropsHighest = word("drops-highest", &[needs("attribute", EnumSet(&["attribute"]))], Nothing, "Discards its highest die in every roll of these attributes.").of(MODELS).at(MAP).settled(),
        HalvedSpeed = word("halved-speed", &[], Nothing, "Its Speed is halved, rounded up.").of(ACTORS).at(MAP).never_while(ATTACKING),
        Untargetable = word("untargetable", &[], Nothing, "Cannot be chosen as the target of an enemy's attack.").of(MODELS).at(MAP).never_while(&["attacker", "defender", "targets", "active"]),
    }
}

words! {
    /// What can be forbidden.
    pub enum Act {
        Move = word("move", &[], Nothing, "Moving in its activation.").of(ACTORS).at(MAP).never_while(ATTACKING),
        Run = word("run", &[], Nothing, "Running.").of(ACTORS).at(MAP).never_while(ATTACKING),
        Attack = word("attack", &[], Nothing, "Attacking at all.").of(ACTORS).at(MAP).never_while(ATTACKING),
        SpecialAction = word("special-action", &[], Nothing, "Special actions.").of(ACTORS).at(MAP).never_while(ATTACKING),
        SpecialAttack = word("special-attack", &[], Nothing, "Special attacks.").of(ACTORS).at(MAP).never_while(ATTACKING),
        Interact = word("interact", &[], Nothing, "Opening chests and changing shape.").of(ACTORS).at(MAP).never_while(ATTACKING),
        Drink = word("drink", &[], Nothing, "Drinking potions.").of(HEROES).at(MAP),
        Heal = word("heal", &[], Nothing, "Losing wounds.").of(MODELS).at(MAP).settled(),
    }
}

words! {
    /// What effects pick from.
    pub enum Selection: selections {
        Heroes = word("heroes", &[], Cards, "All Heroes on the map.").of(HEROES),
        Monsters = word("monsters", &[], Cards, "All monsters on the map.").of(MONSTERS),
        SpawningPoints = word("spawning-points", &[], Cards, "All spawning points on the map.").of(POINTS),
        Models = word("models", &[], Cards, "All models on the map: Heroes, monsters and spawning points.").of(MODELS),
        Others = word("others", &[], Cards, "All models on the map but this one.").of(MODELS),
        Friends = word("friends", &[], Cards, "Models of the same side, this one included.").of(MODELS).on(FIGURED),
        Enemies = word("enemies", &[], Cards, "Models of the other side.").of(MODELS).on(FIGURED),
        Fallen = word("fallen", &[], Cards, "Heroes that were destroyed.").of(HEROES).at(&["destroyed"]),
        LootDeck = word("deck-loot", &[], Cards, "The cards in the loot deck.").of(LOOT).at(IN_DECK),
        TreasureDeck = word("deck-treasure", &[], Cards, "The cards in the treasure deck.").of(TREASURE).at(IN_DECK),
        Targets = word("targets", &[], Cards, "The models that the attack under way is made against.").of(MODELS).within(ATTACK),
        Attacker = word("attacker", &[], Card, "Who attacks now.").of(ACTORS).within(ATTACK).uses(),
        Defender = word("defender", &[], Card, "Who defends now.").of(MODELS).within(ATTACK),
        Target = word("target", &[], Card, "The model that the attack or action affects.").of(MODELS).within(AIMED),
        User = word("user", &[], Card, "Who uses the attack or action.").of(ACTORS).within(AIMED).uses(),
        Active = word("active", &[], Card, "Whose activation it is.").of(ACTORS).within(ACTIVE).uses(),
        FinalEnemy = word("final-enemy", &[], Card, "The enemy whose destruction wins the game, once it is on the map.").of(MONSTERS),
    }
}

words! {
    /// Facts.
    pub enum Query: queries {
        Rolled = builtin::ROLLED,
        Chance = builtin::CHANCE,
        ChanceToBeat = builtin::CHANCE_TO_BEAT,
        Wounds = word("wounds", &[may("figure", Card).of(MODELS)], Int, "Its wounds."),
        Health = word("health", &[may("figure", Card).of(MODELS)], Int, "Its hearts less its wounds."),
        Potions = word("potions", &[may("figure", Card).of(HEROES)], Int, "Its potion counters."),
        HasStatus = word("has-status", &[may("figure", Card).of(MODELS), needs("status", STATUS)], Bool, "Whether it has that status counter."),
        Statuses = word("statuses", &[may("figure", Card).of(MODELS)], Int, "How many status counters it has."),
        Rank = word("rank", &[may("figure", Card).of(MODELS)], Enum("rank"), "Its rank."),
        Types = word("type", &[may("figure", Card).of(MODELS)], EnumSet(&["type"]), "Its type words."),
        PlatformOf = word("platform", &[may("figure", Card).of(MONSTERS)], Enum("platform"), "When it may be spawned."),
        IsHero = word("is-hero", &[may("figure", Card).of(MODELS)], Bool, "Whether it is a Hero."),
        IsMonster = word("is-monster", &[may("figure", Card).of(MODELS)], Bool, "Whether it is a monster."),
        IsFriend = word("is-friend", &[needs("figure", Card).of(MODELS), needs("of", Card).of(MODELS)], Bool, "Whether two models are of the same side."),
        InPlay = word("in-play", &[may("figure", Card).of(MODELS)], Bool, "Whether it is on the map."),
        Activated = word("activated", &[may("figure", Card).of(ACTORS)], Bool, "Whether it was activated this round."),
        IsActive = word("is-active", &[may("figure", Card).of(ACTORS)], Bool, "Whether it is its activation."),
        IsRunning = word("is-running", &[may("figure", Card).of(ACTORS)], Bool, "Whether it is active and runs."),
        ActionsLeft = word("actions-left", &[may("figure", Card).of(ACTORS)], Int, "The action points that it has left."),
        SpeedLeft = word("speed-left", &[may("figure", Card).of(ACTORS)], Int, "The squares that it can still move."),
        Distance = word("distance", &[needs("figure", Card).of(MODELS), needs("to", Card).of(MODELS)], Int, "The squares between two models, counted around walls; 1 is adjacent, 99 is no way.").never_while(ATTACKING),
        Adjacent = word("adjacent", &[needs("figure", Card).of(MODELS), needs("to", Card).of(MODELS)], Bool, "Whether two models are adjacent."),
        Sees = word("sees", &[needs("figure", Card).of(MODELS), needs("target", Card).of(MODELS)], Bool, "Whether one sees the other."),
        InMelee = word("in-melee", &[needs("figure", Card).of(ACTORS), needs("target", Card).of(MODELS)], Bool, "Whether the second is within reach of a melee attack of the first."),
        IsOn = word("is-on", &[needs("figure", Card).of(MODELS), needs("square", Enum("square"))], Bool, "Whether it stands on such a square."),
        Here = word("here", &[may("figure", Card).of(MODELS)], Bool, "Whether it stands on this tile.").on(TILES),
        Column = word("column", &[may("figure", Card).of(MODELS)], Int, "Its column on the map, from 1; of its top left square."),
        Row = word("row", &[may("figure", Card).of(MODELS)], Int, "Its row on the map, from 1; of its top left square."),
        Attacking = word("attacking", &[may("figure", Card).of(ACTORS)], Bool, "Whether it makes the attack under way."),
        Defending = word("defending", &[may("figure", Card).of(MODELS)], Bool, "Whether the attack under way is made against it."),
        IsMelee = word("is-melee", &[], Bool, "Whether the attack under way is a melee attack."),
        AttackDistance = word("attack-distance", &[], EnumSet(&["distance"]), "The distance effect that the attack under way uses, or `melee`."),
        IsSpecial = word("is-special", &[], Bool, "Whether the attack under way is a special attack."),
        AttackHas = word("attack-has", &[needs("keyword", Keyword)], Bool, "Whether the attack under way has a keyword, on its line or as an ability of the attacker."),
        IsImmune = word("is-immune", &[needs("figure", Card).of(MODELS), needs("effect", Keyword)], Bool, "Whether a model is immune to a keyword."),
        AttackStars = word("attack-stars", &[], Int, "The stars of the attack roll under way."),
        DefenseStars = word("defense-stars", &[], Int, "The stars of the latest defense roll."),
        Affects = word("affects", &[needs("figure", Card).of(MODELS), needs("line", Type::Text)], Bool, "Whether a special action or potion of that name has its effect on a model now."),
        Equips = word("equips", &[needs("figure", Card).of(HEROES), needs("card", CardName)], Bool, "Whether a Hero has that equipment."),
        EquipmentCount = word("equipment", &[may("figure", Card).of(HEROES)], Int, "How many pieces of equipment a Hero has."),
        Held = word("held", &[], Int, "How many pieces of equipment are held until the end of the round."),
        LootDeck = word("loot-deck", &[], Int, "How many cards the loot deck has."),
        TreasureDeck = word("treasure-deck", &[], Int, "How many cards the treasure deck has."),
        PoolCount = word("pool", &[needs("monster", CardName)], Int, "How many of a monster the pool has, those in play included."),
        PoolSize = word("pool-size", &[], Int, "How many minions and denizens the pool has, those in play included."),
        SpawnLeft = word("spawn-left", &[], Int, "The skull points left of the spawning point that spawns now."),
        Power = word("power", &[], Int, "The space of the power marker."),
        Loot = word("loot", &[], Int, "The circle of the loot marker."),
        Skulls = word("skulls", &[], Int, "The Consul's skull tokens."),
        GaugePlatform = word("gauge", &[], Enum("platform"), "The platform that the Power Gauge has reached."),
        BossFight = word("boss-fight", &[], Bool, "Whether the boss fight has begun."),
        BossPending = word("boss-pending", &[], Bool, "Whether the final enemy comes next spawn phase."),
        HasTimedOut = word("has-timed-out", &[], Bool, "Whether the timeout has happened."),
        Overcharged = word("overcharged", &[], Bool, "Whether the Power Gauge is in Overcharge."),
        Chests = word("chests", &[], Int, "How many chests are on the map."),
        Round = word("round", &[], Int, "The number of the round."),
        Over = word("over", &[], Bool, "Whether the game is over."),
        HeroesWon = word("heroes-won", &[], Bool, "Whether the Heroes have won."),
        ConsulWon = word("consul-won", &[], Bool, "Whether the Consul has won."),
    }
}

words! {
    /// When something that lasts ends.
    pub enum Window {
        NextActivation = word("next-activation", &[], Nothing, "The start of its next activation."),
        EndOfActivation = word("end-of-activation", &[], Nothing, "The end of the activation under way."),
        EndOfAttack = word("end-of-attack", &[], Nothing, "The attack is over.").soon(),
        EndOfRound = word("end-of-round", &[], Nothing, "The round ends."),
        EndOfGame = word("end-of-game", &[], Nothing, "Never."),
    }
}

/// What content of Super Dungeon Explore may say.
pub(crate) const VOCABULARY: Vocabulary = Vocabulary {
    game: "explore",
    dice: true,
    opponents: true,
    period: "round",
    commands: super::commands::COMMANDS,
    setup: super::commands::SETUP,
    properties: super::commands::PROPERTIES,
    enums: super::commands::ENUMS,
    facts: super::facts::FACTS,
    homes: &[
        Home::text("model", "while it is on the map"),
        Home::text("loot", "while a Hero wears it").about(ACTORS),
        Home::text("relic", "while a Hero wears it").about(ACTORS),
        Home::text("status-effect", "while a model has its counter").about(MODELS),
        Home::text("tile-effect", "while the dungeon has such squares"),
        Home::text("tile", "while it lies in the dungeon"),
        Home::text("adventure", "during the whole game"),
        Home::block("adventure", "dungeon", "during the whole game").only_lasting(),
        Home::block("adventure", "boss-fight", "while the boss is on the map")
            .only_lasting()
            .about(MONSTERS),
        Home::block("adventure", "timeout", "when half of the boss's hearts are gone")
            .about(MONSTERS),
        Home::block("actor", "action", "when it is used").about(MODELS).aimed(),
        Home::block("loot", "action", "when it is used").about(MODELS).aimed(),
        Home::block("relic", "action", "when it is used").about(MODELS).aimed(),
        Home::block("actor", "attack", "when it is used").about(MODELS).aimed().briefly(),
        Home::block("loot", "attack", "when it is used").about(MODELS).aimed().briefly(),
        Home::block("relic", "attack", "when it is used").about(MODELS).aimed().briefly(),
        Home::block("hero", "potion", "when it is drunk").about(HEROES),
    ],
    ..Explore::TABLES
};
