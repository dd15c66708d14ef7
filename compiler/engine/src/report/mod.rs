//! What a simulation showed, for people and for programs: lines for a terminal, figures to keep,
//! and a page to read.

mod chart;
mod edit;
mod odds;
mod page;
mod rules;
mod text;
mod worth;

use cardwright_model::Library;
use serde_json::{Value, json};

use crate::game::Encounter;
use crate::simulate::SimulationReport;
pub use edit::{Edit, answer, edit_page};
pub use odds::told as odds;
pub use page::page;
pub use rules::{RuleProof, rule_proofs, rules};
pub use text::{simulation, unused};
pub use worth::{Worth, standouts, worths};

/// What is known about a package after its games.
#[derive(Debug, Default)]
pub struct Figures {
    /// How the games of each table went.
    pub reports: Vec<SimulationReport>,
    /// The exact chances of the attacks at all tables.
    pub encounters: Vec<Encounter>,
    /// A name for what the content says: its hash.
    pub content: String,
}

/// The figures of a library's last package that are worth keeping.
pub fn figures(library: &Library, known: &Figures) -> Value {
    let package = library.packages.last();
    json!({
        "package": package.map(|package| &package.name),
        "version": package.map(|package| &package.version),
        "engine": env!("CARGO_PKG_VERSION"),
        "content": known.content,
        "simulations":
            known.reports.iter().map(|report| of_simulation(library, report)).collect::<Vec<_>>(),
        "encounters": odds::figures(&known.encounters),
    })
}

fn of_simulation(library: &Library, report: &SimulationReport) -> Value {
    json!({
        "format": report.format,
        "bot": report.bots.first(),
        "bots": report.bots,
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
        "seats": report.seats,
        "stories": report.stories,
        "cards": worths(library, report),
    })
}

/// The seats that win and lose with one, itself included, in order.
fn partners(report: &SimulationReport, seat: usize) -> Vec<usize> {
    let sides = &report.sides;
    (0..report.wins.len()).filter(|other| sides.get(*other) == sides.get(seat)).collect()
}

/// The bots of a table: one name if all are alike.
fn bots(bots: &[String]) -> String {
    match bots {
        [first, others @ ..] if others.iter().all(|other| other == first) => first.clone(),
        _ => bots.join("+"),
    }
}
