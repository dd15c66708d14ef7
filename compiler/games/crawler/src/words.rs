//! The game's own words beside those of the vocabulary, as small numbers.

use cardwright_engine::core::action;
use cardwright_engine::game::Choice;
use cardwright_model::Library;

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
    /// The kind that a kind of the content is, or is under.
    pub(super) fn of(library: &Library, name: &str) -> Option<Kind> {
        let known = Kind::ALL.iter().copied();
        Kind::from_name(name)
            .or_else(|| known.into_iter().find(|it| library.kind_fits(name, it.name())))
    }

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

    /// Whether the text of cards there is in force: in play, and that of quests all the time.
    pub(super) fn is_listened_to(self) -> bool {
        self.is_in_play() || self == Zone::Quests
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
    /// What a player does at a decision. The first four are decisions of the core's effects too.
    pub(super) Action {
        Pick = "pick", Done = "done", Option = "option", Order = "order",
        Continue = "continue", Play = "play", Spend = "spend", Use = "use", AddAttacker = "attack",
        Declare = "declare", Pass = "pass", Target = "target", AddDefender = "defend",
        Assign = "assign", Discard = "discard", Drop = "drop", Release = "release",
        ToTop = "to-top", ToBottom = "to-bottom", DrawNext = "draw", Disrupt = "disrupt",
        Draft = "draft", Place = "place", Accept = "accept", Decline = "decline",
        Plain = "play-plain", Bury = "bury", Concede = "concede", Chapter = "chapter",
        GiveUp = "give-up",
    }
}

impl Action {
    /// The number of the action in a choice: the core's for what the core knows.
    pub(super) const fn code(self) -> u8 {
        match self {
            Action::Pick => action::PICK,
            Action::Done => action::DONE,
            Action::Option => action::OPTION,
            Action::Order => action::ORDER,
            own => action::FIRST_OWN + own as u8,
        }
    }

    /// The action of a choice.
    pub(super) fn of(choice: Choice) -> Option<Action> {
        match choice.action {
            action::PICK => Some(Action::Pick),
            action::DONE => Some(Action::Done),
            action::OPTION => Some(Action::Option),
            action::ORDER => Some(Action::Order),
            own => Action::ALL.get(usize::from(own.checked_sub(action::FIRST_OWN)?)).copied(),
        }
    }
}
