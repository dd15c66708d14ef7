//! `cardwright sim --against OLD`: what did an edit do?

use std::io::Write;
use std::ops::Range;
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use cardwright_engine::OpenGame;
use cardwright_engine::against::{Answer, Comparing, Question, compare};
use cardwright_engine::report::{self, Edit};
use cardwright_engine::simulate::Simulation;
use cardwright_games::MODULES;
use cardwright_model::Library;
use serde_json::json;

use super::{SimArguments, Subject, content_hash, subjects};
use crate::args::Format;
use crate::commands::check::played_packages;
use crate::commands::pack::unpacked;
use crate::output::write_atomically;
use crate::report::{Console, Outcome, usage};
use crate::terminal;

pub(super) fn run(arguments: &SimArguments, old: &Path, console: &Console) -> Result<Outcome> {
    let Some(subjects) = subjects(&arguments.games, console)? else {
        return Ok(Outcome::ContentErrors);
    };
    let Some(edited) = Edited::find(old, &subjects, console)? else {
        return Ok(Outcome::ContentErrors);
    };
    let mut answers: Vec<Answer> = Vec::new();
    for version in &edited.versions {
        let (old, new) = version.open()?;
        let most = version.simulations.len() as u64 * u64::from(arguments.games.games);
        let progress = console.progress("comparing", most);
        for question in version.questions(arguments.least) {
            let after_batch = |games: u32| progress.inc(u64::from(games));
            answers.push(compare(&*old, &*new, &question, &after_batch));
        }
        progress.finish_and_clear();
    }
    edited.tell(answers, arguments.report.as_deref(), arguments.format)
}

/// Packages of which there are two versions.
pub(super) struct Edited<'a> {
    versions: Vec<Versions<'a>>,
}

/// A package before and after an edit, and the tables that both can play.
struct Versions<'a> {
    old: Library,
    new: &'a Library,
    simulations: Vec<&'a Simulation>,
}

impl Versions<'_> {
    fn open(&self) -> Result<(Box<dyn OpenGame>, Box<dyn OpenGame>)> {
        let open = |library| MODULES.open(library).map_err(|error| anyhow!(error));
        Ok((open(&self.old)?, open(self.new)?))
    }

    fn questions(&self, least: f64) -> impl Iterator<Item = Question<'_>> {
        let least = least.clamp(0.01, 100.0) / 100.0;
        let tables = self.simulations.len();
        self.simulations.iter().map(move |simulation| Question { simulation, least, tables })
    }
}

impl<'a> Edited<'a> {
    /// The packages in a folder or an archive that are versions of these; `None` if they have errors, which were
    /// told.
    pub(super) fn find(
        old: &Path,
        subjects: &'a [Subject],
        console: &Console,
    ) -> Result<Option<Edited<'a>>> {
        let place = tempfile::tempdir().context("making a temporary folder")?;
        let unpacked = if old.is_file() {
            let shown = old.display();
            let refused = |why| usage(format!("`{shown}` is no archive of a package: {why}"));
            Some(unpacked(old, place.path())?.map_err(refused)?)
        } else {
            None
        };
        let before = played_packages(Some(unpacked.as_deref().unwrap_or(old)), console)?;
        let Some(mut before) = before else { return Ok(None) };
        let mut versions = Vec::new();
        for Subject { library: new, simulations, .. } in subjects {
            let name = package_name(new);
            let Some(place) = before.iter().position(|old| package_name(old) == name) else {
                continue;
            };
            let old = before.swap_remove(place);
            let simulations = simulations.iter().filter(|one| knows(&old, &one.decks)).collect();
            versions.push(Versions { simulations, new, old });
        }
        if versions.iter().all(|version| version.simulations.is_empty()) {
            let old = old.display();
            let message = format!("no table here can be played with the package in {old} too");
            return Err(usage(message));
        }
        Ok(Some(Edited { versions }))
    }

    /// Names for what the versions before say.
    pub(super) fn contents(&self) -> Result<Vec<String>> {
        self.versions.iter().map(|version| content_hash(&version.old)).collect()
    }

    /// Who wins each of some games with the old and with the new version, for every table.
    pub(super) fn pairs(
        &self,
        games: &Range<u32>,
        console: &Console,
    ) -> Result<Vec<Vec<[Option<u8>; 2]>>> {
        let tables: usize = self.versions.iter().map(|version| version.simulations.len()).sum();
        let progress = console.progress("comparing", tables as u64 * games.len() as u64);
        let mut pairs = Vec::new();
        for version in &self.versions {
            let (old, new) = version.open()?;
            for simulation in &version.simulations {
                let played = [
                    old.outcomes(simulation, games.clone()),
                    new.outcomes(simulation, games.clone()),
                ];
                let [old, new] = played;
                pairs.push(old.into_iter().zip(new).map(|(old, new)| [old, new]).collect());
                progress.inc(games.len() as u64);
            }
        }
        progress.finish_and_clear();
        Ok(pairs)
    }

    /// Comparisons of all tables, before the first game.
    pub(super) fn comparing(&self, least: f64) -> Vec<Comparing<'_>> {
        let questions = self.versions.iter().flat_map(|version| version.questions(least));
        questions.map(|question| Comparing::new(&question)).collect()
    }

    /// Says what came out, one answer for each table.
    pub(super) fn tell(
        &self,
        answers: Vec<Answer>,
        report: Option<&Path>,
        format: Format,
    ) -> Result<Outcome> {
        let mut answers = answers.into_iter();
        let mut edits = Vec::new();
        for version in &self.versions {
            let answers: Vec<Answer> = answers.by_ref().take(version.simulations.len()).collect();
            let content = [content_hash(&version.old)?, content_hash(version.new)?];
            let package = package_name(version.new).to_owned();
            let edit = Edit { package, content, answers };
            if format == Format::Human {
                for answer in &edit.answers {
                    write!(terminal::out(), "{}", report::answer(version.new, answer))?;
                }
            }
            if let Some(folder) = report {
                let folder = folder.join(&edit.package).join("reports");
                let mut json = serde_json::to_string_pretty(&edit)?;
                json.push('\n');
                write_atomically(&folder.join("edit.json"), json.as_bytes())?;
                let page = report::edit_page(version.new, &edit);
                write_atomically(&folder.join("edit.html"), page.as_bytes())?;
            }
            edits.push(edit);
        }
        if format == Format::Json {
            let told = json!({ "engine": env!("CARGO_PKG_VERSION"), "edits": edits });
            writeln!(terminal::out(), "{}", serde_json::to_string_pretty(&told)?)?;
        }
        Ok(Outcome::Fine)
    }
}

fn package_name(library: &Library) -> &str {
    library.packages.last().map_or("", |package| package.name.as_str())
}

fn knows(library: &Library, decks: &[String]) -> bool {
    decks.iter().all(|id| library.decks().any(|deck| deck.id == *id))
}
