//! What differs between games about their boards, as plain data.
//!
//! Feature names in these rules are content: a map that has no such feature is not affected.
//! Each game makes its own set of rules, in its `board.rs`.

use serde::{Deserialize, Serialize};

use super::layout::Joint;

/// Everything about a game's board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct BoardRules {
    /// How tiles join.
    pub joint: Joint,
    /// How figures move.
    pub movement: MoveRule,
    /// How squares are counted.
    pub distance: DistanceRule,
    /// How sight works.
    pub sight: SightRule,
    /// What areas cover.
    pub area: AreaRule,
    /// How figures are moved by others.
    pub shift: ShiftRule,
}

/// When a step may cross a corner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Diagonal {
    /// Steps cross edges only.
    Never,
    /// Touching corners is enough, even between two solid cells; only walls that stand between
    /// squares and end in that corner are in the way.
    Contact,
    /// One of the two ways around the corner must be open.
    OneSide,
    /// Both ways around the corner must be open.
    BothSides,
}

/// How figures move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct MoveRule {
    /// Steps across corners.
    pub diagonal: Diagonal,
    /// Features that cost more than one point to enter, with their cost. The dearest counts.
    pub costs: Vec<(String, u8)>,
    /// Features that only figures enter whose way of moving ignores them.
    pub closed: Vec<String>,
    /// Features that close their side of a corner.
    pub corners: Vec<String>,
    /// How figures of several squares move.
    pub large: LargeMove,
    /// Whether a figure that may not be passed also closes its side of a corner.
    pub figures_pinch: bool,
}

/// How a figure of several squares moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LargeMove {
    /// As a block: it must fit at every step, and a step costs as much as the most expensive square
    /// that it newly covers.
    Block,
    /// Its way is counted as if it were small; at the end it must fit, covering the last square
    /// counted and none that is farther.
    Squeeze,
}

/// What a figure may ignore when it moves.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Gait {
    /// Features that are plain squares for it.
    pub ignores: Vec<String>,
    /// Whether it passes figures that others may not pass.
    pub passes_figures: bool,
    /// Whether it crosses walls between squares.
    pub passes_walls: bool,
}

/// How squares are counted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct DistanceRule {
    /// Steps across corners.
    pub diagonal: Diagonal,
    /// Features that the count goes around.
    pub around: Vec<String>,
}

/// How sight works.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct SightRule {
    /// Which lines count.
    pub line: SightLine,
    /// Squares that one such step leads to are seen without a line.
    pub adjacent: Option<Diagonal>,
    /// Features that block sight.
    pub opaque: Vec<String>,
    /// Which figures are in the way.
    pub screen: Screening,
}

/// Which lines count for sight. Obstacles block with their border: a line must not touch them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SightLine {
    /// From any point of one square to any point of the other.
    AnyPoint,
    /// From a corner of one square to a corner of the other.
    Corners,
    /// Along a row or column, through open edges.
    Straight,
}

/// Which figures are in the way of sight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Screening {
    /// None.
    Nobody,
    /// The viewer's enemies.
    Enemies,
    /// The viewer's enemies. To and from large figures only large ones block, and nobody blocks if
    /// the viewer or the target flies.
    EnemiesBySize,
}

/// What areas cover.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct AreaRule {
    /// How areas grow with the base of their user.
    pub large: LargeArea,
    /// How the reach of round areas is counted.
    pub reach: AreaReach,
}

/// How the areas of a figure of several squares look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LargeArea {
    /// As wide as the base.
    FullWidth,
    /// From one of its squares, which is chosen.
    ChosenSquare,
}

/// How the reach of round areas is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AreaReach {
    /// As if nothing were in the way; sight decides.
    Plain,
    /// In squares counted by the [`DistanceRule`].
    Counted,
}

/// How figures are moved by others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct ShiftRule {
    /// Whether the way passes all figures and costs one per square. Otherwise the moved figure's
    /// own way of moving counts.
    pub free: bool,
    /// What each step of a pull or push is compared with.
    pub compare: ShiftCompare,
    /// Whether a pulled figure that is adjacent to the mover may go on around it.
    pub pull_circles: bool,
}

/// What each step of a pull or push is compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ShiftCompare {
    /// The square before.
    EachStep,
    /// The square where it began.
    Start,
}

impl BoardRules {
    /// Simple rules that games begin with: steps over corners, and sight that no figure blocks.
    pub fn open_ground() -> BoardRules {
        BoardRules {
            joint: Joint::Rim,
            movement: MoveRule {
                diagonal: Diagonal::Contact,
                costs: Vec::new(),
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
}

/// Names of squares as content writes them.
pub fn names(list: &[&str]) -> Vec<String> {
    list.iter().map(|&name| name.to_owned()).collect()
}
