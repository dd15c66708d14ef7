//! Compares what a game reads by name with the kinds and the game that the rules declare.

use std::collections::BTreeSet;

use cardwright_model::{ClauseDecl, FieldType, Game, Param, Type, Value, WordType};
use cardwright_vocabulary::{Fact, Holder, Holds, Otherwise};

use super::collect::Collector;
use super::package::Unit;
use crate::diag::{Diagnostic, Location, declarations, suggest};
use crate::symbols::KindSymbol;
use crate::ty::EntityRole;

/// What is wrong with a fact of a kind.
enum Wrong {
    /// There is no such field, parameter or clause.
    Missing,
    /// There is none, but one with almost that name.
    Misspelt(String),
    /// It has another type.
    Other(String),
    /// It may be left out, but the game always reads it.
    Optional,
}

impl<'a> Collector<'a> {
    /// Reports what the engine reads and the declared kinds do not have. A kind that is not
    /// declared is not missed, nor is a field that cards may do without: a game may have no
    /// Dragon Scrolls, and monsters without immunity.
    pub(super) fn require_facts(&mut self, games: &[Unit<'a>]) {
        let Some(game) = self.symbols.game.clone() else { return };
        let engine = game.0.engine.as_str();
        let Some(vocabulary) = self.input.games.vocabulary(engine) else { return };
        // Rules without a format are not played yet, so their numbers are not missed.
        let is_played = self.symbols.kinds_of_role(EntityRole::Format).next().is_some();
        if let (Some(game), Some(unit)) = (&self.game, games.first()) {
            let span =
                unit.declaration.id.as_ref().map_or(unit.declaration.kind.span, |id| id.span);
            let at = Location::new(unit.file, span);
            let settings = vocabulary.facts.iter().filter(|fact| fact.kinds.is_empty());
            let settings = settings.filter(|_| !self.symbols.lacks_a_setting);
            let found: Vec<_> =
                settings.filter_map(|fact| setting(game, fact, at, is_played)).collect();
            self.diagnostics.extend(found);
        }
        let read: BTreeSet<&str> = vocabulary.facts.iter().map(|fact| fact.name).collect();
        for kind in &self.kinds {
            let Some(symbol) = self.symbols.kind(&kind.id) else { continue };
            let lineage = self.symbols.lineage(&kind.id).map(|symbol| symbol.kind.id.as_str());
            let lineage: Vec<&str> = lineage.collect();
            for fact in vocabulary.facts {
                let is_new = symbol.places.contains_key(outermost(fact));
                // What a kind takes over from its parent was compared there.
                let is_inherited = lineage.iter().skip(1).any(|id| fact.kinds.contains(id));
                let is_own = lineage.first().is_some_and(|id| fact.kinds.contains(id));
                if !(is_own || is_inherited) || is_inherited && !is_new {
                    continue;
                }
                let role_of = |id: &str| self.symbols.role_of(id);
                let Some(wrong) = compare(symbol, fact, &read, &role_of) else { continue };
                let names = [outermost(fact), fact.name];
                if names.iter().any(|name| symbol.gaps.may_hold(name)) {
                    continue;
                }
                let at = symbol.places.get(outermost(fact)).copied().unwrap_or(symbol.location);
                let what = described(fact);
                self.diagnostics.push(match wrong {
                    Wrong::Missing => declarations::engine_needs_fact(
                        at,
                        engine,
                        &kind.id,
                        &what,
                        &declaration(fact),
                        fact.doc,
                    ),
                    Wrong::Misspelt(found) => {
                        let at = symbol.places.get(&found).copied().unwrap_or(at);
                        declarations::fact_misspelt(at, engine, &what, &found)
                    }
                    Wrong::Other(found) => {
                        let wanted = type_of(fact);
                        declarations::fact_has_other_type(at, engine, &what, &wanted, &found)
                    }
                    Wrong::Optional => declarations::fact_may_be_missing(at, engine, &what),
                });
            }
        }
    }
}

/// The name that stands in the kind itself.
fn outermost(fact: &Fact) -> &'static str {
    fact.within.first().copied().unwrap_or(fact.name)
}

/// The fact as designers would point at it: `room check required`.
fn described(fact: &Fact) -> String {
    let mut words = fact.within.to_vec();
    words.push(fact.name);
    words.join(" ")
}

