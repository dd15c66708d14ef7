//! One package: collects every declared name, then lowers declarations side by side.

use std::collections::{BTreeMap, BTreeSet};

use cardwright_dsl::ast;
use cardwright_model::{
    DATA_FORMAT, Dependency, Entity, Keyword, Library, Package, RuleDecl, Scenario, Wording,
};
use cardwright_vocabulary::Games;
use rayon::prelude::*;

use super::collect::{Collector, Sorted};
use super::contents::Contents;
use super::entity::LoweredEntity;
use super::inherit::{complete, inherit_all};
use super::{Context, Lowerer, Scope};
use crate::diag::{Diagnostic, Location, Severity, declarations, names};
use crate::mentions::{self, Mention};
use crate::places::Places;
use crate::project::Manifest;
use crate::source::{FileId, SourceFile};
use crate::symbols::{KeywordSymbol, Symbols};
use crate::ty::EntityRole;

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
    pub(crate) games: Games,
    pub(crate) manifest: &'a Manifest,
    /// The package's name in its manifest, to point at.
    pub(crate) manifest_location: Location,
    pub(crate) assets: &'a BTreeSet<String>,
    pub(crate) files: Vec<ParsedFile<'a>>,
    /// The packages below, each after the ones it builds on.
    pub(crate) below: Vec<&'a Lowered>,
    /// False if a package below is missing.
    pub(crate) complete: bool,
    /// Whether what names mean is noted.
    pub(crate) notes_mentions: bool,
}

/// A checked package and what others need to build on it.
#[derive(Debug)]
pub(crate) struct Lowered {
    /// The package alone; the ones below join it when it is finished.
    pub(crate) library: Library,
    pub(crate) symbols: Symbols,
    pub(crate) places: Places,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Places that name something whose own declaration is wrong.
    pub(crate) echoes: Vec<Location>,
    /// What names mean, if that is noted.
    pub(crate) mentions: Vec<Mention>,
}

impl Lowered {
    /// The package itself.
    pub(crate) fn package(&self) -> &Package {
        self.library.packages.last().expect("a library ends with its own package")
    }
}

/// What lowering one declaration gives.
struct LoweredUnit<T> {
    declared: Option<T>,
    diagnostics: Vec<Diagnostic>,
    mentions: Vec<Mention>,
}

pub(crate) fn lower_package(input: &Input<'_>) -> Lowered {
    if !input.complete {
        return empty(input, Vec::new());
    }
    let mut collector = Collector::new(input);
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
    let library = Library { packages: vec![package] };
    Lowered {
        library,
        symbols: Symbols::default(),
        places: Places::default(),
        diagnostics,
        echoes: Vec::new(),
        mentions: Vec::new(),
    }
}

