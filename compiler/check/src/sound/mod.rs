//! Effects whose every word is right but that could never do anything: text where nothing reads
//! it, words for another sort of thing, conditions that can never hold, events that are over.
//!
//! The vocabulary says where each word works; this compares the effects of a package with it.

mod kinds;
mod places;
mod walk;

use cardwright_model::{
    Clause, Entity, Expr, Keyword, KeywordUse, Library, Package, Role, Statement,
};
use cardwright_vocabulary::{Home, Trail, Vocabulary};

use kinds::Kinds;
use places::Places;
use walk::{Ground, Walk};

use crate::ids::IdMap;
use crate::lower::UnitId;

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
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
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
    /// The word does nothing in the zone that is given.
    OtherZone {
        /// The word, such as `burn`.
        word: String,
        /// The zones that it takes.
        zones: Vec<String>,
        /// The zone given.
        given: String,
    },
    /// What is given is never where the word does something.
    OtherPlace {
        /// The word, such as `discard-card`.
        word: String,
        /// The places that it is for.
        places: Vec<String>,
        /// Where those things are.
        given: Vec<String>,
    },
    /// A word for what a verb makes, in a text without that verb.
    NeverMade {
        /// The word, such as `linked`.
        word: String,
        /// The verb.
        verb: String,
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
    /// A number, mark or act that never matters for these things.
    NeverMatters {
        /// The word.
        word: String,
        /// The selection.
        selection: String,
    },
    /// A number, mark or act that does not matter as long as it is in force.
    TooBrief {
        /// The word.
        word: String,
        /// The block.
        clause: String,
        /// Windows until which it could last.
        windows: Vec<String>,
    },
    /// An event that does not happen as long as the reaction is in force.
    NeverHeard {
        /// The event.
        event: String,
        /// The block.
        clause: String,
    },
    /// An act that nobody in particular does is forbidden to somebody.
    Nobodys {
        /// The act.
        act: String,
    },
    /// Dice for those whose number is a plain one.
    NoDice {
        /// The number.
        word: String,
        /// Whose it is.
        kinds: Vec<String>,
    },
    /// An event that a card hears only about others, waited for about itself.
    OfOthers {
        /// The event.
        event: String,
        /// The one that tells it about itself.
        own: String,
    },
    /// A card that waits nowhere to be brought.
    NotListed {
        /// The word.
        word: String,
        /// The card.
        card: String,
        /// The list that would have to name it.
        list: String,
    },
    /// Things none of which has what a word needs.
    Lacks {
        /// The word.
        word: String,
        /// The field.
        field: String,
    },
    /// A verb in answer to every event that it raises.
    NeverEnds {
        /// The verb.
        verb: String,
        /// The event.
        event: String,
    },
    /// A keyword about a line, given to somebody.
    OfLine {
        /// The keyword.
        keyword: String,
    },
    /// A mark about a line, said of somebody.
    NotLine {
        /// The mark.
        word: String,
    },
    /// An act that the card itself cannot do.
    NoClause {
        /// The act.
        act: String,
        /// The clause that a card needs for it.
        clause: String,
    },
    /// An end for what holds as long as its card is there.
    NeverBegins {
        /// The window of `until`.
        window: String,
    },
    /// Immunity against a keyword that does nothing to others.
    OnlyOwn {
        /// The keyword.
        keyword: String,
    },
    /// `self` in a block that one carries out for another.
    Unclear {
        /// The block.
        clause: String,
    },
    /// More selections within each other than can be worked out.
    TooDeep,
    /// A word that means nothing in the text of this card.
    OtherText {
        /// The word.
        word: String,
        /// The kinds of cards in whose text it means something.
        kinds: Vec<String>,
    },
}

/// What is known of the cards of a package. It holds as long as kinds and keywords are the same.
pub(crate) type Known = IdMap<UnitId, Vec<Idle>>;

