//! How a text looks: a style of the theme, with what the template changes for one box.

use std::collections::BTreeMap;

use super::rich::Nature;

/// Where lines stand between the sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Align {
    Start,
    Middle,
    End,
}

/// Where the text stands between top and bottom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum VerticalAlign {
    Top,
    Middle,
    Bottom,
}

/// A text style.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Style {
    /// Font family.
    pub(crate) font: String,
    pub(crate) weight: f32,
    pub(crate) italic: bool,
    pub(crate) colour: String,
    /// Largest and smallest size, in points.
    pub(crate) size: f32,
    pub(crate) min: f32,
    /// Line height as a multiple of the size.
    pub(crate) leading: f32,
    /// Space between letters, in em.
    pub(crate) tracking: f32,
    /// Space before a paragraph and before a block, in em.
    pub(crate) paragraph_gap: f32,
    pub(crate) block_gap: f32,
    pub(crate) align: Align,
    pub(crate) valign: VerticalAlign,
    pub(crate) upper: bool,
    /// Height of an inline icon, in em.
    pub(crate) icon_scale: f32,
    /// How far the icon reaches below the baseline, in em.
    pub(crate) icon_drop: f32,
    pub(crate) icon_colour: Option<String>,
    looks: BTreeMap<Nature, Look>,
}

/// What a kind of run changes.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Look {
    pub(crate) font: Option<String>,
    pub(crate) weight: Option<f32>,
    pub(crate) italic: Option<bool>,
    pub(crate) colour: Option<String>,
}

impl Default for Style {
    fn default() -> Style {
        let bold = Look { weight: Some(700.0), ..Look::default() };
        let italic = Look { italic: Some(true), ..Look::default() };
        Style {
            font: String::new(),
            weight: 400.0,
            italic: false,
            colour: "#1a1714".to_owned(),
            size: 8.0,
            min: 6.0,
            leading: 1.15,
            tracking: 0.0,
            paragraph_gap: 0.25,
            block_gap: 0.4,
            align: Align::Start,
            valign: VerticalAlign::Top,
            upper: false,
            icon_scale: 0.95,
            icon_drop: 0.155,
            icon_colour: None,
            looks: BTreeMap::from([
                (Nature::Strong, bold.clone()),
                (Nature::Keyword, bold.clone()),
                (Nature::Amount, bold.clone()),
                (Nature::Label, bold),
                (Nature::Emphasis, italic.clone()),
                (Nature::Reminder, italic),
            ]),
        }
    }
}

impl Style {
    /// The style of that name in `[styles.NAME]`.
    pub(crate) fn named(theme: &toml::Table, name: &str) -> Option<Style> {
        let table = theme.get("styles")?.get(name)?.as_table()?;
        let mut style = Style::default();
        style.apply(table);
        Some(style)
    }

    fn apply(&mut self, table: &toml::Table) {
        let number = |name: &str| table.get(name).and_then(number_of);
        let text = |name: &str| table.get(name).and_then(toml::Value::as_str);
        self.font = text("font").unwrap_or(&self.font).to_owned();
        self.weight = number("weight").unwrap_or(self.weight);
        self.italic = table.get("italic").and_then(toml::Value::as_bool).unwrap_or(self.italic);
        self.colour = text("colour").unwrap_or(&self.colour).to_owned();
        self.size = number("size").unwrap_or(self.size);
        self.min = number("min").unwrap_or(self.min.min(self.size));
        self.leading = number("leading").unwrap_or(self.leading);
        self.tracking =
            number("tracking").or_else(|| number("letter_spacing")).unwrap_or(self.tracking);
        self.paragraph_gap = number("paragraph_gap").unwrap_or(self.paragraph_gap);
        self.block_gap = number("block_gap").unwrap_or(self.block_gap);
        self.icon_scale = number("icon_scale").unwrap_or(self.icon_scale);
        // An icon looks right when its middle is that of the capitals, about 0.32 em up.
        self.icon_drop = number("icon_drop").unwrap_or(self.icon_scale / 2.0 - 0.32);
        self.icon_colour = text("icon_colour").map(str::to_owned).or(self.icon_colour.take());
        self.upper = text("case").map_or(self.upper, |case| case == "upper");
        self.align = text("align").and_then(Align::parse).unwrap_or(self.align);
        self.valign = text("valign").and_then(VerticalAlign::parse).unwrap_or(self.valign);
        for (name, nature) in NATURES {
            if let Some(changes) = table.get(*name).and_then(toml::Value::as_table) {
                self.looks.entry(*nature).or_default().apply(changes);
            }
        }
    }

    /// What runs of that nature change.
    pub(crate) fn look(&self, nature: Nature) -> Look {
        self.looks.get(&nature).cloned().unwrap_or_default()
    }
}

/// Names of the run styles inside a text style's table.
const NATURES: &[(&str, Nature)] = &[
    ("strong", Nature::Strong),
    ("emphasis", Nature::Emphasis),
    ("keyword", Nature::Keyword),
    ("amount", Nature::Amount),
    ("term", Nature::Term),
    ("reminder", Nature::Reminder),
    ("label", Nature::Label),
];

impl Look {
    fn apply(&mut self, table: &toml::Table) {
        let text = |name: &str| table.get(name).and_then(toml::Value::as_str).map(str::to_owned);
        self.font = text("font").or(self.font.take());
        self.colour = text("colour").or(self.colour.take());
        self.weight = table.get("weight").and_then(number_of).or(self.weight);
        self.italic = table.get("italic").and_then(toml::Value::as_bool).or(self.italic);
    }
}

fn number_of(value: &toml::Value) -> Option<f32> {
    match value {
        toml::Value::Integer(number) => Some(*number as f32),
        toml::Value::Float(number) => Some(*number as f32),
        _ => None,
    }
}

impl Align {
    pub(crate) fn parse(text: &str) -> Option<Align> {
        Some(match text {
            "start" | "left" => Align::Start,
            "middle" | "center" | "centre" => Align::Middle,
            "end" | "right" => Align::End,
            _ => return None,
        })
    }
}

impl VerticalAlign {
    pub(crate) fn parse(text: &str) -> Option<VerticalAlign> {
        Some(match text {
            "top" => VerticalAlign::Top,
            "middle" | "center" | "centre" => VerticalAlign::Middle,
            "bottom" => VerticalAlign::Bottom,
            _ => return None,
        })
    }
}
