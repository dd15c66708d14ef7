//! Colours as templates write them (`#rrggbb`), and the arithmetic that themes need.

/// An opaque colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Colour {
    /// Red, 0 to 255.
    pub(crate) red: u8,
    /// Green, 0 to 255.
    pub(crate) green: u8,
    /// Blue, 0 to 255.
    pub(crate) blue: u8,
}

impl Colour {
    /// Reads `#rgb` or `#rrggbb`.
    pub(crate) fn parse(text: &str) -> Option<Colour> {
        let digits = text.trim().strip_prefix('#')?;
        if !digits.is_ascii() {
            return None;
        }
        let part = |start: usize, length: usize| {
            let value = u8::from_str_radix(digits.get(start..start + length)?, 16).ok()?;
            Some(if length == 1 { value * 17 } else { value })
        };
        match digits.len() {
            3 => Some(Colour { red: part(0, 1)?, green: part(1, 1)?, blue: part(2, 1)? }),
            6 => Some(Colour { red: part(0, 2)?, green: part(2, 2)?, blue: part(4, 2)? }),
            _ => None,
        }
    }

    /// The colour between this one (0) and the other (1).
    pub(crate) fn mix(self, other: Colour, amount: f32) -> Colour {
        let amount = amount.clamp(0.0, 1.0);
        let blend =
            |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * amount).round() as u8;
        Colour {
            red: blend(self.red, other.red),
            green: blend(self.green, other.green),
            blue: blend(self.blue, other.blue),
        }
    }

    /// Nearer to white; 0 leaves it, 1 is white.
    pub(crate) fn lighten(self, amount: f32) -> Colour {
        self.mix(Colour { red: 255, green: 255, blue: 255 }, amount)
    }

    /// Nearer to black; 0 leaves it, 1 is black.
    pub(crate) fn darken(self, amount: f32) -> Colour {
        self.mix(Colour { red: 0, green: 0, blue: 0 }, amount)
    }

    /// From hue (degrees), saturation and lightness (0 to 1).
    pub(crate) fn from_hsl(hue: f32, saturation: f32, lightness: f32) -> Colour {
        let hue = hue.rem_euclid(360.0) / 60.0;
        let chroma = (1.0 - (2.0 * lightness - 1.0).abs()) * saturation;
        let second = chroma * (1.0 - (hue % 2.0 - 1.0).abs());
        let (red, green, blue) = match hue as u32 {
            0 => (chroma, second, 0.0),
            1 => (second, chroma, 0.0),
            2 => (0.0, chroma, second),
            3 => (0.0, second, chroma),
            4 => (second, 0.0, chroma),
            _ => (chroma, 0.0, second),
        };
        let base = lightness - chroma / 2.0;
        let byte = |part: f32| ((part + base) * 255.0).round().clamp(0.0, 255.0) as u8;
        Colour { red: byte(red), green: byte(green), blue: byte(blue) }
    }

    /// How light it looks, 0 to 1.
    pub(crate) fn luminance(self) -> f32 {
        (0.2126 * f32::from(self.red)
            + 0.7152 * f32::from(self.green)
            + 0.0722 * f32::from(self.blue))
            / 255.0
    }
}

impl std::fmt::Display for Colour {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.red, self.green, self.blue)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_and_writes_hex() {
        assert_eq!(Colour::parse("#fa0").map(|c| c.to_string()), Some("#ffaa00".into()));
        assert_eq!(Colour::parse("#123456").map(|c| c.to_string()), Some("#123456".into()));
        assert_eq!(Colour::parse("red"), None);
        assert_eq!(Colour::parse("#éé"), None);
    }

    #[test]
    fn lighten_ends_in_white() {
        let red = Colour::from_hsl(0.0, 1.0, 0.5);
        assert_eq!(red.to_string(), "#ff0000");
        assert_eq!(red.lighten(1.0).to_string(), "#ffffff");
        assert_eq!(red.darken(1.0).to_string(), "#000000");
    }
}
