//! Booklets of a package: as single pages, and to print, fold and staple.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::{Result, anyhow};
use cardwright_check::CheckedPackage;
use cardwright_model::Severity;
use cardwright_render::booklet::{self, Form, Spec, booklet};
use cardwright_render::sheet::{PageOrder, Shape, card_pages};
use cardwright_render::{
    CardSize, Options, Paper, Problem, RenderedCard, Renderer, SheetOptions, problem, sheets,
};

use super::files::text_files;
use super::settings::PrintSettings;
use super::{Job, press};
use crate::output::Folder;

impl Job<'_> {
    /// Writes every booklet for every paper; says how many files.
    pub(super) fn write_booklets(
        &self,
        package: &CheckedPackage,
        settings: &PrintSettings,
        folder: &mut Folder,
    ) -> Result<(usize, Vec<Problem>)> {
        let model = package.package();
        let options = Options { package_root: Some(package.root.clone()), ..Options::default() };
        let last = package.library.packages.len() - 1;
        let renderer = Renderer::new(&package.library, last, self.templates, options);
        let mut problems = Vec::new();
        let mut count = 0;
        for (id, text) in self.booklet_files(package, &model.game)? {
            let spec = match Spec::parse(&id, &text) {
                Ok(spec) => spec,
                Err(reason) => {
                    problems.push(bad_booklet(&id, &reason, package));
                    continue;
                }
            };
            for paper in &settings.papers {
                let size = match page_size(&spec, paper) {
                    Some(size) => size,
                    None => {
                        let reason = "its `cards` is no size of card";
                        problems.push(bad_booklet(&id, reason, package));
                        break;
                    }
                };
                let drawn = booklet(&renderer, &spec, size);
                let failed = drawn.problems.iter().any(|found| found.severity == Severity::Error);
                for found in drawn.problems {
                    if !problems.contains(&found) {
                        problems.push(found);
                    }
                }
                if drawn.pages.is_empty() || failed {
                    break;
                }
                let options = SheetOptions { paper: paper.clone(), ..settings.options.clone() };
                for (name, bytes) in files(&spec, drawn.pages, &options)? {
                    folder.write(&format!("booklets/{name}.pdf"), &bytes)?;
                    count += 1;
                }
            }
        }
        Ok((count, problems))
    }

    /// The booklets of all games, of the game and of the package; the more special of one
    /// name stands in place of the more general.
    fn booklet_files(
        &self,
        package: &CheckedPackage,
        game: &str,
    ) -> Result<BTreeMap<String, String>> {
        let folders: [PathBuf; 3] = [
            self.home.templates.join("shared/booklets"),
            self.home.templates.join(game).join("booklets"),
            package.root.join("booklets"),
        ];
        let mut found = BTreeMap::new();
        for folder in folders {
            found.extend(text_files(&folder)?);
        }
        Ok(found)
    }
}

/// Half of the paper for a booklet, a card's own size for cards.
fn page_size(spec: &Spec, paper: &Paper) -> Option<CardSize> {
    match &spec.form {
        Form::Cards { size, .. } => CardSize::named(size),
        Form::Booklet => Some(CardSize {
            width: paper.height / 2.0,
            height: paper.width,
            bleed: 0.0,
            safe: 5.0,
            shape: Shape::Rectangle,
        }),
    }
}

/// The files of one booklet: name without ending, and contents.
fn files(
    spec: &Spec,
    pages: Vec<RenderedCard>,
    options: &SheetOptions,
) -> Result<Vec<(String, Vec<u8>)>> {
    let paper = &options.paper.name;
    let failed = |error: String| anyhow!("booklets/{}: {error}", spec.id);
    let mut options = options.clone();
    options.about.title = format!("{} · {}", options.about.title, spec.title);
    match &spec.form {
        Form::Cards { copies, .. } => {
            let cards = booklet::cards(pages, *copies);
            options.copies = SheetOptions::default().copies;
            let bytes = sheets(&cards, &options).map_err(|error| failed(error.to_string()))?;
            Ok(vec![(format!("{}-{paper}", spec.id), bytes)])
        }
        Form::Booklet => {
            let single = card_pages(&pages, PageOrder::Fronts, &options.about, &options.production)
                .map_err(failed)?;
            let folded =
                booklet::folded(&pages, &options).map_err(|error| failed(error.to_string()))?;
            Ok(vec![
                (format!("{}-{paper}", spec.id), single),
                (format!("{}-{paper}-fold", spec.id), folded),
            ])
        }
    }
}

fn bad_booklet(id: &str, reason: &str, package: &CheckedPackage) -> Problem {
    let subject = press::at_manifest(package);
    let file = format!("booklets/{id}.toml");
    subject
        .error(problem::BAD_BOOKLET, file.clone(), format!("{file} is no booklet: {reason}"))
        .help("`cardwright explain E0543` says where the format is described")
}
