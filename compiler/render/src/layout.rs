//! Layouts: `templates/NAME.toml`, for those who want to move the parts of a card without drawing
//! SVG. A layout is turned into the template that it stands for, so everything else, preflight
//! included, works as with any template.

use std::fmt::Write;
use std::ops::Range;

use serde::Deserialize;
use toml::Spanned;

use crate::colour::Colour;
use crate::number::short;

/// No part of a card is so far away or so large, in millimetres.
const FARTHEST: f64 = 1_000.0;
/// A card has no more parts.
const MOST_PARTS: usize = 500;

/// Something wrong with a layout.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Wrong {
    /// Bytes of the file.
    pub(crate) span: Range<usize>,
    pub(crate) message: String,
    pub(crate) help: String,
}

/// The file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Layout {
    /// Colour of the whole card, into the bleed.
    #[serde(default)]
    background: Option<Spanned<String>>,
    /// The parts, from the back to the front.
    #[serde(default)]
    part: Vec<Spanned<Part>>,
}

/// A part of a card: a box, and what stands in it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Part {
    /// Left, top, width, height in millimetres; less than nothing counts from the right or bottom.
    at: Spanned<Vec<f64>>,
    /// A field of the card; also `name`, `kind`, `rules`.
    field: Option<Spanned<String>>,
    /// Words with fields in braces: `"{strength} of {crew}"`.
    text: Option<Spanned<String>>,
    /// An icon.
    icon: Option<Spanned<String>>,
    /// When it is there: `cost`, `not cost`, `rarity = rare`.
    when: Option<Spanned<String>>,
    fill: Option<Spanned<String>>,
    stroke: Option<Spanned<String>>,
    stroke_width: Option<f64>,
    radius: Option<f64>,
    colour: Option<Spanned<String>>,
    style: Option<Spanned<String>>,
    size: Option<f64>,
    min: Option<f64>,
    align: Option<Spanned<String>>,
    valign: Option<Spanned<String>>,
    /// Room between the box and its words, in millimetres.
    pad: Option<f64>,
}

/// The template that a layout stands for.
pub(crate) fn compile(text: &str) -> Result<String, Vec<Wrong>> {
    let layout: Layout = match toml::from_str(text) {
        Ok(layout) => layout,
        Err(error) => {
            return Err(vec![Wrong {
                span: error.span().unwrap_or(0..0),
                message: error.message().to_owned(),
                help: "a layout has `background` and `[[part]]` tables; see TEMPLATES.md"
                    .to_owned(),
            }]);
        }
    };
    let mut compiler = Compiler::default();
    compiler.layout(&layout);
    match compiler.wrong.is_empty() {
        true => Ok(compiler.svg),
        false => Err(compiler.wrong),
    }
}

/// The template of a layout without parts, for one that cannot be used: its problems were told, and
/// nobody should hear that there is no template.
pub(crate) fn blank() -> String {
    compile("").unwrap_or_default()
}

#[derive(Default)]
struct Compiler {
    svg: String,
    wrong: Vec<Wrong>,
}

/// The names that every card has, and how a template reads them.
const PARTS_OF_CARDS: [(&str, &str); 4] =
    [("name", "card.name"), ("id", "card.id"), ("kind", "kind.name"), ("rules", "card.text")];

impl Compiler {
    fn layout(&mut self, layout: &Layout) {
        self.svg.push_str(
            "{#- Made from a layout. -#}\n{%- set w = size.width -%}{%- set h = size.height -%}\n\
             <svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{{ w + 2 * size.bleed }}mm\" \
             height=\"{{ h + 2 * size.bleed }}mm\" viewBox=\"{{ -size.bleed }} {{ -size.bleed }} \
             {{ w + 2 * size.bleed }} {{ h + 2 * size.bleed }}\">\n<title>{{ card.name }}</title>\n",
        );
        let ground = match &layout.background {
            Some(colour) => self.colour(colour),
            None => "#ffffff".to_owned(),
        };
        let _ = writeln!(
            self.svg,
            "<rect x=\"-7\" y=\"-7\" width=\"{{{{ w + 14 }}}}\" height=\"{{{{ h + 14 }}}}\" fill=\"{ground}\"/>"
        );
        if let Some(first) = layout.part.get(MOST_PARTS) {
            self.report(
                first.span(),
                &format!("a layout has {MOST_PARTS} parts at most"),
                "draw the rest as an SVG template",
            );
        }
        for part in layout.part.iter().take(MOST_PARTS) {
            self.measures(part);
            self.part(part.get_ref());
        }
        self.svg.push_str("</svg>\n");
    }

