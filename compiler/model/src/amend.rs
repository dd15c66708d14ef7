//! Amendments: a package changes a card of a package that it builds on.
//!
//! An amended card is a complete card of the package that amends it; in [`Library::of`] it
//! replaces the original.
//!
//! [`Library::of`]: crate::Library::of

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::entity::Entity;
use crate::package::Package;
use crate::shared::Shared;

/// What an amended card is made of.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Amendment {
    /// The package that declares the card.
    pub package: String,
    /// Version of that package.
    pub version: String,
    /// What differs from the original: names of fields, clauses and lists, or `name`, `keywords`,
    /// `bonuses`, `effects`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<String>,
}

/// The lists of a package that hold cards and other declarations of a kind.
const LISTS: [fn(&mut Package) -> &mut Shared<Entity>; 4] = [
    |package| &mut package.cards,
    |package| &mut package.decks,
    |package| &mut package.formats,
    |package| &mut package.records,
];

/// Removes every card that a later package amends. Where two packages amend the same card, the
/// changes of the earlier one are merged into the later one. Returns these merged cards with the
/// index of the later package.
pub fn settle(packages: &mut [Package]) -> Vec<(usize, String)> {
    let mut combined = Vec::new();
    for list in LISTS {
        for later in 1..packages.len() {
            let (below, above) = packages.split_at_mut(later);
            let own = list(&mut above[0]);
            let amended = |at: &usize| own[*at].amends.is_some();
            for at in (0..own.len()).filter(amended).collect::<Vec<_>>() {
                let amended = &mut own[at];
                for package in below.iter_mut() {
                    let cards = list(package);
                    let Some(at) = cards.iter().position(|card| card.id == amended.id) else {
                        continue;
                    };
                    let earlier = cards.remove(at);
                    if earlier.amends.is_some() {
                        combine(amended, &earlier);
                        combined.push((later, amended.id.clone()));
                    }
                }
            }
        }
    }
    combined
}

/// Copies into `amended` what the earlier amendment changed and this one did not.
fn combine(amended: &mut Entity, earlier: &Entity) {
    let Some(mut amendment) = amended.amends.take() else { return };
    let changes = earlier.amends.iter().flat_map(|earlier| &earlier.changes);
    for change in changes {
        if !amendment.changes.contains(change) {
            overlay(amended, earlier, change);
            amendment.changes.push(change.clone());
        }
    }
    amended.amends = Some(amendment);
}

/// Copies one part of another card by its name: a field, the clauses, a list.
pub fn overlay(card: &mut Entity, from: &Entity, change: &str) {
    match change {
        "name" => card.name.clone_from(&from.name),
        "keywords" => card.keywords.clone_from(&from.keywords),
        "bonuses" => card.bonuses.clone_from(&from.bonuses),
        "effects" => card.effects.clone_from(&from.effects),
        _ => {}
    }
    match from.fields.get(change) {
        Some(value) => card.fields.insert(change.to_owned(), value.clone()),
        None => card.fields.remove(change),
    };
    match from.lists.get(change) {
        Some(list) => card.lists.insert(change.to_owned(), list.clone()),
        None => card.lists.remove(change),
    };
    let place = card.clauses.iter().position(|clause| clause.clause == change);
    card.clauses.retain(|clause| clause.clause != change);
    let place = place.unwrap_or(card.clauses.len());
    card.clauses.splice(place..place, from.clauses_named(change).cloned());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Library;
    use crate::value::Value;

    fn goblin(life: i64, power: i64, changes: Option<&str>) -> Entity {
        let fields =
            [("life".to_owned(), Value::Int(life)), ("power".to_owned(), Value::Int(power))];
        let amends = changes.map(|change| Amendment {
            package: "base".into(),
            version: "1.0.0".into(),
            changes: vec![change.to_owned()],
        });
        Entity { id: "goblin".into(), fields: fields.into(), amends, ..Entity::default() }
    }

    fn package(name: &str, card: Entity) -> Package {
        Package { name: name.into(), cards: vec![card].into(), ..Package::default() }
    }

    #[test]
    fn an_amended_card_takes_the_place_of_the_original() {
        let library = Library::of(vec![
            package("base", goblin(1, 2, None)),
            package("errata", goblin(3, 2, Some("life"))),
        ]);
        let cards: Vec<&Entity> = library.cards().collect();
        assert_eq!(cards.len(), 1);
        assert_eq!(cards[0].int("life"), Some(3));
    }

    #[test]
    fn amendments_of_different_fields_add_up() {
        let library = Library::of(vec![
            package("base", goblin(1, 2, None)),
            package("errata", goblin(3, 2, Some("life"))),
            package("house-rules", goblin(1, 5, Some("power"))),
        ]);
        let cards: Vec<&Entity> = library.cards().collect();
        assert_eq!(cards.len(), 1);
        assert_eq!((cards[0].int("life"), cards[0].int("power")), (Some(3), Some(5)));
        let changes = &cards[0].amends.as_ref().expect("it is amended").changes;
        assert_eq!(changes, &["power", "life"]);
    }
}