/// The effects of the library's last package that could never do anything. `units` are the
/// declarations of its cards; those that are known are not looked at again.
pub(crate) fn idle(
    library: &Library,
    vocabulary: &Vocabulary,
    units: &[Option<UnitId>],
    known: &mut Known,
) -> Vec<Idle> {
    let Some(package) = library.packages.last() else { return Vec::new() };
    let ground = Ground { vocabulary, kinds: &Kinds::of(library), places: &Places::of(vocabulary) };
    let mut found = Vec::new();
    for keyword in &package.keywords {
        of_keyword(keyword, ground, &mut found);
    }
    let of_entity = |entity: &Entity| {
        let mut found = Vec::new();
        Inspection { library, ground, entity, found: &mut found }.card();
        found
    };
    for (card, unit) in package.cards.iter().zip(units) {
        match unit {
            Some(unit) => {
                found.extend_from_slice(known.entry(*unit).or_insert_with(|| of_entity(card)));
            }
            None => found.extend(of_entity(card)),
        }
    }
    found.extend(declared(package).flat_map(of_entity));
    found
}

/// The verbs that statements use, at any depth.
fn verbs<'a>(statements: &'a [Statement], into: &mut Vec<&'a str>) {
    for statement in statements {
        if let Statement::Call { verb, .. } = statement {
            into.push(verb);
        }
        statement.bodies().for_each(|body| verbs(body, into));
    }
}

/// What a package declares besides cards.
fn declared(package: &Package) -> impl Iterator<Item = &Entity> {
    let lists = [&package.formats, &package.decks, &package.records];
    lists.into_iter().flatten().chain(&package.patterns)
}

fn of_keyword(keyword: &Keyword, ground: Ground<'_>, found: &mut Vec<Idle>) {
    let Ground { vocabulary, kinds, .. } = ground;
    let card = match keyword.hosts.as_slice() {
        [] => kinds.any(),
        hosts => kinds.of_all(hosts.iter().map(String::as_str)),
    };
    // On some cards `self` is not the card but, say, its wearer.
    let homes = vocabulary.homes.iter().filter(|home| !home.own.is_empty());
    let homes = homes.filter(|home| kinds.of_all([home.kind].into_iter()) & card != 0);
    let own = homes.fold(card, |own, home| own | kinds.of_all(home.own.iter().copied()));
    let mut used = Vec::new();
    verbs(&keyword.body, &mut used);
    let itself = (card, own, &[][..]);
    let mut walk = Walk::new(ground, itself, &keyword.id, Some(&keyword.id), None, &used);
    walk.user = own;
    walk.statements(&keyword.body);
    found.extend(walk.found);
}

/// One declaration and its places for text.
struct Inspection<'a> {
    library: &'a Library,
    ground: Ground<'a>,
    entity: &'a Entity,
    found: &'a mut Vec<Idle>,
}

impl<'a> Inspection<'a> {
    fn card(&mut self) {
        let entity = self.entity;
        self.block(&entity.effects, &entity.keywords, None, None);
        for clause in &entity.clauses {
            self.clause(clause);
        }
        self.counters();
    }

    /// Says so where a card has a flag or counter that no text of it could ever change.
    fn counters(&mut self) {
        let homes = self.ground.vocabulary.homes;
        let is_home = |home: &Home| self.library.kind_fits(&self.entity.kind, home.kind);
        let mut declared = self.entity.clauses.iter();
        let declared = declared.find(|clause| clause.fields.contains_key("start"));
        if let Some(clause) = declared
            && !homes.is_empty()
            && !homes.iter().any(is_home)
        {
            let (kind, clause) = (self.entity.kind.clone(), Some(clause.clause.clone()));
            self.report(Why::NoHome { kind, clause, others: self.homes() }, None, None);
        }
    }

    fn clause(&mut self, clause: &Clause) {
        let condition = clause.condition.as_ref();
        self.block(&clause.effects, &clause.keywords, Some(&clause.clause), condition);
        clause.clauses.iter().for_each(|inner| self.clause(inner));
    }

