//! A paragraph as one string for the line breaker, and which bytes belong to which piece.

use std::ops::Range;

use super::rich::{Nature, Paragraph, Piece};
use super::style::Style;

/// Stands for an icon in the text. The line breaker does not break at it, neither between an amount
/// and its icon nor between an icon and the full stop after it.
pub(crate) const PLACEHOLDER: char = '\u{a0}';

const SOFT_HYPHEN: char = '\u{ad}';

/// The text of a paragraph.
#[derive(Debug, Clone)]
pub(crate) struct Flat {
    pub(crate) text: String,
    /// Bytes of each piece.
    pub(crate) ranges: Vec<Range<usize>>,
    /// Where the author typed soft hyphens; they are no longer in the text.
    pub(crate) soft: Vec<usize>,
}

impl Flat {
    pub(crate) fn of(paragraph: &Paragraph, style: &Style) -> Flat {
        let mut flat = Flat { text: String::new(), ranges: Vec::new(), soft: Vec::new() };
        for (index, piece) in paragraph.pieces.iter().enumerate() {
            let start = flat.text.len();
            match piece {
                Piece::Words { text, nature } => {
                    let before_icon =
                        matches!(paragraph.pieces.get(index + 1), Some(Piece::Icon { .. }));
                    flat.push(text, style, *nature == Nature::Amount && before_icon);
                }
                Piece::Icon { .. } => flat.text.push(PLACEHOLDER),
            }
            flat.ranges.push(start..flat.text.len());
        }
        flat
    }

    fn push(&mut self, words: &str, style: &Style, holds_icon: bool) {
        let mut words = if style.upper { words.to_uppercase() } else { words.to_owned() };
        if holds_icon && words.ends_with(' ') {
            words.pop();
            words.push(PLACEHOLDER);
        }
        for character in words.chars() {
            match character {
                SOFT_HYPHEN => self.soft.push(self.text.len()),
                // A paragraph is a single line to the line breaker, which breaks it only at the
                // box's width.
                '\n' | '\r' | '\t' => self.text.push(' '),
                _ => self.text.push(character),
            }
        }
    }

    /// The same text with a hyphen at that byte, inside a word.
    pub(crate) fn with_hyphen(&self, at: usize) -> Flat {
        let mut flat = self.clone();
        flat.text.insert(at, '-');
        for range in &mut flat.ranges {
            range.start += usize::from(range.start >= at);
            range.end += usize::from(range.end >= at);
        }
        for soft in &mut flat.soft {
            *soft += usize::from(*soft >= at);
        }
        flat
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hyphen_goes_to_the_piece_before_it() {
        let flat = Flat { text: "abcdef".into(), ranges: vec![0..3, 3..6], soft: vec![2, 4] };
        let at_seam = flat.with_hyphen(3);
        assert_eq!(at_seam.text, "abc-def");
        assert_eq!(at_seam.ranges, [0..4, 4..7]);
        assert_eq!(at_seam.soft, [2, 5]);
    }
}
