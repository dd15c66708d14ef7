//! `cardwright sim`: bots play many games, and the report says what that shows.

mod print;
mod tables;

use std::io::{self, Write};

use anyhow::{Result, anyhow};
use cardwright_engine::bot::{BotKind, Strategy};
use cardwright_engine::game::{Encounter, Start};
use cardwright_engine::open::{Visitor, with_game};
use cardwright_engine::simulate::{Simulation, SimulationReport, simulate};
use serde_json::json;

use crate::args::{Format, SimArguments};
use crate::commands::balance;
use crate::commands::check::checked_packages;
use crate::report::{Console, Outcome, usage};
pub(crate) use print::partners;
use print::{print_cards, print_simulation};
use tables::{Table, tables};
pub(crate) use tables::{players_of, seatings, together};

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
    let mut reports = Vec::new();
    let mut encounters = Vec::new();
    for library in &packages {
        let tables = tables(library, arguments);
        let work = Work { tables: &tables, bots: &bots, arguments, console };
        let figures = with_game(library, work).map_err(|error| anyhow!(error))?;
        if let (Some(folder), false) = (&arguments.report, figures.reports.is_empty()) {
            balance::write(folder, library, &figures)?;
        }
        reports.extend(figures.reports);
        encounters.push(figures.encounters);
    }
    if reports.is_empty() {
        return Err(usage("no deck fits: there is nothing to play"));
    }
    let (passed, failed) = totals(&reports);
    let mut out = io::stdout().lock();
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
            for (library, encounters) in packages.iter().zip(&encounters) {
                balance::print_odds(&mut out, encounters)?;
                print_cards(&mut out, library, &tables(library, arguments), &reports)?;
            }
            writeln!(out, "{passed} passed, {failed} failed")?;
        }
    }
    Ok(if failed == 0 { Outcome::Fine } else { Outcome::ContentErrors })
}

/// What is known about a package after its games.
pub(crate) struct Figures {
    /// How the games of each table went.
    pub(crate) reports: Vec<SimulationReport>,
    /// The exact chances of the attacks at all tables.
    pub(crate) encounters: Vec<Encounter>,
}

struct Work<'a> {
    tables: &'a [Table],
    bots: &'a [BotKind],
    arguments: &'a SimArguments,
    console: &'a Console,
}

impl Visitor for Work<'_> {
    type Output = Figures;

    fn visit<G: Strategy>(self, game: &G) -> Figures {
        let progress =
            self.console.progress("playing", (self.tables.len() * self.bots.len()) as u64);
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
                let report = simulate(
                    game,
                    &Simulation {
                        format: table.format.clone(),
                        decks: table.decks.clone(),
                        bots: vec![bot; table.decks.len()],
                        games: self.arguments.games,
                        seed: self.arguments.seed,
                        inspect_every: INSPECT_EVERY,
                    },
                );
                progress.inc(1);
                if self.arguments.format == Format::Human {
                    progress.suspend(|| {
                        // A closed pipe shows itself when the report is written.
                        let _ = print_simulation(&mut io::stdout().lock(), &report);
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
