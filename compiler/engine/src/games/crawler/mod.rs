//! Dungeon Crawler: encounters built from a deck, fought without dice.

mod vocabulary;

pub use vocabulary::VOCABULARY;
