//! Proves that the abilities of a package's cards act: for each a place where the game with it and
//! the game without it part, or the reason why none was found.

use cardwright_model::{Bonus, Clause, Entity, KeywordUse, Library, Scenario, Statement};
use serde::Serialize;

use crate::bot::BotKind;
use crate::module::{Modules, OpenError, OpenGame};
use crate::parting::{Difference, From, Parting, Search};
use crate::seating::{Seating, Wishes, seatings_of};
use crate::simulate::{Simulation, SimulationReport};

/// How many tables are tried. Picked by eye: more of them are alike.
const TABLES: usize = 6;

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
    Bonus(usize),
}

/// What was found out about an ability.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Proof {
    /// It acts.
    Acts {
        /// The test that shows it, by its name; none: a game does.
        #[serde(skip_serializing_if = "Option::is_none")]
        test: Option<String>,
        /// How to get there, in words.
        witness: String,
        /// What is different there.
        difference: String,
    },
    /// Nothing was different, and why.
    Unproved {
        /// The most likely reason.
        reason: String,
    },
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
            if !matches!(statement, Statement::Todo { .. }) {
                push(name_of(statement), Part::Statement(place));
            }
        }
        for (place, used) in self.keywords.iter().enumerate() {
            let mut keywords = library.packages.iter().flat_map(|package| &package.keywords);
            let known = keywords.find(|keyword| keyword.id == used.keyword);
            // A key does nothing by itself: others look for it.
            if known.is_some_and(|keyword| !keyword.body.is_empty()) {
                push(format!("keyword {}", used.keyword), Part::Keyword(place));
            }
        }
        for (place, bonus) in self.bonuses.iter().enumerate() {
            push(format!("bonus to {}", bonus.to), Part::Bonus(place));
        }
    }
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
        Ok(Prover { modules, library, with, seatings })
    }

    /// Looks for a place where an ability acts: in the tests that name its card, in games as the
    /// decks are, and in games and tests in which every card of its kind says the same.
    pub fn prove(&self, ability: &Ability) -> Proof {
        let found = self.in_tests(ability).or_else(|| self.with_everybody(ability));
        match found.or_else(|| self.in_games(ability)) {
            Some(parting) => acts(&parting),
            None => Proof::Unproved { reason: self.reason(ability) },
        }
    }

    fn in_tests(&self, ability: &Ability) -> Option<Parting> {
        let named = self.tests_with(&ability.card);
        let own = self.library.packages.last()?;
        let is_own =
            |scenario: &&Scenario| own.scenarios.iter().any(|one| std::ptr::eq(one, *scenario));
        let (first, others): (Vec<&Scenario>, Vec<&Scenario>) = named.into_iter().partition(is_own);
        let without = without(self.library, ability);
        [first, others].iter().find_map(|scenarios| {
            let search =
                Search { scenarios, games: 1, decisions: 0, tries: 2, reach: 10, ..self.search(7) };
            self.part(&*self.with, self.library, &without, &search)
        })
    }

    fn in_games(&self, ability: &Ability) -> Option<Parting> {
        let search = Search { games: 12, decisions: 2_000, ..self.search(11) };
        self.part(&*self.with, self.library, &without(self.library, ability), &search)
    }

    fn with_everybody(&self, ability: &Ability) -> Option<Parting> {
        let own = self.library.packages.last()?;
        // A quest is not one of many in the same game.
        own.cards.iter().find(|card| card.id == ability.card)?;
        let everybody = spread(self.library, &ability.card);
        let with = self.modules.open(&everybody).ok()?;
        let without = spread(&without(self.library, ability), &ability.card);
        let all: Vec<&Scenario> =
            everybody.packages.iter().flat_map(|one| &one.scenarios).collect();
        let search = Search {
            scenarios: &all,
            games: 8,
            decisions: 2_000,
            tries: 1,
            reach: 8,
            ..self.search(13)
        };
        self.part(&*with, &everybody, &without, &search)
    }

    fn search(&self, seed: u64) -> Search<'_> {
        let (games, decisions, tries, reach) = (0, 0, 0, 0);
        let (seatings, scenarios) = (&self.seatings[..], &[][..]);
        Search { seatings, scenarios, games, decisions, tries, reach, listens: true, seed }
    }

    fn part(
        &self,
        with: &dyn OpenGame,
        library: &Library,
        without: &Library,
        search: &Search<'_>,
    ) -> Option<Parting> {
        let blank = self.modules.open(without).ok()?;
        with.part_from(library, (&*blank, without), search)
    }

    /// The tests that name a card.
    fn tests_with(&self, card: &str) -> Vec<&Scenario> {
        let quoted = format!("\"{card}\"");
        let all = self.library.packages.iter().rev().flat_map(|package| &package.scenarios);
        all.filter(|scenario| {
            serde_json::to_string(scenario).is_ok_and(|text| text.contains(&quoted))
        })
        .collect()
    }

    /// Why an ability was never seen to act, from games in which every card of its kind has it.
    fn reason(&self, ability: &Ability) -> String {
        let mut cards = self.library.packages.iter().flat_map(|package| &package.cards);
        let everybody = match cards.any(|card| card.id == ability.card) {
            true => spread(self.library, &ability.card),
            false => self.library.clone(),
        };
        let Ok(game) = self.modules.open(&everybody) else {
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
            };
            game.simulate(&simulation, &|| {})
        });
        let Some(first) = reports.next() else {
            return "no format and deck to play with".to_owned();
        };
        let silent = format!("{}: {}", ability.card, ability.what);
        let rest: Vec<SimulationReport> = reports.collect();
        let all = || std::iter::once(&first).chain(&rest);
        let heard = |report: &SimulationReport| {
            report.silent.iter().find(|one| one.ability.starts_with(&silent)).map(|one| one.refused)
        };
        if ability.what.starts_with("on ") && all().all(|report| heard(report).is_some()) {
            return match all().filter_map(heard).sum() {
                0 => format!("its event `{}` never happened", &ability.what[3..]),
                looked => format!("its condition never held (looked at {looked} times)"),
            };
        }
        let cards =
            || all().flat_map(|report| &report.cards).filter(|card| card.card == ability.card);
        let sum = |of: fn(&crate::simulate::CardReport) -> u64| cards().map(of).sum::<u64>();
        match (sum(|card| card.played), sum(|card| card.unaffordable), sum(|card| card.aimless)) {
            (0, 0, 0) => "its card never came into play".to_owned(),
            (0, unaffordable, _) if unaffordable > 0 => "its card was never affordable".to_owned(),
            (0, _, _) => "there was never anybody to choose for it".to_owned(),
            _ => "its card was in play, and nothing was ever different".to_owned(),
        }
    }
}

