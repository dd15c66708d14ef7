//! What can be asked about a crawler game: cards to select, and facts.

use cardwright_engine::core::words;
use cardwright_engine::core::words::builtin;
use cardwright_vocabulary::{Type, may, needs, word};

use super::{
    ADVENTURERS, ATTACKED_BY, ATTACKERS, CHARACTERS, CRAWLER, DEALT, DECKS, DEFENCE, DUNGEON,
    ENCOUNTER, HAND, IN_PLAY, LIVING, LOCKABLE, PARTY, PERISHED, PLAYED, RETALIATION, TABLE, TRAPS,
};
use Type::{Bool, Card, CardName, CardNames, Cards, Enum, EnumSet, Int, Kind, Numbers, Text, Zone};

/// Costs and bans concern crawler cards before they are in play.
const CARDS_OF_PLAYERS: &[&str] = &["crawler-play", "crawler-hand"];

/// Who can be attacked back.
const ASSAILANTS: &[&str] = &["adventurer", "character", "trap"];
/// Where they are.
const FIGHTING: &[&str] = &["party", "encounter"];

/// Where a Character is that was slain.
const FALLEN: &[&str] = &["dungeon-grave", "dungeon-deck"];

words! {
    /// What effects pick from.
    pub enum Selection {
        Own = builtin::OWN,
        It = builtin::IT,
        Outer = builtin::OUTER,
        Most = builtin::MOST,
        Least = builtin::LEAST,
        Different = builtin::DIFFERENT,
        Linked = word("linked", &[], Card, "The card this one is linked with.").of(PLAYED).at(TABLE).made_by("link"),
        PrimaryTarget = word("primary-target", &[], Card, "The Primary Target.").of(ADVENTURERS).at(PARTY),
        TargetX = word("target-x", &[], Card, "The adventurer at place X of the marching order; X is the Cost on top of the dungeon grave plus 1.").of(ADVENTURERS).at(PARTY),
        Defended = word("defended", &[], Card, "The adventurer this defence is for.").of(ADVENTURERS).within(DEFENCE).at(PARTY),
        Cards = word("cards", &[may("in", Zone)], Cards, "All cards, or those in a zone (`cards in dungeon-grave`)."),
        EncounterCards = word("encounter-cards", &[], Cards, "All dungeon cards in play.").of(DUNGEON).at(ENCOUNTER),
        Others = word("others", &[], Cards, "All dungeon cards in play but this one.").of(DUNGEON).at(ENCOUNTER),
        Characters = word("characters", &[], Cards, "Characters in play.").of(CHARACTERS).at(ENCOUNTER),
        Traps = word("traps", &[], Cards, "Traps in play.").of(TRAPS).at(ENCOUNTER),
        Terrains = word("terrains", &[], Cards, "Terrain in play.").of(&["terrain"]).at(ENCOUNTER),
        DungeonEvents = word("dungeon-events", &[], Cards, "Events in play.").of(&["event"]).at(ENCOUNTER),
        Adventurers = word("adventurers", &[], Cards, "Adventurers in play, in marching order from the Primary Target.").of(ADVENTURERS).at(PARTY),
        Perished = word("perished", &[], Cards, "Adventurers who perished.").of(ADVENTURERS).at(PERISHED),
        AttackingAdventurers = word("attacking-adventurers", &[], Cards, "Adventurers who take part in this round's attack.").of(ADVENTURERS).at(PARTY),
        Attackers = word("attackers", &[], Cards, "Dungeon cards that attack; during a defence, those that attack the defended adventurer.").of(ATTACKERS).within(RETALIATION).at(ENCOUNTER),
        Assailants = word("assailants", &[], Cards, "Who attacks this card: the adventurers of this round's attack, or of an adventurer, the dungeon cards that attack it. Whoever brought the card picks among them.").of(ASSAILANTS).at(FIGHTING).in_texts(ATTACKED_BY),
        YourCards = word("your-cards", &[], Cards, "The crawler cards in play of the player whom the effect is about.").of(CRAWLER).at(IN_PLAY),
        CrawlerCards = word("crawler-cards", &[], Cards, "Crawler cards in play.").of(CRAWLER).at(CARDS_OF_PLAYERS),
        Hand = word("hand", &[], Cards, "Cards in hand.").of(CRAWLER).at(HAND),
        Slain = word("slain", &[], Cards, "Every Character slain so far, each as often as it was slain.").of(CHARACTERS).at(FALLEN),
        OpponentsAdventurers = word("opponents-adventurers", &[], Cards, "Adventurers of other players, in formats with opponents.").of(ADVENTURERS).at(PARTY),
    }
}

