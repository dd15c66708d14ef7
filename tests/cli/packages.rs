//! Packages as archives: packed, brought in, resolved, published.

use std::fs;
use std::io::{Cursor, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::Place;

impl Place {
    /// Makes a package that brings one card and builds on others.
    pub(crate) fn package(&self, name: &str, version: &str, wants: &[(&str, &str)]) {
        let dependencies: String =
            wants.iter().map(|(name, range)| format!("{name} = \"{range}\"\n")).collect();
        let manifest = format!(
            "[package]\nname = \"{name}\"\nversion = \"{version}\"\ngame = \"crawler\"\n\
             license = \"CC-BY-4.0\"\n\n[dependencies]\ncrawler = \"0.1\"\n{dependencies}"
        );
        let letter = name.to_uppercase().chars().next().expect("a letter");
        let code = &name.to_uppercase().replace('-', "")[..3];
        let cards = format!(
            "use crawler\n\nenum set {{\n  {code} \"{name}\" {{ glyph: \"{letter}\" }}\n}}\n\n\
             character {name}-rat \"{name} Rat\" {{\n  cost: 1\n  power: 1\n  life: 1\n  \
             type: animal\n  attribute: leap\n  set: {code}\n  number: 1\n  rarity: common\n  \
             artist: \"Nobody\"\n}}\n"
        );
        let folder = self.path(name);
        fs::create_dir_all(folder.join("cards")).expect("a folder");
        fs::write(folder.join("cardwright.toml"), manifest).expect("a manifest");
        fs::write(folder.join("cards/rat.card"), cards).expect("cards");
    }

    fn publish(&self, name: &str, version: &str, wants: &[(&str, &str)]) {
        self.package(name, version, &[]);
        for (wanted, range) in wants {
            self.run(&["add", &format!("index:{wanted}@{range}"), "--to", name]).code(0);
        }
        self.run(&["publish", name, "--index", "index"]).code(0);
        fs::remove_dir_all(self.path(name)).expect("the folder is there");
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }
}

#[test]
fn an_archive_is_the_same_wherever_it_is_made() {
    let place = Place::empty();
    let mut archives = Vec::new();
    for folder in ["here", "there"] {
        fs::create_dir(place.path(folder)).expect("a folder");
        place.run(&["new", &format!("{folder}/moon")]).code(0);
        let run = place.run(&["pack", &format!("{folder}/moon"), "--out", folder]).code(0);
        assert!(
            run.stdout().contains("moon-0.1.0.cardwright: 7 files, sha256:"),
            "{}",
            run.stdout()
        );
        // What programs leave behind is not packed.
        place.run(&["build", &format!("{folder}/moon"), "--only", "data"]).code(0);
        archives
            .push(fs::read(place.path(&format!("{folder}/moon-0.1.0.cardwright"))).expect("one"));
    }
    assert_eq!(archives[0], archives[1]);
    place.run(&["pack", "there/moon", "--out", "again"]).code(0);
    assert_eq!(fs::read(place.path("again")).expect("an archive"), archives[0]);
}

#[test]
fn what_would_not_stand_alone_is_not_packed() {
    let place = Place::expansion();
    place.package("marsh", "1.0.0", &[]);
    let manifest = place.text("moon/cardwright.toml");
    let manifest = manifest.replace("license = \"CC-BY-4.0\"\n", "");
    place.write(
        "cardwright.toml",
        &manifest.replace("[print]", "marsh = { path = \"../marsh\" }\n\n[print]"),
    );
    let told = place.run(&["pack", "moon"]).code(1).stderr();
    assert!(told.contains("`moon` would not stand alone"), "{told}");
    assert!(told.contains("`marsh` in `../marsh` is not in the archive"), "{told}");
    assert!(told.contains("it has no licence"), "{told}");
    assert!(!place.path("moon-0.1.0.cardwright").exists());

    // With a version beside the path it does, and the path stays at home.
    let manifest =
        place.text("moon/cardwright.toml").replace("[package]", "[package]\nlicense = \"CC0-1.0\"");
    place.write(
        "cardwright.toml",
        &manifest.replace("{ path = \"../marsh\" }", "{ path = \"../marsh\", version = \"1\" }"),
    );
    place.run(&["pack", "moon"]).code(0);
    let bytes = fs::read(place.path("moon-0.1.0.cardwright")).expect("an archive");
    let text = String::from_utf8_lossy(&bytes);
    assert!(text.contains("marsh = \"1\"") && !text.contains("../marsh"));
}

#[test]
fn what_has_errors_is_not_packed() {
    let place = Place::expansion();
    place.write("cards/wrong.card", "use crawler\n\ncharacter wrong \"Wrong\" {\n  cots: 1\n}\n");
    place.run(&["pack", "moon"]).code(1);
    assert!(!place.path("moon-0.1.0.cardwright").exists());
}

#[test]
fn packages_are_brought_in_updated_and_removed() {
    let place = Place::expansion();
    place.publish("tides", "1.0.0", &[]);
    place.publish("marsh", "1.2.0", &[("tides", "1")]);
    let said = place.run(&["add", "index:marsh", "--to", "moon"]).code(0).stdout();
    assert!(said.contains("added marsh 1.2.0 (index:../index)"), "{said}");
    assert!(said.contains("added tides 1.0.0"), "{said}");
    assert!(place.text("moon/cardwright.toml").contains("marsh = \"1.2.0\"\n"));
    let lock = place.text("moon/cardwright.lock");
    assert!(
        lock.contains("name = \"tides\"\nversion = \"1.0.0\"\nsource = \"index:../index\""),
        "{lock}"
    );
    assert!(lock.matches("hash = \"sha256:").count() == 2, "{lock}");

    // Cards of both can be used.
    place.write(
        "decks/other.card",
        &place
            .text("moon/decks/deck.card")
            .replace("use crawler\n", "use crawler\nuse marsh\n")
            .replace("moon-by-moonlight", "moon-by-water")
            .replace("5 goblin\n", "4 goblin\n    1 marsh-rat\n"),
    );
    place.run(&["check", "moon"]).code(0);

    // A new version comes with `update` and not before.
    place.publish("tides", "1.1.0", &[]);
    place.publish("tides", "2.0.0", &[]);
    let said = place.run(&["add", "index:marsh", "--to", "moon"]).code(0).stdout();
    assert!(said.contains("all packages are as they should be"), "{said}");
    let said = place.run(&["update", "--of", "moon"]).code(0).stdout();
    assert_eq!(said, "tides 1.0.0 → 1.1.0\n");
    assert!(place.text("moon/packages/tides/cardwright.toml").contains("1.1.0"));

    // What was lost comes back; what was changed by hand is not replaced.
    fs::remove_dir_all(place.path("moon/packages/tides")).expect("it is there");
    assert_eq!(
        place.run(&["update", "--of", "moon"]).code(0).stdout(),
        "brought tides 1.1.0 back\n"
    );
    place.write("packages/tides/mine.txt", "mine");
    let told = place.run(&["remove", "marsh", "--from", "moon"]).code(2).stderr();
    assert!(told.contains("is not as it was brought in"), "{told}");
    fs::remove_file(place.path("moon/packages/tides/mine.txt")).expect("it is there");

    fs::remove_file(place.path("moon/decks/other.card")).expect("it is there");
    let said = place.run(&["remove", "marsh", "--from", "moon"]).code(0).stdout();
    assert_eq!(said, "removed marsh 1.2.0\nremoved tides 1.1.0\n");
    assert!(
        !place.path("moon/packages/marsh").exists() && !place.path("moon/cardwright.lock").exists()
    );
    assert!(!place.text("moon/cardwright.toml").contains("marsh"));
    place.run(&["check", "moon"]).code(0);
}

#[test]
fn archives_and_folders_are_brought_in() {
    let place = Place::expansion();
    place.package("tides", "1.0.0", &[]);
    place.run(&["pack", "tides"]).code(0);
    let said = place.run(&["add", "tides-1.0.0.cardwright", "--to", "moon"]).code(0).stdout();
    assert_eq!(said, "added tides 1.0.0 (archive:../tides-1.0.0.cardwright)\n");
    place.package("marsh", "0.3.0", &[("tides", ">=1, <3")]);
    let said = place.run(&["add", "marsh", "--to", "moon"]).code(0).stdout();
    assert_eq!(said, "added marsh 0.3.0 (folder:../marsh)\n");
    place.run(&["check", "moon"]).code(0);
    // The folder moves on.
    place.package("marsh", "0.3.1", &[("tides", "1")]);
    assert_eq!(
        place.run(&["update", "marsh", "--of", "moon"]).code(0).stdout(),
        "marsh 0.3.0 → 0.3.1\n"
    );
}

#[test]
fn a_conflict_says_who_wants_what() {
    let place = Place::expansion();
    place.publish("tides", "1.0.0", &[]);
    place.publish("tides", "2.0.0", &[]);
    place.publish("marsh", "1.0.0", &[("tides", "1")]);
    place.publish("shore", "1.0.0", &[("tides", "2")]);
    place.run(&["add", "index:marsh", "--to", "moon"]).code(0);
    let before = place.text("moon/cardwright.toml");
    let told = place.run(&["add", "index:shore", "--to", "moon"]).code(2).stderr();
    assert!(told.contains("no version of `tides` suits everyone"), "{told}");
    assert!(told.contains("`marsh` 1.0.0 wants `tides` ^1"), "{told}");
    assert!(told.contains("`shore` 1.0.0 wants `tides` ^2"), "{told}");
    assert!(
        told.contains("there is `tides` 2.0.0 (index:../index), 1.0.0 (index:../index)"),
        "{told}"
    );
    assert_eq!(place.text("moon/cardwright.toml"), before);
    assert!(!place.path("moon/packages/shore").exists());

    // An older version that suits is found.
    place.publish("shore", "0.9.0", &[("tides", ">=1")]);
    let told = place.run(&["add", "index:shore", "--to", "moon"]).code(0).stdout();
    assert_eq!(told, "added shore 0.9.0 (index:../index)\n");
    let told = place.run(&["add", "index:reef", "--to", "moon"]).code(2).stderr();
    assert!(told.contains("`index` has no package `reef`; it has: marsh, shore, tides"), "{told}");
    let told = place.run(&["add", "index:shore@one", "--to", "moon"]).code(2).stderr();
    assert!(told.contains("no range of versions"), "{told}");
}

#[test]
fn strangers_take_no_known_name() {
    let place = Place::expansion();
    place.package("crawler", "9.0.0", &[]);
    let told = place.run(&["add", "crawler", "--to", "moon"]).code(2).stderr();
    assert!(told.contains("`crawler`"), "{told}");
    assert!(!place.path("moon/packages").exists());
}

#[test]
fn a_published_version_stays_as_it_is() {
    let place = Place::empty();
    place.package("tides", "1.0.0", &[]);
    place.run(&["publish", "tides", "--index", "index"]).code(0);
    let said = place.run(&["publish", "tides", "--index", "index"]).code(0).stdout();
    assert!(said.contains("was there already"), "{said}");
    fs::write(place.path("tides/notes.txt"), "more").expect("a note");
    let told = place.run(&["publish", "tides", "--index", "index"]).code(2).stderr();
    assert!(told.contains("raise `version`"), "{told}");
}

#[test]
fn an_index_says_what_works_and_what_is_broken() {
    let place = Place::empty();
    place.publish("tides", "1.0.0", &[]);
    place.publish("marsh", "1.0.0", &[("tides", "1")]);
    let run = place.run(&["index", "check", "index"]).code(0);
    assert_eq!(run.stdout(), "works   marsh 1.0.0\nworks   tides 1.0.0\n2 work, 0 broken\n");
    let lines = place.text("index/tides.jsonl");
    fs::write(
        place.path("index/tides.jsonl"),
        lines.replace("\"1.0.0\",\"game\"", "\"3.0.0\",\"game\""),
    )
    .expect("the index");
    let said = place.run(&["index", "check", "index"]).code(1).stdout();
    assert!(said.contains("broken  marsh 1.0.0: no version of `tides` suits everyone"), "{said}");
    assert!(said.contains("broken  tides 3.0.0: "), "{said}");
    assert!(said.ends_with("0 work, 2 broken\n"), "{said}");
    // An archive that somebody exchanged is not used.
    fs::write(place.path("index/tides.jsonl"), lines).expect("the index");
    let archive = place.path("index/archives/tides-1.0.0.cardwright");
    let mut bytes = fs::read(&archive).expect("an archive");
    let end = bytes.len() - 1;
    bytes[end] ^= 1;
    fs::write(&archive, bytes).expect("an archive");
    let said = place.run(&["index", "check", "index"]).code(1).stdout();
    assert!(said.contains("is not the archive that was published"), "{said}");
}

#[test]
fn a_package_of_an_index_has_limits() {
    let place = Place::empty();
    place.publish("tides", "1.0.0", &[]);
    let said = place.run(&["index", "check", "index", "--seconds", "0"]).code(1).stdout();
    assert!(said.contains("broken  tides 1.0.0: checking it took longer than 0 s"), "{said}");
    if cfg!(target_os = "linux") {
        let said = place.run(&["index", "check", "index", "--memory", "1"]).code(1).stdout();
        assert!(said.contains("broken  tides 1.0.0: checking it needs more than 1 MB"), "{said}");
    }
}

/// An archive with these entries: name, bytes, Unix mode.
pub(crate) fn archive(entries: &[(&str, &[u8], u32)], method: CompressionMethod) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes, mode) in entries {
        let options =
            SimpleFileOptions::default().compression_method(method).unix_permissions(*mode);
        archive.start_file(*name, options).expect("an entry");
        archive.write_all(bytes).expect("its bytes");
    }
    archive.finish().expect("an archive").into_inner()
}

