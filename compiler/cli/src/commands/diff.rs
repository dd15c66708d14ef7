//! `cardwright diff`: what changed between two versions of a package.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};
use cardwright_emit::compare;
use cardwright_model::{DATA_FORMAT, Package};

use crate::args::{DiffArguments, Format};
use crate::commands::check::checked;
use crate::commands::pack::unpacked;
use crate::report::{Console, Outcome, counted, usage};
use crate::terminal;

pub(crate) fn run(arguments: &DiffArguments, console: &Console) -> Result<Outcome> {
    let Some(old) = load(&arguments.old, console)? else { return Ok(Outcome::ContentErrors) };
    let Some(new) = load(&arguments.new, console)? else { return Ok(Outcome::ContentErrors) };
    let difference = compare(&old, &new);
    let mut out = terminal::out();
    match arguments.format {
        Format::Json => writeln!(out, "{}", serde_json::to_string_pretty(&difference)?)?,
        Format::Human => writeln!(out, "{difference}")?,
    }
    let breaks = difference.changes.iter().any(|change| change.breaking.is_some());
    Ok(if arguments.deny_breaking && breaks { Outcome::ContentErrors } else { Outcome::Fine })
}

/// A package from its sources or from a data file; nothing if its sources have errors.
fn load(path: &Path, console: &Console) -> Result<Option<Package>> {
    if !path.exists() {
        return Err(usage(format!("there is nothing at `{}`", path.display())));
    }
    if path.is_dir() {
        let Some(checked) = checked(Some(path), console)? else { return Ok(None) };
        return match checked.packages.as_slice() {
            [single] => Ok(Some(single.package().clone())),
            several => Err(usage(format!(
                "`{}` holds {}; name one of them",
                path.display(),
                counted(several.len(), "package")
            ))),
        };
    }
    if path.extension().is_some_and(|ending| ending == "cardwright") {
        let place = tempfile::tempdir().context("making a temporary folder")?;
        let refused = |why| usage(format!("`{}` is refused: {why}", path.display()));
        return load(&unpacked(path, place.path())?.map_err(refused)?, console);
    }
    let bytes = std::fs::read(path).with_context(|| format!("reading {}", path.display()))?;
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let Some(package) = cardwright_emit::read(ending, &bytes) else {
        return Err(usage(format!(
            "`{}` is neither a package's folder, nor an archive of one, nor a `.json` or `.cbor` file of `cardwright build`",
            path.display()
        )));
    };
    let package = package.map_err(|error| {
        usage(format!("`{}` is not data of `cardwright build`: {error}", path.display()))
    })?;
    if package.data_format > DATA_FORMAT {
        return Err(usage(format!(
            "`{}` has data format {}; this version of cardwright reads up to {DATA_FORMAT}",
            path.display(),
            package.data_format
        )));
    }
    Ok(Some(package))
}
