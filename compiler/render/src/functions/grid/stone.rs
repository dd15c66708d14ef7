//! Floors, walls and doors: the parts that every dungeon has.

use super::read::{Edge, Square};
use super::{Area, Drawing, Place, filled, glazed, patch};
use crate::colour::Colour;

const BLACK: Colour = Colour { red: 0, green: 0, blue: 0 };

/// How many shades a floor has. Each is one path, so that the drawing of a map stays small.
const SHADES: usize = 4;

/// How much of a wall's square is its front, if it stands in front of a floor. Picked by eye.
const FRONT: f32 = 0.34;

impl Drawing<'_> {
    /// Slabs with joints between them, the same ones every time.
    pub(super) fn floors(&self) -> String {
        let (light, dark) = (self.colour("floor", "#d8ccb0"), self.colour("floor_dark", "#c8ba9a"));
        let mut joints = String::new();
        let mut slabs = vec![String::new(); SHADES];
        let mut cracks = String::new();
        for place in self.places() {
            if matches!(self.square(place), Square::Nothing | Square::Wall) {
                continue;
            }
            joints.push_str(&patch(self.area(place)));
            let mut random = self.random(place, 1);
            for slab in split(self.area(place), random.below(5)) {
                let shade = random.below(SHADES);
                let (x, y, w, h) = slab;
                slabs[shade].push_str(&patch((x + 0.014, y + 0.014, w - 0.028, h - 0.028)));
                if random.below(6) == 0 {
                    let (at, down) = (random.between(0.2, 0.7), random.between(0.2, 0.6));
                    cracks.push_str(&format!(
                        "M{:.3} {:.3}l{:.3} .06l{:.3} .05l.05 .08",
                        x + w * at,
                        y + h * down,
                        random.between(-0.06, 0.06),
                        random.between(0.02, 0.1),
                    ));
                }
            }
        }
        let mut svg = filled(&joints, dark.darken(0.22));
        for (shade, path) in slabs.iter().enumerate() {
            svg.push_str(&filled(path, light.mix(dark, shade as f32 / (SHADES - 1) as f32)));
        }
        if !cracks.is_empty() {
            let ink = dark.darken(0.3);
            svg.push_str(&format!(
                "<path d=\"{cracks}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\".014\"/>"
            ));
        }
        svg
    }

    /// Walls that fill squares: a top, a front if the floor begins below, and a shadow on the
    /// floor.
    pub(super) fn walls(&self) -> String {
        let (stone, light) = (self.colour("wall", "#4a4640"), self.colour("wall_light", "#6b655c"));
        let (mut shadow, mut base, mut tops, mut fronts, mut rims) =
            (String::new(), String::new(), String::new(), String::new(), String::new());
        let is_open = |square: &Square| !matches!(square, Square::Nothing | Square::Wall);
        for place in self.places() {
            if *self.square(place) != Square::Wall {
                continue;
            }
            let (row, column) = (place.0 as f32, place.1 as f32);
            let has_front = is_open(self.near(place, 1, 0));
            if has_front {
                shadow.push_str(&patch((column, row + 1.0, 1.1, 0.16)));
            }
            if is_open(self.near(place, 0, 1)) {
                shadow.push_str(&patch((column + 1.0, row + 0.1, 0.1, 0.9)));
            }
            base.push_str(&patch(self.area(place)));
            let high = if has_front { 1.0 - FRONT } else { 1.0 };
            tops.push_str(&self.blocks(place, high));
            if has_front {
                fronts.push_str(&bricks(column, row + 1.0 - FRONT));
                rims.push_str(&patch((column, row + 1.0 - FRONT - 0.05, 1.0, 0.05)));
            }
            if is_open(self.near(place, -1, 0)) {
                rims.push_str(&patch((column, row, 1.0, 0.035)));
            }
            if is_open(self.near(place, 0, -1)) {
                rims.push_str(&patch((column, row, 0.035, high)));
            }
            if is_open(self.near(place, 0, 1)) {
                rims.push_str(&patch((column + 0.965, row, 0.035, high)));
            }
        }
        [
            glazed(&shadow, BLACK, 0.3),
            filled(&base, stone.darken(0.35)),
            filled(&tops, light),
            filled(&fronts, stone.mix(light, 0.25)),
            filled(&rims, light.lighten(0.3)),
        ]
        .concat()
    }

    /// The top of a wall: two courses of stones, the seam of the second one shifted.
    fn blocks(&self, place: Place, high: f32) -> String {
        let (left, top, wide, _) = self.area(place);
        let (row, column) = (place.0 as f32, place.1 as f32);
        let right = left + wide;
        let split = if (place.0 + place.1).is_multiple_of(2) { 0.58 } else { 0.42 };
        let half = row + high / 2.0;
        let bottom = if high < 1.0 {
            row + high
        } else {
            let (_, y, _, h) = self.area(place);
            y + h
        };
        let mut path = String::new();
        for (from, to, seam) in [(top, half, column + split), (half, bottom, column + 1.0 - split)]
        {
            for (start, end) in [(left, seam), (seam, right)] {
                path.push_str(&patch((
                    start + 0.025,
                    from + 0.025,
                    end - start - 0.05,
                    to - from - 0.05,
                )));
            }
        }
        path
    }

    /// A door that fills a square.
    pub(super) fn door_square(&self, place: Place) -> String {
        let (row, column) = (place.0 as f32, place.1 as f32);
        self.door((column + 0.12, row + 0.12, 0.76, 0.76), true)
            + &self.icon("door", (column + 0.19, row + 0.19), 0.62, self.colour("ivory", "#fff8e6"))
    }

    /// Planks in a frame, with iron bands across them.
    fn door(&self, area: Area, is_upright: bool) -> String {
        let wood = self.colour("door", "#8a5a2b");
        let (x, y, w, h) = area;
        let thin = w.min(h) * 0.12;
        let inner = (x + thin, y + thin, w - 2.0 * thin, h - 2.0 * thin);
        let (mut planks, mut bands) = (String::new(), String::new());
        for seam in [0.25, 0.5, 0.75] {
            planks.push_str(&if is_upright {
                patch((inner.0 + inner.2 * seam - 0.006, inner.1, 0.012, inner.3))
            } else {
                patch((inner.0, inner.1 + inner.3 * seam - 0.006, inner.2, 0.012))
            });
        }
        for band in [0.16, 0.72] {
            bands.push_str(&if is_upright {
                patch((inner.0, inner.1 + inner.3 * band, inner.2, inner.3 * 0.12))
            } else {
                patch((inner.0 + inner.2 * band, inner.1, inner.2 * 0.12, inner.3))
            });
        }
        [
            filled(&patch(area), wood.darken(0.55)),
            filled(&patch(inner), wood),
            filled(&planks, wood.darken(0.4)),
            filled(&bands, self.colour("iron", "#3d3a42")),
        ]
        .concat()
    }

    /// Walls and doors that stand between squares.
    pub(super) fn edges(&self) -> String {
        let stone = self.colour("wall", "#4a4640");
        let light = self.colour("wall_light", "#6b655c");
        let (mut shadow, mut base, mut tops, mut doors) =
            (String::new(), String::new(), String::new(), String::new());
        for ((row, column, is_left), edge) in &self.map.edges {
            let (x, y) = (*column as f32, *row as f32);
            let half = 0.085;
            let lay = |from: f32, long: f32, thick: f32| {
                if *is_left {
                    (x - thick / 2.0, y + from, thick, long)
                } else {
                    (x + from, y - thick / 2.0, long, thick)
                }
            };
            match edge {
                Edge::Wall => {
                    let (left, top, wide, high) = lay(-half, 1.0 + 2.0 * half, 2.0 * half);
                    shadow.push_str(&patch((left + 0.05, top + 0.07, wide, high)));
                    base.push_str(&patch((left, top, wide, high)));
                    for (from, long) in [(0.0, 0.48), (0.52, 0.48)] {
                        tops.push_str(&patch(lay(from, long, 0.105)));
                    }
                }
                Edge::Door => {
                    let (left, top, wide, high) = lay(0.1, 0.8, 0.2);
                    shadow.push_str(&patch((left + 0.04, top + 0.05, wide, high)));
                    doors.push_str(&self.door((left, top, wide, high), !*is_left));
                    for from in [-half, 1.0 - half - 0.06] {
                        base.push_str(&patch(lay(from, 0.06 + 2.0 * half, 0.26)));
                        tops.push_str(&patch(lay(from + 0.03, 2.0 * half, 0.2)));
                    }
                }
            }
        }
        [
            glazed(&shadow, BLACK, 0.28),
            doors,
            filled(&base, stone.darken(0.35)),
            filled(&tops, light.lighten(0.12)),
        ]
        .concat()
    }
}

