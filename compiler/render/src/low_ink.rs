//! A drawing for little ink: its words and signs in black, everything else as a trace on white.
//!
//! The template of the card stays, so nothing that it says is lost: labels, dice, maps and numbers
//! are where they always are. Pictures and filters are left out. Grounds become nearly white, the
//! larger the lighter; colours stay recognisable, because they may carry meaning.

use std::ops::Range;
use std::str::FromStr;

use svgtypes::{SimplePathSegment, SimplifyingPathParser};
use usvg::roxmltree::{Document, Node};

use crate::colour::Colour;
use crate::galley;
use crate::pdf::{PICTURE, SAYS};
use crate::svg::ICON;

/// Words, icons and the marks on dice.
const INK: &str = "#000000";
const PAPER: &str = "#ffffff";
/// How much of a colour is left in lines and in gradients. All of these are picked by eye.
const LINE: f32 = 0.55;
const GRADIENT: f32 = 0.08;
/// How much is left in an area, by the least part of the side that it covers.
const AREAS: &[(f64, f32)] = &[(0.25, 0.03), (0.05, 0.1), (0.0, 0.22)];

/// The grid that icons are drawn on, and how many millimetres high a sign is at most. A larger icon
/// may lie behind words, and fades as an area does.
const GRID: f64 = 24.0;
const LARGEST_SIGN: f64 = 9.0;

/// Elements that paint.
const SHAPES: &[&str] =
    &["path", "rect", "circle", "ellipse", "polygon", "polyline", "line", "text", "use"];
/// Elements whose colours are not printed, but say what else shows.
const UNPRINTED: &[&str] = &["mask", "clipPath", "filter", "title", "style"];

/// The drawing for little ink. A drawing that is no XML stays as it is; reading it tells why.
pub(crate) fn low_ink(svg: &str) -> String {
    let Ok(document) = Document::parse(svg) else { return svg.to_owned() };
    let root = document.root_element();
    let side = |name| root.attribute(name).and_then(length).unwrap_or(1.0);
    let mut thin = Thin { area: side("width") * side("height"), edits: Vec::new() };
    let paint = Painted { fill: Fill::Default, is_sign: false };
    for child in root.children().filter(Node::is_element) {
        thin.element(&child, paint);
    }
    thin.applied(svg)
}

/// What an element inherits.
#[derive(Clone, Copy)]
struct Painted {
    fill: Fill,
    /// True inside an icon.
    is_sign: bool,
}

/// Where the fill of an element comes from.
#[derive(Clone, Copy, PartialEq)]
enum Fill {
    /// Nobody gave one, so SVG makes it black.
    Default,
    /// Something around it, which was changed already.
    Given,
}

struct Thin {
    /// Of the whole side, in square millimetres.
    area: f64,
    /// Places of the drawing and what replaces them.
    edits: Vec<(Range<usize>, String)>,
}

impl Thin {
    fn element(&mut self, node: &Node<'_, '_>, mut painted: Painted) {
        let name = node.tag_name().name();
        let id = node.attribute("id").unwrap_or_default();
        if UNPRINTED.contains(&name) {
            return;
        }
        if name == "image" || id == PICTURE {
            self.edits.push((node.range(), String::new()));
            return;
        }
        let is_words = name == "text" || galley::has_marks(&format!("<path id=\"{id}\""));
        painted.is_sign |= id.starts_with(ICON) || id.starts_with(SAYS);
        let is_large = node.attribute("color").is_some() && scale(node) * GRID > LARGEST_SIGN;
        painted.is_sign &= !is_large;
        // Light letters often have a dark rim, which black letters do not need.
        let holds_words = || node.descendants().any(|inner| is_run(&inner));
        let both = node.attribute("fill").is_some_and(|fill| fill != "none")
            && node.attribute("stroke").is_some_and(|stroke| stroke != "none");
        for attribute in node.attributes() {
            let value = attribute.value();
            let new = match attribute.name() {
                "filter" => {
                    self.edits.push((attribute.range(), String::new()));
                    continue;
                }
                "fill" | "stroke" if value == "none" => None,
                "color" if is_large => faded(value, LINE),
                "color" => Some(INK.to_owned()),
                "fill" if is_words => Some(INK.to_owned()),
                "stroke" if is_words || holds_words() => Some(PAPER.to_owned()),
                // A die, with its mark on top.
                "fill" if painted.is_sign && both => Some(PAPER.to_owned()),
                "fill" | "stroke" if painted.is_sign => Some(INK.to_owned()),
                "fill" => faded(value, self.strength(node)),
                "stroke" => faded(value, LINE),
                "stop-color" => faded(value, GRADIENT),
                _ => None,
            };
            if attribute.name() == "fill" {
                painted.fill = Fill::Given;
            }
            if let Some(new) = new {
                self.edits.push((attribute.range_value(), new));
            }
        }
        let unfilled = painted.fill == Fill::Default && SHAPES.contains(&name) && !is_words;
        if unfilled && !painted.is_sign {
            let at = node.range().start + 1 + name.len();
            let fill = faded(INK, self.strength(node)).unwrap_or_default();
            self.edits.push((at..at, format!(" fill=\"{fill}\"")));
        }
        for child in node.children().filter(Node::is_element) {
            self.element(&child, painted);
        }
    }

    /// How much of its colour an area keeps.
    fn strength(&self, node: &Node<'_, '_>) -> f32 {
        let part = area(node) / self.area;
        let found = AREAS.iter().find(|(least, _)| part >= *least);
        found.map_or(LINE, |(_, strength)| *strength)
    }

