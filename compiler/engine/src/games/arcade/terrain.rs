//! The dungeon: tiles as boards, and what figures on it see and reach (§5).

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use cardwright_model::{EdgeSide, Map};

use super::content::Arcade;
use super::state::{Side, State};
use super::vocabulary::{Mark, Stat};
use crate::board::layout::Joint;
use crate::board::rules::{
    AreaReach, AreaRule, Diagonal, DistanceRule, LargeArea, LargeMove, Screening, ShiftCompare,
    ShiftRule, SightLine,
};
use crate::board::{
    Base, Board, BoardRules, Crowd, Dir, Face, Footprints, Gait, Grid, Ground, Layout, MapWords,
    MoveRule, NamedEdge, Point, Reach, Seen, SightRule, Square, Squares, Turn, screen,
};
use crate::core::{Look, Thing};

/// Farther than any way.
pub(super) const FAR: i32 = 99;

fn names(list: &[&str]) -> Vec<String> {
    list.iter().map(|&name| name.to_owned()).collect()
}

impl BoardRules {
    /// Super Dungeon Arcade: walls are edges, a step needs sight, enemies block sight, large
    /// models squeeze (specification 5.1 to 5.6 and 4.8; rulings Q14, Q34, Q40).
    pub fn arcade() -> Self {
        Self {
            joint: Joint::Rim,
            movement: MoveRule {
                diagonal: Diagonal::OneSide,
                costs: vec![("difficult".to_owned(), 2)],
                closed: names(&["structure", "chasm"]),
                corners: names(&["structure"]),
                large: LargeMove::Squeeze,
                figures_pinch: true,
            },
            distance: DistanceRule { diagonal: Diagonal::OneSide, around: names(&["structure"]) },
            sight: SightRule {
                line: SightLine::AnyPoint,
                adjacent: None,
                opaque: names(&["structure"]),
                screen: Screening::EnemiesBySize,
            },
            area: AreaRule { large: LargeArea::FullWidth, reach: AreaReach::Plain },
            shift: ShiftRule { free: false, compare: ShiftCompare::EachStep, pull_circles: false },
        }
    }
}

/// The face that a drawn map stands for.
pub(super) fn face_of(map: &Map) -> Result<Face, String> {
    let words = MapWords {
        wall: names(&["wall"]),
        door: names(&["doorway"]),
        half: Vec::new(),
        plain: names(&["floor"]),
    };
    let edges = map.edges();
    let edges = edges.iter().map(|edge| NamedEdge {
        x: edge.x,
        y: edge.y,
        side: match edge.side {
            EdgeSide::North => Dir::North,
            EdgeSide::West => Dir::West,
        },
        names: edge.values,
    });
    let square = |x, y| map.square(x, y);
    words.face(map.width(), map.height(), square, edges).map_err(|error| error.to_string())
}

/// A tile on the table: which one, which side up, how it is turned, where it lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Laid {
    pub tile: u16,
    pub side: u8,
    pub quarters: u8,
    pub x: i16,
    pub y: i16,
}

/// Dungeons that have been built: the same tiles make the same board.
#[derive(Debug, Default)]
pub(super) struct Fields(Mutex<BTreeMap<Vec<Laid>, Arc<Field>>>);

/// How many dungeons are kept.
const KEPT: usize = 64;

/// A dungeon with everything that can be worked out before play.
#[derive(Debug)]
pub(super) struct Field {
    pub board: Board,
    /// The number of the tile of each square, from 1.
    pub tiles: Vec<u8>,
    /// Squares beside a doorway that leads nowhere.
    pub exits: Vec<Square>,
    grounds: Mutex<BTreeMap<(u64, bool), Arc<Ground>>>,
}

impl Field {
    pub(super) fn new(grid: Grid, tile: impl Fn(Square) -> u8) -> Field {
        let mut exits: Vec<Square> = grid.exits().into_iter().map(|(square, _)| square).collect();
        exits.sort_unstable();
        exits.dedup();
        let tiles = grid.squares().map(tile).collect();
        let board = Board::new(grid, BoardRules::arcade());
        Field { board, tiles, exits, grounds: Mutex::default() }
    }

    /// The ground for somebody who ignores features and perhaps walls.
    pub(super) fn ground(&self, ignores: u64, through_walls: bool) -> Arc<Ground> {
        let mut grounds = self.grounds.lock().unwrap_or_else(PoisonError::into_inner);
        let make = || {
            let features = crate::board::Features(ignores);
            let names = self.board.grid.names().names(features);
            let gait = Gait {
                ignores: names.map(str::to_owned).collect(),
                passes_figures: false,
                passes_walls: through_walls,
            };
            Arc::new(self.board.ground(&gait))
        };
        grounds.entry((ignores, through_walls)).or_insert_with(make).clone()
    }

