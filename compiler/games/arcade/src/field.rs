//! The dungeon: tiles as one map, and what figures on it see, reach and cover.

use std::cell::RefCell;
use std::sync::{Arc, LazyLock};

use super::Arcade;
use super::figure::Figure;
use super::state::{Laid, State};
use super::vocabulary::{Event, Mark, Stat};
use cardwright_engine::board::distance::FAR as NO_WAY;
use cardwright_engine::board::layout::Joint;
use cardwright_engine::board::{
    Base, Board, Cell, Crowd, Face, Features, Footprints, Gait, Grid, Ground, Layout, MapWords,
    Mover, Point, Reach, Sight, Square, Squares, Turn,
};
use cardwright_engine::core::code::{DefId, NO_ABILITIES};
use cardwright_engine::core::words::Words;
use cardwright_engine::core::{Look, Thing};
use cardwright_engine::skirmish::{Piece, Terrain, economy, field};

/// A distance farther than any way.
pub(super) const FAR: i32 = 99;

impl Piece for Figure {
    fn at(&self) -> Option<Square> {
        self.at
    }

    fn base(&self) -> Base {
        self.base()
    }

    fn side(&self) -> u8 {
        u8::from(!self.is_hero())
    }
}

/// The names of the squares of a tile.
pub(super) fn map_words() -> MapWords {
    let names = |list: &[&str]| list.iter().map(|&name| name.to_owned()).collect();
    MapWords {
        wall: names(&["wall"]),
        door: names(&["doorway"]),
        half: Vec::new(),
        plain: names(&["floor"]),
    }
}

/// What a figure may ignore when it moves, as bits of an index into [`gaits`].
const DIFFICULT: usize = 1;
const STRUCTURE: usize = 2;
const CHASM: usize = 4;
const WALLS: usize = 8;

fn gaits() -> [Gait; 16] {
    std::array::from_fn(|bits| {
        let names = [(DIFFICULT, "difficult"), (STRUCTURE, "structure"), (CHASM, "chasm")];
        let ignored = names.iter().filter(|(bit, _)| bits & bit != 0);
        Gait {
            ignores: ignored.map(|(_, name)| (*name).to_owned()).collect(),
            passes_figures: false,
            passes_walls: bits & WALLS != 0,
        }
    })
}

/// A dungeon with everything that can be worked out before play.
#[derive(Debug)]
pub(super) struct Field {
    pub terrain: Terrain,
    /// The number of the tile of each square, from 1.
    tiles: Vec<u8>,
    /// Squares beside a doorway that leads nowhere.
    pub exits: Vec<Square>,
    /// What each square is, as bits of the enum `square`.
    kinds: Vec<u64>,
    /// Squares that all figures avoid if the detour costs nothing.
    shunned: Squares,
    /// Squares that do something to figures that enter them.
    special: Squares,
}

impl Field {
    /// `kinds` are the values of the enum `square`, `harmful` those that nobody wants to enter.
    pub(super) fn new(
        grid: Grid,
        tile: impl Fn(Square) -> u8,
        kinds: &[String],
        (harmful, blessed): (u64, u64),
    ) -> Field {
        let mut exits: Vec<Square> = grid.exits().into_iter().map(|(square, _)| square).collect();
        exits.sort_unstable();
        exits.dedup();
        let tiles = grid.squares().map(tile).collect();
        let mut bits = vec![0u64; grid.len()];
        for (place, name) in kinds.iter().enumerate() {
            for square in grid.having(name).iter() {
                bits[square.index()] |= 1 << place;
            }
        }
        let shunned = grid.squares().filter(|at| bits[at.index()] & harmful != 0).collect();
        let effects = harmful | blessed;
        let special = grid.squares().filter(|at| bits[at.index()] & effects != 0).collect();
        let terrain = Terrain::new(Board::new(grid, Arcade::board_rules()), &gaits());
        Field { terrain, tiles, exits, kinds: bits, shunned, special }
    }

    /// The table before a tile lies on it.
    pub(super) fn nowhere() -> Arc<Field> {
        static NOWHERE: LazyLock<Arc<Field>> = LazyLock::new(|| {
            let mut face = Face::new(1, 1);
            face.set_cell(Point::new(0, 0), Cell::Square(Features::NONE));
            let grid = Grid::of_face(&face).expect("one square is a map");
            Arc::new(Field::new(grid, |_| 1, &[], (0, 0)))
        });
        NOWHERE.clone()
    }

