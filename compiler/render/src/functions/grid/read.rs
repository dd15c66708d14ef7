//! Reads a map: a drawing of characters with a legend, or a map of content, which has its own.

use std::collections::BTreeMap;

use minijinja::Error;
use minijinja::value::{Value, ValueKind};

use crate::arguments::wrong;

const MOST_SQUARES: usize = 4096;

/// One square of a map.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Square {
    Nothing,
    Wall,
    Door,
    Floor,
    /// Floor with something on it: the name of a feature in the theme.
    Feature(String),
}

/// What stands between two squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Edge {
    Wall,
    Door,
}

/// A map, read.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Map {
    pub(super) columns: usize,
    pub(super) rows: Vec<Vec<Square>>,
    /// Edges above (`false`) or left of (`true`) the square of that row and column.
    pub(super) edges: BTreeMap<(usize, usize, bool), Edge>,
}

impl Map {
    /// The square, `Nothing` outside of the map.
    pub(super) fn at(&self, row: isize, column: isize) -> &Square {
        let row = usize::try_from(row).ok().and_then(|row| self.rows.get(row));
        let square = row.zip(usize::try_from(column).ok()).and_then(|(row, at)| row.get(at));
        square.unwrap_or(&Square::Nothing)
    }
}

/// Reads a drawing, or a map of content: `form`, `rows` and `legend`.
pub(super) fn map(value: &Value, legend: Option<&Value>) -> Result<Map, Error> {
    let part = |name: &str| value.get_attr(name).ok().filter(|part| !part.is_undefined());
    let (ValueKind::Map, Some(rows)) = (value.kind(), part("rows")) else {
        return drawing(&value.to_string(), legend, None);
    };
    let rows: Vec<String> = rows.try_iter()?.map(|row| row.to_string()).collect();
    let own = part("legend");
    let has_edges = part("form").is_some_and(|form| form.as_str() == Some("edges"));
    drawing(&rows.join("\n"), own.as_ref().or(legend), Some(has_edges))
}

fn drawing(text: &str, legend: Option<&Value>, has_edges: Option<bool>) -> Result<Map, Error> {
    let lines: Vec<Vec<char>> =
        text.lines().map(|line| line.trim_end().chars().collect::<Vec<_>>()).collect();
    // Maps in content are indented like the text around them.
    let first = lines.iter().position(|line| !line.is_empty()).unwrap_or(0);
    let last = lines.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1);
    let lines = if has_edges.is_some() { &lines[..] } else { &lines[first..last] };
    let indent = |line: &Vec<char>| line.iter().take_while(|c| c.is_whitespace()).count();
    let margin = lines.iter().filter(|line| !line.is_empty()).map(indent).min().unwrap_or(0);
    let margin = if has_edges.is_some() { 0 } else { margin };
    let lines: Vec<&[char]> = lines.iter().map(|line| line.get(margin..).unwrap_or(&[])).collect();
    let width = lines.iter().map(|line| line.len()).max().unwrap_or(0);
    if width * lines.len() > MOST_SQUARES * 4 {
        return Err(wrong(format!("a map may have at most {MOST_SQUARES} squares")));
    }
    let begins_with_corner = || lines.first().is_some_and(|line| line.first() == Some(&'+'));
    let at = |row: usize, column: usize| {
        lines.get(row).and_then(|line| line.get(column)).copied().unwrap_or(' ')
    };
    let mut map = Map::default();
    if !has_edges.unwrap_or_else(begins_with_corner) {
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
                let beyond = if is_left { row == map.rows.len() } else { column == map.columns };
                if let Some(edge) = edge(found, legend).filter(|_| !beyond) {
                    map.edges.insert((row, column, is_left), edge);
                }
            }
        }
    }
    Ok(map)
}

/// The legend's name for a character; the first one if it has several.
fn named(character: char, legend: Option<&Value>) -> Option<String> {
    let found = legend?.get_item(&Value::from(character.to_string())).ok()?;
    if let Some(name) = found.as_str() {
        return Some(name.to_owned());
    }
    let first = found.try_iter().ok()?.next()?;
    first.as_str().map(str::to_owned)
}

fn square(character: char, legend: Option<&Value>) -> Result<Square, Error> {
    Ok(match (named(character, legend).as_deref(), character) {
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

/// An edge between squares: a wall, or a door for anything else that the legend names.
fn edge(character: char, legend: Option<&Value>) -> Option<Edge> {
    match (named(character, legend).as_deref(), character) {
        (Some("wall"), _) | (None, '-' | '|' | '#') => Some(Edge::Wall),
        (Some("floor" | "nothing"), _) => None,
        (Some(_), _) | (None, ':' | '=' | 'D') => Some(Edge::Door),
        (None, _) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plain_form_has_a_character_a_square() {
        let legend = Value::from_pairs([("~", "water")]);
        let map = drawing("\n    ###\n    #.~\n    #D\n", Some(&legend), None).unwrap();
        assert_eq!((map.columns, map.rows.len()), (3, 3));
        assert_eq!(map.rows[1][2], Square::Feature("water".into()));
        assert_eq!(map.rows[2], [Square::Wall, Square::Door, Square::Nothing]);
        assert_eq!((map.at(1, 1), map.at(-1, 1)), (&Square::Floor, &Square::Nothing));
    }

    #[test]
    fn the_edge_form_has_walls_between_squares() {
        let map = drawing("+-+-+\n|. .:\n+ + +\n|.|.|\n+-+=+", None, None).unwrap();
        assert_eq!((map.columns, map.rows.len()), (2, 2));
        assert_eq!(map.edges.get(&(0, 0, false)), Some(&Edge::Wall));
        assert_eq!(map.edges.get(&(0, 2, true)), Some(&Edge::Door));
        assert_eq!(map.edges.get(&(1, 1, true)), Some(&Edge::Wall));
        assert_eq!(map.edges.get(&(2, 1, false)), Some(&Edge::Door));
        assert_eq!(map.edges.get(&(0, 1, true)), None);
    }

    #[test]
    fn a_map_of_content_brings_its_form_and_its_legend() {
        let list = |words: &[&str]| words.iter().map(|word| Value::from(*word)).collect::<Value>();
        let rows = list(&["#D#", "#~#", "###"]);
        let names = [("#", "wall"), ("D", "doorway"), ("~", "difficult")];
        let legend = Value::from_pairs(names.map(|(mark, name)| (mark, list(&[name]))));
        let content = |form: &str| {
            Value::from_pairs([
                ("form", Value::from(form)),
                ("rows", rows.clone()),
                ("legend", legend.clone()),
            ])
        };
        let edges = map(&content("edges"), None).unwrap();
        assert_eq!(edges.rows, [[Square::Feature("difficult".into())]]);
        assert_eq!(edges.edges.get(&(0, 0, false)), Some(&Edge::Door));
        assert_eq!(edges.edges.get(&(0, 1, true)), Some(&Edge::Wall));
        let squares = map(&content("squares"), None).unwrap();
        assert_eq!(squares.rows[0][1], Square::Feature("doorway".into()));
    }

    #[test]
    fn characters_without_meaning_and_huge_maps_are_refused() {
        let message = drawing("#?", None, None).unwrap_err().to_string();
        assert!(message.contains("`?`"), "{message}");
        assert!(drawing(&".".repeat(200_000), None, None).is_err());
    }
}
