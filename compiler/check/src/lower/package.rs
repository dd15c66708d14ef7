//! One package: collects every declared name, then lowers declarations side by side.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use cardwright_dsl::ast;
use cardwright_model::{
    DATA_FORMAT, Dependency, Entity, Keyword, Library, Package, RuleDecl, Scenario, Wording,
};
use cardwright_vocabulary::Games;

use super::Context;
use super::collect::{Collector, Sorted};
use super::contents::Contents;
use super::entity::LoweredEntity;
use super::inherit::{complete, inherit_all};
use super::memory::{Finished, LoweredUnit, Memory, UnitId, each, each_giving};
use crate::diag::{Diagnostic, Location, Severity, declarations, names};
use crate::ids::IdMap;
use crate::item::{Item, PlacedItem};
use crate::mentions::{self, Mention};
use crate::places::{Declared, Places};
use crate::project::Manifest;
use crate::source::FileId;
use crate::symbols::Symbols;
use crate::ty::EntityRole;
use crate::view::Key;

/// A declaration and the item it stands in.
#[derive(Clone, Copy)]
pub(crate) struct Unit<'a> {
    pub(crate) file: FileId,
    pub(crate) source: &'a Arc<Item>,
    /// The line of the file on which the item begins, from 1.
    pub(crate) line: u32,
    /// Its place among the declarations of the item.
    pub(crate) index: u32,
    /// The file relative to the package, with `/`.
    pub(crate) relative: &'a str,
    pub(crate) declaration: &'a ast::Declaration,
}

impl Unit<'_> {
    pub(super) fn id(&self) -> UnitId {
        (self.file, self.index)
    }

    /// True if some of it could not be read.
    pub(super) fn is_unreadable(&self) -> bool {
        let whole = self.declaration.span;
        let mut errors = self.source.tree.errors.iter();
        errors.any(|error| whole.start <= error.span.start && error.span.end <= whole.end)
    }
}

/// What a card was when it was last given out: not yet, as nothing, or as that.
type GivenOut = Option<Option<Entity>>;

/// A parsed file of the package.
pub(crate) struct ParsedFile<'a> {
    pub(crate) relative: &'a str,
    pub(crate) items: &'a [PlacedItem],
}

/// What lowering a package starts from.
pub(crate) struct Input<'a> {
    pub(crate) games: Games,
    pub(crate) manifest: &'a Manifest,
    /// The package's name in its manifest, to point at.
    pub(crate) manifest_location: Location,
    pub(crate) assets: &'a BTreeSet<String>,
    pub(crate) files: Vec<ParsedFile<'a>>,
    /// The packages below, each after the ones it builds on.
    pub(crate) below: Vec<&'a Arc<Lowered>>,
    /// False if a package below is missing.
    pub(crate) complete: bool,
    /// Whether what names mean is noted.
    pub(crate) notes_mentions: bool,
}

impl<'a> Input<'a> {
    /// Every item, with its file relative to the package.
    pub(super) fn items(&self) -> impl Iterator<Item = (&'a str, &'a PlacedItem)> {
        self.files.iter().flat_map(|file| file.items.iter().map(|item| (file.relative, item)))
    }
}

/// A checked package and what others need to build on it.
#[derive(Debug)]
pub(crate) struct Lowered {
    /// The package alone; the ones below join it when it is finished.
    pub(crate) library: Library,
    /// The declarations that its cards are made of; none for one that amends another.
    pub(crate) cards: Vec<Option<UnitId>>,
    /// The cards and other declarations that are not as they were when it was lowered last.
    pub(crate) fresh: Vec<(EntityRole, String)>,
    pub(crate) symbols: Arc<Symbols>,
    pub(crate) places: Places,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// The names that its keywords looked up.
    pub(crate) seen_by_keywords: Vec<Key>,
    /// The cards, keywords and other declarations that have errors or name something that has.
    pub(crate) broken: HashSet<String>,
    /// Where a message replaces what the parser said.
    pub(crate) explained: Vec<Location>,
    /// What names mean, if that is noted.
    pub(crate) mentions: Vec<Arc<Vec<Mention>>>,
}

impl Lowered {
    /// The package itself.
    pub(crate) fn package(&self) -> &Package {
        self.library.packages.last().expect("a library ends with its own package")
    }
}

