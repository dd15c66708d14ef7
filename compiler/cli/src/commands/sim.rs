//! `cardwright sim`: bots play many games, and the report says what that shows.

use std::io::Write;
use std::path::Path;

use anyhow::{Result, anyhow};
use cardwright_engine::OpenGame;
use cardwright_engine::bot::BotKind;
use cardwright_engine::game::{Encounter, Start};
use cardwright_engine::report::{self, Figures};
use cardwright_engine::seating::{Seating, Wishes, seatings_of};
use cardwright_engine::simulate::{Simulation, SimulationReport};
use cardwright_games::MODULES;
use cardwright_model::{Entity, Library};
use serde_json::json;

use crate::args::{Format, SimArguments};
use crate::commands::check::checked_packages;
use crate::output::write_atomically;
use crate::report::{Console, Outcome, no_such, usage};
use crate::terminal;

/// Bookkeeping is inspected at every so many decisions: often enough to catch a slip in any
/// game, seldom enough not to dominate the time.
const INSPECT_EVERY: u32 = 16;

pub(crate) fn run(arguments: &SimArguments, console: &Console) -> Result<Outcome> {
    let Some(packages) = checked_packages(arguments.path.as_deref(), console)? else {
        return Ok(Outcome::ContentErrors);
    };
    let bots = arguments
        .bots
        .iter()
        .map(|name| name.parse().map_err(|error| usage(format!("{error}"))))
        .collect::<Result<Vec<BotKind>>>()?;
    verify(&packages, arguments)?;
    let mut reports = Vec::new();
    let mut encounters = Vec::new();
    // Of several packages, each plays what it brings.
    let borrows = packages.len() == 1;
    let seated: Vec<Vec<Seating>> = packages
        .iter()
        .map(|library| {
            let (tables, note) = seatings_of(library, wishes(arguments), borrows);
            for line in note.iter().flat_map(|note| note.lines()) {
                writeln!(terminal::err(), "note: {line}")?;
            }
            Ok(tables)
        })
        .collect::<Result<_>>()?;
    for (library, tables) in packages.iter().zip(&seated) {
        let work = Work { tables, bots: &bots, arguments, console };
        let game = MODULES.open(library).map_err(|error| anyhow!(error))?;
        let figures = work.play(&*game);
        if let (Some(folder), false) = (&arguments.report, figures.reports.is_empty()) {
            write_report(folder, library, &figures)?;
        }
        reports.extend(figures.reports);
        encounters.push(figures.encounters);
    }
    if reports.is_empty() {
        return Err(usage(nothing_to_play(arguments)));
    }
    let (passed, failed) = totals(&reports);
    let mut out = terminal::out();
    match arguments.format {
        Format::Json => {
            let report = json!({
                "engine": env!("CARGO_PKG_VERSION"),
                "simulations": reports,
                "encounters": encounters.concat(),
                "passed": passed,
                "failed": failed,
            });
            writeln!(out, "{}", serde_json::to_string_pretty(&report)?)?;
        }
        Format::Human => {
            for ((library, tables), encounters) in packages.iter().zip(&seated).zip(&encounters) {
                write!(out, "{}", report::odds(encounters))?;
                write!(out, "{}", report::unused(library, tables, &reports))?;
            }
            writeln!(out, "{passed} passed, {failed} failed")?;
        }
    }
    Ok(if failed == 0 { Outcome::Fine } else { Outcome::ContentErrors })
}

/// Why there are no games: no deck is for the formats and numbers of seats that are wanted.
fn nothing_to_play(arguments: &SimArguments) -> String {
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

fn wishes(arguments: &SimArguments) -> Wishes<'_> {
    let SimArguments { formats, decks, seats, .. } = arguments;
    Wishes { formats, decks, seats }
}

/// Refuses formats and decks that no package has.
fn verify(packages: &[Library], arguments: &SimArguments) -> Result<()> {
    let formats: Vec<&str> = ids(packages.iter().flat_map(Library::formats));
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

struct Work<'a> {
    tables: &'a [Seating],
    bots: &'a [BotKind],
    arguments: &'a SimArguments,
    console: &'a Console,
}

impl Work<'_> {
    fn play(self, game: &dyn OpenGame) -> Figures {
        let games = (self.tables.len() * self.bots.len()) as u64 * u64::from(self.arguments.games);
        let progress = self.console.progress("playing", games);
        let mut reports = Vec::new();
        let mut encounters: Vec<Encounter> = Vec::new();
        for table in self.tables {
            let (format, decks) = (table.format.clone(), table.decks.clone());
            for one in game.encounters(&Start { format, decks, ..Start::default() }) {
                if !encounters.contains(&one) {
                    encounters.push(one);
                }
            }
            for &bot in self.bots {
                let simulation = Simulation {
                    format: table.format.clone(),
                    decks: table.decks.clone(),
                    bots: vec![bot; table.decks.len()],
                    games: self.arguments.games,
                    seed: self.arguments.seed,
                    inspect_every: INSPECT_EVERY,
                };
                let report = game.simulate(&simulation, &|| progress.inc(1));
                if self.arguments.format == Format::Human {
                    progress.suspend(|| {
                        // A closed pipe shows itself when the report is written.
                        let _ = write!(terminal::out(), "{}", report::simulation(&report));
                    });
                }
                reports.push(report);
            }
        }
        progress.finish_and_clear();
        Figures { reports, encounters }
    }
}

fn totals(reports: &[SimulationReport]) -> (u64, u64) {
    reports.iter().fold((0, 0), |(passed, failed), report| {
        (passed + u64::from(report.finished), failed + u64::from(report.broken))
    })
}
