//! What crawler content may say: published to the compiler, executed by this module.

mod queries;
mod scenarios;
mod verbs;

use super::content::Crawler;
use cardwright_engine::core::{Rules, words};
use cardwright_vocabulary::{
    Closing, Home, InText, RequiredEnum, Type, Vocabulary, may, needs, word,
};

use Type::{Card, Enum, EnumSet, Int, Kind, Nothing, Zone};

pub(super) use queries::{Query, Selection};
pub(super) use verbs::Verb;

const ADVENTURERS: &[&str] = &["adventurer"];
const CHARACTERS: &[&str] = &["character"];
const TRAPS: &[&str] = &["trap"];
const DUNGEON: &[&str] = &["dungeon"];
const CRAWLER: &[&str] = &["crawler"];
/// Who can be wounded.
const LIVING: &[&str] = &["adventurer", "character"];
/// What makes up the dungeon's attack.
const ATTACKERS: &[&str] = &["character", "trap"];
/// What can be in a deck and in play.
const DEALT: &[&str] = &["crawler", "dungeon"];
/// What a Lock does something to.
const LOCKABLE: &[&str] = &["adventurer", "dungeon"];
/// What can be in play.
const PLAYED: &[&str] = &["adventurer", "crawler", "dungeon"];
/// What has a Power or adds to an attack.
const POWERFUL: &[&str] = &["adventurer", "crawler", "character", "trap"];
/// What an Area widens.
const WIDE: &[&str] = &["crawler", "character", "trap"];
/// In play.
const TABLE: &[&str] = &["encounter", "party", "crawler-play"];
const PARTY: &[&str] = &["party"];
const PERISHED: &[&str] = &["perished"];
const ENCOUNTER: &[&str] = &["encounter"];
const HAND: &[&str] = &["crawler-hand"];
const IN_PLAY: &[&str] = &["crawler-play"];
/// Where the text of an adventurer, of a crawler card and of a dungeon card can be about itself.
const OWN_PARTY: &[&str] = &["party", "perished"];
const OWN_CRAWLER: &[&str] = &["crawler-hand", "crawler-play", "crawler-grave"];
const OWN_DUNGEON: &[&str] = &["encounter", "dungeon-deck", "dungeon-grave"];
/// Where a Cost counts: for the player, for the encounter, for Target X.
const PRICED: &[&str] = &["crawler-hand", "dungeon-deck", "encounter", "dungeon-grave"];
const DUNGEON_DECK: &[&str] = &["dungeon-deck"];
const DECKS: &[&str] = &["crawler-deck", "dungeon-deck"];
/// Moments at which the adventurers' attack of the round is still to come, or under way.
const BEFORE_WOUNDS: &[&str] = &[
    "enter",
    "card-enters",
    "combat",
    "each-combat",
    "attack-won",
    "hit",
    "would-wound",
    "wounded",
    "perished",
    "play",
    "card-played",
    "discarded",
    "card-discarded",
    "base",
    "boost",
    "disrupt",
    "blended",
    "spend",
    "offer",
];
/// Moments of the dungeon's attack.
const RETALIATION: &[&str] = &[
    "hit",
    "would-wound",
    "wounded",
    "perished",
    "slain",
    "play",
    "card-played",
    "discarded",
    "card-discarded",
    "leave",
    "card-leaves",
    "enter",
    "card-enters",
    "base",
    "boost",
    "disrupt",
    "blended",
    "spend",
    "offer",
];
/// Who is meant only while the dungeon attacks: what matters when the adventurers do, when targets
/// are chosen, or when the round is cleared, does not matter for them.
const RETALIATING: &[&str] = &["attackers", "defended"];
/// The same for what still matters to those who are attacked.
const ATTACKING: &[&str] = &["attackers"];
/// The same for what only the adventurers' attack is about.
const DEFENDED: &[&str] = &["defended"];
/// Who attacks the card whose text it is: the dungeon an adventurer, the adventurers all others.
const ATTACKED_BY: &[InText] = &[
    InText { hosts: ADVENTURERS, kinds: ATTACKERS, moments: RETALIATION },
    InText { hosts: &["quest", "crawler", "dungeon"], kinds: ADVENTURERS, moments: &[] },
];
/// When a round is ending, no combat of it is left.
const AFTER_COMBAT: &[Closing] = &[Closing {
    event: "end-of-round",
    idle: &[
        "power",
        "stamina",
        "area",
        "attack-power",
        "attack-targets",
        "defence-stamina",
        "encounter-limit",
        "attack",
        "defend",
        "enter",
        "frenzied",
        "stopped-by",
        "distant",
        "contact",
        "aimed",
        "warded",
        "leaping",
        "swift",
    ],
}];
/// Moments of a defence.
const DEFENCE: &[&str] = &[
    "hit",
    "would-wound",
    "wounded",
    "perished",
    "base",
    "boost",
    "disrupt",
    "blended",
    "spend",
    "play",
    "card-played",
    "discarded",
    "card-discarded",
    "offer",
];

