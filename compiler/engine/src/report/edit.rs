//! What an edit did, for people: lines for a terminal, and a page with the course of each comparison.

use std::fmt::{self, Write as _};

use cardwright_model::Library;
use serde::Serialize;

use super::chart::{self, Point};
use super::page::{self, escaped};
use crate::against::{Answer, Comparison, Look, Verdict};
use crate::seating::together;

/// What an edit of a package did.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Edit {
    /// The package.
    pub package: String,
    /// A name for what the content says, before and after.
    pub content: [String; 2],
    /// What came out at each table.
    pub answers: Vec<Answer>,
}

/// One table in lines for a terminal.
pub fn answer(library: &Library, answer: &Answer) -> String {
    let bots = super::bots(&answer.bots);
    let mut text = format!("{} · {bots} · {}\n", answer.format, together(&answer.decks));
    for side in &answer.sides {
        text.push_str(&format!("  {}\n", sentence(library, answer, side)));
    }
    if answer.broken != [0, 0] {
        let [old, new] = answer.broken;
        text.push_str(&format!("  games without an end: {old} before, {new} now\n"));
    }
    text
}

/// What is known about a side, in a sentence.
fn sentence(library: &Library, answer: &Answer, side: &Comparison) -> String {
    let percent = |won: u64| won as f64 * 100.0 / side.games.max(1) as f64;
    let last = side.looks.last().copied();
    let Look { change, low, high, .. } =
        last.unwrap_or(Look { games: 0, change: 0.0, low: -1.0, high: 1.0 });
    let who = match answer.decks.get(side.seat) {
        Some(deck) if answer.decks.len() > 1 => {
            let deck = library.decks().find(|known| known.id == *deck);
            deck.map_or("the players", |deck| deck.name.as_str())
        }
        _ => "the players",
    };
    let verdict = match side.verdict {
        Verdict::More => format!("{who} win more now"),
        Verdict::Less => format!("{who} win less now"),
        Verdict::Same => "no difference of the size of interest".to_owned(),
        Verdict::Open => format!(
            "not clear after {} games, which would show a change of {:.1} points",
            side.games,
            side.visible * 100.0
        ),
    };
    format!(
        "{verdict}: {:.1} % before, {:.1} % now, a change of {:+.1} points ({:+.1} to {:+.1}) in {} \
         games, {} of which ended differently",
        percent(side.old_wins),
        percent(side.new_wins),
        change * 100.0,
        low * 100.0,
        high * 100.0,
        side.games,
        side.only[0] + side.only[1],
    )
}

/// The page about an edit, as HTML.
pub fn edit_page(library: &Library, edit: &Edit) -> String {
    let mut page = String::new();
    // Writing to a text does not fail.
    let _ = write_page(&mut page, library, edit);
    page
}

fn write_page(out: &mut String, library: &Library, edit: &Edit) -> fmt::Result {
    let name = library.game().map_or(edit.package.as_str(), |game| game.name.as_str());
    page::begin(out, &format!("{name}: what the edit did"))?;
    let hash = |hash: &String| hash.get(..12).unwrap_or(hash).to_owned();
    writeln!(
        out,
        "<p class=\"sum\">{} · content {} before, {} now · cardwright {}</p>",
        escaped(&edit.package),
        hash(&edit.content[0]),
        hash(&edit.content[1]),
        env!("CARGO_PKG_VERSION")
    )?;
    writeln!(
        out,
        "<p class=\"sum\">Both versions play games of the same seeds. The line is the change of the \
         chance to win, in its 95 % interval, as more games were played; the comparison stops when \
         the answer is clear.</p>"
    )?;
    for answer in &edit.answers {
        let (table, bots) = (together(&answer.decks), super::bots(&answer.bots));
        let title = format!("{} · {table} · {bots} · seed {}", answer.format, answer.seed);
        writeln!(out, "<h2>{}</h2>", escaped(&title))?;
        for side in &answer.sides {
            writeln!(out, "<p>{}</p>", escaped(&sentence(library, answer, side)))?;
            out.push_str(&course(side));
        }
    }
    Ok(())
}

/// How a comparison went.
fn course(side: &Comparison) -> String {
    let games = side.looks.last().map_or(1, |look| look.games).max(1) as f64;
    let last = side.looks.len().saturating_sub(1);
    let points: Vec<Point> = side
        .looks
        .iter()
        .enumerate()
        .map(|(place, look)| Point {
            label: match place == 0 || place == last {
                true => format!("{} games", look.games),
                false => String::new(),
            },
            at: look.games as f64 / games,
            value: look.change,
            low: look.low,
            high: look.high,
        })
        .collect();
    let most = points.iter().skip(last / 4).flat_map(|p| [p.low.abs(), p.high.abs()]);
    let most = (most.fold(0.05, f64::max) * 20.0).ceil() / 20.0;
    chart::line(&points, [-most, most])
}
