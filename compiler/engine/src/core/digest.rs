//! A number that is the same for equal positions, to compare replays.

/// Hashes numbers in order. The result is the same on every machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Digest(u64);

impl Default for Digest {
    fn default() -> Digest {
        Digest(0xCBF2_9CE4_8422_2325)
    }
}

impl Digest {
    /// Adds a number.
    pub fn add(&mut self, value: u64) {
        let mixed = (self.0 ^ value).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = mixed ^ (mixed >> 29);
    }

    /// Adds several numbers and how many there are.
    pub fn add_all(&mut self, values: impl IntoIterator<Item = u64>) {
        let mut count = 0;
        for value in values {
            self.add(value);
            count += 1;
        }
        self.add(count);
    }

    /// Everything added so far as one number.
    pub fn finish(self) -> u64 {
        self.0
    }
}