/// The line that declares the fact.
fn declaration(fact: &Fact) -> String {
    match fact.holds {
        Holds::Clause => format!("clause {}: …", fact.name),
        Holds::Value(_) => format!("field {}: {}", fact.name, type_of(fact)),
    }
}

/// The fact's type as the language writes it.
fn type_of(fact: &Fact) -> String {
    let Holds::Value(ty) = fact.holds else { return "clause".to_owned() };
    match ty {
        WordType::Int => "int".to_owned(),
        WordType::Bool => "flag".to_owned(),
        WordType::Enum(id) => id.to_owned(),
        WordType::EnumSet(ids) => format!("list of {}", ids.join(" or ")),
        WordType::Pool => "pool".to_owned(),
        WordType::Text => "text".to_owned(),
        WordType::Range => "range".to_owned(),
        WordType::Numbers => "list of int".to_owned(),
        WordType::CardNames => "list of …".to_owned(),
        WordType::CardName => "a kind of card".to_owned(),
        WordType::Die => "die".to_owned(),
        other => Type::from(other).describe(),
    }
}

fn compare(
    symbol: &KindSymbol,
    fact: &Fact,
    read: &BTreeSet<&str>,
    role_of: &dyn Fn(&str) -> EntityRole,
) -> Option<Wrong> {
    let mut clauses: &[ClauseDecl] = &symbol.kind.clauses;
    let mut fields = &symbol.kind.fields;
    let mut params: &[Param] = &[];
    for name in fact.within {
        // Whether the clause itself is there is a fact of its own.
        let inner = clauses.iter().find(|clause| clause.name == *name)?;
        (clauses, fields, params) = (&inner.clauses, &inner.fields, &inner.params);
    }
    let names = clauses.iter().map(|clause| &clause.name);
    let names = names.chain(fields.iter().map(|field| &field.name));
    let names = names.chain(params.iter().map(|param| &param.name)).map(String::as_str);
    let Some(found) = names.clone().find(|name| *name == fact.name) else {
        if fact.otherwise == Otherwise::Never {
            return Some(Wrong::Missing);
        }
        let unread = names.filter(|name| !read.contains(name));
        return suggest(fact.name, unread).map(|near| Wrong::Misspelt(near.to_owned()));
    };
    let Holds::Value(wanted) = fact.holds else {
        let is_clause = clauses.iter().any(|clause| clause.name == found);
        return (!is_clause).then(|| Wrong::Other("field".to_owned()));
    };
    let field = fields.iter().find(|field| field.name == fact.name);
    let param = params.iter().find(|param| param.name == fact.name);
    let found: &FieldType = match (field, param) {
        (Some(field), _) => {
            let is_open = field.optional && field.default.is_none();
            if is_open && fact.otherwise == Otherwise::Never {
                return Some(Wrong::Optional);
            }
            &field.field_type
        }
        (None, Some(param)) => &param.field_type,
        (None, None) => return Some(Wrong::Other("clause".to_owned())),
    };
    let ty = Type::of_field(found, role_of);
    (!ty.fits(&Type::from(wanted)))
        .then(|| Wrong::Other(cardwright_model::words::type_words(found)))
}

/// What is wrong with a setting of the game.
fn setting(game: &Game, fact: &Fact, at: Location, is_played: bool) -> Option<Diagnostic> {
    let engine = game.engine.as_str();
    let wanted = type_of(fact);
    match (game.held(fact.name), fact.holds) {
        (None, _) if is_played && fact.otherwise == Otherwise::Never => {
            let example = format!("{}: …", fact.name);
            Some(declarations::engine_needs_fact(at, engine, "game", fact.name, &example, fact.doc))
        }
        (Some(Value::Int(_)), Holds::Value(WordType::Int))
        | (Some(Value::Bool(_)), Holds::Value(WordType::Bool))
        | (Some(Value::Text(_) | Value::Ref { .. }), Holds::Value(WordType::Text))
        | (Some(Value::Ref { .. }), Holds::Value(WordType::Die))
        | (None, _) => None,
        (Some(found), _) => {
            let found = cardwright_model::words::value(found);
            Some(declarations::fact_has_other_type(at, engine, fact.name, &wanted, &found))
        }
    }
}
