//! The checker and the manifest reader.

use std::cell::RefCell;

use cardwright_check::project::MemoryPackage;
use cardwright_check::{Cache, Project, check_with};
use cardwright_games::GAMES;

use super::seeds;

/// The manifest of an expansion of Bag of Dungeon, the smallest game.
pub(super) const MANIFEST: &str = "[package]\nname = \"strange\"\ntitle = \"Strange\"\n\
    version = \"0.1.0\"\ngame = \"bag\"\nlicense = \"MIT\"\n[dependencies]\nbag = \"*\"\n";

thread_local! {
    static REMEMBERED: RefCell<Cache> = RefCell::new(Cache::default());
}

/// A file of an expansion.
pub(super) fn check(bytes: &[u8]) {
    checked(MANIFEST, &String::from_utf8_lossy(bytes));
}

/// The manifest of an expansion.
pub(super) fn manifest(bytes: &[u8]) {
    checked(&String::from_utf8_lossy(bytes), "use bag\n");
}

fn checked(manifest: &str, text: &str) {
    let strange = MemoryPackage {
        root: "strange".into(),
        manifest: manifest.to_owned(),
        files: vec![("cards.card".to_owned(), text.to_owned())],
        ..MemoryPackage::default()
    };
    let project = Project::from_memory([seeds::bag().clone(), strange]);
    // The game is checked once, as in an editor.
    let mut cache = REMEMBERED.take();
    let checked = check_with(&project, GAMES, &mut cache);
    REMEMBERED.set(cache);
    for found in &checked.diagnostics {
        let place = found.primary.span.range();
        let file = checked.sources.file(found.primary.file);
        assert!(file.text.get(place).is_some(), "{} lies outside its file", found.code);
        assert!(!found.message.is_empty(), "{} says nothing", found.code);
    }
}
