//! `icon`, `has_icon` and `art`.

use minijinja::Error;
use minijinja::value::Value;

use super::safe;
use crate::arguments::{Arguments, Given};
use crate::art::{self, Frame, Request};
use crate::colour::Colour;
use crate::number::{short, stable_hash};
use crate::pdf::PICTURE;
use crate::problem::PICTURE_TOO_SMALL;
use crate::scope::Scope;
use crate::svg::{ASSET, escape};

/// `icon(name, x, y, size, colour)`: an icon whose top left corner is at the point.
pub(super) fn icon(scope: &Scope, given: &Given) -> Result<Value, Error> {
    let names = ["name", "x", "y", "size", "colour", "anchor"];
    let arguments = Arguments::read("icon", &names, given)?;
    let name = arguments.value("name")?.to_string();
    if !scope.icon_exists(&name) {
        return Ok(safe(String::new()));
    }
    let size = arguments.number("size")?;
    let (mut x, mut y) = (arguments.number("x")?, arguments.number("y")?);
    if matches!(arguments.text("anchor"), Some("middle" | "center" | "centre")) {
        x -= size / 2.0;
        y -= size / 2.0;
    }
    let colour = arguments.text("colour").unwrap_or("#000000");
    let drawing = scope.resources.icons.get(&name);
    Ok(safe(drawing.map_or_else(String::new, |icon| icon.place(x, y, size, size, colour))))
}

pub(super) fn has_icon(scope: &Scope, given: &Given) -> Result<Value, Error> {
    let arguments = Arguments::read("has_icon", &["name"], given)?;
    let name = arguments.get("name").map(Value::to_string).unwrap_or_default();
    Ok(Value::from(scope.resources.icons.get(&name).is_some()))
}

/// `art(card, x, y, w, h)`: the card's picture, or a generated one.
pub(super) fn art(scope: &Scope, given: &Given) -> Result<Value, Error> {
    let names = ["card", "x", "y", "w", "h", "scene", "colour", "figure", "seed"];
    let arguments = Arguments::read("art", &names, given)?;
    let place = Frame {
        x: arguments.number("x")?,
        y: arguments.number("y")?,
        width: arguments.number("w")?.max(0.1),
        height: arguments.number("h")?.max(0.1),
    };
    let of_card = |name: &str| {
        let value = arguments.get("card")?.get_attr(name).ok()?;
        value.as_str().map(str::to_owned)
    };
    if let Some(path) = of_card("art")
        && let Some(picture) = scope.resources.pictures.get(&path)
    {
        let dots =
            (picture.width as f32 / place.width).min(picture.height as f32 / place.height) * 25.4;
        if dots < scope.resources.dpi / 2.0 {
            let message = format!("`{path}` is printed at only {dots:.0} dots an inch");
            let problem = scope.subject.warning(PICTURE_TOO_SMALL, path.as_str(), message);
            scope.report(problem.help("use a picture with more pixels"));
        }
        return Ok(safe(as_picture(&picture_svg(&path, &place))));
    }
    let identity = match arguments.get("seed") {
        Some(seed) => seed.to_string(),
        None => of_card("id").unwrap_or_else(|| scope.subject.card.clone()),
    };
    let request = Request {
        frame: place,
        seed: stable_hash(&identity),
        kind: arguments.text("scene").unwrap_or(&scope.kind).to_owned(),
        family: scope.family.clone(),
        colour: arguments.text("colour").and_then(Colour::parse),
        figure: arguments.text("figure").and_then(|name| {
            scope.icon_exists(name).then(|| scope.resources.icons.get(name).cloned()).flatten()
        }),
        hints: hints(&arguments),
    };
    Ok(safe(as_picture(&art::scene(&request))))
}

/// Marked as the card's picture, for documents that are heard.
fn as_picture(svg: &str) -> String {
    format!("<g id=\"{PICTURE}\">{svg}</g>")
}

/// Words of the card that a generated picture takes up: its types, tribes, damage, keywords.
fn hints(arguments: &Arguments<'_>) -> Vec<String> {
    let Some(card) = arguments.get("card") else { return Vec::new() };
    let mut words = Vec::new();
    for field in ["type", "tribe", "class", "damage"] {
        let Ok(value) = card.get_attr(field) else { continue };
        match value.as_str() {
            Some(word) => words.push(word.to_owned()),
            None => words.extend(
                value.try_iter().into_iter().flatten().filter_map(|v| v.as_str().map(Into::into)),
            ),
        }
    }
    for field in ["id", "name"] {
        if let Some(text) = card.get_attr(field).ok().and_then(|v| v.as_str().map(str::to_owned)) {
            words.extend(text.to_lowercase().split([' ', '-']).map(str::to_owned));
        }
    }
    words
}

fn picture_svg(path: &str, frame: &Frame) -> String {
    let (x, y) = (short(frame.x), short(frame.y));
    let (width, height) = (short(frame.width), short(frame.height));
    format!(
        "<svg x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\">\
         <image href=\"{ASSET}{}\" width=\"{width}\" height=\"{height}\" \
         preserveAspectRatio=\"xMidYMid slice\"/></svg>",
        escape(path)
    )
}
