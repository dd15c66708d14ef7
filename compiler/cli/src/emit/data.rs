//! The package as JSON and CBOR, and the proof that both say what was checked.

use anyhow::{Context, Result, anyhow};
use cardwright_model::{Entity, Package};
use serde_json::Value;

/// The package as JSON, ready to be written.
pub(crate) fn json(package: &Package) -> Result<Vec<u8>> {
    let mut json = serde_json::to_vec_pretty(package).context("writing the package as JSON")?;
    json.push(b'\n');
    Ok(json)
}

/// The package as CBOR (RFC 8949), with the same names as the JSON.
pub(crate) fn cbor(package: &Package) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    ciborium::into_writer(package, &mut bytes).context("writing the package as CBOR")?;
    Ok(bytes)
}

/// The package in pieces: the rules, and each kind's cards, decks or records by themselves.
///
/// Every piece has the shape of a package with the same head, so that one schema and one
/// reader serve all of them, and putting the lists together gives the whole.
pub(crate) fn split(package: &Package) -> Vec<(String, Package)> {
    let head = Package {
        cards: Vec::new(),
        decks: Vec::new(),
        formats: Vec::new(),
        records: Vec::new(),
        scenarios: Vec::new(),
        ..package.clone()
    };
    let empty = Package {
        definition: None,
        enums: Vec::new(),
        kinds: Vec::new(),
        keywords: Vec::new(),
        wordings: Vec::new(),
        rules: Vec::new(),
        patterns: Vec::new(),
        ..head.clone()
    };
    let mut pieces = vec![("rules".to_owned(), head)];
    let mut add = |list: &[Entity], place: fn(&mut Package) -> &mut Vec<Entity>| {
        let mut kinds: Vec<&str> = Vec::new();
        for entity in list {
            if !kinds.contains(&entity.kind.as_str()) {
                kinds.push(&entity.kind);
            }
        }
        for kind in kinds {
            let mut piece = empty.clone();
            *place(&mut piece) =
                list.iter().filter(|entity| entity.kind == kind).cloned().collect();
            pieces.push((kind.to_owned(), piece));
        }
    };
    add(&package.cards, |piece| &mut piece.cards);
    add(&package.decks, |piece| &mut piece.decks);
    add(&package.formats, |piece| &mut piece.formats);
    add(&package.records, |piece| &mut piece.records);
    if !package.scenarios.is_empty() {
        let tests = Package { scenarios: package.scenarios.clone(), ..empty };
        pieces.push(("tests".to_owned(), tests));
    }
    pieces
}

/// Proves that JSON data says what the schema promises and that it reads back unchanged.
///
/// A failure here is a defect of the compiler, not of the content.
pub(crate) fn verify(package: &Package, data: &[u8], schema: &Value) -> Result<()> {
    let value: Value = serde_json::from_slice(data).context("reading the data back")?;
    let validator = jsonschema::validator_for(schema).context("the JSON Schema is not valid")?;
    if let Some(error) = validator.iter_errors(&value).next() {
        return Err(anyhow!(
            "the data of `{}` does not fit its own schema at {}: {error}",
            package.name,
            error.instance_path()
        ));
    }
    let back: Package = serde_json::from_slice(data).context("reading the data back")?;
    same(package, &back, "JSON")
}

/// Proves that CBOR data reads back unchanged.
pub(crate) fn verify_cbor(package: &Package, data: &[u8]) -> Result<()> {
    let back: Package = ciborium::from_reader(data).context("reading the CBOR back")?;
    same(package, &back, "CBOR")
}

fn same(package: &Package, back: &Package, format: &str) -> Result<()> {
    if back == package {
        return Ok(());
    }
    Err(anyhow!("the {format} of `{}` does not read back unchanged", package.name))
}
