//! Tabletop Simulator: one saved object, a bag with the whole set.
//!
//! A card is identified by its sheet and its place on it: `CardID = sheet * 100 + slot`.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::Hasher;

use cardwright_model::print::Shape;
use serde_json::{Value, json};
use siphasher::sip::SipHasher13;

use super::{Piece, Pile, Set, page};
use crate::File;

/// The height of Tabletop Simulator's usual card, in millimetres; other cards are scaled.
const USUAL_HEIGHT: f32 = 88.0;
/// The width of its usual tile: two inches, in millimetres.
const USUAL_TILE: f32 = 50.8;

/// The objects that were added so far.
pub(super) struct Room<'a> {
    set: &'a Set<'a>,
    objects: Vec<Value>,
    sheets: BTreeMap<u32, Value>,
    cards: BTreeMap<&'a str, (u32, &'a Piece<'a>)>,
    identifiers: BTreeSet<String>,
    made: u64,
}

impl<'a> Room<'a> {
    pub(super) fn new(set: &'a Set<'a>) -> Room<'a> {
        Room {
            set,
            objects: Vec::new(),
            sheets: BTreeMap::new(),
            cards: BTreeMap::new(),
            identifiers: BTreeSet::new(),
            made: 0,
        }
    }

    /// Adds a pile of cards, as many of each as the content says, and returns its sheets.
    pub(super) fn add_pile(&mut self, pile: &Pile<'a>) -> Result<Vec<File>, String> {
        let mut files = Vec::new();
        let mut wanted = Vec::new();
        let first = &pile.cards[0].front;
        for cards in pile.cards.chunks(page::capacity(first.width, first.height)) {
            let number = self.sheets.len() as u32 + 1;
            let page = page::page(cards);
            let front = format!("simulator/sheets/{number}.jpg");
            files.push(File { name: front.clone(), bytes: page.fronts.jpeg()? });
            let (back, is_unique) = match (&page.backs, pile.cards[0].card.back_file()) {
                (Some(backs), _) => {
                    let name = format!("simulator/sheets/{number}-backs.jpg");
                    files.push(File { name: name.clone(), bytes: backs.jpeg()? });
                    (name, true)
                }
                (None, Some(back)) => (back, false),
                // A card without a back shows its own front on both sides.
                (None, None) => (front.clone(), true),
            };
            let sheet = json!({
                "FaceURL": self.url(&front),
                "BackURL": self.url(&back),
                "NumWidth": page.columns,
                "NumHeight": page.rows,
                "BackIsHidden": true,
                "UniqueBack": is_unique,
                "Type": 0,
            });
            self.sheets.insert(number, sheet);
            for (slot, drawn) in cards.iter().enumerate() {
                let id = number * 100 + slot as u32;
                self.cards.insert(drawn.card.id, (id, drawn.card));
                wanted.push((drawn.card.id, drawn.card.copies));
            }
        }
        let deck = self.deck(&pile.name, &wanted);
        self.objects.extend(deck);
        Ok(files)
    }

    pub(super) fn add_tiles(&mut self, pile: &Pile<'a>) {
        for drawn in &pile.cards {
            let card = drawn.card;
            let kind = match card.shape {
                Shape::Hex => 1,
                Shape::Circle => 2,
                _ => 0,
            };
            let scale = card.width.min(card.height) / USUAL_TILE;
            let image = json!({
                "ImageURL": self.url(&card.front_file()),
                "ImageSecondaryURL": self.back_of(card),
                "ImageScalar": 1.0,
                "WidthScale": 0.0,
                "CustomTile": { "Type": kind, "Thickness": 0.1, "Stackable": false, "Stretch": true },
            });
            for _ in 0..card.copies {
                let mut tile = self.object("Custom_Tile", card, scale);
                tile["CustomImage"] = image.clone();
                self.objects.push(tile);
            }
        }
    }

    pub(super) fn add_figures(&mut self, pile: &Pile<'a>) {
        for drawn in &pile.cards {
            let card = drawn.card;
            let picture = self.url(&card.front_file());
            for _ in 0..card.copies {
                let mut figure = self.object("Figurine_Custom", card, 1.0);
                figure["CustomImage"] = json!({
                    "ImageURL": picture,
                    "ImageSecondaryURL": "",
                    "ImageScalar": 1.0,
                    "WidthScale": 0.0,
                });
                self.objects.push(figure);
            }
        }
    }

    /// The saved object: a bag with everything, decks last.
    pub(super) fn finish(mut self) -> Vec<File> {
        if self.objects.is_empty() {
            return Vec::new();
        }
        let set = self.set;
        for deck in &set.package.decks {
            let entries = deck.lists.values().flatten();
            let wanted: Vec<(&str, u32)> =
                entries.map(|entry| (entry.card.as_str(), entry.count)).collect();
            let is_whole = wanted.iter().all(|(id, _)| self.cards.contains_key(id));
            if is_whole {
                let deck = self.deck(&deck.name, &wanted);
                self.objects.extend(deck);
            }
        }
        let mut bag = self.named("Bag", set.title(), "", 1.0);
        bag["ContainedObjects"] = Value::Array(std::mem::take(&mut self.objects));
        let saved = json!({ "SaveName": set.title(), "ObjectStates": [bag] });
        let mut bytes = serde_json::to_vec_pretty(&saved).unwrap_or_default();
        bytes.push(b'\n');
        vec![File { name: format!("simulator/{}.json", set.package.name), bytes }]
    }

    /// A deck, or a single card, which must not be saved as a deck.
    fn deck(&mut self, name: &str, wanted: &[(&str, u32)]) -> Option<Value> {
        let mut ids = Vec::new();
        let mut contained = Vec::new();
        let mut sheets = serde_json::Map::new();
        let mut scale = 1.0;
        for (id, copies) in wanted {
            let Some((number, card)) = self.cards.get(id).copied() else { continue };
            let sheet = number / 100;
            let entry = self.sheets.get(&sheet).cloned().unwrap_or_default();
            sheets.insert(sheet.to_string(), entry.clone());
            scale = card.height / USUAL_HEIGHT;
            for _ in 0..*copies {
                ids.push(number);
                let mut object = self.object("Card", card, scale);
                object["CardID"] = number.into();
                object["CustomDeck"] = json!({ sheet.to_string(): entry });
                contained.push(object);
            }
        }
        if contained.len() < 2 {
            return contained.pop();
        }
        let mut deck = self.named("Deck", name, "", scale);
        deck["DeckIDs"] = ids.into();
        deck["CustomDeck"] = Value::Object(sheets);
        deck["ContainedObjects"] = Value::Array(contained);
        Some(deck)
    }

    fn object(&mut self, class: &str, card: &Piece<'_>, scale: f32) -> Value {
        let text = self.set.texts.get(card.id).map_or("", String::as_str);
        self.named(class, card.name, text, scale)
    }

    fn named(&mut self, class: &str, name: &str, description: &str, scale: f32) -> Value {
        // Three decimals are the same on every machine, and finer than anyone can see.
        let scale = f64::from((scale * 1000.0).round()) / 1000.0;
        json!({
            "Name": class,
            "GUID": self.identifier(),
            "Nickname": name,
            "Description": description,
            "Transform": {
                "posX": 0.0, "posY": 1.0, "posZ": 0.0,
                "rotX": 0.0, "rotY": 180.0, "rotZ": 0.0,
                "scaleX": scale, "scaleY": 1.0, "scaleZ": scale,
            },
        })
    }

    /// Six hexadecimal digits that no other object uses.
    fn identifier(&mut self) -> String {
        loop {
            let mut hasher = SipHasher13::new();
            hasher.write(self.set.package.name.as_bytes());
            hasher.write_u64(self.made);
            self.made += 1;
            let identifier = format!("{:06x}", hasher.finish() & 0xff_ffff);
            if self.identifiers.insert(identifier.clone()) {
                return identifier;
            }
        }
    }

    fn back_of(&self, card: &Piece<'_>) -> String {
        card.back_file().map_or_else(String::new, |back| self.url(&back))
    }

    fn url(&self, file: &str) -> String {
        format!("{}{file}", self.set.url)
    }
}