    pub(super) fn board(&self) -> &Board {
        &self.terrain.board
    }

    pub(super) fn bases(&self, is_large: bool) -> &Footprints {
        if is_large { &self.board().large } else { &self.board().small }
    }

    pub(super) fn tile(&self, square: Square) -> u8 {
        self.tiles.get(square.index()).copied().unwrap_or(0)
    }

    /// The steps between two sets of squares, around walls. If many sets are compared with one,
    /// pass that one as `to`, because its distances are worked out once.
    pub(super) fn distance(&self, from: &[Square], to: &[Square]) -> i32 {
        let distances = &self.board().distances;
        let least = to.iter().map(|to| {
            let row = distances.row(*to);
            from.iter().map(|from| row[from.index()]).min().unwrap_or(NO_WAY)
        });
        match least.min().unwrap_or(NO_WAY) {
            NO_WAY => FAR,
            steps => i32::from(steps).min(FAR),
        }
    }

    /// Column and row of a square.
    pub(super) fn at(&self, square: Square) -> (i32, i32) {
        let at = self.board().grid.at(square);
        (i32::from(at.x), i32::from(at.y))
    }

    /// A square by column and row, as the map is drawn.
    pub(super) fn place(&self, square: Square) -> String {
        self.board().grid.at(square).name()
    }

    /// Whether a square does something to figures that enter it.
    pub(super) fn is_special(&self, square: Square) -> bool {
        self.special.contains(square)
    }

    /// The squares that do something to figures that enter them.
    pub(super) fn special(&self) -> &Squares {
        &self.special
    }

    /// What a square is, as bits of the enum `square`.
    pub(super) fn kind(&self, square: Square) -> u64 {
        self.kinds.get(square.index()).copied().unwrap_or(0)
    }
}

impl Arcade {
    /// The tiles as they lie.
    pub(super) fn layout(&self, laid: &[Laid]) -> Result<Layout, String> {
        let mut layout = Layout::new(Joint::Rim);
        for one in laid {
            let face = self.facts(one.tile).faces.get(usize::from(one.side));
            let face = face.ok_or("a tile has no such side")?;
            let turn = Turn::ALL[usize::from(one.quarters % 4)];
            layout
                .place(face, turn, Point::new(one.x, one.y))
                .map_err(|error| error.to_string())?;
        }
        Ok(layout)
    }

    /// The dungeon that tiles make.
    pub(super) fn field(&self, laid: &[Laid]) -> Result<Arc<Field>, String> {
        let grid = self.layout(laid)?.grid().map_err(|error| error.to_string())?;
        let tiles: Vec<u8> = grid.squares().map(|square| grid.place(square).tiles[0] + 1).collect();
        Ok(self.field_of(grid, &tiles, laid))
    }

    /// Whether the text of a card reacts to models that come to a square.
    fn hears_steps(&self, def: DefId) -> bool {
        let abilities =
            self.code.defs.get(usize::from(def)).map_or(NO_ABILITIES, |def| def.abilities);
        let own = self.code.abilities.get(usize::from(abilities));
        let entered = Event::Entered.index();
        own.is_some_and(|own| own.triggers.iter().any(|one| usize::from(one.event) == entered))
    }

    /// The dungeon on a map, with the number of the tile of each square, from 1.
    pub(super) fn field_of(&self, grid: Grid, tiles: &[u8], laid: &[Laid]) -> Arc<Field> {
        let kinds = self.code.enums.get("square").map_or(&[][..], Vec::as_slice);
        let tile = |square: Square| tiles[square.index()];
        let mut field = Field::new(grid, tile, kinds, (self.harmful, self.blessed));
        for (place, _) in laid.iter().enumerate().filter(|(_, one)| self.hears_steps(one.tile)) {
            let squares = field.board().grid.squares();
            let own: Squares = squares.filter(|at| usize::from(tile(*at)) == place + 1).collect();
            field.special |= own;
        }
        Arc::new(field)
    }
}

