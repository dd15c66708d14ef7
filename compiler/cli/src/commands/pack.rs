//! `cardwright pack`, `publish` and `index check`: packages as archives, for others to use.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use cardwright_check::project::LoadOptions;
use cardwright_check::{Project, Severity, check};
use cardwright_games::{GAMES, MODULES};
use cardwright_model::files::Files;
use cardwright_model::{Library, Scenario};
use cardwright_packages::plan::{ADDED, shelf};
use cardwright_packages::{Entry, FileMap, Index, Packed, open, pack, read_folder};

use crate::args::{IndexArguments, IndexCommand, PackArguments, PublishArguments};
use crate::commands::check::checked;
use crate::commands::worker::{End, limit_memory, this_program, watch};
use crate::disk::Disk;
use crate::home::Home;
use crate::output::write_atomically;
use crate::report::{Console, Outcome, counted, usage};
use crate::terminal;

/// No archive is larger.
const LARGEST_ARCHIVE: u64 = 256 << 20;

pub(crate) fn run(arguments: &PackArguments, console: &Console) -> Result<Outcome> {
    let Some(packed) = packed(arguments.path.as_deref(), console)? else {
        return Ok(Outcome::ContentErrors);
    };
    let path = match &arguments.out {
        Some(folder) if folder.is_dir() => folder.join(packed.file_name()),
        Some(file) => file.clone(),
        None => packed.file_name().into(),
    };
    write_atomically(&path, &packed.bytes)?;
    let files = counted(packed.label.files.len(), "file");
    writeln!(terminal::out(), "{}: {files}, {}", path.display(), packed.label.hash())?;
    Ok(Outcome::Fine)
}

pub(crate) fn publish(arguments: &PublishArguments, console: &Console) -> Result<Outcome> {
    let Some(packed) = packed(arguments.path.as_deref(), console)? else {
        return Ok(Outcome::ContentErrors);
    };
    let index = Index::new(&Disk, &arguments.index);
    let files = index.publish(&packed).map_err(|why| usage(why.0))?;
    for (path, bytes) in &files {
        write_atomically(path, bytes)?;
    }
    let (name, version) = (&packed.label.name, &packed.label.version);
    let what = if files.is_empty() { "was there already" } else { "published" };
    writeln!(terminal::out(), "{name} {version}: {what} in {}", arguments.index.display())?;
    Ok(Outcome::Fine)
}

/// The archive of a package; nothing if it has errors or would not stand alone, which is told.
fn packed(path: Option<&Path>, console: &Console) -> Result<Option<Packed>> {
    let Some(checked) = checked(path, console)? else { return Ok(None) };
    let [package] = checked.packages.as_slice() else {
        let count = counted(checked.packages.len(), "package");
        return Err(usage(format!("there are {count} here; name the folder of one of them")));
    };
    let packed = read_folder(&Disk, &package.root).map_err(|why| vec![why]).and_then(pack);
    match packed {
        Ok(packed) => Ok(Some(packed)),
        Err(reasons) => {
            let mut err = terminal::err();
            writeln!(err, "error: `{}` would not stand alone", package.package().name)?;
            for reason in reasons {
                writeln!(err, "  {reason}")?;
            }
            Ok(None)
        }
    }
}

pub(crate) fn index(arguments: &IndexArguments) -> Result<Outcome> {
    match &arguments.command {
        IndexCommand::Check { index, seconds, memory } => {
            check_index(index, Limits { seconds: *seconds, memory: *memory })
        }
        IndexCommand::Worker { package, added, shipped, memory } => {
            work(package, added, shipped, *memory)
        }
    }
}

/// What each package of an index may take.
#[derive(Clone, Copy)]
struct Limits {
    seconds: u64,
    /// In MB.
    memory: u64,
}

fn check_index(folder: &Path, limits: Limits) -> Result<Outcome> {
    let index = Index::new(&Disk, folder);
    let home = Home::locate(folder)?;
    let mut out = terminal::out();
    let (mut works, mut broken) = (0, 0);
    for name in index.names().map_err(|why| usage(why.0))? {
        let versions = match index.entries(&name) {
            Ok(entries) => entries,
            Err(why) => {
                broken += 1;
                writeln!(out, "broken  {name}: {why}")?;
                continue;
            }
        };
        for entry in versions {
            let (name, version) = (&entry.name, &entry.version);
            match problem(&index, &entry, &home, limits)? {
                None => {
                    works += 1;
                    writeln!(out, "works   {name} {version}")?;
                }
                Some(why) => {
                    broken += 1;
                    writeln!(out, "broken  {name} {version}: {why}")?;
                }
            }
        }
    }
    writeln!(out, "{works} work, {broken} broken")?;
    Ok(if broken == 0 { Outcome::Fine } else { Outcome::ContentErrors })
}

