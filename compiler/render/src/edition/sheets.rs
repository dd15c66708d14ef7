//! Print sheets of a package.

use rayon::prelude::*;

use super::{Edition, MadeOf, Shelf, ShelfError};
use crate::card::RenderedCard;
use crate::fence::attempted;
use crate::problem::{self, Problem};
use crate::sheet::{
    Backs, Faces, SheetError, SheetOptions, SheetSide, digest, page_digests, pieces, plan, print,
    sides,
};

impl Edition<'_> {
    /// What is where on the sheets of the first paper; nothing if a piece has no room there, which
    /// [`Edition::write_sheets`] tells.
    pub fn sheet_sides(&self, cards: &[RenderedCard]) -> Vec<SheetSide> {
        let Some(paper) = self.papers.first() else { return Vec::new() };
        let options = SheetOptions { paper: paper.clone(), ..self.options.clone() };
        sides(&pieces(cards, &options), &options).unwrap_or_default()
    }

    /// Writes the sheets of every paper; returns how many files, and which pieces have no room on
    /// a paper. The files' names begin with `prefix`.
    pub fn write_sheets(
        &self,
        cards: &[RenderedCard],
        prefix: &str,
        shelf: &mut dyn Shelf,
    ) -> Result<(usize, Vec<Problem>), ShelfError> {
        let pieces = pieces(cards, &self.options);
        if pieces.is_empty() {
            return Ok((0, Vec::new()));
        }
        let mut jobs = Vec::new();
        let mut problems = Vec::new();
        let has_backs = pieces.iter().any(|piece| piece.back.is_some());
        for paper in &self.papers {
            let options = SheetOptions { paper: paper.clone(), ..self.options.clone() };
            if let Err(error) = plan(&pieces, &options) {
                problems.push(no_room(error, cards)?);
                continue;
            }
            let name = format!("{prefix}{}", paper.name);
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
        let new: Vec<_> = keyed.filter(|(name, _, key)| !shelf.has(name, key)).collect();
        self.progress.begin("sheets", new.len());
        let pdfs: Vec<Result<Vec<u8>, String>> = new
            .par_iter()
            .map(|(_, options, _)| {
                let pdf = attempted(|| print(&pieces, options).map_err(|error| error.to_string()))?;
                self.progress.step();
                Ok(pdf)
            })
            .collect();
        self.progress.end();
        for ((name, options, key), pdf) in new.into_iter().zip(pdfs) {
            let pages = plan(&pieces, &options).map_err(|error| format!("{name}: {error}"))?;
            let pages = page_digests(&pieces, &pages).into_iter();
            let pages = pages.map(|page| format!("{page:032x}")).collect();
            match pdf {
                Ok(pdf) => shelf.put(&name, Some(MadeOf { key, pages }), &pdf)?,
                Err(reason) => problems.push(self.unmade(&name, &reason)),
            }
        }
        Ok((count, problems))
    }
}

/// A piece without room, as a problem of its card.
fn no_room(error: SheetError, cards: &[RenderedCard]) -> Result<Problem, ShelfError> {
    let SheetError::TooLarge { piece, paper, .. } = &error else { return Err(error.into()) };
    let card = cards.iter().find(|card| card.id == *piece);
    let subject = problem::Subject {
        card: piece.clone(),
        provenance: card.map(|card| card.provenance.clone()).unwrap_or_default(),
    };
    Ok(subject
        .error(problem::NO_ROOM, paper.clone(), error.to_string())
        .help("take a larger paper with `--paper`, or a smaller `margin` in `[print]`"))
}
