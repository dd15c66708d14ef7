//! What can be asked about a crawler game: cards to select, and facts.

use cardwright_engine::core::words;
use cardwright_engine::core::words::builtin;
use cardwright_vocabulary::{Type, may, needs, word};

use Type::{Bool, Card, CardName, CardNames, Cards, Enum, EnumSet, Int, Kind, Numbers, Text, Zone};

/// Moments of a defence.
const DEFENCE: &[&str] =
    &["base", "boost", "disrupt", "blended", "spend", "play", "would-wound", "hit", "wounded"];

words! {
    /// What effects pick from.
    pub enum Selection {
        Own = builtin::OWN,
        It = builtin::IT,
        Linked = word("linked", &[], Card, "The card this one is linked with."),
        PrimaryTarget = word("primary-target", &[], Card, "The Primary Target.").of(&["adventurer"]),
        TargetX = word("target-x", &[], Card, "The adventurer at place X of the marching order; X is the Cost on top of the dungeon grave plus 1.").of(&["adventurer"]),
        Defended = word("defended", &[], Card, "The adventurer this defence is for.").of(&["adventurer"]).within(DEFENCE),
        Cards = word("cards", &[may("in", Zone)], Cards, "All cards, or those in a zone (`cards in dungeon-grave`)."),
        EncounterCards = word("encounter-cards", &[], Cards, "All dungeon cards in play.").of(&["dungeon-card"]),
        Others = word("others", &[], Cards, "All dungeon cards in play but this one.").of(&["dungeon-card"]),
        Characters = word("characters", &[], Cards, "Characters in play.").of(&["character"]),
        Traps = word("traps", &[], Cards, "Traps in play.").of(&["trap"]),
        Terrains = word("terrains", &[], Cards, "Terrain in play.").of(&["terrain"]),
        DungeonEvents = word("dungeon-events", &[], Cards, "Events in play.").of(&["event"]),
        Adventurers = word("adventurers", &[], Cards, "Adventurers in play, in marching order from the Primary Target.").of(&["adventurer"]),
        Perished = word("perished", &[], Cards, "Adventurers who perished.").of(&["adventurer"]),
        AttackingAdventurers = word("attacking-adventurers", &[], Cards, "Adventurers who take part in this round's attack.").of(&["adventurer"]),
        Attackers = word("attackers", &[], Cards, "Dungeon cards that attack; during a defence, those that attack the defended adventurer.").of(&["dungeon-card"]),
        CrawlerCards = word("crawler-cards", &[], Cards, "Crawler cards in play.").of(&["crawler-card"]),
        Hand = word("hand", &[], Cards, "Cards in hand.").of(&["crawler-card"]),
        Slain = word("slain", &[], Cards, "Every Character slain so far, each as often as it was slain.").of(&["character"]),
        OpponentsAdventurers = word("opponents-adventurers", &[], Cards, "Adventurers of other players, in formats with opponents.").of(&["adventurer"]),
    }
}

