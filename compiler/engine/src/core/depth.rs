//! Limits for numbers that refer to each other: how deep they may nest, how often they may be
//! worked out, and which are being worked out already.

use std::cell::Cell;

/// How deeply numbers may refer to each other. A guess; raise it if a card needs more.
const MOST: usize = 6;

/// The subject of work that is not about any number.
pub const NO_SUBJECT: u64 = 0;

/// How deeply evaluation is nested at the moment, and how much has been evaluated.
#[derive(Debug, Clone, Default)]
pub struct Depth {
    nesting: Cell<u8>,
    effort: Cell<u32>,
    /// The number that is being worked out on each level.
    subjects: [Cell<u64>; MOST],
}

impl Depth {
    /// Runs `work`, which may refer to itself. Returns `otherwise` if `subject` is being worked out
    /// already, and beyond the limits.
    ///
    /// An effect that asks about the very number it changes therefore sees that number unchanged:
    /// "each card of Cost 2 or more costs 1 less" looks at the printed Cost.
    #[inline]
    pub fn within<T>(
        &self,
        subject: u64,
        most_effort: u32,
        otherwise: T,
        work: impl FnOnce() -> T,
    ) -> T {
        let (nesting, effort) = (self.nesting.get(), self.effort.get());
        let level = usize::from(nesting);
        if level >= MOST || effort >= most_effort {
            return otherwise;
        }
        let is_this = |known: &Cell<u64>| known.get() == subject;
        if subject != NO_SUBJECT && self.subjects[..level].iter().any(is_this) {
            return otherwise;
        }
        self.subjects[level].set(subject);
        self.nesting.set(nesting + 1);
        self.effort.set(effort + 1);
        let result = work();
        self.nesting.set(nesting);
        result
    }

    /// How much has been worked out since [`Depth::rest`].
    pub fn effort(&self) -> u32 {
        self.effort.get()
    }

    /// Starts counting the effort from zero.
    pub fn rest(&self) {
        self.effort.set(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLENTY: u32 = 1_000;

    #[test]
    fn a_number_that_asks_for_itself_gets_what_it_is_otherwise() {
        let depth = Depth::default();
        let inner = depth.within(7, PLENTY, 1, || 10 + depth.within(7, PLENTY, 1, || 100));
        assert_eq!(inner, 11);
        let other = depth.within(7, PLENTY, 1, || 10 + depth.within(8, PLENTY, 1, || 100));
        assert_eq!(other, 110);
    }

    #[test]
    fn a_number_may_be_asked_for_again_when_it_is_known() {
        let depth = Depth::default();
        let ask = || depth.within(7, PLENTY, 1, || 5);
        assert_eq!((ask(), ask()), (5, 5));
    }

    #[test]
    fn nothing_goes_deeper_than_the_limit() {
        fn dig(depth: &Depth, level: u64) -> u64 {
            depth.within(level, PLENTY, 0, || 1 + dig(depth, level + 1))
        }
        assert_eq!(dig(&Depth::default(), 1), MOST as u64);
    }
}
