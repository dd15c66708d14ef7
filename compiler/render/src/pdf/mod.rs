//! PDF: draws parsed SVG onto pages, with fonts and pictures stored once a document.
//!
//! This is a walker over the `usvg` tree instead of a ready-made converter: one parser serves
//! PNG and PDF, runs of glyphs stay runs (so text can be searched and copied), and a picture
//! that many cards share is encoded once.

mod drawings;
mod image;
mod paint;
mod text;
mod walker;

use std::collections::HashMap;
use std::sync::Arc;

use krilla::Document;
use krilla::graphic::Graphic;
use krilla::metadata::Metadata;
use krilla::outline::{Outline, OutlineNode};
use krilla::surface::Surface;
use usvg::Tree;

use crate::card::RenderedCard;

pub(crate) use drawings::Drawings;
pub(crate) use walker::rectangle;

/// Points in a millimetre: PDF counts in points.
pub(crate) const PT_PER_MM: f32 = 72.0 / 25.4;

/// What a document says about itself.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct About {
    /// Title of the document.
    pub title: String,
    /// Who made the content.
    pub authors: Vec<String>,
    /// What the document is.
    pub description: String,
}

/// Things that are stored once in a document. Never iterated, so hash order cannot show.
#[derive(Default)]
pub(crate) struct Store {
    fonts: HashMap<usvg::fontdb::ID, Option<krilla::text::Font>>,
    images: HashMap<usize, Option<krilla::image::Image>>,
    database: Option<Arc<usvg::fontdb::Database>>,
    /// Resolution at which effects that PDF lacks are drawn as pictures, in dots an inch.
    pub(crate) raster_dpi: f32,
}

impl Store {
    /// A store for a document whose text is set in these fonts.
    pub(crate) fn new(database: Arc<usvg::fontdb::Database>) -> Store {
        Store { raster_dpi: 300.0, database: Some(database), ..Store::default() }
    }

    /// Draws a whole tree; one unit of the tree is one unit of the surface.
    pub(crate) fn draw(&mut self, surface: &mut Surface<'_>, tree: &Tree) {
        walker::children(surface, tree.root(), self);
    }

    /// A tree as something that can be drawn many times at little cost.
    pub(crate) fn graphic(&mut self, surface: &mut Surface<'_>, tree: &Tree) -> Graphic {
        let mut builder = surface.stream_builder();
        let mut inner = builder.surface();
        self.draw(&mut inner, tree);
        inner.finish();
        Graphic::new(builder.finish(), false)
    }
}

/// An entry of the document's outline.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Bookmark {
    pub(crate) title: String,
    pub(crate) page: usize,
    pub(crate) children: Vec<Bookmark>,
}

/// Notes the page of a card under its kind; further copies of a card are not noted.
pub(crate) fn bookmark(bookmarks: &mut Vec<Bookmark>, card: &RenderedCard, page: usize) {
    let entry = Bookmark { title: card.name.clone(), page, children: Vec::new() };
    match bookmarks.iter_mut().find(|kind| kind.title == card.kind_name) {
        Some(kind) if kind.children.last().is_some_and(|last| last.title == card.name) => {}
        Some(kind) => kind.children.push(entry),
        None => {
            let title = card.kind_name.clone();
            bookmarks.push(Bookmark { title, page, children: vec![entry] });
        }
    }
}

/// Ends a document: metadata, outline, bytes.
pub(crate) fn finish(
    mut document: Document,
    about: &About,
    bookmarks: &[Bookmark],
) -> Result<Vec<u8>, String> {
    let mut outline = Outline::new();
    for bookmark in bookmarks {
        outline.push_child(node(bookmark));
    }
    document.set_outline(outline);
    document.set_metadata(
        Metadata::new()
            .title(about.title.clone())
            .description(about.description.clone())
            .authors(about.authors.clone())
            .creator("Cardwright".to_owned())
            .language("en".to_owned()),
    );
    document.finish().map_err(|error| format!("the PDF could not be written: {error:?}"))
}

fn node(bookmark: &Bookmark) -> OutlineNode {
    let top = krilla::geom::Point::from_xy(0.0, 0.0);
    let place = krilla::destination::XyzDestination::new(bookmark.page, top);
    let mut entry = OutlineNode::new(bookmark.title.clone(), place);
    for child in &bookmark.children {
        entry.push_child(node(child));
    }
    entry
}