words! {
    /// What effects react to.
    pub enum Event {
        Enter = word("enter", &[], Nothing, "This card comes into play."),
        Leave = word("leave", &[], Nothing, "This card leaves play, other than by `remove`."),
        Play = word("play", &[], Nothing, "This crawler card is played; the same as writing the effect directly into its block."),
        Combat = word("combat", &[], Nothing, "Combat begins, in the round in which this card entered."),
        EachCombat = word("each-combat", &[], Nothing, "Combat begins, every round."),
        EndOfCombat = word("end-of-combat", &[], Nothing, "Step 3.4 of every round."),
        EndOfRound = word("end-of-round", &[], Nothing, "The round ends, before anything is cleared."),
        Hit = word("hit", &[needs("victim", Card).of(LIVING)], Nothing, "An attack this card took part in with Power above 0 (or by Contact) got through: the dungeon's to an adventurer, the adventurers' to a Character.").never_while(DEFENDED),
        Wounded = word("wounded", &[needs("victim", Card).of(LIVING)], Nothing, "A card took a Wound; the card itself can be meant with `where victim is self`."),
        WouldWound = word("would-wound", &[needs("victim", Card).of(ADVENTURERS)], Nothing, "An adventurer would take a combat Wound.").preventable(),
        Slain = word("slain", &[needs("victim", Card).of(CHARACTERS)], Nothing, "A Character went to the grave because of Wounds."),
        Perished = word("perished", &[needs("victim", Card).of(ADVENTURERS)], Nothing, "An adventurer perished."),
        WouldPerish = word("would-perish", &[needs("victim", Card).of(ADVENTURERS)], Nothing, "An adventurer would perish. Who is saved and not healed has 1 Life left.").preventable(),
        WouldBeSlain = word("would-be-slain", &[needs("victim", Card).of(CHARACTERS)], Nothing, "A Character would be slain. One that is saved and not healed has 1 Life left.").preventable(),
        WouldHeal = word("would-heal", &[needs("subject", Card).of(LIVING)], Nothing, "An effect would take Wounds off a card.").preventable(),
        WouldDraw = word("would-draw", &[], Nothing, "You would draw a crawler card.").preventable(),
        WouldReset = word("would-reset", &[], Nothing, "This card would be reset in step 4.5.").preventable(),
        AttackWon = word("attack-won", &[], Nothing, "The adventurers' attack met the dungeon's defence."),
        AttackLost = word("attack-lost", &[], Nothing, "The adventurers' attack fell short."),
        CardEnters = word("card-enters", &[needs("subject", Card).of(DUNGEON)], Nothing, "Any dungeon card comes into play."),
        CardLeaves = word("card-leaves", &[needs("subject", Card).of(DEALT)], Nothing, "Any card leaves play, other than by `remove`."),
        CardPlayed = word("card-played", &[needs("subject", Card).of(CRAWLER)], Nothing, "A crawler card is played."),
        CardDiscarded = word("card-discarded", &[needs("subject", Card).of(CRAWLER)], Nothing, "A crawler card is discarded (not dropped).").of_others("discarded"),
        Discarded = word("discarded", &[], Nothing, "This crawler card is discarded (not dropped)."),
    }
}

