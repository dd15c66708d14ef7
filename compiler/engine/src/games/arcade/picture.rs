//! The dungeon drawn with letters: squares, walls between them, rulers along its sides.

use crate::board::{Dir, Edge, Grid, Point, Square};

/// Draws a map; `mark` is the letter of a square that is not plain.
pub(super) fn draw(grid: &Grid, mark: impl Fn(Square) -> Option<char>) -> String {
    let mut lines = rulers(grid.width());
    for y in 0..=grid.height() {
        let above = |x: i16| between(grid, Point::new(x, y - 1), Point::new(x, y), Dir::North);
        let line: String = (0..grid.width()).flat_map(|x| [' ', above(x).letter('-')]).collect();
        lines.push(format!("   {line}"));
        if y == grid.height() {
            break;
        }
        let left = |x: i16| between(grid, Point::new(x - 1, y), Point::new(x, y), Dir::West);
        let square =
            |x: i16| grid.square(Point::new(x, y)).map_or(' ', |at| mark(at).unwrap_or('.'));
        let row = (0..grid.width()).flat_map(|x| [left(x).letter('|'), square(x)]);
        let row: String = row.chain([left(grid.width()).letter('|')]).collect();
        lines.push(format!("{y:>2} {row}"));
    }
    let trimmed: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
    trimmed.join("\n")
}

/// The numbers of the columns: tens where there are any, and ones.
fn rulers(width: i16) -> Vec<String> {
    let digits = |digit: fn(i16) -> Option<i16>| {
        let letter = |x: i16| digit(x).map_or(' ', |digit| (b'0' + digit as u8) as char);
        format!("   {}", (0..width).flat_map(|x| [' ', letter(x)]).collect::<String>())
    };
    let mut lines = Vec::new();
    if width > 10 {
        lines.push(digits(|x| (x % 10 == 0).then_some(x / 10)));
    }
    lines.push(digits(|x| Some(x % 10)));
    lines
}

/// What is between two cells side by side.
enum Between {
    Nothing,
    Wall,
    /// A doorway that leads out.
    Exit,
}

impl Between {
    fn letter(self, wall: char) -> char {
        match self {
            Between::Nothing => ' ',
            Between::Wall => wall,
            Between::Exit => ':',
        }
    }
}

/// What is between two cells; `side` is the side of the second that faces the first.
fn between(grid: &Grid, first: Point, second: Point, side: Dir) -> Between {
    match (grid.square(first).is_some(), grid.square(second).is_some()) {
        (true, true) if grid.walled(second, side) => Between::Wall,
        (true, true) | (false, false) => Between::Nothing,
        (false, true) if grid.edge(second, side) == Edge::Door => Between::Exit,
        (true, false) if grid.edge(first, side.opposite()) == Edge::Door => Between::Exit,
        _ => Between::Wall,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Legend;

    #[test]
    fn walls_and_rulers_are_drawn() {
        let rows = ["+-+-+", "|.|.|", "+ + +", "|. .|", "+-+-+"];
        let grid = Grid::parse_edges(&rows, &Legend::default()).expect("a map");
        let drawn = draw(&grid, |square| (square.0 == 0).then_some('1'));
        assert_eq!(drawn, "    0 1\n    - -\n 0 |1|.|\n\n 1 |. .|\n    - -");
    }
}