impl State {
    /// The squares of a figure; empty if it is not in play.
    pub(super) fn squares(&self, figure: u16) -> &[Square] {
        let one = self.figure(figure);
        match one.at {
            Some(anchor) => self.field.bases(one.is_large).squares(anchor),
            None => &[],
        }
    }

    /// Steps between two figures.
    pub(super) fn apart(&self, from: u16, to: u16) -> i32 {
        self.apart_of(self.figure(from), self.figure(to))
    }

    /// The steps between two figures. A caller may pass a copy that stands where a destroyed figure
    /// stood last.
    pub(super) fn apart_of(&self, one: &Figure, other: &Figure) -> i32 {
        match (one.at, other.at) {
            (Some(a), Some(b)) if !one.is_large && !other.is_large => {
                match self.field.board().distances.between(a, b) {
                    NO_WAY => FAR,
                    steps => i32::from(steps),
                }
            }
            (Some(a), Some(b)) => {
                let squares = |large, at| self.field.bases(large).squares(at);
                self.field.distance(squares(one.is_large, a), squares(other.is_large, b))
            }
            _ => FAR,
        }
    }

    /// The squares of all figures that pass a test.
    pub(super) fn covered(&self, wanted: impl Fn(&Figure) -> bool) -> Squares {
        let mut covered = Squares::EMPTY;
        for one in self.figures.iter().filter(|one| one.at.is_some() && wanted(one)) {
            if let Some(anchor) = one.at {
                covered |= *self.field.bases(one.is_large).cover(anchor);
            }
        }
        covered
    }

    /// The figures in the way of a figure. It cannot enter the squares of enemies, and can pass
    /// those of friends but not end there.
    pub(super) fn crowd(&self, figure: u16) -> Crowd {
        let crowd = field::crowd(&self.field.terrain, &self.figures, usize::from(figure));
        Crowd { shunned: self.field.shunned, ..crowd }
    }

    /// The anchors on which a figure of a size has room. The squares of `moving` count as free.
    pub(super) fn free(&self, is_large: bool, moving: Option<u16>) -> Squares {
        let taken = field::occupied(&self.field.terrain, &self.figures, moving.map(usize::from));
        let free = *self.field.terrain.ground(DIFFICULT).open() - taken;
        if is_large { self.field.board().large.within(&free) } else { free }
    }
}

/// The sight from one figure to another, for any place where the first one might stand.
pub(super) struct Gaze<'a> {
    sight: &'a Sight,
    barrier: Squares,
    bases: &'a Footprints,
    target: &'a [Square],
    target_cover: Squares,
}

