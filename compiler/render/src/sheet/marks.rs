//! What stands around the cards: marks to cut along, the fold, how to print, a ruler.

use super::imposition::Grid;
use super::{Page, SheetOptions};
use crate::fonts::Fonts;
use crate::number::short;
use crate::svg::escape;

/// Length of a mark and its distance from what is printed, in millimetres.
const MARK: f32 = 4.0;
const OFFSET: f32 = 1.0;

/// The page without its cards, as SVG in millimetres.
pub(super) fn overlay(
    page: &Page,
    label: &str,
    is_back: bool,
    fonts: &Fonts,
    options: &SheetOptions,
) -> String {
    let grid = &page.grid;
    let (width, height) = (short(grid.page_width), short(grid.page_height));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}mm\" height=\"{height}mm\" \
         viewBox=\"0 0 {width} {height}\">"
    );
    if options.marks && !is_back {
        svg.push_str(&cut_marks(grid));
    }
    if let Some(fold) = grid.fold {
        svg.push_str(&format!(
            "<path d=\"M2 {y}H{}\" stroke=\"#000\" stroke-width=\"0.15\" \
             stroke-dasharray=\"1.5 1.5\"/>",
            short(grid.page_width - 2.0),
            y = short(fold),
        ));
    }
    if options.header {
        svg.push_str(&header(grid, label, fonts));
    }
    svg.push_str("</svg>");
    svg
}

/// Marks in the margins, in line with every cut and clear of the bleed.
fn cut_marks(grid: &Grid) -> String {
    let edges = |starts: Vec<f32>, length: f32| {
        let mut edges: Vec<f32> =
            starts.iter().flat_map(|start| [*start, start + length]).collect();
        edges.sort_by(f32::total_cmp);
        edges.dedup_by(|a, b| (*a - *b).abs() < 0.01);
        edges
    };
    let mut tops: Vec<f32> = grid.places.iter().map(|place| place.y).collect();
    if grid.fold.is_some() {
        tops.extend(grid.places.iter().map(|place| grid.page_height - place.y - grid.card.height));
    }
    let columns = edges(grid.places.iter().map(|place| place.x).collect(), grid.card.width);
    let rows = edges(tops, grid.card.height);
    let (Some(left), Some(right)) = (columns.first(), columns.last()) else { return String::new() };
    let (Some(top), Some(bottom)) = (rows.first(), rows.last()) else { return String::new() };
    let clear = grid.bleed + OFFSET;
    let mut path = String::new();
    let mut mark = |x1: f32, y1: f32, x2: f32, y2: f32| {
        path.push_str(&format!("M{} {}L{} {}", short(x1), short(y1), short(x2), short(y2)));
    };
    for x in &columns {
        mark(*x, (top - clear - MARK).max(0.0), *x, top - clear);
        mark(*x, bottom + clear, *x, (bottom + clear + MARK).min(grid.page_height));
    }
    for y in &rows {
        mark((left - clear - MARK).max(0.0), *y, left - clear, *y);
        mark(right + clear, *y, (right + clear + MARK).min(grid.page_width), *y);
    }
    // A quarter of a point: thin enough to cut along, thick enough for any printer.
    format!("<path d=\"{path}\" stroke=\"#000\" stroke-width=\"0.088\" fill=\"none\"/>")
}

/// The line that says how to print, and a ruler of 50 mm, between the marks of the first and
/// second column.
fn header(grid: &Grid, label: &str, fonts: &Fonts) -> String {
    let Some(first) = grid.places.first() else { return String::new() };
    let top = first.y - grid.bleed;
    if top < 4.5 {
        return String::new();
    }
    let family = fonts
        .families()
        .iter()
        .find(|family| family.contains("Sans"))
        .or_else(|| fonts.families().first());
    let family = family.map(String::as_str).unwrap_or_default();
    let baseline = top - 2.2;
    let mut svg = format!(
        "<text x=\"{}\" y=\"{}\" font-family=\"{}\" font-size=\"2.3\" fill=\"#333\">{}</text>",
        short(first.x + 1.5),
        short(baseline),
        escape(family),
        escape(label),
    );
    let second = if grid.columns > 1 { grid.places[1].x + 3.0 } else { first.x + 3.0 };
    if grid.columns > 1 && second + 60.0 < grid.page_width {
        svg.push_str(&ruler(second, baseline, family));
    }
    svg
}

fn ruler(x: f32, baseline: f32, family: &str) -> String {
    let mut path = format!("M{} {}h50", short(x), short(baseline));
    for tick in 0..=10 {
        let length = if tick % 2 == 0 { 1.6 } else { 0.9 };
        let at = x + tick as f32 * 5.0;
        path.push_str(&format!("M{} {}v-{}", short(at), short(baseline), short(length)));
    }
    format!(
        "<path d=\"{path}\" stroke=\"#333\" stroke-width=\"0.12\" fill=\"none\"/>\
         <text x=\"{}\" y=\"{}\" font-family=\"{}\" font-size=\"2\" fill=\"#333\">50 mm</text>",
        short(x + 51.0),
        short(baseline),
        escape(family),
    )
}