words! {
    /// Facts.
    pub enum Query: queries {
        First = builtin::FIRST,
        Cheapest = word("cheapest", &[needs("cards", Cards)], Cards, "Those of the lowest Cost."),
        Costs = word("costs", &[needs("cards", Cards)], Numbers, "Their Costs, to compare with `{3, 2, 1, 0}`."),
        Size = word("size", &[needs("zone", Zone)], Int, "How many cards a zone holds."),
        TopCost = word("top-cost", &[needs("zone", Zone)], Int, "The Cost of a zone's top card, 0 if it is empty."),
        Top = word("top", &[needs("zone", Zone), may("card", CardName)], Bool, "In scenarios: whether that card is on top of the zone."),
        FaceUp = word("face-up", &[needs("zone", Zone)], Bool, "Whether a deck's top card is face up."),
        Contains = word("contains", &[needs("zone", Zone), needs("cards", CardNames)], Bool, "In scenarios: whether the zone holds exactly those cards, in any order."),
        Sequence = word("sequence", &[needs("zone", Zone), needs("cards", CardNames)], Bool, "In scenarios: whether the zone holds exactly those cards in that order (deck: top first; grave: oldest first)."),
        InZone = word("in-zone", &[needs("card", Card), needs("zone", Zone)], Bool, "Whether a card is there."),
        Wounds = word("wounds", &[may("card", Card)], Int, "Wounds on the card."),
        Poisons = word("poisons", &[may("card", Card)], Int, "Poison tokens on the card."),
        Locks = word("locks", &[may("card", Card)], Int, "Lock tokens on the card."),
        Time = word("time", &[may("card", Card)], Int, "Time tokens on the card."),
        Activated = word("activated", &[may("card", Card)], Bool, "Whether the card is activated."),
        Locked = word("locked", &[may("card", Card)], Bool, "Whether the card is locked or held."),
        CanAct = word("can-act", &[may("card", Card)], Bool, "Whether an adventurer is neither locked nor activated."),
        Active = word("active", &[may("card", Card)], Bool, "Whether a card is in play and not locked."),
        InPlay = word("in-play", &[may("card", Card)], Bool, "Whether a card is in play."),
        Summoned = word("summoned", &[may("card", Card)], Bool, "Whether the card was summoned."),
        EnteredThisRound = word("entered-this-round", &[may("card", Card)], Bool, "Whether it came into play this round."),
        Boosted = word("boosted", &[may("card", Card)], Bool, "Whether a crawler card in play was boosted."),
        Permanent = word("permanent", &[may("card", Card)], Bool, "Whether a crawler card is permanent."),
        Type = word("type", &[may("card", Card)], EnumSet(&["character-type"]), "A Character's types."),
        Tribe = word("tribe", &[may("card", Card)], EnumSet(&["tribe"]), "A Character's tribes."),
        Alignment = word("alignment", &[may("card", Card)], EnumSet(&["alignment"]), "The card's alignments."),
        Class = word("class", &[may("card", Card)], EnumSet(&["class"]), "An adventurer's class keys."),
        Rarity = word("rarity", &[may("card", Card)], Enum("rarity"), "The card's rarity."),
        Damage = word("damage", &[may("card", Card)], EnumSet(&["damage"]), "The damage types it deals."),
        Round = word("round", &[], Int, "The number of the round, from 1."),
        AttackWon = word("attack-won", &[], Bool, "Whether the adventurers won their attack this round."),
        DefenceWon = word("defence-won", &[], Bool, "Whether no adventurer's defence failed this round."),
        AttackIsMelee = word("attack-is-melee", &[], Bool, "Whether part of this round's attack is melee."),
        AttackDistance = word("attack-distance", &[], Enum("distance"), "The farthest distance among the adventurers' cards this round; compare with <, >=."),
        AttackDamage = word("attack-damage", &[], EnumSet(&["damage"]), "The damage types of this round's attack."),
        DungeonDefence = word("dungeon-defence", &[], Int, "The sum of Stamina in the encounter."),
        DungeonPower = word("dungeon-power", &[], Int, "The sum of Power of the cards that can attack."),
        EncounterCost = word("encounter-cost", &[], Int, "The Cost that counts against the Encounter Limit."),
        Cap = word("cap", &[needs("resource", Enum("resource"))], Int, "The highest such resource among active adventurers."),
        Available = word("available", &[needs("resource", Enum("resource"))], Int, "What of a resource is not occupied."),
        Occupied = word("occupied", &[needs("resource", Enum("resource"))], Int, "What of a resource is occupied by cards in play."),
        PlayedThisRound = word("played-this-round", &[needs("kind", Kind)], Int, "How many cards of that kind were put into play this round."),
        ChallengeWon = word("challenge-won", &[needs("name", CardName)], Bool, "Whether that card's challenge has been won."),
        Passed = word("passed", &[needs("name", CardName)], Bool, "Whether that card has entered play and left it again."),
        QuestCompleted = word("quest-completed", &[needs("name", CardName)], Bool, "Whether that quest is completed."),
        QuestsCompleted = word("quests-completed", &[], Int, "How many quests are completed."),
        QuestImpossible = word("quest-impossible", &[needs("name", CardName)], Bool, "Whether that quest can no longer be completed."),
        Pool = word("pool", &[needs("card", Card)], Int, "The Power that attacks that adventurer in the retaliation."),
        Defence = word("defence", &[needs("card", Card)], Int, "The Stamina of the defence declared for that adventurer; 0 without a defender."),
        AttackAgainst = word("attack-against", &[needs("card", Card)], Int, "What this round's attack is worth against that card, after immunities and resistances."),
        LegalTargets = word("legal-targets", &[needs("cards", CardNames)], Bool, "In scenarios: whether the Wound may be assigned to exactly those cards."),
        Points = word("points", &[may("player", Int)], Int, "Victory points of a player, from 1; without one, of the active player."),
        Won = word("won", &[may("player", Int)], Bool, "Whether the game is won, by that player where there are several."),
        Lost = word("lost", &[may("player", Int)], Bool, "Whether the game is lost, by that player where there are several."),
        Over = word("over", &[], Bool, "Whether the game has ended."),
        Players = word("players", &[], Int, "How many players there are."),
        ActivePlayer = word("active-player", &[], Int, "The player whose round it is, from 1."),
        Setting = word("setting", &[needs("name", Text)], Bool, "Whether the game's declaration says `yes` to that setting, such as `reaver-requires-wound`; fixed while a game lasts."),
        Step = word("step", &[needs("name", Text)], Bool, "In scenarios: whether the round stands at that step."),
    }
}
