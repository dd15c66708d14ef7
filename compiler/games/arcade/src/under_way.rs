//! What is going on: actions, defenses, models that arrive, bonuses that last, and what was
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
    /// The figure that used the line.
    pub by: u16,
    /// The figure that it counts for; for an aura the user.
    pub figure: u16,
    /// The line's name. Boosts of one name do not add up.
    pub name: u16,
    /// The size of an aura; 0 for none.
    pub aura: u8,
    /// Which figures an aura affects: friends of its user, enemies, or both.
    pub whom: cardwright_engine::skirmish::Whom,
}

/// An action that is being resolved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Action {
    pub user: u16,
    /// The line, or [`NONE`] for a basic attack.
    pub line: u16,
    pub is_red: bool,
    /// The kind of attack, or 255.
    pub kind: u8,
    /// The attribute that a Hero rolls, or 255.
    pub attribute: u8,
    /// Whether it has beaten anybody.
    pub has_won: bool,
    pub roll: Roll,
    /// Dice that an enemy forces to be thrown again, as bits.
    pub jinxed: u128,
    pub stars: i32,
    pub affected: Group,
    /// The figures that it has still to affect.
    pub left: Group,
    /// The figure that it affects now.
    pub current: u16,
    pub is_area: bool,
    /// The wounds that a Hero inflicted on the Consul's models.
    pub inflicted: i32,
    /// Those of them for which it has not taken wrath yet.
    pub unpaid: i32,
    /// The wounds of the model that was struck last.
    pub last_wounds: i32,
    /// The figures that were struck already, which an arc does not strike again.
    pub struck: Group,
    /// The model that it was aimed at last. Minions may have taken the wounds instead.
    pub aimed: u16,
    /// The dice that the jumps of an arc have cost, as a negative pool.
    pub fewer: Pool,
    pub jumps: i32,
    /// Dice that nobody may throw again any more, as bits.
    pub settled: u128,
}

/// Wounds of an action to which the wounded model reacts when the action has been resolved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reaction {
    /// How many actions are under way, the one that caused the wounds included.
    pub depth: usize,
    /// The arguments of the event.
    pub bound: [i32; 3],
}

/// How near the game has come to its end, and how long ago. See [`super::heroes::start_turn`].
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Progress {
    /// The most of everything that brings the end nearer, each of which can grow only so often.
    pub reached: Option<[i32; 5]>,
    /// Hero Turns since one of them grew.
    pub idle_turns: u32,
}

/// A defense roll.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Defense {
    pub hero: u16,
    pub roll: Roll,
    pub jinxed: u128,
    pub settled: u128,
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
    /// Within a distance of a model. If `seen`, also in its sight and as near to the Heroes as
    /// possible.
    Near { of: u16, within: u8, seen: bool },
    /// Near an elite of its gang that has just arrived.
    Gang,
    /// Near the elite of its gang that is nearest to the Hero with most wrath and has room.
    AnyGang,
    /// On a square, or on the nearest where there is room.
    At { square: Square },
    /// By the exit nearest to the Hero with most wrath.
    Exit,
}

/// What was destroyed this turn.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tracker {
    pub minions: i32,
    /// Elites, and solos, which are worth as much.
    pub elites: i32,
    pub mini_bosses: i32,
    /// Loot for spawning points.
    pub points: i32,
    /// Boo booties by the tile they came from.
    pub boo_booties: [u8; 5],
    pub kills: i32,
}
