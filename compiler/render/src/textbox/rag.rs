//! Where the lines of a paragraph end, when they may end in several places without becoming more.

use parley::Layout;

use super::setter::Brush;
use super::style::{Align, Style};

/// The longest paragraph, in lines, that is balanced. In longer ones nobody sees the difference,
/// and it costs time.
const LONGEST_BALANCED: usize = 8;
/// A last line of one word is no wider than this part of the width; a longer word stands well alone.
const LONELY: f32 = 0.25;
/// By how much lines may become shorter to send the last word company, and in which steps.
const SHORTEST: f32 = 0.78;
const STEP: f32 = 0.02;

/// Makes the lines about equally long without adding any; returns how far the text has to be moved
/// to stand correctly in the full width.
pub(super) fn balance(layout: &mut Layout<Brush>, style: &Style, width: f32) -> f32 {
    let lines = layout.len();
    if !(2..=LONGEST_BALANCED).contains(&lines) || layout.width() > width {
        return 0.0;
    }
    let (mut too_narrow, mut enough) = (width * 0.4, width);
    // Halving seven times comes within a hundredth of the width.
    for _ in 0..7 {
        let tried = (too_narrow + enough) / 2.0;
        layout.break_all_lines(Some(tried));
        match layout.len() <= lines && layout.width() <= tried {
            true => enough = tried,
            false => too_narrow = tried,
        }
    }
    layout.break_all_lines(Some(enough));
    shift(layout, style, width - enough)
}

/// Makes lines a little shorter if the last one would hold a single short word, so that another
/// word joins it; the lines do not become more. Returns how far the text has to be moved to stand
/// correctly in the full width.
pub(super) fn accompany(layout: &mut Layout<Brush>, text: &str, style: &Style, width: f32) -> f32 {
    let lines = layout.len();
    if lines < 2 || layout.width() > width || !is_lonely(layout, text, width) {
        return 0.0;
    }
    let mut part = 1.0 - STEP;
    while part >= SHORTEST {
        let tried = width * part;
        layout.break_all_lines(Some(tried));
        if layout.len() > lines || layout.width() > tried {
            break;
        }
        if !is_lonely(layout, text, width) {
            return shift(layout, style, width - tried);
        }
        part -= STEP;
    }
    layout.break_all_lines(Some(width));
    0.0
}

/// True if the last line is a single short word.
fn is_lonely(layout: &Layout<Brush>, text: &str, width: f32) -> bool {
    let Some(last) = layout.len().checked_sub(1).and_then(|last| layout.get(last)) else {
        return false;
    };
    // Icons stand for a space that does not break, and belong to the word beside them.
    let words = text.get(last.text_range()).unwrap_or_default().split(' ');
    words.filter(|word| !word.is_empty()).count() <= 1 && last.metrics().advance < width * LONELY
}

/// How far text in lines that are `shorter` than their box has to be moved.
fn shift(layout: &Layout<Brush>, style: &Style, shorter: f32) -> f32 {
    match (style.align, layout.is_rtl()) {
        (Align::Start, false) | (Align::End, true) => 0.0,
        (Align::Middle, _) => shorter / 2.0,
        (Align::Start, true) | (Align::End, false) => shorter,
    }
}
