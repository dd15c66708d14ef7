//! Tiles that do not fit the others: of another size, or with a side drawn twice.

use std::collections::BTreeMap;

use cardwright_model::{Library, Value};
use cardwright_vocabulary::{Fact, Fault, Finding};

/// How tiles of a game are drawn.
pub struct Drawn<'f> {
    /// The kind of tiles.
    pub kind: &'f str,
    /// The clause of a side; its argument `name` says which.
    pub side: &'f Fact,
    /// The map of a side.
    pub map: &'f Fact,
}

/// What is wrong with the tiles of the last package.
pub fn findings(library: &Library, drawn: &Drawn<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let Some((package, below)) = library.packages.split_last() else { return findings };
    // What tiles of the game measure, if they agree.
    let sizes = below.iter().flat_map(|package| &package.cards);
    let sizes = sizes.filter(|card| library.kind_fits(&card.kind, drawn.kind));
    let maps = sizes.flat_map(|tile| drawn.side.clauses(tile));
    let maps = maps.filter_map(|side| drawn.map.value(side).and_then(Value::as_map));
    let mut sizes: Vec<(usize, usize)> = maps.map(|map| (map.width(), map.height())).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let tiles = package.cards.iter().filter(|card| !card.is_abstract);
    for tile in tiles.filter(|card| library.kind_fits(&card.kind, drawn.kind)) {
        let mut report = |item: String, problem: String, help: String| {
            let fault = Fault::Drawn { problem, help };
            findings.push(Finding { entity: tile.id.clone(), item, fault });
        };
        let mut sides: BTreeMap<&str, usize> = BTreeMap::new();
        for (place, clause) in drawn.side.clauses(tile).enumerate() {
            let name = clause.args.get("name").and_then(Value::as_ref_id).unwrap_or_default();
            let item = format!("clauses.{}.{place}", drawn.side.name);
            if sides.insert(name, place).is_some() {
                let problem = format!("the {name} is drawn twice, and the other side stays blank");
                let other = match name {
                    "front" => "back",
                    "a" => "b",
                    "b" => "a",
                    _ => "front",
                };
                report(item.clone(), problem, format!("write `side {other} {{ … }}`"));
            }
            let Some(map) = drawn.map.value(clause).and_then(Value::as_map) else { continue };
            let (width, height) = (map.width(), map.height());
            if let [wanted] = sizes[..]
                && wanted != (width, height)
            {
                let problem = format!("it is {width} squares wide and {height} high");
                let help =
                    format!("draw {} rows of {} squares, as on other tiles", wanted.1, wanted.0);
                report(format!("{item}.fields.{}", drawn.map.name), problem, help);
            }
        }
    }
    findings
}
