//! What cards are worth: how games went in which they were played, against those in which they were
//! not. This is a hint and no proof: a card may be played because its side is winning already. Whether
//! a change of the card changes who wins is asked with `sim --against`.

use std::fmt::{self, Write as _};

use cardwright_model::Library;
use serde::Serialize;

use super::chart;
use super::page::escaped;
use crate::simulate::{CardReport, SimulationReport};
use crate::statistics::two_sided;

/// The chance that any card of a table is wrongly said to stand out.
const ERROR: f64 = 0.05;

/// With fewer games than this on either side, nothing is said about a card.
const LEAST: u64 = 10;

/// How many cards stand in a picture or a list, from either end.
const SHOWN: usize = 8;

/// What a card is worth to the side that has it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Worth {
    /// The card.
    pub card: String,
    /// The seat, from 0, for which it counts.
    pub seat: usize,
    /// Games in which it was in hand at the right time or came into play; of those, games won.
    pub drawn: [u64; 2],
    /// Games in which it was played or came into play; of those, games won.
    pub played: [u64; 2],
    /// Games in which it was drawn and not played; of those, games won.
    pub held: [u64; 2],
    /// How often it could be played, and how often it was.
    pub chosen: [u64; 2],
    /// How often it could not be paid for.
    pub unaffordable: u64,
    /// How often it had nothing to act on.
    pub aimless: u64,
    /// How much more is won in games in which it is played.
    pub change: f64,
    /// The ends of the interval of that, which holds for all cards of the table together.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

impl Worth {
    /// Whether the card stands out, after allowing for how many cards were looked at.
    pub fn is_clear(&self) -> bool {
        self.low > 0.0 || self.high < 0.0
    }
}

/// What the cards of a table are worth, the best first. Left out are cards of which too little was
/// seen, and those that belong to several sides.
pub fn worths(library: &Library, report: &SimulationReport) -> Vec<Worth> {
    let judged = |card: &CardReport| {
        let seat = owner(library, report, &card.card)?;
        let all = u64::from(report.finished);
        let enough = card.played_in >= LEAST && all - card.played_in >= LEAST;
        enough.then_some((seat, card.clone()))
    };
    let judged: Vec<(usize, CardReport)> = report.cards.iter().filter_map(judged).collect();
    let z = two_sided(1.0 - ERROR / judged.len().max(1) as f64);
    let mut worths: Vec<Worth> =
        judged.iter().map(|(seat, card)| worth(report, *seat, card, z)).collect();
    worths.sort_by(|one, other| other.change.total_cmp(&one.change));
    worths
}

fn worth(report: &SimulationReport, seat: usize, card: &CardReport, z: f64) -> Worth {
    let at = |counts: &[u64]| counts.get(seat).copied().unwrap_or(0);
    let played = [card.played_in, at(&card.played_wins)];
    let drawn = [card.drawn_in, at(&card.drawn_wins)];
    let won = u64::from(report.wins.get(seat).copied().unwrap_or(0));
    let others = [u64::from(report.finished) - played[0], won - played[1]];
    // Agresti and Caffo: one more game won and lost on either side keeps small numbers honest.
    let rate = |[games, won]: [u64; 2]| (won as f64 + 1.0) / (games as f64 + 2.0);
    let noise = |counts: [u64; 2]| rate(counts) * (1.0 - rate(counts)) / (counts[0] as f64 + 2.0);
    let change = rate(played) - rate(others);
    let margin = z * (noise(played) + noise(others)).sqrt();
    Worth {
        card: card.card.clone(),
        seat,
        drawn,
        played,
        held: [drawn[0] - played[0], drawn[1] - played[1]],
        chosen: [card.legal, card.played],
        unaffordable: card.unaffordable,
        aimless: card.aimless,
        change,
        low: change - margin,
        high: change + margin,
    }
}

