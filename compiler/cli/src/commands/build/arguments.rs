//! What can be typed after `cardwright build`.

use std::path::PathBuf;

use cardwright_check::is_address;
use cardwright_model::print::{Backs, Length, Marks};
use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};

use crate::args::Format;

/// `cardwright build`
#[derive(Debug, Args)]
pub(crate) struct BuildArguments {
    /// A package or a folder of packages
    pub(crate) path: Option<PathBuf>,
    /// Where to write (default: `output` beside the packages)
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Only these parts (can be repeated)
    #[arg(long, value_name = "PART", value_delimiter = ',')]
    pub(crate) only: Vec<Part>,
    /// Paper of the print sheets, such as `a4` or `200x300mm` (can be repeated; default: as
    /// the package says, like all settings of print)
    #[arg(long, value_name = "PAPER", value_delimiter = ',', help_heading = "Print")]
    pub(crate) paper: Vec<String>,
    /// How far pictures reach over the cut, from 0 to 5 mm
    #[arg(long, value_name = "LENGTH", value_parser = bleed, help_heading = "Print")]
    pub(crate) bleed: Option<Length>,
    /// How backs are printed
    #[arg(long, value_name = "WAY", value_parser = PossibleValuesParser::new(Backs::WORDS), help_heading = "Print")]
    pub(crate) backs: Option<String>,
    /// What is printed to cut along
    #[arg(long, value_name = "MARKS", value_parser = PossibleValuesParser::new(Marks::WORDS), help_heading = "Print")]
    pub(crate) marks: Option<String>,
    /// Draw outlines for a cutting machine, in the spot colour `CutContour`
    #[arg(long, help_heading = "Print")]
    pub(crate) contour: bool,
    /// Leave pictures and grounds out: black words and signs on white
    #[arg(long, help_heading = "Print")]
    pub(crate) low_ink: bool,
    /// Print cards that are not finished too: what is wrong with them is a warning, and the
    /// sheets say that they are a draft
    #[arg(long, help_heading = "Print", conflicts_with = "preset")]
    pub(crate) draft: bool,
    /// Use what `[print.printer.NAME]` says, in the package or in your own settings
    #[arg(long, value_name = "NAME", help_heading = "Print")]
    pub(crate) printer: Option<String>,
    /// Write the files that a printer wants, zipped (can be repeated)
    #[arg(long, value_name = "PRESET", value_delimiter = ',', help_heading = "Print")]
    pub(crate) preset: Vec<String>,
    /// Print only the cards of this deck, as often as it holds them (can be repeated)
    #[arg(long, value_name = "DECK", value_delimiter = ',', help_heading = "Print")]
    pub(crate) deck: Vec<String>,
    /// Print only cards of these kinds (can be repeated)
    #[arg(long, value_name = "KIND", value_delimiter = ',', help_heading = "Print")]
    pub(crate) kind: Vec<String>,
    /// Print no cards of these kinds (can be repeated)
    #[arg(long, value_name = "KIND", value_delimiter = ',', help_heading = "Print")]
    pub(crate) without: Vec<String>,
    /// Print only cards that look different from those of another build
    #[arg(long, value_name = "DIR", help_heading = "Print")]
    pub(crate) since: Option<PathBuf>,
    /// Resolution of the card pictures, which are for the screen; `--preset` makes those for
    /// printers
    #[arg(long, default_value_t = 150, value_parser = clap::value_parser!(u32).range(36..=1200))]
    pub(crate) dpi: u32,
    /// Words in the SVG files of cards
    #[arg(long, value_name = "FORM", default_value = "outlines")]
    pub(crate) text: TextForm,
    /// Where Tabletop Simulator finds the pictures: an address, or `here` for the output folder
    /// on this machine (default: as the package says)
    #[arg(long, value_name = "URL", value_parser = address)]
    pub(crate) tabletop_url: Option<String>,
    /// Also write the data in pieces, one file a kind
    #[arg(long)]
    pub(crate) split: bool,
    /// How to report
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(crate) format: Format,
}

/// What words in SVG files are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TextForm {
    /// Shapes: small files that look the same everywhere
    Outlines,
    /// Words that can be searched and edited, with their fonts inside the file
    Text,
}

impl From<TextForm> for cardwright_render::TextForm {
    fn from(form: TextForm) -> Self {
        match form {
            TextForm::Outlines => Self::Outlines,
            TextForm::Text => Self::Text,
        }
    }
}

/// Parts of a build.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum Part {
    /// The package as JSON, CBOR and CSV
    Data,
    /// JSON Schemas of the data
    Schema,
    /// TypeScript and Rust declarations of the data
    Types,
    /// One SVG and one PNG a card
    Cards,
    /// PDF sheets to print at home
    Sheets,
    /// Cards for Tabletop Simulator, playingcards.io and other virtual tables; only if it is asked
    /// for here, or if an address is given
    Tabletop,
    /// Booklets: rules reference, glossary, quests
    Booklets,
    /// A page for the web with a picture of every card; only if it is asked for
    Gallery,
    /// All cards small with their names, and one picture of the set; only if it is asked for
    Proof,
    /// Boxes for the decks, to cut and fold; only if it is asked for
    Boxes,
    /// Only look at the cards, and report what would go wrong in print
    Preflight,
}

impl BuildArguments {
    /// True if the part is to be built. Who selects cards or a printer wants print only.
    pub(crate) fn wants(&self, part: Part) -> bool {
        if !self.only.is_empty() {
            return self.only.contains(&part);
        }
        if !self.preset.is_empty() || matches!(part, Part::Gallery | Part::Proof | Part::Boxes) {
            return false;
        }
        !self.selects() || part == Part::Sheets
    }

    /// True if only some cards are printed.
    pub(crate) fn selects(&self) -> bool {
        let lists = [&self.deck, &self.kind, &self.without];
        lists.iter().any(|list| !list.is_empty()) || self.since.is_some()
    }

    /// How the sheets of a selection begin, so that they do not replace those of all cards.
    pub(crate) fn prefix(&self) -> String {
        let mut words: Vec<&str> = self.deck.iter().chain(&self.kind).map(String::as_str).collect();
        if !self.without.is_empty() {
            words.push("without");
            words.extend(self.without.iter().map(String::as_str));
        }
        if self.since.is_some() {
            words.push("changed");
        }
        if self.low_ink {
            words.push("low-ink");
        }
        if self.draft {
            words.push("draft");
        }
        words.iter().map(|word| format!("{word}-")).collect()
    }
}

/// Reads an address: `here`, or something that Tabletop Simulator can load from.
fn address(text: &str) -> Result<String, String> {
    if text == "here" || is_address(text) {
        return Ok(text.to_owned());
    }
    Err("write `here`, or an address such as `https://example.org/cards/`".to_owned())
}

/// Reads a bleed: a length from 0 to 5 mm.
fn bleed(text: &str) -> Result<Length, String> {
    let length = Length::parse(text).ok_or("write a length such as `3mm` or `0.125in`")?;
    if (0..=5000).contains(&length.0) { Ok(length) } else { Err("it may be 0 to 5 mm".to_owned()) }
}
