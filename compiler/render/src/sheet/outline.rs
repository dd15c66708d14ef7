//! The line that a piece is cut along.

use cardwright_model::print::Shape;

use super::piece::{TAB, footprint};
use crate::number::short;
use crate::size::CardSize;

/// Radius of the corners that printers and cutting machines give to cards, in millimetres.
const CORNER: f32 = 3.0;
/// The distance of the control points when a quarter circle is drawn as a Bézier curve, for a
/// radius of one.
const ROUND: f32 = 0.552_284_8;

/// A closed line, in millimetres on the page.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Outline {
    steps: Vec<Step>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Step {
    Move([f32; 2]),
    Line([f32; 2]),
    Curve([f32; 6]),
}

impl Outline {
    /// The outline of a piece whose trim begins at that point.
    pub(crate) fn of(size: &CardSize, x: f32, y: f32) -> Outline {
        let (width, height) = footprint(size);
        match size.shape {
            Shape::Rectangle => rectangle(x, y, width, height),
            Shape::Card => rounded(x, y, width, height, CORNER.min(width / 2.0).min(height / 2.0)),
            Shape::Circle => corners(x, y, width, height, width / 2.0, height / 2.0),
            Shape::Hex => {
                let (middle, quarter) = (y + height / 2.0, width / 4.0);
                polygon(&[
                    [x, middle],
                    [x + quarter, y],
                    [x + width - quarter, y],
                    [x + width, middle],
                    [x + width - quarter, y + height],
                    [x + quarter, y + height],
                ])
            }
            Shape::Standee => standee(x, y, width, height),
        }
    }

    /// The outline as the data of an SVG path.
    pub(crate) fn svg(&self) -> String {
        let numbers =
            |list: &[f32]| list.iter().map(|number| short(*number)).collect::<Vec<_>>().join(" ");
        let mut data = String::new();
        for step in &self.steps {
            match step {
                Step::Move(to) => data.push_str(&format!("M{}", numbers(to))),
                Step::Line(to) => data.push_str(&format!("L{}", numbers(to))),
                Step::Curve(way) => data.push_str(&format!("C{}", numbers(way))),
            }
        }
        data.push('Z');
        data
    }
}

fn polygon(points: &[[f32; 2]]) -> Outline {
    let steps = points.iter().enumerate().map(|(index, point)| match index {
        0 => Step::Move(*point),
        _ => Step::Line(*point),
    });
    Outline { steps: steps.collect() }
}

fn rectangle(x: f32, y: f32, width: f32, height: f32) -> Outline {
    polygon(&[[x, y], [x + width, y], [x + width, y + height], [x, y + height]])
}

fn rounded(x: f32, y: f32, width: f32, height: f32, radius: f32) -> Outline {
    corners(x, y, width, height, radius, radius)
}

/// A rectangle whose corners are quarters of an ellipse.
fn corners(x: f32, y: f32, width: f32, height: f32, rx: f32, ry: f32) -> Outline {
    let (right, bottom) = (x + width, y + height);
    let (hx, hy) = (rx * (1.0 - ROUND), ry * (1.0 - ROUND));
    Outline {
        steps: vec![
            Step::Move([x + rx, y]),
            Step::Line([right - rx, y]),
            Step::Curve([right - hx, y, right, y + hy, right, y + ry]),
            Step::Line([right, bottom - ry]),
            Step::Curve([right, bottom - hy, right - hx, bottom, right - rx, bottom]),
            Step::Line([x + rx, bottom]),
            Step::Curve([x + hx, bottom, x, bottom - hy, x, bottom - ry]),
            Step::Line([x, y + ry]),
            Step::Curve([x, y + hy, x + hx, y, x + rx, y]),
        ],
    }
}

/// A strip with narrower tabs at both ends, which slide into a base.
fn standee(x: f32, y: f32, width: f32, height: f32) -> Outline {
    let shoulder = width * 0.15;
    let (left, right) = (x + shoulder, x + width - shoulder);
    polygon(&[
        [left, y],
        [right, y],
        [right, y + TAB],
        [x + width, y + TAB],
        [x + width, y + height - TAB],
        [right, y + height - TAB],
        [right, y + height],
        [left, y + height],
        [left, y + height - TAB],
        [x, y + height - TAB],
        [x, y + TAB],
        [left, y + TAB],
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(outline: &Outline) -> (f32, f32, f32, f32) {
        let mut points: Vec<[f32; 2]> = Vec::new();
        for step in &outline.steps {
            match step {
                Step::Move(to) | Step::Line(to) => points.push(*to),
                Step::Curve(way) => points.push([way[4], way[5]]),
            }
        }
        let fold = |index: usize, pick: fn(f32, f32) -> f32| {
            points.iter().map(|point| point[index]).reduce(pick).unwrap()
        };
        (fold(0, f32::min), fold(1, f32::min), fold(0, f32::max), fold(1, f32::max))
    }

    #[test]
    fn every_outline_fills_its_footprint() {
        for (name, shape) in Shape::WORDS {
            let size = CardSize { shape: *shape, ..CardSize::named("30x40mm").unwrap() };
            let (width, height) = footprint(&size);
            let found = bounds(&Outline::of(&size, 10.0, 20.0));
            assert_eq!(found, (10.0, 20.0, 10.0 + width, 20.0 + height), "{name}");
        }
    }

    #[test]
    fn a_hexagon_has_its_corners_left_and_right() {
        let hex = CardSize::named("hex").unwrap();
        let outline = Outline::of(&hex, 0.0, 0.0);
        assert!(outline.svg().starts_with("M0 41.275L23.81"), "{}", outline.svg());
    }
}
