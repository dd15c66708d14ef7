//! The rules of a rulebook: which there are, which of them a test proves, and to which the texts
//! of the book refer.

use std::collections::BTreeMap;
use std::sync::Arc;

use cardwright_dsl::ast::{self, Entry, ExprKind, Span, Str};
use cardwright_model::rulebook::{EXPLAINS, Piece, RULE, reference};

use super::Lowerer;
use super::collect::Collector;
use super::kind::clauses;
use super::package::Unit;
use super::value::integer;
use crate::diag::{Diagnostic, Location, lints, names, types};
use crate::mentions::Meaning;
use crate::symbols::{EntitySymbol, RuleSymbol};
use crate::ty::{EntityRole, Ty};

impl EntitySymbol {
    /// Notes the rules that a chapter declares. A number that it has twice is reported.
    pub(super) fn collect_rules(&mut self, unit: &Unit<'_>) -> Vec<Diagnostic> {
        let mut twice = Vec::new();
        self.lacks_rules |= unit.is_unreadable() || unit.declaration.parent.is_some();
        let declared = clauses(unit.declaration.body.as_ref());
        for clause in declared.filter(|clause| clause.name.text == RULE) {
            let Some((number, span)) =
                clause.args.first().and_then(|first| Some((integer(first)?, first.span)))
            else {
                self.lacks_rules = true;
                continue;
            };
            let location = Location::new(unit.file, span);
            if let Some(first) = self.rules.get(&number) {
                let number = number.to_string();
                twice.push(names::duplicate(location, RULE, &number, first.location));
                continue;
            }
            let explains = clause.block.iter().flat_map(|block| &block.entries).any(is_explains);
            self.rules.insert(number, RuleSymbol { location, explains });
        }
        twice
    }
}

impl<'a> Collector<'a> {
    /// Where an amendment writes rules of a chapter, they take the place of those that it had.
    pub(super) fn collect_amended_rules(&mut self, amendments: &[Unit<'a>]) {
        for unit in amendments {
            let Some(id) = &unit.declaration.id else { continue };
            let is_chapter = |symbol: &&mut Arc<EntitySymbol>| {
                let kind = self.symbols.frame.kind(&symbol.kind);
                kind.is_some_and(|kind| kind.kind.rule_clause().is_some())
            };
            let records = self.symbols.entities.get_mut(&EntityRole::Record);
            let chapter = records.and_then(|records| records.get_mut(&id.text));
            let Some(chapter) = chapter.filter(is_chapter) else { continue };
            let mut said = EntitySymbol { rules: BTreeMap::new(), ..(**chapter).clone() };
            self.diagnostics.extend(said.collect_rules(unit));
            if !said.rules.is_empty() || said.lacks_rules {
                *chapter = Arc::new(said);
            }
        }
    }
}

impl Lowerer<'_> {
    /// `proves: fights.4, fights.7`: the rules, as the model names them.
    pub(super) fn proved(&mut self, clause: &ast::Clause) -> Vec<String> {
        let Some(values) = &clause.values else {
            self.report(types::no_value(self.at(clause.span), &clause.name.text, &Ty::Name));
            return Vec::new();
        };
        let mut proved: Vec<(String, Location)> = Vec::new();
        for value in values {
            let Some(rule) = self.proved_rule(value) else { continue };
            let location = self.at(value.span);
            match proved.iter().find(|(known, _)| *known == rule) {
                Some((_, first)) => self.report(lints::proved_twice(location, &rule, *first)),
                None => proved.push((rule, location)),
            }
        }
        proved.into_iter().map(|(rule, _)| rule).collect()
    }

    fn proved_rule(&mut self, value: &ast::Expr) -> Option<String> {
        let written = self.source.slice(value.span);
        let location = self.at(value.span);
        let (chapter, number) = match &value.kind {
            ExprKind::Bad => return None,
            ExprKind::Member { of, name } => match &of.kind {
                ExprKind::Name(chapter) => (chapter.as_str(), Some((name, of.span))),
                _ => (written, None),
            },
            ExprKind::Name(chapter) => (chapter.as_str(), None),
            _ => (written, None),
        };
        let Some((name, of)) = number else {
            let numbers = self.rules_of_chapter(location, chapter, written)?;
            self.report(names::rule_without_number(location, chapter, &numbers));
            return None;
        };
        let (number, rule) = self.rule_named((chapter, of), (&name.text, name.span), written)?;
        let rule_name = format!("{chapter}.{number}");
        if rule.explains {
            self.report(lints::proves_explanation(location, &rule_name, rule.location));
        }
        Some(rule_name)
    }

