//! "Did you mean …?": the nearest legal name to one that is not.

/// The legal name that was probably meant.
///
/// A name that differs in upper and lower case only is taken at once. Otherwise the nearest
/// by edit distance (swapped neighbours count once) within a third of the length; none if
/// two different names are equally near.
pub fn suggest<'a>(written: &str, legal: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (written.chars().count() / 3).max(1);
    let mut best: Option<(usize, &'a str)> = None;
    let mut tie = false;
    for name in legal {
        if name == written {
            continue;
        }
        if name.eq_ignore_ascii_case(written) {
            return Some(name);
        }
        if name.len().abs_diff(written.len()) > limit * 4 {
            continue;
        }
        let distance = strsim::damerau_levenshtein(written, name);
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

#[cfg(test)]
mod tests {
    use super::suggest;

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
    fn two_equally_near_names_give_none() {
        assert_eq!(suggest("fore", ["fire", "core"]), None);
        assert_eq!(suggest("fore", ["fire", "fire"]), Some("fire"));
    }
}
