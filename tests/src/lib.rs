//! End-to-end tests of Cardwright, in `tests/`, one file a subject.

pub mod icc;
pub mod print_bench;
pub mod proof;
pub mod tools;

use std::path::PathBuf;

/// The root of the repository.
pub fn repository() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}
