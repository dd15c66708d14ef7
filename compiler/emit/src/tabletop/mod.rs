//! Cards for virtual tables: saved objects of Tabletop Simulator, a `.pcio` file for
//! playingcards.io, and single pictures with a table of them for everything else.
//!
//! Every card is drawn once, at [`DPI`], as it is cut; the pictures are JPEG because all of these
//! tables load them over a network.

mod page;
mod picture;
mod playing_cards;
mod simulator;
mod table;

use std::collections::BTreeMap;

use cardwright_model::print::Shape;
use cardwright_model::{Entity, Package, Run};
use rayon::prelude::*;

use crate::File;
use picture::Picture;

/// Resolution of cards. Rules text is readable when a card is enlarged; picked by eye.
const DPI: f32 = 200.0;
/// The longest side of a picture, because old graphics cards cannot handle more.
const LONGEST: f32 = 4096.0;

/// A card or another piece.
pub struct Piece<'a> {
    /// Identifier.
    pub id: &'a str,
    /// Name as printed.
    pub name: &'a str,
    /// Identifier of its kind.
    pub kind: &'a str,
    /// Name of its kind.
    pub kind_name: &'a str,
    /// The family of its kind; empty if it has none.
    pub family: &'a str,
    /// How many there are.
    pub copies: u32,
    /// Width as it is cut, in millimetres.
    pub width: f32,
    /// Height as it is cut, in millimetres.
    pub height: f32,
    /// What it is cut along.
    pub shape: Shape,
    /// Its front.
    pub front: Box<dyn Face + 'a>,
    /// Its back.
    pub back: Option<BackOf<'a>>,
}

/// The back of a [`Piece`].
pub struct BackOf<'a> {
    /// Name of the back, the same for all pieces that share it.
    pub id: &'a str,
    /// True if no other piece has it.
    pub is_own: bool,
    /// What it looks like.
    pub face: Box<dyn Face + 'a>,
}

/// A side that can be drawn. Pictures are made pile by pile, since all of a set at once would
/// not fit in memory.
pub trait Face: Sync {
    /// The side as it is cut, at a resolution: width and height in pixels, and three bytes for
    /// each pixel.
    fn pixels(&self, dpi: f32) -> Result<(u32, u32, Vec<u8>), String>;
}

impl Piece<'_> {
    fn own_back(&self) -> Option<&BackOf<'_>> {
        self.back.as_ref().filter(|back| back.is_own)
    }

    fn shared_back(&self) -> Option<&BackOf<'_>> {
        self.back.as_ref().filter(|back| !back.is_own)
    }

    /// The picture of its back.
    fn back_file(&self) -> Option<String> {
        let back = self.back.as_ref()?;
        Some(format!("pictures/backs/{}.jpg", if back.is_own { self.id } else { back.id }))
    }

    fn front_file(&self) -> String {
        format!("pictures/{}.jpg", self.id)
    }
}

/// What is exported.
struct Set<'a> {
    package: &'a Package,
    /// Where Tabletop Simulator finds the pictures; ends with `/`.
    url: &'a str,
    cards: &'a [Piece<'a>],
    /// The rules text of cards in plain words, by identifier.
    texts: BTreeMap<&'a str, String>,
}

impl Set<'_> {
    /// The title for people.
    fn title(&self) -> &str {
        self.package.title.as_deref().unwrap_or(&self.package.name)
    }
}

/// How a piece behaves on a virtual table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// It is shuffled, held and turned.
    Card,
    /// It lies on the table.
    Tile,
    /// It stands on the table.
    Figure,
}

fn form(card: &Piece<'_>) -> Form {
    match card.shape {
        Shape::Card => Form::Card,
        Shape::Standee => Form::Figure,
        Shape::Rectangle | Shape::Circle | Shape::Hex => Form::Tile,
    }
}

/// A piece with its pictures.
struct Drawn<'a> {
    card: &'a Piece<'a>,
    front: Picture,
    /// A back that belongs to this piece alone.
    back: Option<Picture>,
}

/// Cards of one pile. They have the same size and share one back, or each has its own.
struct Pile<'a> {
    name: String,
    cards: Vec<Drawn<'a>>,
    /// The back that they share.
    back: Option<Picture>,
}

