//! Finds shapes that completely hide a place, so that nothing below them is visible there.
//!
//! Most words stand on an area of one colour. Then the colour under them is known, and nothing
//! has to be painted to find out.

use usvg::tiny_skia_path::{PathSegment, Point};
use usvg::{FillRule, Group, Node, Opacity, Paint, Rect};

use super::overlaps;
use super::survey::colours;
use crate::colour::Colour;
use crate::galley;

/// What lies under a place, as far as that is known without painting.
#[derive(Debug, Clone, Default)]
pub(super) struct Under {
    /// The colour, if it is only one.
    pub(super) colour: Option<Colour>,
    /// Nodes before this one (in paint order) are not visible there.
    pub(super) first: usize,
}

/// Follows the nodes of a drawing in paint order and records where they are hidden.
pub(super) struct Covers<'a> {
    places: &'a [Rect],
    under: Vec<Under>,
    /// What lies under each text, in the order in which texts are met.
    words: Vec<Under>,
    next: usize,
}

impl<'a> Covers<'a> {
    /// Looks under each text of a drawing. The ink of the texts comes first among the places; for
    /// the other places the state at the end counts.
    pub(super) fn of(root: &Group, places: &'a [Rect], texts: usize) -> Vec<Under> {
        let under = vec![Under::default(); places.len()];
        let mut covers = Covers { places, under, words: Vec::with_capacity(places.len()), next: 0 };
        covers.children(root);
        covers.words.resize(texts, Under::default());
        let rest = covers.under.drain(texts..);
        covers.words.extend(rest);
        covers.words
    }

    fn children(&mut self, group: &Group) {
        for child in group.children() {
            match child {
                Node::Group(inner) if !inner.should_isolate() => self.children(inner),
                Node::Group(inner) => {
                    self.words_in(inner);
                    self.passes(inner.abs_layer_bounding_box().to_rect());
                }
                Node::Text(text) => {
                    self.word();
                    self.passes(text.abs_bounding_box());
                }
                Node::Path(path) if galley::is_mark(path) => {
                    self.word();
                    self.passes(path.abs_bounding_box());
                }
                Node::Path(path) if path.is_visible() => self.path(path),
                Node::Image(image) if image.is_visible() => {
                    self.passes(image.abs_bounding_box());
                }
                Node::Path(_) | Node::Image(_) => {}
            }
            self.next += 1;
        }
    }

    /// Words on a layer of their own lie over everything drawn before the layer.
    fn words_in(&mut self, group: &Group) {
        for child in group.children() {
            match child {
                Node::Group(inner) => self.words_in(inner),
                Node::Text(_) => self.words.push(Under::default()),
                Node::Path(path) if galley::is_mark(path) => self.words.push(Under::default()),
                Node::Path(_) | Node::Image(_) => {}
            }
        }
    }

    /// Records what lies under the next text.
    fn word(&mut self) {
        let under = self.under.get(self.words.len()).cloned().unwrap_or_default();
        self.words.push(under);
    }

    /// Records that something was drawn whose effect on the places it touches is unknown.
    fn passes(&mut self, area: Rect) {
        for (place, under) in self.places.iter().zip(&mut self.under) {
            if overlaps(*place, area) {
                under.colour = None;
            }
        }
    }

    fn path(&mut self, path: &usvg::Path) {
        let area = path.abs_stroke_bounding_box();
        let mut shape = None;
        for (place, under) in self.places.iter().zip(&mut self.under) {
            if !overlaps(*place, area) {
                continue;
            }
            match shape.get_or_insert_with(|| Shape::of(path)).over(*place) {
                Over::Nothing => {}
                Over::Plate(colour) => *under = Under { colour, first: self.next },
                Over::Something => under.colour = None,
            }
        }
    }
}

/// What a shape does to a place.
enum Over {
    Nothing,
    /// Hides all of it, with the colour if it is only one.
    Plate(Option<Colour>),
    Something,
}

/// An outline, and what it is filled with.
struct Shape {
    lines: Vec<[Point; 2]>,
    /// Boxes around its edges, including the width of strokes.
    edges: Vec<Rect>,
    rule: FillRule,
    is_filled: bool,
    /// Set if the fill is opaque; its colour, if it is only one.
    plate: Option<Option<Colour>>,
}

