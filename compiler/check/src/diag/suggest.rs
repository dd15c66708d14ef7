//! "Did you mean …?": finds the legal name nearest to an unknown one.

/// The legal name that was probably meant.
///
/// A name that differs only in upper and lower case is taken at once. Otherwise the name with the
/// smallest edit distance (swapped neighbours count once), if that is within a third of the
/// length; `None` if two different names are equally near.
pub fn suggest<'a>(written: &str, legal: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (written.chars().count() / 3).max(1);
    let mut best: Option<(usize, &'a str)> = None;
    let mut tie = false;
    for name in legal {
        if name == written {
            continue;
        }
        if name.eq_ignore_ascii_case(written) || has_same_words(name, written) {
            return Some(name);
        }
        if name.len().abs_diff(written.len()) > limit * 4 {
            continue;
        }
        // The plural ending `es` counts as one edit, like `s`.
        let plural = name.strip_prefix(written).is_some_and(|rest| rest == "es");
        let distance = if plural { 1 } else { strsim::damerau_levenshtein(written, name) };
        if distance > limit {
            continue;
        }
        match best {
            Some((nearest, _)) if distance > nearest => {}
            Some((nearest, known)) if distance == nearest => tie |= known != name,
            _ => {
                best = Some((distance, name));
                tie = false;
            }
        }
    }
    best.filter(|_| !tie).map(|(_, name)| name)
}

/// Whether a word of some length is another but for a letter, or for its plural.
pub(super) fn is_one_letter_off(written: &str, name: &str) -> bool {
    let is_plural = name.strip_prefix(written).is_some_and(|rest| rest == "es");
    written.len() > 3
        && (is_plural
            || has_same_words(name, written)
            || name.eq_ignore_ascii_case(written)
            || strsim::damerau_levenshtein(written, name) == 1)
}

/// Whether two names consist of the same words in another order: `round-end` and `end-of-round`.
fn has_same_words(name: &str, written: &str) -> bool {
    let words = |text: &str| {
        let parts = text.split('-').filter(|part| !matches!(*part, "of" | "the" | "at" | "in"));
        let mut words: Vec<String> =
            parts.map(|part| part.trim_end_matches('s').to_ascii_lowercase()).collect();
        words.sort_unstable();
        words
    };
    written.contains('-') && name.contains('-') && words(name) == words(written)
}

/// The legal names of several words that contain the written one (`grave` is part of
/// `crawler-grave` and `dungeon-grave`), or that the written one begins with (`flying` with `fly`,
/// `ARMOR` with `ARM`). Empty if there are many, because such a list would not help.
pub(super) fn sharing_a_part<'a>(written: &str, legal: &[&'a str]) -> Vec<&'a str> {
    const FEW: usize = 3;
    let written = written.to_ascii_lowercase();
    let shares = |name: &str| {
        name.strip_prefix(&written).is_some_and(|rest| rest.starts_with('-'))
            || name.strip_suffix(&written).is_some_and(|rest| rest.ends_with('-'))
            || name.len() >= 3 && written.starts_with(&name.to_ascii_lowercase())
    };
    let mut names: Vec<_> = legal.iter().copied().filter(|name| shares(name)).collect();
    names.dedup();
    if names.len() > FEW {
        names.clear();
    }
    names
}

#[cfg(test)]
mod tests {
    use super::{sharing_a_part, suggest};

    #[test]
    fn a_part_of_a_few_names_is_worth_a_hint() {
        let zones = ["crawler-grave", "dungeon-grave", "encounter"];
        assert_eq!(sharing_a_part("grave", &zones), ["crawler-grave", "dungeon-grave"]);
        assert_eq!(sharing_a_part("rave", &zones), [""; 0]);
        assert_eq!(sharing_a_part("flying", &["fly", "leap"]), ["fly"]);
        assert_eq!(sharing_a_part("ARMOR", &["ARM", "ATT"]), ["ARM"]);
        assert_eq!(sharing_a_part("a", &["a-1", "a-2", "a-3", "a-4"]), [""; 0]);
    }

    #[test]
    fn takes_the_nearest_within_a_third() {
        assert_eq!(suggest("gobiln", ["kobold", "goblin"]), Some("goblin"));
        assert_eq!(suggest("stealh", ["stealth", "strength"]), Some("stealth"));
        assert_eq!(suggest("dragon", ["goblin", "kobold"]), None);
    }

    #[test]
    fn case_alone_is_taken_before_anything_nearer_in_order() {
        assert_eq!(suggest("att", ["at", "ATT"]), Some("ATT"));
    }

    #[test]
    fn the_order_of_words_does_not_matter() {
        assert_eq!(suggest("round-end", ["wounded", "end-of-round"]), Some("end-of-round"));
        assert_eq!(suggest("round-starts", ["start-round", "round"]), Some("start-round"));
    }

    #[test]
    fn a_plural_is_near() {
        assert_eq!(suggest("hero", ["her", "heroes"]), None);
        assert_eq!(suggest("hero", ["monsters", "heroes"]), Some("heroes"));
    }

    #[test]
    fn two_equally_near_names_give_none() {
        assert_eq!(suggest("fore", ["fire", "core"]), None);
        assert_eq!(suggest("fore", ["fire", "fire"]), Some("fire"));
    }
}
