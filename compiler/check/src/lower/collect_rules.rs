//! Collects what rules files declare: the game, enums, dice, keywords.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use cardwright_dsl::ast;
use cardwright_model::{Game, Value};

use super::collect::Collector;
use super::package::Unit;
use crate::diag::{Location, declarations, lints, names, project, suggest, tabletop};
use crate::symbols::EnumSymbol;
use crate::words::Words;

impl<'a> Collector<'a> {
    /// Reports settings of a game that neither its engine nor its content reads.
    fn check_settings(&mut self, unit: &Unit<'a>, game: &Game) {
        let Some(known) = self.input.games.find(&game.engine) else { return };
        let facts = known.vocabulary.facts.iter().filter(|fact| fact.kinds.is_empty());
        let read = facts.map(|fact| fact.name);
        let asked = self.input.items().flat_map(|(_, placed)| asked_settings(&placed.item.text));
        let legal: BTreeSet<&str> = read.chain(asked).collect();
        for entry in unit.declaration.body.iter().flat_map(|body| &body.entries) {
            let ast::Entry::Clause(clause) = entry else { continue };
            let name = clause.name.text.as_str();
            if game.settings.contains_key(name) && !legal.contains(name) {
                let location = Location::new(unit.file, clause.name.span);
                let legal = legal.iter().copied();
                self.diagnostics.push(names::unknown_setting(location, name, legal));
            }
        }
    }

