//! The words of Super Dungeon Arcade.
//!
//! An action line of a card, such as
//! `attack 2 "Arcane Burst": magic 8, burst 1, +1R WILL, fire { … }`, is read as follows. The marks
//! in the bodies of its keywords say how it is aimed (`strikes`, `range`, `area`, `meant-for` …).
//! Its bonuses count for its roll; what they add to anything else lasts until the user's next
//! upkeep. Everything else in the bodies, and its block, happens to each model that it affects
//! (`target`, or `it`). A status that a model suffers does what the keyword `status-` and its name
//! says.

use super::content::Arcade;
use super::facts;
use cardwright_engine::core::{Rules, words};
use cardwright_engine::skirmish::Whom;
use cardwright_vocabulary::{
    Home, Meaning, RequiredEnum, Type, Vocabulary, WordType, may, needs, word,
};

use Type::{Bool, Card, CardName, Cards, Enum, EnumSet, Int, Nothing, Pool};

/// Who stands on the map.
const MODELS: &[&str] = &["model"];
/// Who acts.
const FIGHTERS: &[&str] = &["hero", "monster"];
const HEROES: &[&str] = &["hero"];
const MONSTERS: &[&str] = &["monster"];
/// Monsters that obey commands, and that others can be bonded to.
const LEADERS: &[&str] = &["elite", "solo"];
const SOLOS: &[&str] = &["solo"];
const MINIONS: &[&str] = &["minion"];
const POINTS: &[&str] = &["spawning-point"];
/// Who can have another form.
const SHIFTERS: &[&str] = &["hero", "solo"];
const EQUIPMENT: &[&str] = &["loot", "treasure"];
/// Where equipment is that nobody has drawn.
const IN_DECK: &[&str] = &["deck"];
const TILES: &[&str] = &["tile"];
/// Whose text belongs to a model.
const BORNE: &[&str] = &["model", "loot", "treasure", "gang"];
/// Whose text can pull and push: a square moves nobody towards itself.
const PULLERS: &[&str] = &["model", "loot", "treasure", "gang", "challenge", "plot", "mode"];
/// Blocks of what models do.
const LINES: &[&str] = &["attack", "support", "potion", "monster-attack", "monster-support"];
const SPACE: &[&str] = &["space"];
/// Moments of an action.
const ACTION: &[&str] = &[
    "hit",
    "affected",
    "foiled",
    "would-wound",
    "wounded",
    "destroyed",
    "would-suffer",
    "suffered",
    "used",
    "attack",
    "support",
    "potion",
    "monster-attack",
    "monster-support",
];
/// Who is meant only while an action is under way: what matters before or after it does not matter
/// for them.
const ACTING: &[&str] = &["target", "user"];
const AFFECTED: &[&str] = &["target"];
const USING: &[&str] = &["user"];
/// Who is meant only in an activation or an action, for what happens between them.
const BUSY: &[&str] = &["target", "user", "active-hero"];
/// Who performs commands: minions do what their elite does.
const COMMANDED: &[&str] = &["hero", "elite", "solo"];
/// Whose text is there when the game starts.
const PRESENT: &[&str] = &["model", "gang", "tile", "tile-effect", "mode", "chart"];
/// Whom Heroes fight.
const FOES: &[&str] = &["monster", "spawning-point"];
/// Moments at which a Hero is activated.
const ACTIVE: &[&str] = &[
    "upkeep",
    "upkeep-damage",
    "activation-starts",
    "activation-ends",
    "used",
    "hit",
    "affected",
    "foiled",
    "would-wound",
    "wounded",
    "destroyed",
    "would-suffer",
    "suffered",
    "entered",
    "moved",
    "chest-opened",
    "interacted",
    "drunk",
    "attack",
    "support",
    "potion",
    "offer",
];

const STATUS: WordType = Enum("status");
const COMMAND: WordType = Enum("command");
const ATTRIBUTE: WordType = Enum("attribute");

