//! Tiles laid beside each other and joined into one map.
//!
//! There are two ways to join. Tiles that meet [at the rim](Joint::Rim) lie edge to edge, and a way
//! leads through only where a doorway meets a doorway; every other rim is a wall.
//! Tiles that [share a line](Joint::Shared) overlap by their outermost line of cells: two half
//! spaces on it become one space that belongs to both tiles.

use serde::{Deserialize, Serialize};

use super::compass::{Dir, Point, Turn};
use super::face::{Cell, Edge, Face};
use super::feature::Features;
use super::grid::{Grid, GridError, MAX_SIDE, NO_TILE};

/// How far from the middle of the table a tile may lie: no map reaches that far.
const FAR: usize = 100 * MAX_SIDE;

/// How tiles join.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Joint {
    /// Edge to edge, through doorways that meet.
    #[default]
    Rim,
    /// Overlapping by a line of cells, through half spaces that meet.
    Shared,
}

/// A way to lay a tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Spot {
    /// How the tile is turned.
    pub turn: Turn,
    /// Where its top left cell lies.
    pub at: Point,
    /// How many of its doorways meet another's.
    pub joins: usize,
}

/// Tiles that lie on the table.
#[derive(Debug, Clone)]
pub struct Layout {
    joint: Joint,
    tiles: Vec<(Face, Point)>,
    /// The doorways of all tiles, whether they meet another or not.
    openings: Vec<(Point, Dir)>,
}

impl Layout {
    /// An empty table.
    pub fn new(joint: Joint) -> Self {
        Self { joint, tiles: Vec::new(), openings: Vec::new() }
    }

    /// How many tiles are on the table.
    pub fn len(&self) -> usize {
        self.tiles.len()
    }

    /// Whether no tile is on the table.
    pub fn is_empty(&self) -> bool {
        self.tiles.is_empty()
    }

    /// Lays a turned tile with its top left cell at a place, and returns its number. Every tile but
    /// the first must join one on the table.
    pub fn place(&mut self, face: &Face, turn: Turn, at: Point) -> Result<u8, GridError> {
        if self.tiles.len() >= usize::from(NO_TILE) {
            return Err(GridError::TooManyTiles);
        }
        let face = face.turned(turn);
        let joins = self.joins(&face, at)?;
        if joins == 0 && !self.tiles.is_empty() {
            return Err(GridError::NoDoorMeets);
        }
        self.put(face, at);
        Ok((self.tiles.len() - 1) as u8)
    }

    /// Lays a tile without checking whether it fits.
    pub(super) fn put(&mut self, face: Face, at: Point) {
        let openings = face.openings().into_iter();
        self.openings
            .extend(openings.map(|(door, side)| (Point::new(door.x + at.x, door.y + at.y), side)));
        self.tiles.push((face, at));
    }

    /// Every way to lay a tile so that it joins, in a fixed order.
    pub fn spots(&self, face: &Face) -> Vec<Spot> {
        Turn::ALL.into_iter().flat_map(|turn| self.spots_turned(face, turn)).collect()
    }

    /// Every way to lay a tile with that turn so that it joins.
    pub fn spots_turned(&self, face: &Face, turn: Turn) -> Vec<Spot> {
        let mut spots = Vec::new();
        let turned = face.turned(turn);
        let doors = turned.openings();
        for (door, side) in &doors {
            let facing = self.openings.iter().filter(|(_, facing)| *facing == side.opposite());
            for (met, _) in facing {
                let meeting = match self.joint {
                    Joint::Rim => met.step(side.opposite()),
                    Joint::Shared => *met,
                };
                let at = Point::new(meeting.x - door.x, meeting.y - door.y);
                if let Ok(joins @ 1..) = self.meeting(&turned, &doors, at) {
                    spots.push(Spot { turn, at, joins });
                }
            }
        }
        spots.sort();
        spots.dedup();
        spots
    }