    /// Tells of numbers that no card has room for.
    fn measures(&mut self, part: &Spanned<Part>) {
        let Part { at, stroke_width, radius, size, min, pad, .. } = part.get_ref();
        if at.get_ref().iter().any(|number| !number.is_finite() || number.abs() > FARTHEST) {
            self.report(
                at.span(),
                "these numbers are out of range",
                "write left, top, width and height in millimetres: `at = [5, 5, 53, 8]`",
            );
        }
        let named = [
            ("stroke_width", stroke_width, 0.0),
            ("radius", radius, 0.0),
            ("pad", pad, 0.0),
            ("size", size, 1.0),
            ("min", min, 1.0),
        ];
        for (name, number, least) in named {
            if number.is_some_and(|number| !(least..=FARTHEST).contains(&number)) {
                self.report(
                    part.span(),
                    &format!("`{name}` is out of range"),
                    &format!("write a number from {least} to {FARTHEST}"),
                );
            }
        }
    }

    fn part(&mut self, part: &Part) {
        let [x, y, width, height] = match part.at.get_ref().as_slice() {
            [_, _, width, height] if *width == 0.0 || *height == 0.0 => {
                return self.report(
                    part.at.span(),
                    "a part without width or height cannot be seen",
                    "write left, top, width and height in millimetres: `at = [5, 5, 53, 8]`",
                );
            }
            [x, y, width, height] => [
                from_edge(*x, "w"),
                from_edge(*y, "h"),
                length(*width, *x, "w"),
                length(*height, *y, "h"),
            ],
            _ => {
                return self.report(
                    part.at.span(),
                    "`at` has four numbers",
                    "write left, top, width and height in millimetres: `at = [5, 5, 53, 8]`",
                );
            }
        };
        let condition = part.when.as_ref().map(|when| self.condition(when));
        if let Some(condition) = &condition {
            let _ = writeln!(self.svg, "{{%- if {condition} %}}");
        }
        self.background(part, [&x, &y, &width, &height]);
        let pad = part.pad.unwrap_or(0.0);
        if let Some(icon) = &part.icon {
            let name = icon.get_ref();
            let colour = part.colour.as_ref().map(|colour| self.colour(colour));
            let colour = colour.unwrap_or_else(|| "#1d1710".to_owned());
            if !is_word(name) {
                return self.report(
                    icon.span(),
                    "this is no icon",
                    "write its name: `icon = \"coin\"`",
                );
            }
            let _ = writeln!(
                self.svg,
                "{{{{ icon(\"{name}\", {x} + ({width}) / 2, {y} + ({height}) / 2, [{width}, {height}] | min - {}, \"{colour}\", anchor=\"middle\") }}}}",
                short(2.0 * pad as f32)
            );
        }
        match (&part.field, &part.text) {
            (Some(field), Some(_)) => {
                self.report(
                    field.span(),
                    "a part has a `field` or a `text`, not both",
                    "take one out",
                );
            }
            (Some(field), None) if field.get_ref() == "art" => {
                let _ = writeln!(
                    self.svg,
                    "{{%- if card.fields.art is defined and card.fields.art %}}{{{{ art(card, {x}, {y}, {width}, {height}) }}}}{{%- endif %}}"
                );
            }
            (Some(field), None) => {
                let value = self.read(field.get_ref(), field.span());
                self.words(part, &value, [&x, &y, &width, &height]);
            }
            (None, Some(text)) => {
                let value = self.filled(text);
                self.words(part, &value, [&x, &y, &width, &height]);
            }
            (None, None) => {}
        }
        if condition.is_some() {
            self.svg.push_str("{%- endif %}\n");
        }
    }

    fn background(&mut self, part: &Part, [x, y, width, height]: [&str; 4]) {
        let fill = part.fill.as_ref().map(|colour| self.colour(colour));
        let stroke = part.stroke.as_ref().map(|colour| self.colour(colour));
        if fill.is_none() && stroke.is_none() {
            return;
        }
        let fill = fill.unwrap_or_else(|| "none".to_owned());
        let line = stroke.map(|stroke| {
            let width = short(part.stroke_width.unwrap_or(0.3) as f32);
            format!(" stroke=\"{stroke}\" stroke-width=\"{width}\"")
        });
        let radius = short(part.radius.unwrap_or(0.0) as f32);
        let _ = writeln!(
            self.svg,
            "<rect x=\"{{{{ {x} }}}}\" y=\"{{{{ {y} }}}}\" width=\"{{{{ {width} }}}}\" height=\"{{{{ {height} }}}}\" rx=\"{radius}\" fill=\"{fill}\"{}/>",
            line.unwrap_or_default()
        );
    }