impl Shape {
    fn of(path: &usvg::Path) -> Shape {
        let fill = path.fill();
        let mut shape = Shape {
            lines: Vec::new(),
            edges: Vec::new(),
            rule: fill.map_or(FillRule::NonZero, usvg::Fill::rule),
            is_filled: fill.is_some(),
            plate: fill.and_then(plate),
        };
        let across = path.abs_transform();
        let stroke = path.stroke().map_or(0.0, |stroke| stroke.width().get());
        // The corner of a square reaches 1.42 times as far as half the stroke. The tip of a sharper
        // corner hides less than a letter and is ignored.
        let reach = stroke * 0.71 * across.sx.hypot(across.ky).max(across.kx.hypot(across.sy));
        let (mut start, mut last) = (Point::zero(), Point::zero());
        let at = |mut point: Point| {
            across.map_point(&mut point);
            point
        };
        for segment in path.data().segments() {
            let [one, two, to] = match segment {
                PathSegment::MoveTo(to) => {
                    shape.edge([last, last, start, start], reach, 0);
                    (start, last) = (at(to), at(to));
                    continue;
                }
                PathSegment::LineTo(to) => straight(last, at(to)),
                PathSegment::QuadTo(one, to) => {
                    let (one, to) = (at(one), at(to));
                    let near = |end: Point| {
                        let share = 2.0 / 3.0;
                        let (x, y) = ((one.x - end.x) * share, (one.y - end.y) * share);
                        Point::from_xy(end.x + x, end.y + y)
                    };
                    [near(last), near(to), to]
                }
                PathSegment::CubicTo(one, two, to) => [at(one), at(two), at(to)],
                PathSegment::Close => straight(last, start),
            };
            let is_line = matches!(segment, PathSegment::LineTo(_) | PathSegment::Close);
            let is_level = is_line && (last.x == to.x || last.y == to.y);
            shape.edge([last, one, two, to], reach, if is_level { 0 } else { HALVINGS });
            last = to;
        }
        shape.edge([last, last, start, start], reach, 0);
        shape
    }

    /// Adds an edge. It is halved a few times, so that the boxes around curves and slants are
    /// tight.
    fn edge(&mut self, [from, one, two, to]: [Point; 4], reach: f32, halvings: u32) {
        if halvings > 0 {
            let middle = |a: Point, b: Point| Point::from_xy((a.x + b.x) / 2.0, (a.y + b.y) / 2.0);
            let (first, inner, last) = (middle(from, one), middle(one, two), middle(two, to));
            let (left, right) = (middle(first, inner), middle(inner, last));
            let parting = middle(left, right);
            self.edge([from, first, left, parting], reach, halvings - 1);
            self.edge([parting, right, last, to], reach, halvings - 1);
            return;
        }
        self.lines.push([from, to]);
        let points = [from, one, two, to];
        let least = |side: fn(&Point) -> f32| points.iter().map(side).fold(f32::MAX, f32::min);
        let most = |side: fn(&Point) -> f32| points.iter().map(side).fold(f32::MIN, f32::max);
        self.edges.extend(Rect::from_ltrb(
            least(|point| point.x) - reach,
            least(|point| point.y) - reach,
            most(|point| point.x) + reach,
            most(|point| point.y) + reach,
        ));
    }

    fn over(&self, place: Rect) -> Over {
        let is_near = |edge: &Rect| {
            edge.left() <= place.right()
                && place.left() <= edge.right()
                && edge.top() <= place.bottom()
                && place.top() <= edge.bottom()
        };
        if self.edges.iter().any(is_near) {
            return Over::Something;
        }
        // No edge is near, so the whole place is either inside or outside, like its middle.
        match (self.is_filled && self.is_around(place), self.plate) {
            (false, _) => Over::Nothing,
            (true, Some(colour)) => Over::Plate(colour),
            (true, None) => Over::Something,
        }
    }

    /// True if the middle of a place is inside. The edges are far away, so curves may be treated as
    /// straight lines.
    fn is_around(&self, place: Rect) -> bool {
        let x = (place.left() + place.right()) / 2.0;
        let y = (place.top() + place.bottom()) / 2.0;
        let mut turns = 0i32;
        for [from, to] in &self.lines {
            if (from.y <= y) == (to.y <= y) {
                continue;
            }
            let crossing = from.x + (y - from.y) / (to.y - from.y) * (to.x - from.x);
            if crossing > x {
                turns += if from.y < to.y { 1 } else { -1 };
            }
        }
        match self.rule {
            FillRule::NonZero => turns != 0,
            FillRule::EvenOdd => turns % 2 != 0,
        }
    }
}

