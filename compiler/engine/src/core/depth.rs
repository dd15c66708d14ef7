//! Limits for working things out: how deep numbers may refer to each other, which are being worked
//! out already, and how much work there may be between two decisions.

use std::cell::Cell;

use super::thing::Thing;

/// How deeply numbers may refer to each other. A guess; raise it if a card needs more.
const MOST: usize = 6;

/// The subject of work that is not about any number.
pub(crate) const NO_SUBJECT: u64 = 0;

/// How much work there may be between two decisions: a thing visited, a number worked out and a
/// question asked cost 1, a task costs [`TASK`].
///
/// A decision of our own games needs at most 11,000, nearly all of it tasks.
pub(crate) const BUDGET: u32 = 500_000;

/// The cost of a task, which is an instruction with all that the game does for it.
pub(crate) const TASK: u32 = 50;

/// How deeply evaluation is nested at the moment, and how much has been evaluated.
#[derive(Debug, Clone, Default)]
pub(crate) struct Depth {
    nesting: Cell<u8>,
    /// The work since [`Depth::rest`].
    spent: Cell<u32>,
    /// Whose effect spent the last of the budget.
    spender: Cell<Option<Thing>>,
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
    pub(crate) fn within<T>(&self, subject: u64, otherwise: T, work: impl FnOnce() -> T) -> T {
        let nesting = self.nesting.get();
        let level = usize::from(nesting);
        if level >= MOST || self.is_spent() {
            return otherwise;
        }
        let is_this = |known: &Cell<u64>| known.get() == subject;
        if subject != NO_SUBJECT && self.subjects[..level].iter().any(is_this) {
            return otherwise;
        }
        self.subjects[level].set(subject);
        self.nesting.set(nesting + 1);
        self.spent.set(self.spent.get() + 1);
        let result = work();
        self.nesting.set(nesting);
        result
    }

    /// Pays for some work of a thing's effect. Returns `false` if the budget is spent; then nothing
    /// more must be worked out, and the decision ends in an error.
    #[inline]
    pub(crate) fn pay(&self, cost: u32, spender: Thing) -> bool {
        let spent = self.spent.get().saturating_add(cost);
        self.spent.set(spent);
        if spent < BUDGET {
            return true;
        }
        if self.spender.get().is_none() {
            self.spender.set(Some(spender));
        }
        false
    }

    /// Whether there was more work than there may be.
    #[inline]
    pub(crate) fn is_spent(&self) -> bool {
        self.spent.get() >= BUDGET
    }

    /// How much work there was since [`Depth::rest`].
    pub(crate) fn spent(&self) -> u32 {
        self.spent.get()
    }

    /// The thing whose effect spent the last of the budget.
    pub(crate) fn spender(&self) -> Option<Thing> {
        self.spender.get().filter(|thing| !thing.is_none())
    }

    /// Starts with a new budget.
    pub(crate) fn rest(&self) {
        self.spent.set(0);
        self.spender.set(None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_that_asks_for_itself_gets_what_it_is_otherwise() {
        let depth = Depth::default();
        let inner = depth.within(7, 1, || 10 + depth.within(7, 1, || 100));
        assert_eq!(inner, 11);
        let other = depth.within(7, 1, || 10 + depth.within(8, 1, || 100));
        assert_eq!(other, 110);
    }

    #[test]
    fn a_number_may_be_asked_for_again_when_it_is_known() {
        let depth = Depth::default();
        let ask = || depth.within(7, 1, || 5);
        assert_eq!((ask(), ask()), (5, 5));
    }

    #[test]
    fn nothing_goes_deeper_than_the_limit() {
        fn dig(depth: &Depth, level: u64) -> u64 {
            depth.within(level, 0, || 1 + dig(depth, level + 1))
        }
        assert_eq!(dig(&Depth::default(), 1), MOST as u64);
    }

    #[test]
    fn a_spent_budget_names_who_spent_it_until_the_next() {
        let depth = Depth::default();
        let (one, other) = (Thing::figure(1), Thing::figure(2));
        assert!(depth.pay(BUDGET - 1, one));
        assert!(!depth.pay(1, other));
        assert!(!depth.pay(1, one));
        assert_eq!(depth.spender(), Some(other));
        assert_eq!(depth.within(7, 1, || 5), 1);
        depth.rest();
        assert_eq!((depth.spender(), depth.within(7, 1, || 5)), (None, 5));
    }
}
