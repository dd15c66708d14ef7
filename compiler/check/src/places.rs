//! Where the parts of declarations stand. Legality rules know only names and need this to point
//! at them.

use std::collections::BTreeMap;

use cardwright_dsl::ast::Span;
use cardwright_vocabulary::Trail;

use crate::diag::Location;
use crate::ty::EntityRole;

/// The places of a package's declarations and their parts.
#[derive(Debug, Clone, Default)]
pub(crate) struct Places {
    declarations: BTreeMap<String, Vec<Declared>>,
    keywords: BTreeMap<String, (Location, Vec<Stood>)>,
}

/// Where a statement stands.
#[derive(Debug, Clone)]
pub(crate) struct Stood {
    /// Which statement it is.
    pub(crate) fingerprint: u64,
    /// What to point at: the statement without its block.
    pub(crate) head: Location,
    /// From its first word to its closing brace.
    pub(crate) whole: Span,
}

#[derive(Debug, Clone)]
struct Declared {
    role: EntityRole,
    head: Location,
    whole: Location,
    items: BTreeMap<String, Location>,
    statements: Vec<Stood>,
}

impl Places {
    pub(crate) fn insert(
        &mut self,
        role: EntityRole,
        id: &str,
        (head, whole): (Location, Location),
        items: BTreeMap<String, Location>,
        statements: Vec<Stood>,
    ) {
        let declared = Declared { role, head, whole, items, statements };
        self.declarations.entry(id.to_owned()).or_default().push(declared);
    }

    pub(crate) fn insert_keyword(&mut self, id: &str, head: Location, statements: Vec<Stood>) {
        self.keywords.insert(id.to_owned(), (head, statements));
    }

    /// Where a trail from a declaration ends: at a statement of it or of a keyword, at the
    /// keyword that the card has, or at the declaration.
    pub(crate) fn end_of(&self, id: &str, trail: &Trail) -> Option<Location> {
        let keyword = trail.keyword.as_ref().and_then(|keyword| self.keywords.get(keyword));
        if let Some((head, statements)) = keyword {
            return Some(follow(statements, &trail.statements).unwrap_or(*head));
        }
        let declared = self.declarations.get(id)?.iter();
        // A keyword of another package is out of reach, but not what brought it here.
        let own = if trail.keyword.is_some() { &[][..] } else { &trail.statements };
        let statement = declared.clone().find_map(|declared| follow(&declared.statements, own));
        let used = trail.used.as_ref().map(|used| format!("keywords.{used}"));
        let used = used.and_then(|used| {
            let mut items = declared.flat_map(|declared| &declared.items);
            items.find(|(item, _)| item.ends_with(&used)).map(|(_, at)| *at)
        });
        statement.or(used).or_else(|| self.find(id, None))
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

/// The innermost statement of a trail that is known, each inside the one before.
fn follow(known: &[Stood], trail: &[u64]) -> Option<Location> {
    let mut around: Option<&Stood> = None;
    for wanted in trail {
        let mut same = known.iter().filter(|stood| stood.fingerprint == *wanted);
        let is_inside = |stood: &&Stood| {
            around.is_none_or(|around| {
                around.head.file == stood.head.file
                    && around.whole.start <= stood.whole.start
                    && stood.whole.end <= around.whole.end
            })
        };
        around = same.find(is_inside).or(around);
    }
    around.map(|stood| stood.head)
}