fn acts(parting: &Parting) -> Proof {
    let choices = parting.choices.len();
    let last = parting.choices.last();
    let then = match (choices, last) {
        (0, _) | (_, None) => String::new(),
        (1, Some(last)) => format!(", then \"{last}\""),
        (_, Some(last)) => format!(", then {choices} choices up to \"{last}\""),
    };
    let (test, witness) = match &parting.from {
        From::Start(start) => {
            let decks = start.decks.join(", ");
            (None, format!("{} with {decks}, seed {}{then}", start.format, start.seed))
        }
        From::Scenario { name, steps } => {
            let witness =
                format!("after {steps} {}{then}", if *steps == 1 { "step" } else { "steps" });
            (Some(name.clone()), witness)
        }
    };
    let difference = match &parting.difference {
        Difference::Possible(why) => format!("without it this goes otherwise: {why}"),
        Difference::Decision => "somebody else decides, or something else".to_owned(),
        Difference::Options => "other options".to_owned(),
        Difference::State => "another position".to_owned(),
        Difference::End => "another end".to_owned(),
        Difference::Answer(line) => format!("another answer: {line}"),
        Difference::Broken(why) => format!("the game breaks: {why}"),
    };
    Proof::Acts { test, witness, difference }
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
    for entity in entities(&mut library).filter(|entity| entity.kind == original.kind) {
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
