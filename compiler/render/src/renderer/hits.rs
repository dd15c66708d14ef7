//! What on a card is drawn of what.

use crate::fence;
use crate::problem::Subject;
use crate::trace::{Hit, Trace};

use super::Renderer;

impl Renderer<'_> {
    /// What is where on a side of a card and what it was drawn of, with the template that draws
    /// the rest. None if there is no such card, or no drawing of it.
    pub fn hits(&self, id: &str, is_back: bool) -> Option<(String, Vec<Hit>)> {
        let (card, kind) = self.printed().find(|(card, _)| card.id == id)?;
        let print = self.print_of(kind);
        let (template, fallback) = match (is_back, &print.reverse, &print.back) {
            (false, ..) => (&print.template, "card"),
            (true, Some(reverse), _) => (reverse, "back"),
            // A back that many cards share is its template and nothing else.
            (true, None, back) => return Some((back.clone()?, Vec::new())),
        };
        let name = self.templates.find(&self.package.game, template);
        let name = name.or_else(|| self.templates.find("shared", fallback))?;
        let size = self.size_of(card, &print).ok().or_else(|| self.size("poker"))?;
        let (said, text) = self.common.parts_of(card, kind, self.library);
        let trace = Trace::new(said, &text, &self.resources.icons);
        let context = self.common.traced(card, kind, size, self.library, &trace);
        let draw = || {
            let of = (template.as_str(), fallback);
            self.side_traced(of, context, kind, Subject::of(card), Some(trace.clone())).0
        };
        let side = fence::guarded(draw).ok()?;
        let tree = side.tree.as_deref()?;
        Some((name, trace.hits(tree, &side.galley, size.bleed)))
    }
}