words! {
    /// What effects do.
    pub enum Verb: verbs {
        Wound = word("wound", &[needs("figure", Card).of(MODELS), may("count", Int)], Nothing, "Wounds a model; nobody rolls.").raises("would-wound"),
        Heal = word("heal", &[needs("figure", Card).of(MODELS), may("count", Int)], Nothing, "Removes so many wounds and statuses, as its side likes.").raises("would-heal"),
        Mend = word("mend", &[needs("figure", Card).of(MODELS), may("count", Int)], Nothing, "Removes so many wounds.").raises("would-heal"),
        Inflict = word("inflict", &[needs("figure", Card).of(FIGHTERS), needs("status", STATUS)], Nothing, "Gives a model a status."),
        Cleanse = word("cleanse", &[needs("figure", Card).of(FIGHTERS), may("status", EnumSet(&["status"]))], Nothing, "Takes statuses away; all if none is named."),
        GainPotion = word("gain-potion", &[needs("figure", Card).of(HEROES), may("count", Int)], Nothing, "A Hero gains potions, as many as there is room for."),
        LosePotion = word("lose-potion", &[needs("figure", Card).of(HEROES), may("count", Int)], Nothing, "A Hero loses potions."),
        GainWrath = word("gain-wrath", &[needs("figure", Card).of(HEROES), may("count", Int)], Nothing, "A Hero gains wrath, from the supply and then from others."),
        LoseWrath = word("lose-wrath", &[needs("figure", Card).of(HEROES), may("count", Int)], Nothing, "A Hero's wrath goes back to the supply."),
        GainMovement = word("gain-movement", &[needs("figure", Card).of(HEROES), needs("count", Int)], Nothing, "A Hero may move so many squares more this activation.").within(ACTIVE),
        GainActions = word("gain-actions", &[needs("figure", Card).of(HEROES), needs("count", Int)], Nothing, "A Hero has so many action points more this activation.").within(ACTIVE),
        SpendActions = word("spend-actions", &[needs("figure", Card).of(HEROES), needs("count", Int)], Nothing, "A Hero spends action points.").within(ACTIVE),
        Compel = word("compel", &[needs("figure", Card).of(FIGHTERS), needs("squares", Int)], Nothing, "The user moves a model up to so many squares."),
        Pull = word("pull", &[needs("figure", Card).of(FIGHTERS), needs("squares", Int)], Nothing, "The user moves a model up to so many squares towards itself; where nobody acts, towards its nearest enemy.").on(PULLERS),
        Push = word("push", &[needs("figure", Card).of(FIGHTERS), needs("squares", Int)], Nothing, "The user moves a model up to so many squares away; where nobody acts, away from its nearest enemy.").on(PULLERS),
        Place = word("place", &[needs("figure", Card).of(FIGHTERS), needs("beside", Card).of(MODELS)], Nothing, "Puts a model on a free square beside another; that is no move."),
        Spawn = word("spawn", &[needs("monster", CardName).listed("pool"), may("count", Int), may("within", Int), may("of", Card).of(MODELS)], Nothing, "Monsters of the pool come within so many squares of a model."),
        Exchange = word("exchange", &[needs("figure", Card).of(FIGHTERS), needs("with", Card).of(FIGHTERS)], Nothing, "Two models of the same size change places; that is no move."),
        Order = word("order", &[needs("command", COMMAND), may("times", Int)], Nothing, "All monsters perform a command now."),
        Fight = word("fight", &[needs("monster", Card).of(MONSTERS)], Nothing, "A monster makes one basic attack, if it can."),
        SpawnMiniBoss = word("spawn-mini-boss", &[], Nothing, "A mini-boss comes, even one that was destroyed; one in play is healed instead."),
        DrawLoot = word("draw-loot", &[may("count", Int)], Nothing, "Loot cards go into the backpack."),
        DrawTreasure = word("draw-treasure", &[may("count", Int)], Nothing, "Treasure cards go into the backpack."),
        Fetch = word("fetch", &[needs("item", Card).of(EQUIPMENT).at(IN_DECK)], Nothing, "A card of the loot or treasure deck goes into the backpack, and the deck is shuffled."),
        Scrap = word("scrap", &[needs("item", Card).of(EQUIPMENT)], Nothing, "Equipment is discarded."),
        GainCoin = word("gain-coin", &[may("count", Int)], Nothing, "The party gains Princess Coins."),
        LoseCoin = word("lose-coin", &[may("count", Int)], Nothing, "The party loses Princess Coins."),
        AdvanceChart = word("advance-chart", &[needs("count", Int)], Nothing, "The chart's marker moves without its commands; its bonuses count."),
        DrawChallenge = word("draw-challenge", &[], Nothing, "A challenge is drawn, beside those that lie there."),
        Shapeshift = word("shapeshift", &[needs("figure", Card).of(SHIFTERS).having("shapeshift")], Nothing, "A model takes its other form."),
        EndActivation = word("end-activation", &[], Nothing, "The activation ends after what is going on.").within(ACTIVE),
    }
}

