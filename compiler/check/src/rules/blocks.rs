//! Questions of legality rules about the keywords of cards and of their blocks: what a line
//! such as `attack 2 "Smite": wave 1, fire` carries, by keyword or by group.

use cardwright_model::{Arg, KeywordUse};

use super::expression::{Scope, argument, word_of};
use super::value::Val;

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
            "clause-with" => {
                let wanted = word("keyword").unwrap_or("");
                let clauses: Vec<_> = self.clauses(args).collect();
                let fitting = clauses.iter().filter(|clause| {
                    carries(self, &clause.keywords, wanted)
                        && word("and").is_none_or(|and| carries(self, &clause.keywords, and))
                        && !word("without").is_some_and(|no| carries(self, &clause.keywords, no))
                });
                Val::Int(fitting.count() as i64)
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

    /// Whether a keyword is the one of that name, or of that group.
    fn is_meant(&self, used: &KeywordUse, wanted: &str) -> bool {
        used.keyword == wanted
            || self
                .index
                .library
                .keywords()
                .any(|known| known.id == used.keyword && known.category.as_deref() == Some(wanted))
    }
}
