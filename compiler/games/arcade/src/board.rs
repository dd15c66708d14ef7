//! The board of Super Dungeon Arcade.
//!
//! Walls are edges between squares. A diagonal step needs one open way around the corner, enemies
//! block sight, and large models squeeze through narrow gaps.

use cardwright_engine::board::Joint;
use cardwright_engine::board::rules::{
    AreaReach, AreaRule, BoardRules, Diagonal, DistanceRule, LargeArea, LargeMove, MoveRule,
    Screening, ShiftCompare, ShiftRule, SightLine, SightRule,
};

fn names(list: &[&str]) -> Vec<String> {
    list.iter().map(|&name| name.to_owned()).collect()
}

/// The rules of the board.
pub fn board_rules() -> BoardRules {
    BoardRules {
        joint: Joint::Rim,
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
            line: SightLine::AnyPoint,
            adjacent: None,
            opaque: names(&["structure"]),
            screen: Screening::EnemiesBySize,
        },
        area: AreaRule { large: LargeArea::FullWidth, reach: AreaReach::Plain },
        shift: ShiftRule { free: false, compare: ShiftCompare::EachStep, pull_circles: false },
    }
}