/// The seat that a card counts for: any where all win together, otherwise the one with the only deck
/// that has it.
fn owner(library: &Library, report: &SimulationReport, card: &str) -> Option<usize> {
    if report.together || report.wins.len() == 1 {
        return Some(0);
    }
    let has = |id: &String| {
        let deck = library.decks().find(|deck| deck.id == *id);
        deck.is_some_and(|deck| deck.lists.values().flatten().any(|entry| entry.card == card))
    };
    let side = |seat: usize| report.sides.get(seat).copied();
    let mut seats = (0..report.decks.len()).filter(|seat| has(&report.decks[*seat]));
    let first = seats.next()?;
    seats.all(|other| side(other) == side(first)).then_some(first)
}

/// The cards that stand out at each table, in lines for a terminal.
pub fn standouts(library: &Library, reports: &[SimulationReport]) -> String {
    let mut text = String::new();
    for report in strongest(reports) {
        let clear: Vec<Worth> =
            worths(library, report).into_iter().filter(Worth::is_clear).collect();
        let line = |worth: &Worth| {
            format!(
                "  {} {:+.0} points ({:+.0} to {:+.0}), played in {} games\n",
                worth.card,
                worth.change * 100.0,
                worth.low * 100.0,
                worth.high * 100.0,
                worth.played[0]
            )
        };
        let (more, less): (Vec<&Worth>, Vec<&Worth>) =
            clear.iter().partition(|worth| worth.change > 0.0);
        if clear.is_empty() {
            continue;
        }
        let bot = &super::bots(&report.bots);
        text.push_str(&format!("{} · {bot}: cards that stand out when played\n", report.format));
        text.extend(more.into_iter().take(SHOWN).map(line));
        text.extend(less.into_iter().rev().take(SHOWN).map(line));
    }
    text
}

/// Of the reports of each table, that of the bot that thinks most, which is named last.
fn strongest(reports: &[SimulationReport]) -> impl Iterator<Item = &SimulationReport> {
    let is_same = |one: &SimulationReport, other: &SimulationReport| {
        (&one.format, &one.decks) == (&other.format, &other.decks)
    };
    reports.chunk_by(move |one, other| is_same(one, other)).filter_map(<[_]>::last)
}

/// The chapter of a page about cards: a picture for each table.
pub(super) fn chapter(
    page: &mut String,
    library: &Library,
    reports: &[SimulationReport],
) -> fmt::Result {
    let mut has_title = false;
    for report in strongest(reports) {
        let all = worths(library, report);
        if all.is_empty() {
            continue;
        }
        if !has_title {
            has_title = true;
            writeln!(
                page,
                "<h2>Cards</h2>\n<p class=\"sum\">How much more (or less) is won in games in which \
                 a card is played. The line is the interval that holds for all cards of the table \
                 together; a card whose line does not touch the middle stands out. A card may also \
                 be played because its side is winning.</p>"
            )?;
        }
        let name = |id: &str| {
            let card = library.packages.iter().flat_map(|package| &package.cards);
            card.into_iter().find(|card| card.id == id).map_or(id.to_owned(), |c| c.name.clone())
        };
        let row = |worth: &Worth| chart::Row {
            label: name(&worth.card),
            value: worth.change,
            low: worth.low,
            high: worth.high,
            note: format!("{} games", worth.played[0]),
            is_clear: worth.is_clear(),
        };
        let shown: Vec<chart::Row> = if all.len() <= 2 * SHOWN {
            all.iter().map(row).collect()
        } else {
            all[..SHOWN].iter().chain(&all[all.len() - SHOWN..]).map(row).collect()
        };
        let bot = &super::bots(&report.bots);
        let table = crate::seating::together(&report.decks);
        writeln!(
            page,
            "<h3>{} · {} · {}</h3>",
            escaped(&report.format),
            escaped(&table),
            escaped(bot)
        )?;
        page.push_str(&chart::forest(&shown));
    }
    Ok(())
}
