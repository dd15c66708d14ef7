//! One package: collects every declared name, then lowers declarations side by side.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use cardwright_dsl::ast;
use cardwright_model::{
    DATA_FORMAT, Dependency, Entity, EnumDecl, Game, Keyword, Kind, Package, RuleDecl, Scenario,
    Wording,
};
use rayon::prelude::*;

use super::contents::Contents;
use super::entity::{LoweredEntity, complete, inherit};
use super::{Context, Lowerer, Scope};
use crate::diag::{Diagnostic, Location, declarations, names, project};
use crate::places::Places;
use crate::project::Manifest;
use crate::source::{FileId, SourceFile};
use crate::symbols::{EntitySymbol, EnumSymbol, KeywordSymbol, KindSymbol, Symbols};
use crate::ty::EntityRole;
use crate::words::Words;

/// The words that declare something in every game.
pub(crate) const BUILT_IN: &[&str] =
    &["game", "enum", "kind", "keyword", "wordings", "rule", "test"];

/// A declaration and the file it stands in.
#[derive(Clone, Copy)]
pub(crate) struct Unit<'a> {
    pub(crate) file: FileId,
    pub(crate) source: &'a SourceFile,
    /// The file relative to the package, with `/`.
    pub(crate) relative: &'a str,
    pub(crate) declaration: &'a ast::Declaration,
}

/// A parsed file of the package.
pub(crate) struct ParsedFile<'a> {
    pub(crate) file: FileId,
    pub(crate) source: &'a SourceFile,
    pub(crate) relative: &'a str,
    pub(crate) syntax: &'a ast::File,
}

/// What lowering a package starts from.
pub(crate) struct Input<'a> {
    pub(crate) manifest: &'a Manifest,
    /// The package's name in its manifest, to point at.
    pub(crate) manifest_location: Location,
    pub(crate) assets: &'a BTreeSet<String>,
    pub(crate) files: Vec<ParsedFile<'a>>,
    /// The packages below, each after the ones it builds on.
    pub(crate) below: Vec<&'a Lowered>,
    /// False if a package below is missing.
    pub(crate) complete: bool,
}

/// A checked package and what others need to build on it.
#[derive(Debug)]
pub(crate) struct Lowered {
    pub(crate) package: Package,
    pub(crate) symbols: Symbols,
    pub(crate) places: Places,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

pub(crate) fn lower_package(input: &Input<'_>) -> Lowered {
    if !input.complete {
        return empty(input, Vec::new());
    }
    let mut symbols = Symbols::default();
    for below in &input.below {
        symbols.absorb(&below.symbols);
    }
    let mut collector = Collector {
        input,
        diagnostics: Vec::new(),
        rule_words: Words::of_rules(),
        game_words: None,
        symbols,
        game: None,
        enums: Vec::new(),
        kinds: Vec::new(),
    };
    let sorted = collector.collect();
    // Without its game nothing in the package can be judged.
    if collector.symbols.game.is_none() {
        return empty(input, collector.diagnostics);
    }
    collector.lower(&sorted)
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
    Lowered { package, symbols: Symbols::default(), places: Places::default(), diagnostics }
}

/// Declarations by what they declare, in the order of files and places.
#[derive(Default)]
struct Sorted<'a> {
    games: Vec<Unit<'a>>,
    enums: Vec<Unit<'a>>,
    kinds: Vec<Unit<'a>>,
    keywords: Vec<Unit<'a>>,
    wordings: Vec<Unit<'a>>,
    rules: Vec<Unit<'a>>,
    tests: Vec<Unit<'a>>,
    entities: Vec<Unit<'a>>,
}

struct Collector<'a> {
    input: &'a Input<'a>,
    diagnostics: Vec<Diagnostic>,
    rule_words: Words,
    game_words: Option<Words>,
    symbols: Symbols,
    game: Option<Game>,
    enums: Vec<EnumDecl>,
    kinds: Vec<Kind>,
}

