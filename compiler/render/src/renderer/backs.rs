//! Backs that cards share.

use std::collections::BTreeMap;
use std::sync::Arc;

use cardwright_model::Kind;
use cardwright_model::print::Length;

use super::Renderer;
use crate::card::Back;
use crate::problem::Subject;
use crate::size::CardSize;

/// Backs by template, family and size in micrometres.
pub(super) type Backs = BTreeMap<(String, String, i32, i32), Arc<Back>>;

impl Renderer<'_> {
    /// All backs of the package, each drawn once.
    pub(super) fn backs(&self) -> Backs {
        let mut backs = Backs::new();
        for (card, kind) in self.printed() {
            let Some(print) = &kind.print else { continue };
            let Some(template) = &print.back else { continue };
            let size = self.size_of(card, print).ok().or_else(|| self.size("poker"));
            let size = size.expect("poker is a size");
            let Some(key) = back_key(kind, size) else { continue };
            if backs.contains_key(&key) {
                continue;
            }
            let draw = || {
                let (context, looked_at) = self.common.back(template, kind, size);
                let subject = Subject { card: template.clone(), ..Subject::of(card) };
                let drawn_by = if self.options.low_ink { "low-ink-back" } else { template };
                let (side, mut problems, _) =
                    self.side((drawn_by, "back"), context, kind, subject.clone());
                self.inspect(&mut problems, &side, &subject, kind, (size, true));
                let back = Arc::new(Back { id: template.clone(), side, problems });
                (back, !looked_at.cards().is_empty())
            };
            let back = match &self.remembered {
                None => draw().0,
                Some(names) => {
                    let of = (&key, kind, self.sizes());
                    names.memory.back(names.shared_key(&of), draw)
                }
            };
            backs.insert(key, back);
        }
        backs
    }
}

pub(super) fn back_key(kind: &Kind, size: CardSize) -> Option<(String, String, i32, i32)> {
    let template = kind.print.as_ref()?.back.clone()?;
    let (width, height) = (Length::of_mm(size.width).0, Length::of_mm(size.height).0);
    Some((template, kind.family.clone().unwrap_or_default(), width, height))
}

pub(super) fn uses(kind: &Kind, back: &str) -> bool {
    kind.print.as_ref().and_then(|print| print.back.as_deref()) == Some(back)
}
