//! `textbox`, `text`, `stack` and `measure`.

use minijinja::Error;
use minijinja::value::Value;

use super::{number, safe};
use crate::arguments::{Arguments, Given, wrong};
use crate::number::short;
use crate::problem::TEXT_OVERFLOW;
use crate::scope::Scope;
use crate::svg::{BOX, mark};
use crate::textbox::{
    Align, Fitted, Hyphenate, Part, Placed, Request, Rich, Style, VerticalAlign, fit_block,
    fit_line, fit_stack,
};

const TEXT_SETTINGS: &[&str] = &[
    "style",
    "size",
    "min",
    "align",
    "valign",
    "colour",
    "line_height",
    "name",
    "weight",
    "italic",
    "font",
    "tracking",
    "icon_colour",
    "hyphenate",
    "balance",
    "language",
];

/// Settings of a single line.
const LINE_SETTINGS: &[&str] = &[
    "style",
    "size",
    "min",
    "anchor",
    "colour",
    "name",
    "weight",
    "italic",
    "font",
    "tracking",
    "valign",
    "icon_colour",
    "align",
    "line_height",
];

/// `textbox(text, x, y, w, h, …)`: text in a box, shrunk until it fits.
pub(super) fn textbox(scope: &Scope, given: &Given) -> Result<Value, Error> {
    let names = [&["text", "x", "y", "w", "h"], TEXT_SETTINGS].concat();
    let arguments = Arguments::read("textbox", &names, given)?;
    let mut style = style(scope, &arguments, "rules")?;
    let rich = scope.rich(arguments.value("text")?);
    if rich.is_blank() {
        return Ok(safe(String::new()));
    }
    let name = arguments.text("name").unwrap_or("text");
    let shared = scope.share_size(&mut style, style_name(&arguments, "rules"), name);
    let (x, y) = (arguments.number("x")?, arguments.number("y")?);
    let request = Request { width: arguments.number("w")?, height: arguments.number("h")? };
    let fitted = scope.typeset(|setter| fit_block(setter, &rich, &style, request));
    scope.note_size(shared, fitted.size);
    report_overflow(scope, &fitted, name, &rich);
    let Some(placed) = fitted.parts.first() else { return Ok(safe(String::new())) };
    scope.report_gaps(placed, name);
    let top = y + shift(&style, request.height, placed.height);
    let svg = mark(&format!("{BOX}{name}"), &scope.emit(placed, x, top));
    Ok(safe(scope.trace_text(arguments.value("text")?, svg)))
}

/// `text(string, x, y, w, …)`: one line; `x` is its anchor and `y` its baseline.
pub(super) fn text(scope: &Scope, given: &Given) -> Result<Value, Error> {
    let names = [&["text", "x", "y", "w"], LINE_SETTINGS].concat();
    let arguments = Arguments::read("text", &names, given)?;
    let mut style = style(scope, &arguments, "text")?;
    let rich = scope.rich(arguments.value("text")?);
    if rich.is_blank() {
        return Ok(safe(String::new()));
    }
    if let Some(anchor) = arguments.text("anchor") {
        style.align = Align::parse(anchor).ok_or_else(|| wrong(format!("no anchor `{anchor}`")))?;
    }
    let anchor = std::mem::replace(&mut style.align, Align::Start);
    let width = arguments.number_or_none("w")?.unwrap_or(f32::MAX);
    let name = arguments.text("name").unwrap_or("text");
    let shared = scope.share_size(&mut style, style_name(&arguments, "text"), name);
    let fitted = scope.typeset(|setter| fit_line(setter, &rich, &style, width));
    scope.note_size(shared, fitted.size);
    report_overflow(scope, &fitted, name, &rich);
    let Some(placed) = fitted.parts.first() else { return Ok(safe(String::new())) };
    scope.report_gaps(placed, name);
    let x = arguments.number("x")?
        - placed.width
            * match anchor {
                Align::Start => 0.0,
                Align::Middle => 0.5,
                Align::End => 1.0,
            };
    // Capitals of most faces are about 0.66 em high.
    let capitals = fitted.size * crate::number::MM_PER_PT * 0.66;
    let baseline = arguments.number("y")?
        + match arguments.text("valign") {
            Some("middle" | "center" | "centre") => capitals / 2.0,
            Some("top") => capitals,
            _ => 0.0,
        };
    let svg = scope.emit(placed, x, baseline - placed.first_baseline);
    let svg = mark(&format!("{BOX}{name}"), &svg);
    Ok(safe(scope.trace_text(arguments.value("text")?, svg)))
}

/// A number that begins at the point and is vertically centred on it.
pub(super) fn number_beside(
    scope: &Scope,
    text: &Value,
    at: (f32, f32),
    size: f32,
    colour: &str,
) -> String {
    small(scope, text, (at, Align::Start), f32::MAX, size, colour)
}