impl<'a> Collector<'a> {
    /// Sorts the declarations and collects every name.
    fn collect(&mut self) -> Sorted<'a> {
        let mut sorted = self.sort();
        self.collect_game(&sorted.games);
        if self.symbols.game.is_none() {
            return sorted;
        }
        self.collect_enums(&sorted.enums);
        self.require_enums(&sorted.games);
        self.collect_kinds(&mut sorted.kinds);
        self.collect_entities(&mut sorted.entities);
        self.collect_keywords(&mut sorted.keywords);
        self.collect_ids(&mut sorted.rules, |symbols| &mut symbols.rules);
        self.collect_ids(&mut sorted.tests, |symbols| &mut symbols.tests);
        sorted
    }

    fn sort(&mut self) -> Sorted<'a> {
        let mut sorted = Sorted::default();
        for file in &self.input.files {
            for item in &file.syntax.items {
                let declaration = match item {
                    ast::Item::Declaration(declaration) => &**declaration,
                    ast::Item::Use { name, .. } => {
                        self.check_use(Location::new(file.file, name.span), &name.text);
                        continue;
                    }
                    ast::Item::Bad(_) => continue,
                };
                let unit = Unit {
                    file: file.file,
                    source: file.source,
                    relative: file.relative,
                    declaration,
                };
                let list = match declaration.kind.text.as_str() {
                    "game" => &mut sorted.games,
                    "enum" => &mut sorted.enums,
                    "kind" => &mut sorted.kinds,
                    "keyword" => &mut sorted.keywords,
                    "wordings" => &mut sorted.wordings,
                    "rule" => &mut sorted.rules,
                    "test" => &mut sorted.tests,
                    _ => &mut sorted.entities,
                };
                let may_lack_id = matches!(declaration.kind.text.as_str(), "wordings" | "test");
                if declaration.id.is_none() && !may_lack_id {
                    let location = Location::new(file.file, declaration.kind.span);
                    self.diagnostics
                        .push(declarations::missing_id(location, &declaration.kind.text));
                    continue;
                }
                list.push(unit);
            }
        }
        sorted
    }

    fn check_use(&mut self, location: Location, name: &str) {
        let manifest = self.input.manifest;
        let below = self.input.below.iter().map(|below| below.package.name.as_str());
        let legal: Vec<&str> = [manifest.package.game.as_str(), manifest.package.name.as_str()]
            .into_iter()
            .chain(below)
            .collect();
        if !legal.contains(&name) {
            self.diagnostics.push(names::unknown_use(location, name, legal));
        }
    }

    /// Runs `inner` with a lowerer that sees what has been collected so far.
    fn with<T>(&mut self, unit: &Unit<'a>, inner: impl FnOnce(&mut Lowerer<'_>) -> T) -> T {
        let context = Context {
            symbols: &self.symbols,
            game_words: self.game_words.as_ref(),
            rule_words: &self.rule_words,
            package: &self.input.manifest.package.name,
            assets: self.input.assets,
        };
        let mut lowerer = Lowerer::new(&context, unit, Scope::card());
        let result = inner(&mut lowerer);
        let found = lowerer.diagnostics;
        self.diagnostics.extend(found);
        result
    }

    fn collect_game(&mut self, games: &[Unit<'a>]) {
        for unit in games {
            let Some(id) = &unit.declaration.id else { continue };
            let location = Location::new(unit.file, id.span);
            if let Some(known) = &self.symbols.game {
                self.diagnostics.push(declarations::second_game(location, &known.0.id, known.1));
                continue;
            }
            if let Some(game) = self.with(unit, |lowerer| lowerer.game(unit.declaration)) {
                if game.id != self.input.manifest.package.game {
                    let wanted = &self.input.manifest.package.game;
                    let manifest = self.input.manifest_location;
                    self.diagnostics
                        .push(project::other_game(location, &game.id, wanted, manifest));
                }
                self.symbols.game = Some(Arc::new((game.clone(), location)));
                self.game = Some(game);
            }
        }
        match &self.symbols.game {
            Some(game) => {
                self.game_words = cardwright_engine::vocabulary(&game.0.engine).map(Words::of_game);
            }
            None if self.has_bad_items() => {}
            None => {
                let game = &self.input.manifest.package.game;
                let location = self.input.manifest_location;
                self.diagnostics.push(project::game_not_declared(location, game));
            }
        }
    }

    /// True if something could not be parsed; it may have been the game.
    fn has_bad_items(&self) -> bool {
        let items = self.input.files.iter().flat_map(|file| &file.syntax.items);
        items.into_iter().any(|item| matches!(item, ast::Item::Bad(_)))
    }

    fn collect_enums(&mut self, enums: &[Unit<'a>]) {
        for unit in enums {
            let lowered = self.with(unit, |lowerer| lowerer.enumeration(unit.declaration));
            let (Some((mut declared, places)), Some(id)) = (lowered, &unit.declaration.id) else {
                continue;
            };
            let location = Location::new(unit.file, id.span);
            let in_this_package = self.enums.iter().any(|known| known.id == declared.id);
            if let (true, Some(known)) = (in_this_package, self.symbols.enums.get(&declared.id)) {
                self.diagnostics.push(names::duplicate(
                    location,
                    "enum",
                    &declared.id,
                    known.location,
                ));
                continue;
            }
            let known = self
                .symbols
                .enums
                .entry(declared.id.clone())
                .or_insert_with(|| Arc::new(EnumSymbol { location, values: BTreeMap::new() }));
            let known = Arc::make_mut(known);
            declared.values.retain(|value| {
                let place = places[&value.id];
                match known.values.get(&value.id) {
                    Some(first) => {
                        self.diagnostics.push(names::duplicate_value(
                            place,
                            &value.id,
                            &declared.id,
                            *first,
                        ));
                        false
                    }
                    None => {
                        known.values.insert(value.id.clone(), place);
                        true
                    }
                }
            });
            self.enums.push(declared);
        }
    }

    /// The engine relies on some enums; the package that declares the game must have them.
    fn require_enums(&mut self, games: &[Unit<'a>]) {
        let (Some(game), Some(unit)) = (&self.game, games.first()) else { return };
        let Some(vocabulary) = cardwright_engine::vocabulary(&game.engine) else { return };
        let span = unit.declaration.id.as_ref().map_or(unit.declaration.kind.span, |id| id.span);
        let location = Location::new(unit.file, span);
        for required in vocabulary.enums {
            let Some(known) = self.symbols.enums.get(required.name) else {
                self.diagnostics.push(declarations::engine_needs_enum(
                    location,
                    &game.engine,
                    required.name,
                ));
                continue;
            };
            for value in required.values {
                if !known.values.contains_key(*value) {
                    let found = declarations::engine_needs_value(
                        known.location,
                        &game.engine,
                        required.name,
                        value,
                    );
                    self.diagnostics.push(found);
                }
            }
        }
    }

    fn collect_kinds(&mut self, units: &mut Vec<Unit<'a>>) {
        units.retain(|unit| {
            let Some(symbol) = self.with(unit, |lowerer| lowerer.kind_head(unit.declaration))
            else {
                return false;
            };
            let id = symbol.kind.id.clone();
            if BUILT_IN.contains(&id.as_str()) {
                self.diagnostics.push(declarations::reserved_kind(symbol.location, &id));
                return false;
            }
            if let Some(first) = self.symbols.kinds.get(&id) {
                self.diagnostics.push(names::duplicate(
                    symbol.location,
                    "kind",
                    &id,
                    first.location,
                ));
                return false;
            }
            self.symbols.kinds.insert(id, Arc::new(symbol));
            true
        });
        let mut completed: Vec<KindSymbol> = Vec::new();
        for unit in units.iter() {
            let Some(id) = &unit.declaration.id else { continue };
            let Some(symbol) = self.symbols.kind(&id.text) else { continue };
            let mut symbol = symbol.clone();
            self.with(unit, |lowerer| lowerer.kind_body(unit.declaration, &mut symbol));
            completed.push(symbol);
        }
        for symbol in completed {
            self.kinds.push(symbol.kind.clone());
            self.symbols.kinds.insert(symbol.kind.id.clone(), Arc::new(symbol));
        }
    }

    fn collect_entities(&mut self, units: &mut Vec<Unit<'a>>) {
        units.retain(|unit| {
            let kind = &unit.declaration.kind;
            let Some(id) = &unit.declaration.id else { return false };
            let location = Location::new(unit.file, id.span);
            let Some(role) =
                self.symbols.kind(&kind.text).map(|symbol| EntityRole::from(symbol.kind.role))
            else {
                let legal =
                    self.symbols.kinds.keys().map(String::as_str).chain(BUILT_IN.iter().copied());
                let place = Location::new(unit.file, kind.span);
                self.diagnostics.push(names::unknown_kind(place, &kind.text, legal));
                return false;
            };
            let known = self.symbols.entities.entry(role).or_default();
            if let Some(first) = known.get(&id.text) {
                self.diagnostics.push(names::duplicate(
                    location,
                    role.word(),
                    &id.text,
                    first.location,
                ));
                return false;
            }
            let symbol = EntitySymbol {
                kind: kind.text.clone(),
                is_abstract: unit.declaration.is_abstract.is_some(),
                location,
            };
            known.insert(id.text.clone(), Arc::new(symbol));
            true
        });
    }

    fn collect_keywords(&mut self, units: &mut Vec<Unit<'a>>) {
        units.retain(|unit| {
            let Some(symbol) = self.with(unit, |lowerer| lowerer.keyword_head(unit.declaration))
            else {
                return false;
            };
            let Some(id) = &unit.declaration.id else { return false };
            if let Some(first) = self.symbols.keywords.get(&id.text) {
                self.diagnostics.push(names::duplicate(
                    symbol.location,
                    "keyword",
                    &id.text,
                    first.location,
                ));
                return false;
            }
            self.symbols.keywords.insert(id.text.clone(), Arc::new(symbol));
            true
        });
    }

    fn collect_ids(
        &mut self,
        units: &mut Vec<Unit<'a>>,
        table: impl Fn(&mut Symbols) -> &mut BTreeMap<String, Location>,
    ) {
        units.retain(|unit| {
            let Some(id) = &unit.declaration.id else { return true };
            let location = Location::new(unit.file, id.span);
            let known = table(&mut self.symbols);
            if let Some(first) = known.get(&id.text) {
                let found =
                    names::duplicate(location, &unit.declaration.kind.text, &id.text, *first);
                self.diagnostics.push(found);
                return false;
            }
            known.insert(id.text.clone(), location);
            true
        });
    }

    /// Lowers every declaration, now that all names are known.
    fn lower(mut self, sorted: &Sorted<'a>) -> Lowered {
        let context = Context {
            symbols: &self.symbols,
            game_words: self.game_words.as_ref(),
            rule_words: &self.rule_words,
            package: &self.input.manifest.package.name,
            assets: self.input.assets,
        };
        let entities = each(&context, &sorted.entities, |lowerer, unit| {
            let kind = lowerer.symbols.kind(&unit.declaration.kind.text)?;
            lowerer.entity(unit.declaration, kind)
        });
        let keywords = each(&context, &sorted.keywords, |lowerer, unit| {
            let id = unit.declaration.id.as_ref()?;
            let symbol: Option<&KeywordSymbol> =
                lowerer.symbols.keywords.get(&id.text).map(|symbol| &**symbol);
            lowerer.keyword_body(unit.declaration, symbol?)
        });
        let rules = each(&context, &sorted.rules, |lowerer, unit| lowerer.rule(unit.declaration));
        let scenarios =
            each(&context, &sorted.tests, |lowerer, unit| Some(lowerer.scenario(unit.declaration)));
        let wordings = each(&context, &sorted.wordings, |lowerer, unit| {
            Some(lowerer.wordings(unit.declaration))
        });
        let entities = self.take(entities);
        let keywords: Vec<Keyword> = self.take(keywords);
        let rules: Vec<RuleDecl> = self.take(rules);
        let scenarios: Vec<Scenario> = self.take(scenarios);
        let wordings = self.take(wordings);
        let wordings = self.collect_wordings(wordings.into_iter().flatten());
        let (entities, places) = self.inherit(entities);
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
            keywords,
            wordings,
            rules,
            scenarios,
            ..Package::default()
        };
        for (role, entity) in entities {
            match role {
                EntityRole::Card => package.cards.push(entity),
                EntityRole::Deck => package.decks.push(entity),
                EntityRole::Format => package.formats.push(entity),
                EntityRole::Record => package.records.push(entity),
            }
        }
        Lowered { package, symbols: self.symbols, places, diagnostics: self.diagnostics }
    }

    fn take<T>(&mut self, lowered: Vec<(Option<T>, Vec<Diagnostic>)>) -> Vec<T> {
        let mut taken = Vec::with_capacity(lowered.len());
        for (declared, diagnostics) in lowered {
            taken.extend(declared);
            self.diagnostics.extend(diagnostics);
        }
        taken
    }

    fn dependencies(&self) -> Vec<Dependency> {
        let direct = self.input.manifest.dependencies.keys();
        direct
            .filter_map(|name| self.input.below.iter().find(|below| below.package.name == *name))
            .map(|below| Dependency {
                name: below.package.name.clone(),
                version: below.package.version.clone(),
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
    fn inherit(&mut self, entities: Vec<LoweredEntity>) -> (Vec<(EntityRole, Entity)>, Places) {
        let index: BTreeMap<(EntityRole, String), usize> = entities
            .iter()
            .enumerate()
            .map(|(at, lowered)| ((lowered.role, lowered.entity.id.clone()), at))
            .collect();
        let mut contents: Vec<Option<Contents>> = vec![None; entities.len()];
        for start in 0..entities.len() {
            let mut chain = vec![start];
            let mut base: Option<Contents> = None;
            // Up to a parent that is finished, stands in another package, or does not exist.
            while let Some(parent) =
                chain.last().and_then(|at| entities[*at].entity.parent.as_ref())
            {
                let role = entities[start].role;
                let Some(at) = index.get(&(role, parent.clone())) else {
                    base = self.contents_below(role, parent);
                    break;
                };
                if chain.contains(at) {
                    if let Some(location) = entities[start].parent_location {
                        self.diagnostics.push(declarations::inheritance_cycle(
                            location,
                            &entities[start].entity.id,
                        ));
                    }
                    break;
                }
                if contents[*at].is_some() {
                    base = contents[*at].clone();
                    break;
                }
                chain.push(*at);
            }
            for at in chain.into_iter().rev() {
                if contents[at].is_some() {
                    base = contents[at].clone();
                    continue;
                }
                let mut own = entities[at].contents.clone();
                if let Some(base) = &base {
                    inherit(&mut own, base);
                }
                base = Some(own.clone());
                contents[at] = Some(own);
            }
        }
        let mut places = Places::default();
        let mut finished = Vec::with_capacity(entities.len());
        for (lowered, contents) in entities.into_iter().zip(contents) {
            let mut contents = contents.unwrap_or_default();
            let LoweredEntity { mut entity, role, head, .. } = lowered;
            self.complete_fields(&entity, &mut contents, head);
            places.insert(role, &entity.id, head, std::mem::take(&mut contents.places));
            complete(&mut entity, contents);
            finished.push((role, entity));
        }
        (finished, places)
    }

    fn contents_below(&self, role: EntityRole, id: &str) -> Option<Contents> {
        self.input.below.iter().find_map(|below| {
            let entities = match role {
                EntityRole::Card => &below.package.cards,
                EntityRole::Deck => &below.package.decks,
                EntityRole::Format => &below.package.formats,
                EntityRole::Record => &below.package.records,
            };
            let entity = entities.iter().find(|entity| entity.id == id)?;
            Some(Contents {
                fields: entity.fields.clone(),
                keywords: entity.keywords.clone(),
                clauses: entity.clauses.clone(),
                effects: entity.effects.clone(),
                lists: entity.lists.clone(),
                provisional: entity.provisional.clone(),
                written: entity.fields.keys().cloned().collect(),
                places: BTreeMap::new(),
            })
        })
    }

    fn complete_fields(&mut self, entity: &Entity, contents: &mut Contents, head: Location) {
        let Some(symbol) = self.symbols.kind(&entity.kind) else { return };
        if entity.is_abstract {
            return;
        }
        for field in &symbol.kind.fields {
            if contents.fields.contains_key(&field.name) {
                continue;
            }
            if let Some(default) = &field.default {
                contents.fields.insert(field.name.clone(), default.clone());
            } else if !field.optional && !contents.written.contains(&field.name) {
                let wanted = self.symbols.field_ty(&field.field_type);
                let place = symbol.places.get(&field.name).copied();
                let found =
                    declarations::missing_field(head, &entity.id, &field.name, &wanted, place);
                self.diagnostics.push(found);
            }
        }
    }
}

/// Lowers declarations side by side; results come in their order.
fn each<'a, T: Send>(
    context: &Context<'a>,
    units: &[Unit<'a>],
    lower: impl Fn(&mut Lowerer<'_>, &Unit<'a>) -> Option<T> + Sync,
) -> Vec<(Option<T>, Vec<Diagnostic>)> {
    units
        .par_iter()
        .map(|unit| {
            let mut lowerer = Lowerer::new(context, unit, Scope::card());
            let result = lower(&mut lowerer, unit);
            (result, lowerer.diagnostics)
        })
        .collect()
}
