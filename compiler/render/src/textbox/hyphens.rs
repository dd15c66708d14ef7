//! Where words may be broken: soft hyphens that the author typed, and the patterns of a language.

use hypher::Lang;

/// Shorter words are left whole.
const SHORTEST_WORD: usize = 6;

/// The fewest letters before and after a hyphen, whatever the language allows.
const BEFORE: usize = 2;
const AFTER: usize = 3;

/// The language of a tag such as `en` or `de-AT`, if there are patterns for it.
pub(crate) fn language(tag: &str) -> Option<Lang> {
    let code: [u8; 2] = tag.get(..2)?.to_ascii_lowercase().into_bytes().try_into().ok()?;
    let ends =
        tag.len() == 2 || tag.as_bytes().get(2).is_some_and(|byte| !byte.is_ascii_alphabetic());
    ends.then(|| Lang::from_iso(code)).flatten()
}

/// The word that holds or follows the byte: leading quotes and brackets are skipped.
pub(crate) fn word_at(text: &str, start: usize) -> std::ops::Range<usize> {
    let skipped = text[start..].find(char::is_alphabetic).unwrap_or(0);
    let first = start + skipped;
    let length = text[first..].find(|c: char| !is_letter(c)).unwrap_or(text.len() - first);
    first..first + length
}

/// The start of the last word before the byte.
pub(crate) fn last_word(text: &str, end: usize) -> usize {
    let body = text[..end].trim_end_matches(|c: char| !is_letter(c));
    body.rfind(|c: char| !is_letter(c))
        .map_or(0, |at| at + body[at..].chars().next().map_or(1, char::len_utf8))
}

fn is_letter(character: char) -> bool {
    // Combining marks belong to their letter.
    character.is_alphabetic() || matches!(character, '\u{300}'..='\u{36f}')
}

/// The bytes of the text at which a hyphen may be put into the word. A word with soft hyphens
/// breaks only at those, because its author knows better than the patterns.
pub(crate) fn points(
    text: &str,
    word: std::ops::Range<usize>,
    soft: &[usize],
    language: Option<Lang>,
) -> Vec<usize> {
    let typed: Vec<usize> =
        soft.iter().copied().filter(|at| word.start < *at && *at < word.end).collect();
    if !typed.is_empty() {
        return typed;
    }
    let letters = &text[word.clone()];
    let Some(language) = language.filter(|_| letters.chars().count() >= SHORTEST_WORD) else {
        return Vec::new();
    };
    let (before, after) = language.bounds();
    let syllables =
        hypher::hyphenate_bounded(letters, language, before.max(BEFORE), after.max(AFTER));
    let mut at = word.start;
    let mut points: Vec<usize> = syllables
        .map(|syllable| {
            at += syllable.len();
            at
        })
        .collect();
    points.pop();
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    fn broken(text: &str, language_tag: &str) -> String {
        let mut broken = text.to_owned();
        let word = word_at(text, 0);
        for at in points(text, word, &[], language(language_tag)).into_iter().rev() {
            broken.insert(at, '-');
        }
        broken
    }

    #[test]
    fn words_break_as_their_language_does() {
        assert_eq!(broken("adventurer", "en"), "ad-ven-turer");
        assert_eq!(broken("Schildwache", "de-AT"), "Schild-wa-che");
        assert_eq!(broken("(necromancer)", "en"), "(necro-mancer)");
    }

    #[test]
    fn short_words_and_unknown_languages_stay_whole() {
        assert_eq!(broken("armor", "en"), "armor");
        assert_eq!(broken("adventurer", "xx"), "adventurer");
        assert_eq!(broken("adventurer", "english"), "adventurer");
        assert_eq!(broken("", "en"), "");
    }

    #[test]
    fn soft_hyphens_come_before_patterns() {
        let text = "adventurer";
        assert_eq!(points(text, 0..10, &[5], language("en")), [5]);
    }

    #[test]
    fn the_last_word_ends_before_punctuation() {
        assert_eq!(last_word("Reveal (treasures). ", 20), 8);
        assert_eq!(last_word("Reveal", 6), 0);
    }
}
