//! `pool`: dice in a row, each by its colour, its outline and what it shows.

use minijinja::Error;
use minijinja::value::{Value, ValueKind};

use super::safe;
use crate::arguments::{Arguments, Given, wrong};
use crate::number::short;
use crate::scope::{Scope, nearest};
use crate::svg::escape;

/// A die of a pool.
#[derive(Debug, Clone, PartialEq)]
struct Die {
    name: String,
    /// Icon of the face that is up.
    face: Option<String>,
    count: usize,
    /// Taken away: a minus stands before it.
    is_lost: bool,
}

/// How a theme draws a die, from `[dice.NAME]`.
struct Look {
    colour: String,
    edge: String,
    ink: String,
    shape: String,
    mark: Option<String>,
}

/// More dice of one sort nobody throws, and no card has room for them.
const MOST_ALIKE: u64 = 40;

/// A quarter point, in millimetres: thinner lines break in print.
const THINNEST: f32 = 0.09;

/// Room for the minus before dice that are taken away, in widths of a die.
const MINUS: f32 = 0.5;

/// `pool(dice, x, y, size, gap=…, w=…, counts=…, align=…, colour=…)`.
pub(super) fn pool(scope: &Scope, given: &Given) -> Result<Value, Error> {
    let names = ["dice", "x", "y", "size", "gap", "w", "counts", "align", "colour"];
    let arguments = Arguments::read("pool", &names, given)?;
    let mut size = arguments.number("size")?.max(0.5);
    let with_counts = arguments.get("counts").is_some_and(Value::is_true);
    let mut dice = read(scope, arguments.value("dice")?)?;
    if !with_counts {
        dice = dice.iter().flat_map(Die::one_by_one).collect();
    }
    let mut gap = arguments.number_or_none("gap")?.unwrap_or(size * 0.16);
    // Room for "×3" beside the die, and for a minus before it.
    let beside = |die: &Die| if die.count > 1 { 0.72 } else { 0.0 };
    let before = |die: &Die| if die.is_lost { MINUS } else { 0.0 };
    let ems: f32 = dice.iter().map(|die| before(die) + 1.0 + beside(die)).sum();
    let wanted = ems * size + gap * dice.len().saturating_sub(1) as f32;
    if let Some(room) = arguments.number_or_none("w")?.filter(|room| *room < wanted) {
        let scale = (room / wanted).max(0.05);
        (size, gap) = (size * scale, gap * scale);
    }
    let width = ems * size + gap * dice.len().saturating_sub(1) as f32;
    let mut x = arguments.number("x")?
        - width
            * match arguments.text("align") {
                Some("middle" | "center" | "centre") => 0.5,
                Some("end" | "right") => 1.0,
                _ => 0.0,
            };
    let y = arguments.number("y")?;
    let colour = arguments.text("colour").unwrap_or("#1d1710");
    let mut svg = String::new();
    for die in &dice {
        if die.is_lost {
            let points = size * 0.8 / crate::number::MM_PER_PT;
            let at = (x, y + size / 2.0);
            let minus = Value::from("\u{2212}");
            svg.push_str(&super::text::number_beside(scope, &minus, at, points, colour));
            x += size * MINUS;
        }
        svg.push_str(&draw(scope, die, x, y, size)?);
        if die.count > 1 {
            let text = Value::from(format!("×{}", die.count));
            let points = size * 0.5 / crate::number::MM_PER_PT;
            let at = (x + size * 1.06, y + size / 2.0);
            svg.push_str(&super::text::number_beside(scope, &text, at, points, colour));
        }
        x += (1.0 + beside(die)) * size + gap;
    }
    Ok(safe(svg))
}

impl Die {
    /// As many dice in a row; of those that are taken away only the first has a minus.
    fn one_by_one(&self) -> impl Iterator<Item = Die> {
        let place =
            |place: usize| Die { count: 1, is_lost: self.is_lost && place == 0, ..self.clone() };
        (0..self.count).map(place)
    }
}