    /// Every way to lay a tile behind a doorway of the table so that its `arrow` side meets
    /// that doorway.
    pub fn beyond(&self, doorway: Point, face: &Face, arrow: Dir) -> Vec<Spot> {
        let sides: Vec<Dir> = self
            .openings
            .iter()
            .filter_map(|(at, side)| (*at == doorway).then_some(side.opposite()))
            .collect();
        let mut spots = self.spots(face);
        spots.retain(|spot| {
            let facing = spot.turn.apply(arrow);
            let turned = face.turned(spot.turn);
            sides.contains(&facing)
                && turned.openings().into_iter().any(|(door, side)| {
                    let door = Point::new(door.x + spot.at.x, door.y + spot.at.y);
                    let met = match self.joint {
                        Joint::Rim => door.step(side),
                        Joint::Shared => door,
                    };
                    side == facing && met == doorway
                })
        });
        spots
    }

    /// How many doorways of a turned tile would meet others at a place.
    pub fn joins(&self, face: &Face, at: Point) -> Result<usize, GridError> {
        self.meeting(face, &face.openings(), at)
    }

    /// How many of those doorways of a tile would meet others at a place.
    fn meeting(&self, face: &Face, doors: &[(Point, Dir)], at: Point) -> Result<usize, GridError> {
        if [at.x, at.y].iter().any(|value| value.unsigned_abs() as usize > FAR) {
            return Err(GridError::TooLarge { width: FAR, height: FAR });
        }
        for (other, corner) in &self.tiles {
            self.fits_beside(face, at, other, *corner)?;
        }
        let meeting = doors.iter().filter(|(door, side)| {
            let here = Point::new(door.x + at.x, door.y + at.y);
            let met = match self.joint {
                Joint::Rim => here.step(*side),
                Joint::Shared => here,
            };
            self.openings.contains(&(met, side.opposite()))
        });
        Ok(meeting.count())
    }

    /// Whether two tiles fit beside each other: they share no cells except those of a joint.
    fn fits_beside(
        &self,
        face: &Face,
        at: Point,
        other: &Face,
        corner: Point,
    ) -> Result<(), GridError> {
        let columns = at.x.max(corner.x)..(at.x + face.width()).min(corner.x + other.width());
        let rows = at.y.max(corner.y)..(at.y + face.height()).min(corner.y + other.height());
        let shared = rows.flat_map(|y| columns.clone().map(move |x| Point::new(x, y)));
        for here in shared {
            let cell = Point::new(here.x - at.x, here.y - at.y);
            let there = Point::new(here.x - corner.x, here.y - corner.y);
            let rims = || on_rim(face, cell) && on_rim(other, there);
            match (face.cell(cell), other.cell(there)) {
                (Cell::Void, _) | (_, Cell::Void) => {}
                (Cell::Wall, Cell::Wall) | (Cell::Half(_), Cell::Half(_))
                    if self.joint == Joint::Shared && rims() => {}
                (Cell::Half(_), Cell::Wall) | (Cell::Wall, Cell::Half(_))
                    if self.joint == Joint::Shared && rims() =>
                {
                    return Err(GridError::HalfMeetsWall(here));
                }
                _ => return Err(GridError::Overlap(here)),
            }
        }
        Ok(())
    }

