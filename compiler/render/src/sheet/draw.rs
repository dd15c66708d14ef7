//! Draws planned sheets into a PDF.

use std::collections::BTreeMap;
use std::sync::Arc;

use krilla::Document;
use krilla::geom::Transform;
use krilla::graphic::Graphic;
use krilla::page::PageSettings;
use krilla::paint::FillRule;
use krilla::surface::Surface;
use rayon::prelude::*;
use usvg::Tree;

use super::imposition::{Grid, Place, Turn};
use super::{Backs, Page, SheetOptions, marks};
use crate::card::RenderedCard;
use crate::pdf::{self, Bookmark, PT_PER_MM, Store};
use crate::picture::Pictures;
use crate::svg;

/// Makes the document. Drawings are parsed on all cores; pages are written one after another.
pub(super) fn document(
    cards: &[RenderedCard],
    pages: &[Page],
    options: &SheetOptions,
) -> Result<Vec<u8>, String> {
    let drawings = Drawings::parse(cards, pages)?;
    let mut document = Document::new();
    let mut store = match cards.first() {
        Some(card) => Store::new(Arc::clone(card.front.fonts.database())),
        None => return Err("there are no cards to print".to_owned()),
    };
    let mut graphics = BTreeMap::new();
    let mut bookmarks = Vec::new();
    let mut count = 0;
    for (number, page) in pages.iter().enumerate() {
        bookmark(&mut bookmarks, cards, page, count);
        let sides: &[bool] = if page.is_duplex { &[false, true] } else { &[false] };
        for is_back in sides {
            let grid = &page.grid;
            let size =
                PageSettings::from_wh(grid.page_width * PT_PER_MM, grid.page_height * PT_PER_MM)
                    .ok_or("the paper has no size")?;
            let mut sheet = document.start_page_with(size);
            let mut surface = sheet.surface();
            surface.push_transform(&Transform::from_scale(PT_PER_MM, PT_PER_MM));
            let mut printer = Printer {
                surface: &mut surface,
                store: &mut store,
                drawings: &drawings,
                graphics: &mut graphics,
                grid,
            };
            if !is_back {
                printer.all(page, Side::Front);
            }
            if *is_back || options.backs == Backs::Fold {
                printer.all(page, Side::Back);
            }
            let label = label(number, pages.len(), *is_back, options);
            let overlay = marks::overlay(page, &label, *is_back, &cards[0].front.fonts, options);
            let tree = svg::parse(&overlay, &cards[0].front.fonts, &Pictures::default())?;
            store.draw(&mut surface, &tree);
            surface.pop();
            surface.finish();
            sheet.finish();
            count += 1;
        }
    }
    pdf::finish(document, &options.about, &bookmarks)
}

fn label(number: usize, pages: usize, is_back: bool, options: &SheetOptions) -> String {
    let side = match (is_back, options.backs) {
        (true, _) => ", backs",
        (false, Backs::LongEdge | Backs::ShortEdge) => ", fronts",
        _ => "",
    };
    let title = if options.about.title.is_empty() {
        String::new()
    } else {
        format!("{} · ", options.about.title)
    };
    format!("{title}sheet {} of {pages}{side} · print at 100 %", number + 1)
}

/// Notes the page on which the cards of each kind begin.
fn bookmark(bookmarks: &mut Vec<Bookmark>, cards: &[RenderedCard], page: &Page, number: usize) {
    for (index, _) in &page.fronts {
        let card = &cards[*index];
        let entry = Bookmark { title: card.name.clone(), page: number, children: Vec::new() };
        match bookmarks.iter_mut().find(|kind| kind.title == card.kind_name) {
            Some(kind) => {
                if kind.children.last().is_none_or(|last| last.title != card.name) {
                    kind.children.push(entry);
                }
            }
            None => bookmarks.push(Bookmark {
                title: card.kind_name.clone(),
                page: number,
                children: vec![entry],
            }),
        }
    }
}

