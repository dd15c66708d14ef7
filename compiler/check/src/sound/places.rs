//! Sets of places: where the things can be that an effect is about.

use cardwright_vocabulary::{Vocabulary, Word};

/// A set of places. More places than there are bits make every set the set of all.
pub(super) type Set = u64;

/// The places that a game's words are about: its zones, and others that it has a name for.
pub(super) struct Places {
    names: Vec<&'static str>,
}

impl Places {
    pub(super) fn of(vocabulary: &Vocabulary) -> Places {
        let mut names: Vec<&'static str> = Vec::new();
        let mut add = |more: &[&'static str]| {
            for name in more {
                if !names.contains(name) {
                    names.push(name);
                }
            }
        };
        let of_word = |word: &Word| {
            let params = word.params.iter().flat_map(|param| param.places.iter().copied());
            word.places.iter().copied().chain(params).collect::<Vec<_>>()
        };
        add(&vocabulary.zones.iter().map(|zone| zone.name).collect::<Vec<_>>());
        let tables = [
            vocabulary.verbs,
            vocabulary.events,
            vocabulary.stats,
            vocabulary.marks,
            vocabulary.acts,
            vocabulary.selections,
            vocabulary.queries,
        ];
        tables.into_iter().flatten().for_each(|word| add(&of_word(word)));
        vocabulary.homes.iter().for_each(|home| add(home.places));
        Places { names }
    }

    /// Anywhere.
    pub(super) fn any(&self) -> Set {
        Set::MAX
    }

    /// One of these places; anywhere if there are none.
    pub(super) fn of_all(&self, names: &[&str]) -> Set {
        if names.is_empty() || self.names.len() > Set::BITS as usize {
            return self.any();
        }
        let known = self.names.iter().enumerate().filter(|(_, name)| names.contains(name));
        known.fold(0, |set, (place, _)| set | 1 << place)
    }

    /// The names of the places in a set.
    pub(super) fn names(&self, set: Set) -> Vec<String> {
        let all = self.names.iter().enumerate();
        let within = all.filter(|(place, _)| set.checked_shr(*place as u32).unwrap_or(0) & 1 == 1);
        within.map(|(_, name)| (*name).to_owned()).collect()
    }
}
