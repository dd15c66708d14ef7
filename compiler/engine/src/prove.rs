//! Proves that the abilities of a package's cards act: for each a test that passes with it and fails
//! without it, or the reason why none was found.

use cardwright_model::{Bonus, Clause, Entity, Expr, KeywordUse, Library, Statement};
use serde::Serialize;

use crate::bot::BotKind;
use crate::module::{Modules, OpenError, OpenGame};
use crate::seating::{Seating, Wishes, seatings_of};
use crate::simulate::{Simulation, SimulationReport};
use crate::witness::{Hunt, Trial, Witness};

/// How many tables are tried. Picked by eye: more of them are alike.
const TABLES: usize = 6;

/// How many games are begun at each table: what is drawn at the start differs from one to the next.
const SEEDS: u64 = 12;

/// For how many cards of one test another card stands in, one after the other. Picked by eye.
const SWAPS: usize = 3;

/// In how many tests every card is asked about after every step. Picked by eye: it is slow.
const ASKED: usize = 80;

/// One ability of a card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Ability {
    /// The card.
    pub card: String,
    /// The block of the card it stands in, if it stands in one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub block: Option<String>,
    /// What it is, in the words of the language: `on slain`, `keyword drain`.
    pub what: String,
    #[serde(skip)]
    place: Place,
}

/// Where an ability is in its card: the clause by its place among all clauses, and the part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Place {
    clause: Option<usize>,
    part: Part,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Statement(usize),
    Keyword(usize),
    Keywords,
    Bonus(usize),
}

/// What was found out about an ability.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Proof {
    /// It acts, as this test shows.
    Acts(Box<Witness>),
    /// Nothing was different, and the most likely reason.
    Unproved(String),
}

/// Every ability of the package's own cards.
pub fn abilities(library: &Library) -> Vec<Ability> {
    let Some(package) = library.packages.last() else { return Vec::new() };
    let entities = package.cards.iter().chain(&package.records);
    let mut all = Vec::new();
    for entity in entities.filter(|entity| !entity.is_abstract) {
        let said = Said {
            statements: &entity.effects,
            keywords: &entity.keywords,
            bonuses: &entity.bonuses,
        };
        said.list(library, entity, None, &mut all);
        for (place, clause) in entity.all_clauses().enumerate() {
            let Clause { effects: statements, keywords, bonuses, .. } = clause;
            let said = Said { statements, keywords, bonuses };
            said.list(library, entity, Some((place, clause)), &mut all);
        }
    }
    all
}

/// What stands at one place of a card.
struct Said<'a> {
    statements: &'a [Statement],
    keywords: &'a [KeywordUse],
    bonuses: &'a [Bonus],
}

impl Said<'_> {
    fn list(
        &self,
        library: &Library,
        entity: &Entity,
        clause: Option<(usize, &Clause)>,
        all: &mut Vec<Ability>,
    ) {
        let block = clause.map(|(_, clause)| match &clause.label {
            Some(label) => format!("{} \"{label}\"", clause.clause),
            None => clause.clause.clone(),
        });
        let mut push = |what: String, part: Part| {
            let place = Place { clause: clause.map(|(place, _)| place), part };
            all.push(Ability { card: entity.id.clone(), block: block.clone(), what, place });
        };
        for (place, statement) in self.statements.iter().enumerate() {
            // A flag or counter is shown by what reads it, and `check` follows all of them.
            let is_noted = matches!(statement, Statement::Set { .. } | Statement::Todo { .. });
            if !is_noted && !is_told(statement) {
                push(name_of(statement), Part::Statement(place));
            }
        }
        let body = |used: &KeywordUse| {
            let mut keywords = library.packages.iter().flat_map(|package| &package.keywords);
            let known = keywords.find(|keyword| keyword.id == used.keyword);
            known.map_or(&[][..], |keyword| &keyword.body)
        };
        // A keyword that only marks how a block is used, as the range of an attack, belongs to
        // what the block does.
        let marks = |used: &KeywordUse| {
            clause.is_some() && body(used).iter().all(|one| matches!(one, Statement::Mark { .. }))
        };
        for (place, used) in self.keywords.iter().enumerate() {
            // A key does nothing by itself: others look for it.
            if !body(used).is_empty() && !marks(used) {
                push(format!("keyword {}", used.keyword), Part::Keyword(place));
            }
        }
        let names: Vec<&str> = self.keywords.iter().map(|used| used.keyword.as_str()).collect();
        let nothing_else = self.statements.is_empty() && self.bonuses.is_empty();
        if clause.is_some() && !names.is_empty() && nothing_else && self.keywords.iter().all(marks)
        {
            push(format!("keywords {}", names.join(", ")), Part::Keywords);
        }
        for (place, bonus) in self.bonuses.iter().enumerate() {
            push(format!("bonus to {}", bonus.to), Part::Bonus(place));
        }
    }
}

