//! Random maps.

use cardwright_engine::board::{Cell, Dir, Edge, Face, Grid, Point, Square, Squares};
use proptest::prelude::*;

/// A map with solid cells, walls between squares, features, and some figures.
#[derive(Debug, Clone)]
pub(crate) struct Map {
    pub face: Face,
    pub grid: Grid,
    /// Squares with figures on them.
    pub figures: Squares,
}

/// Maps of up to `side` by `side` cells.
pub(crate) fn maps(side: i16) -> impl Strategy<Value = Map> {
    let cells = (side * side) as usize;
    (
        2..=side,
        2..=side,
        prop::collection::vec(0..100u8, cells),
        prop::collection::vec(0..100u8, 2 * cells),
        prop_oneof![Just(0u8), Just(15)],
        prop::collection::vec(0..100u8, cells),
    )
        .prop_filter_map(
            "a map has squares",
            |(width, height, cells, edges, walls, figures)| {
                let face = face(width, height, &cells, &edges, walls);
                let grid = Grid::of_face(&face).ok()?;
                let figures = grid
                    .squares()
                    .filter(|square| figures[square.index()] < 15)
                    .collect::<Squares>();
                Some(Map { face, grid, figures })
            },
        )
}

fn face(width: i16, height: i16, cells: &[u8], edges: &[u8], walls: u8) -> Face {
    let mut face = Face::new(width, height);
    let names = ["difficult", "structure", "water"];
    let [difficult, structure, water] =
        names.map(|name| face.names.intern(name).expect("three are not too many"));
    for (index, at) in face.points().enumerate() {
        let cell = match cells[index] {
            0..25 => Cell::Wall,
            25..35 => Cell::Square(difficult),
            35..40 => Cell::Square(structure),
            40..50 => Cell::Square(water),
            _ => Cell::Square(Default::default()),
        };
        face.set_cell(at, cell);
        for (side, edge) in [(Dir::East, edges[2 * index]), (Dir::South, edges[2 * index + 1])] {
            if edge < walls && face.holds(at.step(side)) {
                face.set_edge(at, side, Edge::Wall);
            }
        }
    }
    face
}

/// The square of a turned or mirrored map that corresponds to a square.
pub(crate) fn image(
    from: &Grid,
    to: &Grid,
    square: Square,
    place: impl Fn(Point) -> Point,
) -> Square {
    to.square(place(from.at(square))).expect("the square is somewhere")
}
