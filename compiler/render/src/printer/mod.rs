//! Printers: their requirements as data, and the files made for them.

mod files;
mod name;
mod preset;

pub use files::{Delivery, Entry, LeftOutKind, deliver};
pub use preset::Preset;

#[cfg(test)]
mod tests {
    use std::path::Path;

    use cardwright_model::print::{Length, Shape};

    use super::*;
    use crate::size::CardSize;

    fn shipped() -> Vec<Preset> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../templates/printers");
        let mut presets: Vec<Preset> = std::fs::read_dir(folder)
            .expect("the folder")
            .map(|entry| entry.expect("an entry").path())
            .filter(|path| path.is_file())
            .map(|path| {
                let id = path.file_stem().expect("a name").to_string_lossy().into_owned();
                let text = std::fs::read_to_string(&path).expect("a text");
                Preset::parse(&id, &text).unwrap_or_else(|reason| panic!("{id}: {reason}"))
            })
            .collect();
        presets.sort_by(|one, other| one.id.cmp(&other.id));
        presets
    }

    #[test]
    fn shipped_presets_are_right_about_their_pixels() {
        let presets = shipped();
        let ids: Vec<&str> = presets.iter().map(|preset| preset.id.as_str()).collect();
        assert_eq!(
            ids,
            [
                "drive-thru-cards",
                "home",
                "make-playing-cards",
                "pictures",
                "print-shop",
                "the-game-crafter"
            ]
        );
        for preset in &presets {
            for size in &preset.sizes {
                let expected = [size.width, size.height].map(|length: Length| {
                    ((length.mm() + 2.0 * preset.bleed.mm()) / 25.4 * preset.dpi).round() as i64
                });
                let found = size.pixels.map(i64::from);
                // Printers round half pixels and bleeds in different ways.
                for (expected, found) in expected.iter().zip(found) {
                    assert!(
                        (expected - found).abs() <= 2,
                        "{} {}: {expected}",
                        preset.id,
                        size.name
                    );
                }
            }
        }
    }

    #[test]
    fn cards_find_their_size_upright_and_on_their_side() {
        let crafter = shipped().into_iter().find(|preset| preset.id == "the-game-crafter").unwrap();
        for (size, name, turned) in [
            ("poker", "poker", false),
            ("poker-us", "poker", false),
            ("poker-landscape", "poker", true),
            ("tarot", "tarot", false),
            ("square", "euro-square", false),
            ("hex", "hex", false),
            ("token", "token", false),
            ("chit", "chit", false),
            ("tile", "tile-medium", false),
        ] {
            let card = CardSize::named(size).unwrap();
            let (found, is_turned) = crafter.size(&card).expect(size);
            assert_eq!((found.name.as_str(), is_turned), (name, turned), "{size}");
            let full = [card.width, card.height].map(|side| side + 2.0 * crafter.bleed_for(&card));
            let wanted = found.full(crafter.dpi, is_turned);
            assert!(full[0] >= wanted.0 && full[1] >= wanted.1, "{size}: the bleed covers");
        }
        let round = CardSize { shape: Shape::Circle, ..CardSize::named("poker").unwrap() };
        assert!(crafter.size(&round).is_none());
    }

    #[test]
    fn a_preset_for_any_size_takes_every_size() {
        let shop = shipped().into_iter().find(|preset| preset.id == "print-shop").unwrap();
        for (size, name) in
            [("mini-euro", "44x68mm"), ("8in x 8in", "203.2x203.2mm"), ("poker", "63x88mm")]
        {
            let card = CardSize::named(size).unwrap();
            let (found, turned) = shop.size(&card).expect(size);
            assert_eq!((found.name.as_str(), turned), (name, false));
        }
    }

    #[test]
    fn mistakes_in_presets_are_named() {
        let whole = "title = 'x'\nabout = 'x'\nfiles = 'pages'\nbleed = '3mm'\n\
                     file = '{size}.pdf'\nsize = [{ name = 'a', trim = '63x88mm' }]\n";
        assert!(Preset::parse("x", whole).is_ok());
        for (from, to, word) in [
            ("'pages'", "'page'", "page"),
            ("'3mm'", "'3miles'", "3miles"),
            ("{size}", "{sise}", "{sise}"),
            ("{size}.pdf", "../{size}.pdf", "plain path"),
            ("63x88mm", "63", "63"),
            ("title", "titel", "titel"),
        ] {
            let error = Preset::parse("x", &whole.replace(from, to)).unwrap_err();
            assert!(error.contains(word), "{error}");
        }
    }
}
