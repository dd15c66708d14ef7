//! Text must stand out from what lies under it.

use std::collections::BTreeMap;

use usvg::Rect;

use super::backdrop::Ground;
use super::perception::contrast;
use super::survey::Words;
use super::{Inspection, shown, union};
use crate::colour::Colour;
use crate::number::short;
use crate::problem::LOW_CONTRAST;

/// The place where a text stands out least.
struct Weakest<'a> {
    ratio: f32,
    limit: f32,
    ink: Colour,
    ground: Colour,
    place: Rect,
    words: &'a Words,
}

pub(super) fn check(look: &mut Inspection<'_>, ground: &Ground) {
    if !look.is_on("contrast") {
        return;
    }
    let mut weak: BTreeMap<(&str, usize), Weakest<'_>> = BTreeMap::new();
    let survey = look.survey;
    for (index, words) in survey.texts.iter().enumerate() {
        // A text that does not fit its box lies on ground that is not meant for it.
        let is_astray = look.overflowing.contains(&words.part);
        if !words.is_visible || words.fills.is_empty() || is_astray {
            continue;
        }
        let limit = limit(look, words);
        let Some((ratio, ink, below)) = weakest(words, ground.under(index)) else { continue };
        if ratio >= limit {
            continue;
        }
        let found = Weakest { ratio, limit, ink, ground: below, place: words.ink, words };
        weak.entry(words.key())
            .and_modify(|known| {
                let place = union(known.place, words.ink);
                if ratio < known.ratio {
                    *known = Weakest { place, ..found };
                } else {
                    known.place = place;
                }
            })
            .or_insert(Weakest { words, ..found });
    }
    for ((part, _), weakest) in weak {
        let message = format!(
            "the text in `{part}` (“{}”) has a contrast of {:.1}:1, less than {}:1",
            super::survey::excerpt(&weakest.words.words),
            (weakest.ratio * 10.0).floor() / 10.0,
            short(weakest.limit)
        );
        let help = format!(
            "it is {} on {}: make one of them lighter or the other darker, or put a plate under it",
            shown(weakest.ink),
            shown(weakest.ground)
        );
        look.report(LOW_CONTRAST, part, weakest.place, message, help);
    }
}

/// The least contrast that a text needs. Large type needs less: bold type from the configured
/// size on, any weight from a third more (WCAG says 14 and 18 points).
fn limit(look: &Inspection<'_>, words: &Words) -> f32 {
    let large = look.settings.limit("contrast", "large-size");
    let is_large = words.size >= if words.is_bold { large } else { large * 18.0 / 14.0 };
    look.settings.limit("contrast", if is_large { "large" } else { "minimum" })
}

/// The lowest contrast between the text's colours and the colours under it.
fn weakest(words: &Words, grounds: &[Colour]) -> Option<(f32, Colour, Colour)> {
    let pairs = grounds.iter().flat_map(|ground| {
        words.fills.iter().map(|fill| {
            let ink = ground.mix(*fill, words.opacity);
            let against = words.outline.map_or(0.0, |outline| contrast(ink, outline));
            (contrast(ink, *ground).max(against), ink, *ground)
        })
    });
    pairs.min_by(|one, other| one.0.total_cmp(&other.0))
}
