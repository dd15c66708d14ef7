//! Cards that an expansion leaves out of play by oversight: they say no set, or no format of the
//! package plays with theirs.

use std::collections::BTreeSet;

use cardwright_model::{Entity, Package};

use crate::diag::{Diagnostic, Location, lints};
use crate::lower::Lowered;

/// The enum whose values are sets, and the field of cards that says theirs.
const SET: &str = "set";
/// The field of formats that says which sets they play with.
const SETS: &str = "sets";

/// What an expansion says about its sets, and did not mean.
pub(crate) fn lints(lowered: &Lowered, is_broken: impl Fn(&str) -> bool) -> Vec<Diagnostic> {
    let Some((own, below)) = lowered.library.packages.split_last() else { return Vec::new() };
    let of = |package: &Package| -> Vec<String> {
        let sets = package.enums.iter().filter(|declared| declared.id == SET);
        sets.flat_map(|declared| &declared.values).map(|value| value.id.clone()).collect()
    };
    let others: BTreeSet<String> = below.iter().flat_map(of).collect();
    let sets: Vec<String> = of(own).into_iter().filter(|set| !others.contains(set)).collect();
    let Some(first) = sets.first().filter(|_| !below.is_empty()) else { return Vec::new() };
    let mut found = Vec::new();
    let (mut played, mut with_set): (BTreeSet<&str>, usize) = Default::default();
    for card in own.cards.iter().filter(|card| card.amends.is_none() && !card.is_abstract) {
        let Some(set) = card.fields.get(SET).and_then(|set| set.as_ref_id()) else { continue };
        if sets.iter().any(|own| own == set) {
            played.insert(set);
            with_set += 1;
            continue;
        }
        let is_written = lowered.places.exactly(&card.id, "fields.set").is_some();
        if let (false, false, Some(at)) =
            (is_written, is_broken(&card.id), lowered.places.find(&card.id, None))
        {
            found.push(lints::without_set(at, &card.id, set, first));
        }
    }
    // Who leaves the set out more often than not does so on purpose.
    if found.len() > with_set {
        found.clear();
    }
    let formats: Vec<&Entity> =
        own.formats.iter().filter(|format| format.fields.contains_key(SETS)).collect();
    let named = |format: &&Entity, set: &str| {
        let sets = format.fields.get(SETS).map(|sets| sets.items()).unwrap_or_default();
        sets.iter().any(|named| named.as_ref_id() == Some(set))
    };
    for set in played {
        if formats.is_empty() || formats.iter().any(|format| named(format, set)) {
            continue;
        }
        let format = formats[0];
        let at = lowered.places.find(&format.id, Some("fields.sets"));
        let line = format.fields.get(SETS).map(|sets| sets.items()).unwrap_or_default();
        let mut line: Vec<&str> = line.iter().filter_map(|set| set.as_ref_id()).collect();
        line.push(set);
        if let (false, Some(at)) = (is_broken(&format.id), at) {
            let written: Option<Location> = lowered.places.exactly(&format.id, "fields.sets");
            found.push(lints::set_never_played(at, set, &line.join(", "), written));
        }
    }
    found
}
