//! Everything that has been declared, by name: in the package at hand and the ones below it.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use cardwright_model::{ClauseShape, Die, FieldType, Game, Kind, Param, Role};

use crate::diag::Location;
use crate::lower::Change;
use crate::ty::{EntityRole, Ty};
use crate::words::Signature;

/// All declarations that can be named. Cloning is cheap enough to start each package from
/// the symbols of the ones below it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Symbols {
    pub(crate) frame: Frame,
    pub(crate) keywords: BTreeMap<String, Arc<KeywordSymbol>>,
    pub(crate) entities: BTreeMap<EntityRole, BTreeMap<String, Arc<EntitySymbol>>>,
    pub(crate) rules: BTreeMap<String, Location>,
    pub(crate) tests: BTreeMap<String, Location>,
    pub(crate) wordings: BTreeMap<String, Location>,
    /// What two packages amend; this was reported already.
    pub(crate) amended_twice: BTreeSet<Change>,
}

/// What every declaration is read with. Few packages change it, so what is known of a
/// declaration is forgotten when anything here is different.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Frame {
    pub(crate) game: Option<Arc<(Game, Location)>>,
    pub(crate) enums: BTreeMap<String, Arc<EnumSymbol>>,
    pub(crate) kinds: BTreeMap<String, Arc<KindSymbol>>,
    pub(crate) dice: BTreeMap<String, Arc<DieSymbol>>,
    /// Words that packages of a game without an engine declare.
    pub(crate) words: BTreeMap<String, Arc<WordSymbol>>,
    /// True if the declaration of a die could not be read: its code may be any.
    pub(crate) lacks_a_die: bool,
    /// True if something that the game says could not be read: it may be any number.
    pub(crate) lacks_a_setting: bool,
}

impl Deref for Symbols {
    type Target = Frame;

    fn deref(&self) -> &Frame {
        &self.frame
    }
}

impl DerefMut for Symbols {
    fn deref_mut(&mut self) -> &mut Frame {
        &mut self.frame
    }
}

/// An enum with the values of all packages.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct EnumSymbol {
    pub(crate) location: Location,
    pub(crate) values: BTreeMap<String, Location>,
    /// True if its declaration could not be read: its values may be any.
    pub(crate) is_lost: bool,
    /// How values are drawn on every map: their `mark`.
    pub(crate) marks: BTreeMap<char, String>,
}

/// A die and where it is declared.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct DieSymbol {
    pub(crate) die: Die,
    pub(crate) location: Location,
}

/// A word of a game without an engine, and where it is declared.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct WordSymbol {
    /// `verb`, `event`, `stat` and so on.
    pub(crate) category: String,
    pub(crate) signature: Signature,
    pub(crate) location: Location,
}

/// A kind, with the places of its fields and clauses by name.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct KindSymbol {
    pub(crate) kind: Kind,
    pub(crate) location: Location,
    pub(crate) places: BTreeMap<String, Location>,
    /// Events that happen to such a card itself. An event that no kind lists may happen to all
    /// cards.
    pub(crate) events: Vec<String>,
    /// Stats that such a card has. A stat that no kind lists belongs to all cards.
    pub(crate) stats: Vec<String>,
    /// What it would also declare, if all of it could be read.
    pub(crate) gaps: Gaps,
    /// True if nothing of its declaration could be read, so that not even its role is known.
    pub(crate) is_lost: bool,
}

/// Fields and clauses of a kind that could not be read or made sense of. They were reported, so
/// nobody complains that they are missing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Gaps {
    /// True if what it inherits is not known, which may be anything.
    pub(crate) is_open: bool,
    pub(crate) names: BTreeSet<String>,
}

impl Gaps {
    /// True if that may be among them.
    pub(crate) fn may_hold(&self, name: &str) -> bool {
        self.is_open || self.names.contains(name)
    }

    /// Adds those of another kind.
    pub(crate) fn extend(&mut self, other: &Gaps) {
        self.is_open |= other.is_open;
        self.names.extend(other.names.iter().cloned());
    }
}

/// What is known about a keyword when it is used.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct KeywordSymbol {
    pub(crate) location: Location,
    pub(crate) params: Vec<Param>,
    /// True if a parameter is missing here because something is wrong with it.
    pub(crate) lacks_params: bool,
    /// True if nothing of its declaration could be read.
    pub(crate) is_lost: bool,
    /// The group of keywords it belongs to.
    pub(crate) category: Option<String>,
    pub(crate) hosts: Vec<String>,
    pub(crate) hosts_location: Option<Location>,
    pub(crate) stacking: String,
}

/// What is known about a declaration when it is named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct EntitySymbol {
    pub(crate) kind: String,
    /// The name it is printed with, if it has one.
    pub(crate) name: Option<String>,
    pub(crate) is_abstract: bool,
    pub(crate) location: Location,
    /// True if its declaration could not be read: it may be of any kind.
    pub(crate) is_lost: bool,
    /// Of a chapter of a rulebook: its rules by number.
    pub(crate) rules: BTreeMap<i64, RuleSymbol>,
    /// True if it may have more rules than those.
    pub(crate) lacks_rules: bool,
}

