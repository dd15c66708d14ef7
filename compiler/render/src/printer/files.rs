//! Makes the files for a printer from drawn cards.

use std::collections::BTreeMap;

use rayon::prelude::*;
use serde::Serialize;

use super::name::fill;
use super::preset::{BackFiles, Files, Preset, PrinterSize};
use crate::card::{RenderedCard, Side};
use crate::number::short;
use crate::pdf::About;
use crate::png;
use crate::problem::{self, Problem, Subject};
use crate::sheet::{self, Copies, Faces, PageFormat, PageOrder, SheetOptions};

/// Everything that is sent to a printer.
#[derive(Debug, Default)]
pub struct Delivery {
    /// The files, in the order in which they should be stored.
    pub files: Vec<DeliveryFile>,
    /// The cards in them.
    pub entries: Vec<Entry>,
    /// Kinds that the printer cannot make.
    pub left_out: Vec<LeftOutKind>,
}

/// A kind of cards that is not in a delivery, because the printer does not make its size.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LeftOutKind {
    /// Identifier of the kind.
    pub kind: String,
    /// How large its cards are, in millimetres.
    pub size: String,
    /// Identifiers of the cards.
    pub cards: Vec<String>,
}

/// One file of a delivery.
#[derive(Debug)]
pub struct DeliveryFile {
    /// Path below the archive's root.
    pub name: String,
    /// Contents.
    pub bytes: Vec<u8>,
}

/// One card in a delivery, for the manifest that goes with it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// Identifier of the card.
    pub card: String,
    /// Its name.
    pub name: String,
    /// What the printer calls its size.
    pub size: String,
    /// How many copies are ordered.
    pub copies: u32,
    /// The file of its front, or the file with both sides.
    pub front: String,
    /// The file of its back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub back: Option<String>,
}

/// A card with the size at which the printer makes it.
struct Ordered<'a> {
    card: &'a RenderedCard,
    size: PrinterSize,
    turned: bool,
    copies: u32,
}

/// Makes the files. The cards should be drawn with the bleed that the preset asks for.
pub fn deliver(
    preset: &Preset,
    package: &str,
    cards: &[RenderedCard],
    copies: &Copies,
    options: &SheetOptions,
) -> Result<Delivery, String> {
    let mut delivery = Delivery::default();
    let wanted = cards.iter().filter(|card| copies.of(&card.id, card.copies) > 0);
    if let Files::Sheets { .. } = &preset.files {
        sheets(preset, package, cards, copies, options, &mut delivery)?;
        return Ok(delivery);
    }
    let mut ordered = Vec::new();
    for card in wanted {
        match preset.size(&card.size) {
            Some((size, turned)) => {
                ordered.push(Ordered {
                    card,
                    size,
                    turned,
                    copies: copies.of(&card.id, card.copies),
                });
            }
            None => delivery.leave_out(card),
        }
    }
    match &preset.files {
        Files::Pictures { front, back, backs } => {
            pictures(preset, package, &ordered, (front, back, *backs), &mut delivery)?;
        }
        Files::Pages { file, order } => {
            pages(preset, package, &ordered, file, (*order, options), &mut delivery)?;
        }
        Files::Sheets { .. } => {}
    }
    Ok(delivery)
}

impl Delivery {
    fn leave_out(&mut self, card: &RenderedCard) {
        let size = format!("{} × {} mm", short(card.size.width), short(card.size.height));
        let mut known = self.left_out.iter_mut();
        match known.find(|known| known.kind == card.kind && known.size == size) {
            Some(known) => known.cards.push(card.id.clone()),
            None => {
                let (kind, cards) = (card.kind.clone(), vec![card.id.clone()]);
                self.left_out.push(LeftOutKind { kind, size, cards });
            }
        }
    }

    /// What is to be said about the kinds that were left out: an error if nothing else is there.
    pub(crate) fn problems(&self, preset: &Preset, cards: &[RenderedCard]) -> Vec<Problem> {
        let known: Vec<&str> = preset.sizes.iter().map(|size| size.name.as_str()).collect();
        let tell = |left_out: &LeftOutKind| {
            let LeftOutKind { kind, size, cards: ids } = left_out;
            let first = cards.iter().find(|card| ids.contains(&card.id));
            let card = first.map(|card| card.id.clone()).unwrap_or_default();
            let provenance = first.map(|card| card.provenance.clone()).unwrap_or_default();
            let what = if ids.len() == 1 { "its one card is" } else { "its cards are" };
            let message = format!(
                "{} makes no {size} like the kind `{kind}`: {what} left out of the archive",
                preset.title
            );
            let found = Subject { card, provenance };
            let found = if self.entries.is_empty() {
                found.error(problem::PRINTER_SIZE, preset.id.clone(), message)
            } else {
                found.warning(problem::PRINTER_SIZE, preset.id.clone(), message)
            };
            found.help(format!(
                "its sizes are {}; `--preset print-shop` takes any size, and `--without {kind}` \
                 says that you mean to leave them out",
                known.join(", ")
            ))
        };
        self.left_out.iter().map(tell).collect()
    }
}

