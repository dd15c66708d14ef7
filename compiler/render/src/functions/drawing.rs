//! `icon`, `has_icon` and `art`.

use std::collections::BTreeMap;

use minijinja::Error;
use minijinja::value::Value;

use super::safe;
use crate::arguments::{Arguments, Given, wrong};
use crate::art::{self, Frame, Request};
use crate::colour::Colour;
use crate::number::{short, stable_hash};
use crate::pdf::PICTURE;
use crate::scope::Scope;
use crate::svg::{ASSET, ICON, escape, mark};

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
    let svg = drawing.map_or_else(String::new, |icon| icon.place(x, y, size, size, colour));
    Ok(safe(mark(&format!("{ICON}{name}"), &svg)))
}

pub(super) fn has_icon(scope: &Scope, given: &Given) -> Result<Value, Error> {
    let arguments = Arguments::read("has_icon", &["name"], given)?;
    let name = arguments.get("name").map(Value::to_string).unwrap_or_default();
    Ok(Value::from(scope.resources.icons.get(&name).is_some()))
}

/// `art(card, x, y, w, h)`: the card's picture, or a generated one.
pub(super) fn art(scope: &Scope, given: &Given) -> Result<Value, Error> {
    let names = ["card", "x", "y", "w", "h", "scene", "colour", "figure", "seed", "focus"];
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
    let pictures = &scope.resources.pictures;
    let path = of_card("art").unwrap_or_default();
    let (picture, drawing) = (pictures.get(&path), pictures.drawing(&path));
    if picture.is_some() || drawing.is_some() {
        let focus = arguments.get("focus").cloned().or_else(|| {
            let field = arguments.get("card")?.get_attr("focus").ok()?;
            (!field.is_none() && !field.is_undefined()).then_some(field)
        });
        let focus = focus.map_or(Ok((0.5, 0.5)), |focus| focal_point(&focus))?;
        let svg = match (picture, drawing) {
            (Some(picture), _) => {
                let size = (picture.width as f32, picture.height as f32);
                let Crop { x, y, width, height } = Crop::of(size, &place, focus);
                let image = format!(
                    "<image href=\"{ASSET}{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" \
                     preserveAspectRatio=\"none\"/>",
                    escape(&path),
                    short(x),
                    short(y),
                    short(width),
                    short(height),
                );
                windowed(&place, &image)
            }
            (None, Some(drawing)) => {
                let Crop { x, y, width, .. } =
                    Crop::of((drawing.width, drawing.height), &place, focus);
                let (scale, body) = (width / drawing.width, &drawing.body);
                let (x, y) = (short(x), short(y));
                let moved =
                    format!("<g transform=\"translate({x} {y})scale({scale:.6})\">{body}</g>");
                windowed(&place, &moved)
            }
            (None, None) => String::new(),
        };
        return Ok(safe(mark(PICTURE, &svg)));
    }
    if scope.measures_only {
        return Ok(safe(String::new()));
    }
    let identity = match arguments.get("seed") {
        Some(seed) => seed.to_string(),
        None => of_card("id").unwrap_or_else(|| scope.subject.card.clone()),
    };
    let request = Request {
        frame: place,
        seed: stable_hash(&identity),
        scene: scene(scope, arguments.text("scene"))?,
        kind: scope.kind.clone(),
        family: scope.family.clone(),
        hues: hues(&scope.resources.theme),
        colour: arguments.text("colour").and_then(Colour::parse),
        figure: arguments.text("figure").and_then(|name| {
            scope.icon_exists(name).then(|| scope.resources.icons.get(name).cloned()).flatten()
        }),
        hints: hints(&scope.resources.theme, &arguments),
    };
    Ok(safe(mark(PICTURE, &art::scene(&request))))
}

/// The scene that a template asks for, by its own name or by a kind's; otherwise the kind's scene.
fn scene(scope: &Scope, asked: Option<&str>) -> Result<String, Error> {
    let art = scope.resources.theme.get("art");
    let table = art.and_then(|art| art.get("scenes")).and_then(toml::Value::as_table);
    let of_kind = |kind: &str| table?.get(kind)?.as_str().map(str::to_owned);
    let Some(name) = asked else { return Ok(of_kind(&scope.kind).unwrap_or_default()) };
    match of_kind(name) {
        Some(scene) => Ok(scene),
        None if art::scenes::is_known(name) => Ok(name.to_owned()),
        None => {
            Err(wrong(format!("there is no scene `{name}`; scenes are `{}`", art::scenes::names())))
        }
    }
}

