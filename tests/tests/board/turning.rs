//! Turning or mirroring a map turns every answer with it.

use cardwright_engine::board::area::{Aim, Shape};
use cardwright_engine::board::{Board, Dir, Grid, Point, Square, Squares, Turn};
use proptest::prelude::*;

use super::random::{Map, image, maps};

/// A turned map, and where its points have moved.
struct Turned<'m> {
    from: &'m Grid,
    to: Grid,
    turn: Turn,
    mirrored: bool,
    map: &'m Map,
}

impl<'m> Turned<'m> {
    fn new(map: &'m Map, turn: Turn, mirrored: bool) -> Self {
        let face = if mirrored { map.face.mirrored() } else { map.face.clone() };
        let to = Grid::of_face(&face.turned(turn)).expect("it has squares");
        Self { from: &map.grid, to, turn, mirrored, map }
    }

    fn square(&self, square: Square) -> Square {
        image(self.from, &self.to, square, |at| {
            let x = if self.mirrored { self.map.face.width() - 1 - at.x } else { at.x };
            self.map.face.turned_point(Point::new(x, at.y), self.turn)
        })
    }

    fn squares(&self, squares: &Squares) -> Squares {
        squares.iter().map(|square| self.square(square)).collect()
    }

    fn dir(&self, dir: Dir) -> Dir {
        let dir = match dir {
            Dir::East if self.mirrored => Dir::West,
            Dir::West if self.mirrored => Dir::East,
            other => other,
        };
        self.turn.apply(dir)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn answers_turn_with_the_map(map in maps(6), quarters in 0u8..4, mirrored: bool) {
        let turned = Turned::new(&map, Turn::of_quarters(quarters), mirrored);
        for rules in
            [cardwright_explore::Explore::board_rules(), cardwright_arcade::Arcade::board_rules(), cardwright_deckbox::Deckbox::board_rules(), crate::board::corridors::board_rules()]
        {
            let before = Board::new(map.grid.clone(), rules.clone());
            let after = Board::new(turned.to.clone(), rules);
            for from in map.grid.squares() {
                let there = turned.square(from);
                let seen = turned.squares(before.sight.seen_from(from));
                prop_assert_eq!(&seen, after.sight.seen_from(there));
                let adjacent = turned.squares(&before.distances.adjacent(&[from]));
                prop_assert_eq!(adjacent, after.distances.adjacent(&[there]));
                for to in map.grid.squares() {
                    let distance = after.distances.between(there, turned.square(to));
                    prop_assert_eq!(before.distances.between(from, to), distance);
                }
            }
        }
    }

    #[test]
    fn areas_turn_with_the_map(map in maps(7), quarters in 0u8..4, mirrored: bool, x in 1u8..4) {
        let turned = Turned::new(&map, Turn::of_quarters(quarters), mirrored);
        let rules = cardwright_explore::Explore::board_rules();
        let before = Board::new(map.grid.clone(), rules.clone());
        let after = Board::new(turned.to.clone(), rules);
        for bases in [&before.small, &before.large] {
            for anchor in map.grid.squares().filter(|anchor| bases.fits(*anchor)) {
                let user = bases.squares(anchor);
                let moved: Vec<Square> = user.iter().map(|square| turned.square(*square)).collect();
                for shape in [Shape::Wave, Shape::Aura, Shape::Cross] {
                    let area = before.areas().squares(shape, x, user, Aim::Around);
                    let there = after.areas().squares(shape, x, &moved, Aim::Around);
                    prop_assert_eq!(turned.squares(&area), there);
                }
                for shape in [Shape::Lance, Shape::Spray, Shape::Sweep] {
                    for aim in before.areas().aims(shape, user, &[]) {
                        let Aim::Toward(side) = aim else { panic!("a side is chosen") };
                        let area = before.areas().squares(shape, x, user, aim);
                        let aim = Aim::Toward(turned.dir(side));
                        let there = after.areas().squares(shape, x, &moved, aim);
                        prop_assert_eq!(turned.squares(&area), there);
                    }
                }
            }
        }
    }

    /// Larger areas contain smaller ones, and nothing unseen.
    #[test]
    fn areas_grow_and_are_seen(map in maps(7), x in 1u8..4) {
        let board = Board::new(map.grid.clone(), cardwright_arcade::Arcade::board_rules());
        let shapes = [Shape::Wave, Shape::Cross, Shape::Lance, Shape::Spray, Shape::Sweep, Shape::Burst];
        for anchor in map.grid.squares() {
            for shape in shapes {
                for aim in board.areas().aims(shape, &[anchor], &[anchor]) {
                    let small = board.areas().squares(shape, x, &[anchor], aim);
                    let large = board.areas().squares(shape, x + 1, &[anchor], aim);
                    prop_assert!(small.is_subset(&large));
                    prop_assert!(large.is_subset(board.sight.seen_from(anchor)));
                }
            }
        }
    }
}
