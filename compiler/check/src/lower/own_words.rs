//! Words that a game without an engine declares for its effects: `word sink (ship: card): verb`.
//!
//! They take the place of an engine's vocabulary: effects are checked against them and worded with
//! them, but nothing plays them.

use std::collections::BTreeSet;
use std::sync::Arc;

use cardwright_dsl::ast::{self, Entry, ExprKind};
use cardwright_model::{WordDecl, WordDeclParam, Wording};

use super::collect::Collector;
use super::package::Unit;
use super::{Lowerer, note};
use crate::diag::{Location, declarations, names, suggest, types};
use crate::symbols::WordSymbol;
use crate::ty::Ty;
use crate::words::{Parameter, Signature, Words};

/// What a declared word may be.
pub(crate) const CATEGORIES: &[&str] =
    &["verb", "event", "stat", "mark", "act", "zone", "selection", "query", "window"];

/// The properties of a word.
const PROPERTIES: &[&str] = &["wording", "gives", "of"];

/// Types of parameters and results that are not enums, kinds or families.
const TYPES: &[&str] =
    &["int", "text", "flag", "card", "cards", "zone", "keyword", "pool", "die", "kind"];

/// A word as it was declared.
struct Declared {
    word: WordDecl,
    symbol: WordSymbol,
    wording: Option<(Wording, Location)>,
}

impl<'a> Collector<'a> {
    /// Collects the words of a game without an engine. Of kinds only the names are known yet.
    pub(super) fn collect_words(&mut self, units: &[Unit<'a>], kinds: &[Unit<'a>]) {
        let Some(game) = self.symbols.game.clone() else { return };
        if game.0.has_engine() {
            for unit in units {
                let location = Location::new(unit.file, unit.declaration.kind.span);
                self.diagnostics.push(declarations::word_shape(
                    location,
                    format!("the engine `{}` has its own words", game.0.engine),
                    "declare a `keyword` instead; `word` is for games with `engine: none`",
                ));
            }
            return;
        }
        let mut known: BTreeSet<String> = self.symbols.kinds.keys().cloned().collect();
        known.extend(self.symbols.families().map(str::to_owned));
        for unit in kinds {
            known.extend(unit.declaration.id.as_ref().map(|id| id.text.clone()));
            for clause in super::clauses(unit.declaration.body.as_ref()) {
                if let ("family", Some([ast::Expr { kind: ExprKind::Name(family), .. }])) =
                    (clause.name.text.as_str(), clause.values.as_deref())
                {
                    known.insert(family.clone());
                }
            }
        }
        for unit in units {
            let lowered = self.with(unit, |lowerer| lowerer.own_word(unit.declaration, &known));
            let Some(Declared { word, symbol, wording }) = lowered else { continue };
            if let Some(first) = self.symbols.words.get(&word.id) {
                let found = names::duplicate(symbol.location, "word", &word.id, first.location);
                self.diagnostics.push(found);
                continue;
            }
            self.symbols.words.insert(word.id.clone(), Arc::new(symbol));
            self.words.push(word);
            self.own_wordings.extend(wording);
        }
        self.game_words = Some(Words::of_packages(&self.symbols));
    }

