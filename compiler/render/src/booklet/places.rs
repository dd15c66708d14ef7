//! On which page a rule of the rulebook stands, and how texts and the index say so.
//!
//! Pages are known only when the booklet is laid out, and what a text says about pages changes how
//! it is laid out. So the booklet is laid out again with the pages that were found, until they stay.

use std::collections::{BTreeMap, BTreeSet};

use cardwright_model::rulebook::{Piece, chapter_number, pieces};
use cardwright_model::{Clause, Entity, Library, Package, Value as Field};
use minijinja::value::Value;

use super::entries::Entry;
use super::spec::References;
use crate::rulebook::{Indexed, index};

type Fields = BTreeMap<String, Field>;

/// Pages of rules (`fights.4`) and chapters (`fights`), from 1.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct Places(BTreeMap<String, usize>);

impl Places {
    /// Notes on which page a rule was placed. A chapter is where its first rule is.
    pub(super) fn note(&mut self, rule: &str, page: usize) {
        let chapter = rule.split('.').next().unwrap_or(rule);
        self.0.entry(chapter.to_owned()).or_insert(page);
        self.0.insert(rule.to_owned(), page);
    }

    fn page(&self, name: &str) -> Option<usize> {
        self.0.get(name).copied()
    }

    /// The pages of rules, each once, in order.
    fn pages<'r>(&self, rules: impl IntoIterator<Item = &'r String>) -> BTreeSet<usize> {
        rules.into_iter().filter_map(|rule| self.page(rule)).collect()
    }
}

/// What the texts of a booklet refer with.
pub(super) struct Referring<'a> {
    pub(super) library: &'a Library,
    pub(super) words: &'a References,
    pub(super) places: &'a Places,
}

impl Referring<'_> {
    /// The chapter with numbers and pages in its own texts; none if they refer to nothing.
    pub(super) fn chapter(&self, chapter: &Entity, own: &str) -> Option<Entity> {
        let fields = self.fields(&chapter.fields, own)?;
        Some(Entity { fields, ..chapter.clone() })
    }

    /// The clause with numbers and pages in its texts; none if it refers to nothing. `own` is the
    /// rule that speaks.
    pub(super) fn filled(&self, clause: &Clause, own: &str) -> Option<Clause> {
        let fields = self.fields(&clause.fields, own)?;
        Some(Clause { fields, ..clause.clone() })
    }

    fn fields(&self, fields: &Fields, own: &str) -> Option<Fields> {
        let refers = |field: &Field| {
            let text = field.as_text().unwrap_or_default();
            pieces(text).iter().any(|piece| matches!(piece, Piece::Reference { .. }))
        };
        if !fields.values().any(refers) {
            return None;
        }
        let filled = |field: &Field| match field {
            Field::Text(text) => Field::Text(self.text(text, own)),
            other => other.clone(),
        };
        Some(fields.iter().map(|(name, field)| (name.clone(), filled(field))).collect())
    }

    fn text(&self, text: &str, own: &str) -> String {
        let words = self.words;
        let piece = |piece: Piece<'_>| {
            let (chapter, rule) = match piece {
                Piece::Words(words) => return words.to_owned(),
                Piece::Reference { chapter, rule } => (chapter, rule),
            };
            let found = self.library.chapter(chapter);
            let mut number = found.map_or_else(|| chapter.to_owned(), chapter_number);
            let mut name = chapter.to_owned();
            if let Some(rule) = rule {
                number = format!("{number}.{rule}");
                name = format!("{name}.{rule}");
            }
            let page = self.places.page(&name).filter(|page| self.places.page(own) != Some(*page));
            let wording = match (rule.is_some(), page.is_some()) {
                (true, true) => &words.rule,
                (true, false) => &words.near_rule,
                (false, true) => &words.chapter,
                (false, false) => &words.near_chapter,
            };
            let wording = wording.as_deref().unwrap_or("{number}");
            let page = page.map(|page| page.to_string()).unwrap_or_default();
            wording.replace("{number}", &number).replace("{page}", &page)
        };
        pieces(text).into_iter().map(piece).collect()
    }
}

/// The lines of the index, in groups by their first letter.
pub(super) fn index_entries(library: &Library, package: &Package, places: &Places) -> Vec<Entry> {
    let entry = |line: Indexed| {
        let about = places.pages(&line.about);
        let mentions = places.pages(&line.mentions);
        let page = |page: &usize| {
            Value::from_pairs([
                ("page", Value::from(*page)),
                ("main", Value::from(about.contains(page))),
            ])
        };
        let pages: BTreeSet<usize> = about.union(&mentions).copied().collect();
        Entry {
            group: line.name.chars().next().map(|first| first.to_string()),
            values: vec![(
                "entry",
                Value::from_pairs([
                    ("name", Value::from(line.name.as_str())),
                    ("pages", pages.iter().map(page).collect()),
                ]),
            )],
            name: line.name,
            rule: None,
            refers: true,
        }
    };
    index(library, package).into_iter().map(entry).collect()
}
