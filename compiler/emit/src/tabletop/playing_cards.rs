//! playingcards.io: a `.pcio` file is an archive with a list of what lies on the table and the
//! pictures it needs.

use serde_json::{Value, json};

use super::{Pile, Set};
use crate::File;
use crate::archive::archive;

/// The height of a card on a playingcards.io table, in the site's units.
const HEIGHT: f32 = 160.0;
/// How many piles are placed in a row.
const IN_A_ROW: usize = 8;
/// The most objects on a table; the site accepts about 1,200. Larger sets get fewer copies.
const MOST: usize = 1100;

/// What lies on the table.
pub(super) struct Table<'a> {
    set: &'a Set<'a>,
    widgets: Vec<Value>,
    pictures: Vec<String>,
    piles: usize,
}

impl<'a> Table<'a> {
    pub(super) fn new(set: &'a Set<'a>) -> Table<'a> {
        Table { set, widgets: Vec::new(), pictures: Vec::new(), piles: 0 }
    }

    /// Adds a pile of cards that can be shuffled.
    pub(super) fn add_pile(&mut self, pile: &Pile<'_>) {
        let first = pile.cards[0].card;
        let width = (HEIGHT * first.width / first.height).round() as u32;
        let height = HEIGHT as u32;
        let (x, y) = (60 + 180 * (self.piles % IN_A_ROW), 60 + 230 * (self.piles / IN_A_ROW));
        let (deck, holder) = (format!("deck-{}", self.piles), format!("pile-{}", self.piles));
        self.piles += 1;
        let mut types = serde_json::Map::new();
        for drawn in &pile.cards {
            let mut entry = json!({
                "face": self.asset(drawn.card.front_file()),
                "label": drawn.card.name,
            });
            if let Some(back) = drawn.card.back_file() {
                entry["back"] = self.asset(back).into();
            }
            types.insert(drawn.card.id.to_owned(), entry);
        }
        let side = |value: &str| {
            json!({
                "includeBorder": false,
                "includeRadius": true,
                "objects": [{
                    "type": "image", "valueType": "dynamic", "value": value, "color": "white",
                    "x": 0, "y": 0, "w": width, "h": height,
                }],
            })
        };
        self.widgets.push(json!({
            "id": holder, "type": "cardPile", "label": pile.name, "hasShuffleButton": true,
            "x": x, "y": y, "z": 1, "width": width + 8, "height": height + 8,
        }));
        self.widgets.push(json!({
            "id": deck, "type": "cardDeck", "parent": holder,
            "x": x + 4, "y": y + 4, "z": 2,
            "cardWidth": width, "cardHeight": height, "enlarge": true,
            "faceTemplate": side("face"), "backTemplate": side("back"), "cardTypes": types,
        }));
        let mut z = 100;
        for drawn in &pile.cards {
            for copy in 0..drawn.card.copies {
                if copy > 0 && self.widgets.len() >= MOST {
                    break;
                }
                self.widgets.push(json!({
                    "id": format!("{}-{copy}", drawn.card.id), "type": "card", "deck": deck,
                    "cardType": drawn.card.id, "parent": holder,
                    "x": x + 4, "y": y + 4, "z": z, "faceup": false,
                }));
                z += 1;
            }
        }
    }

    /// The archive with the table and its pictures.
    pub(super) fn finish(self, files: &[File]) -> Result<File, String> {
        let widgets = serde_json::to_vec(&self.widgets).map_err(|error| error.to_string())?;
        let mut entries = vec![("widgets.json".to_owned(), &widgets[..])];
        entries.push(("schemaVersion".to_owned(), b"3"));
        for file in files.iter().filter(|file| self.pictures.contains(&file.name)) {
            entries.push((format!("userassets/{}", flat(&file.name)), &file.bytes));
        }
        let bytes = archive(entries).map_err(|error| error.to_string())?;
        Ok(File { name: format!("{}.pcio", self.set.package.name), bytes })
    }

    /// The name of a picture in the archive; the picture is added to the archive.
    fn asset(&mut self, file: String) -> String {
        let name = format!("package://userassets/{}", flat(&file));
        if !self.pictures.contains(&file) {
            self.pictures.push(file);
        }
        name
    }
}

/// A file's path as a name without folders.
fn flat(file: &str) -> String {
    file.trim_start_matches("pictures/").replace('/', "-")
}
