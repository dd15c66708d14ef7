//! The board of Deck Box Dungeons: orthogonal steps, half spaces, sight from corner to corner.

use cardwright_engine::board::distance::FAR;
use cardwright_engine::board::rules::{
    AreaReach, AreaRule, BoardRules, Diagonal, DistanceRule, LargeArea, LargeMove, MoveRule,
    Screening, ShiftCompare, ShiftRule, SightLine, SightRule,
};
use cardwright_engine::board::{Joint, MapWords, RangeRule, TileReach};

/// The rules of the board.
pub fn board_rules() -> BoardRules {
    BoardRules {
        joint: Joint::Shared,
        movement: MoveRule {
            diagonal: Diagonal::Never,
            costs: vec![(WATER.to_owned(), 2)],
            closed: Vec::new(),
            corners: Vec::new(),
            large: LargeMove::Block,
            figures_pinch: false,
        },
        distance: DistanceRule { diagonal: Diagonal::Never, around: Vec::new() },
        sight: SightRule {
            line: SightLine::Corners,
            adjacent: None,
            opaque: Vec::new(),
            screen: Screening::Enemies,
        },
        area: AreaRule { large: LargeArea::FullWidth, reach: AreaReach::Counted },
        shift: ShiftRule { free: false, compare: ShiftCompare::EachStep, pull_circles: false },
    }
}

/// The spaces that a ranged attack reaches if they are seen: those on the same tile and on tiles
/// joined to it, except the neighbours of the attacker, also diagonal ones.
pub(super) const RANGED: RangeRule =
    RangeRule { at_least: 2, at_most: FAR, tiles: TileReach::Joined };

pub(super) const WATER: &str = "water";
pub(super) const PIT: &str = "pit";
pub(super) const ENTRANCE: &str = "entrance";
pub(super) const POI: &str = "poi";
/// The half space by which a map card is laid.
pub(super) const ARROW: &str = "arrow";

/// What the spaces of a map card are called.
pub(super) fn words() -> MapWords {
    let names = |list: &[&str]| list.iter().map(|&name| name.to_owned()).collect();
    MapWords {
        wall: names(&["wall"]),
        door: Vec::new(),
        half: names(&["half", ARROW]),
        plain: names(&["floor"]),
    }
}
