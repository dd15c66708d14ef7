//! Whether every effect that checks is an effect that plays.
//!
//! For every place of every kind of card and every word of a game, [`forms`] writes the smallest
//! effect that uses it. Either the compiler refuses it, or the game with the effect on all cards of
//! that kind and the game without it must part. What does neither is idle: a card that lies.

mod forms;
mod hints;
mod source;

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use cardwright_check::{Cache, Project, Severity, check, check_with};
use cardwright_engine::parting::{Baseline, Difference, Parting, Search};
use cardwright_engine::rng::Rng;
use cardwright_engine::seating::{Seating, Wishes, seatings_of};
use cardwright_games::{GAMES, MODULES};
use cardwright_model::{Clause, Entity, Library, Scenario, Statement};

use hints::Hints;
pub use source::Spot;

/// An effect at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Probe {
    /// The kind of card.
    pub kind: String,
    /// Where on the card.
    pub spot: Spot,
    /// The class and the word that it is about, such as `verb banish`.
    pub about: String,
    /// The effect as written.
    pub text: String,
    /// Its opposite, or the same at another moment. One of them must act: an answer may always be the
    /// same where the probe asks, and a number may stand at its bound.
    pub or: Vec<String>,
}

impl fmt::Display for Probe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}: {} — {}", self.kind, self.spot, self.about, self.text)
    }
}

/// What became of a probe.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    /// The compiler refuses it: code and message.
    Refused(String),
    /// The games part.
    Acts(Parting),
    /// The game with it cannot be played, or its bookkeeping is wrong.
    Breaks(String),
    /// Accepted, and nothing is different.
    Idle,
}

/// What the compiler makes of a probe: statements, or a refusal.
type Compiled = Result<Vec<Statement>, String>;

/// How many probes are tried before their fates become hints for others. Between them the order of
/// plays stays the same, so that the fates do not depend on the number of processors.
const BLOCK: usize = 32;

/// The order in which probes are sampled. Any number does.
const SHUFFLE: u64 = 15;

/// How many plays are tried for all forms of a probe before the rest. Picked by eye.
const LIKELY: usize = 24;

/// How hard to look for a difference.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// Whole games.
    pub games: u32,
    /// Decisions of each.
    pub decisions: u32,
    /// Tries after each step of a scenario.
    pub tries: u32,
    /// Decisions of each try.
    pub reach: u32,
    /// How many times as many and as long the tries are from scenarios in `positions.card`, which
    /// are there for this.
    pub positions: u32,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { games: 24, decisions: 400, tries: 3, reach: 12, positions: 4 }
    }
}

/// A game whose words are tried.
pub struct Bench {
    project: Project,
    library: Library,
    seatings: Vec<Seating>,
    places: Vec<source::Place>,
}

impl Bench {
    /// The game of a package in `content/`.
    pub fn open(game: &str) -> Bench {
        let folder = crate::repository().join("content").join(game);
        let project = Project::load(crate::disk(), &folder).expect("the content can be read");
        let mut checked = check(&project, GAMES);
        let mut library = checked.packages.pop().expect("the package is there").library;
        add_blocks(&mut library, forms::blocks(game));
        let wishes = Wishes { formats: &[], decks: &[], seats: &[] };
        let seatings = seatings_of(&library, wishes, true).0;
        let places = source::places(&project, &library);
        Bench { project, library, seatings, places }
    }

    /// Every probe of the game.
    pub fn probes(&self) -> Vec<Probe> {
        let engine = &self.library.game().expect("the package has a game").engine;
        let vocabulary = GAMES.vocabulary(engine).expect("the game is known");
        let mut spots: Vec<(String, Spot)> =
            self.places.iter().map(|place| (place.kind.clone(), place.spot.clone())).collect();
        spots.sort();
        spots.dedup();
        spots
            .iter()
            .enumerate()
            .flat_map(|(turn, (kind, spot))| {
                let is_card = *spot == Spot::Card;
                let writer = forms::Writer::new(vocabulary, &self.library, turn);
                writer.effects(is_card).into_iter().map(move |effect| Probe {
                    kind: kind.clone(),
                    spot: spot.clone(),
                    about: effect.about,
                    text: effect.text,
                    or: effect.or,
                })
            })
            .collect()
    }