impl<'a> Gaze<'a> {
    pub(super) fn new(look: Look<'a, Arcade>, viewer: u16, target: u16) -> Gaze<'a> {
        let state = look.state;
        let (one, other) = (state.figure(viewer), state.figure(target));
        let flies = |figure| look.has_mark(Mark::Flies, Thing::figure(figure));
        let aloft = flies(viewer) || flies(target);
        let board = state.field.board();
        let only_large = one.is_large || other.is_large;
        let barrier = if aloft {
            Squares::EMPTY
        } else {
            let is_hero = one.is_hero();
            state.covered(|figure| figure.is_hero() != is_hero && (figure.is_large || !only_large))
        };
        let target_cover =
            other.at.map_or(Squares::EMPTY, |at| *state.field.bases(other.is_large).cover(at));
        Gaze {
            sight: if aloft { &board.sight_aloft } else { &board.sight },
            barrier: barrier - target_cover,
            bases: state.field.bases(one.is_large),
            target: state.squares(target),
            target_cover,
        }
    }

    /// Whether the target would be seen from an anchor.
    pub(super) fn sees_from(&self, anchor: Square) -> bool {
        if self.bases.cover(anchor).intersects(&self.target_cover) {
            return true;
        }
        self.sight.figure_sees(self.bases.squares(anchor), self.target, &self.barrier)
    }
}

/// Whether a figure sees another.
pub(super) fn sees(look: Look<'_, Arcade>, from: u16, to: u16) -> bool {
    let state = look.state;
    let (Some(anchor), Some(_)) = (state.figure(from).at, state.figure(to).at) else {
        return false;
    };
    if from == to {
        return true;
    }
    // A quick test first: most figures that do not see each other have a wall between them.
    let sight = &state.field.board().sight_aloft;
    let (own, theirs) = (state.squares(from), state.squares(to));
    let open = own.iter().any(|a| theirs.iter().any(|b| sight.sees(*a, *b)));
    open && Gaze::new(look, from, to).sees_from(anchor)
}

/// The way of moving of a figure. All monsters ignore difficult ground.
pub(super) fn gait(look: Look<'_, Arcade>, figure: u16) -> usize {
    let (ignores, known) = (ignored(look, figure), look.rules.squares);
    let mut gait = 0;
    for (bit, square) in [
        (DIFFICULT, known.difficult),
        (STRUCTURE, known.structure),
        (CHASM, known.chasm),
        (WALLS, known.wall),
    ] {
        if ignores & square != 0 {
            gait |= bit;
        }
    }
    if !look.state.figure(figure).is_hero() {
        gait |= DIFFICULT;
    }
    gait
}

/// The squares that are open squares to a figure, as bits of the enum `square`.
pub(super) fn ignored(look: Look<'_, Arcade>, figure: u16) -> u64 {
    let mut ignored = 0;
    look.visit_marks(Mark::Ignores, Thing::figure(figure), &mut |args| {
        ignored |= args.set(0);
        true
    });
    ignored
}

/// The ground as a figure walks on it.
pub(super) fn ground_of(look: Look<'_, Arcade>, figure: u16) -> &Ground {
    look.state.field.terrain.ground(gait(look, figure))
}

thread_local! {
    /// Memory that all searches reuse.
    static SEARCH: RefCell<Reach> = RefCell::default();
}

/// Finds where a figure can go with `points` and passes the result to `work`. `search` is
/// [`Reach::survey`], or [`Reach::find`] if the ways matter.
pub(super) fn with_reach<T>(
    look: Look<'_, Arcade>,
    figure: u16,
    points: i32,
    search: fn(&mut Reach, &Mover<'_>),
    work: impl FnOnce(&Reach) -> T,
) -> T {
    let state = look.state;
    let one = state.figure(figure);
    SEARCH.with_borrow_mut(|reach| {
        match one.at {
            Some(anchor) => search(
                reach,
                &Mover {
                    ground: ground_of(look, figure),
                    bases: state.field.bases(one.is_large),
                    large: state.field.board().rules.movement.large,
                    anchor,
                    points: points.clamp(0, 200) as u8,
                    crowd: &state.crowd(figure),
                },
            ),
            None => *reach = Reach::default(),
        }
        work(reach)
    })
}

/// The squares of one move of a figure: half of them if it is slowed.
pub(super) fn halved(look: Look<'_, Arcade>, figure: u16, squares: i32) -> i32 {
    if look.has_mark(Mark::Slowed, Thing::figure(figure)) {
        economy::halved(squares)
    } else {
        squares
    }
}

/// The squares that a figure may move in an activation or command.
pub(super) fn movement(look: Look<'_, Arcade>, figure: u16) -> i32 {
    halved(look, figure, look.stat(Stat::Movement, Thing::figure(figure)))
}

/// The range at which an action can be aimed at a model. Its stealth reduces it to 1 at least, also
/// for friends; some models cannot be aimed at by enemies from farther than a distance.
pub(super) fn range_at(look: Look<'_, Arcade>, range: i32, user: u16, target: u16) -> i32 {
    let thing = Thing::figure(target);
    let stealth = look.stat(Stat::Stealth, thing);
    let range = if stealth > 0 { (range - stealth).max(1) } else { range };
    if look.state.are_friends(user, target) {
        return range;
    }
    range.min(look.stat(Stat::SeenFrom, thing))
}

/// Whether an action of that range can be aimed at a figure.
pub(super) fn can_aim(
    look: Look<'_, Arcade>,
    user: u16,
    target: u16,
    range: i32,
    unseen: bool,
) -> bool {
    let is_enemy = !look.state.are_friends(user, target);
    let apart = look.state.apart(user, target);
    // The plain range first: most figures are too far away, whatever else protects them.
    apart <= range
        && apart <= range_at(look, range, user, target)
        && !(is_enemy && look.has_mark(Mark::Unaimable, Thing::figure(target)))
        && (unseen || sees(look, user, target))
}
