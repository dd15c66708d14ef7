//! Sight equals what the slow methods say, is mutual, and removing things never hides anything.

use cardwright_engine::board::rules::{Screening, SightLine, SightRule};
use cardwright_engine::board::{Cell, Edge, Grid, Sight, Square, Squares};
use proptest::prelude::*;

use super::random::{Map, maps};
use super::slow;

fn rule(line: SightLine) -> SightRule {
    let opaque = vec!["structure".to_owned()];
    SightRule { line, adjacent: None, opaque, screen: Screening::Enemies }
}

/// Some pairs of squares, different for each map.
fn pairs(grid: &Grid, seed: usize, count: usize) -> impl Iterator<Item = (Square, Square)> {
    let squares = grid.len();
    (0..count).map(move |index| {
        let number = |salt: usize| Square(((seed + index * 7919 + salt) * 31 % squares) as u16);
        (number(0), number(index * 13 + 1))
    })
}

fn agrees(map: &Map, line: SightLine, seed: usize) -> Result<(), TestCaseError> {
    let sight = Sight::new(&map.grid, &rule(line));
    let structures = map.grid.having("structure");
    for (from, to) in pairs(&map.grid, seed, 24).filter(|(from, to)| from != to) {
        let slow = |blocking: &Squares| match line {
            SightLine::AnyPoint => slow::any_point(&map.grid, from, to, blocking),
            _ => slow::corners(&map.grid, from, to, blocking),
        };
        let drawn = || {
            map.grid.draw(|square| match square {
                _ if square == from => Some('A'),
                _ if square == to => Some('B'),
                _ if structures.contains(square) => Some('%'),
                _ => map.figures.contains(square).then_some('E'),
            })
        };
        prop_assert_eq!(sight.sees(from, to), slow(&structures), "without figures:\n{}", drawn());
        prop_assert_eq!(
            sight.sees_past(from, to, &map.figures),
            slow(&(structures | map.figures)),
            "past figures:\n{}",
            drawn()
        );
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn any_point_is_what_the_slow_method_says(map in maps(6), seed in 0usize..10_000) {
        agrees(&map, SightLine::AnyPoint, seed)?;
    }

    #[test]
    fn corners_are_what_the_slow_method_says(map in maps(7), seed in 0usize..10_000) {
        agrees(&map, SightLine::Corners, seed)?;
    }

    #[test]
    fn sight_is_mutual(map in maps(8), seed in 0usize..10_000) {
        for line in [SightLine::AnyPoint, SightLine::Corners, SightLine::Straight] {
            let sight = Sight::new(&map.grid, &rule(line));
            for (from, to) in pairs(&map.grid, seed, 60) {
                prop_assert_eq!(sight.sees(from, to), sight.sees(to, from));
                let past = sight.sees_past(from, to, &map.figures);
                prop_assert_eq!(past, sight.sees_past(to, from, &map.figures));
                prop_assert!(!past || sight.sees(from, to), "figures never help");
            }
            prop_assert!(map.grid.squares().all(|square| sight.sees(square, square)));
        }
    }

    /// A bare map shows at least what any map of its size shows.
    #[test]
    fn taking_walls_away_never_hides(map in maps(7)) {
        let mut bare = map.face.clone();
        for at in bare.points() {
            if bare.cell(at) == Cell::Wall {
                bare.set_cell(at, Cell::Square(Default::default()));
            }
            for side in cardwright_engine::board::Dir::SIDES {
                bare.set_edge(at, side, Edge::Open);
            }
        }
        let bare = Grid::of_face(&bare).expect("it has squares");
        for line in [SightLine::AnyPoint, SightLine::Corners, SightLine::Straight] {
            let (walls, none) = (Sight::new(&map.grid, &rule(line)), Sight::new(&bare, &rule(line)));
            for from in map.grid.squares() {
                for to in *walls.seen_from(from) {
                    let here = |square| bare.square(map.grid.at(square)).expect("it is there");
                    prop_assert!(none.sees(here(from), here(to)));
                }
            }
        }
    }

    /// A corner is a point, and straight lines can be moved off the corners.
    #[test]
    fn any_point_sees_what_a_straight_line_sees(map in maps(8)) {
        let any = Sight::new(&map.grid, &SightRule { opaque: Vec::new(), ..rule(SightLine::AnyPoint) });
        let straight = Sight::new(&map.grid, &rule(SightLine::Straight));
        for from in map.grid.squares() {
            prop_assert!(straight.seen_from(from).is_subset(any.seen_from(from)));
        }
    }

    #[test]
    fn adjacent_squares_are_seen_where_the_rules_say_so(map in maps(7)) {
        let rules = cardwright_explore::Explore::board_rules();
        let sight = Sight::new(&map.grid, &rules.sight);
        let ways = cardwright_engine::board::Ways::of_distance(&map.grid, &rules.distance);
        for from in map.grid.squares() {
            prop_assert!(ways.around(from).is_subset(sight.seen_from(from)));
        }
    }
}
