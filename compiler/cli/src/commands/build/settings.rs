//! What is printed how: flags over the package's `[print]`, with what is known of the printer.

use std::path::PathBuf;

use anyhow::{Context, Result};
use cardwright_check::CheckedPackage;
use cardwright_check::project::{PrintSection, PrinterSection};
use cardwright_check::suggest;
use cardwright_model::Package;
use cardwright_model::print::{Backs, Marks};
use cardwright_render::{About, Paper, SheetOptions};

use super::BuildArguments;
use crate::report::usage;

/// The papers of a package's sheets, and how they are laid out.
pub(super) struct PrintSettings {
    pub(super) papers: Vec<Paper>,
    pub(super) options: SheetOptions,
    /// Cards without pictures and grounds.
    pub(super) low_ink: bool,
}

impl PrintSettings {
    /// The settings for a package.
    pub(super) fn of(
        arguments: &BuildArguments,
        package: &CheckedPackage,
    ) -> Result<PrintSettings> {
        let print = &package.manifest.print;
        let names = if arguments.paper.is_empty() { &print.paper } else { &arguments.paper };
        let papers = names.iter().map(|name| paper(name)).collect::<Result<Vec<_>>>()?;
        let name = arguments.printer.as_ref().or(print.use_printer.as_ref());
        let printer = match name {
            Some(name) => printer(name, print)?,
            None => PrinterSection::default(),
        };
        let backs = arguments.backs.as_deref().and_then(Backs::named).unwrap_or(print.backs);
        let marks = arguments.marks.as_deref().and_then(Marks::named).unwrap_or(print.marks);
        let options = SheetOptions {
            bleed: arguments.bleed.unwrap_or(print.bleed).mm(),
            between: print.bleed_between,
            gutter: print.gutter.mm(),
            margin: printer.margin.unwrap_or(print.margin).mm(),
            backs,
            back_offset: printer.back_offset.map(|length| length.mm()),
            marks,
            mark_sides: print.mark_sides,
            contour: arguments.contour || print.contour,
            header: print.header,
            overlap: print.overlap.mm(),
            about: about(package.package()),
            is_draft: arguments.draft,
            ..SheetOptions::default()
        };
        Ok(PrintSettings { papers, options, low_ink: arguments.low_ink || print.low_ink })
    }
}

/// The paper of that name.
pub(crate) fn paper(name: &str) -> Result<Paper> {
    Paper::named(name).ok_or_else(|| {
        let known: Vec<&str> = Paper::names().collect();
        let hint = match suggest(name, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("papers are {}, or write a size such as `200x300mm`", known.join(", ")),
        };
        usage(format!("there is no paper `{name}`; {hint}"))
    })
}

/// What the package, or else the user's own settings, say about a printer.
pub(crate) fn printer(name: &str, print: &PrintSection) -> Result<PrinterSection> {
    if let Some(found) = print.printer.get(name) {
        return Ok(found.clone());
    }
    let own = user_print()?;
    own.printer.get(name).cloned().ok_or_else(|| {
        let known: Vec<&str> =
            print.printer.keys().chain(own.printer.keys()).map(String::as_str).collect();
        let hint = match suggest(name, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!(
                "describe it in cardwright.toml or in your own settings: `[print.printer.{name}]`, \
                 `back-offset = [\"0mm\", \"0mm\"]`; `cardwright calibrate` measures it"
            ),
        };
        usage(format!("nothing is known about the printer `{name}`; {hint}"))
    })
}

/// `[print]` of the user's own settings.
pub(crate) fn user_print() -> Result<PrintSection> {
    let Some(path) = user_settings() else { return Ok(PrintSection::default()) };
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Ok(PrintSection::default());
        }
        Err(error) => return Err(error).with_context(|| format!("reading {}", path.display())),
    };
    cardwright_check::project::read_print(&text)
        .map_err(|reason| usage(format!("{}: {reason}", path.display())))
}

/// Where the user's own settings are: `settings.toml` in the configuration folder.
pub(super) fn user_settings() -> Option<PathBuf> {
    if let Some(file) = std::env::var_os("CARDWRIGHT_SETTINGS") {
        return Some(PathBuf::from(file));
    }
    let base = std::env::var_os("XDG_CONFIG_HOME")
        .map(PathBuf::from)
        .or_else(|| std::env::var_os("APPDATA").map(PathBuf::from))
        .or_else(|| std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".config")))?;
    Some(base.join("cardwright").join("settings.toml"))
}

/// What documents of a package say about themselves.
pub(super) fn about(package: &Package) -> About {
    let title = package.title.clone().unwrap_or_else(|| package.name.clone());
    About {
        description: format!("{title} {}, to print and cut", package.version),
        title,
        authors: package.authors.clone(),
        date: stated_date(),
        ..About::default()
    }
}

/// The date that reproducible builds state for their documents, if one is stated.
fn stated_date() -> Option<i64> {
    std::env::var("SOURCE_DATE_EPOCH").ok()?.trim().parse().ok()
}
