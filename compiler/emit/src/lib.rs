//! The model as files that other programs read: JSON, CBOR and CSV, JSON Schemas, and types for
//! other languages, which are made from the schemas.
//! [`tabletop`] makes files for virtual tables of drawn cards, and [`compare`] says in words what
//! changed between two versions of a package.
//! The model is the only source, and nothing here touches the disk: files come back as bytes.

mod archive;
mod data;
mod diff;
mod schema;
mod table;
mod tabletop;
mod types;

pub use archive::archive;
pub use data::read;
pub use diff::{Change, Detail, Difference, Fate, compare};
pub use tabletop::{BackOf, Face, Piece, tabletop};

use cardwright_model::Library;
use serde_json::Value;

/// A file that is to be written below a package's output folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// Its path, with `/`.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// Which files are wanted.
#[derive(Debug, Clone, Copy, Default)]
pub struct Wanted {
    /// The package as JSON and CBOR, and a CSV table for each kind: `data/`.
    pub data: bool,
    /// The JSON also in pieces, one for each kind.
    pub split: bool,
    /// JSON Schemas: `schema/`.
    pub schema: bool,
    /// Types for TypeScript and Rust: `types/`.
    pub types: bool,
}

/// Why something could not be written or read. Writing fails only by a defect of the compiler.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// JSON could not be written or read.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// CBOR could not be written or read.
    #[error("{0}")]
    Cbor(String),
    /// A table could not be written.
    #[error("writing CSV: {0}")]
    Csv(#[from] csv::Error),
    /// An archive could not be written.
    #[error("writing an archive: {0}")]
    Zip(#[from] zip::result::ZipError),
}

/// The files of a library's last package.
pub fn files(library: &Library, wanted: Wanted) -> Result<Vec<File>, Error> {
    let Some(package) = library.packages.last() else { return Ok(Vec::new()) };
    let mut files = Vec::new();
    let mut add = |name: String, bytes: Vec<u8>| files.push(File { name, bytes });
    if wanted.data {
        add(format!("data/{}.json", package.name), data::json(package)?);
        add(format!("data/{}.cbor", package.name), data::cbor(package)?);
        for (kind, csv) in table::tables(library)? {
            add(format!("data/csv/{kind}.csv"), csv);
        }
        let pieces = if wanted.split { data::split(package) } else { Vec::new() };
        for (piece, part) in pieces {
            add(format!("data/{}/{piece}.json", package.name), data::json(&part)?);
        }
    }
    if !(wanted.schema || wanted.types) {
        return Ok(files);
    }
    let game = &package.game;
    let schema = schema::game(game, &[library])?;
    if wanted.schema {
        add("schema/package.schema.json".into(), pretty(&schema::envelope()?)?);
        add(format!("schema/{game}.schema.json"), pretty(&schema)?);
        for kind in library.kinds() {
            if let Some(schema) = schema::of_kind(&schema, &[library], &kind.id) {
                add(format!("schema/kinds/{}.schema.json", kind.id), pretty(&schema)?);
            }
        }
    }
    if wanted.types {
        add(format!("types/{game}.ts"), types::typescript(game, &schema).into_bytes());
        add(format!("types/{game}.rs"), types::rust(game, &schema).into_bytes());
    }
    Ok(files)
}

/// One JSON Schema for the packages of a game, with the kinds and enums of those libraries.
pub fn schema(game: &str, libraries: &[&Library]) -> Result<Vec<u8>, Error> {
    pretty(&schema::game(game, libraries)?)
}

/// JSON as it is written to files: readable, with a line end.
fn pretty(value: &Value) -> Result<Vec<u8>, Error> {
    let mut json = serde_json::to_vec_pretty(value)?;
    json.push(b'\n');
    Ok(json)
}
