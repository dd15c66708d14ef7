//! The numbered rules of a rulebook, and how tests name them: `fights.4`.
//!
//! A chapter is a record whose kind declares a clause `rule` with a number; nothing else about it
//! is fixed, so each game lays out its book as it likes. Texts of a chapter may refer to a rule
//! (`{fights.4}`) or to a whole chapter (`{fights}`); whoever prints them puts the printed number
//! there, and says where it is found.

use crate::entity::{Clause, Entity};
use crate::map::Map;
use crate::package::Library;
use crate::rules::{ClauseDecl, FieldType, Kind, Role};
use crate::value::Value;

/// The clause that holds a rule.
pub const RULE: &str = "rule";

/// The flag of a rule that only tells something, so that no test can prove it.
pub const EXPLAINS: &str = "explains";

/// The field of a chapter that holds its place in the book, if its kind has one.
pub const NUMBER: &str = "number";

/// The field of a rule with the words under which the index has it.
pub const TERMS: &str = "terms";

/// The field of a rule with the map of its example.
pub const DIAGRAM: &str = "diagram";

/// The clause of a rule that says for which card a letter of the diagram stands.
pub const PIECE: &str = "piece";

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

    /// How the book prints its number: `7.4`.
    pub fn printed(&self) -> String {
        format!("{}.{}", chapter_number(self.chapter), self.number)
    }

    /// The words under which the index has it.
    pub fn terms(&self) -> impl Iterator<Item = &str> {
        let terms = match self.clause.fields.get(TERMS) {
            Some(Value::List(terms)) => terms.as_slice(),
            Some(term) => std::slice::from_ref(term),
            None => &[],
        };
        terms.iter().filter_map(Value::as_text)
    }

    /// The map of its example.
    pub fn diagram(&self) -> Option<&Map> {
        match self.clause.fields.get(DIAGRAM) {
            Some(Value::Map { map }) => Some(map),
            _ => None,
        }
    }

    /// What the letters of the diagram stand for: value of the map's enum, card, and another name
    /// for the card.
    pub fn pieces(&self) -> impl Iterator<Item = (&str, &str, Option<&str>)> {
        let pieces = self.clause.clauses.iter().filter(|clause| clause.clause == PIECE);
        pieces.filter_map(|piece| {
            let argument = |name: &str| match piece.args.get(name) {
                Some(Value::Ref { id }) => Some(id.as_str()),
                _ => None,
            };
            Some((argument("mark")?, argument("card")?, piece.label.as_deref()))
        })
    }

    /// One of its texts; empty if it has none of that name.
    pub fn said(&self, field: &str) -> &str {
        self.clause.fields.get(field).and_then(Value::as_text).unwrap_or_default()
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

/// A piece of a text that may refer to rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Piece<'t> {
    /// Words.
    Words(&'t str),
    /// `{fights.4}` or `{fights}`.
    Reference {
        /// The chapter.
        chapter: &'t str,
        /// The number of the rule; none for the chapter as a whole.
        rule: Option<i64>,
    },
}

/// The pieces of a text of a chapter, in their order.
pub fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let (mut from, mut at) = (0, 0);
    while let Some(open) = text[at..].find('{').map(|open| at + open) {
        let close = text[open..].find('}').map(|close| open + close);
        let reference = close.and_then(|close| reference(&text[open + 1..close]));
        let (Some(close), Some(reference)) = (close, reference) else {
            at = open + 1;
            continue;
        };
        if from < open {
            pieces.push(Piece::Words(&text[from..open]));
        }
        pieces.push(reference);
        (from, at) = (close + 1, close + 1);
    }
    if from < text.len() {
        pieces.push(Piece::Words(&text[from..]));
    }
    pieces
}

/// `fights.4` or `fights`, as it stands between braces.
pub fn reference(inside: &str) -> Option<Piece<'_>> {
    let is_name = |name: &str| {
        let mut letters = name.chars();
        letters.next().is_some_and(|first| first.is_ascii_lowercase())
            && letters.all(|one| one.is_ascii_lowercase() || one.is_ascii_digit() || one == '-')
    };
    let (chapter, rule) = match inside.split_once('.') {
        Some((chapter, rule)) => (chapter, Some(rule.parse().ok()?)),
        None => (inside, None),
    };
    is_name(chapter).then_some(Piece::Reference { chapter, rule })
}

/// True if the text has the word as it is written, alone or in the plural: the ability Fly is not
/// every model that may fly.
pub fn has_word(text: &str, word: &str) -> bool {
    let is_letter = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let rest = &text[at + word.len()..];
        let rest = rest.strip_prefix('s').unwrap_or(rest);
        !is_letter(before) && !is_letter(rest.chars().next())
    })
}

/// The number that the book prints before the rules of a chapter; its name if it has none.
pub fn chapter_number(chapter: &Entity) -> String {
    match chapter.fields.get(NUMBER) {
        Some(Value::Int(number)) => number.to_string(),
        _ => chapter.name.clone(),
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

    /// The chapter of that name; an amended one as it was amended.
    pub fn chapter(&self, id: &str) -> Option<&Entity> {
        let records = self.packages.iter().rev().flat_map(|package| &package.records);
        let is_chapter = |record: &&Entity| {
            record.id == id
                && self.kind(&record.kind).is_some_and(|kind| kind.rule_clause().is_some())
        };
        records.into_iter().find(is_chapter)
    }

    /// A text of a chapter with the printed number in place of every reference.
    pub fn with_rule_numbers(&self, text: &str) -> String {
        let piece = |piece: Piece<'_>| match piece {
            Piece::Words(words) => words.to_owned(),
            Piece::Reference { chapter, rule } => {
                let found = self.chapter(chapter);
                let printed = found.map_or_else(|| chapter.to_owned(), chapter_number);
                rule.map_or(printed.clone(), |rule| format!("{printed}.{rule}"))
            }
        };
        pieces(text).into_iter().map(piece).collect()
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

    /// The rules of a chapter; none if the record is no chapter.
    pub fn rules_of<'l>(&'l self, chapter: &'l Entity) -> impl Iterator<Item = BookRule<'l>> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_at_its_references() {
        let rule = Piece::Reference { chapter: "big-fights", rule: Some(12) };
        let chapter = Piece::Reference { chapter: "setup", rule: None };
        assert_eq!(
            pieces("See {big-fights.12} and {setup}."),
            [Piece::Words("See "), rule, Piece::Words(" and "), chapter, Piece::Words(".")]
        );
    }

    #[test]
    fn other_braces_are_words() {
        for text in ["{", "a { b", "{}", "{Fights.1}", "{fights.one}", "{one|two}", "é{é}"] {
            assert_eq!(pieces(text), [Piece::Words(text)], "{text}");
        }
        assert_eq!(pieces(""), []);
    }

    #[test]
    fn whole_words_are_found() {
        assert!(has_word("Two Bursts, one Aura.", "Burst"));
        assert!(!has_word("A Starburst.", "Burst"));
        assert!(!has_word("They fly.", "Fly"));
        assert!(!has_word("Flying", "Fly"));
    }
}
