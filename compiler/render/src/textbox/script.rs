//! The writing systems that a theme may give a font of its own.

use std::ops::Range;

/// A writing system, named as in ISO 15924 (`grek`) or plainly (`greek`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Script {
    Greek,
    Cyrillic,
    Armenian,
    Hebrew,
    Arabic,
    Devanagari,
    Thai,
    Georgian,
    Kana,
    Hangul,
    Han,
}

/// Names of scripts as themes write them.
const NAMES: &[(&str, &str, Script)] = &[
    ("greek", "grek", Script::Greek),
    ("cyrillic", "cyrl", Script::Cyrillic),
    ("armenian", "armn", Script::Armenian),
    ("hebrew", "hebr", Script::Hebrew),
    ("arabic", "arab", Script::Arabic),
    ("devanagari", "deva", Script::Devanagari),
    ("thai", "thai", Script::Thai),
    ("georgian", "geor", Script::Georgian),
    ("kana", "kana", Script::Kana),
    ("hangul", "hang", Script::Hangul),
    ("han", "hani", Script::Han),
];

impl Script {
    /// The script of that name.
    pub(crate) fn named(name: &str) -> Option<Script> {
        let lower = name.to_ascii_lowercase();
        let found = NAMES.iter().find(|(word, code, _)| *word == lower || *code == lower);
        found.map(|(.., script)| *script)
    }

    /// The plain names of all scripts, for messages.
    pub(crate) fn names() -> impl Iterator<Item = &'static str> {
        NAMES.iter().map(|(word, ..)| *word)
    }

    fn of(character: char) -> Option<Script> {
        Some(match u32::from(character) {
            0x0370..=0x03ff | 0x1f00..=0x1fff => Script::Greek,
            0x0400..=0x052f | 0x1c80..=0x1c8f | 0x2de0..=0x2dff | 0xa640..=0xa69f => {
                Script::Cyrillic
            }
            0x0530..=0x058f => Script::Armenian,
            0x0590..=0x05ff | 0xfb1d..=0xfb4f => Script::Hebrew,
            0x0600..=0x06ff
            | 0x0750..=0x077f
            | 0x0870..=0x08ff
            | 0xfb50..=0xfdff
            | 0xfe70..=0xfefc => Script::Arabic,
            0x0900..=0x097f => Script::Devanagari,
            0x0e00..=0x0e7f => Script::Thai,
            0x10a0..=0x10ff | 0x1c90..=0x1cbf => Script::Georgian,
            // Japanese punctuation and full-width forms go with kana.
            0x3000..=0x30ff | 0x31f0..=0x31ff | 0xff00..=0xffef => Script::Kana,
            0x1100..=0x11ff | 0x3130..=0x318f | 0xac00..=0xd7af => Script::Hangul,
            0x2e80..=0x2fdf | 0x3400..=0x9fff | 0xf900..=0xfaff | 0x20000..=0x323af => Script::Han,
            _ => return None,
        })
    }
}

/// The stretches of one script within those bytes; Latin and shared characters are left out.
pub(crate) fn stretches(text: &str, range: Range<usize>) -> Vec<(Script, Range<usize>)> {
    let mut found: Vec<(Script, Range<usize>)> = Vec::new();
    for (at, character) in text[range.clone()].char_indices() {
        let Some(script) = Script::of(character) else { continue };
        let here = range.start + at..range.start + at + character.len_utf8();
        match found.last_mut() {
            Some((last, stretch)) if *last == script && stretch.end == here.start => {
                stretch.end = here.end;
            }
            _ => found.push((script, here)),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stretches_are_found_between_latin() {
        let text = "aΩμέγα 3 меч";
        let found = stretches(text, 0..text.len());
        assert_eq!(
            found.iter().map(|(script, _)| *script).collect::<Vec<_>>(),
            [Script::Greek, Script::Cyrillic]
        );
        assert_eq!(&text[found[0].1.clone()], "Ωμέγα");
    }

    #[test]
    fn scripts_have_two_names() {
        assert_eq!(Script::named("Hebr"), Some(Script::Hebrew));
        assert_eq!(Script::named("hebrew"), Some(Script::Hebrew));
        assert_eq!(Script::named("klingon"), None);
    }
}