words! {
    /// Numbers that effects change.
    pub enum Stat {
        Power = word("power", &[may("card", Card).of(POWERFUL).at(TABLE)], Int, "What the card attacks with."),
        Stamina = word("stamina", &[may("card", Card).of(PLAYED).at(TABLE)], Int, "What the card adds to the dungeon's defence."),
        Life = word("life", &[may("card", Card).of(LIVING).at(TABLE)], Int, "How many Wounds send it to the grave."),
        Cost = word("cost", &[may("card", Card).of(DEALT).at(PRICED)], Int, "Cost, as printed and modified."),
        Area = word("area", &[may("card", Card).of(WIDE).at(TABLE)], Int, "How many targets its attack has; 0 or 1 for the usual one."),
        EncounterLimit = word("encounter-limit", &[], Int, "How much Cost the encounter may hold."),
        HandLimit = word("hand-limit", &[], Int, "How many crawler cards may be kept."),
        AttackPower = word("attack-power", &[], Int, "The adventurers' attack of this round."),
        AttackTargets = word("attack-targets", &[], Int, "How many targets the adventurers' attack of this round may have."),
        DefenceStamina = word("defence-stamina", &[], Int, "The stamina of the defence this card is played for."),
        Resource = word("resource", &[may("card", Card).of(ADVENTURERS).at(TABLE), needs("resource", Enum("resource"))], Int, "An adventurer's resource of that kind; `modify` changes all of them."),
    }
}

words! {
    /// Mechanisms that `mark` switches on.
    pub enum Mark {
        Hidden = word("hidden", &[], Nothing, "No combat Wound may be assigned to it while another legal target exists; among hidden Characters only the lowest Cost is legal, and among hidden adventurers all are.").of(LIVING).at(TABLE).never_while(RETALIATING),
        Leaping = word("leaping", &[], Nothing, "Not counted and not hit by attacks with an area.").of(LIVING).at(TABLE).never_while(RETALIATING),
        Immune = word("immune", &[needs("types", EnumSet(&["damage"]))], Nothing, "Power and Wounds of only those damage types do not count against it.").of(LIVING).at(TABLE).never_while(ATTACKING),
        Resistant = word("resistant", &[needs("amount", Int), needs("types", EnumSet(&["damage"]))], Nothing, "An attack with one of those types counts that much less against it.").of(LIVING).at(TABLE).never_while(ATTACKING),
        Unwoundable = word("unwoundable", &[], Nothing, "Never a legal target of a Wound.").of(LIVING).at(TABLE).never_while(ATTACKING),
        Warded = word("warded", &[needs("cards", Int), needs("instead", Int), needs("kind", Kind).of(CRAWLER)], Nothing, "To assign a Wound to it the player discards that many cards, or instead fewer of one kind.").of(CHARACTERS).at(TABLE).never_while(RETALIATING),
        Frenzied = word("frenzied", &[], Nothing, "Attacks before the adventurers and not again in the retaliation.").of(ATTACKERS).at(TABLE).never_while(RETALIATING),
        StoppedBy = word("stopped-by", &[may("types", EnumSet(&["damage"]))], Nothing, "Only Stamina of these damage types stops its Power; if none is named, no Stamina does.").of(ATTACKERS).at(TABLE),
        Distant = word("distant", &[], Nothing, "Its attack is not melee.").of(ATTACKERS).at(TABLE),
        Contact = word("contact", &[], Nothing, "Its `on hit` effects happen whenever it attacks, won or not, even with Power 0.").of(ATTACKERS).at(TABLE),
        Aimed = word("aimed", &[needs("at", Card).of(ADVENTURERS)], Nothing, "Its attack goes to that adventurer instead of the Primary Target.").of(ATTACKERS).at(TABLE),
        DiscardInstead = word("discard-instead", &[needs("cards", Int)], Nothing, "You may discard so many other cards instead of paying its Cost.").of(CRAWLER).at(HAND),
        Swift = word("swift", &[], Nothing, "Enters play when flipped.").of(DUNGEON).at(DUNGEON_DECK),
        Held = word("held", &[], Nothing, "Counts as locked as long as the mark lasts, without a token.").of(LOCKABLE).at(TABLE).never_while(ATTACKING),
        Staying = word("staying", &[], Nothing, "Not cleared in step 4.2.").of(DEALT).at(TABLE).never_while(ATTACKING),
    }
}

