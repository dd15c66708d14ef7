//! Packages as others get them: one archive, an index of many, and the versions that fit together.
//!
//! [`pack`] makes an archive of a package's files, or says why it would not stand alone; [`open`]
//! reads one from a stranger within limits. [`resolve`] chooses versions, [`Lock`] remembers them,
//! and [`plan`] says what `add`, `remove` and `update` are to write. Nothing here touches the disk:
//! files come through [`Files`](cardwright_model::files::Files) and go out as values.

mod archive;
mod folder;
mod index;
mod licence;
mod lock;
mod manifest;
mod names;
mod package;
pub mod plan;
mod resolve;

pub use folder::read_folder;
pub use index::{ARCHIVES, Entry, Index};
pub use licence::licence_problem;
pub use lock::{LOCK, Lock, Locked};
pub use manifest::{MANIFEST, Outline, Wanted};
pub use names::name_problem;
pub use package::{ENDING, LABEL, Label, Opened, Packed, content_hash, open, pack};
pub use resolve::{Candidate, Conflict, Source, Want, resolve};

use std::collections::BTreeMap;

use sha2::{Digest, Sha256};

/// The files of a package by their paths, with `/`.
pub type FileMap = BTreeMap<String, Vec<u8>>;

/// The version of the language that this program reads.
pub const LANGUAGE: &str = env!("CARGO_PKG_VERSION");

/// Why an archive, an index or a request is refused. A sentence for people.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refused(pub String);

fn refuse<T>(why: impl Into<String>) -> Result<T, Refused> {
    Err(Refused(why.into()))
}

/// SHA-256 in lower-case hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests;
