//! Type must be large enough to read and print. Paragraphs must be larger than one-line labels, and
//! light type on a dark ground larger than dark type, because ink spreads into it.

use std::collections::BTreeMap;

use usvg::Rect;

use super::backdrop::Ground;
use super::survey::excerpt;
use super::{Inspection, union};
use crate::number::short;
use crate::problem::TYPE_TOO_SMALL;

/// Layout rounds, so a text may be this much smaller than requested, in points.
const TOLERANCE: f32 = 0.02;

pub(super) fn check(look: &mut Inspection<'_>, ground: Option<&Ground>) {
    if !look.is_on("type-size") {
        return;
    }
    let paragraph = look.settings.limit("type-size", "minimum");
    let label = look.settings.limit("type-size", "label");
    let reversed = look.settings.limit("type-size", "reversed");
    let survey = look.survey;
    let mut small: BTreeMap<(&str, usize), (f32, f32, &str, Rect)> = BTreeMap::new();
    for (index, text) in survey.texts.iter().enumerate() {
        if !text.is_visible {
            continue;
        }
        let is_reversed = ground.is_some_and(|ground| ground.is_reversed(index, text));
        let limit = if survey.is_paragraph(text) { paragraph } else { label };
        let limit = if is_reversed { limit.max(reversed) } else { limit };
        if text.size + TOLERANCE >= limit {
            continue;
        }
        small
            .entry(text.key())
            .and_modify(|known| {
                known.3 = union(known.3, text.ink);
                if text.size < known.0 {
                    (known.0, known.1, known.2) = (text.size, limit, &text.words);
                }
            })
            .or_insert((text.size, limit, &text.words, text.ink));
    }
    for ((part, _), (size, limit, words, ink)) in small {
        let message = format!(
            "the text in `{part}` (“{}”) is set in {} pt, smaller than {} pt",
            excerpt(words),
            short((size * 100.0).round() / 100.0),
            short(limit)
        );
        let help = "shorten it, give it a larger box, or raise its smallest size".to_owned();
        look.report(TYPE_TOO_SMALL, part, ink, message, help);
    }
}
