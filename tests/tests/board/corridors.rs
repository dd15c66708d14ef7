//! A board of corridors: a square is a tile, closed sides are walls, sight goes straight ahead.

use cardwright_engine::board::Joint;
use cardwright_engine::board::rules::{
    AreaReach, AreaRule, BoardRules, Diagonal, DistanceRule, LargeArea, LargeMove, MoveRule,
    Screening, ShiftCompare, ShiftRule, SightLine, SightRule,
};

/// The rules of the board.
pub(crate) fn board_rules() -> BoardRules {
    BoardRules {
        joint: Joint::Rim,
        movement: MoveRule {
            diagonal: Diagonal::Never,
            costs: Vec::new(),
            closed: Vec::new(),
            corners: Vec::new(),
            large: LargeMove::Block,
            figures_pinch: false,
        },
        distance: DistanceRule { diagonal: Diagonal::Never, around: Vec::new() },
        sight: SightRule {
            line: SightLine::Straight,
            adjacent: None,
            opaque: Vec::new(),
            screen: Screening::Enemies,
        },
        area: AreaRule { large: LargeArea::FullWidth, reach: AreaReach::Counted },
        shift: ShiftRule { free: false, compare: ShiftCompare::EachStep, pull_circles: false },
    }
}
