//! Print sheets of a package.

use anyhow::{Result, anyhow};
use cardwright_check::CheckedPackage;
use cardwright_render::fence::attempted;
use cardwright_render::sheet::{Backs, Faces, SheetError, digest, page_digests, plan};
use cardwright_render::{Problem, RenderedCard, SheetOptions, problem};
use rayon::prelude::*;

use super::settings::PrintSettings;
use super::{Job, press};
use crate::output::Folder;

impl Job<'_> {
    /// Writes the sheets of every paper that is wanted; says how many files, and which pieces
    /// have no room on a paper.
    pub(super) fn write_sheets(
        &self,
        package: &CheckedPackage,
        cards: &[RenderedCard],
        settings: &PrintSettings,
        folder: &mut Folder,
    ) -> Result<(usize, Vec<Problem>)> {
        let pieces = cardwright_render::sheet::pieces(cards, &settings.options);
        if pieces.is_empty() {
            return Ok((0, Vec::new()));
        }
        let mut jobs = Vec::new();
        let mut problems = Vec::new();
        let has_backs = pieces.iter().any(|piece| piece.back.is_some());
        for paper in &settings.papers {
            let options = SheetOptions { paper: paper.clone(), ..settings.options.clone() };
            if let Err(error) = plan(&pieces, &options) {
                problems.push(no_room(&error, cards)?);
                continue;
            }
            let name = format!("{}{}", self.prefix(), paper.name);
            if options.backs == Backs::Separate && has_backs {
                for (ending, faces) in [("fronts", Faces::Fronts), ("backs", Faces::Backs)] {
                    let options = SheetOptions { faces, ..options.clone() };
                    jobs.push((format!("sheets/{name}-{ending}.pdf"), options));
                }
            } else {
                jobs.push((format!("sheets/{name}.pdf"), options));
            }
        }
        let count = jobs.len();
        let keyed = jobs.into_iter().map(|(name, options)| {
            let key = format!("{:032x}", digest(&pieces, &options));
            (name, options, key)
        });
        let new: Vec<_> = keyed.filter(|(name, _, key)| !folder.has(name, key)).collect();
        let progress = self.console.progress("sheets", new.len() as u64);
        let pdfs: Vec<Result<Vec<u8>, String>> = new
            .par_iter()
            .map(|(_, options, _)| {
                let pdf = attempted(|| {
                    cardwright_render::sheet::print(&pieces, options)
                        .map_err(|error| error.to_string())
                })?;
                progress.inc(1);
                Ok(pdf)
            })
            .collect();
        progress.finish_and_clear();
        for ((name, options, key), pdf) in new.iter().zip(pdfs) {
            let pages = plan(&pieces, options).map_err(|error| anyhow!("{name}: {error}"))?;
            let pages = page_digests(&pieces, &pages).into_iter();
            let pages = pages.map(|page| format!("{page:032x}")).collect();
            match pdf {
                Ok(pdf) => folder.write_document(name, key, pages, &pdf)?,
                Err(reason) => problems.push(press::unmade(name, &reason, package)),
            }
        }
        Ok((count, problems))
    }

    /// How the sheets of a selection are called, so that they do not replace those of all cards.
    fn prefix(&self) -> String {
        let arguments = self.arguments;
        let mut words: Vec<&str> =
            arguments.deck.iter().chain(&arguments.kind).map(String::as_str).collect();
        if arguments.since.is_some() {
            words.push("changed");
        }
        if arguments.low_ink {
            words.push("draft");
        }
        words.iter().map(|word| format!("{word}-")).collect()
    }
}

/// A piece without room, as a problem of its card.
fn no_room(error: &SheetError, cards: &[RenderedCard]) -> Result<Problem> {
    let SheetError::TooLarge { piece, paper, .. } = error else { return Err(anyhow!("{error}")) };
    let card = cards.iter().find(|card| card.id == *piece);
    let subject = problem::Subject {
        card: piece.clone(),
        provenance: card.map(|card| card.provenance.clone()).unwrap_or_default(),
    };
    Ok(subject
        .error(problem::NO_ROOM, paper.clone(), error.to_string())
        .help("take a larger paper with `--paper`, or a smaller `margin` in `[print]`"))
}
