//! A document under construction: its pages and what stands on them.

use std::collections::HashMap;
use std::sync::Arc;

use krilla::configure::{Accessibility, ConfigurationBuilder, PdfVersion};
use krilla::geom::{Rect, Transform};
use krilla::graphic::Graphic;
use krilla::metadata::{DateTime, Metadata};
use krilla::page::PageSettings;
use krilla::paint::FillRule;
use krilla::surface::Surface;
use krilla::{Document, SerializeSettings};
use rayon::prelude::*;
use usvg::Tree;

use super::flatten::Flat;
use super::objects::Objects;
use super::outline::Bookmarks;
use super::production::{Production, Standard};
use super::sketch::Sketch;
use super::store::{Colouring, Store};
use super::{About, PT_PER_MM, flatten, overprint, press, walker};
use crate::card::Side;
use crate::fonts::Fonts;

/// A document under construction. Lengths are in millimetres from the top left corner.
pub(crate) struct Book {
    document: Document,
    drawing: Drawing,
    about: About,
    pages: usize,
}

/// Everything that is kept from page to page.
struct Drawing {
    store: Store,
    bookmarks: Bookmarks,
    /// Drawings that were looked at, by the address of their trees.
    known: HashMap<usize, Known>,
    /// Why a page could not be drawn.
    failure: Option<String>,
}

/// A drawing and how many times it will be drawn.
struct Known {
    sketch: Sketch,
    times: u32,
    graphic: Option<Graphic>,
    /// Its flattened picture, for printers that accept no transparency.
    flat: Option<Flat>,
}

/// The boxes of a page, as x, y, width and height.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct PageBoxes {
    /// Width of the paper.
    pub(crate) width: f32,
    /// Height of the paper.
    pub(crate) height: f32,
    /// What is left after cutting.
    pub(crate) trim: [f32; 4],
    /// The printed area around the trim, so that a cut slightly off the line leaves no white edge.
    pub(crate) bleed: [f32; 4],
}

/// Where a side is drawn, and which part of it is visible.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Placement {
    /// From the trimmed side's own coordinates to those of the page.
    pub(crate) place: Transform,
    /// The visible part on the page: x, y, width and height.
    pub(crate) window: [f32; 4],
    /// How far the drawing reaches beyond its trim.
    pub(crate) bleed: f32,
}

/// A description of a drawing in words.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Caption<'a> {
    /// Its name.
    pub(crate) name: &'a str,
    /// What kind of thing it is.
    pub(crate) kind: &'a str,
}

impl Book {
    /// Begins a document. `sides` lists every side that will be drawn, once for each time.
    pub(crate) fn new<'a>(
        fonts: &Fonts,
        sides: impl Iterator<Item = &'a Side>,
        production: &Production,
        about: &About,
    ) -> Result<Book, String> {
        if let Some(conflict) = production.conflict() {
            return Err(conflict.to_owned());
        }
        let mut store = Store::new(Arc::clone(fonts.database()), production.clone());
        let known = look_at(sides);
        for drawing in &known {
            store.sharing.add(&drawing.1.sketch, drawing.1.times);
        }
        Ok(Book {
            document: Document::new_with(settings(production.standard)?),
            drawing: Drawing {
                store,
                bookmarks: Bookmarks::default(),
                known: known.into_iter().collect(),
                failure: None,
            },
            about: about.clone(),
            pages: 0,
        })
    }

    /// Adds a page.
    pub(crate) fn page(
        &mut self,
        boxes: &PageBoxes,
        draw: impl FnOnce(&mut PageInk<'_, '_>),
    ) -> Result<(), String> {
        let mut page = self.document.start_page_with(page_settings(boxes)?);
        let mut surface = page.surface();
        surface.push_transform(&Transform::from_scale(PT_PER_MM, PT_PER_MM));
        draw(&mut PageInk {
            surface: &mut surface,
            drawing: &mut self.drawing,
            number: self.pages,
        });
        surface.pop();
        surface.finish();
        page.finish();
        self.pages += 1;
        self.drawing.failure.take().map_or(Ok(()), Err)
    }

    /// Ends the document.
    pub(crate) fn finish(mut self) -> Result<Vec<u8>, String> {
        self.document.set_outline(self.drawing.bookmarks.finish());
        let tags = std::mem::take(&mut self.drawing.store.tags);
        self.document.set_tag_tree(tags.finish());
        let Production { standard, .. } = self.drawing.store.production;
        self.document.set_metadata(metadata(&self.about, standard));
        let bytes = self
            .document
            .finish()
            .map_err(|error| format!("the PDF could not be written: {error:?}"))?;
        let store = &self.drawing.store;
        let inks = store.production.inks().filter(|_| standard.is_for_press());
        if inks.is_none() && !store.has_overprint {
            return Ok(bytes);
        }
        let mut document = Objects::read(&bytes).ok_or("the PDF could not be completed")?;
        overprint::apply(&mut document);
        match inks {
            Some(inks) => press::complete(document, standard, inks, &self.about),
            None => Ok(document.write(version(&bytes))),
        }
    }
}

