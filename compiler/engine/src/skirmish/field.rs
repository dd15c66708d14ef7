//! Models on a map: which squares they cover, whom they block, how far apart they are and whether
//! they see each other, where there is room, and where a model can go or be moved.

use std::sync::OnceLock;

use crate::board::distance::FAR;
use crate::board::rules::Screening;
use crate::board::sight::{Seen, screen};
use crate::board::{
    Base, Board, Crowd, Footprints, Gait, Ground, Mover, Reach, Shift, Shifted, Square, Squares,
};

/// A model as the map knows it.
pub trait Piece {
    /// The top left of its squares, if it is on the map.
    fn at(&self) -> Option<Square>;

    /// Its size.
    fn base(&self) -> Base;

    /// The number of its side; models of the same side are friends.
    fn side(&self) -> u8;

    /// Whether others may pass it even as enemies, such as a chest.
    fn is_passable(&self) -> bool {
        false
    }

    /// Whether it flies, as far as sight is concerned.
    fn flies(&self) -> bool {
        false
    }
}

/// A map with the ground for each way of moving.
#[derive(Debug)]
pub struct Terrain {
    /// The map.
    pub board: Board,
    gaits: Vec<Gait>,
    /// Each is worked out when a model first moves that way.
    grounds: Vec<OnceLock<Ground>>,
}

impl Terrain {
    /// A map for some ways of moving; the first is the usual one.
    pub fn new(board: Board, gaits: &[Gait]) -> Terrain {
        let grounds = gaits.iter().map(|_| OnceLock::new()).collect();
        Terrain { board, gaits: gaits.to_vec(), grounds }
    }

    /// The ground for the way of moving of that number.
    pub fn ground(&self, gait: usize) -> &Ground {
        let gait = gait.min(self.grounds.len() - 1);
        self.grounds[gait].get_or_init(|| self.board.ground(&self.gaits[gait]))
    }

    /// Where models of a size fit: of one square, or of two by two.
    pub fn footprints(&self, base: Base) -> &Footprints {
        if base.is_large() { &self.board.large } else { &self.board.small }
    }

    /// The squares that a model of that size covers on an anchor.
    pub fn squares(&self, at: Square, base: Base) -> &[Square] {
        self.footprints(base).squares(at)
    }

    /// The squares that a model of that size covers on an anchor, as a set.
    pub fn cover(&self, at: Square, base: Base) -> &Squares {
        self.footprints(base).cover(at)
    }
}

/// The squares of a model; empty off the map.
pub fn squares<'t>(terrain: &'t Terrain, piece: &impl Piece) -> &'t [Square] {
    piece.at().map_or(&[], |at| terrain.squares(at, piece.base()))
}

/// The squares of a model as a set; empty off the map.
pub fn cover<'t>(terrain: &'t Terrain, piece: &impl Piece) -> &'t Squares {
    piece.at().map_or(&Squares::EMPTY, |at| terrain.cover(at, piece.base()))
}

/// All squares that models cover, except those of the model `without`.
pub fn occupied<P: Piece>(terrain: &Terrain, pieces: &[P], without: Option<usize>) -> Squares {
    let mut all = Squares::EMPTY;
    for (place, piece) in pieces.iter().enumerate() {
        if Some(place) != without && piece.at().is_some() {
            for square in squares(terrain, piece) {
                all.insert(*square);
            }
        }
    }
    all
}

/// The models in the way of a model. It cannot enter the squares of enemies, and can pass those of
/// friends but not end there.
pub fn crowd<P: Piece>(terrain: &Terrain, pieces: &[P], mover: usize) -> Crowd {
    let mut crowd = Crowd::default();
    let own = pieces[mover].side();
    for (place, piece) in pieces.iter().enumerate() {
        if place == mover || piece.at().is_none() {
            continue;
        }
        let set = if piece.side() == own || piece.is_passable() {
            &mut crowd.taken
        } else {
            &mut crowd.barred
        };
        for square in squares(terrain, piece) {
            set.insert(*square);
        }
    }
    crowd
}

