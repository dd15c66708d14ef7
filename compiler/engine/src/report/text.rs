//! The report of a simulation for people at a terminal.

use std::collections::BTreeSet;

use cardwright_model::Library;

use super::partners;
use crate::seating::{Seating, together};
use crate::simulate::SimulationReport;

/// How the games of a table went.
pub fn simulation(report: &SimulationReport) -> String {
    let mut lines = Vec::new();
    let bots = super::bots(&report.bots);
    lines.push(format!("{} · {} · {}\n", report.format, bots, together(&report.decks)));
    let games = report.finished + report.broken;
    for (seat, (won, (low, high))) in report.wins.iter().zip(&report.intervals).enumerate() {
        let side = partners(report, seat);
        if side[0] != seat {
            continue;
        }
        let who = match (side.len(), side.len() == report.wins.len()) {
            (1, true) => "won".to_owned(),
            (_, true) => "won together".to_owned(),
            (1, false) => format!("{} won", decks_of(report, &side)),
            (_, false) => format!("{} won together", decks_of(report, &side)),
        };
        let share = f64::from(*won) * 100.0 / f64::from(report.finished.max(1));
        lines.push(format!(
            "  {who} {won} of {games} ({share:.1} %, 95 % interval {:.1}–{:.1} %)\n",
            f64::from(*low) / 10.0,
            f64::from(*high) / 10.0
        ));
    }
    let endings: Vec<String> = report
        .endings
        .iter()
        .map(|(reason, count)| format!("{} {count}", reason.replace('-', " ")))
        .collect();
    lines.push(format!("  ended by: {}\n", endings.join(", ")));
    lines.push(format!(
        "  rounds {} (95 % within {}, longest {}); decisions {} (95 % within {})\n",
        report.rounds.p50,
        report.rounds.p95,
        report.rounds.max,
        report.decisions.p50,
        report.decisions.p95
    ));
    lines.extend(course(report).into_iter().map(|line| format!("  {line}\n")));
    for failure in &report.failures {
        lines.push(format!(
            "  broken: {} (seed {}, after {} decisions)\n",
            failure.problem,
            failure.log.start.seed,
            failure.log.decisions.len()
        ));
    }
    lines.concat()
}

/// How the games went, in lines: how open they were, and what the seats had to do.
pub(super) fn course(report: &SimulationReport) -> Vec<String> {
    stories(report).into_iter().chain(duties(report)).collect()
}

/// How open the games were; nothing if there were too few.
fn stories(report: &SimulationReport) -> Option<String> {
    let percent = |per_mille: u32| (per_mille + 5) / 10;
    // Of two sides, one of which wins, the first tells all but who comes back.
    let first = report.stories.first()?;
    let [quarter, half, late] = first.foreseen.map(percent);
    let back = report.stories.iter().map(|story| {
        let side = partners(report, story.seat);
        let who = match side.len() == report.wins.len() {
            true => String::new(),
            false => format!(" by {}", decks_of(report, &side)),
        };
        format!("{} % of wins{who}", percent(story.comebacks))
    });
    let back: Vec<String> = back.collect();
    Some(format!(
        "foreseen {quarter} % after a quarter, {half} % at half time, {late} % after three quarters; \
         still close then {} %; comebacks {}",
        percent(first.close),
        back.join(", ")
    ))
}

/// What the seats had to do.
fn duties(report: &SimulationReport) -> Option<String> {
    let games = u64::from(report.finished.max(1));
    let seats = report.seats.iter().enumerate().map(|(seat, duty)| {
        let idle = duty.idle_rounds * 100 / duty.rounds.max(1);
        let who = match report.seats.len() {
            1 => String::new(),
            _ => format!("seat {} ", seat + 1),
        };
        let mattered = match duty.weighed {
            0 => String::new(),
            weighed => format!(", {} % of them mattered", duty.mattered * 100 / weighed),
        };
        format!("{who}{}{mattered}, idle in {idle} % of rounds", duty.decisions / games)
    });
    let seats: Vec<String> = seats.collect();
    (!seats.is_empty()).then(|| format!("choices a game: {}", seats.join("; ")))
}

/// The decks of a side, with its seats if others have the same decks.
fn decks_of(report: &SimulationReport, side: &[usize]) -> String {
    let deck = |seat: usize| report.decks.get(seat).map_or("", String::as_str);
    let mut decks: Vec<&str> = side.iter().map(|seat| deck(*seat)).collect();
    decks.dedup();
    let others = (0..report.decks.len()).filter(|seat| !side.contains(seat));
    let is_shared = others.map(deck).any(|other| decks.contains(&other));
    let seats: Vec<String> = side.iter().map(|seat| (seat + 1).to_string()).collect();
    match is_shared || decks.contains(&"") {
        true => format!("{} (seat {})", decks.join(" + "), seats.join(", ")),
        false => decks.join(" + "),
    }
}

/// Cards and abilities that no game of the run used, among those in the decks that played.
pub fn unused(library: &Library, tables: &[Seating], reports: &[SimulationReport]) -> String {
    let mut lines = Vec::new();
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
        lines.push(format!("never played: {}\n", dead.join(", ")));
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
        lines.push(format!("abilities that never happened: {}\n", list.join("; ")));
    }
    lines.concat()
}