/// A straight line as a cubic curve, with its control points evenly on the line.
fn straight(from: Point, to: Point) -> [Point; 3] {
    let at = |share: f32| {
        Point::from_xy(from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share)
    };
    [at(1.0 / 3.0), at(2.0 / 3.0), to]
}

/// How often curves and slants are halved. Picked by eye.
const HALVINGS: u32 = 2;

/// Set for a fill that hides what is below; its colour, if it is only one.
fn plate(fill: &usvg::Fill) -> Option<Option<Colour>> {
    let opaque = |stops: &[usvg::Stop]| stops.iter().all(|stop| stop.opacity() == Opacity::ONE);
    if fill.opacity() != Opacity::ONE {
        return None;
    }
    match fill.paint() {
        Paint::Color(_) => Some(colours(fill.paint()).first().copied()),
        Paint::LinearGradient(gradient) => opaque(gradient.stops()).then_some(None),
        Paint::RadialGradient(gradient) => opaque(gradient.stops()).then_some(None),
        Paint::Pattern(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fonts::Fonts;
    use crate::picture::Pictures;

    fn under(body: &str) -> Under {
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"20mm\" height=\"20mm\" \
             viewBox=\"0 0 20 20\">{body}</svg>"
        );
        let (fonts, _) = Fonts::new(Vec::new());
        let tree = crate::svg::parse(&svg, &fonts, &Pictures::default()).unwrap();
        let place = Rect::from_ltrb(8.0, 8.0, 12.0, 12.0).unwrap();
        Covers::of(tree.root(), &[place], 0).remove(0)
    }

    fn colour(body: &str) -> Option<String> {
        under(body).colour.map(|colour| colour.to_string())
    }

    #[test]
    fn a_plate_around_the_place_hides_what_is_below() {
        let ground = "<path d=\"M0 0H20V20H0Z\" fill=\"#112233\"/>";
        for plate in [
            "<rect x=\"5\" y=\"5\" width=\"10\" height=\"10\" rx=\"2\" fill=\"#445566\"/>",
            "<circle cx=\"10\" cy=\"10\" r=\"6\" fill=\"#445566\"/>",
            "<g transform=\"rotate(45 10 10)\"><path d=\"M4 4H16V16H4Z\" fill=\"#445566\"/></g>",
        ] {
            let under = under(&format!("{ground}{plate}"));
            assert_eq!(under.colour.map(|colour| colour.to_string()).as_deref(), Some("#445566"));
            assert_eq!(under.first, 1, "{plate}");
        }
    }

    #[test]
    fn what_is_not_known_is_painted() {
        let plate = "<path d=\"M0 0H20V20H0Z\" fill=\"#445566\"/>";
        let nothing: &[&str] = &[
            // It ends inside the place, is transparent, or has its edge there.
            "<path d=\"M0 0H10V20H0Z\" fill=\"#000000\"/>",
            "<path d=\"M0 0H20V20H0Z\" fill=\"#000000\" fill-opacity=\".5\"/>",
            "<g opacity=\".5\"><path d=\"M0 0H20V20H0Z\" fill=\"#000000\"/></g>",
            "<path d=\"M0 10H20\" stroke=\"#000000\"/>",
            "<path d=\"M6 6H14V14H6Z\" stroke=\"#000000\" stroke-width=\"5\" fill=\"#ffffff\"/>",
        ];
        for over in nothing {
            assert_eq!(colour(&format!("{plate}{over}")), None, "{over}");
        }
        let hole =
            "<path fill-rule=\"evenodd\" d=\"M1 1H19V19H1ZM6 6H14V14H6Z\" fill=\"#000000\"/>";
        let line = "<path d=\"M0 3H20M0 18H20\" stroke=\"#000000\"/>";
        for over in ["", hole, line] {
            assert_eq!(colour(&format!("{plate}{over}")).as_deref(), Some("#445566"), "{over}");
        }
    }
}
