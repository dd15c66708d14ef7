//! `cardwright sim`: bots play many games, and the report says what that shows.

use std::collections::BTreeSet;
use std::io::{self, Write};

use anyhow::{Result, anyhow};
use cardwright_engine::bot::{BotKind, Strategy};
use cardwright_engine::open::{Visitor, with_game};
use cardwright_engine::simulate::{Simulation, SimulationReport, simulate};
use cardwright_model::{Entity, Library};
use serde_json::json;

use crate::args::{Format, SimArguments};
use crate::commands::balance;
use crate::commands::check::checked_packages;
use crate::report::{Console, Outcome, usage};

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
    for library in &packages {
        let tables = tables(library, arguments);
        let work = Work { tables: &tables, bots: &bots, arguments, console };
        let figures = with_game(library, work).map_err(|error| anyhow!(error))?;
        if let (Some(folder), false) = (&arguments.report, figures.is_empty()) {
            balance::write(folder, library, &figures)?;
        }
        reports.extend(figures);
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
                "passed": passed,
                "failed": failed,
            });
            writeln!(out, "{}", serde_json::to_string_pretty(&report)?)?;
        }
        Format::Human => {
            for (library, table) in
                packages.iter().map(|library| (library, tables(library, arguments)))
            {
                print_cards(&mut out, library, &table, &reports)?;
            }
            writeln!(out, "{passed} passed, {failed} failed")?;
        }
    }
    Ok(if failed == 0 { Outcome::Fine } else { Outcome::ContentErrors })
}

/// A format and the decks that sit down to it.
struct Table {
    format: String,
    decks: Vec<String>,
}

/// For each format that has decks in the package: as many seats as it needs at least. Decks of
/// one kind are dealt out in turn; where a game has several kinds of decks, every table has one
/// of each, and the seats left over share the first.
fn tables(library: &Library, arguments: &SimArguments) -> Vec<Table> {
    let Some(package) = library.packages.last() else { return Vec::new() };
    let wanted =
        |list: &[String], id: &str| list.is_empty() || list.iter().any(|entry| entry == id);
    let mut tables = Vec::new();
    for format in library.formats().filter(|format| wanted(&arguments.formats, &format.id)) {
        let decks: Vec<&Entity> = package
            .decks
            .iter()
            .filter(|deck| deck.target.as_deref() == Some(format.id.as_str()))
            .filter(|deck| wanted(&arguments.decks, &deck.id))
            .collect();
        let seats = format.int("min-players").unwrap_or(1).clamp(1, 8) as usize;
        for decks in seatings(&decks, seats) {
            tables.push(Table { format: format.id.clone(), decks });
        }
    }
    tables
}

/// Who sits down together, so that every deck plays.
pub(crate) fn seatings(decks: &[&Entity], seats: usize) -> Vec<Vec<String>> {
    let mut kinds: Vec<(&str, Vec<&Entity>)> = Vec::new();
    for deck in decks {
        match kinds.iter_mut().find(|(kind, _)| *kind == deck.kind) {
            Some((_, known)) => known.push(deck),
            None => kinds.push((&deck.kind, vec![deck])),
        }
    }
    let id = |deck: &Entity| deck.id.clone();
    match kinds.as_slice() {
        [] => Vec::new(),
        [(_, decks)] => {
            let deal = |group: usize| {
                let place = |seat: usize| (group * seats + seat) % decks.len();
                (0..seats).map(|seat| id(decks[place(seat)])).collect()
            };
            (0..decks.len().div_ceil(seats)).map(deal).collect()
        }
        several => {
            let most = several.iter().map(|(_, decks)| decks.len()).max().unwrap_or(0);
            let sit = |group: usize| {
                let one = |(_, decks): &(&str, Vec<&Entity>)| id(decks[group % decks.len()]);
                let shared = seats.saturating_sub(several.len());
                let first = several.iter().take(1).map(one);
                let shared = first.cycle().take(shared);
                shared.chain(several.iter().map(one)).collect()
            };
            (0..most).map(sit).collect()
        }
    }
}

