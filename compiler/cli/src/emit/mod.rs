//! The model as files that other programs read.
//!
//! `data` writes the package as JSON and CBOR, `table` as CSV; `schema` makes the JSON Schemas
//! and `types` declarations for other languages from them. The model is the only source.

pub(crate) mod data;
pub(crate) mod schema;
pub(crate) mod table;
pub(crate) mod types;

use anyhow::{Context, Result};
use serde_json::Value;

/// JSON as it is written to files: readable, with a line end.
pub(crate) fn pretty(value: &Value) -> Result<Vec<u8>> {
    let mut json = serde_json::to_vec_pretty(value).context("writing JSON")?;
    json.push(b'\n');
    Ok(json)
}
