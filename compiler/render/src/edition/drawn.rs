//! The cards of a package: drawn once and looked at, before anything is written.

use cardwright_model::{Entity, Severity};

use super::{Edition, Shelf, ShelfError};
use crate::card::RenderedCard;
use crate::preflight::{Finding, Report, fold};
use crate::problem::Problem;
use crate::renderer::{Options, Renderer};

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
        drawn.is_whole = self.takes_all() && !self.is_draft && bleed.is_none();
        for index in first..=own {
            let options = Options {
                package: self.folders[index],
                bleed,
                draft: self.is_draft,
                preflight: Some(self.strictness(self.is_draft)),
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
    }

    /// True if all cards of the package are wanted.
    pub fn takes_all(&self) -> bool {
        self.copies.is_none() && self.kinds.is_empty()
    }

    fn wants(&self, card: &Entity) -> bool {
        self.copies.as_ref().is_none_or(|copies| copies.of(&card.id, 1) > 0)
            && (self.kinds.is_empty() || self.kinds.contains(&card.kind))
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
