//! One text size for several cards, if a style asks for it with `same_size`.
//!
//! Every card is typeset once by itself; the smallest of the sizes found is then the largest that
//! any of these cards may use. Texts that need a very small size do not pull the others down.

use std::collections::BTreeMap;

/// The size at which one text on one card fits.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Note {
    /// Texts with the same key share their size.
    pub(crate) key: String,
    /// In points.
    pub(crate) size: f32,
    /// The common size never falls below this one.
    pub(crate) floor: f32,
}

/// The largest size of each shared text, in points.
pub(crate) type Sizes = BTreeMap<String, f32>;

/// The common sizes that follow from all notes; the order of the notes does not matter.
pub(crate) fn common(notes: impl IntoIterator<Item = Note>) -> Sizes {
    let mut sizes = Sizes::new();
    for note in notes {
        let size = note.size.max(note.floor);
        sizes.entry(note.key).and_modify(|least| *least = least.min(size)).or_insert(size);
    }
    sizes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_size_is_common_but_not_below_the_floor() {
        let note = |key: &str, size| Note { key: key.to_owned(), size, floor: 7.0 };
        let sizes = common([note("a", 9.0), note("a", 8.0), note("b", 8.5), note("b", 6.0)]);
        assert_eq!(sizes, Sizes::from([("a".to_owned(), 8.0), ("b".to_owned(), 7.0)]));
    }
}
