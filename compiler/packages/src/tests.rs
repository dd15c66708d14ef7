//! Packages made here, and bytes that nobody made on purpose.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use cardwright_model::files::MemoryFiles;
use proptest::prelude::*;
use semver::{Version, VersionReq};

use crate::names::Collisions;
use crate::*;

fn files() -> FileMap {
    let manifest = "[package]\nname = \"moon\"\nversion = \"1.2.0\"\ngame = \"crawler\"\n\
                    license = \"MIT\"\n[dependencies]\ncrawler = \"0.1\"\n";
    let files = [(MANIFEST, manifest), ("cards/a.card", "use crawler\n"), ("art/b.png", "\u{1}")];
    files.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec())).into()
}

fn wants(by: &str, name: &str, range: &str) -> Want {
    let range = VersionReq::parse(range).expect("a range");
    Want { by: by.to_owned(), name: name.to_owned(), range }
}

/// A package: its name, its version, and the names and ranges that it wants.
type Known<'a> = (&'a str, &'a str, &'a [(&'a str, &'a str)]);

fn candidates(all: &[Known<'_>]) -> BTreeMap<String, Vec<Candidate>> {
    let mut known: BTreeMap<String, Vec<Candidate>> = BTreeMap::new();
    for (name, version, wanted) in all {
        let range = |range: &str| VersionReq::parse(range).expect("a range");
        known.entry((*name).to_owned()).or_default().push(Candidate {
            name: (*name).to_owned(),
            version: Version::parse(version).expect("a version"),
            dependencies: wanted.iter().map(|(name, of)| ((*name).to_owned(), range(of))).collect(),
            source: Source::Here,
            hash: None,
        });
    }
    known
}

#[test]
fn what_was_packed_is_opened_as_it_was() {
    let packed = pack(files()).expect("it stands alone");
    assert_eq!(packed.bytes, pack(files()).expect("it stands alone").bytes);
    let opened = open(&packed.bytes).expect("it is ours");
    assert_eq!(opened.files, files());
    assert_eq!(opened.label.hash(), content_hash(&files()));
    assert_eq!(packed.file_name(), "moon-1.2.0.cardwright");
}

#[test]
fn names_are_those_of_every_system() {
    for name in ["cards/a.card", "art/Épée 2.png", "a-b_c.d"] {
        assert_eq!(name_problem(name), None, "{name}");
    }
    let bad = [
        "",
        "/a",
        "a//b",
        "../a",
        "a/..",
        "./a",
        "a\\b",
        "c:a",
        "a/.hidden",
        "a\0",
        "nul.txt",
        "a.",
        "a ",
        "e\u{301}.png",
        "a/b?",
    ];
    for name in bad {
        assert!(name_problem(name).is_some(), "{name:?}");
    }
    let mut collisions = Collisions::default();
    assert_eq!(collisions.add("art/a.png"), None);
    assert_eq!(collisions.add("art/b.png"), None);
    for name in ["art/a.png", "art/A.png", "Art/c.png", "art", "art/a.png/c"] {
        assert!(collisions.add(name).is_some(), "{name}");
    }
}

#[test]
fn the_highest_version_that_suits_everyone_is_chosen() {
    let known = candidates(&[
        ("a", "2.0.0", &[("c", "2")]),
        ("a", "1.0.0", &[("c", "1")]),
        ("b", "1.0.0", &[("c", ">=1, <2")]),
        ("c", "2.1.0", &[]),
        ("c", "1.5.0", &[]),
        ("c", "1.4.0", &[]),
    ]);
    let chosen = resolve(&[wants("x", "a", "*"), wants("x", "b", "1")], &known).expect("a way");
    let versions: Vec<String> =
        chosen.values().map(|one| format!("{} {}", one.name, one.version)).collect();
    assert_eq!(versions, ["a 1.0.0", "b 1.0.0", "c 1.5.0"]);
    let conflict = resolve(&[wants("x", "a", "2"), wants("y", "b", "1")], &known);
    let told = conflict.expect_err("no way").to_string();
    assert!(
        told.contains("`a` 2.0.0 wants `c` ^2") && told.contains("`b` 1.0.0 wants `c`"),
        "{told}"
    );
    let told = resolve(&[wants("x", "d", "2")], &known).expect_err("no way").to_string();
    assert_eq!(told, "there is no package `d`\n  x wants `d` ^2");
}

/// Packages that all want the same in a way that cannot be had: the search gives up in time.
#[test]
fn an_endless_search_ends() {
    let mut known = candidates(&[("z", "1.0.0", &[])]);
    let names: Vec<String> = (0..30).map(|number| format!("p{number}")).collect();
    for (place, name) in names.iter().enumerate() {
        let next = names.get(place + 1).map_or("z", String::as_str);
        let range = if next == "z" { "2" } else { "*" };
        for version in ["3.0.0", "2.0.0", "1.0.0"] {
            let more = candidates(&[(name.as_str(), version, &[(next, range)])]);
            let more = more.into_values().flatten();
            known.entry(name.clone()).or_default().extend(more);
        }
    }
    let started = Instant::now();
    resolve(&[wants("x", "p0", "*")], &known).expect_err("no way");
    assert!(started.elapsed() < Duration::from_secs(2), "{:?}", started.elapsed());
}

#[test]
fn an_index_grows_by_lines() {
    let mut disk = MemoryFiles::default();
    disk.insert("index/README.md", "an index");
    let packed = pack(files()).expect("it stands alone");
    let written = Index::new(&disk, Path::new("index")).publish(&packed).expect("it is new");
    for (path, bytes) in written {
        disk.insert(path, bytes);
    }
    let index = Index::new(&disk, Path::new("index"));
    assert_eq!(index.names().expect("names"), ["moon"]);
    let entries = index.entries("moon").expect("lines");
    assert_eq!(index.open(&entries[0]).expect("the archive").files, files());
    assert!(index.publish(&packed).expect("the same").is_empty());
}

/// Longer than any input of these sizes may take, on a slow machine.
const LONGEST: Duration = Duration::from_secs(1);

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes_are_refused_in_time(bytes in proptest::collection::vec(any::<u8>(), 0..4096)) {
        let started = Instant::now();
        prop_assert!(open(&bytes).is_err());
        let mut zip = b"PK\x03\x04".to_vec();
        zip.extend(&bytes);
        prop_assert!(open(&zip).is_err());
        prop_assert!(started.elapsed() < LONGEST);
    }

    #[test]
    fn a_damaged_archive_is_refused_or_the_same(
        damage in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        cut in any::<prop::sample::Index>(),
    ) {
        let packed = pack(files()).expect("it stands alone").bytes;
        let mut bytes = packed.clone();
        for (place, byte) in damage {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        let started = Instant::now();
        if let Ok(opened) = open(&bytes) {
            // Only what no file depends on was changed, such as a date.
            prop_assert_eq!(opened.files, files());
        }
        prop_assert!(open(&packed[..cut.index(packed.len())]).is_err());
        prop_assert!(started.elapsed() < LONGEST);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "(\\[[a-z.]{0,9}\\]?|[a-z]{1,7} ?= ?[\"{\\[]?|[0-9.^,*]{1,5}|\"|\n|\\PC){0,60}") {
        let started = Instant::now();
        let _ = Outline::read(&text);
        let _ = Lock::read(&text);
        let _ = crate::manifest::without_paths(&text);
        if let Ok(changed) = crate::manifest::with_dependency(&text, "moon", Some("1")) {
            prop_assert!(changed.contains("moon"));
            let _ = crate::manifest::with_dependency(&changed, "moon", None);
        }
        prop_assert!(started.elapsed() < LONGEST);
    }
}
