//! Fifty packages with one planted defect each: `review` names every one of them, and raises hardly
//! any alarm without a cause. A sample runs with the other tests; `PLANTED=1` tries all.

use std::fs;
use std::io::Write;

use zip::CompressionMethod;

use super::reasons;
use crate::Place;
use crate::packages::archive;

/// One of so many is tried if nobody asks for all.
const EVERY: usize = 7;
/// What speaks against packages without a cause, at most, in all of them.
const MOST_FALSE: usize = 2;

const DUNGEON: &str = "cards/dungeon.card";
const CRAWLER: &str = "cards/crawler.card";
const DECK: &str = "decks/deck.card";
const TESTS: &str = "tests/first.card";
const MANIFEST: &str = "cardwright.toml";

/// How a defect gets into the package.
enum Way {
    /// A file, some words in it, and the words in their place.
    Edit(&'static str, &'static str, &'static str),
    /// Something else.
    Do(fn(&Place)),
}
use Way::{Do, Edit};

/// A defect, what it is about, and words by which it is named.
struct Defect(&'static str, Way, &'static str);

const DEFECTS: &[Defect] = &[
    // Syntax.
    Defect("problems", Edit(DUNGEON, "power: 2", "power 2 2"), "E0209 cards/dungeon.card:6"),
    Defect("problems", Edit(DUNGEON, "cost: 1", "cost: : 1"), "cards/dungeon.card:5"),
    Defect(
        "problems",
        Edit(DUNGEON, "a moment ago.\"\n}", "a moment ago.\"\n"),
        "cards/dungeon.card",
    ),
    Defect(
        "problems",
        Edit(TESTS, "power(moon-lantern-moth) == 2", "power(moon-lantern-moth == 2"),
        "tests/first.card:6",
    ),
    Defect("problems", Edit(DECK, "4 hide-armour", "hide-armour 4"), "decks/deck.card:9"),
    // Unknown words.
    Defect("problems", Edit(DUNGEON, "cost: 1", "cots: 1"), "E0103"),
    Defect("problems", Edit(DUNGEON, "leap,", "leapp,"), "E0102"),
    Defect("problems", Edit(DUNGEON, "character moon", "charakter moon"), "E0101"),
    Defect("problems", Edit(DUNGEON, "type: animal", "type: animl"), "E0104"),
    Defect("problems", Edit(DUNGEON, "set: MOO", "set: ZZZ"), "E0104"),
    Defect("problems", Edit(DECK, "4 hide-armour", "4 hide-armor"), "E0105"),
    Defect("problems", Edit(DECK, "solo-elite", "solo-elit"), "E0105"),
    Defect("problems", Edit(DUNGEON, "modify stamina", "modify stamin"), "stamin"),
    Defect("problems", Edit("rules/set.card", "icon: power", "icon: powerr"), "E0402"),
    // Values.
    Defect("problems", Edit(DUNGEON, "moonlit 2", "moonlit 9"), "E0302"),
    Defect("problems", Edit(DUNGEON, "number: 1", "number: 2"), "crawler/set-number"),
    // Decks that may not be played.
    Defect("problems", Edit(DECK, "4 hide-armour", "9 hide-armour"), "crawler/copies-crawler"),
    Defect(
        "problems",
        Edit(DECK, "6 moon-lantern-moth", "1 moon-lantern-moth"),
        "crawler/deck-size",
    ),
    Defect(
        "problems",
        Edit(DECK, "wood-elf-scout, gypsy-thief", "wood-elf-scout"),
        "crawler/party-size",
    ),
    Defect("problems", Edit(DECK, "4 cleave", "4 moon-moonwell"), "decks/deck.card"),
    // Manifests.
    Defect("problems", Edit(MANIFEST, "crawler = \"0.1.0\"", "crawler = \"9\""), "E0606"),
    Defect("problems", Edit(MANIFEST, "game = \"crawler\"", "game = \"chess\""), "E0609"),
    Defect("problems", Edit(MANIFEST, "version = \"0.1.0\"", "version = \"1\""), "E0607"),
    Defect("problems", Edit(MANIFEST, "[package]", "[package"), "cardwright.toml"),
    // Tests that fail.
    Defect(
        "tests",
        Edit(TESTS, "== 4\n  expect st", "== 5\n  expect st"),
        "makes the moth stronger",
    ),
    Defect("tests", Edit(TESTS, "== 2\n  expect st", "== 3\n  expect st"), "is stronger while"),
    Defect("tests", Edit(TESTS, "attack-power == 4", "attack-power == 9"), "a scout boosts"),
    Defect("tests", Do(|place| place.write(TESTS, "use crawler\n")), "has no tests"),
    // Effects that never do anything.
    Defect(
        "abilities",
        Edit(DUNGEON, "by +1\n", "by +1\n  modify power of characters where cost >= 90 by +1\n"),
        "moon-moonwell",
    ),
    Defect(
        "abilities",
        Edit(DUNGEON, "by +1\n", "by +1\n  modify stamina of characters where cost >= 80 by +2\n"),
        "moon-moonwell",
    ),
    // Pictures that are missing or broken.
    Defect("problems", Edit(DUNGEON, "number: 1", "number: 1\n  art: \"art/moth.png\""), "E0313"),
    Defect("problems", Edit(CRAWLER, "number: 3", "number: 3\n  art: \"art/lamp.jpg\""), "E0313"),
    Defect("preflight", Do(broken_picture), "E0503"),
    // Licences.
    Defect("licences", Edit(MANIFEST, "license = \"CC-BY-4.0\"\n", ""), "has no licence"),
    Defect(
        "licences",
        Edit(MANIFEST, "CC-BY-4.0", "all rights reserved"),
        "no licence that is known",
    ),
    Defect("licences", Edit(MANIFEST, "CC-BY-4.0", "LicenseRef-House"), "no LICENSE file"),
    Defect(
        "licences",
        Do(|place| place.write("art/moth.svg", "<svg/>")),
        "`art/moth.svg`: nobody says",
    ),
    Defect("licences", Do(wrong_credits), "`art/moth.svg`: `Found-It`"),
    // Copies.
    Defect("copies", Edit(DUNGEON, "\"Lantern Moth\"", "\"Skeletons\""), "almost as `skeleton`"),
    Defect(
        "copies",
        Edit(CRAWLER, "\"Shuttered Lamp\"", "\"Long Swords\""),
        "almost as `long-sword`",
    ),
    Defect("copies", Do(copied_card), "almost a copy of `goblin-conjurer`"),
    // Versions that play otherwise, or that others cannot go on with.
    Defect("balance", Do(|place| strengthen(place, 9)), "moon-by-moonlight"),
    Defect("balance", Do(|place| strengthen(place, 12)), "moon-by-moonlight"),
    Defect("breaks", Do(|place| rename(place, "moon-moonwell", "moon-well")), "moon-moonwell"),
    Defect(
        "breaks",
        Do(|place| rename(place, "moon-by-moonlight", "moon-by-night")),
        "moon-by-moonlight",
    ),
    // Hostile archives.
    Defect(
        "archive",
        Do(|place| entries(place, &[("../escaped.card", b"", 0o644)])),
        "not a path inside",
    ),
    Defect(
        "archive",
        Do(|place| entries(place, &[("cards/a.card", b"", 0o644), ("cards/A.card", b"", 0o644)])),
        "the same on some systems",
    ),
    Defect("archive", Do(tampered), "is not the file that was packed"),
    Defect("archive", Do(bomb), "grows"),
    Defect("archive", Do(cut_off), "archive"),
];

#[test]
fn every_planted_defect_is_named() {
    let all = std::env::var_os("PLANTED").is_some();
    let (mut missed, mut false_alarms) = (Vec::new(), Vec::new());
    for (number, Defect(topic, way, words)) in DEFECTS.iter().enumerate() {
        if !all && number % EVERY != 0 {
            continue;
        }
        let place = Place::expansion();
        place.run(&["pack", "moon"]).code(0);
        match way {
            Edit(file, from, to) => {
                let path = place.path("moon").join(file);
                let text = fs::read_to_string(&path).expect("a file");
                assert!(text.contains(from), "{number}: {file} has no `{from}`");
                place.write(file, &text.replacen(from, to, 1));
            }
            Do(plant) => plant(&place),
        }
        let is_archive = *topic == "archive";
        let subject = if is_archive { "bad.cardwright" } else { "moon" };
        let mut arguments = vec![subject];
        match *topic {
            "balance" => arguments.extend(["--against", "moon-0.1.0.cardwright"]),
            "breaks" => arguments.extend(["--against", "moon-0.1.0.cardwright", "--games", "5"]),
            _ => arguments.extend(["--games", "5"]),
        }
        let (report, run) = place.review(&arguments);
        let found = reasons(&report);
        if !found.iter().any(|(about, told)| about == topic && told.contains(words)) {
            missed.push(format!("{number} {topic} `{words}`: {found:?}"));
        }
        run.code(1);
        false_alarms.extend(
            found.into_iter().filter(|(about, _)| about != topic).map(|told| (number, told)),
        );
    }
    assert!(missed.is_empty(), "not named:\n{}", missed.join("\n"));
    assert!(false_alarms.len() <= MOST_FALSE, "{false_alarms:#?}");
}

#[test]
fn there_are_fifty_defects() {
    assert!(DEFECTS.len() >= 50, "{}", DEFECTS.len());
}

/// Makes the monsters of the deck stronger, and keeps the tests true.
pub(super) fn strengthen(place: &Place, power: u32) {
    let edit = |file: &str, pairs: &[(&str, String)]| {
        let mut text = fs::read_to_string(place.path("moon").join(file)).expect("a file");
        for (from, to) in pairs {
            assert!(text.contains(from), "{from}");
            text = text.replace(from, to);
        }
        place.write(file, &text);
    };
    let plus = |more: u32| (power + more).to_string();
    edit(
        DUNGEON,
        &[("power: 2", format!("power: {power}")), ("life: 1", format!("life: {power}"))],
    );
    edit(
        TESTS,
        &[
            ("power(moon-lantern-moth) == 2", format!("power(moon-lantern-moth) == {power}")),
            ("stamina(moon-lantern-moth) == 1", format!("stamina(moon-lantern-moth) == {power}")),
            ("power(moon-lantern-moth) == 4", format!("power(moon-lantern-moth) == {}", plus(2))),
            (
                "stamina(moon-lantern-moth) == 2",
                format!("stamina(moon-lantern-moth) == {}", plus(1)),
            ),
            ("  expect in-zone(moon-lantern-moth, dungeon-grave)\n", String::new()),
        ],
    );
    edit(MANIFEST, &[("version = \"0.1.0\"\ngame", "version = \"0.2.0\"\ngame".to_owned())]);
}

fn rename(place: &Place, from: &str, to: &str) {
    for file in [DUNGEON, DECK, TESTS] {
        let text = fs::read_to_string(place.path("moon").join(file)).expect("a file");
        place.write(file, &text.replace(from, to));
    }
}

/// A picture that ends after its head.
fn broken_picture(place: &Place) {
    let cards = fs::read_to_string(place.path("moon").join(DUNGEON)).expect("cards");
    place.write(DUNGEON, &cards.replacen("number: 1", "number: 1\n  art: \"art/moth.png\"", 1));
    place.write("credits.toml", "[[file]]\npath = \"art/\"\nby = \"Ann\"\nlicense = \"CC0-1.0\"\n");
    place.write("art/moth.png", "");
    let mut file = fs::File::create(place.path("moon/art/moth.png")).expect("a file");
    file.write_all(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x04\0\0\0\x04\0\x08\x02\0\0\0")
        .expect("its head");
}

fn wrong_credits(place: &Place) {
    place.write("art/moth.svg", "<svg/>");
    place
        .write("credits.toml", "[[file]]\npath = \"art/\"\nby = \"Ann\"\nlicense = \"Found-It\"\n");
}

/// A card of the game under another name.
fn copied_card(place: &Place) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../content/crawler/cards/characters.card");
    let text = fs::read_to_string(path).expect("the game's cards");
    let (_, card) =
        text.split_once("character goblin-conjurer \"Goblin Conjurer\" {").expect("the card");
    let (body, _) = card.split_once("\n}\n").expect("its end");
    let body = body.replace("set: UNB", "set: MOO").replace("number: 61", "number: 4");
    place.write(
        "cards/more.card",
        &format!("use crawler\n\ncharacter moon-chanter \"Marsh Chanter\" {{{body}\n}}\n"),
    );
}

fn entries(place: &Place, entries: &[(&str, &[u8], u32)]) {
    let bytes = archive(entries, CompressionMethod::Stored);
    fs::write(place.path("bad.cardwright"), bytes).expect("an archive");
}

/// Another letter in one of the packed cards, with the sum that the archive keeps of it.
fn tampered(place: &Place) {
    let packed = fs::read(place.path("moon-0.1.0.cardwright")).expect("an archive");
    let mut read = zip::ZipArchive::new(std::io::Cursor::new(packed)).expect("an archive");
    let mut files = Vec::new();
    for index in 0..read.len() {
        let mut file = read.by_index(index).expect("a file");
        let name = file.name().expect("a name").into_owned();
        let mut bytes = Vec::new();
        std::io::Read::read_to_end(&mut file, &mut bytes).expect("its bytes");
        if name == DUNGEON {
            bytes.extend(b"// more\n");
        }
        files.push((name, bytes));
    }
    let all: Vec<(&str, &[u8], u32)> =
        files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice(), 0o644)).collect();
    entries(place, &all);
}

/// Sixty megabytes of nothing in sixty kilobytes.
fn bomb(place: &Place) {
    let zeros = vec![0; 60 << 20];
    let bytes = archive(&[("cards/a.card", &zeros, 0o644)], CompressionMethod::Deflated);
    assert!(bytes.len() < 1 << 20);
    fs::write(place.path("bad.cardwright"), bytes).expect("an archive");
}

fn cut_off(place: &Place) {
    let bytes = fs::read(place.path("moon-0.1.0.cardwright")).expect("an archive");
    fs::write(place.path("bad.cardwright"), &bytes[..bytes.len() / 2]).expect("an archive");
}