    /// Sets words in the box.
    fn words(&mut self, part: &Part, value: &str, [x, y, width, height]: [&str; 4]) {
        let is_rules = part.field.as_ref().is_some_and(|field| field.get_ref() == "rules");
        let mut settings = String::new();
        let style = part.style.as_ref().map_or("", |style| style.get_ref().as_str());
        let style = match style {
            "" if is_rules => "rules",
            "" => "text",
            style => style,
        };
        let _ = write!(settings, ", style=\"{style}\"");
        if let (Some(style), false) = (&part.style, is_word(style)) {
            self.report(style.span(), "this is no style", "write its name: `style = \"title\"`");
        }
        for (name, number) in [("size", part.size), ("min", part.min)] {
            if let Some(number) = number {
                let _ = write!(settings, ", {name}={}", short(number as f32));
            }
        }
        let choices = [
            ("align", &part.align, ["start", "middle", "end"]),
            ("valign", &part.valign, ["top", "middle", "bottom"]),
        ];
        for (name, chosen, legal) in choices {
            let Some(chosen) = chosen else { continue };
            if !legal.contains(&chosen.get_ref().as_str()) {
                let help = format!("write one of `{}`", legal.join("`, `"));
                self.report(chosen.span(), &format!("there is no `{name}` of that name"), &help);
                continue;
            }
            let _ = write!(settings, ", {name}=\"{}\"", chosen.get_ref());
        }
        if let Some(colour) = &part.colour {
            let colour = self.colour(colour);
            let _ = write!(settings, ", colour=\"{colour}\"");
        }
        let pad = short(part.pad.unwrap_or(0.0) as f32);
        let named = part.field.as_ref().map_or("text", |field| field.get_ref().as_str());
        let _ = writeln!(
            self.svg,
            "{{{{ textbox({value}, {x} + {pad}, {y} + {pad}, {width} - 2 * {pad}, {height} - 2 * {pad}{settings}, name=\"{named}\") }}}}"
        );
    }

    /// How a template reads a field as it is printed; a field that a card lacks is nothing.
    fn read(&mut self, field: &str, span: Range<usize>) -> String {
        if let Some((_, read)) = PARTS_OF_CARDS.iter().find(|(name, _)| *name == field) {
            return (*read).to_owned();
        }
        if !is_word(field) {
            self.report(span, "this is no field", "write the name of a field: `field = \"cost\"`");
        }
        format!("(card.shown[\"{field}\"] | default(\"\"))")
    }

    /// `"{strength} of {crew}"` as words and fields one after the other.
    fn filled(&mut self, text: &Spanned<String>) -> String {
        let mut parts = Vec::new();
        let mut rest = text.get_ref().as_str();
        while let Some(start) = rest.find('{') {
            let Some(length) = rest[start..].find('}') else { break };
            if start > 0 {
                parts.push(quoted(&rest[..start]));
            }
            let field = rest[start + 1..start + length].trim();
            parts.push(self.read(field, text.span()));
            rest = &rest[start + length + 1..];
        }
        if !rest.is_empty() || parts.is_empty() {
            parts.push(quoted(rest));
        }
        format!("({})", parts.join(" ~ "))
    }

    /// `cost`, `not cost`, `rarity = rare`.
    fn condition(&mut self, when: &Spanned<String>) -> String {
        let said = when.get_ref().trim();
        if let Some((field, value)) = said.split_once('=') {
            let (field, value) =
                (field.trim().trim_end_matches('='), value.trim_matches(['=', ' ']));
            let read = match field.trim() {
                "kind" => "kind.id".to_owned(),
                field => format!("card.fields[\"{field}\"] | default(none)"),
            };
            if !is_word(field.trim()) || !value.chars().all(|c| c.is_alphanumeric() || c == '-') {
                self.report(when.span(), "this is no condition", "write `FIELD = VALUE`");
            }
            return format!("({read}) | string == \"{value}\"");
        }
        let (not, field) = match said.strip_prefix("not ") {
            Some(field) => ("not ", field.trim()),
            None => ("", said),
        };
        if !is_word(field) {
            let help = "write `cost`, `not cost` or `rarity = rare`";
            self.report(when.span(), "this is no condition", help);
        }
        let read = match field {
            "rules" => "card.text".to_owned(),
            field => format!("(card.fields[\"{field}\"] | default(none))"),
        };
        format!("{not}{read}")
    }

