//! The vocabulary's words as small numbers: what lowered content and states are made of.

/// Declares an enum whose variants have a name in the vocabulary.
macro_rules! words {
    ($(#[$meta:meta])* $name:ident { $($variant:ident = $word:literal),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        #[repr(u8)]
        pub(super) enum $name { $($variant),* }

        #[allow(dead_code)]
        impl $name {
            pub(super) const ALL: &'static [$name] = &[$($name::$variant),*];

            /// The variant of that word.
            pub(super) fn from_name(name: &str) -> Option<$name> {
                match name { $($word => Some($name::$variant),)* _ => None }
            }

            /// Its word.
            pub(super) const fn name(self) -> &'static str {
                match self { $($name::$variant => $word),* }
            }

            /// Its bit in a mask of these.
            pub(super) const fn bit(self) -> u64 {
                1 << self as u8
            }
        }
    };
}

words! {
    /// Kinds of card that the rules know.
    Kind {
        Adventurer = "adventurer", Quest = "quest",
        Equipment = "equipment", Magic = "magic", Skill = "skill", Tactic = "tactic",
        Character = "character", Event = "event", Terrain = "terrain", Trap = "trap",
    }
}

impl Kind {
    /// Whether cards of this kind are paid for and played from the hand.
    pub(super) fn is_crawler(self) -> bool {
        matches!(self, Kind::Equipment | Kind::Magic | Kind::Skill | Kind::Tactic)
    }

    /// Whether cards of this kind make up the encounter.
    pub(super) fn is_dungeon(self) -> bool {
        matches!(self, Kind::Character | Kind::Event | Kind::Terrain | Kind::Trap)
    }

    /// The resource that pays for cards of this kind: its place in [`RESOURCES`].
    pub(super) fn resource(self) -> usize {
        match self {
            Kind::Magic => 1,
            Kind::Skill => 2,
            Kind::Tactic => 3,
            _ => 0,
        }
    }
}

/// The four resources, in the order in which adventurers store them.
pub(super) const RESOURCES: [&str; 4] = ["equipment", "magic", "skill", "tactic"];

words! {
    /// Places where a card can be.
    Zone {
        CrawlerDeck = "crawler-deck", CrawlerHand = "crawler-hand", CrawlerPlay = "crawler-play",
        CrawlerGrave = "crawler-grave", DungeonDeck = "dungeon-deck", Encounter = "encounter",
        DungeonGrave = "dungeon-grave", SetAside = "set-aside",
        Party = "party", Perished = "perished", Quests = "quests",
        DraftHand = "draft-hand", Pool = "encounter-pool",
    }
}

impl Zone {
    /// Whether cards there have an effect on the game.
    pub(super) fn is_in_play(self) -> bool {
        matches!(self, Zone::Encounter | Zone::CrawlerPlay | Zone::Party)
    }
}

/// How many zones a seat has.
pub(super) const ZONES: usize = 13;

words! {
    /// Numbers that `modify` changes.
    Stat {
        Power = "power", Stamina = "stamina", Life = "life", Cost = "cost", Area = "area",
        EncounterLimit = "encounter-limit", HandLimit = "hand-limit", AttackPower = "attack-power",
        AttackTargets = "attack-targets", DefenceStamina = "defence-stamina", Resource = "resource",
    }
}

impl Stat {
    /// Whether it is a number of a card, not of the game.
    pub(super) fn of_card(self) -> bool {
        matches!(
            self,
            Stat::Power | Stat::Stamina | Stat::Life | Stat::Cost | Stat::Area | Stat::Resource
        )
    }
}

words! {
    /// Mechanisms that `mark` switches on.
    Mark {
        Hidden = "hidden", Leaping = "leaping", Immune = "immune", Resistant = "resistant",
        Unwoundable = "unwoundable", Warded = "warded", Frenzied = "frenzied",
        Unstoppable = "unstoppable", Incorporeal = "incorporeal", Contact = "contact",
        Aimed = "aimed", Swift = "swift", Unique = "unique", Enfeebled = "enfeebled",
        Held = "held", Staying = "staying",
    }
}

words! {
    /// What `forbid` forbids.
    Act {
        Play = "play", Spend = "spend", Boost = "boost", Attack = "attack", Defend = "defend",
        Draw = "draw",
    }
}

words! {
    /// Moments that abilities react to.
    Event {
        Enter = "enter", Leave = "leave", Play = "play", Combat = "combat",
        EachCombat = "each-combat", EndOfCombat = "end-of-combat", EndOfRound = "end-of-round",
        Hit = "hit", Wounded = "wounded", WouldWound = "would-wound", Slain = "slain",
        Perished = "perished", WouldReset = "would-reset", AttackWon = "attack-won",
        AttackLost = "attack-lost", CardEnters = "card-enters", CardLeaves = "card-leaves",
        CardPlayed = "card-played", CardDiscarded = "card-discarded", Discarded = "discarded",
    }
}

impl Event {
    /// Whether only the card that it is about reacts to it.
    pub(super) fn is_own(self) -> bool {
        matches!(
            self,
            Event::Enter
                | Event::Leave
                | Event::Play
                | Event::Hit
                | Event::WouldReset
                | Event::Discarded
        )
    }
}