/// A number that is centred on the point.
pub(super) fn number_in(
    scope: &Scope,
    text: &Value,
    at: (f32, f32),
    width: f32,
    size: f32,
    colour: &str,
) -> String {
    small(scope, text, (at, Align::Middle), width, size, colour)
}

/// Text inside a drawing, in the style of numbers.
fn small(
    scope: &Scope,
    text: &Value,
    ((x, y), align): ((f32, f32), Align),
    width: f32,
    size: f32,
    colour: &str,
) -> String {
    let theme = &scope.resources.theme;
    let named = Style::named(theme, "number").or_else(|| Style::named(theme, "text"));
    let mut style = named.unwrap_or_default();
    style.size = size.clamp(1.0, 500.0);
    style.min = style.size * 0.5;
    style.colour = colour.to_owned();
    let rich = scope.rich(text);
    let fitted = scope.typeset(|setter| fit_line(setter, &rich, &style, width));
    let Some(placed) = fitted.parts.first() else { return String::new() };
    let left = if align == Align::Middle { x - placed.width / 2.0 } else { x };
    let baseline = y + fitted.size * crate::number::MM_PER_PT * 0.33;
    scope.emit(placed, left, baseline - placed.first_baseline)
}

/// `stack(blocks, x, y, w, h, …)`: blocks below one another, all at the same size. Returns each
/// with its box, so that a template can draw backgrounds behind them.
pub(super) fn stack(scope: &Scope, given: &Given) -> Result<Value, Error> {
    let names =
        [&["blocks", "x", "y", "w", "h", "gap", "pad", "inset", "header", "labels"], TEXT_SETTINGS]
            .concat();
    let arguments = Arguments::read("stack", &names, given)?;
    let mut style = style(scope, &arguments, "rules")?;
    let (x, y) = (arguments.number("x")?, arguments.number("y")?);
    let request = Request { width: arguments.number("w")?, height: arguments.number("h")? };
    let gap = arguments.number_or_none("gap")?.unwrap_or(1.0);
    let pad = arguments.number_or_none("pad")?.unwrap_or(0.0);
    let with_labels = arguments.get("labels").is_none_or(Value::is_true);
    let blocks: Vec<Value> = arguments.value("blocks")?.try_iter()?.collect();
    let mut parts = Vec::new();
    for (index, block) in blocks.iter().enumerate() {
        let mut rich = scope.rich(block);
        if !with_labels {
            rich.drop_labels();
        }
        let inset = by_role(&arguments, "inset", block)?;
        let header = by_role(&arguments, "header", block)?;
        let gap = if index == 0 { 0.0 } else { gap };
        parts.push(Part { rich, narrower: inset + 2.0 * pad, taller: header + 2.0 * pad + gap });
    }
    let name = arguments.text("name").unwrap_or("rules");
    let shared = scope.share_size(&mut style, style_name(&arguments, "rules"), name);
    let fitted = scope.typeset(|setter| fit_stack(setter, &parts, &style, request));
    if parts.iter().any(|part| !part.rich.is_blank()) {
        scope.note_size(shared, fitted.size);
    }
    let first = parts.first().map(|part| part.rich.clone()).unwrap_or_default();
    report_overflow(scope, &fitted, name, &first);
    let used: f32 =
        parts.iter().zip(&fitted.parts).map(|(part, placed)| part.taller + placed.height).sum();
    let mut top = y + shift(&style, request.height, used);
    let mut items = Vec::new();
    for (index, ((block, part), placed)) in blocks.iter().zip(&parts).zip(&fitted.parts).enumerate()
    {
        scope.report_gaps(placed, name);
        let inset = by_role(&arguments, "inset", block)?;
        let header = by_role(&arguments, "header", block)?;
        top += if index == 0 { 0.0 } else { gap };
        let height = placed.height + part.taller - if index == 0 { 0.0 } else { gap };
        let svg = scope.emit(placed, x + inset + pad, top + header + pad);
        let svg = scope.trace_text(block, mark(&format!("{BOX}{name}"), &svg));
        items.push(item(block, placed, [x, top, request.width, height], svg));
        top += height;
    }
    Ok(Value::from_pairs([
        ("items", Value::from(items)),
        ("size", number(fitted.size)),
        ("height", number(used)),
        ("bottom", number(top)),
        ("overflow", fitted.overflow.map_or(Value::from(()), number)),
    ]))
}

fn item(block: &Value, placed: &Placed, [x, y, w, h]: [f32; 4], svg: String) -> Value {
    let of_block = |name: &str| match block.get_attr(name) {
        Ok(value) if !value.is_undefined() => value,
        _ => Value::from(()),
    };
    Value::from_pairs([
        ("x", number(x)),
        ("y", number(y)),
        ("w", number(w)),
        ("h", number(h)),
        ("lines", Value::from(placed.lines)),
        ("svg", safe(svg)),
        ("role", of_block("role")),
        ("keys", of_block("keys")),
        ("label", of_block("label")),
        ("block", block.clone()),
    ])
}

