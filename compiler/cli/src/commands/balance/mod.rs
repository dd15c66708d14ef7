//! The figures of a simulation as files of a package: data, and a page to read.

mod odds;
mod page;

use std::path::Path;

use anyhow::Result;
use cardwright_engine::simulate::SimulationReport;
use cardwright_model::Library;
use serde_json::{Value, json};

use super::sim::Figures;
use crate::output::write_atomically;
pub(crate) use odds::print_odds;

/// Writes `reports/balance.json` and `reports/balance.html` of a package.
pub(crate) fn write(folder: &Path, library: &Library, known: &Figures) -> Result<()> {
    let Some(package) = library.packages.last() else { return Ok(()) };
    let folder = folder.join(&package.name).join("reports");
    let figures = json!({
        "package": package.name,
        "version": package.version,
        "engine": env!("CARGO_PKG_VERSION"),
        "simulations": known.reports.iter().map(figures).collect::<Vec<_>>(),
        "encounters": odds::figures(&known.encounters),
    });
    let mut text = serde_json::to_string_pretty(&figures)?;
    text.push('\n');
    write_atomically(&folder.join("balance.json"), text.as_bytes())?;
    let page = page::page(library, package, known)?;
    write_atomically(&folder.join("balance.html"), page.as_bytes())
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
        "sides": report.sides,
        "wins": report.wins,
        "intervals-per-mille": report.intervals,
        "endings": report.endings,
        "rounds": report.rounds,
        "decisions": report.decisions,
    })
}
