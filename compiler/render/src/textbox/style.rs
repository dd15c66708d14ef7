//! How a text looks: a style of the theme, plus what the template changes for one box.

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

/// When words are broken with a hyphen. Soft hyphens in the text always count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hyphenate {
    Never,
    /// Only if the text would otherwise be set in the smaller half of its sizes.
    Tight,
    Always,
}

/// Which cards share one size of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SameSize {
    /// Every card has its own.
    Card,
    /// All cards of a kind.
    Kind,
    /// All cards of the package.
    Package,
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
    pub(crate) hyphenate: Hyphenate,
    /// Language of the text, as in `en`; hyphenation and line breaking follow it.
    pub(crate) language: String,
    /// Makes lines equally long instead of filling the first ones.
    pub(crate) balance: bool,
    /// By how much line height may shrink before text overflows, as a fraction of it.
    pub(crate) tighten: f32,
    pub(crate) same_size: SameSize,
    /// Texts that need a smaller size than this, in points, do not pull the others down.
    pub(crate) same_size_min: Option<f32>,
    /// Strictness of line breaking in Chinese and Japanese.
    pub(crate) strict_breaks: bool,
    looks: BTreeMap<Nature, TextLook>,
}

/// What a kind of run changes about the style.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct TextLook {
    pub(crate) font: Option<String>,
    pub(crate) weight: Option<f32>,
    pub(crate) italic: Option<bool>,
    pub(crate) colour: Option<String>,
}

impl Default for Style {
    fn default() -> Style {
        let bold = TextLook { weight: Some(700.0), ..TextLook::default() };
        let italic = TextLook { italic: Some(true), ..TextLook::default() };
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
            hyphenate: Hyphenate::Never,
            language: String::new(),
            balance: false,
            tighten: 0.08,
            same_size: SameSize::Card,
            same_size_min: None,
            strict_breaks: true,
            looks: BTreeMap::from([
                (Nature::Strong, bold.clone()),
                (Nature::Star, bold.clone()),
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
        if let Some(language) = theme.get("language").and_then(toml::Value::as_str) {
            style.language = language.to_owned();
        }
        style.apply(table);
        Some(style)
    }

    /// The same style set more tightly: 0 leaves it as it is, 1 is as tight as allowed. Lines,
    /// paragraphs and letters move closer together; hyphens are allowed.
    pub(crate) fn tightened(&self, amount: f32) -> Style {
        let mut tight = self.clone();
        tight.leading *= 1.0 - self.tighten * amount;
        tight.paragraph_gap *= 1.0 - 0.6 * amount;
        tight.block_gap *= 1.0 - 0.6 * amount;
        // Tighter letters than this look squeezed instead of just darker.
        tight.tracking -= TIGHTEST_TRACKING * amount;
        if tight.hyphenate == Hyphenate::Tight {
            tight.hyphenate = Hyphenate::Always;
        }
        tight
    }

    /// The same style with hyphens wherever they help.
    pub(crate) fn hyphenated(&self) -> Style {
        Style { hyphenate: Hyphenate::Always, ..self.clone() }
    }

    /// True if any style of the theme wants one size for several cards.
    pub(crate) fn any_same_size(theme: &toml::Table) -> bool {
        let styles = theme.get("styles").and_then(toml::Value::as_table);
        styles.into_iter().flatten().any(|(_, style)| {
            style.get("same_size").and_then(toml::Value::as_str).is_some_and(|who| who != "card")
        })
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
        // An icon looks right if its middle is that of the capitals, about 0.32 em above the
        // baseline.
        self.icon_drop = number("icon_drop").unwrap_or(self.icon_scale / 2.0 - 0.32);
        self.icon_colour = text("icon_colour").map(str::to_owned).or(self.icon_colour.take());
        self.upper = text("case").map_or(self.upper, |case| case == "upper");
        self.align = text("align").and_then(Align::parse).unwrap_or(self.align);
        self.valign = text("valign").and_then(VerticalAlign::parse).unwrap_or(self.valign);
        self.hyphenate = table.get("hyphenate").and_then(Hyphenate::read).unwrap_or(self.hyphenate);
        self.language = text("language").unwrap_or(&self.language).to_owned();
        self.balance = table.get("balance").and_then(toml::Value::as_bool).unwrap_or(self.balance);
        self.tighten = number("tighten").unwrap_or(self.tighten).clamp(0.0, 0.3);
        self.same_size = text("same_size").and_then(SameSize::parse).unwrap_or(self.same_size);
        self.same_size_min = number("same_size_min").or(self.same_size_min);
        self.strict_breaks = text("line_break").map_or(self.strict_breaks, |how| how == "strict");
        for (name, nature) in NATURES {
            if let Some(changes) = table.get(*name).and_then(toml::Value::as_table) {
                self.looks.entry(*nature).or_default().apply(changes);
            }
        }
    }

    /// What runs of that nature change about the style.
    pub(crate) fn look(&self, nature: Nature) -> TextLook {
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

impl TextLook {
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

/// How far letters may move together, in em.
const TIGHTEST_TRACKING: f32 = 0.012;

impl Hyphenate {
    /// `true`, `false` or `"tight"`.
    fn read(value: &toml::Value) -> Option<Hyphenate> {
        match value {
            toml::Value::Boolean(always) => Some(Hyphenate::from(*always)),
            toml::Value::String(word) if word == "tight" => Some(Hyphenate::Tight),
            _ => None,
        }
    }
}

impl From<bool> for Hyphenate {
    fn from(always: bool) -> Hyphenate {
        if always { Hyphenate::Always } else { Hyphenate::Never }
    }
}

impl SameSize {
    fn parse(text: &str) -> Option<SameSize> {
        Some(match text {
            "card" => SameSize::Card,
            "kind" => SameSize::Kind,
            "package" => SameSize::Package,
            _ => return None,
        })
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