    /// A colour as templates write it, or one of the theme's: `theme.plain.ink`.
    fn colour(&mut self, colour: &Spanned<String>) -> String {
        let text = colour.get_ref();
        if Colour::parse(text).is_none() {
            let message = format!("`{text}` is no colour");
            self.report(colour.span(), &message, "write it as `#28527a`");
            return "#000000".to_owned();
        }
        text.clone()
    }

    fn report(&mut self, span: Range<usize>, message: &str, help: &str) {
        self.wrong.push(Wrong { span, message: message.to_owned(), help: help.to_owned() });
    }
}

/// A place from the left or top; less than nothing from the right or bottom.
fn from_edge(at: f64, whole: &str) -> String {
    match at < 0.0 {
        true => format!("({whole} - {})", short(-at as f32)),
        false => short(at as f32),
    }
}

/// A width or height; less than nothing leaves that much room at the other edge.
fn length(length: f64, at: f64, whole: &str) -> String {
    match length < 0.0 {
        true => format!("({whole} - {} - {})", short(-length as f32), from_edge(at, whole)),
        false => short(length as f32),
    }
}

/// A name without anything that a template could mistake.
fn is_word(text: &str) -> bool {
    !text.is_empty()
        && text.chars().all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_'))
}

/// A text as templates write it.
fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{escaped}\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_layout_becomes_a_template() {
        let text = "background = \"#f4ead2\"\n\
                    [[part]]\nfield = \"name\"\nat = [5, 5, -5, 8]\nstyle = \"title\"\nsize = 14\n\
                    [[part]]\ntext = \"{strength} of \\\"{crew}\\\"\"\nat = [5, -10, 20, 6]\nwhen = \"not hidden\"\n\
                    [[part]]\nicon = \"coin\"\nat = [50, 5, 6, 6]\nwhen = \"rarity = rare\"\n";
        let svg = compile(text).unwrap();
        for part in [
            "fill=\"#f4ead2\"",
            "textbox(card.name, 5 + 0, 5 + 0, (w - 5 - 5) - 2 * 0, 8 - 2 * 0, style=\"title\", size=14, name=\"name\")",
            "{%- if not (card.fields[\"hidden\"] | default(none)) %}",
            " ~ \" of \\\"\" ~ ",
            "(h - 10)",
            "{%- if (card.fields[\"rarity\"] | default(none)) | string == \"rare\" %}",
            "icon(\"coin\"",
        ] {
            assert!(svg.contains(part), "{part}\n{svg}");
        }
    }

    #[test]
    fn what_is_wrong_is_told_at_its_place() {
        let wrong = |text: &str| {
            let found = compile(text).unwrap_err();
            (text[found[0].span.clone()].to_owned(), found[0].message.clone())
        };
        assert_eq!(wrong("background = \"mauve\"").0, "\"mauve\"");
        let (at, message) = wrong("[[part]]\nfield = \"name\"\nat = [1, 2]\n");
        assert_eq!((at.as_str(), message.as_str()), ("[1, 2]", "`at` has four numbers"));
        assert_eq!(wrong("[[part]]\nat = [1, 1, 2, 2]\nfield = \"x }}\"\n").1, "this is no field");
        assert!(wrong("[[part]]\nat = [1, 1, 0, 2]\n").1.contains("cannot be seen"));
        for far in ["1e300", "nan", "-inf", "1001"] {
            let (at, message) = wrong(&format!("[[part]]\nat = [{far}, 1, 2, 2]\n"));
            assert_eq!(at, format!("[{far}, 1, 2, 2]"));
            assert_eq!(message, "these numbers are out of range");
        }
        for number in ["size = 0", "size = 1e20", "min = nan", "pad = -1", "radius = inf"] {
            let (_, message) = wrong(&format!("[[part]]\nat = [1, 1, 2, 2]\n{number}\n"));
            assert!(message.contains("is out of range"), "{number}: {message}");
        }
        let many = "[[part]]\nat = [1, 1, 2, 2]\n".repeat(MOST_PARTS + 1);
        assert!(wrong(&many).1.contains("500 parts at most"));
        assert!(wrong("[[part]]\nat = [1, 1, 2, 2]\ncolor = \"#000000\"\n").1.contains("color"));
    }
}
