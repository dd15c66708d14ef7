//! `cardwright sim`: bots play many games, and the report says what that shows. `against` compares two
//! versions of a package, `shards` shares the games among processes, `rows` writes every game down.

mod against;
mod arguments;
mod parquet;
mod rows;
mod shards;
mod skill;
mod tune;

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use cardwright_engine::OpenGame;
use cardwright_engine::game::{Encounter, Start};
use cardwright_engine::habit::Habit;
use cardwright_engine::report::{self, Figures};
use cardwright_engine::seating::{Seating, campaigns, seatings_of};
use cardwright_engine::simulate::{Simulation, SimulationReport};
use cardwright_games::MODULES;
use cardwright_model::{Entity, Library};
use serde_json::json;
use sha2::{Digest, Sha256};

use crate::args::Format;
use crate::commands::check::played_packages;
use crate::output::write_atomically;
use crate::report::{Console, Outcome, no_such, usage};
use crate::terminal;
pub(crate) use arguments::SimArguments;
use arguments::{Games, Work, seated};
use rows::{About, RowFiles};

/// Bookkeeping is inspected at every so many decisions: often enough to catch a slip in any
/// game, seldom enough not to dominate the time.
const INSPECT_EVERY: u32 = 16;

pub(crate) fn run(arguments: &SimArguments, console: &Console) -> Result<Outcome> {
    match (&arguments.work, &arguments.against) {
        (Some(Work::Plan(plan)), _) => shards::plan(plan, console),
        (Some(Work::Shard(shard)), _) => shards::shard(shard, console),
        (Some(Work::Merge(merge)), _) => shards::merge(merge, console),
        (Some(Work::Tune(numbers)), _) => tune::run(numbers, console),
        (None, Some(old)) => against::run(arguments, old, console),
        (None, None) if arguments.skill => skill::run(arguments, console),
        (None, None) => play(arguments, console),
    }
}

/// A package, its tables, and the simulations that are made of it.
struct Subject {
    library: Library,
    tables: Vec<Seating>,
    simulations: Vec<Simulation>,
}

/// What is to be played; `None` if the content has errors, which were told.
fn subjects(games: &Games, console: &Console) -> Result<Option<Vec<Subject>>> {
    let Some(packages) = played_packages(games.path.as_deref(), console)? else {
        return Ok(None);
    };
    let bots = games.bots()?;
    let habits = games.habits()?;
    verify(&packages, games)?;
    // Of several packages, each plays what it brings.
    let borrows = packages.len() == 1;
    let mut subjects = Vec::new();
    for library in packages {
        let (tables, note) = seatings_of(&library, games.wishes(), borrows);
        for line in note.iter().flat_map(|note| note.lines()) {
            writeln!(terminal::err(), "note: {line}")?;
        }
        if !habits.is_empty() && !tables.is_empty() {
            known(&library, &habits)?;
        }
        let habits = &habits;
        let simulations = tables.iter().flat_map(|table| {
            bots.iter().map(move |bots| Simulation {
                format: table.format.clone(),
                decks: table.decks.clone(),
                bots: seated(bots, table.decks.len()),
                games: games.games,
                seed: games.seed,
                inspect_every: INSPECT_EVERY,
                habits: habits.clone(),
            })
        });
        let simulations = simulations.collect();
        subjects.push(Subject { simulations, library, tables });
    }
    if subjects.iter().all(|subject| subject.simulations.is_empty()) {
        return Err(usage(nothing_to_play(games)));
    }
    Ok(Some(subjects))
}

/// Refuses habits about what the game does not know.
fn known(library: &Library, habits: &[Habit]) -> Result<()> {
    let game = MODULES.open(library).map_err(|error| anyhow!(error))?;
    let cards = library.packages.iter().flat_map(|package| &package.cards);
    let mut words: Vec<&str> = game.action_names();
    words.extend(cards.clone().map(|card| card.id.as_str()));
    let attacks = |what: &str| {
        // Attacks and other named parts of a card are known by what is printed on it.
        cards.clone().any(|card| {
            serde_json::to_string(card).is_ok_and(|text| text.contains(&format!("\"{what}\"")))
        })
    };
    match habits.iter().find(|habit| !words.contains(&habit.what.as_str()) && !attacks(&habit.what))
    {
        Some(unknown) => Err(no_such("action or card", &unknown.what, &words)),
        None => Ok(()),
    }
}

fn play(arguments: &SimArguments, console: &Console) -> Result<Outcome> {
    let Some(subjects) = subjects(&arguments.games, console)? else {
        return Ok(Outcome::ContentErrors);
    };
    let files = |folder: &PathBuf| {
        RowFiles::begin(|table| folder.join(format!("{table}.parquet")), arguments.decisions)
    };
    let mut rows = arguments.rows.as_ref().map(files).transpose()?;
    let mut number = 0;
    let mut telling = Telling::new(arguments.format, arguments.report.as_deref());
    for subject in &subjects {
        let game = MODULES.open(&subject.library).map_err(|error| anyhow!(error))?;
        let games = subject.simulations.len() as u64 * u64::from(arguments.games.games);
        let progress = console.progress("playing", games);
        let mut reports = Vec::new();
        for simulation in &subject.simulations {
            let games = 0..simulation.games;
            let about = About::new(&subject.library, simulation, number)?;
            number += 1;
            let totals = rows::totals(&*game, &about, games, rows.as_mut(), &|| progress.inc(1))?;
            let report = game.report(simulation, &totals);
            progress.suspend(|| telling.table(&report));
            reports.push(report);
        }
        progress.finish_and_clear();
        telling.package(subject, &*game, reports)?;
    }
    if let Some(rows) = rows {
        rows.finish()?;
    }
    telling.finish()
}

