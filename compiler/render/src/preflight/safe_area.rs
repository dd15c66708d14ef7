//! Text and icons must stay where no cut can touch them.

use usvg::Rect;

use super::{Inspection, union};
use crate::number::short;
use crate::problem::OUTSIDE_SAFE_AREA;

pub(super) fn check(look: &mut Inspection<'_>) {
    if !look.is_on("safe-area") {
        return;
    }
    let size = look.sheet.size;
    let margin = size.bleed + size.safe;
    let tolerance = look.settings.limit("safe-area", "tolerance");
    let Some(safe) =
        Rect::from_ltrb(margin, margin, size.full_width() - margin, size.full_height() - margin)
    else {
        return;
    };
    let mut outside: Vec<Outside> = Vec::new();
    // A text that does not fit its box was already reported for that.
    let is_known = |part: &String| look.overflowing.contains(part);
    let visible = look.survey.texts.iter().filter(|text| text.is_visible);
    for text in visible.filter(|text| !is_known(&text.part)) {
        if let Some((excess, side)) = excess(text.ink, safe).filter(|(by, _)| *by > tolerance) {
            add(&mut outside, "text", &text.part, text.ink, excess, side);
        }
    }
    for icon in &look.survey.icons {
        if let Some((excess, side)) = excess(icon.ink, safe).filter(|(by, _)| *by > tolerance) {
            add(&mut outside, "icon", &icon.name, icon.ink, excess, side);
        }
    }
    for Outside { what, name, ink, excess, side } in outside {
        let (noun, help) = match what {
            "icon" => (format!("the icon `{name}`"), "move the icon inward"),
            _ => (format!("the text in `{name}`"), "move the text inward, or make its box smaller"),
        };
        let message = format!("{noun} reaches {excess:.1} mm out of the safe area at the {side}");
        let help = format!("{help}: text and icons stay {} mm inside the cut", short(size.safe));
        look.report(OUTSIDE_SAFE_AREA, &name, ink, message, help);
    }
}

struct Outside {
    what: &'static str,
    name: String,
    ink: Rect,
    excess: f32,
    side: &'static str,
}

/// Adds a finding; the lines of one box are merged into one.
fn add(
    outside: &mut Vec<Outside>,
    what: &'static str,
    name: &str,
    ink: Rect,
    excess: f32,
    side: &'static str,
) {
    match outside.iter_mut().find(|known| known.what == what && known.name == name) {
        Some(known) => {
            known.ink = union(known.ink, ink);
            if excess > known.excess {
                (known.excess, known.side) = (excess, side);
            }
        }
        None => outside.push(Outside { what, name: name.to_owned(), ink, excess, side }),
    }
}

/// How far the ink reaches out of the safe area, and on which side most.
fn excess(ink: Rect, safe: Rect) -> Option<(f32, &'static str)> {
    [
        (safe.left() - ink.left(), "left"),
        (safe.top() - ink.top(), "top"),
        (ink.right() - safe.right(), "right"),
        (ink.bottom() - safe.bottom(), "bottom"),
    ]
    .into_iter()
    .max_by(|one, other| one.0.total_cmp(&other.0))
    .filter(|(by, _)| *by > 0.0)
}
