//! Print sheets of a package.

use anyhow::{Context, Result};
use cardwright_check::CheckedPackage;
use cardwright_model::Package;
use cardwright_render::{About, Backs, Paper, RenderedCard, SheetOptions, sheets};
use rayon::prelude::*;

use super::Job;
use crate::output::Folder;
use crate::report::usage;

/// The papers of these names.
pub(super) fn papers(names: &[String]) -> Result<Vec<Paper>> {
    names
        .iter()
        .map(|name| {
            Paper::named(name).ok_or_else(|| {
                usage(format!("there is no paper `{name}`; try `a4`, `letter`, `a3` or `tabloid`"))
            })
        })
        .collect()
}

impl Job<'_> {
    /// Writes the sheets of every paper that is wanted; says how many files.
    pub(super) fn write_sheets(
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
        ..About::default()
    }
}