/// Why a package of an index does not work with this version, if it does not.
fn problem(
    index: &Index<'_>,
    entry: &Entry,
    home: &Home,
    limits: Limits,
) -> Result<Option<String>> {
    let shipped = super::packages::outlines(&home.content);
    let packages = match shelf(index, entry, &shipped) {
        Ok(packages) => packages,
        Err(why) => return Ok(Some(why.0.replace('\n', ";"))),
    };
    let place = tempfile::tempdir().context("making a temporary folder")?;
    let added = place.path().join(ADDED);
    for (name, files) in &packages {
        lay_out(&added.join(name), files)?;
    }
    let mut command = this_program()?;
    command.args(["index", "worker"]).arg(added.join(&entry.name)).arg("--added").arg(&added);
    command.arg("--shipped").arg(&home.content);
    command.args(["--memory", &limits.memory.to_string()]);
    let ended = watch(command, limits.seconds, place.path())?;
    Ok(match ended.end {
        End::Fine => ended.out.lines().next().map(str::to_owned),
        end => Some(end.why("checking it", limits.seconds, limits.memory)),
    })
}

/// Checks and tests one package, and writes a line that says why it does not work, if so.
fn work(package: &Path, added: &Path, shipped: &Path, memory: u64) -> Result<Outcome> {
    limit_memory(memory);
    let options = LoadOptions { shipped: Some(shipped.to_owned()), added: Some(added.to_owned()) };
    if let Some(why) = trouble(package, &options)? {
        writeln!(terminal::out(), "{}", why.replace('\n', ";"))?;
    }
    Ok(Outcome::Fine)
}

fn trouble(package: &Path, options: &LoadOptions) -> Result<Option<String>> {
    let project = match Project::load_with(&Disk, package, options) {
        Ok(project) => project,
        Err(error) => return Ok(Some(error.to_string())),
    };
    let checked = check(&project, GAMES);
    let errors = checked.diagnostics.iter().filter(|found| found.severity == Severity::Error);
    if let Some(first) = errors.clone().next() {
        let more = errors.count() - 1;
        let more = if more > 0 { format!(" (and {more} more)") } else { String::new() };
        return Ok(Some(format!("{}: {}{more}", first.code, first.message)));
    }
    let library = checked.packages.first().map(|package| &package.library);
    library.map_or(Ok(None), failing_test)
}

/// The first test of a package that fails, and how.
fn failing_test(library: &Library) -> Result<Option<String>> {
    let own: Vec<&Scenario> =
        library.packages.last().into_iter().flat_map(|package| &package.scenarios).collect();
    let game = MODULES.open(library).map_err(|error| anyhow!("{error}"))?;
    let failed = game.run_scenarios(library, &own).into_iter().find(|report| report.failed());
    Ok(failed.map(|report| format!("the test \"{}\" fails", report.name)))
}

/// Unpacks an archive below `place` and returns the folder of its package, or why it is refused.
pub(crate) fn unpacked(path: &Path, place: &Path) -> Result<Result<PathBuf, String>> {
    if !path.exists() {
        return Err(usage(format!("there is nothing at `{}`", path.display())));
    }
    let real = Disk.real(path).unwrap_or_else(|_| path.to_owned());
    let opened = Disk.read(&real, LARGEST_ARCHIVE).map_err(|error| error.to_string());
    let opened = opened.and_then(|bytes| open(&bytes).map_err(|why| why.0));
    let opened = match opened {
        Ok(opened) => opened,
        Err(why) => return Ok(Err(why)),
    };
    if let Some(problem) = opened.language_problem() {
        return Ok(Err(problem));
    }
    let folder = place.join(&opened.label.name);
    lay_out(&folder, &opened.files)?;
    Ok(Ok(folder))
}

/// Writes the files of a package into a new folder.
pub(super) fn lay_out(folder: &Path, files: &FileMap) -> Result<()> {
    for (name, bytes) in files {
        write_atomically(&folder.join(name), bytes)?;
    }
    Ok(())
}
