//! The net of a tuck box: a box for a deck, folded from one sheet and closed with a tongue at both
//! ends. Lengths are millimetres from the top left corner of the net.

use crate::number::short;

/// Width of the strip that is glued.
const GLUE: f32 = 11.0;
/// Length of the tongues.
const TONGUE: f32 = 14.0;
/// What a part is narrower than the opening into which it goes.
const PLAY: f32 = 0.8;
/// Radius of the notch for a thumb, and of the corners of a tongue.
const NOTCH: f32 = 9.0;
const CORNER: f32 = 5.0;

/// A box by the size of its inside.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Net {
    /// From side to side.
    pub(crate) width: f32,
    /// From lid to floor.
    pub(crate) height: f32,
    /// From front to rear.
    pub(crate) depth: f32,
}

/// A part of a net: left, top, width and height.
pub(crate) type Panel = [f32; 4];

impl Net {
    /// Width and height of the sheet that it is cut from.
    pub(crate) fn extent(&self) -> (f32, f32) {
        let [.., right] = self.columns();
        (right, self.height + 2.0 * (self.depth + TONGUE))
    }

    /// The panels by name.
    pub(crate) fn panels(&self) -> [(&'static str, Panel); 6] {
        let [rear, left, front, right, _] = self.columns();
        let (top, bottom) = self.rows();
        let Net { width, height, depth } = *self;
        [
            ("rear", [rear, top, width, height]),
            ("left", [left, top, depth, height]),
            ("front", [front, top, width, height]),
            ("right", [right, top, depth, height]),
            ("lid", [rear, TONGUE, width, depth]),
            ("floor", [rear, bottom, width, depth]),
        ]
    }

    /// Where the rear, the left side, the front, the right side and nothing more begin.
    fn columns(&self) -> [f32; 5] {
        let (wide, deep) = (self.width, self.depth);
        [0.0, wide, wide + deep, 2.0 * wide + deep, 2.0 * (wide + deep)].map(|place| GLUE + place)
    }

    /// Top and bottom of the panels that stand.
    fn rows(&self) -> (f32, f32) {
        let top = TONGUE + self.depth;
        (top, top + self.height)
    }

    /// The line to cut along, as the data of an SVG path that begins at the point.
    pub(crate) fn cut(&self, (x, y): (f32, f32)) -> String {
        let [rear, left, front, right, end] = self.columns();
        let (top, bottom) = self.rows();
        let (_, low) = self.extent();
        let middle = front + self.width / 2.0;
        let notch = NOTCH.min(self.width / 4.0);
        let mut pen = Pen { data: String::new(), x, y };
        pen.step('M', &[[rear, top], [rear, TONGUE]]);
        pen.tongue([rear, left], TONGUE, 0.0);
        pen.step('L', &[[left, TONGUE], [left, top]]);
        self.flap(&mut pen, [left, front], top, -1.0);
        pen.step('L', &[[middle - notch, top]]);
        pen.arc(notch, [middle + notch, top]);
        pen.step('L', &[[right, top]]);
        self.flap(&mut pen, [right, end], top, -1.0);
        pen.step('L', &[[end, bottom]]);
        self.flap(&mut pen, [end, right], bottom, 1.0);
        pen.step('L', &[[front, bottom]]);
        self.flap(&mut pen, [front, left], bottom, 1.0);
        pen.step('L', &[[left, bottom + self.depth]]);
        pen.tongue([left, rear], low - TONGUE, low);
        pen.step('L', &[[rear, bottom + self.depth], [rear, bottom]]);
        pen.step('L', &[[0.0, bottom - 4.0], [0.0, top + 4.0]]);
        pen.data.push('Z');
        pen.data
    }

    /// The lines to fold along.
    pub(crate) fn folds(&self, (x, y): (f32, f32)) -> String {
        let [rear, left, front, right, end] = self.columns();
        let (top, bottom) = self.rows();
        let (_, low) = self.extent();
        let mut pen = Pen { data: String::new(), x, y };
        for column in [rear, left, front, right] {
            pen.step('M', &[[column, top], [column, bottom]]);
        }
        for row in [TONGUE, top, bottom, low - TONGUE] {
            pen.step('M', &[[rear, row], [left, row]]);
        }
        for (from, to) in [(left, front), (right, end)] {
            pen.step('M', &[[from, top], [to, top]]);
            pen.step('M', &[[from, bottom], [to, bottom]]);
        }
        pen.data
    }

    /// A flap against dust, between two columns, above (`-1`) or below (`1`) a row.
    fn flap(&self, pen: &mut Pen, [from, to]: [f32; 2], row: f32, side: f32) {
        let length = (self.width * 0.42).min(self.depth + TONGUE - 1.0).min(20.0);
        let inwards = (to - from).signum();
        let slant = (self.depth * 0.2).min(3.0);
        let [near, far] = [PLAY, slant.max(PLAY)].map(|by| by * inwards);
        pen.step(
            'L',
            &[
                [from, row],
                [from + near, row + side * 2.0],
                [from + far, row + side * length],
                [to - far, row + side * length],
                [to - near, row + side * 2.0],
                [to, row],
            ],
        );
    }
}

/// Writes the data of a path.
struct Pen {
    data: String,
    /// Where the net stands.
    x: f32,
    y: f32,
}

impl Pen {
    fn step(&mut self, command: char, points: &[[f32; 2]]) {
        self.data.push(command);
        for (index, [x, y]) in points.iter().enumerate() {
            if index > 0 {
                self.data.push(' ');
            }
            self.data.push_str(&format!("{} {}", short(self.x + x), short(self.y + y)));
        }
    }

