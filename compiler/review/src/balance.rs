//! Who wins how often, before and after, on the same seeds.

use cardwright_check::CheckedPackage;
use cardwright_engine::bot::BotKind;
use cardwright_engine::seating::{Seating, Wishes, seatings_of};
use cardwright_engine::simulate::{Simulation, SimulationReport};
use cardwright_model::Library;
use serde::{Deserialize, Serialize};

use crate::{Finding, Report, Subject, Weight};

/// At how many tables games are played; more of them are alike.
const TABLES: usize = 4;
/// The seed of the first game, for both versions.
const SEED: u64 = 1;
/// Bookkeeping is inspected at every so many decisions, as `sim` does.
const INSPECT_EVERY: u32 = 16;

/// One seat at one table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Row {
    /// The format.
    pub format: String,
    /// The deck; of players who win together, all decks.
    pub deck: String,
    /// Before.
    pub old: Option<Rate>,
    /// After.
    pub new: Rate,
}

/// How often somebody wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Rate {
    /// Games won.
    pub wins: u32,
    /// Games played.
    pub games: u32,
    /// The lower end of the 95 % interval, in tenths of a percent.
    pub low: u32,
    /// Its upper end.
    pub high: u32,
}

impl Rate {
    /// In words: `42 % (33 to 52 %)`.
    pub fn words(&self) -> String {
        let percent = |tenths: u32| (tenths + 5) / 10;
        let part = (self.wins * 100).checked_div(self.games).unwrap_or(0);
        format!("{part} % ({} to {} %)", percent(self.low), percent(self.high))
    }
}

pub(crate) fn examine(
    subject: &Subject<'_>,
    package: &CheckedPackage,
    old: Option<&CheckedPackage>,
    report: &mut Report,
) {
    let wishes = Wishes { formats: &[], decks: &[], seats: &[] };
    let mut tables = seatings_of(&package.library, wishes, true).0;
    let step = tables.len().div_ceil(TABLES).max(1);
    tables = tables.into_iter().step_by(step).collect();
    for table in &tables {
        let Some(new) = played(subject, &package.library, table) else { continue };
        if new.broken > 0 {
            let problem = new.failures.first().map_or("", |failure| failure.problem.as_str());
            let told = format!(
                "{} of {} games of `{}` come to no end: {problem}",
                new.broken, subject.games, table.format
            );
            report.findings.push(Finding::new("balance", Weight::Refuse, told));
        }
        let old = old
            .filter(|old| knows(&old.library, table))
            .and_then(|old| played(subject, &old.library, table));
        rows(table, &new, old.as_ref(), report);
    }
}

/// True if a library has the format and the decks of a table.
fn knows(library: &Library, table: &Seating) -> bool {
    library.formats().any(|format| format.id == table.format)
        && table.decks.iter().all(|id| library.decks().any(|deck| deck.id == *id))
}

fn played(subject: &Subject<'_>, library: &Library, table: &Seating) -> Option<SimulationReport> {
    let game = subject.modules.open(library).ok()?;
    let simulation = Simulation {
        format: table.format.clone(),
        decks: table.decks.clone(),
        bots: vec![BotKind::Greedy; table.decks.len()],
        games: subject.games,
        seed: SEED,
        inspect_every: INSPECT_EVERY,
        habits: Vec::new(),
    };
    Some(game.simulate(&simulation, &|| {}))
}

fn rows(
    table: &Seating,
    new: &SimulationReport,
    old: Option<&SimulationReport>,
    report: &mut Report,
) {
    let seats = if new.together { 1 } else { table.decks.len() };
    for seat in 0..seats {
        let Some(rate) = rate(new, seat) else { continue };
        let deck = match new.together {
            true => table.decks.join(", "),
            false => table.decks.get(seat).cloned().unwrap_or_default(),
        };
        let before = old.and_then(|old| self::rate(old, seat));
        if let Some(before) = before.filter(|old| old.high < rate.low || rate.high < old.low) {
            let told = format!(
                "`{deck}` in `{}` won {} before and wins {} now",
                table.format,
                before.words(),
                rate.words()
            );
            report.findings.push(Finding::new("balance", Weight::Decide, told));
        }
        report.balance.push(Row { format: table.format.clone(), deck, old: before, new: rate });
    }
}

fn rate(report: &SimulationReport, seat: usize) -> Option<Rate> {
    let (wins, (low, high)) = (*report.wins.get(seat)?, *report.intervals.get(seat)?);
    Some(Rate { wins, games: report.finished, low, high })
}