/// A rule of a rulebook.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RuleSymbol {
    /// Its number.
    pub(crate) location: Location,
    /// True if it only tells something, so that nothing can prove it.
    pub(crate) explains: bool,
}

impl Symbols {
    /// Adds what another package declares.
    pub(crate) fn absorb(&mut self, other: &Symbols) {
        self.game = self.game.take().or_else(|| other.game.clone());
        for (id, symbol) in &other.enums {
            self.enums
                .entry(id.clone())
                .and_modify(|known| {
                    let known = Arc::make_mut(known);
                    known.is_lost |= symbol.is_lost;
                    for (value, location) in &symbol.values {
                        known.values.entry(value.clone()).or_insert(*location);
                    }
                    for (mark, value) in &symbol.marks {
                        known.marks.entry(*mark).or_insert_with(|| value.clone());
                    }
                })
                .or_insert_with(|| symbol.clone());
        }
        extend(&mut self.kinds, &other.kinds);
        extend(&mut self.dice, &other.dice);
        extend(&mut self.words, &other.words);
        self.lacks_a_die |= other.lacks_a_die;
        self.lacks_a_setting |= other.lacks_a_setting;
        extend(&mut self.keywords, &other.keywords);
        for (role, entities) in &other.entities {
            extend(self.entities.entry(*role).or_default(), entities);
        }
        extend(&mut self.rules, &other.rules);
        extend(&mut self.tests, &other.tests);
        extend(&mut self.wordings, &other.wordings);
        self.amended_twice.extend(other.amended_twice.iter().cloned());
    }

    /// The declaration of that role and name.
    pub(crate) fn entity(&self, role: EntityRole, id: &str) -> Option<&EntitySymbol> {
        self.entities.get(&role)?.get(id).map(|symbol| &**symbol)
    }

    /// The groups that keywords belong to.
    pub(crate) fn groups(&self) -> impl Iterator<Item = &str> {
        self.keywords.values().filter_map(|keyword| keyword.category.as_deref())
    }
}

impl Frame {
    /// True if declarations are read the same with both. On which line a kind stands is nothing
    /// that they see.
    pub(crate) fn is_same(&self, other: &Frame) -> bool {
        let is_same = |one: &KindSymbol, two: &KindSymbol| {
            let mut moved = two.kind.clone();
            moved.provenance.line = one.kind.provenance.line;
            one.kind == moved
                && (one.location, &one.places) == (two.location, &two.places)
                && (&one.events, &one.stats) == (&two.events, &two.stats)
                && (&one.gaps, one.is_lost) == (&two.gaps, two.is_lost)
        };
        self.game == other.game
            && self.lacks_a_die == other.lacks_a_die
            && self.lacks_a_setting == other.lacks_a_setting
            && self.enums == other.enums
            && self.dice == other.dice
            && self.words == other.words
            && self.kinds.len() == other.kinds.len()
            && self
                .kinds
                .values()
                .zip(other.kinds.values())
                .all(|(one, two)| Arc::ptr_eq(one, two) || is_same(one, two))
    }

    /// The kind of that name.
    pub(crate) fn kind(&self, id: &str) -> Option<&KindSymbol> {
        self.kinds.get(id).map(|symbol| &**symbol)
    }

    /// True if a kind may have a field or clause of that name that could not be read.
    pub(crate) fn is_gap(&self, name: &str) -> bool {
        self.kinds.values().any(|symbol| symbol.gaps.names.contains(name))
    }

    /// The same, or if it is not known what a kind inherits.
    pub(crate) fn may_be_member(&self, name: &str) -> bool {
        self.kinds.values().any(|symbol| symbol.gaps.may_hold(name))
    }

    /// True if something of the game, a kind or a die could not be read or made sense of.
    pub(crate) fn has_gaps(&self) -> bool {
        let gaps = self.lacks_a_setting || self.lacks_a_die;
        gaps || self.kinds.values().any(|symbol| symbol.is_lost || symbol.gaps != Gaps::default())
    }

    /// True if nothing of a kind could be read: its family may be any.
    pub(crate) fn lacks_a_kind(&self) -> bool {
        self.kinds.values().any(|symbol| symbol.is_lost)
    }

    /// Every family, each once.
    pub(crate) fn families(&self) -> impl Iterator<Item = &str> {
        let mut families: Vec<_> =
            self.kinds.values().filter_map(|symbol| symbol.kind.family.as_deref()).collect();
        families.sort_unstable();
        families.dedup();
        families.into_iter()
    }

    /// True if that is a family.
    pub(crate) fn is_family(&self, id: &str) -> bool {
        self.kinds.values().any(|symbol| symbol.kind.family.as_deref() == Some(id))
    }

    /// Kinds and families of printed cards, and `card`.
    pub(crate) fn is_kind_or_family(&self, id: &str) -> bool {
        id == "card" || self.kinds.contains_key(id) || self.is_family(id)
    }

