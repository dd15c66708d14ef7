//! Questions of legality rules about the keywords of cards and of their blocks: what a line
//! such as `attack 2 "Smite": wave 1, fire` carries, by keyword or by group.

use std::borrow::Cow;
use std::collections::BTreeMap;

use cardwright_model::{Arg, Clause, KeywordUse, Statement, Value, walk};

use super::expression::{Scope, argument, word_of};
use super::value::Val;
use crate::view::Name;

impl<'a> Scope<'a, '_> {
    pub(super) fn about_keywords(&mut self, name: &str, args: &'a [Arg]) -> Val<'a> {
        let word = |parameter: &str| argument(args, parameter).and_then(word_of);
        let carries = |scope: &Self, uses: &[KeywordUse], wanted: &str| {
            uses.iter().any(|used| scope.is_meant(used, wanted))
        };
        match name {
            "has-any" => {
                let uses = &self.card(args).entity.keywords;
                Val::Bool(carries(self, uses, word("group").unwrap_or("")))
            }
            "clause-with" => Val::Int(self.fitting(args).len() as i64),
            "clause-labels" => {
                let labels = self.fitting(args).into_iter().filter_map(|clause| {
                    clause.label.as_deref().map(|label| (label, Val::Text(Cow::Borrowed(label))))
                });
                let labels: BTreeMap<&str, Val<'a>> = labels.collect();
                Val::Set(labels.into_values().collect())
            }
            "clause-calls" => {
                let verb = word("verb").unwrap_or("");
                let calling = self.fitting(args);
                let calling = calling.iter().filter(|clause| calls(&clause.effects, verb));
                Val::Int(calling.count() as i64)
            }
            "clause-only" => {
                let group = word("group").unwrap_or("");
                let clauses: Vec<_> = self.clauses(args).collect();
                let is_only = |clause: &&Clause| {
                    clause.keywords.iter().all(|used| self.is_meant(used, group))
                };
                Val::Bool(clauses.iter().all(is_only))
            }
            "clause-bonuses" => {
                let bonuses = self.fitting(args).into_iter().flat_map(|clause| &clause.bonuses);
                let names = bonuses.map(|bonus| (bonus.to.as_str(), &bonus.to));
                let names: BTreeMap<&str, &'a String> = names.collect();
                let name = |to: &'a String| Val::Name { id: to, domain: None };
                Val::Set(names.into_values().map(name).collect())
            }
            "squares-most" | "squares-least" => {
                let (part, square) = (word("part").unwrap_or(""), word("square").unwrap_or(""));
                let counts = self.clauses(args).map(|clause| squares(clause, part, square));
                let found = if name == "squares-most" { counts.max() } else { counts.min() };
                Val::Int(found.unwrap_or(0))
            }
            "clause-most" => {
                let group = word("group").unwrap_or("");
                let clauses: Vec<_> = self.clauses(args).collect();
                let counts = clauses.iter().map(|clause| {
                    clause.keywords.iter().filter(|used| self.is_meant(used, group)).count()
                });
                Val::Int(counts.max().unwrap_or(0) as i64)
            }
            _ => {
                let repeats = |uses: &[KeywordUse]| {
                    uses.iter().enumerate().any(|(place, used)| {
                        uses[..place].iter().any(|other| other.keyword == used.keyword)
                    })
                };
                Val::Bool(self.clauses(args).any(|clause| repeats(&clause.keywords)))
            }
        }
    }

    /// The blocks that have the keywords and the value asked for.
    pub(super) fn fitting(&mut self, args: &'a [Arg]) -> Vec<&'a Clause> {
        let word = |parameter: &str| argument(args, parameter).and_then(word_of);
        let clauses: Vec<&'a Clause> = self.clauses(args).collect();
        let carries = |clause: &Clause, wanted: Option<&str>| {
            wanted.map(|wanted| clause.keywords.iter().any(|used| self.is_meant(used, wanted)))
        };
        let fits = |clause: &&'a Clause| {
            let wanted =
                ["keyword", "and", "with"].map(|parameter| carries(clause, word(parameter)));
            let has_value = word("value").is_none_or(|value| {
                clause.args.values().any(|given| given.as_ref_id() == Some(value))
            });
            wanted.iter().all(|carried| *carried != Some(false))
                && carries(clause, word("without")) != Some(true)
                && has_value
        };
        clauses.into_iter().filter(fits).collect()
    }

    /// Whether a keyword has that name or belongs to that group.
    fn is_meant(&self, used: &KeywordUse, wanted: &str) -> bool {
        self.index.see(&Name::Keyword(&used.keyword));
        used.keyword == wanted
            || self
                .index
                .library
                .keywords()
                .any(|known| known.id == used.keyword && known.category.as_deref() == Some(wanted))
    }
}

/// Whether a verb is called somewhere in statements.
fn calls(statements: &[Statement], wanted: &str) -> bool {
    walk::any(
        statements,
        &mut |statement| matches!(statement, Statement::Call { verb, .. } if verb == wanted),
    )
}

/// How many squares and edges of a kind a map of a block has.
fn squares(clause: &Clause, field: &str, kind: &str) -> i64 {
    let Some(map) = clause.fields.get(field).and_then(Value::as_map) else { return 0 };
    let is_kind = |values: &[String]| values.iter().any(|value| value == kind);
    let squares = map.squares().filter(|(_, _, values)| is_kind(values)).count();
    let edges = map.edges().iter().filter(|edge| is_kind(edge.values)).count();
    (squares + edges) as i64
}
