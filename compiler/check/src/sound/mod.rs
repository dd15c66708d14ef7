//! Effects whose every word is right but that could never do anything: text where nothing reads
//! it, words for another sort of thing, conditions that can never hold, events that are over.
//!
//! The vocabulary says where each word works; this compares the effects of a package with it.

mod kinds;
mod walk;

use cardwright_model::{Clause, Entity, Keyword, KeywordUse, Library, Package, Statement};
use cardwright_vocabulary::{Home, Trail, Vocabulary};

use kinds::Kinds;
use walk::Walk;

/// An effect that could never do anything.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Idle {
    /// The card, or the keyword itself.
    pub(crate) entity: String,
    /// Where in it.
    pub(crate) trail: Trail,
    /// Why it does nothing.
    pub(crate) why: Why,
}

/// Why an effect does nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Why {
    /// Nothing in the game reads text there.
    NoHome {
        /// The kind of the card.
        kind: String,
        /// The block it stands in.
        clause: Option<String>,
        /// Places for text that the game knows, in words.
        others: Vec<String>,
    },
    /// Only lasting statements are in force there, and this is none.
    NotDone {
        /// The kind of the card.
        kind: String,
    },
    /// Nothing that lasts can begin there.
    NotLasting {
        /// The block it stands in.
        clause: String,
    },
    /// What is given can never be what the word takes.
    OtherSort {
        /// The word, such as `banish`.
        word: String,
        /// What it takes, by the names of kinds.
        takes: Vec<String>,
        /// What is given.
        given: Vec<String>,
    },
    /// The condition compares things that can never be the same.
    NeverSame {
        /// What the one side can be.
        left: Vec<String>,
        /// What the other side can be.
        right: Vec<String>,
    },
    /// `prevent` or `change-amount` about an event that has happened, or about none.
    TooLate {
        /// The verb.
        verb: String,
        /// The event, if there is one around it.
        event: Option<String>,
        /// Events for which the verb is a word.
        events: Vec<String>,
    },
    /// A word that means nothing at this moment.
    OtherMoment {
        /// The word.
        word: String,
        /// The event or block around it, if there is one.
        moment: Option<String>,
        /// The events and blocks in which it means something.
        moments: Vec<String>,
    },
    /// A word that means nothing in the text of this card.
    OtherText {
        /// The word.
        word: String,
        /// The kinds of cards in whose text it means something.
        kinds: Vec<String>,
    },
}

/// The effects of the library's last package that could never do anything.
pub(crate) fn idle(library: &Library, vocabulary: &Vocabulary) -> Vec<Idle> {
    let Some(package) = library.packages.last() else { return Vec::new() };
    let kinds = Kinds::of(library);
    let mut found = Vec::new();
    for keyword in &package.keywords {
        of_keyword(keyword, vocabulary, &kinds, &mut found);
    }
    for entity in declared(package) {
        let mut place = Place { library, vocabulary, kinds: &kinds, entity, found: &mut found };
        place.card();
    }
    found
}

fn declared(package: &Package) -> impl Iterator<Item = &Entity> {
    let lists = [&package.cards, &package.formats, &package.decks, &package.records];
    lists.into_iter().flatten().chain(&package.patterns)
}

fn of_keyword(
    keyword: &Keyword,
    vocabulary: &Vocabulary,
    kinds: &Kinds<'_>,
    found: &mut Vec<Idle>,
) {
    let own = match keyword.hosts.as_slice() {
        [] => kinds.any(),
        hosts => kinds.of_all(hosts.iter().map(String::as_str)),
    };
    let mut walk = Walk::new(vocabulary, kinds, own, &keyword.id, Some(&keyword.id), None);
    walk.statements(&keyword.body);
    found.extend(walk.found);
}

/// One declaration and its places for text.
struct Place<'a> {
    library: &'a Library,
    vocabulary: &'a Vocabulary,
    kinds: &'a Kinds<'a>,
    entity: &'a Entity,
    found: &'a mut Vec<Idle>,
}

