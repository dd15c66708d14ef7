//! Card sizes by name. A name alone does not fix a size in the trade, so each entry says its millimetres.

/// Outline of a card, in millimetres.
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
}

/// Trim sizes in millimetres.
const SIZES: &[(&str, f32, f32)] = &[
    ("poker", 63.0, 88.0),
    ("standard", 63.0, 88.0),
    ("poker-us", 63.5, 88.9),
    ("bridge", 57.0, 89.0),
    ("tarot", 70.0, 120.0),
    ("mini", 44.0, 68.0),
    ("mini-us", 44.45, 63.5),
    ("micro", 32.0, 45.0),
    ("jumbo", 88.9, 139.7),
    ("business", 50.8, 88.9),
    ("domino", 44.45, 88.9),
    ("euro", 59.0, 92.0),
    ("usa", 56.0, 87.0),
    ("square", 70.0, 70.0),
    ("token", 25.4, 25.4),
    ("tile", 63.5, 63.5),
];

/// Bleed and safe margin that printers with metric rules ask for.
const BLEED: f32 = 3.0;
const SAFE: f32 = 3.0;

impl CardSize {
    /// The size of that name; a name that ends in `-landscape` is turned on its side.
    pub fn named(name: &str) -> Option<CardSize> {
        if let Some(upright) = name.strip_suffix("-landscape") {
            let size = CardSize::named(upright)?;
            return Some(CardSize { width: size.height, height: size.width, ..size });
        }
        let (_, width, height) = SIZES.iter().find(|(known, ..)| *known == name)?;
        Some(CardSize { width: *width, height: *height, bleed: BLEED, safe: SAFE })
    }

    /// All names, for messages.
    pub fn names() -> impl Iterator<Item = &'static str> {
        SIZES.iter().map(|(name, ..)| *name)
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
