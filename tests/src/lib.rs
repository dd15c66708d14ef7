//! End-to-end tests of Cardwright, in `tests/`, one file per subject.

// The disk as the command reads it.
#[path = "../../compiler/cli/src/disk.rs"]
mod disk;
pub mod fuzz;
pub mod icc;
pub mod laboratory;
pub mod print_bench;
pub mod proof;
pub mod soundness;
pub mod tools;

use std::path::{Path, PathBuf};

use cardwright_model::files::{Files, SourceFolder};
use cardwright_render::Templates;

/// The root of the repository.
pub fn repository() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// The files of the disk.
pub fn disk() -> &'static dyn Files {
    &disk::Disk
}

/// The templates in a folder of the disk.
pub fn templates(folder: &Path) -> Templates {
    Templates::load(&SourceFolder::new(disk(), folder)).expect("the templates can be read")
}