words! {
    /// What effects react to.
    pub enum Event {
        GameStarts = word("game-starts", &[], Nothing, "The game starts.").on(PRESENT).opening(),
        HeroTurnStarts = word("hero-turn-starts", &[], Nothing, "A Hero Turn starts."),
        HeroTurnEnds = word("hero-turn-ends", &[], Nothing, "The activations of a Hero Turn are over."),
        ConsulTurnStarts = word("consul-turn-starts", &[], Nothing, "A Consul Turn starts."),
        ConsulTurnEnds = word("consul-turn-ends", &[], Nothing, "The commands of a Consul Turn are over."),
        Upkeep = word("upkeep", &[needs("figure", Card).of(FIGHTERS)], Nothing, "The healing of a model's upkeep."),
        UpkeepDamage = word("upkeep-damage", &[needs("figure", Card).of(FIGHTERS)], Nothing, "The damage of a model's upkeep."),
        ActivationStarts = word("activation-starts", &[needs("figure", Card).of(HEROES)], Nothing, "A Hero's activation starts, after its upkeep."),
        ActivationEnds = word("activation-ends", &[needs("figure", Card).of(HEROES)], Nothing, "A Hero's activation ends."),
        WouldObey = word("would-obey", &[needs("figure", Card).of(LEADERS)], Nothing, "A monster would perform a command; see `commanded`.").preventable(),
        Obeyed = word("obeyed", &[needs("figure", Card).of(LEADERS)], Nothing, "A monster performed a command; see `commanded`."),
        Ordered = word("ordered", &[], Nothing, "A command is given; see `commanded`."),
        Used = word("used", &[needs("user", Card).of(FIGHTERS)], Nothing, "A model used an action; see `is-offensive`."),
        Hit = word("hit", &[needs("attacker", Card).of(FIGHTERS), needs("victim", Card).of(MODELS)], Nothing, "An offensive action succeeded against a model."),
        Affected = word("affected", &[needs("user", Card).of(FIGHTERS), needs("target", Card).of(MODELS)], Nothing, "Any action succeeded against a model."),
        Foiled = word("foiled", &[needs("attacker", Card).of(FIGHTERS), needs("victim", Card).of(MODELS)], Nothing, "A model withstood an offensive action."),
        WouldWound = word("would-wound", &[needs("victim", Card).of(MODELS), needs("attacker", Card).of(MODELS), needs("amount", Int)], Nothing, "A model would suffer wounds.").changeable(),
        Wounded = word("wounded", &[needs("victim", Card).of(MODELS), needs("attacker", Card).of(MODELS), needs("amount", Int)], Nothing, "A model suffered wounds."),
        Destroyed = word("destroyed", &[needs("victim", Card).of(MODELS), needs("attacker", Card).of(MODELS)], Nothing, "A model was destroyed."),
        WouldHeal = word("would-heal", &[needs("figure", Card).of(MODELS), needs("amount", Int)], Nothing, "An effect would heal or mend a model.").changeable(),
        WouldBeDestroyed = word("would-be-destroyed", &[needs("victim", Card).of(MODELS), needs("attacker", Card).of(MODELS)], Nothing, "A model without hearts would be destroyed. One that is saved and not healed keeps 1 heart.").preventable(),
        WouldSuffer = word("would-suffer", &[needs("figure", Card).of(FIGHTERS), needs("status", STATUS)], Nothing, "A model would suffer a status.").preventable(),
        Suffered = word("suffered", &[needs("figure", Card).of(FIGHTERS), needs("status", STATUS)], Nothing, "A model suffered a status."),
        Entered = word("entered", &[needs("figure", Card).of(FIGHTERS)], Nothing, "A model came to a square that is not plain."),
        Moved = word("moved", &[needs("figure", Card).of(FIGHTERS)], Nothing, "A model has moved by itself."),
        Spawned = word("spawned", &[needs("monster", Card).of(MONSTERS)], Nothing, "A monster came from the pool."),
        ChestOpened = word("chest-opened", &[needs("figure", Card).of(HEROES)], Nothing, "A Hero opened a chest."),
        Interacted = word("interacted", &[needs("figure", Card).of(HEROES)], Nothing, "A Hero interacted with this for an action point. It may do so while what comes after `where` holds."),
        Drunk = word("drunk", &[needs("figure", Card).of(HEROES)], Nothing, "A Hero drank a potion."),
        Returned = word("returned", &[needs("figure", Card).of(HEROES)], Nothing, "A Hero came back for a Princess Coin."),
        Drawn = word("drawn", &[], Nothing, "This card came into play."),
    }
}

