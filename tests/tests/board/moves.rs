//! Moves and forced moves: every square that is reached has a legal path, and every square with a
//! legal path is reached.

use cardwright_engine::board::rules::LargeMove;
use cardwright_engine::board::{
    Board, Crowd, Dir, Gait, Mover, Reach, Shift, Shifted, Square, Squares, step,
};
use proptest::prelude::*;

use super::random::{Map, maps};

fn boards(map: &Map) -> [Board; 3] {
    [
        cardwright_explore::Explore::board_rules(),
        cardwright_arcade::Arcade::board_rules(),
        cardwright_deckbox::Deckbox::board_rules(),
    ]
    .map(|rules| Board::new(map.grid.clone(), rules))
}

/// The costs of all squares for a small figure, by improving guesses until nothing changes. Slow,
/// but obviously correct.
fn slow_costs(board: &Board, gait: &Gait, from: Square, barred: &Squares) -> Vec<Option<u32>> {
    let ground = board.ground(gait);
    let mut costs = vec![None; board.grid.len()];
    costs[from.index()] = Some(0u32);
    loop {
        let mut changed = false;
        for square in board.grid.squares() {
            let Some(cost) = costs[square.index()] else { continue };
            for dir in Dir::ALL {
                let step = if ground.figures_pinch {
                    ground.ways.step_past(square, dir, barred)
                } else {
                    ground.ways.step(square, dir)
                };
                let Some(to) = step.filter(|to| !barred.contains(*to)) else { continue };
                let Some(price) = ground.cost(to) else { continue };
                let total = cost + u32::from(price);
                if costs[to.index()].is_none_or(|known| total < known) {
                    costs[to.index()] = Some(total);
                    changed = true;
                }
            }
        }
        if !changed {
            return costs;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_small_figure_reaches_what_the_slow_search_reaches(
        map in maps(7), start: prop::sample::Index, points in 0u8..9,
    ) {
        let from = Square(start.index(map.grid.len()) as u16);
        let barred = map.figures - Squares::one(from);
        let crowd = Crowd { barred, ..Default::default() };
        for board in boards(&map) {
            let mut reach = Reach::default();
            let ground = board.ground(&Gait::default());
            let mover = Mover {
                ground: &ground,
                bases: &board.small,
                large: LargeMove::Block,
                anchor: from,
                points,
                crowd: &crowd,
            };
            reach.find(&mover);
            let slow = slow_costs(&board, &Gait::default(), from, &barred);
            for square in board.grid.squares() {
                let cost = slow[square.index()].filter(|cost| *cost <= u32::from(points));
                let found = reach.cost(square);
                prop_assert_eq!(cost, (found != step::UNREACHED).then_some(found.into()));
                let path = reach.path(square);
                if found == step::UNREACHED {
                    prop_assert!(path.is_empty());
                    continue;
                }
                prop_assert_eq!((path[0], path[path.len() - 1]), (from, square));
                let price = |square: &Square| ground.cost(*square).expect("it can be entered");
                prop_assert_eq!(path[1..].iter().map(price).sum::<u8>(), found);
            }
        }
    }

    #[test]
    fn more_points_reach_more_and_more_figures_less(
        map in maps(7), start: prop::sample::Index, points in 0u8..9, large: bool,
    ) {
        for board in boards(&map) {
            let bases = if large { &board.large } else { &board.small };
            let anchors: Vec<Square> = map.grid.squares().filter(|at| bases.fits(*at)).collect();
            if anchors.is_empty() {
                continue;
            }
            let from = anchors[start.index(anchors.len())];
            let crowd = Crowd { barred: map.figures - *bases.cover(from), ..Default::default() };
            let ground = board.ground(&Gait::default());
            let large = board.rules.movement.large;
            let [mut fewer, mut more, mut free] = [(); 3].map(|()| Reach::default());
            let nobody = Crowd::default();
            let mover = |points: u8, crowd| Mover {
                ground: &ground, bases, large, anchor: from, points, crowd,
            };
            fewer.find(&mover(points, &crowd));
            more.find(&mover(points + 1, &crowd));
            free.find(&mover(points, &nobody));
            prop_assert!(fewer.stops().is_subset(more.stops()));
            prop_assert!(fewer.stops().is_subset(free.stops()));
            prop_assert!(fewer.stops().contains(from));
            for stop in *fewer.stops() {
                prop_assert!(bases.fits(stop) && !bases.cover(stop).intersects(&crowd.barred));
                prop_assert!(fewer.cost(stop) <= points);
                prop_assert!(more.cost(stop) == fewer.cost(stop));
            }
        }
    }

    /// A figure that squeezes ends only where a small one could have gone with all its squares.
    #[test]
    fn squeezing_covers_only_counted_squares(map in maps(7), start: prop::sample::Index) {
        let board = Board::new(map.grid.clone(), cardwright_arcade::Arcade::board_rules());
        let anchors: Vec<Square> = map.grid.squares().filter(|at| board.large.fits(*at)).collect();
        prop_assume!(!anchors.is_empty());
        let from = anchors[start.index(anchors.len())];
        let mut reach = Reach::default();
        let ground = board.ground(&Gait::default());
        reach.find(&Mover {
            ground: &ground,
            bases: &board.large,
            large: LargeMove::Squeeze,
            anchor: from,
            points: 5,
            crowd: &Crowd::default(),
        });
        for stop in *reach.stops() {
            prop_assert!(board.large.cover(stop).is_subset(reach.passed()));
            let last = reach.path(stop).pop().expect("there is a way");
            prop_assert!(board.large.cover(stop).contains(last));
        }
    }

    #[test]
    fn distance_is_a_distance(map in maps(6)) {
        for board in boards(&map) {
            let distances = &board.distances;
            for a in map.grid.squares() {
                prop_assert_eq!(distances.between(a, a), 0);
                for b in map.grid.squares() {
                    prop_assert_eq!(distances.between(a, b), distances.between(b, a));
                    prop_assert_eq!(distances.between(a, b) == 1, distances.adjacent(&[a]).contains(b));
                    prop_assert!(u16::from(distances.between(a, b)) >= map.grid.at(a).chebyshev(map.grid.at(b)));
                }
            }
        }
    }

    #[test]
    fn every_step_of_a_pull_or_push_obeys(
        map in maps(7), mover: prop::sample::Index, moved: prop::sample::Index, squares in 1u8..5,
    ) {
        let mover = Square(mover.index(map.grid.len()) as u16);
        let moved = Square(moved.index(map.grid.len()) as u16);
        prop_assume!(mover != moved);
        let crowd = Crowd {
            barred: map.figures - Squares::one(moved),
            taken: Squares::one(mover),
            ..Default::default()
        };
        for board in boards(&map) {
            let ground = board.ground(&Gait::default());
            let shifts = board.shifts(&ground, &board.small);
            let near = |square: Square| board.distances.between(mover, square);
            for shift in [Shift::Compel, Shift::Pull, Shift::Push] {
                let shifted = Shifted::find(&shifts, shift, squares, &[mover], moved, &crowd);
                prop_assert!(shifted.ends().contains(moved));
                for end in *shifted.ends() {
                    let path = shifted.path(end);
                    prop_assert!(path.len() <= usize::from(squares) + 1);
                    prop_assert!(end == moved || !(crowd.barred | crowd.taken).contains(end));
                    for step in path.windows(2) {
                        let (before, after) = (near(step[0]), near(step[1]));
                        prop_assert!(ground.ways.around(step[0]).contains(step[1]));
                        let circles = board.rules.shift.pull_circles && before == 1;
                        let obeys = match shift {
                            Shift::Compel => true,
                            Shift::Push => after > before,
                            Shift::Pull if circles => after == 1,
                            Shift::Pull => after < before,
                        };
                        prop_assert!(obeys, "{:?} from {} to {}", shift, before, after);
                    }
                }
            }
        }
    }
}
