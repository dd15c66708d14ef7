//! Names whose declaration could not be read.
//!
//! They are declared all the same, as symbols about which nothing is known: who names one is not
//! told that it is missing, for the reason was reported where it stands.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use cardwright_dsl::ast;
use cardwright_model::Kind;

use super::amend::ROLES;
use super::collect::{BUILT_IN, Collector, Sorted};
use crate::diag::{Location, suggest};
use crate::source::FileId;
use crate::symbols::{EntitySymbol, EnumSymbol, Gaps, KeywordSymbol, KindSymbol};
use crate::ty::EntityRole;

/// A name whose declaration could not be read.
pub(super) struct Lost<'a> {
    /// The word that declares it: `enum`, `keyword`, a kind. None if that word means nothing.
    word: Option<String>,
    id: &'a str,
    location: Location,
}

impl<'a> Collector<'a> {
    /// The names that unreadable text would have declared, and those of declarations that begin
    /// with a word that is no kind.
    pub(super) fn lost(&self, sorted: &Sorted<'a>) -> Vec<Lost<'a>> {
        let mut bad: Vec<(FileId, &ast::Ident, &'a ast::Ident)> = Vec::new();
        for (_, placed) in self.input.items() {
            // All that is lost has an error.
            for item in
                placed.item.tree.items.iter().filter(|_| !placed.item.tree.errors.is_empty())
            {
                match item {
                    ast::Item::Bad(text) => bad.extend(
                        text.word(0).zip(text.word(1)).map(|(word, id)| (placed.item.id, word, id)),
                    ),
                    ast::Item::Table(table) => {
                        let ids = table.bad.iter().filter_map(|row| row.word(0));
                        bad.extend(ids.map(|id| (placed.item.id, &table.kind, id)));
                    }
                    ast::Item::Declaration(declaration) if declaration.bad.is_some() => {
                        let id = declaration.id.as_ref();
                        bad.extend(id.map(|id| (placed.item.id, &declaration.kind, id)));
                    }
                    _ => {}
                }
            }
        }
        let unreadable = bad.iter().filter(|(_, word, _)| word.text == "kind").map(|(.., id)| *id);
        let kinds = sorted.kinds.iter().filter_map(|unit| unit.declaration.id.as_ref());
        let kinds = kinds.chain(unreadable).map(|id| id.text.as_str());
        let kinds: BTreeSet<&str> =
            kinds.chain(self.symbols.kinds.keys().map(String::as_str)).collect();
        let unknown = sorted.entities.iter().filter_map(|unit| {
            let kind = &unit.declaration.kind;
            let id = unit.declaration.id.as_ref()?;
            (!kinds.contains(&*kind.text)).then_some((unit.file, kind, id))
        });
        let legal = || kinds.iter().chain(BUILT_IN).copied();
        let lost = |(file, word, id): (_, &ast::Ident, &'a ast::Ident)| Lost {
            word: legal()
                .find(|known| *known == word.text)
                .or_else(|| suggest(&word.text, legal()))
                .map(str::to_owned),
            id: &id.text,
            location: Location::new(file, id.span),
        };
        bad.iter().copied().chain(unknown).map(lost).collect()
    }

    /// Declares those lost names that `word` declares.
    pub(super) fn lose(&mut self, lost: &[Lost<'a>], word: &str) {
        for Lost { id, location, .. } in
            lost.iter().filter(|lost| lost.word.as_deref() == Some(word))
        {
            let (id, location) = ((*id).to_owned(), *location);
            match word {
                "enum" => {
                    let lost = || Arc::new(EnumSymbol::lost(location));
                    let known = self.symbols.enums.entry(id).or_insert_with(lost);
                    Arc::make_mut(known).is_lost = true;
                }
                "die" => self.symbols.lacks_a_die = true,
                "kind" => {
                    let lost = Arc::new(KindSymbol::lost(&id, location));
                    self.symbols.kinds.entry(id).or_insert(lost);
                }
                "keyword" => {
                    let lost = Arc::new(KeywordSymbol::lost(location));
                    self.symbols.keywords.entry(id).or_insert(lost);
                }
                "test" => {
                    self.symbols.tests.entry(id).or_insert(location);
                }
                _ => {}
            }
        }
    }

    /// Declares the lost names that may be cards, decks, formats or records. What was read has its
    /// symbol already.
    pub(super) fn lose_entities(&mut self, lost: &[Lost<'a>]) {
        for Lost { word, id, location } in lost {
            let kind = word.as_deref().and_then(|word| self.symbols.kind(word));
            let roles = match (word.as_deref(), kind) {
                (_, Some(kind)) if !kind.is_lost => &[kind.kind.role][..],
                (Some(word), None) if BUILT_IN.contains(&word) => continue,
                _ => &ROLES,
            };
            self.lose_entity(id, *location, roles);
            if word.is_none() {
                let lost = || Arc::new(KeywordSymbol::lost(*location));
                self.symbols.keywords.entry((*id).to_owned()).or_insert_with(lost);
            }
        }
    }

    /// Declares a card, deck, format or record of which only the name is known.
    pub(super) fn lose_entity(&mut self, id: &str, location: Location, roles: &[EntityRole]) {
        for role in roles {
            let known = self.symbols.entities.entry(*role).or_default();
            known.entry(id.to_owned()).or_insert_with(|| Arc::new(EntitySymbol::lost(location)));
        }
    }
}

impl EntitySymbol {
    fn lost(location: Location) -> EntitySymbol {
        EntitySymbol {
            kind: String::new(),
            name: None,
            is_abstract: false,
            location,
            is_lost: true,
            rules: BTreeMap::new(),
            lacks_rules: true,
        }
    }
}

impl KeywordSymbol {
    fn lost(location: Location) -> KeywordSymbol {
        KeywordSymbol {
            location,
            params: Vec::new(),
            lacks_params: true,
            is_lost: true,
            category: None,
            hosts: Vec::new(),
            hosts_location: None,
            stacking: String::new(),
        }
    }
}

impl KindSymbol {
    fn lost(id: &str, location: Location) -> KindSymbol {
        KindSymbol {
            kind: Kind { id: id.to_owned(), name: super::title(id), ..Kind::default() },
            location,
            places: Default::default(),
            events: Vec::new(),
            stats: Vec::new(),
            gaps: Gaps { is_open: true, ..Gaps::default() },
            is_lost: true,
        }
    }
}

impl EnumSymbol {
    fn lost(location: Location) -> EnumSymbol {
        let (values, marks) = Default::default();
        EnumSymbol { location, values, is_lost: true, marks }
    }
}