words! {
    /// Numbers that effects change.
    pub enum Stat {
        Strength = word("STR", &[may("card", Card).of(COMMANDED)], Pool, "Strength: a Hero's dice, or the number that a monster strikes with.").dice_for(HEROES),
        Armor = word("ARM", &[may("card", Card).of(MODELS)], Pool, "Armor: a Hero's dice, or the number that must be beaten.").dice_for(HEROES),
        Will = word("WILL", &[may("card", Card).of(HEROES)], Pool, "Willpower of a Hero."),
        Dexterity = word("DEX", &[may("card", Card).of(HEROES)], Pool, "Dexterity of a Hero."),
        Offense = word("offense", &[may("card", Card).of(COMMANDED)], Pool, "What is added to all its offense rolls, or to a monster's strength.").dice_for(HEROES),
        Defense = word("defense", &[may("card", Card).of(MODELS)], Pool, "What is added to all its defense rolls, or to a monster's armor.").dice_for(HEROES),
        Range = word("RNG", &[may("card", Card).of(COMMANDED)], Int, "How far a monster strikes, and what is added to the range of a Hero's actions.").never_while(ACTING),
        Movement = word("movement", &[may("card", Card).of(COMMANDED)], Int, "Squares that it may move.").never_while(ACTING),
        Actions = word("actions", &[may("card", Card).of(COMMANDED)], Int, "Action points; for a monster the attacks of a Fight.").never_while(ACTING),
        LineCost = word("line-cost", &[may("card", Card).of(HEROES)], Int, "Action points that each of its unique actions costs, at least 1 if it costs any; read alone, of one that costs 1."),
        PotionCost = word("potion-cost", &[may("card", Card).of(HEROES)], Int, "Potions that each of its potions costs, at least 1 if it costs any; read alone, of one that costs 1."),
        Hearts = word("hearts", &[may("card", Card).of(MODELS)], Int, "The wounds that destroy it."),
        PotionQuantity = word("potion-quantity", &[may("card", Card).of(HEROES)], Int, "Potions that a Hero can hold.").never_while(ACTING),
        Damage = word("damage", &[may("card", Card).of(COMMANDED)], Int, "Wounds that its offensive actions do; usually 1.").never_while(AFFECTED),
        Dash = word("dash", &[may("card", Card).of(HEROES)], Int, "Squares of a Dash; usually 2.").never_while(ACTING),
        Rerolls = word("rerolls", &[may("card", Card).of(HEROES)], Int, "Dice of its offense rolls that it may throw again.").never_while(AFFECTED),
        DefenseRerolls = word("defense-rerolls", &[may("card", Card).of(HEROES)], Int, "Dice of its defense rolls that it may throw again.").never_while(&["user", "active-hero"]),
        Jinx = word("jinx", &[may("card", Card).of(MODELS)], Int, "Best dice of rolls against it that must be thrown again."),
        OffenseDrops = word("offense-drops", &[may("card", Card).of(HEROES)], Int, "Its highest dice that do not count in offense rolls.").never_while(AFFECTED),
        DefenseDrops = word("defense-drops", &[may("card", Card).of(HEROES)], Int, "Its highest dice that do not count in defense rolls.").never_while(&["user", "active-hero"]),
        LootValue = word("loot-value", &[may("card", Card).of(MONSTERS)], Int, "For how many monsters it counts when loot is rewarded; usually 1.").never_while(USING).never_for(&["boss"]),
        Stealth = word("stealth", &[may("card", Card).of(MODELS)], Int, "How much shorter the range of actions is that are aimed at it.").never_while(ACTING),
        SeenFrom = word("seen-from", &[may("card", Card).of(MODELS)], Int, "From how many squares its enemies can aim at it.").never_while(ACTING),
        Activations = word("activations", &[], Int, "Heroes that are activated in a Hero Turn."),
        TreasureCards = word("treasure-cards", &[], Int, "Treasure cards more to choose among."),
        LootRewards = word("loot-rewards", &[], Int, "Loot cards more for every reward of loot."),
        BossHealing = word("boss-healing", &[], Int, "Wounds that the boss loses for each spawning point in play."),
        TradePrice = word("trade-price", &[], Int, "Loot cards that a treasure costs."),
    }
}

