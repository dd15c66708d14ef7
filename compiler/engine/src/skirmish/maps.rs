//! Turns maps that content draws into faces of tiles and whole boards.

use cardwright_model::{EdgeSide, Map, Value};

use crate::board::{Dir, Face, MapWords, NamedEdge, Point};

/// The face of a drawn map.
pub fn face(map: &Map, words: &MapWords) -> Result<Face, String> {
    let edges = map.edges();
    let named = edges.iter().map(|edge| NamedEdge {
        x: edge.x,
        y: edge.y,
        side: match edge.side {
            EdgeSide::North => Dir::North,
            EdgeSide::West => Dir::West,
        },
        names: edge.values,
    });
    let square = |x: usize, y: usize| map.square(x, y);
    let face = words.face(map.width(), map.height(), square, named);
    face.map_err(|error| error.to_string())
}

/// The map in a field, if it holds one.
pub fn of_field(value: Option<&Value>) -> Option<&Map> {
    match value {
        Some(Value::Map { map }) => Some(map),
        _ => None,
    }
}

/// The cells drawn with a mark, row by row.
pub fn cells(map: &Map, mark: char) -> Vec<Point> {
    let rows = 0..map.height();
    let all = rows.flat_map(|y| (0..map.width()).map(move |x| (x, y)));
    all.filter(|(x, y)| map.mark(*x, *y) == Some(mark))
        .map(|(x, y)| Point::new(x as i16, y as i16))
        .collect()
}
