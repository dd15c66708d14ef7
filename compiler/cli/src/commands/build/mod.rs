//! `cardwright build`: data, schema, cards and print sheets into `output/<package>/`.

mod arguments;
mod cards;
mod data;
mod problems;
mod sheets;

use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

use anyhow::{Result, anyhow};
use cardwright_check::CheckedPackage;
use cardwright_model::Severity;
use cardwright_render::{Paper, Problem, Templates};
use serde::Serialize;

pub(crate) use arguments::{BuildArguments, Part, TextForm};

use crate::args::Format;
use crate::commands::check::checked;
use crate::home::Home;
use crate::output::Folder;
use crate::report::{Console, Outcome, counted};
use crate::workspace;

/// What one run built.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
struct Totals {
    packages: usize,
    cards: usize,
    sheets: usize,
    files: usize,
    milliseconds: u128,
    output: String,
}

pub(crate) fn run(arguments: &BuildArguments, console: &Console) -> Result<Outcome> {
    let started = Instant::now();
    let path = workspace::resolve(arguments.path.as_deref())?;
    let Some(mut checked) = checked(Some(&path), console)? else {
        return Ok(Outcome::ContentErrors);
    };
    let papers = sheets::papers(&arguments.paper)?;
    let root = match &arguments.out {
        Some(folder) => folder.clone(),
        None => workspace::output_folder(&path)?,
    };
    let home = Home::locate(&path)?;
    let templates = Templates::load(&home.templates).map_err(|error| anyhow!(error))?;
    let mut totals = Totals { output: root.display().to_string(), ..Totals::default() };
    let mut problems = Vec::new();
    for package in &checked.packages {
        let job = Job { arguments, console, templates: &templates, papers: &papers };
        let found = job.build(package, &root, &mut totals)?;
        for found in problems::merged(found) {
            problems.push(problems::diagnostic(&found, package, &mut checked.sources));
        }
    }
    problems::report(problems, &checked, console)?;
    totals.milliseconds = started.elapsed().as_millis();
    close(&totals, arguments.format)?;
    let failed = totals.packages < checked.packages.len();
    Ok(if failed { Outcome::ContentErrors } else { Outcome::Fine })
}

/// The last line: what was built.
fn close(totals: &Totals, format: Format) -> Result<()> {
    match format {
        Format::Json => writeln!(io::stdout(), "{}", serde_json::to_string(totals)?)?,
        Format::Human => writeln!(
            io::stderr(),
            "{}: {}, {}, {} in {} ({:.1} s)",
            counted(totals.packages, "package"),
            counted(totals.cards, "card"),
            counted(totals.sheets, "sheet file"),
            counted(totals.files, "file"),
            totals.output,
            totals.milliseconds as f64 / 1000.0
        )?,
    }
    Ok(())
}

/// The build of a package. Each part of it is a file beside this one.
struct Job<'a> {
    arguments: &'a BuildArguments,
    console: &'a Console,
    templates: &'a Templates,
    papers: &'a [Paper],
}

impl Job<'_> {
    /// Builds one package. If cards cannot be drawn right, their problems come back and no
    /// cards or sheets are written.
    fn build(
        &self,
        package: &CheckedPackage,
        root: &Path,
        totals: &mut Totals,
    ) -> Result<Vec<Problem>> {
        let model = package.package();
        let mut folder = Folder::open(root.join(&model.name));
        let mut parts = self.write_data(package, &mut folder)?;
        let mut problems = Vec::new();
        if self.wants(Part::Cards) || self.wants(Part::Sheets) {
            let cards = self.render(package);
            problems.extend(cards.iter().flat_map(|card| card.problems.iter().cloned()));
            if problems.iter().any(|problem| problem.severity == Severity::Error) {
                return Ok(problems);
            }
            totals.cards += cards.len();
            if self.wants(Part::Cards) {
                self.write_cards(&cards, &mut folder)?;
                parts.push("cards");
            }
            if self.wants(Part::Sheets) && !cards.is_empty() {
                totals.sheets += self.write_sheets(package, &cards, &mut folder)?;
                parts.push("sheets");
            }
        }
        totals.files += folder.finish(&model.name, &model.version, &parts)?;
        totals.packages += 1;
        Ok(problems)
    }

    fn wants(&self, part: Part) -> bool {
        self.arguments.only.is_empty() || self.arguments.only.contains(&part)
    }
}