words! {
    /// What can be forbidden.
    pub enum Act {
        Play = word("play", &[], Nothing, "Playing a crawler card.").of(CRAWLER).at(HAND),
        Spend = word("spend", &[], Nothing, "Spending a permanent.").of(CRAWLER).at(IN_PLAY).with_clause("spend"),
        Boost = word("boost", &[], Nothing, "Using a card's boost block.").of(CRAWLER).at(HAND).with_clause("boost"),
        Attack = word("attack", &[], Nothing, "Taking part in the adventurers' attack.").of(ADVENTURERS).at(PARTY).never_while(DEFENDED),
        Defend = word("defend", &[], Nothing, "Defending.").of(ADVENTURERS).at(PARTY),
        Draw = word("draw", &[], Nothing, "Drawing by effects.").alone(),
        Enter = word("enter", &[], Nothing, "Coming into play: a card that cannot goes straight to the grave.").of(DUNGEON).at(DUNGEON_DECK),
    }
}

words! {
    /// When something ends.
    #[allow(clippy::enum_variant_names)]
    pub enum Window {
        EndOfAttack = word("end-of-attack", &[], Nothing, "The adventurers' attack is resolved."),
        EndOfDefence = word("end-of-defence", &[], Nothing, "The defence is resolved."),
        EndOfCombat = word("end-of-combat", &[], Nothing, "Step 3.4 is over."),
        EndOfRound = word("end-of-round", &[], Nothing, "The round ends.").closing(AFTER_COMBAT),
        EndOfNextRound = word("end-of-next-round", &[], Nothing, "The next round ends."),
        EndOfGame = word("end-of-game", &[], Nothing, "For the rest of the game."),
    }
}

/// The crawler vocabulary.
pub const VOCABULARY: Vocabulary = Vocabulary {
    game: "crawler",
    dice: false,
    opponents: true,
    period: "round",
    zones: &[
        word("crawler-deck", &[], Zone, "The crawler deck.").of(CRAWLER),
        word("crawler-hand", &[], Zone, "The hand.").of(CRAWLER),
        word("crawler-play", &[], Zone, "Crawler cards in play.").of(CRAWLER),
        word("crawler-grave", &[], Zone, "The crawler grave, newest on top.").of(CRAWLER),
        word("dungeon-deck", &[], Zone, "The dungeon deck; its top card may be face up.")
            .of(DUNGEON),
        word("encounter", &[], Zone, "Dungeon cards in play.").of(DUNGEON),
        word("dungeon-grave", &[], Zone, "The dungeon grave, newest on top.").of(DUNGEON),
        word("set-aside", &[], Zone, "Cards set aside instead of shuffled, in the walkthrough.")
            .of(DEALT),
    ],
    commands: scenarios::COMMANDS,
    setup: scenarios::SETUP,
    properties: scenarios::PROPERTIES,
    enums: &[
        RequiredEnum { name: "resource", values: &["equipment", "magic", "skill", "tactic"] },
        RequiredEnum { name: "damage", values: &["harm", "magic", "supernatural", "incorporeal"] },
        RequiredEnum { name: "distance", values: &["melee", "reach", "thrown", "ranged"] },
        RequiredEnum { name: "rarity", values: &[] },
        RequiredEnum { name: "character-type", values: &[] },
        RequiredEnum { name: "tribe", values: &[] },
        RequiredEnum { name: "alignment", values: &[] },
        RequiredEnum { name: "class", values: &[] },
    ],
    homes: &[
        Home::text("adventurer", "while the adventurer is in play").at(OWN_PARTY),
        Home::text("quest", "during the whole game"),
        Home::text("dungeon", "while it is in play; what is done is done when it enters")
            .and_done()
            .at(OWN_DUNGEON),
        Home::text("crawler", "while it is in play; what is done is done when it is played")
            .and_done()
            .at(OWN_CRAWLER),
        Home::block("crawler", "base", "when it is played").at(IN_PLAY),
        Home::block("crawler", "boost", "when it is played boosted").at(IN_PLAY),
        Home::block("crawler", "disrupt", "when it is played to disrupt").at(IN_PLAY),
        Home::block("crawler", "blended", "when it is played blended").at(IN_PLAY),
        Home::block("crawler", "spend", "when it is spent").at(IN_PLAY),
        Home::block("dungeon", "win", "when its challenge is won"),
        Home::block("dungeon", "lose", "when its challenge is lost"),
    ],
    facts: super::facts::FACTS,
    ..Crawler::TABLES
};
