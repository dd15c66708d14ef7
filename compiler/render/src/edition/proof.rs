//! A proof of a package: all cards small on a few pages, with their names, to look for what is
//! wrong or missing; and one picture that shows what the set looks like.

use krilla::geom::Transform;
use resvg::tiny_skia::{Color, Pixmap, PixmapPaint};

use super::{Edition, MadeOf, Shelf, ShelfError};
use crate::card::RenderedCard;
use crate::fence::attempted;
use crate::number::short;
use crate::pdf::{Book, Caption, PageBoxes, Placement, Production};
use crate::picture::Pictures;
use crate::png;
use crate::problem::Problem;
use crate::sheet::{Paper, family, shortened, words};
use crate::svg;

/// Where it is.
const FOLDER: &str = "proof";
/// The room for a card and its name, and the card alone, in millimetres.
const CELL: [f32; 2] = [38.0, 57.0];
const CARD: [f32; 2] = [35.0, 48.0];
const MARGIN: f32 = 9.0;

/// The picture of a set: its size, the height of a row and the space between cards, in pixels.
const PREVIEW: [u32; 2] = [1600, 1000];
const ROW: f32 = 300.0;
const GAP: f32 = 22.0;
const GROUND: [u8; 3] = [0x23, 0x1f, 0x1a];

impl Edition<'_> {
    /// Writes a proof for every paper and the picture; returns what could not be made.
    pub fn write_proof(
        &self,
        cards: &[RenderedCard],
        shelf: &mut dyn Shelf,
    ) -> Result<Vec<Problem>, ShelfError> {
        let mut problems = Vec::new();
        let cards: Vec<&RenderedCard> =
            cards.iter().filter(|card| !card.front.is_empty()).collect();
        if cards.is_empty() {
            return Ok(problems);
        }
        let looks: Vec<(&str, u128)> =
            cards.iter().map(|card| (card.name.as_str(), card.front.digest())).collect();
        let mut add = |name: String, make: &dyn Fn() -> Result<Vec<u8>, String>| {
            let key = format!("{:?} {looks:?}", self.options.about);
            if shelf.has(&name, &key) {
                return Ok(());
            }
            match attempted(make) {
                Ok(bytes) => shelf.put(&name, Some(MadeOf::from(key)), &bytes),
                Err(reason) => {
                    problems.push(self.unmade(&name, &reason));
                    Ok(())
                }
            }
        };
        for paper in &self.papers {
            add(format!("{FOLDER}/{}.pdf", paper.name), &|| self.contact_sheets(&cards, paper))?;
        }
        add(format!("{FOLDER}/preview.png"), &|| preview(&cards))?;
        Ok(problems)
    }

    /// All cards with their names, one kind after another.
    fn contact_sheets(&self, cards: &[&RenderedCard], paper: &Paper) -> Result<Vec<u8>, String> {
        let fonts = &cards[0].front.fonts;
        let (width, height) = (paper.width, paper.height);
        let columns = (((width - 2.0 * MARGIN) / CELL[0]) as usize).max(1);
        let rows = (((height - 2.0 * MARGIN - 6.0) / CELL[1]) as usize).max(1);
        let pages: Vec<&[&RenderedCard]> = cards.chunks(columns * rows).collect();
        let sides = cards.iter().map(|card| &card.front);
        let about = &self.options.about;
        let mut book = Book::new(fonts, sides, &Production::default(), about)?;
        let face = family(fonts);
        for (number, page) in pages.iter().enumerate() {
            let size = (short(width), short(height));
            let mut names = format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}mm\" height=\"{1}mm\" \
                 viewBox=\"0 0 {0} {1}\">",
                size.0, size.1
            );
            let head = format!("{} · proof, page {} of {}", about.title, number + 1, pages.len());
            names.push_str(&words(&head, (MARGIN, MARGIN + 2.0), 3.0, "start", &face));
            let mut placed = Vec::new();
            for (index, card) in page.iter().enumerate() {
                let (column, row) = (index % columns, index / columns);
                let left = MARGIN + column as f32 * CELL[0];
                let top = MARGIN + 6.0 + row as f32 * CELL[1];
                let (wide, high) = (card.size.width, card.size.height);
                let scale = (CARD[0] / wide).min(CARD[1] / high).min(1.0);
                let x = left + (CARD[0] - wide * scale) / 2.0;
                let y = top + CARD[1] - high * scale;
                let placement = Placement {
                    place: Transform::from_row(scale, 0.0, 0.0, scale, x, y),
                    window: [x, y, wide * scale, high * scale],
                    bleed: card.size.bleed,
                };
                placed.push((card, placement));
                let copies = match card.copies {
                    1 => String::new(),
                    copies => format!(" × {copies}"),
                };
                let middle = left + CARD[0] / 2.0;
                let name = shortened(&card.name, 26) + &copies;
                names.push_str(&words(&name, (middle, top + CARD[1] + 3.2), 2.5, "middle", &face));
                let below =
                    format!("{} · {}", shortened(&card.kind_name, 16), shortened(&card.id, 20));
                names.push_str(&words(&below, (middle, top + CARD[1] + 6.0), 1.9, "middle", &face));
            }
            names.push_str("</svg>");
            let names = svg::parse(&names, fonts, &Pictures::default())?;
            let whole = [0.0, 0.0, width, height];
            let boxes = PageBoxes { width, height, trim: whole, bleed: whole };
            book.page(&boxes, |ink| {
                for (card, placement) in &placed {
                    let caption = Caption { name: &card.name, kind: &card.kind_name };
                    ink.front(&card.front, caption, placement);
                }
                ink.marks(&names);
            })?;
        }
        book.finish()
    }
}

