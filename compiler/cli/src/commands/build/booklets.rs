//! Booklets of a package: as single pages, and to print, fold and staple.

use std::collections::BTreeMap;

use anyhow::{Result, anyhow};
use cardwright_check::CheckedPackage;
use cardwright_model::Severity;
use cardwright_model::files::SourceFolder;
use cardwright_render::booklet::{self, Form, Spec, booklet};
use cardwright_render::sheet::{PageOrder, Shape, card_pages};
use cardwright_render::{
    CardSize, Options, Paper, Problem, RenderedCard, Renderer, SheetOptions, problem, sheets,
};

use super::files::text_files;
use super::settings::PrintSettings;
use super::{Job, preflight, press};
use crate::disk::Disk;
use crate::output::{self, Folder};

/// The booklets of a package, drawn.
#[derive(Default)]
pub(super) struct Booklets {
    drawn: Vec<DrawnBooklet>,
    /// What went wrong while they were laid out.
    pub(super) problems: Vec<Problem>,
}

struct DrawnBooklet {
    spec: Spec,
    paper: Paper,
    /// How many pages of all booklets are its own.
    pages: usize,
}

impl Job<'_> {
    /// Draws every booklet for every paper, and looks at the pages, which come one after
    /// another.
    pub(super) fn draw_booklets(
        &self,
        package: &CheckedPackage,
        settings: &PrintSettings,
    ) -> Result<(Booklets, Vec<RenderedCard>)> {
        let model = package.package();
        let options = Options {
            package: Some(SourceFolder::new(&Disk, &package.root)),
            preflight: Some(preflight::strictness(package, false)),
            ..Options::default()
        };
        let last = package.library.packages.len() - 1;
        let renderer = Renderer::new(&package.library, last, self.templates, options);
        let mut booklets = Booklets::default();
        let problems = &mut booklets.problems;
        let mut pages: Vec<RenderedCard> = Vec::new();
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
                let (spec, paper) = (spec.clone(), paper.clone());
                booklets.drawn.push(DrawnBooklet { spec, paper, pages: drawn.pages.len() });
                let known = pages.len();
                pages.extend(drawn.pages);
                tell_once(&mut pages, known);
            }
        }
        Ok((booklets, pages))
    }

    /// Writes the booklets; says how many files.
    pub(super) fn write_booklets(
        &self,
        booklets: &Booklets,
        mut pages: &[RenderedCard],
        settings: &PrintSettings,
        folder: &mut Folder,
    ) -> Result<usize> {
        let mut count = 0;
        for booklet in &booklets.drawn {
            let (own, others) = pages.split_at(booklet.pages);
            pages = others;
            let paper = booklet.paper.clone();
            let options = SheetOptions { paper, ..settings.options.clone() };
            let names: Vec<String> = names(&booklet.spec, &options)
                .into_iter()
                .map(|name| format!("booklets/{name}.pdf"))
                .collect();
            count += names.len();
            let pages: Vec<String> =
                own.iter().map(|page| format!("{:032x}", page.front.digest())).collect();
            let key = output::hash(format!("{:?} {options:?} {pages:?}", booklet.spec).as_bytes());
            // Each is asked for, since those that are there are noted as kept.
            let made: Vec<bool> = names.iter().map(|name| folder.has(name, &key)).collect();
            if made.into_iter().all(|made| made) {
                continue;
            }
            for (name, bytes) in names.iter().zip(files(&booklet.spec, own.to_vec(), &options)?) {
                folder.write_document(name, &key, pages.clone(), &bytes)?;
            }
        }
        Ok(count)
    }

    /// The booklets of all games, of the game and of the package; the more special of one
    /// name stands in place of the more general.
    fn booklet_files(
        &self,
        package: &CheckedPackage,
        game: &str,
    ) -> Result<BTreeMap<String, String>> {
        let templates = &self.home.templates;
        let mut found = BTreeMap::new();
        for folder in [&templates.join("shared"), &templates.join(game), &package.root] {
            found.extend(text_files(folder, "booklets")?);
        }
        Ok(found)
    }
}

/// What was found on a page for one paper need not be said again for the next: only what
/// another place of the page has is new.
fn tell_once(pages: &mut [RenderedCard], known: usize) {
    let (earlier, new) = pages.split_at_mut(known);
    for page in new {
        let same = |found: &Problem| {
            earlier.iter().filter(|other| other.id == page.id).any(|other| {
                let mut others = other.problems.iter();
                others.any(|other| (other.code, &other.what) == (found.code, &found.what))
            })
        };
        page.problems.retain(|found| !same(found));
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

/// The files of one booklet by name, without ending.
fn names(spec: &Spec, options: &SheetOptions) -> Vec<String> {
    let name = format!("{}-{}", spec.id, options.paper.name);
    match &spec.form {
        Form::Cards { .. } => vec![name],
        Form::Booklet => vec![name.clone(), format!("{name}-fold")],
    }
}

/// The contents of these files.
fn files(spec: &Spec, pages: Vec<RenderedCard>, options: &SheetOptions) -> Result<Vec<Vec<u8>>> {
    let failed = |error: String| anyhow!("booklets/{}: {error}", spec.id);
    let mut options = options.clone();
    options.about.title = format!("{} · {}", options.about.title, spec.title);
    match &spec.form {
        Form::Cards { copies, .. } => {
            let cards = booklet::cards(pages, *copies);
            options.copies = SheetOptions::default().copies;
            let bytes = sheets(&cards, &options).map_err(|error| failed(error.to_string()))?;
            Ok(vec![bytes])
        }
        Form::Booklet => {
            let single = card_pages(&pages, PageOrder::Fronts, &options.about, &options.production)
                .map_err(failed)?;
            let folded =
                booklet::folded(&pages, &options).map_err(|error| failed(error.to_string()))?;
            Ok(vec![single, folded])
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
