//! What `build` writes: complete, valid according to an independent validator, and the same every
//! time.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::Place;

#[test]
fn two_builds_give_the_same_bytes() {
    let place = Place::expansion();
    place.run(&["build", "moon", "--out", "one", "--dpi", "72"]).code(0);
    place.run(&["build", "moon", "--out", "two", "--dpi", "72"]).code(0);
    let (one, two) = (files(&place.path("one")), files(&place.path("two")));
    assert!(one.len() > 8, "{:?}", one.keys());
    assert_eq!(one.keys().collect::<Vec<_>>(), two.keys().collect::<Vec<_>>());
    for (name, bytes) in &one {
        assert!(bytes == &two[name], "{name} differs");
    }
}

#[test]
fn the_data_fits_the_schema_that_is_written_beside_it() {
    let place = Place::expansion();
    place.run(&["build", "moon", "--only", "data,schema"]).code(0);
    let read = |name: &str| -> Value {
        let bytes = fs::read(place.path("moon/output/moon").join(name)).expect(name);
        serde_json::from_slice(&bytes).expect(name)
    };
    let schema = read("schema/package.schema.json");
    let validator = jsonschema::validator_for(&schema).expect("the schema is valid");
    let data = read("data/moon.json");
    let errors: Vec<String> = validator.iter_errors(&data).map(|e| e.to_string()).collect();
    assert!(errors.is_empty(), "{errors:?}");

    // A broken package must fail, or the schema would accept anything.
    let mut broken = data.clone();
    broken["cards"][0].as_object_mut().expect("a card").remove("kind");
    assert!(!validator.is_valid(&broken));
    let mut broken = data;
    broken["cards"][0]["flavor"] = Value::from("unknown fields are refused");
    assert!(!validator.is_valid(&broken));
}

#[test]
fn the_manifest_names_every_file() {
    let place = Place::expansion();
    place.run(&["build", "moon", "--dpi", "72"]).code(0);
    let root = place.path("moon/output/moon");
    let manifest: Value =
        serde_json::from_slice(&fs::read(root.join("manifest.json")).expect("a manifest"))
            .expect("JSON");
    let mut named: Vec<&String> = manifest["files"].as_object().expect("files").keys().collect();
    named.sort();
    let written = files(&root);
    let written: Vec<&String> =
        written.keys().filter(|name| name.as_str() != "manifest.json").collect();
    assert_eq!(named, written);
}

#[test]
fn content_with_errors_is_not_built() {
    let place = Place::expansion();
    place.write("cards/bad.card", "use crawler\n\ncharacter bad \"Bad\" { cost: many }\n");
    let run = place.run(&["build", "moon"]).code(1);
    assert!(run.stderr().contains("many"), "{}", run.stderr());
    assert!(!place.path("moon/output").exists());
}

/// Every file below a folder, by its path with `/`.
pub(crate) fn files(root: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name =
                    path.strip_prefix(root).expect("below").to_string_lossy().replace('\\', "/");
                files.insert(name, fs::read(&path).expect("a file"));
            }
        }
    }
    files
}

#[test]
fn a_build_of_which_nothing_changed_is_not_made_again() {
    let place = Place::expansion();
    let cache = place.path("cache").to_string_lossy().into_owned();
    let build = || {
        place
            .run_with(
                &["build", "moon", "--only", "cards,data", "--dpi", "50"],
                &[("CARDWRIGHT_CACHE", cache.as_str())],
            )
            .code(0)
            .stderr()
    };
    let record = || {
        let folder = place.path("cache/unchanged");
        let files = fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file"));
        let times = files.map(|file| file.metadata().and_then(|data| data.modified()));
        times.map(|time| time.expect("a time")).max().expect("a record")
    };
    // The first build lays out the shipped games, which are part of what a build is made of.
    build();
    std::thread::sleep(std::time::Duration::from_millis(100));
    build();
    let (first, before) = (record(), files(&place.path("moon/output")));
    build();
    assert_eq!(record(), first, "nothing was made, so nothing was noted");

    // What came out is made again if somebody changes it or takes it away.
    let card = before.keys().find(|name| name.ends_with(".svg")).expect("a card").clone();
    fs::remove_file(place.path("moon/output").join(&card)).expect("removed");
    build();
    assert_eq!(files(&place.path("moon/output")), before);
    let second = record();
    assert!(second > first);

    // So is what goes in.
    let cards = place.path("moon/cards/dungeon.card");
    let text = fs::read_to_string(&cards).expect("the starter's cards");
    let name = text.split('"').nth(1).expect("a card has a name").to_owned();
    fs::write(&cards, text.replacen(&name, "Somebody Else", 1)).expect("written");
    build();
    let data = fs::read_to_string(place.path("moon/output/moon/data/moon.json")).expect("data");
    assert!(data.contains("Somebody Else"));
}