impl<'a> Collector<'a> {
    /// Lowers every declaration, now that all names are known.
    fn lower(mut self, sorted: &Sorted<'a>) -> Lowered {
        let context = Context {
            symbols: &self.symbols,
            games: self.input.games,
            game_words: self.game_words.as_ref(),
            rule_words: &self.rule_words,
            package: &self.input.manifest.package.name,
            assets: self.input.assets,
            notes_mentions: self.input.notes_mentions,
        };
        let entities = each(&context, &sorted.entities, |lowerer, unit| {
            let kind = lowerer.symbols.kind(&unit.declaration.kind.text)?;
            lowerer.entity(unit.declaration, kind)
        });
        let keywords = each(&context, &sorted.keywords, |lowerer, unit| {
            let id = unit.declaration.id.as_ref()?;
            let symbol: Option<&KeywordSymbol> =
                lowerer.symbols.keywords.get(&id.text).map(|symbol| &**symbol);
            let symbol = symbol?;
            let keyword = lowerer.keyword_body(unit.declaration, symbol)?;
            Some((keyword, symbol.location, std::mem::take(&mut lowerer.statements)))
        });
        let rules = each(&context, &sorted.rules, |lowerer, unit| {
            // A rule with a mistake in it would complain about everything.
            lowerer.rule(unit.declaration).filter(|_| {
                !lowerer.diagnostics.iter().any(|found| found.severity == Severity::Error)
            })
        });
        let scenarios =
            each(&context, &sorted.tests, |lowerer, unit| Some(lowerer.scenario(unit.declaration)));
        let wordings = each(&context, &sorted.wordings, |lowerer, unit| {
            Some(lowerer.wordings(unit.declaration))
        });
        let mut entities = self.take(entities);
        entities.extend(self.amend(&sorted.amendments));
        let keywords = self.take(keywords);
        let rules: Vec<RuleDecl> = self.take(rules);
        let scenarios: Vec<Scenario> = self.take(scenarios);
        let wordings = self.take(wordings);
        self.check_continuations(&scenarios);
        let wordings = self.collect_wordings(wordings.into_iter().flatten());
        let (entities, mut places) = self.finish(entities);
        let keywords: Vec<Keyword> = keywords
            .into_iter()
            .map(|(keyword, head, statements)| {
                places.insert_keyword(&keyword.id, head, statements);
                keyword
            })
            .collect();
        let mut mentions = std::mem::take(&mut self.mentions);
        if self.input.notes_mentions {
            mentions.extend(mentions::of_declarations(sorted, &self.symbols));
        }
        let (echoes, diagnostics): (Vec<_>, Vec<_>) = std::mem::take(&mut self.diagnostics)
            .into_iter()
            .partition(|found| self.is_echo(found));
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
            wordings,
            rules,
            scenarios,
            ..Package::default()
        };
        for (role, entity) in entities {
            match role {
                _ if entity.is_abstract => package.patterns.push(entity),
                EntityRole::Card => package.cards.push(entity),
                EntityRole::Deck => package.decks.push(entity),
                EntityRole::Format => package.formats.push(entity),
                EntityRole::Record => package.records.push(entity),
            }
        }
        Lowered {
            library: Library { packages: vec![package] },
            symbols: self.symbols,
            places,
            diagnostics,
            echoes: echoes.into_iter().map(|found| found.primary).collect(),
            mentions,
        }
    }

    /// True for a name that is missing only because its declaration is wrong.
    fn is_echo(&self, found: &Diagnostic) -> bool {
        let file = self.input.files.iter().find(|file| file.file == found.primary.file);
        let written = file.map_or("", |file| file.source.slice(found.primary.span));
        // In the hole of a message the place is the whole hole; the message has the name.
        let named = found.message.split('`').nth(1).unwrap_or_default();
        let broken = &self.symbols.broken;
        found.code.starts_with("E01") && (broken.contains(written) || broken.contains(named))
    }

    fn take<T>(&mut self, lowered: Vec<LoweredUnit<T>>) -> Vec<T> {
        let mut taken = Vec::with_capacity(lowered.len());
        for LoweredUnit { declared, diagnostics, mentions } in lowered {
            taken.extend(declared);
            self.diagnostics.extend(diagnostics);
            self.mentions.extend(mentions);
        }
        taken
    }

    /// A test may continue another, but in the end there must be a first one.
    fn check_continuations(&mut self, scenarios: &[Scenario]) {
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
    fn finish(&mut self, mut entities: Vec<LoweredEntity>) -> (Vec<(EntityRole, Entity)>, Places) {
        self.diagnostics.extend(inherit_all(&mut entities, &self.input.below));
        let mut places = Places::default();
        let mut finished = Vec::with_capacity(entities.len());
        for LoweredEntity { mut entity, role, mut contents, head, whole, .. } in entities {
            self.complete_fields(&entity, &mut contents, head);
            let items = std::mem::take(&mut contents.places);
            let statements = std::mem::take(&mut contents.statements);
            places.insert(role, &entity.id, (head, whole), items, statements);
            complete(&mut entity, contents);
            finished.push((role, entity));
        }
        (finished, places)
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
) -> Vec<LoweredUnit<T>> {
    units
        .par_iter()
        .map(|unit| {
            let mut lowerer = Lowerer::new(context, unit, Scope::card());
            let declared = lower(&mut lowerer, unit);
            let Lowerer { diagnostics, mentions, .. } = lowerer;
            LoweredUnit { declared, diagnostics, mentions }
        })
        .collect()
}