/// Says what was played.
struct Telling<'a> {
    format: Format,
    folder: Option<&'a Path>,
    reports: Vec<SimulationReport>,
    encounters: Vec<Encounter>,
    /// What stands below the tables, for people.
    below: String,
    contents: Vec<String>,
}

impl<'a> Telling<'a> {
    fn new(format: Format, folder: Option<&'a Path>) -> Telling<'a> {
        let (reports, encounters) = (Vec::new(), Vec::new());
        Telling { format, folder, reports, encounters, below: String::new(), contents: Vec::new() }
    }

    /// One table has been played.
    fn table(&self, report: &SimulationReport) {
        if self.format == Format::Human {
            // A closed pipe shows itself when the report is written.
            let _ = write!(terminal::out(), "{}", report::simulation(report));
        }
    }

    /// All tables of a package have been played.
    fn package(
        &mut self,
        subject: &Subject,
        game: &dyn OpenGame,
        reports: Vec<SimulationReport>,
    ) -> Result<()> {
        let Subject { library, tables, .. } = subject;
        let mut encounters: Vec<Encounter> = Vec::new();
        for table in tables {
            let (format, decks) = (table.format.clone(), table.decks.clone());
            for one in game.encounters(&Start { format, decks, ..Start::default() }) {
                if !encounters.contains(&one) {
                    encounters.push(one);
                }
            }
        }
        let content = content_hash(library)?;
        let figures = Figures { reports, encounters, content: content.clone() };
        self.contents.push(content);
        if let (Some(folder), false) = (self.folder, figures.reports.is_empty()) {
            write_report(folder, library, &figures)?;
        }
        let below = [
            report::odds(&figures.encounters),
            report::unused(library, tables, &figures.reports),
            report::standouts(library, &figures.reports),
        ];
        self.below.push_str(&below.concat());
        self.reports.extend(figures.reports);
        self.encounters.extend(figures.encounters);
        Ok(())
    }

    fn finish(self) -> Result<Outcome> {
        let (passed, failed) = totals(&self.reports);
        let mut out = terminal::out();
        match self.format {
            Format::Json => {
                let report = json!({
                    "engine": env!("CARGO_PKG_VERSION"),
                    "content": self.contents,
                    "simulations": self.reports,
                    "encounters": self.encounters,
                    "passed": passed,
                    "failed": failed,
                });
                writeln!(out, "{}", serde_json::to_string_pretty(&report)?)?;
            }
            Format::Human => {
                write!(out, "{}", self.below)?;
                writeln!(out, "{passed} passed, {failed} failed")?;
            }
        }
        Ok(if failed == 0 { Outcome::Fine } else { Outcome::ContentErrors })
    }
}

/// A name for what a library says, the same wherever it lies.
fn content_hash(library: &Library) -> Result<String> {
    let bytes = serde_json::to_vec(&library.packages)?;
    let hash = Sha256::digest(&bytes);
    Ok(hash.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Why there are no games: no deck is for the formats and numbers of seats that are wanted.
fn nothing_to_play(arguments: &Games) -> String {
    let named = [("--formats", &arguments.formats), ("--decks", &arguments.decks)];
    let mut asked: Vec<String> = named
        .iter()
        .filter(|(_, list)| !list.is_empty())
        .map(|(option, list)| format!("{option} {}", list.join(",")))
        .collect();
    if !arguments.seats.is_empty() {
        let seats: Vec<String> = arguments.seats.iter().map(u8::to_string).collect();
        asked.push(format!("--seats {}", seats.join(",")));
    }
    match asked.is_empty() {
        true => "no deck fits: there is nothing to play".to_owned(),
        false => format!("no deck fits `{}` here: there is nothing to play", asked.join(" ")),
    }
}

/// Refuses formats and decks that no package has.
fn verify(packages: &[Library], arguments: &Games) -> Result<()> {
    let campaigns = packages.iter().flat_map(|library| campaigns(library).map(|(one, _)| one));
    let formats: Vec<&str> = ids(packages.iter().flat_map(Library::formats).chain(campaigns));
    let decks: Vec<&str> = ids(packages.iter().flat_map(Library::decks));
    for (what, wanted, known) in
        [("format", &arguments.formats, &formats), ("deck", &arguments.decks, &decks)]
    {
        if let Some(unknown) = wanted.iter().find(|id| !known.contains(&id.as_str())) {
            return Err(no_such(what, unknown, known));
        }
    }
    Ok(())
}

/// The identifiers, each once.
fn ids<'a>(all: impl Iterator<Item = &'a Entity>) -> Vec<&'a str> {
    let mut ids: Vec<&str> = Vec::new();
    for entity in all {
        if !ids.contains(&entity.id.as_str()) {
            ids.push(&entity.id);
        }
    }
    ids
}

/// Writes `reports/balance.json` and `reports/balance.html` of a package.
fn write_report(folder: &Path, library: &Library, known: &Figures) -> Result<()> {
    let Some(package) = library.packages.last() else { return Ok(()) };
    let folder = folder.join(&package.name).join("reports");
    let mut json = serde_json::to_string_pretty(&report::figures(library, known))?;
    json.push('\n');
    write_atomically(&folder.join("balance.json"), json.as_bytes())?;
    let page = report::page(library, known).unwrap_or_default();
    write_atomically(&folder.join("balance.html"), page.as_bytes())
}

fn totals(reports: &[SimulationReport]) -> (u64, u64) {
    reports.iter().fold((0, 0), |(passed, failed), report| {
        (passed + u64::from(report.finished), failed + u64::from(report.broken))
    })
}