/// A picture of each side, with exactly the number of pixels that the printer asks for.
fn pictures(
    preset: &Preset,
    package: &str,
    ordered: &[Ordered<'_>],
    (front, back, backs): (&str, &str, BackFiles),
    delivery: &mut Delivery,
) -> Result<(), String> {
    let mut jobs: BTreeMap<String, (&Side, [u32; 2])> = BTreeMap::new();
    let mut numbers: BTreeMap<&str, u32> = BTreeMap::new();
    for order in ordered {
        let card = order.card;
        let pixels = order.size.pixels(order.turned);
        let each = if preset.repeat { order.copies } else { 1 };
        for _ in 0..each {
            let number = numbers.entry(order.size.name.as_str()).or_insert(0);
            *number += 1;
            let number = format!("{number:03}");
            let copies = if preset.repeat { 1 } else { order.copies };
            let copies_text = copies.to_string();
            let back_id = card.back_id().unwrap_or_default();
            let words = [
                ("package", package),
                ("size", order.size.name.as_str()),
                ("family", card.family.as_str()),
                ("kind", card.kind.as_str()),
                ("number", &number),
                ("id", card.id.as_str()),
                ("copies", &copies_text),
                ("back", back_id),
            ];
            let front_name = fill(front, &words);
            jobs.insert(front_name.clone(), (&card.front, pixels));
            let back_name = match (&card.back, backs) {
                (Some(drawn), BackFiles::Each | BackFiles::Once) => {
                    let name = fill(back, &words);
                    jobs.insert(name.clone(), (&drawn.side, pixels));
                    Some(name)
                }
                _ => None,
            };
            delivery.entries.push(Entry {
                card: card.id.clone(),
                name: card.name.clone(),
                size: order.size.name.clone(),
                copies,
                front: front_name,
                back: back_name,
            });
        }
    }
    let jobs: Vec<(String, &Side, [u32; 2])> =
        jobs.into_iter().map(|(name, (side, pixels))| (name, side, pixels)).collect();
    // Equal pictures are made once; copies of a card and shared backs are equal.
    let mut unique: BTreeMap<(&str, [u32; 2]), &Side> = BTreeMap::new();
    for (_, side, pixels) in &jobs {
        unique.insert((side.svg.as_str(), *pixels), side);
    }
    let unique: Vec<((&str, [u32; 2]), &Side)> = unique.into_iter().collect();
    let made: Vec<Result<Vec<u8>, String>> = unique
        .par_iter()
        .map(|((_, pixels), side)| png::encode_exact(&*side.whole()?, *pixels, preset.dpi))
        .collect();
    let mut pictures: BTreeMap<(&str, [u32; 2]), Vec<u8>> = BTreeMap::new();
    for ((key, _), picture) in unique.iter().zip(made) {
        pictures.insert(*key, picture?);
    }
    for (name, side, pixels) in jobs {
        let bytes = pictures.get(&(side.svg.as_str(), pixels)).cloned().unwrap_or_default();
        delivery.files.push(DeliveryFile { name, bytes });
    }
    Ok(())
}

/// A PDF for each size, one side per page.
fn pages(
    preset: &Preset,
    package: &str,
    ordered: &[Ordered<'_>],
    file: &str,
    (order, options): (PageOrder, &SheetOptions),
    delivery: &mut Delivery,
) -> Result<(), String> {
    let mut groups: Vec<(&PrinterSize, Vec<&Ordered<'_>>)> = Vec::new();
    for order in ordered {
        match groups.iter_mut().find(|(size, _)| size.name == order.size.name) {
            Some((_, group)) => group.push(order),
            None => groups.push((&order.size, vec![order])),
        }
    }
    for (size, group) in groups {
        let name = fill(file, &[("package", package), ("size", &size.name)]);
        let mut cards: Vec<(&RenderedCard, PageFormat)> = Vec::new();
        for order in group {
            let (wide, high) = if order.turned {
                (size.height.mm(), size.width.mm())
            } else {
                (size.width.mm(), size.height.mm())
            };
            let format = PageFormat { width: wide, height: high, bleed: preset.bleed.mm() };
            let each = if preset.repeat { order.copies } else { 1 };
            cards.extend(std::iter::repeat_n((order.card, format), each as usize));
            delivery.entries.push(Entry {
                card: order.card.id.clone(),
                name: order.card.name.clone(),
                size: size.name.clone(),
                copies: order.copies,
                front: name.clone(),
                back: order.card.back.as_ref().map(|_| name.clone()),
            });
        }
        let about = About {
            title: format!("{} · {}", options.about.title, size.name),
            ..options.about.clone()
        };
        let bytes = sheet::side_pages(&cards, order, &about, &options.production)?;
        delivery.files.push(DeliveryFile { name, bytes });
    }
    Ok(())
}

/// A PDF for each paper.
fn sheets(
    preset: &Preset,
    package: &str,
    cards: &[RenderedCard],
    copies: &Copies,
    options: &SheetOptions,
    delivery: &mut Delivery,
) -> Result<(), String> {
    let Files::Sheets { file, papers, backs, between, marks } = &preset.files else {
        return Ok(());
    };
    for paper in papers {
        let options = SheetOptions {
            paper: paper.clone(),
            bleed: preset.bleed.mm(),
            between: *between,
            backs: *backs,
            marks: *marks,
            faces: Faces::Both,
            copies: copies.clone(),
            ..options.clone()
        };
        let name = fill(file, &[("package", package), ("paper", &paper.name)]);
        let bytes = sheet::sheets(cards, &options).map_err(|error| error.to_string())?;
        for piece in sheet::pieces(cards, &options) {
            delivery.entries.push(Entry {
                card: piece.id.to_owned(),
                name: piece.name.to_owned(),
                size: paper.name.clone(),
                copies: piece.copies,
                front: name.clone(),
                back: piece.back.map(|_| name.clone()),
            });
        }
        delivery.files.push(DeliveryFile { name, bytes });
    }
    Ok(())
}
