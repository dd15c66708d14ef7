//! The board of Super Dungeon Explore.
//!
//! Walls are cells. Squares that touch at a corner are adjacent, also between two walls, and a
//! diagonal step costs the same as any other. Models never block sight.

use super::content::Explore;
use cardwright_engine::board::MapWords;
use cardwright_engine::board::rules::{BoardRules, Gait, MoveRule, names};

impl Explore {
    /// The rules of the board.
    pub fn board_rules() -> BoardRules {
        let open = BoardRules::open_ground();
        let movement = MoveRule { costs: vec![(DIFFICULT.to_owned(), 2)], ..open.movement };
        BoardRules { movement, ..open }
    }
}

/// The ways in which models move, by what they do not mind: [`SURE`], [`NIMBLE`], or both.
pub(super) fn gaits() -> [Gait; 4] {
    std::array::from_fn(|bits| Gait {
        ignores: if bits & SURE != 0 { names(&[DIFFICULT]) } else { Vec::new() },
        passes_figures: bits & NIMBLE != 0,
        ..Gait::default()
    })
}

/// The bit of ways of moving to which difficult terrain is plain floor.
pub(super) const SURE: usize = 1;
/// The bit of ways of moving over enemies.
pub(super) const NIMBLE: usize = 2;

/// The name of squares that cost two to enter.
pub(super) const DIFFICULT: &str = "difficult";

/// The names of the squares of a tile.
pub(super) fn words() -> MapWords {
    MapWords {
        wall: names(&["wall"]),
        door: names(&["hallway"]),
        half: Vec::new(),
        plain: names(&["floor"]),
    }
}

/// The square of a chest in a drawn position.
pub(super) const CHEST: &str = "chest";
/// The square of the start marker in a drawn position.
pub(super) const START: &str = "start";

/// Whether a name in a drawn position only says what stands on the square.
pub(super) fn is_marker(name: &str) -> bool {
    name == CHEST || name == START
}
