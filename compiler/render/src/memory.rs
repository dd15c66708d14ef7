//! A cache of drawings, for programs that draw the same cards again and again.
//!
//! The key of a drawing covers everything it was made from: the card, its kind, the templates,
//! theme, fonts, icons and settings. The other cards that a template looked at are recorded while
//! it runs, and compared with their current state before a drawing is reused. So a cached drawing
//! is always the same as a new one would be.

use std::collections::{BTreeMap, HashMap};
use std::hash::Hasher;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cardwright_model::{Entity, Provenance};
use siphasher::sip128::{Hasher128, SipHasher13};

use crate::card::{Back, LeftOut, Side};
use crate::picture::Picture;
use crate::problem::Problem;
use crate::sizes::Note;

/// The drawings made before. The caller says when a round is over; drawings that the round did not
/// use are then dropped, so that the cache holds the cards of one round and no more.
#[derive(Default)]
pub struct Memory {
    drawings: Mutex<HashMap<u128, Remembered<Drawing>>>,
    measures: Mutex<HashMap<u128, Remembered<Vec<Note>>>>,
    pictures: Mutex<HashMap<u128, (u64, Picture)>>,
    /// Backs that many cards share and that show no card.
    backs: Mutex<HashMap<u128, (u64, Arc<Back>)>>,
    /// Digests of cards by their address, which nobody else has while the card is held here.
    digests: Mutex<HashMap<usize, (Arc<Entity>, u128)>>,
    round: AtomicU64,
    made: AtomicUsize,
}

/// Other cards that a template looked at, with digests of their state at that time.
pub(crate) type Seen = BTreeMap<String, u128>;

/// The drawing of a card, without a back that it shares.
#[derive(Clone)]
pub(crate) struct Drawing {
    pub(crate) front: Side,
    pub(crate) reverse: Option<Arc<Back>>,
    pub(crate) problems: Vec<Problem>,
    pub(crate) left_out: Vec<LeftOut>,
    /// Where the card was declared when it was drawn; the line changes when text above is edited.
    pub(crate) provenance: Provenance,
}

struct Remembered<T> {
    seen: Seen,
    round: u64,
    value: T,
}

impl Memory {
    /// Ends a round: returns how many cards were drawn anew since the last one, and drops the
    /// drawings that were not used.
    pub fn end_round(&self) -> usize {
        let round = self.round.fetch_add(1, Ordering::Relaxed);
        lock(&self.drawings).retain(|_, known| known.round == round);
        lock(&self.measures).retain(|_, known| known.round == round);
        lock(&self.pictures).retain(|_, (used, _)| *used == round);
        lock(&self.backs).retain(|_, (used, _)| *used == round);
        lock(&self.digests).retain(|_, (card, _)| Arc::strong_count(card) > 1);
        self.made.swap(0, Ordering::Relaxed)
    }

    /// Drops all drawings and nothing else: sizes of texts take little room and long to find.
    pub fn drop_drawings(&self) {
        lock(&self.drawings).clear();
    }

    /// The drawing with that key, or a new one. `now` returns the current digest of another card.
    pub(crate) fn drawing(
        &self,
        key: u128,
        now: impl Fn(&str) -> u128,
        draw: impl FnOnce() -> (Drawing, Vec<String>),
    ) -> Drawing {
        self.recall(&self.drawings, key, now, || {
            self.made.fetch_add(1, Ordering::Relaxed);
            draw()
        })
    }

    /// The text sizes of a card, cached in the same way.
    pub(crate) fn measures(
        &self,
        key: u128,
        now: impl Fn(&str) -> u128,
        measure: impl FnOnce() -> (Vec<Note>, Vec<String>),
    ) -> Vec<Note> {
        self.recall(&self.measures, key, now, measure)
    }

    fn recall<T: Clone>(
        &self,
        all: &Mutex<HashMap<u128, Remembered<T>>>,
        key: u128,
        now: impl Fn(&str) -> u128,
        make: impl FnOnce() -> (T, Vec<String>),
    ) -> T {
        let round = self.round.load(Ordering::Relaxed);
        if let Some(known) = lock(all).get_mut(&key)
            && known.seen.iter().all(|(card, was)| now(card) == *was)
        {
            known.round = round;
            return known.value.clone();
        }
        let (value, looked_at) = make();
        let seen = looked_at.into_iter().map(|card| (now(&card), card));
        let seen = seen.map(|(what, card)| (card, what)).collect();
        lock(all).insert(key, Remembered { seen, round, value: value.clone() });
        value
    }

    /// A digest of a card wherever it is declared, found once for each.
    pub(crate) fn digest(&self, card: &Arc<Entity>) -> u128 {
        let address = Arc::as_ptr(card) as usize;
        if let Some((_, digest)) = lock(&self.digests).get(&address) {
            return *digest;
        }
        let here = Entity { provenance: Provenance::default(), ..(**card).clone() };
        let digest = name_of(&[&here]);
        lock(&self.digests).insert(address, (Arc::clone(card), digest));
        digest
    }

    /// The back with that key, or a new one. A new one is kept if nothing is wrong with it and it
    /// shows no card.
    pub(crate) fn back(&self, key: u128, draw: impl FnOnce() -> (Arc<Back>, bool)) -> Arc<Back> {
        let round = self.round.load(Ordering::Relaxed);
        if let Some((used, back)) = lock(&self.backs).get_mut(&key) {
            *used = round;
            return Arc::clone(back);
        }
        let (back, shows_cards) = draw();
        if !shows_cards && back.problems.is_empty() {
            lock(&self.backs).insert(key, (round, Arc::clone(&back)));
        }
        back
    }

    /// The same picture as cached drawings hold already, if the contents are equal, so that
    /// documents store it only once. A new one is decoded first, to see that it is whole.
    pub(crate) fn picture(&self, picture: Picture) -> Result<Picture, String> {
        let round = self.round.load(Ordering::Relaxed);
        let file = picture.digest();
        if let Some(known) = lock(&self.pictures).get_mut(&file) {
            known.0 = round;
            return Ok(known.1.clone());
        }
        let picture = picture.verified()?;
        lock(&self.pictures).insert(file, (round, picture.clone()));
        Ok(picture)
    }
}

/// A digest of values, from their debug output.
pub(crate) fn name_of(parts: &[&dyn std::fmt::Debug]) -> u128 {
    let mut writer = Writer(SipHasher13::new());
    for part in parts {
        // Writing to a hasher cannot fail.
        let _ = std::fmt::Write::write_fmt(&mut writer, format_args!("{part:?}\n"));
    }
    writer.0.finish128().as_u128()
}

struct Writer(SipHasher13);

impl std::fmt::Write for Writer {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.0.write(text.as_bytes());
        Ok(())
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
