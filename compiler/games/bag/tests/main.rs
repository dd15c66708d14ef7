//! Bag of Dungeon with a small library.

mod library;
mod small;