/// Finds where a model can go with `points` and a way of moving. The result is in `reach`, whose
/// memory is reused; [`way`] returns the way to a square.
pub fn find_reach<P: Piece>(
    reach: &mut Reach,
    terrain: &Terrain,
    pieces: &[P],
    mover: usize,
    (gait, points): (usize, i32),
    more: &Crowd,
) {
    let Some(at) = pieces[mover].at() else {
        return *reach = Reach::default();
    };
    let bases = terrain.footprints(pieces[mover].base());
    let mut crowd = crowd(terrain, pieces, mover);
    crowd.taken |= more.taken;
    crowd.barred |= more.barred;
    crowd.shunned = more.shunned;
    reach.survey(&Mover {
        ground: terrain.ground(gait),
        bases,
        large: terrain.board.rules.movement.large,
        anchor: at,
        points: points.clamp(0, 200) as u8,
        crowd: &crowd,
    });
}

/// The way of a model to an anchor that [`find_reach`] found.
pub fn way(
    reach: &mut Reach,
    terrain: &Terrain,
    mover: &impl Piece,
    gait: usize,
    to: Square,
    shunned: &Squares,
) -> Vec<Square> {
    reach.way(terrain.ground(gait), terrain.footprints(mover.base()), to, shunned)
}

/// Where a model can be moved by another; `None` if one of them is not on the map.
pub fn shifts<P: Piece>(
    terrain: &Terrain,
    pieces: &[P],
    moved: usize,
    gait: usize,
    (shift, squares_most): (Shift, u8),
    (mover, taken): (usize, &Squares),
) -> Option<Shifted> {
    let at = pieces[moved].at()?;
    let by = squares(terrain, &pieces[mover]);
    if by.is_empty() {
        return None;
    }
    let bases = terrain.footprints(pieces[moved].base());
    let board = terrain.board.shifts(terrain.ground(gait), bases);
    let mut crowd = crowd(terrain, pieces, moved);
    crowd.taken |= *taken;
    Some(Shifted::find(&board, shift, squares_most, by, at, &crowd))
}

/// The squares between two models, counted as the map's rules say; [`FAR`] if there is no way
/// or one of them is not on the map.
pub fn distance(terrain: &Terrain, from: &impl Piece, to: &impl Piece) -> u8 {
    let (Some(a), Some(b)) = (from.at(), to.at()) else {
        return FAR;
    };
    if !from.base().is_large() && !to.base().is_large() {
        return terrain.board.distances.between(a, b);
    }
    terrain.board.distances.between_figures(squares(terrain, from), squares(terrain, to))
}

/// Whether a model sees another past those that are in the way.
pub fn sees<P: Piece>(terrain: &Terrain, pieces: &[P], viewer: usize, target: usize) -> bool {
    let (from, to) = (&pieces[viewer], &pieces[target]);
    if from.at().is_none() || to.at().is_none() {
        return false;
    }
    let aloft = from.flies() || to.flies();
    let board = &terrain.board;
    let nobody = board.rules.sight.screen == Screening::Nobody;
    let sight = if aloft { &board.sight_aloft } else { &board.sight };
    if let (Some(a), Some(b), true) = (from.at(), to.at(), nobody)
        && !from.base().is_large()
        && !to.base().is_large()
    {
        return sight.sees(a, b);
    }
    let seen = |piece: &P| Seen {
        cover: *cover(terrain, piece),
        large: piece.base().is_large(),
        flies: piece.flies(),
        enemy: piece.side() != from.side(),
    };
    let figures = if nobody {
        Squares::EMPTY
    } else {
        let others: Vec<Seen> =
            pieces.iter().filter(|piece| piece.at().is_some()).map(seen).collect();
        screen(board.rules.sight.screen, &seen(from), &seen(to), &others)
    };
    sight.figure_sees(squares(terrain, from), squares(terrain, to), &figures)
}