/// Whether a statement only tells the players something, which leaves no trace in a position.
fn is_told(statement: &Statement) -> bool {
    let Statement::Call { args, .. } = statement else { return false };
    !args.is_empty() && args.iter().all(|arg| matches!(arg.value, Expr::Text { .. }))
}

/// A statement by its first words.
fn name_of(statement: &Statement) -> String {
    match statement {
        Statement::On { event, .. } => format!("on {event}"),
        Statement::Modify { stat, .. } => format!("modify {stat}"),
        Statement::Mark { mark, .. } => format!("mark {mark}"),
        Statement::Grant { keyword, revoke: false, .. } => format!("grant {keyword}"),
        Statement::Grant { keyword, .. } => format!("revoke {keyword}"),
        Statement::Forbid { acts, .. } => format!("forbid {}", acts.join(", ")),
        Statement::Offer { label, .. } => format!("offer \"{label}\""),
        Statement::Call { verb, .. } => verb.clone(),
        Statement::ForEach { .. } => "for each".to_owned(),
        Statement::Repeat { .. } => "repeat".to_owned(),
        Statement::Choose { .. } | Statement::ChooseOption { .. } => "choose".to_owned(),
        Statement::If { .. } => "if".to_owned(),
        Statement::Let { name, .. } => format!("let {name}"),
        Statement::Set { name, .. } => format!("set {name}"),
        Statement::Roll { .. } => "roll".to_owned(),
        Statement::Require { .. } => "require".to_owned(),
        Statement::Todo { .. } => "todo".to_owned(),
    }
}

/// A package whose abilities are proved.
pub struct Prover<'a> {
    modules: Modules,
    library: &'a Library,
    with: Box<dyn OpenGame>,
    seatings: Vec<Seating>,
    /// The tests of all packages, the package's own first.
    tests: Vec<Trial<'a>>,
    games: Vec<Trial<'a>>,
}