    pub(super) fn collect_game(&mut self, games: &[Unit<'a>]) {
        for unit in games {
            let Some(id) = &unit.declaration.id else { continue };
            let location = Location::new(unit.file, id.span);
            if let Some(known) = &self.symbols.game {
                self.diagnostics.push(declarations::second_game(location, &known.0.id, known.1));
                continue;
            }
            if let Some(game) = self.with(unit, |lowerer| lowerer.game(unit.declaration)) {
                self.check_settings(unit, &game);
                if game.id != self.input.manifest.package.game {
                    let wanted = &self.input.manifest.package.game;
                    let manifest = self.input.manifest_location;
                    self.diagnostics
                        .push(project::other_game(location, &game.id, wanted, manifest));
                }
                let entries = unit.declaration.body.iter().flat_map(|body| &body.entries);
                self.symbols.lacks_a_setting = entries.into_iter().any(|entry| match entry {
                    ast::Entry::Bad(_) => true,
                    ast::Entry::Clause(clause) => {
                        let name = clause.name.text.as_str();
                        name != "engine" && name != "version" && !game.settings.contains_key(name)
                    }
                    _ => false,
                });
                self.symbols.game = Some(Arc::new((game.clone(), location)));
                self.game = Some(game);
            }
        }
        match &self.symbols.game {
            Some(game) => {
                self.game_words = match game.0.has_engine() {
                    true => self.input.games.vocabulary(&game.0.engine).map(Words::of_game),
                    // Those of the packages below; the package's own join them.
                    false => Some(Words::of_packages(&self.symbols)),
                };
            }
            None if self.has_bad_items() => {}
            None => {
                let game = &self.input.manifest.package.game;
                let location = self.input.manifest_location;
                let shipped = self.input.games.names();
                self.diagnostics.push(project::game_not_declared(location, game, shipped));
            }
        }
    }

    /// `gmae crawler { … }` is why there is no game.
    pub(super) fn suggest_game(&mut self, entities: &[Unit<'a>]) {
        for unit in entities {
            let kind = &unit.declaration.kind;
            if suggest(&kind.text, ["game"]).is_some() {
                let location = Location::new(unit.file, kind.span);
                self.diagnostics.retain(|found| found.code != "E0611");
                self.diagnostics.push(names::unknown_kind(
                    location,
                    &kind.text,
                    ["game"],
                    &["game"],
                ));
            }
        }
    }

    pub(super) fn collect_enums(&mut self, enums: &[Unit<'a>]) {
        for unit in enums {
            let lowered = self.with(unit, |lowerer| lowerer.enumeration(unit.declaration));
            let (Some((mut declared, places)), Some(id)) = (lowered, &unit.declaration.id) else {
                continue;
            };
            let location = Location::new(unit.file, id.span);
            let in_this_package = self.enums.iter().any(|known| known.id == declared.id);
            if let (true, Some(known)) = (in_this_package, self.symbols.enums.get_mut(&declared.id))
            {
                self.diagnostics.push(names::duplicate(
                    location,
                    "enum",
                    &declared.id,
                    known.location,
                ));
                // The values of the second are not among those of the first.
                Arc::make_mut(known).is_lost = true;
                continue;
            }
            let known = self.symbols.enums.entry(declared.id.clone()).or_insert_with(|| {
                Arc::new(EnumSymbol {
                    location,
                    values: BTreeMap::new(),
                    is_lost: false,
                    marks: BTreeMap::new(),
                })
            });
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
            for value in &declared.values {
                let mark = value.properties.get("mark").and_then(Value::as_text);
                let mut letters = mark.unwrap_or_default().chars();
                let (Some(mark), None) = (letters.next(), letters.next()) else { continue };
                let taken = known.marks.get(&mark).filter(|first| **first != value.id);
                if let Some((first, at)) = taken.and_then(|first| known.values.get_key_value(first))
                {
                    let place = places[&value.id];
                    self.diagnostics.push(tabletop::mark_taken(place, mark, first, *at));
                } else {
                    known.marks.insert(mark, value.id.clone());
                }
            }
            self.enums.push(declared);
        }
    }

    /// The engine relies on some enums; the package that declares the game must have them.
    pub(super) fn require_enums(&mut self, games: &[Unit<'a>]) {
        let (Some(game), Some(unit)) = (&self.game, games.first()) else { return };
        let Some(vocabulary) = self.input.games.vocabulary(&game.engine) else { return };
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

    pub(super) fn collect_dice(&mut self, units: &[Unit<'a>]) {
        for unit in units {
            let Some(symbol) = self.with(unit, |lowerer| lowerer.die(unit.declaration)) else {
                continue;
            };
            self.symbols.lacks_a_die |= unit.is_unreadable();
            let body = unit.declaration.body.as_ref();
            if symbol.die.faces.is_empty() && body.is_some_and(|body| body.may_hold("faces")) {
                self.symbols.lacks_a_die = true;
                continue;
            }
            let known = [symbol.die.id.as_str(), symbol.die.code.as_str()]
                .into_iter()
                .find_map(|word| self.symbols.die_of(word).map(|known| (word, known.location)));
            if let Some((word, first)) = known {
                let found = names::duplicate(symbol.location, "die", word, first);
                self.diagnostics.push(found);
                self.symbols.lacks_a_die = true;
                continue;
            }
            self.dice.push(symbol.die.clone());
            self.symbols.dice.insert(symbol.die.id.clone(), Arc::new(symbol));
        }
    }

    pub(super) fn collect_keywords(&mut self, units: &mut Vec<Unit<'a>>) {
        units.retain(|unit| {
            let Some(symbol) = self.with(unit, |lowerer| lowerer.keyword_head(unit.declaration))
            else {
                return false;
            };
            let Some(id) = &unit.declaration.id else { return false };
            if let Some(first) = self.symbols.keywords.get_mut(&id.text) {
                self.diagnostics.push(names::duplicate(
                    symbol.location,
                    "keyword",
                    &id.text,
                    first.location,
                ));
                // Who uses it may mean either.
                let first = Arc::make_mut(first);
                (first.is_lost, first.lacks_params) = (true, true);
                return false;
            }
            self.symbols.keywords.insert(id.text.clone(), Arc::new(symbol));
            true
        });
    }

    /// Groups of the glossary are free words; one that looks like another is misspelt.
    pub(super) fn check_categories(&mut self, units: &[Unit<'a>]) {
        let mut uses: BTreeMap<&str, Vec<Location>> = BTreeMap::new();
        for unit in units {
            if let Some(category) = &unit.declaration.parent {
                uses.entry(&category.text)
                    .or_default()
                    .push(Location::new(unit.file, category.span));
            }
        }
        // Those of the packages below are among them.
        let mut all: BTreeMap<&str, usize> = BTreeMap::new();
        for group in self.symbols.groups() {
            *all.entry(group).or_default() += 1;
        }
        for (word, places) in &uses {
            let usual = all.iter().filter(|(_, count)| **count > 2).map(|(word, _)| *word);
            if all.get(word).is_some_and(|count| *count > places.len()) {
                continue;
            }
            if let ([once], Some(usual)) = (&places[..], suggest(word, usual)) {
                self.diagnostics.push(lints::odd_one_out(*once, word, usual));
            }
        }
    }
}

/// The settings that a text asks for with `setting("…")`.
fn asked_settings(text: &str) -> impl Iterator<Item = &str> {
    text.split("setting(").skip(1).filter_map(|rest| {
        let (name, _) = rest.trim_start().strip_prefix('"')?.split_once('"')?;
        Some(name)
    })
}
