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
use rayon::prelude::*;

use crate::card::RenderedCard;
use picture::Picture;

/// Resolution of cards. Rules text is readable when a card is enlarged; picked by eye.
const DPI: f32 = 200.0;
/// The longest side of a picture, because old graphics cards cannot handle more.
const LONGEST: f32 = 4096.0;

/// What is exported.
#[derive(Debug, Clone)]
pub struct Set<'a> {
    /// Name of the package.
    pub name: &'a str,
    /// Its title for people.
    pub title: &'a str,
    /// The address of the pictures for Tabletop Simulator; ends with `/`.
    pub url: &'a str,
    /// The cards, drawn.
    pub cards: &'a [RenderedCard],
    /// The rules text of cards in plain words, by identifier.
    pub texts: &'a BTreeMap<String, String>,
    /// Decks made of these cards.
    pub decks: &'a [Deck],
}

/// A deck that is ready to play.
#[derive(Debug, Clone)]
pub struct Deck {
    /// Its name.
    pub name: String,
    /// Cards by identifier, and how many of each.
    pub cards: Vec<(String, u32)>,
}

/// A file of the export.
#[derive(Debug, Clone)]
pub struct File {
    /// Its path, with `/`.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
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

fn form(card: &RenderedCard) -> Form {
    match card.size.shape {
        Shape::Card => Form::Card,
        Shape::Standee => Form::Figure,
        Shape::Rectangle | Shape::Circle | Shape::Hex => Form::Tile,
    }
}

/// A piece with its pictures.
struct Drawn<'a> {
    card: &'a RenderedCard,
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

/// Makes all files of the export.
pub fn files(set: &Set<'_>) -> Result<Vec<File>, String> {
    let mut files = Vec::new();
    let mut groups: Vec<(Form, String, Vec<&RenderedCard>)> = Vec::new();
    for card in set.cards.iter().filter(|card| !card.front.is_empty()) {
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
            let name = format!("pictures/{}.jpg", drawn.card.id);
            files.push(File { name, bytes: drawn.front.jpeg()? });
            if let Some(back) = &drawn.back {
                let name = format!("pictures/backs/{}.jpg", drawn.card.id);
                files.push(File { name, bytes: back.jpeg()? });
            }
        }
        if let (Some(back), Some(id)) = (&pile.back, pile.cards[0].card.back_id()) {
            let name = format!("pictures/backs/{id}.jpg");
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
fn key(card: &RenderedCard) -> String {
    let size = (card.size.width.to_bits(), card.size.height.to_bits());
    match card.back_id().filter(|_| !card.has_own_back()) {
        Some(back) => format!("{back} {size:?}"),
        None => format!("{} {size:?}", card.kind),
    }
}

fn draw(cards: Vec<&RenderedCard>) -> Result<Pile<'_>, String> {
    let first = cards[0];
    let is_mixed = cards.iter().any(|card| card.kind != first.kind);
    let name = match first.family.as_str() {
        family if is_mixed && !family.is_empty() => capital(family),
        _ => first.kind_name.clone(),
    };
    let shared = first.back.as_ref().filter(|_| !first.has_own_back());
    let back = shared.map(|back| Picture::draw(&back.side, first.size)).transpose()?;
    let cards = cards
        .into_par_iter()
        .map(|card| {
            let own = card.back.as_ref().filter(|_| card.has_own_back());
            Ok(Drawn {
                card,
                front: Picture::draw(&card.front, card.size)?,
                back: own.map(|back| Picture::draw(&back.side, card.size)).transpose()?,
            })
        })
        .collect::<Result<_, String>>()?;
    Ok(Pile { name, cards, back })
}

/// `crawler` as `Crawler`.
fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

fn readme(set: &Set<'_>) -> String {
    let Set { name, title, url, .. } = set;
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
