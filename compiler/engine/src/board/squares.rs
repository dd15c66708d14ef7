//! Squares of a map and sets of them.
//!
//! A set is a fixed block of bits, so it is `Copy`, compares in a few instructions and
//! always lists its squares in the same order.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};

/// How many squares a map may have.
pub(crate) const MAX_SQUARES: usize = 1024;

const WORDS: usize = MAX_SQUARES / 64;

/// A square of a map: its number in reading order (row by row, from the top left).
///
/// Only places where a figure can be are squares; walls and holes in the map have no number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(pub u16);

impl Square {
    /// The square as an index into a list with an entry for each square.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A set of squares of one map.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Squares {
    words: [u64; WORDS],
}

impl Squares {
    /// The set without squares.
    pub const EMPTY: Self = Self { words: [0; WORDS] };

    /// The set of one square.
    #[inline]
    pub fn one(square: Square) -> Self {
        let mut set = Self::EMPTY;
        set.insert(square);
        set
    }

    /// The first `count` squares of a map: all of them if it has that many.
    pub fn first(count: usize) -> Self {
        (0..count.min(MAX_SQUARES)).map(|index| Square(index as u16)).collect()
    }

    /// Adds a square. Squares beyond [`MAX_SQUARES`] are ignored.
    #[inline]
    pub fn insert(&mut self, square: Square) {
        if let Some(word) = self.words.get_mut(square.index() / 64) {
            *word |= 1 << (square.0 % 64);
        }
    }

    /// Removes a square.
    #[inline]
    pub fn remove(&mut self, square: Square) {
        if let Some(word) = self.words.get_mut(square.index() / 64) {
            *word &= !(1 << (square.0 % 64));
        }
    }

    /// Whether the square is in the set.
    #[inline]
    pub fn contains(&self, square: Square) -> bool {
        self.words.get(square.index() / 64).is_some_and(|word| word >> (square.0 % 64) & 1 == 1)
    }

    /// Whether there is no square in the set.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// How many squares are in the set.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the sets share a square.
    #[inline]
    pub fn intersects(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).any(|(mine, theirs)| mine & theirs != 0)
    }

    /// Whether every square of this set is in the other.
    #[inline]
    pub fn is_subset(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).all(|(mine, theirs)| mine & !theirs == 0)
    }

    /// The squares in ascending order.
    #[inline]
    pub fn iter(&self) -> Iter {
        Iter { words: self.words, word: 0 }
    }
}

impl Default for Squares {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl fmt::Debug for Squares {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_set().entries(self.iter().map(|square| square.0)).finish()
    }
}

impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut set = Self::EMPTY;
        set.extend(squares);
        set
    }
}

impl Extend<Square> for Squares {
    fn extend<I: IntoIterator<Item = Square>>(&mut self, squares: I) {
        for square in squares {
            self.insert(square);
        }
    }
}

impl BitOrAssign for Squares {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        for (mine, theirs) in self.words.iter_mut().zip(other.words) {
            *mine |= theirs;
        }
    }
}

impl BitAndAssign for Squares {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        for (mine, theirs) in self.words.iter_mut().zip(other.words) {
            *mine &= theirs;
        }
    }
}

impl SubAssign for Squares {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        for (mine, theirs) in self.words.iter_mut().zip(other.words) {
            *mine &= !theirs;
        }
    }
}

impl BitOr for Squares {
    type Output = Self;

    #[inline]
    fn bitor(mut self, other: Self) -> Self {
        self |= other;
        self
    }
}

impl BitAnd for Squares {
    type Output = Self;

    #[inline]
    fn bitand(mut self, other: Self) -> Self {
        self &= other;
        self
    }
}

impl Sub for Squares {
    type Output = Self;

    #[inline]
    fn sub(mut self, other: Self) -> Self {
        self -= other;
        self
    }
}

/// The squares of a set in ascending order.
#[derive(Debug, Clone)]
pub struct Iter {
    words: [u64; WORDS],
    word: usize,
}

impl Iterator for Iter {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        while let Some(word) = self.words.get_mut(self.word) {
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(Square((self.word * 64 + bit) as u16));
            }
            self.word += 1;
        }
        None
    }
}

impl IntoIterator for Squares {
    type Item = Square;
    type IntoIter = Iter;

    #[inline]
    fn into_iter(self) -> Iter {
        self.iter()
    }
}

impl IntoIterator for &Squares {
    type Item = Square;
    type IntoIter = Iter;

    #[inline]
    fn into_iter(self) -> Iter {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_lists_its_squares_in_order() {
        let set: Squares = [700, 3, 64, 63].map(Square).into_iter().collect();
        assert_eq!(set.iter().map(|square| square.0).collect::<Vec<_>>(), [3, 63, 64, 700]);
        assert_eq!(set.len(), 4);
    }

    #[test]
    fn sets_combine() {
        let low = Squares::first(70);
        let some: Squares = [5, 69, 70].map(Square).into_iter().collect();
        assert_eq!((low & some).len(), 2);
        assert_eq!(some - low, Squares::one(Square(70)));
        assert!((some & low).is_subset(&low) && !some.is_subset(&low));
        assert!(some.intersects(&low) && !(some - low).intersects(&low));
    }

    #[test]
    fn a_square_no_map_has_is_in_no_set() {
        let mut set = Squares::EMPTY;
        set.insert(Square(u16::MAX));
        assert!(set.is_empty() && !set.contains(Square(u16::MAX)));
    }
}
