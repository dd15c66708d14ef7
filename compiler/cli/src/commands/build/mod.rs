//! `cardwright build`: data, schema, cards and print sheets into `output/<package>/`.

mod arguments;
mod booklets;
mod cards;
mod data;
mod files;
mod preflight;
mod preset;
mod press;
mod problems;
mod selection;
pub(crate) mod settings;
mod sheets;
mod tabletop;

use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

use anyhow::{Result, anyhow};
use cardwright_check::CheckedPackage;
use cardwright_model::Severity;
use cardwright_render::{Copies, Problem, RenderedCard, Templates};
use serde::Serialize;

pub(crate) use arguments::{BuildArguments, Part, TextForm};

use crate::args::Format;
use crate::commands::check::checked;
use crate::home::Home;
use crate::output::Folder;
use crate::report::{Console, Outcome, counted};
use crate::workspace;
use settings::PrintSettings;

/// What one run built.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
struct Totals {
    packages: usize,
    cards: usize,
    sheets: usize,
    booklets: usize,
    /// Archives for printers.
    archives: usize,
    files: usize,
    /// Packages whose cards may not be printed as they are.
    unfinished: Vec<String>,
    milliseconds: u128,
    output: String,
}

pub(crate) fn run(arguments: &BuildArguments, console: &Console) -> Result<Outcome> {
    let started = Instant::now();
    let path = workspace::resolve(arguments.path.as_deref())?;
    let Some(mut checked) = checked(Some(&path), console)? else {
        return Ok(Outcome::ContentErrors);
    };
    selection::verify(arguments, &checked)?;
    let root = match &arguments.out {
        Some(folder) => folder.clone(),
        None => workspace::output_folder(&path)?,
    };
    let home = Home::locate(&path)?;
    let templates = Templates::load(&home.templates).map_err(|error| anyhow!(error))?;
    let mut totals = Totals { output: root.display().to_string(), ..Totals::default() };
    let mut problems = Vec::new();
    for package in &checked.packages {
        let job = Job { arguments, console, templates: &templates, home: &home };
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
        Format::Human => {
            let mut counts =
                vec![counted(totals.cards, "card"), counted(totals.sheets, "sheet file")];
            for (count, what) in [(totals.booklets, "booklet file"), (totals.archives, "archive")] {
                if count > 0 {
                    counts.push(counted(count, what));
                }
            }
            for name in &totals.unfinished {
                let page = Path::new(&totals.output).join(name).join(preflight::PAGE);
                let see = match page.exists() {
                    true => format!(": see {}", page.display()),
                    false => String::new(),
                };
                writeln!(io::stderr(), "the sheets of {name} are not finished{see}")?;
            }
            writeln!(
                io::stderr(),
                "{}: {}, {} in {} ({:.1} s)",
                counted(totals.packages, "package"),
                counts.join(", "),
                counted(totals.files, "file"),
                totals.output,
                totals.milliseconds as f64 / 1000.0
            )?;
        }
    }
    Ok(())
}

/// The build of a package. Each part of it is a file beside this one.
struct Job<'a> {
    arguments: &'a BuildArguments,
    console: &'a Console,
    templates: &'a Templates,
    home: &'a Home,
}

impl Job<'_> {
    /// Builds one package. If cards cannot be printed as they are, their problems come back
    /// and no cards or sheets are written.
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
        if preset::has_deck(self.arguments, package) {
            problems = self.print(package, &mut folder, &mut parts, totals)?;
        }
        let files = folder.finish(&model.name, &model.version, &parts)?;
        if problems.iter().any(|problem| problem.severity == Severity::Error) {
            totals.unfinished.push(model.name.clone());
            return Ok(problems);
        }
        totals.files += files;
        totals.packages += 1;
        Ok(problems)
    }

    /// Everything that is printed: cards, sheets, files for printers. Stops at the first
    /// part with errors, before it is written.
    fn print(
        &self,
        package: &CheckedPackage,
        folder: &mut Folder,
        parts: &mut Vec<&'static str>,
        totals: &mut Totals,
    ) -> Result<Vec<Problem>> {
        let mut settings = PrintSettings::of(self.arguments, package)?;
        let copies = selection::copies(self.arguments, package);
        if let Some(copies) = &copies {
            settings.options.copies = copies.clone();
        }
        let print = &package.manifest.print;
        let wish = press::Wish {
            colour: &print.colour,
            pdf: &print.pdf,
            profile: print.profile.as_deref(),
            condition: print.condition.as_deref(),
            ink_limit: print.ink_limit,
        };
        let game = &package.package().game;
        match press::production(wish, &package.root, self.templates, game) {
            Ok(production) => settings.options.production = production,
            Err(reason) => return Ok(vec![press::refused(&reason, package)]),
        }
        let mut problems = Vec::new();
        let drawing = [Part::Cards, Part::Sheets, Part::Tabletop, Part::Preflight];
        if drawing.iter().any(|part| self.wants(*part)) {
            let drawn = self.render(package, copies.as_ref(), (settings.low_ink, None));
            if drawn.is_whole {
                self.write_preflight(package, &drawn, folder)?;
                parts.push("reports");
            }
            problems.extend(drawn.problems());
            let cards = drawn.cards;
            if problems.iter().any(|problem| problem.severity == Severity::Error) {
                return Ok(problems);
            }
            totals.cards += cards.len();
            let cards = self.changed(package, cards, copies.as_ref(), folder)?;
            if self.wants(Part::Cards) {
                self.write_cards(&cards, folder)?;
                parts.push("cards");
            }
            if self.wants(Part::Tabletop) {
                self.write_tabletop(package, &cards, folder)?;
                parts.push("tabletop");
            }
            if self.wants(Part::Sheets) {
                let (count, found) = self.write_sheets(&cards, &settings, folder)?;
                totals.sheets += count;
                problems.extend(found);
                // What a selection prints stands beside the sheets of all cards.
                if !self.arguments.selects() {
                    parts.push("sheets");
                }
            }
        }
        if self.wants(Part::Booklets) {
            let (count, found) = self.write_booklets(package, &settings, folder)?;
            totals.booklets += count;
            problems.extend(found);
            parts.push("booklets");
        }
        let (count, found) = self.write_presets(package, copies.as_ref(), &settings, folder)?;
        totals.archives += count;
        problems.extend(found);
        Ok(problems)
    }

    /// Notes what all cards look like; with `--since`, leaves out those that look the same.
    fn changed(
        &self,
        package: &CheckedPackage,
        cards: Vec<RenderedCard>,
        copies: Option<&Copies>,
        folder: &mut Folder,
    ) -> Result<Vec<RenderedCard>> {
        let looks = selection::fingerprints(&cards);
        let Some(earlier) = &self.arguments.since else {
            let is_whole = copies.is_none() && self.arguments.kind.is_empty();
            if is_whole && !self.arguments.low_ink {
                folder.note_cards(looks);
            }
            return Ok(cards);
        };
        let earlier = selection::earlier(earlier, &package.package().name)?;
        let changed: Vec<RenderedCard> =
            cards.into_iter().filter(|card| earlier.get(&card.id) != looks.get(&card.id)).collect();
        let name = &package.package().name;
        let what = match changed.len() {
            0 => "no card looks different".to_owned(),
            count => format!("{} different", counted(count, "card")),
        };
        writeln!(io::stderr(), "{name}: {what}")?;
        Ok(changed)
    }

    fn wants(&self, part: Part) -> bool {
        self.arguments.wants(part)
    }
}
