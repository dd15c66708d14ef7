//! `cardwright sim --against OLD`: what did an edit do?

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use cardwright_engine::against::{Answer, Question, compare};
use cardwright_engine::report::{self, Edit};
use cardwright_games::MODULES;
use cardwright_model::Library;
use serde_json::json;

use super::{SimArguments, content_hash, subjects};
use crate::args::Format;
use crate::commands::check::played_packages;
use crate::commands::pack::unpacked;
use crate::output::write_atomically;
use crate::report::{Console, Outcome, usage};
use crate::terminal;

pub(super) fn run(arguments: &SimArguments, old: &Path, console: &Console) -> Result<Outcome> {
    let place = tempfile::tempdir().context("making a temporary folder")?;
    let unpacked = if old.is_file() {
        let refused = |why| usage(format!("`{}` is no archive of a package: {why}", old.display()));
        Some(unpacked(old, place.path())?.map_err(refused)?)
    } else {
        None
    };
    let before = played_packages(Some(unpacked.as_deref().unwrap_or(old)), console)?;
    let Some(before) = before else {
        return Ok(Outcome::ContentErrors);
    };
    let Some(subjects) = subjects(&arguments.games, console)? else {
        return Ok(Outcome::ContentErrors);
    };
    let mut edits = Vec::new();
    for subject in &subjects {
        let library = &subject.library;
        let name = package_name(library);
        let Some(previous) = before.iter().find(|library| package_name(library) == name) else {
            continue;
        };
        let open = |library| MODULES.open(library).map_err(|error| anyhow!(error));
        let (old, new) = (open(previous)?, open(library)?);
        let common: Vec<_> =
            subject.simulations.iter().filter(|one| knows(previous, &one.decks)).collect();
        let most = common.len() as u64 * u64::from(arguments.games.games);
        let progress = console.progress("comparing", most);
        let mut answers: Vec<Answer> = Vec::new();
        for simulation in &common {
            let least = arguments.least.clamp(0.01, 100.0) / 100.0;
            let question = Question { simulation, least, tables: common.len() };
            let after_batch = |games: u32| progress.inc(u64::from(games));
            let answer = compare(&*old, &*new, &question, &after_batch);
            if arguments.format == Format::Human {
                progress.suspend(|| {
                    // A closed pipe shows itself when the report is written.
                    let _ = write!(terminal::out(), "{}", report::answer(library, &answer));
                });
            }
            answers.push(answer);
        }
        progress.finish_and_clear();
        let content = [content_hash(previous)?, content_hash(library)?];
        edits.push((library, Edit { package: name.to_owned(), content, answers }));
    }
    if edits.iter().all(|(_, edit)| edit.answers.is_empty()) {
        let old = old.display();
        return Err(usage(format!("no table here can be played with the package in {old} too")));
    }
    for (library, edit) in &edits {
        let Some(folder) = &arguments.report else { break };
        let folder = folder.join(&edit.package).join("reports");
        let mut json = serde_json::to_string_pretty(edit)?;
        json.push('\n');
        write_atomically(&folder.join("edit.json"), json.as_bytes())?;
        write_atomically(&folder.join("edit.html"), report::edit_page(library, edit).as_bytes())?;
    }
    if arguments.format == Format::Json {
        let edits: Vec<&Edit> = edits.iter().map(|(_, edit)| edit).collect();
        let told = json!({ "engine": env!("CARGO_PKG_VERSION"), "edits": edits });
        writeln!(terminal::out(), "{}", serde_json::to_string_pretty(&told)?)?;
    }
    Ok(Outcome::Fine)
}

fn package_name(library: &Library) -> &str {
    library.packages.last().map_or("", |package| package.name.as_str())
}

fn knows(library: &Library, decks: &[String]) -> bool {
    decks.iter().all(|id| library.decks().any(|deck| deck.id == *id))
}
