//! The model as files that other programs read: JSON and its JSON Schema.

use anyhow::{Context, Result, anyhow};
use cardwright_model::Package;
use serde_json::Value;

/// The package as JSON, ready to be written.
pub(crate) fn data(package: &Package) -> Result<Vec<u8>> {
    let mut json = serde_json::to_vec_pretty(package).context("writing the package as JSON")?;
    json.push(b'\n');
    Ok(json)
}

/// The JSON Schema (2020-12) of a package's data.
pub(crate) fn schema() -> Result<Vec<u8>> {
    let mut json = serde_json::to_vec_pretty(&schemars::schema_for!(Package))
        .context("writing the JSON Schema")?;
    json.push(b'\n');
    Ok(json)
}

/// Proves that the data says what the schema promises and that it reads back unchanged.
///
/// A failure here is a defect of the compiler, not of the content.
pub(crate) fn verify(package: &Package, data: &[u8], schema: &[u8]) -> Result<()> {
    let schema: Value = serde_json::from_slice(schema).context("reading the JSON Schema back")?;
    let value: Value = serde_json::from_slice(data).context("reading the data back")?;
    let validator = jsonschema::validator_for(&schema).context("the JSON Schema is not valid")?;
    if let Some(error) = validator.iter_errors(&value).next() {
        return Err(anyhow!(
            "the data of `{}` does not fit its own schema at {}: {error}",
            package.name,
            error.instance_path()
        ));
    }
    let back: Package = serde_json::from_slice(data).context("reading the data back")?;
    if &back != package {
        return Err(anyhow!("the data of `{}` does not read back unchanged", package.name));
    }
    Ok(())
}
