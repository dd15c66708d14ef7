//! The board of Deck Box Dungeons: orthogonal steps, half spaces, sight from corner to corner.

use super::content::Deckbox;
use cardwright_engine::board::distance::FAR;
use cardwright_engine::board::rules::{
    AreaReach, AreaRule, BoardRules, Diagonal, DistanceRule, MoveRule, Screening, ShiftRule,
    SightLine, SightRule, names,
};
use cardwright_engine::board::{Joint, MapWords, RangeRule, TileReach};

impl Deckbox {
    /// The rules of the board.
    pub fn board_rules() -> BoardRules {
        let open = BoardRules::open_ground();
        BoardRules {
            joint: Joint::Shared,
            movement: MoveRule {
                diagonal: Diagonal::Never,
                costs: vec![(WATER.to_owned(), 2)],
                ..open.movement
            },
            distance: DistanceRule { diagonal: Diagonal::Never, ..open.distance },
            sight: SightRule {
                line: SightLine::Corners,
                adjacent: None,
                screen: Screening::Enemies,
                ..open.sight
            },
            area: AreaRule { reach: AreaReach::Counted, ..open.area },
            shift: ShiftRule { free: false, pull_circles: false, ..open.shift },
        }
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
    MapWords {
        wall: names(&["wall"]),
        door: Vec::new(),
        half: names(&["half", ARROW]),
        plain: names(&["floor"]),
    }
}
