//! Tuck boxes for the decks of a package: one to a page, to cut, fold and glue.

use cardwright_model::print::Shape;
use krilla::geom::Transform;
use minijinja::value::Value;

use super::{Edition, MadeOf, Shelf, ShelfError};
use crate::card::{RenderedCard, Side};
use crate::fence::attempted;
use crate::number::short;
use crate::pdf::{Book, PageBoxes, Placement};
use crate::picture::Pictures;
use crate::problem::{self, Problem};
use crate::renderer::{Options, Renderer};
use crate::sheet::{Paper, pieces, words};
use crate::size::CardSize;
use crate::svg;
use crate::tuck::{Net, Panel};

/// The template of what is printed on a box.
const TEMPLATE: &str = "tuck-box";
/// Fewer cards than this need no box.
const LEAST: u32 = 8;
/// A flatter box does not stand, a deeper one bulges; a larger deck gets several.
const DEPTH: [f32; 2] = [8.0, 45.0];
/// How far the print reaches over the cut, in millimetres.
const BLEED: f32 = 3.0;
/// Lines to cut and to fold, in millimetres.
const LINE: f32 = 0.2;

/// A box for the cards of one size that share a back.
struct Deck<'a> {
    /// The kinds of cards in it.
    kinds: Vec<&'a str>,
    size: CardSize,
    back: Option<&'a Side>,
    cards: u32,
    /// Which of how many boxes for these cards it is.
    part: (u32, u32),
}

