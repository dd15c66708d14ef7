//! `cardwright fmt`: the canonical layout.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use cardwright_check::render::Colour;
use cardwright_dsl::{Columns, LineIndex, parse};
use cardwright_model::files::{FileKind, Files};

use crate::args::FmtArguments;
use crate::disk::Disk;
use crate::output::write_atomically;
use crate::report::{Console, Outcome, counted, usage};
use crate::terminal;
use crate::workspace;

/// Larger files are refused by `check` as well.
const LARGEST: u64 = 8 << 20;

pub(crate) fn run(arguments: &FmtArguments, console: &Console) -> Result<Outcome> {
    let files = files(&arguments.paths)?;
    let (mut changed, mut refused) = (0, 0);
    // The text of files is cleaned before it is coloured.
    let mut err = terminal::painted();
    for file in &files {
        let source = match Disk.read_text(file, LARGEST) {
            Ok(source) => source,
            Err(reason) => {
                refused += 1;
                writeln!(err, "{}: left as it is: {reason}", file.display())?;
                continue;
            }
        };
        // What cannot be read cannot be laid out; the declarations around it can.
        if let Some(mistake) = parse(&source).errors.first() {
            refused += 1;
            let index = LineIndex::new(&source);
            let place = index.position(&source, mistake.span.start, Columns::Characters);
            let (line, column) = (place.line + 1, place.column + 1);
            let (file, message) = (file.display(), &mistake.message);
            writeln!(err, "{file}:{line}:{column}: left as it is: {message}")?;
        }
        let formatted = cardwright_dsl::format(&source);
        if formatted == source {
            continue;
        }
        changed += 1;
        if arguments.check {
            writeln!(err, "would change {}", file.display())?;
            write_difference(&mut err, &source, &formatted, console.colour)?;
        } else {
            write_atomically(file, formatted.as_bytes())?;
            writeln!(err, "formatted {}", file.display())?;
        }
    }
    let verb = if arguments.check { "would change" } else { "changed" };
    let looked_at = counted(files.len(), "file");
    write!(err, "{looked_at} looked at, {changed} {verb}")?;
    if refused > 0 {
        write!(err, ", {refused} with mistakes (`cardwright check` says how to mend them)")?;
    }
    writeln!(err)?;
    let failed = refused > 0 || arguments.check && changed > 0;
    Ok(if failed { Outcome::ContentErrors } else { Outcome::Fine })
}

/// All `.card` files at or below the paths, sorted; symbolic links are not followed.
fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let roots = if paths.is_empty() { vec![workspace::resolve(None)?] } else { paths.to_vec() };
    let mut files = Vec::new();
    for root in &roots {
        // A user may name a package through a link; nothing in it is one.
        let Ok(kind) = Disk.real(root).and_then(|real| Disk.kind(&real)) else {
            return Err(usage(format!("there is nothing at `{}`", root.display())));
        };
        collect(root, kind, &mut files)?;
    }
    files.sort();
    files.dedup();
    Ok(files)
}

fn collect(path: &Path, kind: FileKind, files: &mut Vec<PathBuf>) -> Result<()> {
    match kind {
        FileKind::File(_) if path.extension().is_some_and(|extension| extension == "card") => {
            files.push(path.to_owned());
        }
        FileKind::Folder => {
            let entries = Disk.list(path);
            let entries = entries.map_err(|error| anyhow!("{}: {error}", path.display()))?;
            for (name, kind) in entries.iter().filter(|(name, _)| !name.starts_with('.')) {
                collect(&path.join(name), *kind, files)?;
            }
        }
        _ => {}
    }
    Ok(())
}

/// The lines that differ, in the manner of `diff`, without context.
fn write_difference(
    out: &mut impl Write,
    before: &str,
    after: &str,
    colour: Colour,
) -> io::Result<()> {
    let (red, green, plain) = match colour {
        Colour::Always => ("\x1b[31m", "\x1b[32m", "\x1b[0m"),
        Colour::Never => ("", "", ""),
    };
    for (old, new) in cardwright_dsl::differences(before, after) {
        for line in before[old].lines() {
            writeln!(out, "{red}-{}{plain}", terminal::clean(line))?;
        }
        for line in after[new].lines() {
            writeln!(out, "{green}+{}{plain}", terminal::clean(line))?;
        }
    }
    Ok(())
}
