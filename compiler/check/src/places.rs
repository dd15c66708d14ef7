//! Where the parts of declarations stand. Legality rules know only names and need this to point
//! at them.

use std::collections::BTreeMap;

use crate::diag::Location;
use crate::ty::EntityRole;

/// The places of a package's declarations and their parts.
#[derive(Debug, Clone, Default)]
pub(crate) struct Places {
    declarations: BTreeMap<String, Vec<Declared>>,
}

#[derive(Debug, Clone)]
struct Declared {
    role: EntityRole,
    head: Location,
    whole: Location,
    items: BTreeMap<String, Location>,
}

impl Places {
    pub(crate) fn insert(
        &mut self,
        role: EntityRole,
        id: &str,
        (head, whole): (Location, Location),
        items: BTreeMap<String, Location>,
    ) {
        let declared = Declared { role, head, whole, items };
        self.declarations.entry(id.to_owned()).or_default().push(declared);
    }

    /// True if one of the places stands inside a declaration of that name.
    pub(crate) fn is_among(&self, id: &str, places: &[Location]) -> bool {
        self.declarations.get(id).into_iter().flatten().any(|declared| {
            let whole = declared.whole;
            places.iter().any(|place| {
                place.file == whole.file
                    && (whole.span.start..=whole.span.end).contains(&place.span.start)
            })
        })
    }

    /// The place of exactly that item.
    pub(crate) fn exactly(&self, id: &str, item: &str) -> Option<Location> {
        let declared = self.declarations.get(id)?;
        declared.iter().find_map(|declared| declared.items.get(item)).copied()
    }

    /// The place of an item such as `lists.crawler.goblin`, or of the longest prefix of it
    /// that is known, or of the declaration.
    ///
    /// A card, a deck and a format may share an identifier. The one that has the item is meant;
    /// decks come before others, because most rules are about them.
    pub(crate) fn find(&self, id: &str, item: Option<&str>) -> Option<Location> {
        let declared = self.declarations.get(id)?;
        let mut prefix = item;
        while let Some(path) = prefix {
            if let Some(found) = declared.iter().find_map(|declared| declared.items.get(path)) {
                return Some(*found);
            }
            prefix = path.rsplit_once('.').map(|(prefix, _)| prefix);
        }
        let deck = declared.iter().find(|declared| declared.role == EntityRole::Deck);
        deck.or(declared.first()).map(|declared| declared.head)
    }
}