    /// The map that the tiles make.
    pub fn grid(&self) -> Result<Grid, GridError> {
        let west = self.tiles.iter().map(|(_, at)| at.x).min().unwrap_or(0);
        let north = self.tiles.iter().map(|(_, at)| at.y).min().unwrap_or(0);
        let east = self.tiles.iter().map(|(face, at)| at.x + face.width()).max().unwrap_or(0);
        let south = self.tiles.iter().map(|(face, at)| at.y + face.height()).max().unwrap_or(0);
        let (width, height) = ((east - west) as usize, (south - north) as usize);
        if width > MAX_SIDE || height > MAX_SIDE {
            return Err(GridError::TooLarge { width, height });
        }
        let mut whole = Face::new(east - west, south - north);
        let mut owners = vec![[NO_TILE; 2]; (whole.width() * whole.height()) as usize];
        for (number, (face, corner)) in self.tiles.iter().enumerate() {
            let renamed = rename(&mut whole, face)?;
            for cell in face.points() {
                let here = Point::new(cell.x + corner.x - west, cell.y + corner.y - north);
                let owner = &mut owners[(here.y * whole.width() + here.x) as usize];
                let drawn = match face.cell(cell) {
                    Cell::Void => continue,
                    Cell::Wall => Cell::Wall,
                    Cell::Square(features) => Cell::Square(renamed(features)),
                    Cell::Half(_) if !on_side(face, cell) => {
                        return Err(GridError::HalfInside(here));
                    }
                    Cell::Half(features) if owner[0] == NO_TILE => Cell::Half(renamed(features)),
                    Cell::Half(features) => {
                        let other = whole.cell(here).features().unwrap_or_default();
                        Cell::Square(renamed(features).union(other))
                    }
                };
                whole.set_cell(here, drawn);
                owner[usize::from(owner[0] != NO_TILE)] = number as u8;
            }
        }
        let owner = |at: Point| owners[(at.y * whole.width() + at.x) as usize];
        let edges: Vec<(Point, Dir, Edge)> = whole
            .points()
            .flat_map(|at| Dir::SIDES.map(|side| (at, side)))
            .map(|(at, side)| {
                let next = at.step(side);
                let beyond = if whole.holds(next) { owner(next) } else { [NO_TILE; 2] };
                let told = |tile: u8, at: Point, side: Dir| {
                    let (face, corner) = &self.tiles[usize::from(tile)];
                    face.edge(Point::new(at.x + west - corner.x, at.y + north - corner.y), side)
                };
                (
                    at,
                    side,
                    merge(owner(at), beyond, |tile, far| match far {
                        false => told(tile, at, side),
                        true => told(tile, next, side.opposite()),
                    }),
                )
            })
            .collect();
        let halves: Vec<Option<Dir>> = whole
            .points()
            .map(|at| {
                let tile = owner(at)[0];
                let Cell::Half(_) = whole.cell(at) else { return None };
                let (face, corner) = &self.tiles[usize::from(tile)];
                let cell = Point::new(at.x + west - corner.x, at.y + north - corner.y);
                Dir::SIDES.into_iter().find(|side| !face.holds(cell.step(side.opposite())))
            })
            .collect();
        for (at, side, edge) in edges {
            whole.set_edge(at, side, edge);
        }
        let width = whole.width();
        Grid::number(whole, |at| {
            let index = (at.y * width + at.x) as usize;
            (owners[index], halves[index])
        })
    }
}

/// What lies between two cells, by what the tiles of both cells have there.
fn merge(here: [u8; 2], there: [u8; 2], told: impl Fn(u8, bool) -> Edge) -> Edge {
    if let Some(shared) = here.into_iter().find(|tile| *tile != NO_TILE && there.contains(tile)) {
        return told(shared, false);
    }
    match (here[0], there[0]) {
        (NO_TILE, NO_TILE) => Edge::Open,
        (tile, NO_TILE) => told(tile, false),
        (NO_TILE, tile) => told(tile, true),
        (near, far) => match (told(near, false), told(far, true)) {
            (Edge::Door, Edge::Door) => Edge::Door,
            _ => Edge::Wall,
        },
    }
}

/// Adds the feature names of a face to those of the whole map, and returns how to translate its
/// sets.
fn rename(
    whole: &mut Face,
    face: &Face,
) -> Result<impl Fn(Features) -> Features + use<>, GridError> {
    let all = Features(u64::MAX);
    let pairs = face.names.names(all).map(|name| {
        let old = face.names.set(&[name]);
        whole.names.intern(name).map(|new| (old, new)).ok_or(GridError::TooManyFeatures)
    });
    let pairs: Vec<(Features, Features)> = pairs.collect::<Result<_, _>>()?;
    Ok(move |features: Features| {
        let renamed = pairs.iter().filter(|(old, _)| features.intersects(*old));
        renamed.fold(Features::NONE, |set, (_, new)| set.union(*new))
    })
}

/// Whether a cell is on the outermost line of a face.
fn on_rim(face: &Face, at: Point) -> bool {
    face.holds(at) && Dir::SIDES.into_iter().any(|side| !face.holds(at.step(side)))
}

/// Whether a cell is on exactly one side of a face.
fn on_side(face: &Face, at: Point) -> bool {
    Dir::SIDES.into_iter().filter(|side| !face.holds(at.step(*side))).count() == 1
}
