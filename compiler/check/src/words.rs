//! The words that may be used in some place, from the engine's vocabulary or the static one,
//! in a form that the checker can look up quickly.

use std::collections::HashMap;

use cardwright_vocabulary::Vocabulary;
use cardwright_vocabulary::Word;

use crate::rules::RULE_WORDS;
use crate::symbols::Frame;
use crate::ty::Ty;

/// What may be called, and with what.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Signature {
    pub(crate) name: String,
    pub(crate) params: Vec<Parameter>,
    pub(crate) result: Ty,
}

impl Signature {
    /// Whether it gives a number for a card and needs nothing else.
    pub(crate) fn is_number_of_card(&self) -> bool {
        self.result == Ty::Int
            && self.params.first().is_some_and(|first| matches!(first.ty, Ty::Card))
            && self.params.len() == 1
    }
}

/// A parameter of a [`Signature`].
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Parameter {
    pub(crate) name: String,
    pub(crate) ty: Ty,
    pub(crate) optional: bool,
}

/// Words of one category, in the order of the vocabulary.
#[derive(Debug, Default)]
pub(crate) struct Table {
    words: Vec<Signature>,
    index: HashMap<String, usize>,
}

/// All words of a vocabulary.
#[derive(Debug, Default)]
pub(crate) struct Words {
    pub(crate) dice: bool,
    /// Whether players can be on different sides.
    pub(crate) opponents: bool,
    /// The period that a `limit` counts in.
    pub(crate) period: &'static str,
    pub(crate) verbs: Table,
    pub(crate) events: Table,
    pub(crate) stats: Table,
    pub(crate) marks: Table,
    pub(crate) acts: Table,
    pub(crate) zones: Table,
    pub(crate) selections: Table,
    /// Queries, and stats read as queries.
    pub(crate) queries: Table,
    pub(crate) windows: Table,
    pub(crate) commands: Table,
    pub(crate) setup: Table,
    pub(crate) properties: Table,
}

impl Signature {
    /// True if the first parameter is a card that may be left out.
    pub(crate) fn has_implicit_card(&self) -> bool {
        self.params
            .first()
            .is_some_and(|first| first.optional && first.name == "card" && first.ty == Ty::Card)
    }

    /// True if the word may stand alone, without parentheses.
    pub(crate) fn may_stand_alone(&self) -> bool {
        self.params.iter().all(|param| param.optional)
    }
}

impl Table {
    /// A table of those words. If two have the same name, the first one counts.
    pub(crate) fn new<'a>(words: impl IntoIterator<Item = &'a Word>) -> Table {
        let mut table = Table::default();
        for word in words {
            table.add(Signature {
                name: word.name.to_owned(),
                params: word
                    .params
                    .iter()
                    .map(|param| Parameter {
                        name: param.name.to_owned(),
                        ty: param.ty.into(),
                        optional: param.optional,
                    })
                    .collect(),
                result: word.result.into(),
            });
        }
        table
    }

    fn add(&mut self, signature: Signature) {
        self.index.entry(signature.name.clone()).or_insert(self.words.len());
        self.words.push(signature);
    }

    /// All words.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Signature> {
        self.words.iter()
    }

    /// The word of that name.
    pub(crate) fn get(&self, name: &str) -> Option<&Signature> {
        self.index.get(name).map(|at| &self.words[*at])
    }

    /// Every name.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.words.iter().map(|word| word.name.as_str())
    }
}

impl Words {
    /// The words that effects, goals and scenarios of a game may use.
    pub(crate) fn of_game(vocabulary: &Vocabulary) -> Words {
        Words {
            dice: vocabulary.dice,
            opponents: vocabulary.opponents,
            period: vocabulary.period,
            verbs: Table::new(vocabulary.verbs),
            events: Table::new(vocabulary.events),
            stats: Table::new(vocabulary.stats),
            marks: Table::new(vocabulary.marks),
            acts: Table::new(vocabulary.acts),
            zones: Table::new(vocabulary.zones),
            selections: Table::new(vocabulary.selections),
            queries: Table::new(vocabulary.queries.iter().chain(vocabulary.stats)),
            windows: Table::new(vocabulary.windows),
            commands: Table::new(vocabulary.commands),
            setup: Table::new(vocabulary.setup),
            properties: Table::new(vocabulary.properties),
        }
    }

    /// The words that the packages of a game without an engine declare themselves.
    pub(crate) fn of_packages(frame: &Frame) -> Words {
        let mut words = Words {
            dice: !frame.dice.is_empty(),
            opponents: true,
            period: "round",
            ..Words::default()
        };
        for symbol in frame.words.values() {
            let signature = symbol.signature.clone();
            let table = match symbol.category.as_str() {
                "verb" => &mut words.verbs,
                "event" => &mut words.events,
                "mark" => &mut words.marks,
                "act" => &mut words.acts,
                "zone" => &mut words.zones,
                "selection" => &mut words.selections,
                "query" => &mut words.queries,
                "window" => &mut words.windows,
                _ => {
                    words.queries.add(signature.clone());
                    &mut words.stats
                }
            };
            table.add(signature);
        }
        words
    }

    /// The words that legality rules and deck conditions may use.
    pub(crate) fn of_rules() -> Words {
        Words {
            selections: Table::new(RULE_WORDS.selections),
            queries: Table::new(RULE_WORDS.queries),
            ..Words::default()
        }
    }
}