struct Work<'a> {
    tables: &'a [Table],
    bots: &'a [BotKind],
    arguments: &'a SimArguments,
    console: &'a Console,
}

impl Visitor for Work<'_> {
    type Output = Vec<SimulationReport>;

    fn visit<G: Strategy>(self, game: &G) -> Vec<SimulationReport> {
        let progress =
            self.console.progress("playing", (self.tables.len() * self.bots.len()) as u64);
        let mut reports = Vec::new();
        for table in self.tables {
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
        reports
    }
}

fn print_simulation(out: &mut impl Write, report: &SimulationReport) -> io::Result<()> {
    let bot = report.bots.first().map_or("", String::as_str);
    writeln!(out, "{} · {} · {}", report.format, bot, report.decks.join(" + "))?;
    let games = report.finished + report.broken;
    for (seat, (won, (low, high))) in report.wins.iter().zip(&report.intervals).enumerate() {
        let who = match (report.wins.len(), report.together) {
            (1, _) => "won".to_owned(),
            (_, true) if seat > 0 => break,
            (_, true) => "won together".to_owned(),
            (_, false) => format!("seat {} won", seat + 1),
        };
        let share = f64::from(*won) * 100.0 / f64::from(report.finished.max(1));
        writeln!(
            out,
            "  {who} {won} of {games} ({share:.1} %, 95 % interval {:.1}–{:.1} %)",
            f64::from(*low) / 10.0,
            f64::from(*high) / 10.0
        )?;
    }
    let endings: Vec<String> = report
        .endings
        .iter()
        .map(|(reason, count)| format!("{} {count}", reason.replace('-', " ")))
        .collect();
    writeln!(out, "  ended by: {}", endings.join(", "))?;
    writeln!(
        out,
        "  rounds {} (95 % within {}, longest {}); decisions {} (95 % within {})",
        report.rounds.p50,
        report.rounds.p95,
        report.rounds.max,
        report.decisions.p50,
        report.decisions.p95
    )?;
    for failure in &report.failures {
        writeln!(
            out,
            "  broken: {} (seed {}, after {} decisions)",
            failure.problem,
            failure.log.start.seed,
            failure.log.decisions.len()
        )?;
    }
    Ok(())
}

/// Cards and abilities that no game of the run used, among those in the decks that played.
fn print_cards(
    out: &mut impl Write,
    library: &Library,
    tables: &[Table],
    reports: &[SimulationReport],
) -> io::Result<()> {
    let decks: BTreeSet<&str> =
        tables.iter().flat_map(|table| table.decks.iter().map(String::as_str)).collect();
    let cards: BTreeSet<&str> = library
        .decks()
        .filter(|deck| decks.contains(deck.id.as_str()))
        .flat_map(|deck| deck.lists.values().flatten())
        .map(|entry| entry.card.as_str())
        .collect();
    let played = |card: &str| {
        reports
            .iter()
            .any(|report| report.cards.iter().any(|entry| entry.card == card && entry.played > 0))
    };
    let dead: Vec<&str> = cards.iter().copied().filter(|card| !played(card)).collect();
    if !dead.is_empty() {
        writeln!(out, "never played: {}", dead.join(", "))?;
    }
    let owner = |ability: &str| ability.split_whitespace().next().unwrap_or("").to_owned();
    let silent: BTreeSet<&str> = reports
        .first()
        .into_iter()
        .flat_map(|report| &report.silent)
        .map(|entry| entry.ability.as_str())
        .filter(|ability| cards.contains(owner(ability).as_str()))
        .filter(|ability| {
            reports.iter().all(|report| report.silent.iter().any(|entry| entry.ability == *ability))
        })
        .collect();
    if !silent.is_empty() {
        let list: Vec<&str> = silent.into_iter().collect();
        writeln!(out, "abilities that never happened: {}", list.join("; "))?;
    }
    Ok(())
}

fn totals(reports: &[SimulationReport]) -> (u64, u64) {
    reports.iter().fold((0, 0), |(passed, failed), report| {
        (passed + u64::from(report.finished), failed + u64::from(report.broken))
    })
}
