//! A map card as it is drawn: its spaces, the half spaces on its sides, its arrow and its point
//! of interest.

use cardwright_model::Map;

use super::board::{ARROW, POI, words};
use super::facts::Side;
use cardwright_engine::board::{Cell, Dir, Face, Point};
use cardwright_vocabulary::Meaning;

/// One face of a map card.
#[derive(Debug, Clone)]
pub(crate) struct Tile {
    pub face: Face,
    /// The names of each space, in reading order.
    pub spaces: Vec<(Point, Vec<String>)>,
    /// The half space on each side, from the north clockwise.
    pub halves: [Option<Point>; 4],
    /// The side with the arrow.
    pub arrow: Option<Dir>,
    pub poi: Option<Point>,
}

impl Tile {
    /// Reads a drawing, or says what is wrong with it.
    pub(crate) fn of(map: &Map) -> Result<Tile, String> {
        let square = |x: usize, y: usize| map.square(x, y);
        let face = words().face(map.width(), map.height(), square, []);
        let face = face.map_err(|error| error.to_string())?;
        let mut tile = Tile { face, spaces: Vec::new(), halves: [None; 4], arrow: None, poi: None };
        let (mut arrows, mut points) = (0, 0);
        for (x, y, names) in map.squares() {
            let at = Point::new(x as i16, y as i16);
            let is = |wanted: &str| names.iter().any(|name| name == wanted);
            if is(POI) {
                tile.poi = Some(at);
                points += 1;
            }
            if let Cell::Half(_) = tile.face.cell(at) {
                let side = tile.side_of(at)?;
                let place = side_index(side);
                if tile.halves[place].replace(at).is_some() {
                    return Err(format!("there are two half spaces in the {}", side_name(side)));
                }
                if is(ARROW) {
                    tile.arrow = Some(side);
                    arrows += 1;
                }
            }
            if tile.face.cell(at).features().is_some() {
                tile.spaces.push((at, names.to_vec()));
            }
        }
        match (arrows, points) {
            (0 | 1, 0 | 1) => Ok(tile),
            (0 | 1, _) => Err("there is more than one point of interest".to_owned()),
            _ => Err("there is more than one arrow".to_owned()),
        }
    }

    /// The side on which a half space lies.
    fn side_of(&self, at: Point) -> Result<Dir, String> {
        let mut sides = Dir::SIDES.into_iter().filter(|side| !self.face.holds(at.step(*side)));
        match (sides.next(), sides.next()) {
            (Some(side), None) => Ok(side),
            _ => Err(format!(
                "the half space in column {}, line {} is not on one side of the card",
                at.x + 1,
                at.y + 1
            )),
        }
    }
}

/// The index of a side among the four, from the north clockwise.
pub(crate) fn side_index(side: Dir) -> usize {
    Dir::SIDES.iter().position(|known| *known == side).unwrap_or(0)
}

/// The name of a side.
pub(crate) fn side_name(side: Dir) -> &'static str {
    Side::ALL[side_index(side)].id()
}
