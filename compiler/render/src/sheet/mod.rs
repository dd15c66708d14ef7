//! Print sheets: many cards on a page, with backs that land behind their fronts.

mod draw;
mod imposition;
mod marks;
mod paper;
mod single;

use std::collections::BTreeMap;

pub use imposition::{Grid, Place, Turn};
pub use paper::Paper;
pub use single::{PageOrder, card_pages};

use crate::card::RenderedCard;
use crate::pdf::{About, Production};
use crate::size::CardSize;

/// How backs are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Backs {
    /// Fronts only.
    None,
    /// A page of backs after each page of fronts, for printers that turn the sheet over its
    /// long edge.
    #[default]
    LongEdge,
    /// The same for the short edge.
    ShortEdge,
    /// Fronts above and backs below a line to fold along: printed on one side, then glued.
    Fold,
}

impl Backs {
    /// Reads a setting: `duplex-long-edge`, `duplex-short-edge`, `fold`, `none`.
    pub fn named(name: &str) -> Option<Backs> {
        Some(match name {
            "duplex-long-edge" => Backs::LongEdge,
            "duplex-short-edge" => Backs::ShortEdge,
            "fold" => Backs::Fold,
            "none" => Backs::None,
            _ => return None,
        })
    }
}

/// How sheets are laid out. Lengths are millimetres.
#[derive(Debug, Clone, PartialEq)]
pub struct SheetOptions {
    /// The paper.
    pub paper: Paper,
    /// How much of the bleed is printed; with 0 the cards touch and one cut parts two.
    pub bleed: f32,
    /// Room between neighbouring cells.
    pub gutter: f32,
    /// Room at the edges that printers leave white.
    pub margin: f32,
    /// How backs are printed.
    pub backs: Backs,
    /// How far backs are shifted to make up for a printer that is not exact.
    pub back_offset: [f32; 2],
    /// Marks to cut along.
    pub marks: bool,
    /// The line that says how to print, with a ruler to check it.
    pub header: bool,
    /// Copies of each card by identifier; cards that are not named get one. With
    /// [`Copies::Listed`] those are left out instead.
    pub copies: Copies,
    /// What the document says about itself.
    pub about: About,
    /// Its colours and the standard it is built to.
    pub production: Production,
}

/// How many of each card are printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Copies {
    /// One of each, except where the map says otherwise.
    Each(BTreeMap<String, u32>),
    /// Only those in the map: a deck.
    Listed(BTreeMap<String, u32>),
}

impl Copies {
    fn of(&self, card: &str) -> u32 {
        match self {
            Copies::Each(map) => map.get(card).copied().unwrap_or(1),
            Copies::Listed(map) => map.get(card).copied().unwrap_or(0),
        }
    }
}

impl Default for SheetOptions {
    fn default() -> SheetOptions {
        SheetOptions {
            paper: Paper::A4,
            bleed: 0.0,
            gutter: 0.0,
            margin: 5.0,
            backs: Backs::default(),
            back_offset: [0.0, 0.0],
            marks: true,
            header: true,
            copies: Copies::Each(BTreeMap::new()),
            about: About::default(),
            production: Production::default(),
        }
    }
}

/// Why no sheets could be made.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum SheetError {
    /// The card does not fit on the paper.
    #[error("a card of {width} × {height} mm does not fit on {paper}")]
    TooLarge {
        /// Width of the card.
        width: f32,
        /// Height of the card.
        height: f32,
        /// Name of the paper.
        paper: String,
    },
    /// A drawing or the document itself failed.
    #[error("{0}")]
    Pdf(String),
}

/// One page of a plan.
#[derive(Debug, Clone, PartialEq)]
pub struct Page {
    /// The grid the page is filled by.
    pub grid: Grid,
    /// What is on it: index of the card, and where.
    pub fronts: Vec<(usize, Place)>,
    /// The backs that belong to those fronts.
    pub backs: Vec<(usize, Place)>,
    /// True if the backs are on a page of their own.
    pub is_duplex: bool,
}

/// Plans the sheets: which card goes where. Cards keep their order; each size of card starts
/// a new page.
pub fn plan(cards: &[RenderedCard], options: &SheetOptions) -> Result<Vec<Page>, SheetError> {
    let mut pages = Vec::new();
    for (size, indices) in by_size(cards, options) {
        let Some(grid) = Grid::fit(size, options) else {
            return Err(SheetError::TooLarge {
                width: size.width,
                height: size.height,
                paper: options.paper.name.to_owned(),
            });
        };
        for chunk in indices.chunks(grid.places.len().max(1)) {
            let fronts: Vec<(usize, Place)> =
                chunk.iter().copied().zip(grid.places.iter().copied()).collect();
            let backs = fronts
                .iter()
                .filter(|(index, _)| cards[*index].back.is_some())
                .filter_map(|(index, place)| Some((*index, grid.behind(place, options)?)))
                .collect();
            let is_duplex = matches!(options.backs, Backs::LongEdge | Backs::ShortEdge);
            pages.push(Page { grid: grid.clone(), fronts, backs, is_duplex });
        }
    }
    Ok(pages)
}

/// Makes the PDF of the sheets.
pub fn sheets(cards: &[RenderedCard], options: &SheetOptions) -> Result<Vec<u8>, SheetError> {
    draw::document(cards, &plan(cards, options)?, options).map_err(SheetError::Pdf)
}

/// Indices of cards, as often as they are printed, by size in order of first appearance.
fn by_size(cards: &[RenderedCard], options: &SheetOptions) -> Vec<(CardSize, Vec<usize>)> {
    let mut groups: Vec<(CardSize, Vec<usize>)> = Vec::new();
    for (index, card) in cards.iter().enumerate() {
        let copies = std::iter::repeat_n(index, options.copies.of(&card.id) as usize);
        match groups.iter_mut().find(|(size, _)| *size == card.size) {
            Some((_, indices)) => indices.extend(copies),
            None => groups.push((card.size, copies.collect())),
        }
    }
    groups.retain(|(_, indices)| !indices.is_empty());
    groups
}
