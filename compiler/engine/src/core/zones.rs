//! Where cards are: decks, hands, discards. Every card is in exactly one place.

use crate::rng::Rng;

/// A place for cards. A game numbers its places, one per zone and seat.
pub type Place = u16;

/// The place of a card that is not in the game, or not yet, or no longer.
pub const NOWHERE: Place = Place::MAX;

/// Cards in their places. The last card of a place is its top.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Zones {
    places: Vec<Vec<u16>>,
    at: Vec<Place>,
}

impl Clone for Zones {
    fn clone(&self) -> Zones {
        Zones { places: self.places.clone(), at: self.at.clone() }
    }

    /// Reuses the memory that is there.
    fn clone_from(&mut self, other: &Zones) {
        self.places.clone_from(&other.places);
        self.at.clone_from(&other.at);
    }
}

impl Zones {
    /// Makes that many empty places.
    pub fn new(places: usize) -> Zones {
        Zones { places: vec![Vec::new(); places], at: Vec::new() }
    }

    /// Adds a new card on top of a place (or nowhere) and returns its number.
    pub fn add(&mut self, place: Place) -> u16 {
        let card = self.at.len() as u16;
        self.at.push(NOWHERE);
        self.put_top(card, place);
        card
    }

    /// How many cards there are, wherever they are.
    pub fn count(&self) -> usize {
        self.at.len()
    }

    /// The cards of a place, bottom first.
    pub fn cards(&self, place: Place) -> &[u16] {
        self.places.get(usize::from(place)).map_or(&[], Vec::as_slice)
    }

    /// Where a card is.
    pub fn place(&self, card: u16) -> Place {
        self.at.get(usize::from(card)).copied().unwrap_or(NOWHERE)
    }

    /// All cards with where they are, in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (u16, Place)> {
        self.at.iter().enumerate().map(|(card, place)| (card as u16, *place))
    }

    /// The top card of a place.
    pub fn top(&self, place: Place) -> Option<u16> {
        self.cards(place).last().copied()
    }

    /// Takes a card from wherever it is and puts it on top of a place; [`NOWHERE`] takes it
    /// out of the game.
    pub fn put_top(&mut self, card: u16, place: Place) {
        self.put_at(card, place, usize::MAX);
    }

    /// Takes a card from wherever it is and puts it at the bottom of a place.
    pub fn put_bottom(&mut self, card: u16, place: Place) {
        self.put_at(card, place, 0);
    }

    /// Takes a card from wherever it is and puts it into a place, `depth` cards above the
    /// bottom.
    pub(crate) fn put_at(&mut self, card: u16, place: Place, depth: usize) {
        self.take(card);
        let at = self.at.get_mut(usize::from(card));
        if let (Some(at), Some(cards)) = (at, self.places.get_mut(usize::from(place))) {
            cards.insert(depth.min(cards.len()), card);
            *at = place;
        }
    }

    /// Moves the top card of one place onto another and returns it; `None` if there is none.
    pub fn draw(&mut self, from: Place, to: Place) -> Option<u16> {
        let card = self.top(from)?;
        self.put_top(card, to);
        Some(card)
    }

    /// Moves all cards of one place onto another, keeping their order.
    pub fn move_all(&mut self, from: Place, to: Place) {
        if from == to {
            return;
        }
        for card in self.cards(from).to_vec() {
            self.put_top(card, to);
        }
    }

    /// Shuffles a place with the given stream of random numbers.
    pub fn shuffle(&mut self, place: Place, rng: &mut Rng, stream: usize) {
        if let Some(cards) = self.places.get_mut(usize::from(place)) {
            rng.shuffle(stream, cards);
        }
    }

    /// Deals the cards of some places anew among these places, which keep their sizes; cards that are
    /// `known` stay. The result does not depend on how they lay before.
    pub fn mix(&mut self, places: &[Place], known: impl Fn(u16) -> bool, rng: &mut Rng) {
        let mut cards: Vec<u16> = Vec::new();
        for place in places {
            cards.extend(self.cards(*place).iter().filter(|card| !known(**card)));
        }
        mixed(&mut cards, rng);
        let mut dealt = cards.into_iter();
        for place in places {
            let Some(slots) = self.places.get_mut(usize::from(*place)) else { continue };
            for slot in slots.iter_mut().filter(|card| !known(**card)) {
                let Some(card) = dealt.next() else { return };
                *slot = card;
                self.at[usize::from(card)] = *place;
            }
        }
    }

    /// Exchanges two cards of a place, by their distance from the bottom.
    pub fn swap(&mut self, place: Place, one: usize, other: usize) {
        let Some(cards) = self.places.get_mut(usize::from(place)) else { return };
        if one < cards.len() && other < cards.len() {
            cards.swap(one, other);
        }
    }

    fn take(&mut self, card: u16) {
        let Some(at) = self.at.get_mut(usize::from(card)) else {
            return;
        };
        let place = std::mem::replace(at, NOWHERE);
        if let Some(cards) = self.places.get_mut(usize::from(place)) {
            // Searched from the end, because the cards that move most often are on top.
            if let Some(found) = cards.iter().rposition(|other| *other == card) {
                cards.remove(found);
            }
        }
    }

    /// What is wrong: a card in two places, or not where it should be.
    pub fn violations(&self) -> Vec<String> {
        let mut seen = vec![0u32; self.at.len()];
        let mut problems = Vec::new();
        for (place, cards) in self.places.iter().enumerate() {
            for card in cards {
                match self.at.get(usize::from(*card)) {
                    Some(at) if usize::from(*at) == place => seen[usize::from(*card)] += 1,
                    _ => problems.push(format!("card {card} lies in place {place} by mistake")),
                }
            }
        }
        for (card, count) in seen.into_iter().enumerate() {
            let expected = u32::from(self.at[card] != NOWHERE);
            if count != expected {
                problems.push(format!("card {card} is in {count} places instead of {expected}"));
            }
        }
        problems
    }
}

