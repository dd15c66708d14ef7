//! How colours look: luminance and contrast, difference, and colour blindness.

use crate::colour::Colour;

/// The contrast ratio of WCAG 2, from 1 to 21.
pub(super) fn contrast(one: Colour, other: Colour) -> f32 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// Relative luminance of WCAG 2, from 0 to 1.
pub(super) fn luminance(colour: Colour) -> f32 {
    let [red, green, blue] = linear(colour);
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// A common kind of colour blindness.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Blindness {
    Protanopia,
    Deuteranopia,
    Tritanopia,
}

pub(super) const BLINDNESSES: [Blindness; 3] =
    [Blindness::Deuteranopia, Blindness::Protanopia, Blindness::Tritanopia];

impl Blindness {
    pub(super) fn name(self) -> &'static str {
        match self {
            Blindness::Protanopia => "protanopia",
            Blindness::Deuteranopia => "deuteranopia",
            Blindness::Tritanopia => "tritanopia",
        }
    }

    /// The matrices of Machado, Oliveira and Fernandes (2009) at full severity, for linear RGB.
    fn matrix(self) -> [[f32; 3]; 3] {
        match self {
            Blindness::Protanopia => [
                [0.152_286, 1.052_583, -0.204_868],
                [0.114_503, 0.786_281, 0.099_216],
                [-0.003_882, -0.048_116, 1.051_998],
            ],
            Blindness::Deuteranopia => [
                [0.367_322, 0.860_646, -0.227_968],
                [0.280_085, 0.672_501, 0.047_413],
                [-0.011_820, 0.042_940, 0.968_881],
            ],
            Blindness::Tritanopia => [
                [1.255_528, -0.076_749, -0.178_779],
                [-0.078_411, 0.930_809, 0.147_602],
                [0.004_733, 0.691_367, 0.303_900],
            ],
        }
    }
}

/// How different two colours look to someone (CIEDE2000), with `None` for full colour vision.
pub(super) fn difference(one: Colour, other: Colour, seen_with: Option<Blindness>) -> f32 {
    let seen = |colour: Colour| {
        let light = linear(colour);
        let light = match seen_with {
            None => light,
            Some(blindness) => blindness.matrix().map(|row| {
                (row[0] * light[0] + row[1] * light[1] + row[2] * light[2]).clamp(0.0, 1.0)
            }),
        };
        lab(light)
    };
    ciede2000(seen(one), seen(other))
}

fn linear(colour: Colour) -> [f32; 3] {
    [colour.red, colour.green, colour.blue].map(|channel| {
        let value = f32::from(channel) / 255.0;
        if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    })
}

