//! Tokens on things, tracks with a marker, and statuses that are on or off.

/// How many of each kind of token each thing has. Never below 0, never above a kind's cap.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tokens {
    kinds: usize,
    counts: Vec<i16>,
}

impl Tokens {
    /// Room for tokens of `kinds` kinds on `things` things, with no tokens yet.
    pub fn new(kinds: usize, things: usize) -> Tokens {
        Tokens { kinds, counts: vec![0; kinds * things] }
    }

    /// How many tokens of a kind a thing has.
    pub fn get(&self, thing: usize, kind: usize) -> i32 {
        self.place(thing, kind).map_or(0, |place| i32::from(self.counts[place]))
    }

    /// Puts tokens on a thing or takes them off, staying between 0 and the cap; returns by how much
    /// the number really changed.
    pub fn change(&mut self, thing: usize, kind: usize, by: i32, cap: i32) -> i32 {
        let Some(place) = self.place(thing, kind) else {
            return 0;
        };
        let before = i32::from(self.counts[place]);
        let cap = cap.clamp(0, i32::from(i16::MAX)).max(before);
        let after = before.saturating_add(by).clamp(0, cap);
        self.counts[place] = after as i16;
        after - before
    }

    /// Takes all tokens of a kind off a thing; returns how many there were.
    pub fn clear(&mut self, thing: usize, kind: usize) -> i32 {
        let count = self.get(thing, kind);
        self.change(thing, kind, -count, i32::MAX);
        count
    }

    /// All counts of a thing, by kind.
    pub fn of(&self, thing: usize) -> &[i16] {
        let start = thing * self.kinds;
        self.counts.get(start..start + self.kinds).unwrap_or(&[])
    }

    fn place(&self, thing: usize, kind: usize) -> Option<usize> {
        let place = thing * self.kinds + kind;
        (kind < self.kinds && place < self.counts.len()).then_some(place)
    }
}

/// Statuses of things. A thing has a status or not; giving it a second time changes nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Statuses {
    bits: Vec<u64>,
}

impl Statuses {
    /// Room for `things` things, without any status yet.
    pub fn new(things: usize) -> Statuses {
        Statuses { bits: vec![0; things] }
    }

    /// Whether a thing has a status, by its place in the enum.
    pub fn has(&self, thing: usize, status: u32) -> bool {
        self.of(thing) >> status.min(63) & 1 == 1
    }

    /// All statuses of a thing, as bits.
    pub fn of(&self, thing: usize) -> u64 {
        self.bits.get(thing).copied().unwrap_or(0)
    }

    /// Gives a status; returns whether it is new.
    pub fn give(&mut self, thing: usize, status: u32) -> bool {
        let new = !self.has(thing, status);
        if let Some(bits) = self.bits.get_mut(thing) {
            *bits |= 1 << status.min(63);
        }
        new
    }

    /// Takes statuses away, as bits; returns those that were there.
    pub fn take(&mut self, thing: usize, statuses: u64) -> u64 {
        let there = self.of(thing) & statuses;
        if let Some(bits) = self.bits.get_mut(thing) {
            *bits &= !statuses;
        }
        there
    }
}

/// A marker on a track of numbered spaces, from 0 to `last`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Track {
    /// The space of the marker.
    pub at: u16,
    /// The last space.
    pub last: u16,
}

impl Track {
    /// A track with its marker at the start.
    pub fn new(last: u16) -> Track {
        Track { at: 0, last }
    }

    /// Moves the marker, stopping at the ends; returns the spaces it came to, in order.
    pub fn advance(&mut self, by: i32) -> impl Iterator<Item = u16> + use<> {
        let from = i32::from(self.at);
        let to = from.saturating_add(by).clamp(0, i32::from(self.last));
        self.at = to as u16;
        let step = if to >= from { 1 } else { -1 };
        (1..=(to - from).abs()).map(move |count| (from + step * count) as u16)
    }

    /// Whether the marker is on the last space.
    pub fn is_full(self) -> bool {
        self.at == self.last
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_stay_between_nothing_and_the_cap() {
        let mut tokens = Tokens::new(2, 2);
        let second = 1;
        assert_eq!(tokens.change(second, 1, 5, 3), 3);
        assert_eq!(tokens.change(second, 1, -9, 3), -3);
        assert_eq!(tokens.change(second, 2, 1, 3), 0, "there is no such kind");
        assert_eq!(tokens.change(7, 0, 1, 3), 0, "there is no such thing");
        tokens.change(second, 0, 4, 9);
        assert_eq!((tokens.of(0), tokens.of(second)), ([0, 0].as_slice(), [4, 0].as_slice()));
        assert_eq!(tokens.change(second, 0, 0, 2), 0, "a lower cap takes nothing away");
        assert_eq!(tokens.clear(second, 0), 4);
    }

    #[test]
    fn a_status_counts_once() {
        let mut statuses = Statuses::new(1);
        assert!(statuses.give(0, 3));
        assert!(!statuses.give(0, 3));
        statuses.give(0, 5);
        assert_eq!(statuses.take(0, 1 << 3), 1 << 3);
        assert!(statuses.has(0, 5) && !statuses.has(0, 3));
    }

    #[test]
    fn a_track_names_the_spaces_it_passes_and_stops_at_its_ends() {
        let mut track = Track::new(4);
        assert_eq!(track.advance(3).collect::<Vec<_>>(), [1, 2, 3]);
        assert_eq!(track.advance(9).collect::<Vec<_>>(), [4]);
        assert!(track.is_full());
        assert_eq!(track.advance(-2).collect::<Vec<_>>(), [3, 2]);
        assert_eq!(track.advance(-9).collect::<Vec<_>>(), [1, 0]);
    }
}
