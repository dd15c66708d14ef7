//! `cardwright sim tune`: the smallest change of named numbers that meets a goal, as a patch.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use cardwright_engine::tune::{Change, Goal, Knob, Tuning, tune};
use cardwright_games::MODULES;
use cardwright_model::Library;
use clap::Args;
use serde_json::json;

use super::arguments::Games;
use super::{content_hash, subjects};
use crate::args::Format;
use crate::report::{Console, Outcome, usage};
use crate::terminal;
use crate::workspace;

/// `cardwright sim tune`
#[derive(Debug, Args)]
pub(crate) struct TuneArguments {
    #[command(flatten)]
    pub(crate) games: Games,
    /// A number that may be changed, such as `rex.hearts` (can be repeated)
    #[arg(long, value_name = "CARD.FIELD", value_delimiter = ',', required = true)]
    pub(crate) number: Vec<String>,
    /// How many of a hundred games are to be won
    #[arg(long, value_name = "LOW..HIGH", default_value = "45..55")]
    pub(crate) goal: String,
    /// By which seat, from 1
    #[arg(long, value_name = "SEAT", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=8))]
    pub(crate) by: u8,
    /// The most that a number may change
    #[arg(long, value_name = "STEPS", default_value_t = 3, value_parser = clap::value_parser!(i64).range(1..=20))]
    pub(crate) reach: i64,
    /// How to report
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(crate) format: Format,
}

pub(super) fn run(arguments: &TuneArguments, console: &Console) -> Result<Outcome> {
    let goal = goal(arguments)?;
    let knobs: Vec<Knob> = arguments.number.iter().map(|name| knob(name)).collect::<Result<_>>()?;
    let Some(subjects) = subjects(&arguments.games, console)? else {
        return Ok(Outcome::ContentErrors);
    };
    let [subject] = &subjects[..] else {
        return Err(usage("numbers are tuned in one package at a time"));
    };
    let library = &subject.library;
    if subject.simulations.iter().any(|table| goal.seat >= table.decks.len()) {
        return Err(usage(format!("there is no seat {} at every table", arguments.by)));
    }
    let progress = console.progress("tuning", 0);
    let tuning = tune(MODULES, library, (&knobs[..], goal), &subject.simulations, &|change| {
        progress.inc(1);
        if arguments.format == Format::Human {
            progress.suspend(|| {
                // A closed pipe shows itself when the answer is written.
                let _ = writeln!(terminal::out(), "{}", tried(&knobs, change));
            });
        }
    })
    .map_err(|error| usage(error.to_string()))?;
    progress.finish_and_clear();
    let patch = patch(arguments, library, &knobs, &tuning)?;
    let mut out = terminal::out();
    match arguments.format {
        Format::Json => {
            let told = json!({
                "engine": env!("CARGO_PKG_VERSION"),
                "content": content_hash(library)?,
                "bots": arguments.games.bots,
                "seed": arguments.games.seed,
                "numbers": knobs,
                "tuning": tuning,
                "patch": patch.text,
            });
            writeln!(out, "{}", serde_json::to_string_pretty(&told)?)?;
        }
        Format::Human => match tuning.proposed.map(|place| &tuning.tried[place]) {
            None => writeln!(
                out,
                "no change of at most {} meets the goal; allow more with `--reach`, or name \
                     other numbers",
                arguments.reach
            )?,
            Some(change) if change.by.iter().all(|by| *by == 0) => {
                writeln!(out, "nothing needs to change")?;
            }
            Some(_) => write!(out, "{}{}", patch.text, patch.left)?,
        },
    }
    Ok(if tuning.proposed.is_some() { Outcome::Fine } else { Outcome::ContentErrors })
}

/// One change in a line.
fn tried(knobs: &[Knob], change: &Change) -> String {
    let by: Vec<String> = knobs
        .iter()
        .zip(&change.by)
        .map(|(knob, by)| format!("{}.{} {by:+}", knob.card, knob.field))
        .collect();
    format!(
        "  {}: {:.1} % of {} games ({:.1} to {:.1} %){}",
        by.join(", "),
        change.wins as f64 * 100.0 / change.games.max(1) as f64,
        change.games,
        change.low * 100.0,
        change.high * 100.0,
        if change.fits { ", fits" } else { "" }
    )
}

fn goal(arguments: &TuneArguments) -> Result<Goal> {
    let wrong = || usage(format!("`{}` is no goal; write it as in `45..55`", arguments.goal));
    let (low, high) = arguments.goal.split_once("..").ok_or_else(wrong)?;
    let read = |text: &str| text.trim().parse::<f64>().ok().filter(|n| (0.0..=100.0).contains(n));
    let (low, high) = (read(low).ok_or_else(wrong)?, read(high).ok_or_else(wrong)?);
    if low > high {
        return Err(wrong());
    }
    let seat = usize::from(arguments.by - 1);
    Ok(Goal { seat, low: low / 100.0, high: high / 100.0, reach: arguments.reach })
}