words! {
    /// Mechanisms. The first are about action lines, the others about models.
    pub enum Mark {
        Strikes = word("strikes", &[needs("kind", Enum("attack-kind")), may("range", Int)], Nothing, "The action is an attack of that kind, with that range.").of(HEROES).within(LINES),
        Ranged = word("range", &[needs("range", Int)], Nothing, "The action is aimed at a model within so many squares.").of(FIGHTERS).within(LINES),
        Area = word("area", &[needs("shape", Enum("area")), needs("size", Int)], Nothing, "The action affects an area.").of(FIGHTERS).within(LINES),
        MeantFor = word("meant-for", &[needs("whom", Enum("whom"))], Nothing, "The action is aimed at friends or at both sides, and affects only them.").of(FIGHTERS).within(LINES).affected(),
        Unseen = word("unseen", &[], Nothing, "The action needs no line of sight to its target.").of(FIGHTERS).within(LINES),
        Uses = word("uses", &[needs("times", Int)], Nothing, "The action can be used so many times in a game.").of(FIGHTERS).within(LINES),
        Inflicts = word("inflicts", &[needs("status", STATUS)], Nothing, "The action gives a status to whom it affects; of a model: every offensive action that succeeds.").of(COMMANDED),
        Rolls = word("rolls", &[needs("attribute", ATTRIBUTE)], Nothing, "The support action is rolled with an attribute.").of(HEROES).within(LINES),
        Signature = word("signature", &[], Nothing, "The monster uses the action once in every command phase.").of(MONSTERS).within(LINES),
        Replaces = word("replaces", &[], Nothing, "The action is used instead of the one of its name while its owner is bonded.").of(MONSTERS).within(LINES),
        Commands = word("commands", &[needs("command", COMMAND), may("times", Int)], Nothing, "A space of the chart gives a command.").within(SPACE),
        Flies = word("flies", &[], Nothing, "It sees past everything but walls, and is seen so.").of(MODELS).never_while(ACTING),
        Ignores = word("ignores", &[needs("squares", EnumSet(&["square"])).not(&["floor", "doorway", "spawn"])], Nothing, "Such squares are open squares to it; it walks through a `wall`.").of(FIGHTERS).never_while(ACTING),
        Jumps = word("jumps", &[needs("range", Int)], Nothing, "Its actions go on to a model within so many squares, with a die fewer.").of(COMMANDED),
        Slowed = word("slowed", &[], Nothing, "It moves half as far, rounded up.").of(COMMANDED).never_while(ACTING),
        Immune = word("immune", &[needs("status", EnumSet(&["status"]))], Nothing, "It never suffers such a status.").of(FIGHTERS),
        DefendsWith = word("defends-with", &[needs("attribute", EnumSet(&["attribute"]))], Nothing, "It must defend with one of these attributes, whatever its card says.").of(HEROES).never_while(USING),
        Tenacious = word("tenacious", &[], Nothing, "Its wounds do not fall on its minions.").of(&["elite"]).never_while(USING),
        Uncritical = word("uncritical", &[], Nothing, "It suffers no critical hits.").of(MONSTERS).never_while(USING),
        Unaimable = word("unaimable", &[], Nothing, "Its enemies cannot aim at it.").of(MODELS).never_while(ACTING),
    }
}

words! {
    /// What can be forbidden.
    pub enum Act {
        Move = word("move", &[], Nothing, "Moving by oneself, Dash included.").of(COMMANDED).never_while(ACTING),
        Dash = word("dash", &[], Nothing, "Dashing.").of(HEROES).never_while(ACTING),
        Attack = word("attack", &[], Nothing, "Basic attacks.").of(COMMANDED).never_while(ACTING),
        Unique = word("unique", &[], Nothing, "Unique actions.").of(COMMANDED).never_while(ACTING),
        Drink = word("drink", &[], Nothing, "Drinking potions.").of(HEROES).never_while(ACTING),
        Slurp = word("slurp", &[], Nothing, "Loud Slurping.").of(HEROES).never_while(ACTING),
        Open = word("open", &[], Nothing, "Opening chests.").of(HEROES).never_while(ACTING),
        Interact = word("interact", &[], Nothing, "Interacting with what cards and squares let Heroes handle.").of(HEROES).never_while(ACTING),
        Equip = word("equip", &[], Nothing, "Equipping.").of(HEROES).never_while(BUSY),
        Trade = word("trade", &[], Nothing, "Trading loot for treasure, which the party does together.").alone(),
        Share = word("share", &[], Nothing, "Drinking the potions of others.").of(HEROES).never_while(ACTING),
    }
}

