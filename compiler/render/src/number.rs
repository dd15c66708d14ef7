//! Numbers in emitted SVG, always with the same digits, and stable hashes.

use std::hash::Hasher;

use siphasher::sip128::{Hasher128, SipHasher13};

/// Millimetres in a typographic point.
pub(crate) const MM_PER_PT: f32 = 25.4 / 72.0;

/// The number with at most three decimals and no trailing zeros; a thousandth of a millimetre is
/// far below any printer's resolution.
pub(crate) fn short(number: f32) -> String {
    // Thousandths of a length are exact in this precision, and writing whole numbers is much
    // faster.
    let thousandths = (f64::from(number) * 1000.0).round_ties_even();
    if thousandths.is_nan() || thousandths.abs() > 1e15 {
        return number.to_string();
    }
    let (sign, size) = (thousandths < 0.0, thousandths.abs() as u64);
    let (whole, mut rest) = (size / 1000, size % 1000);
    let mut text = if sign { format!("-{whole}") } else { whole.to_string() };
    if rest > 0 {
        text.push('.');
    }
    for place in [100, 10, 1] {
        if rest > 0 {
            text.push(char::from(b'0' + (rest / place) as u8));
            rest %= place;
        }
    }
    text
}

/// FNV-1a with a final mix: the same on every machine and in every version.
pub(crate) fn stable_hash(text: &str) -> u64 {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for byte in text.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    mix(hash)
}

/// A digest with so many bits that two different files never share one by chance.
pub(crate) fn digest(bytes: &[u8]) -> u128 {
    let mut hasher = SipHasher13::new();
    hasher.write(bytes);
    hasher.finish128().as_u128()
}

/// Spreads the bits of a number (the finaliser of `SplitMix64`).
pub(crate) fn mix(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

/// A small portable random generator for generated pictures.
#[derive(Debug, Clone)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// A number from 0 up to but not including 1.
    pub(crate) fn unit(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1u64 << 24) as f32
    }

    /// A number between the two.
    pub(crate) fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit()
    }

    /// A whole number below the bound.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        if bound == 0 { 0 } else { (self.next() % bound as u64) as usize }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_no_needless_digits() {
        assert_eq!(short(1.0), "1");
        assert_eq!(short(-0.0001), "0");
        assert_eq!(short(2.12345), "2.123");
        assert_eq!(short(-3.5), "-3.5");
        assert_eq!(short(0.005), "0.005");
        assert_eq!(short(-0.04), "-0.04");
        assert_eq!(short(1234.5678), "1234.568");
        for number in [0.0625f32, 0.1875, 2.3125, 7.0005, 12.9995, 0.0015, 1e-7, 99_999.99] {
            for number in [number, -number] {
                let plain = format!("{number:.3}");
                let plain = plain.trim_end_matches('0').trim_end_matches('.');
                assert_eq!(short(number), if plain == "-0" { "0" } else { plain });
            }
        }
    }

    #[test]
    fn hash_is_fixed_forever() {
        assert_eq!(stable_hash("goblin"), stable_hash("goblin"));
        assert_ne!(stable_hash("goblin"), stable_hash("goblim"));
    }
}