    /// Some of the game's probes, spread evenly over all of them: every so many-th of a fixed random
    /// order, from one on. A stride through their own order would meet the same words at every place.
    pub fn sample(probes: Vec<Probe>, stride: usize, first: usize) -> Vec<Probe> {
        let mut order: Vec<usize> = (0..probes.len()).collect();
        Rng::new(SHUFFLE).shuffle(0, &mut order);
        let mut chosen: Vec<usize> = order.into_iter().skip(first).step_by(stride.max(1)).collect();
        // Probes of one place one after the other: what is learned about one helps the next.
        chosen.sort_unstable();
        let mut probes: Vec<Option<Probe>> = probes.into_iter().map(Some).collect();
        chosen.into_iter().filter_map(|place| probes[place].take()).collect()
    }

    /// What becomes of the probes, in their order. `tell` hears how many are done.
    pub fn fates(
        &self,
        probes: &[Probe],
        effort: Effort,
        tell: impl Fn(usize) + Sync,
    ) -> Vec<Fate> {
        let (compiled, cards) = self.compile(probes, &vec![None; probes.len()]);
        let other = |probe: &Probe, text: &String| Probe { text: text.clone(), ..probe.clone() };
        let (mut others, mut same) = (Vec::new(), Vec::new());
        for (probe, card) in probes.iter().zip(cards) {
            others.extend(probe.or.iter().map(|text| other(probe, text)));
            same.extend(probe.or.iter().map(|_| card));
        }
        let mut others = self.compile(&others, &same).0.into_iter();
        let tries: Vec<(&Probe, Vec<_>)> = probes
            .iter()
            .zip(compiled)
            .map(|(probe, first)| {
                let others = others.by_ref().take(probe.or.len());
                (probe, std::iter::once(first).chain(others).collect())
            })
            .collect();
        let baseline = self.baseline(effort);
        let mut hints = Hints::new(self, &baseline);
        let mut fates = Vec::new();
        for block in tries.chunks(BLOCK) {
            let block_fates =
                self.fates_of(block, &baseline, &hints, |done| tell(fates.len() + done));
            for ((probe, _), fate) in block.iter().zip(&block_fates) {
                hints.learn(probe, fate);
            }
            fates.extend(block_fates);
        }
        fates
    }

    /// What the game without any probe does in all plays.
    fn baseline(&self, effort: Effort) -> Baseline {
        let base = MODULES.open(&self.library).expect("the content can be played");
        let times = |scenario: &Scenario| {
            let is_position = scenario.provenance.file.ends_with("positions.card");
            if is_position { effort.positions } else { 1 }
        };
        let scenarios = self.scenarios();
        let scenarios: Vec<(&Scenario, u32)> =
            scenarios.into_iter().map(|scenario| (scenario, times(scenario))).collect();
        let search = Search {
            seatings: &self.seatings,
            scenarios: &scenarios,
            games: effort.games,
            decisions: effort.decisions,
            tries: effort.tries,
            reach: effort.reach,
            seed: 7,
        };
        base.baseline(&self.library, &search)
    }

    fn scenarios(&self) -> Vec<&Scenario> {
        self.library.packages.iter().flat_map(|package| &package.scenarios).collect()
    }

    /// What becomes of the probes of one block, on all processors.
    fn fates_of(
        &self,
        block: &[(&Probe, Vec<Compiled>)],
        baseline: &Baseline,
        hints: &Hints,
        tell: impl Fn(usize) + Sync,
    ) -> Vec<Fate> {
        let (next, fates) = (AtomicUsize::new(0), Mutex::new(vec![Fate::Idle; block.len()]));
        let work = || {
            while let Some((index, (probe, tries))) = {
                let index = next.fetch_add(1, Ordering::Relaxed);
                block.get(index).map(|one| (index, one))
            } {
                tell(index);
                let fate = self.fate(baseline, &hints.order(probe), probe, tries);
                fates.lock().expect("no panic on the other threads")[index] = fate;
            }
        };
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        std::thread::scope(|scope| {
            (0..threads).for_each(|_| {
                scope.spawn(work);
            });
        });
        fates.into_inner().expect("no panic on the other threads")
    }

    /// The first of a probe's tries that is not idle, if the compiler takes the probe itself.
    fn fate(
        &self,
        baseline: &Baseline,
        order: &[usize],
        probe: &Probe,
        tries: &[Compiled],
    ) -> Fate {
        if let Some(Err(refusal)) = tries.first() {
            return Fate::Refused(refusal.clone());
        }
        let mut opened = Vec::new();
        for statements in tries.iter().flatten() {
            let library = self.with(probe, statements);
            match MODULES.open(&library) {
                Ok(game) => opened.push((game, library)),
                Err(error) => return Fate::Breaks(error.to_string()),
            }
        }
        // The likely plays for all tries before the rest for any.
        let (likely, rest) = order.split_at(order.len().min(LIKELY));
        for plays in [likely, rest] {
            for (game, library) in &opened {
                match game.part_from(library, baseline, plays) {
                    None => {}
                    Some(Parting { difference: Difference::Broken(why), .. }) => {
                        return Fate::Breaks(why);
                    }
                    Some(parting) => return Fate::Acts(parting),
                }
            }
        }
        Fate::Idle
    }