pub(crate) fn lower_package(input: &Input<'_>, memory: &mut Memory) -> Lowered {
    if !input.complete {
        *memory = Memory::default();
        return empty(input, Vec::new());
    }
    let mut collector = Collector::new(input);
    let sorted = collector.collect();
    // Without its game nothing in the package can be judged.
    if collector.symbols.game.is_none() {
        *memory = Memory::default();
        return empty(input, collector.diagnostics);
    }
    collector.lower(&sorted, memory)
}

/// A package about which nothing can be said.
fn empty(input: &Input<'_>, diagnostics: Vec<Diagnostic>) -> Lowered {
    let manifest = &input.manifest.package;
    let package = Package {
        data_format: DATA_FORMAT,
        name: manifest.name.clone(),
        version: manifest.version.clone(),
        game: manifest.game.clone(),
        ..Package::default()
    };
    let library = Library { packages: vec![package] };
    Lowered {
        library,
        cards: Vec::new(),
        fresh: Vec::new(),
        symbols: Arc::default(),
        places: Places::default(),
        seen_by_keywords: Vec::new(),
        diagnostics,
        broken: HashSet::new(),
        explained: Vec::new(),
        mentions: Vec::new(),
    }
}

impl<'a> Collector<'a> {
    /// Lowers every declaration, now that all names are known.
    fn lower(mut self, sorted: &Sorted<'a>, memory: &mut Memory) -> Lowered {
        let changed = memory.changed(self.input, &self.symbols);
        self.mention_parts = mentions::by_item(std::mem::take(&mut self.mentions));
        let context = Context {
            symbols: &self.symbols,
            games: self.input.games,
            game_words: self.game_words.as_ref(),
            rule_words: &self.rule_words,
            package: &self.input.manifest.package.name,
            assets: self.input.assets,
            notes_mentions: self.input.notes_mentions,
        };
        let known = (&mut memory.entities, &changed);
        let parents = sorted.entities.iter().filter_map(|unit| unit.declaration.parent.as_ref());
        let parents: HashSet<&str> = parents.map(|parent| parent.text.as_str()).collect();
        let fits =
            |known: &LoweredEntity| !known.is_given_out || !parents.contains(&*known.entity.id);
        let entities = each_giving(&context, &sorted.entities, known, fits, |lowerer, unit| {
            let kind = lowerer.symbols.kind(&unit.declaration.kind.text)?;
            let id = unit.declaration.id.as_ref()?;
            let entity = lowerer.entity(unit.declaration, kind, parents.contains(&*id.text));
            if lowerer.context.notes_mentions {
                mentions::of_entity(unit, lowerer.symbols, &mut lowerer.mentions);
            }
            entity
        });
        let known = (&mut memory.keywords, &changed);
        let keywords = each(&context, &sorted.keywords, known, |lowerer, unit| {
            let id = unit.declaration.id.as_ref()?;
            let symbol = lowerer.symbols.keyword(&id.text)?;
            let keyword = lowerer.keyword_body(unit.declaration, symbol)?;
            let statements = std::mem::take(&mut lowerer.statements).into();
            Some((keyword, (symbol.location, statements)))
        });
        let known = (&mut memory.rules, &changed);
        let rules = each(&context, &sorted.rules, known, |lowerer, unit| {
            // A rule with a mistake in it would complain about everything.
            let rule = lowerer.rule(unit.declaration);
            let has_errors =
                lowerer.diagnostics.iter().any(|found| found.severity == Severity::Error);
            rule.filter(|_| !has_errors && !unit.is_unreadable() && !lowerer.symbols.has_met_lost())
        });
        let known = (&mut memory.scenarios, &changed);
        // Nothing plays a test of a game without an engine, which was reported.
        let is_played = self.symbols.game.as_ref().is_some_and(|game| game.0.has_engine());
        let tests = if is_played { &sorted.tests[..] } else { &[] };
        let scenarios = each(&context, tests, known, |lowerer, unit| {
            Some(Arc::new(lowerer.scenario(unit.declaration)))
        });
        let known = (&mut memory.wordings, &changed);
        let wordings = each(&context, &sorted.wordings, known, |lowerer, unit| {
            Some(lowerer.wordings(unit.declaration))
        });
        let mut broken: HashSet<String> = HashSet::new();
        let lowered = entities.iter().map(|(unit, _)| unit.is_broken);
        let lowered = sorted.entities.iter().zip(lowered);
        let words = sorted.keywords.iter().zip(keywords.iter().map(|unit| unit.is_broken));
        for (unit, _) in lowered.chain(words).filter(|(_, is_broken)| *is_broken) {
            broken.extend(unit.declaration.id.as_ref().map(|id| id.text.clone()));
        }
        self.take_notes(entities.iter().map(|(unit, _)| unit));
        let amended = self.amend(&sorted.amendments);
        let keywords: Vec<(Keyword, _)> = self.take(&keywords);
        let rules: Vec<RuleDecl> = self.take(&rules);
        let scenarios: Vec<Arc<Scenario>> = self.take(&scenarios);
        let wordings: Vec<Vec<(Wording, Location)>> = self.take(&wordings);
        self.check_continuations(&scenarios);
        let of_words = std::mem::take(&mut self.own_wordings);
        let wordings =
            self.collect_wordings(of_words.into_iter().chain(wordings.into_iter().flatten()));
        let mut finished = self.finish(sorted, entities, amended, memory);
        let keywords: Vec<Keyword> = keywords
            .into_iter()
            .map(|(keyword, (head, statements))| {
                finished.places.insert_keyword(&keyword.id, head, statements);
                keyword
            })
            .collect();
        let mut mentions = std::mem::take(&mut self.mention_parts);
        let mut loose = std::mem::take(&mut self.mentions);
        if self.input.notes_mentions {
            loose.extend(mentions::of_declarations(sorted, &self.symbols));
            mentions.extend(mentions::by_item(loose));
        }
        let manifest = &self.input.manifest.package;
        let mut package = Package {
            data_format: DATA_FORMAT,
            name: manifest.name.clone(),
            version: manifest.version.clone(),
            title: manifest.title.clone(),
            game: manifest.game.clone(),
            authors: manifest.authors.clone(),
            license: manifest.license.clone(),
            dependencies: self.dependencies(),
            definition: self.game,
            enums: self.enums,
            kinds: self.kinds,
            dice: self.dice,
            keywords,
            words: self.words,
            wordings,
            rules,
            scenarios: scenarios.into_iter().collect(),
            ..Package::default()
        };
        let mut cards = Vec::new();
        for (role, entity, unit) in finished.entities {
            match role {
                _ if entity.is_abstract => package.patterns.push(entity),
                EntityRole::Card => {
                    package.cards.push(entity);
                    cards.push(unit);
                }
                EntityRole::Deck => package.decks.push(entity),
                EntityRole::Format => package.formats.push(entity),
                EntityRole::Record => package.records.push(entity),
            }
        }
        memory.symbols = Arc::new(self.symbols);
        Lowered {
            library: Library { packages: vec![package] },
            cards,
            fresh: finished.fresh,
            symbols: memory.symbols.clone(),
            places: finished.places,
            seen_by_keywords: memory.seen_by_keywords().collect(),
            diagnostics: self.diagnostics,
            broken,
            explained: self.explained,
            mentions,
        }
    }