impl Edition<'_> {
    /// Writes the boxes for every paper; returns how many boxes there are, and what is wrong. The
    /// files' names begin with `prefix`.
    pub fn write_boxes(
        &self,
        cards: &[RenderedCard],
        prefix: &str,
        shelf: &mut dyn Shelf,
    ) -> Result<(usize, Vec<Problem>), ShelfError> {
        let own = Options { package: self.own_folder(), ..Options::default() };
        let last = self.library.packages.len() - 1;
        let renderer = Renderer::new(self.library, last, self.templates, own);
        let settings = renderer.theme().get("box");
        let length = |name: &str, usual: f32| {
            let value = settings.and_then(|table| table.get(name));
            let number = value.and_then(|value| {
                value.as_float().or_else(|| value.as_integer().map(|whole| whole as f64))
            });
            number.map_or(usual, |number| number as f32)
        };
        let thickness = length("thickness", 0.32).clamp(0.1, 3.0);
        let clearance = length("clearance", 1.5).clamp(0.0, 10.0);
        let decks = self.decks(cards, thickness);
        let mut problems = Vec::new();
        let mut drawn: Vec<(&Deck<'_>, Net, Side)> = Vec::new();
        for deck in &decks {
            let net = Net {
                width: deck.size.width + clearance,
                height: deck.size.height + clearance,
                depth: (deck.cards as f32 * thickness + clearance).max(DEPTH[0]),
            };
            let mut context = renderer.common().values();
            context.extend(values(deck, &net));
            let (side, found) =
                renderer.draw(TEMPLATE, Value::from_pairs(context), self.at_manifest());
            problems.extend(found);
            if !side.is_empty() {
                drawn.push((deck, net, side));
            }
        }
        for paper in self.papers.iter().filter(|_| !drawn.is_empty()) {
            let name = format!("boxes/{prefix}{}.pdf", paper.name);
            let fits = |(deck, net, _): &&(&Deck<'_>, Net, Side)| {
                let room = self.page(net, paper).is_some();
                if !room {
                    problems.push(self.no_room(deck, net, paper));
                }
                room
            };
            let fitting: Vec<_> = drawn.iter().filter(fits).collect();
            let looks: Vec<(Net, u128, Option<u128>)> = fitting
                .iter()
                .map(|(deck, net, side)| (*net, side.digest(), deck.back.map(Side::digest)))
                .collect();
            let key = format!("{:?} {looks:?}", self.options);
            if fitting.is_empty() || shelf.has(&name, &key) {
                continue;
            }
            match attempted(|| self.boxes(&fitting, paper)) {
                Ok(bytes) => shelf.put(&name, Some(MadeOf::from(key)), &bytes)?,
                Err(reason) => problems.push(self.unmade(&name, &reason)),
            }
        }
        Ok((drawn.len(), problems))
    }

    /// The decks that need a box, in the order of their first cards.
    fn decks<'c>(&self, cards: &'c [RenderedCard], thickness: f32) -> Vec<Deck<'c>> {
        let mut found: Vec<(Option<&str>, Deck<'c>)> = Vec::new();
        let copies = pieces(cards, &self.options);
        for piece in copies.iter().filter(|piece| piece.size.shape == Shape::Card) {
            let card = cards.iter().find(|card| card.id == piece.id);
            // Cards with a back of their own are a deck by their kind.
            let shared = card.filter(|card| !card.has_own_back());
            let back = shared.and_then(RenderedCard::back_id);
            let size = (piece.size.width, piece.size.height);
            let same = found.iter().position(|(known, deck)| {
                *known == back
                    && (deck.size.width, deck.size.height) == size
                    && (back.is_some() || deck.kinds.contains(&piece.kind_name))
            });
            let place = same.unwrap_or(found.len());
            if same.is_none() {
                let (kinds, back_side) = (Vec::new(), back.and(piece.back));
                let deck =
                    Deck { kinds, size: piece.size, back: back_side, cards: 0, part: (1, 1) };
                found.push((back, deck));
            }
            let deck = &mut found[place].1;
            deck.cards += piece.copies;
            if !deck.kinds.contains(&piece.kind_name) {
                deck.kinds.push(piece.kind_name);
            }
        }
        let most = (DEPTH[1] / thickness) as u32;
        let needed = found.into_iter().map(|(_, deck)| deck).filter(|deck| deck.cards >= LEAST);
        needed
            .flat_map(|deck| {
                let parts = deck.cards.div_ceil(most);
                (1..=parts).map(move |part| Deck {
                    kinds: deck.kinds.clone(),
                    cards: deck.cards.div_ceil(parts),
                    part: (part, parts),
                    ..deck
                })
            })
            .collect()
    }

    /// Width and height of the page that holds a net, if the paper is large enough.
    fn page(&self, net: &Net, paper: &Paper) -> Option<(f32, f32)> {
        let (wide, high) = net.extent();
        let around = 2.0 * self.options.margin;
        let upright = (paper.width, paper.height);
        let pages = [upright, (upright.1, upright.0)];
        pages.into_iter().find(|page| wide + around <= page.0 && high + around <= page.1)
    }

    fn no_room(&self, deck: &Deck<'_>, net: &Net, paper: &Paper) -> Problem {
        let (wide, high) = net.extent();
        let message = format!(
            "the box for {} cards ({}) is {wide:.0} × {high:.0} mm unfolded and does not fit on {}",
            deck.cards,
            deck.kinds.join(", "),
            paper.name
        );
        self.at_manifest()
            .warning(problem::NO_ROOM, paper.name.clone(), message)
            .help("take a larger paper with `--paper`, as `a3` or `tabloid`")
    }

    fn boxes(&self, decks: &[&(&Deck<'_>, Net, Side)], paper: &Paper) -> Result<Vec<u8>, String> {
        let (_, _, first) = decks.first().ok_or("there is nothing to print")?;
        let fonts = &first.fonts;
        let face = crate::sheet::family(fonts);
        let sides = decks
            .iter()
            .flat_map(|(deck, _, side)| std::iter::once(side).chain(deck.back).chain(deck.back));
        let mut book = Book::new(fonts, sides, &self.options.production, &self.options.about)?;
        for (deck, net, side) in decks {
            let (width, height) = self.page(net, paper).ok_or("a box has no room")?;
            let (wide, high) = net.extent();
            let corner = ((width - wide) / 2.0, (height - high) / 2.0);
            let lines = self.lines(net, corner, (width, height), &face);
            let lines = svg::parse(&lines, fonts, &Pictures::default())?;
            let trim = [corner.0, corner.1, wide, high];
            let bleed = [trim[0] - BLEED, trim[1] - BLEED, wide + 2.0 * BLEED, high + 2.0 * BLEED];
            let boxes = PageBoxes { width, height, trim, bleed };
            book.page(&boxes, |ink| {
                let place = Transform::from_translate(corner.0, corner.1);
                ink.back(side, &Placement { place, window: bleed, bleed: BLEED });
                let faces = net.panels().into_iter().filter(|(name, _)| is_face(name));
                for (_, panel) in faces {
                    if let Some(back) = deck.back {
                        ink.back(back, &on_panel(&deck.size, panel, corner));
                    }
                }
                ink.marks(&lines);
            })?;
        }
        book.finish()
    }

    /// What is cut and folded along, and a word about it.
    fn lines(&self, net: &Net, corner: (f32, f32), page: (f32, f32), face: &str) -> String {
        let (cut, folds) = (net.cut(corner), net.folds(corner));
        // White under black is visible on light and on dark grounds.
        let cut = match self.options.contour {
            true => format!(
                "<g id=\"spot:CutContour\"><path d=\"{cut}\" stroke=\"#ec008c\" fill=\"none\"/></g>"
            ),
            false => format!(
                "<path d=\"{cut}\" stroke=\"#fff\" stroke-width=\"0.5\" fill=\"none\"/>\
                 <path d=\"{cut}\" stroke=\"#000\" fill=\"none\"/>"
            ),
        };
        let (width, height) = (short(page.0), short(page.1));
        let how = "cut along the lines, fold along the dashes, glue the strip at the left";
        let note = words(how, (page.0 / 2.0, page.1 - 2.0), 2.3, "middle", face);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}mm\" height=\"{height}mm\" \
             viewBox=\"0 0 {width} {height}\"><g stroke-width=\"{LINE}\">{cut}\
             <path d=\"{folds}\" stroke=\"#fff\" stroke-width=\"0.5\" fill=\"none\"/>\
             <path d=\"{folds}\" stroke=\"#000\" stroke-dasharray=\"1.6 1.2\" fill=\"none\"/></g>\
             {note}</svg>"
        )
    }
}

