//! The report of a simulation for people at a terminal.

use std::collections::BTreeSet;
use std::io::{self, Write};

use cardwright_engine::simulate::SimulationReport;
use cardwright_model::Library;

use super::tables::{Table, together};

/// How the games of a table went.
pub(super) fn print_simulation(out: &mut impl Write, report: &SimulationReport) -> io::Result<()> {
    let bot = report.bots.first().map_or("", String::as_str);
    writeln!(out, "{} · {} · {}", report.format, bot, together(&report.decks))?;
    let games = report.finished + report.broken;
    for (seat, (won, (low, high))) in report.wins.iter().zip(&report.intervals).enumerate() {
        let side = partners(report, seat);
        if side[0] != seat {
            continue;
        }
        let who = match (side.len(), side.len() == report.wins.len()) {
            (1, true) => "won".to_owned(),
            (_, true) => "won together".to_owned(),
            (1, false) => format!("seat {} won", seat + 1),
            (_, false) => {
                let numbers: Vec<String> = side.iter().map(|seat| (seat + 1).to_string()).collect();
                format!("seats {} won together", numbers.join(", "))
            }
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

/// The seats that win and lose with one, itself included, in order.
pub(crate) fn partners(report: &SimulationReport, seat: usize) -> Vec<usize> {
    let sides = &report.sides;
    (0..report.wins.len()).filter(|other| sides.get(*other) == sides.get(seat)).collect()
}

/// Cards and abilities that no game of the run used, among those in the decks that played.
pub(super) fn print_cards(
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