    fn applied(mut self, svg: &str) -> String {
        self.edits.sort_by_key(|(range, _)| (range.start, range.end));
        let mut new = String::with_capacity(svg.len());
        let mut from = 0;
        for (range, text) in self.edits {
            // What is inside something that was taken out is gone with it.
            if range.start >= from {
                new.push_str(&svg[from..range.start]);
                new.push_str(&text);
                from = range.end;
            }
        }
        new.push_str(&svg[from..]);
        new
    }
}

fn is_run(node: &Node<'_, '_>) -> bool {
    let id = node.attribute("id").unwrap_or_default();
    node.tag_name().name() == "text" || galley::has_marks(&format!("<path id=\"{id}\""))
}

/// The colour with so much of it left on white; none for gradients and inherited colours.
fn faded(colour: &str, strength: f32) -> Option<String> {
    let read = svgtypes::Color::from_str(colour).ok()?;
    let colour = Colour { red: read.red, green: read.green, blue: read.blue };
    Some(colour.lighten(1.0 - strength).to_string())
}

/// A length in millimetres, or in user units, which are millimetres.
fn length(text: &str) -> Option<f64> {
    text.trim_end_matches("mm").trim().parse().ok()
}

/// How much an icon is enlarged.
fn scale(node: &Node<'_, '_>) -> f64 {
    let transform = node.attribute("transform").unwrap_or_default();
    let number = transform.split_once("scale(").and_then(|(_, rest)| rest.split([')', ' ']).next());
    number.and_then(|number| number.parse().ok()).unwrap_or(0.0)
}

/// About how large a shape is, in its own coordinates.
fn area(node: &Node<'_, '_>) -> f64 {
    let number = |name| node.attribute(name).and_then(length).unwrap_or(0.0);
    match node.tag_name().name() {
        "rect" => number("width") * number("height"),
        "circle" => std::f64::consts::PI * number("r") * number("r"),
        "ellipse" => std::f64::consts::PI * number("rx") * number("ry"),
        "path" => node.attribute("d").map_or(0.0, path_area),
        _ => 0.0,
    }
}

/// The area of the box around a path.
fn path_area(data: &str) -> f64 {
    let mut sides = [f64::MAX, f64::MAX, f64::MIN, f64::MIN];
    for segment in SimplifyingPathParser::from(data) {
        let (x, y) = match segment {
            Ok(
                SimplePathSegment::MoveTo { x, y }
                | SimplePathSegment::LineTo { x, y }
                | SimplePathSegment::CurveTo { x, y, .. }
                | SimplePathSegment::Quadratic { x, y, .. },
            ) => (x, y),
            _ => continue,
        };
        sides = [sides[0].min(x), sides[1].min(y), sides[2].max(x), sides[3].max(y)];
    }
    (sides[2] - sides[0]).max(0.0) * (sides[3] - sides[1]).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn thin(body: &str) -> String {
        let svg = format!("<svg width=\"60mm\" height=\"90mm\">{body}</svg>");
        let thin = low_ink(&svg);
        thin.split_once('>').unwrap().1.strip_suffix("</svg>").unwrap().to_owned()
    }

    #[test]
    fn words_and_signs_are_black_and_grounds_nearly_white() {
        let ground = "<rect width=\"60\" height=\"90\" fill=\"#000\"/>";
        assert_eq!(thin(ground), "<rect width=\"60\" height=\"90\" fill=\"#f7f7f7\"/>");
        let run = "<path id=\"run:0a\" d=\"M0 0l1 1h2v2h-2z\" fill=\"#ffeedd\"/>";
        assert_eq!(thin(run), run.replace("#ffeedd", INK));
        let icon = "<g id=\"icon:sword\"><g color=\"#fff\"><path fill=\"currentColor\"/></g></g>";
        assert!(thin(icon).contains("color=\"#000000\""), "{}", thin(icon));
        let die = "<g id=\"icon:die\"><path d=\"M0 0\" fill=\"#00f\" stroke=\"#001\"/></g>";
        assert!(thin(die).contains("fill=\"#ffffff\" stroke=\"#000000\""), "{}", thin(die));
    }

    #[test]
    fn pictures_and_filters_are_left_out() {
        let body = "<g id=\"picture\"><rect fill=\"#123\"/></g><g filter=\"url(#a)\"><path/></g>";
        assert_eq!(thin(body), "<g ><path fill=\"#c7c7c7\"/></g>");
        assert_eq!(thin("<image href=\"asset:a\"/>"), "");
    }

    #[test]
    fn a_large_icon_behind_words_stays_faint() {
        let icon = "<g transform=\"translate(1 2) scale(0.900000)\" color=\"#eeddcc\"><path \
                    fill=\"currentColor\"/></g>";
        let faint = thin(&format!("<g id=\"icon:paw\">{icon}</g>"));
        assert!(faint.contains("color=\"#f6ece3\"") && faint.contains("currentColor"), "{faint}");
    }

    #[test]
    fn masks_keep_what_they_say() {
        let mask = "<mask id=\"a\"><rect fill=\"#fff\"/></mask>";
        assert_eq!(thin(mask), mask);
    }

    #[test]
    fn a_dark_rim_around_light_letters_becomes_paper() {
        let rim = "<g stroke=\"#000\"><text fill=\"#fff\">a</text></g>";
        assert_eq!(thin(rim), "<g stroke=\"#ffffff\"><text fill=\"#000000\">a</text></g>");
    }

    #[test]
    fn a_broken_drawing_stays_as_it_is() {
        assert_eq!(low_ink("<svg><g>"), "<svg><g>");
    }
}
