//! A printer preset: `printers/<name>.toml`.

use cardwright_model::print::{self, Backs, Between, Length, Marks, Shape};
use serde::Deserialize;

use super::name;
use crate::number::short;
use crate::sheet::{PageOrder, Paper};
use crate::size::CardSize;

/// The requirements of a printer.
#[derive(Debug, Clone, PartialEq)]
pub struct Preset {
    /// Name of its file, which `--preset` takes.
    pub id: String,
    /// Name of the printer.
    pub title: String,
    /// Where to order.
    pub url: Option<String>,
    /// What to do with the files.
    pub about: String,
    /// What kind of files.
    pub files: Files,
    /// Resolution of pictures, in dots per inch.
    pub dpi: f32,
    /// How far pictures extend over the cut.
    pub bleed: Length,
    /// How far inside the cut words must stay.
    pub safe: Length,
    /// `rgb` or `cmyk`.
    pub colour: String,
    /// Standard of PDF files.
    pub pdf: String,
    /// Printing condition by its name in the registry of color.org.
    pub condition: Option<String>,
    /// The ICC profile of the press, by its name in `printers/profiles`.
    pub profile: Option<String>,
    /// The most ink on one spot, in percent.
    pub ink_limit: Option<u32>,
    /// True if each copy of a card is a file or page of its own.
    pub repeat: bool,
    /// The sizes it makes; empty for sheets, since any card fits on a sheet.
    pub sizes: Vec<PrinterSize>,
    /// True if it makes any other size as well.
    pub any_size: bool,
}

/// What kind of files a printer wants, with what each kind needs.
#[derive(Debug, Clone, PartialEq)]
pub enum Files {
    /// A picture of each side.
    Pictures {
        /// Pattern for names of fronts.
        front: String,
        /// Pattern for names of backs.
        back: String,
        /// How many files of backs.
        backs: BackFiles,
    },
    /// A PDF for each size, one side per page.
    Pages {
        /// Pattern for names.
        file: String,
        /// In which order.
        order: PageOrder,
    },
    /// A PDF for each paper, many cards per page.
    Sheets {
        /// Pattern for names.
        file: String,
        /// The papers.
        papers: Vec<Paper>,
        /// How backs are printed.
        backs: Backs,
        /// Who owns the bleed between two neighbouring cards.
        between: Between,
        /// What is printed to cut along.
        marks: Marks,
    },
}

/// How many files of backs a printer wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BackFiles {
    /// One for every card.
    #[default]
    Each,
    /// One for all cards that share it.
    Once,
    /// None.
    None,
}

