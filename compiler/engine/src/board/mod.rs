//! Boards: squares and walls, tiles, steps, distance, sight, areas and forced moves.
//!
//! Nothing here knows a game. What differs between games is data in [`BoardRules`]; squares are
//! made of named [features](FeatureNames) of the content. A game builds a [`Grid`] from drawings
//! ([`Grid::parse`], [`MapWords::face`]) or tiles ([`Layout`]), makes a [`Board`] of it once, and
//! asks the board during play:
//!
//! | question | answer |
//! |---|---|
//! | which squares touch a figure | [`Distances::adjacent`] |
//! | how far is it | [`Distances::between_figures`], [`RangeRule`] |
//! | where can it go, and how | [`Reach::find`] with a [`Ground`] and a [`Crowd`] |
//! | whom does it see | [`Sight::figure_sees`] past a [`screen`] |
//! | what does an area cover | [`AreaBoard::aims`], [`AreaBoard::squares`] |
//! | where can it be moved to | [`Shifted::find`] |
//! | where can a tile be laid | [`Layout::spots`], [`Laying::placements`] |
//!
//! A figure stands on an *anchor*, the top left of its squares; [`Footprints`] give the squares.
//! A figure off the board has no anchor: games keep an `Option<Square>`.
//! All answers are sets or lists in a fixed order, so they can be published as they are.

pub mod area;
pub mod ascii;
pub mod base;
pub mod compass;
pub mod distance;
pub mod face;
pub mod feature;
pub mod grid;
pub mod ground;
pub mod laying;
pub mod layout;
pub mod named;
pub mod rules;
pub mod shift;
pub mod sight;
pub mod squares;
pub mod step;

pub use area::{Aim, AreaBoard, Shape};
pub use ascii::{Drawing, Glyph, Legend};
pub use base::{Base, Footprints};
pub use compass::{Dir, Point, Turn};
pub use distance::{Distances, RangeRule, TileReach};
pub use face::{Cell, Edge, Face};
pub use feature::{FeatureNames, Features};
pub use grid::{Grid, GridError, GridSquare};
pub use ground::{Ground, Ways};
pub use laying::{Laying, Matching, Openings};
pub use layout::{Joint, Layout, Spot};
pub use named::{MapWords, NamedEdge};
pub use rules::{BoardRules, Gait, MoveRule, SightRule};
pub use shift::{Shift, ShiftBoard, Shifted};
pub use sight::{Seen, Sight, screen};
pub use squares::{Square, Squares};
pub use step::{Crowd, Mover, Reach};

/// A map with everything that can be worked out before play.
#[derive(Debug, Clone)]
pub struct Board {
    /// The map.
    pub grid: Grid,
    /// The rules.
    pub rules: BoardRules,
    /// Distances between all squares.
    pub distances: Distances,
    /// Which squares see each other.
    pub sight: Sight,
    /// Which squares see each other if the viewer or the target flies.
    pub sight_aloft: Sight,
    /// Where figures of one square fit: everywhere.
    pub small: Footprints,
    /// Where figures of two by two squares fit.
    pub large: Footprints,
}

impl Board {
    /// Works everything out.
    pub fn new(grid: Grid, rules: BoardRules) -> Self {
        let sight = Sight::new(&grid, &rules.sight);
        let opaque = grid.names().set(&rules.sight.opaque);
        let sight_aloft = if ground::with_features(&grid, opaque).is_empty() {
            sight.clone()
        } else {
            Sight::new(&grid, &rules.sight.aloft())
        };
        Self {
            distances: Distances::new(&grid, &rules.distance),
            small: Footprints::new(&grid, Base::SMALL),
            large: Footprints::new(&grid, Base::LARGE),
            sight,
            sight_aloft,
            grid,
            rules,
        }
    }

    /// The ground for a way of moving. A game makes it once for each way and keeps it.
    pub fn ground(&self, gait: &Gait) -> Ground {
        Ground::new(&self.grid, &self.rules.movement, gait)
    }

    /// Where figures of a size fit. Larger sizes than two by two are worked out anew.
    pub fn footprints(&self, base: Base) -> std::borrow::Cow<'_, Footprints> {
        match base.side {
            1 => std::borrow::Cow::Borrowed(&self.small),
            2 => std::borrow::Cow::Borrowed(&self.large),
            _ => std::borrow::Cow::Owned(Footprints::new(&self.grid, base)),
        }
    }

    /// What areas need to know.
    pub fn areas(&self) -> AreaBoard<'_> {
        AreaBoard {
            grid: &self.grid,
            rule: self.rules.area,
            sight: &self.sight,
            distances: &self.distances,
        }
    }

    /// What forced moves of a figure need to know.
    pub fn shifts<'a>(&'a self, ground: &'a Ground, bases: &'a Footprints) -> ShiftBoard<'a> {
        ShiftBoard { rule: self.rules.shift, ground, bases, distances: &self.distances }
    }
}