    /// The text of the card, or of one of its blocks.
    fn block(
        &mut self,
        effects: &[Statement],
        keywords: &[KeywordUse],
        clause: Option<&str>,
        condition: Option<&Expr>,
    ) {
        let said = keywords.iter().map(|used| &used.then[..]).filter(|then| !then.is_empty());
        let home = self.home(clause);
        let kinds = self.ground.kinds;
        let card = kinds.of_all([self.entity.kind.as_str()].into_iter());
        let about = |home: Option<&Home>| {
            let own = home.map(|home| home.own).filter(|own| !own.is_empty());
            own.map_or(card, |own| kinds.of_all(own.iter().copied()))
        };
        // What a block does may be about others; who may use it is about the card.
        let (own, user) = (about(home), about(self.home(None)));
        let used = self.verbs();
        let id = &self.entity.id;
        let at = home.map_or(&[][..], |home| home.places);
        for statements in [effects].into_iter().chain(said) {
            let mut walk = Walk::new(self.ground, (card, own, at), id, None, clause, &used);
            walk.brief = home.is_some_and(|home| home.brief);
            walk.aimed = home.is_some_and(|home| home.aimed);
            walk.standing = home.is_some_and(|home| home.lasts && !home.done);
            walk.user = user;
            walk.moment = home.and_then(|home| home.moment);
            walk.affects = self.affects(home, effects, keywords);
            walk.clauses = Some(self.entity.clauses.iter().map(|one| &one.clause[..]).collect());
            walk.statements(statements);
            self.found.extend(walk.found);
        }
        if let Some(condition) = condition {
            let mut walk = Walk::new(self.ground, (card, user, &[]), id, None, clause, &used);
            walk.expression(condition);
            self.found.extend(walk.found);
        }
        if self.ground.vocabulary.homes.is_empty() {
            return;
        }
        match home {
            Some(home) => {
                for statement in effects {
                    self.settled(statement, home);
                }
            }
            None => self.homeless(effects, keywords, clause),
        }
    }

    /// Whom a block affects, unless a mark says whom it is for.
    fn affects(
        &self,
        home: Option<&Home>,
        effects: &[Statement],
        keywords: &[KeywordUse],
    ) -> kinds::Set {
        let kinds = self.ground.kinds;
        let Some(home) = home.filter(|home| !home.affects.is_empty()) else { return kinds.any() };
        let says = |statement: &Statement| match statement {
            Statement::Mark { mark, .. } => {
                let word = Vocabulary::find(self.ground.vocabulary.marks, mark);
                word.is_some_and(|word| word.affected)
            }
            _ => false,
        };
        let known = keywords.iter().filter_map(|used| self.library.keyword(&used.keyword));
        let mut said = known.flat_map(|keyword| &keyword.body).chain(effects);
        match said.any(says) {
            true => kinds.any(),
            false => kinds.of_all(home.affects.iter().copied()),
        }
    }

    /// The verbs of the whole card, those of its keywords included.
    fn verbs(&self) -> Vec<&'a str> {
        let (library, entity) = (self.library, self.entity);
        let mut used = Vec::new();
        verbs(&entity.effects, &mut used);
        let mut keywords: Vec<&KeywordUse> = entity.keywords.iter().collect();
        for clause in entity.all_clauses() {
            verbs(&clause.effects, &mut used);
            keywords.extend(&clause.keywords);
        }
        for keyword in keywords {
            verbs(&keyword.then, &mut used);
            if let Some(known) = library.keyword(&keyword.keyword) {
                verbs(&known.body, &mut used);
            }
        }
        used
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
        // A record that the game does not know is data for somebody else.
        let kind = self.library.kind(&self.entity.kind);
        let is_known = |home: &Home| self.library.kind_fits(&self.entity.kind, home.kind);
        if kind.is_some_and(|kind| kind.role == Role::Record)
            && !self.ground.vocabulary.homes.iter().any(is_known)
        {
            return;
        }
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
        self.ground.vocabulary.homes.iter().filter(|home| home.clause == clause).find(fits)
    }

    /// The places that the game knows, as designers would write them.
    fn homes(&self) -> Vec<String> {
        let own = |home: &&Home| self.library.kind_fits(&self.entity.kind, home.kind);
        let (near, far): (Vec<&Home>, Vec<&Home>) =
            self.ground.vocabulary.homes.iter().partition(own);
        let wanted = if near.is_empty() { far } else { near };
        let name = |home: &Home| match home.clause {
            Some(clause) => format!("`{clause}` of a {}", home.kind),
            None => format!("the text of a {}", home.kind),
        };
        wanted.into_iter().map(name).collect()
    }
}
