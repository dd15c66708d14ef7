//! What the tests of this crate share: projects made of texts.

// Each test file uses its own part of this.
#![allow(dead_code)]

use std::fs;
use std::path::{Path, PathBuf};

use cardwright_check::Project;
use cardwright_check::project::MemoryPackage;

/// The folder of the suite.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/suite")
}

/// The small game that cases build on.
pub(crate) fn game() -> MemoryPackage {
    let read = |name: &str| {
        fs::read_to_string(root().join("game").join(name)).expect("the game can be read")
    };
    MemoryPackage {
        root: "game".into(),
        manifest: read("cardwright.toml"),
        files: vec![("game.card".into(), read("game.card"))],
        assets: Default::default(),
    }
}

/// A package with one file.
pub(crate) fn package(name: &str, on_game: bool, text: &str) -> MemoryPackage {
    let mut manifest =
        format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\ngame = \"suite\"\n");
    if on_game {
        manifest.push_str("[dependencies]\nsuite = { path = \"../game\" }\n");
    }
    MemoryPackage {
        root: name.into(),
        manifest,
        files: vec![("cards.card".into(), text.to_owned())],
        assets: ["art/goblin.png".to_owned()].into(),
    }
}

/// A project of those packages.
pub(crate) fn project(packages: Vec<MemoryPackage>) -> Project {
    Project::from_memory(packages)
}
