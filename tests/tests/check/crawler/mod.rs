//! What tests on the shipped crawler game share.

// Each test uses only a part of this.
#![allow(dead_code)]

use cardwright_games::GAMES;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use cardwright_check::project::MemoryPackage;
use cardwright_check::{Project, check};

/// The codes that each package causes, by its folder.
pub(crate) fn codes_by_package(packages: Vec<MemoryPackage>) -> BTreeMap<String, BTreeSet<String>> {
    let checked = check(&Project::from_memory(packages), GAMES);
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for diagnostic in &checked.diagnostics {
        let path = &checked.sources.file(diagnostic.primary.file).path;
        let root = path.iter().next().unwrap_or_default().to_string_lossy().into_owned();
        let text = format!("{} {}", diagnostic.code, diagnostic.message);
        found.entry(root).or_default().insert(text);
    }
    found
}

/// A manifest.
pub(crate) fn manifest(name: &str, game: &str, builds_on_it: bool) -> String {
    let mut text =
        format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\ngame = \"{game}\"\n");
    if builds_on_it {
        text.push_str(&format!("[dependencies]\n{game} = {{ path = \"../{game}\" }}\n"));
    }
    text
}

/// A package with one file, or none.
pub(crate) fn package(root: &str, manifest: &str, text: &str) -> MemoryPackage {
    let files =
        if text.is_empty() { vec![] } else { vec![("cards.card".to_owned(), text.to_owned())] };
    MemoryPackage {
        root: root.into(),
        manifest: manifest.to_owned(),
        files,
        ..MemoryPackage::default()
    }
}

/// The crawler game as it ships.
pub(crate) fn game() -> MemoryPackage {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content/crawler");
    let manifest =
        fs::read_to_string(root.join("cardwright.toml")).expect("the game has a manifest");
    let mut crawler =
        MemoryPackage { root: "crawler".into(), manifest, ..MemoryPackage::default() };
    let mut folders: Vec<PathBuf> = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("the game can be read") {
            let path = entry.expect("the game can be read").path();
            let relative = path
                .strip_prefix(&root)
                .expect("it is inside")
                .to_string_lossy()
                .replace('\\', "/");
            if path.is_dir() {
                folders.push(path);
            } else if relative.ends_with(".card") {
                let text = fs::read_to_string(&path).expect("the game can be read");
                crawler.files.push((relative, text));
            } else {
                crawler.assets.insert(relative);
            }
        }
    }
    crawler
}