/// CIE L*a*b* under D65.
fn lab([red, green, blue]: [f32; 3]) -> [f64; 3] {
    let [red, green, blue] = [f64::from(red), f64::from(green), f64::from(blue)];
    let x = (0.412_456_4 * red + 0.357_576_1 * green + 0.180_437_5 * blue) / 0.950_47;
    let y = 0.212_672_9 * red + 0.715_152_2 * green + 0.072_175_0 * blue;
    let z = (0.019_333_9 * red + 0.119_192_0 * green + 0.950_304_1 * blue) / 1.088_83;
    let bend = |value: f64| {
        if value > 216.0 / 24_389.0 {
            value.cbrt()
        } else {
            (24_389.0 / 27.0 * value + 16.0) / 116.0
        }
    };
    let (x, y, z) = (bend(x), bend(y), bend(z));
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

/// The colour difference of CIE 142 (2001).
fn ciede2000([l1, a1, b1]: [f64; 3], [l2, a2, b2]: [f64; 3]) -> f32 {
    let chroma = (a1.hypot(b1) + a2.hypot(b2)) / 2.0;
    let boost = 0.5 * (1.0 - (chroma.powi(7) / (chroma.powi(7) + 25f64.powi(7))).sqrt());
    let (a1, a2) = (a1 * (1.0 + boost), a2 * (1.0 + boost));
    let (c1, c2) = (a1.hypot(b1), a2.hypot(b2));
    let hue = |a: f64, b: f64| {
        if a == 0.0 && b == 0.0 { 0.0 } else { b.atan2(a).to_degrees().rem_euclid(360.0) }
    };
    let (h1, h2) = (hue(a1, b1), hue(a2, b2));
    let is_grey = c1 * c2 == 0.0;
    let turn = match h2 - h1 {
        _ if is_grey => 0.0,
        turn if turn > 180.0 => turn - 360.0,
        turn if turn < -180.0 => turn + 360.0,
        turn => turn,
    };
    let (dl, dc) = (l2 - l1, c2 - c1);
    let dh = 2.0 * (c1 * c2).sqrt() * (turn / 2.0).to_radians().sin();
    let (l, c) = ((l1 + l2) / 2.0, (c1 + c2) / 2.0);
    let h = match (h1 + h2, (h1 - h2).abs()) {
        (sum, _) if is_grey => sum,
        (sum, apart) if apart <= 180.0 => sum / 2.0,
        (sum, _) if sum < 360.0 => (sum + 360.0) / 2.0,
        (sum, _) => (sum - 360.0) / 2.0,
    };
    let cosine = |degrees: f64| degrees.to_radians().cos();
    let t = 1.0 - 0.17 * cosine(h - 30.0) + 0.24 * cosine(2.0 * h) + 0.32 * cosine(3.0 * h + 6.0)
        - 0.20 * cosine(4.0 * h - 63.0);
    let sl = 1.0 + 0.015 * (l - 50.0).powi(2) / (20.0 + (l - 50.0).powi(2)).sqrt();
    let sc = 1.0 + 0.045 * c;
    let sh = 1.0 + 0.015 * c * t;
    let spread = 30.0 * (-((h - 275.0) / 25.0).powi(2)).exp();
    let rc = 2.0 * (c.powi(7) / (c.powi(7) + 25f64.powi(7))).sqrt();
    let rt = -(2.0 * spread).to_radians().sin() * rc;
    let (dl, dc, dh) = (dl / sl, dc / sc, dh / sh);
    (dl * dl + dc * dc + dh * dh + rt * dc * dh).sqrt() as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn colour(text: &str) -> Colour {
        Colour::parse(text).expect("a colour")
    }

    #[test]
    fn contrast_is_that_of_wcag() {
        assert!((contrast(colour("#000"), colour("#fff")) - 21.0).abs() < 0.01);
        assert!((contrast(colour("#777777"), colour("#ffffff")) - 4.48).abs() < 0.01);
        assert_eq!(contrast(colour("#123456"), colour("#123456")), 1.0);
    }

    #[test]
    fn difference_agrees_with_published_pairs() {
        // Pairs of Sharma, Wu and Dalal (2005).
        let pairs = [
            ([50.0, 2.6772, -79.7751], [50.0, 0.0, -82.7485], 2.0425),
            ([50.0, 0.0, 0.0], [50.0, -1.0, 2.0], 2.3669),
            ([50.0, 2.5, 0.0], [73.0, 25.0, -18.0], 27.1492),
            ([60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644),
            ([2.0776, 0.0795, -1.1350], [0.9033, -0.0636, -0.5514], 0.9082),
        ];
        for (one, other, expected) in pairs {
            assert!((ciede2000(one, other) - expected).abs() < 0.0002, "{one:?} {other:?}");
            assert!((ciede2000(other, one) - expected).abs() < 0.0002, "{other:?} {one:?}");
        }
    }

    #[test]
    fn red_and_green_collapse_for_those_who_miss_one() {
        let (red, green) = (colour("#b04a3a"), colour("#6f7a2e"));
        let full = difference(red, green, None);
        let less = difference(red, green, Some(Blindness::Deuteranopia));
        assert!(full > 30.0 && less < full / 2.0, "{full} {less}");
        for blindness in BLINDNESSES {
            // Everyone can tell light from dark, and grey stays grey.
            let apart = difference(colour("#202020"), colour("#e0e0e0"), Some(blindness));
            assert!(apart > 60.0, "{} {apart}", blindness.name());
            let grey = difference(colour("#808080"), colour("#808080"), Some(blindness));
            assert_eq!(grey, 0.0);
        }
    }
}