    /// The names that may stand for a kind or a family.
    pub(crate) fn kind_names(&self) -> impl Iterator<Item = &str> {
        self.kinds.keys().map(String::as_str).chain(self.families())
    }

    /// True if a declaration of kind `kind` may stand where `wanted` (a kind, a family, or
    /// `card`) is asked for.
    pub(crate) fn kind_fits(&self, kind: &str, wanted: &str) -> bool {
        self.lineage(kind).any(|symbol| {
            symbol.kind.id == wanted
                || symbol.kind.family.as_deref() == Some(wanted)
                || (wanted == "card" && symbol.kind.role == Role::Card)
        })
    }

    /// The kinds that list a word as theirs, if none of the `hosts` (kinds or families) is among
    /// them. Empty if no kind lists the word, or if nothing is known about the hosts.
    pub(crate) fn owners_elsewhere(
        &self,
        hosts: &[String],
        word: &str,
        of: fn(&KindSymbol) -> &[String],
    ) -> Vec<&str> {
        let says = |symbol: &&Arc<KindSymbol>| of(symbol).iter().any(|known| known == word);
        let owners: Vec<&Arc<KindSymbol>> = self.kinds.values().filter(says).collect();
        let among = |owner: &&Arc<KindSymbol>| {
            hosts.iter().any(|host| self.kind_fits(&owner.kind.id, host))
        };
        if hosts.is_empty() || owners.iter().any(among) {
            return Vec::new();
        }
        let real = owners.iter().filter(|owner| !owner.kind.is_abstract);
        real.map(|owner| owner.kind.id.as_str()).collect()
    }

    /// A kind, its parent, and so on.
    pub(crate) fn lineage(&self, kind: &str) -> impl Iterator<Item = &KindSymbol> {
        let parent =
            |symbol: &&KindSymbol| symbol.kind.parent.as_deref().and_then(|id| self.kind(id));
        // A chain of parents without a circle is never longer than the number of kinds.
        std::iter::successors(self.kind(kind), parent).take(self.kinds.len())
    }

    /// The die of that identifier or code.
    pub(crate) fn die_of(&self, word: &str) -> Option<&DieSymbol> {
        let by_id = self.dice.get(word);
        by_id.or_else(|| self.dice.values().find(|die| die.die.code == word)).map(|die| &**die)
    }

    /// The role of the declarations of a kind, a family or `card`.
    pub(crate) fn role_of(&self, wanted: &str) -> EntityRole {
        self.kinds
            .values()
            .find(|symbol| symbol.kind.id == wanted)
            .or_else(|| {
                self.kinds.values().find(|symbol| symbol.kind.family.as_deref() == Some(wanted))
            })
            .map_or(EntityRole::Card, |symbol| symbol.kind.role)
    }

    /// How a message names one card of that kind or family: `tactic`, but `crawler card`.
    pub(crate) fn described(&self, wanted: &str) -> String {
        let is_kind = self.kinds.values().any(|symbol| symbol.kind.id == wanted);
        match self.role_of(wanted) {
            EntityRole::Card if !is_kind => format!("{wanted} card"),
            _ => wanted.to_owned(),
        }
    }

    /// The type of the value of such a field or parameter.
    pub(crate) fn field_ty(&self, field: &FieldType) -> Ty {
        Ty::of_field(field, &|kind| self.role_of(kind))
    }

    /// The kinds of that role.
    pub(crate) fn kinds_of_role(&self, role: EntityRole) -> impl Iterator<Item = &Kind> {
        self.kinds.values().map(|symbol| &symbol.kind).filter(move |kind| kind.role == role)
    }

    /// Examples of a type's values, to append to a message: ", such as `fire` or `cold`". Empty for
    /// types that are not enums.
    pub(crate) fn such_as(&self, ty: &Ty) -> String {
        let id = match ty {
            Ty::Enum(id) => Some(id),
            Ty::EnumSet(ids) => ids.first(),
            _ => None,
        };
        let values = id.and_then(|id| self.enums.get(id)).map(|symbol| symbol.values.keys());
        let examples: Vec<_> = values.into_iter().flatten().take(2).map(String::as_str).collect();
        if examples.is_empty() {
            return String::new();
        }
        format!(", such as {}", crate::diag::one_of(examples))
    }

    /// The enums that have a value of that name.
    pub(crate) fn enums_with(&self, value: &str) -> impl Iterator<Item = &str> {
        self.enums
            .iter()
            .filter(move |(_, symbol)| symbol.values.contains_key(value))
            .map(|(id, _)| id.as_str())
    }
}

/// The counted lists of a kind.
pub(crate) fn lists(kind: &Kind) -> impl Iterator<Item = &str> {
    kind.clauses
        .iter()
        .filter(|clause| matches!(clause.shape, ClauseShape::Cards { .. }))
        .map(|clause| clause.name.as_str())
}

fn extend<V: Clone>(into: &mut BTreeMap<String, V>, from: &BTreeMap<String, V>) {
    for (id, symbol) in from {
        into.entry(id.clone()).or_insert_with(|| symbol.clone());
    }
}