/// All files of the export of a package, of whose cards those with a drawing are given. `url`
/// is where Tabletop Simulator will look for the pictures; it ends with `/`.
pub fn tabletop(package: &Package, url: &str, cards: &[Piece<'_>]) -> Result<Vec<File>, String> {
    let texts = package.cards.iter().map(|card| (card.id.as_str(), plain_text(card))).collect();
    let set = &Set { package, url, cards, texts };
    let mut files = Vec::new();
    let mut groups: Vec<(Form, String, Vec<&Piece<'_>>)> = Vec::new();
    for card in set.cards {
        let key = (form(card), key(card));
        match groups.iter_mut().find(|(form, name, _)| (*form, name.as_str()) == (key.0, &key.1)) {
            Some((_, _, cards)) => cards.push(card),
            None => groups.push((key.0, key.1, vec![card])),
        }
    }
    let mut room = simulator::Room::new(set);
    let mut web = playing_cards::Table::new(set);
    for (form, _, cards) in groups {
        let pile = draw(cards)?;
        for drawn in &pile.cards {
            files.push(File { name: drawn.card.front_file(), bytes: drawn.front.jpeg()? });
            if let (Some(back), Some(name)) = (&drawn.back, drawn.card.back_file()) {
                files.push(File { name, bytes: back.jpeg()? });
            }
        }
        if let (Some(back), Some(name)) = (&pile.back, pile.cards[0].card.back_file()) {
            files.push(File { name, bytes: back.jpeg()? });
        }
        match form {
            Form::Card => {
                files.extend(room.add_pile(&pile)?);
                web.add_pile(&pile);
            }
            Form::Tile => room.add_tiles(&pile),
            Form::Figure => room.add_figures(&pile),
        }
    }
    files.extend(room.finish());
    files.push(web.finish(&files)?);
    files.push(table::cards(set)?);
    files.push(File { name: "README.txt".into(), bytes: readme(set).into_bytes() });
    files.sort_by(|one, other| one.name.cmp(&other.name));
    files.dedup_by(|one, other| one.name == other.name);
    Ok(files)
}

/// A key that is the same for cards that belong in one pile.
fn key(card: &Piece<'_>) -> String {
    let size = (card.width.to_bits(), card.height.to_bits());
    match card.shared_back() {
        Some(back) => format!("{} {size:?}", back.id),
        None => format!("{} {size:?}", card.kind),
    }
}

fn draw<'a>(cards: Vec<&'a Piece<'a>>) -> Result<Pile<'a>, String> {
    let first = cards[0];
    let is_mixed = cards.iter().any(|card| card.kind != first.kind);
    let name = match first.family {
        family if is_mixed && !family.is_empty() => capital(family),
        _ => first.kind_name.to_owned(),
    };
    let back = first.shared_back().map(|back| Picture::draw(&*back.face, first)).transpose()?;
    let cards = cards
        .into_par_iter()
        .map(|card| {
            let back = card.own_back().map(|back| Picture::draw(&*back.face, card)).transpose()?;
            Ok(Drawn { card, front: Picture::draw(&*card.front, card)?, back })
        })
        .collect::<Result<_, String>>()?;
    Ok(Pile { name, cards, back })
}

/// `crawler` as `Crawler`.
fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// The rules text of a card, a line each paragraph.
fn plain_text(card: &Entity) -> String {
    let mut lines = Vec::new();
    for block in &card.text {
        let label = block.label.iter().map(|label| format!("{label}: "));
        let mut head: String = label.collect();
        for paragraph in &block.paragraphs {
            let words: String = paragraph.iter().map(Run::plain).collect();
            lines.push(std::mem::take(&mut head) + words.trim());
        }
    }
    lines.retain(|line| !line.is_empty());
    lines.join("\n")
}

fn readme(set: &Set<'_>) -> String {
    let (name, title, url) = (&set.package.name, set.title(), set.url);
    format!(
        "{title} for virtual tables\n\n\
         Tabletop Simulator: copy simulator/{name}.json into\n\
         Documents/My Games/Tabletop Simulator/Saves/Saved Objects, then Objects > Saved Objects.\n\
         It loads its pictures from {url}\n\
         Put the folders `simulator/sheets` and `pictures` there, or build again with\n\
         --tabletop-url here (this folder) or --tabletop-url https://your.place/\n\n\
         playingcards.io: open a room, Edit table > Room options > Import from file, {name}.pcio.\n\n\
         Screentop, Tabletopia and others: upload `pictures`; cards.csv says what each is, how\n\
         many there are, and which back it has.\n"
    )
}
