//! Writes placed text as SVG.

use super::setter::{Placed, PlacedIcon, PlacedRun};
use crate::icons::Icons;
use crate::number::short;
use crate::pdf::{SAYS, WORDS};
use crate::svg::escape;

/// Makes everything after it run from right to left. A run has one direction, so that this
/// is all a reader of the SVG needs to know; `direction` is not understood by all of them.
pub(crate) const RIGHT_TO_LEFT: &str = "\u{202e}";

/// The text as `<text>` elements and inlined icons, its box's top left corner at the point.
/// Icons that the theme does not have are left out; the caller has reported them.
pub(crate) fn emit(placed: &Placed, icons: &Icons, x: f32, y: f32) -> String {
    let runs = placed.runs.iter().map(|placed| (placed.order, run(placed, x, y)));
    let drawings = placed.icons.iter().map(|placed| (placed.order, icon(placed, icons, x, y)));
    // In the order in which they are read, which is not always from left to right.
    let mut parts: Vec<(usize, String)> = runs.chain(drawings).collect();
    parts.sort_by_key(|(order, _)| *order);
    let parts: String = parts.into_iter().map(|(_, svg)| svg).collect();
    // Marked for documents that are heard: the words of a box belong together, and an icon
    // between them says its name.
    format!("<g id=\"{WORDS}\">{parts}</g>")
}

fn run(run: &PlacedRun, x: f32, y: f32) -> String {
    let mut svg = format!(
        "<text x=\"{}\" y=\"{}\" font-family=\"{}\" font-size=\"{}\" font-weight=\"{}\"",
        short(x + run.x),
        short(y + run.y),
        escape(&run.face.family),
        short(run.size),
        run.face.weight,
    );
    if run.face.italic {
        svg.push_str(" font-style=\"italic\"");
    }
    if run.tracking != 0.0 {
        svg.push_str(&format!(" letter-spacing=\"{}\"", short(run.tracking)));
    }
    let order = if run.is_rtl { RIGHT_TO_LEFT } else { "" };
    let (colour, text) = (escape(&run.colour), escape(&run.text));
    svg.push_str(&format!(" fill=\"{colour}\">{order}{text}</text>"));
    svg
}

fn icon(icon: &PlacedIcon, icons: &Icons, x: f32, y: f32) -> String {
    let Some(drawing) = icons.get(&icon.name) else { return String::new() };
    let svg = drawing.place_ink(x + icon.x, y + icon.y, icon.height, &icon.colour);
    format!("<g id=\"{SAYS}{}\">{svg}</g>", escape(&icon.name))
}
