//! A set of figures, one bit each.

/// The most figures that a group can hold, more than any game has.
pub(super) const MAX_FIGURES: usize = 64;

/// A set of figures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Group(u64);

impl Group {
    pub(super) const NOBODY: Group = Group(0);

    pub(super) fn one(figure: u16) -> Group {
        Group(1u64.checked_shl(u32::from(figure)).unwrap_or(0))
    }

    pub(super) fn has(self, figure: u16) -> bool {
        self.0 & Group::one(figure).0 != 0
    }

    pub(super) fn add(&mut self, figure: u16) {
        self.0 |= Group::one(figure).0;
    }

    pub(super) fn remove(&mut self, figure: u16) {
        self.0 &= !Group::one(figure).0;
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    pub(super) fn first(self) -> Option<u16> {
        (self.0 != 0).then(|| self.0.trailing_zeros() as u16)
    }

    /// The figures in ascending order.
    pub(super) fn iter(self) -> impl Iterator<Item = u16> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let next = Group(left).first()?;
            left &= left - 1;
            Some(next)
        })
    }
}

impl FromIterator<u16> for Group {
    fn from_iter<I: IntoIterator<Item = u16>>(figures: I) -> Group {
        let mut group = Group::NOBODY;
        figures.into_iter().for_each(|figure| group.add(figure));
        group
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_come_and_go() {
        let mut group: Group = [3, 63, 0, 64].into_iter().collect();
        assert_eq!(group.iter().collect::<Vec<_>>(), [0, 3, 63], "64 is nobody");
        group.remove(0);
        assert_eq!((group.first(), group.len(), group.has(0)), (Some(3), 2, false));
    }
}
