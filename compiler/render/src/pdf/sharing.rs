//! Decides which parts of a document's drawings are worth storing once.
//!
//! Templates do not have to mark their frames. Equal parts of drawings are counted, and neighbours
//! that always occur together form a run: the frame of a kind, a badge, an icon. A run that is
//! large enough and drawn more than once is stored once.

use std::collections::HashMap;

use super::sketch::Sketch;

/// The least weight of a run that is stored. A lighter one saves less than its own dictionary
/// takes; measured on the sheets of the crawler.
const LEAST_WEIGHT: usize = 60;

/// How often parts occur. Only looked up, never iterated, so hash order cannot affect the output.
#[derive(Debug, Default)]
pub(super) struct Sharing {
    count: HashMap<u128, u32>,
    follows: HashMap<(u128, u128), u32>,
}

impl Sharing {
    /// Counts the parts of a drawing that is drawn that many times.
    pub(super) fn add(&mut self, sketch: &Sketch, times: u32) {
        let mut before: Option<&Sketch> = None;
        for part in &sketch.children {
            if !part.speaks {
                *self.count.entry(part.key).or_default() += times;
                if let Some(before) = before.filter(|before| !before.speaks) {
                    *self.follows.entry((before.key, part.key)).or_default() += times;
                }
            }
            before = Some(part);
            self.add(part, times);
        }
    }

    /// How many of the parts, from the first, are always drawn together, and how often.
    pub(super) fn run(&self, parts: &[Sketch]) -> (usize, u32) {
        let Some(first) = parts.first() else { return (0, 0) };
        let times = self.count.get(&first.key).copied().unwrap_or(0);
        let joined = |pair: &&[Sketch]| {
            self.count.get(&pair[1].key) == Some(&times)
                && self.follows.get(&(pair[0].key, pair[1].key)) == Some(&times)
        };
        (1 + parts.windows(2).take_while(joined).count(), times)
    }

    /// True if a run should be stored, inside something that is itself drawn `outer` times.
    pub(super) fn is_worth_it(run: &[Sketch], times: u32, outer: u32) -> bool {
        times > outer && run.iter().map(|part| part.weight).sum::<usize>() >= LEAST_WEIGHT
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(keys: &[u128]) -> Sketch {
        let part = |key: &u128| Sketch { key: *key, weight: 40, ..Sketch::default() };
        Sketch { children: keys.iter().map(part).collect(), ..Sketch::default() }
    }

    #[test]
    fn parts_that_always_follow_one_another_are_a_run() {
        let cards = [parts(&[1, 2, 3, 10, 4, 5]), parts(&[1, 2, 3, 11, 4, 5]), parts(&[4, 5])];
        let mut sharing = Sharing::default();
        cards.iter().for_each(|card| sharing.add(card, 1));
        assert_eq!(sharing.run(&cards[0].children), (3, 2));
        assert_eq!(sharing.run(&cards[0].children[3..]), (1, 1));
        assert_eq!(sharing.run(&cards[0].children[4..]), (2, 3));
        assert!(Sharing::is_worth_it(&cards[0].children[..3], 2, 1));
        assert!(!Sharing::is_worth_it(&cards[0].children[..1], 2, 1), "too light");
        assert!(!Sharing::is_worth_it(&cards[0].children[..3], 2, 2), "inside one as frequent");
    }

    #[test]
    fn a_repeated_part_is_a_run_of_its_own() {
        let card = parts(&[7, 7, 7]);
        let mut sharing = Sharing::default();
        sharing.add(&card, 1);
        assert_eq!(sharing.run(&card.children), (1, 3));
    }
}