    /// The numbers of a chapter's rules. What is no chapter is reported; of a chapter whose rules
    /// are not all known nothing is said.
    fn rules_of_chapter(&mut self, at: Location, chapter: &str, written: &str) -> Option<Vec<i64>> {
        let known = self.symbols.entity(EntityRole::Record, chapter);
        if known.is_some_and(|symbol| symbol.is_lost || symbol.lacks_rules) {
            self.symbols.meet_lost();
            return None;
        }
        if let Some(symbol) = known.filter(|symbol| !symbol.rules.is_empty()) {
            return Some(symbol.rules.keys().copied().collect());
        }
        let all = self.symbols.entities(EntityRole::Record);
        let all = all.flat_map(|(id, symbol)| symbol.rules.keys().map(move |n| (id, n)));
        let all: Vec<String> = all.map(|(id, number)| format!("{id}.{number}")).collect();
        self.report(names::unknown_rule(at, written, &all));
        None
    }

    /// The rule of a chapter with that number; `written` is both as they stand in the text.
    fn rule_named(
        &mut self,
        (chapter, of): (&str, Span),
        (number, span): (&str, Span),
        written: &str,
    ) -> Option<(i64, RuleSymbol)> {
        let numbers = self.rules_of_chapter(self.at(of.to(span)), chapter, written)?;
        self.mention(of, || Meaning::entity(EntityRole::Record, chapter));
        let symbol = self.symbols.entity(EntityRole::Record, chapter)?;
        let rule =
            number.parse().ok().and_then(|wanted: i64| Some((wanted, *symbol.rules.get(&wanted)?)));
        let Some((found, rule)) = rule else {
            let place = Some(symbol.location);
            let location = self.at(span);
            let message = names::unknown_number_of_rule(location, chapter, number, &numbers, place);
            self.report(message);
            return None;
        };
        let (chapter, number) = (chapter.to_owned(), found.to_string());
        self.mention(span, || Meaning::BookRule { chapter, number });
        Some((found, rule))
    }

    /// True inside a chapter of a rulebook, whose texts may refer to rules.
    pub(super) fn is_in_chapter(&self) -> bool {
        let is_chapter = |kind: &String| {
            let kind = self.symbols.kind(kind);
            kind.is_some_and(|kind| kind.kind.rule_clause().is_some())
        };
        self.scope.hosts.iter().any(is_chapter)
    }

    /// Looks up what a text of a chapter refers to: `{fights.4}` or `{fights}`. Returns `false` if
    /// the hole is neither.
    pub(super) fn refers(&mut self, text: &Str, hole: &str) -> bool {
        let Some(Piece::Reference { chapter, rule }) = reference(hole) else { return false };
        let is_record = self.symbols.entity(EntityRole::Record, chapter).is_some();
        if rule.is_none() && !is_record {
            return false;
        }
        let brace = format!("{{{hole}}}");
        let raw = self.source.slice(text.span);
        let places: Vec<u32> = raw
            .match_indices(&brace)
            .filter_map(|(at, _)| u32::try_from(at + 1).ok())
            .map(|at| text.span.start + at)
            .collect();
        for start in places {
            let end = start + chapter.len() as u32;
            let of = Span { start, end };
            match hole.split_once('.') {
                Some((_, number)) => {
                    let span = Span { start: end + 1, end: end + 1 + number.len() as u32 };
                    self.rule_named((chapter, of), (number, span), hole);
                }
                None if self.rules_of_chapter(self.at(of), chapter, hole).is_some() => {
                    self.mention(of, || Meaning::entity(EntityRole::Record, chapter));
                }
                None => {}
            }
        }
        true
    }
}

/// `explains`, or `explains: yes`.
fn is_explains(entry: &Entry) -> bool {
    let Entry::Clause(clause) = entry else { return false };
    let is_yes = match clause.values.as_deref() {
        None => true,
        Some([ast::Expr { kind: ExprKind::Name(word), .. }]) => word == "yes",
        _ => false,
    };
    clause.name.text == EXPLAINS && is_yes
}
