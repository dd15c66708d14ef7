//! How sheets are laid out.

use std::collections::{BTreeMap, BTreeSet};

use cardwright_model::print::{Backs, Between, MarkSides, Marks};
use cardwright_model::{Entity, Library, Value};

use super::Paper;
use crate::pdf::{About, Production};

/// How sheets are laid out. Lengths are millimetres.
#[derive(Debug, Clone, PartialEq)]
pub struct SheetOptions {
    /// The paper.
    pub paper: Paper,
    /// How much of the bleed is printed. With 0 the cards touch, and one cut separates two.
    pub bleed: f32,
    /// Whether neighbours share the bleed between them.
    pub between: Between,
    /// Space between neighbours, in addition to their bleed.
    pub gutter: f32,
    /// The white edge that printers leave.
    pub margin: f32,
    /// How backs are printed.
    pub backs: Backs,
    /// How far backs are shifted to compensate for a printer that is not exact.
    pub back_offset: [f32; 2],
    /// What to cut along.
    pub marks: Marks,
    /// On which side the marks are.
    pub mark_sides: MarkSides,
    /// Outlines for cutting machines, in a spot colour of their own.
    pub contour: bool,
    /// The line that says how to print, with a ruler to check it.
    pub header: bool,
    /// Says in the margin that this is a draft.
    pub is_draft: bool,
    /// Which pages are wanted.
    pub faces: Faces,
    /// How much the parts of a piece overlap that is larger than the paper.
    pub overlap: f32,
    /// The distance of the lines along which pieces larger than the paper are split.
    pub square: f32,
    /// Copies of each card by identifier.
    pub copies: Copies,
    /// The metadata of the document.
    pub about: About,
    /// Its colours and the standard it is built to.
    pub production: Production,
}

/// Which pages of a job go into a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Faces {
    /// All.
    #[default]
    Both,
    /// The pages of fronts.
    Fronts,
    /// The pages of backs.
    Backs,
}

/// How many of each card are printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Copies {
    /// As many as the content says, except where the map says otherwise.
    Each(BTreeMap<String, u32>),
    /// Only those in the map: a deck.
    Listed(BTreeMap<String, u32>),
}

impl Copies {
    /// What decks hold: their counted lists, and the cards that their fields name. Cards of
    /// several decks add up.
    pub fn of_decks<'a>(decks: impl Iterator<Item = &'a Entity>, library: &Library) -> Copies {
        let mut copies: BTreeMap<String, u32> = BTreeMap::new();
        let cards: BTreeSet<&str> = library.cards().map(|card| card.id.as_str()).collect();
        for deck in decks {
            for entry in deck.lists.values().flatten() {
                *copies.entry(entry.card.clone()).or_default() += entry.count;
            }
            let mut values: Vec<&Value> = deck.fields.values().collect();
            while let Some(value) = values.pop() {
                match value {
                    Value::List(list) => values.extend(list),
                    Value::Ref { id } if cards.contains(id.as_str()) => {
                        *copies.entry(id.clone()).or_default() += 1;
                    }
                    _ => {}
                }
            }
        }
        Copies::Listed(copies)
    }

    /// How often a card is printed of which the content wants `own` copies.
    pub fn of(&self, card: &str, own: u32) -> u32 {
        match self {
            Copies::Each(map) => map.get(card).copied().unwrap_or(own),
            Copies::Listed(map) => map.get(card).copied().unwrap_or(0),
        }
    }
}

impl Default for SheetOptions {
    fn default() -> SheetOptions {
        SheetOptions {
            paper: Paper::a4(),
            bleed: 0.0,
            between: Between::Own,
            gutter: 0.0,
            margin: 5.0,
            backs: Backs::default(),
            back_offset: [0.0, 0.0],
            marks: Marks::default(),
            mark_sides: MarkSides::default(),
            contour: false,
            header: true,
            is_draft: false,
            faces: Faces::default(),
            overlap: 6.0,
            square: 25.4,
            copies: Copies::Each(BTreeMap::new()),
            about: About::default(),
            production: Production::default(),
        }
    }
}

impl SheetOptions {
    /// True if backs are on pages of their own.
    pub fn is_duplex(&self) -> bool {
        matches!(self.backs, Backs::LongEdge | Backs::ShortEdge | Backs::Separate)
    }
}
