//! The board of Super Dungeon Explore.
//!
//! Walls are cells. Squares that touch at a corner are adjacent, also between two walls, and a
//! diagonal step costs the same as any other. Models never block sight.

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

/// The ways in which models move: walking, surefooted, and flying.
pub(super) fn gaits() -> [Gait; 3] {
    let sure = Gait { ignores: names(&[DIFFICULT]), ..Gait::default() };
    let flying = Gait { passes_figures: true, ..sure.clone() };
    [Gait::default(), sure, flying]
}

/// The index of walking in [`gaits`].
pub(super) const WALKING: usize = 0;
/// The index of surefooted moves in [`gaits`]: difficult terrain costs one.
pub(super) const SURE: usize = 1;
/// The index of flying in [`gaits`]: over difficult terrain and enemies.
pub(super) const FLYING: usize = 2;

/// The name of squares that cost two to enter.
const DIFFICULT: &str = "difficult";

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