/// The models that stand in a set of squares with at least one of theirs, in order.
pub fn standing_in<P: Piece>(terrain: &Terrain, pieces: &[P], area: &Squares) -> Vec<usize> {
    let pieces = pieces.iter().enumerate();
    let standing = pieces.filter(|(_, piece)| cover(terrain, *piece).intersects(area));
    standing.map(|(place, _)| place).collect()
}

/// The anchors on which a model of that size has room: all its squares exist and are free.
pub fn room(terrain: &Terrain, base: Base, taken: &Squares) -> Squares {
    let free = terrain.board.grid.all() - *taken;
    if base.is_large() { terrain.footprints(base).within(&free) } else { free }
}

/// The anchors with room from which a model of that size touches a figure on some squares.
pub fn room_beside(terrain: &Terrain, base: Base, taken: &Squares, beside: &[Square]) -> Squares {
    let around = terrain.board.distances.adjacent(beside);
    let bases = terrain.footprints(base);
    room(terrain, base, taken).iter().filter(|at| bases.cover(*at).intersects(&around)).collect()
}

/// The anchors that are at least `wanted` steps from all of the squares. If there are none, those
/// that are farthest away.
pub fn far_from(
    terrain: &Terrain,
    base: Base,
    anchors: &Squares,
    enemies: &[Square],
    wanted: u8,
) -> Squares {
    let bases = terrain.footprints(base);
    let steps = |at: Square| {
        let distance = terrain.board.distances.between_figures(bases.squares(at), enemies);
        distance.min(wanted)
    };
    let most = anchors.iter().map(steps).max().unwrap_or(0);
    anchors.iter().filter(|at| steps(*at) == most).collect()
}

/// The anchors that are nearest to some squares.
pub fn nearest_to(terrain: &Terrain, base: Base, anchors: &Squares, squares: &[Square]) -> Squares {
    let bases = terrain.footprints(base);
    let steps = |at: Square| terrain.board.distances.between_figures(bases.squares(at), squares);
    let least = anchors.iter().map(steps).min().unwrap_or(0);
    anchors.iter().filter(|at| steps(*at) == least).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Grid, Legend};

    struct Model {
        at: Option<Square>,
        base: Base,
        side: u8,
    }

    impl Piece for Model {
        fn at(&self) -> Option<Square> {
            self.at
        }
        fn base(&self) -> Base {
            self.base
        }
        fn side(&self) -> u8 {
            self.side
        }
    }

    fn terrain(rows: &[&str]) -> Terrain {
        let grid = Grid::parse(rows, &Legend::default()).expect("a map");
        let rules = crate::board::rules::BoardRules::open_ground();
        Terrain::new(Board::new(grid, rules), &[Gait::default()])
    }

    fn model(at: u16, side: u8) -> Model {
        Model { at: Some(Square(at)), base: Base::SMALL, side }
    }

    #[test]
    fn enemies_bar_the_way_and_friends_only_stop_on_theirs() {
        let terrain = terrain(&["....."]);
        let row = [model(0, 0), model(1, 0), model(3, 1)];
        let mut to = Reach::default();
        find_reach(&mut to, &terrain, &row, 0, (0, 4), &Crowd::default());
        let stops: Vec<u16> = to.stops().iter().map(|square| square.0).collect();
        assert_eq!(stops, [0, 2]);
        assert_eq!(distance(&terrain, &row[0], &row[2]), 3);
        assert!(sees(&terrain, &row, 0, 2));
    }

    #[test]
    fn room_beside_a_model_is_for_those_that_fit() {
        let terrain = terrain(&["....", "...."]);
        let row = [model(0, 0)];
        let taken = occupied(&terrain, &row, None);
        let beside = squares(&terrain, &row[0]);
        let anchors = room_beside(&terrain, Base::LARGE, &taken, beside);
        assert_eq!(anchors.iter().map(|square| square.0).collect::<Vec<_>>(), [1]);
        let far = far_from(&terrain, Base::SMALL, &room(&terrain, Base::SMALL, &taken), beside, 10);
        assert_eq!(far.iter().map(|square| square.0).collect::<Vec<_>>(), [3, 7]);
    }
}
