//! A drawn card and the files that can be made from it.

use std::hash::Hasher;
use std::sync::{Arc, OnceLock};

use cardwright_model::Provenance;
use siphasher::sip128::{Hasher128, SipHasher13};
use usvg::Tree;

use crate::fonts::Fonts;
use crate::galley::{self, Galley};
use crate::letters;
use crate::pdf::PICTURE;
use crate::picture::Pictures;
use crate::png::{self, Extent};
use crate::problem::Problem;
use crate::size::CardSize;
use crate::svg;

/// A card, drawn.
#[derive(Debug, Clone)]
pub struct RenderedCard {
    /// Identifier of the card.
    pub id: String,
    /// Its name as printed.
    pub name: String,
    /// Identifier of its kind.
    pub kind: String,
    /// Name of its kind.
    pub kind_name: String,
    /// Its family, which often shares a back; empty if it has none.
    pub family: String,
    /// Where it was declared.
    pub provenance: Provenance,
    /// Its outline.
    pub size: CardSize,
    /// How many copies the content asks for.
    pub copies: u32,
    /// The front.
    pub front: Side,
    /// The back, shared by all cards that have the same one.
    pub back: Option<Arc<Back>>,
    /// What is wrong with it.
    pub problems: Vec<Problem>,
    /// What it leaves out for lack of room.
    pub left_out: Vec<LeftOut>,
}

/// Something that a card leaves out for lack of room.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LeftOut {
    /// Its flavour text.
    Flavour,
    /// What that keyword means.
    Reminder(String),
}

/// A card back.
#[derive(Debug, Clone)]
pub struct Back {
    /// Name of its template.
    pub id: String,
    /// The drawing.
    pub side: Side,
    /// What is wrong with it.
    pub problems: Vec<Problem>,
}

/// One side of a card. Empty if the template failed.
#[derive(Clone)]
pub struct Side {
    /// SVG in which pictures are named `asset:PATH`, and words are replaced by marks; the galley
    /// keeps the words.
    pub(crate) svg: String,
    /// The same, parsed once for everything that is made from it.
    pub(crate) tree: Option<Arc<Tree>>,
    pub(crate) galley: Arc<Galley>,
    pub(crate) fonts: Arc<Fonts>,
    pub(crate) pictures: Arc<Pictures>,
    pub(crate) digest: OnceLock<u128>,
}

impl std::fmt::Debug for Side {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Side").field("svg", &self.svg).finish_non_exhaustive()
    }
}

/// Name of a back that only that card has.
pub(crate) fn own_back_id(card: &str) -> String {
    format!("{card}-reverse")
}

impl RenderedCard {
    /// Identifies the look of both sides: equal digests mean equal cards.
    pub fn digest(&self) -> u128 {
        let back = self.back.as_ref().map_or(0, |back| back.side.digest());
        self.front.digest() ^ back.rotate_left(64)
    }

    /// The front as a self-contained SVG.
    pub fn front_svg(&self) -> String {
        self.front.svg(&self.name)
    }

    /// The back as a self-contained SVG.
    pub fn back_svg(&self) -> Option<String> {
        self.back.as_ref().map(|back| back.side.svg(""))
    }

    /// Name of the back, the same for all cards that share it.
    pub(crate) fn back_id(&self) -> Option<&str> {
        self.back.as_ref().map(|back| back.id.as_str())
    }

    /// True if the back is the other side of this card alone.
    pub fn has_own_back(&self) -> bool {
        self.back_id() == Some(own_back_id(&self.id).as_str())
    }

    /// The front as a PNG file with bleed.
    pub fn png(&self, dpi: f32) -> Result<Vec<u8>, String> {
        self.front.png(self.size, Extent::Bleed, dpi)
    }
}

impl Side {
    /// Reads what the template drew, or says what is wrong with it.
    pub(crate) fn parse(&mut self) -> Result<(), String> {
        let tree = svg::parse_set(&mut self.svg, &self.galley, &self.fonts, &self.pictures)?;
        self.tree = Some(Arc::new(tree));
        Ok(())
    }

    /// The drawing as a self-contained SVG: words are outlines, pictures are inside the file.
    /// One unit is one millimetre. Empty if there is no drawing.
    pub fn svg(&self, title: &str) -> String {
        if self.tree.is_none() {
            return String::new();
        }
        match letters::outlined(&self.svg, &self.galley, &self.fonts) {
            Some(drawn) => svg::standalone((&drawn, title), &[], &self.fonts, &self.pictures),
            None => self.whole().map(|tree| svg::outlined(&tree, title)).unwrap_or_default(),
        }
    }

    /// The drawing with its words in it. Output for the screen draws letters like everything else;
    /// PDF takes them from the galley instead.
    pub(crate) fn whole(&self) -> Result<Arc<Tree>, String> {
        let tree = self.tree.as_ref().ok_or("the card could not be drawn")?;
        if !galley::has_marks(&self.svg) {
            return Ok(Arc::clone(tree));
        }
        let painted = letters::painted(&self.svg, &self.galley, &self.fonts);
        // The shapes of many words in a typeface of pixels are more than a drawing may hold.
        let drawn = match painted.len() > svg::LARGEST_SVG {
            true => self.galley.written(&self.svg),
            false => painted,
        };
        svg::parse(&drawn, &self.fonts, &self.pictures).map(Arc::new)
    }

    /// The drawing as the template made it, with words that can be searched and edited. The
    /// fonts it uses and its pictures are inside the file, which makes it large.
    pub fn source_svg(&self) -> String {
        let Some(tree) = &self.tree else { return String::new() };
        let used = svg::fonts_of(tree, &self.galley);
        let written = self.galley.written(&self.svg);
        svg::standalone((&written, ""), &used, &self.fonts, &self.pictures)
    }

    /// Identifies the look of the drawing: the drawing itself, its fonts and its pictures.
    pub fn digest(&self) -> u128 {
        let find = || {
            let Some(tree) = &self.tree else { return 0 };
            let mut hasher = SipHasher13::new();
            hasher.write(self.svg.as_bytes());
            for font in svg::fonts_of(tree, &self.galley) {
                hasher.write(&self.fonts.digest(font).to_le_bytes());
            }
            for picture in svg::pictures_of(&self.svg, &self.pictures) {
                hasher.write(&picture.digest().to_le_bytes());
            }
            hasher.finish128().as_u128()
        };
        *self.digest.get_or_init(find)
    }

    /// True if it shows a picture, which a screen reader should be told about.
    pub fn has_picture(&self) -> bool {
        self.svg.contains(&format!("<g id=\"{PICTURE}\">"))
    }

    /// True if there is no drawing.
    pub fn is_empty(&self) -> bool {
        self.tree.is_none()
    }

    /// The drawing as a PNG file.
    pub fn png(&self, size: CardSize, extent: Extent, dpi: f32) -> Result<Vec<u8>, String> {
        let inset = match extent {
            Extent::Bleed => 0.0,
            Extent::Trim => size.bleed,
        };
        let tree = self.whole()?;
        png::encode(&tree, inset, dpi)
    }

    /// The drawing as it is cut, as bare pixels: width, height, three bytes each.
    pub fn pixels(&self, size: CardSize, dpi: f32) -> Result<(u32, u32, Vec<u8>), String> {
        png::pixels(&*self.whole()?, size.bleed, dpi)
    }
}
