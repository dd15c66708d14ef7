//! `cardwright review`: what to think of a package of a stranger.
//!
//! The work is done by another process of the same program, with limits on time and memory: a
//! package that finds a hole in a library ends in a verdict, not in the end of this process.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use cardwright_check::Checked;
use cardwright_games::MODULES;
use cardwright_review::{Finding, Report, Subject, Verdict, Weight};
use cardwright_review::{comment, examine, page, sarif, text};

use crate::args::{ReviewArguments, ReviewFormat, WorkerArguments};
use crate::commands::pack::unpacked;
use crate::commands::packages::added;
use crate::commands::worker::{End, limit_memory, this_program, watch};
use crate::commands::{check, looks};
use crate::disk::Disk;
use crate::home::Home;
use crate::output::write_atomically;
use crate::report::{Outcome, usage};
use crate::terminal;
use crate::workspace::MANIFEST;

pub(crate) fn run(arguments: &ReviewArguments) -> Result<Outcome> {
    let place = tempfile::tempdir().context("making a temporary folder")?;
    let new = folder_of(&arguments.package, &place.path().join("new"))?;
    let old = arguments.against.as_deref();
    let old = old.map(|old| folder_of(old, &place.path().join("old"))).transpose()?;
    let name = arguments.package.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut report = match (new, old) {
        (Err(why), _) => Report::unreadable(&name, "archive", &why),
        (Ok(new), Some(Err(why))) => {
            let mut report = watched(arguments, &new, None, place.path())?;
            let told = format!("the old version cannot be read: {why}");
            report.findings.push(Finding::new("changes", Weight::Decide, told));
            report
        }
        (Ok(new), Some(Ok(old))) => watched(arguments, &new, Some(&old), place.path())?,
        (Ok(new), None) => watched(arguments, &new, None, place.path())?,
    };
    if report.name.is_empty() {
        report.name = name;
    }
    write(arguments, &report)?;
    let is_fine = report.verdict() == Verdict::Fine;
    Ok(if is_fine { Outcome::Fine } else { Outcome::ContentErrors })
}

/// The folder of a package, where an archive is unpacked; or why the archive is refused.
fn folder_of(path: &Path, place: &Path) -> Result<Result<PathBuf, String>> {
    if path.is_dir() {
        if !path.join(MANIFEST).is_file() {
            return Err(usage(format!("`{}` is no package: it has no {MANIFEST}", path.display())));
        }
        return Ok(Ok(path.to_owned()));
    }
    unpacked(path, place)
}

fn write(arguments: &ReviewArguments, report: &Report) -> Result<()> {
    let json = || -> Result<String> { Ok(serde_json::to_string_pretty(report)? + "\n") };
    if let Some(folder) = &arguments.report {
        write_atomically(&folder.join("review.html"), page(report).as_bytes())?;
        write_atomically(&folder.join("review.md"), comment(report).as_bytes())?;
        write_atomically(&folder.join("review.json"), json()?.as_bytes())?;
        write_atomically(&folder.join("review.sarif"), sarif(report).as_bytes())?;
    }
    let shown = match arguments.format {
        ReviewFormat::Human => text(report),
        ReviewFormat::Markdown => comment(report),
        ReviewFormat::Html => page(report),
        ReviewFormat::Json => json()?,
        ReviewFormat::Sarif => sarif(report),
    };
    terminal::out().write_all(shown.as_bytes())?;
    Ok(())
}

/// Lets another process examine the package and looks after it.
fn watched(
    arguments: &ReviewArguments,
    new: &Path,
    old: Option<&Path>,
    place: &Path,
) -> Result<Report> {
    let mut command = this_program()?;
    command.arg("review-worker").arg(new);
    command.args(["--games", &arguments.games.to_string()]);
    command.args(["--memory", &arguments.memory.to_string()]);
    if let Some(old) = old {
        command.arg("--old").arg(old);
    }
    // What an archive builds on was brought in here.
    if let Some(added) = added(new).or_else(|| added(Path::new("."))) {
        command.arg("--added").arg(added);
    }
    let ended = watch(command, arguments.seconds, place)?;
    let told = ended.out;
    let last = told.lines().rev().find_map(|line| serde_json::from_str::<Report>(line).ok());
    let is_complete = last.as_ref().is_some_and(|report| report.step.is_none());
    let mut report = last.unwrap_or_default();
    if is_complete && ended.end == End::Fine {
        return Ok(report);
    }
    let step = report.step.take().unwrap_or_else(|| "reading it".to_owned());
    let why = ended.end.why(&step, arguments.seconds, arguments.memory);
    report.findings.push(Finding::new("limits", Weight::Refuse, why));
    Ok(report)
}

/// Examines a package and tells the report after every step, a line each.
pub(crate) fn work(arguments: &WorkerArguments) -> Result<Outcome> {
    limit_memory(arguments.memory);
    let home = Home::locate(&arguments.package)?;
    let new = loaded(&arguments.package, arguments, &home)?;
    let old = arguments.old.as_deref().map(|old| loaded(old, arguments, &home)).transpose()?;
    let templates = home.read_templates()?;
    let subject = Subject {
        new: &new,
        old: old.as_ref(),
        modules: MODULES,
        templates: &templates,
        files: &Disk,
        games: arguments.games,
    };
    let mut written = Ok(());
    examine(&subject, &mut |report| {
        let line = serde_json::to_string(report).unwrap_or_default();
        if written.is_ok() {
            written = writeln!(terminal::out(), "{line}");
        }
    });
    written?;
    Ok(Outcome::Fine)
}

fn loaded(path: &Path, arguments: &WorkerArguments, home: &Home) -> Result<Checked> {
    let mut checked = check::load_beside(path, arguments.added.as_deref())?;
    looks::add(&mut checked, home);
    Ok(checked)
}