words! {
    /// Facts.
    pub enum Query: queries {
        First = builtin::FIRST,
        Cheapest = word("cheapest", &[needs("cards", Cards).of(DEALT)], Cards, "Those of the lowest Cost."),
        Costs = word("costs", &[needs("cards", Cards).of(DEALT)], Numbers, "Their Costs, to compare with `{3, 2, 1, 0}`."),
        Size = word("size", &[needs("zone", Zone)], Int, "How many cards a zone holds."),
        TopCost = word("top-cost", &[needs("zone", Zone)], Int, "The Cost of a zone's top card, 0 if it is empty."),
        Top = word("top", &[needs("zone", Zone), may("card", CardName)], Bool, "In scenarios: whether that card is on top of the zone."),
        FaceUp = word("face-up", &[needs("zone", Zone).of(DECKS)], Bool, "Whether a deck's top card is face up."),
        Contains = word("contains", &[needs("zone", Zone), needs("cards", CardNames)], Bool, "In scenarios: whether the zone holds exactly those cards, in any order."),
        Sequence = word("sequence", &[needs("zone", Zone), needs("cards", CardNames)], Bool, "In scenarios: whether the zone holds exactly those cards in that order (deck: top first; grave: oldest first)."),
        InZone = word("in-zone", &[needs("card", Card), needs("zone", Zone)], Bool, "Whether a card is there."),
        Wounds = word("wounds", &[may("card", Card).of(LIVING)], Int, "Wounds on the card."),
        Poisons = word("poisons", &[may("card", Card).of(LIVING)], Int, "Poison tokens on the card."),
        Locks = word("locks", &[may("card", Card).of(LOCKABLE)], Int, "Lock tokens on the card."),
        Time = word("time", &[may("card", Card).of(DEALT)], Int, "Time tokens on the card."),
        Activated = word("activated", &[may("card", Card).of(PLAYED)], Bool, "Whether the card is activated."),
        Locked = word("locked", &[may("card", Card).of(LOCKABLE)], Bool, "Whether the card is locked or held."),
        CanAct = word("can-act", &[may("card", Card).of(ADVENTURERS)], Bool, "Whether an adventurer is neither locked nor activated."),
        Active = word("active", &[may("card", Card).of(PLAYED)], Bool, "Whether a card is in play and not locked."),
        InPlay = word("in-play", &[may("card", Card).of(PLAYED)], Bool, "Whether a card is in play."),
        Summoned = word("summoned", &[may("card", Card).of(CHARACTERS)], Bool, "Whether the card was summoned."),
        Copies = word("copies", &[may("card", Card).of(DUNGEON)], Int, "How many other copies of it are in play or in the dungeon grave."),
        EnteredThisRound = word("entered-this-round", &[may("card", Card).of(PLAYED)], Bool, "Whether it came into play this round."),
        Boosted = word("boosted", &[may("card", Card).of(CRAWLER)], Bool, "Whether a crawler card in play was boosted."),
        Permanent = word("permanent", &[may("card", Card).of(CRAWLER)], Bool, "Whether a crawler card is permanent."),
        Type = word("type", &[may("card", Card).of(CHARACTERS)], EnumSet(&["character-type"]), "A Character's types."),
        Tribe = word("tribe", &[may("card", Card).of(CHARACTERS)], EnumSet(&["tribe"]), "A Character's tribes."),
        Alignment = word("alignment", &[may("card", Card)], EnumSet(&["alignment"]), "The card's alignments."),
        Class = word("class", &[may("card", Card).of(ADVENTURERS)], EnumSet(&["class"]), "An adventurer's class keys."),
        Rarity = word("rarity", &[may("card", Card)], Enum("rarity"), "The card's rarity."),
        Damage = word("damage", &[may("card", Card)], EnumSet(&["damage"]), "The damage types it deals."),
        Round = word("round", &[], Int, "The number of the round, from 1."),
        AttackWon = word("attack-won", &[], Bool, "Whether the adventurers won their attack this round."),
        DefenceWon = word("defence-won", &[], Bool, "Whether every adventurer attacked this round was defended by somebody, and no defence failed."),
        AttackIsMelee = word("attack-is-melee", &[], Bool, "Whether part of the attack that this card suffers is melee: the adventurers', or for an adventurer the dungeon's."),
        AttackDistance = word("attack-distance", &[], Enum("distance"), "The farthest distance among the adventurers' cards this round; compare with <, >=."),
        AttackDamage = word("attack-damage", &[], EnumSet(&["damage"]), "The damage types of this round's attack."),
        DungeonDefence = word("dungeon-defence", &[], Int, "The sum of Stamina in the encounter."),
        DungeonPower = word("dungeon-power", &[], Int, "The sum of Power of the cards that can attack."),
        EncounterCost = word("encounter-cost", &[], Int, "The Cost that counts against the Encounter Limit."),
        Cap = word("cap", &[needs("resource", Enum("resource"))], Int, "The highest such resource among active adventurers."),
        Available = word("available", &[needs("resource", Enum("resource"))], Int, "What of a resource is not occupied."),
        Occupied = word("occupied", &[needs("resource", Enum("resource"))], Int, "What of a resource is occupied by cards in play."),
        PlayedThisRound = word("played-this-round", &[needs("kind", Kind).of(CRAWLER)], Int, "How many cards of that kind were put into play this round."),
        ChallengeWon = word("challenge-won", &[needs("name", CardName)], Bool, "Whether that card's challenge has been won."),
        Passed = word("passed", &[needs("name", CardName)], Bool, "Whether that card has entered play and left it again."),
        QuestCompleted = word("quest-completed", &[needs("name", CardName)], Bool, "Whether that quest is completed."),
        QuestsCompleted = word("quests-completed", &[], Int, "How many quests are completed."),
        QuestImpossible = word("quest-impossible", &[needs("name", CardName)], Bool, "Whether that quest can no longer be completed."),
        Pool = word("pool", &[needs("card", Card).of(ADVENTURERS)], Int, "The Power that attacks that adventurer in the retaliation."),
        Defence = word("defence", &[needs("card", Card).of(ADVENTURERS)], Int, "The Stamina of the defence declared for that adventurer; 0 without a defender."),
        AttackAgainst = word("attack-against", &[needs("card", Card).of(CHARACTERS)], Int, "What this round's attack is worth against that card, after immunities and resistances."),
        LegalTargets = word("legal-targets", &[needs("cards", CardNames)], Bool, "In scenarios: whether the Wound may be assigned to exactly those cards."),
        Points = word("points", &[may("player", Int)], Int, "Victory points of a player, from 1; without one, of the active player."),
        Won = word("won", &[may("player", Int)], Bool, "Whether the game is won, by that player where there are several."),
        Lost = word("lost", &[may("player", Int)], Bool, "Whether the game is lost, by that player where there are several."),
        Over = word("over", &[], Bool, "Whether the game has ended."),
        Players = word("players", &[], Int, "How many players there are."),
        Decider = word("decider", &[], Int, "In scenarios: the player who has to decide now, from 1; 0 if nobody has."),
        Chapter = word("chapter", &[], Int, "The chapter of a campaign that is played, from 1; 0 outside of campaigns."),
        ActivePlayer = word("active-player", &[], Int, "The player whose round it is, from 1."),
        Setting = word("setting", &[needs("name", Text)], Bool, "Whether the game's declaration says `yes` to that setting, such as `reaver-requires-wound`; fixed while a game lasts."),
        Step = word("step", &[needs("name", Text)], Bool, "In scenarios: whether the round stands at that step."),
    }
}