    /// Takes over what was declared, with what is wrong and noted.
    fn take<T: Clone>(&mut self, lowered: &[Arc<LoweredUnit<T>>]) -> Vec<T> {
        self.take_notes(lowered.iter());
        lowered.iter().filter_map(|unit| unit.declared.clone()).collect()
    }

    fn take_notes<'u, T: 'u>(&mut self, lowered: impl Iterator<Item = &'u Arc<LoweredUnit<T>>>) {
        for unit in lowered {
            self.diagnostics.extend_from_slice(&unit.diagnostics);
            self.explained.extend_from_slice(&unit.explained);
            if !unit.mentions.is_empty() {
                self.mention_parts.push(unit.mentions.clone());
            }
        }
    }

    /// A test may continue another, but in the end there must be a first one.
    fn check_continuations(&mut self, scenarios: &[Arc<Scenario>]) {
        let after: BTreeMap<&str, &str> = scenarios
            .iter()
            .filter_map(|scenario| Some((scenario.id.as_deref()?, scenario.after.as_deref()?)))
            .collect();
        for start in after.keys() {
            // No way without a circle is longer than there are tests.
            let way =
                std::iter::successors(after.get(start), |at| after.get(*at)).take(after.len());
            let leads_back = way.into_iter().any(|at| at == start);
            if let (true, Some(location)) = (leads_back, self.symbols.tests.get(*start)) {
                self.diagnostics.push(declarations::test_cycle(*location, start));
            }
        }
    }

