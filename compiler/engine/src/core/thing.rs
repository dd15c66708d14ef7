//! What effects are about: things in play, and what names mean while an effect runs.

use std::fmt;

/// Something in play: a card, a figure, a square, a seat. It is a class and a number within that
/// class, small enough to be copied freely.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Thing(u32);

impl Thing {
    /// Stands for nothing.
    pub const NONE: Thing = Thing(u32::MAX);
    /// The class of cards that lie in zones.
    pub const CARD: u8 = 0;
    /// The class of figures on the board.
    pub const FIGURE: u8 = 1;
    /// The class of squares of the board.
    pub const SQUARE: u8 = 2;
    /// The class of seats (players).
    pub const SEAT: u8 = 3;
    /// The class of tiles.
    pub const TILE: u8 = 4;
    /// The first class that a game may use for things of its own.
    pub const FIRST_OWN: u8 = 8;

    /// The thing of that class and number.
    #[inline]
    pub const fn new(class: u8, id: u16) -> Thing {
        Thing((class as u32) << 16 | id as u32)
    }

    /// A card.
    #[inline]
    pub const fn card(id: u16) -> Thing {
        Thing::new(Thing::CARD, id)
    }

    /// A figure.
    #[inline]
    pub const fn figure(id: u16) -> Thing {
        Thing::new(Thing::FIGURE, id)
    }

    /// A square.
    #[inline]
    pub const fn square(id: u16) -> Thing {
        Thing::new(Thing::SQUARE, id)
    }

    /// A seat.
    pub const fn seat(seat: u8) -> Thing {
        Thing::new(Thing::SEAT, seat as u16)
    }

    /// Its class; meaningless for [`Thing::NONE`].
    #[inline]
    pub const fn class(self) -> u8 {
        (self.0 >> 16) as u8
    }

    /// Its number within the class.
    #[inline]
    pub const fn id(self) -> u16 {
        self.0 as u16
    }

    /// Its number within the class, to index with.
    #[inline]
    pub const fn index(self) -> usize {
        self.id() as usize
    }

    /// Whether it is nothing.
    #[inline]
    pub const fn is_none(self) -> bool {
        self.0 == u32::MAX
    }

    /// Whether it is something of that class.
    #[inline]
    pub const fn is(self, class: u8) -> bool {
        !self.is_none() && self.class() == class
    }

    /// Its number within the class, if it is of that class.
    #[inline]
    pub fn of(self, class: u8) -> Option<u16> {
        self.is(class).then_some(self.id())
    }

    /// As a number that fits a local slot or an event's binding.
    #[inline]
    pub const fn bits(self) -> i32 {
        self.0 as i32
    }

    /// Back from [`Thing::bits`].
    #[inline]
    pub const fn from_bits(bits: i32) -> Thing {
        Thing(bits as u32)
    }
}

impl fmt::Debug for Thing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_none() {
            return f.write_str("Thing(none)");
        }
        write!(f, "Thing({}:{})", self.class(), self.id())
    }
}

/// How many numbers or things an effect can keep: bindings of its event, then its `let`s.
pub(crate) const SLOTS: usize = 8;

/// How many values an event may bind.
pub(crate) const BINDINGS: usize = 4;

/// No roll is looked at.
pub(crate) const NO_ROLL: u16 = u16::MAX;

/// What names mean while an effect runs or a formula is worked out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Context {
    /// `self`: the thing whose text is running.
    pub host: Thing,
    /// `it`: the thing at hand in `where`, `for each` and `choose`.
    pub it: Thing,
    /// `outer`: the `it` around the innermost one.
    pub outer: Thing,
    /// Bindings of the event, then `let`s; things as [`Thing::bits`].
    pub locals: [i32; SLOTS],
    /// The roll that `result` and `rolled` read.
    pub roll: u16,
    /// The seat that decides and that `you` means.
    pub seat: u8,
    /// How deeply effects that set each other off are nested.
    pub chain: u8,
    /// True if others may answer before the effect begins, once its first choices are made.
    pub announced: bool,
}

impl Context {
    /// The context of a thing's own text.
    #[inline]
    pub fn of(host: Thing, seat: u8) -> Context {
        let (it, outer) = (Thing::NONE, Thing::NONE);
        let (locals, roll) = ([0; SLOTS], NO_ROLL);
        Context { host, it, outer, locals, roll, seat, chain: 0, announced: false }
    }

    /// The same for an effect that others may answer before it begins
    /// ([`Course::answer`](super::Course::answer)).
    #[must_use]
    pub fn announce(self) -> Context {
        Context { announced: true, ..self }
    }

    /// Whether the running text is about a thing: the thing's own text, or a reaction to what
    /// happened to it. Such a text still sees a thing that has just left where it was.
    #[inline]
    pub fn is_about(&self, thing: Thing) -> bool {
        self.host == thing || self.locals[..BINDINGS].contains(&thing.bits())
    }

    /// The same with another `it`.
    #[must_use]
    #[inline]
    pub fn with_it(self, it: Thing) -> Context {
        Context { it, outer: self.it, ..self }
    }

    /// The same with an event's bindings.
    #[must_use]
    pub fn with_bindings(mut self, bound: &[i32]) -> Context {
        for (slot, value) in self.locals.iter_mut().zip(bound.iter().take(BINDINGS)) {
            *slot = *value;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_survive_a_local_slot_and_keep_their_class() {
        for thing in [Thing::card(0), Thing::square(u16::MAX), Thing::new(250, 7), Thing::NONE] {
            assert_eq!(Thing::from_bits(thing.bits()), thing);
        }
        assert_eq!(Thing::figure(3).of(Thing::FIGURE), Some(3));
        assert_eq!(Thing::figure(3).of(Thing::CARD), None);
        assert_eq!(Thing::NONE.of(0), None);
    }
}
