//! Where the parts of declarations stand. Legality rules know only names and need this to point
//! at them.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use cardwright_dsl::ast::Span;
use cardwright_vocabulary::Trail;

use crate::diag::Location;
use crate::lower::Contents;
use crate::source::FileId;
use crate::ty::EntityRole;

/// The places of a package's declarations and their parts.
#[derive(Debug, Clone, Default)]
pub(crate) struct Places {
    declarations: HashMap<Arc<str>, Vec<Arc<Declared>>>,
    keywords: HashMap<String, (Location, Arc<[Stood]>)>,
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

/// The places of one declaration.
#[derive(Debug)]
pub(crate) struct Declared {
    pub(crate) id: Arc<str>,
    pub(crate) role: EntityRole,
    /// Its kind and identifier.
    pub(crate) head: Location,
    /// From its first word to its closing brace.
    pub(crate) whole: Location,
    /// What it holds knows the places of its parts.
    pub(crate) contents: Arc<Contents>,
}

impl Places {
    pub(crate) fn insert(&mut self, declared: Arc<Declared>) {
        self.declarations.entry(declared.id.clone()).or_default().push(declared);
    }

    pub(crate) fn insert_keyword(&mut self, id: &str, head: Location, statements: Arc<[Stood]>) {
        self.keywords.insert(id.to_owned(), (head, statements));
    }

    /// Where a trail from a declaration ends: at a statement of it or of a keyword, at the
    /// keyword that the card has, or at the declaration.
    pub(crate) fn end_of(&self, id: &str, trail: &Trail) -> Option<Location> {
        let keyword = trail.keyword.as_ref().and_then(|keyword| self.keywords.get(keyword));
        if let Some((head, statements)) = keyword {
            return Some(follow(statements, &trail.statements).unwrap_or(*head));
        }
        let declared = self.declarations.get(id)?.iter().map(|declared| &*declared.contents);
        // A keyword of another package is out of reach, but not what brought it here.
        let own = if trail.keyword.is_some() { &[][..] } else { &trail.statements };
        let statement = declared.clone().find_map(|declared| follow(&declared.statements, own));
        let used = trail.used.as_ref().map(|used| format!("keywords.{used}"));
        let used = used.and_then(|used| {
            let mut items = declared.flat_map(|declared| &declared.places);
            items.find(|(item, _)| item.ends_with(&used)).map(|(_, at)| *at)
        });
        statement.or(used).or_else(|| self.find(id, None))
    }

    /// The names of the declarations in which one of the places stands.
    pub(crate) fn around<'p>(&'p self, places: &[Location]) -> HashSet<&'p str> {
        if places.is_empty() {
            return HashSet::new();
        }
        let mut starts: HashMap<FileId, Vec<u32>> = HashMap::new();
        for place in places {
            starts.entry(place.file).or_default().push(place.span.start);
        }
        let is_around = |declared: &&Arc<Declared>| {
            let whole = declared.whole.span.start..=declared.whole.span.end;
            let starts = starts.get(&declared.whole.file);
            starts.is_some_and(|starts| starts.iter().any(|start| whole.contains(start)))
        };
        let all = self.declarations.values().flatten();
        all.filter(is_around).map(|declared| &*declared.id).collect()
    }

    /// The place of exactly that item.
    pub(crate) fn exactly(&self, id: &str, item: &str) -> Option<Location> {
        let declared = self.declarations.get(id)?;
        declared.iter().find_map(|declared| declared.contents.places.get(item)).copied()
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
            if let Some(found) =
                declared.iter().find_map(|declared| declared.contents.places.get(path))
            {
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
