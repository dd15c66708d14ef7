//! `cardwright calibrate`: a page that shows how far a printer's backs are off.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, Result, anyhow};
use cardwright_check::project::PrintSection;
use cardwright_model::print::Backs;
use cardwright_render::sheet::calibration;
use clap::Args;

use crate::commands::build::settings;
use crate::home::Home;
use crate::output;
use crate::report::{Console, Outcome};
use crate::terminal;

/// `cardwright calibrate`
#[derive(Debug, Args)]
pub(crate) struct CalibrateArguments {
    /// The paper, such as `a4`, `letter` or `200x300mm`
    #[arg(long, value_name = "PAPER", default_value = "a4")]
    pub(crate) paper: String,
    /// How the printer turns the sheet over
    #[arg(long, value_name = "WAY", default_value = "duplex-long-edge",
          value_parser = ["duplex-long-edge", "duplex-short-edge"])]
    pub(crate) backs: String,
    /// Check the offset of this printer, from the package here or from your own settings
    #[arg(long, value_name = "NAME")]
    pub(crate) printer: Option<String>,
    /// The file to write (default: `calibration-PAPER.pdf`)
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

pub(crate) fn run(arguments: &CalibrateArguments, _console: &Console) -> Result<Outcome> {
    let paper = settings::paper(&arguments.paper)?;
    let backs = Backs::named(&arguments.backs).unwrap_or_default();
    let here = std::env::current_dir().context("finding the current folder")?;
    let offset = match &arguments.printer {
        Some(name) => {
            let print = package_print(&here)?;
            settings::printer(name, &print)?.back_offset.map(|length| length.mm())
        }
        None => [0.0, 0.0],
    };
    let home = Home::locate(&here)?;
    let templates = home.read_templates()?;
    let pdf = calibration(&paper, backs, offset, templates.fonts())
        .map_err(|reason| anyhow!("making the page: {reason}"))?;
    let path = arguments
        .out
        .clone()
        .unwrap_or_else(|| PathBuf::from(format!("calibration-{}.pdf", paper.name)));
    output::write_atomically(&path, &pdf)?;
    writeln!(
        terminal::err(),
        "{}: print both pages on one sheet at 100 %; the first page says how to read it",
        path.display()
    )?;
    Ok(Outcome::Fine)
}

/// `[print]` of the package in the current folder, if there is one.
fn package_print(here: &std::path::Path) -> Result<PrintSection> {
    let path = here.join(crate::workspace::MANIFEST);
    match std::fs::read_to_string(&path) {
        Ok(text) => cardwright_check::project::read_print(&text)
            .map_err(|reason| crate::report::usage(format!("{}: {reason}", path.display()))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(PrintSection::default()),
        Err(error) => Err(error).with_context(|| format!("reading {}", path.display())),
    }
}
