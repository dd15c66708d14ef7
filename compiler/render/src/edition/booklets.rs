//! Booklets of a package: as single pages, and to print, fold and staple.

use std::collections::BTreeMap;

use cardwright_model::Severity;

use super::drawn::soften;
use super::{Edition, MadeOf, Shelf, ShelfError, text_files};
use crate::booklet::{self, Spec, booklet};
use crate::card::RenderedCard;
use crate::fence::attempted;
use crate::problem::{self, Problem};
use crate::renderer::{Options, Renderer};
use crate::sheet::{Paper, SheetOptions};

/// The booklets of a package, drawn.
#[derive(Default)]
pub struct Booklets {
    drawn: Vec<DrawnBooklet>,
    /// What went wrong while they were laid out.
    pub problems: Vec<Problem>,
}

struct DrawnBooklet {
    spec: Spec,
    paper: Paper,
    /// How many pages of all booklets are its own.
    pages: usize,
}

impl Edition<'_> {
    /// Draws every booklet for every paper, and looks at the pages, which come one after
    /// another.
    pub fn draw_booklets(&self) -> Result<(Booklets, Vec<RenderedCard>), String> {
        let options = Options {
            package: self.own_folder(),
            preflight: Some(self.strictness(false)),
            ..Options::default()
        };
        let last = self.library.packages.len() - 1;
        let renderer = Renderer::new(self.library, last, self.templates, options);
        let mut booklets = Booklets::default();
        let problems = &mut booklets.problems;
        let mut pages: Vec<RenderedCard> = Vec::new();
        for (id, text) in self.booklet_files()? {
            let spec = match Spec::parse(&id, &text) {
                Ok(spec) => spec,
                Err(reason) => {
                    problems.push(self.bad_booklet(&id, &reason));
                    continue;
                }
            };
            for paper in &self.papers {
                let Some(size) = booklet::page_size(&spec, paper) else {
                    problems.push(self.bad_booklet(&id, "its `cards` is no size of card"));
                    break;
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
        if self.is_draft {
            soften(&mut booklets.problems);
        }
        Ok((booklets, pages))
    }

    /// Writes the booklets; returns how many files, and which could not be made.
    pub fn write_booklets(
        &self,
        booklets: &Booklets,
        mut pages: &[RenderedCard],
        shelf: &mut dyn Shelf,
    ) -> Result<(usize, Vec<Problem>), ShelfError> {
        let (mut count, mut problems) = (0, Vec::new());
        for DrawnBooklet { spec, paper, pages: length } in &booklets.drawn {
            let (own, others) = pages.split_at(*length);
            pages = others;
            let options = SheetOptions { paper: paper.clone(), ..self.options.clone() };
            let names = booklet::names(spec, paper);
            let names: Vec<String> =
                names.into_iter().map(|name| format!("booklets/{name}.pdf")).collect();
            count += names.len();
            let pages: Vec<String> =
                own.iter().map(|page| format!("{:032x}", page.front.digest())).collect();
            let key = format!("{spec:?} {options:?} {pages:?}");
            // Each is asked for, since those that are there are noted as kept.
            let made: Vec<bool> = names.iter().map(|name| shelf.has(name, &key)).collect();
            if made.into_iter().all(|made| made) {
                continue;
            }
            let files = match attempted(|| booklet::files(spec, own.to_vec(), &options)) {
                Ok(files) => files,
                Err(reason) => {
                    problems.push(self.unmade(&names.join("`, `"), &reason));
                    continue;
                }
            };
            for (name, bytes) in names.iter().zip(files) {
                let made_of = MadeOf { key: key.clone(), pages: pages.clone() };
                shelf.put(name, Some(made_of), &bytes)?;
            }
        }
        Ok((count, problems))
    }

    /// The booklets of all games, of the game and of the package; the more special of one
    /// name replaces the more general.
    fn booklet_files(&self) -> Result<BTreeMap<String, String>, String> {
        let mut found = text_files(&self.shipped, "shared/booklets")?;
        found.extend(text_files(&self.shipped, &format!("{}/booklets", self.package().game))?);
        if let Some(own) = self.own_folder() {
            found.extend(text_files(&own, "booklets")?);
        }
        Ok(found)
    }

    fn bad_booklet(&self, id: &str, reason: &str) -> Problem {
        let file = format!("booklets/{id}.toml");
        self.at_manifest()
            .error(problem::BAD_BOOKLET, file.clone(), format!("{file} is no booklet: {reason}"))
            .help("`cardwright explain E0543` says where the format is described")
    }
}
