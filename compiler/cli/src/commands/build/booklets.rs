//! Booklets of a package: as single pages, and to print, fold and staple.

use std::collections::BTreeMap;

use anyhow::Result;
use cardwright_check::CheckedPackage;
use cardwright_model::Severity;
use cardwright_model::files::SourceFolder;
use cardwright_render::booklet::{self, Spec, booklet};
use cardwright_render::fence::attempted;
use cardwright_render::{Options, Paper, Problem, RenderedCard, Renderer, SheetOptions, problem};

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
                let size = match booklet::page_size(&spec, paper) {
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
                booklet::tell_once(&mut pages, known);
            }
        }
        Ok((booklets, pages))
    }

    /// Writes the booklets; says how many files, and which could not be made.
    pub(super) fn write_booklets(
        &self,
        package: &CheckedPackage,
        (booklets, mut pages): (&Booklets, &[RenderedCard]),
        settings: &PrintSettings,
        folder: &mut Folder,
    ) -> Result<(usize, Vec<Problem>)> {
        let (mut count, mut problems) = (0, Vec::new());
        for booklet in &booklets.drawn {
            let (own, others) = pages.split_at(booklet.pages);
            pages = others;
            let paper = booklet.paper.clone();
            let options = SheetOptions { paper, ..settings.options.clone() };
            let names = booklet::names(&booklet.spec, &options.paper);
            let names: Vec<String> =
                names.into_iter().map(|name| format!("booklets/{name}.pdf")).collect();
            count += names.len();
            let pages: Vec<String> =
                own.iter().map(|page| format!("{:032x}", page.front.digest())).collect();
            let key = output::hash(format!("{:?} {options:?} {pages:?}", booklet.spec).as_bytes());
            // Each is asked for, since those that are there are noted as kept.
            let made: Vec<bool> = names.iter().map(|name| folder.has(name, &key)).collect();
            if made.into_iter().all(|made| made) {
                continue;
            }
            let made = attempted(|| {
                booklet::files(&booklet.spec, own.to_vec(), &options)
                    .map_err(|error| error.to_string())
            });
            let files = match made {
                Ok(files) => files,
                Err(reason) => {
                    problems.push(press::unmade(&names.join("`, `"), &reason, package));
                    continue;
                }
            };
            for (name, bytes) in names.iter().zip(files) {
                folder.write_document(name, &key, pages.clone(), &bytes)?;
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
        let templates = &self.home.templates;
        let mut found = BTreeMap::new();
        for folder in [&templates.join("shared"), &templates.join(game), &package.root] {
            found.extend(text_files(folder, "booklets")?);
        }
        Ok(found)
    }
}

fn bad_booklet(id: &str, reason: &str, package: &CheckedPackage) -> Problem {
    let subject = press::at_manifest(package);
    let file = format!("booklets/{id}.toml");
    subject
        .error(problem::BAD_BOOKLET, file.clone(), format!("{file} is no booklet: {reason}"))
        .help("`cardwright explain E0543` says where the format is described")
}
