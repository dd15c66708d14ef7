//! The map that the rooms of a quest make, with everything that can be worked out before play.
//!
//! Every room has its place from the start; rooms that are not revealed yet are closed during
//! play. So distances and sight are worked out once per quest, and a position only stores which
//! rooms lie on the table.

use super::board::RANGED;
use super::content::Deckbox;
use super::moves::terrain;
use super::tile::{Tile, side_index};
use cardwright_engine::board::grid::NO_TILE;
use cardwright_engine::board::{
    Dir, Distances, Grid, GridError, Layout, Point, Sight, Square, Squares, Turn,
};

/// Stands for no square.
pub(super) const NOWHERE: u16 = u16::MAX;
/// How many spaces the map of a quest may have.
pub(super) const MAX_SPACES: usize = 512;
/// How many rooms a quest may have: they are bits of a number.
pub(super) const MAX_ROOMS: usize = 32;

/// A link from a room to another, as the quest declares it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Link {
    pub from: usize,
    /// The side as the map card is printed.
    pub side: Dir,
    pub to: usize,
}

/// Why the rooms of a quest cannot be laid as a map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PlanError {
    /// The map card has no half space on that side.
    NoHalf(Link),
    /// The map card that should be laid has no arrow.
    NoArrow(Link),
    /// It would lie on another room.
    Overlap(Link, usize),
    /// It would lie beside another room, where a half space of one meets a wall of the other.
    Wall(Link, usize),
    /// It cannot be laid for another reason.
    Misfit(Link, GridError),
    /// The two half spaces of a link between rooms that are laid already do not meet.
    Apart(Link),
    /// The whole is too large.
    Size(GridError),
    /// More spaces or rooms than are possible.
    TooMany(&'static str),
}

impl PlanError {
    /// The link that causes the error, if it is one link.
    pub(crate) fn link(&self) -> Option<Link> {
        match self {
            PlanError::NoHalf(link)
            | PlanError::NoArrow(link)
            | PlanError::Overlap(link, _)
            | PlanError::Wall(link, _)
            | PlanError::Misfit(link, _)
            | PlanError::Apart(link) => Some(*link),
            PlanError::Size(_) | PlanError::TooMany(_) => None,
        }
    }
}

/// How a room is turned and where it lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Lie {
    turn: Turn,
    at: Point,
}

/// A way out of a room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Way {
    /// The half space.
    pub square: u16,
    /// The side of the map to which it leads.
    pub side: Dir,
}

/// The map of a quest.
#[derive(Debug, Clone)]
pub(super) struct Plan {
    pub grid: Grid,
    pub distances: Distances,
    sight: Sight,
    /// The space in each direction, from the north clockwise, or [`NOWHERE`].
    pub steps: Vec<[u16; 4]>,
    /// Spaces that cost more to enter.
    pub is_water: Vec<bool>,
    /// Spaces that hurt.
    pub is_pit: Vec<bool>,
    /// What each space is, as names of the content.
    pub names: Vec<Vec<String>>,
    /// The rooms that a space belongs to: a joined half space belongs to two.
    pub rooms: Vec<[u8; 2]>,
    /// The point of interest of each room.
    pub poi: Vec<u16>,
    /// The rooms adjacent to each, itself included, as bits.
    pub near: Vec<u32>,
    /// The spaces that can be shot at from each when nobody is in the way.
    aims: Vec<Squares>,
    /// Of these, the spaces that are seen only across a third room, which may not be revealed yet.
    doubts: Vec<Squares>,
    /// Spaces of each room.
    pub spaces: Vec<Vec<u16>>,
    /// Where the links of the quest begin, in their order.
    pub ways: Vec<Way>,
}

