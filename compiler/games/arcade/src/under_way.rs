//! What is under way: actions, defenses, models that come, bonuses that last, and what was
//! destroyed this turn.

use super::group::Group;
use super::vocabulary::Stat;
use cardwright_engine::board::Square;
use cardwright_engine::core::dice::{Pool, Roll};

/// What an action line added to a stat until its user's next upkeep.
#[derive(Clone, Copy, Debug)]
pub(super) struct Boost {
    pub stat: Stat,
    pub pool: Pool,
    /// Who used it.
    pub by: u16,
    /// For whom; for an aura the user.
    pub figure: u16,
    /// The line's name: the same never counts twice.
    pub name: u16,
    /// The size of an aura; 0 for none.
    pub aura: u8,
    /// Whom an aura affects: friends of its user, enemies, or both.
    pub whom: cardwright_engine::skirmish::Whom,
}

/// An action under way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Action {
    pub user: u16,
    /// The line, or [`NONE`] for a basic attack.
    pub line: u16,
    pub is_red: bool,
    /// An attack of that kind, or 255.
    pub kind: u8,
    /// The attribute that a Hero rolls, or 255.
    pub attribute: u8,
    /// The roll has beaten somebody.
    pub has_won: bool,
    pub roll: Roll,
    /// Dice that an enemy wants thrown again, as bits.
    pub jinxed: u32,
    pub stars: i32,
    pub affected: Group,
    /// Those whom it has still to affect.
    pub left: Group,
    /// Whom it affects now.
    pub current: u16,
    pub is_area: bool,
    pub is_epic: bool,
    /// Wounds that a Hero did to the Consul's models.
    pub inflicted: i32,
    /// Wounds that the model struck last suffered.
    pub last_wounds: i32,
    /// Who was struck already, by arcs.
    pub struck: Group,
    /// Where the model struck last stood.
    pub struck_at: Option<Square>,
    /// Dice fewer, by arcs.
    pub fewer: Pool,
    pub jumps: i32,
    /// Dice that nobody may throw again any more, as bits.
    pub settled: u32,
}

/// A defense roll under way.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Defense {
    pub hero: u16,
    pub roll: Roll,
    pub jinxed: u32,
    pub settled: u32,
}

/// A model that is to be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Arrival {
    pub figure: u16,
    pub region: Region,
}

/// Where a model is to be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Region {
    /// Within so many squares of a model; `seen`: and in its sight, as near to the Heroes as
    /// can be.
    Near { of: u16, within: u8, seen: bool },
    /// Within two squares of an elite of its gang that arrived just now.
    Gang,
    /// Within two squares of any elite of its gang, as near to the Heroes as can be.
    AnyGang,
    /// By the exit nearest to the Hero with most wrath.
    Exit,
}

/// What was destroyed this turn.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tracker {
    pub minions: i32,
    /// Elites, and solos that are worth as much.
    pub elites: i32,
    pub mini_bosses: i32,
    /// Loot for spawning points.
    pub points: i32,
    /// Boo booties by the tile they came from.
    pub boo_booties: [u8; 5],
    pub kills: i32,
}