/// A size that a printer makes.
#[derive(Debug, Clone, PartialEq)]
pub struct PrinterSize {
    /// What the printer calls it.
    pub name: String,
    /// Width of the trimmed card.
    pub width: Length,
    /// Height of the trimmed card.
    pub height: Length,
    /// What it is cut along.
    pub shape: Shape,
    /// Width and height of the picture with bleed, in pixels.
    pub pixels: [u32; 2],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Raw {
    title: String,
    url: Option<String>,
    about: String,
    files: String,
    #[serde(default = "usual_dpi")]
    dpi: u32,
    bleed: String,
    safe: Option<String>,
    colour: Option<String>,
    pdf: Option<String>,
    condition: Option<String>,
    profile: Option<String>,
    ink_limit: Option<u32>,
    #[serde(default)]
    repeat: bool,
    #[serde(default)]
    size: Vec<RawSize>,
    #[serde(default)]
    any_size: bool,
    front: Option<String>,
    back: Option<String>,
    backs: Option<toml::Value>,
    file: Option<String>,
    order: Option<String>,
    paper: Option<Vec<String>>,
    bleed_between: Option<String>,
    marks: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct RawSize {
    name: String,
    trim: String,
    pixels: Option<[u32; 2]>,
    shape: Option<String>,
}

fn usual_dpi() -> u32 {
    300
}

/// How much each side of a card may differ from the size that a printer makes: 1.6 mm. A guess.
const TOLERANCE: Length = Length(1600);

impl Preset {
    /// Reads a preset; the error says in words what is wrong with it.
    pub fn parse(id: &str, text: &str) -> Result<Preset, String> {
        let raw: Raw = toml::from_str(text).map_err(|error| error.to_string())?;
        let length = |text: &str| {
            let found = Length::parse(text).filter(|length| (0..=5000).contains(&length.0));
            found.ok_or_else(|| format!("`{text}` is no length from 0 to 5 mm"))
        };
        let bleed = length(&raw.bleed)?;
        if !(36..=1200).contains(&raw.dpi) {
            return Err(format!("{} dots an inch: 36 to 1200 can be made", raw.dpi));
        }
        let dpi = raw.dpi as f32;
        let colour = word("colour", raw.colour.as_deref().unwrap_or("rgb"), &["rgb", "cmyk"])?;
        let standards = ["plain", "ua-1", "x-1a", "x-4"];
        let pdf = word("pdf", raw.pdf.as_deref().unwrap_or("plain"), &standards)?;
        if let Some(name) = raw.profile.as_deref().filter(|name| !is_plain(name)) {
            return Err(format!("`{name}` is no name of a profile in `printers/profiles`"));
        }
        let sizes = raw
            .size
            .iter()
            .map(|size| printer_size(size, bleed, dpi))
            .collect::<Result<Vec<_>, _>>()?;
        let files = files(&raw)?;
        if sizes.is_empty() && !raw.any_size && !matches!(files, Files::Sheets { .. }) {
            return Err("`size` is missing: which sizes does the printer make? Write `any-size = \
                        true` if it makes all"
                .to_owned());
        }
        Ok(Preset {
            id: id.to_owned(),
            title: raw.title,
            url: raw.url,
            about: raw.about.trim().to_owned(),
            files,
            dpi,
            bleed,
            safe: raw.safe.as_deref().map_or(Ok(bleed), length)?,
            colour,
            pdf,
            condition: raw.condition,
            profile: raw.profile,
            ink_limit: raw.ink_limit,
            repeat: raw.repeat,
            sizes,
            any_size: raw.any_size,
        })
    }

    /// The size that a card is printed at (the nearest, if it is near enough), and whether the card
    /// is turned on its side.
    pub fn size(&self, card: &CardSize) -> Option<(PrinterSize, bool)> {
        let (width, height) = (Length::of_mm(card.width), Length::of_mm(card.height));
        let mut near: Vec<(i32, &PrinterSize, bool)> = Vec::new();
        for size in self.sizes.iter().filter(|size| same_cut(size.shape, card.shape)) {
            for (turned, wide, high) in
                [(false, size.width, size.height), (true, size.height, size.width)]
            {
                let (across, down) = ((wide.0 - width.0).abs(), (high.0 - height.0).abs());
                if across <= TOLERANCE.0 && down <= TOLERANCE.0 {
                    near.push((across + down, size, turned));
                }
            }
        }
        let best = near.into_iter().min_by_key(|(difference, _, turned)| (*difference, *turned));
        match best {
            Some((_, size, turned)) => Some((size.clone(), turned)),
            None if self.any_size => Some((self.made_to_measure(card), false)),
            None => None,
        }
    }

    /// The size of just this card, by its millimetres.
    fn made_to_measure(&self, card: &CardSize) -> PrinterSize {
        let (width, height) = (Length::of_mm(card.width), Length::of_mm(card.height));
        let name = format!("{}x{}mm", short(card.width), short(card.height));
        let pixels = [width, height].map(|length| pixels(length, self.bleed, self.dpi));
        PrinterSize { name, width, height, shape: card.shape, pixels }
    }

    /// The bleed that a card must be drawn with to fill the printer's picture.
    pub(crate) fn bleed_for(&self, card: &CardSize) -> f32 {
        let Some((size, turned)) = self.size(card) else { return self.bleed.mm() };
        let (width, height) = size.full(self.dpi, turned);
        // Slightly more than needed, so that rounding leaves no white edge.
        ((width - card.width) / 2.0).max((height - card.height) / 2.0) + 0.05
    }
}

impl PrinterSize {
    /// Width and height with bleed, in millimetres.
    pub(super) fn full(&self, dpi: f32, turned: bool) -> (f32, f32) {
        let [width, height] = self.pixels.map(|pixels| pixels as f32 / dpi * 25.4);
        if turned { (height, width) } else { (width, height) }
    }

    /// Pixels across and down.
    pub fn pixels(&self, turned: bool) -> [u32; 2] {
        let [width, height] = self.pixels;
        if turned { [height, width] } else { [width, height] }
    }
}

/// True for a file's name without its ending.
fn is_plain(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|part| part.is_ascii_alphanumeric() || part == '-')
}

/// Whether two shapes are cut alike. A card is a rectangle whose corners the printer rounds.
fn same_cut(one: Shape, other: Shape) -> bool {
    let straight = |shape| matches!(shape, Shape::Card | Shape::Rectangle);
    one == other || straight(one) && straight(other)
}

fn printer_size(raw: &RawSize, bleed: Length, dpi: f32) -> Result<PrinterSize, String> {
    let Some((width, height)) = print::extent(&raw.trim) else {
        let (name, trim) = (&raw.name, &raw.trim);
        return Err(format!("`{trim}` of `{name}` is no width and height such as `2.5x3.5in`"));
    };
    let shape = match &raw.shape {
        None => Shape::Card,
        Some(shape) => Shape::named(shape).ok_or_else(|| {
            let known: Vec<&str> = Shape::WORDS.iter().map(|(word, _)| *word).collect();
            format!("`{shape}` is no shape; shapes are {}", known.join(", "))
        })?,
    };
    let across = [width, height].map(|length| pixels(length, bleed, dpi));
    let pixels = raw.pixels.unwrap_or(across);
    if pixels.iter().any(|side| !(10..=20_000).contains(side)) {
        return Err(format!("{} × {} pixels cannot be made", pixels[0], pixels[1]));
    }
    Ok(PrinterSize { name: raw.name.clone(), width, height, shape, pixels })
}

/// How many pixels a length has with bleed at both ends.
fn pixels(length: Length, bleed: Length, dpi: f32) -> u32 {
    (((length.mm() + 2.0 * bleed.mm()) / 25.4) * dpi).round() as u32
}

fn files(raw: &Raw) -> Result<Files, String> {
    let pattern = |key: &str, value: &Option<String>, known: &[&str]| {
        let pattern = value.clone().ok_or_else(|| format!("`{key}` is missing"))?;
        name::check(&pattern, known).map_err(|reason| format!("`{key}`: {reason}"))?;
        Ok::<String, String>(pattern)
    };
    let card_words = ["package", "size", "family", "kind", "number", "id", "copies"];
    match raw.files.as_str() {
        "pictures" => Ok(Files::Pictures {
            front: pattern("front", &raw.front, &card_words)?,
            back: pattern("back", &raw.back, &[&card_words[..], &["back"]].concat())?,
            backs: match raw.backs.clone() {
                None => BackFiles::default(),
                Some(value) => value
                    .try_into()
                    .map_err(|_| "`backs` is `each`, `once` or `none`".to_owned())?,
            },
        }),
        "pages" => Ok(Files::Pages {
            file: pattern("file", &raw.file, &["package", "size"])?,
            order: match raw.order.as_deref() {
                None | Some("front-back") => PageOrder::FrontBack,
                Some("back-front") => PageOrder::BackFront,
                Some("fronts") => PageOrder::Fronts,
                Some(other) => {
                    return Err(format!(
                        "`{other}` is no order; orders are front-back, back-front, fronts"
                    ));
                }
            },
        }),
        "sheets" => Ok(Files::Sheets {
            file: pattern("file", &raw.file, &["package", "paper"])?,
            papers: raw
                .paper
                .clone()
                .unwrap_or_else(|| vec!["a4".to_owned()])
                .iter()
                .map(|name| Paper::named(name).ok_or_else(|| format!("there is no paper `{name}`")))
                .collect::<Result<Vec<_>, _>>()?,
            backs: match raw.backs.as_ref().map(|value| value.as_str().unwrap_or_default()) {
                None => Backs::default(),
                Some(value) => Backs::named(value)
                    .ok_or_else(|| format!("`backs` is one of {}", Backs::WORDS.join(", ")))?,
            },
            between: match raw.bleed_between.as_deref() {
                None => Between::default(),
                Some(value) => Between::named(value).ok_or_else(|| {
                    format!("`bleed-between` is one of {}", Between::WORDS.join(", "))
                })?,
            },
            marks: match raw.marks.as_deref() {
                None => Marks::default(),
                Some(value) => Marks::named(value)
                    .ok_or_else(|| format!("`marks` is one of {}", Marks::WORDS.join(", ")))?,
            },
        }),
        other => Err(format!("`files` is pictures, pages or sheets, not `{other}`")),
    }
}

fn word(key: &str, value: &str, legal: &[&str]) -> Result<String, String> {
    if legal.contains(&value) {
        return Ok(value.to_owned());
    }
    Err(format!("`{key}` is one of {}, not `{value}`", legal.join(", ")))
}