/// Reads `{blue: 2, red: -1}`, `["blue", "red"]` or `[{die: "blue", face: "star-2"}]`.
fn read(scope: &Scope, value: &Value) -> Result<Vec<Die>, Error> {
    let die = |name: String, count: usize| Die { name, face: None, count, is_lost: false };
    let mut dice = Vec::new();
    match value.kind() {
        ValueKind::Map => {
            for name in value.try_iter()? {
                let number = value.get_item(&name)?;
                let count = i64::try_from(number.clone())
                    .map_err(|_| wrong(format!("`{name}` needs a number of dice")))?;
                if count.unsigned_abs() > MOST_ALIKE {
                    let message = format!("{count} dice of the sort `{name}` are too many to draw");
                    let help = format!("write at most {MOST_ALIKE}");
                    scope.report_undrawable("dice", message, help);
                    continue;
                }
                let shown = die(name.to_string(), count.unsigned_abs() as usize);
                dice.push(Die { is_lost: count < 0, ..shown });
            }
        }
        ValueKind::Seq | ValueKind::Iterable => {
            for item in value.try_iter()?.take(200) {
                let attribute = |name: &str| {
                    item.get_attr(name)
                        .ok()
                        .filter(|value| !value.is_undefined() && !value.is_none())
                };
                match (item.as_str(), attribute("die")) {
                    (Some(name), _) => dice.push(die(name.to_owned(), 1)),
                    (None, Some(name)) => dice.push(Die {
                        name: name.to_string(),
                        face: attribute("face").map(|face| face.to_string()),
                        count: 1,
                        is_lost: false,
                    }),
                    _ => return Err(wrong(format!("`{item}` is not a die"))),
                }
            }
        }
        _ => return Err(wrong("`pool` needs a map of dice and numbers, or a list of dice")),
    }
    dice.retain(|die| die.count > 0);
    Ok(dice)
}

fn look(scope: &Scope, name: &str) -> Result<Look, Error> {
    let dice = scope.resources.theme.get("dice").and_then(toml::Value::as_table);
    let Some(table) = dice.and_then(|dice| dice.get(name)).and_then(toml::Value::as_table) else {
        let known = dice.into_iter().flat_map(|dice| dice.keys().map(String::as_str));
        let advice = nearest(name, known).map(|near| format!("; did you mean `{near}`?"));
        let advice = advice.unwrap_or_default();
        return Err(wrong(format!("the theme has no `[dice.{name}]`{advice}")));
    };
    let text = |key: &str| table.get(key).and_then(toml::Value::as_str).map(str::to_owned);
    Ok(Look {
        colour: text("colour").unwrap_or_else(|| "#808080".to_owned()),
        edge: text("edge").unwrap_or_else(|| "#1d1710".to_owned()),
        ink: text("ink").unwrap_or_else(|| "#ffffff".to_owned()),
        shape: text("shape").unwrap_or_else(|| "square".to_owned()),
        mark: text("mark"),
    })
}

fn draw(scope: &Scope, die: &Die, x: f32, y: f32, size: f32) -> Result<String, Error> {
    let look = look(scope, &die.name)?;
    // Small dice still have an outline that a printer can hold.
    let line = (size * 0.055).max(THINNEST);
    let body = outline(&look.shape, size - line)
        .ok_or_else(|| wrong(format!("a die has no shape `{}`", look.shape)))?;
    let mut svg = format!(
        "<g transform=\"translate({} {})\"><path d=\"{body}\" fill=\"{}\" stroke=\"{}\" \
         stroke-width=\"{}\" stroke-linejoin=\"round\"/>",
        short(x + size / 2.0),
        short(y + size / 2.0),
        escape(&look.colour),
        escape(&look.edge),
        short(line),
    );
    let shown = die.face.as_ref().or(look.mark.as_ref());
    if let Some(name) = shown.filter(|name| scope.icon_exists(name)) {
        let side = size * if look.shape == "star" { 0.34 } else { 0.6 };
        if let Some(icon) = scope.resources.icons.get(name) {
            svg.push_str(&icon.place(-side / 2.0, -side / 2.0, side, side, &look.ink));
        }
    }
    svg.push_str("</g>");
    Ok(svg)
}

