//! The rules of a rulebook: which there are, and which of them a test proves.

use std::collections::BTreeMap;
use std::sync::Arc;

use cardwright_dsl::ast::{self, Entry, ExprKind};
use cardwright_model::rulebook::{EXPLAINS, RULE};

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
        let known = self.symbols.entity(EntityRole::Record, chapter);
        if known.is_some_and(|symbol| symbol.is_lost || symbol.lacks_rules) {
            self.symbols.meet_lost();
            return None;
        }
        let rules = known.map(|symbol| &symbol.rules).filter(|rules| !rules.is_empty());
        let Some(rules) = rules else {
            let all = self.symbols.entities(EntityRole::Record);
            let all = all.flat_map(|(id, symbol)| symbol.rules.keys().map(move |n| (id, n)));
            let all: Vec<String> = all.map(|(id, number)| format!("{id}.{number}")).collect();
            let found = names::unknown_rule(location, written, &all);
            self.report(found);
            return None;
        };
        let numbers: Vec<i64> = rules.keys().copied().collect();
        let Some((name, of)) = number else {
            self.report(names::rule_without_number(location, chapter, &numbers));
            return None;
        };
        self.mention(of, || Meaning::entity(EntityRole::Record, chapter));
        let rule =
            name.text.parse().ok().and_then(|number: i64| Some((number, rules.get(&number)?)));
        let Some((number, rule)) = rule else {
            let place = known.map(|symbol| symbol.location);
            let location = self.at(name.span);
            self.report(names::unknown_number_of_rule(
                location, chapter, &name.text, &numbers, place,
            ));
            return None;
        };
        let rule_name = format!("{chapter}.{number}");
        if rule.explains {
            self.report(lints::proves_explanation(location, &rule_name, rule.location));
        }
        let (chapter, number) = (chapter.to_owned(), number.to_string());
        self.mention(name.span, || Meaning::BookRule { chapter, number });
        Some(rule_name)
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
