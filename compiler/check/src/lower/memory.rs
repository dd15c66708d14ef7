//! What is known of a package's declarations from the last time it was checked.
//!
//! A declaration is lowered again only if its own text is different, or something that it looked
//! up. That is a table of our own and not comemo or salsa: what a declaration may ask is a short
//! list of names (see [`View`]), so one set of names that mean something new settles for all
//! declarations at once which of them still hold; the libraries ask again for each what it asked.

use std::collections::BTreeSet;
use std::sync::Arc;

use cardwright_model::{Entity, Keyword, RuleDecl, Scenario, Wording};
use rayon::prelude::*;

use super::contents::Contents;
use super::entity::LoweredEntity;
use super::package::{Input, Lowered, Unit};
use super::{Context, Lowerer, Scope};
use crate::diag::{Diagnostic, Location, Severity};
use crate::ids::IdMap;
use crate::item::Item;
use crate::mentions::Mention;
use crate::places::{Declared, Stood};
use crate::source::FileId;
use crate::symbols::Symbols;
use crate::view::{Changed, Key, View};

/// Declarations that one thread looks at in a row, at least.
const IN_A_ROW: usize = 32;

/// A declaration: its item, and its place among those of the item.
pub(crate) type UnitId = (FileId, u32);

/// What is known of the declarations of a package.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    base: Option<Base>,
    pub(super) symbols: Arc<Symbols>,
    pub(super) entities: Known<LoweredEntity>,
    pub(super) keywords: Known<(Keyword, KeywordPlaces)>,
    pub(super) rules: Known<RuleDecl>,
    pub(super) scenarios: Known<Arc<Scenario>>,
    pub(super) wordings: Known<Vec<(Wording, Location)>>,
    pub(super) finished: IdMap<UnitId, Finished>,
    /// What is known of their texts and of whether they can be played.
    pub(crate) judged: crate::judge::Judged,
}

/// Where a keyword and its statements stand.
pub(super) type KeywordPlaces = (Location, Arc<[Stood]>);

/// What was lowered of declarations of one sort.
pub(super) type Known<T> = IdMap<UnitId, Arc<LoweredUnit<T>>>;

/// What all declarations are lowered with, besides the symbols.
#[derive(Debug)]
struct Base {
    package: String,
    assets: BTreeSet<String>,
    below: Vec<Arc<Lowered>>,
    notes_mentions: bool,
}

/// What lowering one declaration gave.
#[derive(Debug)]
pub(super) struct LoweredUnit<T> {
    pub(super) declared: Option<T>,
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) mentions: Arc<Vec<Mention>>,
    /// True if it has errors, or names something that has: it may lack just what is judged.
    pub(super) is_broken: bool,
    /// Where a message replaces what the parser said.
    pub(super) explained: Vec<Location>,
    item: Arc<Item>,
    /// The names it looked up.
    pub(super) seen: Vec<Key>,
    /// The line on which its item began, if that is in the result.
    line: Option<u32>,
}

/// A card, deck, format or record with all that it inherits.
#[derive(Debug)]
pub(super) struct Finished {
    pub(super) unit: Arc<LoweredUnit<LoweredEntity>>,
    /// What its parent in the same package holds.
    pub(super) parent: Option<Arc<Contents>>,
    /// Those of the package that it inherits from, its parent first.
    pub(super) ancestors: Vec<Arc<LoweredUnit<LoweredEntity>>>,
    pub(super) contents: Arc<Contents>,
    /// None until it has its text: nobody else may hold it then, or writing the text copies it.
    pub(super) entity: Option<Arc<Entity>>,
    pub(super) declared: Arc<Declared>,
    pub(super) missing: Vec<Diagnostic>,
}

impl Memory {
    /// Which names mean something new. Forgets everything if all declarations must be lowered
    /// again.
    pub(super) fn changed(&mut self, input: &Input<'_>, symbols: &Symbols) -> Changed {
        let is_same = self.base.as_ref().is_some_and(|base| base.is_of(input));
        let changed = is_same.then(|| Changed::between(&self.symbols, symbols)).flatten();
        if changed.is_none() {
            *self = Memory::default();
        }
        self.base.get_or_insert_with(|| Base {
            package: input.manifest.package.name.clone(),
            assets: input.assets.clone(),
            below: input.below.iter().map(|below| (*below).clone()).collect(),
            notes_mentions: input.notes_mentions,
        });
        changed.unwrap_or_default()
    }

