//! `grid`: a map of squares, drawn from characters as content writes them.
//!
//! In the plain form a character is a square (`#` wall, `.` floor, `D` door, a space nothing);
//! in the edge form, which begins with `+`, every second character is an edge: `|` and `-` are
//! walls, `:` and `=` doors. What other characters mean is said by the legend.

use std::collections::BTreeMap;

use minijinja::Error;
use minijinja::value::Value;

use super::safe;
use crate::arguments::{Arguments, Given, wrong};
use crate::number::{Random, short, stable_hash};
use crate::scope::{Scope, nearest};
use crate::svg::escape;

const MOST_SQUARES: usize = 4096;

/// One square of a map.
#[derive(Debug, Clone, PartialEq)]
enum Square {
    Nothing,
    Wall,
    Door,
    Floor,
    /// Floor with something on it: the name of a feature in the theme.
    Feature(String),
}

/// What stands between two squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Edge {
    Wall,
    Door,
}

/// A map, read.
#[derive(Debug, Clone, Default, PartialEq)]
struct Map {
    columns: usize,
    rows: Vec<Vec<Square>>,
    /// Edges above (`false`) or left of (`true`) the square of that row and column.
    edges: BTreeMap<(usize, usize, bool), Edge>,
}

/// `grid(map, x, y, square, legend={"~": "difficult"}, lines=true)`.
pub(super) fn grid(scope: &Scope, given: &Given) -> Result<Value, Error> {
    let names = ["map", "x", "y", "square", "legend", "lines", "icons", "seed"];
    let arguments = Arguments::read("grid", &names, given)?;
    let text = arguments.value("map")?.to_string();
    let map = read(&text, arguments.get("legend"))?;
    let side = arguments.number("square")?.max(0.2);
    let (x, y) = (arguments.number("x")?, arguments.number("y")?);
    let seed = arguments.get("seed").map_or_else(|| scope.subject.card.clone(), Value::to_string);
    let drawing = Drawing {
        scope,
        side,
        with_lines: arguments.get("lines").is_none_or(Value::is_true),
        with_icons: arguments.get("icons").is_none_or(Value::is_true),
        seed: stable_hash(&seed),
    };
    let inner = drawing.whole(&map)?;
    Ok(safe(format!("<g transform=\"translate({} {})\">{inner}</g>", short(x), short(y))))
}

fn read(text: &str, legend: Option<&Value>) -> Result<Map, Error> {
    let lines: Vec<Vec<char>> =
        text.lines().map(|line| line.trim_end().chars().collect::<Vec<_>>()).collect();
    // Maps in content are indented like what stands around them.
    let first = lines.iter().position(|line| !line.is_empty()).unwrap_or(0);
    let last = lines.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1);
    let lines = &lines[first..last];
    let indent = |line: &Vec<char>| line.iter().take_while(|c| c.is_whitespace()).count();
    let margin = lines.iter().filter(|line| !line.is_empty()).map(indent).min().unwrap_or(0);
    let lines: Vec<&[char]> = lines.iter().map(|line| line.get(margin..).unwrap_or(&[])).collect();
    let width = lines.iter().map(|line| line.len()).max().unwrap_or(0);
    if width * lines.len() > MOST_SQUARES * 4 {
        return Err(wrong(format!("a map may have at most {MOST_SQUARES} squares")));
    }
    let has_edges = lines.first().is_some_and(|line| line.first() == Some(&'+'));
    let at = |row: usize, column: usize| {
        lines.get(row).and_then(|line| line.get(column)).copied().unwrap_or(' ')
    };
    let mut map = Map::default();
    if !has_edges {
        map.columns = width;
        for row in 0..lines.len() {
            let squares: Result<Vec<Square>, Error> =
                (0..width).map(|column| square(at(row, column), legend)).collect();
            map.rows.push(squares?);
        }
        return Ok(map);
    }
    map.columns = width / 2;
    for row in 0..lines.len() / 2 {
        let squares: Result<Vec<Square>, Error> = (0..map.columns)
            .map(|column| square(at(row * 2 + 1, column * 2 + 1), legend))
            .collect();
        map.rows.push(squares?);
    }
    for row in 0..=map.rows.len() {
        for column in 0..=map.columns {
            for (is_left, found) in
                [(false, at(row * 2, column * 2 + 1)), (true, at(row * 2 + 1, column * 2))]
            {
                let edge = match found {
                    '-' | '|' => Edge::Wall,
                    ':' | '=' => Edge::Door,
                    _ => continue,
                };
                map.edges.insert((row, column, is_left), edge);
            }
        }
    }
    Ok(map)
}

