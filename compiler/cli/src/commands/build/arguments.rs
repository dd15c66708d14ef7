//! What can be typed after `cardwright build`.

use std::path::PathBuf;

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
    /// Paper of the print sheets (can be repeated; default: as the package says)
    #[arg(long, value_name = "PAPER", value_delimiter = ',')]
    pub(crate) paper: Vec<String>,
    /// Resolution of the card pictures
    #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(u32).range(36..=1200))]
    pub(crate) dpi: u32,
    /// Words in the SVG files of cards
    #[arg(long, value_name = "FORM", default_value = "outlines")]
    pub(crate) text: TextForm,
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
}
