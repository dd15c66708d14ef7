//! Preflight of a package: reports about its drawn cards, and what is told of them.

use anyhow::{Result, anyhow};
use cardwright_check::CheckedPackage;
use cardwright_model::Severity;
use cardwright_model::preflight::{Level, Settings};
use cardwright_render::preflight::{Finding, Report, fold};
use cardwright_render::{Problem, RenderedCard};

use super::Job;
use crate::output::Folder;

/// Where the page for people is, below a package's output.
pub(super) const PAGE: &str = "reports/preflight.html";

/// Cards that were drawn and looked at.
#[derive(Default)]
pub(super) struct Drawn {
    pub(super) cards: Vec<RenderedCard>,
    /// The pages of its booklets, if they were drawn.
    pub(super) pages: Option<Vec<RenderedCard>>,
    /// What is wrong with them as a set.
    pub(super) of_set: Vec<Problem>,
    /// All cards of the package, as they are printed by default.
    pub(super) is_whole: bool,
}

impl Drawn {
    fn findings(&self) -> Vec<Finding<'_>> {
        let pages = self.pages.iter().flatten();
        fold(self.cards.iter().chain(pages), &self.of_set)
    }

    /// What is wrong with the cards, without what the package lets pass.
    pub(super) fn problems(&self) -> Vec<Problem> {
        self.findings()
            .iter()
            .filter(|finding| finding.problem.allowed.is_none())
            .map(Finding::told)
            .collect()
    }
}

/// True if a card may be printed as it is.
pub(super) fn is_finished(card: &RenderedCard) -> bool {
    let stops = |problem: &Problem| {
        problem.card == card.id && problem.severity == Severity::Error && problem.allowed.is_none()
    };
    !card.front.is_empty() && !card.problems.iter().any(stops)
}

/// How strictly the cards of a package are looked at. Drafts for little ink are white on
/// purpose.
pub(super) fn strictness(package: &CheckedPackage, draft: bool) -> Settings {
    let mut settings = package.manifest.preflight.clone();
    if draft {
        settings.levels.insert("bleed".to_owned(), Level::Off);
    }
    settings
}

impl Job<'_> {
    /// Writes the reports.
    pub(super) fn write_preflight(
        &self,
        package: &CheckedPackage,
        drawn: &Drawn,
        folder: &mut Folder,
    ) -> Result<()> {
        let model = package.package();
        let findings = drawn.findings();
        let report = Report {
            title: model.title.as_deref().unwrap_or(&model.name),
            version: &model.version,
            settings: &package.manifest.preflight,
            cards: drawn.cards.len(),
            findings: &findings,
        };
        let page = report.html().map_err(|error| anyhow!("writing {PAGE}: {error}"))?;
        folder.write(PAGE, &page)?;
        folder.write("reports/preflight.json", &report.json())
    }
}
