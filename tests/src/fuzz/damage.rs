//! Damages seeds at random, the same way for the same seed.

/// A source of damaged inputs.
pub struct Damage {
    state: u64,
}

impl Damage {
    /// Damage that follows from a number.
    pub fn new(seed: u64) -> Damage {
        Damage { state: seed }
    }

    /// One of the seeds, damaged in up to four places.
    pub fn input(&mut self, seeds: &[Vec<u8>]) -> Vec<u8> {
        let mut bytes = seeds[self.below(seeds.len())].clone();
        for _ in 0..=self.below(4) {
            self.damage(&mut bytes, seeds);
        }
        bytes
    }

    fn damage(&mut self, bytes: &mut Vec<u8>, seeds: &[Vec<u8>]) {
        let at = self.below(bytes.len() + 1);
        let until = (at + self.below(64)).min(bytes.len());
        match self.below(8) {
            0 => {
                bytes.drain(at..until);
            }
            1 => bytes.truncate(at),
            2 => {
                let copy: Vec<u8> = bytes[at..until].repeat(1 + self.below(40));
                bytes.splice(at..at, copy);
            }
            3 => {
                let other = &seeds[self.below(seeds.len())];
                let from = self.below(other.len() + 1);
                let to = (from + self.below(200)).min(other.len());
                bytes.splice(at..until, other[from..to].iter().copied());
            }
            4 => {
                // Nesting and numbers are where readers run out of room.
                const WORDS: [&str; 16] = [
                    "{",
                    "}",
                    "(",
                    ")",
                    "\"",
                    "\"\"\"",
                    "//",
                    "not ",
                    "where ",
                    "count(",
                    "[[",
                    "{{",
                    "{%",
                    "99999999999999999999",
                    "-1",
                    "\u{202e}",
                ];
                let word = WORDS[self.below(WORDS.len())].repeat(1 + self.below(60));
                bytes.splice(at..at, word.into_bytes());
            }
            5 => {
                for byte in &mut bytes[at..until] {
                    if self.below(4) == 0 {
                        *byte = self.below(256) as u8;
                    }
                }
            }
            6 => bytes[at..until].reverse(),
            _ => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= 1 << self.below(8);
                }
            }
        }
        // Large inputs have tests of their own; here they would only take time.
        bytes.truncate(1 << 16);
    }

    /// A number below a bound (0 if the bound is 0).
    fn below(&mut self, bound: usize) -> usize {
        // SplitMix64.
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        (mixed % bound.max(1) as u64) as usize
    }
}