/// Outlines around the middle, as wide and high as given.
fn outline(shape: &str, size: f32) -> Option<String> {
    let half = size / 2.0;
    let ring = |corners: usize, inner: f32, turn: f32| {
        let count = if inner < 1.0 { corners * 2 } else { corners };
        let point = |index: usize| {
            let angle = turn + std::f32::consts::TAU * index as f32 / count as f32;
            let radius = half * if inner < 1.0 && index % 2 == 1 { inner } else { 1.0 };
            format!("{} {}", short(radius * angle.sin()), short(-radius * angle.cos()))
        };
        format!("M{}Z", (0..count).map(point).collect::<Vec<_>>().join("L"))
    };
    Some(match shape {
        "square" => {
            let (round, side) = (size * 0.17, size * 0.66);
            let (r, s, h) = (short(round), short(side), short(half));
            format!(
                "M-{0} -{h}h{s}a{r} {r} 0 0 1 {r} {r}v{s}a{r} {r} 0 0 1 -{r} {r}h-{s}\
                 a{r} {r} 0 0 1 -{r} -{r}v-{s}a{r} {r} 0 0 1 {r} -{r}Z",
                short(half - round)
            )
        }
        "circle" => {
            let (h, d) = (short(half), short(size));
            format!("M-{h} 0a{h} {h} 0 1 0 {d} 0a{h} {h} 0 1 0 -{d} 0Z")
        }
        "hexagon" => ring(6, 1.0, 0.0),
        "octagon" => ring(8, 1.0, std::f32::consts::PI / 8.0),
        "diamond" => ring(4, 1.0, 0.0),
        "star" => ring(5, 0.56, 0.0),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pools_are_read_in_three_forms() {
        let scope = Scope::for_tests("");
        let read = |value: &Value| read(&scope, value);
        let die =
            |name: &str, count| Die { name: name.to_owned(), face: None, count, is_lost: false };
        let map = Value::from_pairs([("blue", 2), ("red", 0)]);
        assert_eq!(read(&map).unwrap(), [die("blue", 2)]);
        let list = Value::from(vec!["blue", "red"]);
        assert_eq!(read(&list).unwrap(), [die("blue", 1), die("red", 1)]);
        let face = Value::from_pairs([("die", "blue"), ("face", "star")]);
        let shown = &read(&Value::from(vec![face])).unwrap()[0];
        assert_eq!(shown.face.as_deref(), Some("star"));
        assert!(read(&Value::from(3)).is_err());
        let lost = read(&Value::from_pairs([("blue", -2)])).unwrap();
        assert_eq!(lost, [Die { is_lost: true, ..die("blue", 2) }]);
        let row: Vec<Die> = lost[0].one_by_one().collect();
        assert_eq!(row, [Die { is_lost: true, ..die("blue", 1) }, die("blue", 1)]);
    }

    #[test]
    fn more_dice_than_anyone_throws_are_the_cards_mistake() {
        let scope = Scope::for_tests("");
        let dice = Value::from_pairs([("blue", 1_000_000), ("red", 1)]);
        assert_eq!(read(&scope, &dice).unwrap().len(), 1);
        let found = scope.take_problems();
        assert_eq!(found[0].code, crate::problem::UNDRAWABLE);
    }

    #[test]
    fn every_shape_is_closed() {
        for shape in ["square", "circle", "hexagon", "octagon", "diamond", "star"] {
            assert!(outline(shape, 5.0).unwrap().ends_with('Z'), "{shape}");
        }
        assert_eq!(outline("blob", 5.0), None);
    }
}
