//! `pool`: dice in a row, each by its colour, its outline and what it shows.

use minijinja::Error;
use minijinja::value::{Value, ValueKind};

use super::safe;
use crate::arguments::{Arguments, Given, wrong};
use crate::die::DieLook;
use crate::scope::{Scope, nearest};

/// A die of a pool.
#[derive(Debug, Clone, PartialEq)]
struct Die {
    name: String,
    /// Icon of the face that is up.
    face: Option<String>,
    count: usize,
    /// True if it is taken away; a minus is drawn in front of it.
    is_lost: bool,
}

/// More dice of one colour than this are refused: nobody throws them, and no card has room.
const MOST_ALIKE: u64 = 40;

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
    // Room for "×3" after the die, and for a minus in front of it.
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
    /// That many single dice in a row; of dice that are taken away only the first has a minus.
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

fn draw(scope: &Scope, die: &Die, x: f32, y: f32, size: f32) -> Result<String, Error> {
    let theme = &scope.resources.theme;
    let Some(look) = DieLook::of(theme, &die.name) else {
        let dice = theme.get("dice").and_then(toml::Value::as_table);
        let known = dice.into_iter().flat_map(|dice| dice.keys().map(String::as_str));
        let advice = nearest(&die.name, known).map(|near| format!("; did you mean `{near}`?"));
        let advice = advice.unwrap_or_default();
        return Err(wrong(format!("the theme has no `[dice.{}]`{advice}", die.name)));
    };
    let shown = die.face.as_ref().or(look.mark.as_ref()).filter(|name| scope.icon_exists(name));
    let shown = shown.and_then(|name| scope.resources.icons.get(name));
    look.draw(shown, x + size / 2.0, y + size / 2.0, size)
        .ok_or_else(|| wrong(format!("a die has no shape `{}`", look.shape)))
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
}
