//! The files of a booklet: as single pages, and to print, fold and staple; or its cards.

use super::{Form, Spec, cards, folded};
use crate::card::RenderedCard;
use crate::problem::Problem;
use crate::sheet::{PageOrder, Paper, Shape, SheetOptions, card_pages, sheets};
use crate::size::CardSize;

/// Half of the paper for a booklet, a card's own size for cards; none if that is no size.
pub fn page_size(spec: &Spec, paper: &Paper) -> Option<CardSize> {
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

/// Pages from `known` on keep only problems that no earlier drawing of the same page has: what
/// was found for one paper need not be said again for the next.
pub fn tell_once(pages: &mut [RenderedCard], known: usize) {
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

/// The names of a booklet's files, without ending.
pub fn names(spec: &Spec, paper: &Paper) -> Vec<String> {
    let name = format!("{}-{}", spec.id, paper.name);
    match &spec.form {
        Form::Cards { .. } => vec![name],
        Form::Booklet => vec![name.clone(), format!("{name}-fold")],
    }
}

/// The contents of these files.
pub fn files(
    spec: &Spec,
    pages: Vec<RenderedCard>,
    options: &SheetOptions,
) -> Result<Vec<Vec<u8>>, String> {
    let mut options = options.clone();
    options.about.title = format!("{} · {}", options.about.title, spec.title);
    match &spec.form {
        Form::Cards { copies, .. } => {
            let cards = cards(pages, *copies);
            options.copies = SheetOptions::default().copies;
            Ok(vec![sheets(&cards, &options).map_err(|error| error.to_string())?])
        }
        Form::Booklet => {
            let single =
                card_pages(&pages, PageOrder::Fronts, &options.about, &options.production)?;
            let folded = folded(&pages, &options).map_err(|error| error.to_string())?;
            Ok(vec![single, folded])
        }
    }
}
