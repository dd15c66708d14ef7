//! Marks that help to put the parts of a large piece together: crosses at the corners, names of
//! the neighbours, the strip for glue, and a small plan.

use super::marks::{family, words};
use super::page::{Face, Page};
use super::split::{self, Part};
use crate::fonts::Fonts;
use crate::number::short;

/// The marks of one part, as SVG in millimetres on the page.
pub(super) fn marks(page: &Page, part: &Part, fonts: &Fonts) -> String {
    let family = family(fonts);
    let mut svg = crosses(part);
    svg.push_str(&joins(part));
    svg.push_str(&neighbours(page, part, &family));
    svg.push_str(&key(page, part, &family));
    svg
}

/// A cross at each corner of the part, left open over the picture; cut from one to the next.
fn crosses(part: &Part) -> String {
    let area = &part.area;
    let mut path = String::new();
    for (x, out_x) in [(area.left, -1.0), (area.right, 1.0)] {
        for (y, out_y) in [(area.top, -1.0), (area.bottom, 1.0)] {
            // The strip for glue comes first; the cross continues beyond it.
            let away_x = if out_x > 0.0 { part.overlap.max(1.0) + 1.0 } else { 2.0 };
            let away_y = if out_y > 0.0 { part.overlap.max(1.0) + 1.0 } else { 2.0 };
            path.push_str(&format!(
                "M{x} {}v{}M{} {y}h{}",
                short(y + out_y * away_y),
                short(out_y * 5.0),
                short(x + out_x * away_x),
                short(out_x * 5.0),
                x = short(x),
                y = short(y),
            ));
        }
    }
    format!("<path d=\"{path}\" stroke=\"#000\" stroke-width=\"0.12\" fill=\"none\"/>")
}

/// Dashed lines where the edges of the neighbours will lie.
fn joins(part: &Part) -> String {
    let area = &part.area;
    let mut path = String::new();
    if part.column + 1 < part.columns {
        path.push_str(&format!(
            "M{} {}V{}",
            short(area.right),
            short(area.top),
            short(area.bottom)
        ));
    }
    if part.row + 1 < part.rows {
        path.push_str(&format!(
            "M{} {}H{}",
            short(area.left),
            short(area.bottom),
            short(area.right)
        ));
    }
    if path.is_empty() || part.overlap <= 0.0 {
        return String::new();
    }
    format!(
        "<path d=\"{path}\" stroke=\"#fff\" stroke-width=\"0.3\" fill=\"none\"/>\
         <path d=\"{path}\" stroke=\"#000\" stroke-width=\"0.15\" stroke-dasharray=\"2 2\" fill=\"none\"/>"
    )
}

/// The names of the parts that follow to the right and below, with a pointer.
fn neighbours(page: &Page, part: &Part, family: &str) -> String {
    let area = &part.area;
    let mut svg = String::new();
    if part.column + 1 < part.columns {
        let x = area.right + part.overlap + 1.5;
        let y = (area.top + area.bottom) / 2.0;
        if x + 6.0 < page.width {
            svg.push_str(&words(
                &split::label(part.column + 1, part.row),
                (x, y - 1.6),
                2.6,
                "start",
                family,
            ));
            svg.push_str(&format!(
                "<path d=\"M{} {}l3 1.5l-3 1.5z\" fill=\"#333\"/>",
                short(x),
                short(y)
            ));
        }
    }
    if part.row + 1 < part.rows {
        let x = (area.left + area.right) / 2.0;
        let y = area.bottom + part.overlap + 1.2;
        svg.push_str(&format!(
            "<path d=\"M{} {}h3l-1.5 2.4z\" fill=\"#333\"/>",
            short(x - 4.0),
            short(y)
        ));
        let name = split::label(part.column, part.row + 1);
        svg.push_str(&words(&name, (x, y + 2.4), 2.6, "start", family));
    }
    svg
}

/// A small plan of the parts, with this one filled, and its name.
fn key(page: &Page, part: &Part, family: &str) -> String {
    let cell = (7.0 / part.rows as f32).min(24.0 / part.columns as f32).min(3.5);
    let (width, height) = (cell * part.columns as f32, cell * part.rows as f32);
    let (left, top) = (part.area.left, page.height - 3.0 - height);
    if top < part.area.bottom + part.overlap + 0.3 {
        return String::new();
    }
    let mut grid = String::new();
    for column in 0..part.columns {
        for row in 0..part.rows {
            let is_this = (column, row) == (part.column, part.row);
            grid.push_str(&format!(
                "<rect x=\"{}\" y=\"{}\" width=\"{c}\" height=\"{c}\" fill=\"{}\" \
                 stroke=\"#333\" stroke-width=\"0.15\"/>",
                short(left + column as f32 * cell),
                short(top + row as f32 * cell),
                if is_this { "#333" } else { "none" },
                c = short(cell),
            ));
        }
    }
    let glue = if part.overlap > 0.0 && part.columns * part.rows > 1 {
        " · cut between the crosses, glue the next part up to the dashed line"
    } else {
        " · cut between the crosses, join edge to edge"
    };
    let side = if part.face == Face::Back { ", back" } else { "" };
    let text = format!("{}{side} of {} × {}{glue}", part.label(), part.columns, part.rows);
    format!("{grid}{}", words(&text, (left + width + 2.0, page.height - 4.0), 2.3, "start", family))
}
