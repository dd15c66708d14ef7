//! Collects every name that a package declares, so that declarations can be lowered in any
//! order.

use std::collections::BTreeMap;
use std::sync::Arc;

use cardwright_dsl::ast;
use cardwright_model::files::{LONGEST_NAME, is_reserved};
use cardwright_model::{Die, EnumDecl, Game, Kind, WordDecl, Wording};

use super::amend::ROLES;
use super::package::{Input, Unit};
use super::{Context, Lowerer, Scope};
use crate::diag::{Diagnostic, Location, declarations, names, tabletop, types};
use crate::mentions::{Meaning, Mention};
use crate::source::FileId;
use crate::symbols::{EntitySymbol, Symbols};
use crate::ty::EntityRole;
use crate::view::View;
use crate::words::Words;

/// The words that declare something in every game.
pub(super) const BUILT_IN: &[&str] =
    &["game", "enum", "kind", "die", "keyword", "word", "wordings", "rule", "test", "amend"];

/// Declarations by what they declare, in the order of files and places.
#[derive(Default)]
pub(crate) struct Sorted<'a> {
    pub(crate) games: Vec<Unit<'a>>,
    pub(crate) enums: Vec<Unit<'a>>,
    pub(crate) kinds: Vec<Unit<'a>>,
    pub(crate) dice: Vec<Unit<'a>>,
    pub(crate) keywords: Vec<Unit<'a>>,
    pub(crate) words: Vec<Unit<'a>>,
    pub(crate) wordings: Vec<Unit<'a>>,
    pub(crate) rules: Vec<Unit<'a>>,
    pub(crate) tests: Vec<Unit<'a>>,
    pub(crate) amendments: Vec<Unit<'a>>,
    pub(crate) entities: Vec<Unit<'a>>,
}

/// Names as they are collected, and what the rules files declare.
pub(crate) struct Collector<'a> {
    pub(crate) input: &'a Input<'a>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Where a message replaces what the parser said.
    pub(crate) explained: Vec<Location>,
    pub(crate) mentions: Vec<Mention>,
    /// What the declarations note that were lowered one by one.
    pub(crate) mention_parts: Vec<Arc<Vec<Mention>>>,
    pub(crate) rule_words: Words,
    pub(crate) game_words: Option<Words>,
    pub(crate) symbols: Symbols,
    pub(crate) game: Option<Game>,
    pub(crate) enums: Vec<EnumDecl>,
    pub(crate) kinds: Vec<Kind>,
    pub(crate) dice: Vec<Die>,
    pub(crate) words: Vec<WordDecl>,
    /// What the words of the package are called in texts.
    pub(crate) own_wordings: Vec<(Wording, Location)>,
}