/// A page that is being drawn.
pub(crate) struct PageInk<'page, 'surface> {
    surface: &'page mut Surface<'surface>,
    drawing: &'page mut Drawing,
    number: usize,
}

impl PageInk<'_, '_> {
    /// Draws a front: tagged, and in the outline under its kind.
    pub(crate) fn front(&mut self, side: &Side, caption: Caption<'_>, placement: &Placement) {
        let Some(tree) = &side.tree else { return };
        self.drawing.store.galley = Arc::clone(&side.galley);
        let corner = (placement.window[0] * PT_PER_MM, placement.window[1] * PT_PER_MM);
        self.drawing.bookmarks.add(caption.kind, caption.name, self.number, corner);
        self.within(placement, |surface, drawing| {
            if let Some(flat) = drawing.flat(side, tree) {
                drawing.store.tags.picture(surface);
                flat.draw(surface);
                surface.end_tagged();
                walker::words(surface, tree.root(), &mut drawing.store);
                return;
            }
            let store = &mut drawing.store;
            match drawing.known.get(&address(tree)) {
                Some(known) => walker::tagged(surface, tree.root(), &known.sketch, store),
                None => walker::tagged(surface, tree.root(), &Sketch::of(tree), store),
            }
        });
        self.drawing.store.tags.end_card(caption);
    }

    /// Draws a back, which counts as decoration.
    pub(crate) fn back(&mut self, side: &Side, placement: &Placement) {
        let Some(tree) = &side.tree else { return };
        self.drawing.store.galley = Arc::clone(&side.galley);
        self.within(placement, |surface, drawing| {
            drawing.store.tags.decoration(surface);
            match drawing.flat(side, tree) {
                Some(flat) => {
                    flat.draw(surface);
                    drawing.store.silent_words(surface, tree);
                }
                None => drawing.whole(surface, tree),
            }
            surface.end_tagged();
        });
    }

    /// Draws marks for the people who print and cut. Their black is printed on all plates of a
    /// press.
    pub(crate) fn marks(&mut self, tree: &Tree) {
        let store = &mut self.drawing.store;
        store.tags.marks(self.surface);
        store.with_colouring(Colouring::Marks, |store| {
            walker::children(self.surface, tree.root(), store);
        });
        self.surface.end_tagged();
    }

    /// Draws a page of a book; its words are read from the first to the last box.
    pub(crate) fn leaf(&mut self, tree: &Tree, title: &str) {
        let store = &mut self.drawing.store;
        walker::tagged(self.surface, tree.root(), &Sketch::of(tree), store);
        store.tags.end_page(title);
    }

    /// Notes this page in the outline.
    pub(crate) fn bookmark(&mut self, title: &str) {
        self.drawing.bookmarks.add_alone(title, self.number);
    }

    /// Draws inside a window, with the corner of the drawing's full bleed at the origin.
    fn within(&mut self, placement: &Placement, draw: impl FnOnce(&mut Surface<'_>, &mut Drawing)) {
        let [x, y, width, height] = placement.window;
        let Some(window) = walker::rectangle(x, y, width, height) else { return };
        let corner = Transform::from_translate(-placement.bleed, -placement.bleed);
        self.surface.push_clip_path(&window, &FillRule::NonZero);
        self.surface.push_transform(&placement.place);
        self.surface.push_transform(&corner);
        draw(self.surface, self.drawing);
        for _ in 0..3 {
            self.surface.pop();
        }
    }
}

impl Drawing {
    /// The picture that replaces a drawing if transparency is not allowed.
    fn flat(&mut self, side: &Side, tree: &Arc<Tree>) -> Option<Flat> {
        if self.store.production.standard != Standard::X1a {
            return None;
        }
        let is_transparent = tree.root().children().iter().any(flatten::is_transparent);
        let known = self.known.get_mut(&address(tree)).filter(|_| is_transparent)?;
        if known.flat.is_none() {
            let inks = self.store.production.inks()?;
            match Flat::of(side, tree, self.store.raster_dpi, inks) {
                Ok(flat) => known.flat = Some(flat),
                Err(reason) => self.failure = self.failure.take().or(Some(reason)),
            }
        }
        known.flat.clone()
    }

