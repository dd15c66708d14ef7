//! Models and chests, on the map or not.

use super::content::Arcade;
use super::facts::Rank;
use cardwright_engine::board::{Base, Square};
use cardwright_engine::core::code::DefId;
use cardwright_engine::skirmish::Spent;

/// The side of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Hero,
    Monster,
    Point,
}

/// A model, on the map or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Figure {
    pub def: DefId,
    pub side: Side,
    pub rank: Rank,
    /// Its anchor; `None` if it is not in play.
    pub at: Option<Square>,
    /// Where it stood when it left the map, for effects that its destruction sets off.
    pub left: Option<Square>,
    pub is_large: bool,
    pub wounds: i32,
    /// Bits of the enum `status`.
    pub statuses: u16,
    pub potions: i32,
    pub wrath: i32,
    pub spent: Spent,
    /// Whether it has an activation token.
    pub token: bool,
    /// Whether it was activated in this Hero Turn.
    pub was_active: bool,
    /// When it was last activated; 0 for never.
    pub last: u32,
    /// Breaks ties between Heroes that have equal wrath and were never activated: the highest
    /// counts as the one with most wrath.
    pub favour: u8,
    /// Whether it has drunk a potion in this activation or Consul Turn.
    pub has_drunk: bool,
    /// Whether it was destroyed. A Hero then waits for a coin, a monster for the power-up.
    pub is_destroyed: bool,
    /// The tile on which it was spawned, for rewards.
    pub tile: u8,
}

impl Figure {
    pub(super) fn new(arcade: &Arcade, def: DefId, side: Side) -> Figure {
        let facts = arcade.facts(def);
        Figure {
            def,
            side,
            rank: facts.rank,
            at: None,
            left: None,
            is_large: facts.is_large,
            wounds: 0,
            statuses: 0,
            potions: 0,
            wrath: 0,
            spent: Spent::default(),
            token: false,
            was_active: false,
            last: 0,
            favour: 0,
            has_drunk: false,
            is_destroyed: false,
            tile: 0,
        }
    }

    pub(super) fn is_hero(&self) -> bool {
        self.side == Side::Hero
    }

    pub(super) fn is_monster(&self) -> bool {
        self.side == Side::Monster
    }

    /// Whether it is a monster of that rank.
    pub(super) fn is_rank(&self, rank: Rank) -> bool {
        self.is_monster() && self.rank == rank
    }

    pub(super) fn base(&self) -> Base {
        if self.is_large { Base::LARGE } else { Base::SMALL }
    }
}

/// A closed chest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Chest {
    pub at: Square,
    pub tile: u8,
}
