//! Texts with holes in braces, such as `Drain {n}`: finding the holes.

/// Where the brace that the text begins with is closed.
pub fn closing_brace(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, letter) in text.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// Splits at a separator outside braces, into at most `limit` pieces.
pub fn split_outside(text: &str, separator: char, limit: usize) -> Vec<&str> {
    let mut pieces = Vec::new();
    let (mut depth, mut start) = (0_usize, 0);
    for (at, letter) in text.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            letter if letter == separator && depth == 0 && pieces.len() + 1 < limit => {
                pieces.push(&text[start..at]);
                start = at + letter.len_utf8();
            }
            _ => {}
        }
    }
    pieces.push(&text[start..]);
    pieces
}
