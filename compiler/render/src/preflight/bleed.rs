//! The drawing must reach over the cut on all sides.

use super::Inspection;
use super::backdrop::Ground;
use super::pixels::Uncovered;
use crate::number::short;
use crate::problem::BLEED_NOT_COVERED;

pub(super) fn check(look: &mut Inspection<'_>, ground: &Ground) {
    if !look.is_on("bleed") {
        return;
    }
    let bare = look.settings.limit("bleed", "bare");
    let gaps: Vec<&Uncovered> = ground.uncovered.iter().filter(|gap| gap.area > bare).collect();
    let Some(first) = gaps.first() else { return };
    let sides: Vec<&str> = gaps.iter().map(|gap| gap.side).collect();
    let how = if first.is_transparent { "empty" } else { "as white as the paper" };
    let message = format!(
        "the bleed is not covered: at the {} it is {how} for {} × {} mm",
        listed(&sides),
        short((first.place.width() * 10.0).round() / 10.0),
        short((first.place.height() * 10.0).round() / 10.0),
    );
    let help = format!(
        "let the background reach {} mm over the cut on all sides, or allow it in \
         `[[preflight.allow]]` if the card is white on purpose",
        short(look.sheet.size.bleed)
    );
    look.report(BLEED_NOT_COVERED, "bleed", first.place, message, help);
}

/// `left`, `left and top`, `left, top and right`.
fn listed(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}