impl Plan {
    /// Lays the rooms, the first one as it is printed. Rooms that no link leads to are left out.
    pub(super) fn new(tiles: &[&Tile], links: &[Link]) -> Result<Plan, PlanError> {
        let LaidRooms { layout, order, lies } = lay(tiles, links)?;
        let grid = layout.grid().map_err(PlanError::Size)?;
        if grid.len() > MAX_SPACES {
            return Err(PlanError::TooMany("spaces"));
        }
        let placed = || lies.iter().enumerate().filter_map(|(room, lie)| Some((room, (*lie)?)));
        let west = placed().map(|(_, lie)| lie.at.x).min().unwrap_or(0);
        let north = placed().map(|(_, lie)| lie.at.y).min().unwrap_or(0);
        let square_of = |room: usize, at: Point| -> u16 {
            let Some(lie) = lies[room] else { return NOWHERE };
            let turned = tiles[room].face.turned_point(at, lie.turn);
            let at = Point::new(turned.x + lie.at.x - west, turned.y + lie.at.y - north);
            grid.square(at).map_or(NOWHERE, |square| square.0)
        };
        let mut names: Vec<Vec<String>> = vec![Vec::new(); grid.len()];
        let mut poi = vec![NOWHERE; tiles.len()];
        for (room, _) in placed() {
            for (at, called) in &tiles[room].spaces {
                let Some(known) = names.get_mut(usize::from(square_of(room, *at))) else {
                    continue;
                };
                for name in called.iter().filter(|name| !known.contains(name)).collect::<Vec<_>>() {
                    known.push(name.clone());
                }
            }
            poi[room] = tiles[room].poi.map_or(NOWHERE, |at| square_of(room, at));
        }
        let rooms: Vec<[u8; 2]> = grid
            .squares()
            .map(|square| {
                grid.place(square).tiles.map(|tile| match tile {
                    NO_TILE => NO_TILE,
                    tile => order[usize::from(tile)] as u8,
                })
            })
            .collect();
        let ways = links
            .iter()
            .map(|link| {
                let half = tiles[link.from].halves[side_index(link.side)];
                let turn = lies[link.from].map_or(Turn::None, |lie| lie.turn);
                Way {
                    square: half.map_or(NOWHERE, |at| square_of(link.from, at)),
                    side: turn.apply(link.side),
                }
            })
            .collect();
        let mut spaces = vec![Vec::new(); tiles.len()];
        let mut near: Vec<u32> = (0..tiles.len()).map(|room| 1 << room).collect();
        for (square, both) in rooms.iter().enumerate() {
            for room in both.iter().filter(|room| **room != NO_TILE) {
                spaces[usize::from(*room)].push(square as u16);
            }
            if let [a, b] = *both
                && b != NO_TILE
            {
                near[usize::from(a)] |= 1 << b;
                near[usize::from(b)] |= 1 << a;
            }
        }
        let rules = Deckbox::board_rules();
        let distances = Distances::new(&grid, &rules.distance);
        let sight = Sight::new(&grid, &rules.sight);
        let steps = grid
            .squares()
            .map(|from| {
                Dir::SIDES.map(|side| grid.across(from, side).map_or(NOWHERE, |square| square.0))
            })
            .collect();
        let (mut aims, mut doubts) = (Vec::new(), Vec::new());
        for from in grid.squares() {
            let reached = RANGED.squares(&grid, &distances, from);
            let aim: Squares = reached.iter().filter(|to| sight.sees(from, *to)).collect();
            let own = rooms[from.index()];
            let doubt = aim.iter().filter(|to| {
                let theirs = rooms[to.index()];
                let is_other = |square: &Square| {
                    let of = rooms[square.index()];
                    !of.iter().any(|r| *r != NO_TILE && (own.contains(r) || theirs.contains(r)))
                };
                let others: Squares = grid.squares().filter(is_other).collect();
                !sight.sees_past(from, *to, &others)
            });
            doubts.push(doubt.collect());
            aims.push(aim);
        }
        let (is_water, is_pit) = terrain(&names);
        Ok(Plan {
            distances,
            sight,
            steps,
            is_water,
            is_pit,
            names,
            rooms,
            poi,
            near,
            aims,
            doubts,
            spaces,
            ways,
            grid,
        })
    }

    /// How many spaces there are.
    pub(super) fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether a space belongs to a room.
    pub(super) fn is_in(&self, square: u16, room: u8) -> bool {
        self.rooms.get(usize::from(square)).is_some_and(|rooms| rooms.contains(&room))
    }

    /// The rooms of a space as bits.
    pub(super) fn rooms_of(&self, square: u16) -> u32 {
        let rooms = self.rooms.get(usize::from(square)).copied().unwrap_or([NO_TILE; 2]);
        rooms.iter().filter(|room| **room != NO_TILE).fold(0, |bits, room| bits | 1 << room)
    }

    /// The spaces of the rooms that are not revealed.
    fn hidden(&self, lying: u32) -> Squares {
        let all = (0..self.len() as u16).filter(|square| self.rooms_of(*square) & lying == 0);
        all.map(Square).collect()
    }

    /// Whether a space can be shot at from another, with the figures in `screen` in the way.
    pub(super) fn can_aim(&self, from: u16, to: u16, screen: &Squares, lying: u32) -> bool {
        let (from, to) = (Square(from), Square(to));
        if !self.aims[from.index()].contains(to) {
            return false;
        }
        if self.doubts[from.index()].contains(to) {
            return self.sight.sees_past(from, to, &(*screen | self.hidden(lying)));
        }
        self.sight.sees_past(from, to, screen)
    }

