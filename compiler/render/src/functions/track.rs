//! `track`: a row of numbered spaces, for counters that a card carries.

use minijinja::Error;
use minijinja::value::Value;

use super::safe;
use crate::arguments::{Arguments, Given, wrong};
use crate::number::{MM_PER_PT, short};
use crate::scope::Scope;
use crate::svg::escape;

/// A longer track is refused: it can only be a mistake in the template.
const LONGEST: f32 = 100.0;

/// `track(spaces, x, y, w, size=…, …)`: spaces from left to right, wrapped into rows if they would
/// get too small.
pub(super) fn track(scope: &Scope, given: &Given) -> Result<Value, Error> {
    let names = [
        "spaces", "x", "y", "w", "size", "from", "shape", "fill", "stroke", "colour", "marks",
        "per_row",
    ];
    let arguments = Arguments::read("track", &names, given)?;
    let count = arguments.number("spaces")?;
    if !(0.0..=LONGEST).contains(&count) {
        return Err(wrong(format!("a track has from 0 to {LONGEST} spaces")));
    }
    let count = count as usize;
    let per_row =
        arguments.number_or_none("per_row")?.map_or(count, |number| number as usize).max(1);
    let columns = per_row.min(count.max(1));
    let width = arguments.number("w")?;
    let step = width / columns as f32;
    let size = arguments.number_or_none("size")?.unwrap_or(step * 0.88).min(step);
    let (x, y) = (arguments.number("x")?, arguments.number("y")?);
    let first = arguments.number_or_none("from")?.unwrap_or(1.0) as i64;
    let word = |name: &str, default: &str| arguments.text(name).unwrap_or(default).to_owned();
    let (fill, stroke) = (word("fill", "#f6ecd2"), word("stroke", "#4a3c28"));
    let colour = word("colour", "#1d1710");
    let is_square = match arguments.text("shape") {
        None | Some("circle") => false,
        Some("square") => true,
        Some(shape) => return Err(wrong(format!("a track has no shape `{shape}`"))),
    };
    let mut svg = String::new();
    for index in 0..count {
        let number = first + index as i64;
        let middle_x = x + (index % columns) as f32 * step + step / 2.0;
        let middle_y = y + size / 2.0 + (index / columns) as f32 * (size + (step - size).max(0.3));
        let (fill, stroke) = (escape(&fill), escape(&stroke));
        let line = short(size * 0.07);
        svg.push_str(&if is_square {
            let (left, top) = (short(middle_x - size / 2.0), short(middle_y - size / 2.0));
            let (side, round) = (short(size), short(size * 0.14));
            format!(
                "<rect x=\"{left}\" y=\"{top}\" width=\"{side}\" height=\"{side}\" rx=\"{round}\""
            )
        } else {
            let radius = short(size / 2.0);
            format!("<circle cx=\"{}\" cy=\"{}\" r=\"{radius}\"", short(middle_x), short(middle_y))
        });
        svg.push_str(&format!(" fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"{line}\"/>"));
        match mark(&arguments, number).filter(|name| scope.icon_exists(name)) {
            Some(name) => {
                if let Some(icon) = scope.resources.icons.get(&name) {
                    let side = size * 0.66;
                    let (left, top) = (middle_x - side / 2.0, middle_y - side / 2.0);
                    svg.push_str(&icon.place(left, top, side, side, &colour));
                }
            }
            None => {
                let text = Value::from(number.to_string());
                let points = size * 0.52 / MM_PER_PT;
                let at = (middle_x, middle_y);
                svg.push_str(&super::text::number_in(
                    scope,
                    &text,
                    at,
                    size * 0.82,
                    points,
                    &colour,
                ));
            }
        }
    }
    Ok(safe(svg))
}

/// The icon that replaces the number of a space: `marks={5: "skull"}`.
fn mark(arguments: &Arguments<'_>, number: i64) -> Option<String> {
    let icon = arguments.get("marks")?.get_item(&Value::from(number)).ok()?;
    icon.as_str().map(str::to_owned)
}
