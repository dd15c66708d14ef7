//! Keywords as rules files declare them: parameters, hosts, wording and effects.

use cardwright_dsl::ast::{self, Entry, ExprKind};
use cardwright_model::Keyword;

use super::holes::hole_names;
use super::kind::clauses;
use super::{Lowerer, Scope, note, title};
use crate::diag::{declarations, lints, names, suggest, types};
use crate::language::{KEYWORD_PROPERTIES, effect_words};
use crate::mentions::Meaning;
use crate::symbols::KeywordSymbol;
use crate::ty::Ty;

/// What several of one keyword on a card do.
const STACKING_WORDS: &[&str] = &["sum", "highest", "once"];

impl Lowerer<'_> {
    /// Parameters, hosts and stacking: what uses of the keyword need to know.
    pub(crate) fn keyword_head(&mut self, declaration: &ast::Declaration) -> Option<KeywordSymbol> {
        let id = declaration.id.as_ref()?;
        let mut symbol = KeywordSymbol {
            category: declaration.parent.as_ref().map(|category| category.text.clone()),
            location: self.at(id.span),
            params: self.params(&declaration.params),
            lacks_params: false,
            is_lost: false,
            hosts: Vec::new(),
            hosts_location: None,
            stacking: "once".into(),
        };
        symbol.lacks_params = symbol.params.len() < declaration.params.len();
        for clause in clauses(declaration.body.as_ref()) {
            match clause.name.text.as_str() {
                "hosts" => {
                    symbol.hosts_location = Some(self.at(clause.span));
                    let values = clause.values.as_deref().unwrap_or_default();
                    let hosts: Vec<_> = values.iter().map(|value| self.host(value)).collect();
                    // With one host misspelt, nothing can be said about who may carry it.
                    symbol.hosts = hosts.into_iter().collect::<Option<_>>().unwrap_or_default();
                }
                "stacking" => {
                    let Some(word) = self.word_value(clause) else { continue };
                    if STACKING_WORDS.contains(&word.as_str()) {
                        symbol.stacking = word;
                    } else {
                        let location = self.value_location(clause);
                        self.report(declarations::unknown_word(
                            location,
                            "stacking",
                            &word,
                            STACKING_WORDS,
                        ));
                    }
                }
                _ => {}
            }
        }
        Some(symbol)
    }

    fn host(&mut self, value: &ast::Expr) -> Option<String> {
        match &value.kind {
            ExprKind::Name(name) if self.symbols.is_kind_or_family(name) => {
                if let Some(meaning) = Meaning::kind_or_family(self.symbols, name) {
                    self.mention(value.span, || meaning);
                }
                Some(name.clone())
            }
            ExprKind::Bad => None,
            // It may be the family of a kind that could not be read.
            _ if self.symbols.lacks_a_kind() => None,
            _ => {
                let written = self.source.slice(value.span);
                let legal = self.symbols.kind_names();
                self.report(names::unknown_kind_or_family(self.at(value.span), written, legal));
                None
            }
        }
    }

    /// Wording and effects of a keyword.
    pub(crate) fn keyword_body(
        &mut self,
        declaration: &ast::Declaration,
        symbol: &KeywordSymbol,
    ) -> Option<Keyword> {
        let id = declaration.id.as_ref()?;
        let mut keyword = Keyword {
            id: id.text.clone(),
            name: declaration
                .name
                .as_ref()
                .map_or_else(|| title(&id.text), |name| name.text.clone()),
            params: symbol.params.clone(),
            category: declaration.parent.as_ref().map(|category| category.text.clone()),
            hosts: symbol.hosts.clone(),
            stacking: symbol.stacking.clone(),
            note: note(&declaration.doc),
            provenance: self.provenance(declaration),
            ..Keyword::default()
        };
        self.scope = Scope { hosts: symbol.hosts.clone(), ..Scope::card() };
        for param in &symbol.params {
            let ty = self.symbols.field_ty(&param.field_type);
            self.bind(&param.name, ty, None);
        }
        let unusable = declaration
            .params
            .iter()
            .filter(|param| !symbol.params.iter().any(|known| known.name == param.name.text));
        for param in unusable {
            self.bind(&param.name.text, Ty::Error, None);
        }
        let mut has_wording = false;
        let mut has_reminder = false;
        let mut has_effects = false;
        for entry in declaration.body.iter().flat_map(|body| &body.entries) {
            match entry {
                Entry::Statement(statement) => {
                    has_effects = true;
                    keyword.body.extend(self.statement(statement));
                }
                Entry::Clause(clause) => match clause.name.text.as_str() {
                    "hosts" | "stacking" => {}
                    "wording" => {
                        has_wording = true;
                        keyword.wording = self.template(clause, symbol).unwrap_or_default();
                    }
                    "reminder" => {
                        has_reminder = true;
                        keyword.reminder = self.template(clause, symbol).unwrap_or_default();
                    }
                    "icon" => keyword.icon = self.word_value(clause),
                    "key" => keyword.key = self.flag(clause),
                    "provisional" => keyword.provisional = self.flag(clause),
                    other => {
                        let meant = suggest(other, KEYWORD_PROPERTIES.iter().copied());
                        has_wording |= meant == Some("wording");
                        has_reminder |= meant == Some("reminder");
                        let legal = KEYWORD_PROPERTIES.iter().copied().chain(effect_words());
                        let location = self.at(clause.name.span);
                        self.report(names::unknown_field(
                            location,
                            other,
                            "a keyword",
                            legal,
                            None,
                        ));
                    }
                },
                Entry::Bad(bad) => {
                    self.unreadable(bad);
                    has_wording |= bad.names("wording");
                    has_reminder |= bad.names("reminder");
                    has_effects = true;
                }
                other => self.refuse_entry(other, "a keyword"),
            }
        }
        for (variable, param) in
            self.scope.variables.iter().zip(&declaration.params).filter(|_| !symbol.lacks_params)
        {
            let in_text = [&keyword.wording, &keyword.reminder]
                .into_iter()
                .any(|text| hole_names(text).contains(&variable.name.as_str()));
            if !variable.used && !in_text && variable.name == param.name.text {
                let found = lints::unused_param(self.at(param.name.span), &variable.name);
                self.diagnostics.push(found);
            }
        }
        let head = self.at(id.span);
        for (part, present) in [("wording", has_wording), ("reminder", has_reminder)] {
            if !present {
                self.report(declarations::keyword_lacks(head, &id.text, part));
            }
        }
        // Without an engine its words are all that a keyword does.
        let is_played = self.symbols.game.as_ref().is_none_or(|game| game.0.has_engine());
        if !has_effects && !keyword.key && is_played {
            self.report(lints::keyword_without_effect(head, &id.text));
        }
        if keyword.key && !keyword.body.is_empty() {
            self.report(lints::key_with_effect(head, &id.text));
        }
        Some(keyword)
    }

    fn flag(&mut self, clause: &ast::Clause) -> bool {
        match clause.values.as_deref() {
            None => true,
            Some([ast::Expr { kind: ExprKind::Bad, .. }]) => false,
            Some([ast::Expr { kind: ExprKind::Name(word), .. }]) if word == "yes" => true,
            Some([ast::Expr { kind: ExprKind::Name(word), .. }]) if word == "no" => false,
            Some(values) => {
                let span = values.first().map_or(clause.span, |value| value.span);
                let written = self.source.slice(span);
                self.report(types::flag_wanted(self.at(span), &clause.name.text, written));
                false
            }
        }
    }

    /// Text with `{param}` holes, each of which must be a parameter. Numbers of the game, such as
    /// `{bond|1 square|{bond} squares}`, are filled in at once.
    fn template(&mut self, clause: &ast::Clause, symbol: &KeywordSymbol) -> Option<String> {
        let text = match clause.values.as_deref() {
            Some([ast::Expr { kind: ExprKind::Text(text), .. }]) => text,
            Some([ast::Expr { kind: ExprKind::Bad, .. }]) => return None,
            _ => {
                self.report(types::no_value(self.at(clause.span), &clause.name.text, &Ty::Text));
                return None;
            }
        };
        let is_param = |name: &str| symbol.params.iter().any(|param| param.name == name);
        let filled = self.with_numbers(&text.text, is_param);
        for hole in hole_names(&filled) {
            if !symbol.lacks_params && !symbol.params.iter().any(|param| param.name == hole) {
                let legal = symbol.params.iter().map(|param| param.name.as_str());
                self.report(names::unknown_hole(self.at(text.span), hole, legal));
            }
        }
        Some(filled)
    }
}
