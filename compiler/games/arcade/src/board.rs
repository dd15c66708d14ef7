//! The board of Super Dungeon Arcade.
//!
//! Walls are edges between squares. A diagonal step needs one open way around the corner, enemies
//! block sight, and large models squeeze through narrow gaps.

use super::content::Arcade;
use cardwright_engine::board::rules::{
    BoardRules, Diagonal, DistanceRule, LargeMove, MoveRule, Screening, ShiftRule, SightRule, names,
};

impl Arcade {
    /// The rules of the board.
    pub fn board_rules() -> BoardRules {
        let open = BoardRules::open_ground();
        BoardRules {
            movement: MoveRule {
                diagonal: Diagonal::OneSide,
                costs: vec![("difficult".to_owned(), 2)],
                closed: names(&["structure", "chasm"]),
                corners: names(&["structure"]),
                large: LargeMove::Squeeze,
                figures_pinch: true,
            },
            distance: DistanceRule { diagonal: Diagonal::OneSide, around: names(&["structure"]) },
            sight: SightRule {
                adjacent: None,
                opaque: names(&["structure"]),
                screen: Screening::EnemiesBySize,
                ..open.sight
            },
            shift: ShiftRule { free: false, pull_circles: false, ..open.shift },
            ..open
        }
    }
}