    /// A half circle that goes into the panel below.
    fn arc(&mut self, radius: f32, to: [f32; 2]) {
        let radius = short(radius);
        self.data.push_str(&format!("A{radius} {radius} 0 0 0 "));
        let [x, y] = to;
        self.data.push_str(&format!("{} {}", short(self.x + x), short(self.y + y)));
    }

    /// A tongue with round corners, between two columns, from its fold to its end.
    fn tongue(&mut self, [from, to]: [f32; 2], fold: f32, end: f32) {
        let inwards = (to - from).signum();
        let outwards = (end - fold).signum();
        let (near, far) = (from + PLAY * inwards, to - PLAY * inwards);
        let round = end - CORNER * outwards;
        self.step('L', &[[from, fold], [near, fold + outwards], [near, round]]);
        self.step('Q', &[[near, end], [near + CORNER * inwards, end]]);
        self.step('L', &[[far - CORNER * inwards, end]]);
        self.step('Q', &[[far, end], [far, round]]);
        self.step('L', &[[far, fold + outwards], [to, fold]]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const POKER: Net = Net { width: 65.0, height: 90.0, depth: 18.0 };

    /// Corners and ends of all lines.
    fn points(data: &str) -> Vec<(f32, f32)> {
        let parse = |part: svgtypes::PathSegment| match part {
            svgtypes::PathSegment::MoveTo { x, y, .. }
            | svgtypes::PathSegment::LineTo { x, y, .. }
            | svgtypes::PathSegment::Quadratic { x, y, .. }
            | svgtypes::PathSegment::EllipticalArc { x, y, .. } => Some((x as f32, y as f32)),
            _ => None,
        };
        svgtypes::PathParser::from(data).filter_map(|part| parse(part.expect("a path"))).collect()
    }

    #[test]
    fn the_cut_stays_on_its_sheet_and_reaches_all_edges() {
        for net in
            [POKER, Net { depth: 8.0, ..POKER }, Net { width: 46.0, height: 69.0, depth: 40.0 }]
        {
            let (width, height) = net.extent();
            for (x, y) in points(&net.cut((10.0, 20.0))) {
                let inside =
                    (10.0..=10.0 + width).contains(&x) && (20.0..=20.0 + height).contains(&y);
                assert!(inside, "{net:?}: {x} {y}");
            }
            let all = points(&net.cut((0.0, 0.0)));
            let ends = |side: fn(&(f32, f32)) -> f32| {
                let least = all.iter().map(side).fold(f32::MAX, f32::min);
                (least, all.iter().map(side).fold(f32::MIN, f32::max))
            };
            assert_eq!(ends(|point| point.0), (0.0, width));
            let (top, bottom) = ends(|point| point.1);
            assert!(top == 0.0 && (bottom - height).abs() < 0.01, "{net:?}: {top} {bottom}");
        }
    }

    #[test]
    fn panels_meet_at_the_folds() {
        let folds = points(&POKER.folds((0.0, 0.0)));
        for (name, [x, y, width, height]) in POKER.panels() {
            let has = |x: f32, y: f32| {
                folds.iter().any(|at| (at.0 - x).abs() < 0.01 && (at.1 - y).abs() < 0.01)
            };
            assert!(has(x, y), "{name}");
            // The right side ends at a cut; everything else is folded on.
            assert!(name == "right" || has(x + width, y + height), "{name}");
        }
        assert_eq!(POKER.extent(), (11.0 + 2.0 * (65.0 + 18.0), 90.0 + 2.0 * (18.0 + 14.0)));
    }
}
