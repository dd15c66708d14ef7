//! The things that are stored once per document, and the state of drawing it.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use krilla::color::RegularColor;
use krilla::graphic::Graphic;
use krilla::num::NormalizedF32;
use krilla::surface::Surface;
use usvg::fontdb::{Database, ID};

use super::overprint;
use super::production::Production;
use super::sharing::Sharing;
use super::sketch::Sketch;
use super::tags::Tags;
use super::walker;
use crate::galley::Galley;

/// The things that are stored once per document. Hash maps are never iterated, so their order
/// cannot affect the output.
pub(super) struct Store {
    pub(super) fonts: HashMap<ID, Option<krilla::text::Font>>,
    /// By the address of their bytes, separately for masks.
    pub(super) images: HashMap<(usize, bool), Option<krilla::image::Image>>,
    pub(super) database: Arc<Database>,
    /// Words of the side that is being drawn.
    pub(super) galley: Arc<Galley>,
    /// Resolution at which effects that PDF lacks are drawn as bitmaps, in dots per inch.
    pub(super) raster_dpi: f32,
    pub(super) sharing: Sharing,
    /// Stored runs by the key of their first part.
    pub(super) runs: HashMap<u128, Graphic>,
    /// How many times the part that is being drawn will be drawn.
    pub(super) outer: u32,
    pub(super) tags: Tags,
    pub(super) production: Production,
    pub(super) colouring: Colouring,
    /// Spot colours by name, with the colour that stands for them on a screen.
    pub(super) spots: BTreeMap<String, RegularColor>,
    /// True inside an icon, which is printed like a word.
    pub(super) is_sign: bool,
    /// True if something is printed over what lies below it.
    pub(super) has_overprint: bool,
}

/// What colours currently mean.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) enum Colouring {
    /// Colours to print.
    #[default]
    Plain,
    /// How much of something else shows through.
    Mask,
    /// Marks for the cutter, whose black is printed on all plates.
    Marks,
    /// A spot colour.
    Spot(String),
}

impl Store {
    pub(super) fn new(database: Arc<Database>, production: Production) -> Store {
        Store {
            fonts: HashMap::new(),
            images: HashMap::new(),
            database,
            galley: Arc::default(),
            raster_dpi: 300.0,
            sharing: Sharing::default(),
            runs: HashMap::new(),
            outer: 1,
            tags: Tags::default(),
            production,
            colouring: Colouring::default(),
            spots: BTreeMap::new(),
            is_sign: false,
            has_overprint: false,
        }
    }

    /// The opacity that stands for printing over what lies below.
    pub(super) fn overprinting(&mut self) -> NormalizedF32 {
        self.has_overprint = true;
        NormalizedF32::new(overprint::OPACITY).unwrap_or(NormalizedF32::ONE)
    }

    /// Draws while colours have another meaning.
    pub(super) fn with_colouring(&mut self, colouring: Colouring, draw: impl FnOnce(&mut Store)) {
        let before = std::mem::replace(&mut self.colouring, colouring);
        draw(self);
        self.colouring = before;
    }

    /// Draws only the words of a tree, as decoration. Tags belong to pages, and these words are
    /// drawn on a sheet of their own.
    pub(super) fn silent_words(&mut self, surface: &mut Surface<'_>, tree: &usvg::Tree) {
        let mut builder = surface.stream_builder();
        let mut inner = builder.surface();
        let tags = std::mem::take(&mut self.tags);
        walker::words(&mut inner, tree.root(), self);
        self.tags = tags;
        inner.finish();
        let words = Graphic::new(builder.finish(), false);
        surface.draw_graphic(words);
    }

    /// Stores nodes so that they can be drawn many times at little cost. Nothing inside is tagged,
    /// because tags belong to pages.
    pub(super) fn graphic(
        &mut self,
        surface: &mut Surface<'_>,
        (nodes, parts): (&[usvg::Node], &[Sketch]),
        times: u32,
    ) -> Graphic {
        let mut builder = surface.stream_builder();
        let mut inner = builder.surface();
        let outer = std::mem::replace(&mut self.outer, times);
        walker::silent(&mut inner, nodes, parts, self);
        self.outer = outer;
        inner.finish();
        Graphic::new(builder.finish(), false)
    }
}