    /// The content with the statements on every card of the kind.
    fn with(&self, probe: &Probe, statements: &[Statement]) -> Library {
        let mut library = self.library.clone();
        for package in &mut library.packages {
            let lists = [&mut package.cards, &mut package.records, &mut package.formats];
            let all = lists.into_iter().flat_map(|list| list.iter_mut());
            for entity in all.filter(|one| one.kind == probe.kind) {
                add(entity, &probe.spot, statements);
            }
        }
        library
    }

    /// The statements that the compiler makes of each probe, or why it refuses it, and the place
    /// where it was written: the wanted one, or any that fits.
    fn compile(
        &self,
        probes: &[Probe],
        wanted: &[Option<usize>],
    ) -> (Vec<Compiled>, Vec<Option<usize>>) {
        let mut results: Vec<Option<Compiled>> = vec![None; probes.len()];
        let mut places = wanted.to_vec();
        let mut cache = Cache::default();
        let mut waiting: Vec<usize> = (0..probes.len()).collect();
        while !waiting.is_empty() {
            let (batch, later) = self.batch(probes, wanted, &waiting);
            batch.iter().for_each(|(probe, place)| places[*probe] = Some(*place));
            self.compile_batch(probes, batch, &mut cache, &mut results);
            waiting = later;
        }
        let or_refused = |result: Option<Compiled>| match result {
            Some(result) => result,
            None => Err("no place".to_owned()),
        };
        (results.into_iter().map(or_refused).collect(), places)
    }

    /// As many of the waiting probes as find a card of their own, with that card.
    fn batch(
        &self,
        probes: &[Probe],
        wanted: &[Option<usize>],
        waiting: &[usize],
    ) -> (Vec<(usize, usize)>, Vec<usize>) {
        let mut taken: Vec<&str> = Vec::new();
        let (mut batch, mut later) = (Vec::new(), Vec::new());
        for &index in waiting {
            let probe = &probes[index];
            let fits = |(place, found): &(usize, &source::Place)| match wanted[index] {
                Some(wanted) => *place == wanted,
                None => found.kind == probe.kind && found.spot == probe.spot,
            };
            let mut all = self.places.iter().enumerate().filter(fits);
            if all.clone().next().is_none() {
                continue;
            }
            match all.find(|(_, place)| !taken.contains(&place.card.as_str())) {
                Some((place, found)) => {
                    taken.push(&found.card);
                    batch.push((index, place));
                }
                None => later.push(index),
            }
        }
        (batch, later)
    }

    fn compile_batch(
        &self,
        probes: &[Probe],
        mut batch: Vec<(usize, usize)>,
        cache: &mut Cache,
        results: &mut [Option<Compiled>],
    ) {
        // What cannot be played is told only where nothing else is wrong, so it takes several goes.
        while !batch.is_empty() {
            let inserts: Vec<(usize, &str)> =
                batch.iter().map(|(probe, place)| (*place, probes[*probe].text.as_str())).collect();
            let (project, spans) = source::with_inserted(&self.project, &self.places, &inserts);
            let checked = check_with(&project, GAMES, cache);
            let errors: Vec<_> =
                checked.diagnostics.iter().filter(|one| one.severity == Severity::Error).collect();
            let mut blamed: BTreeMap<usize, String> = BTreeMap::new();
            for error in &errors {
                let at = error.primary;
                let hit = spans.iter().position(|(file, start, end)| {
                    *file == at.file && (*start..=*end).contains(&at.span.start)
                });
                let message = format!("{}: {}", error.code, error.message);
                match hit {
                    Some(hit) => {
                        blamed.entry(hit).or_insert(message);
                    }
                    // An error elsewhere is blamed on everybody who is left.
                    None if errors.len() == 1 || batch.len() == 1 => {
                        (0..batch.len()).for_each(|one| {
                            blamed.entry(one).or_insert(message.clone());
                        });
                    }
                    None => {}
                }
            }
            if blamed.is_empty() && !errors.is_empty() {
                (0..batch.len()).for_each(|one| {
                    blamed.insert(one, format!("{}: {}", errors[0].code, errors[0].message));
                });
            }
            if blamed.is_empty() {
                let library = &checked.packages.last().expect("the package").library;
                for (probe, place) in batch {
                    results[probe] = Some(self.added(library, &self.places[place]));
                }
                return;
            }
            let mut left = Vec::new();
            for (position, (probe, place)) in batch.into_iter().enumerate() {
                match blamed.remove(&position) {
                    Some(message) => results[probe] = Some(Err(message)),
                    None => left.push((probe, place)),
                }
            }
            batch = left;
        }
    }