fn square(character: char, legend: Option<&Value>) -> Result<Square, Error> {
    let named = legend
        .and_then(|legend| legend.get_item(&Value::from(character.to_string())).ok())
        .and_then(|name| name.as_str().map(str::to_owned));
    Ok(match (named.as_deref(), character) {
        (Some("wall"), _) | (None, '#') => Square::Wall,
        (Some("door"), _) | (None, 'D') => Square::Door,
        (Some("floor"), _) | (None, '.') => Square::Floor,
        (Some("nothing"), _) | (None, ' ') => Square::Nothing,
        (Some(name), _) => Square::Feature(name.to_owned()),
        (None, other) => {
            return Err(wrong(format!("the legend does not say what `{other}` on the map is")));
        }
    })
}

struct Drawing<'a> {
    scope: &'a Scope,
    side: f32,
    with_lines: bool,
    with_icons: bool,
    seed: u64,
}

impl Drawing<'_> {
    fn whole(&self, map: &Map) -> Result<String, Error> {
        let mut svg = String::new();
        for (row, squares) in map.rows.iter().enumerate() {
            for (column, square) in squares.iter().enumerate() {
                svg.push_str(&self.square(square, row, column)?);
            }
        }
        if self.with_lines {
            svg.push_str(&self.lines(map));
        }
        svg.push_str(&self.edges(map));
        Ok(svg)
    }

    fn square(&self, square: &Square, row: usize, column: usize) -> Result<String, Error> {
        let place = (column as f32 * self.side, row as f32 * self.side);
        Ok(match square {
            Square::Nothing => String::new(),
            Square::Wall => self.wall(place, row, column),
            Square::Floor => self.floor(place, row, column),
            Square::Door => {
                let wood = self.colour("door", "#8a5a2b");
                let inset = self.side * 0.14;
                let (left, top) = (short(place.0 + inset), short(place.1 + inset));
                let (wide, round) = (short(self.side - 2.0 * inset), short(self.side * 0.08));
                format!(
                    "{}<rect x=\"{left}\" y=\"{top}\" width=\"{wide}\" height=\"{wide}\" \
                     rx=\"{round}\" fill=\"{}\"/>{}",
                    self.floor(place, row, column),
                    escape(&wood),
                    self.sign("door", place, "#fff8e6"),
                )
            }
            Square::Feature(name) => {
                let Some(look) = self.feature(name) else {
                    let known = self.table("features");
                    let known = known.into_iter().flat_map(|table| table.keys());
                    let near = nearest(name, known.map(String::as_str));
                    let advice = near.map(|near| format!("; did you mean `{near}`?"));
                    let advice = advice.unwrap_or_default();
                    let message = format!("the theme has no `[map.features.{name}]`{advice}");
                    return Err(wrong(message));
                };
                let text = |key: &str| look.get(key).and_then(toml::Value::as_str);
                let mut svg = self.floor(place, row, column);
                if let Some(fill) = text("fill") {
                    let (left, top) = (short(place.0), short(place.1));
                    // A hair more than the square, so that no seam shows between neighbours.
                    let side = short(self.side + 0.02);
                    svg.push_str(&format!(
                        "<rect x=\"{left}\" y=\"{top}\" width=\"{side}\" height=\"{side}\" \
                         fill=\"{}\"/>",
                        escape(fill)
                    ));
                }
                if let Some(icon) = text("icon") {
                    svg.push_str(&self.sign(icon, place, text("ink").unwrap_or("#1d1710")));
                }
                svg
            }
        })
    }

    /// Stone slabs that differ a little, always in the same way.
    fn floor(&self, (left, top): (f32, f32), row: usize, column: usize) -> String {
        let light = self.colour("floor", "#d8ccb0");
        let dark = self.colour("floor_dark", "#c8ba9a");
        let mut random =
            Random::new(self.seed ^ ((row as u64) << 32) ^ (column as u64).wrapping_mul(0x9e37));
        let fill = match (crate::colour::Colour::parse(&light), crate::colour::Colour::parse(&dark))
        {
            (Some(light), Some(dark)) => light.mix(dark, random.unit()).to_string(),
            _ => light,
        };
        let (left, top, side) = (short(left), short(top), short(self.side + 0.02));
        let fill = escape(&fill);
        format!(
            "<rect x=\"{left}\" y=\"{top}\" width=\"{side}\" height=\"{side}\" fill=\"{fill}\"/>"
        )
    }

    fn wall(&self, (left, top): (f32, f32), row: usize, column: usize) -> String {
        let (stone, light) = (self.colour("wall", "#4a4640"), self.colour("wall_light", "#6b655c"));
        let side = self.side;
        let mut svg = format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{2}\" height=\"{2}\" fill=\"{3}\"/>",
            short(left),
            short(top),
            short(side + 0.02),
            escape(&stone),
        );
        // Two courses of stones, the seam of the second one shifted.
        let (gap, high) = (side * 0.07, side * 0.5);
        let split = if (row + column).is_multiple_of(2) { 0.58 } else { 0.42 };
        for (course, seam) in [(0.0, split), (high, 1.0 - split)] {
            for (from, to) in [(0.0, seam), (seam, 1.0)] {
                svg.push_str(&format!(
                    "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\" fill=\"{}\"/>",
                    short(left + from * side + gap / 2.0),
                    short(top + course + gap / 2.0),
                    short((to - from) * side - gap),
                    short(high - gap),
                    short(side * 0.05),
                    escape(&light),
                ));
            }
        }
        svg
    }

    fn lines(&self, map: &Map) -> String {
        let mut path = String::new();
        let is_open = |row: usize, column: usize| {
            let square = map.rows.get(row).and_then(|squares| squares.get(column));
            square.is_some_and(|square| !matches!(square, Square::Nothing | Square::Wall))
        };
        for row in 0..map.rows.len() {
            for column in 0..map.columns {
                let (x, y) = (column as f32 * self.side, row as f32 * self.side);
                if column > 0 && is_open(row, column) && is_open(row, column - 1) {
                    path.push_str(&format!("M{} {}v{}", short(x), short(y), short(self.side)));
                }
                if row > 0 && is_open(row, column) && is_open(row - 1, column) {
                    path.push_str(&format!("M{} {}h{}", short(x), short(y), short(self.side)));
                }
            }
        }
        let (ink, width) = (self.colour("line", "#6b5f48"), short(self.side * 0.025));
        let ink = escape(&ink);
        format!("<path d=\"{path}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"{width}\"/>")
    }

    fn edges(&self, map: &Map) -> String {
        let mut svg = String::new();
        for ((row, column, is_left), edge) in &map.edges {
            let (x, y) = (*column as f32 * self.side, *row as f32 * self.side);
            let (thick, long) = (self.side * 0.16, self.side * 1.16);
            let (paint, thick, long) = match edge {
                Edge::Wall => (self.colour("wall", "#4a4640"), thick, long),
                Edge::Door => (self.colour("door", "#8a5a2b"), thick * 1.5, self.side * 0.62),
            };
            let (wide, high) = if *is_left { (thick, long) } else { (long, thick) };
            let (middle_x, middle_y) = match is_left {
                true => (x, y + self.side / 2.0),
                false => (x + self.side / 2.0, y),
            };
            svg.push_str(&format!(
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\" fill=\"{}\"/>",
                short(middle_x - wide / 2.0),
                short(middle_y - high / 2.0),
                short(wide),
                short(high),
                short(thick * 0.3),
                escape(&paint),
            ));
        }
        svg
    }

    fn sign(&self, icon: &str, (left, top): (f32, f32), ink: &str) -> String {
        if !self.with_icons || !self.scope.icon_exists(icon) {
            return String::new();
        }
        let size = self.side * 0.62;
        let inset = (self.side - size) / 2.0;
        let drawing = self.scope.resources.icons.get(icon);
        drawing
            .map_or_else(String::new, |icon| icon.place(left + inset, top + inset, size, size, ink))
    }

    fn table(&self, name: &str) -> Option<&toml::Table> {
        self.scope.resources.theme.get("map")?.get(name)?.as_table()
    }

    fn feature(&self, name: &str) -> Option<&toml::Table> {
        self.table("features")?.get(name)?.as_table()
    }

    /// A colour of `[map]`.
    fn colour(&self, name: &str, default: &str) -> String {
        let map = self.scope.resources.theme.get("map");
        let colour = map.and_then(|map| map.get(name)).and_then(toml::Value::as_str);
        colour.unwrap_or(default).to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plain_form_has_a_character_a_square() {
        let legend = Value::from_pairs([("~", "water")]);
        let map = read("\n    ###\n    #.~\n    #D\n", Some(&legend)).unwrap();
        assert_eq!((map.columns, map.rows.len()), (3, 3));
        assert_eq!(map.rows[1][2], Square::Feature("water".into()));
        assert_eq!(map.rows[2], [Square::Wall, Square::Door, Square::Nothing]);
    }

    #[test]
    fn the_edge_form_has_walls_between_squares() {
        let map = read("+-+-+\n|. .:\n+ + +\n|.|.|\n+-+=+", None).unwrap();
        assert_eq!((map.columns, map.rows.len()), (2, 2));
        assert_eq!(map.edges.get(&(0, 0, false)), Some(&Edge::Wall));
        assert_eq!(map.edges.get(&(0, 2, true)), Some(&Edge::Door));
        assert_eq!(map.edges.get(&(1, 1, true)), Some(&Edge::Wall));
        assert_eq!(map.edges.get(&(2, 1, false)), Some(&Edge::Door));
        assert_eq!(map.edges.get(&(0, 1, true)), None);
    }

    #[test]
    fn characters_without_meaning_and_huge_maps_are_refused() {
        let message = read("#?", None).unwrap_err().to_string();
        assert!(message.contains("`?`"), "{message}");
        assert!(read(&".".repeat(200_000), None).is_err());
    }
}
