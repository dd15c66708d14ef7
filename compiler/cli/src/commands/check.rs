//! `cardwright check`: every problem in the content. Also what every other command does
//! before it uses content.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use cardwright_check::project::LoadOptions;
use cardwright_check::{
    Cache, Checked, Diagnostic, LoadError, Project, Severity, check, check_with, render,
};
use cardwright_games::{GAMES, MODULES};
use cardwright_model::Library;

use crate::args::{CheckArguments, DiagnosticFormat};
use crate::commands::looks;
use crate::commands::packages::added;
use crate::disk::Disk;
use crate::home::Home;
use crate::output::write_atomically;
use crate::report::{Console, Outcome, counted, usage};
use crate::terminal;
use crate::workspace;

pub(crate) fn run(arguments: &CheckArguments, console: &Console) -> Result<Outcome> {
    let path = workspace::resolve(arguments.path.as_deref())?;
    if arguments.fix {
        let fixed = cardwright_ide::fix(&project(&path)?, GAMES);
        for (file, text) in &fixed.texts {
            write_atomically(file, text.as_bytes())?;
        }
        terminal::err().write_all(fixed.told.as_bytes())?;
    }
    let mut checked = load(&path)?;
    looks::add(&mut checked, &Home::locate(&path)?);
    let (diagnostics, sources) = (&checked.diagnostics, &checked.sources);
    match arguments.format {
        DiagnosticFormat::Human => {
            print_human(&checked, console)?;
            writeln!(terminal::err(), "{}", summary(&checked))?;
        }
        DiagnosticFormat::Short => out(&render::short(diagnostics, sources))?,
        DiagnosticFormat::Json => out(&(render::json(&checked) + "\n"))?,
        DiagnosticFormat::Sarif => out(&render::sarif(diagnostics, sources))?,
        DiagnosticFormat::Github => out(&render::github(diagnostics, sources))?,
    }
    let failed = checked.errors() > 0 || arguments.deny.is_some() && checked.warnings() > 0;
    Ok(if failed { Outcome::ContentErrors } else { Outcome::Fine })
}

/// Loads and checks what is at a path.
pub(crate) fn load(path: &Path) -> Result<Checked> {
    project(path).map(|project| check(&project, GAMES))
}

/// The same, with the packages in a folder that were brought in.
pub(crate) fn load_beside(path: &Path, added: Option<&Path>) -> Result<Checked> {
    project_beside(path, added.map(Path::to_owned)).map(|project| check(&project, GAMES))
}

fn project(path: &Path) -> Result<Project> {
    project_beside(path, added(path))
}

fn project_beside(path: &Path, added: Option<PathBuf>) -> Result<Project> {
    let home = Home::locate(path)?;
    let options = LoadOptions { shipped: Some(home.content), added };
    match Project::load_with(&Disk, path, &options) {
        Ok(project) => Ok(project),
        Err(error @ LoadError::Io { .. }) => Err(anyhow!(error)),
        Err(error) => Err(usage(error.to_string())),
    }
}

/// The packages at a path, if they have no errors. Problems are printed.
pub(crate) fn checked(path: Option<&Path>, console: &Console) -> Result<Option<Checked>> {
    checked_again(path, console, &mut Cache::default()).map(Result::ok)
}

/// The same, with what is known from the last time. Packages with errors come back as well.
pub(crate) fn checked_again(
    path: Option<&Path>,
    console: &Console,
    cache: &mut Cache,
) -> Result<Result<Checked, Box<Checked>>> {
    let checked = check_with(&project(&workspace::resolve(path)?)?, GAMES, cache);
    if checked.errors() == 0 {
        return Ok(Ok(checked));
    }
    print_human(&checked, console)?;
    writeln!(terminal::err(), "{}", summary(&checked))?;
    Ok(Err(Box::new(checked)))
}

/// The libraries of [`checked`], to play with.
pub(crate) fn checked_packages(
    path: Option<&Path>,
    console: &Console,
) -> Result<Option<Vec<Library>>> {
    let checked = checked(path, console)?;
    Ok(checked.map(|checked| checked.packages.into_iter().map(|package| package.library).collect()))
}

/// The libraries of [`checked`] that an engine plays. If there is none among them, that is said.
pub(crate) fn played_packages(
    path: Option<&Path>,
    console: &Console,
) -> Result<Option<Vec<Library>>> {
    let Some(mut packages) = checked_packages(path, console)? else { return Ok(None) };
    if let (Some(library), false) = (packages.last(), packages.iter().any(is_played))
        && let Err(error) = MODULES.open(library)
    {
        return Err(usage(error.to_string()));
    }
    packages.retain(is_played);
    Ok(Some(packages))
}

/// True if an engine plays it.
pub(crate) fn is_played(library: &Library) -> bool {
    library.game().is_none_or(cardwright_model::Game::has_engine)
}

/// Notes for information are left to the formats that programs read.
fn print_human(checked: &Checked, console: &Console) -> Result<()> {
    let shown: Vec<Diagnostic> = checked
        .diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.severity != Severity::Info)
        .cloned()
        .collect();
    let written = terminal::diagnostics(shown, &checked.sources, console.colour);
    written.context("writing the diagnostics")
}

fn summary(checked: &Checked) -> String {
    let infos = checked.diagnostics.iter().filter(|found| found.severity == Severity::Info).count();
    let mut text = format!(
        "{}, {}, {} checked",
        counted(checked.errors(), "error"),
        counted(checked.warnings(), "warning"),
        counted(checked.cards(), "card")
    );
    if infos > 0 {
        text.push_str(&format!(
            " ({} for information, with `--format short`)",
            counted(infos, "note")
        ));
    }
    text
}

fn out(text: &str) -> Result<()> {
    terminal::out().write_all(text.as_bytes())?;
    Ok(())
}
