//! The dungeon drawn with letters: squares and figures, walls between them, rulers along the
//! sides.

use super::Arcade;
use super::facts::Rank;
use super::figure::Side;
use super::state::{NOBODY, State};
use cardwright_engine::board::{Dir, Edge, Grid, Point, Square};
use cardwright_engine::core::Look;

/// Draws a map; `mark` is the letter of a square that is not plain.
pub(super) fn draw(grid: &Grid, mark: impl Fn(Square) -> Option<char>) -> String {
    let mut lines = vec![ruler(grid.width())];
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
        lines.push(format!("{:>2} {row}", y + 1));
    }
    let trimmed: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
    trimmed.join("\n")
}

/// The letters of the columns; two of them behind the 26th.
fn ruler(width: i16) -> String {
    let columns = (0..width).map(|x| format!("{:>2}", Point::column(x)));
    format!("   {}", columns.collect::<String>())
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

/// The map, or the tiles that lie on the table so far.
pub(super) fn map(look: Look<'_, Arcade>) -> String {
    let state = look.state;
    if state.tiles.to_lay.is_empty() {
        let map = draw(&state.field.board().grid, |square| mark_of(look, square));
        return format!("{map}\n{}", legend(look));
    }
    match look.rules.layout(&state.tiles.laid).map(|layout| layout.grid()) {
        Ok(Ok(grid)) => draw(&grid, |_| None),
        _ => String::new(),
    }
}

/// What a square of the drawn map shows.
fn mark_of(look: Look<'_, Arcade>, square: Square) -> Option<char> {
    let state = look.state;
    let on = |figure: &u16| state.squares(*figure).contains(&square);
    if let Some(figure) = state.present(|_| true).find(on) {
        return Some(glyph(state, figure));
    }
    if state.chests.iter().any(|chest| chest.at == square) {
        return Some('$');
    }
    let kind = state.field.kind(square);
    let known = look.rules.squares;
    match () {
        () if kind & known.structure != 0 => Some('O'),
        () if kind & known.chasm != 0 => Some('_'),
        () if kind & known.difficult != 0 => Some('~'),
        () => special_kind(look, square).and_then(|name| name.chars().next()),
    }
}

/// The name of the tile effect on a square.
fn special_kind<'a>(look: Look<'a, Arcade>, square: Square) -> Option<&'a str> {
    if !look.state.field.is_special(square) {
        return None;
    }
    let names = look.code.enums.get("square")?;
    let kind = look.state.field.kind(square) & (look.rules.harmful | look.rules.blessed);
    names.get(kind.trailing_zeros() as usize).map(String::as_str)
}

/// What the signs of the map mean, for the squares that it has.
fn legend(look: Look<'_, Arcade>) -> String {
    let mut signs = vec!["| - wall", ": doorway", "@ spawning point", "E elite", "m minion"];
    if !look.state.chests.is_empty() {
        signs.push("$ chest");
    }
    let known = look.rules.squares;
    let all = || look.state.field.board().grid.squares();
    for (kind, sign) in [
        (known.structure, "O structure"),
        (known.chasm, "_ chasm"),
        (known.difficult, "~ difficult terrain"),
    ] {
        if all().any(|square| look.state.field.kind(square) & kind != 0) {
            signs.push(sign);
        }
    }
    let mut signs: Vec<String> = signs.into_iter().map(str::to_owned).collect();
    for name in all().filter_map(|square| special_kind(look, square)) {
        let sign = format!("{} {name}", &name[..name.len().min(1)]);
        if !signs.contains(&sign) {
            signs.push(sign);
        }
    }
    format!("({})", signs.join(", "))
}

/// The letter of a figure on the drawn map: Heroes by number, monsters by rank.
pub(super) fn glyph(state: &State, figure: u16) -> char {
    let one = state.figure(figure);
    match (one.side, one.rank) {
        (Side::Hero, _) => char::from_digit(u32::from(figure) + 1, 10).unwrap_or('H'),
        (Side::Point, _) => '@',
        (_, Rank::Boss) => 'Q',
        (_, Rank::MiniBoss) => 'K',
        (_, Rank::Elite) => 'E',
        (_, Rank::Minion) => 'm',
        _ if figure == NOBODY => ' ',
        _ => 'M',
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardwright_engine::board::Legend;

    #[test]
    fn walls_and_rulers_are_drawn() {
        let rows = ["+-+-+", "|.|.|", "+ + +", "|. .|", "+-+-+"];
        let grid = Grid::parse_edges(&rows, &Legend::default()).expect("a map");
        let drawn = draw(&grid, |square| (square.0 == 0).then_some('1'));
        assert_eq!(drawn, "    a b\n    - -\n 1 |1|.|\n\n 2 |. .|\n    - -");
    }
}