    /// Whether one space is seen from another, whatever the distance.
    pub(super) fn sees(&self, from: u16, to: u16, screen: &Squares, lying: u32) -> bool {
        let (from, to) = (Square(from), Square(to));
        self.sight.sees_past(from, to, &(*screen | self.hidden(lying)))
    }

    /// Whether a space could be shot at from another if nobody were in the way.
    pub(super) fn may_aim(&self, from: u16, to: u16) -> bool {
        self.aims[usize::from(from)].contains(Square(to))
    }

    /// Whether two spaces are neighbours. If `diagonal`, spaces that touch at a corner count too.
    pub(super) fn touches(&self, one: u16, other: u16, diagonal: bool) -> bool {
        if self.steps[usize::from(one)].contains(&other) {
            return true;
        }
        let (a, b) = (self.grid.at(Square(one)), self.grid.at(Square(other)));
        diagonal && one != other && a.chebyshev(b) == 1
    }
}

/// The rooms as they lie on the table.
struct LaidRooms {
    layout: Layout,
    /// The rooms in the order in which they were laid, by which the layout numbers them.
    order: Vec<usize>,
    lies: Vec<Option<Lie>>,
}

/// Lays the rooms: the first as printed, every other with its arrow against the half space by
/// which the heroes leave.
fn lay(tiles: &[&Tile], links: &[Link]) -> Result<LaidRooms, PlanError> {
    if tiles.len() > MAX_ROOMS {
        return Err(PlanError::TooMany("rooms"));
    }
    let mut lies: Vec<Option<Lie>> = vec![None; tiles.len()];
    let Some(first) = tiles.first() else {
        return Err(PlanError::Size(GridError::NoSquares));
    };
    let mut layout = Layout::new(Deckbox::board_rules().joint);
    let start = Lie { turn: Turn::None, at: Point::new(0, 0) };
    layout.place(&first.face, start.turn, start.at).map_err(PlanError::Size)?;
    lies[0] = Some(start);
    let mut order: Vec<usize> = vec![0];
    let mut next = 0;
    while let Some(room) = order.get(next).copied() {
        next += 1;
        for link in links.iter().filter(|link| link.from == room) {
            let Some(lie) = lies[room] else { continue };
            let door = doorway(tiles[room], lie, link.side).ok_or(PlanError::NoHalf(*link))?;
            let side = lie.turn.apply(link.side);
            if let Some(other) = lies[link.to] {
                let meets = Dir::SIDES.into_iter().any(|back| {
                    other.turn.apply(back) == side.opposite()
                        && doorway(tiles[link.to], other, back) == Some(door)
                });
                if !meets {
                    return Err(PlanError::Apart(*link));
                }
                continue;
            }
            let tile = tiles[link.to];
            let arrow = tile.arrow.ok_or(PlanError::NoArrow(*link))?;
            let half = tile.halves[side_index(arrow)].ok_or(PlanError::NoArrow(*link))?;
            let turn = Turn::ALL.into_iter().find(|turn| turn.apply(arrow) == side.opposite());
            let turn = turn.unwrap_or(Turn::None);
            let turned = tile.face.turned_point(half, turn);
            let at = Point::new(door.x - turned.x, door.y - turned.y);
            let placed = layout.place(&tile.face, turn, at);
            placed.map_err(|error| misfit(tiles, &lies, *link, error))?;
            lies[link.to] = Some(Lie { turn, at });
            order.push(link.to);
        }
    }
    Ok(LaidRooms { layout, order, lies })
}

/// Why a room cannot be laid, with the room that is in its way.
fn misfit(tiles: &[&Tile], lies: &[Option<Lie>], link: Link, error: GridError) -> PlanError {
    let other = |at: Point| {
        lies.iter().enumerate().position(|(room, lie)| {
            lie.is_some_and(|lie| {
                let face = tiles[room].face.turned(lie.turn);
                face.holds(Point::new(at.x - lie.at.x, at.y - lie.at.y))
            })
        })
    };
    let named = match &error {
        GridError::Overlap(at) => other(*at).map(|room| PlanError::Overlap(link, room)),
        GridError::HalfMeetsWall(at) => other(*at).map(|room| PlanError::Wall(link, room)),
        _ => None,
    };
    named.unwrap_or(PlanError::Misfit(link, error))
}

/// The cell of the half space on a side of a tile that lies.
fn doorway(tile: &Tile, lie: Lie, side: Dir) -> Option<Point> {
    let half = tile.halves[side_index(side)]?;
    let turned = tile.face.turned_point(half, lie.turn);
    Some(Point::new(turned.x + lie.at.x, turned.y + lie.at.y))
}
