//! Which models meet in a report of how likely attacks are to hit.

use crate::core::code::DefId;

/// All ordered pairs of models, one for each printed card: `defs` are the cards of the models in
/// play, in their order.
pub fn pairs(defs: impl Iterator<Item = DefId>) -> Vec<(u16, u16)> {
    let mut known: Vec<DefId> = Vec::new();
    let mut models: Vec<u16> = Vec::new();
    for (place, def) in defs.enumerate() {
        if !known.contains(&def) {
            known.push(def);
            models.push(place as u16);
        }
    }
    models.iter().flat_map(|user| models.iter().map(|target| (*user, *target))).collect()
}