    pub(super) fn footprints(&self, is_large: bool) -> &Footprints {
        if is_large { &self.board.large } else { &self.board.small }
    }

    pub(super) fn tile(&self, square: Square) -> u8 {
        self.tiles.get(square.index()).copied().unwrap_or(0)
    }

    /// All squares.
    pub(super) fn all(&self) -> impl Iterator<Item = Square> + use<> {
        (0..self.tiles.len() as u16).map(Square)
    }

    /// Steps between sets of squares, around walls.
    pub(super) fn distance(&self, from: &[Square], to: &[Square]) -> i32 {
        i32::from(self.board.distances.between_figures(from, to)).min(FAR)
    }

    /// The bits of named features of this map.
    pub(super) fn features(&self, names: &[String]) -> u64 {
        self.board.grid.names().set(names).0
    }
}

impl Arcade {
    /// The dungeon that tiles make.
    pub(super) fn field(&self, laid: &[Laid]) -> Result<Arc<Field>, String> {
        let kept = || self.fields.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(field) = kept().get(laid) {
            return Ok(field.clone());
        }
        let grid = self.layout(laid)?.grid().map_err(|error| error.to_string())?;
        let tiles: Vec<u8> = grid.squares().map(|square| grid.place(square).tiles[0] + 1).collect();
        let field = Arc::new(Field::new(grid, |square| tiles[square.index()]));
        let mut kept = kept();
        if kept.len() >= KEPT {
            kept.pop_first();
        }
        kept.insert(laid.to_vec(), field.clone());
        Ok(field)
    }

    /// Tiles as they lie.
    pub(super) fn layout(&self, laid: &[Laid]) -> Result<Layout, String> {
        let mut layout = Layout::new(Joint::Rim);
        for one in laid {
            let face = self.facts(one.tile).faces.get(usize::from(one.side));
            let face = face.ok_or("a tile has no such side")?;
            let turn = Turn::of_quarters(one.quarters);
            layout
                .place(face, turn, Point::new(one.x, one.y))
                .map_err(|error| error.to_string())?;
        }
        Ok(layout)
    }
}

/// Questions about figures on the board.
pub(super) trait Geometry {
    /// The squares of a figure; none if it is not in play.
    fn squares(&self, figure: u16) -> &[Square];
    /// Steps between two figures.
    fn apart(&self, from: u16, to: u16) -> i32;
    /// The squares that figures of a side cover.
    fn covered(&self, wanted: impl Fn(&super::state::Figure) -> bool) -> Squares;
}

impl Geometry for State {
    fn squares(&self, figure: u16) -> &[Square] {
        let one = self.figure(figure);
        match one.at {
            Some(anchor) => self.field.footprints(one.is_large).squares(anchor),
            None => &[],
        }
    }

    fn apart(&self, from: u16, to: u16) -> i32 {
        self.field.distance(self.squares(from), self.squares(to))
    }

    fn covered(&self, wanted: impl Fn(&super::state::Figure) -> bool) -> Squares {
        let mut covered = Squares::EMPTY;
        for one in self.figures.iter().filter(|one| wanted(one)) {
            if let Some(anchor) = one.at {
                covered |= *self.field.footprints(one.is_large).cover(anchor);
            }
        }
        covered
    }
}

/// How a figure looks from where it stands, or from another anchor.
fn seen(look: Look<'_, Arcade>, figure: u16, anchor: Square, viewer: Side) -> Seen {
    let one = look.state.figure(figure);
    Seen {
        cover: *look.state.field.footprints(one.is_large).cover(anchor),
        large: one.is_large,
        flies: look.has_mark(Mark::Flies, Thing::figure(figure)),
        enemy: one.side.is_hero() != viewer.is_hero(),
    }
}

/// Whether a figure would see another from an anchor (§5.4).
pub(super) fn sees_from(look: Look<'_, Arcade>, from: u16, anchor: Square, to: u16) -> bool {
    let state = look.state;
    let (one, other) = (state.figure(from), state.figure(to));
    let Some(target_anchor) = other.at else {
        return false;
    };
    if from == to {
        return true;
    }
    let field = &*state.field;
    let (own, theirs) = (
        field.footprints(one.is_large).squares(anchor),
        field.footprints(other.is_large).squares(target_anchor),
    );
    let viewer = seen(look, from, anchor, one.side);
    let target = seen(look, to, target_anchor, one.side);
    let aloft = viewer.flies || target.flies;
    let sight = if aloft { &field.board.sight_aloft } else { &field.board.sight };
    let clear = own.iter().any(|own| theirs.iter().any(|to| sight.sees(*own, *to)));
    if !clear || aloft {
        return clear;
    }
    let figures: Vec<Seen> = state
        .present()
        .filter(|figure| *figure != from && *figure != to)
        .filter(|figure| state.figure(*figure).side.is_hero() != one.side.is_hero())
        .filter_map(|figure| {
            let anchor = state.figure(figure).at?;
            let is_large = state.figure(figure).is_large;
            let cover = *field.footprints(is_large).cover(anchor);
            Some(Seen { cover, large: is_large, flies: false, enemy: true })
        })
        .collect();
    let barred = screen(Screening::EnemiesBySize, &viewer, &target, &figures);
    sight.figure_sees(own, theirs, &barred)
}