/// A side of a card: fronts by the card's index, backs by name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Front(usize),
    Back(String),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Front,
    Back,
}

/// All drawings of a document, parsed, and how often each is used.
struct Drawings {
    trees: BTreeMap<Key, (Tree, usize)>,
    keys: Vec<(Key, Option<Key>)>,
}

impl Drawings {
    fn parse(cards: &[RenderedCard], pages: &[Page]) -> Result<Drawings, String> {
        // Two backs of one name may differ between families, so the drawing is its own name.
        let keys: Vec<(Key, Option<Key>)> = cards
            .iter()
            .enumerate()
            .map(|(index, card)| {
                let back = card.back.as_ref().map(|back| Key::Back(back.side.svg.clone()));
                (Key::Front(index), back)
            })
            .collect();
        let mut uses: BTreeMap<Key, (usize, usize)> = BTreeMap::new();
        for page in pages {
            for (index, _) in &page.fronts {
                uses.entry(keys[*index].0.clone()).or_insert((*index, 0)).1 += 1;
            }
            for (index, _) in &page.backs {
                if let Some(back) = &keys[*index].1 {
                    uses.entry(back.clone()).or_insert((*index, 0)).1 += 1;
                }
            }
        }
        let trees = uses
            .into_par_iter()
            .map(|(key, (index, count))| {
                let card = &cards[index];
                let side = match &key {
                    Key::Front(_) => &card.front,
                    Key::Back(_) => card.back.as_ref().map_or(&card.front, |back| &back.side),
                };
                let tree = if side.is_empty() { None } else { Some(side.tree()?) };
                Ok((key, tree.map(|tree| (tree, count))))
            })
            .collect::<Result<Vec<_>, String>>()?
            .into_iter()
            .filter_map(|(key, tree)| Some((key, tree?)))
            .collect();
        Ok(Drawings { trees, keys })
    }
}

/// Puts cards onto one page.
struct Printer<'a, 's> {
    surface: &'a mut Surface<'s>,
    store: &'a mut Store,
    drawings: &'a Drawings,
    graphics: &'a mut BTreeMap<Key, Graphic>,
    grid: &'a Grid,
}

impl Printer<'_, '_> {
    fn all(&mut self, page: &Page, side: Side) {
        let places = if side == Side::Front { &page.fronts } else { &page.backs };
        for (index, place) in places {
            let (front, back) = &self.drawings.keys[*index];
            let key = if side == Side::Front { Some(front) } else { back.as_ref() };
            if let Some(key) = key {
                self.card(key, place);
            }
        }
    }

    /// One side of a card, cut to its trim and the printed part of the bleed.
    fn card(&mut self, key: &Key, place: &Place) {
        let Some((tree, uses)) = self.drawings.trees.get(key) else { return };
        let (card, bleed) = (self.grid.card, self.grid.bleed);
        let upright = Transform::from_translate(place.x, place.y);
        self.surface.push_transform(&upright);
        if place.turn == Turn::Half {
            let around = Transform::from_row(-1.0, 0.0, 0.0, -1.0, card.width, card.height);
            self.surface.push_transform(&around);
        }
        let window =
            pdf::rectangle(-bleed, -bleed, card.width + 2.0 * bleed, card.height + 2.0 * bleed);
        if let Some(window) = &window {
            self.surface.push_clip_path(window, &FillRule::NonZero);
        }
        // The drawing's own origin is the corner of its full bleed.
        self.surface.push_transform(&Transform::from_translate(-card.bleed, -card.bleed));
        if *uses > 1 {
            if !self.graphics.contains_key(key) {
                let graphic = self.store.graphic(self.surface, tree);
                self.graphics.insert(key.clone(), graphic);
            }
            self.surface.draw_graphic(self.graphics[key].clone());
        } else {
            self.store.draw(self.surface, tree);
        }
        self.surface.pop();
        if window.is_some() {
            self.surface.pop();
        }
        if place.turn == Turn::Half {
            self.surface.pop();
        }
        self.surface.pop();
    }
}
