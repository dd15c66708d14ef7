//! What `build` writes for virtual tables: objects whose pictures exist, within the limits of the
//! programs that load them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::Place;
use crate::print::archive;

const LONGEST: usize = 4096;

fn repository(path: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path).to_string_lossy().into_owned()
}

fn read(path: &Path) -> Value {
    let bytes = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_slice(&bytes).expect("JSON")
}

/// Everything on the table, including what is inside bags and decks.
fn objects(object: &Value) -> Vec<&Value> {
    let contained = object["ContainedObjects"].as_array().into_iter().flatten();
    std::iter::once(object).chain(contained.flat_map(objects)).collect()
}

/// The file behind a `file:///` address.
fn file_of(address: &Value) -> PathBuf {
    let address = address.as_str().expect("an address");
    PathBuf::from(format!("/{}", address.strip_prefix("file:///").expect("a file")))
}

fn picture_size(path: &Path) -> (usize, usize) {
    let size = imagesize::size(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    (size.width, size.height)
}

#[test]
fn the_saved_object_finds_every_card_on_its_sheet() {
    let place = Place::empty();
    let bells = repository("content/crawler-sunken-bells");
    let arguments = ["build", &bells, "--only", "tabletop", "--tabletop-url", "here", "--out", "o"];
    place.run(&arguments).code(0);
    let folder = place.path("o/crawler-sunken-bells/tabletop");
    let saved = read(&folder.join("simulator/crawler-sunken-bells.json"));
    let bag = &saved["ObjectStates"][0];
    assert_eq!(bag["Name"], "Bag");
    let objects = objects(bag);
    let guids: BTreeSet<&str> =
        objects.iter().map(|object| object["GUID"].as_str().expect("a GUID")).collect();
    assert_eq!(guids.len(), objects.len(), "each object has its own GUID");
    assert!(guids.iter().all(|guid| guid.len() == 6));

    let cards: Vec<&&Value> = objects.iter().filter(|object| object["Name"] == "Card").collect();
    let names: BTreeSet<&str> =
        cards.iter().map(|card| card["Nickname"].as_str().expect("a name")).collect();
    assert_eq!(names.len(), 30, "every card of the set");
    for card in &cards {
        let id = card["CardID"].as_u64().expect("a number");
        let sheet = &card["CustomDeck"][(id / 100).to_string()];
        let (columns, rows) = (&sheet["NumWidth"], &sheet["NumHeight"]);
        let (columns, rows) = (columns.as_u64().expect("columns"), rows.as_u64().expect("rows"));
        assert!((1..=10).contains(&columns) && (1..=7).contains(&rows));
        assert!(id % 100 < columns * rows, "slot {id} of {columns} × {rows}");
        let (width, height) = picture_size(&file_of(&sheet["FaceURL"]));
        assert!(width <= LONGEST && height <= LONGEST, "{width} × {height}");
        assert_eq!((width as u64 % columns, height as u64 % rows), (0, 0), "whole cells");
        assert!(file_of(&sheet["BackURL"]).is_file());
    }
    let abbot = cards
        .iter()
        .find(|card| card["Nickname"].as_str().is_some_and(|name| name.starts_with("Abbot Ulm")));
    let abbot = abbot.expect("the abbot");
    assert!(!abbot["Description"].as_str().expect("a text").is_empty());
    for deck in objects.iter().filter(|object| object["Name"] == "Deck") {
        let ids = deck["DeckIDs"].as_array().expect("numbers");
        assert_eq!(ids.len(), deck["ContainedObjects"].as_array().expect("cards").len());
    }
}

#[test]
fn tiles_tokens_and_standees_lie_on_the_table() {
    let place = Place::empty();
    let pieces = repository("tests/pieces");
    place
        .run(&["build", &pieces, "--only", "tabletop", "--tabletop-url", "here", "--out", "o"])
        .code(0);
    let saved = read(&place.path("o/pieces/tabletop/simulator/pieces.json"));
    let mut found: BTreeMap<(String, u64), usize> = BTreeMap::new();
    for object in objects(&saved["ObjectStates"][0]) {
        let class = object["Name"].as_str().expect("a class").to_owned();
        let Some(image) = object.get("CustomImage") else { continue };
        let path = file_of(&image["ImageURL"]);
        let (width, height) = picture_size(&path);
        assert!(width <= LONGEST && height <= LONGEST, "{width} × {height}");
        if image["ImageSecondaryURL"] != "" {
            assert!(file_of(&image["ImageSecondaryURL"]).is_file());
        }
        let kind = image["CustomTile"]["Type"].as_u64().unwrap_or(9);
        *found.entry((class, kind)).or_default() += 1;
    }
    let tile = |kind| ("Custom_Tile".to_owned(), kind);
    assert!(found[&tile(0)] >= 2, "rooms are boxes: {found:?}");
    assert!(found[&tile(1)] >= 1, "the hexagon: {found:?}");
    assert!(found[&tile(2)] >= 6, "six markers are round: {found:?}");
    assert!(found[&("Figurine_Custom".to_owned(), 9)] >= 2, "standees stand: {found:?}");
}

#[test]
fn the_room_file_holds_every_card_and_every_picture_it_names() {
    let place = Place::empty();
    let bells = repository("content/crawler-sunken-bells");
    place.run(&["build", &bells, "--only", "tabletop", "--out", "o"]).code(0);
    let folder = place.path("o/crawler-sunken-bells/tabletop");
    let files = archive(&folder.join("crawler-sunken-bells.pcio"));
    assert_eq!(files["schemaVersion"], b"3");
    let widgets: Value = serde_json::from_slice(&files["widgets.json"]).expect("JSON");
    let widgets = widgets.as_array().expect("a list");
    let ids: BTreeSet<&str> = widgets.iter().filter_map(|widget| widget["id"].as_str()).collect();
    assert_eq!(ids.len(), widgets.len(), "each has its own identifier");
    let mut types = BTreeSet::new();
    for deck in widgets.iter().filter(|widget| widget["type"] == "cardDeck") {
        for (id, card) in deck["cardTypes"].as_object().expect("cards") {
            types.insert((deck["id"].clone().to_string(), id.clone()));
            for side in ["face", "back"] {
                let name = card[side].as_str().expect("a picture");
                let name = name.strip_prefix("package://").expect("a picture of the archive");
                assert!(files[name].starts_with(&[0xff, 0xd8]), "{name} is a JPEG");
            }
        }
    }
    let cards: Vec<&Value> = widgets.iter().filter(|widget| widget["type"] == "card").collect();
    assert_eq!(cards.len(), 30);
    for card in cards {
        let named = (card["deck"].to_string(), card["cardType"].as_str().expect("id").to_owned());
        assert!(types.contains(&named), "{named:?}");
        assert!(ids.contains(card["parent"].as_str().expect("a pile")));
    }
    let mut table = csv::Reader::from_path(folder.join("cards.csv")).expect("a table");
    for row in table.records() {
        let row = row.expect("a row");
        assert!(folder.join(&row[4]).is_file() && folder.join(&row[5]).is_file(), "{row:?}");
    }
    let saved = fs::read_to_string(folder.join("simulator/crawler-sunken-bells.json"));
    let saved = saved.expect("the saved object");
    assert!(saved.contains("file:///put-the-folder-here/"), "a place to fill in, on any machine");
}

#[test]
fn an_address_must_be_one() {
    let place = Place::expansion();
    let run = place.run(&["build", "moon", "--tabletop-url", "somewhere"]).code(2);
    assert!(run.stderr().contains("here"), "{}", run.stderr());
    let path = place.path("moon/cardwright.toml");
    let manifest = fs::read_to_string(&path).expect("a manifest");
    fs::write(&path, format!("{manifest}\n[tabletop]\nurl = \"my cards\"\n")).expect("written");
    let run = place.run(&["check", "moon"]).code(1);
    assert!(
        run.stderr().contains("E0607") && run.stderr().contains("https://"),
        "{}",
        run.stderr()
    );
}