/// A square cut into slabs, in one of five ways.
fn split((x, y, w, h): Area, way: usize) -> Vec<Area> {
    match way {
        0 => vec![(x, y, w, h)],
        1 => vec![(x, y, w * 0.5, h), (x + w * 0.5, y, w * 0.5, h)],
        2 => vec![(x, y, w, h * 0.5), (x, y + h * 0.5, w, h * 0.5)],
        3 => vec![
            (x, y, w * 0.5, h * 0.5),
            (x + w * 0.5, y, w * 0.5, h * 0.5),
            (x, y + h * 0.5, w, h * 0.5),
        ],
        _ => vec![
            (x, y, w * 0.5, h * 0.5),
            (x + w * 0.5, y, w * 0.5, h * 0.5),
            (x, y + h * 0.5, w * 0.5, h * 0.5),
            (x + w * 0.5, y + h * 0.5, w * 0.5, h * 0.5),
        ],
    }
}

/// The front of a wall: two courses of bricks.
fn bricks(x: f32, y: f32) -> String {
    let high = FRONT / 2.0;
    let mut path = String::new();
    for (course, seams) in [(0.0, [0.0, 0.33, 0.67, 1.0]), (high, [0.0, 0.17, 0.5, 0.83])] {
        for (index, from) in seams.iter().enumerate() {
            let to = seams.get(index + 1).copied().unwrap_or(1.0);
            if to - from > 0.05 {
                path.push_str(&patch((
                    x + from + 0.012,
                    y + course + 0.014,
                    to - from - 0.024,
                    high - 0.028,
                )));
            }
        }
    }
    path
}