/// A number for the block's role, from a map of roles or one number for all.
fn by_role(arguments: &Arguments<'_>, name: &str, block: &Value) -> Result<f32, Error> {
    let Some(value) = arguments.get(name) else { return Ok(0.0) };
    if value.is_number() {
        return arguments.number(name);
    }
    let role = block.get_attr("role").unwrap_or_default();
    let number = value.get_item(&role).unwrap_or_default();
    Ok(f64::try_from(number).map_or(0.0, |number| number as f32))
}

/// `measure(text, w, …)`: the room a text needs at its full size.
pub(super) fn measure(scope: &Scope, given: &Given) -> Result<Value, Error> {
    let names = [&["text", "w"], TEXT_SETTINGS].concat();
    let arguments = Arguments::read("measure", &names, given)?;
    let style = style(scope, &arguments, "rules")?;
    let rich = scope.rich(arguments.value("text")?);
    let width = arguments.number_or_none("w")?;
    let placed = scope.typeset(|setter| setter.set(&rich, &style, style.size, width));
    Ok(Value::from_pairs([
        ("width", number(placed.width)),
        ("height", number(placed.height)),
        ("lines", Value::from(placed.lines)),
    ]))
}

fn style_name<'a>(arguments: &'a Arguments<'_>, default: &'a str) -> &'a str {
    arguments.text("style").unwrap_or(default)
}

fn style(scope: &Scope, arguments: &Arguments<'_>, default: &str) -> Result<Style, Error> {
    let mut style = match arguments.text("style") {
        Some(name) => Style::named(&scope.resources.theme, name)
            .ok_or_else(|| wrong(format!("the theme has no `[styles.{name}]`")))?,
        None => Style::named(&scope.resources.theme, default).unwrap_or_default(),
    };
    if let Some(size) = arguments.number_or_none("size")? {
        style.size = size;
        style.min = style.min.min(size);
    }
    style.min = arguments.number_or_none("min")?.unwrap_or(style.min);
    style.leading = arguments.number_or_none("line_height")?.unwrap_or(style.leading);
    style.weight = arguments.number_or_none("weight")?.unwrap_or(style.weight);
    style.tracking = arguments.number_or_none("tracking")?.unwrap_or(style.tracking);
    if let Some(italic) = arguments.get("italic") {
        style.italic = italic.is_true();
    }
    style.font = arguments.text("font").unwrap_or(&style.font).to_owned();
    style.colour = arguments.text("colour").unwrap_or(&style.colour).to_owned();
    style.icon_colour = arguments.text("icon_colour").map(str::to_owned).or(style.icon_colour);
    if let Some(always) = arguments.get("hyphenate") {
        style.hyphenate = Hyphenate::from(always.is_true());
    }
    if let Some(balance) = arguments.get("balance") {
        style.balance = balance.is_true();
    }
    style.language = arguments.text("language").unwrap_or(&style.language).to_owned();
    if let Some(align) = arguments.text("align") {
        style.align = Align::parse(align).ok_or_else(|| wrong(format!("no align `{align}`")))?;
    }
    if let Some(valign) = arguments.text("valign").filter(|valign| *valign != "baseline") {
        style.valign =
            VerticalAlign::parse(valign).ok_or_else(|| wrong(format!("no valign `{valign}`")))?;
    }
    if !(1.0..=500.0).contains(&style.size) || style.min < 1.0 {
        return Err(wrong(format!("a text of {} to {} pt cannot be set", style.min, style.size)));
    }
    Ok(style)
}

fn shift(style: &Style, room: f32, used: f32) -> f32 {
    match style.valign {
        VerticalAlign::Top => 0.0,
        VerticalAlign::Middle => ((room - used) / 2.0).max(0.0),
        VerticalAlign::Bottom => (room - used).max(0.0),
    }
}

fn report_overflow(scope: &Scope, fitted: &Fitted, name: &str, rich: &Rich) {
    let Some(overflow) = fitted.overflow else { return };
    // A box without a name is known by the text in it.
    let which = match name {
        "text" => format!("the text “{}”", rich.beginning()),
        name => format!("the text in `{name}`"),
    };
    let message = format!(
        "{which} is {overflow:.1} mm too large for its box at {} pt, the smallest size, \
         even set tightly",
        short(fitted.size)
    );
    let mut problem = scope.subject.error(TEXT_OVERFLOW, name, message);
    problem.overflow_mm = Some(overflow);
    scope.report(problem.help(match name {
        "rules" => "shorten the text, or write `text: \"…\"` with fewer words",
        "title" => "shorten the card's name",
        _ => "shorten what is written there",
    }));
}
