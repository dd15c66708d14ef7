//! `grid`: a map of squares, drawn from characters as content writes them.
//!
//! In the plain form a character is a square (`#` wall, `.` floor, `D` door, a space nothing); in
//! the edge form every second character is an edge. The legend says what other characters mean.
//! Everything is drawn in units of a square and then scaled, so that a map is the same picture at
//! any size.

mod features;
mod read;
mod stone;

use minijinja::Error;
use minijinja::value::Value;

use self::read::{Map, Square};
use super::safe;
use crate::arguments::{Arguments, Given};
use crate::colour::Colour;
use crate::number::{Random, mix, short, stable_hash};
use crate::scope::{Scope, nearest};

/// `grid(map, x, y, square, legend={"~": "difficult"}, lines=true, icons=true, bleed=0)`.
pub(super) fn grid(scope: &Scope, given: &Given) -> Result<Value, Error> {
    let names = ["map", "x", "y", "square", "legend", "lines", "icons", "seed", "bleed"];
    let arguments = Arguments::read("grid", &names, given)?;
    let map = read::map(arguments.value("map")?, arguments.get("legend"))?;
    let side = arguments.number("square")?.max(0.2);
    let (x, y) = (arguments.number("x")?, arguments.number("y")?);
    let seed = arguments.get("seed").map_or_else(|| scope.subject.card.clone(), Value::to_string);
    let drawing = Drawing {
        scope,
        map: &map,
        with_lines: arguments.get("lines").is_none_or(Value::is_true),
        with_icons: arguments.get("icons").is_none_or(Value::is_true),
        beyond: arguments.number_or_none("bleed")?.unwrap_or(0.0).max(0.0) / side,
        seed: stable_hash(&seed),
    };
    let inner = drawing.whole();
    let (x, y, side) = (short(x), short(y), short(side));
    Ok(safe(format!("<g transform=\"translate({x} {y}) scale({side})\">{inner}</g>")))
}

/// A square by row and column.
type Place = (usize, usize);

/// A rectangle: left, top, width, height.
type Area = (f32, f32, f32, f32);

struct Drawing<'a> {
    scope: &'a Scope,
    map: &'a Map,
    with_lines: bool,
    with_icons: bool,
    /// How far squares at the border extend beyond it, for the bleed.
    beyond: f32,
    seed: u64,
}

impl Drawing<'_> {
    fn whole(&self) -> String {
        let mut svg = self.floors();
        for place in self.places() {
            if let Square::Feature(name) = self.square(place) {
                svg.push_str(&self.feature(place, name));
            }
        }
        if self.with_lines {
            svg.push_str(&self.lines());
        }
        svg.push_str(&self.walls());
        for place in self.places() {
            match self.square(place) {
                Square::Door => svg.push_str(&self.door_square(place)),
                Square::Feature(name) => svg.push_str(&self.feature_sign(place, name)),
                _ => {}
            }
        }
        svg.push_str(&self.edges());
        svg
    }

    fn places(&self) -> impl Iterator<Item = Place> {
        let columns = self.map.columns;
        (0..self.map.rows.len()).flat_map(move |row| (0..columns).map(move |column| (row, column)))
    }

    fn square(&self, (row, column): Place) -> &Square {
        self.map.rows.get(row).and_then(|row| row.get(column)).unwrap_or(&Square::Nothing)
    }

    /// The square that many rows and columns away.
    fn near(&self, (row, column): Place, down: isize, right: isize) -> &Square {
        self.map.at(row as isize + down, column as isize + right)
    }

    /// The square's rectangle. It extends over the border of the map if it lies there, and slightly
    /// over its neighbours, so that no seam shows.
    fn area(&self, (row, column): Place) -> Area {
        let hair = 0.001;
        let west = if column == 0 { self.beyond } else { hair };
        let north = if row == 0 { self.beyond } else { hair };
        let east = if column + 1 == self.map.columns { self.beyond } else { hair };
        let south = if row + 1 == self.map.rows.len() { self.beyond } else { hair };
        (column as f32 - west, row as f32 - north, 1.0 + west + east, 1.0 + north + south)
    }

    /// Random numbers that are always the same for this square and purpose.
    fn random(&self, (row, column): Place, purpose: u64) -> Random {
        Random::new(mix(self.seed ^ ((row as u64) << 40) ^ ((column as u64) << 20) ^ purpose))
    }

    fn lines(&self) -> String {
        let mut path = String::new();
        let is_open = |square: &Square| !matches!(square, Square::Nothing | Square::Wall);
        for place in self.places().filter(|place| is_open(self.square(*place))) {
            let (row, column) = place;
            if is_open(self.near(place, 0, -1)) {
                path.push_str(&format!("M{column} {row}v1"));
            }
            if is_open(self.near(place, -1, 0)) {
                path.push_str(&format!("M{column} {row}h1"));
            }
        }
        if path.is_empty() {
            return path;
        }
        let ink = self.colour("line", "#6b5f48");
        format!("<path d=\"{path}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\".025\"/>")
    }

    fn icon(&self, name: &str, (left, top): (f32, f32), size: f32, ink: Colour) -> String {
        if !self.with_icons || !self.scope.icon_exists(name) {
            return String::new();
        }
        let drawing = self.scope.resources.icons.get(name);
        drawing.map_or_else(String::new, |icon| icon.place(left, top, size, size, &ink.to_string()))
    }

    fn table(&self, name: &str) -> Option<&toml::Table> {
        self.scope.resources.theme.get("map")?.get(name)?.as_table()
    }

    /// How the theme draws a feature; `None`, with a problem reported at the card, if it cannot.
    fn look(&self, name: &str) -> Option<&toml::Table> {
        let known = self.table("features");
        let look = known.and_then(|table| table.get(name)?.as_table());
        if look.is_none() {
            let known = known.into_iter().flat_map(|table| table.keys());
            let near = nearest(name, known.map(String::as_str));
            let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
            let message = format!("the theme has no picture of the square `{name}`{near}");
            let help = format!(
                "say in the package's theme.toml how it looks: `[map.features.{name}]`, then \
                 `fill = \"#9a8a70\"`, `ink = \"#3a2c1a\"`, `pattern = \"rubble\"` (or plain, \
                 liquid, pit, block, circle, way) and, if it has one, `icon = \"…\"`"
            );
            self.scope.report_undrawable(name, message, help);
        }
        look
    }

    /// A colour of `[map]`.
    fn colour(&self, name: &str, default: &str) -> Colour {
        let map = self.scope.resources.theme.get("map");
        let colour = map.and_then(|map| map.get(name)).and_then(toml::Value::as_str);
        read_colour(colour, default)
    }
}

fn read_colour(text: Option<&str>, default: &str) -> Colour {
    let grey = Colour { red: 128, green: 128, blue: 128 };
    text.and_then(Colour::parse).or_else(|| Colour::parse(default)).unwrap_or(grey)
}

/// A rectangle as a part of a path.
fn patch((x, y, w, h): Area) -> String {
    format!("M{} {}h{}v{}h-{}z", short(x), short(y), short(w), short(h), short(w))
}

/// A filled path; empty if the path is.
fn filled(path: &str, fill: Colour) -> String {
    if path.is_empty() { String::new() } else { format!("<path d=\"{path}\" fill=\"{fill}\"/>") }
}

/// A filled path that is partly transparent.
fn glazed(path: &str, fill: Colour, strength: f32) -> String {
    if path.is_empty() {
        return String::new();
    }
    format!("<path d=\"{path}\" fill=\"{fill}\" fill-opacity=\"{}\"/>", short(strength))
}