fn knob(name: &str) -> Result<Knob> {
    let (card, field) = name
        .split_once('.')
        .ok_or_else(|| usage(format!("`{name}` is no number; write it as in `rex.hearts`")))?;
    Ok(Knob { card: card.to_owned(), field: field.to_owned() })
}

/// What to change in the files.
#[derive(Default)]
struct Patch {
    /// A patch as `patch -p1` and `git apply` take it, from the package's folder.
    text: String,
    /// What must be changed by hand.
    left: String,
}

/// The proposed change as a patch of the package's files.
fn patch(
    arguments: &TuneArguments,
    library: &Library,
    knobs: &[Knob],
    tuning: &Tuning,
) -> Result<Patch> {
    let mut patch = Patch::default();
    let Some(change) = tuning.proposed.map(|place| &tuning.tried[place]) else {
        return Ok(patch);
    };
    let folder = workspace::resolve(arguments.games.path.as_deref())?;
    let own = library.packages.last().ok_or_else(|| anyhow!("a library without a package"))?;
    // Several numbers may stand in one file: each file is changed once.
    let mut files: Vec<(PathBuf, String, String)> = Vec::new();
    for ((knob, now), by) in knobs.iter().zip(&tuning.now).zip(&change.by) {
        if *by == 0 {
            continue;
        }
        let card = own.cards.iter().find(|card| card.id == knob.card);
        let place = card.map(|card| (folder.join(&card.provenance.file), card));
        let written = place.and_then(|(path, card)| {
            let known = files.iter().position(|(known, _, _)| *known == path);
            let place = known.or_else(|| {
                let text = fs::read_to_string(&path).ok()?;
                files.push((path, text.clone(), text));
                Some(files.len() - 1)
            })?;
            let (_, _, text) = &mut files[place];
            *text = replaced(text, card.provenance.line, knob, *now, now + by)?;
            Some(())
        });
        if written.is_none() {
            let (Knob { card, field }, to) = (knob, now + by);
            patch.left.push_str(&format!("change `{field}` of `{card}` from {now} to {to}\n"));
        }
    }
    for (path, old, new) in files.iter().filter(|(_, old, new)| old != new) {
        let name = path.strip_prefix(&folder).unwrap_or(path);
        patch.text.push_str(&difference(name, old, new));
    }
    Ok(patch)
}

/// The text with another number in the declaration that begins at a line; `None` if the number is not
/// written there.
fn replaced(text: &str, line: u32, knob: &Knob, now: i64, then: i64) -> Option<String> {
    let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
    let first = (line as usize).checked_sub(1)?;
    let (old, new) = (format!("{}: {now}", knob.field), format!("{}: {then}", knob.field));
    for (place, line) in lines.iter_mut().enumerate().skip(first) {
        let is_word = |sign: char| sign.is_alphanumeric() || sign == '-';
        let found = line.match_indices(&old).find(|(at, _)| {
            let (before, after) = (&line[..*at], &line[at + old.len()..]);
            !before.ends_with(is_word) && !after.starts_with(is_word) && !before.contains("//")
        });
        if let Some((at, _)) = found {
            line.replace_range(at..at + old.len(), &new);
            return Some(lines.join("\n"));
        }
        // A declaration ends where a brace stands at the beginning of a line.
        if place > first && line.starts_with('}') {
            break;
        }
    }
    None
}

/// A unified diff of two texts with the same number of lines.
fn difference(name: &Path, old: &str, new: &str) -> String {
    const AROUND: usize = 3;
    let name = name.display();
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let differs: Vec<usize> = (0..old.len()).filter(|line| old[*line] != new[*line]).collect();
    let mut text = format!("--- a/{name}\n+++ b/{name}\n");
    for hunk in differs.chunk_by(|one, other| other - one <= 2 * AROUND) {
        let from = hunk[0].saturating_sub(AROUND);
        let to = (hunk[hunk.len() - 1] + AROUND + 1).min(old.len());
        let (start, count) = (from + 1, to - from);
        text.push_str(&format!("@@ -{start},{count} +{start},{count} @@\n"));
        for line in from..to {
            match old[line] == new[line] {
                true => text.push_str(&format!(" {}\n", old[line])),
                false => text.push_str(&format!("-{}\n+{}\n", old[line], new[line])),
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_changed_in_its_own_declaration_only() {
        let text = "hero a \"A\" {\n  life: 3\n}\n\nhero b \"B\" {\n  half-life: 3\n  life: 3\n}\n";
        let knob = Knob { card: "b".into(), field: "life".into() };
        let new = replaced(text, 5, &knob, 3, 4).expect("it is there");
        assert_eq!(new, text.replace("  half-life: 3\n  life: 3", "  half-life: 3\n  life: 4"));
        let told = difference(Path::new("cards/b.card"), text, &new);
        assert!(
            told.starts_with("--- a/cards/b.card\n+++ b/cards/b.card\n@@ -4,5 +4,5 @@\n"),
            "{told}"
        );
        assert!(told.contains("\n-  life: 3\n+  life: 4\n }\n"), "{told}");
        assert_eq!(replaced(text, 1, &Knob { field: "half-life".into(), ..knob }, 3, 4), None);
    }
}