/// Whether a figure sees another.
pub(super) fn sees(look: Look<'_, Arcade>, from: u16, to: u16) -> bool {
    look.state.figure(from).at.is_some_and(|anchor| sees_from(look, from, anchor, to))
}

/// The features of squares that a figure ignores, as bits of the map. Monsters are surefooted
/// and mind no ground (§7.4).
pub(super) fn ignored(look: Look<'_, Arcade>, figure: u16) -> u64 {
    let state = look.state;
    let squares = look.code.enums.get("square");
    let mut ignores = 0u64;
    look.visit_marks(Mark::Ignores, Thing::figure(figure), &mut |args| {
        ignores |= args.set(0);
        true
    });
    let named = squares.into_iter().flatten().enumerate();
    let named: Vec<String> = named
        .filter(|(place, _)| ignores >> place & 1 == 1)
        .map(|(_, name)| name.clone())
        .collect();
    let mut bits = state.field.features(&named);
    if !state.figure(figure).side.is_hero() {
        bits |= state.field.features(&names(&["difficult"]));
    }
    bits
}

/// Where a figure can go with so many points: its enemies are in the way, its friends are
/// passed (§5.3).
pub(super) fn reach(look: Look<'_, Arcade>, figure: u16, points: i32) -> Reach {
    let state = look.state;
    let one = state.figure(figure);
    let mut reach = Reach::default();
    let Some(anchor) = one.at else {
        return reach;
    };
    let ground = ground_of(look, figure);
    let crowd = crowd(state, figure);
    let bases = state.field.footprints(one.is_large);
    let points = points.clamp(0, 200) as u8;
    reach.find(&ground, bases, LargeMove::Squeeze, anchor, points, &crowd);
    reach
}

/// The ground as a figure walks on it.
pub(super) fn ground_of(look: Look<'_, Arcade>, figure: u16) -> Arc<Ground> {
    let through_walls = look.has_mark(Mark::PassesWalls, Thing::figure(figure));
    look.state.field.ground(ignored(look, figure), through_walls)
}

/// Who is in the way of a figure that moves.
pub(super) fn crowd(state: &State, figure: u16) -> Crowd {
    let is_hero = state.figure(figure).side.is_hero();
    let own = state.squares(figure);
    let own: Squares = own.iter().copied().collect();
    let barred = state.covered(|other| other.side.is_hero() != is_hero);
    let taken = state.covered(|other| other.side.is_hero() == is_hero) - own;
    Crowd { barred, taken, shunned: state.shunned() }
}

/// Squares that a figure moves in one go (§4.5).
pub(super) fn halved(look: Look<'_, Arcade>, figure: u16, squares: i32) -> i32 {
    if look.has_mark(Mark::Slowed, Thing::figure(figure)) { (squares + 1) / 2 } else { squares }
}

/// The range at which an action of somebody can be aimed at a figure: shorter by its stealth,
/// but at least 1, and never from farther than it is seen from (§4.4).
pub(super) fn range_at(look: Look<'_, Arcade>, range: i32, user: u16, target: u16) -> i32 {
    let state = look.state;
    if state.figure(user).side.is_hero() == state.figure(target).side.is_hero() {
        return range;
    }
    let thing = Thing::figure(target);
    let stealth = look.stat(Stat::Stealth, thing);
    let range = if stealth > 0 { (range - stealth).max(1) } else { range };
    range.min(look.stat(Stat::SeenFrom, thing))
}

/// Free anchors for a figure of a size: all its squares are there, not closed, and empty.
pub(super) fn free_anchors(state: &State, is_large: bool, moving: Option<u16>) -> Squares {
    let field = &*state.field;
    let bases = field.footprints(is_large);
    let own: Squares =
        moving.map_or(Squares::EMPTY, |figure| state.squares(figure).iter().copied().collect());
    let taken = state.covered(|_| true) - own;
    let ground = field.ground(field.features(&names(&["difficult"])), false);
    field
        .all()
        .filter(|anchor| {
            bases.fits(*anchor)
                && !bases.cover(*anchor).intersects(&taken)
                && bases.squares(*anchor).iter().all(|square| ground.cost(*square).is_some())
        })
        .collect()
}

/// The base of a size.
pub(super) fn base(is_large: bool) -> Base {
    if is_large { Base::LARGE } else { Base::SMALL }
}
