//! The numbered rules of a rulebook, and how tests name them: `fights.4`.
//!
//! A chapter is a record whose kind declares a clause `rule` with a number; nothing else about it
//! is fixed, so each game lays out its book as it likes.

use crate::entity::{Clause, Entity};
use crate::package::Library;
use crate::rules::{ClauseDecl, FieldType, Kind, Role};
use crate::value::Value;

/// The clause that holds a rule.
pub const RULE: &str = "rule";

/// The flag of a rule that only tells something, so that no test can prove it.
pub const EXPLAINS: &str = "explains";

/// A rule of a rulebook.
#[derive(Debug, Clone, Copy)]
pub struct BookRule<'l> {
    /// The chapter it stands in.
    pub chapter: &'l Entity,
    /// Its number in the chapter.
    pub number: i64,
    /// Its title and text.
    pub clause: &'l Clause,
}

impl BookRule<'_> {
    /// How a test names it: `fights.4`.
    pub fn name(&self) -> String {
        format!("{}.{}", self.chapter.id, self.number)
    }

    /// Its title.
    pub fn title(&self) -> &str {
        self.clause.label.as_deref().unwrap_or_default()
    }

    /// True if it only tells something: no test can prove it, and none is missing.
    pub fn explains(&self) -> bool {
        self.clause.fields.get(EXPLAINS) == Some(&Value::Bool(true))
    }
}

impl Kind {
    /// The clause that holds the rules, if such a record is a chapter of a rulebook.
    pub fn rule_clause(&self) -> Option<&ClauseDecl> {
        let is_numbered = |clause: &&ClauseDecl| {
            let first = clause.params.first().map(|param| &param.field_type);
            clause.name == RULE && matches!(first, Some(FieldType::Int { .. }))
        };
        self.clauses.iter().find(is_numbered).filter(|_| self.role == Role::Record)
    }
}

impl Library {
    /// All rules of the rulebooks, in the order of the chapters.
    pub fn book_rules(&self) -> impl Iterator<Item = BookRule<'_>> {
        self.packages.iter().flat_map(|package| &package.records).flat_map(|it| self.rules_of(it))
    }

    /// The rules that the last package writes: those of its chapters, and those of a chapter whose
    /// rules it amends.
    pub fn own_book_rules(&self) -> impl Iterator<Item = BookRule<'_>> {
        let own = self.packages.last().into_iter().flat_map(|package| &package.records);
        let writes = |chapter: &&Entity| {
            let amends = chapter.amends.as_ref();
            amends.is_none_or(|amends| amends.changes.iter().any(|change| change == RULE))
        };
        own.filter(writes).flat_map(|chapter| self.rules_of(chapter))
    }

    fn rules_of<'l>(&'l self, chapter: &'l Entity) -> impl Iterator<Item = BookRule<'l>> {
        let declared = self.kind(&chapter.kind).and_then(Kind::rule_clause);
        let number = declared.and_then(|declared| declared.params.first());
        chapter.clauses.iter().filter_map(move |clause| match clause.args.get(&number?.name)? {
            Value::Int(number) if clause.clause == RULE => {
                Some(BookRule { chapter, number: *number, clause })
            }
            _ => None,
        })
    }
}