/// Cards of all kinds in rows, one of each kind first, then the next of each.
fn preview(cards: &[&RenderedCard]) -> Result<Vec<u8>, String> {
    let [width, height] = PREVIEW;
    let mut canvas = Pixmap::new(width, height).ok_or("the picture is empty")?;
    canvas.fill(Color::from_rgba8(GROUND[0], GROUND[1], GROUND[2], 255));
    let mut rest = in_turn(cards).into_iter();
    let rows = ((height as f32 - GAP) / (ROW + GAP)) as usize;
    let top = (height as f32 - rows as f32 * (ROW + GAP) + GAP) / 2.0;
    for row in 0..rows {
        let mut chosen = Vec::new();
        let mut taken = GAP;
        for card in rest.by_ref() {
            // Boards are no larger than other pieces here.
            let high = ROW.min(ROW * 88.0 / 63.0 * card.size.height / card.size.width);
            let wide = high * card.size.width / card.size.height;
            if taken + wide + GAP > width as f32 {
                break;
            }
            taken += wide + GAP;
            chosen.push((card, wide, high));
        }
        let mut x = (width as f32 - taken + GAP) / 2.0 + GAP / 2.0;
        for (card, wide, high) in chosen {
            let dpi = high / card.size.height * 25.4;
            let drawn = png::pixmap(&*card.front.whole()?, card.size.bleed, dpi)?;
            let y = top + row as f32 * (ROW + GAP) + (ROW - high) / 2.0;
            let paint = PixmapPaint::default();
            let still = usvg::Transform::identity();
            canvas.draw_pixmap(x as i32, y as i32, drawn.as_ref(), &paint, still, None);
            x += wide + GAP;
        }
    }
    png::write(&canvas, 96.0)
}

/// The first card of every kind, then the second of every kind, and so on.
fn in_turn<'a>(cards: &[&'a RenderedCard]) -> Vec<&'a RenderedCard> {
    let mut kinds: Vec<(&str, Vec<&RenderedCard>)> = Vec::new();
    for card in cards {
        match kinds.iter_mut().find(|(kind, _)| *kind == card.kind) {
            Some((_, known)) => known.push(card),
            None => kinds.push((&card.kind, vec![card])),
        }
    }
    let most = kinds.iter().map(|(_, cards)| cards.len()).max().unwrap_or_default();
    (0..most)
        .flat_map(|turn| kinds.iter().filter_map(move |(_, cards)| cards.get(turn).copied()))
        .collect()
}
