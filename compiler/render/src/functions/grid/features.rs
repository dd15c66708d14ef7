//! What lies on floors: rubble, liquids, pits, blocks, circles, exits. `[map.features.NAME]`
//! of the theme names the pattern; without one a feature is drawn as a colour with an icon.

use super::read::Square;
use super::{Drawing, Place, filled, glazed, patch, read_colour};
use crate::colour::Colour;
use crate::number::short;

/// How a feature looks.
struct FeatureLook<'a> {
    pattern: &'a str,
    fill: Colour,
    ink: Colour,
    icon: Option<&'a str>,
}

impl Drawing<'_> {
    /// How the theme draws a feature. One that the theme does not know looks like floor.
    fn read_look(&self, name: &str) -> FeatureLook<'_> {
        let table = self.look(name);
        let text = |key: &str| table?.get(key).and_then(toml::Value::as_str);
        let floor = self.colour("floor", "#d8ccb0").to_string();
        FeatureLook {
            pattern: text("pattern").unwrap_or("plain"),
            fill: read_colour(text("fill"), &floor),
            ink: read_colour(text("ink"), "#1d1710"),
            icon: text("icon"),
        }
    }

    /// The ground of a feature.
    pub(super) fn feature(&self, place: Place, name: &str) -> String {
        let look = self.read_look(name);
        match look.pattern {
            "rubble" => self.rubble(place, &look),
            "liquid" => self.liquid(place, name, &look),
            "pit" => self.pit(place, name, &look),
            "block" => self.block(place, &look),
            "circle" => self.circle(place, &look),
            "way" => self.way(place, &look),
            _ => filled(&patch(self.area(place)), look.fill),
        }
    }

    /// Its icon: large in a plain square and in a circle, small in the corner of a picture.
    pub(super) fn feature_sign(&self, place: Place, name: &str) -> String {
        let look = self.read_look(name);
        let Some(icon) = look.icon else { return String::new() };
        let (x, y) = (place.1 as f32, place.0 as f32);
        match look.pattern {
            "circle" => self.icon(icon, (x + 0.3, y + 0.3), 0.4, look.ink),
            "block" => self.icon(icon, (x + 0.36, y + 0.3), 0.28, look.ink),
            "rubble" | "liquid" | "pit" | "way" => {
                let disc = format!(
                    "<circle cx=\"{}\" cy=\"{}\" r=\".125\" fill=\"{}\" fill-opacity=\".85\"/>",
                    short(x + 0.83),
                    short(y + 0.83),
                    look.ink
                );
                let drawn =
                    self.icon(icon, (x + 0.745, y + 0.745), 0.17, self.colour("ivory", "#fff8e6"));
                if drawn.is_empty() { drawn } else { disc + &drawn }
            }
            _ => self.icon(icon, (x + 0.19, y + 0.19), 0.62, look.ink),
        }
    }

    /// The sides of a square where its feature ends, as steps down and to the right.
    fn banks(&self, place: Place, name: &str) -> Vec<(isize, isize)> {
        let is_same = |square: &Square| matches!(square, Square::Feature(other) if other == name);
        [(-1, 0), (0, 1), (1, 0), (0, -1)]
            .into_iter()
            .filter(|(down, right)| !is_same(self.near(place, *down, *right)))
            .collect()
    }

    /// Stones on trampled ground.
    fn rubble(&self, place: Place, look: &FeatureLook<'_>) -> String {
        let mut random = self.random(place, 2);
        let (x, y) = (place.1 as f32, place.0 as f32);
        let (mut shadows, mut stones, mut tops) = (String::new(), String::new(), String::new());
        for index in 0..9 {
            let (column, line) = ((index % 3) as f32, (index / 3) as f32);
            let left = x + 0.08 + column * 0.29 + random.between(0.0, 0.08);
            let top = y + 0.08 + line * 0.29 + random.between(0.0, 0.08);
            let (wide, high) = (random.between(0.13, 0.23), random.between(0.1, 0.17));
            shadows.push_str(&pebble(left + 0.015, top + 0.03, wide, high));
            stones.push_str(&pebble(left, top, wide, high));
            tops.push_str(&pebble(left + 0.02, top + 0.012, wide * 0.72, high * 0.55));
        }
        [
            glazed(&patch(self.area(place)), look.fill, 0.55),
            glazed(&shadows, look.ink, 0.5),
            filled(&stones, look.fill.darken(0.28)),
            filled(&tops, look.fill.lighten(0.25)),
        ]
        .concat()
    }

    /// Lava, water: waves, and a bank where it ends.
    fn liquid(&self, place: Place, name: &str, look: &FeatureLook<'_>) -> String {
        let mut random = self.random(place, 3);
        let (x, y) = (place.1 as f32, place.0 as f32);
        let (mut deep, mut bright) = (String::new(), String::new());
        for index in 0..5 {
            let left = x + random.between(0.06, 0.56);
            let top = y + 0.12 + index as f32 * 0.17 + random.between(-0.03, 0.03);
            let long = random.between(0.14, 0.34);
            deep.push_str(&patch((left, top, long, 0.05)));
            deep.push_str(&patch((left + 0.05, top + 0.05, long * 0.6, 0.04)));
            bright.push_str(&patch((left + long * 0.2, top - 0.035, long * 0.55, 0.035)));
        }
        let (mut rim, mut edge) = (String::new(), String::new());
        for (down, right) in self.banks(place, name) {
            let strip = |from: f32, thick: f32| match (down, right) {
                (-1, _) => (x, y + from, 1.0, thick),
                (1, _) => (x, y + 1.0 - from - thick, 1.0, thick),
                (_, -1) => (x + from, y, thick, 1.0),
                _ => (x + 1.0 - from - thick, y, thick, 1.0),
            };
            rim.push_str(&patch(strip(0.0, 0.075)));
            edge.push_str(&patch(strip(0.075, 0.04)));
        }
        [
            filled(&patch(self.area(place)), look.fill),
            filled(&deep, look.fill.mix(look.ink, 0.4)),
            filled(&bright, look.fill.lighten(0.5)),
            filled(&edge, look.fill.lighten(0.35)),
            filled(&rim, self.colour("wall", "#4a4640").mix(look.ink, 0.3)),
        ]
        .concat()
    }

    /// A hole: dark, with a cliff at its far side.
    fn pit(&self, place: Place, name: &str, look: &FeatureLook<'_>) -> String {
        let (x, y) = (place.1 as f32, place.0 as f32);
        let banks = self.banks(place, name);
        let stone = self.colour("wall_light", "#6b655c");
        let (mut cliff, mut clefts, mut rim) = (String::new(), String::new(), String::new());
        for (down, right) in &banks {
            match (down, right) {
                (-1, _) => {
                    let mut random = self.random(place, 4);
                    for index in 0..6 {
                        let left = x + index as f32 / 6.0;
                        let high = random.between(0.22, 0.36);
                        cliff.push_str(&patch((left, y, 0.168, high)));
                        clefts.push_str(&patch((left + 0.15, y + 0.05, 0.018, high - 0.05)));
                    }
                    rim.push_str(&patch((x, y, 1.0, 0.05)));
                }
                (1, _) => rim.push_str(&patch((x, y + 0.95, 1.0, 0.05))),
                (_, -1) => rim.push_str(&patch((x, y, 0.05, 1.0))),
                _ => rim.push_str(&patch((x + 0.95, y, 0.05, 1.0))),
            }
        }
        [
            filled(&patch(self.area(place)), look.fill),
            filled(&cliff, look.fill.mix(stone, 0.45)),
            filled(&clefts, look.fill),
            filled(&rim, stone),
        ]
        .concat()
    }

    /// Something built: a raised block with a front, a top and a shadow.
    fn block(&self, place: Place, look: &FeatureLook<'_>) -> String {
        let (x, y) = (place.1 as f32, place.0 as f32);
        let black = Colour { red: 0, green: 0, blue: 0 };
        let corners = [(0.13, 0.11), (0.8, 0.11), (0.13, 0.58), (0.8, 0.58)];
        let studs: String =
            corners.iter().map(|(dx, dy)| patch((x + dx, y + dy, 0.07, 0.07))).collect();
        [
            glazed(&patch((x + 0.14, y + 0.16, 0.86, 0.84)), black, 0.32),
            filled(&patch((x + 0.06, y + 0.05, 0.88, 0.87)), look.fill.darken(0.62)),
            filled(&patch((x + 0.09, y + 0.7, 0.82, 0.19)), look.fill.darken(0.35)),
            filled(&patch((x + 0.09, y + 0.08, 0.82, 0.62)), look.fill),
            filled(&patch((x + 0.09, y + 0.08, 0.82, 0.035)), look.fill.lighten(0.45)),
            filled(&patch((x + 0.17, y + 0.16, 0.66, 0.46)), look.fill.darken(0.14)),
            filled(&studs, look.fill.darken(0.5)),
        ]
        .concat()
    }

    /// A circle of signs on the floor.
    fn circle(&self, place: Place, look: &FeatureLook<'_>) -> String {
        let (x, y) = (place.1 as f32 + 0.5, place.0 as f32 + 0.5);
        let (fill, ink) = (look.fill, look.ink);
        let mut ticks = String::new();
        for (dx, dy) in [(0.0, -1.0), (0.707, -0.707), (1.0, 0.0), (0.707, 0.707)] {
            for sign in [1.0, -1.0] {
                let (from, to) = (0.34 * sign, 0.4 * sign);
                ticks.push_str(&format!(
                    "M{} {}L{} {}",
                    short(x + dx * from),
                    short(y + dy * from),
                    short(x + dx * to),
                    short(y + dy * to)
                ));
            }
        }
        let (x, y) = (short(x), short(y));
        format!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\".44\" fill=\"{fill}\" fill-opacity=\".75\"/>\
             <circle cx=\"{x}\" cy=\"{y}\" r=\".42\" fill=\"none\" stroke=\"{ink}\" stroke-width=\".03\"/>\
             <circle cx=\"{x}\" cy=\"{y}\" r=\".32\" fill=\"none\" stroke=\"{ink}\" stroke-width=\".018\"/>\
             <path d=\"{ticks}\" stroke=\"{ink}\" stroke-width=\".035\"/>"
        )
    }

    /// An exit to the next map: arrows towards the border at which the square lies.
    fn way(&self, place: Place, look: &FeatureLook<'_>) -> String {
        let (row, column) = place;
        let turn = if column == 0 {
            270
        } else if column + 1 == self.map.columns {
            90
        } else if row > 0 && row + 1 == self.map.rows.len() {
            180
        } else {
            0
        };
        let arrow = |y: f32| format!("M.3 {}l.2 -.17l.2 .17v.11l-.2 -.17l-.2 .17z", short(y));
        format!(
            "{}<g transform=\"translate({column} {row}) rotate({turn} .5 .5)\">\
             <path d=\"M.08 0h.05v1h-.05zM.87 0h.05v1h-.05z\" fill=\"{ink}\" fill-opacity=\".45\"/>\
             <path d=\"{}{}\" fill=\"{ink}\" fill-opacity=\".8\"/></g>",
            glazed(&patch(self.area(place)), look.fill, 0.7),
            arrow(0.38),
            arrow(0.68),
            ink = look.ink,
        )
    }
}

/// A stone with its corners knocked off.
fn pebble(x: f32, y: f32, w: f32, h: f32) -> String {
    let (cut, flat) = (w * 0.25, w * 0.5);
    let (drop, tall) = (h * 0.3, h * 0.4);
    format!(
        "M{} {}h{}l{} {}v{}l-{} {}h-{}l-{} -{}v-{}z",
        short(x + cut),
        short(y),
        short(flat),
        short(cut),
        short(drop),
        short(tall),
        short(cut),
        short(drop),
        short(flat),
        short(cut),
        short(drop),
        short(tall),
    )
}