words! {
    /// What effects pick from.
    pub enum Selection: selections {
        Heroes = word("heroes", &[], Cards, "All Heroes in play.").of(HEROES),
        Monsters = word("monsters", &[], Cards, "All monsters in play.").of(MONSTERS),
        Elites = word("elites", &[], Cards, "All elites in play.").of(LEADERS),
        Minions = word("minions", &[], Cards, "All minions in play.").of(MINIONS),
        Solos = word("solos", &[], Cards, "All monsters in play that are neither elites nor minions.").of(SOLOS),
        SpawningPoints = word("spawning-points", &[], Cards, "All spawning points in play.").of(POINTS),
        Models = word("models", &[], Cards, "All models in play.").of(MODELS),
        Friends = word("friends", &[], Cards, "The models on the side of who owns this, itself included.").of(MODELS),
        Enemies = word("enemies", &[], Cards, "The models of the other side.").of(MODELS),
        Others = word("others", &[], Cards, "The models on the side of who owns this, without itself.").of(MODELS),
        Bonded = word("bonded", &[needs("elite", Card).of(LEADERS)], Cards, "Who is bonded to an elite now.").of(MONSTERS),
        Equipment = word("equipment", &[needs("figure", Card).of(HEROES)], Cards, "What a Hero wears.").of(EQUIPMENT),
        LootDeck = word("deck-loot", &[], Cards, "The cards in the loot deck.").of(EQUIPMENT).at(IN_DECK),
        TreasureDeck = word("deck-treasure", &[], Cards, "The cards in the treasure deck.").of(EQUIPMENT).at(IN_DECK),
        Backpack = word("backpack", &[], Cards, "The cards in the backpack.").of(EQUIPMENT),
        Bearer = word("bearer", &[], Card, "Who wears this, or whose text this is.").of(MODELS).on(BORNE).owner(),
        Target = word("target", &[], Card, "The model that the action affects.").of(MODELS).within(ACTION).affected(),
        User = word("user", &[], Card, "Who uses the action.").of(FIGHTERS).within(ACTION).uses(),
        TopHero = word("top-hero", &[], Card, "The Hero with most wrath.").of(HEROES),
        ActiveHero = word("active-hero", &[], Card, "The Hero that is activated.").of(HEROES).within(ACTIVE),
        Boss = word("boss", &[], Card, "The dungeon boss, in play.").of(SOLOS),
    }
}