impl<'a> Prover<'a> {
    /// Makes ready to prove the abilities of a library's last package.
    pub fn new(modules: Modules, library: &'a Library) -> Result<Prover<'a>, OpenError> {
        let with = modules.open(library)?;
        let wishes = Wishes { formats: &[], decks: &[], seats: &[] };
        let mut seatings = seatings_of(library, wishes, true).0;
        // Tables spread over the list rather than the first few, which are alike.
        let step = seatings.len().div_ceil(TABLES).max(1);
        seatings = seatings.into_iter().step_by(step).collect();
        let all = library.packages.iter().rev().flat_map(|package| &package.scenarios);
        let tests = all.filter_map(|scenario| Trial::of(library, scenario)).collect();
        let engine = library.game().map(|game| game.engine.as_str()).unwrap_or_default();
        let vocabulary = modules.games.vocabulary(engine);
        let games = vocabulary.into_iter().flat_map(|vocabulary| {
            let seats =
                (0..SEEDS).flat_map(|seed| seatings.iter().map(move |seating| (seed, seating)));
            seats.filter_map(move |(seed, seating)| Trial::game(library, vocabulary, seating, seed))
        });
        let games = games.collect();
        Ok(Prover { modules, library, with, seatings, tests, games })
    }

    /// Looks for a test in which an ability acts: one of those that name its card, one in which its
    /// card stands in for another of its kind, or a game as the decks are.
    pub fn prove(&self, ability: &Ability) -> Proof {
        match self.witness(ability) {
            Some(witness) => Proof::Acts(Box::new(witness)),
            None => Proof::Unproved(self.reason(ability)),
        }
    }

    fn witness(&self, ability: &Ability) -> Option<Witness> {
        let without = without(self.library, ability);
        let blank = self.modules.open(&without).ok()?;
        let entity = self.entity(&ability.card)?;
        let usual =
            Hunt { trials: &[], name: &entity.name, tries: 0, reach: 0, seed: 7, asks: false };
        let look = |hunt: &Hunt<'_>| self.with.witness(self.library, (&*blank, &without), hunt);
        let hunt = |trials: &[Trial<'a>], tries: u32, reach: u32| {
            look(&Hunt { trials, tries, reach, ..usual })
        };
        let ask = |trials: &[Trial<'a>]| look(&Hunt { trials, asks: true, ..usual });
        let named: Vec<Trial<'a>> = self
            .tests
            .iter()
            .filter(|test| test.cards().contains(&ability.card))
            .cloned()
            .collect();
        let swapped = self.swapped(entity);
        // The quick ways first. A test need not name a card to meet it: statuses come with attacks,
        // charts and tiles with the game.
        hunt(&named, 0, 0)
            .or_else(|| hunt(&named, 3, 12))
            .or_else(|| hunt(&swapped, 0, 0))
            .or_else(|| hunt(&self.tests, 0, 0))
            .or_else(|| hunt(&self.games, 0, 0))
            .or_else(|| hunt(&swapped, 2, 12))
            .or_else(|| hunt(&self.games[..self.games.len().min(TABLES)], 6, 60))
            .or_else(|| ask(&swapped[..swapped.len().min(ASKED)]))
            .or_else(|| hunt(&self.games[..self.games.len().min(TABLES)], 2, 400))
    }

    /// The tests in which a card stands in for another of its kind, or of a kind that its own is
    /// built on.
    fn swapped(&self, card: &Entity) -> Vec<Trial<'a>> {
        let is_alike = |id: &&String| {
            let other = self.entity(id);
            let fits = |other: &Entity| self.library.kind_fits(&card.kind, &other.kind);
            **id != card.id && other.is_some_and(fits)
        };
        let trials = self.tests.iter().flat_map(|test| {
            let alike = test.cards().iter().filter(is_alike).take(SWAPS);
            alike.filter_map(|id| test.swapped(id, &card.id))
        });
        trials.collect()
    }

    fn entity(&self, id: &str) -> Option<&'a Entity> {
        let all = self.library.packages.iter().rev();
        let mut all = all.flat_map(|package| package.cards.iter().chain(&package.records));
        all.find(|entity| entity.id == id)
    }

    /// Why an ability was never seen to act, from games in which every card of its kind has it.
    fn reason(&self, ability: &Ability) -> String {
        let mut cards = self.library.packages.iter().flat_map(|package| &package.cards);
        // Who has the ability in those games.
        let (everybody, bearers) = match cards.find(|card| card.id == ability.card) {
            Some(card) => {
                let fits = |other: &&Entity| self.library.kind_fits(&card.kind, &other.kind);
                let alike = self.library.cards().filter(fits).map(|other| other.id.as_str());
                (spread(self.library, &ability.card), alike.collect())
            }
            None => (self.library.clone(), vec![ability.card.as_str()]),
        };
        let Ok(game) = self.modules.open(&everybody).or_else(|_| self.modules.open(self.library))
        else {
            return "the game cannot be played with it".to_owned();
        };
        let mut reports = self.seatings.iter().map(|seating| {
            let simulation = Simulation {
                format: seating.format.clone(),
                decks: seating.decks.clone(),
                bots: vec![BotKind::Random; seating.decks.len()],
                games: 4,
                seed: 3,
                inspect_every: 0,
                habits: Vec::new(),
            };
            game.simulate(&simulation, &|| {})
        });
        let Some(first) = reports.next() else {
            return "no format and deck to play with".to_owned();
        };
        let is_silent = |known: &str| {
            let said = known.split_once(": ");
            said.is_some_and(|(card, what)| {
                bearers.contains(&card) && what.starts_with(&ability.what)
            })
        };
        let rest: Vec<SimulationReport> = reports.collect();
        let all = || std::iter::once(&first).chain(&rest);
        let heard = |report: &SimulationReport| {
            let silent = report.silent.iter().filter(|one| is_silent(&one.ability));
            silent.map(|one| one.refused).reduce(|all, one| all + one)
        };
        if ability.what.starts_with("on ") && all().all(|report| heard(report).is_some()) {
            return match all().filter_map(heard).sum() {
                0 => format!("its event `{}` never happened", &ability.what[3..]),
                looked => format!("its condition never held (looked at {looked} times)"),
            };
        }
        let cards = || {
            let cards = all().flat_map(|report| &report.cards);
            cards.filter(|card| bearers.contains(&card.card.as_str()))
        };
        let sum = |of: fn(&crate::simulate::CardReport) -> u64| cards().map(of).sum::<u64>();
        match (sum(|card| card.played), sum(|card| card.unaffordable), sum(|card| card.aimless)) {
            (0, 0, 0) => "its card never came into play".to_owned(),
            (0, unaffordable, _) if unaffordable > 0 => "its card was never affordable".to_owned(),
            (0, _, _) => "there was never anybody to choose for it".to_owned(),
            _ => "its card was in play, and nothing was ever different".to_owned(),
        }
    }
}