words! {
    /// Things effects do.
    Verb {
        Draw = "draw", Discard = "discard", DiscardCard = "discard-card", Burn = "burn",
        Lock = "lock", Unlock = "unlock", Activate = "activate", Reset = "reset", Wound = "wound",
        Heal = "heal", Prevent = "prevent", Poison = "poison", Cure = "cure", AddTime = "add-time",
        Destroy = "destroy", Remove = "remove", ReturnToHand = "return-to-hand",
        ShuffleIntoDeck = "shuffle-into-deck", PutOnTop = "put-on-top",
        PutOnBottom = "put-on-bottom", Summon = "summon", Restock = "restock", Search = "search",
        Rearrange = "rearrange", ReturnPerished = "return-perished", Link = "link",
        MovePrimaryTarget = "move-primary-target", Ignore = "ignore",
        SetPowerZero = "set-power-zero", Unmake = "unmake", GainPoints = "gain-points",
        ExtraWound = "extra-wound",
    }
}

words! {
    /// Sets of cards that the game keeps.
    Source {
        Cards = "cards", EncounterCards = "encounter-cards", Others = "others",
        Characters = "characters", Traps = "traps", Terrains = "terrains",
        DungeonEvents = "dungeon-events", Adventurers = "adventurers", Perished = "perished",
        AttackingAdventurers = "attacking-adventurers", Attackers = "attackers",
        CrawlerCards = "crawler-cards", Hand = "hand", Slain = "slain",
        OpponentsAdventurers = "opponents-adventurers",
    }
}

words! {
    /// Tokens on a card.
    Token { Wounds = "wounds", Poisons = "poisons", Locks = "locks", Time = "time" }
}

words! {
    /// Yes-or-no facts about a card.
    Fact {
        Activated = "activated", Locked = "locked", CanAct = "can-act", Active = "active",
        InPlay = "in-play", Summoned = "summoned", EnteredThisRound = "entered-this-round",
        Boosted = "boosted", Permanent = "permanent",
    }
}

words! {
    /// Properties of a card that are sets of enum values.
    Property {
        Type = "type", Tribe = "tribe", Alignment = "alignment", Class = "class",
        Damage = "damage", Rarity = "rarity",
    }
}

words! {
    /// Facts about the game that take no card.
    GameFact {
        AttackWon = "attack-won", DefenceWon = "defence-won", AttackIsMelee = "attack-is-melee",
        Over = "over",
    }
}

words! {
    /// Numbers of the game that cannot be modified.
    GameNumber {
        Round = "round", DungeonDefence = "dungeon-defence", DungeonPower = "dungeon-power",
        EncounterCost = "encounter-cost", QuestsCompleted = "quests-completed",
        Players = "players", ActivePlayer = "active-player", AttackDistance = "attack-distance",
    }
}

words! {
    /// Facts about a card by its printed identity.
    CardFact {
        ChallengeWon = "challenge-won", Passed = "passed", QuestCompleted = "quest-completed",
        QuestImpossible = "quest-impossible",
    }
}

words! {
    /// Facts about one of the four resources.
    ResourceNumber { Cap = "cap", Available = "available", Occupied = "occupied" }
}

words! {
    /// Moments at which a lasting effect ends.
    Until {
        EndOfAttack = "end-of-attack", EndOfDefence = "end-of-defence",
        EndOfCombat = "end-of-combat", EndOfRound = "end-of-round",
        EndOfNextRound = "end-of-next-round", EndOfGame = "end-of-game",
        HostLeaves = "host-leaves",
    }
}

words! {
    /// When a crawler card may be played.
    PlayWindow {
        Any = "any", Respond = "respond", Attack = "attack", Defence = "defence",
        AfterWin = "after-win", AfterKill = "after-kill", Retaliation = "retaliation",
    }
}

words! {
    /// How a format is played.
    Mode { Solo = "solo", Coop = "coop", Competitive = "competitive", Multi = "multi" }
}

words! {
    /// Steps of a round, by the number the rules give them.
    Step {
        Start = "0", Build = "1", Respond = "2", Triggers = "3.1", Frenzy = "3.1b",
        Attack = "3.2", Retaliation = "3.3", EndOfCombat = "3.4", Challenges = "4",
        Drop = "4.1", Clear = "4.2", Time = "4.3", Poison = "4.4", Reset = "4.5",
        Unlock = "4.6", Permanents = "4.7", Draw = "4.8", Trim = "4.9", End = "4.10",
    }
}

words! {
    /// What a player does at a decision.
    Action {
        Continue = "continue", Play = "play", Spend = "spend", Use = "use", AddAttacker = "attack",
        Declare = "declare", Pass = "pass", Target = "target", Done = "done",
        AddDefender = "defend", Assign = "assign", Pick = "pick", Option = "option",
        Discard = "discard", Drop = "drop", Release = "release", Order = "order",
        ToTop = "to-top", ToBottom = "to-bottom", DrawNext = "draw", Disrupt = "disrupt",
        Draft = "draft", Place = "place", Accept = "accept", Decline = "decline",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::crawler::VOCABULARY;
    use crate::vocabulary::Word;

    fn missing(table: &[Word], known: impl Fn(&str) -> bool) -> Vec<&'static str> {
        table.iter().map(|word| word.name).filter(|name| !known(name)).collect()
    }

    #[test]
    fn every_published_word_is_executed() {
        assert!(
            missing(VOCABULARY.verbs, |name| name == "then" || Verb::from_name(name).is_some())
                .is_empty()
        );
        assert!(missing(VOCABULARY.events, |name| Event::from_name(name).is_some()).is_empty());
        assert!(missing(VOCABULARY.stats, |name| Stat::from_name(name).is_some()).is_empty());
        assert!(missing(VOCABULARY.marks, |name| Mark::from_name(name).is_some()).is_empty());
        assert!(missing(VOCABULARY.acts, |name| Act::from_name(name).is_some()).is_empty());
        assert!(missing(VOCABULARY.zones, |name| Zone::from_name(name).is_some()).is_empty());
        assert!(missing(VOCABULARY.windows, |name| Until::from_name(name).is_some()).is_empty());
    }
}