    /// Without an engine nothing plays a test.
    pub(super) fn refuse_tests(&mut self, units: &[Unit<'a>]) {
        let Some(game) = self.symbols.game.clone() else { return };
        if game.0.has_engine() {
            return;
        }
        for unit in units {
            let location = Location::new(unit.file, unit.declaration.kind.span);
            self.diagnostics.push(declarations::test_without_engine(location, &game.0.id));
        }
    }
}

impl Lowerer<'_> {
    fn own_word(
        &mut self,
        declaration: &ast::Declaration,
        kinds: &BTreeSet<String>,
    ) -> Option<Declared> {
        let id = declaration.id.as_ref()?;
        let category = self.category(declaration)?;
        let mut gives = match category.as_str() {
            "stat" | "query" => Some(("int".to_owned(), Ty::Int)),
            "selection" => Some(("cards".to_owned(), Ty::Cards)),
            "zone" => Some(("zone".to_owned(), Ty::Zone)),
            _ => None,
        };
        let mut params = Vec::new();
        let mut word = WordDecl {
            id: id.text.clone(),
            category: category.clone(),
            note: note(&declaration.doc),
            provenance: self.provenance(declaration),
            ..WordDecl::default()
        };
        for param in &declaration.params {
            let ty = self.word_type(&param.ty, kinds)?;
            let type_words = self.source.slice(param.ty.span).to_owned();
            // A query about a card may leave the card out, as those of engines do.
            let is_own = category == "query" && param.name.text == "card" && ty == Ty::Card;
            let optional = param.default.is_some() || is_own;
            let name = param.name.text.clone();
            word.params.push(WordDeclParam { name: name.clone(), type_words, optional });
            params.push(Parameter { name, ty, optional });
        }
        let mut of_game = false;
        let mut wording = None;
        for entry in declaration.body.iter().flat_map(|body| &body.entries) {
            let Entry::Clause(clause) = entry else {
                self.refuse_entry(entry, "a word");
                continue;
            };
            match clause.name.text.as_str() {
                "of" => of_game = self.word_value(clause).as_deref() == Some("game"),
                "gives" => {
                    let values = clause.values.as_deref().unwrap_or_default();
                    if let [ast::Expr { kind: ExprKind::Name(name), span }] = values {
                        let ty = ast::Type {
                            list: false,
                            name: ast::Ident { text: name.clone(), span: *span },
                            of: None,
                            range: None,
                            span: *span,
                        };
                        gives = Some((name.clone(), self.word_type(&ty, kinds)?));
                    }
                }
                "wording" => match clause.values.as_deref() {
                    Some([ast::Expr { kind: ExprKind::Text(text), .. }]) => {
                        let of = format!("{category} {}", id.text);
                        let (text, provenance) = (text.text.clone(), self.provenance(declaration));
                        wording =
                            Some((Wording { of, text, provenance }, self.at(clause.name.span)));
                    }
                    Some([ast::Expr { kind: ExprKind::Bad, .. }]) => {}
                    _ => self.report(types::no_value(self.at(clause.span), "wording", &Ty::Text)),
                },
                other => {
                    let location = self.at(clause.name.span);
                    let legal = PROPERTIES.iter().copied();
                    self.report(names::unknown_field(location, other, "a word", legal, None));
                }
            }
        }
        if category == "stat" && !of_game && params.is_empty() {
            let (name, type_words) = ("card".to_owned(), "card".to_owned());
            word.params.push(WordDeclParam { name: name.clone(), type_words, optional: true });
            params.push(Parameter { name, ty: Ty::Card, optional: true });
        }
        word.gives = gives.as_ref().map(|(words, _)| words.clone());
        let result = gives.map_or(Ty::Nothing, |(_, ty)| ty);
        let signature = Signature { name: id.text.clone(), params, result };
        let symbol = WordSymbol { category, signature, location: self.at(id.span) };
        Some(Declared { word, symbol, wording })
    }

    /// What follows the colon; none if that is wrong, which was reported.
    fn category(&mut self, declaration: &ast::Declaration) -> Option<String> {
        let Some(parent) = &declaration.parent else {
            self.report(declarations::word_shape(
                self.at(declaration.id.as_ref().map_or(declaration.kind.span, |id| id.span)),
                "a word says what it is",
                "write it after a colon: `word draw (count: int): verb`",
            ));
            return None;
        };
        if CATEGORIES.contains(&parent.text.as_str()) {
            return Some(parent.text.clone());
        }
        let found = declarations::unknown_word(
            self.at(parent.span),
            "sort of word",
            &parent.text,
            CATEGORIES,
        );
        self.report(found);
        suggest(&parent.text, CATEGORIES.iter().copied()).map(str::to_owned)
    }

    /// The type of a parameter or of what a word gives.
    fn word_type(&mut self, ty: &ast::Type, kinds: &BTreeSet<String>) -> Option<Ty> {
        let name = ty.name.text.as_str();
        let single = match name {
            "int" => Ty::Int,
            "text" => Ty::Text,
            "flag" => Ty::Bool,
            "card" => Ty::Card,
            "cards" => Ty::Cards,
            "zone" => Ty::Zone,
            "keyword" => Ty::Keyword,
            "pool" => Ty::Pool,
            "die" => Ty::Die,
            "kind" => Ty::Kind,
            _ if self.symbols.enums.contains_key(name) => Ty::Enum(name.to_owned()),
            _ if kinds.contains(name) => Ty::Card,
            _ => {
                let enums = self.symbols.enums.keys().map(String::as_str);
                let legal = TYPES.iter().copied().chain(enums);
                let legal: Vec<&str> = legal.chain(kinds.iter().map(String::as_str)).collect();
                self.report(names::unknown_type(self.at(ty.name.span), name, legal));
                return None;
            }
        };
        Some(match single {
            Ty::Card if ty.list => Ty::Cards,
            Ty::Enum(id) if ty.list => Ty::enum_set([id.as_str()]),
            other => other,
        })
    }
}
