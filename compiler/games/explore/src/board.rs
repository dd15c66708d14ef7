//! The board of Super Dungeon Explore: walls are cells, steps cross corners, models never block
//! sight.

use cardwright_engine::board::rules::{
    AreaReach, AreaRule, BoardRules, Diagonal, DistanceRule, Gait, LargeArea, LargeMove, MoveRule,
    Screening, ShiftCompare, ShiftRule, SightLine, SightRule,
};
use cardwright_engine::board::{Joint, MapWords};

fn names(list: &[&str]) -> Vec<String> {
    list.iter().map(|&name| name.to_owned()).collect()
}

/// The rules of the board.
pub fn board_rules() -> BoardRules {
    BoardRules {
        joint: Joint::Rim,
        movement: MoveRule {
            diagonal: Diagonal::Contact,
            costs: vec![("difficult".to_owned(), 2)],
            closed: Vec::new(),
            corners: Vec::new(),
            large: LargeMove::Block,
            figures_pinch: false,
        },
        distance: DistanceRule { diagonal: Diagonal::Contact, around: Vec::new() },
        sight: SightRule {
            line: SightLine::AnyPoint,
            adjacent: Some(Diagonal::Contact),
            opaque: Vec::new(),
            screen: Screening::Nobody,
        },
        area: AreaRule { large: LargeArea::FullWidth, reach: AreaReach::Plain },
        shift: ShiftRule { free: true, compare: ShiftCompare::EachStep, pull_circles: true },
    }
}

/// How models move: as most, with a sure foot, and flying.
pub(super) fn gaits() -> [Gait; 3] {
    let sure = Gait { ignores: names(&[DIFFICULT]), ..Gait::default() };
    let flying = Gait { passes_figures: true, ..sure.clone() };
    [Gait::default(), sure, flying]
}

/// The place of each way of moving in [`gaits`].
pub(super) const WALKING: usize = 0;
/// Difficult terrain costs one.
pub(super) const SURE: usize = 1;
/// Over everything.
pub(super) const FLYING: usize = 2;

/// The square that costs more.
const DIFFICULT: &str = "difficult";

/// What the squares of a tile are called.
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

/// Whether a square only says what stands there.
pub(super) fn is_marker(name: &str) -> bool {
    name == CHEST || name == START
}
