//! The cards of a package: drawn once and looked at, before anything is written.

use cardwright_model::{Entity, Severity};

use super::{Edition, Shelf, ShelfError};
use crate::card::RenderedCard;
use crate::preflight::{Finding, Report, fold};
use crate::problem::Problem;
use crate::renderer::{self, Options, Renderer};
use crate::size::CardSize;

/// Where the page of the preflight report is.
pub const PAGE: &str = "reports/preflight.html";

/// Cards that were drawn and looked at.
#[derive(Default)]
pub struct Drawn {
    /// The cards.
    pub cards: Vec<RenderedCard>,
    /// The pages of its booklets, if they were drawn.
    pub pages: Option<Vec<RenderedCard>>,
    /// What is wrong with them as a set.
    pub of_set: Vec<Problem>,
    /// True if these are all cards of the package, as they are printed by default.
    pub is_whole: bool,
}

impl Drawn {
    fn findings(&self) -> Vec<Finding<'_>> {
        let pages = self.pages.iter().flatten();
        fold(self.cards.iter().chain(pages), &self.of_set)
    }

    /// What is wrong with the cards, without what the package lets pass.
    pub fn problems(&self) -> Vec<Problem> {
        self.findings()
            .iter()
            .filter(|finding| finding.problem.allowed.is_none())
            .map(Finding::told)
            .collect()
    }
}

impl Drawn {
    /// Makes every error a warning, and leaves out the cards of which there is no drawing.
    fn let_pass(&mut self) {
        let (drawn, undrawn): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.cards).into_iter().partition(|card| !card.front.is_empty());
        self.cards = drawn;
        self.of_set.extend(undrawn.into_iter().flat_map(|card| card.problems));
        let of_cards = self.cards.iter_mut().chain(self.pages.iter_mut().flatten());
        let problems = of_cards.flat_map(|card| &mut card.problems).chain(&mut self.of_set);
        soften(problems);
    }
}

/// Makes errors warnings.
pub(super) fn soften<'a>(problems: impl IntoIterator<Item = &'a mut Problem>) {
    for problem in problems {
        if problem.severity == Severity::Error {
            problem.severity = Severity::Warning;
        }
    }
}

/// True if a card may be printed as it is.
pub fn is_finished(card: &RenderedCard) -> bool {
    let stops = |problem: &Problem| {
        problem.card == card.id && problem.severity == Severity::Error && problem.allowed.is_none()
    };
    !card.front.is_empty() && !card.problems.iter().any(stops)
}

impl Edition<'_> {
    /// Draws the cards that are wanted, and looks at them as the package says; those of a deck
    /// may come from the packages below. `bleed` in millimetres replaces that of the sizes.
    pub fn draw(&self, bleed: Option<f32>, drawn: &mut Drawn) {
        let own = self.library.packages.len() - 1;
        let first = if self.copies.is_some() { 0 } else { own };
        drawn.is_whole = self.takes_all() && !self.low_ink && bleed.is_none();
        for index in first..=own {
            let options = Options {
                package: self.folders[index],
                bleed,
                low_ink: self.low_ink,
                preflight: Some(self.strictness(self.low_ink)),
            };
            let memory = self.memory.cloned();
            let renderer =
                Renderer::remembering(self.library, index, self.templates, options, memory);
            drawn.cards.extend(renderer.render_where(|card| self.wants(card)));
            if drawn.is_whole {
                let pages = drawn.pages.as_deref();
                drawn.of_set = renderer.inspect_set(&drawn.cards, pages, self.has_backs);
            }
        }
        if self.is_draft {
            drawn.let_pass();
        }
    }

    /// The sizes of the cards that are wanted.
    pub(super) fn sizes(&self) -> Vec<CardSize> {
        let own = self.library.packages.len() - 1;
        let first = if self.copies.is_some() { 0 } else { own };
        let mut sizes = Vec::new();
        for index in first..=own {
            for card in self.library.packages[index].cards.iter().filter(|card| self.wants(card)) {
                let print = self.library.kind(&card.kind).and_then(|kind| kind.print.as_ref());
                let size = print.and_then(|print| renderer::size_of(card, print).ok());
                sizes.extend(size.filter(|size| !sizes.contains(size)));
            }
        }
        sizes
    }

    /// True if all cards of the package are wanted.
    pub fn takes_all(&self) -> bool {
        self.copies.is_none() && self.kinds.is_empty() && self.without.is_empty()
    }

    fn wants(&self, card: &Entity) -> bool {
        self.copies.as_ref().is_none_or(|copies| copies.of(&card.id, 1) > 0)
            && (self.kinds.is_empty() || self.kinds.contains(&card.kind))
            && !self.without.contains(&card.kind)
    }

    /// Writes the reports of the preflight.
    pub fn write_preflight(&self, drawn: &Drawn, shelf: &mut dyn Shelf) -> Result<(), ShelfError> {
        let package = self.package();
        let findings = drawn.findings();
        let report = Report {
            title: package.title.as_deref().unwrap_or(&package.name),
            version: &package.version,
            settings: self.preflight,
            cards: drawn.cards.len(),
            findings: &findings,
        };
        let page = report.html().map_err(|error| format!("writing {PAGE}: {error}"))?;
        shelf.put(PAGE, None, &page)?;
        shelf.put("reports/preflight.json", None, &report.json())
    }
}
