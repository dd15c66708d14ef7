//! `cardwright sim --skill`: how much does thinking help?
//!
//! Every side thinks in turn, with more and more simulations a decision; where sides play each other,
//! the others take what the game's automatic player takes.

use std::io::Write;

use anyhow::{Result, anyhow};
use cardwright_engine::bot::BotKind;
use cardwright_engine::simulate::{Simulation, SimulationReport};
use cardwright_games::MODULES;
use serde::Serialize;
use serde_json::json;

use super::{SimArguments, content_hash, subjects};
use crate::args::Format;
use crate::output::write_atomically;
use crate::report::{Console, Outcome};
use crate::terminal;

/// Simulations a decision, from none on.
const BUDGETS: [u32; 4] = [0, 32, 128, 512];

/// What a side wins with so much thinking.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
struct Trace {
    format: String,
    decks: Vec<String>,
    /// The seats of the side, from 0.
    seats: Vec<usize>,
    points: Vec<Point>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
struct Point {
    simulations: u32,
    games: u32,
    wins: u32,
    interval_per_mille: (u32, u32),
}

pub(super) fn run(arguments: &SimArguments, console: &Console) -> Result<Outcome> {
    let Some(subjects) = subjects(&arguments.games, console)? else {
        return Ok(Outcome::ContentErrors);
    };
    let mut told = Vec::new();
    for subject in &subjects {
        let game = MODULES.open(&subject.library).map_err(|error| anyhow!(error))?;
        // One simulation for each table: the bots are ours to choose.
        let tables = subject.tables.len();
        let progress = console.progress("tables", tables as u64);
        let mut traces = Vec::new();
        let bots = (subject.simulations.len() / tables.max(1)).max(1);
        for table in subject.simulations.chunks(bots) {
            let Some(simulation) = table.first() else { continue };
            let play = |bots: Vec<BotKind>| {
                game.simulate(&Simulation { bots, ..simulation.clone() }, &|| {})
            };
            let base = play(vec![BotKind::Auto; simulation.decks.len()]);
            for seats in sides(&base) {
                let with = |budget: u32| {
                    let mut bots = vec![BotKind::Auto; simulation.decks.len()];
                    seats.iter().for_each(|seat| bots[*seat] = BotKind::Plan(budget));
                    play(bots)
                };
                let points = BUDGETS.map(|budget| match budget {
                    0 => Point::new(0, &base, seats[0]),
                    _ => Point::new(budget, &with(budget), seats[0]),
                });
                let (format, decks) = (simulation.format.clone(), simulation.decks.clone());
                let trace = Trace { format, decks, seats, points: points.into() };
                if arguments.format == Format::Human {
                    progress.suspend(|| write!(terminal::out(), "{}", trace.in_words()))?;
                }
                traces.push(trace);
            }
            progress.inc(1);
        }
        progress.finish_and_clear();
        let package = subject.library.packages.last().map_or("", |package| package.name.as_str());
        let skill = json!({
            "package": package,
            "engine": env!("CARGO_PKG_VERSION"),
            "content": content_hash(&subject.library)?,
            "seed": arguments.games.seed,
            "traces": traces,
        });
        if let Some(folder) = &arguments.report {
            let mut json = serde_json::to_string_pretty(&skill)?;
            json.push('\n');
            let folder = folder.join(package).join("reports");
            write_atomically(&folder.join("skill.json"), json.as_bytes())?;
        }
        told.push(skill);
    }
    if arguments.format == Format::Json {
        writeln!(terminal::out(), "{}", serde_json::to_string_pretty(&told)?)?;
    }
    Ok(Outcome::Fine)
}

/// The seats of each side.
fn sides(report: &SimulationReport) -> Vec<Vec<usize>> {
    let mut sides: Vec<Vec<usize>> = Vec::new();
    for (seat, side) in report.sides.iter().enumerate() {
        match sides.iter_mut().find(|seats| report.sides.get(seats[0]) == Some(side)) {
            Some(seats) => seats.push(seat),
            None => sides.push(vec![seat]),
        }
    }
    sides
}

impl Point {
    fn new(simulations: u32, report: &SimulationReport, seat: usize) -> Point {
        Point {
            simulations,
            games: report.finished,
            wins: report.wins.get(seat).copied().unwrap_or(0),
            interval_per_mille: report.intervals.get(seat).copied().unwrap_or((0, 1000)),
        }
    }
}

impl Trace {
    fn in_words(&self) -> String {
        let mut decks: Vec<&str> = self
            .seats
            .iter()
            .filter_map(|seat| self.decks.get(*seat))
            .map(String::as_str)
            .collect();
        decks.dedup();
        let mut text = format!("{} · {}\n", self.format, decks.join(" + "));
        for Point { simulations, games, wins, interval_per_mille: (low, high) } in &self.points {
            let share = f64::from(*wins) * 100.0 / f64::from((*games).max(1));
            text.push_str(&format!(
                "  {simulations:>4} simulations: won {wins} of {games} ({share:.1} %, 95 % interval \
                 {:.1}–{:.1} %)\n",
                f64::from(*low) / 10.0,
                f64::from(*high) / 10.0
            ));
        }
        text
    }
}
