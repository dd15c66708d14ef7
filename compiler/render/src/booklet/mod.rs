//! Booklets: pages laid out from content, such as a glossary of keywords or a book of quests.
//!
//! A booklet is described by a file ([`Spec`]) and drawn by templates: one for the page, one
//! for each sort of entry. Entries are blocks, each with its own height, that are laid out in
//! columns; a block is never split. Each finished page is a drawing like that of a card, so it
//! can be printed alone, folded into a booklet, or laid out on sheets as a reference card.

mod clauses;
mod compose;
mod entries;
mod files;
mod flow;
mod holes;
mod places;
mod saddle;
mod spec;

pub(crate) use entries::glossary;
pub use files::{files, names, page_size, tell_once};
pub use saddle::folded;
pub use spec::{Form, References, Source, Spec};

use std::sync::Arc;

use crate::card::{Back, RenderedCard};
use crate::problem::Problem;
use crate::renderer::Renderer;
use crate::size::CardSize;

/// A booklet, drawn.
#[derive(Debug)]
pub struct Booklet {
    /// Its pages in reading order, each with what preflight found on it.
    pub pages: Vec<RenderedCard>,
    /// What went wrong while it was laid out.
    pub problems: Vec<Problem>,
}

/// Lays a booklet out on pages of a size. Returns no pages if the package has nothing that the
/// booklet is about.
pub fn booklet(renderer: &Renderer<'_>, spec: &Spec, size: CardSize) -> Booklet {
    compose::booklet(renderer, spec, size)
}

/// Pairs pages into cards: each second page is the back of the one before it.
pub fn cards(pages: Vec<RenderedCard>, copies: u32) -> Vec<RenderedCard> {
    let mut cards = Vec::new();
    let mut pages = pages.into_iter();
    while let Some(mut front) = pages.next() {
        front.copies = copies;
        front.back = pages
            .next()
            .map(|back| Arc::new(Back { id: back.id, side: back.front, problems: Vec::new() }));
        cards.push(front);
    }
    cards
}
