//! Writes placed text as SVG.

use super::setter::{Placed, PlacedIcon};
use crate::galley::Galley;
use crate::icons::Icons;
use crate::pdf::{SAYS, WORDS};
use crate::svg::escape;

/// The text as inlined icons and marks for its words, which the galley keeps, with its box's top
/// left corner at the point. Icons that the theme does not have are left out; the caller has
/// reported them.
pub(crate) fn emit(placed: &Placed, icons: &Icons, galley: &Galley, x: f32, y: f32) -> String {
    let runs = placed.runs.iter().map(|run| {
        let mark = galley.put(&run.set, x + run.x, y + run.y, &run.colour);
        (run.order, mark)
    });
    let drawings = placed.icons.iter().map(|placed| (placed.order, icon(placed, icons, x, y)));
    // In reading order, which is not always from left to right.
    let mut parts: Vec<(usize, String)> = runs.chain(drawings).collect();
    parts.sort_by_key(|(order, _)| *order);
    let parts: String = parts.into_iter().map(|(_, svg)| svg).collect();
    // The marks are for screen readers: the words of a box belong together, and an icon between
    // them is read by its name.
    format!("<g id=\"{WORDS}\">{parts}</g>")
}

fn icon(icon: &PlacedIcon, icons: &Icons, x: f32, y: f32) -> String {
    let Some(drawing) = icons.get(&icon.name) else { return String::new() };
    let svg = drawing.place_ink(x + icon.x, y + icon.y, icon.height, &icon.colour);
    format!("<g id=\"{SAYS}{}\">{svg}</g>", escape(&icon.name))
}