words! {
    /// Facts.
    pub enum Query: queries {
        Wounds = word("wounds", &[may("figure", Card).of(MODELS)], Int, "Its wounds."),
        Potions = word("potions", &[may("figure", Card).of(HEROES)], Int, "Its potions."),
        Wrath = word("wrath", &[may("figure", Card).of(HEROES)], Int, "Its wrath."),
        MovementLeft = word("movement-left", &[may("figure", Card).of(FIGHTERS)], Int, "Squares that it may still move."),
        ActionsLeft = word("actions-left", &[may("figure", Card).of(FIGHTERS)], Int, "Action points that it still has."),
        Suffers = word("suffers", &[may("figure", Card).of(FIGHTERS), may("status", EnumSet(&["status"]))], Bool, "Whether it suffers one of these statuses, or any."),
        IsHero = word("is-hero", &[may("figure", Card).of(MODELS)], Bool, "Whether it is a Hero."),
        IsMonster = word("is-monster", &[may("figure", Card).of(MODELS)], Bool, "Whether it is a monster."),
        IsElite = word("is-elite", &[may("figure", Card).of(MODELS)], Bool, "Whether it is an elite."),
        IsMinion = word("is-minion", &[may("figure", Card).of(MODELS)], Bool, "Whether it is a minion."),
        IsBoss = word("is-boss", &[may("figure", Card).of(MODELS)], Bool, "Whether it is the dungeon boss."),
        IsMiniBoss = word("is-mini-boss", &[may("figure", Card).of(MODELS)], Bool, "Whether it is a mini-boss."),
        IsPoint = word("is-spawning-point", &[may("figure", Card).of(MODELS)], Bool, "Whether it is a spawning point."),
        IsLarge = word("is-large", &[may("figure", Card).of(MODELS)], Bool, "Whether it covers several squares."),
        InPlay = word("in-play", &[may("figure", Card).of(MODELS)], Bool, "Whether it stands on the map."),
        IsActive = word("is-active", &[may("figure", Card).of(HEROES)], Bool, "Whether it is activated now."),
        IsReady = word("is-ready", &[may("figure", Card).of(HEROES)], Bool, "Whether a Hero has no activation token."),
        IsFriend = word("is-friend", &[needs("figure", Card).of(MODELS), may("of", Card).of(MODELS)], Bool, "Whether two models are on one side; without `of`, whether it is on the side of who owns this."),
        InGang = word("in-gang", &[may("figure", Card).of(LEADERS)], Bool, "Whether somebody is bonded to an elite."),
        Affinity = word("affinity", &[may("figure", Card).of(MODELS)], EnumSet(&["crystal"]), "Its crystals."),
        TypeOf = word("type", &[may("figure", Card).of(MODELS)], EnumSet(&["type"]), "The words of its type."),
        Distance = word("distance", &[needs("from", Card).of(MODELS), may("to", Card).of(MODELS)], Int, "Squares between two models, around walls; 99 if there is no way. Without `to`: from who owns this."),
        Adjacent = word("adjacent", &[needs("from", Card).of(MODELS), may("to", Card).of(MODELS)], Bool, "Whether two models stand beside each other."),
        Sees = word("sees", &[needs("from", Card).of(MODELS), needs("to", Card).of(MODELS)], Bool, "Whether one sees the other."),
        TileOf = word("tile", &[may("figure", Card).of(MODELS)], Int, "The number of its tile."),
        LastTile = word("last-tile", &[], Int, "The number of the last tile."),
        IsOn = word("is-on", &[needs("figure", Card).of(MODELS), needs("square", EnumSet(&["square"]))], Bool, "Whether it stands on such a square, and does not ignore it."),
        IsBeside = word("is-beside", &[needs("figure", Card).of(MODELS), needs("square", EnumSet(&["square"]))], Bool, "Whether it stands on such a square or next to one, for what is handled by Interact."),
        Here = word("here", &[may("figure", Card).of(MODELS)], Bool, "Whether it stands on this tile.").on(TILES),
        Equipped = word("equipped", &[may("figure", Card).of(HEROES)], Int, "How many cards a Hero wears."),
        Wears = word("wears", &[needs("figure", Card).of(HEROES), needs("item", CardName)], Bool, "Whether a Hero wears that card."),
        Holds = word("holds", &[needs("item", CardName)], Bool, "Whether the backpack holds that card."),
        BackpackSize = word("backpack-size", &[], Int, "Cards in the backpack."),
        LootInBackpack = word("loot-in-backpack", &[], Int, "Loot cards in the backpack."),
        Coins = word("coins", &[], Int, "Princess Coins left."),
        FreeWrath = word("free-wrath", &[], Int, "Wrath tokens that nobody has."),
        PoolSize = word("pool-size", &[needs("monster", CardName)], Int, "Models of a monster in the spawning pool."),
        Present = word("in-dungeon", &[needs("monster", CardName)], Int, "Models of a monster on the map."),
        Chests = word("chests", &[], Int, "Chests that are still closed."),
        PointsDestroyed = word("points-destroyed", &[], Int, "Spawning points destroyed so far."),
        Kills = word("kills", &[], Int, "Monsters destroyed by Heroes this turn."),
        AllKills = word("all-kills", &[], Int, "Monsters destroyed since the game started."),
        Space = word("chart-space", &[], Int, "The space of the chart's marker."),
        Commanded = word("commanded", &[needs("command", EnumSet(&["command"]))], Bool, "Whether the command under way is one of these."),
        IsOffensive = word("is-offensive", &[], Bool, "Whether the action under way is offensive."),
        IsArea = word("is-area", &[], Bool, "Whether the action under way affects an area."),
        IsBasic = word("is-basic", &[], Bool, "Whether the action under way is a basic one."),
        Strikes = word("strikes-with", &[needs("kind", EnumSet(&["attack-kind"]))], Bool, "Whether the action under way is an attack of that kind."),
        IsUsing = word("is-using", &[may("figure", Card).of(FIGHTERS)], Bool, "Whether it uses the action under way."),
        IsTarget = word("is-target", &[may("figure", Card).of(MODELS)], Bool, "Whether the action under way affects it now."),
        WasWounded = word("wounds-done", &[], Int, "Wounds that the action under way has done."),
        IsHeroTurn = word("is-hero-turn", &[], Bool, "Whether it is a Hero Turn."),
        HasPlot = word("has-plot", &[], Bool, "Whether a plot is in play."),
        MiniBossesSpawned = word("mini-bosses-spawned", &[], Int, "Mini-bosses that have come."),
        BossSpawned = word("boss-spawned", &[], Bool, "Whether the dungeon boss has come."),
        Rewards = word("rewards", &[], Int, "Loot cards of the last power-up."),
        ColumnOf = word("x", &[may("figure", Card).of(MODELS)], Int, "Its column, from 0."),
        RowOf = word("y", &[may("figure", Card).of(MODELS)], Int, "Its row, from 0."),
        IsWaiting = word("is-destroyed", &[may("figure", Card).of(MODELS)], Bool, "Whether it was destroyed and has not come back."),
        Turn = word("turn", &[], Int, "The number of the Hero Turn, from 1."),
        Challenges = word("challenges", &[], Int, "Challenges in play."),
        InForce = word("in-force", &[needs("card", CardName)], Bool, "Whether that challenge, plot or mode is in play."),
        DeckSize = word("deck-size", &[], Int, "Challenges left to draw."),
        Over = word("over", &[], Bool, "Whether the game is over."),
        Won = word("won", &[], Bool, "Whether the Heroes have won."),
    }
}