    /// Keeps a card with its text.
    pub(crate) fn keep(&mut self, unit: UnitId, entity: &Arc<Entity>) {
        if let Some(finished) = self.finished.get_mut(&unit) {
            finished.entity = Some(entity.clone());
        }
    }

    /// The names that a card looked up, and those that it inherits from.
    pub(crate) fn seen(&self, unit: &UnitId) -> impl Iterator<Item = &Vec<Key>> {
        let finished = self.finished.get(unit).into_iter();
        finished
            .flat_map(|finished| finished.ancestors.iter().chain([&finished.unit]))
            .map(|unit| &unit.seen)
    }

    /// True if a card inherits from one of another package.
    pub(crate) fn inherits_from_below(&self, unit: &UnitId) -> bool {
        let Some(finished) = self.finished.get(unit) else { return true };
        let first = finished.ancestors.last().unwrap_or(&finished.unit);
        first.declared.as_ref().is_none_or(|first| first.entity.parent.is_some())
    }

    /// The names that the keywords of the package looked up.
    pub(crate) fn seen_by_keywords(&self) -> impl Iterator<Item = Key> {
        self.keywords.values().flat_map(|unit| &unit.seen).copied()
    }
}

impl Base {
    fn is_of(&self, input: &Input<'_>) -> bool {
        self.package == input.manifest.package.name
            && self.assets == *input.assets
            && self.notes_mentions == input.notes_mentions
            && self.below.len() == input.below.len()
            && self.below.iter().zip(&input.below).all(|(one, two)| Arc::ptr_eq(one, two))
    }
}

impl<T> LoweredUnit<T> {
    /// True if lowering the declaration again would give the same.
    fn holds(&self, unit: &Unit<'_>, changed: &Changed) -> bool {
        Arc::ptr_eq(&self.item, unit.source)
            && self.line.is_none_or(|line| line == unit.line)
            && changed.spares(&self.seen)
    }
}

fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|found| found.severity == Severity::Error)
}

/// Lowers declarations side by side; results come in their order. What is known and still holds
/// is taken from there.
pub(super) fn each<'a, T: Send + Sync>(
    context: &Context<'a>,
    units: &[Unit<'a>],
    known: (&mut Known<T>, &Changed),
    lower: impl Fn(&mut Lowerer<'_>, &Unit<'a>) -> Option<T> + Sync,
) -> Vec<Arc<LoweredUnit<T>>> {
    let lower = |lowerer: &mut Lowerer<'_>, unit: &Unit<'a>| Some((lower(lowerer, unit)?, ()));
    let lowered = each_giving(context, units, known, |_| true, lower);
    lowered.into_iter().map(|(unit, _)| unit).collect()
}

/// The same with something that is given out only when a declaration is lowered and not
/// remembered. `fits` says whether what is known will do without.
pub(super) fn each_giving<'a, T: Send + Sync, G: Send>(
    context: &Context<'a>,
    units: &[Unit<'a>],
    (known, changed): (&mut Known<T>, &Changed),
    fits: impl Fn(&T) -> bool + Sync,
    lower: impl Fn(&mut Lowerer<'_>, &Unit<'a>) -> Option<(T, G)> + Sync,
) -> Vec<(Arc<LoweredUnit<T>>, Option<G>)> {
    let lower_one = |unit: &Unit<'a>| {
        let known = known.get(&unit.id()).filter(|known| known.holds(unit, changed));
        if let Some(known) = known.filter(|known| known.declared.as_ref().is_none_or(&fits)) {
            return (known.clone(), None);
        }
        let view = View::new(context.symbols);
        let mut lowerer = Lowerer::new(context, &view, unit, Scope::card());
        let (declared, given) = lower(&mut lowerer, unit).unzip();
        let line = lowerer.reads_line.get().then_some(unit.line);
        let Lowerer { diagnostics, mentions, explained, .. } = lowerer;
        let explained = explained.into_iter().map(|span| Location::new(unit.file, span)).collect();
        let is_broken = view.has_met_lost() || unit.is_unreadable() || has_errors(&diagnostics);
        let (item, seen) = (unit.source.clone(), view.into_seen());
        let lowered = LoweredUnit {
            declared,
            diagnostics,
            mentions: Arc::new(mentions),
            is_broken,
            explained,
            item,
            seen,
            line,
        };
        (Arc::new(lowered), given)
    };
    let lowered: Vec<_> = units.par_iter().with_min_len(IN_A_ROW).map(lower_one).collect();
    let remembered = lowered.iter().map(|(unit, _)| unit.clone());
    *known = units.iter().map(Unit::id).zip(remembered).collect();
    lowered
}
