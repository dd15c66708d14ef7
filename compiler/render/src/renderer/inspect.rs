//! Runs preflight on drawn cards and pages.

use cardwright_model::Kind;

use super::Renderer;
use crate::card::{RenderedCard, Side};
use crate::preflight::Sheet;
use crate::problem::{Problem, Subject};
use crate::size::CardSize;

impl Renderer<'_> {
    /// Problems of the cards as a set: fronts without a fitting back, colours that some people
    /// cannot tell apart, allowances that neither cards nor booklet pages need (if the pages are
    /// known). Empty without preflight.
    pub fn inspect_set(
        &self,
        cards: &[RenderedCard],
        pages: Option<&[RenderedCard]>,
        with_backs: bool,
    ) -> Vec<Problem> {
        let Some(preflight) = &self.preflight else { return Vec::new() };
        let mut found = preflight.inspect_set(cards, pages, &self.resources.theme, with_backs);
        // The game's rulebook explains the keywords of the game itself.
        let is_game =
            self.library.packages.first().is_some_and(|game| game.name == self.package.name);
        let own = if is_game { &[][..] } else { &self.package.keywords };
        found.extend(super::left_out::tell(cards, self.package, own));
        found
    }

    /// Checks a page of a booklet like a card.
    pub(crate) fn inspect_page(&self, page: &mut RenderedCard) {
        let subject = Subject { card: page.id.clone(), provenance: page.provenance.clone() };
        let kind = Kind { id: page.kind.clone(), ..Kind::default() };
        let mut found = Vec::new();
        self.inspect(&mut found, &page.front, &subject, &kind, (page.size, false));
        page.problems.extend(found);
    }

    /// Gives problems found while a booklet was laid out their level.
    pub(crate) fn judge(&self, problems: &mut Vec<Problem>, kind: &str) {
        if let Some(preflight) = &self.preflight {
            preflight.judge(problems, kind);
        }
    }

    /// Adds the findings of preflight on a side, and gives all problems their level.
    pub(super) fn inspect(
        &self,
        problems: &mut Vec<Problem>,
        side: &Side,
        subject: &Subject,
        kind: &Kind,
        (size, is_back): (CardSize, bool),
    ) {
        let Some(preflight) = &self.preflight else { return };
        if let Some(tree) = &side.tree {
            let (pictures, galley, fonts) = (&side.pictures, &side.galley, &side.fonts);
            let sheet = Sheet { subject, size, is_back, tree, pictures, galley, fonts };
            preflight.inspect(&sheet, problems);
        }
        preflight.judge(problems, &kind.id);
    }
}