    /// Draws a whole tree without tags, stored once if it is drawn again.
    fn whole(&mut self, surface: &mut Surface<'_>, tree: &Arc<Tree>) {
        let Some(known) = self.known.get_mut(&address(tree)) else {
            walker::children(surface, tree.root(), &mut self.store);
            return;
        };
        let (nodes, parts) = (tree.root().children(), known.sketch.children.as_slice());
        if known.times < 2 {
            walker::silent(surface, nodes, parts, &mut self.store);
            return;
        }
        let graphic = known
            .graphic
            .get_or_insert_with(|| self.store.graphic(surface, (nodes, parts), known.times));
        surface.draw_graphic(graphic.clone());
    }
}

/// The version of PDF that a document says it is.
fn version(bytes: &[u8]) -> &str {
    let stated = bytes.get(5..8).and_then(|version| std::str::from_utf8(version).ok());
    stated.unwrap_or("1.7")
}

/// Looks at every drawing once, on all cores, and returns them in the order of their first use.
fn look_at<'a>(sides: impl Iterator<Item = &'a Side>) -> Vec<(usize, Known)> {
    let mut order: Vec<&Arc<Tree>> = Vec::new();
    let mut times: HashMap<usize, u32> = HashMap::new();
    for tree in sides.filter_map(|side| side.tree.as_ref()) {
        let count = times.entry(address(tree)).or_insert(0);
        if *count == 0 {
            order.push(tree);
        }
        *count += 1;
    }
    let look = |tree: &&Arc<Tree>| {
        let times = times.get(&address(tree)).copied().unwrap_or(1);
        (address(tree), Known { sketch: Sketch::of(tree), times, graphic: None, flat: None })
    };
    order.par_iter().map(look).collect()
}

/// Identifies a tree by its address. Trees live as long as the cards that are printed.
fn address(tree: &Arc<Tree>) -> usize {
    Arc::as_ptr(tree) as usize
}

fn settings(standard: Standard) -> Result<SerializeSettings, String> {
    let builder = ConfigurationBuilder::new();
    let builder = match standard {
        Standard::Plain => builder,
        Standard::Ua1 => builder.with_accessibility_validator(Accessibility::UA1),
        Standard::X1a => builder.with_version(PdfVersion::Pdf14),
        Standard::X4 => builder.with_version(PdfVersion::Pdf16),
    };
    let configuration =
        builder.finish().map_err(|error| format!("this PDF cannot be made: {error:?}"))?;
    Ok(SerializeSettings { configuration, ..SerializeSettings::default() })
}

fn page_settings(boxes: &PageBoxes) -> Result<PageSettings, String> {
    let page = PageSettings::from_wh(boxes.width * PT_PER_MM, boxes.height * PT_PER_MM)
        .ok_or("the paper has no size")?;
    let inside = |[x, y, width, height]: [f32; 4]| {
        let (left, top) = (x.clamp(0.0, boxes.width), y.clamp(0.0, boxes.height));
        let right = (x + width).clamp(left, boxes.width);
        let bottom = (y + height).clamp(top, boxes.height);
        let [left, top, right, bottom] =
            [left, top, right, bottom].map(|length| length * PT_PER_MM);
        Rect::from_ltrb(left, top, right, bottom)
    };
    Ok(page.with_bleed_box(inside(boxes.bleed)).with_trim_box(inside(boxes.trim)))
}

fn metadata(about: &About, standard: Standard) -> Metadata {
    let program = concat!("Cardwright ", env!("CARGO_PKG_VERSION"));
    let metadata = Metadata::new()
        .title(about.title.clone())
        .description(about.description.clone())
        .authors(about.authors.clone())
        .creator(program.to_owned())
        .producer(program.to_owned())
        .language(about.language.clone());
    // The standards for presses require a date.
    match about.date.or(standard.is_for_press().then_some(0)) {
        Some(seconds) => metadata.creation_date(date(seconds)),
        None => metadata,
    }
}

/// Seconds since 1970 as a date. Counts days from March of year 0, so that leap days come last.
fn date(seconds: i64) -> DateTime {
    let (days, rest) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let day_of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    DateTime::new(year.clamp(0, 9_999) as u16)
        .month(month as u8)
        .day(day as u8)
        .hour((rest / 3_600) as u8)
        .minute((rest / 60 % 60) as u8)
        .second((rest % 60) as u8)
        .utc_offset_hour(0)
        .utc_offset_minute(0)
}
