//! Card sizes: by name, or as a width and a height.

use cardwright_model::print::{self, Length, SIZES, Shape};

/// Outline of a card or another piece, in millimetres.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CardSize {
    /// Width of the trimmed card.
    pub width: f32,
    /// Height of the trimmed card.
    pub height: f32,
    /// How far the picture goes beyond the trim on each side.
    pub bleed: f32,
    /// How far inside the trim text and icons must stay.
    pub safe: f32,
    /// What it is cut along.
    pub shape: Shape,
}

/// Bleed and safe margin that printers with metric rules ask for.
const BLEED: f32 = 3.0;
const SAFE: f32 = 3.0;

/// The largest piece: about the width of a table.
const LARGEST: Length = Length(2_000_000);

impl CardSize {
    /// The size of that name, or one written as `3in x 3in`; a name that ends in `-landscape`
    /// is turned on its side.
    pub fn named(name: &str) -> Option<CardSize> {
        if let Some(upright) = name.strip_suffix("-landscape") {
            let size = CardSize::named(upright)?;
            return Some(CardSize { width: size.height, height: size.width, ..size });
        }
        let (width, height, shape) = match SIZES.iter().find(|known| known.name == name) {
            Some(known) => (known.width, known.height, known.shape),
            None => {
                let (width, height) = print::extent(name)?;
                (width, height, Shape::Rectangle)
            }
        };
        if width.max(height) > LARGEST {
            return None;
        }
        // On something as small as a token, the usual safe margin would leave no room for text.
        let safe = SAFE.min(width.min(height).mm() * 0.08);
        Some(CardSize { width: width.mm(), height: height.mm(), bleed: BLEED, safe, shape })
    }

    /// All names, for messages.
    pub fn names() -> impl Iterator<Item = &'static str> {
        SIZES.iter().map(|size| size.name)
    }

    /// Width with bleed on both sides.
    pub fn full_width(&self) -> f32 {
        self.width + 2.0 * self.bleed
    }

    /// Height with bleed on both sides.
    pub fn full_height(&self) -> f32 {
        self.height + 2.0 * self.bleed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_names_or_millimetres() {
        let poker = CardSize::named("poker").unwrap();
        assert_eq!((poker.width, poker.height, poker.safe), (63.0, 88.0, 3.0));
        let turned = CardSize::named("tarot-landscape").unwrap();
        assert_eq!((turned.width, turned.height), (120.0, 70.0));
        let tile = CardSize::named("3in x 4in").unwrap();
        assert_eq!((tile.width, tile.height, tile.shape), (76.2, 101.6, Shape::Rectangle));
        assert_eq!(CardSize::named("hex").unwrap().shape, Shape::Hex);
        assert_eq!(CardSize::named("postcard"), None);
        assert_eq!(CardSize::named("3m x 3m"), None);
        assert_eq!(CardSize::named("9000x9000mm"), None);
    }
}
