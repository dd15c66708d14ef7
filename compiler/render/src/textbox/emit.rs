//! Writes placed text as SVG.

use super::setter::Placed;
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
    // Marked for documents that are heard: the words of a box belong together, and an icon
    // between them says its name.
    let mut svg = format!("<g id=\"{WORDS}\">");
    for run in &placed.runs {
        svg.push_str(&format!(
            "<text x=\"{}\" y=\"{}\" font-family=\"{}\" font-size=\"{}\" font-weight=\"{}\"",
            short(x + run.x),
            short(y + run.y),
            escape(&run.face.family),
            short(run.size),
            run.face.weight,
        ));
        if run.face.italic {
            svg.push_str(" font-style=\"italic\"");
        }
        if run.tracking != 0.0 {
            svg.push_str(&format!(" letter-spacing=\"{}\"", short(run.tracking)));
        }
        let order = if run.is_rtl { RIGHT_TO_LEFT } else { "" };
        let (colour, text) = (escape(&run.colour), escape(&run.text));
        svg.push_str(&format!(" fill=\"{colour}\">{order}{text}</text>"));
    }
    for icon in &placed.icons {
        if let Some(drawing) = icons.get(&icon.name) {
            let (left, top) = (x + icon.x, y + icon.y);
            svg.push_str(&format!("<g id=\"{SAYS}{}\">", escape(&icon.name)));
            svg.push_str(&drawing.place_ink(left, top, icon.height, &icon.colour));
            svg.push_str("</g>");
        }
    }
    svg.push_str("</g>");
    svg
}