impl<'a> Collector<'a> {
    pub(crate) fn new(input: &'a Input<'a>) -> Collector<'a> {
        let mut symbols = Symbols::default();
        for below in &input.below {
            symbols.absorb(&below.symbols);
        }
        Collector {
            input,
            diagnostics: Vec::new(),
            explained: Vec::new(),
            mentions: Vec::new(),
            mention_parts: Vec::new(),
            rule_words: Words::of_rules(),
            game_words: None,
            symbols,
            game: None,
            enums: Vec::new(),
            kinds: Vec::new(),
            dice: Vec::new(),
            words: Vec::new(),
            own_wordings: Vec::new(),
        }
    }

    /// Sorts the declarations and collects every name.
    pub(crate) fn collect(&mut self) -> Sorted<'a> {
        let mut sorted = self.sort();
        let lost = self.lost(&sorted);
        self.collect_game(&sorted.games);
        if self.symbols.game.is_none() {
            self.suggest_game(&sorted.entities);
            return sorted;
        }
        self.collect_enums(&sorted.enums);
        self.lose(&lost, "enum");
        if !self.has_bad_items() {
            self.require_enums(&sorted.games);
        }
        self.collect_dice(&sorted.dice);
        self.lose(&lost, "die");
        self.collect_words(&sorted.words, &sorted.kinds);
        self.collect_kinds(&mut sorted.kinds, &lost);
        if !self.has_bad_items() {
            self.require_facts(&sorted.games);
        }
        self.collect_entities(&mut sorted.entities);
        self.collect_keywords(&mut sorted.keywords);
        self.lose(&lost, "keyword");
        self.lose_entities(&lost);
        self.collect_amended_rules(&sorted.amendments);
        self.check_categories(&sorted.keywords);
        self.collect_ids(&mut sorted.rules, |symbols| &mut symbols.rules);
        self.collect_ids(&mut sorted.tests, |symbols| &mut symbols.tests);
        self.lose(&lost, "test");
        self.refuse_tests(&sorted.tests);
        sorted
    }

    fn sort(&mut self) -> Sorted<'a> {
        let mut sorted = Sorted::default();
        for (relative, placed) in self.input.items() {
            let file = placed.item.id;
            let mut index = 0;
            for item in &placed.item.tree.items {
                let declarations: &[ast::Declaration] = match item {
                    ast::Item::Declaration(declaration) => std::slice::from_ref(&**declaration),
                    ast::Item::Table(table) => self.rows(file, table),
                    ast::Item::Use { name, .. } => {
                        self.check_use(Location::new(file, name.span), &name.text);
                        continue;
                    }
                    ast::Item::Bad(_) => continue,
                };
                for declaration in declarations {
                    let (source, line) = (&placed.item, placed.line);
                    let unit = Unit { file, source, line, index, relative, declaration };
                    self.sort_one(unit, &mut sorted);
                    index += 1;
                }
            }
        }
        sorted
    }

    fn sort_one(&mut self, unit: Unit<'a>, sorted: &mut Sorted<'a>) {
        let declaration = unit.declaration;
        let list = match declaration.kind.text.as_str() {
            "game" => &mut sorted.games,
            "enum" => &mut sorted.enums,
            "kind" => &mut sorted.kinds,
            "die" => &mut sorted.dice,
            "keyword" => &mut sorted.keywords,
            "word" => &mut sorted.words,
            "wordings" => &mut sorted.wordings,
            "rule" => &mut sorted.rules,
            "test" => &mut sorted.tests,
            "amend" => &mut sorted.amendments,
            _ => &mut sorted.entities,
        };
        self.check_head(&unit);
        // Without its head, nothing in it can be made sense of.
        let is_lost =
            matches!(declaration.kind.text.as_str(), "keyword" | "kind" | "rule" | "word");
        if declaration.bad.is_some() && (is_lost || declaration.id.is_none()) {
            return;
        }
        let may_lack_id = matches!(declaration.kind.text.as_str(), "wordings" | "test");
        if declaration.id.is_none() && !may_lack_id {
            let location = Location::new(unit.file, declaration.kind.span);
            self.diagnostics.push(declarations::missing_id(location, &declaration.kind.text));
            return;
        }
        list.push(unit);
    }

    /// The rows of a table.
    fn rows(&mut self, file: FileId, table: &'a ast::Table) -> &'a [ast::Declaration] {
        if self.input.notes_mentions {
            let location = Location::new(file, table.kind.span);
            self.mentions.push(Mention::new(location, Meaning::Kind(table.kind.text.clone())));
        }
        if table.source.is_some() {
            // Its rows are items of their own.
            return &[];
        }
        let has_id = table.columns.iter().any(|column| column.text == "id");
        if !has_id && !table.rows.is_empty() {
            let location = Location::new(file, table.kind.span);
            self.diagnostics.push(tabletop::table_shape(
                location,
                "the table has no column `id`",
                "add a first column `id`; `name` is for the printed name",
            ));
            return &[];
        }
        if BUILT_IN.contains(&table.kind.text.as_str()) {
            let location = Location::new(file, table.kind.span);
            self.diagnostics.push(tabletop::table_shape(
                location,
                format!("a `{}` cannot be a row of a table", table.kind.text),
                "tables hold cards and other declarations of a declared kind",
            ));
            return &[];
        }
        &table.rows
    }

    /// What the head of a built-in declaration may not have.
    fn check_head(&mut self, unit: &Unit<'a>) {
        let declaration = unit.declaration;
        let kind = declaration.kind.text.as_str();
        if !BUILT_IN.contains(&kind) {
            return;
        }
        let at = |span| Location::new(unit.file, span);
        let may_inherit = kind == "kind";
        let parent = declaration
            .parent
            .as_ref()
            .filter(|_| kind != "keyword" && kind != "word" && !may_inherit)
            .map(|parent| parent.span);
        if let Some(span) = declaration.is_abstract.filter(|_| !may_inherit).or(parent) {
            self.diagnostics.push(declarations::no_inheritance(at(span), kind));
        }
        if let (Some(param), true) =
            (declaration.params.first(), kind != "keyword" && kind != "word")
        {
            self.diagnostics.push(declarations::no_params(at(param.span), kind));
        }
        if let (Some(target), true) = (declaration.targets.first(), kind != "rule") {
            self.diagnostics.push(declarations::no_targets(at(target.span), kind));
        }
    }

    fn check_use(&mut self, location: Location, name: &str) {
        let manifest = self.input.manifest;
        let below = self.input.below.iter().map(|below| below.package().name.as_str());
        let legal: Vec<&str> = [manifest.package.game.as_str(), manifest.package.name.as_str()]
            .into_iter()
            .chain(below)
            .collect();
        if !legal.contains(&name) {
            self.diagnostics.push(names::unknown_use(location, name, legal));
        }
    }

    /// Runs `inner` with a lowerer that sees what has been collected so far.
    pub(super) fn with<T>(
        &mut self,
        unit: &Unit<'a>,
        inner: impl FnOnce(&mut Lowerer<'_>) -> T,
    ) -> T {
        let context = Context {
            symbols: &self.symbols,
            games: self.input.games,
            game_words: self.game_words.as_ref(),
            rule_words: &self.rule_words,
            package: &self.input.manifest.package.name,
            assets: self.input.assets,
            notes_mentions: self.input.notes_mentions,
        };
        let view = View::new(&self.symbols);
        let mut lowerer = Lowerer::new(&context, &view, unit, Scope::card());
        let result = inner(&mut lowerer);
        let Lowerer { diagnostics, mentions, explained, .. } = lowerer;
        self.diagnostics.extend(diagnostics);
        self.explained.extend(explained.into_iter().map(|span| Location::new(unit.file, span)));
        self.mentions.extend(mentions);
        result
    }

    /// True if something could not be parsed; it may have been the game.
    pub(super) fn has_bad_items(&self) -> bool {
        let mut items = self.input.items().flat_map(|(_, placed)| &placed.item.tree.items);
        items.any(|item| matches!(item, ast::Item::Bad(_)))
    }

    fn collect_entities(&mut self, units: &mut Vec<Unit<'a>>) {
        let mut lost = Vec::new();
        // Identifiers in small letters, since some systems do not tell capitals apart.
        let mut files: BTreeMap<String, (String, Location)> = BTreeMap::new();
        for (role, known) in &self.symbols.entities {
            for (id, symbol) in known {
                files.insert(file_key(role.word(), id), (id.clone(), symbol.location));
            }
        }
        units.retain(|unit| {
            let kind = &unit.declaration.kind;
            let Some(id) = &unit.declaration.id else { return false };
            let location = Location::new(unit.file, id.span);
            let symbol = self.symbols.kind(&kind.text);
            if let Some(symbol) = symbol.filter(|symbol| symbol.kind.is_abstract) {
                let place = Location::new(unit.file, kind.span);
                let found = types::abstract_named(place, &kind.text, symbol.location);
                self.diagnostics.push(found);
            }
            let Some(symbol) = symbol else {
                let kinds = self.symbols.kinds.values().map(|symbol| &symbol.kind);
                let kinds = kinds.filter(|kind| !kind.is_abstract).map(|kind| kind.id.as_str());
                let legal = kinds.chain(BUILT_IN.iter().copied());
                let place = Location::new(unit.file, kind.span);
                self.diagnostics.push(names::unknown_kind(place, &kind.text, legal, BUILT_IN));
                return false;
            };
            if symbol.is_lost {
                lost.push((id, location));
                return false;
            }
            let role = symbol.kind.role;
            let is_chapter = symbol.kind.rule_clause().is_some();
            let known = self.symbols.entities.entry(role).or_default();
            if let Some(first) = known.get_mut(&id.text) {
                let is_below = self
                    .input
                    .below
                    .iter()
                    .any(|below| below.symbols.entity(role, &id.text).is_some());
                let found = names::duplicate(location, role.word(), &id.text, first.location);
                self.diagnostics.push(match is_below && role == EntityRole::Card {
                    true => names::may_be_amended(found, &id.text),
                    false => found,
                });
                // Who names it may mean either.
                Arc::make_mut(first).is_lost = true;
                return false;
            }
            if is_reserved(&id.text) {
                self.diagnostics.push(names::reserved_name(location, role.word(), &id.text));
            } else if id.text.len() > LONGEST_NAME {
                self.diagnostics.push(names::long_name(location, role.word(), LONGEST_NAME));
            }
            let own = (id.text.clone(), location);
            let (other, first) = files.entry(file_key(role.word(), &id.text)).or_insert(own);
            if *other != id.text {
                let found = names::only_capitals_differ(location, &id.text, other, *first);
                self.diagnostics.push(found);
            }
            let mut symbol = EntitySymbol {
                kind: kind.text.clone(),
                name: unit.declaration.name.as_ref().map(|name| name.text.clone()),
                is_abstract: unit.declaration.is_abstract.is_some(),
                location,
                is_lost: false,
                rules: BTreeMap::new(),
                lacks_rules: false,
            };
            if is_chapter {
                self.diagnostics.extend(symbol.collect_rules(unit));
            }
            known.insert(id.text.clone(), Arc::new(symbol));
            true
        });
        for (id, location) in lost {
            self.lose_entity(&id.text, location, &ROLES);
        }
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
}

/// What is the same for identifiers whose files could not be told apart.
fn file_key(role: &str, id: &str) -> String {
    format!("{role} {}", id.to_ascii_lowercase())
}
