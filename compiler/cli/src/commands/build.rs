//! `cardwright build`: data, schema, cards and print sheets into `output/<package>/`.

use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result, anyhow};
use cardwright_check::{Checked, CheckedPackage, Diagnostic, Location, Sources, render};
use cardwright_dsl::ast::Span;
use cardwright_model::{Package, Severity};
use cardwright_render::{
    About, Backs, Options, Paper, Problem, RenderedCard, Renderer, SheetOptions, Templates, sheets,
};
use rayon::prelude::*;
use serde::Serialize;

use crate::args::{BuildArguments, Format, Part};
use crate::commands::check::checked;
use crate::emit;
use crate::home::Home;
use crate::output::Folder;
use crate::report::{Console, Outcome, counted, usage};
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
    let Some(checked) = checked(Some(&path), console)? else {
        return Ok(Outcome::ContentErrors);
    };
    let papers = papers(&arguments.paper)?;
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
        problems.extend(found.iter().map(|found| diagnostic(found, package, &checked.sources)));
    }
    report_problems(problems, &checked, console)?;
    totals.milliseconds = started.elapsed().as_millis();
    match arguments.format {
        Format::Json => writeln!(io::stdout(), "{}", serde_json::to_string(&totals)?)?,
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
    let failed = totals.packages < checked.packages.len();
    Ok(if failed { Outcome::ContentErrors } else { Outcome::Fine })
}

fn papers(names: &[String]) -> Result<Vec<Paper>> {
    names
        .iter()
        .map(|name| {
            Paper::named(name).ok_or_else(|| {
                usage(format!("there is no paper `{name}`; try `a4`, `letter`, `a3` or `tabloid`"))
            })
        })
        .collect()
}

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
        let mut parts = Vec::new();
        let data = emit::data(model)?;
        let schema = emit::schema()?;
        emit::verify(model, &data, &schema)?;
        if self.wants(Part::Data) {
            folder.write(&format!("data/{}.json", model.name), &data)?;
            parts.push("data");
        }
        if self.wants(Part::Schema) {
            folder.write("schema/package.schema.json", &schema)?;
            parts.push("schema");
        }
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

    fn render(&self, package: &CheckedPackage) -> Vec<RenderedCard> {
        let options = Options {
            dpi: self.arguments.dpi as f32,
            package_root: Some(package.root.clone()),
            ..Options::default()
        };
        let last = package.library.packages.len() - 1;
        Renderer::new(&package.library, last, self.templates, options).render_all()
    }

    fn write_cards(&self, cards: &[RenderedCard], folder: &mut Folder) -> Result<()> {
        let progress = self.console.progress("drawing", cards.len() as u64);
        let dpi = self.arguments.dpi as f32;
        // Pictures are made on all cores, a handful at a time to bound the memory.
        for group in cards.chunks(32) {
            let pictures: Vec<Result<Vec<u8>, String>> = group
                .par_iter()
                .map(|card| {
                    let png = card.png(dpi);
                    progress.inc(1);
                    png
                })
                .collect();
            for (card, png) in group.iter().zip(pictures) {
                folder.write(&format!("cards/{}.svg", card.id), card.front_svg().as_bytes())?;
                folder.write(
                    &format!("cards/{}.png", card.id),
                    &png.map_err(|error| anyhow!("{}: {error}", card.id))?,
                )?;
            }
        }
        progress.finish_and_clear();
        let mut written = std::collections::BTreeSet::new();
        for card in cards {
            let Some(back) = &card.back else { continue };
            if written.insert(back.id.clone()) {
                let name = format!("cards/backs/{}", back.id);
                folder.write(&format!("{name}.svg"), back.side.svg(&back.id).as_bytes())?;
                let png = back
                    .side
                    .png(card.size, cardwright_render::Extent::Bleed, dpi)
                    .map_err(|error| anyhow!("{}: {error}", back.id))?;
                folder.write(&format!("{name}.png"), &png)?;
            }
        }
        Ok(())
    }

    fn write_sheets(
        &self,
        package: &CheckedPackage,
        cards: &[RenderedCard],
        folder: &mut Folder,
    ) -> Result<usize> {
        let model = package.package();
        let papers = if self.papers.is_empty() {
            papers(&package.manifest.print.paper)?
        } else {
            self.papers.to_vec()
        };
        let pdfs: Vec<Result<(String, Vec<u8>)>> = papers
            .par_iter()
            .map(|paper| {
                let options = SheetOptions {
                    paper: *paper,
                    backs: backs(package.manifest.print.backs),
                    about: about(model),
                    ..SheetOptions::default()
                };
                let pdf = sheets(cards, &options)
                    .with_context(|| format!("laying out {} on {}", model.name, paper.name))?;
                Ok((format!("sheets/{}.pdf", paper.name), pdf))
            })
            .collect();
        let count = pdfs.len();
        for pdf in pdfs {
            let (name, bytes) = pdf?;
            folder.write(&name, &bytes)?;
        }
        Ok(count)
    }
}

fn backs(backs: cardwright_check::project::Backs) -> Backs {
    use cardwright_check::project::Backs as Setting;
    match backs {
        Setting::DuplexLongEdge => Backs::LongEdge,
        Setting::DuplexShortEdge => Backs::ShortEdge,
        Setting::Fold => Backs::Fold,
        Setting::None => Backs::None,
    }
}

fn about(package: &Package) -> About {
    let title = package.title.clone().unwrap_or_else(|| package.name.clone());
    About {
        description: format!("{title} {}, to print and cut", package.version),
        title,
        authors: package.authors.clone(),
    }
}

/// A problem of a drawn card as a diagnostic at the card's declaration.
fn diagnostic(problem: &Problem, package: &CheckedPackage, sources: &Sources) -> Diagnostic {
    let file = sources
        .find(&package.root.join(&problem.provenance.file))
        .or_else(|| sources.iter().next().map(|(id, _)| id))
        .unwrap_or(cardwright_check::FileId(0));
    let source = sources.file(file);
    let line = problem.provenance.line.max(1);
    let start = source.line_starts().get(line as usize - 1).copied().unwrap_or(0) as usize;
    let span = Span::new(start, start + source.line_text(line).len());
    let mut found = Diagnostic::new(
        problem.code,
        problem.severity,
        Location::new(file, span),
        problem.message.clone(),
    )
    .at(problem.what.clone());
    if let Some(help) = &problem.help {
        found = found.help(help.clone());
    }
    found
}

fn report_problems(
    mut problems: Vec<Diagnostic>,
    checked: &Checked,
    console: &Console,
) -> Result<()> {
    cardwright_check::diag::sort(&mut problems);
    let text = render::human(&problems, &checked.sources, console.colour);
    io::stderr().lock().write_all(text.as_bytes()).context("writing the diagnostics")
}
