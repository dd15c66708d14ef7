//! The figures of a simulation as files of a package: data, and a page to read.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::Result;
use cardwright_engine::simulate::SimulationReport;
use cardwright_model::{Library, Package};
use serde_json::{Value, json};

use crate::output::write_atomically;

/// Writes `reports/balance.json` and `reports/balance.html` of a package.
pub(crate) fn write(folder: &Path, library: &Library, reports: &[SimulationReport]) -> Result<()> {
    let Some(package) = library.packages.last() else { return Ok(()) };
    let folder = folder.join(&package.name).join("reports");
    let figures = json!({
        "package": package.name,
        "version": package.version,
        "engine": env!("CARGO_PKG_VERSION"),
        "simulations": reports.iter().map(figures).collect::<Vec<_>>(),
    });
    let mut text = serde_json::to_string_pretty(&figures)?;
    text.push('\n');
    write_atomically(&folder.join("balance.json"), text.as_bytes())?;
    write_atomically(&folder.join("balance.html"), page(library, package, reports)?.as_bytes())
}

/// What is worth keeping of a simulation.
fn figures(report: &SimulationReport) -> Value {
    json!({
        "format": report.format,
        "bot": report.bots.first(),
        "decks": report.decks,
        "seed": report.seed,
        "games": report.finished + report.broken,
        "broken": report.broken,
        "together": report.together,
        "wins": report.wins,
        "intervals-per-mille": report.intervals,
        "endings": report.endings,
        "rounds": report.rounds,
        "decisions": report.decisions,
    })
}

const HEAD: &str = "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
<style>body{font:16px/1.5 sans-serif;margin:2em auto;max-width:60em}\
table{border-collapse:collapse;width:100%}th,td{border-bottom:1px solid #ccc;\
padding:.3em .6em;text-align:left;vertical-align:top}td.number{text-align:right;\
font-variant-numeric:tabular-nums}</style>\n";

/// A table with a line for each simulation.
fn page(
    library: &Library,
    package: &Package,
    reports: &[SimulationReport],
) -> Result<String, std::fmt::Error> {
    let title = format!("{} {}: how games went", package.name, package.version);
    let title = escaped(&title);
    let mut page = String::from(HEAD);
    writeln!(page, "<title>{title}</title>\n<h1>{title}</h1>\n<table>")?;
    writeln!(
        page,
        "<tr><th>Format<th>Decks<th>Bot<th>Games<th>Won<th>95 % interval<th>Rounds<th>Ended by"
    )?;
    for report in reports {
        let name = library.formats().find(|format| format.id == report.format);
        let name = name.map_or(report.format.as_str(), |format| format.name.as_str());
        let games = report.finished + report.broken;
        let seats = if report.together { 1 } else { report.wins.len() };
        let share = |won: &u32| f64::from(*won) * 100.0 / f64::from(report.finished.max(1));
        let won: Vec<String> =
            report.wins.iter().take(seats).map(|won| format!("{:.1} %", share(won))).collect();
        let within: Vec<String> = report
            .intervals
            .iter()
            .take(seats)
            .map(|(low, high)| format!("{}.{}–{}.{} %", low / 10, low % 10, high / 10, high % 10))
            .collect();
        let endings: Vec<String> = report
            .endings
            .iter()
            .map(|(reason, count)| format!("{} {count}", reason.replace('-', " ")))
            .collect();
        writeln!(
            page,
            "<tr><td>{}<td>{}<td>{}<td class=\"number\">{games}<td class=\"number\">{}\
             <td class=\"number\">{}<td class=\"number\">{}<td>{}",
            escaped(name),
            escaped(&report.decks.join(", ")),
            escaped(report.bots.first().map_or("", String::as_str)),
            won.join("<br>"),
            within.join("<br>"),
            report.rounds.p50,
            escaped(&endings.join(", ")),
        )?;
    }
    writeln!(page, "</table>")?;
    Ok(page)
}

/// Text that is safe in HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
