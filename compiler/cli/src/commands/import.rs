//! `cardwright import` and `cardwright export`: cards from spreadsheets and files of other programs,
//! and cards as a workbook that comes back.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use cardwright_check::{CheckedPackage, Sources};
use cardwright_ide::{import, update, workbook};
use cardwright_model::files::Files;
use cardwright_sheets::{Brought, LARGEST_FILE, bring, write_xlsx};

use crate::args::{ExportArguments, ImportArguments};
use crate::commands::check::checked;
use crate::disk::Disk;
use crate::output::write_atomically;
use crate::report::{Console, Outcome, counted, usage};
use crate::terminal;

pub(crate) fn run(arguments: &ImportArguments, console: &Console) -> Result<Outcome> {
    let Some(found) = one_package(arguments.into.as_deref(), console)? else {
        return Ok(Outcome::ContentErrors);
    };
    let (package, sources, below) = &found;
    let brought = read(&arguments.file)?;
    let (library, root) = (&package.library, &package.root);
    if arguments.update {
        let updated = update(sources, library, root, below, &brought.workbook);
        for (path, text) in &updated.texts {
            write_atomically(path, text.as_bytes())?;
        }
        tell(&updated.told)?;
        writeln!(
            terminal::err(),
            "{} changed, {} new, in {}",
            counted(updated.changed, "card"),
            updated.added,
            counted(updated.texts.len(), "file")
        )?;
        return Ok(Outcome::Fine);
    }
    let stem = arguments.file.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let stem = stem.unwrap_or_default();
    let made = import(library, &brought.workbook, &stem, arguments.kind.as_deref());
    let made = made.map_err(usage)?;
    let out = match &arguments.out {
        Some(out) => out.clone(),
        None => root.join("cards").join(format!("{}.card", cardwright_sheets::slug(&stem))),
    };
    if out.exists() {
        return Err(usage(format!(
            "`{}` exists; name another file with `--out`, or bring a workbook of `cardwright \
             export` back with `--update`",
            out.display()
        )));
    }
    write_atomically(&out, made.text.as_bytes())?;
    tell(&brought.told)?;
    tell(&made.told)?;
    writeln!(
        terminal::err(),
        "wrote {} to {}\n\nnext:\n  cardwright check {}",
        counted(made.cards, "card"),
        out.display(),
        root.display()
    )?;
    Ok(Outcome::Fine)
}

pub(crate) fn export(arguments: &ExportArguments, console: &Console) -> Result<Outcome> {
    let Some(found) = one_package(arguments.path.as_deref(), console)? else {
        return Ok(Outcome::ContentErrors);
    };
    let (package, sources, below) = &found;
    let sheets = workbook(sources, &package.library, &package.root, below);
    if sheets.is_empty() {
        return Err(usage("no `.card` file of the package has cards"));
    }
    let bytes = write_xlsx(&sheets).map_err(|error| anyhow!(error))?;
    let out = match &arguments.out {
        Some(out) => out.clone(),
        None => PathBuf::from(format!("{}.xlsx", package.package().name)),
    };
    write_atomically(&out, &bytes)?;
    let rows: usize = sheets.iter().map(|sheet| sheet.rows.len()).sum();
    writeln!(
        terminal::err(),
        "wrote {} in {} to {}\n\nchange it, then:\n  cardwright import {} --update",
        counted(rows, "card"),
        counted(sheets.len(), "sheet"),
        out.display(),
        out.display()
    )?;
    Ok(Outcome::Fine)
}

type Found = (CheckedPackage, Sources, Vec<PathBuf>);

/// The one package at a path with its texts, and the folders of all packages there.
fn one_package(path: Option<&Path>, console: &Console) -> Result<Option<Found>> {
    let Some(mut checked) = checked(path, console)? else { return Ok(None) };
    let roots: Vec<PathBuf> = checked.packages.iter().map(|package| package.root.clone()).collect();
    match (checked.packages.pop(), checked.packages.len()) {
        (Some(package), 0) => Ok(Some((package, checked.sources, roots))),
        _ => Err(usage(format!(
            "there are {} here; name one of them",
            counted(roots.len(), "package")
        ))),
    }
}

/// The cards of a file.
pub(crate) fn read(file: &Path) -> Result<Brought> {
    let name = file.file_name().map(|name| name.to_string_lossy().into_owned());
    let bytes = Disk
        .read(file, LARGEST_FILE)
        .map_err(|error| usage(format!("`{}` is not read: {error}", file.display())))?;
    bring(&name.unwrap_or_default(), &bytes).map_err(|why| {
        usage(format!("`{}` is not read: {}; {}", file.display(), why.message, why.help))
    })
}

/// Says what was not brought over.
pub(crate) fn tell(told: &[String]) -> Result<()> {
    for line in told {
        writeln!(terminal::err(), "not brought over: {line}")?;
    }
    Ok(())
}
