//! How large cards and their texts are, and how many are printed.

use std::sync::Arc;

use cardwright_model::print::Shape;
use cardwright_model::{Entity, Kind, PrintSpec, Value};
use rayon::prelude::*;

use super::Renderer;
use crate::looks::{unknown_shape, unknown_size};
use crate::problem::{Problem, Subject};
use crate::scope::Scope;
use crate::size::CardSize;
use crate::sizes::{self, Sizes};
use crate::textbox::Style;

impl Renderer<'_> {
    /// Sizes of the texts that several cards share, computed once.
    pub(super) fn sizes(&self) -> Arc<Sizes> {
        let find = || {
            if !Style::any_same_size(&self.resources.theme) {
                return Arc::default();
            }
            let cards: Vec<_> = self.printed().take(self.measured).collect();
            let notes: Vec<_> =
                cards.par_iter().flat_map_iter(|(card, kind)| self.measure(card, kind)).collect();
            Arc::new(sizes::common(notes))
        };
        Arc::clone(self.sizes.get_or_init(find))
    }

    /// Measures all cards, so that another renderer with the same memory need not. One after the
    /// other: whoever draws meanwhile must not wait for all of them.
    pub fn measure_all(&self) {
        if Style::any_same_size(&self.resources.theme) {
            self.printed().for_each(|(card, kind)| drop(self.measure(card, kind)));
        }
    }

    /// The sizes of a card's texts when other cards are not considered.
    fn measure(&self, card: &Entity, kind: &Kind) -> Vec<sizes::Note> {
        let print = self.print_of(kind);
        let size = self.size_of(card, &print).ok().or_else(|| self.size("poker"));
        let (Some(size), Some(template)) =
            (size, self.templates.find(&self.package.game, &print.template))
        else {
            return Vec::new();
        };
        let measure = || {
            let (context, looked_at) = self.common.front(card, kind, size);
            let family = kind.family.as_deref().unwrap_or_default();
            let resources = Arc::clone(&self.resources);
            let scope = Arc::new(Scope::new(resources, Subject::of(card), &kind.id, family, None));
            // Ignored: mistakes are reported when the card is drawn.
            let _ = self.set.render(&template, context, &scope);
            (scope.take_notes(), looked_at.cards())
        };
        match &self.remembered {
            None => measure().0,
            Some(names) => names.memory.measures(names.key(card, &()), names.now(), measure),
        }
    }

    /// How cards of a kind are printed.
    pub(super) fn print_of(&self, kind: &Kind) -> PrintSpec {
        kind.print.clone().unwrap_or_default()
    }

    /// The size of a card, with the bleed that is wanted.
    pub(super) fn size_of(
        &self,
        card: &Entity,
        print: &PrintSpec,
    ) -> Result<CardSize, Box<Problem>> {
        size_of(card, print).map(|size| self.with_bleed(size))
    }

    pub(super) fn size(&self, name: &str) -> Option<CardSize> {
        CardSize::named(name).map(|size| self.with_bleed(size))
    }

    fn with_bleed(&self, size: CardSize) -> CardSize {
        CardSize { bleed: self.options.bleed.unwrap_or(size.bleed), ..size }
    }
}

/// The size of a card: that of its kind or, if the kind names a field, its own.
pub(crate) fn size_of(card: &Entity, print: &PrintSpec) -> Result<CardSize, Box<Problem>> {
    let subject = || Subject::of(card);
    let name = card.fields.get(&print.size).and_then(Value::as_text).unwrap_or(&print.size);
    let size = CardSize::named(name).ok_or_else(|| Box::new(unknown_size(&subject(), name)))?;
    let Some(shape) = &print.shape else { return Ok(size) };
    let shape = Shape::named(shape).ok_or_else(|| Box::new(unknown_shape(&subject(), shape)))?;
    Ok(CardSize { shape, ..size })
}

/// The most copies of one card. No box holds more; the limit keeps a typo from filling the disk.
const MOST_COPIES: u32 = 500;

/// How many of a card are printed: its field `copies`, otherwise what its kind says, otherwise one.
pub(crate) fn copies(card: &Entity, print: &PrintSpec) -> u32 {
    let own = match card.fields.get("copies") {
        Some(Value::Int(number)) => u32::try_from(*number).ok(),
        _ => None,
    };
    own.or(print.copies).unwrap_or(1).min(MOST_COPIES)
}
