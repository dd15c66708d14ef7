//! Tests of drawing, in one program: every further program would link the whole renderer again.

// The disk as the command reads it.
#[path = "../../cli/src/disk.rs"]
mod disk;
mod memory;
mod pictures;
mod render;

use std::path::{Path, PathBuf};

use cardwright_model::files::SourceFolder;
use cardwright_model::{Library, Package};
use cardwright_render::Templates;

/// A path from the folder of this crate.
fn here(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// A card of each kind of the crawler game.
fn library() -> Library {
    sample(include_str!("data/sample.json"))
}

/// A package from its model.
fn sample(text: &str) -> Library {
    let package: Package = serde_json::from_str(text).expect("the sample is a package");
    Library { packages: vec![package] }
}

/// The templates that ship.
fn templates() -> Templates {
    let folder = here("../../templates");
    Templates::load(&SourceFolder::new(&disk::Disk, &folder)).expect("the templates can be read")
}