/// True if the panel shows the back of the cards.
fn is_face(panel: &str) -> bool {
    matches!(panel, "front" | "rear")
}

/// The back of a card over a whole panel.
fn on_panel(size: &CardSize, [x, y, width, height]: Panel, corner: (f32, f32)) -> Placement {
    let scale = (width / size.width).max(height / size.height);
    let (left, top) = (corner.0 + x, corner.1 + y);
    let across = left + (width - size.width * scale) / 2.0;
    let down = top + (height - size.height * scale) / 2.0;
    Placement {
        place: Transform::from_row(scale, 0.0, 0.0, scale, across, down),
        window: [left, top, width, height],
        bleed: size.bleed,
    }
}

impl Deck<'_> {
    /// The kinds in it, as a title.
    fn title(&self) -> String {
        let kinds = match self.kinds.as_slice() {
            [one, two, three, _, ..] => format!("{one}, {two}, {three} …"),
            few => few.join(", "),
        };
        match self.part {
            (_, 1) => kinds,
            (part, of) => format!("{kinds} ({part} of {of})"),
        }
    }
}

/// What the template can use beside what all templates can.
fn values(deck: &Deck<'_>, net: &Net) -> Vec<(&'static str, Value)> {
    let number = |length: f32| Value::from((f64::from(length) * 1000.0).round() / 1000.0);
    let (width, height) = net.extent();
    let panels = net.panels().map(|(name, [x, y, wide, high])| {
        let sides = [("x", x), ("y", y), ("w", wide), ("h", high)];
        (name, Value::from_pairs(sides.map(|(side, length)| (side, number(length)))))
    });
    let about = Value::from_pairs([
        ("title", Value::from(deck.title())),
        ("cards", Value::from(deck.cards)),
        ("has_back", Value::from(deck.back.is_some())),
    ]);
    vec![
        ("deck", about),
        ("panels", Value::from_pairs(panels)),
        ("width", number(width)),
        ("height", number(height)),
        ("bleed", number(BLEED)),
    ]
}
