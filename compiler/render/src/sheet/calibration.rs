//! The calibration page prints a target on both sides of a sheet, which shows how far a printer's
//! backs are off and whether it keeps sizes.

use super::marks::{family, words};
use super::{Backs, Paper};
use crate::fonts::Fonts;
use crate::number::short;
use crate::pdf::{About, Book, PageBoxes, Production};
use crate::picture::Pictures;
use crate::svg;

/// How far the scales of the targets reach from their middle, in millimetres.
const REACH: usize = 5;

/// Makes the two pages for a paper and a way of turning it over. The current offset is applied to
/// the back, so that a second print shows whether it is right.
pub fn calibration(
    paper: &Paper,
    backs: Backs,
    offset: [f32; 2],
    fonts: &Fonts,
) -> Result<Vec<u8>, String> {
    let about = About {
        title: format!("Printer calibration, {}", paper.name),
        description: "Shows how far the back of a sheet is off its front".to_owned(),
        ..About::default()
    };
    let mut book = Book::new(fonts, std::iter::empty(), &Production::default(), &about)?;
    let whole = [0.0, 0.0, paper.width, paper.height];
    let boxes = PageBoxes { width: paper.width, height: paper.height, trim: whole, bleed: whole };
    for is_back in [false, true] {
        let page =
            if is_back { back(paper, backs, offset, fonts) } else { front(paper, backs, fonts) };
        let tree = svg::parse(&page, fonts, &Pictures::default())?;
        book.page(&boxes, |ink| {
            ink.bookmark(if is_back { "Scales" } else { "Targets" });
            ink.leaf(&tree, if is_back { "Scales" } else { "Targets" });
        })?;
    }
    book.finish()
}

/// Centres of the targets on the front.
fn targets(paper: &Paper) -> [(f32, f32); 5] {
    let (left, right) = (22.0, paper.width - 22.0);
    let (top, bottom) = (22.0, paper.height - 22.0);
    let middle = (paper.width / 2.0, paper.height / 2.0);
    [(left, top), (right, top), middle, (left, bottom), (right, bottom)]
}

fn sheet(paper: &Paper, body: &str) -> String {
    let (width, height) = (short(paper.width), short(paper.height));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}mm\" height=\"{height}mm\" \
         viewBox=\"0 0 {width} {height}\">{body}</svg>"
    )
}

/// The front: a ring with a dot at each target, a line of 100 mm, and instructions.
fn front(paper: &Paper, backs: Backs, fonts: &Fonts) -> String {
    let family = family(fonts);
    let mut body = String::new();
    for (x, y) in targets(paper) {
        let (x, y) = (short(x), short(y));
        body.push_str(&format!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"9\" stroke=\"#000\" stroke-width=\"0.4\" fill=\"none\"/>\
             <circle cx=\"{x}\" cy=\"{y}\" r=\"0.4\"/>"
        ));
    }
    body.push_str(&scale(paper, &family));
    let edge = if backs == Backs::ShortEdge { "short" } else { "long" };
    let lines = [
        &format!("Calibration of a printer · {} turned over the {edge} edge", paper.name),
        "Print both pages on one sheet, two-sided, at 100 %, never \u{201c}fit to page\u{201d}.",
        "Measure the line above: if it is not 100 mm long, the printer changes sizes.",
        "Hold the sheet against a lamp, the side with the scales towards you.",
        "Read where the dots of this side lie on the scales: across, then down.",
        "Write the average of the five, in millimetres, into cardwright.toml:",
        "[print.printer.NAME]",
        "back-offset = [\"0.5mm\", \"-1mm\"]",
        "That is a dot half a millimetre right of the middle and one above it.",
        "Build with --printer NAME. To check, calibrate again with --printer NAME.",
    ];
    let mut y = paper.height / 2.0 + 24.0;
    for (number, line) in lines.iter().enumerate() {
        let size = if number == 0 { 4.2 } else { 3.2 };
        body.push_str(&words(line, (paper.width / 2.0, y), size, "middle", &family));
        y += if number == 0 { 7.0 } else { 5.0 };
    }
    sheet(paper, &body)
}

/// A line of 100 mm above the middle.
fn scale(paper: &Paper, family: &str) -> String {
    let (x, y) = (paper.width / 2.0 - 50.0, paper.height / 2.0 - 30.0);
    let mut path = format!("M{} {}h100", short(x), short(y));
    for step in 0..=10 {
        let at = x + step as f32 * 10.0;
        path.push_str(&format!("M{} {}v-2.5", short(at), short(y)));
    }
    format!(
        "<path d=\"{path}\" stroke=\"#000\" stroke-width=\"0.15\" fill=\"none\"/>{}",
        words("100 mm", (x + 50.0, y + 4.0), 3.0, "middle", family)
    )
}

/// The back: crossed scales in millimetres behind each target.
fn back(paper: &Paper, backs: Backs, offset: [f32; 2], fonts: &Fonts) -> String {
    let family = family(fonts);
    let mut body = words(
        "The scales. Hold this side towards you, upright.",
        (paper.width / 2.0, paper.height / 2.0 - 30.0),
        4.2,
        "middle",
        &family,
    );
    for (x, y) in targets(paper) {
        let (x, y) = match backs {
            Backs::ShortEdge => (x, paper.height - y),
            _ => (paper.width - x, y),
        };
        body.push_str(&cross(x + offset[0], y + offset[1], &family));
    }
    sheet(paper, &body)
}

/// Two scales that cross, with half millimetres.
fn cross(x: f32, y: f32, family: &str) -> String {
    let reach = REACH as f32;
    let mut path = format!(
        "M{} {}h{length}M{} {}v{length}",
        short(x - reach),
        short(y),
        short(x),
        short(y - reach),
        length = short(2.0 * reach),
    );
    for step in 0..=4 * REACH {
        let at = step as f32 * 0.5 - reach;
        let half = if step % 2 == 0 { 1.2 } else { 0.6 };
        let (length, half_text) = (short(2.0 * half), half);
        path.push_str(&format!(
            "M{} {}v{length}M{} {}h{length}",
            short(x + at),
            short(y - half_text),
            short(x - half_text),
            short(y + at),
        ));
    }
    let mut svg =
        format!("<path d=\"{path}\" stroke=\"#000\" stroke-width=\"0.12\" fill=\"none\"/>");
    for (text, dx, dy) in [
        ("+5", reach + 2.2, 0.7),
        ("-5", -reach - 2.2, 0.7),
        ("-5", 0.0, -reach - 0.8),
        ("+5", 0.0, reach + 2.4),
    ] {
        svg.push_str(&words(text, (x + dx, y + dy), 2.0, "middle", family));
    }
    svg
}