impl Place<'_> {
    fn card(&mut self) {
        let entity = self.entity;
        self.block(&entity.effects, &entity.keywords, None);
        for clause in &entity.clauses {
            self.clause(clause);
        }
    }

    fn clause(&mut self, clause: &Clause) {
        self.block(&clause.effects, &clause.keywords, Some(&clause.clause));
        clause.clauses.iter().for_each(|inner| self.clause(inner));
    }

    /// The text of the card, or of one of its blocks.
    fn block(&mut self, effects: &[Statement], keywords: &[KeywordUse], clause: Option<&str>) {
        let said = keywords.iter().map(|used| &used.then[..]).filter(|then| !then.is_empty());
        let own = self.kinds.of_all([self.entity.kind.as_str()].into_iter());
        for statements in [effects].into_iter().chain(said) {
            let id = &self.entity.id;
            let mut walk = Walk::new(self.vocabulary, self.kinds, own, id, None, clause);
            walk.statements(statements);
            self.found.extend(walk.found);
        }
        if self.vocabulary.homes.is_empty() {
            return;
        }
        match self.home(clause) {
            Some(home) => {
                for statement in effects {
                    self.settled(statement, home);
                }
            }
            None => self.homeless(effects, keywords, clause),
        }
    }

    /// Says so where a statement of another sort stands than the place is for.
    fn settled(&mut self, statement: &Statement, home: &Home) {
        let why = match statement.lasts() {
            _ if matches!(statement, Statement::Todo { .. }) => return,
            true if !home.lasts => {
                Why::NotLasting { clause: home.clause.unwrap_or_default().to_owned() }
            }
            false if !home.done => Why::NotDone { kind: self.entity.kind.clone() },
            _ => return,
        };
        self.report(why, Some(statement), None);
    }

    fn homeless(&mut self, effects: &[Statement], keywords: &[KeywordUse], clause: Option<&str>) {
        let why = || Why::NoHome {
            kind: self.entity.kind.clone(),
            clause: clause.map(str::to_owned),
            others: self.homes(),
        };
        let statement = effects.iter().find(|one| !matches!(one, Statement::Todo { .. }));
        if let Some(statement) = statement {
            return self.report(why(), Some(statement), None);
        }
        let acts = |used: &&KeywordUse| {
            let mut all = self.library.packages.iter().flat_map(|package| &package.keywords);
            all.any(|keyword| keyword.id == used.keyword && !keyword.body.is_empty())
        };
        if let Some(used) = keywords.iter().find(acts) {
            self.report(why(), None, Some(used.keyword.clone()));
        }
    }

    fn report(&mut self, why: Why, statement: Option<&Statement>, used: Option<String>) {
        let statements = statement.map(Statement::fingerprint).into_iter().collect();
        let trail = Trail { keyword: None, used, statements };
        self.found.push(Idle { entity: self.entity.id.clone(), trail, why });
    }

    fn home(&self, clause: Option<&str>) -> Option<&'static Home> {
        let fits = |home: &&Home| self.library.kind_fits(&self.entity.kind, home.kind);
        self.vocabulary.homes.iter().filter(|home| home.clause == clause).find(fits)
    }

    /// The places that the game knows, as designers would write them.
    fn homes(&self) -> Vec<String> {
        let own = |home: &&Home| self.library.kind_fits(&self.entity.kind, home.kind);
        let (near, far): (Vec<&Home>, Vec<&Home>) = self.vocabulary.homes.iter().partition(own);
        let wanted = if near.is_empty() { far } else { near };
        let name = |home: &Home| match home.clause {
            Some(clause) => format!("`{clause}` of a {}", home.kind),
            None => format!("the text of a {}", home.kind),
        };
        wanted.into_iter().map(name).collect()
    }
}
