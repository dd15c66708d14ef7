//! The package as JSON and CBOR, whole and in pieces.

use cardwright_model::{Entity, Package, Shared};

use crate::Error;

/// Reads a package back from JSON or CBOR, named by the ending of its file; none for other
/// endings.
pub fn read(ending: &str, bytes: &[u8]) -> Option<Result<Package, Error>> {
    match ending {
        "json" => Some(serde_json::from_slice(bytes).map_err(Error::from)),
        "cbor" => {
            Some(cbor4ii::serde::from_slice(bytes).map_err(|error| Error::Cbor(error.to_string())))
        }
        _ => None,
    }
}

/// The package as JSON, ready to be written.
pub(crate) fn json(package: &Package) -> Result<Vec<u8>, Error> {
    let mut json = serde_json::to_vec_pretty(package)?;
    json.push(b'\n');
    Ok(json)
}

/// The package as CBOR (RFC 8949), with the same names as the JSON.
pub(crate) fn cbor(package: &Package) -> Result<Vec<u8>, Error> {
    cbor4ii::serde::to_vec(Vec::new(), package).map_err(|error| Error::Cbor(error.to_string()))
}

/// The package in pieces: the rules, and each kind's cards, decks or records by themselves.
///
/// Every piece has the shape of a package with the same head, so that one schema and one
/// reader serve all of them, and putting the lists together gives the whole.
pub(crate) fn split(package: &Package) -> Vec<(String, Package)> {
    let head = Package {
        cards: Shared::default(),
        decks: Shared::default(),
        formats: Shared::default(),
        records: Shared::default(),
        scenarios: Shared::default(),
        ..package.clone()
    };
    let empty = Package {
        definition: None,
        enums: Vec::new(),
        kinds: Vec::new(),
        keywords: Vec::new(),
        wordings: Vec::new(),
        rules: Vec::new(),
        patterns: Shared::default(),
        ..head.clone()
    };
    let mut pieces = vec![("rules".to_owned(), head)];
    let mut add = |list: &Shared<Entity>, place: fn(&mut Package) -> &mut Shared<Entity>| {
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