/// `[art.hues]`: hue in degrees and saturation by word.
fn hues(theme: &toml::Table) -> BTreeMap<String, (f32, f32)> {
    let table = theme.get("art").and_then(|art| art.get("hues")).and_then(toml::Value::as_table);
    let number = |value: &toml::Value| {
        value.as_float().or_else(|| value.as_integer().map(|number| number as f64))
    };
    table
        .into_iter()
        .flatten()
        .filter_map(|(word, pair)| {
            let pair = pair.as_array()?;
            let (hue, saturation) = (number(pair.first()?)?, number(pair.get(1)?)?);
            Some((word.clone(), (hue as f32, saturation as f32)))
        })
        .collect()
}

/// Words of the card that a generated picture uses: the fields that the theme names in `[art]`,
/// and the parts of its name. A word listed in `[art.stand_ins]`, such as `weapon`, is replaced by
/// one of the things there.
fn hints(theme: &toml::Table, arguments: &Arguments<'_>) -> Vec<String> {
    let Some(card) = arguments.get("card") else { return Vec::new() };
    let mut words = Vec::new();
    let fields = theme.get("art").and_then(|art| art.get("fields")).and_then(toml::Value::as_array);
    for field in fields.into_iter().flatten().filter_map(toml::Value::as_str) {
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
    // The words of the name come before the words for the card's type.
    let stand_ins = theme.get("art").and_then(|art| art.get("stand_ins"));
    let stand_in = words.iter().find_map(|word| {
        let things = stand_ins?.get(word)?.as_array()?;
        let place = stable_hash(&words.concat()) as usize % things.len().max(1);
        things.get(place)?.as_str().map(str::to_owned)
    });
    words.splice(0..0, stand_in);
    words
}

/// The focal point of a picture, in percent of its width and height: `"30, 20"` or `[30, 20]`.
/// Returned as fractions.
fn focal_point(value: &Value) -> Result<(f32, f32), Error> {
    let bad = || wrong(format!("`{value}` is not a focus such as `50, 30`, in percent"));
    let numbers: Vec<f32> = match value.as_str() {
        Some(text) => text
            .split([',', ' '])
            .filter(|part| !part.is_empty())
            .map(|part| part.trim_end_matches('%').parse().map_err(|_| bad()))
            .collect::<Result<_, _>>()?,
        None => value
            .try_iter()
            .map_err(|_| bad())?
            .map(|part| f64::try_from(part).map(|part| part as f32).map_err(|_| bad()))
            .collect::<Result<_, _>>()?,
    };
    match numbers.as_slice() {
        [x, y] if (0.0..=100.0).contains(x) && (0.0..=100.0).contains(y) => {
            Ok((x / 100.0, y / 100.0))
        }
        _ => Err(bad()),
    }
}

/// Where a picture lies behind its frame.
#[derive(Debug, PartialEq)]
struct Crop {
    x: f32,
    y: f32,
    width: f32,
    height: f32,
}

impl Crop {
    /// Just large enough to fill the frame, and moved so that the focal point is as near to the
    /// middle as the picture's edges allow.
    fn of((across, down): (f32, f32), frame: &Frame, focus: (f32, f32)) -> Crop {
        let scale = (frame.width / across).max(frame.height / down);
        let (width, height) = (across * scale, down * scale);
        let shift = |whole: f32, room: f32, focus: f32| {
            (room / 2.0 - whole * focus).clamp((room - whole).min(0.0), 0.0)
        };
        let x = shift(width, frame.width, focus.0);
        let y = shift(height, frame.height, focus.1);
        Crop { x, y, width, height }
    }
}

/// Something that shows in a frame only.
fn windowed(frame: &Frame, body: &str) -> String {
    format!(
        "<svg x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\">{body}</svg>",
        short(frame.x),
        short(frame.y),
        short(frame.width),
        short(frame.height),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_focal_point_comes_to_the_middle_if_the_edges_allow() {
        let frame = Frame { x: 0.0, y: 0.0, width: 40.0, height: 20.0 };
        let wide = |focus| Crop::of((400.0, 100.0), &frame, focus);
        let crop = Crop { x: -20.0, y: 0.0, width: 80.0, height: 20.0 };
        assert_eq!(wide((0.5, 0.5)), crop);
        assert_eq!(wide((0.0, 0.5)).x, 0.0);
        assert_eq!(wide((1.0, 0.5)).x, -40.0);
        assert_eq!(wide((0.3, 0.9)).x, -4.0);
    }

    #[test]
    fn a_focus_is_two_percentages() {
        assert_eq!(focal_point(&Value::from("30%, 20%")).unwrap(), (0.3, 0.2));
        assert_eq!(focal_point(&Value::from(vec![50, 100])).unwrap(), (0.5, 1.0));
        for bad in ["", "50", "50, 101", "left, top", "1, 2, 3"] {
            assert!(focal_point(&Value::from(bad)).is_err(), "{bad}");
        }
    }
}
