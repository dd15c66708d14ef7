//! Whole numbers of any size, for exact odds: a hundred dice have more cases than 128 bits hold.

use std::fmt;

use num_bigint::BigUint;

/// A whole number from 0 on. Whatever fits in 128 bits is kept there, because nearly all do and
/// that is many times faster.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Natural(Size);

/// Each number has only one form, so that equal numbers are equal values.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Size {
    Small(u128),
    /// More than 128 bits.
    Large(BigUint),
}

impl Natural {
    pub const ONE: Natural = Natural(Size::Small(1));

    /// The number, if it fits in 128 bits.
    pub fn small(&self) -> Option<u128> {
        match &self.0 {
            Size::Small(number) => Some(*number),
            Size::Large(_) => None,
        }
    }

    /// True for 0.
    pub fn is_zero(&self) -> bool {
        self.0 == Size::Small(0)
    }

    pub fn big(&self) -> BigUint {
        match &self.0 {
            Size::Small(number) => BigUint::from(*number),
            Size::Large(number) => number.clone(),
        }
    }

    #[must_use]
    pub fn plus(&self, other: &Natural) -> Natural {
        let small = self.small().and_then(|own| own.checked_add(other.small()?));
        small.map_or_else(|| Natural::from(self.big() + other.big()), Natural::from)
    }

    #[must_use]
    pub fn times(&self, other: &Natural) -> Natural {
        let small = self.small().and_then(|own| own.checked_mul(other.small()?));
        small.map_or_else(|| Natural::from(self.big() * other.big()), Natural::from)
    }

    /// How often another number, which is not 0, fits into this one.
    #[must_use]
    pub fn over(&self, other: &Natural) -> Natural {
        let small = self.small().and_then(|own| own.checked_div(other.small()?));
        small.map_or_else(|| Natural::from(self.big() / other.big()), Natural::from)
    }

    /// The largest number that divides both.
    #[must_use]
    pub(crate) fn common_divisor(&self, other: &Natural) -> Natural {
        let (mut one, mut two) = (self.clone(), other.clone());
        while !two.is_zero() {
            let rest = match (one.small(), two.small()) {
                (Some(one), Some(two)) => Natural::from(one % two),
                _ => Natural::from(one.big() % two.big()),
            };
            one = std::mem::replace(&mut two, rest);
        }
        one
    }
}

impl From<u128> for Natural {
    fn from(number: u128) -> Natural {
        Natural(Size::Small(number))
    }
}

impl From<BigUint> for Natural {
    fn from(number: BigUint) -> Natural {
        match u128::try_from(&number) {
            Ok(small) => Natural(Size::Small(small)),
            Err(_) => Natural(Size::Large(number)),
        }
    }
}

impl fmt::Display for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Size::Small(number) => number.fmt(f),
            Size::Large(number) => number.fmt(f),
        }
    }
}

/// What distributions are worked out with: 128 bits where all cases fit, and any size otherwise.
pub(super) trait Weight: Clone + PartialEq + Into<Natural> {
    fn of(number: &Natural) -> Self;
    /// Adds the product of two others.
    fn add_product(&mut self, one: &Self, two: &Self);
    fn is_zero(&self) -> bool;
}

impl Weight for u128 {
    fn of(number: &Natural) -> u128 {
        // Only used where the number of all cases fits, and no weight is larger than that.
        number.small().unwrap_or(u128::MAX)
    }

    #[inline]
    fn add_product(&mut self, one: &u128, two: &u128) {
        *self += one * two;
    }

    #[inline]
    fn is_zero(&self) -> bool {
        *self == 0
    }
}

impl Weight for BigUint {
    fn of(number: &Natural) -> BigUint {
        number.big()
    }

    fn add_product(&mut self, one: &BigUint, two: &BigUint) {
        *self += one * two;
    }

    fn is_zero(&self) -> bool {
        *self == BigUint::ZERO
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_grow_past_128_bits_and_come_back() {
        let large = Natural::from(u128::MAX).plus(&Natural::ONE);
        assert_eq!(large.small(), None);
        assert_eq!(large.to_string(), "340282366920938463463374607431768211456");
        assert_eq!(large.over(&large), Natural::ONE);
        let square = large.times(&large);
        assert_eq!(square.over(&large), large);
        assert_eq!(square.common_divisor(&Natural::from(48)), Natural::from(16));
        assert_eq!(Natural::from(12).common_divisor(&Natural::from(18)), Natural::from(6));
    }
}