/// The library without an ability.
fn without(library: &Library, ability: &Ability) -> Library {
    let mut library = library.clone();
    for entity in entities(&mut library).filter(|entity| entity.id == ability.card) {
        match ability.place.clause {
            None => ability.place.part.remove(
                &mut entity.effects,
                &mut entity.keywords,
                &mut entity.bonuses,
            ),
            Some(wanted) => {
                let mut place = 0;
                if let Some(clause) = nth(&mut entity.clauses, wanted, &mut place) {
                    let Clause { effects, keywords, bonuses, .. } = clause;
                    ability.place.part.remove(effects, keywords, bonuses);
                }
            }
        }
    }
    library
}

impl Part {
    fn remove(
        self,
        statements: &mut Vec<Statement>,
        keywords: &mut Vec<KeywordUse>,
        bonuses: &mut Vec<Bonus>,
    ) {
        match self {
            Part::Statement(place) if place < statements.len() => {
                statements.remove(place);
            }
            Part::Keyword(place) if place < keywords.len() => {
                keywords.remove(place);
            }
            Part::Keywords => keywords.clear(),
            Part::Bonus(place) if place < bonuses.len() => {
                bonuses.remove(place);
            }
            _ => {}
        }
    }
}

/// The clause of that place among all clauses, outer before inner.
fn nth<'c>(clauses: &'c mut [Clause], wanted: usize, place: &mut usize) -> Option<&'c mut Clause> {
    for clause in clauses {
        if *place == wanted {
            return Some(clause);
        }
        *place += 1;
        if let Some(found) = nth(&mut clause.clauses, wanted, place) {
            return Some(found);
        }
    }
    None
}

/// The library in which every card of the same kind says what that card says, so that it is met
/// in every game.
fn spread(library: &Library, card: &str) -> Library {
    let mut library = library.clone();
    let Some(original) = entities(&mut library).find(|entity| entity.id == card).cloned() else {
        return library;
    };
    let kinds = library.kinds().filter(|kind| library.kind_fits(&original.kind, &kind.id));
    let kinds: Vec<String> = kinds.map(|kind| kind.id.clone()).collect();
    for entity in entities(&mut library).filter(|entity| kinds.contains(&entity.kind)) {
        entity.effects.clone_from(&original.effects);
        entity.keywords.clone_from(&original.keywords);
        entity.bonuses.clone_from(&original.bonuses);
        let acts = |clause: &Clause| {
            !clause.effects.is_empty() || !clause.keywords.is_empty() || !clause.bonuses.is_empty()
        };
        entity.clauses.retain(|clause| !acts(clause));
        entity.clauses.extend(original.clauses.iter().filter(|clause| acts(clause)).cloned());
    }
    library
}

fn entities(library: &mut Library) -> impl Iterator<Item = &mut Entity> {
    library.packages.iter_mut().flat_map(|package| {
        let (cards, records) = (&mut package.cards, &mut package.records);
        cards.iter_mut().chain(records).filter(|entity| !entity.is_abstract)
    })
}