    /// The statements of a place that the package itself does not have there.
    fn added(&self, library: &Library, place: &source::Place) -> Compiled {
        let find = |library: &Library| -> Vec<Vec<Statement>> {
            let all = library.packages.iter().flat_map(|package| {
                package.cards.iter().chain(&package.records).chain(&package.formats)
            });
            let entity = all.clone().find(|one| one.id == place.card && one.kind == place.kind);
            entity.map(|entity| said(entity, &place.spot)).unwrap_or_default()
        };
        let (before, after) = (find(&self.library), find(library));
        let new = before.iter().zip(&after).find(|(before, after)| before.len() < after.len());
        match new {
            Some((before, after)) => Ok(after[before.len()..].to_vec()),
            None => match after.get(before.len()) {
                Some(block) => Ok(block.clone()),
                None => Err("the effect is not there".to_owned()),
            },
        }
    }
}

/// Gives every second card of a kind that has no such block an empty one.
fn add_blocks(library: &mut Library, blocks: &[(&str, &str)]) {
    for package in &mut library.packages {
        for (kind, block) in blocks {
            let of_kind = package.cards.iter_mut().filter(|card| card.kind == *kind);
            let without =
                of_kind.filter(|card| card.clauses.iter().all(|one| one.clause != *block));
            for card in without.step_by(2) {
                card.clauses.push(Clause { clause: (*block).to_owned(), ..Clause::default() });
            }
        }
    }
}

/// The effects at all places of a card that a spot means.
fn said(entity: &Entity, spot: &Spot) -> Vec<Vec<Statement>> {
    match spot {
        Spot::Card => vec![entity.effects.clone()],
        Spot::Clause(name) => {
            let named = entity.all_clauses().filter(|clause| clause.clause == *name);
            named.map(|clause| clause.effects.clone()).collect()
        }
    }
}

/// Adds statements at every place of a card that the spot means.
fn add(entity: &mut Entity, spot: &Spot, statements: &[Statement]) {
    match spot {
        Spot::Card => entity.effects.extend_from_slice(statements),
        Spot::Clause(name) => add_to(&mut entity.clauses, name, statements),
    }
}

fn add_to(clauses: &mut [Clause], name: &str, statements: &[Statement]) {
    for clause in clauses {
        if clause.clause == name {
            clause.effects.extend_from_slice(statements);
        }
        add_to(&mut clause.clauses, name, statements);
    }
}

/// Counts of fates, a line for a class of words.
#[derive(Debug, Default)]
pub struct Table {
    lines: BTreeMap<String, [usize; 4]>,
}

impl Table {
    /// Counts one.
    pub fn count(&mut self, line: &str, fate: &Fate) {
        let place = match fate {
            Fate::Refused(_) => 0,
            Fate::Acts(_) => 1,
            Fate::Breaks(_) => 2,
            Fate::Idle => 3,
        };
        self.lines.entry(line.to_owned()).or_default()[place] += 1;
    }

    /// How many are idle or break the game.
    pub fn wrong(&self) -> usize {
        self.lines.values().map(|line| line[2] + line[3]).sum()
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = ["generated", "refused", "acting", "broken", "idle"];
        writeln!(f, "{:24}{}", "", head.map(|word| format!("{word:>10}")).concat())?;
        let mut sum = [0; 4];
        let mut line = |name: &str, counts: [usize; 4]| {
            let all: usize = counts.iter().sum();
            let cells = counts.map(|count| format!("{count:>10}")).concat();
            writeln!(f, "{name:24}{all:>10}{cells}")
        };
        for (name, counts) in &self.lines {
            line(name, *counts)?;
            sum.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        }
        line("all", sum)
    }
}

/// Where the game's content is, for messages.
pub fn folder(game: &str) -> String {
    Path::new("content").join(game).display().to_string()
}
