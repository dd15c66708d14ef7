//! The dungeon: tiles that lie beside each other, as one map with everything that can be
//! worked out before play.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::board::gaits;
use super::content::{Explore, Facts, Sort};
use super::state::State;
use cardwright_engine::board::{
    Board, Dir, Edge, Face, Features, Grid, Joint, Layout, Legend, Point, Spot, Square, Squares,
    Turn,
};
use cardwright_engine::core::code::DefId;
use cardwright_engine::skirmish::Terrain;

/// A tile on the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Laid {
    pub tile: DefId,
    pub side: u8,
    pub turn: u8,
    pub x: i16,
    pub y: i16,
}

/// A map.
#[derive(Debug)]
pub(super) struct Dungeon {
    pub terrain: Terrain,
    /// Squares that lead to another tile, or would if one lay there.
    pub hallways: Squares,
    /// The hallways that lead nowhere.
    pub open_ways: Vec<Square>,
    /// Squares of more than plain ground, by name.
    pub features: Vec<(String, Squares)>,
    /// Squares that do something to whoever enters them: all features that cost nothing.
    pub effects: Squares,
}

impl Dungeon {
    pub(super) fn new(grid: Grid) -> Dungeon {
        let hallways = grid.squares().filter(|square| is_hallway(&grid, *square)).collect();
        let mut open_ways: Vec<Square> =
            grid.exits().into_iter().map(|(square, _)| square).collect();
        open_ways.sort_unstable();
        open_ways.dedup();
        let rules = Explore::board_rules();
        let names: Vec<String> =
            grid.names().names(Features(u64::MAX)).map(str::to_owned).collect();
        let features: Vec<(String, Squares)> =
            names.into_iter().map(|name| (name.clone(), grid.having(&name))).collect();
        let is_cost = |name: &str| rules.movement.costs.iter().any(|(known, _)| known == name);
        let effects = features
            .iter()
            .filter(|(name, _)| !is_cost(name) && !super::board::is_marker(name))
            .fold(Squares::EMPTY, |all, (_, squares)| all | *squares);
        let terrain = Terrain::new(Board::new(grid, rules), &gaits());
        Dungeon { terrain, hallways, open_ways, features, effects }
    }

    /// A map of characters.
    pub(super) fn drawn(rows: &[&str]) -> Result<Dungeon, String> {
        let grid = Grid::parse(rows, &Legend::default()).map_err(|error| error.to_string())?;
        Ok(Dungeon::new(grid))
    }

    /// The squares with a feature.
    pub(super) fn having(&self, name: &str) -> Squares {
        let found = self.features.iter().find(|(known, _)| known == name);
        found.map_or(Squares::EMPTY, |(_, squares)| *squares)
    }

    /// The map.
    pub(super) fn grid(&self) -> &Grid {
        &self.terrain.board.grid
    }
}

/// Whether a square has a doorway to another tile, laid or not.
fn is_hallway(grid: &Grid, square: Square) -> bool {
    let place = grid.place(square);
    Dir::SIDES.into_iter().any(|side| {
        let beyond = grid.square(place.at.step(side));
        let leads_on = beyond.is_some_and(|next| !grid.place(next).shares_tile(place));
        grid.edge(place.at, side) == Edge::Door || (leads_on && !grid.walled(place.at, side))
    })
}

/// Dungeons that have been built: the same tiles make the same map.
#[derive(Debug, Default)]
pub(super) struct Dungeons(Mutex<BTreeMap<Vec<Laid>, Arc<Dungeon>>>);

/// How many dungeons are kept.
const KEPT: usize = 256;

impl Explore {
    /// The map that tiles make.
    pub(super) fn dungeon(&self, laid: &[Laid]) -> Result<Arc<Dungeon>, String> {
        let kept = || self.dungeons.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(dungeon) = kept().get(laid) {
            return Ok(dungeon.clone());
        }
        let grid = self.layout(laid)?.grid().map_err(|error| error.to_string())?;
        let dungeon = Arc::new(Dungeon::new(grid));
        let mut kept = kept();
        if kept.len() >= KEPT {
            kept.pop_first();
        }
        kept.insert(laid.to_vec(), dungeon.clone());
        Ok(dungeon)
    }

    fn layout(&self, laid: &[Laid]) -> Result<Layout, String> {
        let mut layout = Layout::new(Joint::Rim);
        for one in laid {
            let face = self.face(one.tile, one.side).ok_or("a tile has no such side")?;
            let turn = Turn::of_quarters(one.turn);
            let at = Point::new(one.x, one.y);
            layout.place(face, turn, at).map_err(|error| error.to_string())?;
        }
        Ok(layout)
    }

    /// Makes a dungeon the map of a game.
    pub(super) fn enter(&self, state: &mut State, dungeon: Arc<Dungeon>) {
        let effects = self.printed(Sort::TileEffect, state.size.sets);
        let is_there = |facts: &Facts| !dungeon.having(&facts.square).is_empty();
        state.tile_effects =
            effects.filter(|(_, facts)| is_there(facts)).map(|(def, _)| def).collect();
        state.dungeon = dungeon;
    }

    /// A side of a tile.
    pub(super) fn face(&self, tile: DefId, side: u8) -> Option<&Face> {
        self.facts(tile).faces.get(usize::from(side))
    }

    /// Where a side of a tile can be laid: its hallway must meet another with at least two squares,
    /// or with one if no place offers more.
    pub(super) fn spots(&self, laid: &[Laid], tile: DefId, side: u8) -> Vec<Laid> {
        let Some(face) = self.face(tile, side) else {
            return Vec::new();
        };
        if laid.is_empty() {
            return vec![Laid { tile, side, turn: 0, x: 0, y: 0 }];
        }
        let Ok(layout) = self.layout(laid) else {
            return Vec::new();
        };
        let spots = layout.spots(face);
        let most = spots.iter().map(|spot| spot.joins).max().unwrap_or(0);
        let laid_as = |spot: &Spot| Laid {
            tile,
            side,
            turn: spot.turn.quarters(),
            x: spot.at.x,
            y: spot.at.y,
        };
        let spots = spots.iter().filter(|spot| spot.joins.min(2) == most.min(2));
        spots.map(laid_as).collect()
    }
}
