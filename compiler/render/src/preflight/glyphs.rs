//! Every character needs a font that has it. Text that templates set with `textbox` and `text` was
//! checked while it was set; this is about `<text>` that templates write themselves.

use super::Inspection;
use crate::problem::{self, MISSING_GLYPH};

pub(super) fn check(look: &mut Inspection<'_>) {
    for text in look.survey.texts.iter().filter(|text| text.is_visible) {
        let mut missing = text.missing.clone();
        missing.sort();
        missing.dedup();
        for characters in missing {
            let (message, help) = problem::missing_glyph(&characters);
            look.report(MISSING_GLYPH, &text.part, text.ink, message, help);
        }
    }
}