/// Shuffles cards in a way that does not depend on how they lie.
pub fn mixed(cards: &mut [u16], rng: &mut Rng) {
    cards.sort_unstable();
    rng.shuffle(0, cards);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_is_always_in_one_place() {
        let mut zones = Zones::new(3);
        for _ in 0..10 {
            zones.add(0);
        }
        let mut rng = Rng::new(4);
        zones.shuffle(0, &mut rng, 1);
        for step in 0..200u16 {
            let card = (rng.below(0, 10)) as u16;
            match step % 5 {
                0 => zones.put_top(card, 1),
                1 => zones.put_bottom(card, 2),
                2 => zones.put_at(card, 0, 3),
                3 => {
                    zones.draw(1, 2);
                }
                _ => zones.put_top(card, NOWHERE),
            }
            assert_eq!(zones.violations(), Vec::<String>::new());
        }
        zones.move_all(2, 0);
        assert!(zones.cards(2).is_empty());
        assert_eq!(zones.violations(), Vec::<String>::new());
    }

    #[test]
    fn mixing_forgets_how_the_cards_lay_and_keeps_what_is_known() {
        let mut zones = Zones::new(3);
        for card in 0..12 {
            zones.add(card / 8);
        }
        let mut other = zones.clone();
        other.shuffle(0, &mut Rng::new(1), 0);
        other.put_top(1, 1);
        other.put_bottom(9, 0);
        let known = |card: u16| card == 11;
        zones.mix(&[0, 1], known, &mut Rng::new(5));
        other.mix(&[0, 1], known, &mut Rng::new(5));
        assert_eq!(zones.cards(1).len(), 4);
        assert_eq!(zones.violations(), Vec::<String>::new());
        assert_eq!((zones.cards(0), zones.place(11)), (other.cards(0), 1));
        let before = zones.clone();
        zones.mix(&[0, 1], known, &mut Rng::new(6));
        assert_ne!(zones, before, "another seed is another deal");
    }

    #[test]
    fn the_top_is_drawn_first_and_the_bottom_last() {
        let mut zones = Zones::new(2);
        let (low, high) = (zones.add(0), zones.add(0));
        zones.put_bottom(high, 0);
        assert_eq!(zones.draw(0, 1), Some(low));
        assert_eq!(zones.draw(0, 1), Some(high));
        assert_eq!(zones.draw(0, 1), None);
        assert_eq!(zones.cards(1), [low, high]);
        zones.put_top(99, 0);
        assert!(zones.cards(0).is_empty(), "a card that does not exist goes nowhere");
    }
}