/// A file of an archive: its name, bytes and permissions.
type Entry<'a> = (&'a str, &'a [u8], u32);

#[test]
fn archives_of_strangers_stay_in_their_folder() {
    let place = Place::expansion();
    let stored = CompressionMethod::Stored;
    let cases: [(&[Entry<'_>], &str); 8] = [
        (&[("../escaped.card", b"", 0o644)], "is not a path inside the package"),
        (&[("/etc/escaped.card", b"", 0o644)], "is not a path inside the package"),
        (&[("a/../../escaped.card", b"", 0o644)], "is not a path inside the package"),
        (&[("c:/escaped.card", b"", 0o644)], "is not a path inside the package"),
        (
            &[("cards/a.card", b"", 0o644), ("Cards/a.card", b"", 0o644)],
            "are the same on some systems",
        ),
        (&[("cards/con.card", b"", 0o644)], "Windows keeps"),
        (&[("cards", b"", 0o644), ("cards/a.card", b"", 0o644)], "are the same on some systems"),
        (&[("cards/a.card", b"", 0o644)], "has no cardwright-pack.json"),
    ];
    for (entries, expected) in cases {
        fs::write(place.path("bad.cardwright"), archive(entries, stored)).expect("an archive");
        let told = place.run(&["add", "bad.cardwright", "--to", "moon"]).code(2).stderr();
        assert!(told.contains(expected), "{entries:?}: {told}");
    }
    // A directory that names a file twice, and one that promises more than there is.
    let mut twice = archive(&[("a.card", b"1", 0o644), ("b.card", b"2", 0o644)], stored);
    let text = String::from_utf8_lossy(&twice).into_owned();
    assert_eq!(text.matches("b.card").count(), 2);
    for at in 0..twice.len() - 6 {
        if &twice[at..at + 6] == b"b.card" {
            twice[at] = b'a';
        }
    }
    fs::write(place.path("bad.cardwright"), &twice).expect("an archive");
    let told = place.run(&["add", "bad.cardwright", "--to", "moon"]).code(2).stderr();
    assert!(told.contains("twice"), "{told}");
    for cut in [0, 10, 40, twice.len() - 3] {
        fs::write(place.path("bad.cardwright"), &twice[..cut]).expect("an archive");
        place.run(&["add", "bad.cardwright", "--to", "moon"]).code(2);
    }
    assert!(!place.path("escaped.card").exists() && !place.path("moon/packages").exists());
}

#[test]
fn every_command_of_the_manual_works() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../packages/PACKAGES.md");
    let manual = fs::read_to_string(path).expect("the manual");
    let place = Place::empty();
    let mut tried = 0;
    for block in manual.split("```sh\n").skip(1) {
        let (commands, _) = block.split_once("```").expect("the end of a block");
        for line in commands.lines() {
            let mut words = line.split(' ');
            assert_eq!(words.next(), Some("cardwright"), "{line}");
            place.run(&words.collect::<Vec<_>>()).code(0);
            tried += 1;
        }
    }
    assert_eq!(tried, 10);
}

#[test]
fn a_workspace_brings_in_packages_for_all() {
    let place = Place::empty();
    place.publish("tides", "1.0.0", &[]);
    let game = "[package]\nname = \"crawler\"\nversion = \"0.1.4\"\ngame = \"crawler\"\n";
    fs::create_dir_all(place.path("content/crawler")).expect("a folder");
    fs::write(place.path("content/crawler/cardwright.toml"), game).expect("a manifest");
    fs::write(place.path("cardwright.toml"), "[workspace]\npackages = \"content\"\n").expect("one");
    place.run(&["add", "index:tides"]).code(0);
    let manifest = place.text("cardwright.toml");
    assert!(manifest.contains("[workspace.dependencies]\ntides = \"1.0.0\"\n"), "{manifest}");
    assert!(place.path("packages/tides/cards/rat.card").exists());
    assert!(place.text("cardwright.lock").contains("source = \"index:index\""));
    let told = place.run(&["remove", "reef"]).code(2).stderr();
    assert!(told.contains("does not name `reef`; it names tides"), "{told}");
    place.run(&["remove", "tides"]).code(0);
    assert!(!place.path("packages/tides").exists() && !place.path("cardwright.lock").exists());
}