    fn dependencies(&self) -> Vec<Dependency> {
        let direct = self.input.manifest.dependencies.keys();
        direct
            .filter_map(|name| self.input.below.iter().find(|below| below.package().name == *name))
            .map(|below| Dependency {
                name: below.package().name.clone(),
                version: below.package().version.clone(),
            })
            .collect()
    }

    /// A word may be worded again by an expansion, but only once in each package.
    fn collect_wordings(
        &mut self,
        wordings: impl Iterator<Item = (Wording, Location)>,
    ) -> Vec<Wording> {
        let mut own: BTreeMap<String, Location> = BTreeMap::new();
        let mut kept = Vec::new();
        for (wording, location) in wordings {
            match own.get(&wording.of) {
                Some(first) => {
                    self.diagnostics.push(names::duplicate(
                        location,
                        "wording",
                        &wording.of,
                        *first,
                    ));
                }
                None => {
                    own.insert(wording.of.clone(), location);
                    kept.push(wording);
                }
            }
        }
        self.symbols.wordings.extend(own);
        kept
    }

    /// Fills in what parents lend and kinds default, then looks for what is missing.
    fn finish(
        &mut self,
        sorted: &Sorted<'a>,
        entities: Vec<(Arc<LoweredUnit<LoweredEntity>>, GivenOut)>,
        amended: Vec<LoweredEntity>,
        memory: &mut Memory,
    ) -> FinishedEntities {
        let (lowered, given_out): (Vec<_>, Vec<_>) = entities.into_iter().unzip();
        let units = sorted.entities.iter();
        let given_out = units
            .clone()
            .zip(given_out)
            .filter_map(|(unit, given_out)| Some((unit.id(), given_out??)));
        let of_units: Vec<_> = units
            .zip(&lowered)
            .filter_map(|(unit, lowered)| Some((unit, lowered, lowered.declared.as_ref()?)))
            .collect();
        let all: Vec<&LoweredEntity> =
            of_units.iter().map(|(_, _, entity)| *entity).chain(&amended).collect();
        let mut last = std::mem::take(&mut memory.finished);
        let inherited = inherit_all(&all, &self.input.below, |at, parent| {
            let (unit, lowered, _) = of_units.get(at)?;
            let known = last.get(&unit.id()).filter(|known| Arc::ptr_eq(&known.unit, lowered))?;
            let is_same = match (&known.parent, parent) {
                (Some(one), Some(two)) => Arc::ptr_eq(one, two),
                (one, two) => one.is_none() && two.is_none(),
            };
            is_same.then(|| known.contents.clone())
        });
        let (contents, wrong) = inherited;
        self.diagnostics.extend(wrong);
        let named = all.iter().enumerate().map(|(at, one)| ((one.role, &*one.entity.id), at));
        let named: HashMap<(EntityRole, &str), usize> =
            match all.iter().any(|one| one.entity.parent.is_some()) {
                true => named.collect(),
                false => HashMap::new(),
            };
        let parent_of = |at: &usize| {
            let parent = all[*at].entity.parent.as_deref()?;
            named.get(&(all[*at].role, parent)).copied()
        };
        let mut found = FinishedEntities::default();
        let mut given_out: IdMap<UnitId, Entity> = given_out.collect();
        for (at, one) in all.iter().enumerate() {
            let contents_here = contents[at].clone();
            let parent = parent_of(&at).map(|parent| contents[parent].clone());
            // No chain without a circle is longer than there are declarations.
            let ancestors = std::iter::successors(parent_of(&at), parent_of).take(all.len());
            let ancestors = ancestors.filter_map(|at| Some(of_units.get(at)?.1.clone())).collect();
            let contents = contents_here;
            let Some((unit, lowered, _)) = of_units.get(at) else {
                // What amends a card of another package is made anew each time.
                let finished = self.finish_one(one, contents, None, None);
                self.diagnostics.extend(finished.1);
                found.places.insert(finished.2);
                found.fresh.push((one.role, one.entity.id.clone()));
                found.entities.push((one.role, finished.0, None));
                continue;
            };
            let line = unit.line + unit.source.line(unit.declaration.kind.span.start);
            let known = last.remove(&unit.id()).filter(|known| {
                Arc::ptr_eq(&known.unit, lowered) && Arc::ptr_eq(&known.contents, &contents)
            });
            let known =
                known.and_then(|mut known| known.entity.take().map(|entity| (known, entity)));
            let finished = match known {
                Some((mut known, mut entity)) => {
                    if entity.provenance.line != line {
                        Arc::make_mut(&mut entity).provenance.line = line;
                    }
                    known.entity = Some(entity.clone());
                    found.entities.push((one.role, entity, Some(unit.id())));
                    Finished { parent, ancestors, ..known }
                }
                None => {
                    let given_out = given_out.remove(&unit.id());
                    let (entity, missing, declared) =
                        self.finish_one(one, contents.clone(), given_out, Some(line));
                    found.fresh.push((one.role, one.entity.id.clone()));
                    let has_text = one.role == EntityRole::Card && !entity.is_abstract;
                    let known = (!has_text).then(|| entity.clone());
                    found.entities.push((one.role, entity, Some(unit.id())));
                    let (unit, entity) = ((*lowered).clone(), known);
                    Finished { unit, parent, ancestors, contents, entity, declared, missing }
                }
            };
            self.diagnostics.extend_from_slice(&finished.missing);
            found.places.insert(finished.declared.clone());
            memory.finished.insert(unit.id(), finished);
        }
        let gone = last.into_values().filter_map(|gone| {
            let gone = gone.unit.declared.as_ref()?;
            Some((gone.role, gone.entity.id.clone()))
        });
        found.fresh.extend(gone);
        found
    }

