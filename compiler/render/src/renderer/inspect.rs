//! What preflight finds on what was drawn.

use cardwright_model::Kind;

use super::Renderer;
use crate::card::{RenderedCard, Side};
use crate::preflight::Sheet;
use crate::problem::{Problem, Subject};
use crate::size::CardSize;

impl Renderer<'_> {
    /// What is wrong with the cards as a set: a back for every front, colours that some people
    /// cannot tell apart, allowances that neither cards nor pages of booklets need (if the
    /// pages are known). Nothing without preflight.
    pub fn inspect_set(
        &self,
        cards: &[RenderedCard],
        pages: Option<&[RenderedCard]>,
        with_backs: bool,
    ) -> Vec<Problem> {
        let Some(preflight) = &self.preflight else { return Vec::new() };
        let mut found = preflight.inspect_set(cards, pages, &self.resources.theme, with_backs);
        // The keywords of a game itself are explained by its rules.
        let is_game =
            self.library.packages.first().is_some_and(|game| game.name == self.package.name);
        let own = if is_game { &[][..] } else { &self.package.keywords };
        found.extend(super::left_out::tell(cards, self.package, own));
        found
    }

    /// Looks at a page of a booklet as at a card.
    pub(crate) fn inspect_page(&self, page: &mut RenderedCard) {
        let subject = Subject { card: page.id.clone(), provenance: page.provenance.clone() };
        let kind = Kind { id: page.kind.clone(), ..Kind::default() };
        let mut found = Vec::new();
        self.inspect(&mut found, &page.front, &subject, &kind, (page.size, false));
        page.problems.extend(found);
    }

    /// Gives what was found while a booklet was laid out the level it should have.
    pub(crate) fn judge(&self, problems: &mut Vec<Problem>, kind: &str) {
        if let Some(preflight) = &self.preflight {
            preflight.judge(problems, kind);
        }
    }

    /// Adds what preflight finds on a side, and gives all problems the level they should have.
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
