//! Lines must be thick enough for a printer to reproduce them.

use super::Inspection;
use crate::number::{MM_PER_PT, short};
use crate::problem::LINE_TOO_THIN;

/// Tolerance for the rounding of transforms, so that a line drawn at the limit passes.
const TOLERANCE: f32 = 0.002;

pub(super) fn check(look: &mut Inspection<'_>) {
    if !look.is_on("stroke") {
        return;
    }
    let limit = look.settings.limit("stroke", "minimum");
    let thin: Vec<_> = look
        .survey
        .lines
        .iter()
        .filter(|line| line.width / MM_PER_PT + TOLERANCE < limit)
        .collect();
    // All thin lines of a drawing are one finding, because most come from one place of a template.
    let Some(thinnest) = thin.iter().min_by(|one, other| one.width.total_cmp(&other.width)) else {
        return;
    };
    let points = short((thinnest.width / MM_PER_PT * 100.0).round() / 100.0);
    let limit = short(limit);
    let message = match thin.len() {
        1 => format!("a line is only {points} pt wide, thinner than {limit} pt"),
        count => format!("{count} lines are thinner than {limit} pt; the thinnest is {points} pt"),
    };
    let help = "draw it wider, or as a filled shape".to_owned();
    look.report(LINE_TOO_THIN, "line", thinnest.place, message, help);
}