    /// A declaration with all it holds, what it lacks, and where its parts are.
    fn finish_one(
        &self,
        lowered: &LoweredEntity,
        contents: Arc<Contents>,
        given_out: Option<Entity>,
        line: Option<u32>,
    ) -> (Arc<Entity>, Vec<Diagnostic>, Arc<Declared>) {
        let LoweredEntity { entity, role, head, whole, .. } = lowered;
        let mut entity = given_out.unwrap_or_else(|| {
            let mut entity = entity.clone();
            complete(&mut entity, &contents);
            entity
        });
        if let Some(line) = line {
            entity.provenance.line = line;
        }
        let missing = self.complete_fields(&mut entity, &contents, *head);
        let (id, role, head, whole) = (entity.id.as_str().into(), *role, *head, *whole);
        (Arc::new(entity), missing, Arc::new(Declared { id, role, head, whole, contents }))
    }

    /// Fills in what the kind says about fields that are not written, and tells which must be.
    fn complete_fields(
        &self,
        entity: &mut Entity,
        contents: &Contents,
        head: Location,
    ) -> Vec<Diagnostic> {
        let mut missing = Vec::new();
        let Some(symbol) = self.symbols.kind(&entity.kind) else { return missing };
        if entity.is_abstract {
            return missing;
        }
        for field in &symbol.kind.fields {
            if entity.fields.contains_key(&field.name) {
                continue;
            }
            if let Some(default) = &field.default {
                entity.fields.insert(field.name.clone(), default.clone());
            } else if !field.optional
                && !contents.is_open
                && !contents.written.contains(&field.name)
            {
                let wanted = self.symbols.field_ty(&field.field_type);
                let place = symbol.places.get(&field.name).copied();
                let found =
                    declarations::missing_field(head, &entity.id, &field.name, &wanted, place);
                missing.push(found);
            }
        }
        missing
    }
}

/// The declarations of a package that are made from a kind, whole.
#[derive(Default)]
struct FinishedEntities {
    entities: Vec<(EntityRole, Arc<Entity>, Option<UnitId>)>,
    places: Places,
    /// Those that are not as they were, and those that are gone.
    fresh: Vec<(EntityRole, String)>,
}
