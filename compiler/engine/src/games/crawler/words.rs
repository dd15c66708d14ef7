//! The game's own words beside those of the vocabulary, as small numbers.

/// Declares an enum whose variants have a name in the rules.
macro_rules! names {
    ($(#[$meta:meta])* $visibility:vis $name:ident { $($variant:ident = $word:literal),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        #[repr(u8)]
        $visibility enum $name { $(#[allow(missing_docs)] $variant),* }

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

names! {
    /// Kinds of card that the rules know.
    pub(super) Kind {
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

names! {
    /// Places where a card can be.
    pub Zone {
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

names! {
    /// Properties of a card that are sets of enum values.
    pub(super) Property {
        Type = "type", Tribe = "tribe", Alignment = "alignment", Class = "class",
        Damage = "damage", Rarity = "rarity",
    }
}

names! {
    /// When a crawler card may be played.
    pub(super) PlayWindow {
        Any = "any", Respond = "respond", Attack = "attack", Defence = "defence",
        AfterWin = "after-win", AfterKill = "after-kill", Retaliation = "retaliation",
    }
}

names! {
    /// How a format is played.
    pub(super) Mode { Solo = "solo", Coop = "coop", Competitive = "competitive", Multi = "multi" }
}

names! {
    /// Steps of a round, by the number the rules give them.
    pub Step {
        Start = "0", Build = "1", Respond = "2", Triggers = "3.1", Frenzy = "3.1b",
        Attack = "3.2", Retaliation = "3.3", EndOfCombat = "3.4", Challenges = "4",
        Drop = "4.1", Clear = "4.2", Time = "4.3", Poison = "4.4", Reset = "4.5",
        Unlock = "4.6", Permanents = "4.7", Draw = "4.8", Trim = "4.9", End = "4.10",
    }
}

names! {
    /// What a player does at a decision.
    pub(super) Action {
        Continue = "continue", Play = "play", Spend = "spend", Use = "use", AddAttacker = "attack",
        Declare = "declare", Pass = "pass", Target = "target", Done = "done",
        AddDefender = "defend", Assign = "assign", Pick = "pick", Option = "option",
        Discard = "discard", Drop = "drop", Release = "release", Order = "order",
        ToTop = "to-top", ToBottom = "to-bottom", DrawNext = "draw", Disrupt = "disrupt",
        Draft = "draft", Place = "place", Accept = "accept", Decline = "decline",
    }
}