words! {
    /// When something ends.
    pub enum Window {
        NextUpkeep = word("next-upkeep", &[], Nothing, "The next upkeep of who used it."),
        Action = word("end-of-action", &[], Nothing, "The action is over.").soon(),
        Activation = word("end-of-activation", &[], Nothing, "The activation ends."),
        Turn = word("end-of-turn", &[], Nothing, "The Hero or Consul Turn ends."),
        HeroTurn = word("end-of-hero-turn", &[], Nothing, "The next Hero Turn ends."),
        ConsulTurn = word("end-of-consul-turn", &[], Nothing, "The next Consul Turn ends."),
        Game = word("end-of-game", &[], Nothing, "The game ends."),
    }
}

/// What content of Super Dungeon Arcade may say.
pub(crate) const VOCABULARY: Vocabulary = Vocabulary {
    game: "arcade",
    dice: true,
    period: "turn",
    commands: super::commands::COMMANDS,
    setup: super::commands::SETUP,
    properties: super::commands::PROPERTIES,
    enums: &[
        Whom::REQUIRED,
        RequiredEnum { name: "status", values: &[] },
        facts::Command::REQUIRED,
        RequiredEnum {
            name: "area",
            values: &["burst", "cross", "lance", "sweep", "wave", "aura"],
        },
        RequiredEnum { name: "attribute", values: &["STR", "ARM", "WILL", "DEX"] },
        RequiredEnum { name: "attack-kind", values: &["melee", "magic", "missile"] },
        facts::Colour::REQUIRED,
        facts::Rank::REQUIRED,
        RequiredEnum { name: "crystal", values: &[] },
        RequiredEnum { name: "boss-deck", values: &[] },
        RequiredEnum { name: "slot", values: &[] },
        RequiredEnum { name: "type", values: &[] },
        facts::Base::REQUIRED,
        RequiredEnum {
            name: "square",
            values: &["floor", "wall", "doorway", "spawn", "difficult", "structure", "chasm"],
        },
        RequiredEnum { name: "tile-side", values: &["a", "b"] },
        RequiredEnum { name: "direction", values: &["north", "east", "south", "west"] },
        RequiredEnum { name: "set", values: &[] },
    ],
    facts: facts::FACTS,
    homes: &[
        Home::text("model", "while it is on the map"),
        Home::text("gang", "while its elite is on the map").about(LEADERS),
        Home::text("loot", "while a Hero wears it").about(HEROES),
        Home::text("treasure", "while a Hero wears it").about(HEROES),
        Home::text("challenge", "while it lies there").and_done(),
        Home::text("plot", "while it lies there").and_done(),
        Home::text("mode", "during the whole game"),
        Home::text("chart", "during the whole game"),
        Home::text("tile-effect", "during the whole game"),
        Home::text("tile", "while it lies in the dungeon"),
        Home::block("challenge", "trap", "when it is drawn"),
        Home::block("challenge", "challenge", "while it lies there").only_lasting(),
        Home::block("plot", "plot", "while it lies there").only_lasting(),
        Home::block("chart", "space", "when the marker comes there"),
        Home::block("hero", "attack", "when it is used").affecting(FOES),
        Home::block("hero", "support", "when it is used"),
        Home::block("hero", "potion", "when it is drunk"),
        Home::block("monster", "attack", "when it is used")
            .about(MONSTERS)
            .called("monster-attack")
            .affecting(HEROES),
        Home::block("monster", "support", "when it is used")
            .about(MONSTERS)
            .called("monster-support"),
        Home::block("loot", "attack", "when it is used").about(HEROES).affecting(FOES),
        Home::block("loot", "support", "when it is used").about(HEROES),
        Home::block("loot", "potion", "when it is drunk").about(HEROES),
        Home::block("treasure", "attack", "when it is used").about(HEROES).affecting(FOES),
        Home::block("treasure", "support", "when it is used").about(HEROES),
        Home::block("treasure", "potion", "when it is drunk").about(HEROES),
    ],
    ..Arcade::TABLES
};
