//! A counter-based random generator with named streams.
//!
//! A value depends only on the seed, the stream and how many values that stream has returned.
//! So one deck's shuffles never disturb another's, a bot's thinking never changes the deal, and a
//! state that is cloned or replayed continues with the same luck on every machine.

/// How many separate streams a generator has.
pub(crate) const STREAMS: usize = 16;

/// The generator: a seed and a position for each stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rng {
    seed: u64,
    counters: [u32; STREAMS],
}

impl Rng {
    /// A generator at the beginning of all its streams.
    pub fn new(seed: u64) -> Rng {
        Rng { seed, counters: [0; STREAMS] }
    }

    /// The next 64 random bits of a stream.
    pub fn next(&mut self, stream: usize) -> u64 {
        let stream = stream % STREAMS;
        let counter = self.counters[stream];
        self.counters[stream] = counter.wrapping_add(1);
        mix(mix(self.seed ^ (stream as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15))
            .wrapping_add(u64::from(counter).wrapping_mul(0xD1B5_4A32_D192_ED03)))
    }

    /// A number below `bound`, each equally likely; 0 for a bound of 0 or 1.
    pub fn below(&mut self, stream: usize, bound: u32) -> u32 {
        if bound <= 1 {
            return 0;
        }
        // Lemire's method: the rejection keeps the result exactly uniform.
        let threshold = bound.wrapping_neg() % bound;
        loop {
            let product = (self.next(stream) >> 32) * u64::from(bound);
            if product as u32 >= threshold {
                return (product >> 32) as u32;
            }
        }
    }

    /// Shuffles in place (Fisher–Yates).
    pub fn shuffle<T>(&mut self, stream: usize, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.below(stream, last as u32 + 1) as usize;
            items.swap(last, other);
        }
    }
}

/// A seed for part `index` of something seeded with `seed`, such as one game of many.
pub fn derive_seed(seed: u64, index: u64) -> u64 {
    mix(mix(seed).wrapping_add(index.wrapping_mul(0x9E37_79B9_7F4A_7C15)))
}

/// The finaliser of `SplitMix64`.
fn mix(value: u64) -> u64 {
    let value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ (value >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_do_not_disturb_each_other() {
        let mut one = Rng::new(7);
        let mut two = Rng::new(7);
        two.next(3);
        two.next(3);
        assert_eq!(one.next(1), two.next(1));
    }

    #[test]
    fn numbers_stay_below_their_bound_and_reach_every_value() {
        let mut rng = Rng::new(1);
        let mut seen = [0u32; 6];
        for _ in 0..6000 {
            seen[rng.below(0, 6) as usize] += 1;
        }
        assert!(seen.iter().all(|count| (800..1200).contains(count)), "{seen:?}");
        assert_eq!(rng.below(0, 1), 0);
        assert_eq!(rng.below(0, 0), 0);
    }

    #[test]
    fn a_shuffle_keeps_every_item() {
        let mut rng = Rng::new(5);
        let mut items: Vec<u32> = (0..50).collect();
        rng.shuffle(2, &mut items);
        assert_ne!(items, (0..50).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..50).collect::<Vec<_>>());
    }
}
